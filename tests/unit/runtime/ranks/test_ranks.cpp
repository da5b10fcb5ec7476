// Meetings of ranks, by threads of one process in place of an MPI library; launchers' variables; the greeting.
#include "runtime/fault.hpp"
#include "runtime/ranks/fault_bytes.hpp"
#include "runtime/ranks/ranks.hpp"
#include "runtime/ranks/thread_job.hpp"
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <doctest/doctest.h>
#include <thread>

using namespace nova;

namespace {

BufferRef bytes_of(const std::string& text) {
  auto bytes = std::make_shared<Buffer>(text.size());
  std::memcpy(bytes->bytes(), text.data(), text.size());
  return bytes;
}

std::string text_in(const BufferRef& bytes) { return {bytes->as<const char>(), bytes->size()}; }

/// Waits until another rank calls, and ends as one that was interrupted.
void end_when_called(Ranks& ranks) {
  while (!ranks.is_called()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ranks.end("error[E0603]: interrupted", true, {});
}

} // namespace

TEST_CASE("what rank 0 has comes to all ranks, and is made once") {
  std::atomic<int> made = 0;
  const auto told = on_ranks(3, [&](Ranks& ranks, ThreadNetwork& network) {
    const std::string text(1000, 'x');
    CHECK(text_in(ranks.from_first([&] { return ++made, bytes_of(text); }, {})) == text);
    CHECK(ranks.number_of_first([&] { return 0.1 + ranks.rank(); }, {}) == 0.1);
    ranks.at_first([&] { ++made; }, {});
    ranks.end("", false, {});
    CHECK(ranks.counts().meetings == 4); // one each, and the end
    CHECK(ranks.counts().bytes == text.size() + sizeof(double));
    CHECK(network.sent == ranks.counts().bytes);
    ranks.leave(0);
    CHECK((network.finished && !network.aborted));
  });
  CHECK(told == all_well(3));
  CHECK(made == 2);
}

TEST_CASE("a fault of rank 0 is every rank's") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    ranks.from_first([]() -> BufferRef { fail("E0501", {"a file", "why not"}); }, {});
  });
  CHECK(told == std::vector<std::string>(3, "E0501 a file why not"));
}

TEST_CASE("ranks at different places are told") {
  const auto early = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    if (ranks.rank() == 2) return ranks.end("", false, {});
    ranks.at_first([] {}, {});
  });
  CHECK(early[0] == "E0606 rank 2 of 3 ended the program early");
  CHECK(early[1] == early[0]);
  CHECK(early[2] == "E0606 rank 0 of 3 is elsewhere in the program");
  const auto printed = on_ranks(2, [](Ranks& ranks, ThreadNetwork&) {
    ranks.note_output(ranks.rank() == 0 ? "one" : "two");
    ranks.at_first([] {}, {});
  });
  CHECK(printed == std::vector<std::string>(2, "E0606 rank 1 of 2 printed something else than rank 0"));
}

TEST_CASE("a rank that fails alone is named at the next meeting, and at the end") {
  for (const bool at_end : {false, true}) {
    const auto told = on_ranks(3, [&](Ranks& ranks, ThreadNetwork&) {
      if (ranks.rank() == 1) return ranks.end("error[E0601]: no memory", true, {});
      if (!at_end) ranks.at_first([] {}, {});
      ranks.end("", false, {});
    });
    CHECK(told[0] == "E0606 rank 1 of 3 failed: error[E0601]: no memory");
    CHECK(told[1] == "");
    CHECK(told[2] == told[0]);
  }
}

TEST_CASE("the rank that called the others is named, not one that it called") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    if (ranks.rank() == 2) return ranks.end("error[E0601]: no memory", true, {});
    end_when_called(ranks);
  });
  CHECK(told[0] == "E0606 rank 2 of 3 failed: error[E0601]: no memory");
  CHECK(told[1] == told[0]);
}

TEST_CASE("all ranks that fail in the same way say nothing more") {
  CHECK(on_ranks(3, [](Ranks& ranks, ThreadNetwork& network) {
          ranks.end("error[E0421]: division by zero", false, {});
          CHECK(!network.called());
        }) == all_well(3));
}

TEST_CASE("a rank that stops calls the others, and they hear it in the midst of work") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    if (ranks.rank() == 0) return ranks.end("error[E0604]: the time limit", true, {});
    end_when_called(ranks);
  });
  CHECK(told[0] == "");
  CHECK(told[1] == "E0606 rank 0 of 3 failed: error[E0604]: the time limit");
}

TEST_CASE("what ends a wait is thrown once the meeting is over, and the others have their bytes") {
  const auto told = on_ranks(2, [](Ranks& ranks, ThreadNetwork&) {
    if (ranks.rank() == 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const auto stop = [&] {
      if (ranks.is_first()) fail("E0604");
    };
    const BufferRef got = ranks.from_first([] { return bytes_of("abc"); }, stop);
    CHECK(text_in(got) == "abc");
  });
  CHECK(told == std::vector<std::string>{"E0604", ""});
}

TEST_CASE("a rank whose wait ends fails with its own fault, not with that of a rank that it called") {
  const auto told = on_ranks(2, [](Ranks& ranks, ThreadNetwork&) {
    if (!ranks.is_first()) return end_when_called(ranks);
    ranks.at_first([] {}, [] { fail("E0604"); });
  });
  CHECK(told[0] == "E0604");
}

TEST_CASE("bytes of another program are no fault") {
  for (const std::string& text :
       std::vector<std::string>{"", "x", "\xff\xff\xff\xff", {"\1\0\0\0", 4}, {"\1\0\0\0E\5\0\0\0a", 10}})
    CHECK(fault_of(bytes_of(text)).code == "E0606");
  const Fault fault = fault_of(fault_bytes({"E0501", {"a", "", "c"}}));
  CHECK(fault.code == "E0501");
  CHECK(fault.args == std::vector<std::string>{"a", "", "c"});
}

namespace {

std::map<std::string, std::string> variables;
const char* variable(const char* name) {
  const auto at = variables.find(name);
  return at == variables.end() ? nullptr : at->second.c_str();
}

std::optional<Launch> launch(std::map<std::string, std::string> exported) {
  variables = std::move(exported);
  return find_launch(variable);
}

} // namespace

TEST_CASE("launchers are known by what they export") {
  CHECK(!launch({}));
  CHECK(!launch({{"SLURM_STEP_NUM_TASKS", "1"}}));
  CHECK(!launch({{"PMI_RANK", "-1"}}));
  CHECK(!launch({{"PMI_RANK", "1x"}}));
  const auto open =
      launch({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "2"}});
  REQUIRE(open);
  CHECK((open->kind == &open_mpi() && open->rank == 2 && open->size == 4));
  const auto hydra = launch({{"PMI_RANK", "0"}, {"PMI_SIZE", "3"}});
  REQUIRE(hydra);
  CHECK((hydra->kind == &mpich() && hydra->rank == 0 && hydra->size == 3));
  const auto slurm = launch({{"PMIX_RANK", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}});
  REQUIRE(slurm);
  CHECK((slurm->kind == &open_mpi() && slurm->size == 2));
  const auto without = launch({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_PROCID", "1"}});
  REQUIRE(without);
  CHECK((!without->kind && without->rank == 1));
}

namespace {

Hello greeting(const char* version, const char* options, const char* program) {
  Hello h{};
  std::memcpy(h.mark, "novarank", sizeof h.mark);
  std::strcpy(h.version, version), std::strcpy(h.options, options), std::strcpy(h.program, program);
  std::strcpy(h.machine, "host");
  return h;
}

} // namespace

TEST_CASE("ranks greet each other, and name the one that differs") {
  const Hello first = greeting("0.1", "o", "p");
  const auto second = [&](const Hello& other) { return disagreement(std::vector{first, other}); };
  CHECK(second(first) == "");
  CHECK(second(greeting("0.1", "o", "")) == ""); // rank 0 sends the text
  CHECK(second(greeting("0.2", "o", "p")) == "rank 1 of 2 is Nova 0.2, rank 0 is Nova 0.1");
  CHECK(second(greeting("0.1", "x", "p")) == "rank 1 of 2 was started with another command line than rank 0");
  CHECK(second(greeting("0.1", "o", "q")) ==
        "rank 1 of 2 on host has another text of the program than rank 0 on host");
  CHECK(second(Hello{}) == "rank 1 of 2 is no Nova that knows ranks");
}

TEST_CASE("a form fails on all ranks or on none") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    ranks.end_form("", false, {});
    const bool fails = ranks.rank() == 1;
    try {
      ranks.end_form(fails ? "error[E0601]: no memory" : "", fails, {});
      CHECK(fails); // its own error stands
    } catch (const Fault& fault) {
      CHECK(fault.code == "E0606");
      CHECK(fault.args == std::vector<std::string>{"rank 1 of 3", "failed: error[E0601]: no memory"});
    }
    ranks.end_form("", false, {}); // what has failed is over
    CHECK(text_in(ranks.input_of_first(ranks.is_first() ? bytes_of("next") : nullptr, 7, {})) == "next");
  });
  CHECK(told == all_well(3));
}

TEST_CASE("a call ends the form that it was meant for, and not the next one") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    for (int form = 0; form < 20; ++form) {
      if (ranks.is_first()) { // interrupted, while the others wait for their end
        ranks.end_form("error[E0603]: interrupted", true, [] { fail("E0603"); });
      } else {
        const auto end = [&] { ranks.end_form("", false, {}); };
        if (ranks.rank() == 2) std::this_thread::sleep_for(std::chrono::milliseconds(3));
        CHECK_THROWS_AS(end(), Fault);
      }
      CHECK(!ranks.is_called());
      CHECK_NOTHROW(ranks.end_form("", false, {}));
    }
  });
  CHECK(told == all_well(3));
}

TEST_CASE("ranks that have run other forms than the prompt are told") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    ranks.input_of_first(nullptr, ranks.rank() == 2 ? 4 : 5, {});
    CHECK(ranks.is_first()); // which hears so at its next meeting
    ranks.end_form("", false, {});
  });
  CHECK(told == std::vector<std::string>(3, "E0606 rank 2 of 3 has run other forms than the prompt"));
}

// A rank 0 beside its job, and the bridge that stands for it.
#include "runtime/fault.hpp"
#include "runtime/ranks/relay.hpp"
#include "runtime/ranks/thread_job.hpp"
#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <numeric>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace nova;

namespace {

/// Two pairs of sockets, between rank 0 and its bridge.
struct Sockets {
  std::array<int, 2> data{}, calls{};
  Sockets() {
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, data.data()) == 0);
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, calls.data()) == 0);
  }
};

NetworkError died() { return {"died: signal 9 (Killed)", "rank 1 of 3"}; }

/// Runs a job of three ranks: rank 0 does `first` beside it, the others `work`. Returns whether the bridge ended the job.
bool beside_job(const std::function<void(RelayNetwork&)>& first, const std::function<void(Network&)>& work) {
  const Sockets sockets;
  Wire wire(3);
  bool aborted = false;
  std::thread prompt([&] {
    RelayNetwork network(sockets.data[0], sockets.calls[0], 3, died);
    first(network);
  });
  std::thread bridge([&] {
    ThreadNetwork network(wire, 0);
    serve_relay(network, sockets.data[1], sockets.calls[1]);
    aborted = network.aborted;
  });
  std::thread one([&] {
    ThreadNetwork network(wire, 1);
    work(network);
  });
  ThreadNetwork network(wire, 2);
  work(network);
  one.join(), prompt.join(), bridge.join();
  return aborted;
}

std::span<std::byte> bytes_of(std::vector<int>& numbers) {
  return std::as_writable_bytes(std::span(numbers));
}

} // namespace

TEST_CASE("transfers of a rank 0 beside its job are those of a rank in it") {
  constexpr int numbers = 200'000;
  const auto transfers = [](Network& network) {
    std::vector<int> mine{network.rank() + 10}, all(3), told(numbers), whole(numbers);
    network.gather(bytes_of(mine), bytes_of(all), {});
    CHECK(all == std::vector<int>{10, 11, 12});
    if (network.rank() == 0) std::iota(told.begin(), told.end(), 0);
    network.broadcast(bytes_of(told), {});
    CHECK(told[numbers - 1] == numbers - 1);
    const std::vector<uint64_t> ends{numbers, 2 * numbers, numbers * sizeof(int)}; // unequal parts
    const size_t k = static_cast<size_t>(network.rank()), from = k == 0 ? 0 : ends[k - 1] / sizeof(int);
    std::iota(whole.begin() + static_cast<int64_t>(from),
              whole.begin() + static_cast<int64_t>(ends[k] / sizeof(int)), static_cast<int>(from));
    network.spread(bytes_of(whole), ends, {});
    CHECK(whole == told);
  };
  CHECK(!beside_job([&](RelayNetwork& network) { transfers(network), network.finish(); }, transfers));
}

TEST_CASE("a rank 0 beside its job sends messages and receives them") {
  // Rank r sends r + 1 numbers, 100 r and up, to the rank behind it, and those in front of it get two.
  const auto numbers = [](int rank) {
    std::vector<int> out(static_cast<size_t>(rank) + 1);
    std::iota(out.begin(), out.end(), 100 * rank);
    return out;
  };
  const auto messages = [&](Network& network) {
    const int rank = network.rank(), next = (rank + 1) % 3, before = (rank + 2) % 3;
    std::vector<int> sent = numbers(rank), got(numbers(before).size()), back{rank, -rank}, told(2);
    const std::vector<RankMessage> out{{next, bytes_of(sent)}, {before, bytes_of(back)}};
    const std::vector<RankMessage> in{{before, bytes_of(got)}, {next, bytes_of(told)}};
    network.exchange(out, in, {});
    CHECK(got == numbers(before));
    CHECK(told == std::vector<int>{next, -next});
  };
  CHECK(!beside_job([&](RelayNetwork& network) { messages(network), network.finish(); }, messages));
}

TEST_CASE("ranks call each other through the bridge") {
  const auto await = [](Network& network) {
    while (!network.called()) std::this_thread::yield();
  };
  const auto first = [&](RelayNetwork& network) {
    network.call(2), network.call(1);
    std::vector<int> mine{0}, all(3);
    network.gather(bytes_of(mine), bytes_of(all), {});
    await(network);
    network.finish();
  };
  const auto work = [&](Network& network) {
    await(network);
    if (network.rank() == 1) network.call(0);
    std::vector<int> mine{0}, all(3);
    network.gather(bytes_of(mine), bytes_of(all), {});
  };
  CHECK(!beside_job(first, work));
}

TEST_CASE("a rank 0 that is gone ends the job") {
  const auto nothing = [](Network&) {};
  CHECK(beside_job([](RelayNetwork&) {}, nothing));                            // it died
  CHECK(beside_job([](RelayNetwork& network) { network.abort(1); }, nothing)); // it gives the others up
}

TEST_CASE("a bridge that is gone is told with what ended it") {
  const Sockets sockets;
  close(sockets.data[1]), close(sockets.calls[1]);
  RelayNetwork network(sockets.data[0], sockets.calls[0], 3, died);
  CHECK_THROWS_AS(network.called(), NetworkError);
  Ranks ranks(network);
  try {
    ranks.end_form("", false, {});
    FAIL("no fault");
  } catch (const Fault& fault) {
    CHECK(fault.args == std::vector<std::string>{"rank 1 of 3", "died: signal 9 (Killed)"});
  }
  CHECK(ranks.lost());
}

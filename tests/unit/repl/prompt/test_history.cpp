// The prompt's history and its file.
#include "repl/prompt/history.hpp"
#include "repl/prompt/log.hpp"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace nova;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, for the test's time.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("nova-history-" + std::to_string(getpid()));
  Folder() { fs::remove_all(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file() const { return (path / "history.db").string(); }
};

std::string said;

History history(const Folder& f) {
  said.clear();
  return History(f.file(), [](const std::string& what) { said += what; });
}

} // namespace

TEST_CASE("history: what is added is there for the next prompt, for its user alone") {
  Folder f;
  {
    History a = history(f), b = history(f);
    a.add("(+ 1 2)");
    b.add("(begin\n  \"漢\")");
    a.add("(+ 1 2)"); // the same again
    a.add(std::string(100000, 'x'));
    CHECK(a.entries() == std::vector<std::string>{"(+ 1 2)"});
  }
  CHECK(history(f).entries() == std::vector<std::string>{"(+ 1 2)", "(begin\n  \"漢\")"});
  struct stat s {};
  REQUIRE(stat(f.file().c_str(), &s) == 0);
  CHECK((s.st_mode & 0777) == 0600);
}

TEST_CASE("history: of many entries the latest are kept") {
  Folder f;
  {
    History h = history(f);
    for (int i = 0; i < 10100; ++i) h.add(std::to_string(i));
  }
  const auto entries = history(f).entries();
  REQUIRE(entries.size() == 10000);
  CHECK(entries.front() == "100");
  CHECK(entries.back() == "10099");
}

TEST_CASE("history: a broken file is set aside, wherever it is broken") {
  std::mt19937 dice(5);
  for (int round = 0; round < 60; ++round) {
    Folder f;
    {
      History h = history(f);
      for (int i = 0; i < 50; ++i) h.add("(entry " + std::to_string(i) + " of some length)");
    }
    std::fstream file(f.file(), std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<size_t>(fs::file_size(f.file()));
    if (round % 3 == 0)
      fs::resize_file(f.file(), dice() % size);
    else
      for (int i = 0; i < 40; ++i)
        file.seekp(static_cast<std::streamoff>(dice() % size)), file.put(static_cast<char>(dice()));
    file.close();
    {
      History h = history(f);
      h.add("(after)");
      CHECK(h.entries().back() == "(after)");
    }
    const auto entries = history(f).entries();
    CHECK((entries.empty() || entries.back() == "(after)"));
  }
}

TEST_CASE("history: no file is to be had") {
  History h("/proc/nowhere/history.db", [](const std::string&) { FAIL("nothing is broken"); });
  h.add("x");
  CHECK(h.entries() == std::vector<std::string>{"x"});
}

TEST_CASE("session log: results that are named later have names of their own") {
  SessionLog log;
  log.add("(define x 1)", {"[1]", {1, 1}}, {});
  log.add("(+ x 1)", {"[1]", {1, 14}}, {});
  log.add("(* it it)", {"[2]", {1, 1}}, {{0, 1}});
  log.add("(+ it it1)", {"f.nv", {3, 5}}, {{0, 2}, {1, 1}});
  for (const size_t entry : {0, 1}) CHECK(log.origin(entry).place == "[1]");
  CHECK(log.origin(1).at.column == 14);
  CHECK(log.origin(2).place == "[2]");
  CHECK((log.origin(3).place == "f.nv" && log.origin(3).at.line == 3));
  CHECK(log.script() == "(define x 1)\n(define result-2\n(+ x 1))\n(define result-3\n(* result-2 "
                        "result-2))\n(+ result-3 result-2)\n");
}

// A cell's output without a notebook: in which order text, other output and the line of progress arrive.
#include "repl/notebook/cell_output.hpp"
#include <doctest/doctest.h>
#include <thread>

using namespace nova::notebook;

namespace {

struct Arrived {
  std::string all; ///< what has arrived: `out:text `, `line `, `again `, `empty ` or `clear `
  CellOutput output{{[this](const char*, const std::string& text) { all += "out:" + text + " "; },
                     [this](const std::string& line, bool again) {
                       all += line.empty() ? "empty " : again ? "again " : "line ";
                     },
                     [this] { all += "clear "; }}};

  /// Tells progress when enough time has passed since the last time.
  void tell() {
    std::this_thread::sleep_for(std::chrono::milliseconds(510));
    output.tell([](double seconds) { return std::to_string(seconds); });
  }
};

} // namespace

TEST_CASE("a line of progress is cleared where it is a cell's only output") {
  Arrived a;
  a.output.begin_cell(false);
  a.output.tell([](double) { return "too early"; });
  a.tell(), a.tell();
  a.output.end_cell();
  CHECK(a.all == "line again clear ");
}

TEST_CASE("a line of progress is cleared before the first other output, and becomes empty beside it") {
  Arrived a;
  a.output.begin_cell(false);
  a.tell();
  a.output.add("stdout", "text"), a.output.begin_other(), a.all += "result ";
  a.tell();
  a.output.add("stdout", "more"), a.output.end_cell();
  CHECK(a.all == "line clear out:text result line out:more empty ");
}

TEST_CASE("a quiet cell and no cell tell no progress; text between cells is the next cell's") {
  Arrived a;
  a.output.begin_cell(true), a.tell(), a.output.end_cell();
  a.output.add("stderr", "late"), a.output.flush(), a.tell();
  CHECK(a.all == "");
  a.output.begin_cell(false), a.output.end_cell();
  CHECK(a.all == "out:late ");
  a.output.add("stdout", "rest");
  CHECK(a.output.take() == "rest");
}

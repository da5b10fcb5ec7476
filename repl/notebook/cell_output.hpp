// The output of the running cell: its printed text, and a line that tells the progress of a cell that runs long. This
// is independent of the protocol by which the output reaches the notebook. All functions may be called by any thread.
#pragma once
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace nova::notebook {

/// The ways by which a cell's output reaches the notebook.
struct OutputWays {
  std::function<void(const char* stream, const std::string& text)> print;
  /// Shows a line of progress; if `again` is true, in the place of the line that is shown.
  std::function<void(const std::string& line, bool again)> tell;
  std::function<void()> clear; ///< removes all output of the cell
};

/// Collects printed text and sends it when `flush` is called, and before any other output. Text that a background
/// compiler prints between two cells is kept for the next cell.
class CellOutput {
 public:
  explicit CellOutput(OutputWays ways) : ways_(std::move(ways)) {}

  /// Begins a cell. `quiet`: whether no progress is shown.
  void begin_cell(bool quiet);
  /// Sends the rest of the text and removes the line of progress.
  void end_cell();
  void add(const char* stream, std::string_view text);
  void flush();
  /// Must be called before the cell's other output is published: results, displays and requests of input.
  void begin_other();
  /// Shows the progress of a cell that runs for half a second or longer, at most twice a second. `line` returns the
  /// line, from the seconds since the cell's begin.
  void tell(const std::function<std::string(double)>& line);
  /// Removes and returns the text that was not sent.
  std::string take();

 private:
  using Clock = std::chrono::steady_clock;

  void send();
  void note_other();

  const OutputWays ways_;
  std::mutex mutex_;
  bool in_cell_ = false, quiet_ = false;
  bool line_shown_ = false;   ///< whether the cell shows a line of progress
  bool others_shown_ = false; ///< whether the cell has other output
  Clock::time_point begin_, told_;
  const char* stream_ = "stdout";
  std::string text_;
};

} // namespace nova::notebook

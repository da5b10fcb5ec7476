#include "repl/notebook/cell_output.hpp"
#include <utility>

namespace nova::notebook {

void CellOutput::begin_cell(bool quiet) {
  const std::lock_guard lock(mutex_);
  in_cell_ = true, quiet_ = quiet, line_shown_ = others_shown_ = false;
  begin_ = told_ = Clock::now();
}

/// The line of a cell without other output is removed without a trace. Elsewhere that would remove the other output
/// too, so the line becomes empty.
void CellOutput::end_cell() {
  const std::lock_guard lock(mutex_);
  send();
  if (line_shown_) others_shown_ ? ways_.tell("", true) : ways_.clear();
  in_cell_ = line_shown_ = false;
}

void CellOutput::add(const char* stream, std::string_view text) {
  constexpr size_t most = 65536;
  const std::lock_guard lock(mutex_);
  if (stream != stream_) send();
  stream_ = stream, text_ += text;
  if (text_.size() > most) send();
}

void CellOutput::flush() {
  const std::lock_guard lock(mutex_);
  send();
}

void CellOutput::begin_other() {
  const std::lock_guard lock(mutex_);
  send(), note_other();
}

void CellOutput::tell(const std::function<std::string(double)>& line) {
  using namespace std::chrono_literals;
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (!in_cell_ || quiet_ || now - told_ < 500ms) return;
  send();
  ways_.tell(line(std::chrono::duration<double>(now - begin_).count()), std::exchange(line_shown_, true));
  told_ = now;
}

std::string CellOutput::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(text_, {});
}

void CellOutput::send() {
  if (!in_cell_ || text_.empty()) return;
  note_other();
  ways_.print(stream_, std::exchange(text_, {}));
}

/// Removes the line of progress before the cell's first other output. A line behind other output stays in its place.
void CellOutput::note_other() {
  if (!std::exchange(others_shown_, true) && std::exchange(line_shown_, false)) ways_.clear();
}

} // namespace nova::notebook

// A writer of generated text.
#include "jit/emit/c/text_writer.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <utility>

namespace nova::plan {

void TextWriter::line(const std::string& text) {
  Watch::poll();
  constexpr int most = 32; // without a limit, n nested choices would be indented by n^2 spaces in all
  text_.append(static_cast<size_t>(std::min(indent_, most)) * 2, ' ').append(text) += '\n';
}

void TextWriter::apart(const std::function<void()>& print) {
  std::string around = std::exchange(text_, {});
  const int indent = std::exchange(indent_, 0);
  print();
  definitions_ += text_ + "\n";
  text_ = std::move(around), indent_ = indent;
}

} // namespace nova::plan

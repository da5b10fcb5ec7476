#include "repl/editor/pasted.hpp"
#include <algorithm>

namespace nova::editor {

std::string without_prompts(std::string_view text, const std::function<bool(std::string_view)>& is_complete) {
  if (!text.starts_with(first_prompt)) return std::string(text);
  std::string out, input;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const bool begins = line.starts_with(first_prompt);
    if (begins) out += (out.empty() ? "" : "\n") + input, input.clear();
    if (!begins && is_complete(input)) continue; // output
    if (begins || line.starts_with(next_prompt)) line.remove_prefix(first_prompt.size());
    input += (begins ? "" : "\n") + std::string(line);
  }
  return out + (out.empty() ? "" : "\n") + input;
}

} // namespace nova::editor

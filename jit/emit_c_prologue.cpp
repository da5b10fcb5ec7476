// The prologue: runtime/'s scalar headers, as far as the text needs them, and the host's table.
#include "jit/c_prologue.hpp"
#include "jit/emit_c.hpp"
#include <set>

namespace nova::plan {
namespace {

std::string_view text_of(std::string_view name) {
  for (const ScalarText& t : scalar_texts())
    if (t.name == name) return t.text;
  return {};
}

/// The header, after those that it includes; each once.
void append(std::string& out, std::string_view name, std::set<std::string_view>& done) {
  if (!done.insert(name).second) return;
  std::string_view text = text_of(name);
  std::string own;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    constexpr std::string_view include = "#include \"runtime/";
    if (!line.starts_with(include)) {
      own += std::string(line) + "\n";
      continue;
    }
    const std::string_view wanted = line.substr(include.size(), line.find('"', include.size()) - include.size());
    append(out, wanted, done);
  }
  out += own;
}

/// Does the text call a function that the header defines? Maths functions are defined as `NV_FN double nv_exp_f64(`.
bool uses(const std::string& text, std::string_view header) {
  for (size_t at = header.find("NV_FN "); at != header.npos; at = header.find("NV_FN ", at + 1)) {
    const size_t begin = header.find("nv_", at), end = header.find('(', at);
    if (begin >= end || end == header.npos) continue;
    if (text.find(std::string(header.substr(begin, end - begin)) + "(") != std::string::npos) return true;
  }
  return false;
}

} // namespace

std::string c_prologue(const std::string& text) {
  std::string out;
  std::set<std::string_view> done;
  append(out, "scalar_ops.h", done);
  for (const ScalarText& t : scalar_texts())
    if (t.name != "host.h" && uses(text, t.text)) append(out, t.name, done);
  append(out, "host.h", done);
  return out;
}

} // namespace nova::plan

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

namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Is it a name that the emitter numbers, as nova_kernel_12, or the entry's?
bool is_numbered(std::string_view name) {
  const size_t digits = name.find_last_not_of("0123456789");
  return name == "nova_run" || (digits + 1 < name.size() && name[digits] == '_');
}

/// The text, its own names followed by a number.
std::string with_suffix(std::string_view text, const std::string& suffix) {
  std::string out;
  for (size_t k = 0; k < text.size();) {
    size_t end = k;
    while (end < text.size() && in_name(text[end])) ++end;
    const std::string_view name = text.substr(k, std::max<size_t>(end - k, 1));
    out += name;
    if (name.starts_with("nova_") && is_numbered(name)) out += suffix;
    k += name.size();
  }
  return out;
}

} // namespace

std::string join_kernels(std::span<const std::string> kernels) {
  std::string all;
  for (size_t k = 0; k < kernels.size(); ++k) all += with_suffix(kernels[k], "_" + std::to_string(k)) + "\n";
  return c_prologue(all) + all;
}

} // namespace nova::plan

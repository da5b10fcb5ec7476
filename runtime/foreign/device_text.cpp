#include "runtime/foreign/device_text.hpp"
#include <algorithm>
#include <sstream>

namespace nova {
namespace {

constexpr std::string_view cuda_headers[] = {"cuda.h",
                                             "cuda_runtime.h",
                                             "cuda_runtime_api.h",
                                             "device_launch_parameters.h",
                                             "vector_types.h",
                                             "math_functions.h",
                                             "math_constants.h",
                                             "device_functions.h",
                                             "device_atomic_functions.h",
                                             "vector_functions.h",
                                             "host_defines.h",
                                             "driver_types.h",
                                             "builtin_types.h",
                                             "crt/host_defines.h",
                                             "device_types.h"};

bool is_of_runtime(std::string_view t) { return t.starts_with("cuda") && t.size() > 4; }
bool is_of_host(std::string_view t) { return t == "<<<" || t == "malloc" || t == "new" || is_of_runtime(t); }

class HostPart {
 public:
  explicit HostPart(const std::string& text) : text_(text), tokens_(cuda_tokens(text, "")) {}

  std::string left_out() {
    std::vector<bool> namespaces; // for each open brace: whether it is a namespace's
    size_t begins = 0;
    for (size_t k = 0; k < tokens_.all.size(); ++k) {
      const std::string_view t = token(k);
      if (tokens_.all[k].in_directive) continue;
      const bool local = std::ranges::find(namespaces, false) != namespaces.end();
      if (t == "{" && !local && is_for_host(begins, k)) {
        k = leave_out(begins, k), begins = k + 1;
        continue;
      }
      if (t == "{") namespaces.push_back(begins_namespace(tokens_, begins));
      if (t == "}" && !namespaces.empty()) namespaces.pop_back();
      if (t == "{" || t == "}" || t == ";") begins = k + 1;
    }
    return std::move(out_);
  }

 private:
  std::string_view token(size_t k) const { return token_text(tokens_, k); }

  /// Whether the statement, whose body begins at token `open`, is a function or a class that only the host can use.
  bool is_for_host(size_t begins, size_t open) const {
    bool uses = false, called = false, is_class = false;
    for (size_t k = begins; k < open; ++k) {
      const std::string_view t = token(k);
      if (t == "__global__" || t == "__device__" || t == "union" || t == "enum") return false;
      uses = uses || is_of_host(t) || (t == "main" && token(k + 1) == "(");
      called = called || t == "(", is_class = is_class || t == "struct" || t == "class";
    }
    if (!called) return is_class && is_host_class(open);
    return uses || body_has(open, is_of_host);
  }
  bool is_host_class(size_t open) const {
    return body_has(open, is_of_runtime) &&
           !body_has(open, [](std::string_view t) { return t == "__device__" || t == "__global__"; });
  }
  template <class F> bool body_has(size_t open, const F& is) const {
    for (size_t k = open, end = closing_token(tokens_, open, "{", "}"); k < end; ++k)
      if (is(token(k))) return true;
    return false;
  }

  /// Makes spaces of a statement, but for its directives. Returns the token at its end.
  size_t leave_out(size_t begins, size_t open) {
    while (begins < open && tokens_.all[begins].in_directive) ++begins;
    const size_t close = std::min(closing_token(tokens_, open, "{", "}"), tokens_.all.size() - 1);
    const size_t from = tokens_.all[begins].begin, to = tokens_.all[close].begin + 1;
    for (size_t k = from; k < to; ++k)
      if (out_[k] != '\n') out_[k] = ' ';
    for (const CudaDirective& d : tokens_.directives)
      if (d.begin >= from && d.begin < to) restore(d.begin);
    return close;
  }

  /// Writes a directive again, with the lines that go on with it.
  void restore(size_t at) {
    for (char before = 0; at < text_.size() && (text_[at] != '\n' || before == '\\'); ++at)
      before = out_[at] = text_[at];
  }

  const std::string& text_;
  const CudaTokens tokens_;
  std::string out_ = text_;
};

} // namespace

std::string device_text(const std::string& text) { return HostPart(text).left_out(); }

bool is_cuda_header(std::string_view name) {
  return std::ranges::find(cuda_headers, name) != std::end(cuda_headers);
}

HeadlessText without_headers(const std::string& text) {
  HeadlessText out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); out.text += line + "\n") {
    const size_t mark = line.find_first_not_of(" \t"), open = line.find_first_of("<\"");
    if (mark == line.npos || line[mark] != '#' || line.find("include") == line.npos || open == line.npos)
      continue;
    const std::string name = line.substr(open + 1, line.find_first_of(">\"", open + 1) - open - 1);
    if (line[open] == '"' && !is_cuda_header(name)) continue;
    if (!is_cuda_header(name)) out.headers += line + "\n";
    line.clear();
  }
  return out;
}

} // namespace nova

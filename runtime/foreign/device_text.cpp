#include "runtime/foreign/device_text.hpp"
#include <algorithm>
#include <set>
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

/// Headers of C++ that declare nothing for a GPU.
constexpr std::string_view host_headers[] = {
    "algorithm", "any",       "atomic",        "chrono",        "condition_variable",
    "deque",     "exception", "filesystem",    "fstream",       "functional",
    "future",    "iomanip",   "ios",           "iosfwd",        "iostream",
    "istream",   "iterator",  "list",          "locale",        "map",
    "memory",    "mutex",     "numeric",       "optional",      "ostream",
    "queue",     "random",    "regex",         "set",           "sstream",
    "stack",     "stdexcept", "string",        "string_view",   "system_error",
    "thread",    "tuple",     "unordered_map", "unordered_set", "variant",
    "vector"};

class HostPart {
 public:
  explicit HostPart(const std::string& text) : text_(text), tokens_(cuda_tokens(text, "")) {}

  std::string left_out() {
    CudaStatements statements(tokens_);
    for (size_t k = 0; k < tokens_.all.size(); ++k) {
      const std::string_view t = token(k);
      const size_t begins = statements.begins();
      if (tokens_.all[k].in_directive) continue;
      if (!statements.is_local() && (t == "{" || t == ";") && is_for_host(begins, k))
        statements.pass_statement(k = leave_out(begins, end_of(begins, k)));
      else
        statements.pass(k);
    }
    return std::move(out_);
  }

 private:
  std::string_view token(size_t k) const { return token_text(tokens_, k); }
  template <class F> bool has(size_t from, size_t end, const F& is) const {
    for (size_t k = from; k < end; ++k)
      if (k < tokens_.all.size() && !tokens_.all[k].in_directive && is(token(k))) return true;
    return false;
  }
  bool is_function(size_t begins, size_t at) const {
    return has(begins, at, [](std::string_view t) { return t == "("; });
  }
  bool is_for_gpu(size_t from, size_t end) const {
    return has(from, end, [](std::string_view t) {
      return t == "__global__" || t == "__device__" || t == "__constant__" || t == "__shared__";
    });
  }
  bool uses_host(size_t from, size_t end) const {
    return has(from, end, [this](std::string_view t) {
      return t == "std" || (t.starts_with("cuda") && t.size() > 4) || names_.contains(t);
    });
  }

  /// Whether the statement, which begins at token `begins` and whose body or end is at token `at`, is a function, a class
  /// or a variable that only the host can use.
  bool is_for_host(size_t begins, size_t at) const {
    const size_t end = token(at) == "{" ? closing_token(tokens_, at, "{", "}") : at;
    if (token(begins) == "using" || begins_namespace(tokens_, begins) || is_for_gpu(begins, at)) return false;
    if (!is_function(begins, at)) return uses_host(begins, end) && !is_for_gpu(at, end);
    const bool is_main = has(begins, at, [](std::string_view t) { return t == "main"; });
    return is_main || uses_host(begins, end) ||
           has(at, end, [](std::string_view t) { return t == "<<<" || t == "malloc" || t == "new"; });
  }

  /// Returns the statement's last token: a class ends behind the names of its variables.
  size_t end_of(size_t begins, size_t at) {
    if (token(at) == ";") return at;
    size_t end = closing_token(tokens_, at, "{", "}");
    const bool is_class = !is_function(begins, at) && has(begins, at, [](std::string_view t) {
      return t == "struct" || t == "class" || t == "union";
    });
    if (!is_class) return end;
    if (token(at - 1) != "struct" && token(at - 1) != "union") names_.insert(token(at - 1));
    while (end < tokens_.all.size() && token(end) != ";") ++end;
    if (token(begins) == "typedef") names_.insert(token(end - 1));
    return end;
  }

  /// Makes spaces of a statement, but for its directives. Returns its last token.
  size_t leave_out(size_t begins, size_t end) {
    while (begins < end && tokens_.all[begins].in_directive) ++begins;
    end = std::min(end, tokens_.all.size() - 1);
    const size_t from = tokens_.all[begins].begin, to = tokens_.all[end].begin + 1;
    for (size_t k = from; k < to; ++k)
      if (out_[k] != '\n') out_[k] = ' ';
    for (const CudaDirective& d : tokens_.directives)
      if (d.begin >= from && d.begin < to) restore(d.begin);
    return end;
  }

  /// Writes a directive again, with the lines that go on with it.
  void restore(size_t at) {
    for (char before = 0; at < text_.size() && (text_[at] != '\n' || before == '\\'); ++at)
      before = out_[at] = text_[at];
  }

  const std::string& text_;
  const CudaTokens tokens_;
  std::string out_ = text_;
  std::set<std::string_view> names_; ///< classes that have been left out
};

} // namespace

std::string device_text(const std::string& text) { return HostPart(text).left_out(); }

bool is_cuda_header(std::string_view name) {
  return std::ranges::find(cuda_headers, name) != std::end(cuda_headers);
}

bool is_host_header(std::string_view name) {
  return std::ranges::find(host_headers, name) != std::end(host_headers);
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
    if (!is_cuda_header(name) && !is_host_header(name)) out.headers += line + "\n";
    line.clear();
  }
  return out;
}

} // namespace nova

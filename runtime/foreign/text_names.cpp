#include "runtime/foreign/text_names.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace nova {

namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The text's tokens at file scope: names, and single characters. What stands in braces or parentheses is one token,
/// "{" or "(".
class FileScope {
 public:
  explicit FileScope(std::string_view text) : text_(text) {
    while (at_ < text.size()) step();
  }
  std::vector<std::string> tokens;
  std::set<std::string> macros;

 private:
  void step() {
    const char c = text_[at_];
    if (c == '\n') line_begins_ = true;
    if (c == '#' && line_begins_) return directive();
    if (text_.substr(at_).starts_with("//")) return skip_past("\n", 0);
    if (text_.substr(at_).starts_with("/*")) return skip_past("*/", 2);
    if (!std::isspace(static_cast<unsigned char>(c))) line_begins_ = false;
    if (c == '"' || c == '\'') return literal(c);
    if (in_name(c)) return name();
    ++at_;
    if (c == '{' || c == '(') {
      if (depth_++ == 0) tokens.emplace_back(1, c);
    } else if (c == '}' || c == ')') {
      depth_ -= depth_ > 0;
    } else if (depth_ == 0 && !std::isspace(static_cast<unsigned char>(c))) {
      tokens.emplace_back(1, c);
    }
  }
  void skip_past(std::string_view end, size_t from) {
    const size_t found = text_.find(end, at_ + from);
    at_ = found == text_.npos ? text_.size() : found + (end == "\n" ? 0 : end.size());
  }
  void literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      at_ += text_[at_] == '\\';
    at_ = std::min(at_ + 1, text_.size());
  }
  void name() {
    const size_t from = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    if (depth_ == 0) tokens.emplace_back(text_.substr(from, at_ - from));
  }
  /// Skips a line of the preprocessor and those that a backslash joins to it. Notes what it defines.
  void directive() {
    size_t end = at_;
    while (end < text_.size() && (text_[end] != '\n' || text_[end - 1] == '\\')) ++end;
    std::string_view line = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end;
    const auto skip_blanks = [&] {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skip_blanks();
    if (!line.starts_with("define")) return;
    line.remove_prefix(6), skip_blanks();
    macros.emplace(line.begin(), std::ranges::find_if_not(line, in_name));
  }

  std::string_view text_;
  size_t at_ = 0, depth_ = 0;
  bool line_begins_ = true;
};

bool is_name(const std::string& token) {
  return in_name(token[0]) && !std::isdigit(static_cast<unsigned char>(token[0]));
}

/// Whether the token declares no name itself, but may stand before one: `static`, `return`, a type, ..
bool is_word_of_c(const std::string& token) {
  constexpr std::array words = {"static",   "inline",  "const",    "extern",  "struct",   "union",
                                "enum",     "typedef", "int",      "char",    "unsigned", "signed",
                                "long",     "short",   "float",    "double",  "void",     "bool",
                                "volatile", "_Bool",   "register", "restrict"};
  return std::ranges::find(words, token) != words.end();
}

} // namespace

TextNames names_defined(std::string_view text) {
  FileScope scope(text);
  TextNames names{std::move(scope.macros), {}};
  const std::vector<std::string>& t = scope.tokens;
  const auto at = [&](size_t k) { return k < t.size() ? t[k] : std::string(" "); };
  for (size_t k = 0; k < t.size(); ++k) {
    if (!is_name(t[k]) || t[k][0] == '_' || is_word_of_c(t[k])) continue;
    const std::string before = k ? t[k - 1] : " ", next = at(k + 1);
    const bool function = next == "(" && at(k + 2) == "{";
    const bool tag = next == "{" && (before == "struct" || before == "union" || before == "enum");
    const bool behind_type = is_name(before) || before == "*" || before == "{" || before == ",";
    const bool variable = behind_type && (next == "=" || next == ";" || next == "[" || next == ",");
    if (function || tag || variable) names.defined.insert(t[k]);
  }
  return names;
}

} // namespace nova

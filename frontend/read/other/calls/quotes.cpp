// Forms of Scheme with quoted data, which are vectors and texts here. A part of calls.hpp.
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include <algorithm>
#include <vector>

namespace nova {
namespace {

using Text = std::optional<std::string>;

/// Reads quoted data as Nova writes them: a list as a vector, a pair as a tuple, a symbol as a text.
class QuotedReader {
 public:
  explicit QuotedReader(std::string_view text) : text_(text) {}
  Text datum(int depth = 0) {
    constexpr int deepest = 30;
    skip_blanks();
    if (at_ == text_.size() || depth > deepest) return {};
    const char c = text_[at_];
    if (c == '(' || c == '[') return list(depth);
    if (c == ',') return ++at_, unquoted();
    const std::string word(text_.substr(at_, size_of_word()));
    at_ += word.size();
    if (word.empty() || word == "." || std::string_view("',;`").find(c) != std::string_view::npos) return {};
    const bool sign = (c == '-' || c == '+') && word.size() > 1 && is_digit(word[1]);
    if (c == '"' || c == '#' || is_digit(c) || sign) return word;
    if (!is_letter(c)) return {};
    return symbols_ = true, "\"" + word + "\"";
  }
  size_t end() const { return at_; }
  bool symbols() const { return symbols_; } ///< whether a symbol has become a text

 private:
  std::string_view text_;
  size_t at_ = 0;
  bool symbols_ = false;

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \n\t", at_), text_.size()); }
  size_t size_of_word() const {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("#\\")) return std::min(rest.find_first_of(" \n()[]", 3), rest.size());
    if (rest[0] != '"') return std::min(rest.find_first_of(" \n\t()[]"), rest.size());
    size_t end = 1;
    while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
    return std::min(end + 1, rest.size());
  }
  /// Returns the expression behind a comma of a quasiquote, as it stands.
  Text unquoted() {
    const size_t begin = at_;
    if (begin < text_.size() && text_[begin] == '@') return {};
    if (begin == text_.size() || text_[begin] != '(') {
      at_ += begin < text_.size() ? size_of_word() : 0;
      return at_ > begin ? Text(text_.substr(begin, at_ - begin)) : Text{};
    }
    size_t depth = 0;
    for (; at_ < text_.size(); ++at_) {
      depth += text_[at_] == '(', depth -= text_[at_] == ')';
      if (depth == 0) return ++at_, std::string(text_.substr(begin, at_ - begin));
    }
    return {};
  }
  Text list(int depth) {
    ++at_;
    std::vector<std::string> items;
    bool pair = false;
    for (skip_blanks(); at_ < text_.size() && text_[at_] != ')' && text_[at_] != ']'; skip_blanks()) {
      if (text_.substr(at_).starts_with(". ")) at_ += 2, pair = true;
      const Text item = datum(depth + 1);
      if (!item) return {};
      items.push_back(*item);
    }
    if (at_++ >= text_.size() || (pair && items.size() != 2)) return {};
    const auto is_text = [](const std::string& e) { return e[0] == '"'; };
    const auto texts = std::ranges::count_if(items, is_text);
    pair |= texts > 0 && texts < static_cast<ptrdiff_t>(items.size()); // of several types: a tuple
    std::string out;
    for (const std::string& e : items) out += (out.empty() ? "" : pair ? ", " : " ") + e;
    return pair ? "(" + out + ")" : "[" + out + "]";
  }
};

/// Returns (match m ((Some p) (snd p)) (None e)) of (cond ((assv k pairs) => cdr) (else e)); nothing for others.
/// The inner forms are Nova's already.
Text asked_pair(std::span<const std::string> of) {
  const std::string_view begin = "((find ", end = " => (drop 1))", other = "(else ";
  if (of.size() != 2 || !of[0].starts_with(begin) || !of[0].ends_with(end) || !of[1].starts_with(other))
    return {};
  return "(match " + of[0].substr(1, of[0].size() - 1 - end.size()) + " ((Some p) (snd p)) (None " +
         of[1].substr(other.size(), of[1].size() - other.size() - 1) + "))";
}

} // namespace

std::optional<QuotedData> quoted_data(std::string_view text) {
  QuotedReader reader(text);
  auto form = reader.datum();
  return form ? std::optional(QuotedData{std::move(*form), reader.end(), reader.symbols()}) : std::nullopt;
}

std::optional<std::string> call_by_names(std::string_view head, std::span<const std::string> of) {
  constexpr std::pair<std::string_view, std::string_view> functions[] = {{"add1", "(+ 1)"},
                                                                         {"cadr", "(lambda (x) x!1)"},
                                                                         {"car", "first"},
                                                                         {"cdr", "(drop 1)"},
                                                                         {"even?", "even"},
                                                                         {"inc", "(+ 1)"},
                                                                         {"odd?", "odd"},
                                                                         {"square", "(lambda (x) (* x x))"},
                                                                         {"string-length", "length"},
                                                                         {"zero?", "(= 0)"}};
  if (head == "cond")
    if (auto asked = asked_pair(of)) return asked;
  if (head == "sort" && of.size() == 2 && (of[1] == "<" || of[1] == ">"))
    return of[1] == "<" ? "(sort " + of[0] + ")" : "(reverse (sort " + of[0] + "))";
  std::vector<std::string> arguments(of.begin(), of.end());
  bool changed = false;
  for (std::string& a : arguments) {
    const auto* at = std::ranges::find(functions, a, &std::pair<std::string_view, std::string_view>::first);
    if (at != std::end(functions)) a = std::string(at->second), changed = true;
  }
  if (auto call = lisp_call(head, arguments)) return call;
  if (!changed) return {};
  std::string call = "(" + std::string(head);
  for (const std::string& a : arguments) call += " " + a;
  return call + ")";
}

std::optional<std::string> form_without_quotes(std::string_view text) {
  constexpr size_t longest = 400;
  const size_t most = std::min(text.size(), longest);
  std::string out;
  size_t depth = 0;
  for (size_t at = 0; at < most;) {
    const char c = text[at];
    const std::string_view rest = text.substr(at);
    const bool quasi = rest.starts_with("`(");
    if (c == ';' || (c == '`' && !quasi)) return {};
    if (c == '\'' || quasi || rest.starts_with("#(")) {
      const auto data = quoted_data(rest.substr(1));
      const bool pair = data && data->form.find(", ") != data->form.npos; // its car is (fst p)
      if (!data || (pair && (text.find("(car ") < most || text.find("(cdr ") < most))) return {};
      out += data->form, at += 1 + data->size;
      continue;
    }
    size_t size = c == '"' ? 1 : rest.starts_with("#\\") ? std::min<size_t>(3, rest.size()) : 1;
    while (c == '"' && size < rest.size() && rest[size] != '"') size += rest[size] == '\\' ? 2 : 1;
    size = std::min(size + (c == '"'), rest.size());
    if (c != '\n' && !(c == ' ' && out.ends_with(' '))) out += rest.substr(0, size);
    if (c == '\n' && !out.ends_with(' ')) out += ' ';
    depth += c == '(' || c == '[', depth -= depth > 0 && (c == ')' || c == ']');
    at += size;
    if (depth == 0) return change_forms(out, call_by_names);
  }
  return {};
}

} // namespace nova

#include "frontend/read/other/form_texts.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>
#include <array>

namespace nova {
namespace {

/// Returns the offset behind the word that begins at `at`: a text in quotes, a character, or what ends at a blank or
/// bracket.
size_t end_of_word(std::string_view text, size_t at) {
  if (text.substr(at).starts_with("#\\")) at += std::min<size_t>(3, text.size() - at);
  if (at < text.size() && text[at] == '"') {
    for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\';
    return std::min(at + 1, text.size());
  }
  while (at < text.size() && std::string_view(" ()[]\"").find(text[at]) == text.npos) ++at;
  return at;
}

class Changer {
 public:
  Changer(std::string_view text, const ChangeForm& change) : text_(text), change_(change) {}

  std::string all() {
    std::string out;
    while (at_ < text_.size()) out += text_[at_] == ' ' ? std::string(1, text_[at_++]) : item(0);
    return out;
  }

 private:
  std::string_view text_;
  const ChangeForm& change_;
  size_t at_ = 0;

  /// Returns the word or form at the place, with all that touches it, as xs!0, changed.
  std::string item(int depth) {
    constexpr int deepest = 60;
    std::string out;
    do {
      const char c = text_[at_];
      const bool opens = (c == '(' || c == '[') && depth < deepest;
      const size_t end = opens ? at_ : std::max(end_of_word(text_, at_), at_ + 1);
      if (opens)
        out += form(depth);
      else
        out += text_.substr(at_, end - at_), at_ = end;
    } while (at_ < text_.size() && std::string_view(" )]").find(text_[at_]) == std::string_view::npos);
    return out;
  }
  std::string form(int depth) {
    const size_t begin = at_++;
    const bool call = text_[begin] == '(';
    std::vector<std::string> items;
    std::string written(1, text_[begin]);
    while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != ']') {
      if (text_[at_] == ' ')
        written += text_[at_++];
      else
        items.push_back(item(depth + 1)), written += items.back();
    }
    if (at_ == text_.size()) return std::string(text_.substr(begin)); // the text was shortened
    written += text_[at_++];
    if (!call || items.empty()) return written;
    return change_(items[0], std::span(items).subspan(1)).value_or(written);
  }
};

/// The operators that work on numbers, so that vectors of them are mapped.
constexpr std::string_view mapped_operators[] = {
    "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "pow", "power", "floor-over", "floor-mod", "min", "max"};
constexpr std::string_view mapped_functions[] = {"abs",  "cos",       "exp",   "floor", "log",
                                                 "neg",  "is-nan",    "not",   "round", "sin",
                                                 "sqrt", "to_double", "to_int"};

/// Returns a name that stands in neither text.
char free_name(std::string_view a, std::string_view b) {
  for (const char name : std::string_view("vxyzabcde"))
    if (a.find(name) == a.npos && b.find(name) == b.npos) return name;
  return 'w';
}

/// Returns the map that applies an operator to the elements of a, of b, or of both.
std::string map_of(std::string_view f, const std::string& a, const std::string& b, bool first, bool second) {
  const std::string name(f);
  if (first && second) return "(map " + name + " " + a + " " + b + ")";
  if (second) return "(map (" + name + " " + a + ") " + b + ")";
  if (f == "+" || f == "*") return "(map (" + name + " " + b + ") " + a + ")";
  const std::string v(1, free_name(b, ""));
  return "(map (lambda (" + v + ") (" + name + " " + v + " " + b + ")) " + a + ")";
}

} // namespace

std::string change_forms(std::string_view text, const ChangeForm& change) {
  return Changer(text, change).all();
}

Shape shape_of(std::string_view form, const ShapeOf& names) {
  constexpr std::string_view makers[] = {"(map ",       "(++ ",     "(reverse ", "(sort ",  "(filter ",
                                         "(take ",      "(drop ",   "(slice ",   "(range ", "(iota ",
                                         "(replicate ", "(unique ", "(scan ",    "(zip "};
  constexpr std::string_view texts[] = {"(show ", "(format ", "(upper ", "(lower ", "(trim ", "(join "};
  const auto begins = [&](std::string_view head) { return form.starts_with(head); };
  if (form.empty()) return Shape::Unknown;
  if (form[0] == '"' || std::ranges::any_of(texts, begins)) return Shape::Text;
  const size_t close = form.find(']');
  if (begins("[[") || begins("(map (map ") || begins("(transpose ") || begins("(matmul "))
    return Shape::Matrix;
  if (begins("[(") && form.find(", ") < form.find(')')) return Shape::Pairs;
  if (form[0] == '[' && close + 1 == form.size())
    return form.find('.') != form.npos && form.find("..") == form.npos ? Shape::Fractions : Shape::Vector;
  if (begins("(map to_double ")) return Shape::Fractions;
  if (std::ranges::any_of(makers, begins)) return Shape::Vector;
  const size_t digits = form[0] == '-';
  if (form.size() > digits && is_digit(form[digits]))
    return form.find('.') == form.npos ? Shape::Whole : Shape::Fraction;
  if (begins("(length ") || begins("(to_int ")) return Shape::Whole;
  if (begins("(to_double ") || begins("(sqrt ")) return Shape::Fraction;
  return form.find_first_of("( [!") == form.npos ? names(form) : Shape::Unknown;
}

/// Whether it is known that a vector's elements are no fractions: it is a name, or a part of what has a name.
static bool has_whole_elements(std::string_view form, const ShapeOf& names) {
  constexpr std::string_view parts[] = {"(drop ", "(filter ", "(reverse ", "(sort ", "(take "};
  if (std::ranges::any_of(parts, [&](std::string_view p) { return form.starts_with(p); }))
    form = form.substr(form.rfind(' ') + 1, form.size() - form.rfind(' ') - 2);
  return !form.empty() && form.find_first_of("()[ ") == form.npos && names(form) == Shape::Vector;
}

std::string with_emptiness(std::string_view text, const ShapeOf& names) {
  constexpr std::string_view choices[] = {"if", "when", "while"};
  const auto has_elements = [&](const std::string& e) {
    const Shape s = shape_of(e, names);
    return is_vector(s) || s == Shape::Text;
  };
  return change_forms(
      text, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        if (head == "not" && of.size() == 1 && has_elements(of[0])) return "(= (length " + of[0] + ") 0)";
        if (!is_one_of(head, choices) || of.size() < 2 || !has_elements(of[0])) return {};
        std::string form = "(" + std::string(head) + " (> (length " + of[0] + ") 0)";
        for (const std::string& e : of.subspan(1)) form += " " + e;
        return form + ")";
      });
}

constexpr std::string_view by_key = "(lambda (k, v) (= k \"";

std::string with_values_of_keys(std::string_view text) {
  if (text.find(by_key) == text.npos) return std::string(text);
  return change_forms(
      text, [](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        if (head != "filter" || of.size() != 2 || !of[0].starts_with(by_key)) return {};
        return "(snd (first (filter " + of[0] + " " + of[1] + ")))";
      });
}

/// Returns the key of (lambda (k, v) (= k "a")) if it may be the name of a column, and "" else.
static std::string column_of_key(std::string_view function) {
  if (!function.starts_with(by_key) || !function.ends_with("\"))")) return "";
  const std::string_view key = function.substr(by_key.size(), function.size() - by_key.size() - 3);
  const bool name = !key.empty() && is_letter(key[0]) &&
                    std::ranges::all_of(key, [](char c) { return is_letter(c) || is_digit(c); });
  return name ? std::string(key) : "";
}

/// Returns the function of a tuple that takes its parts, (lambda (p) p.1), for one that takes elements, (lambda (p) p!1).
static std::optional<std::string> with_parts(const std::string& f) {
  const std::string begin = "(lambda (";
  const size_t close = f.find(')');
  if (!f.starts_with(begin) || close == f.npos) return {};
  const std::string element = f.substr(begin.size(), close - begin.size()) + "!";
  std::string out = f;
  for (size_t at = out.find(element, close); at != out.npos; at = out.find(element, at + 1)) {
    const size_t sign = at + element.size() - 1;
    const bool name = !is_letter(out[at - 1]) && !is_digit(out[at - 1]);
    if (name && sign + 1 < out.size() && is_digit(out[sign + 1])) out[sign] = '.';
  }
  return out == f ? std::nullopt : std::optional(out);
}

std::string with_columns(std::string_view text, const ShapeOf& names) {
  const auto change = [&](std::string_view head,
                          std::span<const std::string> of) -> std::optional<std::string> {
    if (of.empty()) return {};
    const std::string &f = of[0], &last = of.back(), column = "(lambda (r) r.";
    const Shape shape = shape_of(last, names);
    if (head == "filter" && shape == Shape::Records && !column_of_key(f).empty())
      return "(map " + column + column_of_key(f) + ") " + last + ")";
    const std::string keys = "(map " + column; // the value around it is that column
    if ((head == "first" || head == "snd") && f.starts_with(keys) && text.find("(= k \"") != text.npos)
      return f;
    if (head == "map" && of.size() == 2 && shape == Shape::Pairs && f.starts_with(column) &&
        f.find(' ', column.size()) == f.npos)
      return "(snd (first (filter (lambda (k, v) (= k \"" +
             f.substr(column.size(), f.size() - column.size() - 1) + "\")) " + last + ")))";
    return {};
  };
  return change_forms(text, change);
}

std::string with_parts_of_tuples(std::string_view text, const ShapeOf& names) {
  const auto change = [&](std::string_view head,
                          std::span<const std::string> of) -> std::optional<std::string> {
    constexpr std::string_view taking[] = {"count", "filter",  "group-aggregate",
                                           "map",   "sort-by", "sort-rows"};
    if (of.size() < 2 || !is_one_of(head, taking) || shape_of(of.back(), names) != Shape::Pairs) return {};
    const auto own = with_parts(of[0]);
    if (!own) return {};
    std::string form = "(" + std::string(head) + " " + *own;
    for (const std::string& e : of.subspan(1)) form += " " + e;
    return form + ")";
  };
  return change_forms(text, change);
}

/// Returns the operator between matrices, or between one and another value, by element; the product of two as NumPy's @.
static std::optional<std::string> with_matrices(std::string_view head, std::span<const std::string> of,
                                                std::span<const Shape> shapes) {
  const std::string f(head);
  const bool first = shapes[0] == Shape::Matrix;
  if (of.size() == 1) return "(map (map " + f + ") " + of[0] + ")";
  const bool second = shapes[1] == Shape::Matrix;
  if (head == "*" && first && second) return "(matmul " + of[0] + " " + of[1] + ")";
  if (first && second) return "(map (map " + f + ") " + of[0] + " " + of[1] + ")";
  const std::string &m = of[first ? 0 : 1], &other = of[first ? 1 : 0];
  if (is_vector(shapes[first ? 1 : 0])) {
    if (head == "*" && first) return "(map (dot " + other + ") " + m + ")";
    const std::string r(1, free_name(other, m)), rows = first ? r + " " + other : other + " " + r;
    return "(map (lambda (" + r + ") (map " + f + " " + rows + ")) " + m + ")";
  }
  if (!first || f == "+" || f == "*") return "(map (map (" + f + " " + other + ")) " + m + ")";
  const std::string v(1, free_name(other, ""));
  return "(map (map (lambda (" + v + ") (" + f + " " + v + " " + other + "))) " + m + ")";
}

/// Returns the product of a matrix and a vector, as NumPy's A @ b and Julia's A' * b; nothing for other factors.
static std::optional<std::string> with_vector_factor(std::span<const std::string> of, const ShapeOf& names) {
  const auto is_one_row = [&](std::string_view e) {
    const Shape s = shape_of(e, names);
    return s != Shape::Matrix && s != Shape::Text && is_vector(s);
  };
  if (!is_one_row(of[1])) return {};
  const std::string transpose = "(transpose ";
  std::string first = of[0];
  if (first.starts_with(transpose))
    first = first.substr(transpose.size(), first.size() - transpose.size() - 1);
  if (is_one_row(first)) return "(dot " + first + " " + of[1] + ")"; // x' * y
  return "(map (dot " + of[1] + ") " + of[0] + ")";
}

std::string with_maps(std::string_view text, const ShapeOf& names) {
  const auto change = [&](std::string_view head,
                          std::span<const std::string> operands) -> std::optional<std::string> {
    const auto shape = [&](size_t k) { return shape_of(operands[k], names); };
    constexpr std::string_view statistics[] = {"mean", "median", "std", "variance"},
                               roots[] = {"cos", "exp", "log", "sin", "sqrt"};
    if (operands.size() == 1 && is_one_of(head, statistics) && has_whole_elements(operands[0], names))
      return "(" + std::string(head) + " (map to_double " + operands[0] + "))";
    if (operands.size() == 1 && is_one_of(head, roots) && operands[0].starts_with("(sum ") &&
        has_whole_elements(std::string_view(operands[0]).substr(5, operands[0].size() - 6), names))
      return "(" + std::string(head) + " (to_double " + operands[0] + "))";
    if (head == "cov" && operands.size() == 1 && operands[0].starts_with('[') && operands[0].ends_with(']'))
      if (const std::string xs = operands[0].substr(1, operands[0].size() - 2); has_whole_elements(xs, names))
        return "(cov [(map to_double " + xs + ")])";
    if (head == "pow" && operands.size() == 2 && shape(1) == Shape::Whole && operands[1][0] != '-')
      return "(power " + operands[0] + " " + operands[1] + ")";
    if (operands.size() == 1 && is_one_of(head, mapped_functions) && shape(0) == Shape::Matrix)
      return with_matrices(head, operands, std::array{shape(0)});
    if (operands.size() == 1 && is_one_of(head, mapped_functions) && is_vector(shape(0)))
      return "(map " + std::string(head) + " " + operands[0] + ")";
    if (head == "matmul" && operands.size() == 2)
      if (auto product = with_vector_factor(operands, names)) return product;
    if (head == "contains" && operands.size() == 2 && operands[0][0] == '"' && shape(1) == Shape::Text)
      return "(has-text " + operands[0] + " " + operands[1] + ")";
    if (operands.size() != 2 || !is_one_of(head, mapped_operators)) return {};
    if (head == "+" && (shape(0) == Shape::Text || shape(1) == Shape::Text))
      return "(++ " + operands[0] + " " + operands[1] + ")";
    const bool first = is_vector(shape(0)), second = is_vector(shape(1));
    if (!first && !second) return {};
    if (shape(0) == Shape::Matrix || shape(1) == Shape::Matrix)
      return with_matrices(head, operands, std::array{shape(0), shape(1)});
    return map_of(head, operands[0], operands[1], first, second);
  };
  return change_forms(text, change);
}

std::string for_program(const std::string& help, const std::function<bool(std::string_view)>& is_of_program) {
  const std::string define = "(define ";
  const size_t form = help.find(define), begin = form + define.size();
  if (form == help.npos || help[begin] == '(') return help;
  if (!is_of_program(std::string_view(help).substr(begin, help.find(' ', begin) - begin))) return help;
  const std::string element = "an element of a local variable is set by ",
                    local = "; a local variable is assigned with ";
  if (help.starts_with(element)) return "a vector is made anew: " + help.substr(form);
  const size_t at = help.find(local, begin);
  return at == help.npos ? help : help.substr(0, at);
}

bool is_form_head(std::string_view word) {
  constexpr std::string_view heads[] = {"begin", "cond", "define", "lambda", "let", "letrec", "match"};
  return is_one_of(word, heads);
}

bool begins_form(std::string_view text) {
  const size_t blank = text.find(' ');
  return text.starts_with('(') && blank != text.npos && is_form_head(text.substr(1, blank - 1));
}

} // namespace nova

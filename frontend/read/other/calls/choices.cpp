// Choices by element: R's ifelse and NumPy's where. A part of calls.hpp.
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/expressions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include <algorithm>
#include <vector>

namespace nova {
namespace {

constexpr std::string_view column = "(map (lambda (r) r.";

/// Returns the offset behind the operand that begins at `at`: a name, or a column of a table; `at` for other words.
size_t behind_operand(std::string_view form, size_t at) {
  const std::string_view rest = form.substr(at);
  if (rest.starts_with(column)) {
    const size_t close = rest.find(')', column.size()), end = rest.find(')', close + 1);
    return end == rest.npos ? at : at + end + 1;
  }
  const bool begins = at == 0 || form[at - 1] == ' ' || form[at - 1] == '[';
  if (!begins || !is_letter(form[at])) return at;
  return std::min(form.find_first_of(" ()[]!", at), form.size());
}

/// Returns the vectors that a condition compares: x of (> x 0), without heads, literals and what is taken from a vector.
std::vector<std::string> operands_of(std::string_view form) {
  constexpr std::string_view literals[] = {"true", "false", "None", "pi", "it"};
  std::vector<std::string> all;
  for (size_t at = 0; at < form.size();) {
    if (form[at] == '"') {
      at = std::min(form.find('"', at + 1), form.size() - 1) + 1;
      continue;
    }
    const size_t end = behind_operand(form, at);
    const std::string name(form.substr(at, end - at));
    const bool element = end < form.size() && form[end] == '!';
    if (end > at && !element && std::ranges::find(literals, name) == std::end(literals) &&
        std::ranges::find(all, name) == all.end())
      all.push_back(name);
    at = std::max(end, at + 1);
  }
  return all;
}

/// Returns the form with each of the operands `from` as that of `to`.
std::string with_names(std::string_view form, std::span<const std::string> from,
                       std::span<const std::string> to) {
  std::string out;
  for (size_t at = 0; at < form.size();) {
    const size_t end =
        form[at] == '"' ? std::min(form.find('"', at + 1), form.size() - 1) + 1 : behind_operand(form, at);
    const std::string_view word = form.substr(at, std::max(end, at + 1) - at);
    const auto which = std::ranges::find(from, word);
    out += which == from.end() ? std::string(word) : to[static_cast<size_t>(which - from.begin())];
    at += word.size();
  }
  return out;
}

std::string texts_of(std::span<const std::string> all) {
  std::string texts;
  for (const std::string& e : all) texts += " " + e;
  return texts;
}

/// Returns the choice of an element for one by element, of the same vectors; other forms as they are.
std::string choice_within(const std::string& e, std::span<const std::string> vectors) {
  const std::string begin = "(map (lambda (", end = ")" + texts_of(vectors) + ")";
  if (!e.starts_with(begin) || !e.ends_with(end)) return e;
  const size_t close = e.find(')');
  std::vector<std::string> names;
  for (size_t at = begin.size(); at < close; at += 2) names.emplace_back(1, e[at]);
  const std::string body = e.substr(close + 2, e.size() - end.size() - close - 2);
  return body.starts_with("(if ") && names.size() == vectors.size() ? with_names(body, names, vectors) : e;
}

} // namespace

std::string choice_by_element(const std::string& condition, const std::string& a, const std::string& b) {
  const std::vector<std::string> operands = operands_of(condition);
  constexpr size_t most = 3;
  if (operands.empty() || operands.size() > most) return "(if " + condition + " " + a + " " + b + ")";
  const std::string choice =
      "(if " + condition + " " + choice_within(a, operands) + " " + choice_within(b, operands) + ")";
  const std::vector<std::string> all = operands_of(choice);
  std::vector<std::string> names;
  for (const char name : std::string_view("vwuabcdefgh"))
    if (names.size() < operands.size() && std::ranges::find(all, std::string(1, name)) == all.end())
      names.emplace_back(1, name);
  return "(map (lambda (" + texts_of(names).substr(1) + ") " + with_names(choice, operands, names) + ")" +
         texts_of(operands) + ")";
}

std::string with_scalar_choices(std::string_view text, const ShapeOf& names) {
  return change_forms(
      text, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        const std::string begin = "(lambda (v) (if ";
        if (head != "map" || of.size() != 2 || !of[0].starts_with(begin)) return {};
        const Shape s = shape_of(of[1], names);
        if (s != Shape::Whole && s != Shape::Fraction) return {};
        const std::string body = of[0].substr(12, of[0].size() - 13);
        std::string out;
        for (size_t at = 0; at < body.size(); ++at) {
          const bool name = body[at] == 'v' && (body[at - 1] == ' ' || body[at - 1] == '(') &&
                            at + 1 < body.size() && (body[at + 1] == ' ' || body[at + 1] == ')');
          out += name ? of[1] : std::string(1, body[at]);
        }
        return out;
      });
}

} // namespace nova

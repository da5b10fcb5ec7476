// Heads of loops in other languages: parts of bodies.hpp.
#include "frontend/read/other/bodies.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Returns the offset of the bracket that closes the one that begins the text; npos if none does.
size_t closing_bracket(std::string_view text) {
  size_t depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '(' || text[at] == '[';
    depth -= depth > 0 && (text[at] == ')' || text[at] == ']');
    if (depth == 0) return at;
  }
  return text.npos;
}

/// Returns the offset of the first of the signs outside of brackets and texts; the text's size if there is none.
size_t find_outside(std::string_view text, std::string_view sign) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    quoted ^= text[at] == '"' && (at == 0 || text[at - 1] != '\\');
    if (quoted) continue;
    if (depth == 0 && text.substr(at).starts_with(sign)) return at;
    depth += text[at] == '(' || text[at] == '[';
    depth -= depth > 0 && (text[at] == ')' || text[at] == ']');
  }
  return text.size();
}

/// Returns the number after the last one of a range: 11 for 10, (+ n 1) for n, n for (- n 1).
std::string number_after(const std::string& last) {
  constexpr size_t most_digits = 9;
  if (last.size() <= most_digits && std::ranges::all_of(last, is_digit))
    return std::to_string(std::stol(last) + 1);
  if (last.starts_with("(- ") && last.ends_with(" 1)") && std::ranges::count(last, ' ') == 2)
    return last.substr(3, last.size() - 6);
  return "(+ " + last + " 1)";
}

/// Returns the loop of `int i = 0; i < n; i++`; nothing for one that counts otherwise.
std::optional<LoopHead> counting(std::string_view head) {
  const auto parts = split_at(head, ";");
  if (parts.size() != 3) return {};
  const size_t sign = parts[0].find('='), bound = parts[1].find_first_of("<>!");
  const auto words = other_words(parts[0].substr(0, sign));
  if (sign == head.npos || bound == head.npos || parts[1][bound] != '<' || !words || words->empty())
    return {};
  const std::string name(words->back().text);
  const bool last = parts[1].substr(bound).starts_with("<=");
  const auto from = nova_expression(parts[0].substr(sign + 1)),
             to = nova_expression(parts[1].substr(bound + 1 + last));
  const auto is_step = [&](std::string step) {
    std::erase(step, ' ');
    return step == name + "++" || step == "++" + name || step == name + "+=1" ||
           step == name + "=" + name + "+1";
  };
  std::string step;
  if (!is_step(std::string(parts[2]))) {
    const size_t plus = parts[2].find("+=");
    const auto by = plus == parts[2].npos ? std::nullopt : nova_expression(parts[2].substr(plus + 2));
    if (!by) return {};
    step = " " + *by;
  }
  if (!from || !to) return {};
  return LoopHead{
      "(for (" + name + " " + *from + " " + (last ? number_after(*to) : *to) + step + ") ", ")", {name}};
}

/// Returns the bounds of range(a, b), 1:n and 0..n; nothing for other sources.
std::optional<std::string> bounds_of(std::string_view source) {
  if (source.starts_with("range(") && source.ends_with(')') &&
      closing_bracket(source.substr(5)) == source.size() - 6) {
    std::string bounds;
    const auto parts = split_at(source.substr(6, source.size() - 7), ",");
    for (const std::string_view part : parts) {
      const auto e = nova_expression(part);
      if (!e || e->starts_with('-')) return {};
      bounds += (bounds.empty() ? "" : " ") + *e;
    }
    return parts.size() == 1 ? "0 " + bounds : bounds;
  }
  for (const std::string_view indices : {"eachindex(", "seq_along(", "1:length("})
    if (source.starts_with(indices) && source.ends_with(')'))
      if (const auto xs = nova_expression(source.substr(indices.size(), source.size() - indices.size() - 1)))
        return "0 (length " + *xs + ")";
  for (const std::string_view dots : {"..", ":"}) {
    const size_t at = find_outside(source, dots);
    if (at == source.size() ||
        find_outside(source.substr(at + dots.size()), dots) + at + dots.size() < source.size())
      continue;
    const auto a = nova_expression(source.substr(0, at)),
               b = nova_expression(source.substr(at + dots.size()));
    if (a && b) return *a + " " + number_after(*b);
  }
  return {};
}

bool has_name(std::string_view text, std::string_view name) {
  const auto words = other_words(text).value_or(std::vector<OtherWord>{});
  return std::ranges::find(words, name, &OtherWord::text) != words.end();
}

/// Returns a name for an index that is none of the names.
std::string index_beside(const std::vector<std::string>& names, std::string_view source) {
  for (const char* i : {"i", "j", "k", "m"})
    if (std::ranges::find(names, i) == names.end() && !has_name(source, i)) return i;
  return std::ranges::find(names, "i") == names.end() ? "i" : "at";
}

/// Returns the loop of `for NAMES in SOURCE`, over the elements of a vector. Names in brackets are Julia's, whose
/// enumerate counts from 1.
std::optional<LoopHead> drawing(std::vector<std::string> names, std::string_view source, bool in_brackets) {
  if (names.size() == 1)
    if (const auto bounds = bounds_of(source))
      return LoopHead{"(for (" + names[0] + " " + *bounds + ") ", ")", names};
  const std::string i = index_beside(names, source);
  const auto at = [](const std::string& xs, const std::string& index) {
    return xs[0] == '(' ? "(! " + xs + " " + index + ")" : xs + "!" + index;
  };
  const auto inner = [&](std::string_view f) {
    return split_at(source.substr(f.size(), source.size() - f.size() - 1), ",");
  };
  if (source.starts_with("enumerate(") && source.ends_with(')') && names.size() == 2) {
    const auto xs = nova_expression(inner("enumerate(")[0]);
    if (!xs) return {};
    const std::string last = in_brackets ? "(+ (length " + *xs + ") 1)" : "(length " + *xs + ")",
                      place = in_brackets ? "(- " + names[0] + " 1)" : names[0];
    return LoopHead{"(for (" + names[0] + (in_brackets ? " 1 " : " 0 ") + last + ") (let (" + names[1] + " " +
                        at(*xs, place) + ") in ",
                    "))", names};
  }
  if (source.starts_with("zip(") && source.ends_with(')') && names.size() == 2 && inner("zip(").size() == 2) {
    const auto xs = nova_expression(inner("zip(")[0]), ys = nova_expression(inner("zip(")[1]);
    if (!xs || !ys) return {};
    return LoopHead{"(for (" + i + " 0 (length " + *xs + ")) (let ((" + names[0] + " " + at(*xs, i) + ") (" +
                        names[1] + " " + at(*ys, i) + ")) ",
                    "))", names};
  }
  const auto xs = nova_expression(source);
  if (!xs || names.size() > 2) return {};
  const std::string pattern = names.size() == 1 ? names[0] : "(" + names[0] + ", " + names[1] + ")";
  return LoopHead{"(for (" + i + " 0 (length " + *xs + ")) (let (" + pattern + " " + at(*xs, i) + ") in ",
                  "))", names};
}

/// Returns the names before `in`, `=` or `:`: i; i, x; (i, x); auto x. Nothing if there is something else.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (const OtherWord& w : other_words(text).value_or(std::vector<OtherWord>{})) {
    if (w.kind == OtherWord::Name && !is_type_word(w.text) && w.text != "var" && w.text != "let")
      names.emplace_back(w.text);
    else if (w.kind != OtherWord::Name && w.text != "," && w.text != "(" && w.text != ")" && w.text != "&")
      return {};
  }
  return names;
}

/// Returns the offset of the word that stands between the names and the source, and its size.
std::pair<size_t, size_t> drawing_word(std::string_view head) {
  for (const std::string_view word : {" in ", " of ", " \u2208 ", " = ", " : "})
    if (const size_t at = head.find(word); at != head.npos) return {at, word.size()};
  return {head.npos, 0};
}

} // namespace

std::optional<std::string> nova_condition(std::string_view text, std::string_view whole) {
  auto c = nova_expression(text);
  if (c && !whole.empty() && has_name(whole, *c)) return "(~= " + *c + " 0)"; // while (n) of C
  for (const std::string_view number : {"(% ", "(+ ", "(- ", "(* ", "(& ", "(/ ", "(floor-mod "})
    if (c && c->starts_with(number)) return "(~= " + *c + " 0)"; // if (n % 2) of C
  return c;
}

std::pair<std::string_view, std::string_view> split_loop(std::string_view line) {
  line = without_blanks(line);
  const size_t bracket = line.find('('), word = line.find_first_of(" (");
  const bool first = bracket != line.npos && line.find_first_not_of(' ', word) == bracket;
  if (first) { // for (..) body, while (..) body; but not while (a) > b, for (i, x) in xs
    const size_t close = closing_bracket(line.substr(bracket));
    const std::string_view rest = close == line.npos ? "" : without_blanks(line.substr(bracket + close + 1));
    constexpr std::string_view joins = "=<>&|+-*/%?:";
    const bool goes_on = rest.starts_with("in ") || (!rest.empty() && joins.find(rest[0]) != joins.npos);
    if (close != line.npos && !goes_on) return {line.substr(0, bracket + close + 1), rest};
  }
  const size_t colon = find_outside(line, ": ");
  if (colon < line.size()) return {line.substr(0, colon), without_blanks(line.substr(colon + 2))};
  if (line.ends_with(':')) return {line.substr(0, line.size() - 1), {}};
  const auto [in, size] = drawing_word(line);
  if (line.ends_with(" end") && in != line.npos) { // for i in 1:3 println(i) end
    const std::string_view rest = line.substr(in + size);
    const size_t blank = find_outside(rest, " ");
    return {line.substr(0, in + size + blank), without_blanks(rest.substr(blank, rest.size() - blank - 4))};
  }
  return {line, {}};
}

std::optional<LoopHead> loop_head(std::string_view head, std::string_view whole) {
  head = without_blanks(head);
  if (head.ends_with(" do")) head = without_blanks(head.substr(0, head.size() - 3));
  if (head.starts_with("while")) {
    const auto c = nova_condition(head.substr(5), whole);
    return c ? std::optional(LoopHead{"(while " + *c + " ", ")", {}}) : std::nullopt;
  }
  if (!head.starts_with("for")) return {};
  head = without_blanks(head.substr(3));
  if (head.starts_with('(') && closing_bracket(head) == head.size() - 1) {
    head = head.substr(1, head.size() - 2);
    if (head.find(';') != head.npos) return counting(head);
  }
  const auto [at, size] = drawing_word(head);
  if (at == head.npos) return {};
  auto names = names_in(head.substr(0, at));
  if (names.empty()) return {};
  return drawing(std::move(names), without_blanks(head.substr(at + size)), head.starts_with('('));
}

} // namespace nova

// Operands: what touches an atom, as calls, elements and methods. A part of expressions/parser.hpp.
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/expressions/parser.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>
#include <utility>

namespace nova {

using Text = std::optional<std::string>;

namespace {

/// Whether an expression in Nova is a comprehension.
bool is_comprehension(std::string_view e) { return e.starts_with("[") && e.find(" | ") != e.npos; }

/// Returns Nova's function of bools, which takes a question and a vector, for one that takes the bools alone: any(x > 1
/// for x in xs), sum(x > 1 for x in xs). Returns "" for other functions.
std::string_view function_of_bools(std::string_view f, std::string_view comprehension) {
  constexpr std::string_view comparisons[] = {"[(< ", "[(> ", "[(<= ", "[(>= ", "[(= ", "[(~= "};
  const bool compares =
      std::ranges::any_of(comparisons, [&](std::string_view c) { return comprehension.starts_with(c); });
  if (f == "any" || f == "all") return f;
  return f == "sum" && compares ? "count" : "";
}

/// Returns the arguments of a print that writes a blank between two values, as Python's does.
std::string with_blanks_between(const std::vector<std::string>& arguments) {
  std::string all = arguments[0];
  for (size_t k = 1; k < arguments.size(); ++k) {
    const bool text = all.back() == '"' && arguments[k - 1].front() == '"';
    all = (text ? all.substr(0, all.size() - 1) + " \"" : all + " \" \"") + " " + arguments[k];
  }
  return all;
}

/// Returns the column of df["price"], which has a method; other expressions as they are.
std::string column_of(const std::string& e) {
  const std::string begin = "(filter (lambda (k, v) (= k \"", behind = "\")) ";
  const size_t end = e.find(behind);
  if (!e.starts_with(begin) || end == e.npos) return e;
  const std::string name = e.substr(begin.size(), end - begin.size());
  return std::ranges::all_of(name, is_letter)
             ? "(map (lambda (r) r." + name + ") " + e.substr(end + behind.size())
             : e;
}

/// The element xs!i, where i may count from the end.
std::string element_at(const std::string& xs, const std::string& i) { return xs + "!" + place(i, xs); }

/// Whether arguments that have names are given to the function in their order: it is none that Nova or Python has.
bool takes_names_in_order(std::string_view f) {
  constexpr std::string_view known[] = {
      "enumerate", "filter",  "format", "int",   "map",   "max", "mean",  "min",        "open", "plot",
      "print",     "println", "range",  "round", "sort",  "std", "sum",   "zip",        "sd",   "var",
      "median",    "matrix",  "rep",    "seq",   "paste", "cat", "order", "data.frame", "read"};
  return f.find_first_of(".( ") == f.npos && !is_one_of(f, known) && !is_translated(f);
}

/// Returns the arguments with those behind them that have names, each with a blank before it.
std::string with_values_in_order(const std::vector<std::string>& arguments, std::string_view named) {
  std::string all;
  for (const std::string& a : arguments) all += " " + a;
  for (const std::string_view part : split_at(named, ","))
    all += " " + std::string(part.substr(part.find('=') + 1));
  return all;
}

/// Returns Nova's function for a member of arrays; an empty text for others.
std::string_view member(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> members[] = {
      {"T", "transpose"}, {"length", "length"}, {"shape", "shape"}, {"size", "length"}};
  const auto* at = std::ranges::find(members, name, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(members) ? std::string_view{} : at->second;
}

} // namespace

Text Parser::read_as(const std::string& text) {
  const bool typed = is("::") && word(1).kind == OtherWord::Name;
  const std::string_view type = typed ? word(1).text : std::string_view{};
  at_ += typed ? 2 : 0;
  const bool fraction = type == "Double" || type == "Float" || (!typed && text.find('.') != text.npos);
  if (typed && !fraction && type != "Int" && type != "Integer") return {};
  return std::string(fraction ? "(parse-double " : "(parse-int ") + text + ")";
}

Text Parser::operand() {
  Text e = atom();
  while (e && touches()) {
    if (is(".") && word(1).kind == OtherWord::Name && word(2).text == "(") {
      const std::string f(word(1).text);
      at_ += 3;
      std::string named;
      const auto arguments = expressions(")", named);
      e = arguments && named.empty() ? method_call(column_of(*e), f, *arguments) : Text{};
    } else if (is(".") && word(1).kind == OtherWord::Name && !member(word(1).text).empty()) {
      e = "(" + std::string(member(word(1).text)) + " " + *e + ")", at_ += 2; // xs.filter(f).length
    } else if (is(".") && word(1).text == "(") {
      ++at_;
      e = call("map " + *e);
    } else if (is("$") && word(1).kind == OtherWord::Name) { // a column of R
      e = "(map (lambda (r) r." + std::string(word(1).text) + ") " + *e + ")", at_ += 2;
    } else if (is("(") && is_digit(e->back()) && is_digit(e->front())) { // 3(x + 1)
      const Text factor = atom();
      e = factor ? Text("(* " + *e + " " + *factor + ")") : Text{};
    } else if (is("("))
      e = call(*e);
    else if (is("["))
      e = element(*e);
    else if (take("'"))
      e = "(transpose " + *e + ")";
    else
      break;
  }
  return e;
}

std::optional<std::vector<std::string>> Parser::expressions(std::string_view end, std::string& named) {
  std::vector<std::string> all;
  while (!take(end)) {
    const bool has_name = word().kind == OtherWord::Name && word(1).text == "=";
    if (has_name) named += (named.empty() ? "" : ", ") + std::string(word().text) + "=", at_ += 2;
    Text e = function_word();
    if (!e) e = ranged(expression());
    if (const Text value = e && take("=>") ? expression() : Text{}) e = "(" + *e + ", " + *value + ")";
    if (e && all.empty() && take("for")) { // sum(x for x in xs)
      e = comprehension(*e, "in", end);
      return e ? std::optional(std::vector{*e}) : std::nullopt;
    }
    if (!e || (!take(",") && !is(end) && !(end == ")" && take(";")))) return {};
    has_name ? void(named += *e) : all.push_back(*e);
  }
  return all;
}

Text Parser::function_word() {
  const bool quoted = is("`") && word(2).text == "`";
  const OtherWord sign = word(quoted), next = word(quoted ? 3 : 1);
  const Operator* o = find_operator(sign.text);
  if (sign.kind != OtherWord::Sign || !o || (next.text != "," && next.text != ")")) return {};
  at_ += quoted ? 3 : 1;
  return std::string(o->function);
}

std::string Parser::joined(const std::vector<std::string>& all, const char* between) {
  std::string text;
  for (const std::string& e : all) text += (text.empty() ? "" : between) + e;
  return text;
}

Text Parser::call(const std::string& f) {
  const bool blanks = at_ > 0 && (words_[at_ - 1].text == "print" || words_[at_ - 1].text == "console.log");
  ++at_;
  if (word(1).text == "~") return formula(f);
  const bool spread = f == "println" && is("*") && word(1).kind == OtherWord::Name; // print(*xs)
  std::string named;
  const auto arguments = expressions(")", named);
  if (!arguments) return {};
  if (spread && arguments->size() == 1 && (named.empty() || named.starts_with("sep=\"")))
    return "(println (join " + (named.empty() ? "\" \"" : named.substr(4)) +
           " (map (lambda (v) (format \"{}\" v)) " + (*arguments)[0] + ")))";
  if (!named.empty()) {
    const auto own = call_with_names(f, *arguments, named);
    return own || !takes_names_in_order(f) ? own
                                           : Text("(" + f + with_values_in_order(*arguments, named) + ")");
  }
  if (auto own = own_call(f, *arguments)) return own;
  const size_t dot = f.rfind('.');
  const bool method = dot != f.npos && f[0] != '(' && !f.starts_with("map ") && renaming(f) == f;
  if (method) return method_call(f.substr(0, dot), f.substr(dot + 1), *arguments);
  if (arguments->size() == 1 && is_comprehension((*arguments)[0]))
    if (const auto function = function_of_bools(f, (*arguments)[0]); !function.empty())
      return "(" + std::string(function) + " identity " + (*arguments)[0] + ")";
  const std::string rest = joined(*arguments, " "), name = renaming(f);
  if (name == "map" && arguments->size() == 2 && ((*arguments)[0] == "int" || (*arguments)[0] == "float")) {
    const std::string& of = (*arguments)[1];
    const bool reads = of.starts_with("(words ") || of.starts_with("(split ") || of.starts_with("(lines ");
    const std::string type = (*arguments)[0] == "int" ? "int" : "double";
    return "(map " + (reads ? "parse-" : std::string("to_")) + type + " " + of + ")";
  }
  if (name == "println" && arguments->size() > 1)
    return "(println* " + (blanks ? with_blanks_between(*arguments) : rest) + ")";
  return "(" + name + (rest.empty() ? "" : " " + rest) + ")";
}

Text Parser::formula(const std::string& function) {
  const std::string to(word().text), by(word(2).text);
  if (word().kind != OtherWord::Name || word(2).kind != OtherWord::Name) return {};
  at_ += 3;
  std::string more[2]; // the data and the function
  for (size_t k = 0; k < 2 && take(","); ++k) {
    const bool named = word(1).text == "=";
    const size_t which = named ? is("FUN") : k;
    at_ += named ? 2 : 0;
    if (word().kind != OtherWord::Name) return {};
    more[which] = renaming(words_[at_++].text);
  }
  return take(")") ? formula_call(function, to, by, more[0], more[1]) : Text{};
}

Text Parser::element(const std::string& xs) {
  ++at_;
  Text first, to, step;
  if (is(",") || (is(":") && word(1).text == ",")) { // a column: [:, j], [, j] of R
    at_ += is(",") ? 1 : 2;
    const Text column = expression();
    return column && take("]") ? Text("(map (lambda (r) r!" + *column + ") " + xs + ")") : Text{};
  }
  if (!is(":") && !is("::") && !(first = expression())) return {};
  const bool stepped = take("::");
  if (!stepped && !take(":")) return one_element(xs, *first);
  if (!stepped && is("end") && word(1).text == "]") ++at_;
  if (!stepped && !is("]") && !is(":") && !(to = expression())) return {};
  if ((stepped || take(":")) && !is("]") && !(step = expression())) return {};
  return take("]") ? slice(xs, first, to, step) : Text{};
}

Text Parser::one_element(const std::string& xs, const std::string& first) {
  if (take(",")) {
    const bool row = (is(":") && word(1).text == "]") || is("]");
    if (row) return at_ += is(":") + 1, one_element_of(xs, first);
    const Text second = expression();
    return second && take("]") ? Text(element_at(element_at(xs, first), *second)) : Text{};
  }
  return take("]") ? one_element_of(xs, first) : Text{};
}

Text Parser::one_element_of(const std::string& xs, const std::string& first) {
  if (auto chosen = chosen_elements(xs, first)) return chosen;
  if (const std::string column = "(map (lambda (r) r.";
      xs.starts_with(column) && first.find(column) != first.npos) {
    const size_t close = xs.find(") ", column.size()); // df$age[df$name == "a"]
    const std::string table = xs.substr(close + 2, xs.size() - close - 3);
    if (const auto rows = chosen_elements(table, first)) return xs.substr(0, close + 2) + *rows + ")";
  }
  const std::string lambda = "(map (lambda (v) ", end = ") " + xs + ")"; // xs[xs .> 1]
  if (first.starts_with(lambda) && first.ends_with(end)) return "(filter" + first.substr(4);
  if (first[0] == '"') return "(filter (lambda (k, v) (= k " + first + ")) " + xs + ")"; // of a dictionary
  if (first[0] == '[' && first.find('"') == 1) { // df[["a"]], df[["a", "b"]]
    std::string fields;
    for (const std::string_view name : split_at(std::string_view(first).substr(1, first.size() - 2), " "))
      fields += (fields.empty() ? "r." : ", r.") + std::string(name.substr(1, name.size() - 2));
    const bool several = fields.find(',') != fields.npos;
    return "(map (lambda (r) " + (several ? "(" + fields + ")" : fields) + ") " + xs + ")";
  }
  if (first[0] == '[' && first.find('"') == first.npos) return "(gather " + first + " " + xs + ")";
  return first == "-1" || first == "end" ? "(last " + xs + ")" : element_at(xs, first);
}
} // namespace nova

#include "frontend/read/other/operators.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>
#include <utility>

namespace nova {

using Text = std::optional<std::string>;

namespace {

constexpr Operator operators[] = {
    {"||", "or", 1},      {"or", "or", 1},    {"&&", "and", 2},       {"and", "and", 2},
    {"==", "=", 3},       {"===", "=", 3},    {"!=", "~=", 3},        {"!==", "~=", 3},
    {"/=", "~=", 3},      {"~=", "~=", 3},    {"<>", "~=", 3},        {"<=", "<=", 3},
    {">=", ">=", 3},      {"<", "<", 3},      {">", ">", 3},          {"=", "=", 3},
    {"++", "++", 4},      {"!!", "!", 8},     {"\u2264", "<=", 3},    {"\u2265", ">=", 3},
    {"\u2260", "~=", 3},  {"+", "+", 5},      {"-", "-", 5},          {"*", "*", 6},
    {"/", "/", 6},        {"//", "/", 6},     {"%", "%", 6},          {"mod", "%", 6},
    {"div", "/", 6},      {"\u00d7", "*", 6}, {"%%", "floor-mod", 6}, {"%/%", "floor-over", 6},
    {"%*%", "matmul", 6}, {"%in%", "in", 3},  {"%o%", "outer *", 6},  {"rem", "%", 6},
    {"!", "!", 8},        {"\u00f7", "/", 6}, {"**", "pow", 8},       {"^", "pow", 8},
    {"is", "=", 3},       {"&", "&", 2},      {"\\", "solve", 6},     {"in", "in", 3},
    {"quot", "/", 6},     {"<<", "<<", 4},    {">>", ">>", 4},        {"\u22c5", "dot", 6},
    {"\u2208", "in", 3}};

/// Whether it is a division that rounds down, not to zero as Nova's. Of numerals without a sign both are the same.
bool rounds_down(std::string_view sign) { return sign == "//" || sign == "div"; }

/// Names of other languages, and Nova's.
constexpr std::pair<std::string_view, std::string_view> renamed[] = {
    {"NULL", "None"},
    {"FALSE", "false"},
    {"TRUE", "true"},
    {"Just", "Some"},
    {"Nothing", "None"},
    {"_", "it"},
    {"__", "it2"},
    {"ans", "it"},
    {"False", "false"},
    {"Math.sqrt", "sqrt"},
    {"None", "None"},
    {"True", "true"},
    {"console.log", "println"},
    {"fmap", "map"},
    {"len", "length"},
    {"math.sqrt", "sqrt"},
    {"np.sum", "sum"},
    {"print", "println"},
    {"putStrLn", "println"},
    {"sorted", "sort"},
    {"math.pi", "pi"},
    {"Math.PI", "pi"},
    {"np.pi", "pi"},
    {"M_PI", "pi"},
    {"nothing", "None"},
    {"null", "None"},
    {"string.length", "length"},
    {"reversed", "reverse"},
    {"pass", "nil"},
    {"abs2", "(lambda (x) (* x x))"},
    {"disp", "println"},
    {"undefined", "None"},
    {"putStr", "print"},
    {"getContents", "(read-stdin)"},
    {"getLine", "(first (lines (read-stdin)))"},
    {"readLn", "(parse-int (first (lines (read-stdin))))"},
    {"size", "length"},
    {"str", "show"},
    {"string", "show"}};

/// Returns "%d of %d" % (a, b) as a call of `format`. `b`, the values, is a tuple where there are several.
std::string formatted(const std::string& a, std::string b) {
  const auto parts = b[0] == '(' ? split_at(std::string_view(b).substr(1, b.size() - 2), ",")
                                 : std::vector<std::string_view>();
  std::string values;
  for (const std::string_view part : parts) values += " " + std::string(part);
  return "(format " + format_template(a, true) + (parts.size() > 1 ? values : " " + b) + ")";
}

} // namespace

/// Whether the vector has one element: [0], [(f x)].
static bool is_one_item(std::string_view vector) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t at = 1; at + 1 < vector.size(); ++at) {
    quoted ^= vector[at] == '"';
    if (quoted) continue;
    depth += vector[at] == '(' || vector[at] == '[';
    depth -= depth > 0 && (vector[at] == ')' || vector[at] == ']');
    if (depth == 0 && (vector[at] == ' ' || vector.substr(at).starts_with(".."))) return false;
  }
  return vector.size() > 2;
}

std::string renaming(std::string_view name) {
  const auto* at = std::ranges::find(renamed, name, &std::pair<std::string_view, std::string_view>::first);
  return std::string(at == std::end(renamed) ? name : at->second);
}

const Operator* find_operator(std::string_view sign) {
  const auto* at = std::ranges::find(operators, sign, &Operator::sign);
  return at == std::end(operators) ? nullptr : at;
}

Text applied(const Operator& o, const std::string& a, const std::string& b, bool backquoted) {
  if (a[0] == '"' && b.starts_with("#\\") && b.size() == 3)
    return applied(o, a, "\"" + b.substr(2) + "\"", backquoted);
  if (o.function == "!" && a.starts_with("(iterate ")) return "(iterate " + b + a.substr(8);
  if (o.function == "!") return a + "!" + b;
  const bool conditions =
      a.starts_with("(<") || a.starts_with("(>") || a.starts_with("(= ") || a.starts_with("(~=");
  if (o.sign == "&" && conditions) return "(and " + a + " " + b + ")";
  if (o.sign == "mod" && backquoted) return "(floor-mod " + a + " " + b + ")";
  const bool acts = b.starts_with("(print") || b.starts_with("(error! ") || b.starts_with("(set! ");
  if (acts && (o.function == "and" || o.function == "or")) // c && println(x) of Julia
    return (o.function == "and" ? "(when " : "(unless ") + a + " " + b + ")";
  if (o.function == "*" && a[0] == '[' && b[0] != '[' && is_one_item(a)) // [0] * n of Python
    return "(replicate " + b + " " + a.substr(1, a.size() - 2) + ")";
  constexpr std::string_view arithmetic[] = {"+", "-", "*", "/"}; // (double) a / n of C
  for (const std::string_view to : {"(to_double ", "(to_float "}) {
    const bool left = a.starts_with(to), right = b.starts_with(to);
    if (left == right || !is_one_of(o.function, arithmetic)) continue;
    const std::string& other = left ? b : a;
    if (!std::ranges::all_of(other, [](char c) { return is_letter(c) || is_digit(c); }) || is_digit(other[0]))
      continue;
    const std::string own = std::string(to) + other + ")";
    return "(" + std::string(o.function) + " " + (left ? a : own) + " " + (left ? own : b) + ")";
  }
  if (o.sign == ">>" && a.starts_with("(print")) return "(begin " + a + " " + b + ")"; // of Haskell
  if (o.function == "in") return "(contains " + a + " " + b + ")";
  if (o.function == "*" && (a.starts_with("(transpose ") || b.starts_with("(transpose ")))
    return "(matmul " + a + " " + b + ")";
  const bool text = a[0] == '"' || b[0] == '"';
  const auto is_text = [](const std::string& e) {
    return e[0] == '"' || e.starts_with("(show ") || e.starts_with("(format ") || e.starts_with("(++ ");
  };
  if (a[0] == '"' && !is_text(b) && (o.function == "*" || o.function == "pow")) // "ab" * 3, "ab" ^ 3
    return "(repeat " + b + " " + a + ")";
  if (text && o.function == "*" && !(is_text(a) && is_text(b))) return {}; // 3 * "ab"
  if ((text && o.function == "*") || (o.function == "+" && (is_text(a) || is_text(b))))
    return "(++ " + a + " " + b + ")";
  if (a[0] == '"' && o.function == "%") return formatted(a, b);
  if (rounds_down(o.sign) && !std::ranges::all_of(a + b, is_digit)) return "(floor-over " + a + " " + b + ")";
  const bool powers = b.starts_with("(power ") && b.find_first_not_of("0123456789() ", 7) == b.npos;
  const bool whole = o.function == "pow" && (powers || std::ranges::all_of(b, is_digit));
  return "(" + std::string(whole ? "power" : o.function) + " " + a + " " + b + ")";
}

Text for_each(const Operator& o, const std::string& a, const std::string& b) {
  const auto is_number = [](const std::string& e) { return is_digit(e[0]) || (e[0] == '-' && e.size() > 1); };
  if (is_number(b)) return "(map (lambda (v) " + applied(o, "v", b).value_or("v") + ") " + a + ")";
  if (is_number(a)) return "(map (lambda (v) " + applied(o, a, "v").value_or("v") + ") " + b + ")";
  return "(map " + std::string(o.function) + " " + a + " " + b + ")";
}

} // namespace nova

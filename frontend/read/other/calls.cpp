#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/calls/call_tables.hpp"
#include "frontend/read/other/calls/tables.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace nova {
namespace {

using Arguments = std::span<const std::string>;

constexpr OtherCall calls[] = {
    {"is.na", 1, "(is-nan $1)"},
    {"is.null", 1, "(= $1 None)"},
    {"order", 1, "(argsort $1)"},
    {"rev", 1, "(reverse $1)"},
    {"runif", 1, "(randoms seed $1)"},
    {"set.seed", 1, "(define seed $1)"},
    {"rnorm", 1, "(random-normal (key seed) $1)"},
    {"rnorm", 3, "(map (lambda (z) (+ $2 (* $3 z))) (random-normal (key seed) $1))"},
    {"rexp", 2, "(random-exponential (key seed) $2 $1)"},
    {"rpois", 2, "(random-poisson (key seed) $2 $1)"},
    {"outer", 2, "(outer * $1 $2)"},
    {"tapply", 3, "(group-aggregate snd (lambda (g) ($3 (map fst g))) (zip $1 $2))"},
    {"error", 1, "(error! $1)"},
    {"isnothing", 1, "(is-none $1)"},
    {"occursin", 2, "(has-text $1 $2)"},
    {"stop", 1, "(error! $1)"},
    {"t", 1, "(transpose $1)"},
    {"table", 1, "(value-counts $1)"},
    {"head", 2, "(take $2 $1)"},
    {"tail", 2, "(drop (- (length $1) $2) $1)"},
    {"arange", 1, "(iota $1)"},
    {"collect", 1, "$1"},
    {"prod", 1, "(product $1)"},
    {"sum", 2, "(sum (map $1 $2))"},
    {"seq_along", 1, "(iota (length $1))"},
    {"nrow", 1, "(length $1)"},
    {"Filter", 2, "(filter $1 $2)"},
    {"Map", 2, "(map $1 $2)"},
    {"Number", 1, "(to_double $1)"},
    {"as.integer", 1, "(to_int $1)"},
    {"as.numeric", 1, "(to_double $1)"},
    {"bool", 1, "(~= $1 0)"},
    {"c", 0, "[$*]"},
    {"div", 2, "(/ $1 $2)"},
    {"divmod", 2, "((floor-over $1 $2), (floor-mod $1 $2))"},
    {"divrem", 2, "((/ $1 $2), (% $1 $2))"},
    {"double", 1, "(to_double $1)"},
    {"fld", 2, "(floor-over $1 $2)"},
    {"float", 1, "(to_double $1)"},
    {"int", 1, "(to_int $1)"},
    {"lapply", 2, "(map $2 $1)"},
    {"input", 0, "(first (lines (read-stdin)))"},
    {"list", 1, "$1"},
    {"readline", 0, "(first (lines (read-stdin)))"},
    {"max", 1, "(maximum $1)"},
    {"min", 1, "(minimum $1)"},
    {"mod", 2, "(floor-mod $1 $2)"},
    {"nchar", 1, "(length $1)"},
    {"parseFloat", 1, "(parse-double $1)"},
    {"parseInt", 1, "(parse-int $1)"},
    {"paste0", 2, "(++ $1 $2)"},
    {"quo", 2, "(/ $1 $2)"},
    {"quot", 2, "(/ $1 $2)"},
    {"rem", 2, "(% $1 $2)"},
    {"rep", 2, "(replicate $2 $1)"},
    {"sapply", 2, "(map $2 $1)"},
    {"seq", 2, "[$1..$2]"},
    {"seq_len", 1, "[1..$1]"},
    {"set", 1, "(unique $1)"},
    {"tuple", 1, "$1"},
    {"vapply", 3, "(map $2 $1)"},
    {"fabs", 1, "(abs $1)"},
    {"fmax", 2, "(max $1 $2)"},
    {"fmin", 2, "(min $1 $2)"},
    {"iseven", 1, "(even $1)"},
    {"isodd", 1, "(odd $1)"},
    {"isempty", 1, "(= (length $1) 0)"},
    {"haskey", 2, "(any (lambda (k, v) (= k $2)) $1)"},
    {"findall", 2, "(indices-where $1 $2)"},
    {"findfirst", 2, "(first (indices-where $1 $2))"},
    {"toupper", 1, "(upper $1)"},
    {"tolower", 1, "(lower $1)"},
    {"uppercase", 1, "(upper $1)"},
    {"lowercase", 1, "(lower $1)"},
    {"unlist", 1, "$1"},
    {"which.max", 1, "(argmax $1)"},
    {"which.min", 1, "(argmin $1)"},
    {"var", 1, "(cov [$1])!0!0"},
    {"sd", 1, "(sqrt (cov [$1])!0!0)"},
    {"stopifnot", 1, "(assert $1)"},
    {"summary", 1, "(describe $1)"},
    {"ord", 1, "(to_int (first $1))"},
    {"chr", 1, "(to_char $1)"},
    {"char", 1, "(to_char $1)"},
    {"puts", 1, "(println $1)"},
    {"quantile", 2, "(quantile $2 $1)"},
    {"ncol", 1, "(length (first $1))"},
    {"dim", 1, "(shape $1)"},
    {"numel", 1, "(length $1)"},
    {"enumerate", 1, "(zip (iota (length $1)) $1)"},
    {"cumsum", 1, "(prefix-sums $1)"},
    {"cumprod", 1, "(scan * 1 $1)"},
    {"diff", 1, "(map - (drop 1 $1) (take (- (length $1) 1) $1))"},
    {"strlen", 1, "(length $1)"},
    {"strcmp", 2, "(= $1 $2)"},
    {"atoi", 1, "(parse-int $1)"},
    {"atof", 1, "(parse-double $1)"},
    {"sort!", 1, "(sort $1)"},
    {"reverse!", 1, "(reverse $1)"},
    {"push!", 2, "(++ $1 [$2])"},
    {"append!", 2, "(++ $1 $2)"},
    {"pop!", 1, "(take (- (length $1) 1) $1)"},
    {"frozenset", 1, "(unique $1)"},
    {"frequencies", 1, "(value-counts $1)"},
    {"Counter", 1, "(value-counts $1)"},
    {"gsub", 3, "(replace-text $1 $2 $3)"},
    {"substr", 3, "(drop (- $2 1) (take $3 $1))"},
};

/// Whether the argument is a text, so that a conversion to a number reads it.
bool is_text(std::string_view e) {
  return e[0] == '"' || e.starts_with("(read-") || e.starts_with("(trim ") || e.starts_with("(first (lines ");
}

} // namespace

std::string filled(std::string_view pattern, std::span<const std::string> arguments) {
  std::string out;
  for (size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '$') {
      out += pattern[at];
      continue;
    }
    const char which = pattern[++at];
    if (which != '*') {
      out += arguments[static_cast<size_t>(which - '1')];
      continue;
    }
    for (const std::string& a : arguments) out += (&a == arguments.data() ? "" : " ") + a;
  }
  return out;
}

const OtherCall* find_call(std::span<const OtherCall> table, std::string_view function) {
  const auto at = std::ranges::find(table, function, &OtherCall::name);
  return at == table.end() ? nullptr : &*at;
}

static std::optional<std::string> question_of(std::string_view condition);

std::string folded(const std::string& f, const std::string& xs) {
  constexpr std::pair<std::string_view, std::string_view> starts[] = {
      {"*", "1"},      {"+", "0"},     {"(lambda (a b) (* a b))", "1"}, {"(lambda (a b) (+ a b))", "0"},
      {"and", "true"}, {"or", "false"}};
  const auto* at = std::ranges::find(starts, f, &std::pair<std::string_view, std::string_view>::first);
  if (at != std::end(starts)) return "(reduce " + f + " " + std::string(at->second) + " " + xs + ")";
  return "(foldl " + f + " (first " + xs + ") (drop 1 " + xs + "))";
}

namespace {

constexpr std::string_view folding_functions[] = {"Reduce", "do.call", "foldl", "reduce"};

/// Returns the texts with a blank before each.
std::string texts_of(Arguments of) {
  std::string texts;
  for (const std::string& e : of) texts += " " + e;
  return texts;
}

std::string joined(Arguments of) { return of.empty() ? std::string() : texts_of(of).substr(1); }

/// Returns the values as texts, with a blank before each: "a" (show 1).
std::string shown_texts(Arguments of) {
  std::string texts;
  for (const std::string& e : of) texts += e[0] == '"' ? " " + e : " (show " + e + ")";
  return texts;
}

} // namespace

/// Returns the values with blanks between them, as R's cat prints them. Texts that stand together become one.
static std::string printed_with_blanks(Arguments of) {
  const bool line = of.size() > 1 && of.back() == "\"\\n\"";
  const Arguments values = of.first(of.size() - line);
  std::string all = values[0];
  for (size_t k = 1; k < values.size(); ++k) {
    const bool text = all.back() == '"' && values[k - 1].front() == '"' && !all.ends_with("\\n\"");
    const bool next = !text && values[k].front() == '"' && values[k].size() > 2;
    if (values[k] == "\"\\n\"" || all.ends_with("\\n\""))
      all += " " + values[k];
    else if (next)
      all += " \" " + values[k].substr(1);
    else
      all = (text ? all.substr(0, all.size() - 1) + " \" " : all + " \" \" ") + values[k];
  }
  const bool one = values.size() == 1;
  return std::string(line ? one ? "(println " : "(println* " : one ? "(print " : "(print* ") + all + ")";
}

/// Returns the call of a function whose form depends on its arguments: paste("a", 1), apply(m, 1, f), sum(x > 1).
static std::optional<std::string> particular_call(std::string_view f, Arguments of) {
  if ((f == "ifelse" || f == "where") && of.size() == 3) return choice_by_element(of[0], of[1], of[2]);
  if ((f == "zeros" || f == "ones") && of.size() == 2)
    return "(array (" + of[0] + ", " + of[1] + ") " + (f == "zeros" ? "0.0)" : "1.0)");
  const bool steps = f == "arange" && (of.size() == 2 || of.size() == 3);
  if (steps && std::ranges::none_of(of, [](const std::string& e) { return e.find('.') != e.npos; }))
    return "(range " + joined(of) + ")";
  const bool array = (f == "zeros" || f == "ones") && of.size() == 1;
  if (array)
    return (of[0][0] == '(' ? "(array " : "(replicate ") + of[0] + (f == "zeros" ? " 0.0)" : " 1.0)");
  if (f == "round" && of.size() == 2 && of[1].size() == 1 && is_digit(of[1][0])) {
    const std::string power = "1" + std::string(static_cast<size_t>(of[1][0] - '0'), '0') + ".0";
    return "(/ (round (* " + of[0] + " " + power + ")) " + power + ")";
  }
  if (f == "pow" && of.size() == 2 && std::ranges::all_of(of[1], is_digit))
    return "(power " + of[0] + " " + of[1] + ")";
  if (f == "join" && of.size() == 2 && of[1][0] == '"' && of[0][0] != '"')
    return "(join " + of[1] + " " + of[0] + ")";
  if ((f == "strsplit" || f == "split") && of.size() == 2 && of[1].size() == 3 && of[1][0] == '"')
    return "(split " + nova_character(std::string_view(of[1]).substr(1, 1)) + " " + of[0] + ")";
  if (f == "apply" && of.size() == 3 && (of[1] == "1" || of[1] == "2"))
    return "(map " + of[2] + (of[1] == "1" ? " " + of[0] : " (transpose " + of[0] + ")") + ")";
  if ((f == "sprintf" || f == "printf") && !of.empty() && of[0][0] == '"') {
    const std::string call =
        "(format " + format_template(of[0], of.size() > 1) + texts_of(of.subspan(1)) + ")";
    if (f == "sprintf") return of.size() > 1 ? call : of[0];
    return of.size() > 1 ? "(print " + call + ")" : "(print " + of[0] + ")";
  }
  if (f == "cat" && !of.empty()) return printed_with_blanks(of);
  if (f == "show" && of.size() > 1) return "(++" + shown_texts(of) + ")"; // string of Julia's
  if (f == "parse" && of.size() == 2)
    return "(parse-" + std::string(of[0] == "Int" ? "int " : "double ") + of[1] + ")";
  if (f == "sort" && of.size() == 2 && of[0] == of[1]) return "(sort " + of[0] + ")"; // of C++
  if ((f == "max_element" || f == "min_element") && of.size() == 2 && of[0] == of[1]) // what *it gives
    return std::string(f == "max_element" ? "(maximum " : "(minimum ") + of[0] + ")";
  if (f == "count" && of.size() == 3 && of[0] == of[1]) return "(count (= " + of[2] + ") " + of[0] + ")";
  if (f == "accumulate" && of.size() == 3 && of[0] == of[1]) return "(reduce + " + of[2] + " " + of[0] + ")";
  if ((f == "Dict" || f == "dict") && !of.empty() && of[0].starts_with('(')) return "[" + joined(of) + "]";
  if (is_one_of(f, folding_functions) && of.size() == 2 && f != "sum") return folded(of[0], of[1]);
  if (f == "mapreduce" && of.size() == 3) return folded(of[1], "(map " + of[0] + " " + of[2] + ")");
  if (f == "rep" && of.size() == 2 && of[0].starts_with('[')) return "(repeat " + of[1] + " " + of[0] + ")";
  if (f == "paste" && !of.empty()) {
    std::string texts;
    for (const std::string& e : of)
      texts += (texts.empty() ? "" : " ") + (e[0] == '"' ? e : "(show " + e + ")");
    return "(join \" \" [" + texts + "])";
  }
  constexpr std::pair<std::string_view, std::string_view> questions[] = {{"all", "all"},
                                                                         {"any", "any"},
                                                                         {"sum", "count"},
                                                                         {"where", "indices-where"},
                                                                         {"which", "indices-where"}};
  const auto* at = std::ranges::find(questions, f, &std::pair<std::string_view, std::string_view>::first);
  const auto question = at != std::end(questions) && of.size() == 1 ? question_of(of[0]) : std::nullopt;
  return question ? std::optional("(" + std::string(at->second) + " " + *question + ")") : std::nullopt;
}

std::optional<std::string> own_call(std::string_view function, Arguments arguments) {
  if (auto call = particular_call(function, arguments)) return call;
  const auto fits = [&](const OtherCall& c) {
    return c.name == function && (c.count == 0 || c.count == arguments.size());
  };
  const auto* c = std::ranges::find_if(calls, fits);
  if (c == std::end(calls)) return {};
  if (arguments.empty()) return c->count == 0 ? std::optional("[]") : std::nullopt;
  if (is_text(arguments[0]) && (c->call == "(to_int $1)" || c->call == "(to_double $1)"))
    return (c->call.starts_with("(to_int") ? "(parse-int " : "(parse-double ") + arguments[0] + ")";
  return filled(c->call, arguments);
}

bool has_own_call(std::string_view function) {
  constexpr std::string_view particular[] = {
      "Dict",  "Reduce", "apply",  "cat",    "dict", "do.call", "foldl",    "ifelse", "mapreduce", "ones",
      "parse", "paste",  "printf", "reduce", "show", "sprintf", "strsplit", "where",  "which",     "zeros"};
  return is_one_of(function, particular) || find_call(calls, function) != nullptr;
}

namespace {

constexpr std::string_view comparisons[] = {"<", ">", "<=", ">=", "=", "~="};

/// Returns the condition with `element` for xs where it is compared; nothing if it is compared nowhere.
std::optional<std::string> compared_element(std::string_view condition, std::string_view xs,
                                            const std::string& element) {
  bool found = false;
  const std::string changed = change_forms(
      condition, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        if (!is_one_of(head, comparisons) || of.size() != 2 || of[0] != xs) return {};
        found = true;
        return "(" + std::string(head) + " " + element + " " + of[1] + ")";
      });
  return found && changed.starts_with('(') ? std::optional(changed) : std::nullopt;
}

} // namespace

std::optional<std::string> chosen_elements(const std::string& xs, std::string_view condition) {
  const std::string column = "(map (lambda (r) r.", end = ") " + xs + ")";
  std::string of_row(condition); // (> (map (lambda (r) r.a) df) 1) of df[df$a > 1, ]
  for (size_t at = of_row.find(column); at != of_row.npos; at = of_row.find(column, at + 1)) {
    const size_t close = of_row.find(end, at), name = at + column.size() - 2;
    if (close == of_row.npos) return {};
    of_row = of_row.substr(0, at) + of_row.substr(name, close - name) + of_row.substr(close + end.size());
  }
  const std::string_view order = "(argsort r."; // of df[order(df$a), ]
  if (of_row.starts_with(order) && of_row.find(' ', order.size()) == of_row.npos)
    return "(sort-rows (lambda (r) " + of_row.substr(9, of_row.size() - 10) + ") " + xs + ")";
  const std::string key = "(filter (lambda (k, v) (= k \"", behind = "\")) " + xs + ")"; // of df[df["a"] > 1]
  for (size_t at = of_row.find(key); at != of_row.npos; at = of_row.find(key, at)) {
    const size_t close = of_row.find(behind, at), name = at + key.size();
    if (close == of_row.npos) return {};
    of_row = of_row.substr(0, at) + "r." + of_row.substr(name, close - name) +
             of_row.substr(close + behind.size());
  }
  if (of_row != condition) return "(filter (lambda (r) " + of_row + ") " + xs + ")";
  if (const auto own = condition_of_row(xs, of_row))
    return "(where-rows (lambda (r) " + *own + ") " + xs + ")";
  const std::string v = condition.find('v') == condition.npos ? "v" : "e";
  const auto body = compared_element(condition, xs, v);
  return body ? std::optional("(filter (lambda (" + v + ") " + *body + ") " + xs + ")") : std::nullopt;
}

/// Returns the function of an element that a comparison of a vector stands for, and the vector: (lambda (v) (> v 1)) xs
/// for (> xs 1). Returns nothing for other expressions.
static std::optional<std::string> question_of(std::string_view condition) {
  for (const std::string_view sign : comparisons) {
    const std::string begin = "(" + std::string(sign) + " ";
    if (!condition.starts_with(begin)) continue;
    const std::string_view rest = condition.substr(begin.size());
    const std::string xs(rest.substr(0, rest.find(' '))), v = rest.find('v') == rest.npos ? "v" : "e";
    const auto body = xs.find('(') == xs.npos ? compared_element(condition, xs, v) : std::nullopt;
    return body ? std::optional("(lambda (" + v + ") " + *body + ") " + xs) : std::nullopt;
  }
  return {};
}

namespace {

/// A call with one argument by its name, whose value $k stands for.
struct NamedCall {
  std::string_view name;
  size_t count;
  std::string_view key, call;
};

constexpr NamedCall named_calls[] = {
    {"foldl", 2, "init", "(foldl $1 $k $2)"},
    {"matrix", 1, "ncol", "(transpose (reshape ($k, (/ (length $1) $k)) $1))"},
    {"matrix", 1, "nrow", "(transpose (reshape ((/ (length $1) $k), $k) $1))"},
    {"maximum", 1, "dims", "$axis maximum $1)"},
    {"minimum", 1, "dims", "$axis minimum $1)"},
    {"order", 1, "decreasing", "(reverse (argsort $1))"},
    {"range", 2, "length", "(linspace $1 $2 $k)"},
    {"reduce", 2, "init", "(reduce $1 $k $2)"},
    {"rep", 1, "each", "(flatten (map (replicate $k) $1))"},
    {"rep", 1, "times", "(repeat $k $1)"},
    {"round", 1, "digits", "(/ (round (* $1 (pow 10.0 $k))) (pow 10.0 $k))"},
    {"seq", 2, "by", "(range $1 $after $k)"},
    {"seq", 2, "length.out", "(linspace $1 $2 $k)"},
    {"sort", 1, "decreasing", "(reverse (sort $1))"},
    {"sum", 1, "dims", "$axis sum $1)"},
    {"unique", 1, "axis", "(unique $1)"}};

/// Returns the call of seq(a, b, by = d) with fractions of numerals, by how many there are.
std::optional<std::string> fractions_in_row(Arguments of, std::string_view step) {
  char* end = nullptr;
  const std::string text(step);
  const double a = std::strtod(of[0].c_str(), &end), b = std::strtod(of[1].c_str(), nullptr),
               d = std::strtod(text.c_str(), nullptr);
  constexpr double most = 1e6;
  if (*end != '\0' || !(d > 0) || !(b > a) || (b - a) / d > most) return {};
  return "(linspace " + of[0] + " " + of[1] + " " + std::to_string(std::lround((b - a) / d) + 1) + ")";
}

std::optional<std::string> named_call(std::string_view f, Arguments of, std::string_view named) {
  const std::string_view key = named.substr(0, named.find('=')), value = named.substr(key.size() + 1);
  const auto* c = std::ranges::find_if(
      named_calls, [&](const NamedCall& n) { return n.name == f && n.key == key && n.count == of.size(); });
  if (c == std::end(named_calls) || named.find(", ") != named.npos) return {};
  if (key == "by" && value.find('.') != value.npos) return fractions_in_row(of, value);
  if (f == "rep" && key == "times" && of[0][0] != '[' && (is_digit(of[0][0]) || of[0][0] == '"'))
    return "(replicate " + std::string(value) + " " + of[0] + ")";
  std::string call(c->call);
  if (call.starts_with("$axis")) {
    const bool columns = value == "1";
    call.replace(0, 5, "(map");
    if (columns) call = call.substr(0, call.find("$1")) + "(transpose $1))";
  }
  if (const size_t at = call.find("$after"); at != call.npos) {
    constexpr size_t most_digits = 9;
    const bool digits = of[1].size() < most_digits && std::ranges::all_of(of[1], is_digit);
    call.replace(at, 6, digits ? std::to_string(std::stol(of[1]) + 1) : "(+ " + of[1] + " 1)");
  }
  for (size_t at = call.find("$k"); at != call.npos; at = call.find("$k")) call.replace(at, 2, value);
  return filled(call, of);
}

/// Returns the pairs of c(a = 1, b = 2): [("a", 1) ("b", 2)].
std::string named_pairs(std::string_view named) {
  std::string pairs;
  for (const std::string_view part : split_at(named, ",")) {
    const size_t sign = part.find('=');
    pairs += (pairs.empty() ? "(\"" : " (\"") + std::string(part.substr(0, sign)) + "\", " +
             std::string(part.substr(sign + 1)) + ")";
  }
  return "[" + pairs + "]";
}

/// Returns the rows of data.frame(a = 1:3, b = c(2, 4, 6)) as tuples.
std::string named_columns(std::string_view named) {
  std::string names, columns;
  for (const std::string_view part : split_at(named, ",")) {
    const size_t sign = part.find('=');
    names += (names.empty() ? "" : " ") + std::string(part.substr(0, sign));
    columns += " " + std::string(part.substr(sign + 1));
  }
  std::string tuple = names;
  for (size_t at = tuple.find(' '); at != tuple.npos; at = tuple.find(' ', at + 2))
    tuple.replace(at, 1, ", ");
  return "(map (lambda (" + names + ") (" + tuple + "))" + columns + ")";
}

/// Returns the first of the elements for which `key` is largest or least: max(xs, key=len) of Python.
std::string extreme_by_key(std::string_view f, const std::string& xs, const std::string& key) {
  const std::string place = f == "max" ? "(argmax (map " : "(argmin (map ";
  if (key == xs + ".get") return "(fst " + xs + "!" + place + "snd " + xs + ")))"; // of a dictionary
  return "(! " + xs + " " + place + key + " " + xs + ")))";
}

} // namespace

std::optional<std::string> call_with_names(std::string_view f, std::span<const std::string> arguments,
                                           std::string_view named) {
  constexpr std::string_view naming[] = {"c", "dict", "list"};
  if (arguments.empty() && f == "data.frame" && named.find(", ") != named.npos) return named_columns(named);
  const std::string name(f);
  const auto with = [&](const std::string& function) {
    std::string call = "(" + function;
    for (const std::string& a : arguments) call += " " + a;
    return call + ")";
  };
  if (const size_t dot = f.rfind('.'); dot != f.npos && (arguments.empty() || f.starts_with("np."))) {
    const std::string of = arguments.empty() ? name.substr(0, dot) : arguments[0];
    return call_with_names(f.substr(dot + 1), std::span(&of, 1), named); // xs.sort(key=f), np.sum(m, axis=0)
  }
  if (arguments.empty() && is_one_of(f, naming)) return named_pairs(named);
  if (f == "rnorm" && arguments.size() == 1)
    if (const auto parts = split_at(named, ",");
        parts.size() == 2 && parts[0].starts_with("mean=") && parts[1].starts_with("sd=")) {
      const std::string all[] = {arguments[0], std::string(parts[0].substr(5)),
                                 std::string(parts[1].substr(3))};
      return own_call(f, all);
    }
  if (arguments.empty()) return {};
  if (auto call = named_call(f, arguments, named)) return call;
  if ((f == "sort" || f == "sorted") && named.starts_with("key=") && named.find(", ") == named.npos)
    return "(sort-by " + std::string(named.substr(4)) + " " + arguments[0] + ")";
  if (named == "axis=0" || named == "axis=1")
    return "(map " +
           std::string(f == "max"   ? "maximum"
                       : f == "min" ? "minimum"
                                    : f) +
           (named == "axis=0" ? " (transpose " + arguments[0] + "))" : " " + arguments[0] + ")");
  if ((f == "max" || f == "min") && named.starts_with("key=") && named.find(", ") == named.npos)
    return extreme_by_key(f, arguments[0], std::string(named.substr(4)));
  if (f == "sorted" && named == "reverse=true") return "(reverse (sort " + arguments[0] + "))";
  if ((f == "sort" || f == "sorted") && named.starts_with("key=") && named.ends_with(", reverse=true")) {
    const std::string key(named.substr(4, named.size() - 18)); // equal ones keep their order
    return "(reverse (sort-by " + key + " (reverse " + arguments[0] + ")))";
  }
  if (f == "sort" && named == "reverse=true") return "(reverse " + with("sort") + ")";
  if (f == "println" && named == "end=\"\"") return with(arguments.size() == 1 ? "print" : "print*");
  if (f == "println" && named.starts_with("sep=\"") && named.find(", ", named.find('"', 5)) == named.npos) {
    std::string all = "(println*"; // print(x, y, sep=", ")
    const std::string between = named == "sep=\"\"" ? " " : " " + std::string(named.substr(4)) + " ";
    for (const std::string& a : arguments) all += (&a == arguments.data() ? " " : between) + a;
    return all + ")";
  }
  if (f == "cat" && named == "sep=\"\"") return with("print*");
  if (f == "cat" && named == "sep=\"\\n\"" && arguments.size() == 1)
    return "(print (join \"\\n\" (map show " + arguments[0] + ")))";
  if (f == "println" && (named.starts_with("sep=") || named.starts_with("end="))) return with("println*");
  if (named == "na.rm=true") return with(f == "mean" ? "nan-mean" : name);
  if (f == "paste" && named.starts_with("sep=\"")) {
    const auto texts = own_call("paste", arguments);
    return texts ? std::optional("(join " + std::string(named.substr(4)) + texts->substr(9)) : std::nullopt;
  }
  return {};
}

} // namespace nova

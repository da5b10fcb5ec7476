#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>

namespace nova {
namespace {

using Arguments = std::span<const std::string>;

/// A function of another language with the call in Nova: $1 and $2 stand for its arguments, $* for all of them. `count`
/// is how many it takes, 0 if any number.
struct OtherCall {
  std::string_view name;
  size_t count;
  std::string_view call;
};

constexpr OtherCall calls[] = {
    {"is.na", 1, "(is-nan $1)"},
    {"is.null", 1, "(= $1 None)"},
    {"order", 1, "(argsort $1)"},
    {"rev", 1, "(reverse $1)"},
    {"runif", 1, "(randoms seed $1)"},
    {"t", 1, "(transpose $1)"},
    {"table", 1, "(value-counts $1)"},
    {"head", 2, "(take $2 $1)"},
    {"tail", 2, "(drop (- (length $1) $2) $1)"},
    {"arange", 1, "(iota $1)"},
    {"collect", 1, "$1"},
    {"do.call", 2, "(reduce $1 start $2)"},
    {"prod", 1, "(product $1)"},
    {"sum", 2, "(sum (map $1 $2))"},
    {"seq_along", 1, "(iota (length $1))"},
    {"nrow", 1, "(length $1)"},
    {"Filter", 2, "(filter $1 $2)"},
    {"Map", 2, "(map $1 $2)"},
    {"Number", 1, "(to_double $1)"},
    {"Reduce", 2, "(reduce $1 start $2)"},
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
    {"ifelse", 3, "(if $1 $2 $3)"},
    {"int", 1, "(to_int $1)"},
    {"lapply", 2, "(map $2 $1)"},
    {"list", 1, "$1"},
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
};

/// Calls with brackets around them.
constexpr OtherCall lisp_calls[] = {
    {"str", 1, "(show $1)"},
    {"xor", 2, "(~= $1 $2)"},
    {"concat", 1, "(flatten $1)"},
    {"exact", 1, "(to_int $1)"},
    {"inexact", 1, "(to_double $1)"},
    {"list->string", 1, "$1"},
    {"list-tail", 2, "(drop $2 $1)"},
    {"string->list", 1, "$1"},
    {"string-downcase", 1, "(lower $1)"},
    {"string-upcase", 1, "(upper $1)"},
    {"apply", 2, "(reduce $1 start $2)"},
    {"mapM_", 2, "(for (i 0 (length $2)) ($1 $2!i))"},
    {"for-each", 2, "(for (i 0 (length $2)) ($1 $2!i))"},
    {"string-ref", 2, "$1!$2"},
    {"fromIntegral", 1, "(to_double $1)"},
    {"concatMap", 2, "(flatten (map $1 $2))"},
    {"not-equal?", 2, "(~= $1 $2)"},
    {"add1", 1, "(+ $1 1)"},
    {"append", 2, "(++ $1 $2)"},
    {"aref", 2, "$1!$2"},
    {"cadr", 1, "$1!1"},
    {"caddr", 1, "$1!2"},
    {"car", 1, "(first $1)"},
    {"cdr", 1, "(drop 1 $1)"},
    {"cons", 2, "(++ [$1] $2)"},
    {"dec", 1, "(- $1 1)"},
    {"elem", 2, "(contains $1 $2)"},
    {"empty?", 1, "(= (length $1) 0)"},
    {"eq?", 2, "(= $1 $2)"},
    {"equal?", 2, "(= $1 $2)"},
    {"eqv?", 2, "(= $1 $2)"},
    {"even?", 1, "(= (% $1 2) 0)"},
    {"exact->inexact", 1, "(to_double $1)"},
    {"expt", 2, "(power $1 $2)"},
    {"foldr", 3, "(foldl (lambda (acc x) ($1 x acc)) $2 (reverse $3))"},
    {"fold-left", 3, "(foldl $1 $2 $3)"},
    {"fold-right", 3, "(foldl (lambda (acc x) ($1 x acc)) $2 (reverse $3))"},
    {"head", 1, "(first $1)"},
    {"inc", 1, "(+ $1 1)"},
    {"list", 0, "[$*]"},
    {"list->vector", 1, "$1"},
    {"list-ref", 2, "$1!$2"},
    {"make-vector", 2, "(replicate $1 $2)"},
    {"mapcar", 2, "(map $1 $2)"},
    {"modulo", 2, "(floor-mod $1 $2)"},
    {"negative?", 1, "(< $1 0)"},
    {"nth", 2, "$1!$2"},
    {"null?", 1, "(= (length $1) 0)"},
    {"not=", 2, "(~= $1 $2)"},
    {"number->string", 1, "(show $1)"},
    {"odd?", 1, "(~= (% $1 2) 0)"},
    {"positive?", 1, "(> $1 0)"},
    {"quotient", 2, "(/ $1 $2)"},
    {"rem", 2, "(% $1 $2)"},
    {"remainder", 2, "(% $1 $2)"},
    {"sqr", 1, "(* $1 $1)"},
    {"square", 1, "(* $1 $1)"},
    {"stddev", 1, "(std $1)"},
    {"stdev", 1, "(std $1)"},
    {"std-dev", 1, "(std $1)"},
    {"string->number", 1, "(parse-double $1)"},
    {"string-append", 2, "(++ $1 $2)"},
    {"string-length", 1, "(length $1)"},
    {"sub1", 1, "(- $1 1)"},
    {"tail", 1, "(drop 1 $1)"},
    {"vector-length", 1, "(length $1)"},
    {"vector-ref", 2, "$1!$2"},
    {"vector-set!", 3, "(put $2 $3 $1)"},
    {"zero?", 1, "(= $1 0)"},
    {"zip-with", 3, "(map $1 $2 $3)"},
    {"zipWith", 3, "(map $1 $2 $3)"},
};

std::string filled(std::string_view pattern, Arguments arguments) {
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

/// Whether the argument is a text, so that a conversion to a number reads it.
bool is_text(std::string_view e) { return e[0] == '"' || e.starts_with("(read-") || e.starts_with("(trim "); }

} // namespace

static std::optional<std::string> question_of(std::string_view condition);

/// Returns the call of a function whose form depends on its arguments: paste("a", 1), apply(m, 1, f), sum(x > 1).
static std::optional<std::string> particular_call(std::string_view f, Arguments of) {
  if ((f == "zeros" || f == "ones") && of.size() == 2)
    return "(array (" + of[0] + ", " + of[1] + ") " + (f == "zeros" ? "0.0)" : "1.0)");
  const bool array = (f == "zeros" || f == "ones") && of.size() == 1;
  if (array)
    return (of[0][0] == '(' ? "(array " : "(replicate ") + of[0] + (f == "zeros" ? " 0.0)" : " 1.0)");
  if (f == "round" && of.size() == 2 && of[1].size() == 1 && is_digit(of[1][0])) {
    const std::string power = "1" + std::string(static_cast<size_t>(of[1][0] - '0'), '0') + ".0";
    return "(/ (round (* " + of[0] + " " + power + ")) " + power + ")";
  }
  if (f == "strsplit" && of.size() == 2 && of[1].size() == 3 && of[1][0] == '"')
    return "(split " + nova_character(std::string_view(of[1]).substr(1, 1)) + " " + of[0] + ")";
  if (f == "apply" && of.size() == 3 && (of[1] == "1" || of[1] == "2"))
    return "(map " + of[2] + (of[1] == "1" ? " " + of[0] : " (transpose " + of[0] + ")") + ")";
  if (f == "paste" && !of.empty()) {
    std::string texts;
    for (const std::string& e : of)
      texts += (texts.empty() ? "" : " ") + (e[0] == '"' ? e : "(show " + e + ")");
    return "(join \" \" [" + texts + "])";
  }
  constexpr std::pair<std::string_view, std::string_view> questions[] = {
      {"all", "all"}, {"any", "any"}, {"sum", "count"}, {"which", "indices-where"}};
  const auto* at = std::ranges::find(questions, f, &std::pair<std::string_view, std::string_view>::first);
  const auto question = at != std::end(questions) && of.size() == 1 ? question_of(of[0]) : std::nullopt;
  return question ? std::optional("(" + std::string(at->second) + " " + *question + ")") : std::nullopt;
}

std::optional<std::string> own_call(std::string_view function, Arguments arguments) {
  if (auto call = particular_call(function, arguments)) return call;
  const OtherCall* c = find_call(calls, function);
  if (!c || (c->count > 0 && arguments.size() != c->count)) return {};
  if (arguments.empty()) return c->count == 0 ? std::optional("[]") : std::nullopt;
  if (is_text(arguments[0]) && c->call.starts_with("(to_"))
    return (c->call.starts_with("(to_int") ? "(parse-int " : "(parse-double ") + arguments[0] + ")";
  return filled(c->call, arguments);
}

/// Returns (lambda (b a) e) of (lambda (a b) e); nothing of other functions.
static std::optional<std::string> with_parameters_swapped(const std::string& f) {
  const size_t begin = std::string_view("(lambda (").size(), end = f.find(')'), blank = f.find(' ', begin);
  if (end == f.npos || blank >= end || f.find(' ', blank + 1) < end) return {};
  return f.substr(0, begin) + f.substr(blank + 1, end - blank - 1) + " " + f.substr(begin, blank - begin) +
         f.substr(end);
}

std::optional<std::string> lisp_call(std::string_view function, Arguments arguments) {
  const OtherCall* c = find_call(lisp_calls, function);
  if (!c || (c->count > 0 && arguments.size() != c->count)) return {};
  const auto is_word = [](std::string_view e) { return e.find_first_of(" (\"") == e.npos; };
  const bool element = c->call.find('!') != c->call.npos && c->call[0] == '$';
  if (element && !std::ranges::all_of(arguments, is_word)) // v!i takes words alone
    return "(! " + arguments[0] + " " +
           (arguments.size() > 1 ? arguments[1] : std::string(c->call.substr(3))) + ")";
  constexpr std::string_view any_order[] = {"+", "*", "max", "min"};
  if (c->call.find("reverse") != c->call.npos && is_one_of(arguments[0], any_order))
    return filled("(reduce $1 $2 $3)", arguments);
  if (c->call.find("reverse") != c->call.npos && arguments[0].starts_with("(lambda ("))
    if (const auto f = with_parameters_swapped(arguments[0]))
      return "(foldl " + *f + " " + arguments[1] + " (reverse " + arguments[2] + "))";
  if (function == "expt" && !std::ranges::all_of(arguments[1], is_digit))
    return filled("(pow $1 $2)", arguments);
  return filled(c->call, arguments);
}

bool has_own_call(std::string_view function) {
  constexpr std::string_view particular[] = {"apply", "ones", "paste", "strsplit", "which", "zeros"};
  return is_one_of(function, particular) || find_call(calls, function) != nullptr;
}

bool has_lisp_call(std::string_view function) { return find_call(lisp_calls, function) != nullptr; }

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

std::optional<std::string> call_with_names(std::string_view f, std::span<const std::string> arguments,
                                           std::string_view named) {
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
  if (arguments.empty()) return {};
  if ((f == "sort" || f == "sorted") && named.starts_with("key=") && named.find(", ") == named.npos)
    return "(sort-by " + std::string(named.substr(4)) + " " + arguments[0] + ")";
  if (named == "axis=0" || named == "axis=1")
    return "(map " +
           std::string(f == "max"   ? "maximum"
                       : f == "min" ? "minimum"
                                    : f) +
           (named == "axis=0" ? " (transpose " + arguments[0] + "))" : " " + arguments[0] + ")");
  if ((f == "max" || f == "min") && named.starts_with("key="))
    return "(" + std::string(f == "max" ? "last" : "first") + " (sort-by " + std::string(named.substr(4)) +
           " " + arguments[0] + "))";
  if (f == "sorted" && named == "reverse=true") return "(reverse (sort " + arguments[0] + "))";
  if (f == "sort" && named == "reverse=true") return "(reverse " + with("sort") + ")";
  if (f == "println" && named == "end=\"\"") return with(arguments.size() == 1 ? "print" : "print*");
  if (f == "println" && (named.starts_with("sep=") || named.starts_with("end="))) return with("println*");
  if (named == "na.rm=true") return with(f == "mean" ? "nan-mean" : name);
  if (f == "paste" && named.starts_with("sep=\"")) {
    const auto texts = own_call("paste", arguments);
    return texts ? std::optional("(join " + std::string(named.substr(4)) + texts->substr(9)) : std::nullopt;
  }
  return {};
}

} // namespace nova

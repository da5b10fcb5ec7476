// Calls of functions of Lisps and of Haskell, whose arguments stand behind the name. A part of calls.hpp.
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/calls/call_tables.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr std::string_view not_first = "(lambda (v) (not ($1 v)))";
constexpr std::string_view
    before_first_not = "(take (first (++ (indices-where (lambda (v) (not ($1 v))) $2) [(length $2)])) $2)",
    from_first_not = "(drop (first (++ (indices-where (lambda (v) (not ($1 v))) $2) [(length $2)])) $2)";

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
    {"apply", 2, "(reduce $1 0 $2)"},
    {"comparing", 1, "$1"},
    {"mapM_", 2, "(for (i 0 (length $2)) ($1 $2!i))"},
    {"forM_", 2, "(for (i 0 (length $1)) ($2 $1!i))"},
    {"readFile", 1, "(read-text $1)"},
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
    {"substring", 3, "(drop $2 (take $3 $1))"},
    {"string-length", 1, "(length $1)"},
    {"sub1", 1, "(- $1 1)"},
    {"tail", 1, "(drop 1 $1)"},
    {"vector-length", 1, "(length $1)"},
    {"vector-ref", 2, "$1!$2"},
    {"vector-set!", 3, "(put $2 $3 $1)"},
    {"zero?", 1, "(= $1 0)"},
    {"zip-with", 3, "(map $1 $2 $3)"},
    {"zipWith", 3, "(map $1 $2 $3)"},
    {"assoc", 2, "(find (lambda (k, v) (= k $1)) $2)"},
    {"assq", 2, "(find (lambda (k, v) (= k $1)) $2)"},
    {"assv", 2, "(find (lambda (k, v) (= k $1)) $2)"},
    {"cddr", 1, "(drop 2 $1)"},
    {"char-downcase", 1, "(first (lower [$1]))"},
    {"char-upcase", 1, "(first (upper [$1]))"},
    {"char=?", 2, "(= $1 $2)"},
    {"char->integer", 1, "(to_int $1)"},
    {"comp", 2, "(lambda (x) ($1 ($2 x)))"},
    {"compose", 2, "(lambda (x) ($1 ($2 x)))"},
    {"conj", 2, "(++ $1 [$2])"},
    {"delay", 1, "(lambda () $1)"},
    {"display", 1, "(print $1)"},
    {"error", 1, "(error! $1)"},
    {"floor/", 2, "((floor-over $1 $2), (floor-mod $1 $2))"},
    {"foldl'", 3, "(foldl $1 $2 $3)"},
    {"force", 1, "($1)"},
    {"integer->char", 1, "(to_char $1)"},
    {"last-pair", 1, "[(last $1)]"},
    {"list-copy", 1, "$1"},
    {"lookup", 2, "(find (lambda (k, v) (= k $1)) $2)"},
    {"member", 2, "(contains $1 $2)"},
    {"memq", 2, "(contains $1 $2)"},
    {"memv", 2, "(contains $1 $2)"},
    {"nub", 1, "(unique $1)"},
    {"null", 1, "(= (length $1) 0)"},
    {"raise", 1, "(error! \"$1\")"},
    {"string<?", 2, "(< $1 $2)"},
    {"string=?", 2, "(= $1 $2)"},
    {"string>?", 2, "(> $1 $2)"},
    {"succ", 1, "(+ $1 1)"},
    {"pred", 1, "(- $1 1)"},
    {"unwords", 1, "(join \" \" $1)"},
    {"unlines", 1, "(join \"\\n\" $1)"},
    {"vector-fill!", 2, "(replicate (length $1) $2)"},
    {"vector-map", 2, "(map $1 $2)"},
    {"vector-for-each", 2, "(for (i 0 (length $2)) ($1 $2!i))"},
    {"zip3", 3, "(zip $1 $2 $3)"},
    {"1+", 1, "(+ $1 1)"},
    {"1-", 1, "(- $1 1)"},
    {"-1+", 1, "(- $1 1)"},
    {"intersperse", 2, "(join [$1] (map (lambda (x) [x]) $2))"},
    {"intercalate", 2, "(join $1 $2)"},
    {"maximumBy", 2, "(last (sort-by $1 $2))"},
    {"minimumBy", 2, "(first (sort-by $1 $2))"},
    {"sortBy", 2, "(sort-by $1 $2)"},
    {"sortOn", 2, "(sort-by $1 $2)"},
    {"init", 1, "(take (- (length $1) 1) $1)"},
    {"foldl1", 2, "(foldl $1 (first $2) (drop 1 $2))"},
    {"signum", 1, "(sign $1)"},
    {"negate", 1, "(neg $1)"},
    {"take-while", 2, before_first_not},
    {"takeWhile", 2, before_first_not},
    {"drop-while", 2, from_first_not},
    {"dropWhile", 2, from_first_not},
    {"span", 2,
     "(let (n (first (++ (indices-where (lambda (v) (not ($1 v))) $2) [(length $2)]))) in ((take n $2), "
     "(drop n $2)))"},
    {"splitAt", 2, "((take $1 $2), (drop $1 $2))"},
    {"zipWith3", 4, "(map $1 $2 $3 $4)"},
    {"fromMaybe", 2, "(from-maybe $1 $2)"},
    {"maybe", 3, "(match $3 (None $1) ((Some x) ($2 x)))"},
    {"either", 3,
     "(define-datatype (Either 'a 'b) (Left 'a) (Right 'b)) (match $3 ((Left x) ($1 x)) ((Right x) ($2 x)))"},
    {"isJust", 1, "(is-some $1)"},
    {"isNothing", 1, "(is-none $1)"},
    {"catMaybes", 1, "(somes $1)"},
    {"notElem", 2, "(not (contains $1 $2))"},
    {"uncurry", 2, "($1 (fst $2) (snd $2))"},
    {"flip", 3, "($1 $3 $2)"},
    {"divMod", 2, "((floor-over $1 $2), (floor-mod $1 $2))"},
    {"quotRem", 2, "((/ $1 $2), (% $1 $2))"},
    {"scanl1", 2, "(drop 1 (scanl $1 (first $2) $2))"},
    {"make-hash-table", 0, "[]"},
    {"make-hash", 0, "[]"},
    {"hash-table-set!", 3, "(define $1 (++ (filter (lambda (k, v) (~= k $2)) $1) [($2, $3)]))"},
    {"hash-set!", 3, "(define $1 (++ (filter (lambda (k, v) (~= k $2)) $1) [($2, $3)]))"},
    {"hash-table-ref", 2, "(snd (first (filter (lambda (k, v) (= k $2)) $1)))"},
    {"hash-ref", 2, "(snd (first (filter (lambda (k, v) (= k $2)) $1)))"},
    {"gethash", 2, "(snd (first (filter (lambda (k, v) (= k $1)) $2)))"},
};

} // namespace

/// Returns (lambda (b a) e) of (lambda (a b) e); nothing of other functions.
static std::optional<std::string> with_parameters_swapped(const std::string& f) {
  const size_t begin = std::string_view("(lambda (").size(), end = f.find(')'), blank = f.find(' ', begin);
  if (end == f.npos || blank >= end || f.find(' ', blank + 1) < end) return {};
  return f.substr(0, begin) + f.substr(blank + 1, end - blank - 1) + " " + f.substr(begin, blank - begin) +
         f.substr(end);
}

/// Returns (loop for i from 1 to 10 collect e) of Common Lisp, whose operands are these; nothing for other loops.
static std::optional<std::string> loop_of_words(std::span<const std::string> of) {
  if (of.size() < 6 || of[0] != "for") return {};
  if (of[2] == "in" && of[4] == "do" && of.size() == 6) { // of a list
    const std::string each[] = {"(" + of[1] + " " + of[3] + ")", of[5]};
    return lisp_form("dolist", each);
  }
  const bool counts = of[2] == "from" && of.size() == 8 && (of[4] == "to" || of[4] == "below");
  const bool draws = (of[2] == "in" || of[2] == "across") && of.size() == 6;
  if (!counts && !draws) return {};
  const std::string &name = of[1], &verb = of[of.size() - 2], &e = of.back();
  const std::string source = draws           ? of[3]
                             : of[4] == "to" ? "[" + of[3] + ".." + of[5] + "]"
                                             : "(range " + of[3] + " " + of[5] + ")";
  const std::string all = "[" + e + " | " + name + " <- " + source + "]";
  if (verb == "collect") return all;
  if (verb == "sum") return "(sum " + all + ")";
  if (verb == "maximize" || verb == "minimize")
    return (verb == "maximize" ? "(maximum " : "(minimum ") + all + ")";
  if (verb != "do" || draws) return {};
  return "(for (" + name + " " + of[3] + " " + (of[4] == "to" ? "(+ " + of[5] + " 1)" : of[5]) + ") " + e +
         ")";
}

/// Returns the function that asks for the opposite: (lambda (x) (not (> x 1))) of (lambda (x) (> x 1)), and of even.
static std::string negated_question(const std::string& f) {
  const size_t close = f.find(") ");
  if (f.starts_with("(lambda (") && close != f.npos)
    return f.substr(0, close + 2) + "(not " + f.substr(close + 2, f.size() - close - 3) + "))";
  const bool section = f.starts_with('(');
  return "(lambda (v) (not (" + (section ? f.substr(1, f.size() - 2) : f) + " v)))";
}

std::optional<std::string> lisp_call(std::string_view function, std::span<const std::string> arguments) {
  if (auto form = lisp_form(function, arguments)) return form;
  const std::string_view again = "(iterate "; // take 3 (iterate f x) of Haskell
  if (function == "take" && arguments.size() == 2 && arguments[1].starts_with(again))
    return "(map (lambda (k) (iterate k " + arguments[1].substr(again.size()) + ") (iota " + arguments[0] +
           "))";
  const OtherCall* c = find_call(lisp_calls, function);
  if (!c || (c->count > 0 && arguments.size() != c->count)) return {};
  const auto is_word = [](std::string_view e) { return e.find_first_of(" (\"") == e.npos; };
  const bool element = c->call.find('!') != c->call.npos && c->call[0] == '$';
  if (element && !std::ranges::all_of(arguments, is_word)) // v!i takes words alone
    return "(! " + arguments[0] + " " +
           (arguments.size() > 1 ? arguments[1] : std::string(c->call.substr(3))) + ")";
  if ((function == "succ" || function == "pred") && arguments[0].starts_with("#\\"))
    return std::string("(to_char (") + (function == "succ" ? "+" : "-") + " (to_int " + arguments[0] +
           ") 1))";
  if (function == "string->number" && arguments[0].find_first_not_of("0123456789\"") == arguments[0].npos)
    return "(parse-int " + arguments[0] + ")";
  if (function == "apply") return folded(arguments[0], arguments[1]);
  if (function == "scanl1" && (arguments[0] == "+" || arguments[0] == "*"))
    return "(scan " + arguments[0] + (arguments[0] == "+" ? " 0 " : " 1 ") + arguments[1] + ")";
  if (const size_t at = c->call.find(not_first); at != c->call.npos) {
    std::string call(c->call);
    call.replace(at, not_first.size(), negated_question(arguments[0]));
    return filled(call, arguments);
  }
  if (function == "either") {
    std::vector<std::string> all(arguments.begin(), arguments.end());
    for (std::string& e : all)
      if (e == "id") e = "identity";
    return filled(c->call, all);
  }
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

bool has_lisp_call(std::string_view function) { return find_call(lisp_calls, function) != nullptr; }

namespace {

using Operands = std::span<const std::string>;
using Text = std::optional<std::string>;

/// Returns the texts with a blank before each.
std::string behind_blanks(Operands all) {
  std::string text;
  for (const std::string& e : all) text += " " + e;
  return text;
}

/// Returns what stands in the brackets of a text that has some: x y for (x y) and [x y].
Text within_brackets(const std::string& text) {
  const bool brackets = text.size() > 1 && (text[0] == '(' || text[0] == '[');
  return brackets ? Text(text.substr(1, text.size() - 2)) : Text{};
}

/// Returns the function (defun f (x) e), a text that documents it left out.
Text function_form(Operands of) {
  const Text names = of.size() > 2 ? within_brackets(of[1]) : Text{};
  if (!names || names->find('&') != names->npos) return {};
  const bool documented = of.size() > 3 && of[2][0] == '"';
  return "(define (" + of[0] + (names->empty() ? "" : " ") + *names + ")" +
         behind_blanks(of.subspan(documented ? 3 : 2)) + ")";
}

/// Returns the record of (define-struct p (x y)) and (define-record-type p (make-p x y) ...).
Text record_form(Operands of) {
  const Text names = of.size() > 1 ? within_brackets(of[1]) : Text{};
  if (!names) return {};
  std::string fields;
  const bool made = of.size() > 2; // the first name is the constructor's
  for (const std::string_view name : split_at(*names, " "))
    if (!name.empty() && !(made && name.data() == names->data()))
      fields += " (" + std::string(name) + " : double)";
  return fields.empty() ? Text{} : "(define-record " + of[0] + fields + ")";
}

/// Returns the loop (dolist (x xs) e) or (dotimes (i n) e).
Text loop_form(std::string_view head, Operands of) {
  const Text binding = of.size() > 1 ? within_brackets(of[0]) : Text{};
  const auto parts = binding ? split_at(*binding, " ") : std::vector<std::string_view>{};
  if (parts.size() != 2) return {};
  const std::string name(parts[0]), of_all(parts[1]);
  if (head != "dolist" && head != "doseq")
    return "(for (" + name + " 0 " + of_all + ")" + behind_blanks(of.subspan(1)) + ")";
  const std::string i = name == "i" ? "k" : "i";
  return "(for (" + i + " 0 (length " + of_all + ")) (let (" + name + " " + of_all + "!" + i + ") in" +
         behind_blanks(of.subspan(1)) + "))";
}

/// Returns (->> x (f a) g) as (g (f a x)), and with `first` (-> x (f a)) as (f x a).
Text threaded(Operands of, bool first) {
  if (of.empty()) return {};
  std::string e = of[0];
  for (const std::string& step : of.subspan(1)) {
    const Text call = step[0] == '(' ? within_brackets(step) : step;
    const size_t blank = std::min(call->find(' '), call->size());
    e = first ? "(" + call->substr(0, blank) + " " + e + call->substr(blank) + ")"
              : "(" + *call + " " + e + ")";
  }
  return e;
}

/// Returns (let-values (((a b) e)) body).
Text values_form(Operands of) {
  if (of.size() < 2 || !of[0].starts_with("(((") || !of[0].ends_with("))")) return {};
  const size_t close = of[0].find(')');
  std::string names = of[0].substr(3, close - 3);
  for (size_t at = names.find(' '); at != names.npos; at = names.find(' ', at + 2))
    names.replace(at, 1, ", ");
  const std::string_view e =
      without_blanks(std::string_view(of[0]).substr(close + 1, of[0].size() - close - 3));
  return "(let ((" + names + ") " + std::string(e) + ") in" + behind_blanks(of.subspan(1)) + ")";
}

/// Returns a template of Lisp's, "~a of ~d~%", with the fields of `format`.
Text lisp_template(std::string text) {
  for (size_t at = text.find('~'); at != text.npos; at = text.find('~', at + 1)) {
    const char sign = at + 1 < text.size() ? text[at + 1] : ' ';
    if (sign == '%' || sign == 'n')
      text.replace(at, 2, "\\n");
    else if (std::string_view("aAsSdD").find(sign) != std::string_view::npos)
      text.replace(at, 2, "{}");
    else
      return {};
  }
  return text;
}

Text printing_form(Operands of) {
  const Text text = !of.empty() && of[0][0] == '"' ? lisp_template(of[0]) : Text{};
  if (!text) return {};
  return of.size() == 1 ? "(print " + *text + ")"
                        : "(print (format " + *text + behind_blanks(of.subspan(1)) + "))";
}

/// Returns the loop (do ((i 0 (+ i 1))) ((= i n) e) body ..), which may have one more variable: (for (i 0 n) body ..), and
/// then e.
Text do_form(Operands of) {
  const Text all = of.size() > 1 ? within_brackets(of[0]) : Text{},
             test = all ? within_brackets(of[1]) : Text{};
  if (!test) return {};
  const auto variables = split_at(*all, " "), ends = split_at(*test, " ");
  if (variables.size() > 2 || variables.empty() || ends.empty() || ends.size() > 2) return {};
  const auto parts = [](std::string_view text) {
    const Text inner = within_brackets(std::string(text));
    std::vector<std::string> words;
    for (const std::string_view w : split_at(inner ? *inner : "", " ")) words.emplace_back(w);
    return words;
  };
  const auto i = parts(variables[0]), asked = parts(ends[0]);
  const bool counts = i.size() == 3 && i[2] == "(+ " + i[0] + " 1)" && asked.size() == 3 &&
                      asked[1] == i[0] && (asked[0] == "=" || asked[0] == ">=");
  const auto s = variables.size() > 1 ? parts(variables[1]) : std::vector<std::string>{};
  if (!counts || (!s.empty() && s.size() != 3) || (s.empty() && of.size() < 3)) return {};
  const std::string step = s.empty() ? "" : " (set! " + s[0] + " " + s[2] + ")",
                    loop = "(for (" + i[0] + " " + i[1] + " " + asked[2] + ")" +
                           behind_blanks(of.subspan(2)) + step + ")";
  const std::string value = ends.size() < 2 ? "" : ends[1] == i[0] ? asked[2] : std::string(ends[1]);
  if (!s.empty()) return "(let ((" + s[0] + " " + s[1] + ")) " + loop + " " + value + ")";
  return value.empty() ? loop : "(begin " + loop + " " + value + ")";
}

/// Returns the macro of (define-syntax f (syntax-rules () ((_ x) e) ..)) and (define-syntax-rule (f x) e).
Text macro_form(std::string_view head, Operands of) {
  if (of.size() != 2) return {};
  if (head == "define-syntax-rule") {
    const Text pattern = within_brackets(of[0]);
    const size_t blank = pattern ? std::min(pattern->find(' '), pattern->size()) : 0;
    return blank ? Text("(define-macro " + pattern->substr(0, blank) + " ((_" + pattern->substr(blank) +
                        ") " + of[1] + "))")
                 : Text{};
  }
  const std::string rules = "(syntax-rules () ";
  if (!of[1].starts_with(rules)) return {};
  return "(define-macro " + of[0] + " " + of[1].substr(rules.size());
}

/// Returns (error "bad" x ..) with its values in the text: (error! (format "bad {}" x)).
Text error_form(Operands of) {
  if (of.size() < 2 || of[0].size() < 2 || of[0].front() != '"' || of[0].back() != '"') return {};
  std::string text = of[0].substr(0, of[0].size() - 1);
  for (size_t k = 1; k < of.size(); ++k) text += " {}";
  return "(error! (format " + text + "\"" + behind_blanks(of.subspan(1)) + "))";
}

} // namespace

std::optional<std::string> lisp_form(std::string_view head, std::span<const std::string> of) {
  constexpr std::string_view functions[] = {"defn", "defun"},
                             records[] = {"define-record-type", "define-struct"},
                             loops[] = {"dolist", "doseq", "dotimes"},
                             values[] = {"def", "defparameter", "defvar", "setf", "setq"};
  if (is_one_of(head, functions)) return function_form(of);
  if (is_one_of(head, records)) return record_form(of);
  if (is_one_of(head, loops)) return loop_form(head, of);
  if (is_one_of(head, values) && of.size() == 2) return "(define " + of[0] + " " + of[1] + ")";
  if (head == "fn" && of.size() > 1 && of[0][0] == '[')
    return "(lambda (" + *within_brackets(of[0]) + ")" + behind_blanks(of.subspan(1)) + ")";
  if (head == "->>" || (head == "->" && of.size() > 1 && of[1][0] == '(')) return threaded(of, head == "->");
  if (head == "do") return do_form(of);
  if (head == "error" && of.size() > 1) return error_form(of);
  if (head == "define-syntax" || head == "define-syntax-rule") return macro_form(head, of);
  if (head == "let-values") return values_form(of);
  if (head == "values" && of.size() > 1) {
    std::string tuple = "(" + of[0];
    for (const std::string& e : of.subspan(1)) tuple += ", " + e;
    return tuple + ")";
  }
  if (head == "incf" && !of.empty())
    return "(set! " + of[0] + " (+ " + of[0] + " " + (of.size() > 1 ? of[1] : "1") + "))";
  if (head == "loop") return loop_of_words(of);
  if (head == "sequence_" && of.size() == 1 && of[0].starts_with('['))
    return "(begin " + of[0].substr(1, of[0].size() - 2) + ")";
  if (head == "printf") return printing_form(of);
  if (head == "format" && of.size() > 1 && (of[0] == "#t" || of[0] == "t"))
    return printing_form(of.subspan(1));
  if (head == "format" && of.size() > 1 && (of[0] == "#f" || of[0] == "nil")) {
    const Text text = of[1][0] == '"' ? lisp_template(of[1]) : Text{};
    return text ? Text("(format " + *text + behind_blanks(of.subspan(2)) + ")") : Text{};
  }
  return {};
}

} // namespace nova

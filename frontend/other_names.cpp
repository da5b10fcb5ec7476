#include "frontend/other_names.hpp"
#include "frontend/utf8.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr std::string_view function = "a function is (lambda (x y) body), a named one (define (f x y) body)";
constexpr std::string_view arrow = "an arrow stands in types; a branch is (pattern body), a function (lambda (x) body)";
constexpr std::string_view definition = "a definition is (define x e), of a function (define (f x y) body)";
constexpr std::string_view type = "a sum type is (define-datatype (Maybe 'a) (Some 'a) (None))";
constexpr std::string_view record = "a record is a tuple, (x, y), or a type of one constructor: (define-datatype (P) (P double double)); a "
                                    "pattern takes either apart";
constexpr std::string_view unequal = "unequal is written (~= a b)";
constexpr std::string_view equal = "equal is written (= a b)";
constexpr std::string_view printing =
    "print a value with (print e), several and a newline with (println* e ...)";
constexpr std::string_view loop =
    "a loop is (for (i 0 n) body ...) or (while c body ...); for all elements use (map f xs), for n steps of a state "
    "(iterate n f x)";
constexpr std::string_view folding = "fold with (reduce f i xs), in sequence with (foldl f i xs)";
constexpr std::string_view leaving =
    "leave the prompt with :quit or Ctrl-D; a program ends with its last form";
constexpr std::string_view joining = "vectors, and so strings, are joined by (++ a b)";
constexpr std::string_view filling = "n times the same value is (replicate n x)";
constexpr std::string_view element = "element i of v is v!i, or (! v i)";
constexpr std::string_view empty = "ask for (= (length xs) 0)";
constexpr std::string_view length = "`length` tells how many elements a vector has";
constexpr std::string_view first = "`first` gives the first element";
constexpr std::string_view rest = "all but the first element are (drop 1 xs)";
constexpr std::string_view unit = "the value of type unit is nil; for a value or none there is (Maybe 'a)";
constexpr std::string_view assignment = "a local variable is assigned with (set! x e)";
constexpr std::string_view sequence = "forms in sequence are (begin e ...)";
constexpr std::string_view result = "the value of a function is that of its last form";
constexpr std::string_view kernel = "threads are not named: (map f xs) does f's work for each element side "
                                    "by side, (range n) has the numbers to do it for";
constexpr std::string_view point = "a point is a tuple: (1f, 2f, 3f); its parts are t.0, or taken apart by (lambda (x, y, z) ..)";
constexpr std::string_view zero = "compare with it: (= x 0), (< x 0), (> x 0)";
constexpr std::string_view repeating = "n times the same value is (replicate n x), n steps of a state (iterate n f x)";
constexpr std::string_view copying = "vectors go to a GPU and come back by themselves, where that pays";
constexpr std::string_view help_command = "at the prompt :help lists the commands, :doc name tells about a name";
constexpr std::string_view several = "several values are a tuple, (a, b), and taken apart by a pattern: (let ((a, b) e) in body)";
constexpr std::string_view waiting = "a form is done when its value is there: nothing is waited for, or freed, by hand";
constexpr std::string_view extremes = "`max` and `min` take numbers of any type; of all elements there are `maximum` and `minimum`";
constexpr std::string_view comment = "a comment is `;` and the rest of the line, or #| .. |#";
constexpr std::string_view importing =
    "(import \"path.nv\") brings a file's definitions, (import name) a module's";

// By name.
constexpr OtherName names[] = {
    {"!=", unequal},
    {"!==", unequal},
    {"%time", "at the prompt :time e tells how long it takes"},
    {"%timeit", "at the prompt :bench e runs it again and again"},
    {"&&", "both: (and a b)"},
    {"**", "a power is (pow x y), or (power x n) of a whole n"},
    {"*/", comment},
    {"++i", "(set! i (+ i 1))"},
    {"+=", assignment},
    {"->", arrow},
    {"/*", comment},
    {"//", "`/` divides, of integers it truncates; a comment is `;` and the rest of the line, or #| .. |#"},
    {"/=", unequal},
    {"/help", help_command},
    {":=", assignment},
    {"<>", unequal},
    {"==", equal},
    {"=>", arrow},
    {"?", help_command},
    {"False", "it is written false"},
    {"Infinity", "it is written inf"},
    {"NULL", unit},
    {"NaN", "it is written nan"},
    {"None?", "ask with (match e (None ...) ((Some x) ...))"},
    {"True", "it is written true"},
    {"\\", function, true},
    {"\\h", help_command},
    {"__global__", kernel},
    {"__shared__", kernel},
    {"__syncthreads", kernel},
    {"`", "there is no quoted data; a vector is [1 2 3], a macro (define-macro name ((_ pattern ...) template) ...)"},
    {"amax", "the greatest element is (maximum xs)"},
    {"amin", "the least element is (minimum xs)"},
    {"append", joining},
    {"apply", "a function is applied by (f x y)"},
    {"arange", "(iota n) is 0 .. n - 1, (range a b) is a .. b - 1"},
    {"aref", element},
    {"argsort", "the places in order are (sort-by (lambda (i) xs!i) (iota (length xs)))"},
    {"array", "a vector is [1 2 3]"},
    {"assoc", "what belongs to a key: (filter (lambda (k, v) (= k key)) pairs)"},
    {"astype", "conversions are `to_int`, `to_float`, `to_double`, ..: (map to_double xs)"},
    {"atomicAdd",
     "what falls together is joined by (reduce-by-index d + 0 is xs), or counted by (histogram n is)"},
    {"blockDim.x", kernel},
    {"blockIdx.x", kernel},
    {"call/cc", "there are no continuations; a value that may be missing is a (Maybe 'a)"},
    {"car", first},
    {"cdr", rest},
    {"class", record, true},
    {"clear", "at the prompt Ctrl-L clears the screen"},
    {"clip", "(clamp low high x) keeps x between two bounds"},
    {"concatenate", joining},
    {"cons", "a vector with x before it is (++ [x] xs)"},
    {"count-if", "how many are such: (length (filter f xs))"},
    {"cross", "the cross product of (a, b, c) and (x, y, z) is ((- (* b z) (* c y)), (- (* c x) (* a z)), (- (* a y) (* b x)))"},
    {"cudaDeviceSynchronize", waiting},
    {"cudaFree", waiting},
    {"cudaMalloc", copying},
    {"cudaMemcpy", copying},
    {"cumprod", "running products are (scan * 1 xs)"},
    {"cumsum", "running sums are (scan + 0 xs)"},
    {"data", type, true},
    {"def", definition, true},
    {"define-record", record, true},
    {"define-record-type", record, true},
    {"define-struct", record, true},
    {"define-syntax", "a macro is (define-macro name ((_ pattern ...) template) ...)", true},
    {"define-values", several, true},
    {"defmacro", "a macro is (define-macro name ((_ pattern ...) template) ...)", true},
    {"defn", definition, true},
    {"defstruct", record, true},
    {"deftype", type, true},
    {"defun", definition, true},
    {"defvar", definition, true},
    {"dim3", kernel},
    {"dir", "at the prompt :browse lists definitions, :vars values, :apropos word what has to do with a word"},
    {"display", printing},
    {"displayln", printing},
    {"div", "`/` divides; of integers it truncates"},
    {"do", loop, true},
    {"dolist", loop, true},
    {"dotimes", loop, true},
    {"double", "conversions are `to_double`, `to_float`, `to_int`, ..; a type is given by (e : double)"},
    {"echo", printing},
    {"elif", "several conditions: (cond (c a) (d b) (else e))"},
    {"else", "a branch of cond, case or match is (else e), the last one"},
    {"empty?", empty},
    {"eq?", equal},
    {"equal?", equal},
    {"exact->inexact", "a conversion is (to_double x), back (to_int x)"},
    {"exit", leaving},
    {"expt", "a power is (pow x y), or (power x n) of a whole n"},
    {"fill", filling},
    {"float", "conversions are `to_double`, `to_float`, `to_int`, ..; a type is given by (e : float)"},
    {"float3", point},
    {"float4", point},
    {"fmaxf", extremes},
    {"fminf", extremes},
    {"fn", function, true},
    {"fold", folding},
    {"fold-left", folding},
    {"foldr", folding},
    {"for-each", loop},
    {"foreach", loop, true},
    {"format", printing},
    {"free", waiting},
    {"full", filling},
    {"fun", function, true},
    {"func", function, true},
    {"function", function, true},
    {"head", first},
    {"help", help_command},
    {"hstack", joining},
    {"i++", "(set! i (+ i 1))"},
    {"in", "whether x is among xs: (any (= x) xs)"},
    {"inc", "one more is (+ x 1); as a function (+ 1)"},
    {"include", importing},
    {"inexact->exact", "a conversion is (to_int x), which cuts what is behind the point"},
    {"int", "conversions are `to_int`, `to_float`, `to_double`, ..; a type is given by (e : int)"},
    {"isnan", "only nan is unequal to itself: (~= x x)"},
    {"it", "at the prompt it is the last result; there is none yet"},
    {"len", length},
    {"let-values", several, true},
    {"list", "a vector is [1 2 3]"},
    {"list-ref", element},
    {"load", importing},
    {"loop", loop, true},
    {"ls", "at the prompt :shell ls runs a command of the system"},
    {"make_float3", point},
    {"make_float4", point},
    {"malloc", filling},
    {"modulo", "the remainder is (% a b)"},
    {"negative?", zero},
    {"newline", "(println \"\") ends a line"},
    {"nonzero", "where something holds: (filter (lambda (i) xs!i) (iota (length xs)))"},
    {"not=", unequal},
    {"nth", element},
    {"null", unit},
    {"null?", empty},
    {"number->string", printing},
    {"nvidia-smi", "at the prompt :doctor tells of GPUs, :shell nvidia-smi runs the command"},
    {"ones", filling},
    {"positive?", zero},
    {"printf", printing},
    {"progn", sequence},
    {"puts", printing},
    {"quit", leaving},
    {"quote", "there is no quoted data; a vector is [1 2 3]", true},
    {"quotient", "`/` divides; of integers it truncates"},
    {"ravel", "`flatten` joins rows into one vector"},
    {"rem", "the remainder is (% a b)"},
    {"remainder", "the remainder is (% a b)"},
    {"repeat", repeating},
    {"require", importing},
    {"rest", rest},
    {"return", result},
    {"rsqrt", "one over the root is (/ 1.0 (sqrt x))"},
    {"setf", assignment},
    {"setq", assignment},
    {"show", printing},
    {"size", length},
    {"str", printing},
    {"string->number", "the number that a text tells is (parse-int text), or (parse-double text)"},
    {"string-append", joining},
    {"string-length", length},
    {"struct", record, true},
    {"switch", "choose with (match e (pattern body) ...)", true},
    {"tail", rest},
    {"threadIdx.x", kernel},
    {"to-string", printing},
    {"transform", "for all elements use (map f xs)"},
    {"type", "at the prompt :type e tells an expression's type"},
    {"val", definition, true},
    {"values", several},
    {"var", definition, true},
    {"vector-length", length},
    {"vector-map", "for all elements use (map f xs)"},
    {"vector-set!", "vectors do not change; (scatter xs [i] [e]) is xs with e at i"},
    {"void", unit},
    {"vstack", "a vector of rows is [a b], a vector#2 of it (matrix [a b])"},
    {"where", "choose with (if c a b), by element (map (lambda (c a b) (if c a b)) cs xs ys); those that "
              "hold: (filter f xs)"},
    {"zero?", zero},
    {"zeros", filling},
    {"zeros_like", filling},
    {"||", "one of them: (or a b)"},
    {"\xce\xbb", function, true},
};
static_assert(std::ranges::is_sorted(
    names,
    [](std::string_view a, std::string_view b) {
      return std::ranges::lexicographical_compare(
          a, b, [](char x, char y) { return static_cast<unsigned char>(x) < static_cast<unsigned char>(y); });
    },
    &OtherName::name));

} // namespace

namespace {

/// `x = 3`, `int x = 3` and `x : int = 3`, whose `x` or `int` before the sign is number k, behind `(define `.
std::string defined_as(const Frontend& f, std::span<const Datum* const> data, size_t k) {
  const auto text = [&](size_t i) { return std::string(f.sources.text(data[i]->span)); };
  const auto is_type = [](const std::string& word) {
    constexpr std::string_view words[] = {"int", "float", "double", "bool", "char"};
    return std::ranges::find(words, word) != std::end(words);
  };
  const std::string value = " " + text(k + 2) + ")";
  if (k >= 1 && is_type(text(k - 1))) return "(" + text(k) + " : " + text(k - 1) + ")" + value;
  if (k >= 2 && text(k - 1) == ":") return "(" + text(k - 2) + " : " + text(k) + ")" + value;
  return text(k) + value;
}

/// Three in a line, an operator in the middle: `2 + 3`.
void warn_of_infix(Frontend& f, std::span<const Datum* const> data) {
  constexpr std::string_view operators[] = {"+", "-", "*", "/", "%", "=", "~=", "<", "<=", ">", ">=", "<<", ">>", "&", "^"};
  for (size_t k = 0; k + 2 < data.size(); ++k) {
    const Datum &a = *data[k], &op = *data[k + 1], &b = *data[k + 2];
    if (!op.is(DatumKind::Symbol) || a.span.file != b.span.file) continue;
    const std::string_view name = f.symbols.text(op.symbol);
    const std::string all(f.sources.text(Span{a.span.file, a.span.begin, b.span.end, 0}));
    constexpr size_t longest = 60;
    if (std::ranges::find(operators, name) == std::end(operators) || all.find('\n') != all.npos || all.size() > longest) continue;
    const std::string both =
        " " + std::string(f.sources.text(a.span)) + " " + std::string(f.sources.text(b.span)) + ")";
    Diagnostic& d = f.diagnostics.report("W0304", op.span, {all})
                        .help("operators stand in front: (" + std::string(name) + both);
    if (name == "=" && a.is(DatumKind::Symbol)) d.help("a name gets its value by (define " + defined_as(f, data, k));
    k += 2;
  }
}

/// `f(x, y)` as a call.
std::string call_text(const Frontend& f, const std::string& name, std::span<const Datum* const> arguments) {
  std::string text = "(" + name;
  for (const Datum* a : arguments) text += " " + std::string(f.sources.text(a->span));
  return shorten(text, 60) + ")";
}

} // namespace

std::vector<std::span<const Datum* const>> lines_behind_names(const Frontend& f, std::span<const Datum* const> data) {
  std::vector<std::span<const Datum* const>> out;
  for (size_t k = 0, end; k < data.size(); k = end) {
    const auto follows = [&](const Datum& before, const Datum& d) {
      const Span gap{before.span.file, before.span.end, d.span.begin, 0};
      return d.span.file == before.span.file && f.sources.text(gap).find('\n') == std::string_view::npos;
    };
    for (end = k + 1; end < data.size() && follows(*data[end - 1], *data[end]);) ++end;
    if (end > k + 1 && data[k]->is(DatumKind::Symbol) && data[k]->span.end < data[k + 1]->span.begin)
      out.push_back(data.subspan(k, end - k));
  }
  return out;
}

void warn_of_bare_call(Frontend& f, std::span<const Datum* const> line) {
  const std::string name(f.symbols.text(line[0]->symbol));
  f.diagnostics.report("W0306", join(line.front()->span, line.back()->span), {name})
      .help(call_text(f, name, line.subspan(1)) + " applies it");
}

namespace {

/// What v[..] is here: an element, some elements in a row, the last one.
std::string help_with_brackets(const Frontend& f, const std::string& name, const Datum& brackets) {
  const auto& in = brackets.items;
  const auto is_colon = [&](const Datum* d) { return d->is(DatumKind::Symbol) && f.symbols.text(d->symbol) == ":"; };
  const auto text = [&](size_t k) { return std::string(f.sources.text(in[k]->span)); };
  if (in.size() == 3 && is_colon(in[1])) return "elements in a row are (slice " + text(0) + " 1 " + text(2) + " " + name + ")";
  if (std::ranges::any_of(in, is_colon)) return "elements in a row are (slice from step to " + name + ")";
  if (in.size() == 1 && in[0]->is(DatumKind::Integer) && in[0]->integer == -1) return "the last element is (last " + name + ")";
  return "an element is taken by " + name + "!i";
}

bool touch(const Datum& a, const Datum& b) { return a.span.file == b.span.file && a.span.end == b.span.begin; }

/// `name[..]`, `name(..)`.
void warn_of_touching(Frontend& f, const Datum& a, const Datum& next) {
  const bool vector = next.is(DatumKind::Vector);
  const std::string name(f.symbols.text(a.symbol));
  f.diagnostics.report("W0303", join(a.span, next.span), {name, vector ? "vector" : "list"})
      .help(vector ? help_with_brackets(f, name, next) : "a call is " + call_text(f, name, next.items));
}

/// `(+ v[1] 2)`: within forms, of names that no form begins with; `(f[1])` and `(map f[1 2])` may be meant.
void warn_of_elements_within(Frontend& f, std::span<const Datum* const> data) {
  std::vector<const Datum*> todo(data.begin(), data.end());
  while (!todo.empty()) {
    const Datum& d = *todo.back();
    todo.pop_back();
    for (size_t k = d.is(DatumKind::List); k + 1 < d.items.size(); ++k) {
      const Datum &a = *d.items[k], &next = *d.items[k + 1];
      if (a.is(DatumKind::Symbol) && next.is(DatumKind::Vector) && next.items.size() == 1 && touch(a, next))
        warn_of_touching(f, a, next);
    }
    todo.insert(todo.end(), d.items.rbegin(), d.items.rend());
  }
}

} // namespace

void warn_of_slips(Frontend& f, std::span<const Datum* const> data) {
  warn_of_infix(f, data);
  for (size_t k = 0; k + 1 < data.size(); ++k) {
    const Datum& next = *data[k + 1];
    const bool brackets = next.is(DatumKind::Vector) || next.is(DatumKind::List) || next.is(DatumKind::Tuple);
    if (data[k]->is(DatumKind::Symbol) && brackets && touch(*data[k], next) && !f.symbols.text(data[k]->symbol).starts_with("`"))
      warn_of_touching(f, *data[k], next);
  }
  warn_of_elements_within(f, data);
}

std::optional<OtherName> find_other_name(std::string_view name) {
  const auto at = std::ranges::lower_bound(names, name, {}, &OtherName::name);
  return at != std::end(names) && at->name == name ? std::optional(*at) : std::nullopt;
}

std::optional<std::string_view> what_waits(std::string_view call) {
  constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"(- ", "(- x) waits for its second argument; (neg x) negates"},
      {"(concat ", "(concat x) waits for its second argument; (flatten x) joins the rows of x"}};
  for (const auto& [begin, what] : all)
    if (call.starts_with(begin)) return what;
  return std::nullopt;
}

} // namespace nova

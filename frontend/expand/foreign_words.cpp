#include "frontend/expand/foreign_words.hpp"
#include "frontend/read/other/expressions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {

bool touch(const Datum& a, const Datum& b) {
  return a.span.file == b.span.file && a.span.end == b.span.begin;
}

namespace {

constexpr std::string_view function = "a function is (lambda (x y) body), a named one (define (f x y) body)";
constexpr std::string_view arrow =
    "an arrow stands in types; a branch is (pattern body), a function (lambda (x) body)";
constexpr std::string_view definition = "a definition is (define x e), of a function (define (f x y) body)";
constexpr std::string_view type = "a sum type is (define-datatype (Maybe 'a) (Some 'a) (None))";
constexpr std::string_view record =
    "a record is declared by (define-record P (x : double) (y : double)), made by (P 1.0 2.0), and has p.x";
constexpr std::string_view unequal = "unequal is written (~= a b)";
constexpr std::string_view equal = "equal is written (= a b)";
constexpr std::string_view printing =
    "print a value with (print e), several and a newline with (println* e ...)";
constexpr std::string_view showing = "the text of a value is (show e); (print e) prints it";
constexpr std::string_view predicate =
    "types are known before a program runs, so a value's is not asked for; at the prompt :type e tells it";
constexpr std::string_view loop = "a loop is (for (i 0 n) body ...) or (while c body ...); for all elements "
                                  "use (map f xs), for n steps of a state "
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
constexpr std::string_view point =
    "a point is a tuple: (1f, 2f, 3f); its parts are t.0, or taken apart by (lambda (x, y, z) ..)";
constexpr std::string_view zero = "compare with it: (= x 0), (< x 0), (> x 0)";
constexpr std::string_view copying = "vectors go to a GPU and come back by themselves, where that pays";
constexpr std::string_view help_command =
    "at the prompt :help lists the commands, :doc name tells about a name";
constexpr std::string_view several =
    "several values are a tuple, (a, b), and taken apart by a pattern: (let ((a, b) e) in body)";
constexpr std::string_view waiting =
    "a form is done when its value is there: nothing is waited for, or freed, by hand";
constexpr std::string_view extremes =
    "`max` and `min` take numbers of any type; of all elements there are `maximum` and `minimum`";
constexpr std::string_view reading = "a file's text is (read-text \"path\"); arrays are read by read-npy, "
                                     "tables by read-csv, images by read-image";
constexpr std::string_view writing =
    "a text is written by (write-text \"path\" text), an array by write-npy, a table by write-csv";
constexpr std::string_view pixels =
    "images are read by (read-image \"x.png\" : vector#2 uint8), written by (write-image \"x.png\" m)";
constexpr std::string_view standard_input =
    "the text of standard input is (read-stdin), its lines are (lines (read-stdin))";
constexpr std::string_view among = "whether x is among xs: (any (= x) xs)";
constexpr std::string_view row = "elements in a row are (slice from step to xs), the first n (take n xs)";
constexpr std::string_view together = "map takes several vectors: (map f xs ys)";
constexpr std::string_view arithmetic =
    "sums are (+ a b), differences (- a b), products (* a b), quotients (/ a b)";
constexpr std::string_view bits = "bits are joined by (& a b), (| a b) and (^ a b), turned over by (~ a), "
                                  "and moved by (<< a n) and (>> a n)";
constexpr std::string_view parsing =
    "the number that a text tells is (parse-int text), or (parse-double text)";
constexpr std::string_view unchanged =
    "an element of a local variable is set by (set! xs!i e); (put i e xs) is xs with e at i";
constexpr std::string_view once = "each value once, in order, is (unique xs)";
constexpr std::string_view unit_matrix = "the unit matrix is (eye n)";
constexpr std::string_view failing =
    "a program stops by (error! \"text\") or (assert e); what may be missing is a (Maybe 'a)";
constexpr std::string_view leaving_loop = "a loop ends where its condition is false: (while c e ...)";
constexpr std::string_view type_names =
    "types are int, float, double, bool, char, tuples of them and vectors; a text is a vector char";
constexpr std::string_view maybe = "the constructors of Maybe are (Some x) and None";
constexpr std::string_view drawing = "`<-` draws in a comprehension, [e | x <- xs]; a name gets its value by "
                                     "(define x e), or (let (x e) in body)";
constexpr std::string_view in_a_row =
    "numbers in a row are (range a b), from a to b - 1, or (iota n), from 0";
constexpr std::string_view continuations =
    "there are no continuations; a value that may be missing is a (Maybe 'a)";
constexpr std::string_view pairs =
    "what belongs to keys stands in pairs, [(k, v) ..]: (filter (lambda (k, v) (= k key)) pairs)";
constexpr std::string_view deviation = "the standard deviation is (std xs), which divides by n; that of a "
                                       "sample, by n - 1, is (sqrt (cov [xs])!0!0)";
constexpr std::string_view unbound =
    "no variable of this name is bound here: (for (i 0 n) ..), [e | i <- (range n)] and "
    "(lambda (i) e) bind one; the imaginary unit is 1i";
constexpr std::string_view comment = "a comment is `;` and the rest of the line, or #| .. |#";
constexpr std::string_view importing =
    "(import \"path.nv\") brings a file's definitions, (import name) a module's";

constexpr OtherName names[] = {
#define NOVA_OTHER_NAME(name, help) {name, help},
#define NOVA_OTHER_FORM(name, help) {name, help, true},
#include "frontend/expand/other_names.def"
#undef NOVA_OTHER_NAME
#undef NOVA_OTHER_FORM
};
constexpr OtherName numpy_names[] = {
#define NOVA_NUMPY_WORD(name, help) {name, help},
#include "frontend/expand/numpy_words.def"
#undef NOVA_NUMPY_WORD
};

constexpr bool is_before(std::string_view a, std::string_view b) {
  return std::ranges::lexicographical_compare(
      a, b, [](char x, char y) { return static_cast<unsigned char>(x) < static_cast<unsigned char>(y); });
}
static_assert(std::ranges::is_sorted(names, is_before, &OtherName::name));
static_assert(std::ranges::is_sorted(numpy_names, is_before, &OtherName::name));

std::optional<OtherName> find_in(std::span<const OtherName> table, std::string_view name) {
  const auto at = std::ranges::lower_bound(table, name, {}, &OtherName::name);
  return at != table.end() && at->name == name ? std::optional(*at) : std::nullopt;
}

} // namespace

namespace {

/// Returns the text that follows `(define ` if `x = 3`, `int x = 3` or `x : int = 3` is written in Nova. `k` is the
/// index of the datum before the `=`.
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

std::string text_between(const Frontend& f, const Datum& a, const Datum& b) {
  return std::string(f.sources.text(Span{a.span.file, a.span.begin, b.span.end, 0}));
}

/// Warns (W0304) of three successive data on one line with an operator in the middle: `2 + 3`.
void warn_of_infix(Frontend& f, std::span<const Datum* const> data) {
  constexpr std::string_view operators[] = {
      "+", "-", "*", "/", "%", "=", "~=", "<", "<=", ">", ">=", "<<", ">>", "&", "^", "and", "or"};
  for (size_t k = 0; k + 2 < data.size(); ++k) {
    const Datum &a = *data[k], &op = *data[k + 1], &b = *data[k + 2];
    if (!op.is(DatumKind::Symbol) || a.span.file != b.span.file) continue;
    const std::string_view name = f.symbols.text(op.symbol);
    const std::string all = text_between(f, a, b);
    constexpr size_t longest = 60;
    if (std::ranges::find(operators, name) == std::end(operators) || all.find('\n') != all.npos ||
        all.size() > longest)
      continue;
    if (f.sources.text(a.span) == ":" && name == "=" && k > 0) { // n := 3
      f.diagnostics.report("W0304", op.span, {text_between(f, *data[k - 1], b)})
          .help("a name gets its value by (define " + std::string(f.sources.text(data[k - 1]->span)) + " " +
                std::string(f.sources.text(b.span)) + ")");
      k += 2;
      continue;
    }
    const std::string both =
        " " + std::string(f.sources.text(a.span)) + " " + std::string(f.sources.text(b.span)) + ")";
    Diagnostic& d = f.diagnostics.report("W0304", op.span, {all})
                        .help("operators stand in front: (" + std::string(name) + both);
    if (a.is(DatumKind::String)) d.notes.clear(), d.help(std::string(joining));
    if (name == "=" && a.is(DatumKind::Tuple)) {
      d.notes.clear();
      d.help("several names get their values by a pattern: (let (" + std::string(f.sources.text(a.span)) +
             " " + std::string(f.sources.text(b.span)) + ") in body)");
    }
    if (name == "=" && a.is(DatumKind::Symbol))
      d.help("a name gets its value by (define " + defined_as(f, data, k));
    k += 2;
  }
}

} // namespace

std::string call_text(const Frontend& f, const std::string& name, std::span<const Datum* const> arguments) {
  std::string text = "(" + name;
  for (const Datum* a : arguments) text += " " + std::string(f.sources.text(a->span));
  return shorten(text, 60) + ")";
}

std::vector<std::span<const Datum* const>> lines_behind_names(const Frontend& f,
                                                              std::span<const Datum* const> data) {
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

void warn_of_bare_call(Frontend& f, std::span<const Datum* const> line, const std::string& call) {
  const std::string name(f.symbols.text(line[0]->symbol));
  f.diagnostics.report("W0306", join(line.front()->span, line.back()->span), {name})
      .help(call + " applies it");
}

namespace {

/// Returns the text of an index for a help text: unchanged if it is short, otherwise `i`.
std::string index_text(std::string text) {
  return text.size() > 20 || text.find('\n') != text.npos ? "i" : text;
}

/// Returns the text of the indexed expression `d` for a help text: unchanged if it is short, otherwise `v`.
std::string index_base(const Frontend& f, const Datum& d) {
  const std::string text(d.is(DatumKind::Symbol) ? f.symbols.text(d.symbol) : f.sources.text(d.span));
  return text.size() > 40 || text.find('\n') != text.npos ? "v" : text;
}

/// Returns the help text for v[..]; `name` is the text of v. It says how Nova writes the element, slice or last
/// element that is meant.
std::string help_with_brackets(const Frontend& f, const std::string& name, const Datum& brackets) {
  const auto& in = brackets.items;
  const auto is_colon = [&](const Datum* d) {
    return d->is(DatumKind::Symbol) && f.symbols.text(d->symbol) == ":";
  };
  const auto text = [&](size_t k) { return std::string(f.sources.text(in[k]->span)); };
  if (in.size() == 3 && is_colon(in[1]))
    return "elements in a row are (slice " + text(0) + " 1 " + text(2) + " " + name + ")";
  if (std::ranges::any_of(in, is_colon)) return "elements in a row are (slice from step to " + name + ")";
  if (in.size() == 1 && in[0]->is(DatumKind::Integer) && in[0]->integer == -1)
    return "the last element is (last " + name + ")";
  if (in.size() == 1) return "an element is taken by " + name + "!" + index_text(text(0));
  std::string indices;
  for (size_t k = 0; k < in.size(); ++k) indices += (k == 0 ? "" : ", ") + text(k);
  return "an element is taken by " + name + "!" +
         (in.size() == 2 ? "(" + shorten(indices, 40) + ") of a vector#2" : "i");
}

/// Whether the vector `brackets` has several items, and a comma in its text.
bool has_commas(const Frontend& f, const Datum& brackets) {
  return brackets.items.size() > 1 && f.sources.text(brackets.span).find(',') != std::string_view::npos;
}

/// Warns (W0303) of two data without a blank between them: `name[..]`, `name(..)`, `[1 2][0]`, `(f x)[0]`.
void warn_of_touching(Frontend& f, const Datum& a, const Datum& next) {
  const std::string name = index_base(f, a);
  if (name.ends_with("<-")) return; // the error of the name says what is meant
  if (next.is(DatumKind::Range))
    return void(f.diagnostics.report("W0303", join(a.span, next.span), {name, "vector"})
                    .help("elements in a row are (gather " + std::string(f.sources.text(next.span)) + " " +
                          name + ")"));
  const bool vector = next.is(DatumKind::Vector);
  if (begins_form(f.sources.text(next.span))) return; // q(define x 3): the name's error says enough
  f.diagnostics.report("W0303", join(a.span, next.span), {name, vector ? "vector" : "list"})
      .help(vector ? help_with_brackets(f, name, next) : "a call is " + call_text(f, name, next.items));
}

/// Warns of `v[1]` inside of forms, as in `(+ v[1] 2)`. Gives no warning for a name that begins a list, as in
/// `(f[1])`, or for several items without commas, as in `(map f[1 2])`, since these may be intended.
void warn_of_elements_within(Frontend& f, std::span<const Datum* const> data) {
  std::vector<const Datum*> todo(data.begin(), data.end());
  while (!todo.empty()) {
    Watch::poll();
    const Datum& d = *todo.back();
    todo.pop_back();
    for (size_t k = d.is(DatumKind::List); k + 1 < d.items.size(); ++k) {
      const Datum &a = *d.items[k], &next = *d.items[k + 1];
      const bool element = next.is(DatumKind::Vector) && (next.items.size() == 1 || has_commas(f, next));
      if (a.is(DatumKind::Symbol) && touch(a, next) && (element || next.is(DatumKind::Range)))
        warn_of_touching(f, a, next);
    }
    todo.insert(todo.end(), d.items.rbegin(), d.items.rend());
  }
}

/// Warns (W0303) of a line of texts, "a" "b", which C and Python join to one.
void warn_of_texts_in_row(Frontend& f, std::span<const Datum* const> data) {
  for (size_t k = 0; k + 1 < data.size(); ++k) {
    const Datum &a = *data[k], &b = *data[k + 1];
    if (!a.is(DatumKind::String) || !b.is(DatumKind::String) || a.span.file != b.span.file) continue;
    const std::string_view first = f.sources.text(a.span),
                           line = f.sources.line_at(a.span.file, a.span.begin);
    const std::string both = text_between(f, a, b);
    const size_t begin = line.find_first_not_of(" \t");
    const bool alone = begin != line.npos && line.data() + begin == first.data() &&
                       line.substr(begin).find_last_not_of(" \t\r") + 1 == both.size();
    if (alone)
      f.diagnostics.report("W0303", join(a.span, b.span), {std::string(first), "text"})
          .help("texts are joined by (++ " + both + ")");
  }
}

} // namespace

/// Whether a function's name of several letters is none of Nova's, and none that the program defines.
static bool is_nowhere(Frontend& f, std::span<const Datum* const> data, const std::string& name) {
  if (name.size() < 3 || find_builtin(name) || !f.program.named(f.symbols.intern(name)).empty()) return false;
  return std::ranges::none_of(data, [&](const Datum* d) {
    const std::string_view text = f.sources.text(d->span);
    return text.starts_with("(define (" + name + " ") || text.starts_with("(define " + name + " ");
  });
}

/// Where a line of another language calls a function that Nova has by another name or in another way, puts that in
/// place of the line's help.
static void help_with_other_calls(Frontend& f, std::span<const Datum* const> data) {
  for (Diagnostic& d : f.diagnostics.take()) {
    const std::string name = d.code == "E0130" && d.args.size() > 1 ? d.args[1] : "";
    const bool bang = name.ends_with('!');
    auto other = name.empty() ? std::nullopt : find_other_name(name);
    if (!other && bang) other = find_other_name(std::string_view(name).substr(0, name.size() - 1));
    const Symbol symbol = f.symbols.intern(name); // take is a word of NumPy's, and a function of Nova's
    if (find_builtin(name) || f.program.prelude_global(symbol) != GlobalId{}) other = {};
    const bool assigned = !d.args.empty() && (d.args[0] == "an assignment" || d.args[0] == "a definition");
    if (!other && is_nowhere(f, data, name) && !d.notes.empty() &&
        d.notes[0].text.find("(" + name + " ") != std::string::npos)
      d.help("Nova has no `" + name + "`: at the prompt :apropos finds names by a word, :search by a type");
    const bool left = !d.notes.empty() && name.starts_with("np.") &&
                      d.notes[0].text.find("(" + name.substr(3) + " ") != std::string::npos;
    const bool translated = is_translated(name) && !left;
    if (other && !translated && !assigned) d.notes.clear();
    if (other && !translated) d.help(std::string(other->help));
    f.diagnostics.add(std::move(d));
  }
}

void warn_of_slips(Frontend& f, std::span<const Datum* const> data) {
  help_with_other_calls(f, data);
  warn_of_infix(f, data);
  warn_of_texts_in_row(f, data);
  for (size_t k = 0; k + 1 < data.size(); ++k) {
    const Datum& next = *data[k + 1];
    const bool vector = next.is(DatumKind::Vector) || next.is(DatumKind::Range);
    const bool brackets = vector || next.is(DatumKind::List) || next.is(DatumKind::Tuple);
    const bool name = data[k]->is(DatumKind::Symbol) && !f.symbols.text(data[k]->symbol).starts_with("`");
    const bool indexed = (data[k]->is(DatumKind::Vector) || data[k]->is(DatumKind::List)) && vector;
    if (((name && brackets) || indexed) && touch(*data[k], next)) warn_of_touching(f, *data[k], next);
  }
  warn_of_elements_within(f, data);
}

std::optional<OtherName> find_other_name(std::string_view name) {
  if (const auto other = find_in(names, name)) return other;
  for (const std::string_view prefix : {"np.", "numpy."}) {
    if (!name.starts_with(prefix)) continue;
    const std::string_view rest = name.substr(prefix.size()); // np.linalg.inv is found by inv
    for (const std::string_view word : {rest, rest.substr(rest.rfind('.') + 1)}) {
      if (const auto other = find_in(numpy_names, word)) return other;
      if (const auto other = find_in(names, word)) return other;
    }
  }
  return find_in(numpy_names, name);
}

std::optional<std::string_view> what_it_takes(std::string_view function, bool of_integers) {
  constexpr std::string_view fractions = "integers become doubles by (map to_double xs)";
  constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"cross",
       "of (a, b, c) and (x, y, z) it is ((- (* b z) (* c y)), (- (* c x) (* a z)), (- (* a y) (* b x)))"},
      {"fft", "it is of pairs (re, im); of complex numbers it is (cfft zs), of real ones (rfft xs)"},
      {"ifft", "it is of pairs (re, im); of complex numbers it is (icfft zs), of real ones (irfft n zs)"},
      {"interp", "the places come last, in a vector: (interp xs ys [x])"},
      {"join", "what stands between comes first: (join \", \" texts)"},
      {"mean", fractions},
      {"median", fractions},
      {"nan-mean", fractions},
      {"plot",
       "it takes words and data, as (plot [(lines \"0\" \"1\")] (zip xs ys)); at the prompt it is :plot xs"},
      {"put", "the place comes first, the vector last: (put i x xs)"},
      {"replicate", "the number comes first: (replicate n x)"},
      {"searchsorted", "the values come last, in a vector: (searchsorted xs [v])"},
      {"solve", "for several right sides at once, the columns of a matrix, there is (solve-matrix m b)"},
      {"split", "what it splits at is one element, and comes first: (split #\\, text)"},
      {"std", fractions},
      {"variance", fractions}};
  for (const auto& [name, what] : all)
    if (name == function && (of_integers || what != fractions)) return what;
  return std::nullopt;
}

std::optional<std::string_view> what_waits(std::string_view call) {
  constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"(average ", "(average weights x) waits for its second argument; (mean x) has no weights"},
      {"(- ", "(- x) waits for its second argument; (neg x) negates"},
      {"(concat ", "(concat x) waits for its second argument; (flatten x) joins the rows of x"}};
  for (const auto& [begin, what] : all)
    if (call.starts_with(begin)) return what;
  return std::nullopt;
}

std::optional<std::string> what_it_lacks(const Types& types, TypeId type, std::string_view call) {
  size_t vectors = 0, arguments = 0;
  for (type = types.resolve(type); types.is(type, TypeKind::Vector); ++vectors) type = types.element_of(type);
  for (; types.is(type, TypeKind::Fun); ++arguments) type = types.resolve(types.arg(type, 1));
  const size_t end = call.find_first_of(" ()[\n", 1);
  if (arguments == 0 || !call.starts_with('(') || end == call.npos || call[end] != ' ') return {};
  const std::string head(call.substr(1, end - 1));
  if (head == "lambda" || head == "begin" || head == "let" || head == "if" || head == "no-inline") return {};
  const std::string what =
      arguments == 1 ? "one more argument" : std::to_string(arguments) + " more arguments";
  const std::string doc = ": at the prompt :doc " + head + " tells what it takes";
  return vectors > 0 ? "gives functions, each of which waits for " + what + doc : "waits for " + what + doc;
}

} // namespace nova

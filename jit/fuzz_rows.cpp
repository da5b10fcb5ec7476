#include "jit/fuzz_rows.hpp"
#include <cstring>

namespace nova::fuzz {
namespace {

struct Text {
  uint32_t weight;
  const char *result, *text;
};

// Weight 0: what mostly fails. One program in five may have them.
constexpr Text texts[] = {
    // ---- any type
    {3, "'a", "(if {bool} {'a} {'a})"},
    {4, "'a", "(let ({x-'b} {'b}) in {'a})"},
    {2, "'a", "((lambda {x:'b} {'a}) {'b})"},
    {1, "'a", "(let ({f!'b} (lambda {x:'b} {'a})) in ({=f} {'b}))"},
    {1, "'a", "({'a}, {'b}).0"},
    {1, "'a", "(let ({p-('b, 'a)} {('b, 'a)}) in {=p}.1)"},
    {1, "'a", "(case (if {bool} (Some {'b}) (None)) (Some {x~'b} {'a}) (None {'a}))"},
    {2, "'a", "(foldl (lambda {s:'a} {x:'b} {'a}) {'a} {vector 'b})"},
    {1, "'a", "(reduce (lambda {x:'a} {y:'a} {'a}) {'a} {vector 'a})"},
    {1, "'a",
     "(let ({s!'a} {'a}) in (begin (for ({k-int} 0 {#}) (set! {=s} (let ({t-'a} {=s}) in {'a}))) {=s}))"},
    {1, "'a",
     "(let ({s!'a} {'a}) ({c!int} {#}) in (begin (while (> {=c} 0) (set! {=c} (- {=c} 1)) (set! {=s} (let "
     "({t-'a} {=s}) "
     "({d-int} {=c}) in {'a}))) {=s}))"},
    {2, "'a", "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) in (! {=v} (% (& {int} 1023) (length {=v}))))"},
    {0, "'a", "(! {vector 'a} {int})"},
    {1, "'a", "(force {'a})"},
    // ---- numbers
    {6, "'n", "(+ {'n} {'n})"},
    {4, "'n", "(- {'n} {'n})"},
    {5, "'n", "(* {'n} {'n})"},
    {0, "'n", "(/ {'n} {'n})"},
    {2, "'i", "(/ {'i} (| {'i} 1))"},
    {2, "'i", "(% {'i} (| {'i} 1))"},
    {0, "'i", "(% {'i} {'i})"},
    {2, "'n", "(min {'n} {'n})"},
    {2, "'n", "(max {'n} {'n})"},
    {1, "'n", "(abs {'n})"},
    {1, "'n", "(neg {'n})"},
    {2, "'n", "(fma {'n} {'n} {'n})"},
    {1, "'i", "(& {'i} {'i})"},
    {1, "'i", "(| {'i} {'i})"},
    {1, "'i", "(^ {'i} {'i})"},
    {1, "'i", "(~ {'i})"},
    {1, "'i", "(<< {'i} {'i})"},
    {1, "'i", "(>> {'i} {'i})"},
    {3, "'f", "(/ {'f} {'f})"},
    {1, "'f", "(sqrt {'f})"},
    {1, "'f", "(exp {'f})"},
    {1, "'f", "(log {'f})"},
    {1, "'f", "(sin {'f})"},
    {1, "'f", "(cos {'f})"},
    {1, "'f", "(atan2 {'f} {'f})"},
    {1, "'f", "(tanh {'f})"},
    {1, "'f", "(pow {'f} {'f})"},
    {1, "'f", "(erf {'f})"},
    {1, "'f", "(floor {'f})"},
    {1, "'f", "(ceil {'f})"},
    {1, "'f", "(trunc {'f})"},
    {1, "'f", "(round {'f})"},
    {1, "'f", "(rint {'f})"},
    {1, "'f", "(cbrt {'f})"},
    {1, "'f", "(hypot {'f} {'f})"},
    {2, "int", "(to_int {'s})"},
    {3, "int32", "(to_int32 {'s})"},
    {3, "int16", "(to_int16 {'s})"},
    {3, "int8", "(to_int8 {'s})"},
    {3, "uint8", "(to_uint8 {'s})"},
    {3, "float", "(to_float {'s})"},
    {2, "double", "(to_double {'s})"},
    {1, "'n", "(max {'n} (from_double {double}))"},
    {2, "char", "(to_char {'s})"},
    // ---- vectors to one value
    {5, "'n", "(reduce {+} {'n} {vector 'n})"},
    {2, "'n", "(reduce {+} (++ [{'n}] {vector 'n}))"},
    {1, "'i", "(reduce {?} {'i} {vector 'i})"},
    {1, "bool", "(reduce and {bool} {vector bool})"},
    {1, "bool", "(reduce or {bool} {vector bool})"},
    {3, "'n", "(reduce (lambda {x:'n} {y:'n} ({+} {=x} {=y})) {'n} {vector 'n})"},
    {1, "'n", "(reduce-comm (lambda {x:'n} {y:'n} ({+} {=y} {=x})) {'n} {vector 'n})"},
    {2, "('n, 'm)",
     "(reduce (lambda {x:('n, 'm)} {y:('n, 'm)} (({+} {=x}.0 {=y}.0), ({+} {=x}.1 {=y}.1))) {('n, 'm)} "
     "{vector ('n, 'm)})"},
    {2, "'n", "(accumulate (lambda {s:'n} {x:'b} {'n}) {+} {'n} {vector 'b})"},
    {1, "'n",
     "(let ({v-vector 'n} {vector 'n}) in (accumulate (lambda {s:'n} {x:'n} {y:'m} (fma {=x} {'n} {=s})) + "
     "{'n} {=v} "
     "(map (lambda {z:'n} {'m}) {=v})))"},
    {2, "'n", "(sum {vector 'n})"},
    {1, "'n", "(product {vector 'n})"},
    {1, "'n", "(minimum (++ {vector 'n} [{'n}]))"},
    {1, "'n", "(maximum (++ {vector 'n} [{'n}]))"},
    {1, "int", "(argmin (++ {vector 'n} [{'n}]))"},
    {1, "int", "(argmax (++ {vector 'n} [{'n}]))"},
    {1, "'f", "(mean {vector 'f})"},
    {1, "'f", "(norm {vector 'f})"},
    {2, "'n", "(let ({v-vector 'n} {vector 'n}) in (dot {=v} (map (lambda {x:'n} {'n}) {=v})))"},
    {0, "'n", "(dot {vector 'n} {vector 'n})"},
    {3, "int", "(length {vector 'a})"},
    {1, "int", "(count (lambda {x:'a} {bool}) {vector 'a})"},
    {1, "bool", "(any (lambda {x:'b} {bool}) {vector 'b})"},
    {1, "bool", "(all (lambda {x:'b} {bool}) {vector 'b})"},
    // ---- truth
    {2, "bool", "(< {'o} {'o})"},
    {1, "bool", "(<= {'o} {'o})"},
    {1, "bool", "(> {'o} {'o})"},
    {1, "bool", "(>= {'o} {'o})"},
    {2, "bool", "(= {'a} {'a})"},
    {1, "bool", "(~= {'a} {'a})"},
    {1, "bool", "(and {bool} {bool})"},
    {1, "bool", "(or {bool} {bool})"},
    {1, "bool", "(not {bool})"},
    {1, "bool", "(^ {bool} {bool})"},
    {1, "bool", "(to_bool {'s})"},
    // ---- tuples
    {9, "('a, 'b)", "({'a}, {'b})"},
    {9, "('a, 'b, 'c)", "({'a}, {'b}, {'c})"},
    {1, "(vector 'a, vector 'b)", "(unzip {vector ('a, 'b)})"},
    {1, "(vector 'a, vector 'a)", "(partition (lambda {x:'a} {bool}) {vector 'a})"},
    // ---- vectors
    {9, "vector 'a", "(map (lambda {x:'b} {'a}) {vector 'b})"},
    {2, "vector 'a",
     "(let ({v-vector 'b} {vector 'b}) in (map (lambda {x:'b} {y:'c} {'a}) {=v} (map (lambda {z:'b} {'c}) "
     "{=v})))"},
    {0, "vector 'a", "(map (lambda {x:'b} {y:'c} {'a}) {vector 'b} {vector 'c})"},
    {4, "vector 'a", "(filter (lambda {x:'a} {bool}) {vector 'a})"},
    {3, "vector 'n", "(scan {+} {'n} {vector 'n})"},
    {2, "vector 'n", "(exscan {+} {'n} {vector 'n})"},
    {1, "vector 'a", "(scan (lambda {x:'a} {y:'a} {'a}) {'a} {vector 'a})"},
    {1, "vector 'a", "(exscan (lambda {x:'a} {y:'a} {'a}) {'a} {vector 'a})"},
    {2, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) in (gather (map (lambda {i:int} (% (& {=i} 1023) (length "
     "{=v}))) {vector int}) {=v}))"},
    {0, "vector 'a", "(gather {vector int} {vector 'a})"},
    {1, "vector 'a", "(let ({v-vector 'a} {vector 'a}) in (slice 0 2 (length {=v}) {=v}))"},
    {0, "vector 'a", "(slice {#} 1 {#} {vector 'a})"},
    {2, "vector 'a", "(reverse {vector 'a})"},
    {1, "vector 'a", "(rotate {int} {vector 'a})"},
    {2, "vector 'a", "(take {#} {vector 'a})"},
    {2, "vector 'a", "(drop {#} {vector 'a})"},
    {3, "vector 'a", "(++ {vector 'a} {vector 'a})"},
    {2, "vector 'a", "(replicate {#} {'a})"},
    {3, "vector 'a", "(concat-map (lambda {x:'b} {vector 'a}) {vector 'b})"},
    {1, "vector 'a", "(expand (lambda {x:'b} {#}) (lambda {x:'b} {k:int} {'a}) {vector 'b})"},
    {2, "vector 'a", "(flatten {vector vector 'a})"},
    {2, "vector 'o", "(sort {vector 'o})"},
    {2, "vector 'a", "(sort-by (lambda {x:'a} {'o}) {vector 'a})"},
    {1, "vector 'o", "(unique {vector 'o})"},
    {1, "vector 'a", "(let ({v-vector 'a} {vector 'a}) in (permute (reverse (iota (length {=v}))) {=v}))"},
    {1, "vector 'a",
     "(let ({v-vector 'a} (++ {vector 'a} [{'a}])) ({i-vector int} (map (lambda {j:int} (% (& {=j} 1023) "
     "(length "
     "{=v}))) {vector int})) in (scatter {=v} {=i} (map (lambda {j:int} {'a}) {=i})))"},
    {1, "vector 'n",
     "(let ({v-vector 'n} (++ {vector 'n} [{'n}])) ({i-vector int} (map (lambda {j:int} (% (& {=j} 1023) "
     "(length "
     "{=v}))) {vector int})) in (reduce-by-index {=v} + 0 {=i} (map (lambda {j:int} {'n}) {=i})))"},
    {1, "vector int", "(histogram 8 (map (lambda {j:int} (& {=j} 7)) {vector int}))"},
    {1, "vector ('k, vector 'a)", "(group-by (lambda {x:'a} {'k}) {vector 'a})"},
    {4, "vector ('a, 'b)", "(let ({v-vector 'a} {vector 'a}) in (zip {=v} (map (lambda {x:'a} {'b}) {=v})))"},
    {0, "vector ('a, 'b)", "(zip {vector 'a} {vector 'b})"},
    {1, "vector 'a", "(unzip {vector ('a, 'b)}).0"},
    {1, "vector vector 'a", "(let ({v-vector 'a} {vector 'a}) in (unflatten [(length {=v}) 0] {=v}))"},
    {1, "vector vector 'a", "(transpose (map (lambda {x:'b} [{'a} {'a}]) {vector 'b}))"},
    {1, "vector 'a", "(flatten (transpose (reshape (2, 3) [{'a} {'a} {'a} {'a} {'a} {'a}])))"},
    {1, "vector vector 'n",
     "(matmul (map (lambda {x:'b} [{'n} {'n}]) {vector 'b}) [[{'n} {'n}] [{'n} {'n}]])"},
    {2, "vector 'a", "(stencil 3 (lambda {w:vector 'b} {'a}) {vector 'b})"},
    {3, "vector 'a", "[{!'a} | {x!'b} <- {vector 'b}{^x}, {bool}]"},
    {2, "vector 'a", "[{!'a} | {x!'b} <- {vector 'b}{^x}, {y!'c} <- {vector 'c}{^y}]"},
    {4, "vector int", "(range {#})"},
    {3, "vector float", "(map (lambda {x:int} (/ (to_float {=x}) {float})) (range {#}))"},
    {3, "vector double", "(map (lambda {x:int} (/ (to_double {=x}) {double})) (range {#}))"},
    {1, "vector float", "(map (lambda {x:int} (/ 1f (to_float {=x}))) (range 1 {#}))"},
    {1, "vector int", "(range {#} {#} 2)"},
    {0, "vector int", "(range {int} {#} -3)"},
    {2, "vector int", "(iota {#})"},
    {2, "vector 'i", "(iota (& {'i} 15))"},
    {2, "vector 'a", "[{'a} {'a}]"},
    {1, "vector 'a", "[{'a}]"},
};

// ---- reading the rows ----

/// Reads "vector ('a, int)".
class TypeReader {
 public:
  explicit TypeReader(std::string_view text) : text_(text) {}
  Type type() {
    if (take('\'')) return letter();
    if (take('(')) return tuple();
    const std::string_view word = name();
    if (word == "vector") return take(' '), vector_of(type());
    Type t;
    for (int e = 0; e < element_count; ++e)
      if (element_name(static_cast<Element>(e)) == word) t.element = static_cast<Element>(e);
    return t;
  }

 private:
  bool take(char c) {
    const bool is = text_.starts_with(c);
    if (is) text_.remove_prefix(1);
    return is;
  }
  std::string_view name() {
    const std::string_view word = text_.substr(0, text_.find_first_of(" ,)"));
    return text_.remove_prefix(word.size()), word;
  }
  Type letter() {
    Type t;
    t.kind = Type::Letter, t.letter = text_[0];
    return text_.remove_prefix(1), t;
  }
  Type tuple() {
    Type t;
    t.kind = Type::Tuple;
    do take(' '), t.items.push_back(type());
    while (take(','));
    return take(')'), t;
  }
  std::string_view text_;
};

Part read_hole(std::string_view text) {
  if (text == "#") return {Part::Size, {}, {}};
  if (text == "+") return {Part::Operator, {}, {}};
  if (text == "?") return {Part::BitOperator, {}, {}};
  if (text[0] == '=') return {Part::Name, std::string(text.substr(1)), {}};
  if (text[0] == '^') return {Part::Known, std::string(text.substr(1)), {}};
  if (text[0] == '!') return {Part::Late, {}, TypeReader(text.substr(1)).type()};
  constexpr std::string_view marks = ":-~!";
  constexpr Part::Kind kinds[] = {Part::Parameter, Part::After, Part::AtOnce, Part::Hidden};
  if (const size_t k = text.size() > 1 ? marks.find(text[1]) : marks.npos; k != marks.npos)
    return {kinds[k], std::string(text.substr(0, 1)), TypeReader(text.substr(2)).type()};
  return {Part::Hole, {}, TypeReader(text).type()};
}

Row read_row(const Text& t) {
  Row row{TypeReader(t.result).type(), {}, t.weight};
  std::string_view rest = t.text;
  while (!rest.empty()) {
    const size_t open = rest.find('{');
    if (open > 0) row.parts.push_back({Part::Text, std::string(rest.substr(0, open)), {}});
    if (open == rest.npos) break;
    const size_t close = rest.find('}', open);
    row.parts.push_back(read_hole(rest.substr(open + 1, close - open - 1)));
    rest.remove_prefix(close + 1);
  }
  return row;
}

} // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> made;
    for (const Text& t : texts) made.push_back(read_row(t));
    return made;
  }();
  return all;
}

namespace {

bool ordered(const Type& t) {
  if (t.kind == Type::Prim) return t.element <= Element::F64 || t.element == Element::Char;
  for (const Type& item : t.items)
    if (!ordered(item)) return false;
  return true;
}

} // namespace

bool allows(char letter, const Type& t) {
  const bool prim = t.kind == Type::Prim;
  switch (letter) {
  case 'n':
  case 'm': return prim && is_number(t.element);
  case 'i':
  case 'j': return prim && is_integer(t.element);
  case 'f': return prim && is_floating(t.element);
  case 's': return prim;
  case 'k': return prim && (is_integer(t.element) || t.element == Element::Char);
  case 'o': return ordered(t);
  default: return true;
  }
}

bool matches(const Type& pattern, const Type& type, Letters& letters) {
  if (pattern.kind == Type::Letter) {
    if (!allows(pattern.letter, type)) return false;
    return letters.emplace(pattern.letter, type).first->second == type;
  }
  if (pattern.kind != type.kind || pattern.items.size() != type.items.size()) return false;
  if (pattern.kind == Type::Prim) return pattern.element == type.element;
  for (size_t k = 0; k < pattern.items.size(); ++k)
    if (!matches(pattern.items[k], type.items[k], letters)) return false;
  return true;
}

} // namespace nova::fuzz

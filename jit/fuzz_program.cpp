#include "jit/fuzz_program.hpp"
#include "runtime/scalar_text.hpp"

namespace nova::fuzz {

uint64_t Random::next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Type vector_of(Type element) {
  Type t;
  t.kind = Type::Vector;
  t.items.push_back(std::move(element));
  return t;
}

std::string print_type(const Type& t) {
  if (t.kind == Type::Prim) return std::string(element_name(t.element));
  if (t.kind == Type::Letter) return {'\'', t.letter};
  if (t.kind == Type::Vector) return "vector " + print_type(t.items[0]);
  std::string text;
  for (const Type& item : t.items) text += (text.empty() ? "(" : ", ") + print_type(item);
  return text + ")";
}

namespace {

void print(const Term& t, std::string& out) {
  for (size_t k = 0; k < t.pieces.size(); ++k) {
    out += t.pieces[k];
    if (k < t.parts.size()) print(t.parts[k], out);
  }
}

} // namespace

std::string print_term(const Term& t) {
  std::string text;
  print(t, text);
  return text;
}

size_t size_of(const Term& t) { return print_term(t).size(); }

std::string print_program(const Program& p) {
  std::string text;
  for (const auto& [name, value] : p.definitions) text += "(define " + name + " " + print_term(value) + ")\n";
  return text + print_term(p.expression) + "\n";
}

// ---- literals ----

namespace {

const std::vector<std::string> integers = {"0", "1",  "2",  "3",   "-1",   "-2", "5",
                                           "7", "15", "16", "100", "-128", "127"};
const std::vector<std::string> wide = {
    "0", "1", "1024", "-9223372036854775808", "9223372036854775807", "4294967296"};
const std::vector<std::string> naturals = {"0", "1", "2", "3", "7", "15", "16", "100", "255", "128"};
const std::vector<std::string> floats = {"0.0",  "-0.0", "1.0",  "-1.0",  "0.5",
                                         "3.25", "1e10", "-7.5", "1e-40", "1e-3"};
const std::vector<std::string> rare = {"inf", "-inf", "nan"};
const std::vector<std::string> chars = {"#\\a", "#\\z", "#\\0", "#\\newline", "#\\A"};

std::string suffix(Element e) {
  constexpr std::string_view suffixes[] = {"", "i32", "i16", "i8", "u8", "f", ""};
  return std::string(suffixes[static_cast<int>(e)]);
}

std::string scalar_literal(Element e, Random& random) {
  if (e == Element::Bool) return random.one_in(2) ? "true" : "false";
  if (e == Element::Char) return random.pick(chars);
  if (e == Element::I64 && random.one_in(8)) return random.pick(wide);
  if (e == Element::U8) return random.pick(naturals) + "u8";
  if (is_integer(e)) return random.pick(integers) + suffix(e);
  if (!random.one_in(12)) return random.pick(floats) + suffix(e);
  return e == Element::F32 ? "(to_float " + random.pick(rare) + ")" : random.pick(rare);
}

/// A tuple or vector of parts.
Term listed(const Type& type, std::vector<Term> parts) {
  const bool tuple = type.kind == Type::Tuple;
  Term t{type, {tuple ? "(" : "["}, std::move(parts)};
  for (size_t k = 0; k < t.parts.size(); ++k) t.pieces.push_back(tuple ? ", " : " ");
  t.pieces.back() = tuple ? ")" : "]";
  return t;
}

/// A vector without elements says of what.
Term empty_vector(const Type& type, Term element) {
  Term one = listed(type, {std::move(element)});
  return {type, {"(take 0 ", ")"}, {std::move(one)}};
}

} // namespace

Term literal(const Type& t, Random& random, size_t most) {
  if (t.kind == Type::Prim) return {t, {scalar_literal(t.element, random)}, {}};
  std::vector<Term> parts;
  if (t.kind == Type::Tuple) {
    for (const Type& item : t.items) parts.push_back(literal(item, random, most));
    return listed(t, std::move(parts));
  }
  const size_t n = random.below(most + 1);
  for (size_t k = 0; k < n; ++k) parts.push_back(literal(t.items[0], random, most / 2 + 1));
  if (n == 0) return empty_vector(t, literal(t.items[0], random, 1));
  return listed(t, std::move(parts));
}

std::vector<Term> simplest(const Type& t) {
  auto text = [&](std::string s) { return Term{t, {std::move(s)}, {}}; };
  if (t.kind == Type::Prim) {
    if (t.element == Element::Bool) return {text("true"), text("false")};
    if (t.element == Element::Char) return {text("#\\a")};
    if (is_integer(t.element)) return {text("0" + suffix(t.element)), text("1" + suffix(t.element))};
    return {text("0.0" + suffix(t.element)), text("1.0" + suffix(t.element))};
  }
  if (t.kind == Type::Tuple) {
    std::vector<Term> parts;
    for (const Type& item : t.items) parts.push_back(simplest(item)[0]);
    return {listed(t, std::move(parts))};
  }
  const Term element = simplest(t.items[0])[0];
  return {empty_vector(t, element), listed(t, {element}), listed(t, {element, element})};
}

} // namespace nova::fuzz

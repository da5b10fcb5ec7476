#include "jit/fuzz/program.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <cctype>

namespace nova::fuzz {

uint64_t Random::next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
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

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_in_number(char c) { return is_digit(c) || c == '.'; }

/// Whether a token is a word of the language. Numbers, chars and names that the generator has made are no words. Such
/// a name is a letter and a number, maybe with a dot and an item's index after it.
bool is_word(std::string_view token) {
  if (token.empty() || token[0] == '#' || is_digit(token[0])) return false;
  if (token.size() > 1 && (token[0] == '-' || token[0] == '.') && is_digit(token[1])) return false;
  return token.size() == 1 || !std::ranges::all_of(token.substr(1), is_in_number);
}

} // namespace

/// Splits the text at blanks, brackets and commas. Leaves out strings.
std::set<std::string, std::less<>> words_of(std::string_view text) {
  std::set<std::string, std::less<>> words;
  std::string token;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    const bool ends = quoted || std::string_view("()[],\n \"").find(c) != std::string_view::npos;
    if (!ends) token += c;
    if (ends && is_word(token)) words.insert(token);
    if (ends) token.clear();
  }
  return words;
}

namespace {

/// Whether the text contains the name of the datatype or of one of its constructors.
bool uses(const std::string& text, const Datatype& d) {
  const auto names = [&](std::string_view name) { return text.find("(" + std::string(name)) != text.npos; };
  bool found = names(d.name) || text.find(" " + std::string(d.name) + ")") != text.npos;
  for (const Constructor& c : d.all()) found |= names(c.name);
  return found;
}

std::string declarations_for(const std::string& text) {
  std::string all;
  for (const Datatype& d : all_datatypes())
    if (!d.declaration.empty() && uses(text, d)) all += std::string(d.declaration) + "\n";
  static const std::vector<ForeignDeclaration> foreign = foreign_declarations();
  for (const ForeignDeclaration& f : foreign)
    if (text.find("(" + f.name + " ") != text.npos) all += f.text + "\n";
  return all;
}

} // namespace

std::string print_program(const Program& p) {
  std::string text;
  for (const auto& [name, value] : p.definitions) text += "(define " + name + " " + print_term(value) + ")\n";
  text += print_term(p.expression) + "\n";
  return declarations_for(text) + text;
}

// ---- literals ----

namespace {

const std::vector<std::string> integers = {"0", "1",  "2",  "3",   "-1",   "-2", "5",
                                           "7", "15", "16", "100", "-128", "127"};
const std::vector<std::string> wide = {
    "0", "1", "1024", "-9223372036854775808", "9223372036854775807", "4294967296"};
const std::vector<std::string> wide32 = {"-2147483648", "2147483647", "65536", "-1"};
const std::vector<std::string> wide16 = {"-32768", "32767", "256", "-1"};
const std::vector<std::string> naturals = {"0", "1", "2", "3", "7", "15", "16", "100", "255", "128"};
const std::vector<std::string> floats = {"0.0",   "-0.0", "1.0", "-1.0", "0.5",    "3.25", "1e10",  "-7.5",
                                         "1e-40", "1e-3", "1.5", "2.5",  "1e-310", "1e38", "-1e300"};
const std::vector<std::string> rare = {"inf", "-inf", "nan"};
const std::vector<std::string> chars = {"#\\a", "#\\z", "#\\0", "#\\newline", "#\\A"};

std::string suffix(Element e) {
  return e == Element::I64 || e == Element::F64 ? "" : std::string(element_suffix(e));
}

/// Literals of the type float, which has a smaller range than double.
const std::vector<std::string> small_floats = {"0.0",  "-0.0", "1.0",   "-1.0", "0.5", "3.25",
                                               "1e10", "-7.5", "1e-40", "3e38", "2.5"};

/// The same of half, whose largest number is 65504.
const std::vector<std::string> half_numbers = {"0.0", "-0.0", "1.0",  "-1.0", "0.5", "3.25",
                                               "6e4", "-7.5", "1e-7", "2.5",  "0.1"};

const std::vector<std::string>& numbers_of(Element e) {
  return e == Element::F64 ? floats : e == Element::F16 ? half_numbers : small_floats;
}

std::string scalar_literal(Element e, Random& random) {
  if (e == Element::Bool) return random.one_in(2) ? "true" : "false";
  if (e == Element::Char) return random.pick(chars);
  if (e == Element::I64 && random.one_in(8)) return random.pick(wide);
  if (e == Element::I32 && random.one_in(8)) return random.pick(wide32) + suffix(e);
  if (e == Element::I16 && random.one_in(8)) return random.pick(wide16) + suffix(e);
  if (is_unsigned(e) && e != Element::U8 && random.one_in(8))
    return std::to_string(greatest_integer(e) >> random.below(2)) + suffix(e);
  if (is_unsigned(e)) return random.pick(naturals) + suffix(e);
  if (is_integer(e)) return random.pick(integers) + suffix(e);
  if (!random.one_in(12)) return random.pick(numbers_of(e)) + suffix(e);
  return e == Element::F64 ? random.pick(rare)
                           : "(to_" + std::string(element_name(e)) + " " + random.pick(rare) + ")";
}

/// Returns a tuple or vector of the parts.
Term listed(const Type& type, std::vector<Term> parts) {
  const bool tuple = type.kind == Type::Tuple;
  Term t{type, {tuple ? "(" : "["}, std::move(parts)};
  for (size_t k = 0; k < t.parts.size(); ++k) t.pieces.push_back(tuple ? ", " : " ");
  t.pieces.back() = tuple ? ")" : "]";
  return t;
}

/// Returns an empty vector as (take 0 [element]), so that its text determines its type.
Term empty_vector(const Type& type, Term element) {
  Term one = listed(type, {std::move(element)});
  return {type, {"(take 0 ", ")"}, {std::move(one)}};
}

} // namespace

namespace {

/// Returns the expression with its type spelled out, since its text alone does not determine the type.
Term ascribed(const Type& t, Term value) {
  const std::string type = print_type(t);
  value.pieces.front() = "((lambda (q : " + type + ") q) " + value.pieces.front();
  value.pieces.back() += ")";
  return value;
}

/// Returns a matrix of two columns with these elements. The elements may differ, because that reveals more errors
/// than equal elements would.
Term matrix(const Type& t, std::vector<Term> elements) {
  const std::string rows = std::to_string(elements.size() / 2);
  Term flat = listed(vector_of(t.items[0]), std::move(elements));
  return {t, {"(reshape (" + rows + ", 2) ", ")"}, {std::move(flat)}};
}

Term constant_function(const Type& t, Term value) {
  return {t, {"(lambda (q : " + print_type(t.items[0]) + ") ", ")"}, {std::move(value)}};
}

Term constructed(const Type& t, const Constructor& c, std::vector<Term> field) {
  Term made{t, {"(" + std::string(c.name)}, std::move(field)};
  if (!made.parts.empty()) made.pieces[0] += " ", made.pieces.emplace_back();
  made.pieces.back() += ")";
  return ascribed(t, std::move(made));
}

Term some_constructed(const Type& t, Random& random, size_t most) {
  const auto all = t.sum->all();
  const Constructor& c = all[random.below(most == 0 ? 1 : all.size())];
  std::vector<Term> field;
  if (const auto type = field_of(t, c)) field.push_back(literal(*type, random, most / 2));
  return constructed(t, c, std::move(field));
}

} // namespace

Term literal(const Type& t, Random& random, size_t most) {
  switch (t.kind) {
  case Type::Prim: return {t, {scalar_literal(t.element, random)}, {}};
  case Type::Function: return constant_function(t, literal(t.items[1], random, most));
  case Type::Sum: return some_constructed(t, random, most);
  default: break;
  }
  std::vector<Term> parts;
  if (t.kind == Type::Tuple) {
    for (const Type& item : t.items) parts.push_back(literal(item, random, most));
    return listed(t, std::move(parts));
  }
  size_t n = random.below(most + 1);
  if (t.rank == 2) n = 2 + 2 * random.below(3);
  for (size_t k = 0; k < n; ++k) parts.push_back(literal(t.items[0], random, most / 2 + 1));
  if (n == 0) return empty_vector(t, literal(t.items[0], random, 1));
  return t.rank == 2 ? matrix(t, std::move(parts)) : listed(t, std::move(parts));
}

namespace {

std::vector<Term> simplest_scalars(const Type& t) {
  auto text = [&](std::string s) { return Term{t, {std::move(s)}, {}}; };
  if (t.element == Element::Bool) return {text("true"), text("false")};
  if (t.element == Element::Char) return {text("#\\a")};
  if (is_integer(t.element)) return {text("0" + suffix(t.element)), text("1" + suffix(t.element))};
  return {text("0.0" + suffix(t.element)), text("1.0" + suffix(t.element))};
}

std::vector<Term> simplest_sums(const Type& t) {
  std::vector<Term> all;
  for (const Constructor& c : t.sum->all()) {
    const auto type = field_of(t, c);
    if (!type)
      all.push_back(constructed(t, c, {}));
    else if (c.field.find(t.sum->name) == std::string_view::npos)
      all.push_back(constructed(t, c, {simplest(*type)[0]}));
  }
  return all;
}

} // namespace

std::vector<Term> simplest(const Type& t) {
  switch (t.kind) {
  case Type::Prim: return simplest_scalars(t);
  case Type::Function: return {constant_function(t, simplest(t.items[1])[0])};
  case Type::Sum: return simplest_sums(t);
  default: break;
  }
  std::vector<Term> parts;
  if (t.kind == Type::Tuple) {
    for (const Type& item : t.items) parts.push_back(simplest(item)[0]);
    return {listed(t, std::move(parts))};
  }
  const Term element = simplest(t.items[0])[0];
  if (t.rank == 2) return {matrix(t, {element, element})};
  return {empty_vector(t, element), listed(t, {element}), listed(t, {element, element})};
}

} // namespace nova::fuzz

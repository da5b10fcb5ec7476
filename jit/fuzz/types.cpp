#include "jit/fuzz/types.hpp"

namespace nova::fuzz {
namespace {

/// Reads the text of a type, such as "vector ('a, int)", "('a -> (Maybe 'b))" or "vector#2 'n".
class TypeReader {
 public:
  explicit TypeReader(std::string_view text) : text_(text) {}

  Type type() {
    Type from = atom();
    return take(" -> ") ? function_of(std::move(from), type()) : from;
  }

 private:
  bool take(std::string_view word) {
    const bool is = text_.starts_with(word);
    if (is) text_.remove_prefix(word.size());
    return is;
  }
  std::string_view name() {
    const std::string_view word = text_.substr(0, text_.find_first_of(" ,)"));
    return text_.remove_prefix(word.size()), word;
  }
  Type atom() {
    if (take("'")) return letter();
    for (const Datatype& d : all_datatypes())
      if (d.name[0] == '(' && take(d.name)) return sum_of(d);
    if (take("(")) return in_parentheses();
    if (take("vector#2 ")) return vector_of(atom(), 2);
    if (take("vector#'n ")) return vector_of(atom()); // of any rank: rows by hand have the others
    if (take("vector ")) return vector_of(atom());
    const std::string_view word = name();
    if (const Datatype* d = find_datatype(word)) return sum_of(*d);
    Type t;
    for (int e = 0; e < element_count; ++e)
      if (element_name(static_cast<Element>(e)) == word) t.element = static_cast<Element>(e);
    return t;
  }
  static Type sum_of(const Datatype& d) {
    Type t;
    return t.kind = Type::Sum, t.sum = &d, t;
  }
  Type letter() {
    Type t;
    t.kind = Type::Letter, t.letter = text_[0];
    return text_.remove_prefix(1), t;
  }
  /// Reads the rest of a type after an opening parenthesis: a tuple, a datatype with its arguments, or a single type.
  Type in_parentheses() {
    Type t;
    t.kind = Type::Tuple;
    do take(" "), t.items.push_back(type());
    while (take(","));
    if (t.items.size() == 1) t = Type(t.items[0]);
    while (take(" ")) t.items.push_back(atom());
    return take(")"), t;
  }
  std::string_view text_;
};

} // namespace

Type read_type(std::string_view text) { return TypeReader(text).type(); }

Type vector_of(Type element, uint8_t rank) {
  Type t;
  t.kind = Type::Vector, t.rank = rank;
  t.items.push_back(std::move(element));
  return t;
}

Type function_of(Type from, Type to) {
  Type t;
  t.kind = Type::Function;
  t.items = {std::move(from), std::move(to)};
  return t;
}

std::string print_type(const Type& t) {
  std::string text;
  switch (t.kind) {
  case Type::Prim: return std::string(element_name(t.element));
  case Type::Letter: return {'\'', t.letter};
  case Type::Vector: return (t.rank == 1 ? "vector " : "vector#2 ") + print_type(t.items[0]);
  case Type::Function: return "(" + print_type(t.items[0]) + " -> " + print_type(t.items[1]) + ")";
  case Type::Sum:
    for (const Type& item : t.items) text += " " + print_type(item);
    return text.empty() ? std::string(t.sum->name) : "(" + std::string(t.sum->name) + text + ")";
  case Type::Tuple: break;
  }
  for (const Type& item : t.items) text += (text.empty() ? "(" : ", ") + print_type(item);
  return text + ")";
}

bool is_complex(const Type& t) { return t.kind == Type::Sum && t.sum->name.starts_with("(complex"); }

bool has_function(const Type& t) {
  if (t.kind == Type::Function) return true;
  for (const Type& item : t.items)
    if (has_function(item)) return true;
  return false;
}

// ---- datatypes ----

namespace {

constexpr Datatype table[] = {
    {"(complex double)", 0, "", {{"uncurry complex", "(double, double)"}}},
    {"(complex float)", 0, "", {{"uncurry complex", "(float, float)"}}},
    {"(+ (Off : unit) (On : int) (Dim : (int, double)))",
     0,
     "",
     {{"Off", ""}, {"On", "int"}, {"Dim", "(int, double)"}}},
    {"Maybe", 1, "", {{"Some", "'a"}, {"None", ""}}},
    {"Either", 2, "(types (Either 'a 'b : (+ (Left : 'a) (Right : 'b))))", {{"Left", "'a"}, {"Right", "'b"}}},
    {"Shape",
     0,
     "(types (Shape : (+ (Dot : unit) (Circle : float) (Box : (int, double)))))",
     {{"Dot", ""}, {"Circle", "float"}, {"Box", "(int, double)"}}},
    {"Point", 1, "(define-record (Point 'a) (at : int) (of : 'a))", {{"Point", "(int, 'a)"}}},
    {"Chain",
     1,
     "(types (Chain 'a : (+ (End : unit) (Link : ('a, (Chain 'a))))))",
     {{"End", ""}, {"Link", "('a, (Chain 'a))"}}},
    {"Tree",
     1,
     "(types (Tree 'a : (+ (Leaf : 'a) (Fork : ((Tree 'a), (Tree 'a))))))",
     {{"Leaf", "'a"}, {"Fork", "((Tree 'a), (Tree 'a))"}}},
    {"Rose",
     1,
     "(types (Rose 'a : (+ (Bud : 'a) (Node : ('a, vector (Rose 'a))))))",
     {{"Bud", "'a"}, {"Node", "('a, vector (Rose 'a))"}}},
};

Type with_arguments(const Type& field, const std::vector<Type>& arguments) {
  if (field.kind == Type::Letter) return arguments[static_cast<size_t>(field.letter - 'a')];
  Type t = field;
  for (Type& item : t.items) item = with_arguments(item, arguments);
  return t;
}

} // namespace

std::span<const Datatype> all_datatypes() { return table; }

const Datatype* find_datatype(std::string_view name) {
  for (const Datatype& d : table)
    if (d.name == name) return &d;
  return nullptr;
}

std::optional<Type> field_of(const Type& sum, const Constructor& c) {
  if (c.field.empty()) return std::nullopt;
  return with_arguments(read_type(c.field), sum.items);
}

} // namespace nova::fuzz

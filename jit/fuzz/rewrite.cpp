// Rewrites a program to one with the same meaning: subterms are put into expressions that return their value.
#include "jit/fuzz/program.hpp"

namespace nova::fuzz {
namespace {

/// A rule that replaces a term by a larger expression of the same value. In the rule's text, @ stands for the term, %
/// for a new name, $ for the term's type, and & for its element type. `of` says to which types the rule applies: a to
/// all types without functions, v to vectors, m to matrices, w to nested vectors, p to pairs, i to integers, f to
/// floats, b to bool.
struct Rule {
  char of;
  std::string_view text;
};

constexpr Rule rules[] = {
    {'a', "(let (% 1) in @)"},
    {'a', "(let (% (map (lambda (q : int) (* q 2)) (iota 5))) in @)"},
    {'a', "((lambda (% : $) %) @)"},
    {'a', "(let (% @) in %)"},
    {'a', "(force @)"},
    {'a', "(1, @).1"},
    {'a', "(case (Some @) (Some % %) (None (error! \"never\")))"},
    {'v', "(map (lambda (% : &) %) @)"},
    {'v', "(reverse (reverse @))"},
    {'v', "(let (% @) in (++ (take 2 %) (drop 2 %)))"},
    {'v', "(let (% @) in (gather (iota (length %)) %))"},
    {'v', "(let (% @) in (slice 0 1 (length %) %))"},
    {'v', "(let (% @) in (permute (iota (length %)) %))"},
    {'v', "(flatten [@])"},
    {'v', "[% | % <- @]"},
    {'v', "(filter (lambda (% : &) true) @)"},
    {'v', "(concat-map (lambda (% : &) [%]) @)"},
    {'v', "(map (lambda (% : (int, &)) %.1) (enumerate @))"},
    {'v', "(flatten (chunks 2 (++ @ (take 0 @))))"},
    {'w', "(map (lambda (% : &) (reverse %)) (map (lambda (% : &) (reverse %)) @))"},
    {'m', "(transpose (transpose @))"},
    {'m', "(map (lambda (% : &) %) @)"},
    {'m', "(let (% @) in (reshape ((! (shape %) 0), (! (shape %) 1)) (flatten %)))"},
    {'p', "(let (% @) in (%.0, %.1))"},
    {'i', "(- (+ @ 1) 1)"},
    {'i', "(neg (neg @))"},
    {'i', "(~ (~ @))"},
    {'f', "(* @ 1)"},
    {'f', "(neg (neg @))"},
    {'b', "(not (not @))"},
    {'b', "(and @ true)"},
};

bool holds(char of, const Type& t) {
  const bool prim = t.kind == Type::Prim, vector = t.kind == Type::Vector;
  switch (of) {
  case 'v': return vector && t.rank == 1;
  case 'w': return vector && t.rank == 1 && t.items[0].kind == Type::Vector && t.items[0].rank == 1;
  case 'm': return vector && t.rank == 2;
  case 'p': return t.kind == Type::Tuple && t.items.size() == 2;
  case 'i': return prim && is_integer(t.element);
  case 'f': return prim && is_real(t.element);
  case 'b': return prim && t.element == Element::Bool;
  default: return true;
  }
}

Term applied(const Rule& rule, const Term& term, const std::string& name) {
  Term made{term.type, {""}, {}};
  for (const char c : rule.text) {
    std::string& text = made.pieces.back();
    if (c == '@')
      made.parts.push_back(term), made.pieces.emplace_back();
    else if (c == '%')
      text += name;
    else if (c == '$')
      text += print_type(term.type);
    else if (c == '&')
      text += print_type(term.type.items[0]);
    else
      text += c;
  }
  return made;
}

/// If the term is a map over the result of another map, replaces both by a single map and returns true.
/// Otherwise returns false.
bool fuse_maps(Term& t) {
  const auto is_map = [](const Term& m) {
    return m.parts.size() == 2 && m.pieces[0] == "(map " && m.pieces[1] == " ";
  };
  if (!is_map(t) || !is_map(t.parts[1])) return false;
  Term inner = std::move(t.parts[1]);
  t = {t.type,
       {"(map (compose ", " ", ") ", ")"},
       {std::move(t.parts[0]), std::move(inner.parts[0]), std::move(inner.parts[1])}};
  return true;
}

/// Whether the term is a reduction with a lambda as its operator. Its parts are not rewritten, because the operator's
/// text decides the reduction's shape.
bool is_operator(const Term& t) {
  for (const std::string& piece : t.pieces)
    if (piece.find("(reduce (lambda") != piece.npos || piece.find("(reduce-comm (lambda") != piece.npos)
      return true;
  return false;
}

void list(Term& t, std::vector<Term*>& out) {
  if (!has_function(t.type)) out.push_back(&t);
  if (is_operator(t)) return;
  for (Term& part : t.parts) list(part, out);
}

} // namespace

Program rewritten(Program program, Random& random) {
  for (uint32_t k = 0; k < 3; ++k) {
    std::vector<Term*> terms;
    for (auto& [name, value] : program.definitions) list(value, terms);
    list(program.expression, terms);
    if (terms.empty()) break;
    Term& t = *random.pick(terms);
    if (fuse_maps(t)) continue;
    std::vector<const Rule*> fit;
    for (const Rule& rule : rules)
      if (holds(rule.of, t.type)) fit.push_back(&rule);
    t = applied(*random.pick(fit), t, "same" + std::to_string(k));
  }
  return program;
}

} // namespace nova::fuzz

// A reduction or scan that is being printed: its bodies and its state, and functions that print operations on the
// state.
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"

namespace nova::plan {

namespace {

/// Returns the identity element of each component, exact to the bit. Returns none if some component is not combined
/// by one operation with an identity element.
Names neutrals(const BodyPrinter& p, const Fold& f) {
  const Body& b = f.s.bodies[1];
  const size_t n = f.types.size();
  if (!p.simd() || b.stms.size() != n) return {};
  Names all;
  for (size_t k = 0; k < n; ++k) {
    const auto by = joined_by(b, k);
    // The lanes of an Accumulate hold numbers, but the identity element of floating min and max is a rank.
    const bool ranked = is_floating(f.types[k]) && (by == BuiltinId::Min || by == BuiltinId::Max);
    all.push_back(by && !(ranked && f.steps) ? c_neutral(*by, f.types[k]) : "");
    if (all.back().empty()) return {};
  }
  return all;
}

} // namespace

Fold bare_fold(const BodyPrinter& p, const Stm& s) {
  Fold f{s, {}, {}, {}, p.free_variables({&s.bodies[0], &s.bodies[1]}), false, s.op == Op::Accumulate};
  f.far = p.modes.host;
  for (Var v : initial_state(s)) f.types.push_back(p.element(v));
  f.neutrals = neutrals(p, f);
  return f;
}

Fold fold(BodyPrinter& p, const Stm& s, bool apart) {
  Fold f = bare_fold(p, s);
  f.element = p.function(s.bodies[0], f.steps ? "step" : "element",
                         p.simd() && !apart &&
                             ((!p.modes.host && !gathered(s.bodies[0]).empty()) ||
                              (has_trigonometry(s.bodies[0]) && !p.near_arguments)));
  f.join = p.function(s.bodies[1], "join");
  f.stops = f.element.stops || f.join.stops;
  return f;
}

Names in_turn(const Fold& f, const char* letter, const std::string& index) {
  Names all;
  for (size_t k = 0; k < f.types.size(); ++k)
    all.push_back(letter + std::to_string(k) + (index.empty() ? "" : "[" + index + "]"));
  return all;
}

Names pointers(const Fold& f, const char* letter, const std::string& index) {
  Names all = in_turn(f, letter, index);
  for (std::string& a : all) a = "&" + a;
  return all;
}

Names parameters(const Fold& f, const char* letter, bool pointer) {
  Names all = in_turn(f, letter);
  for (size_t k = 0; k < all.size(); ++k) all[k] = c_type(f.types[k]) + (pointer ? "* " : " ") + all[k];
  return all;
}

void arrays(BodyPrinter& p, const Fold& f, const char* letter, const std::string& size) {
  const Names all = parameters(f, letter, false);
  for (const std::string& a : all) p.line(a + (size.empty() ? ";" : "[" + size + "];"));
}

void copy_values(BodyPrinter& p, const Fold& f, const Names& to, const Names& from) {
  for (size_t k = 0; k < f.types.size(); ++k) p.line(to[k] + " = " + from[k] + ";");
}

void give(BodyPrinter& p, const Fold& f, const char* to, const char* from) {
  Names places = in_turn(f, to);
  for (std::string& at : places) at = "*" + at;
  copy_values(p, f, places, in_turn(f, from, "0"));
}

void join(BodyPrinter& p, const Fold& f, const Names& left, const Names& right, const Names& to) {
  p.call(f.join, concat(concat(left, right), to));
}

void element_of(BodyPrinter& p, const Fold& f, const std::string& index, const Names& state,
                const Names& to) {
  p.call(f.element, concat(concat(f.steps ? state : Names{}, {index}), to));
}

bool is_ranked(const Fold& f, size_t component) { return !f.guesses && is_extreme(f, component); }

bool is_extreme(const Fold& f, size_t component) {
  if (f.neutrals.empty() || f.steps) return false;
  const BuiltinId id = operation(f, component);
  return is_floating(f.types[component]) && (id == BuiltinId::Min || id == BuiltinId::Max);
}

bool goes_in_rows(const BodyPrinter& p, const Fold& f) { return !f.steps && row_length(p, f.s.bodies[0]); }

Fold guessing(Fold f) {
  f.guesses = true;
  for (size_t k = 0; k < f.neutrals.size(); ++k)
    if (is_extreme(f, k))
      f.neutrals[k] = operation(f, k) == BuiltinId::Min ? "__builtin_inf()" : "-__builtin_inf()";
  return f;
}

} // namespace nova::plan

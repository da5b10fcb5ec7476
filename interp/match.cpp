// The rule CASE: matches a value with the patterns of the arms, one after the other.
#include "interp/eval.hpp"

namespace nova::rules {
namespace {

bool same_literal(const CorePattern& p, const Value& v) {
  const Value& c = p.literal && p.literal->is(DatumKind::String) ? v : p.constant;
  if (v.tag() == Tag::F64) return v.as_double() == c.as_double();
  if (v.tag() == Tag::F32) return v.as_float() == c.as_float();
  if (v.tag() == Tag::F16 || v.tag() == Tag::BF16) return equal(v, c);
  if (v.tag() == Tag::Vector) return array_text(v.array()) == p.literal->text;
  return v.bits() == c.bits();
}

bool matches(const CorePattern& p, const Value& v, Value* frame);

bool all_match(const CorePattern& p, const Value& v, Value* frame) {
  const std::span<const Value> items = v.items();
  for (size_t k = 0; k < p.items.size(); ++k)
    if (!matches(p.items[k], items[k], frame)) return false;
  return true;
}

/// Whether v matches the pattern p. Stores the values of p's variables in the frame. If the match fails, some of them
/// may be stored; they are overwritten or never read.
bool matches(const CorePattern& p, const Value& v, Value* frame) {
  switch (p.kind) {
  case CorePattern::Wildcard: return true;
  case CorePattern::Variable: return frame[p.slot] = v, true;
  case CorePattern::Literal: return same_literal(p, v);
  case CorePattern::Tuple: return all_match(p, v, frame);
  case CorePattern::Constructor: return v.constructor() == p.constructor && all_match(p, v, frame);
  }
  return false;
}

/// Returns the node of the first arm whose pattern matches, or fails with E0425. Not inlined, so that its local
/// variables take no stack while the arm is evaluated.
[[gnu::noinline]] const Code& arm(const Code& e, Value* frame, Eval& m) {
  const CoreArm* arms = e.core->arms.data();
  const uint32_t n = e.count - 1;
  const uint32_t k = with_value(e.items[0], frame, m, [&](const Value& v) {
    uint32_t first = 0;
    while (first < n && !matches(arms[first].pattern, v, frame)) ++first;
    return first;
  });
  if (k == n) m.raise(e, "E0425");
  return e.items[k + 1];
}

// (CASE)  <e, s> => Tk v    <ek, s[xk -> v]> => v'
//         -----------------------------------------
//         <case e (T1 x1 e1) .. (Tn xn en), s> => v'
//
// Tk is the pattern of the first arm that matches. A nested pattern binds its variables to parts of the value.
template <class R> R case_(const Code& e, Value* frame, Eval& m) {
  return eval<R>(arm(e, frame, m), frame, m);
}

} // namespace

void set_case(Code& c) { set_rule(c, case_<Word>, case_<Value>); }

} // namespace nova::rules

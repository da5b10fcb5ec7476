// What printers share that compute some elements of a map together.
#include "jit/emit/c/maps/map_lanes.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/statements.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Whether a processor has SIMD instructions for the operation, or a few that compute it.
bool is_quick_in_simd(const BodyPrinter& p, const Stm& s) {
  const bool divides = s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder;
  if (s.op != Op::Scalar) return true;
  return divides && !is_floating(s.element) ? divides_by_constant(p, s) : !is_trigonometric(s.builtin);
}

} // namespace

MapParts parts_around(const BodyPrinter& p, const Body& b, const Stm& s) {
  MapParts parts{{b.params, {}, {}}, {{}, {}, b.results}, {}, {}};
  for (const Stm& other : b.stms)
    if (&other != &s) (&other < &s ? parts.before : parts.after).stms.push_back(other);
  Body later = parts.after;
  later.stms.push_back(s);
  parts.bound = parts.before.params;
  for (const Stm& other : parts.before.stms)
    parts.bound.insert(parts.bound.end(), other.outs.begin(), other.outs.end());
  for (Var v : p.free_variables({&later}))
    if (is_any(v, parts.bound) && !p.is_literal(v)) parts.kept.push_back(v);
  return parts;
}

LaneSplit split_by_lanes(const Body& b, Vars varying) {
  LaneSplit all{{{}, {}, {}}, {{}, {}, b.results}, std::move(varying)};
  bool checked = false;
  for (const Stm& s : b.stms) {
    const bool own = s.op != Op::Constant && (uses(s, all.varying) || (checked && s.op != Op::Scalar));
    (own ? all.own : all.once).stms.push_back(s);
    if (!own) continue;
    all.varying.insert(all.varying.end(), s.outs.begin(), s.outs.end());
    checked |= s.op == Op::Check || s.op == Op::If;
  }
  return all;
}

bool becomes_simd(const BodyPrinter& p, const Body& b, const Vars& bound) {
  bool plain = true;
  for_each_stm(b, [&](const Stm& s) {
    const bool known = s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Check || s.op == Op::If ||
                       (s.op == Op::Read && !is_any(s.args[0], bound));
    plain &= known && is_quick_in_simd(p, s) && (s.op != Op::If || p.is_choice(s));
  });
  return plain;
}

void declare_lanes(BodyPrinter& p, const Vars& variables, const char* count) {
  for (Var v : variables) p.line(c_type(p.element(v)) + " lane_" + p.name(v) + "[" + count + "];");
}

void store_lanes(BodyPrinter& p, const Vars& variables) {
  for (Var v : variables) p.line("lane_" + p.name(v) + "[l] = " + p.name(v) + ";");
}

void each_lane(BodyPrinter& p, const Vars& variables, const char* count, const char* how,
               const std::function<void()>& print) {
  if (*how) p.line(how);
  p.open(std::string("for (nv_i64 l = 0; l < ") + count + "; ++l)");
  for (Var v : variables) p.line(p.declared(v) + " = lane_" + p.name(v) + "[l];");
  print();
  p.close();
}

} // namespace nova::plan

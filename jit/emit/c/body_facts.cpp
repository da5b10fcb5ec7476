// Properties of a body that decide how it is printed.
#include "jit/emit/c/body_facts.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {

namespace {

bool stops_or_reads(const Body& b, bool& checked) {
  for (const Stm& s : b.stms) {
    checked |= s.op == Op::Check;
    if (s.op == Op::Read && checked) return true;
    for (const Body& inner : s.bodies)
      if (stops_or_reads(inner, checked)) return true;
  }
  return false;
}

} // namespace

bool stops(const Body& b) {
  bool stops = false;
  for_each_stm(b, [&](const Stm& s) {
    stops |= s.op != Op::Constant && s.op != Op::Scalar && s.op != Op::Shift && s.op != Op::Check &&
             s.op != Op::Read && s.op != Op::If && !(s.op == Op::Call && s.plain);
  });
  return stops;
}

bool stops_or_reads(const Body& b) {
  bool checked = false;
  return stops(b) || stops_or_reads(b, checked);
}

bool is_pure(const Body& b) {
  bool pure = true;
  for_each_stm(b, [&](const Stm& s) {
    pure &=
        s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::Read || s.op == Op::If || s.op == Op::Check;
  });
  return pure;
}

bool is_arithmetic(const Stm& s) {
  const bool plain = s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::Read || s.op == Op::If;
  return plain && std::ranges::all_of(s.bodies, [](const Body& b) { return is_arithmetic(b); });
}

bool is_arithmetic(const Body& b) {
  return std::ranges::all_of(b.stms, [](const Stm& s) { return is_arithmetic(s); });
}

bool has_trigonometry(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) { found |= s.op == Op::Scalar && is_trigonometric(s.builtin); });
  return found;
}

std::vector<const Stm*> gathered(const Body& b) {
  std::unordered_set<Var> read;
  std::vector<const Stm*> found;
  for (const Stm& s : b.stms) {
    const bool any = std::ranges::any_of(s.args, [&](Var v) { return read.contains(v); });
    if (s.op == Op::Read && read.contains(s.args[1])) found.push_back(&s);
    if (s.op == Op::Read || (s.op == Op::Scalar && any)) read.insert(s.outs.begin(), s.outs.end());
  }
  return found;
}

} // namespace nova::plan

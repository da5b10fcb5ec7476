// A writer of text that is generated from a plan. It has the names, types and constants of the plan's variables.
#include "jit/emit/c/plan_writer.hpp"
#include "jit/emit/c/comments.hpp"
#include "jit/emit/c/scalar_names.hpp"
#include "jit/plan/names.hpp"
#include "runtime/lengths.hpp"
#include <unordered_set>

namespace nova::plan {

namespace {

/// Whether the operand's value, if constant, has to be printed as a number: the C compiler generates other code for a
/// constant divisor or shift.
bool shapes_code(const Stm& s, size_t operand) {
  return s.op == Op::Scalar && operand == 1 && is_integer(s.element) &&
         (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder ||
          s.builtin == BuiltinId::ShiftLeft || s.builtin == BuiltinId::ShiftRight ||
          s.builtin == BuiltinId::ShiftRightLogical || s.builtin == BuiltinId::RotateLeft ||
          s.builtin == BuiltinId::RotateRight);
}

void note_free(const Body& b, std::unordered_set<uint32_t>& bound, std::unordered_set<uint32_t>& seen,
               Vars& free) {
  const auto use = [&](Var v) {
    const auto k = static_cast<uint32_t>(v);
    if (!bound.contains(k) && seen.insert(k).second) free.push_back(v);
  };
  for (Var v : b.params) bound.insert(static_cast<uint32_t>(v));
  for (const Stm& s : b.stms) {
    for (Var v : s.args) use(v);
    for (const Body& inner : s.bodies) note_free(inner, bound, seen, free);
    for (Var v : s.outs) bound.insert(static_cast<uint32_t>(v));
  }
  for (Var v : b.results) use(v);
}

/// Returns the name with an underscore for each character that C does not allow. A name that begins like one of
/// Nova's own gets a prefix.
std::string in_c(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name.starts_with("nv_") || name.starts_with("nova_") ? "v_" + name : name;
}

} // namespace

/// Literals are the numbers that the C compiler need not know: floating and large ones, and arguments of calls in the
/// plan's own statements, so that (fib 30) and (fib 31) have the same text.
std::vector<Var> literal_variables(const Plan& plan) {
  std::unordered_set<uint32_t> in_text, called_with;
  for (const Stm& s : plan.body.stms)
    if (s.op == Op::Call)
      for (Var v : s.args) called_with.insert(static_cast<uint32_t>(v));
  for_each_stm(plan.body, [&](const Stm& s) {
    for (size_t k = 0; k < s.args.size(); ++k)
      if (shapes_code(s, k)) in_text.insert(static_cast<uint32_t>(s.args[k]));
  });
  std::vector<Var> found;
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op != Op::Constant || in_text.contains(static_cast<uint32_t>(s.outs[0]))) return;
    const auto v = static_cast<int64_t>(s.bits);
    const bool small = is_integer(s.element) && ((v > -256 && v < 256) || v == most_elements);
    const bool is_argument = called_with.contains(static_cast<uint32_t>(s.outs[0]));
    if (is_number(s.element) && (!small || is_argument)) found.push_back(s.outs[0]);
  });
  return found;
}

Vars PlanWriter::free_variables(std::initializer_list<const Body*> bodies, const Vars& first) const {
  std::unordered_set<uint32_t> bound, seen;
  Vars free;
  for (Var v : first)
    if (seen.insert(static_cast<uint32_t>(v)).second) free.push_back(v);
  for (const Body* b : bodies) note_free(*b, bound, seen, free);
  // A literal is bound at the top of nova_run, wherever its statement stands; other constants are printed as numbers.
  for (const Body* b : bodies)
    for_each_stm(*b, [&](const Stm& s) {
      if (s.op == Op::Constant && is_literal_[static_cast<size_t>(s.outs[0])] &&
          seen.insert(static_cast<uint32_t>(s.outs[0])).second)
        free.push_back(s.outs[0]);
    });
  std::erase_if(free, [&](Var v) { return texts_.contains(v); });
  return free;
}

void PlanWriter::comment(const Stm& s, const std::string& what) {
  std::string outs;
  for (Var v : s.outs) outs += (outs.empty() ? "" : ", ") + name(v);
  const std::string computed = wording(plan_, words_, s);
  line("// " + outs + ": " + (computed.empty() ? what : computed));
}

Names PlanWriter::name(const Vars& vars) const {
  Names all;
  for (Var v : vars) all.push_back(name(v));
  return all;
}

std::string PlanWriter::type_of(Var v) const {
  return narrow_.contains(v) ? c_type(Element::I32) : c_type(element(v));
}

std::string PlanWriter::declared(Var v, bool restricted) const {
  const bool column = plan_[v].column;
  return type_of(v) + (column ? restricted ? "* restrict " : "* " : " ") + name(v);
}

Names concat(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Names moved(Names all, const std::string& by) {
  for (std::string& a : all) a += " + " + by;
  return all;
}

Names places(Names all) {
  for (std::string& a : all) a = "&" + a;
  return all;
}

PlanWriter::PlanWriter(const Plan& plan, std::vector<Var> literals)
    : plan_(plan), literals_(std::move(literals)), is_literal_(plan.types.size()) {
  const PlanNames names(plan);
  for (size_t k = 0; k < plan.types.size(); ++k) names_.push_back(in_c(names(static_cast<Var>(k))));
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op == Op::Constant && s.element == Element::I64 && s.bits < 16) small_.insert(s.outs[0]);
  });
  for (Var v : literals_) is_literal_[static_cast<size_t>(v)] = true;
  words_ = names_;
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op != Op::Constant || is_literal_[static_cast<size_t>(s.outs[0])]) return;
      texts_[s.outs[0]] = s.bits;
      if (is_integer(s.element))
        words_[static_cast<size_t>(s.outs[0])] =
            s.element == Element::U64 ? std::to_string(s.bits) : std::to_string(static_cast<int64_t>(s.bits));
      names_[static_cast<size_t>(s.outs[0])] = constant_text(s);
    });
  });
}

} // namespace nova::plan

#include "frontend/depth.hpp"
#include "jit/lowering.hpp"

namespace nova::plan {

// ---- statements ----

Vars Builder::emit(Stm s, std::span<const VarType> types) {
  s.span = at;
  for (const VarType& t : types) s.outs.push_back(plan.make(t));
  return out->emplace_back(std::move(s)).outs;
}

Var Builder::constant(Element e, uint64_t bits) {
  return emit({.op = Op::Constant, .element = e, .bits = bits}, {e, false});
}

Var Builder::scalar(BuiltinId id, Element operand, Element result, Vars args) {
  return emit({.op = Op::Scalar, .args = std::move(args), .builtin = id, .element = operand},
              {result, false});
}

Var Builder::read(Var column, Var i) {
  return emit({.op = Op::Read, .args = {column, i}}, {plan[column].element, false});
}

Var Builder::shift(Var column, Var by) { return emit({.op = Op::Shift, .args = {column, by}}, plan[column]); }

Var Builder::iota(Var n, Var first, Var step) {
  return emit({.op = Op::Iota, .args = {n, first, step}}, {Element::I64, true});
}

void Builder::check(Var ok, const char* code, Vars numbers) {
  numbers.insert(numbers.begin(), ok);
  plan.sites.push_back({code, at});
  const auto site = static_cast<uint32_t>(plan.sites.size() - 1);
  emit({.op = Op::Check, .args = std::move(numbers), .site = site}, std::span<const VarType>());
}

void Builder::check_index(Var i, Var n, const char* code) {
  const Var not_below = compare(BuiltinId::LessEqual, integer(0), i);
  check(both(not_below, less(i, n)), code, {i, n});
}

// ---- inputs ----

void Lowering::refuse(std::string reason) const { throw Refused{{std::move(reason), b.at}}; }

namespace {

/// Can a value of the type come in or go out? (flat.hpp)
bool has_flat_form(const Types& types, TypeId t, bool inside = false) {
  t = types.resolve(t);
  switch (types[t].kind) {
  case TypeKind::Prim: return true;
  case TypeKind::Tuple:
    for (TypeId item : types.args(t))
      if (!has_flat_form(types, item, inside)) return false;
    return true;
  case TypeKind::Vector:
    return (!inside || types.rank_of(t) == 1) && has_flat_form(types, types.element_of(t), true);
  default: return false;
  }
}

} // namespace

Rep Lowering::input(Input in) {
  const uint64_t key = uint64_t{in.kind} << 32 | in.index;
  if (auto made = made_inputs_.find(key); made != made_inputs_.end()) return made->second;
  if (types_.is(in.type, TypeKind::Fun)) refuse("it calls a function that is not known here");
  if (!has_flat_form(types_, in.type))
    refuse("it takes a " + types_.print(in.type, frontend_.symbols) + " from outside");
  inputs_.push_back(in);
  Vars& params = b.plan.body.params;
  return made_inputs_[key] = fresh(in.type, [&](VarType t) { return params.emplace_back(b.plan.make(t)); });
}

Rep Lowering::slot(const Core& c, Frame& frame) {
  if (c.slot < frame.slots.size() && frame.slots[c.slot]) {
    const Rep& r = *frame.slots[c.slot];
    return r.kind == Rep::Free ? input({Input::Slot, r.slot, type(c)}) : r;
  }
  if (!frame.outer) refuse("a variable has no value here");
  return input({Input::Slot, c.slot, type(c)});
}

/// Functions are known; what needs no evaluation stands here itself; all others are inputs.
Rep Lowering::global(const Core& c) {
  const MonoGlobal& g = mono_[c.number];
  const Global& written = frontend_.program[g.global];
  if (written.kind == Global::Foreign) refuse("it calls the foreign function " + g.name);
  Frame none;
  if (g.value && g.value->kind == CoreKind::Lambda) return function(*g.value, {}, none);
  const bool literal =
      g.value && g.value->kind == CoreKind::Const && types_.is(g.value->type, TypeKind::Prim);
  if (literal && written.prelude) return constant(*g.value);
  if (!g.value || !types_.is(g.type, TypeKind::Fun)) return input({Input::Global, c.number, type(c)});
  // A function that an expression gives. The definition has to have run, which the input makes sure of.
  input({Input::Global, c.number, types_.prim(Element::Unit)});
  none.slots.resize(g.frame_size);
  return lower(*g.value, none);
}

// ---- the form ----

Lowered Lowering::form(const Core& c) {
  b.at = c.span;
  if (!has_flat_form(types_, type(c))) refuse("its value is a " + types_.print(c.type, frontend_.symbols));
  Frame frame;
  frame.outer = true;
  const Rep value = lower(c, frame);
  b.plan.body.results = flatten(value);
  return {std::move(b.plan), std::move(inputs_), type(c)};
}

std::optional<Lowered> lower(const Core& form, const Monomorphiser& mono, Frontend& frontend, Refusal& why) {
  try {
    return Lowering(mono, frontend).form(form);
  } catch (Refused& refused) {
    why = std::move(refused.why);
    return {};
  }
}

} // namespace nova::plan

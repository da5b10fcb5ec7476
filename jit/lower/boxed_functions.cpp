// Boxed functions: function values that are stored as cells of a region, with their captured values as fields
// (BoxedFunctions). A call of such a value becomes a call of an apply function (applier). That is a function of the
// plan, which reads the cell and branches to the bodies of all functions that it may store. The set of these
// functions is found by lowering. If that finds further ones, the whole form is lowered again, in another round.
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/cells.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/regions.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

const Core& applier(Lowering& l, TypeId function, size_t args);

} // namespace

Rep boxed_at(Var place, TypeId function) {
  Rep r = Rep::scalar(place);
  r.type = function;
  return r;
}

bool is_boxed(const Lowering& l, const Rep& r) { return r.kind == Rep::Scalar && l.boxes.boxed.has(r.type); }

namespace {

/// Marks the function type `t`: the form has to be lowered again, with functions of this type boxed (stored as
/// cells). Returns whether it was not marked before.
bool needs_box(Lowering& l, TypeId t) { return l.boxes.wanted.add(l.types.resolve(t)); }

} // namespace

/// Marks the type `function` and ends this attempt to lower the form by an exception. The next attempt boxes
/// functions of this type.
void lower_again(Lowering& l, TypeId function) {
  needs_box(l, function);
  refuse(l.b, NoPlan::GrowingFunctions);
}

// ---- making ----

Var boxed(Lowering& l, const Rep& f, TypeId t) {
  Builder& b = l.b;
  if (f.kind == Rep::Scalar) return f.var;
  if (f.kind == Rep::Choice) {
    const VarType place{Element::I64, false};
    std::function<Var(size_t)> from = [&](size_t k) -> Var {
      if (k + 1 >= f.items.size()) return k < f.items.size() ? boxed(l, f.items[k], t) : b.integer(0);
      const Var is = b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                              {f.items[0].var, b.constant(Element::I32, k - 1)});
      return b.choose(
          is, std::span(&place, 1), [&] { return Vars{boxed(l, f.items[k], t)}; },
          [&] { return Vars{from(k + 1)}; })[0];
    };
    return from(1);
  }
  if (f.kind != Rep::Function) refuse(b, NoPlan::UnknownStored);
  Reps own;
  for (size_t k = 0; k < f.items.size(); ++k) own.push_back(item_of(l, f, k));
  l.boxes.wanted.add(t, f.lambda, own.size());
  const auto number = l.boxes.boxed.number(t, f.lambda, own.size());
  return number ? made_cell(l, t, *number, own).var : b.integer(0);
}

Elements boxed(Lowering& l, const Elements& e, Var n, TypeId t) {
  Builder& b = l.b;
  if (e.kind == Elements::Column) return e;
  if (e.kind == Elements::Same) return repeated(l, boxed_at(boxed(l, *e.same, t), t), n);
  const VarType places{Element::I64, true};
  Elements all;
  all.kind = Elements::Column;
  all.column =
      emit_map(b, n, std::span(&places, 1), [&](Var i) { return Vars{boxed(l, element(b, e, i), t)}; })[0];
  return all;
}

// ---- calling ----

Rep unboxed(Lowering& l, const Rep& f) {
  const auto& all = l.boxes.boxed.at(f.type);
  if (all.empty()) return Rep::choice(f.type, {});
  const Rep cell = opened(l, f, f.type);
  const size_t tags = cell.items.size() - all.size();
  Reps items;
  if (tags > 0) items.push_back(cell.items[0]);
  for (size_t k = 0; k < all.size(); ++k)
    items.push_back(Rep::function(all[k].lambda, cell.items[k + tags].items));
  return tags > 0 ? Rep::choice(f.type, std::move(items)) : std::move(items[0]);
}

Rep call_boxed(Lowering& l, const Rep& f, const Reps& args) {
  Reps all{f};
  all.insert(all.end(), args.begin(), args.end());
  return call_function(l, Rep::function(&applier(l, f.type, args.size()), std::move(all)));
}

namespace {

/// Returns the apply function for boxed functions of type `function` with `args` arguments: a Lambda that captures f
/// and the arguments x .. and applies f to them. It becomes a function of the plan, whose inputs include all
/// definitions and regions that the bodies of these boxed functions use.
const Core& applier(Lowering& l, TypeId function, size_t args) {
  Builder& b = l.b;
  const auto [at, added] = l.boxes.appliers.try_emplace({static_cast<uint32_t>(function), args}, nullptr);
  if (!added) return *at->second;
  Core& lambda = l.boxes.written.emplace_back();
  Core& call = l.boxes.written.emplace_back();
  lambda.kind = CoreKind::Lambda, call.kind = CoreKind::Apply, lambda.span = call.span = b.at;
  lambda.name = "apply", lambda.items = {&call}, lambda.frame.size = static_cast<uint32_t>(args + 1);
  TypeId t = function;
  for (uint32_t k = 0; k <= args; ++k) {
    Core& item = l.boxes.written.emplace_back();
    item.kind = CoreKind::Local, item.slot = k, item.span = b.at;
    item.type = k == 0 ? function : l.types.resolve(l.types.arg(t, 0));
    if (k > 0) t = l.types.resolve(l.types.arg(t, 1));
    call.items.push_back(&item), lambda.frame.captures.push_back(k);
  }
  call.type = lambda.type = t;
  at->second = &lambda;
  PlanFunction made;
  std::unordered_set<const Core*> seen{&lambda};
  note_inputs(l, call, made, seen);
  note_boxed(l, made, seen);
  l.functions.planned[&lambda] = std::move(made);
  return lambda;
}

} // namespace

bool is_applier(const Lowering& l, const Core& lambda) {
  return std::ranges::any_of(l.boxes.appliers, [&](const auto& made) { return made.second == &lambda; });
}

void box_circle(Lowering& l) {
  constexpr uint32_t often = 50;
  for (const bool named : {false, true}) {
    bool grown = false;
    for (const auto& [lambda, times] : l.functions.entered)
      if (times > often && lambda->name.empty() != named) grown |= needs_box(l, lambda->type);
    if (grown) return;
  }
}

void note_boxed(Lowering& l, PlanFunction& f, std::unordered_set<const Core*>& seen) {
  note_inner_regions(l, f.cells);
  for (size_t k = 0; k < f.cells.size(); ++k) {
    if (!l.boxes.boxed.has(f.cells[k])) continue;
    for (const auto& [lambda, items] : l.boxes.boxed.at(f.cells[k]))
      if (seen.insert(lambda).second) note_inputs(l, *lambda->items[0], f, seen);
    note_inner_regions(l, f.cells);
  }
}

} // namespace nova::plan

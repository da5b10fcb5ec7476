// Boxed functions: values of a function type that are cells (BoxedFunctions). Making one is making a cell,
// and a call of one is a call of the type's applier: a function of the plan that opens the cell and chooses
// among the bodies. Which functions there are is found by lowering: a round that meets more of them is
// followed by another.
#include "jit/lower/lowering.hpp"
#include <algorithm>

namespace nova::plan {

Rep Lowering::boxed_at(Var place, TypeId function) {
  Rep r = Rep::scalar(place);
  r.type = function;
  return r;
}

bool Lowering::is_boxed(const Rep& r) const { return r.kind == Rep::Scalar && boxed_.has(r.type); }

/// A function type that is to be boxed, if it is not.
bool Lowering::needs_box(TypeId t) { return to_box_.add(types_.resolve(t)); }

/// Ends this round.
void Lowering::lower_again(TypeId function) {
  needs_box(function);
  refuse("its functions hold ever more functions of their own kind");
}

// ---- making ----

/// The place of a function; of one that the plan does not have yet, any.
Var Lowering::boxed(const Rep& f, TypeId t) {
  if (f.kind == Rep::Scalar) return f.var;
  if (f.kind == Rep::Choice) {
    const VarType place{Element::I64, false};
    std::function<Var(size_t)> from = [&](size_t k) -> Var {
      if (k + 1 >= f.items.size()) return k < f.items.size() ? boxed(f.items[k], t) : b.integer(0);
      const Var is = b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                              {f.items[0].var, b.constant(Element::I32, k - 1)});
      return b.choose(
          is, std::span(&place, 1), [&] { return Vars{boxed(f.items[k], t)}; },
          [&] { return Vars{from(k + 1)}; })[0];
    };
    return from(1);
  }
  if (f.kind != Rep::Function) refuse("it stores a function that is not known here");
  Reps own;
  for (size_t k = 0; k < f.items.size(); ++k) own.push_back(item_of(f, k));
  to_box_.add(t, f.lambda, own.size());
  const auto number = boxed_.number(t, f.lambda, own.size());
  return number ? made_cell(t, *number, own).var : b.integer(0);
}

/// A column of places.
Elements Lowering::boxed(const Elements& e, Var n, TypeId t) {
  if (e.kind == Elements::Column) return e;
  if (e.kind == Elements::Same) return repeated(boxed_at(boxed(*e.same, t), t), n);
  const VarType places{Element::I64, true};
  Elements all;
  all.kind = Elements::Column;
  all.column = map(n, std::span(&places, 1), [&](Var i) { return Vars{boxed(element(e, i), t)}; })[0];
  return all;
}

// ---- calling ----

/// The function that lies there: one of those that may.
Rep Lowering::unboxed(const Rep& f) {
  const auto& all = boxed_.at(f.type);
  if (all.empty()) return Rep::choice(f.type, {});
  const Rep cell = opened(f, f.type);
  const size_t tags = cell.items.size() - all.size();
  Reps items;
  if (tags > 0) items.push_back(cell.items[0]);
  for (size_t k = 0; k < all.size(); ++k)
    items.push_back(Rep::function(all[k].lambda, cell.items[k + tags].items));
  return tags > 0 ? Rep::choice(f.type, std::move(items)) : std::move(items[0]);
}

Rep Lowering::call_boxed(const Rep& f, const Reps& args) {
  Reps all{f};
  all.insert(all.end(), args.begin(), args.end());
  return call_function(Rep::function(&applier(f.type, args.size()), std::move(all)));
}

/// (f x ..) as a Lambda that has captured f and its arguments. As a function of the plan it sees what the
/// boxed functions' bodies do.
const Core& Lowering::applier(TypeId function, size_t args) {
  const auto [at, added] = appliers_.try_emplace({static_cast<uint32_t>(function), args}, nullptr);
  if (!added) return *at->second;
  Core& lambda = written_.emplace_back();
  Core& call = written_.emplace_back();
  lambda.kind = CoreKind::Lambda, call.kind = CoreKind::Apply, lambda.span = call.span = b.at;
  lambda.name = "apply", lambda.items = {&call}, lambda.frame_size = static_cast<uint32_t>(args + 1);
  TypeId t = function;
  for (uint32_t k = 0; k <= args; ++k) {
    Core& item = written_.emplace_back();
    item.kind = CoreKind::Local, item.slot = k, item.span = b.at;
    item.type = k == 0 ? function : types_.resolve(types_.arg(t, 0));
    if (k > 0) t = types_.resolve(types_.arg(t, 1));
    call.items.push_back(&item), lambda.captures.push_back(k);
  }
  call.type = lambda.type = t;
  at->second = &lambda;
  PlanFunction made;
  std::unordered_set<const Core*> seen{&lambda};
  note_inputs(call, made, seen);
  note_boxed(made, seen);
  plan_functions_[&lambda] = std::move(made);
  return lambda;
}

bool Lowering::is_applier(const Core& lambda) const {
  return std::ranges::any_of(appliers_, [&](const auto& made) { return made.second == &lambda; });
}

/// Functions that are entered again and again are reached through function values: those are to be boxed,
/// those without a name first.
void Lowering::box_circle() {
  constexpr uint32_t often = 50;
  for (const bool named : {false, true}) {
    bool grown = false;
    for (const auto& [lambda, times] : entered_)
      if (times > often && lambda->name.empty() != named) grown |= needs_box(lambda->type);
    if (grown) return;
  }
}

/// Whoever sees cells in which functions lie may call them: what those read, and the regions of what they
/// hold.
void Lowering::note_boxed(PlanFunction& f, std::unordered_set<const Core*>& seen) {
  note_inner_regions(f.cells);
  for (size_t k = 0; k < f.cells.size(); ++k) {
    if (!boxed_.has(f.cells[k])) continue;
    for (const auto& [lambda, items] : boxed_.at(f.cells[k]))
      if (seen.insert(lambda).second) note_inputs(*lambda->items[0], f, seen);
    note_inner_regions(f.cells);
  }
}

} // namespace nova::plan

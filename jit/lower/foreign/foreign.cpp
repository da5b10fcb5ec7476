// Lowers calls of foreign functions. Of a function with a CUDA text a GPU runs the text, and every other tier its
// reference, a Nova function. An input of the plan, its text mode, says which of them runs, or that both run and are
// compared.
#include "jit/lower/foreign/foreign.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/scalars.hpp"
#include "jit/lower/values.hpp"
#include <algorithm>
#include <limits>
#include <utility>

namespace nova::plan {

namespace {

void append(Vars& to, const Vars& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Returns the number of the foreign function in the plan, which it may be new to.
uint32_t number_of(Lowering& l, const std::shared_ptr<ForeignFunction>& f) {
  std::vector<std::shared_ptr<const ForeignFunction>>& all = l.b.plan.foreigns;
  const auto at = std::ranges::find(all, f);
  const auto number = static_cast<uint32_t>(at - all.begin());
  if (at == all.end()) all.push_back(f);
  return number;
}

/// Lowers the arguments of a foreign function. A vector becomes its column and its length, as C takes it.
void add_arguments(Lowering& l, std::span<Core* const> arguments, Frame& frame, Vars& to) {
  for (const Core* item : arguments) {
    Vars flat = flatten(l, lower(l, *item, frame));
    if (l.types.is(item->type, TypeKind::Vector)) std::swap(flat[0], flat[1]);
    append(to, flat);
  }
}

/// Lowers the call of a foreign function.
Rep lower_call(Lowering& l, GlobalId global, std::span<Core* const> arguments, TypeId result, Frame& frame) {
  const Global& g = l.frontend.program[global];
  const ForeignFunction& f = *g.foreign;
  const std::string name(l.frontend.symbols.text(g.name));
  if ((f.in_library && !l.calls_libraries) || !(f.call || f.cuda == CudaKind::Function))
    refuse(l.b, NoPlan::ForeignFunction, name);
  Stm s{.op = Op::Foreign};
  s.allocates = f.signature.result.kind == ForeignType::Vector;
  add_arguments(l, arguments, frame, s.args);
  s.function = number_of(l, g.foreign);
  const bool vector = s.allocates;
  const Vars made = l.b.emit(std::move(s), flat_of(l, result));
  if (vector) {
    const std::string outer = std::exchange(l.b.word, name), callee = std::exchange(l.b.callee, "");
    l.b.check(l.b.compare(BuiltinId::GreaterEqual, made[0], l.b.integer(0)), "E0429", {made[0]});
    l.b.word = outer, l.b.callee = callee;
  }
  return from_flat(l, result, made);
}

} // namespace

Rep lower_foreign(Lowering& l, const Core& c, Frame& frame) {
  return lower_call(l, c.global, c.items, l.type(c), frame);
}

bool is_cuda_text(const Lowering& l, const Core& lambda) {
  if (lambda.global == GlobalId{}) return false;
  const ForeignFunction* const f = l.frontend.program[lambda.global].foreign.get();
  return f && f->cuda != CudaKind::None;
}

namespace {

/// Returns the plan's text mode. All calls share the one input.
Var text_mode(Lowering& l) {
  const Var mode = input(l, {Input::TextMode, 0, l.types.prim(Element::I64), {}}).var;
  l.b.plan.text_mode = mode;
  return mode;
}

/// The constants by which the distance between a number and the next larger one is computed: succ(x) =
/// x + (unit * x + least) for x >= 0 (Rump, Zimmermann, Boldo and Melquiond, Computing predecessor and successor in
/// rounding to nearest, BIT 2009, algorithm 1).
/// `last` is the number before the largest: its ulp is that of the largest one, which has no next number.
struct NextNumber {
  double unit, least, last;
};
constexpr NextNumber next_double{0x1p-53 * (1 + 0x1p-52), 0x1p-1074, 0x1.ffffffffffffep1023},
    next_float{0x1p-24 * (1 + 0x1p-23), 0x1p-149, 0x1.fffffcp127};

/// Appends the statements of floating-point arithmetic on one element type.
struct Arithmetic {
  Builder& b;
  Element e;

  Var operator()(BuiltinId id, Vars args) { return b.scalar(id, e, e, std::move(args)); }
  Var test(BuiltinId id, Vars args) { return b.scalar(id, e, Element::Bool, std::move(args)); }
  Var number(double x) {
    return b.constant(e, e == Element::F32 ? Value::of(static_cast<float>(x)).bits() : Value::of(x).bits());
  }
};

/// Returns the greatest difference from `right` that the distance allows.
Var greatest_difference(Arithmetic& on, const Distance& d, Var right) {
  const Var amount = on.number(d.amount);
  if (d.kind == Distance::Absolute) return amount;
  const Var size = on(BuiltinId::Abs, {right});
  if (d.kind == Distance::Relative) return on(BuiltinId::Multiply, {amount, size});
  const NextNumber& next = on.e == Element::F32 ? next_float : next_double;
  const Var low = on(BuiltinId::Min, {size, on.number(next.last)});
  const Var step =
      on(BuiltinId::Add, {on(BuiltinId::Multiply, {on.number(next.unit), low}), on.number(next.least)});
  const Var ulp = on(BuiltinId::Subtract, {on(BuiltinId::Add, {low, step}), low});
  return on(BuiltinId::Multiply, {amount, ulp});
}

/// Returns a bool: whether `made` is within the distance of `right`. Two NaNs are, and equal numbers; other values than
/// floats have to be equal, and so does what has no finite greatest difference, such as an infinity.
Var is_near(Lowering& l, const Distance& d, Var made, Var right) {
  Arithmetic on{l.b, l.b.plan[right].element};
  const Var equal = on.test(BuiltinId::Equal, {made, right});
  if (on.e != Element::F32 && on.e != Element::F64) return equal;
  const Var both_nan =
      l.b.both(on.test(BuiltinId::NotEqual, {made, made}), on.test(BuiltinId::NotEqual, {right, right}));
  const Var difference = on(BuiltinId::Abs, {on(BuiltinId::Subtract, {made, right})});
  const Var greatest = greatest_difference(on, d, right);
  const Var near =
      l.b.both(on.test(BuiltinId::LessEqual, {difference, greatest}),
               on.test(BuiltinId::Less, {greatest, on.number(std::numeric_limits<double>::infinity())}));
  return l.b.either(l.b.either(equal, both_nan), near);
}

/// Whether two results of a kernel have the same length, and elements that are near each other.
Var are_near(Lowering& l, const Distance& d, const Rep& made, const Rep& right) {
  Builder& b = l.b;
  if (made.kind != Rep::Vector) {
    Var near = b.boolean(true);
    for (size_t k = 0; k < made.items.size(); ++k)
      near = b.both(near, are_near(l, d, made.items[k], right.items[k]));
    return near;
  }
  const VarType boolean{Element::Bool, false};
  const auto elements = [&] {
    return Vars{every(b, right.dims[0], [&](Var i) {
      return is_near(l, d, element(b, made.elements, i).var, element(b, right.elements, i).var);
    })};
  };
  return b.choose(b.equal(made.dims[0], right.dims[0]), std::span(&boolean, 1), elements,
                  [&] { return Vars{b.boolean(false)}; })[0];
}

/// Whether two results of a function are near each other, item by item.
Var scalars_are_near(Lowering& l, const Distance& d, const Rep& made, const Rep& right) {
  const Vars ours = flatten(l, made), wanted = flatten(l, right);
  Var near = l.b.boolean(true);
  for (size_t k = 0; k < ours.size(); ++k) near = l.b.both(near, is_near(l, d, ours[k], wanted[k]));
  return near;
}

/// Returns the three sizes of a grid or a block: an int, or a tuple of two or three.
Vars three_sizes(Lowering& l, const Rep& r) {
  Vars sizes;
  if (r.kind == Rep::Tuple)
    for (const Rep& item : r.items) sizes.push_back(item.var);
  else
    sizes.push_back(r.var);
  while (sizes.size() < 3) sizes.push_back(l.b.integer(1));
  return sizes;
}

/// Returns the byte that fills a kernel's results before its launch. A run that is compared with the interpreter's
/// fills them with an unlikely one: an element that no thread writes may have the right value of an earlier run.
Var fill_byte(Lowering& l, const ForeignFunction& kernel) {
  if (kernel.zeroed) return l.b.integer(0);
  const VarType integer{Element::I64, false};
  return l.b.choose(
      l.b.equal(text_mode(l), l.b.integer(text_compared)), std::span(&integer, 1),
      [&] { return Vars{l.b.integer(fill_bytes[0])}; }, [&] { return Vars{l.b.integer(-1)}; })[0];
}

/// Appends the launch of a CUDA kernel, for which `lambda` stands, and returns its results.
Rep lower_launch(Lowering& l, const Core& lambda, Frame& frame) {
  const Core& reference = *lambda.items[0];
  const auto& kernel = l.frontend.program[lambda.global].foreign;
  const size_t results = kernel->signature.outputs.size();
  const Rep geometry = lower(l, *lambda.items[1], frame);
  Stm s{.op = Op::Launch};
  for (size_t k = 0; k < results; ++k) s.args.push_back(geometry.items[k].var);
  for (size_t k = results; k < results + 2; ++k) append(s.args, three_sizes(l, geometry.items[k]));
  s.args.push_back(geometry.items[results + 2].var);
  s.args.push_back(fill_byte(l, *kernel));
  add_arguments(l, std::span(reference.items).subspan(1), frame, s.args);
  s.function = number_of(l, kernel);
  std::vector<VarType> columns;
  for (const Element e : kernel->signature.outputs) columns.push_back({e, true});
  const Vars lengths(s.args.begin(), s.args.begin() + static_cast<ptrdiff_t>(results));
  const Vars made = l.b.emit(std::move(s), columns);
  Vars flat;
  for (size_t k = 0; k < results; ++k) flat.insert(flat.end(), {lengths[k], made[k]});
  return from_flat(l, l.type(reference), flat);
}

/// Returns the value of the CUDA text that `lambda` stands for.
Rep lower_text(Lowering& l, const Core& lambda, Frame& frame) {
  const Core& reference = *lambda.items[0];
  if (lambda.items.size() > 1) return lower_launch(l, lambda, frame);
  return lower_call(l, lambda.global, std::span(reference.items).subspan(1), l.type(reference), frame);
}

/// Returns `right` where both values agree, which the interpreter's value is then compared with, and `made` where they
/// do not.
Rep compared(Lowering& l, const ForeignFunction& f, const TypeId type, const Rep& made, const Rep& right) {
  const Var near = f.cuda == CudaKind::Kernel ? are_near(l, f.within, made, right)
                                              : scalars_are_near(l, f.within, made, right);
  return choose(
      l, near, {type}, [&] { return Reps{right}; }, [&] { return Reps{made}; })[0];
}

} // namespace

Rep lower_cuda_text(Lowering& l, const Core& lambda, Frame& frame) {
  const Core& reference = *lambda.items[0];
  if (l.inputs.in_function) return lower(l, reference, frame);
  const TypeId type = l.type(reference);
  const ForeignFunction& f = *l.frontend.program[lambda.global].foreign;
  const Var mode = text_mode(l);
  const auto is = [&](int64_t m) { return l.b.equal(mode, l.b.integer(m)); };
  const auto by_reference = [&] { return Reps{lower(l, reference, frame)}; };
  const auto by_text = [&] {
    const Rep made = lower_text(l, lambda, frame);
    if (f.within.kind == Distance::Bits) return Reps{made};
    return choose(
        l, is(text_compared), {type}, [&] { return Reps{compared(l, f, type, made, by_reference()[0])}; },
        [&] { return Reps{made}; });
  };
  return choose(l, is(text_unused), {type}, by_reference, by_text)[0];
}

} // namespace nova::plan

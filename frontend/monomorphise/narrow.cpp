// half and bfloat16 are computed as float: each operation of them becomes conversions around the operation of floats, so that
// no tier has arithmetic of them. The operation's result is rounded to the type. That is the exact result, rounded once, for + - *
// / and sqrt, as float has more than twice as many bits (Figueroa, When is double rounding innocuous?, 1995).
#include "frontend/monomorphise/monomorphise.hpp"
#include "frontend/monomorphise/parts.hpp"
#include <algorithm>

namespace nova {
namespace {

bool is_of_16_bits(const Types& types, TypeId t) {
  t = types.resolve(t);
  return types.is(t, TypeKind::Prim) && is_narrow(types.element(t));
}

class Narrow {
 public:
  Narrow(Frontend& f, Monomorphiser& mono) : f_(f), mono_(mono), types_(f.types) {}

  bool is(TypeId t) const { return is_of_16_bits(types_, t); }

  /// Returns the scalar Primitive with its narrow operands widened, and its result narrowed.
  Core* scalar(Core* c) {
    if (c->builtin == BuiltinId::FromDouble && is(c->type)) return conversion(c->items[0], c->type);
    const bool own = is_native(*c);
    if (own || std::ranges::none_of(c->items, [&](const Core* item) { return is(item->type); })) return c;
    for (Core*& item : c->items)
      if (is(item->type)) item = conversion(item, types_.prim(Element::F32));
    const TypeId result = c->type;
    if (!is(result)) return c;
    c->type = types_.prim(Element::F32);
    return conversion(c, result);
  }

  /// Returns the call of the prelude's product for a matmul of narrow elements, otherwise the Primitive itself.
  Core* product(Core* c) {
    TypeId t = c->type;
    while (types_.is(t, TypeKind::Vector)) t = types_.element_of(t);
    if (!is(t)) return c;
    const TypeId types[] = {types_.resolve(t)};
    const bool rows = types_.rank_of(c->type) == 1;
    Core* call = f_.core.make(CoreKind::Apply, c->type, c->span);
    call->items = {
        prelude_function(f_, mono_, rows ? "narrow-matmul-rows" : "narrow-matmul", types, c->span)};
    call->items.insert(call->items.end(), c->items.begin(), c->items.end());
    return call;
  }

 private:
  /// Whether the tiers have the operation: a conversion to float or to a narrow type, fma, or a decimal's part.
  bool is_native(const Core& c) const {
    switch (c.builtin) {
    case BuiltinId::ToFloat:
    case BuiltinId::ToHalf:
    case BuiltinId::ToBfloat16:
    case BuiltinId::Fma:
    case BuiltinId::DecimalDigits:
    case BuiltinId::DecimalExponent: return true;
    default: return false;
    }
  }
  Core* conversion(Core* of, TypeId to) {
    Core* c = f_.core.make(CoreKind::Primitive, to, of->span);
    c->builtin = conversion_to(types_.element(types_.resolve(to))), c->items = {of};
    return c;
  }

  Frontend& f_;
  Monomorphiser& mono_;
  Types& types_;
};

/// The prelude's functions that combine many numbers, and what they are for narrow ones: float sums, rounded once.
constexpr std::pair<std::string_view, std::string_view> float_sums[] = {
    {"sum", "narrow-sum"}, {"mean", "narrow-mean"}, {"dot", "narrow-dot"}, {"norm", "narrow-norm"}};

/// Returns the name of what stands for the prelude function `name` at these types, if one is narrow; else nothing.
std::optional<std::string_view> narrow_version(const Frontend& f, std::string_view name,
                                               std::span<const TypeId> types) {
  if (std::ranges::none_of(types, [&](TypeId t) { return is_of_16_bits(f.types, t); })) return {};
  const auto* found =
      std::ranges::find(float_sums, name, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(float_sums) ? std::nullopt : std::optional(found->second);
}

} // namespace

Core* with_narrow_arithmetic(Frontend& f, Monomorphiser& mono, Core* primitive) {
  if (primitive->builtin == BuiltinId::Matmul) return Narrow(f, mono).product(primitive);
  return builtin(primitive->builtin).kind == BuiltinKind::Scalar ? Narrow(f, mono).scalar(primitive)
                                                                 : primitive;
}

std::optional<StandIn> stand_in(Frontend& f, GlobalId g, std::span<const TypeId> types) {
  const Global& global = f.program[g];
  if (!global.prelude) return {};
  const std::string_view name = f.symbols.text(global.name);
  if (const auto narrow = narrow_version(f, name, types))
    return StandIn{*narrow, {types.begin(), types.end()}};
  return complex_version(f, name, types);
}

std::string_view written_operation(std::string_view name) {
  if (const auto of_complex = complex_operation(name)) return *of_complex;
  if (name == "narrow-matmul" || name == "narrow-matmul-rows") return builtin(BuiltinId::Matmul).spelling;
  const auto* found =
      std::ranges::find(float_sums, name, &std::pair<std::string_view, std::string_view>::second);
  return found == std::end(float_sums) ? name : found->first;
}

} // namespace nova

// Complex numbers are a type of the prelude, with a constructor for the two parts. The arithmetic of built-ins is
// defined for it by functions of prelude/complex.nv; uses of the built-ins become calls of these functions here.
#include "frontend/infer/check.hpp"
#include "frontend/monomorphise/monomorphise.hpp"
#include "frontend/monomorphise/parts.hpp"
#include <algorithm>

namespace nova {
namespace {

/// The prelude's function for each built-in that takes complex numbers. Its only type argument is the type of a part.
constexpr std::pair<BuiltinId, std::string_view> functions[] = {
    {BuiltinId::Add, "complex-plus"},       {BuiltinId::Subtract, "complex-minus"},
    {BuiltinId::Multiply, "complex-times"}, {BuiltinId::Divide, "complex-over"},
    {BuiltinId::Fma, "complex-fma"},        {BuiltinId::Negate, "complex-neg"},
    {BuiltinId::Abs, "complex-abs"},        {BuiltinId::Sqrt, "complex-sqrt"},
    {BuiltinId::Exp, "complex-exp"},        {BuiltinId::Log, "complex-log"},
    {BuiltinId::Pow, "complex-pow"},        {BuiltinId::Sin, "complex-sin"},
    {BuiltinId::Cos, "complex-cos"},        {BuiltinId::Tan, "complex-tan"},
    {BuiltinId::Sinh, "complex-sinh"},      {BuiltinId::Cosh, "complex-cosh"},
    {BuiltinId::Tanh, "complex-tanh"},      {BuiltinId::FromDouble, "complex-from-double"}};

/// The prelude's functions of any number that are different for complex ones. The only type argument of the second is the
/// type of a part.
constexpr std::pair<std::string_view, std::string_view> parts[] = {{"conjugate", "conj"},
                                                                   {"keep-real", "complex-keep-real"}};

std::string_view function_of(BuiltinId id) {
  const auto* found = std::ranges::find(functions, id, &std::pair<BuiltinId, std::string_view>::first);
  return found == std::end(functions) ? std::string_view() : found->second;
}

/// Returns the name of the prelude's matrix product for results of this type.
std::string_view product_of(const Types& types, TypeId result) {
  return types.rank_of(result) == 2 ? "complex-matmul" : "complex-matmul-rows";
}

TypeId part_of(Frontend& f, TypeId complex) {
  return f.types.resolve(f.types.arg(f.types.resolve(complex), 0));
}

} // namespace

std::optional<std::string_view> complex_operation(std::string_view name) {
  if (name == "complex-matmul" || name == "complex-matmul-rows") return builtin(BuiltinId::Matmul).spelling;
  const auto* found = std::ranges::find(functions, name, &std::pair<BuiltinId, std::string_view>::second);
  if (found == std::end(functions)) return {};
  return builtin(found->first).spelling;
}

std::optional<StandIn> complex_version(Frontend& f, std::string_view name, std::span<const TypeId> types) {
  const auto* found = std::ranges::find(parts, name, &std::pair<std::string_view, std::string_view>::first);
  if (found == std::end(parts) || types.size() != 1 || !f.types.is_complex(f.types.resolve(types[0])))
    return {};
  return StandIn{found->second, {part_of(f, types[0])}};
}

Core* complex_constant(Frontend& f, const Datum& numeral, TypeId type, Span span) {
  Core* c = f.core.make(CoreKind::Construct, type, span);
  for (const Datum* part : parts_of_numeral(f, numeral)) {
    Core* item = f.core.make(CoreKind::Const, part_of(f, type), span);
    item->constant = literal_value(f.types, *part, item->type);
    c->items.push_back(item);
  }
  return c;
}

Core* with_complex_arithmetic(Frontend& f, Monomorphiser& mono, Core* primitive) {
  const bool product = primitive->builtin == BuiltinId::Matmul;
  TypeId number = f.types.resolve(primitive->type);
  while (product && f.types.is(number, TypeKind::Vector)) number = f.types.element_of(number);
  if (!f.types.is_complex(number)) return primitive;
  const std::string_view name =
      product ? product_of(f.types, primitive->type) : function_of(primitive->builtin);
  if (name.empty()) return primitive;
  const TypeId part[] = {part_of(f, number)};
  Core* call = f.core.make(CoreKind::Apply, primitive->type, primitive->span);
  call->items = {prelude_function(f, mono, name, part, primitive->span)};
  call->items.insert(call->items.end(), primitive->items.begin(), primitive->items.end());
  return call;
}

} // namespace nova

// Values of literals, and the Lambdas of built-ins and constructors that stand as function values.
#include "frontend/monomorphise/parts.hpp"
#include "runtime/array.hpp"
#include "runtime/scalar_text.hpp"
#include <charconv>

namespace nova {

const Scheme& scheme_of(const Frontend& f, GlobalId g) {
  return f.core.globals[static_cast<uint32_t>(g)].scheme;
}
std::string name_of(const Frontend& f, VarId v) { return std::string(f.symbols.text(f.program[v].name)); }

// ---- literals ----

namespace {

/// Returns a literal as a float. It is rounded once, from the decimal text; by way of double it might be rounded
/// twice.
float float_of(const Datum& d) {
  if (d.kind == DatumKind::Integer) return d.integer_as<float>();
  const bool plus = d.text.starts_with('+');
  float value = 0;
  const auto [end, error] = std::from_chars(d.text.data() + plus, d.text.data() + d.text.size(), value);
  return error == std::errc() ? value : static_cast<float>(d.floating);
}

/// The same as a half or bfloat16.
Value narrow_of(const Datum& d, Element e) {
  const bool half = e == Element::F16;
  if (d.kind == DatumKind::Integer && d.element == Element::U64) {
    const auto n = static_cast<uint64_t>(d.integer);
    return Value::integer(e, half ? int64_t(nv_to_f16_u64(n)) : int64_t(nv_to_bf16_u64(n)));
  }
  if (d.kind == DatumKind::Integer)
    return Value::integer(e, half ? int64_t(nv_to_f16_i64(d.integer)) : int64_t(nv_to_bf16_i64(d.integer)));
  if (const auto value = d.suffixed ? std::nullopt : parse_scalar(e, d.text)) return *value;
  return Value::integer(e, half ? int64_t(nv_to_f16_f64(d.floating)) : int64_t(nv_to_bf16_f64(d.floating)));
}

double double_of(const Datum& d) {
  return d.kind == DatumKind::Integer ? d.integer_as<double>() : d.floating;
}

} // namespace

Value literal_value(const Types& types, const Datum& d, TypeId type) {
  if (!types.is(type, TypeKind::Prim)) return {};
  const Element e = types.element(type);
  if (is_narrow(e)) return narrow_of(d, e);
  if (e == Element::F32) return Value::of(float_of(d));
  if (e == Element::F64) return Value::of(double_of(d));
  return e == Element::Unit ? Value::unit() : Value::integer(e, d.integer);
}

// ---- built-ins and constructors as functions ----

namespace {

uint32_t count_arrows(const Types& types, TypeId t) {
  uint32_t n = 0;
  for (t = types.resolve(t); types.is(t, TypeKind::Fun); t = types.resolve(types.arg(t, 1))) ++n;
  return n;
}

TypeId parameter(const Types& types, TypeId function, uint32_t i) {
  for (; i > 0; --i) function = types.resolve(types.arg(function, 1));
  return types.resolve(types.arg(function, 0));
}

/// Returns how many arguments a reduction takes. Its result has the type that the function combines, and that may be
/// a function type itself. `combiner` is the index of that function among the arguments.
uint32_t reduction_arguments(const Types& types, uint32_t combiner, TypeId type) {
  const TypeId combined = parameter(types, parameter(types, type, combiner), 0);
  return count_arrows(types, type) - count_arrows(types, combined);
}

/// Makes (lambda (x1 .. xn) body). The parameters become the items of `body`.
Core* eta(Frontend& f, const Core& c, TypeId type, uint32_t arguments, Core* body) {
  Core* n = f.core.make(CoreKind::Lambda, type, c.span);
  for (uint32_t i = 0; i < arguments; ++i) {
    f.program.variables.push_back({f.symbols.intern("x" + std::to_string(i + 1)), c.span, false});
    const VarId v{static_cast<uint32_t>(f.program.variables.size() - 1)};
    Core* use = f.core.make(CoreKind::Local, parameter(f.types, type, i), c.span);
    use->var = v;
    n->vars.push_back(v), body->items.push_back(use);
  }
  for (uint32_t i = 0; i < arguments; ++i) type = f.types.resolve(f.types.arg(type, 1));
  body->type = type;
  n->items = {body};
  return n;
}

} // namespace

uint32_t builtin_arguments(const Types& types, BuiltinId id, TypeId type) {
  switch (id) {
  case BuiltinId::Reduce:
  case BuiltinId::ReduceComm: return reduction_arguments(types, 0, type);
  case BuiltinId::Accumulate: return reduction_arguments(types, 1, type);
  case BuiltinId::Index: return 2;
  default: break;
  }
  // The other Special rows return vectors, numbers or unit, never functions.
  return builtin(id).kind == BuiltinKind::Special ? count_arrows(types, type) : builtin(id).arity;
}

Core* eta_builtin(Frontend& f, Monomorphiser& mono, const Core& c, TypeId type) {
  Core* body = f.core.make(CoreKind::Primitive, type, c.span);
  body->builtin = c.builtin, body->number = c.number;
  Core* n = eta(f, c, type, builtin_arguments(f.types, c.builtin, type), body);
  n->name = builtin(c.builtin).spelling;
  convert_arguments(f, *body);
  n->items[0] = with_own_arithmetic(f, mono, body);
  return n;
}

Core* eta_constructor(Frontend& f, const Core& c, TypeId type) {
  Core* body = f.core.make(CoreKind::Construct, type, c.span);
  body->number = c.number;
  TypeId sum = type;
  while (!f.types.is(sum, TypeKind::Sum)) sum = f.types.resolve(f.types.arg(sum, 1));
  const Constructor& k = f.types.sum_type(SumId{f.types[sum].payload}).constructors[c.number];
  if (k.fields.empty()) return body;
  Core* n = eta(f, c, type, static_cast<uint32_t>(k.fields.size()), body);
  n->name = f.symbols.text(k.name);
  return n;
}

} // namespace nova

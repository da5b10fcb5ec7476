// Arguments of built-ins that may be of several types become those of one: an index of any integer type an int, and an array
// of any rank, whose elements a reduction combines, a vector. So all later phases see one type.
#include "frontend/monomorphise/parts.hpp"

namespace nova {
namespace {

/// Whether argument k of the built-in is an index, indices or a number of elements, of the class Index.
bool is_index(BuiltinId id, size_t k) {
  switch (id) {
  case BuiltinId::Gather:
  case BuiltinId::Permute:
  case BuiltinId::Take:
  case BuiltinId::Drop:
  case BuiltinId::Put: return k == 0;
  case BuiltinId::Index:
  case BuiltinId::Scatter: return k == 1;
  case BuiltinId::ReduceByIndex: return k == 3;
  case BuiltinId::Slice: return k < 3;
  default: return false;
  }
}

class IndexConversion {
 public:
  explicit IndexConversion(Frontend& f) : f_(f), types_(f.types) {}

  /// Returns the index, the tuple of indices or the vector of indices `c` as ints.
  Core* as_ints(Core* c) {
    const TypeId t = types_.resolve(c->type), as = int_type(t);
    if (as == t) return c;
    if (types_.is(t, TypeKind::Tuple)) return tuple(c, as);
    return types_.is(t, TypeKind::Vector) ? vector(c, as) : number(c);
  }

 private:
  TypeId integer() { return types_.prim(Element::I64); }
  TypeId int_type(TypeId t) {
    t = types_.resolve(t);
    if (types_.is(t, TypeKind::Vector)) return types_.vector(integer());
    if (types_.is(t, TypeKind::Tuple)) return types_.tuple(std::vector<TypeId>(types_[t].count, integer()));
    return integer();
  }
  Core* make(CoreKind kind, TypeId type, Span span, std::vector<Core*> items) {
    Core* c = f_.core.make(kind, type, span);
    return c->items = std::move(items), c;
  }
  Core* primitive(BuiltinId id, TypeId type, std::vector<Core*> items) {
    const Span span = items[0]->span;
    Core* c = make(CoreKind::Primitive, type, span, std::move(items));
    return c->builtin = id, c;
  }
  VarId variable(Span span) {
    f_.program.variables.push_back({f_.symbols.intern("i"), span, false});
    return VarId{static_cast<uint32_t>(f_.program.variables.size() - 1)};
  }
  Core* use(VarId v, TypeId type, Span span) {
    Core* c = make(CoreKind::Local, type, span, {});
    return c->var = v, c;
  }

  /// Returns the integer `c` as an int. A uint64 above the largest int becomes that, which no vector has as an index.
  Core* number(Core* c) {
    const TypeId t = types_.resolve(c->type);
    if (t == types_.prim(Element::U64)) {
      Core* most = make(CoreKind::Const, t, c->span, {});
      most->constant = Value::integer(Element::U64, INT64_MAX);
      c = primitive(BuiltinId::Min, t, {c, most});
    }
    return t == integer() ? c : primitive(BuiltinId::ToInt, integer(), {c});
  }

  Core* vector(Core* c, TypeId as) {
    const TypeId element = types_.element_of(c->type);
    const VarId i = variable(c->span);
    Core* each = make(CoreKind::Lambda, types_.fun(element, integer(), pure_effect), c->span,
                      {number(use(i, element, c->span))});
    each->vars = {i};
    return primitive(BuiltinId::Map, as, {each, c});
  }

  Core* tuple(Core* c, TypeId as) {
    if (c->kind == CoreKind::Tuple) {
      for (Core*& item : c->items) item = number(item);
      return c->type = as, c;
    }
    const VarId whole = variable(c->span);
    Core* made = make(CoreKind::Tuple, as, c->span, {});
    for (uint32_t k = 0; k < types_[types_.resolve(c->type)].count; ++k) {
      Core* part = make(CoreKind::Project, types_.arg(c->type, k), c->span, {use(whole, c->type, c->span)});
      part->number = k;
      made->items.push_back(number(part));
    }
    Core* let = make(CoreKind::Let, as, c->span, {c, made});
    return let->var = whole, let;
  }

  Frontend& f_;
  Types& types_;
};

/// Returns the first of the vectors, of any rank, over all of whose elements the built-in runs; if there are none, the
/// number of arguments.
size_t first_array(const Core& primitive) {
  const size_t n = primitive.items.size();
  switch (primitive.builtin) {
  case BuiltinId::Reduce:
  case BuiltinId::ReduceComm: return n - 1;
  case BuiltinId::Accumulate: return 3;
  default: return n;
  }
}

Core* flattened(Frontend& f, Core* x) {
  if (f.types.rank_of(x->type) == 1) return x;
  Core* flat = f.core.make(CoreKind::Primitive, f.types.vector(f.types.element_of(x->type)), x->span);
  flat->builtin = BuiltinId::Flatten, flat->items = {x};
  return flat;
}

} // namespace

void convert_arguments(Frontend& f, Core& primitive) {
  for (size_t k = 0; k < primitive.items.size(); ++k)
    if (is_index(primitive.builtin, k)) primitive.items[k] = IndexConversion(f).as_ints(primitive.items[k]);
  for (size_t k = first_array(primitive); k < primitive.items.size(); ++k)
    primitive.items[k] = flattened(f, primitive.items[k]);
}

} // namespace nova

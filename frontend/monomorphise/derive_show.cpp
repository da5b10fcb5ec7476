// Derives, for a type, the function that converts its values to text, as Haskell derives Show. Plans use it for
// `show`. Functions of prelude/text.nv convert numbers and chars. The interpreter does without: it prints values by
// code of its own (interp/print_value.cpp).
#include "frontend/core/moments.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/monomorphise/monomorphise.hpp"
#include "frontend/monomorphise/parts.hpp"
#include "runtime/scalar_text.hpp"

namespace nova {

namespace {

class TextMaker {
 public:
  TextMaker(Frontend& f, Monomorphiser& mono, int64_t tuples)
      : f_(f), mono_(mono), types_(f.types), tuples_(tuples) {}

  /// Returns the function (lambda (x) text) for the type t.
  Core* function(TypeId t) {
    return lambda(t, [&](VarId x) { return body(x, t); });
  }

 private:
  Core* make(CoreKind kind, TypeId type, std::vector<Core*> items = {}) {
    Core* c = f_.core.make(kind, type, {});
    c->items = std::move(items);
    return c;
  }
  Core* primitive(BuiltinId id, TypeId type, std::vector<Core*> items) {
    Core* c = make(CoreKind::Primitive, type, std::move(items));
    c->builtin = id;
    return c;
  }
  Core* text(std::string_view characters) {
    Datum* d = f_.data.make(DatumKind::String, {});
    d->text = f_.data.text(characters);
    Core* c = make(CoreKind::Const, types_.string());
    c->literal = d;
    return c;
  }
  Core* number(int64_t n) {
    Core* c = make(CoreKind::Const, types_.prim(Element::I64));
    c->constant = Value::of(n);
    return c;
  }
  Core* use(VarId v, TypeId t) {
    Core* c = make(CoreKind::Local, t);
    c->var = v;
    return c;
  }
  VarId variable() {
    f_.program.variables.emplace_back().name = f_.symbols.intern("x");
    return VarId{static_cast<uint32_t>(f_.program.variables.size() - 1)};
  }
  template <class F> Core* lambda(TypeId t, F made) {
    const VarId x = variable();
    Core* c = make(CoreKind::Lambda, types_.fun(t, types_.string()), {made(x)});
    c->vars = {x}, c->name = "show";
    return c;
  }
  Core* joined(Core* a, Core* b) { return primitive(BuiltinId::Concat, types_.string(), {a, b}); }

  Core* call(TypeId t, Core* value) {
    const uint32_t f = tuples_ ? mono_.short_text_function(t, tuples_) : mono_.text_function(t);
    return apply(instance_use(f_, mono_, f, {}), value);
  }
  Core* apply(Core* function, Core* value) {
    return make(CoreKind::Apply, types_.string(), {function, value});
  }

  Core* body(VarId x, TypeId t) {
    if (tuples_ && t == types_.resolve(types_.string())) return prelude("bytes->short-text", use(x, t));
    switch (types_[t].kind) {
    case TypeKind::Prim: return scalar(use(x, t), types_.element(t));
    case TypeKind::Tuple: return tuple(x, t);
    case TypeKind::Sum: return sum(x, t);
    case TypeKind::Vector: return vector(use(x, t), t);
    default: return text("<fun : " + types_.print(t, f_.symbols) + ">");
    }
  }

  Core* scalar(Core* x, Element e) {
    const TypeId ints = types_.prim(Element::I64);
    switch (e) {
    case Element::F64: return prelude("double->text", x);
    case Element::F32: return prelude("float->text", x);
    case Element::F16: return prelude("half->text", x);
    case Element::BF16: return prelude("bfloat16->text", x);
    case Element::Char: return prelude("char->text", x);
    case Element::I64: return prelude("int->text", x);
    case Element::U64: return prelude("uint64->text", x);
    case Element::Bool: return make(CoreKind::If, types_.string(), {x, text("true"), text("false")});
    case Element::Unit: return text("nil");
    default: return prelude("int->text", primitive(BuiltinId::ToInt, ints, {x}));
    }
  }

  Core* prelude(std::string_view name, Core* x) {
    return apply(prelude_function(f_, mono_, name, {}, {}), x);
  }

  Core* tuple(VarId x, TypeId t) {
    const std::vector<TypeId> items(types_.args(t).begin(), types_.args(t).end());
    tuples_ *= static_cast<int64_t>(items.size());
    Core* all = text(")");
    for (size_t k = items.size(); k-- > 0;) {
      Core* item = make(CoreKind::Project, items[k], {use(x, t)});
      item->number = static_cast<uint32_t>(k);
      all = joined(text(k == 0 ? "(" : ", "), joined(part(item, items[k]), all));
    }
    return all;
  }

  Core* sum(VarId x, TypeId t) {
    if (types_.is_complex(t)) return complex(x, t);
    switch (moment_of(types_, f_.symbols, t)) {
    case MomentKind::None: break;
    case MomentKind::Date: return prelude("show-date", use(x, t));
    case MomentKind::Datetime: return prelude("show-datetime", use(x, t));
    case MomentKind::Duration: return prelude("show-duration", use(x, t));
    }
    const SumId id{types_[t].payload};
    const std::vector<TypeId> arguments(types_.args(t).begin(), types_.args(t).end());
    Core* match = make(CoreKind::Match, types_.string(), {use(x, t)});
    const auto count = static_cast<uint32_t>(types_.sum_type(id).constructors.size());
    for (uint32_t k = 0; k < count; ++k) match->arms.push_back(arm(t, k, types_.fields_at(id, k, arguments)));
    return match;
  }

  /// Returns a call of the prelude's `complex-text` with the texts of the parts.
  Core* complex(VarId x, TypeId t) {
    const TypeId part = types_.resolve(types_.arg(t, 0));
    const TypeId types[] = {part};
    const auto text_of = [&](std::string_view name) {
      Core* function = prelude_function(f_, mono_, name, types, {});
      return scalar(make(CoreKind::Apply, part, {function, use(x, t)}), types_.element(part));
    };
    Core* join = prelude_function(f_, mono_, "complex-text", {}, {});
    return make(CoreKind::Apply, types_.string(), {join, text_of("re"), text_of("im")});
  }

  CoreArm arm(TypeId t, uint32_t constructor, const std::vector<TypeId>& fields) {
    CoreArm a;
    a.pattern.kind = CorePattern::Constructor, a.pattern.type = t, a.pattern.constructor = constructor;
    for (const TypeId field : fields) {
      CorePattern p;
      p.kind = CorePattern::Variable, p.type = types_.resolve(field), p.var = variable();
      a.pattern.items.push_back(std::move(p));
    }
    a.body = text(")");
    for (size_t k = fields.size(); k-- > 0;) {
      const CorePattern& p = a.pattern.items[k];
      a.body = joined(text(" "), joined(part(use(p.var, p.type), p.type), a.body));
    }
    const Symbol name = types_.sum_type(SumId{types_[t].payload}).constructors[constructor].name;
    a.body = joined(text("(" + std::string(f_.symbols.text(name))), a.body);
    return a;
  }

  /// Returns an expression for the text of a vector. The expression puts a blank before each element, and then drops
  /// the first blank.
  Core* vector(Core* x, TypeId t) {
    TypeId e = types_.element_of(t);
    const int64_t longest = PrintLimits::longest(tuples_ * parts_of(e));
    if (const uint32_t rank = types_.rank_of(t); rank > 1) {
      e = types_.vector(types_.rank(rank - 1), e);
      t = types_.vector(e);
      x = primitive(BuiltinId::Rows, t, {x});
    }
    return apply(bracketed(t, e, longest), x);
  }

  /// Returns the function that gives the text of a vector of the type t with elements of the type e.
  Core* bracketed(TypeId t, TypeId e, int64_t longest);

  /// Returns the texts of a vector's elements, each behind a blank.
  Core* texts(Core* x, TypeId e) {
    Core* each = lambda(e, [&](VarId item) { return joined(text(" "), part(use(item, e), e)); });
    return primitive(BuiltinId::ConcatMap, types_.string(), {each, x});
  }

  /// The same, but of a vector of `longest` and more elements those at its ends, with three points between them.
  Core* ends(VarId x, TypeId t, TypeId e, int64_t longest);

  int64_t parts_of(TypeId t) {
    t = types_.resolve(t);
    return types_.is(t, TypeKind::Tuple) ? static_cast<int64_t>(types_[t].count) : 1;
  }

  /// Returns an expression for the text of a part of a value. For a string it is a call of `show`, whose lowering
  /// checks that the string is ASCII.
  Core* part(Core* value, TypeId t) {
    t = types_.resolve(t);
    const bool string = !tuples_ && t == types_.resolve(types_.string());
    return string ? primitive(BuiltinId::Show, types_.string(), {value}) : call(t, value);
  }

  Frontend& f_;
  Monomorphiser& mono_;
  Types& types_;
  int64_t tuples_; ///< as in short_text_function; 0: nothing is abbreviated
};

Core* TextMaker::bracketed(TypeId t, TypeId e, int64_t longest) {
  return lambda(t, [&](VarId x) {
    Core* const items = tuples_ ? ends(x, t, e, longest) : texts(use(x, t), e);
    Core* const all = primitive(BuiltinId::Drop, types_.string(), {number(1), items});
    return joined(text("["), joined(all, text("]")));
  });
}

Core* TextMaker::ends(VarId x, TypeId t, TypeId e, int64_t longest) {
  const TypeId ints = types_.prim(Element::I64);
  const int64_t at_end = PrintLimits::shown_at_ends;
  const auto length = [&] { return primitive(BuiltinId::Length, ints, {use(x, t)}); };
  const auto pick = [&](Core* condition, TypeId made, Core* then, Core* otherwise) {
    return make(CoreKind::If, made, {condition, then, otherwise});
  };
  const auto compared = [&](BuiltinId id, Core* a, Core* b) {
    return primitive(id, types_.prim(Element::Bool), {a, b});
  };
  Core* const with_left_out = lambda(ints, [&](VarId left_out) {
    const auto skip = [&] { return use(left_out, ints); };
    Core* const each = lambda(ints, [&](VarId k) {
      Core* const points =
          pick(compared(BuiltinId::Less, number(0), skip()), types_.string(), text(" ... "), text(" "));
      Core* const between =
          pick(compared(BuiltinId::Equal, use(k, ints), number(at_end)), types_.string(), points, text(" "));
      Core* const behind = primitive(BuiltinId::Add, ints, {use(k, ints), skip()});
      Core* const at =
          pick(compared(BuiltinId::Less, use(k, ints), number(at_end)), ints, use(k, ints), behind);
      return joined(between, part(primitive(BuiltinId::Index, e, {use(x, t), at}), e));
    });
    Core* const count = primitive(BuiltinId::Subtract, ints, {length(), skip()});
    return primitive(BuiltinId::ConcatMap, types_.string(),
                     {each, primitive(BuiltinId::Iota, types_.vector(ints), {count})});
  });
  Core* const most = primitive(BuiltinId::Subtract, ints, {length(), number(2 * at_end)});
  return apply(with_left_out,
               pick(compared(BuiltinId::Less, length(), number(longest)), ints, number(0), most));
}

} // namespace

Core* make_text_function(Frontend& f, Monomorphiser& mono, TypeId t, int64_t tuples) {
  return TextMaker(f, mono, tuples).function(t);
}

Core* instance_use(Frontend& f, Monomorphiser& mono, uint32_t index, Span span) {
  Core* g = f.core.make(CoreKind::Global, mono[index].type, span);
  return g->number = index, g->global = mono[index].global, g;
}

Core* prelude_function(Frontend& f, Monomorphiser& mono, std::string_view name, std::span<const TypeId> types,
                       Span span) {
  return instance_use(f, mono, prelude_instance(f, mono, name, types), span);
}

uint32_t prelude_instance(Frontend& f, Monomorphiser& mono, std::string_view name,
                          std::span<const TypeId> types) {
  const GlobalId g = f.program.prelude_global(f.symbols.intern(name));
  if (g == GlobalId{}) throw std::logic_error("the prelude defines no " + std::string(name));
  f.checker->need(g);
  return mono.instance(g, types);
}

} // namespace nova

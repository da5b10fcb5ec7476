// Written types: data -> TypeExpr. A type may stand without parentheres where its place ends it, so a row of
// data is read: arrows first (to the right), then `vector` (binds tighter), then what is left.
#include "frontend/expand/expander.hpp"
#include <charconv>

namespace nova {
namespace {

TypeExpr make_type(TypeExpr::Kind kind, Span span, std::vector<TypeExpr> items = {}) {
  TypeExpr t;
  t.kind = kind, t.span = span, t.items = std::move(items);
  return t;
}

Span span_of(Data items) { return join(items.front()->span, items.back()->span); }

} // namespace

/// A type that could not be read; reported unless `code` is null.
TypeExpr Expander::unknown_type(Span span, const char* code, std::vector<std::string> args) {
  if (code) f_.diagnostics.report(code, span, std::move(args));
  return make_type(TypeExpr::Unknown, span);
}

TypeExpr Expander::type(Data items, Span span) {
  if (pattern_depth_ + items.size() / 2 >= max_pattern_depth) {
    bool known = std::exchange(depth_reported_, true);
    return unknown_type(span, known ? nullptr : "E0602");
  }
  ++pattern_depth_;
  std::vector<TypeExpr> parts;
  for (size_t from = 0; from <= items.size();) {
    size_t arrow = find_word(items, words_.arrow, from).value_or(items.size());
    parts.push_back(type_segment(items.subspan(from, arrow - from), span));
    from = arrow + 1;
  }
  --pattern_depth_;
  TypeExpr result = std::move(parts.back());
  for (size_t i = parts.size() - 1; i-- > 0;) {
    Span whole = join(parts[i].span, result.span);
    std::vector<TypeExpr> sides;
    sides.push_back(std::move(parts[i]));
    sides.push_back(std::move(result));
    result = make_type(TypeExpr::Fun, whole, std::move(sides));
  }
  return result;
}

/// Between arrows: `vector t`, `vector#2 t`, `Name t ...`, or one type.
TypeExpr Expander::type_segment(Data items, Span span) {
  if (items.empty()) return unknown_type(span, "E0308", {"a type is missing beside `->`"});
  if (items.size() == 1) return type_atom(*items[0]);
  if (auto rank = vector_rank(*items[0])) return type_vector(items.subspan(1), *rank, span_of(items));
  if (items[0]->is(DatumKind::Symbol))
    return type_name(*items[0], type_arguments(items.subspan(1)), span_of(items));
  return unknown_type(span_of(items), "E0308", {"several types in a row are no type"});
}

TypeExpr Expander::type_vector(Data items, uint32_t rank, Span span) {
  TypeExpr t = make_type(TypeExpr::Vector, span);
  t.rank = rank;
  t.items.push_back(type(items, span_of(items)));
  return t;
}

/// Types in a row, as the arguments of a name or the fields of a constructor; `vector` takes the one behind
/// it.
std::vector<TypeExpr> Expander::type_arguments(Data items) {
  std::vector<TypeExpr> out;
  for (size_t i = 0; i < items.size();) {
    size_t end = i;
    while (end + 1 < items.size() && vector_rank(*items[end])) ++end;
    Data one = items.subspan(i, end + 1 - i);
    out.push_back(type(one, span_of(one)));
    i = end + 1;
  }
  return out;
}

TypeExpr Expander::type_atom(const Datum& d) {
  switch (d.kind) {
  case DatumKind::Symbol: return type_name(d, {}, d.span);
  case DatumKind::List: return type_list(d);
  case DatumKind::TypeVariable: {
    TypeExpr t = make_type(TypeExpr::Variable, d.span);
    t.name = d.symbol;
    return t;
  }
  case DatumKind::Tuple: {
    TypeExpr t = make_type(TypeExpr::Tuple, d.span);
    for (const Datum* item : d.items) t.items.push_back(type({&item, 1}, item->span));
    return t;
  }
  default: return unknown_type(d.span, "E0308", {"a name, a variable, a tuple or a list is expected"});
  }
}

TypeExpr Expander::type_list(const Datum& d) {
  if (d.items.empty()) return unknown_type(d.span, "E0308", {"a type is missing"});
  const Datum& head = *d.items[0];
  bool declared = head.is(DatumKind::Symbol) && names_.resolve(head.symbol, Want::Head, Table::Types);
  if (!declared && is_word(head, words_.vec) && d.items.size() >= 2)
    return type_vector(d.items.subspan(1), 1, d.span);
  if (!declared && is_word(head, words_.closure)) return type_closure(d);
  TypeExpr t = type(d.items, d.span);
  t.span = d.span;
  return t;
}

/// Harlan's `(closure (t ...) -> t)`.
TypeExpr Expander::type_closure(const Datum& d) {
  bool good = d.items.size() >= 4 && d.items[1]->is(DatumKind::List) && is_word(*d.items[2], words_.arrow);
  if (!good) return unknown_type(d.span, "E0308", {"a closure's type is (closure (t ...) -> t)"});
  std::vector<TypeExpr> from = type_arguments(d.items[1]->items);
  if (from.empty())
    from.push_back(make_type(TypeExpr::Prim, d.items[1]->span)), from[0].element = Element::Unit;
  TypeExpr result = type(d.items.subspan(3), d.span);
  for (size_t i = from.size(); i-- > 0;) {
    std::vector<TypeExpr> sides;
    sides.push_back(std::move(from[i]));
    sides.push_back(std::move(result));
    result = make_type(TypeExpr::Fun, d.span, std::move(sides));
  }
  return result;
}

std::optional<Element> Expander::prim_type(Symbol s) const {
  auto at = prims_.find(static_cast<uint32_t>(names_.root(s)));
  return at == prims_.end() ? std::nullopt : std::optional(at->second);
}

TypeExpr Expander::type_name(const Datum& d, std::vector<TypeExpr> arguments, Span span) {
  std::string text = spelling(d);
  if (Meaning m = names_.resolve(d.symbol, Want::Head, Table::Types); m.kind == Meaning::Type) {
    auto decl = static_cast<TypeDeclId>(m.id);
    size_t expected = f_.program[decl].parameters.size();
    if (arguments.size() != expected) {
      f_.diagnostics
          .report("E0307", span, {text, count(expected, "argument"), std::to_string(arguments.size())})
          .note("it is declared here", f_.program[decl].span);
      return unknown_type(span);
    }
    TypeExpr t = make_type(TypeExpr::Named, span, std::move(arguments));
    t.name = d.symbol, t.decl = decl;
    return t;
  }
  auto prim = prim_type(d.symbol);
  if (prim && !arguments.empty())
    return unknown_type(span, "E0307", {text, count(0, "argument"), std::to_string(arguments.size())});
  if (prim) {
    TypeExpr t = make_type(TypeExpr::Prim, span);
    t.element = *prim;
    return t;
  }
  if (vector_rank(d))
    return unknown_type(span, "E0308", {"`" + text + "` needs the type of its elements: " + text + " int"});
  if (may_be_lost(text)) return unknown_type(span);
  suggest(f_.diagnostics.report("E0306", d.span, {text}), text, Table::Types, Want::Head);
  return unknown_type(span);
}

/// `vector` is rank 1, `vector#n` n; a declared type of that name comes first.
std::optional<uint32_t> Expander::vector_rank(const Datum& d) {
  if (!d.is(DatumKind::Symbol)) return std::nullopt;
  std::string_view text = f_.symbols.text(d.symbol);
  if (!text.starts_with("vector") || names_.resolve(d.symbol, Want::Head, Table::Types)) return std::nullopt;
  if (text == "vector") return 1;
  constexpr uint32_t most = 16; // dimensions
  uint32_t rank = 0;
  const char* end = text.data() + text.size();
  if (text.size() < 8 || text[6] != '#' || std::from_chars(text.data() + 7, end, rank).ptr != end)
    return std::nullopt;
  if (rank >= 1 && rank <= most) return rank;
  f_.diagnostics.report("E0308", d.span, {"a vector has 1 to 16 dimensions"});
  return 1;
}

} // namespace nova

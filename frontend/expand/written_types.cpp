// Expands written types (from data to TypeExpr). A type may be written without parentheses where it is clear where it
// ends. So a row of data is parsed: first arrows (right-associative), then `vector` (which binds tighter), then
// single types.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include <algorithm>
#include <charconv>

namespace nova {

namespace {

/// What other languages call a type, and Nova's type.
struct OtherType {
  std::string_view name, ours;
};
constexpr OtherType foreign_types[] = {{"float16", "half"},
                                       {"f16", "half"},
                                       {"fp16", "half"},
                                       {"bf16", "bfloat16"},
                                       {"float32", "float"},
                                       {"f32", "float"},
                                       {"single", "float"},
                                       {"float64", "double"},
                                       {"f64", "double"},
                                       {"real", "double"},
                                       {"number", "double"},
                                       {"i8", "int8"},
                                       {"i16", "int16"},
                                       {"i32", "int32"},
                                       {"i64", "int"},
                                       {"int64", "int"},
                                       {"long", "int"},
                                       {"integer", "int"},
                                       {"u8", "uint8"},
                                       {"byte", "uint8"},
                                       {"u16", "uint16"},
                                       {"u32", "uint32"},
                                       {"uint", "uint64"},
                                       {"u64", "uint64"},
                                       {"boolean", "bool"},
                                       {"character", "char"},
                                       {"string", "vector char"},
                                       {"String", "vector char"},
                                       {"short", "int16"},
                                       {"unsigned", "uint64"},
                                       {"usize", "int"},
                                       {"size_t", "int"},
                                       {"list", "vector t"},
                                       {"array", "vector t"},
                                       {"ndarray", "vector t"},
                                       {"matrix", "vector#2 t"},
                                       {"tensor", "vector#3 t"},
                                       {"option", "(Maybe t)"},
                                       {"any", "'a"},
                                       {"tuple", "(t, t)"},
                                       {"str", "vector char"},
                                       {"text", "vector char"},
                                       {"void", "unit"},
                                       {"complex128", "(complex double)"},
                                       {"complex64", "(complex float)"}};

/// Reports that there is no type of the name at d, and which one may be meant.
void report_unknown_type(ExpanderState& ex, const Datum& d, const std::string& name) {
  Diagnostic& report = ex.f.diagnostics.report("E0306", d.span, {name});
  const auto own = find_other_type(name);
  if (!own) return suggest(ex, report, name, Table::Types, Want::Head);
  report.help("Nova's type for that is `" + std::string(*own) + "`");
}

} // namespace

std::optional<std::string_view> find_other_type(std::string_view name) {
  const auto* foreign = std::ranges::find(foreign_types, name, &OtherType::name);
  return foreign == std::end(foreign_types) ? std::nullopt : std::optional(foreign->ours);
}

TypeExpr make_type(TypeExpr::Kind kind, Span span, std::vector<TypeExpr> items) {
  TypeExpr t;
  t.kind = kind, t.span = span, t.items = std::move(items);
  return t;
}

TypeExpr unknown_type(ExpanderState& ex, Span span, const char* code, std::vector<std::string> args) {
  if (code) ex.f.diagnostics.report(code, span, std::move(args));
  return make_type(TypeExpr::Unknown, span);
}

TypeExpr expand_type(ExpanderState& ex, Data items, Span span) {
  if (ex.form.pattern_depth + items.size() / 2 >= max_pattern_depth) {
    bool known = std::exchange(ex.form.depth_reported, true);
    return unknown_type(ex, span, known ? nullptr : "E0602");
  }
  ++ex.form.pattern_depth;
  std::vector<TypeExpr> parts;
  for (size_t from = 0; from <= items.size();) {
    size_t arrow = ex.find_word(items, ex.words.arrow, from).value_or(items.size());
    parts.push_back(expand_type_segment(ex, items.subspan(from, arrow - from), span));
    from = arrow + 1;
  }
  --ex.form.pattern_depth;
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

/// Returns the number of dimensions if `d` is `vector` (1) or `vector#n` (n); 0 if it is `vector#'n`, with a type
/// variable. Returns nothing for other data, and if a declared type has that name.
static std::optional<uint32_t> vector_rank(ExpanderState& ex, const Datum& d) {
  if (!d.is(DatumKind::Symbol)) return std::nullopt;
  std::string_view text = ex.f.symbols.text(d.symbol);
  if (!text.starts_with("vector") || ex.names.resolve(d.symbol, Want::Head, Table::Types))
    return std::nullopt;
  if (text == "vector") return 1;
  if (text.starts_with("vector#'")) return 0;
  constexpr uint32_t most = 16; // the largest number of dimensions
  uint32_t rank = 0;
  const char* end = text.data() + text.size();
  if (text.size() < 8 || text[6] != '#' || std::from_chars(text.data() + 7, end, rank).ptr != end)
    return std::nullopt;
  if (rank >= 1 && rank <= most) return rank;
  ex.f.diagnostics.report("E0308", d.span, {"a vector has 1 to 16 dimensions"});
  return 1;
}

TypeExpr expand_type_segment(ExpanderState& ex, Data items, Span span) {
  if (items.empty()) return unknown_type(ex, span, "E0308", {"a type is missing beside `->`"});
  if (items.size() == 1) return expand_type_atom(ex, *items[0]);
  if (auto rank = vector_rank(ex, *items[0])) {
    TypeExpr t = expand_type_vector(ex, items.subspan(1), *rank, span_of(items));
    if (*rank == 0) t.name = ex.f.symbols.intern(ex.f.symbols.text(items[0]->symbol).substr(8));
    return t;
  }
  if (items[0]->is(DatumKind::Symbol))
    return expand_type_name(ex, *items[0], expand_type_arguments(ex, items.subspan(1)), span_of(items));
  return unknown_type(ex, span_of(items), "E0308", {"several types in a row are no type"});
}

TypeExpr expand_type_vector(ExpanderState& ex, Data items, uint32_t rank, Span span) {
  TypeExpr t = make_type(TypeExpr::Vector, span);
  t.rank = rank;
  t.items.push_back(expand_type(ex, items, span_of(items)));
  return t;
}

std::vector<TypeExpr> expand_type_arguments(ExpanderState& ex, Data items) {
  std::vector<TypeExpr> out;
  for (size_t i = 0; i < items.size();) {
    size_t end = i;
    while (end + 1 < items.size() && vector_rank(ex, *items[end])) ++end;
    Data one = items.subspan(i, end + 1 - i);
    out.push_back(expand_type(ex, one, span_of(one)));
    i = end + 1;
  }
  return out;
}

TypeExpr expand_type_atom(ExpanderState& ex, const Datum& d) {
  switch (d.kind) {
  case DatumKind::Symbol: return expand_type_name(ex, d, {}, d.span);
  case DatumKind::List: return expand_type_list(ex, d);
  case DatumKind::TypeVariable: {
    TypeExpr t = make_type(TypeExpr::Variable, d.span);
    t.name = d.symbol;
    return t;
  }
  case DatumKind::Tuple: {
    TypeExpr t = make_type(TypeExpr::Tuple, d.span);
    for (const Datum* item : d.items) t.items.push_back(expand_type(ex, {&item, 1}, item->span));
    return t;
  }
  default: return unknown_type(ex, d.span, "E0308", {"a name, a variable, a tuple or a list is expected"});
  }
}

TypeExpr expand_type_list(ExpanderState& ex, const Datum& d) {
  if (d.items.empty()) return unknown_type(ex, d.span, "E0308", {"a type is missing"});
  const Datum& head = *d.items[0];
  bool declared = head.is(DatumKind::Symbol) && ex.names.resolve(head.symbol, Want::Head, Table::Types);
  if (!declared && ex.is_word(head, ex.words.vec) && d.items.size() >= 2)
    return expand_type_vector(ex, d.items.subspan(1), 1, d.span);
  if (!declared && ex.is_word(head, ex.words.closure)) return expand_type_closure(ex, d);
  if (!declared && is_sum(ex, d)) return expand_sum_in_place(ex, d);
  TypeExpr t = expand_type(ex, d.items, d.span);
  t.span = d.span;
  return t;
}

TypeExpr expand_type_closure(ExpanderState& ex, const Datum& d) {
  bool good =
      d.items.size() >= 4 && d.items[1]->is(DatumKind::List) && ex.is_word(*d.items[2], ex.words.arrow);
  if (!good) return unknown_type(ex, d.span, "E0308", {"a closure's type is (closure (t ...) -> t)"});
  std::vector<TypeExpr> from = expand_type_arguments(ex, d.items[1]->items);
  if (from.empty())
    from.push_back(make_type(TypeExpr::Prim, d.items[1]->span)), from[0].element = Element::Unit;
  TypeExpr result = expand_type(ex, d.items.subspan(3), d.span);
  for (size_t i = from.size(); i-- > 0;) {
    std::vector<TypeExpr> sides;
    sides.push_back(std::move(from[i]));
    sides.push_back(std::move(result));
    result = make_type(TypeExpr::Fun, d.span, std::move(sides));
  }
  return result;
}

std::optional<Element> prim_type(const ExpanderState& ex, Symbol s) {
  auto at = ex.prims.find(static_cast<uint32_t>(ex.names.root(s)));
  return at == ex.prims.end() ? std::nullopt : std::optional(at->second);
}

/// Whether the type may be that of the parts of a complex number.
static bool may_be_part(const ExpanderState& ex, const TypeExpr& t) {
  if (t.kind == TypeExpr::Prim) return is_real(t.element);
  const bool alias = t.kind == TypeExpr::Named && ex.f.program[t.decl].alias;
  return alias || t.kind == TypeExpr::Variable || t.kind == TypeExpr::Unknown;
}

TypeExpr expand_type_name(ExpanderState& ex, const Datum& d, std::vector<TypeExpr> arguments, Span span) {
  std::string text = ex.spelling(d);
  if (Meaning m = ex.names.resolve(d.symbol, Want::Head, Table::Types); m.kind == Meaning::Type) {
    auto decl = static_cast<TypeDeclId>(m.id);
    size_t expected = ex.f.program[decl].parameters.size();
    if (arguments.size() != expected) {
      ex.f.diagnostics
          .report("E0307", span, {text, count(expected, "argument"), std::to_string(arguments.size())})
          .note("it is declared here", ex.f.program[decl].span);
      return unknown_type(ex, span);
    }
    if (is_complex(ex.f.program[decl], ex.f.symbols) && !may_be_part(ex, arguments[0]))
      return unknown_type(ex, arguments[0].span, "E0308",
                          {"the parts of a complex number are floating-point numbers"});
    TypeExpr t = make_type(TypeExpr::Named, span, std::move(arguments));
    t.name = d.symbol, t.decl = decl;
    return t;
  }
  auto prim = prim_type(ex, d.symbol);
  if (prim && !arguments.empty())
    return unknown_type(ex, span, "E0307", {text, count(0, "argument"), std::to_string(arguments.size())});
  if (prim) {
    TypeExpr t = make_type(TypeExpr::Prim, span);
    t.element = *prim;
    return t;
  }
  if (vector_rank(ex, d))
    return unknown_type(ex, span, "E0308",
                        {"`" + text + "` needs the type of its elements: " + text + " int"});
  if (may_be_lost(ex, text)) return unknown_type(ex, span);
  report_unknown_type(ex, d, text);
  return unknown_type(ex, span);
}

bool is_typed_name(const ExpanderState& ex, Data items) {
  return items.size() >= 3 && ex.is_word(*items[1], ex.words.colon);
}

} // namespace nova

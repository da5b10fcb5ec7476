// Expands `(format "template" e ...)` to calls of prelude/format.nv, one for each field.
#include "frontend/core/builtin.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/patterns.hpp"
#include "frontend/expand/text/formats.hpp"
#include "frontend/expand/text/literals.hpp"
#include "frontend/read/other/calls.hpp"
#include <algorithm>

namespace nova {

namespace {

/// Makes the calls that a template stands for. All that they are made of has the source range of its field.
class FieldMaker {
 public:
  FieldMaker(ExpanderState& ex, std::vector<VarId> arguments) : ex_(ex), arguments_(std::move(arguments)) {}

  const Expr* field(const TemplatePart& part, Span at) {
    at_ = at;
    const FieldSpec& s = part.spec;
    const Expr* text = value(s, part.argument);
    if (s.upper) text = call("upper", {text});
    if (s.width == 0) return text;
    return call("fill-field", {string(s.fill), side(s, part.argument), integer(s.width), text});
  }
  const Expr* string(std::string_view text, Span at) { return at_ = at, string(text); }

 private:
  /// Returns the side at which a field's text stands. Without a type in the specification the value tells it.
  const Expr* side(const FieldSpec& s, size_t k) {
    if (s.align) return character(s.align);
    if (s.type) return character(s.type == 's' ? '<' : '>');
    return call("default-side", {make_call(ex_, BuiltinId::Show, at_, {argument(k)})});
  }
  const Expr* value(const FieldSpec& s, size_t k) {
    const Expr* v = argument(k);
    switch (s.type) {
    case 0: return make_call(ex_, BuiltinId::Display, at_, {v});
    case 's': return call("format-text", {integer(s.precision), v});
    case 'd': return whole(s, 10, "", v);
    case 'x': return whole(s, 16, "0x", v);
    case 'o': return whole(s, 8, "0o", v);
    case 'b': return whole(s, 2, "0b", v);
    default: break;
    }
    const int64_t precision = s.precision < 0 ? 6 : s.precision;
    return call("format-real",
                {character(s.type), integer(precision), character(s.sign), boolean(s.commas), v});
  }
  const Expr* whole(const FieldSpec& s, int64_t base, std::string_view prefix, const Expr* v) {
    return call("format-integer",
                {integer(base), string(s.prefix ? prefix : ""), character(s.sign), boolean(s.commas), v});
  }
  const Expr* argument(size_t k) { return make_local(ex_, arguments_[k], at_); }

  Expr* literal(DatumKind kind, auto set) {
    Datum* d = ex_.f.data.make(kind, at_);
    set(*d);
    Expr* e = ex_.make(ExprKind::Literal, at_);
    return e->literal = d, e;
  }
  const Expr* number(DatumKind kind, int64_t n) {
    return literal(kind, [n](Datum& d) { d.integer = n; });
  }
  const Expr* integer(int64_t n) { return number(DatumKind::Integer, n); }
  const Expr* boolean(bool b) { return number(DatumKind::Boolean, b); }
  const Expr* character(char c) { return number(DatumKind::Character, static_cast<uint8_t>(c)); }
  const Expr* string(std::string_view text) {
    return literal(DatumKind::String, [&](Datum& d) { d.text = ex_.f.data.text(text); });
  }
  const Expr* call(std::string_view name, std::vector<const Expr*> arguments) {
    return make_prelude_call(ex_, name, at_, std::move(arguments));
  }

  ExpanderState& ex_;
  std::vector<VarId> arguments_;
  Span at_{};
};

const Expr* wrong(ExpanderState& ex, Span at, std::string why) {
  return ex.f.diagnostics.report("E0339", at, {std::move(why)}), ex.nothing(at);
}

std::string behind(size_t arguments) {
  const bool one = arguments == 1;
  return std::to_string(arguments) + (one ? " argument stands" : " arguments stand") + " behind the template";
}

/// Reports a field without an argument, or an argument without a field. Returns whether there is one.
bool wrong_count(ExpanderState& ex, const Datum& text, Data arguments,
                 const std::vector<TemplatePart>& parts) {
  std::vector<bool> taken(arguments.size());
  for (const TemplatePart& p : parts) {
    if (!p.is_field) continue;
    if (p.argument < arguments.size())
      taken[p.argument] = true;
    else
      return wrong(ex, span_inside(ex, text, p.begin, p.end),
                   "there is no argument for this field: " + behind(arguments.size())),
             true;
  }
  const auto left = std::ranges::find(taken, false);
  if (left == taken.end()) return false;
  return wrong(ex, arguments[static_cast<size_t>(left - taken.begin())]->span,
               "no field takes this argument"),
         true;
}

} // namespace

const Expr* form_format(ExpanderState& ex, const Datum& d) {
  if (d.items.size() < 2 || !d.items[1]->is(DatumKind::String)) {
    const Expr* e = bad_form(ex, d, "its template is a literal, which is checked with the form",
                             d.items.size() < 2 ? nullptr : d.items[1]);
    std::vector<std::string> operands; // (format t "~a" x) of a Lisp
    for (const Datum* item : d.items.subspan(1)) operands.emplace_back(ex.f.sources.text(item->span));
    if (const auto own = d.span.expansion ? std::nullopt : lisp_form("format", operands))
      ex.f.diagnostics.last().notes.clear(), ex.f.diagnostics.last().help("it is " + *own);
    return e;
  }
  const Datum& text = *d.items[1];
  const Data arguments = d.items.subspan(2);
  const auto parsed = parse_template(text.text);
  if (const auto* e = std::get_if<TemplateError>(&parsed))
    return wrong(ex, span_inside(ex, text, e->begin, e->end), e->why);
  const auto& parts = std::get<std::vector<TemplatePart>>(parsed);
  if (wrong_count(ex, text, arguments, parts)) return ex.nothing(d.span);
  std::vector<const Expr*> values;
  for (const Datum* a : arguments) values.push_back(expand_expr(ex, *a));
  Binders binders(ex);
  Expr* let = ex.make(ExprKind::Let, d.span);
  std::vector<VarId> variables;
  for (size_t k = 0; k < values.size(); ++k) {
    Pattern p = wildcard(arguments[k]->span);
    p.kind = Pattern::Variable;
    p.var = bind_name(ex, ex.f.symbols.intern("argument " + std::to_string(k + 1)), p.span);
    variables.push_back(p.var);
    let->bindings.push_back({std::move(p), values[k]});
  }
  FieldMaker maker(ex, std::move(variables));
  const Expr* all = nullptr;
  for (size_t k = parts.size(); k-- > 0;) {
    const Span at = span_inside(ex, text, parts[k].begin, parts[k].end);
    const Expr* one = parts[k].is_field ? maker.field(parts[k], at) : maker.string(parts[k].text, at);
    all = all ? make_call(ex, BuiltinId::Concat, at, {one, all}) : one;
  }
  if (!all) all = maker.string("", text.span);
  if (let->bindings.empty()) return all;
  let->items = {all};
  return let;
}

} // namespace nova

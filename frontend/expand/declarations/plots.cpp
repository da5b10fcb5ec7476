#include "frontend/expand/declarations/plots.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/source/spelling.hpp"
#include "runtime/plot_words.hpp"
#include <algorithm>

namespace nova {

namespace {

bool begins_with_symbol(const Datum& d) {
  return d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::Symbol);
}

std::string_view word_of(const ExpanderState& ex, const Datum& d) {
  return ex.f.symbols.text(ex.names.root(d.items[0]->symbol));
}

/// Returns why a datum is no word of a description; "" if it is one.
std::string misfit(const ExpanderState& ex, const Datum& d) {
  if (!begins_with_symbol(d))
    return "a description's parts are words, as in [(points \"x\" \"y\") (title \"t\")]";
  const std::string_view name = word_of(ex, d);
  if (const PlotWordRow* row = find_plot_word(name)) {
    const size_t n = d.items.size() - 1;
    return n >= row->least && n <= row->most ? "" : "it is " + std::string(row->usage);
  }
  std::vector<std::string_view> names;
  std::string all;
  for (const PlotWordRow& row : plot_words) names.push_back(row.name), (all += ' ') += row.name;
  const auto meant = nearest_name(name, names);
  return "a description has the words" + all + (meant ? "; did you mean `" + *meant + "`?" : "");
}

const Expr* word_name(ExpanderState& ex, const Datum& d) {
  Datum* text = ex.f.data.make(DatumKind::String, d.span);
  text->text = ex.f.data.text(word_of(ex, d));
  Expr* e = ex.make(ExprKind::Literal, d.span);
  return e->literal = text, e;
}

/// Makes (e : vector char), or (to_double e) of a number.
const Expr* expand_argument(ExpanderState& ex, const Datum& d, bool number) {
  const Expr* given = expand_expr(ex, d);
  if (number) return make_call(ex, BuiltinId::ToDouble, d.span, {given}, 0);
  TypeExpr element, type;
  element.element = Element::Char, element.span = type.span = d.span;
  type.kind = TypeExpr::Vector, type.items.push_back(std::move(element));
  Expr* e = ex.make(ExprKind::Ascribe, d.span, {given});
  return e->type = std::move(type), e;
}

const Expr* expand_word(ExpanderState& ex, const Datum& d) {
  const PlotWordRow& row = *find_plot_word(word_of(ex, d));
  std::vector<const Expr*> texts, numbers;
  for (const Datum* argument : Data(d.items).subspan(1))
    (row.takes_numbers ? numbers : texts).push_back(expand_argument(ex, *argument, row.takes_numbers));
  return ex.make(ExprKind::Tuple, d.span,
                 {word_name(ex, d), ex.make(ExprKind::Vector, d.span, std::move(texts)),
                  ex.make(ExprKind::Vector, d.span, std::move(numbers))});
}

} // namespace

bool has_plot_words(Meaning head, Data items) {
  return head.kind == Meaning::Builtin && static_cast<BuiltinId>(head.id) == BuiltinId::Plot &&
         items.size() == 3 && items[1]->is(DatumKind::Vector) &&
         std::ranges::any_of(items[1]->items, [](const Datum* d) { return begins_with_symbol(*d); });
}

const Expr* expand_plot(ExpanderState& ex, const Datum& form, Data items) {
  std::vector<const Expr*> words;
  for (const Datum* d : items[1]->items) {
    if (std::string why = misfit(ex, *d); !why.empty()) return bad_form(ex, form, std::move(why), d);
    words.push_back(expand_word(ex, *d));
  }
  return make_call(ex, BuiltinId::Plot, form.span,
                   {ex.make(ExprKind::Vector, items[1]->span, std::move(words)), expand_expr(ex, *items[2])},
                   0);
}

} // namespace nova

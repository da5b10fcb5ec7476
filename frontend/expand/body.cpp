// Expands bodies: forms in sequence, which may be definitions. The name of a value is visible in the forms after its
// definition. Functions whose definitions directly follow one another are visible in each other.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/expand/typos.hpp"
#include <algorithm>

namespace nova {

// Definitions, in bodies and at top level.

/// Parses the part of a definition that says what is defined: `x`, `(x : t)`, `(f p ...)` or `((f p) q)`. Stores its
/// parts in `out`. Returns whether it has a name.
static bool parse_signature(ExpanderState& ex, const Datum& signature, ParsedDefinition& out) {
  const Datum* at = &signature;
  while (at->is(DatumKind::List) && !at->items.empty() && !is_typed_name(ex, at->items)) {
    out.function = true;
    out.parameters.insert(out.parameters.begin(), at->items.begin() + 1, at->items.end());
    bool curried = !at->items[0]->is(DatumKind::Symbol);
    if (curried && at->items.size() == 1) return false;
    at = at->items[0];
  }
  if (at->is(DatumKind::List) && !out.function && is_typed_name(ex, at->items)) {
    out.type = at->items.subspan(2);
    at = at->items[0];
  }
  out.name = at->is(DatumKind::Symbol) ? at : nullptr;
  return out.name;
}

/// Returns a message for the datum `at`, which stands in the place of a definition's name but is not a name. Numbers
/// that look like names, such as `inf`, have a message of their own.
static std::string why_no_name(const ExpanderState& ex, const Datum& at) {
  if (at.is(DatumKind::Tuple) && at.items[0]->is(DatumKind::List) && !at.items[0]->items.empty())
    return "parameters have no commas between them: (define (" + written(ex, at.items[0]->items) + " " +
           written(ex, at.items.subspan(1)) + ") ...)";
  const Datum& first = at.is(DatumKind::List) && !at.items.empty() ? *at.items[0] : at;
  if (!first.is(DatumKind::Floating)) return "a name, or a name with parameters, comes first";
  return "`" + std::string(ex.f.sources.text(first.span)) + "` is a number, so it is no name";
}

ParsedDefinition parse_define(ExpanderState& ex, const Datum& form) {
  ParsedDefinition d;
  Data items = form.items.subspan(1);
  if (items.size() < 2 || !parse_signature(ex, *items[0], d)) {
    bad_form(ex, form, items.size() < 2 ? "it takes a name and a value" : why_no_name(ex, *items[0]));
    return {};
  }
  d.rest = items.subspan(1);
  if (d.function) return d;
  if (ex.is_word(*d.rest[0], ex.words.colon) && d.rest.size() >= 3) { // (define x : t e)
    d.type = d.rest.subspan(1, d.rest.size() - 2);
    d.rest = d.rest.last(1);
  }
  if (d.rest.size() != 1) return bad_form(ex, form, why_no_value(ex, items)), ParsedDefinition{};
  d.single = d.rest[0];
  return d;
}

// Bodies.

/// Expands one body. The class has external linkage, so that the compiler does not merge its functions into one with
/// a large stack frame. So forms can nest deeply.
class BodyExpander {
 public:
  BodyExpander(ExpanderState& ex, Span span) : ex_(ex), binders_(ex), span_(span), errors_(ex.errors()) {}

  const Expr* expand(Data forms) {
    todo_.assign(forms.rbegin(), forms.rend());
    while (!todo_.empty()) {
      const Datum* d = todo_.back();
      todo_.pop_back();
      take(*d);
    }
    close_group();
    if (ex_.errors() == errors_) warn_of_dropped(ex_, written_);
    return nest();
  }

 private:
  /// One form of the body: an expression, or a Let or LetRec (`binder`) whose body is still missing.
  struct Step {
    const Expr* expression = nullptr;
    Expr* binder = nullptr;
  };
  ExpanderState& ex_;
  Binders binders_;
  Span span_;
  size_t errors_;                     // how many errors there were before the body
  std::vector<const Datum*> written_; // all forms, also those that a `begin` held
  std::vector<const Datum*> todo_;    // forms still to be expanded, in reverse
  std::vector<Step> steps_;
  std::vector<ParsedDefinition> group_; // functions whose definitions directly follow one another
  std::vector<const Datum*> group_forms_;
  Expr* group_binder_ = nullptr;

  void take(const Datum& d) {
    written_.push_back(&d);
    FormHead h = expand_head(ex_, d);
    if (!h.datum) return steps_.push_back({ex_.nothing(d.span), nullptr});
    const Diagnostics::Form made(ex_.f.diagnostics, h.datum->span);
    const CoreForm* form = form_of(h);
    if (is_begin(form) && h.datum->items.size() > 1) return splice(*h.datum);
    if (form && form->scan == scan_define) return define(*h.datum);
    if (form && form->scan == scan_macro) return define_macro(*h.datum);
    close_group();
    steps_.push_back({expand_expr(ex_, *h.datum), nullptr});
  }
  void splice(const Datum& begin) {
    for (size_t i = begin.items.size(); i-- > 1;) todo_.push_back(begin.items[i]);
  }
  void define_macro(const Datum& form) {
    if (form.items.size() < 3 || !form.items[1]->is(DatumKind::Symbol))
      return void(bad_form(ex_, form, "it takes a name and clauses"));
    Site site = ex_.names.here;
    site.depth = ex_.names.mark() + 1; // the macro may use itself
    uint32_t macro = ex_.macros.define(form, site);
    ex_.names.bind(form.items[1]->symbol, {Meaning::Macro, macro});
  }
  void define(const Datum& form) {
    ParsedDefinition d = parse_define(ex_, form);
    if (!d.name) return;
    if (!d.function && is_lambda(d)) d.function = true;
    if (d.function) return add_function(std::move(d), form);
    close_group();
    add_value(d, form);
  }
  bool is_lambda(ParsedDefinition& d) {
    FormHead h = expand_head(ex_, *d.single);
    d.single = h.datum ? h.datum : ex_.nil; // a macro use that failed has been reported
    const CoreForm* form = form_of(h);
    return nova::is_lambda(form);
  }
  void add_value(const ParsedDefinition& d, const Datum& form) {
    const Expr* value = expand_expr(ex_, *d.single);
    ex_.form.group = ex_.names.mark(); // a later definition may shadow an earlier one
    Expr* let = ex_.make(ExprKind::Let, form.span);
    let->bindings.push_back({variable(d), value});
    steps_.push_back({nullptr, let});
  }
  void add_function(ParsedDefinition d, const Datum& form) {
    if (!group_binder_) {
      group_binder_ = ex_.make(ExprKind::LetRec, form.span);
      steps_.push_back({nullptr, group_binder_});
      ex_.form.group = ex_.names.mark();
    }
    group_binder_->bindings.push_back({variable(d), nullptr});
    group_.push_back(std::move(d));
    group_forms_.push_back(&form);
  }
  void close_group() {
    for (size_t i = 0; i < group_.size(); ++i) {
      const Diagnostics::Form form(ex_.f.diagnostics, group_forms_[i]->span);
      group_binder_->bindings[i].value = function(group_[i], *group_forms_[i]);
    }
    group_.clear(), group_forms_.clear(), group_binder_ = nullptr;
  }
  const Expr* function(const ParsedDefinition& d, const Datum& form) {
    return d.single ? expand_expr(ex_, *d.single) : expand_function(ex_, d.parameters, d.rest, form.span);
  }
  Pattern variable(const ParsedDefinition& d) {
    Pattern p;
    p.kind = Pattern::Variable, p.span = d.name->span, p.var = bind_name(ex_, *d.name);
    if (!d.type.empty()) p.type = expand_type(ex_, d.type, span_of(d.type));
    return p;
  }

  /// Makes one expression of all steps, from the last to the first: the steps after a binder become the binder's
  /// body.
  const Expr* nest() {
    if (steps_.empty() || steps_.back().binder) {
      ex_.f.diagnostics.report("E0320", span_);
      return ex_.nothing(span_);
    }
    std::vector<const Expr*> row; // in reverse
    for (size_t i = steps_.size(); i-- > 0;) {
      Expr* binder = steps_[i].binder;
      if (binder) binder->items = {sequence(row)};
      row.push_back(binder ? binder : steps_[i].expression);
    }
    return sequence(row);
  }
  const Expr* sequence(std::vector<const Expr*>& row) {
    if (row.size() == 1) return std::exchange(row, {})[0];
    std::ranges::reverse(row);
    return ex_.make(ExprKind::Sequence, span_, std::exchange(row, {}));
  }
};

const Expr* expand_body(ExpanderState& ex, Data forms, Span span) {
  return BodyExpander(ex, span).expand(forms);
}

} // namespace nova

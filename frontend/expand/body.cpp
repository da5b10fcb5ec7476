// Bodies: forms in a row, definitions among them. What a value's definition binds is seen by the forms that
// follow; the functions of definitions in a row see each other.
#include "frontend/expand/expander.hpp"
#include <algorithm>

namespace nova {

// Definitions, here and at top level.

/// `x`, `(x : t)`, `(f p ...)`, `((f p) q)`.
bool Expander::parse_signature(const Datum& signature, Definition& out) {
  const Datum* at = &signature;
  while (at->is(DatumKind::List) && !at->items.empty() && !is_typed_name(at->items)) {
    out.function = true;
    out.parameters.insert(out.parameters.begin(), at->items.begin() + 1, at->items.end());
    bool curried = !at->items[0]->is(DatumKind::Symbol);
    if (curried && at->items.size() == 1) return false;
    at = at->items[0];
  }
  if (at->is(DatumKind::List) && !out.function && is_typed_name(at->items)) {
    out.type = at->items.subspan(2);
    at = at->items[0];
  }
  out.name = at->is(DatumKind::Symbol) ? at : nullptr;
  return out.name;
}

/// What stands where a definition's name should: numbers that look like names are told.
std::string Expander::why_no_name(const Datum& at) const {
  if (at.is(DatumKind::Tuple) && at.items[0]->is(DatumKind::List) && !at.items[0]->items.empty())
    return "parameters have no commas between them: (define (" + written(at.items[0]->items) + " " +
           written(at.items.subspan(1)) + ") ...)";
  const Datum& first = at.is(DatumKind::List) && !at.items.empty() ? *at.items[0] : at;
  if (!first.is(DatumKind::Floating)) return "a name, or a name with parameters, comes first";
  return "`" + std::string(f_.sources.text(first.span)) + "` is a number, so it is no name";
}

Expander::Definition Expander::parse_define(const Datum& form) {
  Definition d;
  Data items = form.items.subspan(1);
  if (items.size() < 2 || !parse_signature(*items[0], d)) {
    bad_form(form, items.size() < 2 ? "it takes a name and a value" : why_no_name(*items[0]));
    return {};
  }
  d.rest = items.subspan(1);
  if (d.function) return d;
  if (is_word(*d.rest[0], words_.colon) && d.rest.size() >= 3) { // (define x : t e)
    d.type = d.rest.subspan(1, d.rest.size() - 2);
    d.rest = d.rest.last(1);
  }
  if (d.rest.size() != 1) return bad_form(form, why_no_value(items)), Definition{};
  d.single = d.rest[0];
  return d;
}

// Bodies.

class Expander::Body {
 public:
  Body(Expander& e, Span span) : e_(e), binders_(e), span_(span) {}

  const Expr* expand(Data forms) {
    todo_.assign(forms.rbegin(), forms.rend());
    while (!todo_.empty()) {
      const Datum* d = todo_.back();
      todo_.pop_back();
      take(*d);
    }
    close_group();
    return nest();
  }

 private:
  /// An expression, or a Let or LetRec that lacks its body.
  struct Step {
    const Expr* expression = nullptr;
    Expr* binder = nullptr;
  };
  Expander& e_;
  Binders binders_;
  Span span_;
  std::vector<const Datum*> todo_; // in reverse
  std::vector<Step> steps_;
  std::vector<Definition> group_; // functions defined in a row
  std::vector<const Datum*> group_forms_;
  Expr* group_binder_ = nullptr;

  void take(const Datum& d) {
    Head h = e_.expand_head(d);
    if (!h.datum) return steps_.push_back({e_.nothing(d.span), nullptr});
    const Diagnostics::Form made(e_.f_.diagnostics, h.datum->span);
    const Form* form = e_.form_of(h);
    if (is_begin(form) && h.datum->items.size() > 1) return splice(*h.datum);
    if (form && form->scan == &Expander::scan_define) return define(*h.datum);
    if (form && form->scan == &Expander::scan_macro) return define_macro(*h.datum);
    close_group();
    steps_.push_back({e_.expr(*h.datum), nullptr});
  }
  void splice(const Datum& begin) {
    for (size_t i = begin.items.size(); i-- > 1;) todo_.push_back(begin.items[i]);
  }
  void define_macro(const Datum& form) {
    if (form.items.size() < 3 || !form.items[1]->is(DatumKind::Symbol))
      return void(e_.bad_form(form, "it takes a name and clauses"));
    Site site = e_.names_.here;
    site.depth = e_.names_.mark() + 1; // it may use itself
    uint32_t macro = e_.macros_.define(form, site);
    e_.names_.bind(form.items[1]->symbol, {Meaning::Macro, macro});
  }
  void define(const Datum& form) {
    Definition d = e_.parse_define(form);
    if (!d.name) return;
    if (!d.function && is_lambda(d)) d.function = true;
    if (d.function) return add_function(std::move(d), form);
    close_group();
    add_value(d, form);
  }
  bool is_lambda(Definition& d) {
    Head h = e_.expand_head(*d.single);
    d.single = h.datum ? h.datum : e_.nil_; // a macro use that failed has been reported
    const Form* form = e_.form_of(h);
    return form && form->expand == &Expander::form_lambda;
  }
  void add_value(const Definition& d, const Datum& form) {
    const Expr* value = e_.expr(*d.single);
    e_.group_ = e_.names_.mark(); // a later definition may shadow an earlier one
    Expr* let = e_.make(ExprKind::Let, form.span);
    let->bindings.push_back({variable(d), value});
    steps_.push_back({nullptr, let});
  }
  void add_function(Definition d, const Datum& form) {
    if (!group_binder_) {
      group_binder_ = e_.make(ExprKind::LetRec, form.span);
      steps_.push_back({nullptr, group_binder_});
      e_.group_ = e_.names_.mark();
    }
    group_binder_->bindings.push_back({variable(d), nullptr});
    group_.push_back(std::move(d));
    group_forms_.push_back(&form);
  }
  void close_group() {
    for (size_t i = 0; i < group_.size(); ++i) {
      const Diagnostics::Form form(e_.f_.diagnostics, group_forms_[i]->span);
      group_binder_->bindings[i].value = function(group_[i], *group_forms_[i]);
    }
    group_.clear(), group_forms_.clear(), group_binder_ = nullptr;
  }
  const Expr* function(const Definition& d, const Datum& form) {
    return d.single ? e_.expr(*d.single) : e_.function(d.parameters, d.rest, form.span);
  }
  Pattern variable(const Definition& d) {
    Pattern p;
    p.kind = Pattern::Variable, p.span = d.name->span, p.var = e_.bind(*d.name);
    if (!d.type.empty()) p.type = e_.type(d.type, join(d.type.front()->span, d.type.back()->span));
    return p;
  }

  /// From the last step to the first: what follows a binder is its body.
  const Expr* nest() {
    if (steps_.empty() || steps_.back().binder) {
      e_.f_.diagnostics.report("E0320", span_);
      return e_.nothing(span_);
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
    return e_.make(ExprKind::Sequence, span_, std::exchange(row, {}));
  }
};

const Expr* Expander::body(Data forms, Span span) { return Body(*this, span).expand(forms); }

} // namespace nova

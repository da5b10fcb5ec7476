// Expands declarations of types: NOVA's `types`, Harlan's `define-datatype`, and `define-record`. The scan defines the
// names of types and constructors. The bodies are expanded after the whole text is scanned, since they may mention later
// types.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include <algorithm>

namespace nova {

namespace {

/// Returns the name in a constructor's declaration `(C : t)`, `(C t ...)`, `(C)` or `C`; null if it is none of these.
const Datum* constructor_name(const Datum& c) {
  if (c.is(DatumKind::Symbol)) return &c;
  bool named = c.is(DatumKind::List) && !c.items.empty() && c.items[0]->is(DatumKind::Symbol);
  return named ? c.items[0] : nullptr;
}

} // namespace

static bool declare_type(ExpanderState& ex, const Datum& name, Data parameters, PendingForm& p) {
  auto id = static_cast<TypeDeclId>(ex.f.program.types.size());
  TypeDecl type;
  type.name = name.symbol, type.span = name.span, type.prelude = ex.text.kind == Unit::Prelude;
  for (const Datum* v : parameters) {
    if (!v->is(DatumKind::TypeVariable))
      return ex.f.diagnostics.report("E0308", v->span, {"a type's parameters are variables like 'a"}), false;
    if (std::ranges::find(type.parameters, v->symbol) != type.parameters.end())
      return ex.f.diagnostics.report("E0305", v->span, {"'" + ex.spelling(*v)}), false;
    type.parameters.push_back(v->symbol);
  }
  ex.f.program.types.push_back(std::move(type));
  define_name(ex, name, {Meaning::Type, static_cast<uint32_t>(id)}, false, Table::Types);
  p.types.push_back(id);
  return true;
}

static void declare_constructor(ExpanderState& ex, const Datum& c, TypeDeclId id) {
  TypeDecl& type = ex.f.program[id];
  const Datum* name = constructor_name(c);
  if (!name)
    return void(ex.f.diagnostics.report("E0308", c.span, {"a constructor is (Name : t) or (Name t ...)"}));
  for (const TypeDecl::Constructor& other : type.constructors)
    if (other.name == name->symbol)
      return void(ex.f.diagnostics.report("E0305", name->span, {ex.spelling(*name)})
                      .note("the other is here", other.span));
  auto number = static_cast<uint32_t>(type.constructors.size());
  type.constructors.push_back({name->symbol, name->span, {}, false});
  Meaning m{Meaning::Constructor, static_cast<uint32_t>(id), number};
  define_name(ex, *name, m, false);
}

/// Returns the declarations of the constructors if `body` is a sum, `(+ (C : t) ...)`; otherwise an empty span.
static Data sum_of(const ExpanderState& ex, Data body) {
  bool sum = body.size() == 1 && body[0]->is(DatumKind::List) && !body[0]->items.empty() &&
             ex.is_word(*body[0]->items[0], ex.words.plus);
  return sum ? body[0]->items.subspan(1) : Data{};
}

void scan_types(ExpanderState& ex, const Datum& form) {
  PendingForm& p = add_pending(ex, PendingForm::Types, form);
  for (const Datum* d : form.items.subspan(1)) {
    auto colon = d->is(DatumKind::List) ? ex.find_word(d->items, ex.words.colon) : std::nullopt;
    bool listed =
        colon == 1 && d->items[0]->is(DatumKind::List) && !d->items[0]->items.empty(); // ((Name 'a) : body)
    Data head = listed ? d->items[0]->items : colon ? d->items.first(*colon) : Data{};
    bool good = !head.empty() && head[0]->is(DatumKind::Symbol) && *colon + 1 < d->items.size();
    if (!good) bad_form(ex, form, "a declaration is (Name 'a ... : type)", d);
    if (!good || !declare_type(ex, *head[0], head.subspan(1), p)) continue;
    p.declared.push_back(d->items.subspan(*colon + 1));
    for (const Datum* c : sum_of(ex, p.declared.back())) declare_constructor(ex, *c, p.types.back());
  }
}

/// Declares the type of the form (define-.. Name ..) or (define-.. (Name 'a ..) ..). Returns the datum of its name, or
/// null if the form is malformed, which is reported for the reason `why`.
static const Datum* declare_named_type(ExpanderState& ex, const Datum& form, PendingForm& p,
                                       const char* why) {
  const Datum* head = form.items.size() >= 2 ? form.items[1] : nullptr;
  bool listed = head && head->is(DatumKind::List) && !head->items.empty();
  Data parts =
      listed ? head->items : form.items.subspan(std::min<size_t>(1, form.items.size()), head ? 1 : 0);
  if (parts.empty() || !parts[0]->is(DatumKind::Symbol) || form.items.size() < 3)
    return bad_form(ex, form, why), nullptr;
  return declare_type(ex, *parts[0], parts.subspan(1), p) ? parts[0] : nullptr;
}

/// A record is a datatype whose one constructor, (Name t ...), has names for its fields.
void scan_record(ExpanderState& ex, const Datum& form) {
  PendingForm& p = add_pending(ex, PendingForm::Types, form);
  p.datatype = true;
  const Datum* name = declare_named_type(ex, form, p, "it takes a name and fields");
  if (!name) return;
  std::vector<Symbol> names;
  std::vector<const Datum*> parts{name};
  for (const Datum* field : form.items.subspan(2)) {
    const Data items = field->items;
    if (!field->is(DatumKind::List) || items.size() < 3 || !items[0]->is(DatumKind::Symbol) ||
        !ex.is_word(*items[1], ex.words.colon)) {
      bad_form(ex, form, "a field is (name : type)", field);
      continue;
    }
    names.push_back(ex.names.root(items[0]->symbol)), parts.push_back(as_one(ex, items.subspan(2)));
    if (std::ranges::count(names, names.back()) > 1)
      ex.f.diagnostics.report("E0305", items[0]->span, {ex.spelling(*items[0])});
  }
  Datum* constructor = ex.f.data.make(DatumKind::List, form.span);
  constructor->items = ex.f.data.items(parts);
  const Datum* const only[] = {constructor};
  p.declared.push_back(ex.f.data.items(only));
  declare_constructor(ex, *constructor, p.types.back());
  ex.f.program[p.types.back()].constructors[0].names = std::move(names);
}

void scan_datatype(ExpanderState& ex, const Datum& form) {
  PendingForm& p = add_pending(ex, PendingForm::Types, form);
  p.datatype = true;
  if (!declare_named_type(ex, form, p, "it takes a name and constructors")) return;
  p.declared.push_back(form.items.subspan(2));
  for (const Datum* c : form.items.subspan(2)) declare_constructor(ex, *c, p.types.back());
}

/// Expands the fields in the declaration `c` of a constructor, and stores them in `out`. The type `unit` makes no
/// field; a tuple makes a field for each of its components. Each type of a record is a field.
static void finish_constructor(ExpanderState& ex, const Datum& c, TypeDecl::Constructor& out) {
  if (c.is(DatumKind::Symbol) || c.items.size() == 1) return;
  const bool colon = ex.is_word(*c.items[1], ex.words.colon);
  if (!colon && (c.items.size() > 2 || !out.names.empty()))
    return void(out.fields = expand_type_arguments(ex, c.items.subspan(1)));
  Data written = c.items.subspan(colon ? 2 : 1);
  if (written.empty())
    return void(ex.f.diagnostics.report("E0308", c.span, {"a type is missing behind the colon"}));
  TypeExpr t = expand_type(ex, written, span_of(written));
  bool tuple = t.kind == TypeExpr::Tuple && written.size() == 1 && written[0]->is(DatumKind::Tuple);
  if (tuple)
    out.tuple_declared = true, out.fields = std::move(t.items);
  else if (t.kind != TypeExpr::Prim || t.element != Element::Unit)
    out.fields.push_back(std::move(t));
}

/// Reports each type variable in the declaration that is none of its parameters (E0329), and replaces it by the type
/// Unknown.
static void check_variables(ExpanderState& ex, TypeDecl& decl) {
  auto check = [&](auto& self, TypeExpr& t) -> void {
    bool open =
        t.kind == TypeExpr::Variable && std::ranges::find(decl.parameters, t.name) == decl.parameters.end();
    if (open)
      t = unknown_type(ex, t.span, "E0329",
                       {std::string(ex.f.symbols.text(t.name)), std::string(ex.f.symbols.text(decl.name))});
    for (TypeExpr& item : t.items) self(self, item);
  };
  if (decl.alias) check(check, *decl.alias);
  for (TypeDecl::Constructor& c : decl.constructors)
    for (TypeExpr& field : c.fields) check(check, field);
}

void finish_types(ExpanderState& ex, PendingForm& p) {
  for (size_t i = 0; i < p.types.size(); ++i) {
    TypeDecl& decl = ex.f.program[p.types[i]];
    Data constructors = p.datatype ? p.declared[i] : sum_of(ex, p.declared[i]);
    if (constructors.empty()) decl.alias = expand_type(ex, p.declared[i], span_of(p.declared[i]));
    size_t number = 0;
    for (const Datum* c : constructors) {
      const Datum* name = constructor_name(*c);
      bool declared =
          number < decl.constructors.size() && name && decl.constructors[number].span == name->span;
      if (declared) finish_constructor(ex, *c, decl.constructors[number++]);
    }
    check_variables(ex, decl);
  }
}

void check_abbreviations(ExpanderState& ex, const std::vector<TypeDeclId>& types) {
  enum : uint8_t { New, Open, Done };
  std::unordered_map<uint32_t, uint8_t> state;
  auto is_cyclic = [&](auto& self, TypeDeclId id) -> bool {
    TypeDecl& decl = ex.f.program[id];
    uint8_t& mark = state[static_cast<uint32_t>(id)];
    if (!decl.alias || mark == Done) return false;
    if (mark == Open || StackGuard::exhausted()) return true;
    mark = Open;
    auto mentions_cycle = [&](auto& again, const TypeExpr& t) -> bool {
      if (t.kind == TypeExpr::Named && self(self, t.decl)) return true;
      return std::ranges::any_of(t.items, [&](const TypeExpr& item) { return again(again, item); });
    };
    if (mentions_cycle(mentions_cycle, *decl.alias))
      decl.alias = unknown_type(ex, decl.span, "E0326", {std::string(ex.f.symbols.text(decl.name))});
    mark = Done;
    return false;
  };
  for (TypeDeclId id : types) is_cyclic(is_cyclic, id);
}

} // namespace nova

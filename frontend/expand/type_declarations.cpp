// Expands declarations of types: NOVA's `types`, Harlan's `define-datatype`, and `define-record`. The scan defines the
// names of types and constructors. The bodies are expanded after the whole text is scanned, since they may mention later
// types. A sum type in place, in an annotation, declares its type unless there is one with the same constructors.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/expand/typos.hpp"
#include <algorithm>
#include <map>

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

/// Relates the new constructor to the one that its name meant until now, and to the namesakes of that, if one of the
/// two types is a sum in place. Otherwise the new one hides the other.
static void note_namesakes(ExpanderState& ex, Symbol name, ConstructorId made) {
  const Meaning before = ex.names.resolve(name, Want::Constructor);
  if (before.kind != Meaning::Constructor) return;
  const ConstructorId other{static_cast<TypeDeclId>(before.id), before.number};
  const auto at = [&](ConstructorId c) -> TypeDecl::Constructor& {
    return ex.f.program[c.type].constructors[c.number];
  };
  std::vector<ConstructorId> all = at(other).namesakes;
  all.push_back(other);
  for (const ConstructorId c : all) {
    if (!ex.f.program[c.type].in_place && !ex.f.program[made.type].in_place) continue;
    at(made).namesakes.push_back(c), at(c).namesakes.push_back(made);
  }
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
  note_namesakes(ex, name->symbol, {id, number});
  define_name(ex, *name, m, false);
}

bool is_sum(const ExpanderState& ex, const Datum& d) {
  return d.is(DatumKind::List) && !d.items.empty() && ex.is_word(*d.items[0], ex.words.plus);
}

/// Returns the declarations of the constructors if `body` is a sum, `(+ (C : t) ...)`; otherwise an empty span.
static Data sum_of(const ExpanderState& ex, Data body) {
  return body.size() == 1 && is_sum(ex, *body[0]) ? body[0]->items.subspan(1) : Data{};
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
  std::vector<std::optional<std::string>> titles;
  std::vector<const Datum*> parts{name};
  for (const Datum* field : form.items.subspan(2)) {
    const Data items = field->items;
    const size_t colon = items.size() > 1 && items[1]->is(DatumKind::String) ? 2 : 1;
    if (!field->is(DatumKind::List) || items.size() < colon + 2 || !items[0]->is(DatumKind::Symbol) ||
        !ex.is_word(*items[colon], ex.words.colon)) {
      bad_form(ex, form, "a field is (name : type)", field);
      continue;
    }
    names.push_back(ex.names.root(items[0]->symbol)), parts.push_back(as_one(ex, items.subspan(colon + 1)));
    titles.push_back(colon == 2 ? std::optional<std::string>(items[1]->text) : std::nullopt);
    if (std::ranges::count(names, names.back()) > 1)
      ex.f.diagnostics.report("E0305", items[0]->span, {ex.spelling(*items[0])});
  }
  Datum* constructor = ex.f.data.make(DatumKind::List, form.span);
  constructor->items = ex.f.data.items(parts);
  const Datum* const only[] = {constructor};
  p.declared.push_back(ex.f.data.items(only));
  declare_constructor(ex, *constructor, p.types.back());
  TypeDecl::Constructor& made = ex.f.program[p.types.back()].constructors[0];
  made.names = std::move(names);
  if (std::ranges::any_of(titles, [](const auto& t) { return t.has_value(); }))
    made.titles = std::move(titles);
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

// Sums in place

namespace {

/// Appends the type variables in `t` that `out` does not have.
void add_variables(const TypeExpr& t, std::vector<Symbol>& out) {
  const bool variable = t.kind == TypeExpr::Variable || (t.kind == TypeExpr::Vector && t.rank == 0);
  if (variable && std::ranges::find(out, t.name) == out.end()) out.push_back(t.name);
  for (const TypeExpr& item : t.items) add_variables(item, out);
}

bool has_unknown(const TypeExpr& t) {
  return t.kind == TypeExpr::Unknown || std::ranges::any_of(t.items, has_unknown);
}

TypeExpr type_variable(Symbol name, Span span) {
  TypeExpr t = make_type(TypeExpr::Variable, span);
  return t.name = name, t;
}

/// Compares written types, and matches those of a declaration's fields to those of a sum in place.
class TypeMatch {
 public:
  /// `of`: the declaration, whose parameters stand for types that are found.
  TypeMatch(const Program& program, const TypeDecl& of) : program_(program), of_(of) {}

  /// Returns the declaration's arguments with which it has exactly the constructors of `sum`; nothing if there are none.
  std::optional<std::vector<TypeExpr>> arguments(const TypeDecl& sum) {
    if (of_.constructors.size() != sum.constructors.size()) return {};
    for (const TypeDecl::Constructor& c : sum.constructors) {
      const auto at = std::ranges::find(of_.constructors, c.name, &TypeDecl::Constructor::name);
      if (at == of_.constructors.end() || !at->names.empty() || !same_fields(at->fields, c.fields)) return {};
    }
    std::vector<TypeExpr> all;
    for (const Symbol p : of_.parameters) {
      const auto at = found_.find(p);
      if (at == found_.end()) return {};
      all.push_back(at->second);
    }
    return all;
  }

 private:
  bool same_fields(const std::vector<TypeExpr>& declared, const std::vector<TypeExpr>& written) {
    return std::ranges::equal(declared, written,
                              [&](const TypeExpr& a, const TypeExpr& b) { return same(a, b, true); });
  }
  /// `open`: whether variables in `a` are the declaration's parameters.
  bool same(TypeExpr a, TypeExpr b, bool open) {
    if (++steps_ > most_steps) return false;
    if (open && a.kind == TypeExpr::Variable) {
      const auto [at, added] = found_.try_emplace(a.name, b);
      return added || same(at->second, b, false);
    }
    const bool one_name = a.kind == TypeExpr::Named && b.kind == TypeExpr::Named && a.decl == b.decl;
    if (!one_name) spell_out(a), spell_out(b);
    if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
    if (a.kind == TypeExpr::Prim && a.element != b.element) return false;
    if (a.kind == TypeExpr::Variable && a.name != b.name) return false;
    if (a.kind == TypeExpr::Vector && (a.rank != b.rank || (a.rank == 0 && a.name != b.name))) return false;
    if (a.kind == TypeExpr::Named && a.decl != b.decl) return false;
    for (size_t k = 0; k < a.items.size(); ++k)
      if (!same(a.items[k], b.items[k], open)) return false;
    return a.kind != TypeExpr::Unknown;
  }
  /// Replaces an abbreviation by its type.
  void spell_out(TypeExpr& t) {
    for (; t.kind == TypeExpr::Named && program_[t.decl].alias && ++steps_ <= most_steps;) {
      const TypeDecl& d = program_[t.decl];
      TypeExpr body = *d.alias;
      replace_parameters(body, d, t.items);
      t = std::move(body);
    }
  }
  static void replace_parameters(TypeExpr& t, const TypeDecl& d, const std::vector<TypeExpr>& arguments) {
    const auto at = std::ranges::find(d.parameters, t.name);
    if (t.kind == TypeExpr::Variable && at != d.parameters.end())
      return void(t = arguments[static_cast<size_t>(at - d.parameters.begin())]);
    for (TypeExpr& item : t.items) replace_parameters(item, d, arguments);
  }

  static constexpr uint32_t most_steps =
      10'000; // abbreviations of abbreviations may spell out exponentially long
  const Program& program_;
  const TypeDecl& of_;
  std::map<Symbol, TypeExpr> found_; ///< the arguments, by the parameters' names
  uint32_t steps_ = 0;
};

} // namespace

/// Expands the constructors of a sum in place. Returns a declaration that is not made yet; nothing after an error.
static std::optional<TypeDecl> expand_sum(ExpanderState& ex, const Datum& d) {
  const size_t before = ex.errors();
  TypeDecl sum;
  sum.span = d.span, sum.in_place = true, sum.prelude = ex.text.kind == Unit::Prelude;
  for (const Datum* c : d.items.subspan(1)) {
    const Datum* name = constructor_name(*c);
    if (!name) {
      ex.f.diagnostics.report("E0308", c->span, {"a constructor is (Name : t) or (Name t ...)"});
      continue;
    }
    if (std::ranges::count(sum.constructors, name->symbol, &TypeDecl::Constructor::name))
      ex.f.diagnostics.report("E0305", name->span, {ex.spelling(*name)});
    sum.constructors.push_back({name->symbol, name->span, {}, false});
    finish_constructor(ex, *c, sum.constructors.back());
    for (const TypeExpr& field : sum.constructors.back().fields) add_variables(field, sum.parameters);
  }
  if (d.items.size() == 1) ex.f.diagnostics.report("E0308", d.span, {"a sum is (+ (Name : t) ...)"});
  const auto unknown = [](const TypeDecl::Constructor& c) {
    return std::ranges::any_of(c.fields, has_unknown);
  };
  if (ex.errors() > before || std::ranges::any_of(sum.constructors, unknown)) return {};
  return sum;
}

/// Declares a sum in place. Its constructors are visible in the whole text.
static TypeDeclId declare_sum(ExpanderState& ex, TypeDecl sum, const Datum& d) {
  const auto id = static_cast<TypeDeclId>(ex.f.program.types.size());
  const Datum* const text = &d;
  sum.name = ex.f.symbols.intern(written(ex, {&text, 1}));
  ex.f.program.types.push_back(std::move(sum));
  Site behind = ex.names.here; // behind all definitions of the text so far, whose positions ascend
  behind.limit = ex.position++;
  const std::vector<TypeDecl::Constructor>& made = ex.f.program[id].constructors;
  for (uint32_t k = 0; k < made.size(); ++k) {
    note_namesakes(ex, made[k].name, {id, k});
    ex.names.define(made[k].name, {Meaning::Constructor, static_cast<uint32_t>(id), k}, made[k].span, behind,
                    false);
  }
  return id;
}

/// Makes the type of this declaration with these arguments.
static TypeExpr declared_type(const Program& program, TypeDeclId id, std::vector<TypeExpr> arguments,
                              Span span) {
  TypeExpr t = make_type(TypeExpr::Named, span, std::move(arguments));
  return t.name = program[id].name, t.decl = id, t;
}

TypeExpr expand_sum_in_place(ExpanderState& ex, const Datum& d) {
  std::optional<TypeDecl> sum = expand_sum(ex, d);
  if (!sum) return unknown_type(ex, d.span);
  const Program& program = ex.f.program;
  const TypeDecl::Constructor& first = sum->constructors[0];
  if (const Meaning m = ex.names.resolve(first.name, Want::Constructor); m.kind == Meaning::Constructor) {
    const ConstructorId known{static_cast<TypeDeclId>(m.id), m.number};
    std::vector<ConstructorId> all = program[known.type].constructors[known.number].namesakes;
    all.insert(all.begin(), known);
    for (const ConstructorId c : all) {
      const TypeDecl& of = program[c.type];
      if (of.failed && c.type != known.type) continue;
      if (auto arguments = TypeMatch(program, of).arguments(*sum))
        return declared_type(program, c.type, std::move(*arguments), d.span);
    }
  }
  std::vector<TypeExpr> arguments;
  for (const Symbol p : sum->parameters) arguments.push_back(type_variable(p, d.span));
  const TypeDeclId id = declare_sum(ex, std::move(*sum), d);
  return declared_type(program, id, std::move(arguments), d.span);
}

bool mentions_sum_in_place(const ExpanderState& ex, const PendingForm& p) {
  std::vector<const Datum*> todo;
  for (size_t i = 0; i < p.types.size(); ++i) {
    const Data constructors = p.datatype ? p.declared[i] : sum_of(ex, p.declared[i]);
    const Data body = constructors.empty() ? p.declared[i] : constructors;
    todo.insert(todo.end(), body.begin(), body.end());
  }
  while (!todo.empty()) {
    const Datum& d = *todo.back();
    todo.pop_back();
    if (is_sum(ex, d)) return true;
    todo.insert(todo.end(), d.items.begin(), d.items.end());
  }
  return false;
}

/// Returns the items of a list that are a type behind a colon; none if there is no colon. What follows the type, as a
/// function's body does, is left out.
static Data annotation_in(const ExpanderState& ex, const Datum& d) {
  const auto colon = ex.find_word(d.items, ex.words.colon);
  if (!colon || *colon == 0) return {};
  const Data behind = d.items.subspan(*colon + 1);
  if (behind.size() < 2 || ex.is_word(*behind[behind.size() - 2], ex.words.arrow)) return behind;
  return behind.first(behind.size() - 1);
}

void declare_sums_in_place(ExpanderState& ex, const PendingForm& p) {
  struct Visit {
    const Datum* datum;
    bool type; ///< whether it is a type, or in one
  };
  std::vector<Visit> todo;
  if (p.row.empty()) todo.push_back({p.form, false});
  for (const Datum* d : p.row) todo.push_back({d, false});
  while (!todo.empty()) {
    const auto [d, type] = todo.back();
    todo.pop_back();
    const size_t reports = ex.reports();
    if (type && is_sum(ex, *d)) {
      expand_sum_in_place(ex, *d);
      ex.f.diagnostics.keep(reports, ""); // they are reported where the form is expanded
    }
    const Data annotation = annotation_in(ex, *d);
    for (const Datum* const& item : d->items) {
      const bool annotates =
          !annotation.empty() && &item >= &annotation.front() && &item <= &annotation.back();
      if (!item->items.empty()) todo.push_back({item, type || annotates});
    }
  }
}

} // namespace nova

// Scans the declarations of foreign functions: foreign, foreign-c, foreign-cuda and foreign-kernel.
#include "frontend/expand/declarations/foreign.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"

namespace nova {

namespace {

/// Adds the foreign function that `d`, (f : t), declares to the form `p`. If `d` is something else, reports that and
/// returns false.
bool declare_foreign(ExpanderState& ex, const Datum& form, PendingForm& p, const Datum& d) {
  const bool good = d.is(DatumKind::List) && is_typed_name(ex, d.items) && d.items[0]->is(DatumKind::Symbol);
  if (!good) return bad_form(ex, form, "a function is declared by (f : t)", &d), false;
  p.globals.push_back(add_global(ex, *d.items[0], form, Global::Foreign));
  p.declared.push_back(d.items.subspan(2));
  return true;
}

/// Whether the text of a form is the path of a file, and not C or CUDA text.
bool is_path(std::string_view text) {
  const auto ends = [&](std::string_view end) { return text.ends_with(end); };
  return text.find_first_of("\n{};#") == text.npos &&
         (ends(".h") || ends(".c") || ends(".cu") || ends(".cuh"));
}

/// Returns the name in (library "name"); nothing if `d` is another datum.
std::optional<std::string> library_name(const ExpanderState& ex, const Datum& d) {
  const bool is = d.is(DatumKind::List) && d.items.size() == 2 && d.items[0]->is(DatumKind::Symbol) &&
                  ex.spelling(*d.items[0]) == "library" && d.items[1]->is(DatumKind::String);
  return is ? std::optional(std::string(d.items[1]->text)) : std::nullopt;
}

bool is_in_process(const ExpanderState& ex, const Datum& d) {
  return d.is(DatumKind::List) && d.items.size() == 1 && d.items[0]->is(DatumKind::Symbol) &&
         ex.spelling(*d.items[0]) == "in-process";
}

} // namespace

void scan_foreign(ExpanderState& ex, const Datum& form) {
  PendingForm& p = add_pending(ex, PendingForm::Declare, form);
  Data items = form.items.subspan(1);
  const bool in_process = !items.empty() && is_in_process(ex, *items.back());
  if (in_process) items = items.first(items.size() - 1);
  const std::optional<std::string> library = items.empty() ? std::nullopt : library_name(ex, *items.back());
  const Span text = library ? items.back()->span : form.span;
  if (library) items = items.first(items.size() - 1);
  for (const Datum* d : items) {
    if (!declare_foreign(ex, form, p, *d)) return;
    const std::string name = ex.spelling(*d->items[0]);
    if (!is_c_name(name) && library) return void(ex.f.diagnostics.report("E0333", d->items[0]->span, {name}));
    ex.f.program[p.globals.back()].foreign_text = text;
    ex.f.program[p.globals.back()].foreign =
        std::make_shared<ForeignFunction>(ForeignFunction{.name = name,
                                                          .text = "",
                                                          .path = "",
                                                          .in_process = in_process,
                                                          .in_library = true,
                                                          .library = library.value_or("")});
  }
}

void scan_foreign_c(ExpanderState& ex, const Datum& form) {
  PendingForm& p = add_pending(ex, PendingForm::Declare, form);
  const Data items = form.items.subspan(1);
  const bool good = (items.size() == 2 || (items.size() == 3 && is_in_process(ex, *items[2]))) &&
                    items[1]->is(DatumKind::String);
  if (!good) return void(bad_form(ex, form, "it takes (f : t), a string, and perhaps (in-process)"));
  if (!declare_foreign(ex, form, p, *items[0])) return;
  const std::string name = ex.spelling(*items[0]->items[0]);
  if (!is_c_name(name)) return void(ex.f.diagnostics.report("E0333", items[0]->items[0]->span, {name}));
  const std::string text(items[1]->text);
  ex.f.program[p.globals[0]].foreign_text = items[1]->span;
  ex.f.program[p.globals[0]].foreign =
      std::make_shared<ForeignFunction>(ForeignFunction{.name = name,
                                                        .text = is_path(text) ? "" : text,
                                                        .path = is_path(text) ? text : "",
                                                        .in_process = items.size() == 3});
}

// ---- CUDA ----

namespace {

/// A declaration of CUDA text while its clauses are read.
struct CudaForm {
  ExpanderState& ex;
  const Datum& form;
  CudaClauses clauses{};
  Distance within{};
  bool zeroed = false;
};

/// Whether `d` is one of these words.
bool is_one_of(const ExpanderState& ex, const Datum& d, std::initializer_list<std::string_view> words) {
  return d.is(DatumKind::Symbol) && std::ranges::find(words, ex.spelling(d)) != words.end();
}

bool take_reference(CudaForm& f, Data items) {
  if (items.size() != 1) return false;
  f.clauses.reference = items[0];
  return true;
}

/// Reads (within 1 ulp), (within 1e-6) or (within 1e-6 relative).
bool take_distance(CudaForm& f, Data items) {
  if (items.empty() || items.size() > 2) return false;
  const Datum& amount = *items[0];
  if (!amount.is(DatumKind::Integer) && !amount.is(DatumKind::Floating)) return false;
  const double value = amount.is(DatumKind::Integer) ? static_cast<double>(amount.integer) : amount.floating;
  const bool ulps = items.size() == 2 && is_one_of(f.ex, *items[1], {"ulp", "ulps"});
  const bool relative = items.size() == 2 && is_one_of(f.ex, *items[1], {"relative"});
  if (!(value >= 0) || (items.size() == 2 && !ulps && !relative)) return false;
  f.within = {ulps ? Distance::Ulps : relative ? Distance::Relative : Distance::Absolute, value};
  if (value == 0) f.within = {};
  return true;
}

bool take_names(CudaForm& f, Data items) {
  f.clauses.names.assign(items.begin(), items.end());
  return !items.empty() &&
         std::ranges::all_of(items, [](const Datum* d) { return d->is(DatumKind::Symbol); });
}

/// Reads (result t n): a vector of this type and length.
bool take_result(CudaForm& f, Data items) {
  if (items.size() < 2) return false;
  f.clauses.results.push_back(items.first(items.size() - 1)), f.clauses.lengths.push_back(items.back());
  return true;
}

bool take_grid(CudaForm& f, Data items) {
  if (items.size() != 2 || f.clauses.grid) return false;
  f.clauses.grid = items[0], f.clauses.block = items[1];
  return true;
}

bool take_zeroed(CudaForm& f, Data items) {
  f.zeroed = true;
  return items.empty();
}

bool take_shared(CudaForm& f, Data items) {
  if (items.size() != 1) return false;
  f.clauses.shared = items[0];
  return true;
}

/// A clause of foreign-cuda and foreign-kernel.
struct Clause {
  std::string_view word, written, meaning; ///< how it is written, and what it says, for messages
  bool (*take)(CudaForm&, Data); ///< reads what follows the word; returns false if that is malformed
  bool of_kernel;                ///< whether only foreign-kernel has it
};

constexpr Clause clauses[] = {
    {"result", "(result t n)", "a result's type, such as (vector float), and its length", take_result, true},
    {"grid", "(grid threads block)", "how many threads run, and how many of them are a block", take_grid,
     true},
    {"shared", "(shared n)", "the number of bytes of dynamic shared memory", take_shared, true},
    {"zeroed", "(zeroed)", "the results are zeros before the launch", take_zeroed, true},
    {"parameters", "(parameters x ...)", "the names of the arguments", take_names, true},
    {"reference", "(reference e)", "the Nova function that says what the text means", take_reference, false},
    {"within", "(within 1 ulp)", "a distance; others are (within 1e-6) and (within 1e-6 relative)",
     take_distance, false}};

/// Returns how all clauses of the form are written.
std::string written_clauses(bool kernel) {
  std::string all;
  for (const Clause& c : clauses)
    if (kernel || !c.of_kernel) all += (all.empty() ? "" : ", ") + std::string(c.written);
  return all;
}

/// Reads one clause into `f`. Reports a malformed one and returns false.
bool take_clause(CudaForm& f, const Datum& d, bool kernel) {
  const bool list = d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::Symbol);
  const auto found = std::ranges::find_if(clauses, [&](const Clause& c) {
    return list && (kernel || !c.of_kernel) && c.word == f.ex.spelling(*d.items[0]);
  });
  const bool known = found != std::end(clauses);
  if (known && found->take(f, d.items.subspan(1))) return true;
  const std::string why = known ? std::string(found->written) + " is " + std::string(found->meaning)
                                : "its clauses are " + written_clauses(kernel);
  return bad_form(f.ex, f.form, why, &d), false;
}

/// Returns the names of a lambda's parameters; none if `e` is no lambda, or if one of them is a pattern.
std::vector<Symbol> parameter_names(ExpanderState& ex, const Expr& e) {
  std::vector<Symbol> names;
  const Expr* f = &e;
  while (f->kind == ExprKind::Ascribe) f = f->items[0];
  if (f->kind == ExprKind::Global)
    if (const Expr* const value = body(ex.f, f->global)) f = value;
  if (f->kind != ExprKind::Lambda) return {};
  for (const Pattern& p : f->parameters) {
    if (p.kind != Pattern::Variable) return {};
    names.push_back(ex.f.program[p.var].name);
  }
  return names;
}

/// Returns the data of the kernel's argument names: those that the form gives, or those of its reference.
std::vector<const Datum*> names_of(ExpanderState& ex, const CudaClauses& c, const Expr* reference, Span at) {
  if (!c.names.empty() || !reference) return c.names;
  std::vector<const Datum*> names;
  for (const Symbol s : parameter_names(ex, *reference)) {
    Datum* const name = ex.f.data.make(DatumKind::Symbol, at);
    name->symbol = s;
    names.push_back(name);
  }
  return names;
}

/// Returns a lambda of the kernel's arguments. Its body is the tuple of the results' lengths, the threads, the
/// block and the bytes of shared memory.
const Expr* geometry(ExpanderState& ex, const CudaClauses& c, std::span<const Datum* const> names, Span at) {
  std::vector<const Datum*> parts = c.lengths;
  Datum* const none = ex.f.data.make(DatumKind::Integer, at);
  none->text = "0";
  parts.insert(parts.end(), {c.grid, c.block, c.shared ? c.shared : none});
  Datum* const tuple = ex.f.data.make(DatumKind::Tuple, at);
  tuple->items = ex.f.data.items(parts);
  const Datum* const body = tuple;
  return expand_function(ex, names, std::span(&body, 1), at);
}

/// Adds the declaration `items`, (f : t), a text and clauses, to the program.
void scan_cuda(ExpanderState& ex, const Datum& form, CudaKind kind) {
  PendingForm& p = add_pending(ex, PendingForm::Declare, form);
  const Data items = form.items.subspan(1);
  const bool kernel = kind == CudaKind::Kernel;
  if (items.size() < 2 || !items[1]->is(DatumKind::String))
    return void(bad_form(ex, form, "it takes (f : t), a string and clauses"));
  if (!declare_foreign(ex, form, p, *items[0])) return;
  CudaForm f{ex, form};
  for (const Datum* clause : items.subspan(2))
    if (!take_clause(f, *clause, kernel)) return;
  if (kernel && (f.clauses.lengths.empty() || !f.clauses.grid))
    return void(bad_form(ex, form, "it needs (result t n) and (grid threads block)"));
  const std::string name = ex.spelling(*items[0]->items[0]);
  if (!is_c_name(name)) return void(ex.f.diagnostics.report("E0333", items[0]->items[0]->span, {name}));
  const std::string text(items[1]->text);
  Global& g = ex.f.program[p.globals[0]];
  g.foreign_text = items[1]->span;
  g.foreign = std::make_shared<ForeignFunction>(
      ForeignFunction{.name = name, .text = is_path(text) ? "" : text, .path = is_path(text) ? text : ""});
  g.foreign->cuda = kind, g.foreign->within = f.within, g.foreign->zeroed = f.zeroed,
  g.foreign->has_reference = f.clauses.reference;
  p.cuda = std::make_shared<const CudaClauses>(std::move(f.clauses));
}

} // namespace

void scan_foreign_cuda(ExpanderState& ex, const Datum& form) { scan_cuda(ex, form, CudaKind::Function); }
void scan_foreign_kernel(ExpanderState& ex, const Datum& form) { scan_cuda(ex, form, CudaKind::Kernel); }

void finish_cuda(ExpanderState& ex, const PendingForm& p) {
  const CudaClauses& c = *p.cuda;
  Global& g = ex.f.program[p.globals[0]];
  const Expr* const reference = c.reference ? expand_expr(ex, *c.reference) : nullptr;
  g.value = reference;
  if (!c.grid) return;
  const Span at = p.form->span;
  const std::vector<const Datum*> names = names_of(ex, c, reference, at);
  if (names.empty())
    return void(
        bad_form(ex, *p.form, "(parameters x ...) has to name the arguments, since no reference does"));
  g.geometry = geometry(ex, c, names, at);
  for (const Data& written : c.results) g.results.push_back(expand_type(ex, written, span_of(written)));
}

} // namespace nova

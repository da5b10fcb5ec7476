#include "frontend/expand/declarations/tables.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/source/spelling.hpp"
#include <algorithm>
#include <array>

namespace nova {

// ---- Options of read-csv ----

namespace {

/// The options in the order in which `read-csv-with` takes them.
enum Option : uint8_t { Header, Separator, Skip, Missing, Comment, Decimal, OptionCount };
struct OptionRow {
  std::string_view name;
  Element element; ///< the type of its argument; of `na`, of a text's elements
};
constexpr std::array<OptionRow, OptionCount> options{{{"header", Element::Bool},
                                                      {"separator", Element::Char},
                                                      {"skip", Element::I64},
                                                      {"na", Element::Char},
                                                      {"comment", Element::Char},
                                                      {"decimal", Element::Char}}};

/// Returns the option that a datum is, as (header true) is; `OptionCount` if it is none.
Option option_of(const ExpanderState& ex, const Datum& d) {
  if (!d.is(DatumKind::List) || d.items.empty() || !d.items[0]->is(DatumKind::Symbol)) return OptionCount;
  const std::string_view name = ex.f.symbols.text(ex.names.root(d.items[0]->symbol));
  const auto at = std::ranges::find(options, name, &OptionRow::name);
  return static_cast<Option>(at - options.begin());
}

/// Makes (e : t), where t is the type that an option's argument has.
const Expr* typed(ExpanderState& ex, const Datum& argument, Option option) {
  TypeExpr type;
  type.element = options[option].element, type.span = argument.span;
  if (option == Missing) {
    TypeExpr text;
    text.kind = TypeExpr::Vector, text.span = argument.span, text.items.push_back(std::move(type));
    type = std::move(text);
  }
  Expr* e = ex.make(ExprKind::Ascribe, argument.span, {expand_expr(ex, argument)});
  return e->type = std::move(type), e;
}

/// Returns the option that was meant by a word: one that it begins, that begins it, or that is spelt nearly like it.
std::optional<std::string> meant_option(std::string_view word) {
  std::vector<std::string_view> names;
  for (const OptionRow& o : options) names.push_back(o.name);
  for (const std::string_view name : names)
    if (!word.empty() && (name.starts_with(word) || word.starts_with(name))) return std::string(name);
  return nearest_name(word, names);
}

/// Returns why an option's arguments don't fit; "" if they do.
std::string misfit(const ExpanderState& ex, Option option, const Datum& d) {
  if (option == OptionCount) {
    const bool word = d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::Symbol);
    const auto meant = word ? meant_option(ex.spelling(*d.items[0])) : std::nullopt;
    return "what follows the path is an option: (header b) (separator c) (skip n) (na text ...) (comment c) "
           "(decimal c)" +
           (meant ? "; did you mean `" + *meant + "`?" : "");
  }
  if (option != Missing && d.items.size() != 2) return "the option takes one value";
  return "";
}

} // namespace

bool has_csv_options(Meaning head, Data items) {
  return head.kind == Meaning::Builtin && static_cast<BuiltinId>(head.id) == BuiltinId::ReadCsv &&
         items.size() > 2;
}

const Expr* expand_read_csv(ExpanderState& ex, const Datum& form, Data items) {
  std::array<std::vector<const Expr*>, OptionCount> given;
  const Expr* path = expand_expr(ex, *items[1]);
  for (const Datum* d : items.subspan(2)) {
    const Option option = option_of(ex, *d);
    std::string why = misfit(ex, option, *d);
    if (why.empty() && !given[option].empty()) why = "the option stands twice";
    if (!why.empty()) return bad_form(ex, form, std::move(why), d);
    std::vector<const Expr*> values;
    for (const Datum* argument : d->items.subspan(1)) values.push_back(typed(ex, *argument, option));
    if (option == Missing) values = {ex.make(ExprKind::Vector, d->span, std::move(values))};
    given[option] = std::move(values);
  }
  std::vector<const Expr*> all;
  for (auto& values : given) all.push_back(ex.make(ExprKind::Vector, form.span, std::move(values)));
  return make_call(ex, BuiltinId::ReadCsvWith, form.span,
                   {path, ex.make(ExprKind::Tuple, form.span, std::move(all))});
}

// ---- define-table ----

namespace {

/// Whether a datum is a literal of the type that an option's argument has.
bool is_literal_of(const Datum& d, Option option) {
  switch (option) {
  case Header: return d.is(DatumKind::Boolean);
  case Skip: return d.is(DatumKind::Integer);
  case Missing: return d.is(DatumKind::String);
  default: return d.is(DatumKind::Character);
  }
}

/// Returns the options behind the path. Reports one that does not fit, and returns nothing.
std::optional<std::vector<TableOption>> table_options(ExpanderState& ex, const Datum& form) {
  std::vector<TableOption> given;
  for (const Datum* d : Data(form.items).subspan(3)) {
    const Option option = option_of(ex, *d);
    std::string why = misfit(ex, option, *d);
    const auto fits = [&](const Datum* value) { return is_literal_of(*value, option); };
    if (why.empty() && !std::ranges::all_of(d->items.subspan(1), fits))
      why = "the file is read before the program runs, so the option takes a literal, as (separator #\\;) "
            "and (na \"-\") do";
    if (why.empty() && option == Header && !d->items[1]->integer)
      why = "the names of the columns are those of the file's first line; (read-csv .. (header false)) reads "
            "a file without names";
    if (why.empty() && std::ranges::count(given, options[option].name, &TableOption::name))
      why = "the option stands twice";
    if (!why.empty()) return bad_form(ex, form, std::move(why), d), std::nullopt;
    given.push_back({std::string(options[option].name), {d->items.begin() + 1, d->items.end()}});
  }
  return given;
}

/// Defines the table's name as one whose definition has errors, so that its uses are not reported, too.
void define_failed(ExpanderState& ex, const Datum& form) {
  PendingForm& p = add_pending(ex, PendingForm::Define, form);
  p.globals = {add_global(ex, *form.items[1], form, Global::Constant)};
  p.failed = true;
}

} // namespace

void scan_table(ExpanderState& ex, const Datum& form) {
  const bool good =
      form.items.size() >= 3 && form.items[1]->is(DatumKind::Symbol) && form.items[2]->is(DatumKind::String);
  if (!good) return void(bad_form(ex, form, "it takes a name, a file's path and options of read-csv"));
  const auto given = table_options(ex, form);
  if (!given) return define_failed(ex, form);
  const std::string path(form.items[2]->text);
  if (!ex.f.load_table) return void(ex.f.diagnostics.report("E0321", form.items[2]->span, {path}));
  const auto file = ex.f.load_table(ex.spelling(*form.items[1]), path, *given, form.items[2]->span);
  if (!file) return define_failed(ex, form);
  for (const Datum* d : read(ex.f.sources, *file, ex.f.symbols, ex.f.data, ex.f.diagnostics)) scan(ex, *d);
}

} // namespace nova

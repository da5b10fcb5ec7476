// Scans modules and imports. A module is a namespace inside of the namespace where it stands. An imported file is a
// namespace of its own, inside of the prelude's.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include <algorithm>
#include <filesystem>

namespace nova {

namespace {

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

} // namespace

void scan_module(ExpanderState& ex, const Datum& form) {
  Data items = form.items.subspan(1);
  if (items.empty()) return void(bad_form(ex, form, "it takes a name and forms"));
  if (!items[0]->is(DatumKind::Symbol)) {
    for (const Datum* d : items) scan(ex, *d);
    return;
  }
  Site outer = ex.names.here;
  std::string outer_module = std::exchange(ex.text.module, ex.spelling(*items[0]));
  SpaceId space = ex.names.add_space({outer.space, outer.unit, outer.limit});
  define_name(ex, *items[0], {Meaning::Module, static_cast<uint32_t>(space)}, false, Table::Modules);
  ex.names.here.space = space;
  for (const Datum* d : items.subspan(1)) scan(ex, *d);
  ex.names.here = outer, ex.text.module = std::move(outer_module);
}

static void import_module(ExpanderState& ex, const Datum& name) {
  Meaning m = ex.names.resolve(name.symbol, Want::Head, Table::Modules);
  if (m.kind == Meaning::Module) return ex.names.import(ex.names.here.space, static_cast<SpaceId>(m.id));
  Diagnostic& d = ex.f.diagnostics.report("E0321", name.span, {ex.spelling(name)});
  suggest(ex, d, ex.spelling(name), Table::Modules, Want::Head);
  d.help("a file is imported by its path: (import \"" + ex.spelling(name) + ".nv\")");
}

/// Returns the namespace of an imported file. If the import is cyclic, reports E0322 and returns nothing. A file is
/// scanned at its first import, and again only if its text has changed.
static std::optional<SpaceId> load_file(ExpanderState& ex, FileId file, const Datum& path) {
  std::string name = ex.f.sources.name(file);
  if (auto known = ex.loaded.find(name); known != ex.loaded.end()) {
    if (known->second.open) return ex.f.diagnostics.report("E0322", path.span, {name}), std::nullopt;
    if (ex.f.sources.text(known->second.file) == ex.f.sources.text(file)) return known->second.space;
  }
  SpaceId space = ex.names.add_space({ex.prelude});
  ex.loaded[name] = {file, space, true};
  Site outer = ex.names.here;
  std::string outer_module = std::exchange(ex.text.module, stem(name));
  ex.names.here.space = space;
  const bool outer_in_file = std::exchange(ex.text.in_file, true);
  scan_unit(ex, read(ex.f.sources, file, ex.f.symbols, ex.f.data, ex.f.diagnostics));
  ex.names.here = outer, ex.text.module = std::move(outer_module), ex.text.in_file = outer_in_file;
  ex.loaded[name].open = false;
  return space;
}

void scan_export(ExpanderState& ex, const Datum& form) {
  if (form.items.size() < 2) return void(bad_form(ex, form, "it takes names of definitions"));
  add_pending(ex, PendingForm::Export, form);
}

namespace {

/// Returns the name that a definition has in C by default: - is _, and a keyword gets a _ behind.
std::string default_c_name(std::string name) {
  std::ranges::replace(name, '-', '_');
  return is_c_name(name + "_") && !is_c_name(name) ? name + "_" : name;
}

/// Returns a name in C that is like one of Nova's: "ok" for ok?, "x_to_y" for x->y.
std::string c_name_like(std::string name) {
  if (const size_t at = name.find("->"); at != name.npos) name.replace(at, 2, "_to_");
  std::string out;
  for (const char c : name) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c));
    if (letter || (!out.empty() && out.back() != '_')) out += letter ? c : '_';
  }
  while (out.ends_with('_')) out.pop_back();
  return is_c_name(out) ? out : "my_" + out;
}

std::string how_to_name(const std::string& name, const std::string& c_name) {
  return "another name is chosen by (export (" + name + " as " + c_name + "))";
}

/// Notes that the definition `name` is exported with the name `c_name`. Reports what is no definition, or no C name.
void note_export(ExpanderState& ex, const Datum& name, const std::string& c_name, Span c_span) {
  const Meaning m = ex.names.resolve(name.symbol, Want::Value);
  if (!m) return void(unknown_name(ex, name));
  if (m.kind != Meaning::Global || ex.f.program[static_cast<GlobalId>(m.id)].prelude)
    return void(ex.f.diagnostics.report("E0334", name.span, {ex.spelling(name)}));
  const std::string written = ex.spelling(name);
  if (!is_c_name(c_name))
    return void(ex.f.diagnostics.report("E0333", c_span, {c_span == name.span ? written : c_name})
                    .help(how_to_name(written, c_name_like(written))));
  std::vector<Exported>& all = ex.facts.exports;
  if (const auto before = std::ranges::find(all, c_name, &Exported::c_name); before != all.end()) {
    Diagnostic& d = ex.f.diagnostics.report("E0335", c_span, {c_name});
    d.note("the first one is here", before->span);
    if (static_cast<uint32_t>(before->global) != m.id)
      d.help("- becomes _ in C; " + how_to_name(written, c_name + "_2"));
    return;
  }
  if (ex.text.module.empty()) all.push_back({static_cast<GlobalId>(m.id), c_name, name.span});
}

} // namespace

void finish_export(ExpanderState& ex, const Datum& form) {
  for (const Datum* d : form.items.subspan(1)) {
    const bool renamed =
        d->is(DatumKind::List) && d->items.size() == 3 &&
        std::ranges::all_of(d->items, [](const Datum* i) { return i->is(DatumKind::Symbol); }) &&
        ex.spelling(*d->items[1]) == "as";
    if (renamed)
      note_export(ex, *d->items[0], ex.spelling(*d->items[2]), d->items[2]->span);
    else if (d->is(DatumKind::Symbol))
      note_export(ex, *d, default_c_name(ex.spelling(*d)), d->span);
    else
      return void(bad_form(ex, form, "a definition is exported by its name, or by (f as c_name)", d));
  }
}

void scan_compile_now(ExpanderState& ex, const Datum& form) {
  if (form.items.size() < 2) return void(bad_form(ex, form, "it takes names of functions"));
  for (const Datum* d : form.items.subspan(1)) add_pending(ex, PendingForm::CompileNow, form).row = {d};
}

void finish_compile_now(ExpanderState& ex, const PendingForm& p, Top& top) {
  const Datum& d = *p.row.front();
  const bool typed = d.is(DatumKind::List) && d.items.size() > 2 && d.items[1]->is(DatumKind::Symbol) &&
                     ex.spelling(*d.items[1]) == ":";
  const Datum& name = typed ? *d.items[0] : d;
  top.span = d.span;
  if (!name.is(DatumKind::Symbol))
    return void(bad_form(ex, *p.form, "a function is compiled by its name, or by (f : t)", &d));
  const Meaning m = ex.names.resolve(name.symbol, Want::Value);
  if (m && m.kind != Meaning::Global)
    ex.f.diagnostics.report("E0336", name.span, {ex.spelling(name), "it is no definition"});
  else
    top.value = expand_expr(ex, d);
}

static void import_file(ExpanderState& ex, const Datum& path) {
  std::string text(path.text);
  auto file = ex.f.load ? ex.f.load(text, path.span) : std::nullopt;
  if (!file) {
    if (!ex.f.load) ex.f.diagnostics.report("E0321", path.span, {text});
    return;
  }
  auto space = load_file(ex, *file, path);
  if (!space) return;
  ex.names.import(ex.names.here.space, *space);
  const Symbol name = ex.f.symbols.intern(stem(text));
  Meaning module{Meaning::Module, static_cast<uint32_t>(*space)};
  if (Meaning inner =
          ex.names.member(*space, name, Table::Modules)) { // the file contains a module with the file's name
    module = inner;
    ex.names.import(ex.names.here.space, static_cast<SpaceId>(inner.id));
  }
  ex.names.define(name, module, path.span, ex.names.here, false, Table::Modules);
}

void scan_import(ExpanderState& ex, const Datum& form) {
  if (form.items.size() < 2) return void(bad_form(ex, form, "it takes a module's name or a file's path"));
  for (const Datum* d : form.items.subspan(1)) {
    if (d->is(DatumKind::Symbol))
      import_module(ex, *d);
    else if (d->is(DatumKind::String))
      import_file(ex, *d);
    else
      bad_form(ex, form, "it takes a module's name or a file's path", d);
  }
}

} // namespace nova

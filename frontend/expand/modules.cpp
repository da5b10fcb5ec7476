// Modules and imports. A module is a space of names inside the one where it stands; a file that is imported
// is a space of its own, which sees the prelude alone.
#include "frontend/expand/expander.hpp"

namespace nova {
namespace {

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

} // namespace

/// `(module name form ...)`; without a name, its forms stand where it stands.
void Expander::scan_module(const Datum& form) {
  Data items = form.items.subspan(1);
  if (items.empty()) return void(bad_form(form, "it takes a name and forms"));
  if (!items[0]->is(DatumKind::Symbol)) {
    for (const Datum* d : items) scan(*d);
    return;
  }
  Site outer = names_.here;
  std::string outer_module = std::exchange(module_, spelling(*items[0]));
  SpaceId space = names_.add_space({outer.space, outer.unit, outer.limit});
  define_name(*items[0], {Meaning::Module, static_cast<uint32_t>(space)}, false, Table::Modules);
  names_.here.space = space;
  for (const Datum* d : items.subspan(1)) scan(*d);
  names_.here = outer, module_ = std::move(outer_module);
}

/// `(import name)`, `(import "path.nv")`.
void Expander::scan_import(const Datum& form) {
  if (form.items.size() < 2) return void(bad_form(form, "it takes a module's name or a file's path"));
  for (const Datum* d : form.items.subspan(1)) {
    if (d->is(DatumKind::Symbol))
      import_module(*d);
    else if (d->is(DatumKind::String))
      import_file(*d);
    else
      bad_form(form, "it takes a module's name or a file's path", d);
  }
}

void Expander::import_module(const Datum& name) {
  Meaning m = names_.resolve(name.symbol, Want::Head, Table::Modules);
  if (m.kind == Meaning::Module) return names_.import(names_.here.space, static_cast<SpaceId>(m.id));
  Diagnostic& d = f_.diagnostics.report("E0321", name.span, {spelling(name)});
  suggest(d, spelling(name), Table::Modules, Want::Head);
  d.help("a file is imported by its path: (import \"" + spelling(name) + ".nv\")");
}

void Expander::import_file(const Datum& path) {
  std::string text(path.text);
  auto file = f_.load ? f_.load(text, path.span) : std::nullopt;
  if (!file) {
    if (!f_.load) f_.diagnostics.report("E0321", path.span, {text});
    return;
  }
  auto space = load_file(*file, path);
  if (!space) return;
  names_.import(names_.here.space, *space);
  const Symbol name = f_.symbols.intern(stem(text));
  Meaning module{Meaning::Module, static_cast<uint32_t>(*space)};
  if (Meaning inner =
          names_.member(*space, name, Table::Modules)) { // the file holds a module of its own name
    module = inner;
    names_.import(names_.here.space, static_cast<SpaceId>(inner.id));
  }
  names_.define(name, module, path.span, names_.here, false, Table::Modules);
}

/// The space of a file's names. A file is scanned once, wherever it is imported, until its text changes.
std::optional<SpaceId> Expander::load_file(FileId file, const Datum& path) {
  std::string name = f_.sources.name(file);
  if (auto known = loaded_.find(name); known != loaded_.end()) {
    if (known->second.open) return f_.diagnostics.report("E0322", path.span, {name}), std::nullopt;
    if (f_.sources.text(known->second.file) == f_.sources.text(file)) return known->second.space;
  }
  SpaceId space = names_.add_space({prelude_});
  loaded_[name] = {file, space, true};
  Site outer = names_.here;
  std::string outer_module = std::exchange(module_, stem(name));
  names_.here.space = space;
  const bool outer_in_file = std::exchange(in_file_, true);
  scan_unit(read(f_.sources, file, f_.symbols, f_.data, f_.diagnostics));
  names_.here = outer, module_ = std::move(outer_module), in_file_ = outer_in_file;
  loaded_[name].open = false;
  return space;
}

} // namespace nova

#include "frontend/core_file/compare.hpp"
#include "frontend/core/core_text.hpp"
#include "runtime/watch.hpp"
#include <map>
#include <unordered_map>

namespace nova {
namespace {

/// A renaming: each name of the one text stands for one name of the other.
template <class Name> class Renaming {
 public:
  bool matches(const Name& a, const Name& b) {
    return to_.emplace(a, b).first->second == b && from_.emplace(b, a).first->second == a;
  }

 private:
  std::map<Name, Name> to_, from_;
};

/// Compares two data, of which `written` is the file's.
class Comparison {
 public:
  /// Returns the first parts that differ; nothing if none do.
  std::optional<std::pair<const Datum*, const Datum*>> run(const Datum& written, const Datum& found) {
    std::vector<std::pair<const Datum*, const Datum*>> todo{{&written, &found}};
    while (!todo.empty()) {
      Watch::poll();
      const auto [a, b] = todo.back();
      todo.pop_back();
      if (!same_node(*a, *b)) return std::pair(a, b);
      if (is_variable(*a)) continue;
      for (size_t k = a->items.size(); k-- > 0;) todo.emplace_back(a->items[k], b->items[k]);
    }
    return std::nullopt;
  }

 private:
  static bool is_variable(const Datum& d) {
    return d.is(DatumKind::Project) && d.items[0]->is(DatumKind::Symbol);
  }
  bool same_node(const Datum& a, const Datum& b) {
    if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
    switch (a.kind) {
    case DatumKind::Project: return is_variable(a) && is_variable(b) && variables_.matches(key(a), key(b));
    case DatumKind::TypeVariable: return types_.matches(a.symbol, b.symbol);
    case DatumKind::Symbol: return a.symbol == b.symbol;
    case DatumKind::String: return a.text == b.text;
    case DatumKind::Integer:
    case DatumKind::Floating:
      return a.integer == b.integer && a.suffixed == b.suffixed && a.element == b.element;
    default: return !a.items.empty() || a.integer == b.integer;
    }
  }
  static std::pair<uint32_t, int64_t> key(const Datum& d) {
    return {static_cast<uint32_t>(d.items[0]->symbol), d.integer};
  }

  Renaming<std::pair<uint32_t, int64_t>> variables_;
  Renaming<Symbol> types_;
};

/// Returns the beginning of the datum's text.
std::string shown(const Datum& d, const Symbols& symbols) {
  constexpr size_t most = 60;
  std::string text = print_datum(d, symbols);
  size_t end = std::min(most, text.size());
  while (end < text.size() && end > 0 && (text[end] & 0xc0) == 0x80) --end; // not inside of a character
  return "`" + (end < text.size() ? text.substr(0, end) + " .." : text) + "`";
}

/// Returns the text of the form; "" if it is no part of a core file.
std::string text_of(const Frontend& f, const CoreTop& form) {
  if (form.kind != CoreTop::Define) return print_core(*form.value, f.program, f.types, f.symbols);
  const GlobalId g = form.globals[0];
  const CoreGlobal& global = f.core.globals[static_cast<uint32_t>(g)];
  const bool own = f.program[g].kind == Global::Function || f.program[g].kind == Global::Constant;
  return own && global.value ? print_core(g, global, f.program, f.types, f.symbols) : "";
}

bool is_module(const Symbols& symbols, const Datum& d) {
  return d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::Symbol) &&
         symbols.text(d.items[0]->symbol) == "module";
}

/// Notes where the forms begin, those of modules included.
void note_forms(const Symbols& symbols, std::span<const Datum* const> data,
                std::unordered_map<uint32_t, const Datum*>& forms) {
  std::vector<std::span<const Datum* const>> left{data};
  while (!left.empty()) {
    const auto part = left.back();
    left.pop_back();
    for (const Datum* d : part) {
      forms.emplace(d->span.begin, d);
      if (is_module(symbols, *d)) left.push_back(d->items);
    }
  }
}

} // namespace

void compare_core(Frontend& f, std::span<const Datum* const> data, std::span<const CoreTop> forms) {
  std::unordered_map<uint32_t, const Datum*> written;
  note_forms(f.symbols, data, written);
  for (const CoreTop& form : forms) {
    const auto at = written.find(form.span.begin);
    if (data.empty() || form.span.file != data[0]->span.file || at == written.end()) continue;
    Sources sources;
    Diagnostics ignored;
    const FileId file = sources.add("", text_of(f, form));
    const auto found = read(sources, file, f.symbols, f.data, ignored);
    if (found.size() != 1) continue;
    if (const auto differ = Comparison().run(*at->second, *found[0]))
      f.diagnostics.report("E0227", differ->first->span,
                           {shown(*differ->first, f.symbols), shown(*differ->second, f.symbols)});
  }
}

} // namespace nova

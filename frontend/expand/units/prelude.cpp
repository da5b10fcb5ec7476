#include "frontend/expand/units/prelude.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/read/form_places.hpp"

namespace nova {
namespace {

/// Sets what the expander is doing aside for the object's lifetime, so that it can expand another form.
class SetAside {
 public:
  explicit SetAside(ExpanderState& ex)
      : ex_(ex), text_(std::exchange(ex.text, {.kind = Unit::Prelude})), form_(std::exchange(ex.form, {})),
        here_(ex.names.here), in_function_(ex.names.in_function) {}
  ~SetAside() {
    ex_.text = std::move(text_), ex_.form = std::move(form_);
    ex_.names.here = here_, ex_.names.in_function = in_function_;
  }
  SetAside(const SetAside&) = delete;

 private:
  ExpanderState& ex_;
  TextState text_;
  FormState form_;
  Site here_;
  bool in_function_;
};

/// Defines the name of a function, whose definition is expanded when it is used.
void scan_later(ExpanderState& ex, std::string_view text, Span form, Span name) {
  Datum symbol, definition;
  symbol.kind = DatumKind::Symbol, symbol.span = name, definition.span = form;
  symbol.symbol = ex.f.symbols.intern(text.substr(name.begin, name.end - name.begin));
  ex.names.here.limit = ex.position++;
  ex.later.emplace(add_global(ex, symbol, definition, Global::Function), LaterForm{form, ex.names.here});
}

void scan_file(ExpanderState& ex, FileId file) {
  const std::string_view text = ex.f.sources.text(file);
  for (const FormPlace& place : form_places(text, file))
    if (place.name)
      scan_later(ex, text, place.form, *place.name);
    else
      scan(ex, *read_form(ex.f.sources, place.form, ex.f.symbols, ex.f.data, ex.f.diagnostics));
}

} // namespace

std::vector<Top> expand_prelude_text(ExpanderState& ex, std::span<const FileId> files) {
  const size_t before = ex.reports();
  begin_text(ex, Unit::Prelude);
  for (const FileId file : files) scan_file(ex, file);
  return finish_text(ex, before);
}

void finish_later(ExpanderState& ex, GlobalId g) {
  const auto found = ex.later.find(g);
  if (found == ex.later.end()) return;
  const LaterForm& later = found->second;
  const SetAside aside(ex);
  ++ex.finished_later;
  const Datum* const form = read_form(ex.f.sources, later.form, ex.f.symbols, ex.f.data, ex.f.diagnostics);
  finish_alone(ex, g, *form, later.site);
  ex.later.erase(found);
}

} // namespace nova

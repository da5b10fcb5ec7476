#include "repl/session/reports.hpp"
#include "frontend/monomorphise/monomorphise.hpp"
#include "repl/editor/terminal.hpp"
#include <algorithm>
#include <iterator>

namespace nova {
namespace {

/// Whether the span `place` is the whole body of the prelude function `name`, so that the function does nothing but
/// the call at `place`.
bool is_body_of(const Frontend& f, const std::string& name, Span place) {
  return std::ranges::any_of(f.program.globals, [&](const Global& g) {
    if (!g.prelude || !g.value || f.symbols.text(g.name) != name) return false;
    const Span body = g.value->kind == ExprKind::Lambda ? g.value->items[0]->span : Span{};
    return body.file == place.file && body.begin == place.begin && body.end == place.end;
  });
}

/// Changes an error of a built-in inside of a prelude function, so that its message names `callee`, the function that
/// the user called. Returns true if the message cannot contain the name, so that the caller must put `callee` before
/// the message.
bool begins_with(const Frontend& f, Diagnostic& d, const std::string& callee) {
  if (d.code == "E0421" && is_body_of(f, callee, d.span)) return d.args[1] = callee, false;
  return !name_callee(d.code, callee, d.args);
}

/// Adds help where `pivot` called its function for two keys that no row has.
void help_with_empty_cell(Diagnostic& d) {
  const auto is_pivot = [](const Note& n) { return n.callee == "pivot"; };
  const auto is_empty = [](const Note& n) { return n.element.find(", rows = 0,") != n.element.npos; };
  if (std::ranges::any_of(d.notes, is_pivot) && std::ranges::any_of(d.notes, is_empty))
    d.help("no row has these two keys, so the function got an empty vector; (pivot-or d row-key column-key f "
           "rows) has d "
           "there");
}

} // namespace

Diagnostic Reports::at_user_call(Diagnostic d) const {
  help_with_empty_cell(d);
  while (d.code.starts_with("E04") &&
         d.span.expansion != 0) { // inside of a prelude macro: report at the macro's use
    const Expansion& e = frontend_.sources.expansion(d.span.expansion);
    if (!names_.in_prelude(e.definition)) break;
    d.span = e.use;
  }
  auto call = std::ranges::find_if(
      d.notes, [&](const Note& n) { return n.span.file != 0 && !names_.in_prelude(n.span); });
  if (names_.in_prelude(d.span) && call != d.notes.end()) {
    call->callee = written_operation(call->callee);
    const bool begins = !call->callee.empty() && begins_with(frontend_, d, call->callee);
    const std::string element = call->element;
    d.span = call->span;
    *call = Note{Note::Plain, "", {}, call->callee};
    const auto behind = begins ? call + 1 : d.notes.erase(call);
    if (!element.empty()) d.notes.insert(behind, Note{Note::Plain, "called for " + element, {}});
  }
  if (!d.code.starts_with("E04") && !d.code.starts_with("E06")) return d; // its notes are no calls
  std::erase_if(d.notes, [&](const Note& n) { return names_.in_prelude(n.span) && n.element.empty(); });
  for (Note& n : d.notes)
    if (names_.in_prelude(n.span)) n.span = {}, n.text = "called for " + n.element;
  return d;
}

void Reports::report(const Diagnostic& reported) {
  const Diagnostic d = at_user_call(reported);
  interrupted_ |= d.code == "E0603";
  stopped_ |= interrupted_ || d.code == "E0604"; // E0604: the time is over
  if (listener) return listener(d);
  failed_ |= d.severity() == Severity::Error;
  if (options_.err)
    options_.err(render(d, frontend_.sources, options_.look.colour,
                        options_.look.breaks_lines ? editor::terminal_size().columns : 0));
}

namespace {
bool is_limit(const Diagnostic& d) { return d.code == "E0601" || d.code == "E0603" || d.code == "E0604"; }
} // namespace

/// If a limit ended the work, only the limit is reported, since the other errors come from unfinished work.
bool Reports::flush() {
  bool ok = true;
  std::vector<Diagnostic> told = frontend_.diagnostics.take();
  if (const auto limit = std::ranges::find_if(told, is_limit); limit != told.end()) told = {*limit};
  for (const Diagnostic& d : told) {
    ok &= d.severity() != Severity::Error;
    report(d);
  }
  for (const Diagnostic& d : warnings_.take()) report(d);
  return ok;
}

} // namespace nova

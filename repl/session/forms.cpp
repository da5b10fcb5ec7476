// Runs forms typed at the prompt. If a form has an error, the error is reported and the form defines nothing. Neither
// do definitions of the same text that refer to the form. The other forms run.
#include "frontend/expand/foreign_words.hpp"
#include "frontend/expand/helps/known_names.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/session/limits.hpp"
#include "repl/session/session.hpp"
#include "repl/session/stale_uses.hpp"
#include "repl/session/warnings.hpp"
#include <algorithm>

namespace nova {

bool is_definition(Frontend& f, const Datum& d) {
  const Symbol define = f.symbols.intern("define");
  return d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::Symbol) &&
         d.items[0]->symbol == define;
}

namespace {

/// Notes whether a definition is there, or had an error: a use of its name is told so.
void note_failure(Frontend& f, const Datum& d, bool good) {
  if (!d.is(DatumKind::List) || d.items.size() < 2 || !d.items[0]->is(DatumKind::Symbol) ||
      !f.symbols.text(d.items[0]->symbol).starts_with("define"))
    return;
  const Datum* name = d.items[1];
  while (name->is(DatumKind::List) && !name->items.empty()) name = name->items[0];
  if (!name->is(DatumKind::Symbol)) return;
  const std::string text(f.symbols.text(name->symbol));
  constexpr size_t most = 1000; // names that failed and were never mended
  if (good)
    f.failed_definitions.erase(text);
  else if (f.failed_definitions.size() < most)
    f.failed_definitions[text] = f.sources.place(name->span);
}

/// Returns how many data, from the first on, are expanded together as one unit. Adjacent definitions are one unit, so
/// that they can refer to each other. `a && b` is one unit, so that only one error is reported for it.
size_t unit_length(Frontend& f, std::span<const Datum* const> data) {
  if (is_other_infix(f, data)) return 3;
  size_t n = 0;
  while (n < data.size() && is_definition(f, *data[n])) ++n;
  return std::max<size_t>(n, 1);
}

/// Returns the number of data up to the end of the line on which the n-th datum ends. After an error, the rest of the
/// line is skipped. So a line of another language, such as `for (int i ..)`, gets only one error.
size_t end_of_line(const Sources& sources, std::span<const Datum* const> data, size_t n) {
  const auto ends = [&](size_t k) {
    const Span gap{data[k - 1]->span.file, data[k - 1]->span.end, data[k]->span.begin, 0};
    return sources.text(gap).find('\n') != std::string_view::npos;
  };
  while (n < data.size() && !ends(n)) ++n;
  return n;
}

/// Returns the spans, extended to whole lines of `text`, in order. Overlapping spans are joined.
std::vector<Span> lines_of(std::vector<Span> spans, std::string_view text) {
  std::ranges::sort(spans, {}, &Span::begin);
  std::vector<Span> lines;
  for (Span s : spans) {
    s.begin = static_cast<uint32_t>(text.rfind('\n', s.begin == 0 ? 0 : s.begin - 1) + 1);
    s.end = static_cast<uint32_t>(std::min(text.find('\n', s.end), text.size()));
    if (lines.empty() || lines.back().end < s.begin)
      lines.push_back(s);
    else
      lines.back().end = std::max(lines.back().end, s.end);
  }
  return lines;
}

/// Removes the data in unreadable lines: lines with syntax errors, and lines of data that such an error has damaged.
/// Returns the number of ranges of unreadable lines.
size_t drop_unreadable(Frontend& f, FileId file, std::vector<const Datum*>& data) {
  std::vector<Span> wrong;
  for (const Diagnostic& d : f.diagnostics.all())
    if (d.severity() == Severity::Error) wrong.push_back(d.span);
  for (const Datum* d : data)
    if (d->damage != Damage::None) wrong.push_back(d->span);
  const std::vector<Span> lost = lines_of(std::move(wrong), f.sources.text(file));
  std::erase_if(data, [&](const Datum* d) {
    const bool gone =
        std::ranges::any_of(lost, [&](Span s) { return d->span.begin < s.end && s.begin < d->span.end; });
    if (gone) note_failure(f, *d, false);
    return gone;
  });
  return lost.size();
}

bool has_failed(const Frontend& f, const CoreTop& form) {
  return std::ranges::any_of(form.globals, [&](GlobalId g) { return has_errors(f, g); });
}

/// Marks as failed all definitions in `forms` that refer to a failed definition, directly or indirectly.
void fail_dependents(Frontend& f, std::span<const CoreTop> forms) {
  for (bool more = true; more;) {
    more = false;
    for (const CoreTop& form : forms)
      for (const GlobalId g : form.globals) {
        const Core* const value = f.core.globals[static_cast<uint32_t>(g)].value;
        if (!value || has_errors(f, g)) continue;
        for_each_definition(*value,
                            [&](GlobalId used) { more |= f.program[g].failed |= has_errors(f, used); });
      }
  }
}

/// Adds the definitions of a unit to `ran`, as defined or undefined. Their indices begin at `first`. If `taken` is
/// false, marks all of them as failed.
void note_definitions(Frontend& f, size_t first, bool taken, FormsRun& ran) {
  for (size_t k = first; k < f.program.globals.size(); ++k) {
    const auto g = static_cast<GlobalId>(k);
    Global& global = f.program[g];
    global.failed |= !taken || has_errors(f, g);
    (global.failed ? ran.undefined : ran.defined).push_back(g);
  }
}

/// Adds the types that a unit declares to `ran`. Their indices begin at `first`. If `taken` is false, marks all of
/// them as failed instead.
void note_types(Program& program, size_t first, bool taken, FormsRun& ran) {
  for (size_t t = first; t < program.types.size(); ++t) {
    program.types[t].failed = !taken;
    if (taken) ran.types.push_back(static_cast<TypeDeclId>(t));
  }
}

} // namespace

bool Session::run_forms(FileId file, const FormHooks& hooks, OnError on_error) {
  std::vector<const Datum*> data;
  start_clock();
  limited(machine_, {file, 0, 0, 0}, [&] { data = read_text(file), help_by_known_names(frontend_, data); });
  const size_t unreadable = drop_unreadable(frontend_, file, data);
  ran_ = {.forms = data.size() + unreadable};
  if (!reports_.flush() && (reports_.stopped() || on_error == OnError::Stop)) return false;
  for (std::span<const Datum* const> rest = data; !rest.empty() && !reports_.stopped();) {
    const auto unit = rest.first(unit_length(frontend_, rest));
    const bool good = run_unit(unit, hooks);
    if (!good && on_error == OnError::Stop) reports_.stop();
    rest = rest.subspan(good ? unit.size() : end_of_line(frontend_.sources, rest, unit.size()));
  }
  warn_of_stale_uses(frontend_, stale_uses_, ran_.defined), reports_.flush();
  warn_of_older_types(frontend_, stale_uses_, ran_.types), reports_.flush();
  if (!tiers_.holds_verdicts()) warn_of_bare_calls(frontend_, data), reports_.flush();
  return ran_.good == ran_.forms;
}

/// Runs a unit. If it consists of definitions, those without errors take effect even if others fail. Any other unit
/// takes effect as a whole or not at all. Returns false if something failed.
bool Session::run_unit(std::span<const Datum* const> unit, const FormHooks& hooks) {
  const auto text_of = [&](Span span) { return frontend_.sources.text(span); };
  const std::string_view text = text_of(join(unit.front()->span, unit.back()->span));
  if (hooks.before && !hooks.before(text)) return reports_.flush(), false;
  const size_t first = frontend_.program.globals.size(), first_type = frontend_.program.types.size();
  const std::vector<CoreTop> forms = check_unit(unit);
  std::vector<Outcome> outcomes;
  const bool checked = reports_.flush(), good = run_checked(forms, outcomes) && checked;
  const bool by_parts = !good && is_definition(frontend_, *unit[0]);
  size_t made = 0;
  for (const Outcome& o : outcomes) {
    const bool own = names_.is_own(o.top->span.file);
    if ((own && !good && !by_parts) || has_failed(frontend_, *o.top)) continue;
    limited(machine_, o.top->span, [&] { hooks.done(o); });
    reports_.flush();
    made += own;
    if (by_parts && hooks.after) hooks.after(text_of(o.top->span));
  }
  if (good && hooks.after) hooks.after(text);
  for (const Datum* d : unit) note_failure(frontend_, *d, good);
  ran_.good += good ? unit.size() : by_parts ? made : 0;
  note_definitions(frontend_, first, good || by_parts, ran_);
  note_types(frontend_.program, first_type, good || by_parts, ran_);
  return good;
}

std::vector<CoreTop> Session::check_unit(std::span<const Datum* const> unit) {
  std::vector<CoreTop> forms;
  limited(machine_, unit[0]->span, [&] {
    printer_.data(unit);
    const size_t first_type = frontend_.program.types.size();
    std::vector<Top> tops = expand(frontend_, unit, Unit::Prompt);
    printer_.tops(tops);
    forms = check(frontend_, tops);
    help_by_known_names(frontend_, unit);
    printer_.core(forms, first_type);
  });
  return forms;
}

/// Runs the forms in order, except those that refer to a failed definition. Returns false if a form failed.
bool Session::run_checked(std::span<const CoreTop> forms, std::vector<Outcome>& outcomes) {
  bool good = true;
  for (const CoreTop& form : forms) {
    if (reports_.stopped() || has_failed(frontend_, form)) continue;
    bool failed = false;
    std::optional<Value> value = run_one(form, failed);
    good &= !failed;
    if (!failed) outcomes.push_back({std::move(value), form.type, &form, tiers_.made()});
    for (const GlobalId g : form.globals) frontend_.program[g].failed |= failed;
    if (failed) fail_dependents(frontend_, forms);
  }
  return good;
}

/// The text is empty unless there were several forms and one had an error.
std::string Session::what_ran() const {
  const FormsRun& ran = ran_;
  if (ran.good == ran.forms || ran.forms + ran.undefined.size() < 2) return "";
  std::string told =
      ran.good ? std::to_string(ran.good) + " of " + count(ran.forms, "form") + " ran" : "nothing ran";
  std::vector<std::string> names, older;
  for (const GlobalId g : ran.undefined) {
    names.emplace_back(names_.name_of(g));
    if (defined_before(frontend_, g) || find_builtin(names.back())) older.push_back(names.back());
  }
  if (!names.empty()) told += "; not defined: " + list_of(names);
  if (!older.empty()) told += " (" + list_of(older) + " as before)";
  return told + "\n";
}

} // namespace nova

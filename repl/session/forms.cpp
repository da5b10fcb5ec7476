// Forms as they are typed: each stands for itself. One with an error is told and is as if never typed, with
// the definitions of the text that name it; the others run.
#include "frontend/expand/foreign_words.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/session/limits.hpp"
#include "repl/session/session.hpp"
#include "repl/session/stale_uses.hpp"
#include <algorithm>

namespace nova {

bool Session::defines(const Datum& d) {
  const Symbol define = frontend_.symbols.intern("define");
  return d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::Symbol) &&
         d.items[0]->symbol == define;
}

/// How many of the first data are read as one: definitions that stand together see each other, `a && b` is
/// one error.
size_t Session::unit_length(std::span<const Datum* const> data) {
  if (is_other_infix(frontend_, data)) return 3;
  size_t n = 0;
  while (n < data.size() && defines(*data[n])) ++n;
  return std::max<size_t>(n, 1);
}

/// How many of the data stand in the lines of the first n: `for (int i ..)` is one thought, and one error.
size_t Session::end_of_line(std::span<const Datum* const> data, size_t n) const {
  const auto ends = [&](size_t k) {
    const Span gap{data[k - 1]->span.file, data[k - 1]->span.end, data[k]->span.begin, 0};
    return frontend_.sources.text(gap).find('\n') != std::string_view::npos;
  };
  while (n < data.size() && !ends(n)) ++n;
  return n;
}

namespace {

/// Spans of one file widened to their lines, those that meet joined.
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

} // namespace

/// Leaves out what stands in lines that can't be read: those of errors, and of data that they damage. How
/// many pieces of the text these are.
size_t Session::drop_unreadable(FileId file, std::vector<const Datum*>& data) const {
  std::vector<Span> wrong;
  for (const Diagnostic& d : frontend_.diagnostics.all())
    if (d.severity() == Severity::Error) wrong.push_back(d.span);
  for (const Datum* d : data)
    if (d->damage != Damage::None) wrong.push_back(d->span);
  const std::vector<Span> lost = lines_of(std::move(wrong), frontend_.sources.text(file));
  std::erase_if(data, [&](const Datum* d) {
    return std::ranges::any_of(lost, [&](Span s) { return d->span.begin < s.end && s.begin < d->span.end; });
  });
  return lost.size();
}

bool Session::run_forms(FileId file, const FormHooks& hooks, OnError on_error) {
  std::vector<const Datum*> data;
  start_clock();
  limited(*machine_, {file, 0, 0, 0}, [&] { data = read_text(file); });
  const size_t unreadable = drop_unreadable(file, data);
  ran_ = {.forms = data.size() + unreadable};
  if (!flush_diagnostics() && (stopped_ || on_error == OnError::Stop)) return false;
  for (std::span<const Datum* const> rest = data; !rest.empty() && !stopped_;) {
    const auto unit = rest.first(unit_length(rest));
    const bool good = run_unit(unit, hooks, ran_);
    stopped_ |= !good && on_error == OnError::Stop;
    rest = rest.subspan(good ? unit.size() : end_of_line(rest, unit.size()));
  }
  warn_of_keepers(ran_.defined);
  warn_of_older_types(ran_.types);
  warn_of_bare_calls(data);
  return ran_.good == ran_.forms;
}

/// Definitions that stand together are a unit: those that are good are made. Any other form is one by itself,
/// which is taken as a whole or not at all.
bool Session::run_unit(std::span<const Datum* const> unit, const FormHooks& hooks, Ran& ran) {
  const auto text_of = [&](Span span) { return frontend_.sources.text(span); };
  const std::string_view text = text_of(join(unit.front()->span, unit.back()->span));
  if (hooks.before && !hooks.before(text)) return flush_diagnostics(), false;
  const size_t first = frontend_.program.globals.size(), first_type = frontend_.program.types.size();
  const std::vector<CoreTop> forms = check_unit(unit);
  std::vector<Outcome> outcomes;
  const bool checked = flush_diagnostics(), good = run_checked(forms, outcomes) && checked;
  const bool by_parts = !good && defines(*unit[0]);
  size_t made = 0;
  for (const Outcome& o : outcomes) {
    const bool own = o.top->span.file >= first_own_file_;
    if ((own && !good && !by_parts) || has_failed(*o.top)) continue;
    limited(*machine_, o.top->span, [&] { hooks.done(o); });
    flush_diagnostics();
    made += own;
    if (by_parts && hooks.after) hooks.after(text_of(o.top->span));
  }
  if (good && hooks.after) hooks.after(text);
  ran.good += good ? unit.size() : by_parts ? made : 0;
  const bool taken = good || by_parts;
  note_definitions(first, taken, ran);
  for (size_t t = first_type; t < frontend_.program.types.size(); ++t) {
    frontend_.program.types[t].failed = !taken;
    if (taken) ran.types.push_back(static_cast<TypeDeclId>(t));
  }
  return good;
}

std::vector<CoreTop> Session::check_unit(std::span<const Datum* const> unit) {
  std::vector<CoreTop> forms;
  limited(*machine_, unit[0]->span, [&] {
    for (const Datum* d : unit)
      if (dumps(Phase::Datum)) options_.out(print_datum(*d, frontend_.symbols) + "\n");
    std::vector<Top> tops = expand(frontend_, unit, Unit::Prompt);
    dump_tops(tops);
    forms = check(frontend_, tops);
    dump_core(forms);
  });
  return forms;
}

/// Runs the forms in their order, but for those that name one that failed.
bool Session::run_checked(std::span<const CoreTop> forms, std::vector<Outcome>& outcomes) {
  bool good = true;
  for (const CoreTop& form : forms) {
    if (stopped_ || has_failed(form)) continue;
    bool failed = false;
    std::optional<Value> value = run_one(form, failed);
    good &= !failed;
    if (!failed) outcomes.push_back({std::move(value), form.type, &form, made_});
    for (const GlobalId g : form.globals) frontend_.program[g].failed |= failed;
    if (failed) fail_dependents(forms);
  }
  return good;
}

bool Session::has_failed(const CoreTop& form) const {
  return std::ranges::any_of(form.globals, [&](GlobalId g) { return has_errors(frontend_, g); });
}

/// What names a definition that failed fails too.
void Session::fail_dependents(std::span<const CoreTop> forms) {
  for (bool more = true; more;) {
    more = false;
    for (const CoreTop& form : forms)
      for (const GlobalId g : form.globals) {
        const Core* const value = frontend_.core.globals[static_cast<uint32_t>(g)].value;
        if (!value || has_errors(frontend_, g)) continue;
        for_each_definition(*value, [&](GlobalId used) {
          more |= frontend_.program[g].failed |= has_errors(frontend_, used);
        });
      }
  }
}

/// A unit's definitions, from `first` on: those that failed are as if never typed, and so are all where
/// nothing of it is taken.
void Session::note_definitions(size_t first, bool taken, Ran& ran) {
  for (size_t k = first; k < frontend_.program.globals.size(); ++k) {
    const auto g = static_cast<GlobalId>(k);
    Global& global = frontend_.program[g];
    global.failed |= !taken || has_errors(frontend_, g);
    (global.failed ? ran.undefined : ran.defined).push_back(g);
  }
}

std::optional<Value> Session::run_one(const CoreTop& top, bool& failed) {
  Result<std::optional<Value>> result = machine_->run(top);
  flush_diagnostics();
  failed = !result;
  made_ = nullptr;
  if (tiers_) {
    const Verdict verdict = tiers_->take_verdict();
    auto asked = tiers_->take_asked(); // by this run, whoever wants to know
    if (result && !holds_verdicts_)
      made_ = verdicts_.note(top, verdict, std::move(asked)); // an error has no value to know of
  }
  if (result) return std::move(*result);
  report(result.error());
  return {};
}

} // namespace nova

#include "repl/session/value_verdicts.hpp"
#include "frontend/source/label.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/session/stale_uses.hpp"
#include <algorithm>

namespace nova {

/// Returns the worst of the verdicts on the definitions that an expression refers to. The verdict on a function
/// includes the verdicts on the definitions that the function refers to.
Verdict Verdicts::of_names(const Core& expression) const {
  Verdict worst = Verdict::Interpreted;
  for_each_definition(expression, [&](GlobalId g) {
    if (const auto at = defined_.find(g); at != defined_.end()) worst = std::max(worst, at->second->verdict);
  });
  return worst;
}

MadeRef Verdicts::note(const CoreTop& top, Verdict verdict, std::vector<const Tiers::Form*> asked) {
  Made made{verdict, frontend_.sources.user_span(top.span).file, std::move(asked)};
  if (!text_.empty() && text_.back()->file != made.file) text_.clear(), named_.clear();
  if (top.kind == CoreTop::Expression) {
    made.verdict = std::max(verdict, of_names(*top.value));
    add_line(name_of_form(top.span), made.verdict);
    if (top.value->kind == CoreKind::Global) named_.push_back(top.value->global);
    return text_.emplace_back(std::make_shared<Made>(std::move(made)));
  }
  for (const GlobalId g : top.globals) {
    const CoreGlobal& global = frontend_.core.globals[static_cast<size_t>(g)];
    Made own = made;
    if (global.value) own.verdict = std::max(verdict, of_names(*global.value));
    const ForeignFunction* const foreign = frontend_.program[g].foreign.get();
    if (foreign && (foreign->in_library || foreign->in_process)) own.verdict = Verdict::Foreign;
    if (global.value && global.value->kind != CoreKind::Lambda)
      add_line(name_of_form(top.span, frontend_.symbols.text(frontend_.program[g].name)), own.verdict);
    defined_[g] = std::make_shared<Made>(std::move(own));
  }
  return text_.emplace_back(std::make_shared<Made>(std::move(made)));
}

/// Returns a label for a form. In a file it is the form's position, followed by `defined`, the name that the form
/// defines. In a typed text it is that name, or the form's text if it defines none.
std::string Verdicts::name_of_form(Span span, std::string_view defined) const {
  constexpr size_t longest = 60;
  const Sources& sources = frontend_.sources;
  const std::string file(sources.name(sources.user_span(span).file));
  const bool typed =
      file == "prompt" || (file.starts_with('[') && file.ends_with(']')) || sources.is_shared(file);
  if (!defined.empty()) return (typed ? "" : sources.place(span) + ": ") + std::string(defined);
  std::string text(form_text(sources, span));
  std::ranges::replace(text, '\n', ' ');
  return typed ? shorten(text, longest) : sources.place(span);
}

void Verdicts::note_value(GlobalId g, MadeRef made) {
  if (made) defined_[g] = std::move(made); // null for a value made before there was a tier manager
}

void Verdicts::add_line(std::string form, Verdict verdict) {
  constexpr size_t most_lines = 1000;
  lines_.emplace_back(std::move(form), verdict);
  if (lines_.size() > most_lines) ++before_[lines_.front().second], lines_.pop_front();
}

/// The records in `text_` that a result still refers to outlive the removed forms. So the text of `:why` about these
/// forms is stored in the records first.
void Verdicts::forget(const TierManager* tiers, GlobalId first, FileId file) {
  defined_.erase(defined_.lower_bound(first), defined_.end());
  if (text_.empty() || text_.back()->file < file) return;
  for (const std::shared_ptr<Made>& made : text_)
    if (tiers && made.use_count() > 1 && !made->asked.empty())
      made->told = tiers->why(std::exchange(made->asked, {}), made->file);
  text_.clear(), named_.clear();
}

std::string Verdicts::list(size_t most) const {
  const size_t skipped = lines_.size() - std::min(most, lines_.size());
  std::map<Verdict, size_t> counts = before_;
  for (size_t k = 0; k < skipped; ++k) ++counts[lines_[k].second];
  std::string text;
  size_t left_out = 0;
  for (const auto& [verdict, n] : counts) {
    text += (text.empty() ? "" : ", ") + std::to_string(n) + " " + std::string(describe(verdict));
    left_out += n;
  }
  if (left_out)
    text = "before these " + std::to_string(left_out) + ": " + text + (skipped ? " (:verdicts all)\n" : "\n");
  for (size_t k = skipped; k < lines_.size(); ++k)
    text += lines_[k].first + ": " + std::string(describe(lines_[k].second)) + "\n";
  return text;
}

/// Returns the report on the earlier form that made the value of definition `g`.
std::string Verdicts::why_value(const TierManager& tiers, GlobalId g) const {
  const CoreGlobal& global = frontend_.core.globals[static_cast<size_t>(g)];
  const std::string name(frontend_.symbols.text(frontend_.program[g].name));
  if (global.value && global.value->kind == CoreKind::Lambda)
    return name + " is a function: ask for a call of it\n";
  const auto at = defined_.find(g);
  if (at == defined_.end() || !at->second) return "";
  return "the value of " + name + ": " + std::string(describe(at->second->verdict)) + "\n" +
         at->second->told + tiers.why(at->second->asked, at->second->file);
}

std::string Verdicts::why(const TierManager& tiers, FileId file) const {
  std::vector<const Tiers::Form*> asked;
  if (!text_.empty() && text_.back()->file == file)
    for (const auto& made : text_) asked.insert(asked.end(), made->asked.begin(), made->asked.end());
  std::string told = tiers.why(asked, file);
  for (const GlobalId g : named_) told += why_value(tiers, g);
  return told.empty() ? "interpreted: there is no array expression\n" : told;
}

} // namespace nova

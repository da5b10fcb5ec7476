// The provenance of a session's values. `--verdicts` and `:verdicts` show how far each value was checked against the
// interpreter. `:why` shows which forms the tiers were asked to run for a value.
#pragma once
#include "frontend/state/frontend.hpp"
#include "jit/tiers/tiers.hpp"
#include <deque>
#include <map>

namespace nova {

/// The provenance of a form's value: its verdict, and the forms that the tiers were asked to run for it.
struct Made {
  Verdict verdict = Verdict::Interpreted;
  FileId file{};                           ///< the file of the form
  std::vector<const Tiers::Form*> asked{}; ///< forms that the tiers were asked to run for the value
  std::string told{};                      ///< the text of `:why` on forms that were in `asked`, now removed
};
using MadeRef = std::shared_ptr<const Made>;

class Verdicts {
 public:
  explicit Verdicts(const Frontend& frontend) : frontend_(frontend) {}
  /// Records a form that ran. Its verdict is the worst of `verdict`, which the tiers gave, and the verdicts on the
  /// definitions that it refers to.
  MadeRef note(const CoreTop& top, Verdict verdict, std::vector<const Tiers::Form*> asked);
  /// Records that definition `g`, such as the prompt's `it`, has the value of an earlier form. `made` is the value's
  /// provenance.
  void note_value(GlobalId g, MadeRef made);
  /// Removes all records about texts whose ids are `file` or greater, and about definitions whose ids are `first` or
  /// greater.
  void forget(const TierManager* tiers, GlobalId first, FileId file);
  /// Returns a line that counts the earlier forms by verdict, then a line for each of the last `most` forms, the
  /// oldest first. At most 1,000 forms have lines.
  std::string list(size_t most) const;
  /// Returns a report on what the tiers did for the forms of a text that ran. For a form that is only a definition's
  /// name, it reports on the earlier form that made the definition's value.
  std::string why(const TierManager& tiers, FileId file) const;

 private:
  Verdict of_names(const Core& c) const;
  std::string name_of_form(Span span, std::string_view defined = {}) const;
  std::string why_value(const TierManager& tiers, GlobalId g) const;
  const Frontend& frontend_;
  std::map<GlobalId, MadeRef> defined_;
  void add_line(std::string form, Verdict verdict);
  std::deque<std::pair<std::string, Verdict>> lines_; ///< label and verdict of each of the last forms
  std::map<Verdict, size_t> before_;                  ///< number of forms before `lines_`, by verdict
  std::vector<std::shared_ptr<Made>> text_;           ///< the forms of the last text that ran
  std::vector<GlobalId> named_;                       ///< definitions whose name alone is a form in `text_`
};

} // namespace nova

// The provenance of a session's values: how far each was checked against the interpreter, for `--verdicts` and
// `:verdicts`, and which forms the tiers were asked to run for it, for `:why`.
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
  std::vector<const Tiers::Form*> asked{}; ///< forms that the tiers were asked to run
  std::string told{};                      ///< the text of `:why` on `asked`, once these are forgotten
};
using MadeRef = std::shared_ptr<const Made>;

class Verdicts {
 public:
  explicit Verdicts(const Frontend& frontend) : frontend_(frontend) {}
  /// Notes a form that ran, with the tiers' verdict. Its verdict is at best that of the definitions that it refers
  /// to.
  MadeRef note(const CoreTop& top, Verdict verdict, std::vector<const Tiers::Form*> asked);
  /// Notes that definition `g` has the value of an earlier form, as the prompt's `it` has.
  void note_value(GlobalId g, MadeRef made);
  /// Removes what is known of the texts from `file` on, and of the definitions from `first` on.
  void forget(const TierManager* tiers, GlobalId first, FileId file);
  /// Returns a line for each of the last `most` forms (at most 1,000), in order, after the counts of the earlier
  /// ones.
  std::string list(size_t most) const;
  /// Returns what the tiers did for the forms of a text that ran. A form that is only a definition's name stands for
  /// the form that made its value.
  std::string why(const TierManager& tiers, FileId file) const;

 private:
  Verdict of_names(const Core& c) const;
  std::string name_of_form(Span span, std::string_view defined = {}) const;
  std::string why_value(const TierManager& tiers, GlobalId g) const;
  const Frontend& frontend_;
  std::map<GlobalId, MadeRef> defined_;
  void add_line(std::string form, Verdict verdict);
  std::deque<std::pair<std::string, Verdict>> lines_; ///< label and verdict of each of the last forms
  std::map<Verdict, size_t> before_;                  ///< number of earlier forms with each verdict
  std::vector<std::shared_ptr<Made>> text_;           ///< the forms of the last text that ran
  std::vector<GlobalId> named_;                       ///< definitions whose name alone is a form there
};

} // namespace nova

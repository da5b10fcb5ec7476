// What is known of the values of a session: how far they are right, which `--verdicts` and `:verdicts` list, and which
// forms the tiers were asked for on the way to them, of which `:why` tells.
#pragma once
#include "frontend/state/frontend.hpp"
#include "jit/tiers/tiers.hpp"
#include <deque>
#include <map>

namespace nova {

/// How a form's value came to be.
struct Made {
  Verdict verdict = Verdict::Interpreted;
  FileId file{}; ///< the form's
  std::vector<const Tiers::Form*> asked{};
  std::string told{}; ///< what there is to say of them, once they are gone
};
using MadeRef = std::shared_ptr<const Made>;

class Verdicts {
 public:
  explicit Verdicts(const Frontend& frontend) : frontend_(frontend) {}
  /// A form ran: what the tiers say of it. A value is known no better than the definitions that it names.
  MadeRef note(const CoreTop& top, Verdict verdict, std::vector<const Tiers::Form*> asked);
  /// A definition that no form of the session made, but has an earlier form's value.
  void note_value(GlobalId g, MadeRef made);
  /// The texts from `file` on go, with their definitions from `first` on.
  void forget(const TierManager* tiers, GlobalId first, FileId file);
  /// A line for each form, in their order: the last `most` of them, at most 1,000, and how many there were before.
  std::string list(size_t most) const;
  /// What the tiers did for the forms of a text that ran; where it names a definition's value alone, for that.
  std::string why(const TierManager& tiers, FileId file) const;

 private:
  Verdict of_names(const Core& c) const;
  std::string name_of_form(Span span, std::string_view defined = {}) const;
  std::string why_value(const TierManager& tiers, GlobalId g) const;
  const Frontend& frontend_;
  std::map<GlobalId, MadeRef> defined_;
  void add_line(std::string form, Verdict verdict);
  std::deque<std::pair<std::string, Verdict>> lines_; ///< of the last forms: what each is called
  std::map<Verdict, size_t> before_;                  ///< how many there were before those
  std::vector<std::shared_ptr<Made>> text_;           ///< the forms of the last text that ran
  std::vector<GlobalId> named_;                       ///< those of them that are a definition's name
};

} // namespace nova

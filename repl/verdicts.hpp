// What is known of the values of a session: how far they are right, which `--verdicts` and `:verdicts` list, and which
// forms the tiers were asked for on the way to them, of which `:why` tells.
#pragma once
#include "frontend/frontend.hpp"
#include "jit/tiers.hpp"
#include <map>

namespace nova {

/// How a form's value came to be.
struct Made {
  Verdict verdict = Verdict::Interpreted;
  FileId file{};                          ///< the form's
  std::vector<const Tiers::Form*> asked{};
};
using MadeRef = std::shared_ptr<const Made>;

class Verdicts {
 public:
  explicit Verdicts(const Frontend& frontend) : frontend_(frontend) {}
  /// A form ran: what the tiers say of it. A value is known no better than the definitions that it names.
  MadeRef note(const CoreTop& top, Verdict verdict, std::vector<const Tiers::Form*> asked);
  /// A definition that no form of the session made, but has an earlier form's value.
  void note_value(GlobalId g, MadeRef made);
  /// A line for each form, in their order: the last `most` of them, and how many there were before.
  std::string list(size_t most) const;
  /// What the tiers did for the forms of a text that ran; where it names a definition's value alone, for that.
  std::string why(const TierManager& tiers, FileId file) const;

 private:
  Verdict of_names(const Core& c) const;
  std::string why_value(const TierManager& tiers, GlobalId g) const;
  const Frontend& frontend_;
  std::map<GlobalId, MadeRef> defined_;
  std::vector<std::pair<std::string, Verdict>> lines_; ///< of a form each: what it is called
  std::vector<MadeRef> text_;                          ///< the forms of the last text that ran
  std::vector<GlobalId> named_;                        ///< those of them that are a definition's name
};

} // namespace nova

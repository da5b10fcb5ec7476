// How far the values of a session are known to be right: what `--verdicts` and `:verdicts` list.
#pragma once
#include "frontend/frontend.hpp"
#include "jit/tiers.hpp"
#include <map>

namespace nova {

class Verdicts {
 public:
  explicit Verdicts(const Frontend& frontend) : frontend_(frontend) {}
  /// A form ran: what the tiers say of it. A value is known no better than the definitions that it names.
  void note(const CoreTop& top, Verdict verdict);
  /// A line for each form, in their order.
  std::string list() const;

 private:
  Verdict of_names(const Core& c) const;
  const Frontend& frontend_;
  std::map<GlobalId, Verdict> defined_;
  std::vector<std::pair<std::string, Verdict>> lines_; ///< of a form each: what it is called
};

} // namespace nova

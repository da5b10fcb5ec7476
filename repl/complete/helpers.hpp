// Which definitions of the prelude are helpers: parts of one other function, such as `fft-pass-2` of `fft`.
#pragma once
#include "frontend/state/frontend.hpp"
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nova {

/// The calls among the prelude's definitions.
class PreludeHelpers {
 public:
  explicit PreludeHelpers(Frontend& f) : f_(f) {}
  /// Whether a definition of the prelude is a helper of `whole`, another definition of it, whose name and a hyphen
  /// its own begins with: `whole` uses it, also through others, and all that use it have names of that beginning.
  bool is_helper(GlobalId g, GlobalId whole);

 private:
  void find_uses();
  bool reaches(GlobalId from, GlobalId g) const;
  std::string_view name_of(GlobalId g) const { return f_.symbols.text(f_.program[g].name); }

  Frontend& f_;
  std::unordered_map<GlobalId, std::vector<GlobalId>> uses_, users_;
};

} // namespace nova

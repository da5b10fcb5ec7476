// References between definitions: which definitions an expression refers to, and which definitions still use an older
// meaning of a name that has been redefined.
#pragma once
#include "frontend/state/frontend.hpp"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace nova {

/// Calls `f` with each reference to a definition in the expression. It does not recurse, so that deep expressions do
/// not overflow the stack.
void for_each_definition(const Core& expression, const std::function<void(GlobalId)>& f);

/// Whether the expression may do IO, in its own calls of built-ins or in definitions that it refers to.
bool does_io(const Frontend& f, const Core& expression);

/// Returns the last definition before `g` that has the same name and no errors. It may be one of the prelude. Returns
/// nothing if there is none.
std::optional<GlobalId> defined_before(const Frontend& f, GlobalId g);

/// Finds stale uses: definitions that use an older meaning of a redefined name. Considers only definitions for which
/// `counts` returns true.
class StaleUses {
 public:
  StaleUses(const Frontend& f, std::function<bool(GlobalId)> counts) : f_(f), counts_(std::move(counts)) {}

  /// Returns the names of the definitions that use an older meaning of the name of `g`, directly or through other
  /// such definitions. They are in the order in which they were defined. Definitions that have been redefined
  /// themselves are left out.
  std::vector<std::string> of(GlobalId g);
  /// Returns the names of the definitions whose types contain an older type that has the same name as `t`.
  std::vector<std::string> of_type(TypeDeclId t);

 private:
  using Name = std::pair<Symbol, std::string>; ///< a name and its module
  struct Use {
    GlobalId used, user;
  };
  Name name_of(GlobalId g) const;
  void look();
  void look_at(GlobalId user);
  bool is_meant(GlobalId g) const;
  template <class F> void for_each_user(const Name& of, F f);

  const Frontend& f_;
  std::function<bool(GlobalId)> counts_;
  std::map<Name, std::vector<Use>> uses_; ///< uses of definitions, by the used definition's name
  std::map<BuiltinId, std::set<GlobalId>> builtins_;
  std::map<Name, GlobalId> meant_; ///< for each name, its last definition without errors
  uint32_t seen_ = 1;
};

} // namespace nova

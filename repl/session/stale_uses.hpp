// References between definitions: which definitions an expression refers to, and which still use an older meaning of
// a name after its redefinition.
#pragma once
#include "frontend/state/frontend.hpp"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace nova {

/// Calls f with every definition that the expression refers to. Deep expressions use heap, not stack.
void for_each_definition(const Core& expression, const std::function<void(GlobalId)>& f);

/// Whether the expression may do IO, itself or in the definitions that it refers to.
bool does_io(const Frontend& f, const Core& expression);

/// Returns the last definition before `g` with the same name, which may be the prelude's.
std::optional<GlobalId> defined_before(const Frontend& f, GlobalId g);

/// Finds stale uses: definitions that use an older meaning of a name. Only definitions for which `counts` is true are
/// considered; each is read once.
class StaleUses {
 public:
  StaleUses(const Frontend& f, std::function<bool(GlobalId)> counts) : f_(f), counts_(std::move(counts)) {}

  /// Returns the names of definitions that use an older meaning of the name of `g`, directly or through other such
  /// definitions, in the order of definition. Leaves out definitions that are redefined themselves.
  std::vector<std::string> of(GlobalId g);
  /// Returns the names of definitions whose types contain an older type with the name of `t`.
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
  std::map<Name, std::vector<Use>> uses_; ///< by the name of the used definition
  std::map<BuiltinId, std::set<GlobalId>> builtins_;
  std::map<Name, GlobalId> meant_; ///< the last definition without errors of each name
  uint32_t seen_ = 1;
};

} // namespace nova

// Which definitions an expression names, what that means for it, and who keeps an old one when a name is
// defined anew.
#pragma once
#include "frontend/state/frontend.hpp"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace nova {

/// Calls f with every definition that an expression names; deep expressions cost heap.
void for_each_definition(const Core& expression, const std::function<void(GlobalId)>& f);

/// May it do IO, itself or in what it names?
bool does_io(const Frontend& f, const Core& expression);

/// The last definition before, the prelude's included, that has the same name.
std::optional<GlobalId> defined_before(const Frontend& f, GlobalId g);

/// Stale uses: definitions that use an older meaning of a name. Each definition that `counts` is read once.
class StaleUses {
 public:
  StaleUses(const Frontend& f, std::function<bool(GlobalId)> counts) : f_(f), counts_(std::move(counts)) {}

  /// The definitions, by name and in their order, that use what the name of `g` meant before, themselves or by
  /// others that do; those that are still meant by their own names.
  std::vector<std::string> of(GlobalId g);
  /// The same of a type: its values, and the functions that take or give some.
  std::vector<std::string> of_type(TypeDeclId t);

 private:
  using Name = std::pair<Symbol, std::string>; ///< and its module
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
  std::map<Name, std::vector<Use>> uses_; ///< by what is used
  std::map<BuiltinId, std::set<GlobalId>> builtins_;
  std::map<Name, GlobalId> meant_; ///< the last good definition of each name
  uint32_t seen_ = 1;
};

} // namespace nova

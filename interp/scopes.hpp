// The variables in scope at each node of concrete Core. The interpreter itself knows variables only as slots of
// frames; a derivation shows them with their names.
#pragma once
#include "frontend/core/core.hpp"
#include <deque>
#include <unordered_map>

namespace nova {

/// A variable in scope, linked to the next variable outwards (`outer`, null for the outermost). A scope is the list
/// that begins with its innermost variable. Several scopes may share the outer part of their lists.
struct Scope {
  const Scope* outer = nullptr;
  VarId var{};
  uint32_t slot = 0;
  TypeId type{};
  const Core* function = nullptr; ///< for a function of a letrec, which has no slot: its Lambda; else null
};

/// Maps each node of concrete Core to its scope: the innermost variable, or null if no variable is in scope.
class Scopes {
 public:
  explicit Scopes(const Types& types) : types_(types) {}
  /// Records the scopes of `root`, a top-level form or a definition's Lambda, and of all nodes in it. Does nothing if
  /// `root` was added before.
  void add(const Core& root);
  const Scope* at(const Core& node) const;

 private:
  void walk(const Core& c, const Scope* s);
  void lambda(const Core& c, const Scope* around);
  void group(const Core& c, const Scope* s);
  const Scope* bind(const Scope* outer, VarId var, uint32_t slot, TypeId type,
                    const Core* function = nullptr);
  const Scope* bind(const Scope* outer, const CorePattern& p);

  const Types& types_;
  std::deque<Scope> scopes_;
  std::unordered_map<const Core*, const Scope*> at_;
};

} // namespace nova

// The variables in scope at each node of concrete Core. The interpreter uses only slots of frames; a derivation shows
// the variables' names.
#pragma once
#include "frontend/core/core.hpp"
#include <deque>
#include <unordered_map>

namespace nova {

/// A variable, linked to the variables around it (`outer`). Scopes share their outer parts.
struct Scope {
  const Scope* outer = nullptr;
  VarId var{};
  uint32_t slot = 0;
  TypeId type{};
  const Core* function = nullptr; ///< the Lambda of a letrec's function, which has no slot; else null
};

/// The scope of each node of concrete Core: its innermost variable, or null if no variable is in scope.
class Scopes {
 public:
  explicit Scopes(const Types& types) : types_(types) {}
  /// Adds a form, or a definition's Lambda, with all nodes in it. Does nothing if it was added before.
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

// Which variables stand in s where a node is evaluated: the interpreter knows slots alone, a derivation tells
// names.
#pragma once
#include "frontend/core/core.hpp"
#include <deque>
#include <unordered_map>

namespace nova {

/// One variable and those around it. Scopes share what is around them.
struct Scope {
  const Scope* outer = nullptr;
  VarId var{};
  uint32_t slot = 0;
  TypeId type{};
  const Core* function = nullptr; ///< a letrec's function, which has no slot
};

/// The scopes of the nodes of concrete Core; null where there is no variable.
class Scopes {
 public:
  explicit Scopes(const Types& types) : types_(types) {}
  /// A form, or a definition's Lambda: with all that stands in it. Done once.
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

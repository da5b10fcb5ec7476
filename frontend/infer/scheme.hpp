// Type schemes: generalises inferred types, and instantiates them for each use.
#pragma once
#include "frontend/core/core.hpp"
#include "frontend/infer/effects.hpp"
#include "frontend/infer/unify.hpp"

namespace nova {

/// A generalised type with its effects. If nothing is quantified, each use has the type itself.
struct Poly {
  Scheme scheme;
  EffectScheme effects;
  bool plain() const { return scheme.quantified.empty() && effects.quantified.empty(); }
};

/// The type of a built-in, read from its row in frontend/builtins. It is split at its top-level arrows into the
/// parameters and the result.
struct Signature {
  std::vector<TypeId> quantified;
  std::vector<TypeId> parameters;
  TypeId result{};
};

/// Copies types with some variables and effects replaced. Replacements hold until the next `begin`.
class Copier {
 public:
  Copier(Types& types, Effects& effects, TypeWork& work) : types_(types), effects_(effects), work_(work) {}
  /// Removes all replacements. An arrow without an effect, as in the types of built-ins, is copied with a fresh
  /// effect of the given level.
  void begin(uint32_t level) { ++stamp_, level_ = level; }
  void replace(TypeId variable, TypeId by);
  void replace(EffectId effect, EffectId by);
  TypeId copy(TypeId t);

 private:
  template <class T> struct Slot {
    uint32_t stamp = 0;
    T by{};
  };
  EffectId copy(EffectId e);
  TypeId copy_parts(TypeId t);
  Types& types_;
  Effects& effects_;
  TypeWork& work_;
  std::vector<Slot<TypeId>> variables_; ///< replacements of variables, indexed by variable
  std::vector<Slot<EffectId>> arrows_;  ///< replacements of effects, indexed by effect node
  std::vector<Slot<TypeId>> nodes_;     ///< copies made, indexed by type, so that shared parts stay shared
  uint32_t stamp_ = 0, level_ = 0;
};

/// The unbound variables and the effects that occur in given types and have a level above a given one. Each is listed
/// once, in order of appearance.
struct OpenParts {
  std::vector<TypeId> variables;
  std::vector<EffectId> effects;
};

class Generaliser {
 public:
  Generaliser(Types& types, Effects& effects, TypeWork& work)
      : types_(types), effects_(effects), work_(work), copier_(types, effects, work) {}
  OpenParts open_parts(std::span<const TypeId> types, uint32_t level);
  /// Generalises the types of one group of definitions, and returns a scheme for each. All schemes quantify the same
  /// variables. Without `with_classes`, variables with classes are not quantified: their level becomes `level`.
  std::vector<Poly> generalise(std::span<const TypeId> types, uint32_t level, bool with_classes);
  /// Returns the type of p at one use, with fresh variables and effects for the quantified ones. Adds these variables
  /// to `instance`. `use` and `name` say where and what is used, for errors about IO.
  TypeId instantiate(const Poly& p, uint32_t level, Span use, std::string_view name,
                     std::vector<TypeId>& instance);
  /// Returns a signature's parameters and result with fresh variables and effects. Adds the variables to `instance`.
  Signature instantiate(const Signature& s, uint32_t level, std::vector<TypeId>& instance);
  /// Returns a constructor's field types and its sum type, with fresh type arguments.
  std::pair<std::vector<TypeId>, TypeId> constructor_at(SumId id, uint32_t constructor, uint32_t level);

 private:
  void walk(TypeId t, uint32_t level, OpenParts& out);
  void fresh_variables(std::span<const TypeId> quantified, uint32_t level, std::vector<TypeId>& instance);
  Types& types_;
  Effects& effects_;
  TypeWork& work_;
  Copier copier_;
  VisitedTypes seen_;
  std::vector<uint32_t> seen_effects_;
  uint32_t stamp_ = 0;
};

} // namespace nova

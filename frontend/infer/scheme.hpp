// Schemes: generalising what was inferred, and copying it afresh for each use.
#pragma once
#include "frontend/core/core.hpp"
#include "frontend/infer/effects.hpp"
#include "frontend/infer/unify.hpp"

namespace nova {

/// A generalised type with its effects. Both lists of variables may be empty: the type is used as it is.
struct Poly {
  Scheme scheme;
  EffectScheme effects;
  bool plain() const { return scheme.quantified.empty() && effects.quantified.empty(); }
};

/// A built-in's row as types: `parameters` are those of the spine.
struct Signature {
  std::vector<TypeId> quantified;
  std::vector<TypeId> parameters;
  TypeId result{};
};

/// Copies types with some variables and effects replaced. Replacements hold from one `begin` to the next.
class Copier {
 public:
  Copier(Types& types, Effects& effects, TypeWork& work) : types_(types), effects_(effects), work_(work) {}
  /// `level`: of the fresh effects that arrows get which say nothing (those of built-ins' rows).
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
  std::vector<Slot<TypeId>> variables_; ///< by variable
  std::vector<Slot<EffectId>> arrows_;  ///< by effect node
  std::vector<Slot<TypeId>> nodes_;     ///< by type: copies made, so that shared parts stay shared
  uint32_t stamp_ = 0, level_ = 0;
};

/// Open variables and effects of a type that lie above a level, each once, in order of appearance.
struct OpenParts {
  std::vector<TypeId> variables;
  std::vector<EffectId> effects;
};

class Generaliser {
 public:
  Generaliser(Types& types, Effects& effects, TypeWork& work)
      : types_(types), effects_(effects), work_(work), copier_(types, effects, work) {}
  OpenParts open_parts(std::span<const TypeId> types, uint32_t level);
  /// One scheme for types that belong together (all quantify the same variables). Variables with classes stay
  /// open, at `level`, unless `with_classes`.
  std::vector<Poly> generalise(std::span<const TypeId> types, uint32_t level, bool with_classes);
  /// The type of one use; fills `instance` with what the quantified variables are there.
  TypeId instantiate(const Poly& p, uint32_t level, Span use, std::string_view name,
                     std::vector<TypeId>& instance);
  /// A signature's parameters and result with fresh variables and effects.
  Signature instantiate(const Signature& s, uint32_t level, std::vector<TypeId>& instance);
  /// A constructor's fields and the sum's own type at fresh arguments.
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

// monomorphise: open Core -> concrete Core. Every use of a generalised definition gets a copy at its types (memoised),
// so that what runs has no type variables, overloaded operators know their element type, and names are frame slots.
//
// A concrete function value of a built-in or a constructor that takes arguments is eta-expanded to a Lambda here, so
// the interpreter and the tiers see only saturated Primitive and Construct nodes and Lambdas.
#pragma once
#include "frontend/state/frontend.hpp"

namespace nova {

/// One definition at one instance, or a text function, which no definition makes.
struct MonoGlobal {
  GlobalId global{};
  std::vector<TypeId> instance;
  Core* value = nullptr; ///< concrete; null while it is being made, for foreign functions and inputs
  TypeId type{};
  std::string name;
  uint32_t frame_size = 0; ///< of a value that is no Lambda: the slots that evaluating it needs
};

/// A concrete expression ready to run: the frame it needs.
struct MonoTop {
  Core* value = nullptr;
  uint32_t frame_size = 0;
  TypeId type{};
};

class Monomorphiser {
 public:
  explicit Monomorphiser(Frontend& f);
  ~Monomorphiser();
  /// Reports E02xx where the type stays open (language.md section 2) and returns no value.
  std::optional<MonoTop> expression(const Core& c);
  /// Index of a definition's instance; makes it (and what it needs) on first use.
  uint32_t instance(GlobalId g, std::span<const TypeId> types);
  /// The instance at which a definition is evaluated where it stands: what it is generalised over is unit.
  uint32_t unit_instance(GlobalId g);
  /// Index of the function that gives the texts of a concrete type's values, as `show` does; it has no name.
  uint32_t text_function(TypeId t);
  const MonoGlobal& operator[](uint32_t index) const;
  uint32_t size() const;
  /// Are the instances from that index on all of that definition and later ones?
  bool are_of(uint32_t from, GlobalId first) const;
  /// They are made anew where they are asked for, with indices that are given anew.
  void forget_from(uint32_t from);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova

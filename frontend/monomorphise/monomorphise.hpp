// Converts open Core to concrete Core, which runs. Every use of a generalised definition gets a copy at its types,
// which is shared by uses at the same types. So concrete Core has no type variables, each overloaded operator has
// one element type, and variables are frame slots.
//
// A built-in or a constructor with arguments that stands as a function value is eta-expanded to a Lambda here. So the
// interpreter and the tiers see only Lambdas, and Primitive and Construct nodes with all their arguments.
#pragma once
#include "frontend/state/frontend.hpp"

namespace nova {

/// A definition's copy at concrete types. Text functions and long texts (see below) belong to no definition.
struct MonoGlobal {
  GlobalId global{};
  std::vector<TypeId> instance;
  /// Concrete Core. Null for foreign functions and inputs, while it is being made, and if it nests too deeply.
  Core* value = nullptr;
  TypeId type{};
  std::string name;
  uint32_t frame_size = 0; ///< if `value` is no Lambda: number of slots that its evaluation needs
};

/// A concrete expression that is ready to run, and the number of frame slots that it needs.
struct MonoTop {
  Core* value = nullptr;
  uint32_t frame_size = 0;
  TypeId type{};
};

/// Returns the name that the program writes where the prelude function `name` stands in for it, such as `dot` for
/// narrow-dot and `matmul` for complex-matmul; `name` itself if it stands in for nothing.
std::string_view written_operation(std::string_view name);

class Monomorphiser {
 public:
  explicit Monomorphiser(Frontend& f);
  ~Monomorphiser();
  /// Returns the concrete copy of an expression, or nothing if it nests too deeply, which is reported (E0602).
  std::optional<MonoTop> expression(const Core& c);
  /// Returns the index of a definition's instance. Makes it, and the instances that it needs, on first use.
  uint32_t instance(GlobalId g, std::span<const TypeId> types);
  /// Returns the index of the instance at which a top-level definition is evaluated when the program reaches it. Its
  /// type variables are replaced by their defaults: unit, for those without classes.
  uint32_t unit_instance(GlobalId g);
  /// Returns the index of the function that converts values of a concrete type to text, as `show` does. A string must
  /// be ASCII.
  uint32_t text_function(TypeId t);
  /// The same for the text that results and messages show: long vectors and strings are abbreviated. `tuples`: the product of the
  /// numbers of fields of the tuples around the value.
  uint32_t short_text_function(TypeId t, int64_t tuples = 1);
  /// Returns the index of a function of the prelude whose type does not vary.
  uint32_t prelude_function(std::string_view name);
  /// Returns the index of a definition that holds the text of a string literal, a concrete Const. Plans take long texts
  /// from definitions, as inputs.
  uint32_t long_text(const Core& literal);
  const MonoGlobal& operator[](uint32_t index) const;
  uint32_t size() const;
  /// Whether all instances from index `from` on belong to the definition `first` or to definitions after it.
  bool are_of(uint32_t from, GlobalId first) const;
  /// Removes the instances from index `from` on. They are made again when they are needed, and the indices are used
  /// again.
  void forget_from(uint32_t from);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova

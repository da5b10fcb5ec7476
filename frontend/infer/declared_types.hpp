// Written types and type declarations -> types. Declarations are read when first needed: they may refer to
// later ones.
#pragma once
#include "frontend/infer/scheme.hpp"
#include "frontend/state/frontend.hpp"

namespace nova {

/// What the type variables of one binding stand for. `'a` is some type, one throughout.
struct TypeScope {
  std::vector<std::pair<Symbol, TypeId>> variables;
  bool closed = false; ///< a declaration: only its parameters may be used
};

class TypeReader {
 public:
  TypeReader(Frontend& f, Effects& effects, Generaliser& schemes, Unifier& unifier)
      : f_(f), effects_(effects), schemes_(schemes), unifier_(unifier) {}

  /// The type that is written. New variables are entered in the scope; arrows get fresh effects. What the
  /// expander found wrong gives an unknown type.
  TypeId read(const TypeExpr& t, TypeScope& scope, uint32_t level);
  /// The sum type that a declaration declares (which must be no abbreviation).
  SumId sum(TypeDeclId id);
  /// Reads a declaration now.
  void declare(TypeDeclId id);
  /// How many written types had errors so far.
  uint32_t errors() const { return errors_; }

 private:
  enum State : uint8_t { Unread, Reading, Read };
  struct Declared {
    State state = Unread;
    bool known = false;
    SumId sum{};
    Poly alias; ///< over `parameters`
    std::vector<TypeId> parameters;
  };
  Declared& declared(TypeDeclId id);
  TypeId variable(const TypeExpr& t, TypeScope& scope, uint32_t level);
  TypeId named(const TypeExpr& t, TypeScope& scope, uint32_t level);
  TypeId unknown(uint32_t level) { return f_.types.fresh(level); }
  void read_sum(TypeDeclId id);
  void read_fields(TypeDeclId id);
  void read_alias(TypeDeclId id);
  TypeId alias_at(TypeDeclId id, Span use, std::span<const TypeId> arguments, uint32_t level);
  TypeScope parameters_of(const TypeDecl& d, std::vector<TypeId>& parameters, uint32_t level);
  void mark_recursive(std::span<const SumId> sums);

  Frontend& f_;
  Effects& effects_;
  Generaliser& schemes_;
  Unifier& unifier_;
  std::deque<Declared> declared_;
  std::vector<TypeDeclId> waiting_; ///< sums whose fields are not read yet
  std::vector<SumId> fresh_sums_;
  bool busy_ = false;
  uint32_t errors_ = 0;
};

} // namespace nova

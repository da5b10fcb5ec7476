// Converts written types and type declarations to types. A declaration is converted when it is first needed, because
// it may refer to later ones.
#pragma once
#include "frontend/infer/scheme.hpp"
#include "frontend/state/frontend.hpp"

namespace nova {

/// The type variables that the user wrote in one binding, and their types. Within the binding, every `'a` is the same
/// type.
struct TypeScope {
  std::vector<std::pair<Symbol, TypeId>> variables;
  bool closed = false; ///< whether a variable that is not listed is an error, as in a declaration
};

class TypeReader {
 public:
  TypeReader(Frontend& f, Effects& effects, Generaliser& schemes, Unifier& unifier)
      : f_(f), effects_(effects), schemes_(schemes), unifier_(unifier) {}

  /// Returns the type that `t` denotes. Adds type variables that are new to `scope`, and gives each arrow a fresh
  /// effect. Where the expander reported an error, the type is a fresh variable.
  TypeId read(const TypeExpr& t, TypeScope& scope, uint32_t level);
  /// Returns the sum type that a declaration declares. The declaration must not be an abbreviation.
  SumId sum(TypeDeclId id);
  /// Converts a type declaration to a type, unless that was done before.
  void declare(TypeDeclId id);
  /// Returns how many errors were found in written types so far.
  uint32_t errors() const { return errors_; }

 private:
  enum State : uint8_t { Unread, Reading, Read };
  struct Declared {
    State state = Unread;
    bool known = false;
    SumId sum{};
    Poly alias; ///< an abbreviation's type, in which `parameters` are variables
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
  std::vector<TypeDeclId> waiting_; ///< sum types whose fields are not converted yet
  std::vector<SumId> fresh_sums_;
  bool busy_ = false;
  uint32_t errors_ = 0;
};

} // namespace nova

// The types that the checker infers. A session has one store of types; a TypeId is an index into it.
//
//   Prim     int double bool ...           payload: Element
//   Tuple    (t, t)                        args: the items (2 or more)
//   Fun      t -> t                        args: parameter, result; effect: what a call may do
//   Vector   vector#n t                    args: rank (a Rank or a Var standing for one), element
//   Sum      (Maybe t)                     payload: SumId; args: the type's arguments
//   Rank     the n of vector#n             payload: n; never the type of a value
//   Var      unknown, or a scheme's 'a     payload: index into the variables
//
// Concrete types are interned: equal ones have equal ids. A type is concrete if it contains no variable, and no
// effect other than `pure_effect`.
#pragma once
#include "frontend/source/source.hpp"
#include "frontend/source/symbol.hpp"
#include "runtime/element.hpp"
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace nova {

enum class TypeId : uint32_t {};
enum class SumId : uint32_t {};
enum class EffectId : uint32_t {}; ///< index of a node of the checker's effect graph; 0: no IO, 1: IO
inline constexpr EffectId pure_effect{0}, io_effect{1};

enum class TypeKind : uint8_t { Prim, Tuple, Fun, Vector, Sum, Rank, Var };

/// The built-in type classes. A class is a set of types on which some overloaded operators work. A type variable
/// stores its classes as a set of these bits.
/// Conversions take Scalar types (numbers, bool, char). Files hold Storable types, JSON also sums: its class is Json. Index has
/// the types of Integral. A variable of this class is generalised only if an annotation names it: elsewhere an open index is an int. AnyRank has
/// the ranks of vectors; a variable of this class is 1 where it stays open.
/// Wide has the types of numerals above the largest int: uint64 and floating ones.
enum Class : uint16_t {
  Num = 1,
  Integral = 2,
  Fractional = 4,
  Ord = 8,
  Eq = 16,
  Bits = 32,
  Scalar = 64,
  Storable = 128,
  Index = 256,
  AnyRank = 512,
  Wide = 1024,
  Json = 2048
};
using Classes = uint16_t;
/// The classes that vectors and tuples belong to if their parts do.
inline constexpr Classes structural_classes = Eq | Ord | Storable | Json, file_classes = Storable | Json;

struct TypeNode {
  TypeKind kind;
  uint32_t payload = 0;
  uint32_t first = 0, count = 0; ///< the args are `count` ids from index `first` of Types::pool_
  EffectId effect = pure_effect;
  bool concrete = false; ///< whether it is interned: without variables, and without effects to infer
};

struct Constructor {
  Symbol name{};
  Span span;
  std::vector<TypeId> fields;  ///< types of the fields, in which the sum's parameters are variables
  bool tuple_declared = false; ///< whether declared with one tuple, as in NOVA: the fields are its items
  std::vector<Symbol> names{}; ///< of a record's only constructor: the names of its fields
  /// Of a record: the titles of its fields' columns in files. Nothing stands for the name's; without any the row is empty.
  std::vector<std::optional<std::string>> titles{};
};

struct SumType {
  Symbol name{};
  Span span;
  std::vector<TypeId> parameters; ///< type variables
  std::vector<Constructor> constructors;
  bool recursive = false; ///< whether its values may contain values of this type: they are stored boxed then
  bool complex = false;   ///< whether it is the prelude's type of complex numbers, on which arithmetic works
  bool prelude = false;   ///< whether the prelude declares it
  bool in_place = false;  ///< whether it has no name but its text, (+ (C : t) ..)
  /// Whether the values are optional: one constructor has a field, the other has none.
  bool is_optional() const {
    return constructors.size() == 2 && constructors[0].fields.size() + constructors[1].fields.size() == 1;
  }
  bool is_record() const { return constructors.size() == 1 && !constructors[0].names.empty(); }
};

class Types {
 public:
  Types();

  TypeId prim(Element e) const {
    return TypeId{static_cast<uint32_t>(e)};
  } // primitive types have the first ids, in Element's order
  TypeId tuple(std::span<const TypeId> items);
  TypeId fun(TypeId parameter, TypeId result, EffectId effect = pure_effect);
  TypeId rank(uint32_t n);
  TypeId vector(TypeId rank_or_var, TypeId element);
  TypeId vector(TypeId element) { return vector(rank(1), element); }
  TypeId sum(SumId id, std::span<const TypeId> arguments = {});
  TypeId string() { return vector(prim(Element::Char)); }

  SumId add_sum(SumType s);
  SumType& sum_type(SumId id) { return sums_[static_cast<uint32_t>(id)]; }
  const SumType& sum_type(SumId id) const { return sums_[static_cast<uint32_t>(id)]; }

  /// A type variable. The checker binds it to a type as soon as that is known.
  struct Variable {
    Symbol name{}; ///< the name that the user wrote, such as 'a, or 0
    Classes classes = 0;
    bool rigid = false; ///< whether a scheme or declaration quantifies it: it is never bound
    bool bound = false;
    TypeId binding{};   ///< the type that a bound variable stands for
    uint32_t level = 0; ///< let-nesting depth: a let generalises variables of deeper levels
    TypeId type{};      ///< the Var type of this variable
  };
  TypeId fresh(uint32_t level, Classes classes = 0);
  Variable& variable(TypeId var) { return variables_[(*this)[var].payload]; }
  const Variable& variable(TypeId var) const { return variables_[(*this)[var].payload]; }
  uint32_t variable_count() const { return static_cast<uint32_t>(variables_.size()); }
  const Variable& variable_at(uint32_t index) const { return variables_[index]; }
  /// Returns the type to which t is bound, if t is a bound variable, or else t. Variables inside of a type stay.
  TypeId resolve(TypeId t) const;

  const TypeNode& operator[](TypeId t) const { return nodes_[static_cast<uint32_t>(t)]; }
  std::span<const TypeId> args(TypeId t) const {
    const TypeNode& n = (*this)[t];
    return {pool_.data() + n.first, n.count};
  }
  TypeId arg(TypeId t, uint32_t i) const { return pool_[(*this)[t].first + i]; }

  struct Mark {
    size_t nodes, pool, variables, lasting;
  };
  Mark mark() const { return {nodes_.size(), pool_.size(), variables_.size(), lasting()}; }
  /// Whether types without variables, or declared types, were added since the mark. A rollback is then not
  /// allowed, because older data may refer to them.
  bool lasts_since(const Mark& m) const { return lasting() != m.lasting; }
  void forget(const Mark& m) { nodes_.resize(m.nodes), pool_.resize(m.pool), variables_.resize(m.variables); }

  // Queries. All but `element` resolve bound variables themselves.
  bool is(TypeId t, TypeKind k) const { return (*this)[resolve(t)].kind == k; }
  Element element(TypeId t) const { return static_cast<Element>((*this)[t].payload); } ///< t: a resolved Prim
  uint32_t rank_of(TypeId vector) const; ///< the n of a vector#n, which must be known
  TypeId element_of(TypeId vector) const { return resolve(arg(resolve(vector), 1)); }
  bool is_concrete(TypeId t) const; ///< whether t contains no unbound variable
  bool is_complex(TypeId t) const {
    t = resolve(t);
    return is(t, TypeKind::Sum) && sum_type(SumId{(*this)[t].payload}).complex;
  }

  /// Returns t with each variable `from[i]` replaced by `to[i]`, and each variable that unification has bound
  /// replaced by its type. The result is interned if it contains no unbound variable.
  TypeId substitute(TypeId t, std::span<const TypeId> from, std::span<const TypeId> to);
  /// Returns a constructor's field types at the given type arguments.
  std::vector<TypeId> fields_at(SumId id, uint32_t constructor, std::span<const TypeId> arguments);
  /// Returns the types of a constructor's fields in values of the sum type `sum`, which is resolved.
  std::vector<TypeId> fields_at(TypeId sum, uint32_t constructor);

  /// The names of unbound variables in printed types: 'a, 'b ... in order of appearance. All types printed with one
  /// namer share these names. `print` writes types as the language does: `vector (int, float)`, `'a -> 'b`,
  /// `(Maybe int)`.
  struct Namer {
    std::unordered_map<uint32_t, std::string> names; ///< by the variable's index; callers may add names first
    uint32_t used = 0, ranks = 0;                    ///< how many names of types, and of ranks, are in use
  };
  std::string print(TypeId t, const Symbols& symbols, Namer& namer) const;
  std::string print(TypeId t, const Symbols& symbols) const {
    Namer n;
    return print(t, symbols, n);
  }

 private:
  size_t lasting() const { return interned_.size() + sums_.size(); }
  TypeId intern(TypeKind kind, uint32_t payload, std::span<const TypeId> args, EffectId effect);
  TypeId append(const TypeNode& n, std::span<const TypeId> args);
  std::vector<TypeNode> nodes_;
  std::vector<TypeId> pool_;
  std::vector<Variable> variables_;
  std::vector<SumType> sums_;
  std::unordered_multimap<uint64_t, TypeId> interned_;
};

} // namespace nova

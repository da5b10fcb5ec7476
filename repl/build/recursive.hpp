// Recursive types in parameters and results: the regions that contexts keep for them, and functions that make their values and
// take them apart.
#pragma once
#include "frontend/core/core.hpp"
#include "jit/emit/ahead/ahead.hpp"
#include <map>
#include <optional>
#include <set>

namespace nova {

struct Frontend;

/// The recursive types of parameters and results, and the regions that hold their values.
class RecursiveTypes {
 public:
  /// `program`: begins the types' names in C.
  RecursiveTypes(Frontend& f, std::string program) : f_(f), program_(std::move(program)) {}
  const std::string& program() const { return program_; }
  /// Adds the recursive types that a parameter's or result's type contains, unless it holds functions.
  void add(TypeId t);
  /// The types whose values are in regions: recursive types, and types of vectors in their values.
  const std::vector<TypeId>& regions() const { return regions_; }
  /// Returns the number of the type's region; none if contexts keep none for it.
  std::optional<size_t> region(TypeId t) const;
  /// Returns the name of a recursive type in C.
  const std::string& name(TypeId t) const;
  /// The recursive types, in the order in which they were added.
  const std::vector<TypeId>& types() const { return types_; }
  const plan::AheadType& described(TypeId t) const;
  /// The other types of several constructors, whose numbers have names in C.
  const std::vector<plan::AheadType>& sums() const { return sums_; }
  /// Returns where the parts of a cell or element lie in region k.
  plan::AheadLayout layout(size_t k) const;

 private:
  void note(TypeId t, bool in_cell);
  void note_cell(TypeId t);
  void note_sum(TypeId t);
  plan::AheadLayout layout(TypeId t, size_t& column) const;
  std::vector<std::vector<plan::AheadLayout>> fields(const std::vector<std::vector<TypeId>>& of,
                                                     size_t& column) const;
  plan::AheadType named(TypeId t, const std::string& written);

  Frontend& f_;
  std::string program_;
  std::vector<TypeId> regions_, types_;
  std::map<TypeId, plan::AheadType> described_;
  std::vector<plan::AheadType> sums_;
  std::set<uint32_t> noted_sums_;
  std::set<std::string> names_; ///< of all types, constructors' numbers and functions in C
};

/// A function that makes a value of a recursive type, or takes one apart.
struct HelperFunction {
  std::string name; ///< in C
  std::string comment;
  std::vector<TypeId> parameters;
  std::vector<std::string> names; ///< of the parameters
  TypeId result;
  std::vector<TypeId> results;           ///< the items of the result, or itself
  std::vector<std::string> result_names; ///< their names
  Core* body;                            ///< parameter k is slot k
};

/// Returns the functions of a recursive type: for each constructor one that makes and one that takes apart, and one that tells the
/// constructor.
std::vector<HelperFunction> helper_functions(Frontend& f, const plan::AheadType& described, TypeId t);
} // namespace nova

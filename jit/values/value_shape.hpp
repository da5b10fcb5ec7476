// What is known of a type's values beyond their type: which functions they may hold, and what those hold.
#pragma once
#include "frontend/core/core.hpp"
#include "frontend/core/types.hpp"
#include <map>
#include <optional>
#include <vector>

namespace nova::plan {

struct ValueShape {
  enum Kind : uint8_t {
    Plain, ///< neither a function nor a cell is in it
    Tuple, ///< of a tuple its items; of a sum its tag (where there are several constructors), then each one's fields
    Vector,  ///< its elements
    Choice,  ///< a function: the Closures that it may be
    Closure, ///< what the Lambda captured, then the arguments it has
    Cell     ///< of a recursive type, or a boxed function: its place in the type's region
  } kind = Plain;
  TypeId type{};
  const Core* lambda = nullptr; ///< Closure
  std::vector<ValueShape> items{};
  bool operator==(const ValueShape&) const = default;
};

/// The functions that lie in regions, by their type: such a type's values are cells, as those of a recursive sum, whose
/// constructors these functions are, in this order, with what they hold as fields. A plan boxes the functions that its
/// cells hold, and those that hold ever more functions of their own kind.
struct BoxedFunctions {
  struct Function {
    const Core* lambda = nullptr;
    size_t items = 0; ///< what it captured and the arguments it has
    bool operator==(const Function&) const = default;
  };
  std::map<uint32_t, std::vector<Function>> of;
  bool has(TypeId resolved) const { return of.contains(static_cast<uint32_t>(resolved)); }
  const std::vector<Function>& at(TypeId resolved) const { return of.at(static_cast<uint32_t>(resolved)); }
  std::optional<uint32_t> number(TypeId resolved, const Core* lambda, size_t items) const;
  /// Takes in a function type, or one more function. Did it lack it?
  bool add(TypeId resolved) { return of.try_emplace(static_cast<uint32_t>(resolved)).second; }
  bool add(TypeId resolved, const Core* lambda, size_t items);
};

/// Does the sum contain itself, or is it a boxed function?
bool is_cell(const Types& types, TypeId t, const BoxedFunctions* boxed = nullptr);

/// Has it more than 1000 values in tuples, those in tuples within counted? It is no plan's then.
bool is_large(const Types& types, TypeId t);
/// Does it contain a type that contains itself?
bool reaches_cell(Types& types, TypeId t);
/// Is a function somewhere in a value of the type? Those in cells do not count.
bool has_function(Types& types, TypeId t);
/// A function or a cell?
bool is_open(Types& types, TypeId t);
/// Is a function somewhere in a value of the type, be it in its cells?
bool reaches_function(Types& types, TypeId t);
/// Is there a recursive type in it that holds ever larger ones of itself, as (Nest 'a) holding a (Nest ('a,
/// 'a))?
bool holds_ever_larger(Types& types, TypeId t);
/// Of places that cells hold: what a walk reads of a region is half as much as by 64 bits.
constexpr Element place_in_cell = Element::I32;
/// The places that a region can have: they are numbered by 31 bits.
constexpr uint64_t most_places = uint64_t{1} << 31;
/// Of the tag of a cell that may have so many constructors.
Element tag_element(size_t constructors);
/// What each place of a region has: of a cell its tag, then each constructor's fields; of a vector that a cell holds an
/// element. A number is one part, a cell its place; of a vector the places in its own region where its elements begin
/// and end, then the dimensions of a vector#n.
std::vector<Element> region_parts(Types& types, TypeId t, const BoxedFunctions* boxed = nullptr);
/// `place`: of cells.
void add_parts(Types& types, TypeId t, std::vector<Element>& out, Element place,
               const BoxedFunctions* boxed = nullptr);
/// Where the cell of a constructor without fields is in every region. Behind place 0, which no cell has.
std::optional<uint64_t> place_of_constant(Types& types, TypeId t, uint32_t constructor,
                                          const BoxedFunctions* boxed = nullptr);
/// The type's shape where no function is known.
ValueShape shape_of(Types& types, TypeId t, const BoxedFunctions* boxed = nullptr);
/// The type of a function in it that holds another one of the same Lambda, which holds one, for more than
/// `most` levels.
std::optional<TypeId> nested_functions(const ValueShape& s, size_t most);
/// How many Closures it has, and the Closure of a Choice that is this one: added where it lacks it.
size_t closures_in(const ValueShape& s);
std::optional<uint32_t> closure_number(const ValueShape& choice, const Core* lambda, size_t items);
ValueShape& closure_in(Types& types, ValueShape& choice, const Core& lambda, size_t items, bool& added,
                       const BoxedFunctions* boxed = nullptr);
/// The type of a closure's item k (what it captured, then its arguments); nothing where the Lambda does not use it.
std::optional<TypeId> item_type(const Types& types, const Core& lambda, size_t k);
/// The types of each constructor's fields, of a concrete sum or a boxed function.
std::vector<std::vector<TypeId>> constructor_fields(Types& types, TypeId sum,
                                                    const BoxedFunctions* boxed = nullptr);

} // namespace nova::plan

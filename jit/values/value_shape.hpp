// Value shapes: what is known of a value beyond its type, namely which functions it may hold, and which functions
// these may hold in turn.
#pragma once
#include "frontend/core/core.hpp"
#include "frontend/core/types.hpp"
#include <map>
#include <optional>
#include <vector>

namespace nova::plan {

/// Copies a list of types, because the memory that it refers to may move when new types are made.
std::vector<TypeId> copied(std::span<const TypeId> types);

struct ValueShape {
  enum Kind : uint8_t {
    Plain, ///< it holds neither a function nor a cell
    /// `items`: of a tuple its items; of a sum its tag (if there are several constructors), then a Tuple for each
    /// constructor
    Tuple,
    Vector,  ///< `items`: the shape of its elements
    Choice,  ///< a function; `items`: the Closures that it may be
    Closure, ///< `items`: the captured values of `lambda`, then the arguments that it has
    Cell     ///< a value of a recursive type, or a boxed function: an index into the type's region
  } kind = Plain;
  TypeId type{};
  const Core* lambda = nullptr; ///< for a Closure: its function
  std::vector<ValueShape> items{};
  bool operator==(const ValueShape&) const = default;
};

/// The boxed functions of a plan, listed for each function type: functions that are stored in regions. Values of such
/// a type are cells, like those of a recursive sum: the listed functions are the constructors, and their captured
/// values and arguments are the fields. A plan boxes the functions that its cells hold, and functions that are nested
/// in each other without a known limit.
struct BoxedFunctions {
  struct Function {
    const Core* lambda = nullptr;
    size_t items = 0; ///< number of its captured values and arguments together
    bool operator==(const Function&) const = default;
  };
  std::map<uint32_t, std::vector<Function>> of;
  bool has(TypeId resolved) const { return of.contains(static_cast<uint32_t>(resolved)); }
  const std::vector<Function>& at(TypeId resolved) const { return of.at(static_cast<uint32_t>(resolved)); }
  /// Returns a function's index among the functions of its type; none if it is missing.
  std::optional<uint32_t> number(TypeId resolved, const Core* lambda, size_t items) const;
  /// Adds a function type, or a function of a type. Returns false if it was there already.
  bool add(TypeId resolved) { return of.try_emplace(static_cast<uint32_t>(resolved)).second; }
  bool add(TypeId resolved, const Core* lambda, size_t items);
};

/// Whether values of the type are cells: it is a sum that contains itself, or its functions are boxed.
bool is_cell(const Types& types, TypeId t, const BoxedFunctions* boxed = nullptr);

/// Whether the tuples of the type, nested ones included, have more than 1000 items that are no tuples. Such a type is
/// too large for a plan.
bool is_large(const Types& types, TypeId t);
/// Whether the type contains a recursive type.
bool reaches_cell(Types& types, TypeId t);
/// Whether values of the type hold functions outside of cells.
bool has_function(Types& types, TypeId t);
/// Whether values of the type hold functions or cells.
bool is_open(Types& types, TypeId t);
/// Whether values of the type hold functions, inside or outside of cells.
bool reaches_function(Types& types, TypeId t);
/// Whether the type contains a recursive type that holds ever larger instances of itself, such as a (Nest 'a) that
/// holds a (Nest ('a, 'a)).
bool holds_ever_larger(Types& types, TypeId t);
/// The element type of the indices by which a cell refers to other cells. It has 32 bits, so that code that follows
/// such indices reads half as many bytes as with 64 bits.
constexpr Element place_in_cell = Element::I32;
/// The largest number of cells in a region: their indices have 31 bits.
constexpr uint64_t most_places = uint64_t{1} << 31;
/// Returns the element type for the tags of cells whose type has this number of constructors.
Element tag_element(size_t constructors);
/// Returns the element types of the columns of a type's region. The region of a cell type has a column for the tag,
/// then columns for the fields of each constructor. The region of a vector type has the columns for one element. A
/// number takes one column. A reference to a cell takes one, for the index. A vector takes two, for the first and the
/// end index of its elements in its type's region; a vector#n then takes one for each dimension.
std::vector<Element> region_parts(Types& types, TypeId t, const BoxedFunctions* boxed = nullptr);
/// Appends to `out` the element types of the columns that a value of the type takes in a region. `place`: the element
/// type of cell indices.
void add_parts(Types& types, TypeId t, std::vector<Element>& out, Element place,
               const BoxedFunctions* boxed = nullptr);
/// Returns the index of the cell of a constructor without fields, which is the same in all regions of the type.
/// Returns none if the constructor has fields. Index 0 is no cell.
std::optional<uint64_t> place_of_constant(Types& types, TypeId t, uint32_t constructor,
                                          const BoxedFunctions* boxed = nullptr);
/// Returns the shape of a type, in which the Choices have no functions yet.
ValueShape shape_of(Types& types, TypeId t, const BoxedFunctions* boxed = nullptr);
/// Searches the shape for a function whose closures nest closures of the same Lambda on more than `most` levels.
/// Returns the type of that function, or none if there is no such function.
std::optional<TypeId> nested_functions(const ValueShape& s, size_t most);
/// Returns how many Closures the shape contains.
size_t closures_in(const ValueShape& s);
/// Returns the index of the Closure in a Choice that has this Lambda and number of items; none if there is none.
std::optional<uint32_t> closure_number(const ValueShape& choice, const Core* lambda, size_t items);
/// Returns the Closure in a Choice with this Lambda and number of items. If it is missing, adds it and sets `added`.
ValueShape& closure_in(Types& types, ValueShape& choice, const Core& lambda, size_t items, bool& added,
                       const BoxedFunctions* boxed = nullptr);
/// Returns the type of item k of a closure (its captured values, then its arguments). Returns none for a captured
/// value that the Lambda does not use.
std::optional<TypeId> item_type(const Types& types, const Core& lambda, size_t k);
/// Returns, for each constructor of a concrete sum or boxed function type, the types of its fields.
std::vector<std::vector<TypeId>> constructor_fields(Types& types, TypeId sum,
                                                    const BoxedFunctions* boxed = nullptr);

} // namespace nova::plan

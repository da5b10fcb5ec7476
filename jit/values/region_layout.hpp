// How values of a type lie in the regions of a run, worked out once for a type: what values become on their
// way into regions (values/marshal_cells.hpp) and what they come back from (values/unmarshal_cells.hpp).
#pragma once
#include "jit/values/marshal.hpp"
#include <map>
#include <memory>

namespace nova::plan {

/// A type that stands in a region, as region_parts has it.
struct Stored {
  enum Kind : uint8_t { Nothing, Number, Cell, Tuple, Sum, Vector } kind = Nothing;
  TypeId type{}; ///< resolved
  Element element = Element::Unit;
  bool function = false;        ///< Cell: a boxed function
  bool open = false;            ///< a cell is in it
  bool has_vector = false;      ///< one lies in it, not in its cells
  uint32_t rank = 0;            ///< Vector
  uint32_t number = 0;          ///< among all types: Cell, Vector: its region's
  size_t parts = 0;             ///< of a place
  const Stored* item = nullptr; ///< Vector: its elements
  struct Constructor {
    size_t begin = 0; ///< where its fields begin among the parts: of a Cell in its region
    std::vector<const Stored*> fields{};
    size_t end = 0;
  };
  std::vector<Constructor> constructors{}; ///< Cell, Sum; of a Tuple the only one
};

class StoredTypes {
 public:
  explicit StoredTypes(const MarshalContext& at) : at_(at) {}
  const Stored& of(TypeId t);

 private:
  void fill(Stored& s);
  void items(Stored& s, size_t begin, const std::vector<std::vector<TypeId>>& constructors);

  const MarshalContext& at_;
  std::map<uint32_t, std::unique_ptr<Stored>> all_;
};

} // namespace nova::plan

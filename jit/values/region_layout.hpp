// Describes how the values of a type are stored in the columns of a region (a heap of cells). The description is
// computed once for each type. Both values/marshal_cells.hpp and values/unmarshal_cells.hpp use it.
#pragma once
#include "jit/values/marshal.hpp"
#include <map>
#include <memory>

namespace nova::plan {

/// How the values of one type are stored in a region. The columns are those that region_parts returns.
struct Stored {
  enum Kind : uint8_t { Nothing, Number, Cell, Tuple, Sum, Vector } kind = Nothing;
  TypeId type{}; ///< the type, resolved
  Element element = Element::Unit;
  bool function = false;        ///< for a Cell: whether it is a boxed function
  bool open = false;            ///< whether its values hold cells
  bool has_vector = false;      ///< whether its values hold vectors outside of cells
  uint32_t rank = 0;            ///< for a Vector: number of dimensions
  uint32_t number = 0;          ///< index of the type; for a Cell or Vector also of its region
  size_t parts = 0;             ///< number of columns that a value takes
  const Stored* item = nullptr; ///< for a Vector: the type of its elements
  struct Constructor {
    /// Index of its first column, counted from the first column of the value; for a Cell, from that of the region.
    size_t begin = 0;
    std::vector<const Stored*> fields{};
    size_t end = 0; ///< one past its last column, counted as `begin`
  };
  std::vector<Constructor> constructors{}; ///< the constructors of a Cell or Sum; a Tuple counts as one
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

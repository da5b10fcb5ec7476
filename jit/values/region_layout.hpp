// How values of a type are stored in the regions of a run, computed once for a type. Both values/marshal_cells.hpp
// and values/unmarshal_cells.hpp use it.
#pragma once
#include "jit/values/marshal.hpp"
#include <map>
#include <memory>

namespace nova::plan {

/// A type whose values are stored in a region. Its columns are those of region_parts.
struct Stored {
  enum Kind : uint8_t { Nothing, Number, Cell, Tuple, Sum, Vector } kind = Nothing;
  TypeId type{}; ///< the type, resolved
  Element element = Element::Unit;
  bool function = false;        ///< Cell: it is a boxed function
  bool open = false;            ///< its values hold cells
  bool has_vector = false;      ///< its values hold vectors, those in cells not counted
  uint32_t rank = 0;            ///< Vector: number of dimensions
  uint32_t number = 0;          ///< index among all types; for a Cell or Vector also of its region
  size_t parts = 0;             ///< number of columns that a value takes
  const Stored* item = nullptr; ///< Vector: the type of its elements
  struct Constructor {
    size_t begin = 0; ///< its first column, as an index from that of the value, or for a Cell of the region
    std::vector<const Stored*> fields{};
    size_t end = 0;
  };
  std::vector<Constructor> constructors{}; ///< of a Cell or Sum; a Tuple has one
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

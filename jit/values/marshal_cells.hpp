// Marshals cells (values of recursive types): gives each one an index in its region, and writes the columns of the
// regions.
#pragma once
#include "jit/values/object_index.hpp"
#include "jit/values/region_layout.hpp"

namespace nova::plan {

/// Gives indices to the inputs' cells, in the region of their type, and to the elements of vectors in cells, in the
/// region of the vector's type. A cell has a higher index than the cells that it holds. All values must be added
/// before `columns` is called.
class Places {
 public:
  explicit Places(const MarshalContext& at) : at_(at), types_(at) {}
  /// Gives indices to the cells of a value of shape `s`.
  void add(const ValueShape& s, const Value& v);
  /// Returns the index of a cell, or 0 if it was not added.
  uint64_t operator()(TypeId t, const Value& cell) { return find(types_.of(t), cell).value_or(0); }
  /// Returns how many indices of a type's region are in use.
  uint64_t used(TypeId t) { return region(types_.of(t)).used; }
  /// Returns the columns of a type's region, with memory for `room` more cells. Fails with E0601 if the region would
  /// then have more than most_places cells.
  std::vector<ColumnRef> columns(TypeId t, uint64_t room);

 private:
  struct Region {
    const Stored* stored = nullptr;
    uint64_t used = 0;
    ObjectPlaces places{};             ///< index of each cell, or of each vector's first element
    std::vector<uint64_t> constants{}; ///< for each constructor: index of its cell if it has no fields, or 0
    std::vector<Value> held{};         ///< the cells, or the vectors, in order of their indices
    /// For each vector inside of `held`, in order: the index of its first element in the region of the vector's type.
    std::vector<uint64_t> vectors{};
  };
  /// A cell that has no index yet. `entered` says whether the cells that it holds are already on the stack above it.
  struct Waiting {
    const Stored* stored;
    Value cell;
    bool entered;
  };
  /// The state of writing a region's columns. `place` is the index of the cell or element to be written, `vector` the
  /// index of the next entry of `region->vectors`.
  struct Writer {
    std::vector<std::pair<std::byte*, size_t>> columns{}; ///< start of each column, and bytes of an element
    uint64_t place = 0;
    size_t vector = 0;
    const Region* region = nullptr;
    void put(size_t part, uint64_t word) const;
    void zero(size_t begin, size_t end) const {
      for (; begin < end; ++begin) put(begin, 0);
    }
  };
  Region& region(const Stored& s);
  std::optional<uint64_t> find(const Stored& s, const Value& cell);
  void push(const Stored& s, const Value& cell);
  void settle(const Stored& s, const Value& cell);
  void inner_cells(const Stored& s, const Value& v);
  void inner_vectors(const Stored& s, const Value& v, Region& holder);
  void write(Writer& w, const Stored& s, const Value& v, size_t part);
  void write_one_of(Writer& w, const Stored& s, uint32_t constructor, std::span<const Value> items,
                    size_t part);
  void write_vector(Writer& w, const Stored& s, const Value& v, size_t part);
  void write_cell(Writer& w, const Stored& s, const Value& cell);
  void write_all(Writer& w, const Region& r);

  const MarshalContext& at_;
  StoredTypes types_;
  std::vector<std::unique_ptr<Region>> regions_; ///< indexed by Stored::number
  std::vector<Waiting> waiting_;                 ///< a stack, used by `add`
};

} // namespace nova::plan

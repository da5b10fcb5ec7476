// The cells of values as places in regions.
#pragma once
#include "jit/values/object_index.hpp"
#include "jit/values/region_layout.hpp"

namespace nova::plan {

/// The places of inputs' cells in their regions (of what a cell holds before it), and of the elements of
/// vectors in them. All cells are added before the first column is made.
class Places {
 public:
  explicit Places(const MarshalContext& at) : at_(at), types_(at) {}
  /// The cells of a value.
  void add(const ValueShape& s, const Value& v);
  uint64_t operator()(TypeId t, const Value& cell) { return find(types_.of(t), cell).value_or(0); }
  /// How many places of a type's region are in use.
  uint64_t used(TypeId t) { return region(types_.of(t)).used; }
  /// A column for each part, with room for more places.
  std::vector<ColumnRef> columns(TypeId t, uint64_t room);

 private:
  struct Region {
    const Stored* stored = nullptr;
    uint64_t used = 0;
    ObjectPlaces places{};             ///< of cells; of vectors: of their first elements
    std::vector<uint64_t> constants{}; ///< by constructor: where it is, if it has no fields
    std::vector<Value> held{};         ///< the cells, or the vectors, in the order of their places
    std::vector<uint64_t> vectors{};   ///< the places of the vectors that these hold, in their order
  };
  struct Waiting {
    const Stored* stored;
    Value cell;
    bool entered;
  };
  /// Where a region's columns are written, and the next of its vectors.
  struct Writer {
    std::vector<std::pair<std::byte*, size_t>> columns{}; ///< with the size of an element
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
  std::vector<std::unique_ptr<Region>> regions_; ///< by the type's number
  std::vector<Waiting> waiting_;
};

} // namespace nova::plan

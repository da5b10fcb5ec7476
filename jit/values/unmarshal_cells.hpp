// Unmarshals cells (values of recursive types): builds them from the columns of a run's regions.
#pragma once
#include "jit/values/checked_answer.hpp"
#include "jit/values/region_layout.hpp"

namespace nova {
struct Closure;
}

namespace nova::plan {

/// Builds the values of cells that a run returns.
class Cells {
 public:
  explicit Cells(const MarshalContext& at) : at_(at), types_(at) {}
  /// Removes the columns of a type's region from the front of `columns`, and keeps them for `operator()`. The first
  /// column has the number of cells in use, the others have the contents of the cells.
  void add(TypeId t, std::span<const ResultColumn>& columns);
  /// Returns the value of the cell at an index; a unit for index 0. Fails with BadAnswer if there is no such cell.
  Value operator()(TypeId t, uint64_t place);

 private:
  struct Column {
    Element element;
    const std::byte* at;
    uint64_t word(uint64_t place) const;
  };
  struct Region {
    std::vector<Column> columns{};
    std::vector<ResultColumn> held{};    ///< result columns, whose bytes `columns` points to
    uint64_t used = 0;                   ///< number of indices in use
    std::vector<Value> made{};           ///< for each index: the cell's value; a unit until it is built
    std::vector<bool> open{};            ///< for each index: whether the cell waits for cells that it holds
    std::map<uint64_t, Value> vectors{}; ///< vectors built so far, by the index of the first element
  };
  /// A position in a region: column `number` at index `place`.
  struct Part {
    const Region& region;
    uint64_t place;
    size_t number;
  };
  using InnerCells = std::vector<std::pair<const Stored*, uint64_t>>;
  Region& region(const Stored& s) { return *regions_.at(s.number); }
  /// Returns `place`, the index of a cell. Fails with BadAnswer if the region has no such cell.
  static uint64_t checked(const Region& r, uint64_t place) {
    return place < r.used ? place : throw BadAnswer{"a cell that is none"};
  }
  void check_range(const Region& r, uint64_t first, uint64_t end) const;
  static uint64_t next(Part& p) { return p.region.columns[p.number++].word(p.place); }
  Value made(const Stored& s, uint32_t constructor, std::vector<Value>& fields) const;
  Value value(const Stored& s, Part& p);
  std::vector<Value> values(const Stored::Constructor& c, size_t begin, const Part& p);
  Value vector(const Stored& s, Part& p);
  void inner_cells(const Stored& s, Part& p, InnerCells& out);
  void inner_cells(const Stored::Constructor& c, size_t begin, const Part& p, InnerCells& out);
  void inner_vector(const Stored& s, Part& p, InnerCells& out);

  const MarshalContext& at_;
  StoredTypes types_;
  std::vector<std::unique_ptr<Region>> regions_; ///< indexed by Stored::number
};

bool is_sum(const Types& types, const ValueShape& s);
/// Returns the index of constructor 0 among the items of a sum's shape: 1 if the shape begins with a tag, else 0.
size_t first_constructor(const ValueShape& sum);
/// Returns a closure's items in the order of a shape: its captured values, then the arguments that it has.
std::vector<Value> items_of(const Value& f, const Closure& c);
/// Makes a closure of the Lambda from its items: its captured values, then the arguments that it has.
Value closure_of_items(const MarshalContext& at, const Core& lambda, std::vector<Value> items);

} // namespace nova::plan

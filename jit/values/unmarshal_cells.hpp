// The cells of a run's regions as values.
#pragma once
#include "jit/values/checked_answer.hpp"
#include "jit/values/region_layout.hpp"

namespace nova {
struct Closure;
}

namespace nova::plan {

/// The cells that a run gives back, as values.
class Cells {
 public:
  explicit Cells(const MarshalContext& at) : at_(at), types_(at) {}
  /// The columns of a type's region: how many places are in use, and what is in them.
  void add(TypeId t, std::span<const ResultColumn>& columns);
  Value operator()(TypeId t, uint64_t place);

 private:
  struct Column {
    Element element;
    const std::byte* at;
    uint64_t word(uint64_t place) const;
  };
  struct Region {
    std::vector<Column> columns{};
    std::vector<ResultColumn> held{};    ///< what these lie in
    uint64_t used = 0;                   ///< places
    std::vector<Value> made{};           ///< cells; units where they are not made
    std::vector<bool> open{};            ///< cells that wait for those in them
    std::map<uint64_t, Value> vectors{}; ///< by the place of the first element
  };
  /// A part of a place.
  struct Part {
    const Region& region;
    uint64_t place;
    size_t number;
  };
  using InnerCells = std::vector<std::pair<const Stored*, uint64_t>>;
  Region& region(const Stored& s) { return *regions_.at(s.number); }
  /// A place of the region, or a BadAnswer.
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
  std::vector<std::unique_ptr<Region>> regions_; ///< by the type's number
};

bool is_sum(const Types& types, const ValueShape& s);
/// Of a sum's shape, where constructor 0's fields are: behind the tag, if it has one.
size_t first_constructor(const ValueShape& sum);
/// A closure's items as a shape has them: what it captured, then the arguments.
std::vector<Value> items_of(const Value& f, const Closure& c);
/// The closure of these.
Value closure_of_items(const MarshalContext& at, const Core& lambda, std::vector<Value> items);

} // namespace nova::plan

// Private to border*.cpp: the cells of values as places in regions, and those of a run's regions as values.
#pragma once
#include "jit/border.hpp"
#include <map>
#include <unordered_map>
#include <utility>

namespace nova {
struct Closure;
}

namespace nova::plan {

/// The places of inputs' cells in their regions (of what a cell holds before it), and of the elements of
/// vectors in them.
class Places {
 public:
  explicit Places(const Border& at) : at_(at) {}
  struct Region {
    std::vector<Element> parts;
    std::vector<uint64_t> words{}; ///< a place's parts, then the next one's
    uint64_t used = 0;
    std::unordered_map<const Object*, uint64_t> places{}; ///< of cells; of vectors: of their first elements
    std::vector<Value> kept{};                            ///< those objects
    std::vector<std::vector<TypeId>> fields{};            ///< of a cell's constructors
  };
  /// The cells of a value.
  void add(const ValueShape& s, const Value& v);
  uint64_t operator()(TypeId t, const Value& cell) { return find(t, cell).value_or(0); }
  const Region& of(TypeId t) { return region(t); }

 private:
  struct Waiting {
    TypeId type;
    Value cell;
    bool entered;
  };
  Region& region(TypeId t);
  void begin(TypeId t, Region& r);
  void push(TypeId t, const Value& cell);
  std::optional<uint64_t> find(TypeId t, const Value& cell);
  void settle(TypeId t, const Value& cell);
  uint64_t append(TypeId vector, const Value& v);
  void store(TypeId t, const Value& v, std::vector<uint64_t>& out);
  void store_one_of(const std::vector<std::vector<TypeId>>& fields, uint32_t constructor,
                    std::span<const Value> items, std::vector<uint64_t>& out);
  void inner_cells(TypeId t, const Value& v);

  const Border& at_;
  std::map<uint32_t, Region> regions_;
  std::vector<Waiting> waiting_;
};

/// The cells that a run gives back, as values.
class Cells {
 public:
  explicit Cells(const Border& at) : at_(at) {}
  /// The columns of a type's region: how many places are in use, and what is in them.
  void add(TypeId t, std::span<const ResultColumn>& columns);
  Value operator()(TypeId t, uint64_t place);

 private:
  struct Region {
    std::vector<Element> parts;
    std::vector<ResultColumn> columns;
    std::vector<std::optional<Value>> made{};  ///< cells
    std::map<uint64_t, Value> vectors{};       ///< by the place of the first element
    std::vector<std::vector<TypeId>> fields{}; ///< of a cell's constructors
  };
  /// A part of a place.
  struct Part {
    const Region& region;
    uint64_t place;
    size_t number;
  };
  using InnerCells = std::vector<std::pair<TypeId, uint64_t>>;
  Region& region(TypeId t) { return regions_.at(static_cast<uint32_t>(at_.types.resolve(t))); }
  static uint64_t next(Part& p);
  void skip(TypeId t, Part& p) const;
  Part fields_of(const Region& r, uint64_t place, uint32_t& constructor) const;
  Value made(TypeId t, uint32_t constructor, std::vector<Value> fields) const;
  Value value(TypeId t, Part& p);
  Value sum(TypeId t, Part& p);
  Value vector(TypeId t, Part& p);
  void inner_cells(TypeId t, Part& p, InnerCells& out);
  void inner_sum(TypeId t, Part& p, InnerCells& out);
  void inner_vector(TypeId t, Part& p, InnerCells& out);

  const Border& at_;
  std::map<uint32_t, Region> regions_;
};

bool is_sum(const Types& types, const ValueShape& s);
/// Of a sum's shape, where constructor 0's fields are: behind the tag, if it has one.
size_t first_constructor(const ValueShape& sum);
/// A closure's items as a shape has them: what it captured, then the arguments.
std::vector<Value> items_of(const Value& f, const Closure& c);
/// The closure of these.
Value closure_of_items(const Border& at, const Core& lambda, std::vector<Value> items);

} // namespace nova::plan

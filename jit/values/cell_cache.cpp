#include "jit/values/cell_cache.hpp"
#include "jit/values/checked_answer.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan {

namespace {

bool is_same(const Value& a, const Value& b) {
  return a.tag() == b.tag() && a.bits() == b.bits() && a.constructor() == b.constructor();
}

/// Returns the address of the first `count` numbers in a result column of integers.
const int64_t* integers(const ResultColumn& c, uint64_t count) {
  return reinterpret_cast<const int64_t*>(elements_at(c, Element::I64, 0, static_cast<int64_t>(count)));
}

} // namespace

const CellCache::Root* CellCache::root(const ValueShape& shape, const Value& v) const {
  const auto known =
      std::ranges::find_if(roots, [&](const Root& r) { return is_same(r.value, v) && r.shape == shape; });
  return known == roots.end() ? nullptr : &*known;
}

bool CellCache::begin(const std::vector<const Root*>& inputs, uint64_t room) {
  used.clear();
  for (const auto& [type, region] : regions) used[type] = region.least;
  for (const Root* r : inputs)
    for (const auto& [type, count] : r->used) used[type] = std::max(used[type], count);
  if (std::ranges::any_of(regions, [&](const auto& r) { return used[r.first] + room > r.second.all; }))
    return false;
  std::erase_if(roots, [&](const Root& r) {
    const bool is_written_over = room > 0 && std::ranges::any_of(r.used, [&](const auto& places) {
                                   return places.second > used[places.first];
                                 });
    return is_written_over || r.value.unique(); // unique: only this cache still refers to it
  });
  return true;
}

/// Caches nothing if the value is neither a cell nor a vector of cells, or if the run moved the columns of a region.
void CellCache::add(const ValueShape& shape, const Value& v, std::span<const uint64_t> scalars,
                    std::span<const ResultColumn> columns,
                    const std::vector<std::pair<uint32_t, size_t>>& types_and_parts, const Layout* places) {
  const bool vector =
      shape.kind == ValueShape::Vector && shape.items[0].kind == ValueShape::Cell && scalars.size() == 1;
  if ((shape.kind != ValueShape::Cell && !vector) || !v.object() || root(shape, v)) return;
  Root r{shape, v, {}, used};
  for (const auto& [type, parts] : types_and_parts) {
    const auto known = regions.find(type);
    if (known == regions.end()) return;
    r.used[type] = static_cast<uint64_t>(*integers(columns[0], 1));
    for (size_t k = 0; k < parts; ++k)
      if (columns[1 + k].place != known->second.words.words[k].column) return;
    columns = columns.subspan(1 + parts);
  }
  r.words.add_scalar(scalars[0]);
  if (vector) {
    PrimitiveFill fill(places, static_cast<int64_t>(scalars[0]));
    std::copy_n(integers(columns[0], scalars[0]), scalars[0], fill.as<int64_t>());
    r.words.made.push_back(fill.finish());
    const BufferRef& data = r.words.made.back()->data;
    r.words.add_column(data->bytes(), scalars[0] * sizeof(int64_t), data);
  }
  roots.push_back(std::move(r));
}

uint64_t CellCache::bytes() const {
  uint64_t sum = 0;
  for (const auto& [type, region] : regions)
    for (const uint64_t bytes : region.words.rooms) sum += bytes;
  return sum;
}

} // namespace nova::plan

// Class Layouts: makes layouts and interns them, so that equal layouts are one object.
#include "runtime/array.hpp"
#include <algorithm>

namespace nova {

namespace {

bool same(const Layout& a, const Layout& b) {
  return a.kind == b.kind && a.element == b.element && a.rank == b.rank && a.children == b.children &&
         a.field_counts == b.field_counts && a.constructed == b.constructed;
}

size_t hash_of(const Layout& l) {
  auto mix = [h = size_t{0}](uint64_t x) mutable { return h = (h ^ x) * 0x9e3779b97f4a7c15u, h ^= h >> 32; };
  mix(static_cast<uint64_t>(l.kind) << 32 | static_cast<uint64_t>(l.element) << 24 | l.rank);
  mix(l.constructed);
  for (const Layout* child : l.children) mix(reinterpret_cast<uintptr_t>(child));
  for (uint32_t n : l.field_counts) mix(n);
  return mix(0);
}

} // namespace

Layouts::Layouts() {
  for (int e = 0; e < element_count; ++e) {
    Layout l;
    l.element = static_cast<Element>(e);
    primitives_[e] = intern(std::move(l));
  }
  Layout l;
  l.kind = ColumnKind::Boxed;
  boxed_ = intern(std::move(l));
}

const Layout* Layouts::tuple(std::vector<const Layout*> fields) {
  Layout l;
  l.kind = ColumnKind::Tuple, l.children = std::move(fields);
  return intern(std::move(l));
}

const Layout* Layouts::record(std::vector<const Layout*> fields) {
  Layout l;
  l.kind = ColumnKind::Tuple, l.children = std::move(fields), l.constructed = true;
  return intern(std::move(l));
}

const Layout* Layouts::rows(const Layout* element, uint32_t rank) {
  Layout l;
  l.kind = ColumnKind::Rows, l.rank = rank, l.children = {element};
  return intern(std::move(l));
}

const Layout* Layouts::sum(std::vector<const Layout*> constructors, std::vector<uint32_t> field_counts) {
  Layout l;
  l.kind = ColumnKind::Sum, l.children = std::move(constructors), l.field_counts = std::move(field_counts);
  return intern(std::move(l));
}

const Layout* Layouts::intern(Layout l) {
  const size_t hash = hash_of(l);
  const auto [from, to] = by_hash_.equal_range(hash);
  const auto known = std::find_if(from, to, [&](const auto& entry) { return same(*entry.second, l); });
  if (known != to) return known->second;
  for (const Layout* child : l.children) l.columns += child->columns;
  if (l.columns > most_columns) return boxed_;
  const Layout* fresh = all_.emplace_back(std::make_unique<Layout>(std::move(l))).get();
  by_hash_.emplace(hash, fresh);
  return fresh;
}

} // namespace nova

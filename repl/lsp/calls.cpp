// The call hierarchy: which definitions of a document use which.
#include "repl/lsp/queries.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::lsp {

namespace {

/// A definition, and the bytes of the document that it takes.
struct Placed {
  Outline outline;
  uint32_t begin = 0, end = 0, name = 0; ///< name: where its name begins
};

/// The definitions of a document, also those within modules, in the text's order. None is within another.
class Definitions {
 public:
  explicit Definitions(Facts& facts) : facts_(facts) {
    add(facts.outline());
    std::ranges::sort(all_, {}, &Placed::begin);
    for (size_t k = 0; k < all_.size(); ++k) by_name_.emplace(all_[k].name, k);
  }
  /// Returns the definition whose name stands at these bytes; null if it is none of the document's.
  const Placed* named(Span name) const {
    const auto at = facts_.is_here(name) ? by_name_.find(name.begin) : by_name_.end();
    return at == by_name_.end() ? nullptr : &all_[at->second];
  }
  /// Returns the definition around a byte; null if there is none.
  const Placed* around(uint32_t byte) const {
    const auto after = std::ranges::upper_bound(all_, byte, {}, &Placed::begin);
    return after != all_.begin() && byte < std::prev(after)->end ? &*std::prev(after) : nullptr;
  }

 private:
  void add(const std::vector<Outline>& from) {
    const auto byte = [&](Place at) { return facts_.text().byte_at(at); };
    for (const Outline& o : from) {
      if (o.kind == OutlineKind::Function || o.kind == OutlineKind::Constant || o.kind == OutlineKind::Macro)
        all_.push_back({o, byte(o.range.begin), byte(o.range.end), byte(o.name_range.begin)});
      if (o.kind == OutlineKind::Module) add(o.inner);
    }
  }
  Facts& facts_;
  std::vector<Placed> all_;
  std::unordered_map<uint32_t, size_t> by_name_;
};

/// Collects uses by the definitions that they belong to, in the order in which these come first.
class Uses {
 public:
  void add(const Placed& of, const Range& use) {
    const auto [at, is_new] = places_.try_emplace(of.begin, items_.size());
    if (is_new) items_.push_back({of.outline, {}});
    items_[at->second].uses.push_back(use);
  }
  std::vector<CallItem> take() { return std::move(items_); }

 private:
  std::vector<CallItem> items_;
  std::unordered_map<uint32_t, size_t> places_; ///< in items_, by the definition's first byte
};

} // namespace

std::optional<Outline> call_item(Facts& facts, Place at) {
  const Name* n = facts.name_at(facts.text().byte_at(at));
  if (!n) return {};
  const Definitions all(facts);
  const Placed* o = all.named(n->definition);
  return o ? std::optional(o->outline) : std::nullopt;
}

std::vector<CallItem> callers(Facts& facts, Place at) {
  const Name* n = facts.name_at(facts.text().byte_at(at));
  if (!n) return {};
  const Definitions all(facts);
  Uses out;
  for (const Name& use : facts.uses_of(*n))
    if (const Placed* o = use.defines ? nullptr : all.around(use.begin)) out.add(*o, facts.range(use));
  return out.take();
}

std::vector<CallItem> callees(Facts& facts, Place at) {
  const Name* item = facts.name_at(facts.text().byte_at(at));
  const Definitions all(facts);
  const Placed* caller = item ? all.named(item->definition) : nullptr;
  if (!caller) return {};
  Uses out;
  for (const Name& n : facts.names()) {
    if (n.defines || n.begin < caller->begin || n.end > caller->end) continue;
    if (const Placed* o = all.named(n.definition)) out.add(*o, facts.range(n));
  }
  return out.take();
}

} // namespace nova::lsp

#include "jit/tiers/form_equality.hpp"
#include "frontend/read/datum.hpp"
#include <algorithm>
#include <functional>

namespace nova::plan {
namespace {

bool is_text(const Datum* literal) { return literal && literal->is(DatumKind::String); }

class Comparison {
 public:
  explicit Comparison(const Types& types) : types_(types) {}

  bool same(const Core& a, const Core& b) {
    if (a.kind != b.kind || a.tail != b.tail || a.builtin != b.builtin || !same(a.type, b.type)) return false;
    if (a.number != b.number || a.slot != b.slot || a.frame.captures != b.frame.captures) return false;
    if (a.vars.size() != b.vars.size() || a.frame.size != b.frame.size) return false;
    if (a.kind == CoreKind::Const && !same_literal(a, b)) return false;
    if (a.kind == CoreKind::LetRec)
      for (size_t k = 0; k < a.vars.size() && k < b.items.size(); ++k) names_[a.items[k]] = b.items[k];
    return same_function(a.function, b.function) && same_items(a, b) && same_arms(a, b);
  }

 private:
  bool same(TypeId a, TypeId b) const { return types_.resolve(a) == types_.resolve(b); }

  /// Whether two literals, of nodes or of patterns, are equal. Strings are compared by their text.
  template <class T> static bool same_literal(const T& a, const T& b) {
    const bool text = is_text(a.literal);
    if (text || is_text(b.literal)) return text && is_text(b.literal) && a.literal->text == b.literal->text;
    return a.constant.tag() == b.constant.tag() && same_bits(a.constant, b.constant);
  }

  /// Whether two references mean the same function: letrec functions at the same position of both forms, or one
  /// function from outside of both forms.
  bool same_function(const Core* a, const Core* b) const {
    const auto paired = names_.find(a);
    return paired == names_.end() ? a == b : paired->second == b;
  }

  bool same_items(const Core& a, const Core& b) {
    return std::ranges::equal(
        a.items, b.items, [this](const Core* x, const Core* y) { return x && y ? same(*x, *y) : x == y; });
  }

  bool same_arms(const Core& a, const Core& b) {
    return std::ranges::equal(a.arms, b.arms, [this](const CoreArm& x, const CoreArm& y) {
      return same(x.pattern, y.pattern) && same(*x.body, *y.body);
    });
  }

  bool same(const CorePattern& a, const CorePattern& b) const {
    return a.kind == b.kind && same(a.type, b.type) && a.slot == b.slot && a.constructor == b.constructor &&
           same_literal(a, b) &&
           std::ranges::equal(a.items, b.items,
                              [this](const CorePattern& x, const CorePattern& y) { return same(x, y); });
  }

  const Types& types_;
  std::unordered_map<const Core*, const Core*> names_; ///< maps letrec functions of one form to the other's
};

uint64_t mixed(uint64_t h, uint64_t with) {
  h = (h ^ with) * 0xbf58476d1ce4e5b9u;
  return h ^ (h >> 29);
}

/// Returns a hash of a constant: of a string's text, of a vector's length, or of a scalar's bits. It is 0 for any
/// other constant.
uint64_t of_constant(const Core& c) {
  if (is_text(c.literal)) return std::hash<std::string_view>()(c.literal->text);
  if (!c.constant.is_object()) return c.constant.bits();
  return c.constant.tag() == Tag::Vector ? static_cast<uint64_t>(c.constant.array().length()) : 0;
}

} // namespace

bool same_form(const Types& types, const Core& a, const Core& b) { return Comparison(types).same(a, b); }

uint64_t FormHashes::of(const Core& c) {
  if (const auto at = known_.find(&c); at != known_.end()) return at->second;
  uint64_t h = mixed(static_cast<uint64_t>(c.kind), static_cast<uint64_t>(c.builtin));
  h = mixed(mixed(h, static_cast<uint64_t>(types_.resolve(c.type))), c.number);
  h = mixed(h, c.slot);
  if (c.kind == CoreKind::Const) h = mixed(h, of_constant(c));
  for (const Core* item : c.items) h = mixed(h, item ? of(*item) : 1);
  for (const CoreArm& arm : c.arms) h = mixed(h, of(*arm.body));
  return known_[&c] = h;
}

} // namespace nova::plan

#include "jit/tiers/checks/shrunk_form.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/core/core.hpp"
#include <algorithm>
#include <functional>
#include <set>

namespace nova::plan {
namespace {

bool takes_lengths(const Core& c) {
  return c.kind == CoreKind::Apply ||
         (c.kind == CoreKind::Primitive && builtin(c.builtin).kind != BuiltinKind::Scalar);
}

class Copier {
 public:
  Copier(ShorterForm& to, int64_t most, const std::vector<const Core*>* only)
      : to_(to), most_(most), only_(only) {}

  /// Returns a copy of the node, or the node itself if nothing in it changes.
  Core* copy(Core* c) {
    if (c->kind == CoreKind::Lambda) return c;
    Core* own = nullptr;
    for (size_t k = 0; k < c->items.size(); ++k) {
      Core* const item =
          takes_lengths(*c) && is_large(*c->items[k]) ? smaller(c->items[k]) : copy(c->items[k]);
      if (item == c->items[k]) continue;
      if (!own) own = &to_.nodes.emplace_back(*c);
      own->items[k] = item;
    }
    return own ? own : c;
  }

  /// Gives the literals their new values: the largest becomes `most`, the next one less, and so on. But none becomes less than a
  /// smaller literal that stays. A kernel may depend on which of two numbers is larger, as in i % k of an i below n.
  void set_literals() {
    std::set<int64_t, std::greater<>> values;
    for (const Core* c : copies_) values.insert(c->constant.as_int());
    for (size_t k = 0; k < copies_.size(); ++k) {
      Value& own = copies_[k]->constant;
      const int64_t was = own.as_int(), larger = std::distance(values.begin(), values.find(was));
      int64_t now = std::max<int64_t>(most_ - larger, 1);
      for (const int64_t other : kept_)
        if (other < was) now = std::max(now, other + 1);
      own = Value::integer(own.element(), now);
      to_.literals[k].bits = own.bits();
    }
  }

 private:
  bool is_large(const Core& c) const {
    return c.kind == CoreKind::Const && c.constant.tag() <= Tag::Unit && is_integer(c.constant.element()) &&
           c.constant.as_int() > most_;
  }

  /// Returns a copy of the literal, which gets its value later, or the literal itself if it stays.
  Core* smaller(Core* c) {
    if (only_ && std::ranges::find(*only_, c) == only_->end())
      return kept_.push_back(c->constant.as_int()), c;
    Core& own = to_.nodes.emplace_back(*c);
    to_.literals.push_back({c, 0}), copies_.push_back(&own);
    return &own;
  }

  ShorterForm& to_;
  std::vector<Core*> copies_; ///< of the literals
  std::vector<int64_t> kept_; ///< large literals that stay
  int64_t most_;
  const std::vector<const Core*>* only_;
};

} // namespace

const Core* counterpart(const Core& form, const Core& alike, const Core& part) {
  if (&alike == &part) return &form;
  if (alike.kind == CoreKind::Lambda || form.items.size() != alike.items.size()) return nullptr;
  for (size_t k = 0; k < form.items.size(); ++k) {
    if (!form.items[k] || !alike.items[k]) continue;
    if (const Core* found = counterpart(*form.items[k], *alike.items[k], part)) return found;
  }
  return nullptr;
}

std::shared_ptr<ShorterForm> with_smaller_numbers(const Core& form, int64_t most,
                                                  const std::vector<const Core*>* only) {
  auto made = std::make_shared<ShorterForm>();
  Copier copier(*made, most, only);
  const Core* const copy = copier.copy(const_cast<Core*>(&form));
  copier.set_literals();
  if (!made->literals.empty()) made->form.core = copy;
  return made;
}

} // namespace nova::plan

#include "jit/tiers/checks/shrunk_form.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/core/core.hpp"
#include <algorithm>

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
          takes_lengths(*c) && is_large(*c->items[k]) ? smaller(*c->items[k]) : copy(c->items[k]);
      if (item == c->items[k]) continue;
      if (!own) own = &to_.nodes.emplace_back(*c);
      own->items[k] = item;
    }
    return own ? own : c;
  }

 private:
  bool is_large(const Core& c) const {
    if (c.kind != CoreKind::Const || c.constant.tag() > Tag::Unit) return false;
    if (only_ && std::ranges::find(*only_, &c) == only_->end()) return false;
    return is_integer(c.constant.element()) && c.constant.as_int() > most_;
  }

  Core* smaller(const Core& c) {
    Core& own = to_.nodes.emplace_back(c);
    own.constant = Value::integer(c.constant.element(), most_);
    to_.literals.push_back({&c, own.constant.bits()});
    return &own;
  }

  ShorterForm& to_;
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
  const Core* copy = Copier(*made, most, only).copy(const_cast<Core*>(&form));
  if (!made->literals.empty()) made->form.core = copy;
  return made;
}

} // namespace nova::plan

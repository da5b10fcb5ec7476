#include "frontend/read/damage.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Whether an error with this code makes the nesting of the text around it uncertain.
bool concerns_brackets(std::string_view code) {
  static constexpr std::string_view codes[] = {"E0101", "E0102", "E0103", "E0104", "E0105", "E0124", "E0125"};
  return std::ranges::find(codes, code) != std::end(codes);
}

Damage damage_of(const ReadState& s, Span at) {
  const auto overlaps = [&](Span s) { return s.begin < at.end && at.begin < s.end; };
  Damage damage = Damage::None;
  for (const Diagnostic& d : s.errors.all())
    if (overlaps(d.span))
      damage = std::max(damage, concerns_brackets(d.code) ? Damage::Brackets : Damage::Inside);
  return std::ranges::any_of(s.doubtful, overlaps) ? Damage::Brackets : damage;
}

Datum* marked(ReadState& s, const Datum& d, Damage damage) {
  Datum* copy = s.arena.make(d.kind, d.span);
  *copy = d, copy->damage = damage;
  return copy;
}

} // namespace

void mark_damage(ReadState& s) {
  for (const Datum*& form : s.items) {
    if (damage_of(s, form->span) == Damage::None) continue;
    std::vector<const Datum*> items(form->items.begin(), form->items.end());
    for (const Datum*& item : items) item = marked(s, *item, damage_of(s, item->span));
    Datum* copy = marked(s, *form, damage_of(s, form->span));
    copy->items = s.arena.items(items);
    form = copy;
  }
}

} // namespace nova

// Slips of the hand in the words that divide forms: `inn`, `esle`, `odrer by`, x -> xs in a comprehension.
#include "frontend/expander.hpp"
#include <algorithm>
#include <array>

namespace nova {

/// A symbol without a meaning.
bool Expander::is_stray(const Datum& d) const {
  return d.is(DatumKind::Symbol) && !names_.resolve(d.symbol, Want::Head);
}

/// The first stray symbol that looks like one of the words, and the word.
std::optional<Expander::Slip> Expander::find_slip(Data items, std::span<const std::string_view> words) const {
  for (const Datum* d : items) {
    if (!is_stray(*d)) continue;
    if (auto word = nearest_name(spelling(*d), words)) return Slip{d, std::move(*word)};
  }
  return {};
}

/// The same of the words that a form's grammar has.
std::optional<Expander::Slip> Expander::find_word_slip(Data items, std::string_view grammar) const {
  std::vector<std::string_view> words;
  for (const std::string_view word : {" in ", " then ", " else "})
    if (grammar.find(word) != grammar.npos) words.push_back(word.substr(1, word.size() - 2));
  return find_slip(items, words);
}

/// `[e for x in xs]`, as Python has it.
bool Expander::is_other_comprehension(Data items) const {
  const auto in = find_word(items, words_.in, 3);
  return in && is_stray(*items[*in]);
}

/// `x -> xs`, `x = xs`, `x from xs`: x would be new, and the next symbol is no `<-`.
bool Expander::is_other_binding(Data q) const {
  constexpr std::array<std::string_view, 7> arrows = {"->", "<=", "=", "<", "in", "from", "form"};
  return q.size() >= 3 && is_stray(*q[0]) && q[1]->is(DatumKind::Symbol) &&
         std::ranges::find(arrows, spelling(*q[1])) != arrows.end();
}

/// `odrer by e`, `order e`, `order yb e`, `sort by e`: reported.
bool Expander::is_other_order(const Datum& q) {
  constexpr std::array<std::string_view, 2> words = {"order", "group"};
  if (!q.is(DatumKind::List) || q.items.size() < 2 || !q.items[0]->is(DatumKind::Symbol)) return false;
  const std::string first = spelling(*q.items[0]), second = spelling(*q.items[1]);
  const bool by = second == "by" && is_stray(*q.items[1]),
             word = std::ranges::find(words, first) != words.end();
  if (!by && !is_stray(*q.items[0])) return false;
  const auto near = word ? std::optional(first) : nearest_name(first, words);
  if (!near && !by) return false;
  f_.diagnostics.report("E0328", q.span)
      .help(near ? "did you mean `" + *near + " by`?"
                 : "what sorts is `order by e`, what groups `group by e`");
  return true;
}

} // namespace nova

// Slips of the hand in the words that divide forms: `inn`, `esle`, `odrer by`, x -> xs in a comprehension.
// Definitions and binders that are nearly Nova's: `(define f(x) e)`, `(x float)`, `(let x 1 e)`, with what to
// write.
#include "frontend/expander.hpp"
#include "frontend/utf8.hpp"
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

/// `?sum`, `sum?`, `!ready`, `np.sum`, as other prompts, C and Python have them.
std::optional<std::string> Expander::help_with_sign(std::string_view text) const {
  const auto is_known = [&](std::string_view name) {
    return bool(names_.resolve(f_.symbols.intern(name), Want::Head));
  };
  const bool before = text.starts_with("?"), behind = text.ends_with("?");
  const std::string_view asked = text.substr(before, text.size() - before - behind);
  if ((before || behind) && is_known(asked))
    return "at the prompt :doc " + std::string(asked) + " tells about it";
  const std::string rest(text.substr(std::min<size_t>(1, text.size())));
  if (text.starts_with("!") && !rest.empty())
    return is_known(rest) ? "not is (not " + rest + ")"
                          : "not is (not e); at the prompt :shell " + rest + " runs a command of the system";
  const size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0 || !is_known(text.substr(dot + 1))) return {};
  return "functions stand in front, without a dot: (" + std::string(text.substr(dot + 1)) + " e)";
}

// Definitions and binders.

/// Data as they were written, blanks between them.
std::string Expander::written(Data items) const {
  std::string all;
  for (const Datum* d : items) all += (all.empty() ? "" : " ") + std::string(f_.sources.text(d->span));
  return shorten(all);
}

/// `(i 0)`, its name being nobody's.
bool Expander::is_binding(const Datum& d) const {
  return d.is(DatumKind::List) && d.items.size() == 2 && is_stray(*d.items[0]);
}

/// A list that begins with a known name.
bool Expander::is_call(const Datum& d) const {
  return !d.items.empty() && d.items[0]->is(DatumKind::Symbol) && !is_stray(*d.items[0]);
}

/// Does a written type begin so?
bool Expander::names_type(const Datum& d) const {
  if (d.is(DatumKind::List)) return !d.items.empty() && names_type(*d.items[0]);
  if (!d.is(DatumKind::Symbol)) return d.is(DatumKind::TypeVariable);
  return is_word(d, words_.vector) || is_word(d, words_.vec) || prim_type(d.symbol) ||
         names_.resolve(d.symbol, Want::Head, Table::Types);
}

/// `(x float)` and `(float x)` as a name with its type.
std::optional<std::string> Expander::typed_name(Data items) const {
  if (items.size() < 2 || !items[0]->is(DatumKind::Symbol)) return {};
  if (names_type(*items[1])) return "(" + spelling(*items[0]) + " : " + written(items.subspan(1)) + ")";
  if (!names_type(*items[0]) || !items.back()->is(DatumKind::Symbol)) return {};
  return "(" + spelling(*items.back()) + " : " + written(items.first(items.size() - 1)) + ")";
}

/// Several forms behind a definition's name: `f(x) e`, `f x e`, `x = e`, `x int e`.
std::string Expander::why_no_value(Data items) const {
  if (!items[0]->is(DatumKind::Symbol)) return "a value is one expression";
  const Data rest = items.subspan(1), between = rest.first(rest.size() - 1);
  const std::string name = spelling(*items[0]);
  const auto is_name = [](const Datum* d) { return d->is(DatumKind::Symbol); };
  const auto is_parameter = [&](const Datum* d) { return is_name(d) || is_typed_name(d->items); };
  const bool list = (rest[0]->is(DatumKind::List) || rest[0]->is(DatumKind::Tuple)) &&
                    std::ranges::all_of(rest[0]->items, is_parameter);
  if (is_name(rest[0]) && (spelling(*rest[0]) == "=" || spelling(*rest[0]) == ":="))
    return "there is no `" + spelling(*rest[0]) + "` in it: (define " + name + " " +
           written(rest.subspan(1)) + ")";
  if (const auto typed = typed_name(items.first(items.size() - 1)))
    return "a name with its type stands in parentheses: (define " + *typed + " " + written(rest.last(1)) +
           ")";
  if (list || std::ranges::all_of(between, is_name))
    return "a function's parameters stand in one list with its name: (define (" + name +
           (list && rest[0]->items.empty() ? "" : " ") + written(list ? rest[0]->items : between) + ") ...)";
  return "a value is one expression";
}

/// `(lambda x e)`, `(lambda x y e)`.
std::string Expander::why_no_parameters(Data items) const {
  size_t n = 0;
  while (n + 1 < items.size() && items[n]->is(DatumKind::Symbol) && !is_word(*items[n], words_.arrow) &&
         !is_word(*items[n], words_.dot) && !is_word(*items[n], words_.colon))
    ++n;
  const std::string why = "its parameters stand in parentheses";
  if (items[0]->is(DatumKind::Vector)) return why + ": (lambda (" + written(items[0]->items) + ") ...)";
  return n == 0 ? why : why + ": (lambda (" + written(items.first(n)) + ") ...)";
}

/// `(let x 1)`, `(let x 1 e)`, `(let x = 1 in e)`, `(let [x 1] e)`.
std::string Expander::why_no_bindings(Data form) const {
  const std::string why = "it takes bindings and a body", head = "(" + spelling(*form[0]) + " (";
  const Data items = form.subspan(1);
  if (!items.empty() && items[0]->is(DatumKind::Vector)) {
    const bool single = !items[0]->items.empty() && items[0]->items[0]->is(DatumKind::Symbol);
    const std::string all = written(items[0]->items);
    return "brackets make a vector; bindings stand in parentheses: " + head +
           (single ? "(" + all + ")" : all) + ") ...)";
  }
  if (items.size() < 2 || !items[0]->is(DatumKind::Symbol)) return why;
  const bool sign = items.size() > 2 && items[1]->is(DatumKind::Symbol) && spelling(*items[1]) == "=";
  const std::string binding = spelling(*items[0]) + " " + written(items.subspan(sign ? 2 : 1, 1));
  if (items.size() == (sign ? 3 : 2)) return why + "; for what follows it is (define " + binding + ")";
  return why + ": " + head + "(" + binding + ")) ...)";
}

/// `(let (x 1) e)`, `(let (x 1) (y 2) e)`.
std::string Expander::why_no_list_of_bindings(Data items) const {
  size_t n = 1;
  while (n + 1 < items.size() && is_binding(*items[n])) ++n;
  return "its bindings stand in a list of their own, or before `in` and the body: (let (" +
         written(items.first(n)) + ") ...)";
}

} // namespace nova

// Slips of the hand in the words that divide forms: `inn`, `esle`, `odrer by`, x -> xs in a comprehension.
// Definitions and binders that are nearly Nova's: `(define f(x) e)`, `(x float)`, `(let x 1 e)`, with what to
// write.
#include "frontend/expand/expander.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/source/utf8.hpp"
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
  if (text.starts_with("`")) return std::string(find_other_name("`")->help);
  if (auto joined = help_with_joined(text)) return joined;
  const size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0 || !is_known(text.substr(dot + 1))) return {};
  return "functions stand in front, without a dot: (" + std::string(text.substr(dot + 1)) + " e)";
}

// Signs between what they work on.

/// Operators as other languages spell them, and Nova's word for each; none where it has none.
struct OtherSign {
  std::string_view sign, word;
};
static constexpr OtherSign other_signs[] = {
    {"<-", ""},    {"->", ""},   {"=>", ""},   {":=", ""},   {"==", "="},     {"!=", "~="},
    {"&&", "and"}, {"||", "or"}, {"<=", "<="}, {">=", ">="}, {"@", "matmul"}, {"+", "+"},
    {"*", "*"},    {"/", "/"},   {"<", "<"},   {">", ">"},   {"=", "="},      {"-", "-"}};

/// `(x == 1)`, `(map x -> x xs)`: a stray sign behind the form's first word.
const Datum* Expander::find_other_sign(Data items) const {
  for (size_t k = 1; k + 1 < items.size(); ++k) {
    if (!is_stray(*items[k])) continue;
    const std::string text = spelling(*items[k]);
    const bool between = k == 1 || is_stray(*items[k - 1]); // elsewhere it may be an argument
    if (between && std::ranges::find(other_signs, text, &OtherSign::sign) != std::end(other_signs))
      return items[k];
  }
  return nullptr;
}

/// `(x == 1)`, `(x -> e)` as they would be written.
std::optional<std::string> Expander::help_with_infix(Data items, const Datum& sign) const {
  const size_t k = static_cast<size_t>(std::ranges::find(items, &sign) - items.begin());
  const std::string name = spelling(sign), before = written(items.subspan(k - 1, 1)),
                    behind = written(items.subspan(k + 1, 1));
  const std::string_view word = std::ranges::find(other_signs, name, &OtherSign::sign)->word;
  if (name == "@" && items[k + 1]->is(DatumKind::Integer))
    return "element i of v is v!i: " + before + "!" + behind;
  if (!word.empty())
    return "operators stand in front: (" + std::string(word) + " " + before + " " + behind + ")";
  if (name == "->" || name == "=>") return "a function is (lambda (" + before + ") " + behind + ")";
  if (name == ":=") return "a local variable is assigned with (set! " + before + " " + behind + ")";
  return {};
}

/// `x <- 3`, `a && b` in one line of a text.
bool Expander::is_other_infix(Data data) const {
  if (data.size() < 3 || find_other_sign(data.first(3)) != data[1] ||
      data[0]->span.file != data[2]->span.file)
    return false;
  const Span all = join(data[0]->span, data[2]->span);
  return f_.sources.text(all).find('\n') == std::string_view::npos;
}

bool is_other_infix(Frontend& f, Data data) { return f.expander->is_infix_at_prompt(data); }

bool Expander::is_infix_at_prompt(Data data) {
  names_.here = {session_, unit_ + 1, UINT32_MAX};
  return is_other_infix(data);
}

void Expander::report_other_infix(Data three) {
  const std::string sign = spelling(*three[1]);
  unknown_.clear();
  if (sign != "<-" && sign != ":=") return void(unknown_name(*three[1], help_with_infix(three, *three[1])));
  unknown_name(*three[1], "a name gets its value by (define " + written(three.first(1)) + " " +
                              written(three.last(1)) + ")");
}

/// `a==b`, `v@1`, `x<-3`: a sign within a name whose parts are known.
std::optional<std::string> Expander::help_with_joined(std::string_view text) const {
  const auto is_known = [&](std::string_view part) {
    return part.find_first_not_of("0123456789.") == part.npos ||
           names_.resolve(f_.symbols.intern(part), Want::Value);
  };
  for (const OtherSign& s : other_signs) {
    const size_t at = text.find(s.sign);
    if (at == text.npos || at == 0 || at + s.sign.size() == text.size()) continue;
    const std::string a(text.substr(0, at)), b(text.substr(at + s.sign.size()));
    if (s.sign == "<-" || s.sign == ":=") return std::string(find_other_name(s.sign)->help);
    if (s.word.empty() || !is_known(a) || !is_known(b)) continue;
    if (s.sign == "@" && b.find_first_not_of("0123456789") == b.npos)
      return "element i of v is v!i: " + a + "!" + b;
    return "operators stand in front, with blanks between: (" + std::string(s.word) + " " + a + " " + b + ")";
  }
  return {};
}

/// At the prompt a function may call one that is to come.
void Expander::help_with_order(const Datum& name) {
  Diagnostic& d = f_.diagnostics.last();
  const bool lone =
      d.code == "E0301" && d.span == name.span && unit_kind_ == Unit::Prompt && names_.in_function;
  if (lone && !find_other_name(spelling(name)))
    d.help("a function that is still to come is entered together with this one: (begin (define ...) (define "
           "...))");
}

// Branches.

/// `(Some y)`, `y` or `1`: a pattern without a body. Of `case` as of `match`, a list of them begins with a
/// constructor.
bool Expander::is_lone_pattern(const Datum& d) const {
  if (!d.is(DatumKind::List)) return !d.is(DatumKind::Vector);
  return !d.items.empty() && d.items[0]->is(DatumKind::Symbol) &&
         names_.resolve(d.items[0]->symbol, Want::Constructor).kind == Meaning::Constructor;
}

/// `(match x (Some y) y)`: pattern and body side by side, not in one list.
std::optional<std::string> Expander::why_split_branch(const Datum& form, bool match) const {
  const Data arms = form.items.subspan(2);
  const auto is_branch = [](const Datum* arm) {
    return (arm->is(DatumKind::List) || arm->is(DatumKind::Vector)) && arm->items.size() >= 2;
  };
  if (arms.size() % 2 == 1 || !is_lone_pattern(*arms[0]) || is_word(*arms[1], words_.otherwise)) return {};
  const bool misses_body =
      match && arms[0]->is(DatumKind::List) && arms[0]->items.size() == 2 && has_fields(*arms[0]->items[0]);
  if (!misses_body && std::ranges::all_of(arms, is_branch)) return {};
  const bool bare = !match && arms[0]->is(DatumKind::List); // (Some y y), but ((Some y) y) of `match`
  return "a branch is one list, of a pattern and what it gives: (" +
         written(bare ? arms[0]->items : arms.first(1)) + " " + written(arms.subspan(1, 1)) + ")";
}

/// The first branch of a `case` whose pattern stands in parentheses, as those of `match` do.
const Datum* Expander::find_match_branch(Data arms) const {
  const auto at = std::ranges::find_if(arms, [](const Datum* arm) {
    return arm->is(DatumKind::List) && arm->items.size() >= 2 && arm->items[0]->is(DatumKind::List) &&
           !arm->items[0]->items.empty() && arm->items[0]->items[0]->is(DatumKind::Symbol);
  });
  return at == arms.end() ? nullptr : *at;
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

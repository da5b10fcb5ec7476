// Detects common mistakes and makes help texts that say what to write. The mistakes are misspelt words that divide
// forms (`inn`, `esle`, `odrer by`, x -> xs in a comprehension), and definitions and binders that are nearly right
// (`(define f(x) e)`, `(x float)`, `(let x 1 e)`).
#include "frontend/expand/typos.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/expand/patterns.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/read/other/expressions.hpp"
#include "frontend/source/spelling.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <array>

namespace nova {

/// Whether `d` is a symbol without a meaning.
static bool is_stray(const ExpanderState& ex, const Datum& d) {
  return d.is(DatumKind::Symbol) && !ex.names.resolve(d.symbol, Want::Head);
}

bool is_other_arrow(const ExpanderState& ex, const Datum& d) {
  return is_stray(ex, d) && (ex.spelling(d) == "->" || ex.spelling(d) == "=>");
}

/// Whether `d` may begin a written type.
static bool names_type(const ExpanderState& ex, const Datum& d) {
  if (d.is(DatumKind::List)) return !d.items.empty() && names_type(ex, *d.items[0]);
  if (!d.is(DatumKind::Symbol)) return d.is(DatumKind::TypeVariable);
  return ex.is_word(d, ex.words.vector) || ex.is_word(d, ex.words.vec) || prim_type(ex, d.symbol) ||
         ex.names.resolve(d.symbol, Want::Head, Table::Types);
}

void report_arrow(ExpanderState& ex, Data rest) {
  const bool type = rest.size() > 2 && names_type(ex, *rest[1]);
  ex.f.diagnostics.report("E0301", rest[0]->span, {ex.spelling(*rest[0])})
      .help(type ? "the type of a function's result stands behind a colon: : " +
                       written(ex, rest.subspan(1, rest.size() - 2)) + " body"
                 : "a function's body stands behind its parameters, without an arrow: (lambda (x) body), "
                   "(define (f x) body)");
}

std::optional<Slip> find_slip(const ExpanderState& ex, Data items, std::span<const std::string_view> words) {
  for (const Datum* d : items) {
    if (!is_stray(ex, *d)) continue;
    if (auto word = nearest_name(ex.spelling(*d), words)) return Slip{d, std::move(*word)};
  }
  return {};
}

std::optional<Slip> find_word_slip(const ExpanderState& ex, Data items, std::string_view grammar) {
  std::vector<std::string_view> words;
  for (const std::string_view word : {" in ", " then ", " else "})
    if (grammar.find(word) != grammar.npos) words.push_back(word.substr(1, word.size() - 2));
  return find_slip(ex, items, words);
}

bool is_other_comprehension(const ExpanderState& ex, Data items) {
  const auto in = ex.find_word(items, ex.words.in, 3);
  return in && is_stray(ex, *items[*in]);
}

void report_other_comprehension(ExpanderState& ex, const Datum& d) {
  const auto e = nova_expression(ex.f.sources.text(d.span));
  const bool own = e && ex.f.sources.text(d.span).find("[(") == std::string_view::npos; // lists may be Nova's
  ex.f.diagnostics.report("E0328", d.span).help(own ? "it is " + *e : "a comprehension is [e | x <- xs]");
}

bool is_other_binding(const ExpanderState& ex, Data q) {
  constexpr std::array<std::string_view, 7> arrows = {"->", "<=", "=", "<", "in", "from", "form"};
  return q.size() >= 3 && is_stray(ex, *q[0]) && q[1]->is(DatumKind::Symbol) &&
         std::ranges::find(arrows, ex.spelling(*q[1])) != arrows.end();
}

const Datum* joined_drawing(ExpanderState& ex, const Datum& q) {
  const Data items = q.is(DatumKind::List) && q.bare ? q.items : Data{};
  const Datum& word = items.empty() ? q : *items[0];
  const Datum& arrow = items.size() == 2 && is_stray(ex, *items[1]) ? *items[1] : word;
  const std::string text = is_stray(ex, arrow) ? ex.spelling(arrow) : "";
  const size_t at = text.find("<-");
  const bool in_front = &arrow == &word;
  if (at == text.npos || (at == 0) == in_front || items.size() > 2) return nullptr;
  const bool source = items.size() == 2 && in_front; // x<- [1 2]
  if (source != (at + 2 == text.size())) return nullptr;
  const auto part = [&](size_t from, size_t size) {
    const auto begin = static_cast<uint32_t>(arrow.span.begin + from);
    Datum* d =
        ex.f.data.make(DatumKind::Symbol, {arrow.span.file, begin, static_cast<uint32_t>(begin + size), 0});
    return d->symbol = ex.f.symbols.intern(text.substr(from, size)), d;
  };
  const Datum* parts[] = {in_front ? part(0, at) : &word, part(at, 2),
                          source ? items[1] : part(at + 2, text.size() - at - 2)};
  return as_one(ex, ex.f.data.items(parts));
}

bool is_other_order(ExpanderState& ex, const Datum& q) {
  constexpr std::array<std::string_view, 2> words = {"order", "group"};
  if (!q.is(DatumKind::List) || q.items.size() < 2 || !q.items[0]->is(DatumKind::Symbol)) return false;
  const std::string first = ex.spelling(*q.items[0]), second = ex.spelling(*q.items[1]);
  const bool by = second == "by" && is_stray(ex, *q.items[1]),
             word = std::ranges::find(words, first) != words.end();
  if (!by && !is_stray(ex, *q.items[0])) return false;
  const auto near = word ? std::optional(first) : nearest_name(first, words);
  if (!near && !by) return false;
  ex.f.diagnostics.report("E0328", q.span)
      .help(near ? "did you mean `" + *near + " by`?"
                 : "what sorts is `order by e`, what groups `group by e`");
  return true;
}

namespace {

/// An operator as other languages spell it, and the name of Nova's function for it (empty if there is none).
struct OtherSign {
  std::string_view sign, word;
};

constexpr OtherSign other_signs[] = {{"<-", ""},      {"->", ""},    {"=>", ""},   {":=", ""},   {"==", "="},
                                     {"!=", "~="},    {"&&", "and"}, {"||", "or"}, {"<=", "<="}, {">=", ">="},
                                     {"@", "matmul"}, {"+", "+"},    {"*", "*"},   {"/", "/"},   {"<", "<"},
                                     {">", ">"},      {"=", "="},    {"-", "-"}};

} // namespace

/// See typos.hpp. From the third item on, an operator is returned only if the item before it has no meaning either.
const Datum* find_other_sign(const ExpanderState& ex, Data items) {
  for (size_t k = 1; k + 1 < items.size(); ++k) {
    if (!is_stray(ex, *items[k])) continue;
    const std::string text = ex.spelling(*items[k]);
    const Datum& before = *items[k - 1];
    const bool operand = before.is(DatumKind::Integer) || before.is(DatumKind::Floating);
    const bool between =
        k == 1 || operand || is_stray(ex, before); // otherwise the operator may be an argument
    if (between && std::ranges::find(other_signs, text, &OtherSign::sign) != std::end(other_signs))
      return items[k];
  }
  return nullptr;
}

/// Returns a help text for a name that is a power as other languages write it, `x^2` or `x**2`.
static std::optional<std::string> help_with_power(std::string_view text) {
  const auto is_operand = [](std::string_view part) {
    return !part.empty() && std::ranges::all_of(part, [](unsigned char c) { return std::isalnum(c); });
  };
  for (const std::string_view sign : {"**", "^"}) {
    const size_t at = text.find(sign);
    if (at == text.npos) continue;
    const std::string a(text.substr(0, at)), b(text.substr(at + sign.size()));
    if (!is_operand(a) || !is_operand(b)) return {};
    const bool whole = b.find_first_not_of("0123456789") == b.npos;
    const std::string both = " " + a + " " + b + ")";
    return "a power is " + ((whole ? "(power" : "(pow") + both) +
           (sign == "^" ? ", the exclusive or of bits (^" + both : "");
  }
  return {};
}

/// Returns a help text for a name that consists of two known names or numbers and an operator between them, as
/// `a==b`, `v@1` or `x<-3`. Returns nothing for other names.
static std::optional<std::string> help_with_joined(const ExpanderState& ex, std::string_view text) {
  const auto is_known = [&](std::string_view part) {
    return part.find_first_not_of("0123456789.") == part.npos ||
           ex.names.resolve(ex.f.symbols.intern(part), Want::Value);
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

namespace {

/// A character that text processors put in place of an ASCII one.
struct LookAlike {
  char32_t character;
  std::string_view name, ascii;
};

constexpr LookAlike look_alikes[] = {{0x201C, "a curly quotation mark", "\""},
                                     {0x201D, "a curly quotation mark", "\""},
                                     {0x201E, "a low quotation mark", "\""},
                                     {0xAB, "an angle quotation mark", "\""},
                                     {0xBB, "an angle quotation mark", "\""},
                                     {0x2018, "a curly quote", "'"},
                                     {0x2019, "a curly quote", "'"},
                                     {0x2010, "a hyphen", "-"},
                                     {0x2011, "a hyphen", "-"},
                                     {0x2012, "a dash", "-"},
                                     {0x2013, "an en dash", "-"},
                                     {0x2014, "an em dash", "-"},
                                     {0x2212, "a minus sign", "-"},
                                     {0x2264, "a sign for at most", "<="},
                                     {0x2265, "a sign for at least", ">="},
                                     {0x2260, "a sign for unequal", "~="},
                                     {0xD7, "a multiplication sign", "*"},
                                     {0x22C5, "a multiplication dot", "*"},
                                     {0xF7, "a division sign", "/"},
                                     {0x2044, "a fraction slash", "/"},
                                     {0x2192, "an arrow", "->"},
                                     {0x2190, "an arrow", "<-"},
                                     {0x2026, "an ellipsis", ".."},
                                     {0xAF, "a high minus", "-"},
                                     {0x221A, "a root sign", "(sqrt x)"},
                                     {0xB2, "a small 2", "(* x x)"}};

} // namespace

/// Returns what is written for a character in the name that only looks like an ASCII one.
static std::optional<std::string> help_with_look_alike(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const auto found = std::ranges::find(look_alikes, static_cast<char32_t>(c.value), &LookAlike::character);
    if (c.valid && found != std::end(look_alikes)) {
      const std::string sign(text.substr(at, c.length));
      const std::string what = "`" + sign + "` is " + std::string(found->name) + "; ";
      return found->ascii == "\"" ? what + "a text stands between straight ones: \"text\""
                                  : what + "it is written " + std::string(found->ascii);
    }
    at += c.length;
  }
  return {};
}

std::optional<std::string> help_with_sign(const ExpanderState& ex, std::string_view text) {
  if (auto help = help_with_look_alike(text)) return help;
  const auto is_known = [&](std::string_view name) {
    return bool(ex.names.resolve(ex.f.symbols.intern(name), Want::Head));
  };
  const bool before = text.starts_with("?"), behind = text.ends_with("?");
  const std::string_view asked = text.substr(before, text.size() - before - behind);
  if ((before || behind) && is_known(asked))
    return "at the prompt :doc " + std::string(asked) + " tells about it";
  const std::string rest(text.substr(std::min<size_t>(1, text.size())));
  if (text.starts_with("!") && !rest.empty() && std::ranges::all_of(rest, is_digit))
    return "the factorial of APL and J is (product [1.." + rest + "])";
  if (text.starts_with("!") && !rest.empty())
    return "not is (not " + (is_letter(rest[0]) ? rest : "e") + ")" +
           (is_known(rest) ? "" : "; at the prompt :shell " + rest + " runs a command of the system");
  if (text.starts_with("*") && !rest.empty() && std::ranges::all_of(rest, is_digit))
    return "the power of e, as in APL, is (exp " + rest + ")";
  if (text.starts_with("~") && !rest.empty() && is_letter(rest[0]))
    return "the bits of it turned over are (~ " + rest + ")";
  if (text.ends_with("<-") && text.size() > 2) return std::string(find_other_name("<-")->help);
  const bool negated = text.starts_with("-") && !rest.empty();
  if (negated && ex.names.resolve(ex.f.symbols.intern(rest), Want::Value))
    return "the negative of it is (neg " + rest + ")";
  if (text.starts_with("`")) return std::string(find_other_name("`")->help);
  if (auto joined = help_with_joined(ex, text)) return joined;
  if (auto power = help_with_power(text)) return power;
  if (text.ends_with(".T") && text.size() > 2)
    return "rows and columns change places by (transpose " + std::string(text.substr(0, text.size() - 2)) +
           ")";
  const size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0 || !is_known(text.substr(dot + 1))) return {};
  const std::string of(text.substr(0, dot)), f(text.substr(dot + 1));
  const bool plain =
      of.find_first_of("([\"'.!") == of.npos && ex.names.resolve(ex.f.symbols.intern(of), Want::Value);
  return "functions stand in front, without a dot: (" + f + " " + (plain ? of : "e") + ")";
}

std::optional<std::string> help_with_joined_head(const ExpanderState& ex, Data items) {
  if (!is_stray(ex, *items[0])) return {};
  const std::string text = ex.spelling(*items[0]);
  const bool asks = text.ends_with('?') && items.size() > 1 && !find_other_name(text);
  if (asks && ex.names.resolve(ex.f.symbols.intern(text.substr(0, text.size() - 1)), Want::Value))
    return "there is no question mark in its name: (" + text.substr(0, text.size() - 1) + " " +
           written(ex, items.subspan(1)) + ")";
  const size_t size = std::min(text.find_first_not_of("+-*/<>=%"), text.size());
  if (size == 0 || size == text.size() ||
      !ex.names.resolve(ex.f.symbols.intern(text.substr(0, size)), Want::Value) ||
      !ex.names.resolve(ex.f.symbols.intern(text.substr(size)), Want::Value))
    return {};
  const std::string sign = text.substr(0, size), name = text.substr(size);
  if (items.size() == 1)
    return sign == "-" ? std::optional("the negative of it is (neg " + name + ")") : std::nullopt;
  return "a blank belongs behind the operator: (" + sign + " " + name + " " + written(ex, items.subspan(1)) +
         ")";
}

// Operators between their operands.

std::optional<std::string> help_with_infix(const ExpanderState& ex, Data items, const Datum& sign) {
  const size_t k = static_cast<size_t>(std::ranges::find(items, &sign) - items.begin());
  const std::string name = ex.spelling(sign), before = written(ex, items.subspan(k - 1, 1)),
                    behind = written(ex, items.subspan(k + 1, 1));
  const std::string_view word = std::ranges::find(other_signs, name, &OtherSign::sign)->word;
  if (name == "@" && items[k + 1]->is(DatumKind::Integer))
    return "element i of v is v!i: " + before + "!" + behind;
  if (auto e = !word.empty() && items.size() > 3 ? nova_expression(written(ex, items), true) : std::nullopt)
    return "operators stand in front: " + *e;
  if (!word.empty())
    return "operators stand in front: (" + std::string(word) + " " + before + " " + behind + ")";
  if (auto e = name == "->" ? nova_expression(written(ex, items)) : std::nullopt;
      e && e->starts_with("(lambda "))
    return "a function is " + *e;
  const bool value = items[k - 1]->is(DatumKind::Integer) || items[k - 1]->is(DatumKind::Floating) ||
                     items[k - 1]->is(DatumKind::String);
  if (name == "->" && value) return "a name gets its value by (define " + behind + " " + before + ")";
  if (name == "->" || name == "=>") return "a function is (lambda (" + before + ") " + behind + ")";
  if (name == ":=") return "a local variable is assigned with (set! " + before + " " + behind + ")";
  return {};
}

bool is_other_infix(const ExpanderState& ex, Data data) {
  if (data.size() < 3 || find_other_sign(ex, data.first(3)) != data[1] ||
      data[0]->span.file != data[2]->span.file)
    return false;
  const Span all = join(data[0]->span, data[2]->span);
  return ex.f.sources.text(all).find('\n') == std::string_view::npos;
}

void report_other_infix(ExpanderState& ex, Data three) {
  const std::string sign = ex.spelling(*three[1]);
  ex.form.unknown.clear();
  if (sign != "<-" && sign != ":=")
    return void(unknown_name(ex, *three[1], help_with_infix(ex, three, *three[1])));
  unknown_name(ex, *three[1],
               "a name gets its value by (define " + written(ex, three.first(1)) + " " +
                   written(ex, three.last(1)) + ")");
}

void help_with_order(ExpanderState& ex, const Datum& name) {
  Diagnostic& d = ex.f.diagnostics.last();
  const bool lone =
      d.code == "E0301" && d.span == name.span && ex.text.kind == Unit::Prompt && ex.names.in_function;
  if (lone && !find_other_name(ex.spelling(name)))
    d.help("a function that is still to come is entered together with this one: (begin (define ...) (define "
           "...))");
}

// Branches.

/// Whether `d` may be a pattern without a body: `(Some y)`, `y` or `1`. A list is a pattern only if it begins with a
/// constructor.
static bool is_lone_pattern(const ExpanderState& ex, const Datum& d) {
  if (!d.is(DatumKind::List)) return !d.is(DatumKind::Vector);
  return !d.items.empty() && d.items[0]->is(DatumKind::Symbol) &&
         ex.names.resolve(d.items[0]->symbol, Want::Constructor).kind == Meaning::Constructor;
}

std::optional<std::string> why_split_branch(const ExpanderState& ex, const Datum& form, bool match) {
  const Data arms = form.items.subspan(2);
  const auto is_branch = [](const Datum* arm) {
    return (arm->is(DatumKind::List) || arm->is(DatumKind::Vector)) && arm->items.size() >= 2;
  };
  if (arms.size() % 2 == 1 || !is_lone_pattern(ex, *arms[0]) || ex.is_word(*arms[1], ex.words.otherwise))
    return {};
  const bool misses_body = match && arms[0]->is(DatumKind::List) && arms[0]->items.size() == 2 &&
                           has_fields(ex, *arms[0]->items[0]);
  if (!misses_body && std::ranges::all_of(arms, is_branch)) return {};
  const bool bare = !match && arms[0]->is(DatumKind::List); // (Some y y) in `case`, ((Some y) y) in `match`
  return "a branch is one list, of a pattern and what it gives: (" +
         written(ex, bare ? arms[0]->items : arms.first(1)) + " " + written(ex, arms.subspan(1, 1)) + ")";
}

namespace {

/// Whether `p` is a pattern of vectors in other languages: `[]`, `[x y]`, `(x . r)`, `(x : r)`, `(cons x r)`, `x:r`.
bool is_vector_pattern(const ExpanderState& ex, const Datum& p) {
  if (p.is(DatumKind::Vector)) return true;
  if (!p.is(DatumKind::List) || p.items.empty()) return false;
  const auto is_stray_word = [&](const Datum& d, std::string_view word) {
    return is_stray(ex, d) && ex.spelling(d) == word;
  };
  if (p.items.size() != 3) return false;
  const Datum &first = *p.items[0], &second = *p.items[1], &third = *p.items[2];
  if (is_stray_word(first, "cons")) return true;
  const bool names = first.is(DatumKind::Symbol) && third.is(DatumKind::Symbol);
  if (!names || !second.is(DatumKind::Symbol)) return false;
  if (ex.is_word(second, ex.words.dot) || is_stray_word(second, "::")) return true;
  return ex.is_word(second, ex.words.colon) && !names_type(ex, third);
}

/// Returns the parts of `(x . r)`, `(x : r)` and `(cons x r)`: x and r.
std::pair<std::string, std::string> parts_of_cons(const ExpanderState& ex, const Datum& p) {
  const bool cons = ex.spelling(*p.items[0]) == "cons";
  return {written(ex, p.items.subspan(cons ? 1 : 0, 1)), written(ex, p.items.subspan(2, 1))};
}

} // namespace

bool report_vector_patterns(ExpanderState& ex, const Datum& match) {
  const Data arms = match.items.subspan(2);
  const Datum *first = nullptr, *empty = nullptr, *cons = nullptr;
  for (const Datum* arm : arms) {
    if (!arm->is(DatumKind::List) || arm->items.size() < 2) continue;
    const Datum& p = *arm->items[0];
    const bool nothing = (p.is(DatumKind::Vector) || p.is(DatumKind::List)) && p.items.empty();
    if (nothing) empty = arm;
    if (!is_vector_pattern(ex, p)) continue;
    if (!first) first = &p;
    if (p.is(DatumKind::List)) cons = arm;
  }
  if (!first) return false;
  const std::string xs =
      match.items[1]->is(DatumKind::Symbol) ? written(ex, match.items.subspan(1, 1)) : "xs";
  std::string help =
      "vectors have no patterns: ask for (length " + xs + "), and take " + xs + "!0 and (drop 1 " + xs + ")";
  if (empty && cons) {
    const auto [x, r] = parts_of_cons(ex, *cons->items[0]);
    help += ": (if (= (length " + xs + ") 0) " + written(ex, empty->items.subspan(1)) + " (let (" + x + " " +
            xs + "!0) (" + r + " (drop 1 " + xs + ")) in " + written(ex, cons->items.subspan(1)) + "))";
  }
  ex.f.diagnostics.report("E0311", first->span).help(std::move(help));
  return true;
}

bool report_literal_case(ExpanderState& ex, const Datum& form) {
  const auto is_literal = [](const Datum* d) {
    return d->is(DatumKind::Integer) || d->is(DatumKind::String) || d->is(DatumKind::Character);
  };
  const Datum* first = nullptr;
  std::string branches;
  for (const Datum* arm : form.items.subspan(2)) {
    if (!arm->is(DatumKind::List) || arm->items.size() < 2) return false;
    const Datum& head = *arm->items[0];
    const std::string body = " " + written(ex, arm->items.subspan(1)) + ")";
    if (head.is(DatumKind::List) && !head.items.empty() && std::ranges::all_of(head.items, is_literal)) {
      if (!first) first = &head;
      for (const Datum* literal : head.items)
        branches += " (" + std::string(ex.f.sources.text(literal->span)) + body;
    } else {
      branches += " (" + written(ex, arm->items.first(1)) + body;
    }
  }
  if (!first) return false;
  ex.f.diagnostics.report("E0311", first->span)
      .help("`match` has a branch for each value: (match " + written(ex, form.items.subspan(1, 1)) +
            branches + ")");
  return true;
}

const Datum* find_match_branch(Data arms) {
  const auto at = std::ranges::find_if(arms, [](const Datum* arm) {
    return arm->is(DatumKind::List) && arm->items.size() >= 2 && arm->items[0]->is(DatumKind::List) &&
           !arm->items[0]->items.empty() && arm->items[0]->items[0]->is(DatumKind::Symbol);
  });
  return at == arms.end() ? nullptr : *at;
}

// Bodies.

namespace {

/// Whether `d` is a name or a literal that the user has written, but not nil.
bool is_bare(const Datum& d) {
  constexpr DatumKind kinds[] = {DatumKind::Symbol,  DatumKind::Integer, DatumKind::Floating,
                                 DatumKind::Boolean, DatumKind::Complex, DatumKind::Character,
                                 DatumKind::String};
  return d.span.expansion == 0 && std::ranges::find(kinds, d.kind) != std::end(kinds);
}

/// Whether `d` is the name of a built-in operator.
bool is_operator(const ExpanderState& ex, const Datum& d) {
  if (!d.is(DatumKind::Symbol) || d.span.expansion) return false;
  const Meaning m = ex.names.resolve(d.symbol, Want::Value);
  const std::string name = ex.spelling(d);
  return (m.kind == Meaning::Builtin && !std::isalpha(static_cast<unsigned char>(name[0]))) ||
         name == "and" || name == "or";
}

/// Returns how many of the forms are operands with operators between them, as `x * 2 + 1`; 0 if they begin otherwise.
size_t infix_size(const ExpanderState& ex, Data forms) {
  size_t n = 0;
  while (n + 2 < forms.size() && forms[n + 2]->span.expansion == 0 && is_operator(ex, *forms[n + 1])) n += 2;
  return n == 0 ? 0 : n + 1;
}

/// Warns of the forms that `at` holds. `meant` is the form that is meant by them, or empty.
void warn_of_dropped_at(ExpanderState& ex, Span at, bool several, const std::string& meant) {
  const Diagnostics::Form written(ex.f.diagnostics, {}); // not those that a macro made of them
  ex.f.diagnostics
      .report("W0309", at,
              {shorten(ex.f.sources.text(at)),
               several ? "is several forms, and all but the last are dropped" : "is a value that is dropped"})
      .help(meant.empty() ? "the value of a body is that of its last form" : meant);
}

} // namespace

void warn_of_dropped(ExpanderState& ex, Data forms) {
  if (ex.text.kind == Unit::Prelude || forms.size() < 2) return;
  if (forms.back()->is(DatumKind::Nil)) forms = forms.first(forms.size() - 1);
  for (size_t k = 0; k + 1 < forms.size(); ++k) {
    const Datum &d = *forms[k], &next = *forms[k + 1];
    if (const size_t size = infix_size(ex, forms.subspan(k))) {
      const Span at = join(d.span, forms[k + size - 1]->span);
      const auto meant = nova_expression(ex.f.sources.text(at), true);
      return warn_of_dropped_at(ex, at, true, meant ? "operators stand in front: " + *meant : "");
    }
    if (!is_bare(d)) continue;
    if (!touch(d, next) || next.span.expansion) return warn_of_dropped_at(ex, d.span, false, "");
    if (next.is(DatumKind::Vector) || next.is(DatumKind::Range)) return; // W0303 tells of it
    const Span at = join(d.span, next.span);
    const auto meant = nova_expression(ex.f.sources.text(at));
    return warn_of_dropped_at(ex, at, true, meant ? "a call is " + *meant : "");
  }
}

void warn_of_partial_operator(ExpanderState& ex, Data items) {
  constexpr std::string_view functions[] = {"all", "any", "count", "filter", "map"};
  constexpr std::string_view operators[] = {"<", ">", "<=", ">=", "-", "/", "%"};
  if (ex.text.kind == Unit::Prelude || items.size() < 2 || !items[0]->is(DatumKind::Symbol)) return;
  const Datum& f = *items[1];
  const bool partial = f.is(DatumKind::List) && f.span.expansion == 0 && f.items.size() == 2 &&
                       is_operator(ex, *f.items[0]) && is_bare(*f.items[1]);
  if (!partial || std::ranges::find(functions, ex.spelling(*items[0])) == std::end(functions)) return;
  const std::string sign = ex.spelling(*f.items[0]), operand = written(ex, f.items.subspan(1));
  if (std::ranges::find(operators, sign) == std::end(operators)) return;
  const std::string x = operand.find('x') == operand.npos ? "x" : "e",
                    begin = "(lambda (" + x + ") (" + sign + " ";
  ex.f.diagnostics
      .report("W0310", f.span, {shorten(ex.f.sources.text(f.span)), begin + operand + " " + x + "))"})
      .help("the other way round it is " + begin + x + " " + operand +
            ")); either lambda says which is meant");
}

// Definitions and binders.

std::string written(const ExpanderState& ex, Data items) {
  std::string all;
  for (const Datum* d : items) all += (all.empty() ? "" : " ") + std::string(ex.f.sources.text(d->span));
  return shorten(all);
}

bool is_binding(const ExpanderState& ex, const Datum& d) {
  return d.is(DatumKind::List) && d.items.size() == 2 && is_stray(ex, *d.items[0]);
}

bool is_call(const ExpanderState& ex, const Datum& d) {
  return !d.items.empty() && d.items[0]->is(DatumKind::Symbol) && !is_stray(ex, *d.items[0]);
}

std::optional<std::string> typed_name(const ExpanderState& ex, Data items) {
  if (items.size() < 2 || !items[0]->is(DatumKind::Symbol)) return {};
  if (names_type(ex, *items[1]))
    return "(" + ex.spelling(*items[0]) + " : " + written(ex, items.subspan(1)) + ")";
  if (!names_type(ex, *items[0]) || !items.back()->is(DatumKind::Symbol)) return {};
  return "(" + ex.spelling(*items.back()) + " : " + written(ex, items.first(items.size() - 1)) + ")";
}

std::string why_no_value(const ExpanderState& ex, Data items) {
  if (!items[0]->is(DatumKind::Symbol)) return "a value is one expression";
  const Data rest = items.subspan(1), between = rest.first(rest.size() - 1);
  const std::string name = ex.spelling(*items[0]);
  const auto is_name = [](const Datum* d) { return d->is(DatumKind::Symbol); };
  const auto is_parameter = [&](const Datum* d) { return is_name(d) || is_typed_name(ex, d->items); };
  const bool list = (rest[0]->is(DatumKind::List) || rest[0]->is(DatumKind::Tuple)) &&
                    std::ranges::all_of(rest[0]->items, is_parameter);
  if (is_name(rest[0]) && (ex.spelling(*rest[0]) == "=" || ex.spelling(*rest[0]) == ":="))
    return "there is no `" + ex.spelling(*rest[0]) + "` in it: (define " + name + " " +
           written(ex, rest.subspan(1)) + ")";
  if (const auto typed = typed_name(ex, items.first(items.size() - 1)))
    return "a name with its type stands in parentheses: (define " + *typed + " " + written(ex, rest.last(1)) +
           ")";
  if (list || std::ranges::all_of(between, is_name))
    return "a function's parameters stand in one list with its name: (define (" + name +
           (list && rest[0]->items.empty() ? "" : " ") + written(ex, list ? rest[0]->items : between) +
           ") ...)";
  return "a value is one expression";
}

std::string why_no_parameters(const ExpanderState& ex, Data items) {
  size_t n = 0;
  while (n + 1 < items.size() && items[n]->is(DatumKind::Symbol) && !ex.is_word(*items[n], ex.words.arrow) &&
         !ex.is_word(*items[n], ex.words.dot) && !ex.is_word(*items[n], ex.words.colon))
    ++n;
  const std::string why = "its parameters stand in parentheses";
  if (items[0]->is(DatumKind::Vector)) return why + ": (lambda (" + written(ex, items[0]->items) + ") ...)";
  return n == 0 ? why : why + ": (lambda (" + written(ex, items.first(n)) + ") ...)";
}

std::string why_no_bindings(const ExpanderState& ex, Data form) {
  const std::string why = "it takes bindings and a body", head = "(" + ex.spelling(*form[0]) + " (";
  const Data items = form.subspan(1);
  if (!items.empty() && items[0]->is(DatumKind::Vector))
    return "brackets make a vector; bindings stand in parentheses";
  if (items.size() == 1 && items[0]->items.size() > 1 && items[0]->items[0]->is(DatumKind::List) &&
      !is_binding(ex, *items[0]->items.back()))
    return "the body stands behind the list of bindings: " + head +
           written(ex, items[0]->items.first(items[0]->items.size() - 1)) + ") " +
           written(ex, items[0]->items.last(1)) + ")";
  if (items.size() < 2 || !items[0]->is(DatumKind::Symbol)) return why;
  const bool sign = items.size() > 2 && items[1]->is(DatumKind::Symbol) && ex.spelling(*items[1]) == "=";
  const std::string binding = ex.spelling(*items[0]) + " " + written(ex, items.subspan(sign ? 2 : 1, 1));
  if (items.size() == (sign ? 3 : 2)) return why + "; for what follows it is (define " + binding + ")";
  return why + ": " + head + "(" + binding + ")) ...)";
}

} // namespace nova

// Help texts of type errors, which say what to write instead.
#include "frontend/infer/errors/help.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/errors/argument_order.hpp"
#include "frontend/infer/errors/moments.hpp"
#include "frontend/infer/errors/rows.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace nova {

std::string arm_of(const Inference& in, TypeId sum) {
  const SumType& s = in.f.types.sum_type(SumId{in.f.types[sum].payload});
  for (const Constructor& c : s.constructors) {
    if (c.fields.empty()) continue;
    std::string pattern = "(" + std::string(in.f.symbols.text(c.name));
    for (size_t k = 0; k < c.fields.size(); ++k)
      pattern += k < 26 ? std::string(" ") + static_cast<char>('a' + k) : " _";
    return "(" + pattern + ") a)";
  }
  return "(x e)";
}

bool is_numeric(const Inference& in, TypeId t) {
  if (in.is(t, TypeKind::Var)) return in.f.types.variable(t).classes & (Num | Integral | Fractional);
  return in.is(t, TypeKind::Prim) && is_number(in.f.types.element(t));
}

void help_with_waiting(const Inference& in, Diagnostic& d, Span at) {
  if (in.f.sources.text(at) == "-")
    return void(
        d.help("a negative number has no blank behind the sign, as -5; the negative of a value is (neg x)"));
  const auto known = what_waits(in.f.sources.text(at));
  d.help(std::string(known.value_or("it is a function that still waits for an argument")));
}

namespace {

/// Returns the first two different sum types of the same name that are at the same position in a and b, or nothing.
/// Looks at most `depth` levels deep.
std::optional<std::pair<TypeId, TypeId>> namesakes(const Types& types, TypeId a, TypeId b, int depth = 8) {
  a = types.resolve(a), b = types.resolve(b);
  if (a == b || depth == 0 || types[a].kind != types[b].kind) return {};
  if (types.is(a, TypeKind::Sum) && types[a].payload != types[b].payload) {
    const bool alike =
        types.sum_type(SumId{types[a].payload}).name == types.sum_type(SumId{types[b].payload}).name;
    return alike ? std::optional(std::pair(a, b)) : std::nullopt;
  }
  for (uint32_t k = 0; k < std::min(types[a].count, types[b].count); ++k)
    if (auto found = namesakes(types, types.arg(a, k), types.arg(b, k), depth - 1)) return found;
  return {};
}

} // namespace

/// Adds notes if two types share a name because a type was declared anew.
static void tell_namesakes(const Inference& in, Diagnostic& d, TypeId expected, TypeId actual) {
  const auto two = namesakes(in.f.types, expected, actual);
  if (!two) return;
  const auto [first, second] = std::minmax(in.f.types[two->first].payload, in.f.types[two->second].payload);
  d.note("the one is the older type of this name", in.f.types.sum_type(SumId{first}).span)
      .note("the other is this, declared anew", in.f.types.sum_type(SumId{second}).span)
      .help("what was made with the older one is made anew, too: its functions and its values");
}

/// If a vector was given as the first operand of a scalar operator, as in (+ v 1), adds a help line with the function
/// that combines all elements of a vector: `sum` for `+`.
static void help_with_whole(const Inference& in, Diagnostic& d, const Why& why, TypeId found) {
  constexpr std::pair<std::string_view, std::string_view> wholes[] = {
      {"max", "maximum"}, {"min", "minimum"}, {"+", "sum"}, {"*", "product"}};
  const auto at = std::ranges::find(wholes, why.name, &std::pair<std::string_view, std::string_view>::first);
  if (at == std::end(wholes) || why.number != 1 || !in.is(found, TypeKind::Vector)) return;
  d.help(fmt::format("of all elements: ({} xs)", at->second));
}

/// Whether t is a vector of bools.
static bool is_bools(const Inference& in, TypeId t) {
  const TypeId element = in.is(t, TypeKind::Vector) ? in.resolve(in.f.types.element_of(t)) : t;
  return element != t && in.is(element, TypeKind::Prim) && in.f.types.element(element) == Element::Bool;
}

/// Returns how the text at `at` is read as a number.
static std::string parsed(const Inference& in, Span at) {
  const std::string text = operand_text(in, at, "text");
  const bool literal = text[0] == '"' || text[0] == '{';
  const bool number =
      text[0] == '"' && text.find_first_not_of("0123456789.-", 1) == text.size() - 1 && text.size() > 2;
  const std::string shown = literal && !number ? "text" : text;
  return "the number that a text tells is (parse-int " + shown + "), or (parse-double " + shown + ")";
}

/// Adds help for a string where numbers are expected, or another value where a string is.
static void help_with_text(const Inference& in, Diagnostic& d, const Why& why, TypeId wanted, TypeId found,
                           Span at) {
  const auto element = [&](TypeId t) {
    return in.is(t, TypeKind::Vector) ? in.resolve(in.f.types.arg(t, 1)) : t;
  };
  const TypeId w = element(wanted);
  if (in.is(wanted, TypeKind::Vector) && is_text(in, wanted) && is_numeric(in, found) &&
      !in.f.sources.text(at).starts_with('{'))
    return void(d.help(fmt::format("the text of a value is (show {})", operand_text(in, at, "x"))));
  const bool argument = why.kind == Why::Argument || why.kind == Why::Operand;
  if (argument && in.is(wanted, TypeKind::Vector) && is_numeric(in, w) && is_bools(in, found))
    return void(d.help(fmt::format("how many are true is (count identity {})", operand_text(in, at, "xs"))));
  const bool chars = in.is(found, TypeKind::Vector) && is_text(in, found);
  if (argument && chars && why.name == "contains" && !is_numeric(in, w))
    return void(d.help("whether a text holds another one is (has-text part text)"));
  if (!chars || !is_numeric(in, w)) return;
  if (in.is(wanted, TypeKind::Vector))
    d.help("the codes of a text's chars are (map to_int text)");
  else if (argument)
    d.help(why.name == "date" ? date_of_text(operand_text(in, at, "text")) : parsed(in, at));
}

/// Adds help for a tuple, with parts of one type, where a vector is expected.
static void help_with_tuple(const Inference& in, Diagnostic& d, TypeId wanted, TypeId found, Span at) {
  if (!in.is(wanted, TypeKind::Vector) || !in.is(found, TypeKind::Tuple)) return;
  const std::span<const TypeId> parts = in.f.types.args(found);
  const auto fits = [&](TypeId t) {
    return in.resolve(t) == in.resolve(parts[0]) || (is_numeric(in, t) && is_numeric(in, parts[0]));
  };
  const bool alike = std::ranges::all_of(parts, fits);
  constexpr size_t most_parts = 4;
  if (!alike || parts.size() > most_parts) return;
  const std::string_view name = in.f.sources.text(at);
  const bool named = name.find_first_of(" (\n") == name.npos;
  std::string vector;
  for (size_t k = 0; k < parts.size(); ++k)
    vector += fmt::format("{}{}.{}", k == 0 ? "[" : " ", named ? name : "p", k);
  d.help("this is a tuple; a vector stands in brackets and has no commas, as [1 2 3]; of " +
         std::string(named ? name : "a tuple p") + "'s parts it is " + vector + "]");
}

/// Whether the error is at an argument of a function that the program defines. The functions that a C or Python program has
/// asked for stand in definitions of the session (`$f1`), which nobody can annotate.
static bool is_own_argument(const Inference& in, const Why& why) {
  const bool global = why.callee && why.callee->kind == CoreKind::Global;
  return why.kind == Why::Argument && global && !in.f.program[why.callee->global].prelude &&
         !why.name.starts_with('$');
}

/// Adds help for nested vectors where a vector#2 is expected, and the other way round. The rank of a function's parameter
/// may have been open, so that it became nested vectors.
static void help_with_rank(const Inference& in, Diagnostic& d, const Why& why, TypeId wanted, TypeId found) {
  const auto rank = [&](TypeId t) {
    const bool known = in.is(t, TypeKind::Vector) && in.is(in.f.types.arg(t, 0), TypeKind::Rank);
    return known ? in.f.types.rank_of(t) : 0;
  };
  const auto nested = [&](TypeId t) { return rank(t) == 1 && rank(in.f.types.element_of(t)) == 1; };
  if (rank(wanted) == 2 && nested(found)) d.help("`matrix` makes a vector#2 of nested vectors: (matrix x)");
  if (rank(found) == 2 && nested(wanted)) {
    const std::string type = in.f.types.print(found, in.f.symbols);
    const std::string own =
        fmt::format("; `{}` takes it as it is if its parameter has the type: (m : {})", why.name, type);
    d.help("`rows` makes nested vectors of a vector#2: (rows m)" + (is_own_argument(in, why) ? own : ""));
  }
  if (rank(found) > 1 && rank(wanted) == 1 && !nested(wanted))
    d.help("a vector#n's elements are (flatten m), its rows (rows m)");
}

bool is_text(const Inference& in, TypeId vector) {
  const TypeId element = in.f.types.resolve(in.f.types.element_of(vector));
  return in.is(element, TypeKind::Prim) && in.f.types.element(element) == Element::Char;
}

namespace {

/// Returns the first of two strings of letters whose first n letters are not names in `text`. If neither qualifies,
/// returns a third string without checking it.
std::string_view free_letters(std::string_view text, size_t n) {
  const auto is_name = [&](char letter) {
    for (size_t k = text.find(letter); k != text.npos; k = text.find(letter, k + 1)) {
      const auto ends = [&](size_t at) {
        return at >= text.size() || std::string_view("() ,").find(text[at]) != std::string_view::npos;
      };
      if (ends(k - 1) && ends(k + 1)) return true; // k - 1 wraps around if k is 0
    }
    return false;
  };
  for (const std::string_view letters : {"abcdefgh", "pqrstuvw"})
    if (std::ranges::none_of(letters.substr(0, n), is_name)) return letters;
  return "ijklmnop";
}

} // namespace

/// Returns the text of a `map` that applies an operator to each element of its vector operand, as `(* x 2)` was meant
/// to do. `alone`: whether the operator takes one operand.
static std::string map_of_operands(const Inference& in, const Why& why, Span at, bool alone) {
  const std::string_view name = why.name;
  const std::string xs = operand_text(in, at, "xs");
  if (why.several) return fmt::format("(map (lambda (x) ({} x ..)) {})", name, xs);
  if (alone || !why.mate) return fmt::format("(map {} {})", name, xs);
  const bool both = in.is(in.resolve(why.mate->type), TypeKind::Vector);
  const std::string y = operand_text(in, why.mate->span, both ? "ys" : "y");
  if (both)
    return why.mate_first ? fmt::format("(map {} {} {})", name, y, xs)
                          : fmt::format("(map {} {} {})", name, xs, y);
  if (why.mate_first) return fmt::format("(map ({} {}) {})", name, y, xs);
  const char bound = free_letters(y, 1)[0];
  return fmt::format("(map (lambda ({0}) ({1} {0} {2})) {3})", bound, name, y, xs);
}

/// Returns help with code that applies an operator to each part of its tuple operands, as `(* 2 t)` or `(+ t u)` was
/// meant to do.
static std::string parts_of_operands(const Inference& in, const Why& why, Span at, TypeId tuple) {
  constexpr size_t most = 4;
  const size_t n = in.f.types.args(tuple).size();
  const bool both = why.mate && in.is(in.resolve(why.mate->type), TypeKind::Tuple);
  const std::string t = operand_text(in, at, "t"),
                    other = why.mate ? operand_text(in, why.mate->span, both ? "u" : "x") : "";
  const std::string_view letters = free_letters(both ? "" : other, 2 * most);
  if (n > most) return "take it apart by a pattern: (let ((a, b, ..) " + t + ") in ..)";
  const auto pattern = [&](size_t from) {
    std::string text;
    for (size_t k = 0; k < n; ++k) text += (k ? ", " : "") + std::string(1, letters[from + k]);
    return "(" + text + ")";
  };
  std::string parts;
  for (size_t k = 0; k < n; ++k) {
    const std::string mine(1, letters[k]), its = both ? std::string(1, letters[n + k]) : other;
    const std::string operands = why.several      ? mine + " .."
                                 : !why.mate      ? mine
                                 : why.mate_first ? its + " " + mine
                                                  : mine + " " + its;
    parts += (k ? ", " : "") + fmt::format("({} {})", why.name, operands);
  }
  return fmt::format("by components: (let ({} {}){} in ({}))", pattern(0), t,
                     both ? fmt::format(" ({} {})", pattern(n), other) : "", parts);
}

/// Returns the numbers of (range 0 1 0.1) as a `linspace`, if its arguments are numerals around `at`; else nothing.
static std::optional<std::string> spaced(const Inference& in, Span at) {
  const std::string_view line = in.f.sources.line_at(at.file, at.begin), begin = "(range ";
  const size_t open = line.find(begin), close = line.find(')', std::min(open, line.size()));
  if (at.expansion || open == line.npos || close == line.npos || line.find(begin, open + 1) != line.npos)
    return {};
  double of[3] = {0, 0, 1};
  std::string words(line.substr(open + begin.size(), close - open - begin.size()));
  const char* from = words.c_str();
  size_t count = 0;
  for (char* end = nullptr; count < 3; ++count, from = end) {
    of[count] = std::strtod(from, &end);
    if (end == from) break;
  }
  constexpr double most = 1e6;
  const double steps = count == 3 && of[2] > 0 ? (of[1] - of[0]) / of[2] : -1;
  if (std::string_view(from).find_first_not_of(' ') != std::string_view::npos || !(steps >= 1) ||
      steps > most)
    return {};
  const auto n = static_cast<long>(std::ceil(steps - 1e-9)); // the end is exclusive
  const auto written = [](double x) {
    const std::string text = fmt::format("{:.12g}", x);
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
  };
  return fmt::format("fractions in a row, without the end: (linspace {} {} {})", written(of[0]),
                     written(of[0] + static_cast<double>(n - 1) * of[2]), n);
}

void help_with_operand(const Inference& in, Diagnostic& d, const Why& why, TypeId operand) {
  const std::string_view name = why.name;
  if (const auto row = name == "range" ? spaced(in, d.span) : std::nullopt)
    d.help(*row);
  else if (name == "range")
    d.help("0.0 1.0 2.0 ... are (map to_double (range n)); n numbers from a to b (linspace a b n)");
  const auto id = find_builtin(name);
  const TypeId t = in.f.types.resolve(operand);
  if (!id || builtin(*id).kind != BuiltinKind::Scalar) return;
  if (in.is(t, TypeKind::Tuple) && builtin(*id).arity <= 2 && !in.f.types.args(t).empty())
    return void(d.help(parts_of_operands(in, why, d.span, t)));
  if (!in.is(t, TypeKind::Vector)) return;
  if (is_text(in, t) && name == "+") return void(d.help("strings are joined by (++ a b)"));
  if (is_text(in, t) && (name.starts_with("to_") || (why.mate && is_numeric(in, in.resolve(why.mate->type)))))
    return void(d.help(parsed(in, d.span)));
  d.help("for each element: " + map_of_operands(in, why, d.span, builtin(*id).arity == 1));
}

std::string operand_text(const Inference& in, Span s, std::string_view otherwise) {
  constexpr size_t longest = 24;
  const std::string_view text = in.f.sources.text(s);
  const bool plain = s.expansion == 0 && text.size() <= longest && text.find('\n') == text.npos;
  return std::string(plain && !text.empty() ? text : otherwise);
}

/// Returns a name for a table in the file: the file's, if that reads as a name, or "t".
static std::string table_name(std::string_view path) {
  const std::string_view file = path.substr(path.find_last_of('/') + 1);
  const std::string_view stem = file.substr(0, file.find('.'));
  const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '-'; };
  const bool name =
      !stem.empty() && std::isalpha(static_cast<unsigned char>(stem[0])) && std::ranges::all_of(stem, plain);
  return name ? std::string(stem) : "t";
}

std::string help_with_file_type(const Inference& in, Span call) {
  const std::string_view text = call.expansion == 0 ? in.f.sources.text(call) : "";
  const std::string_view word = text.substr(0, text.find(' '));
  const bool csv = word == "(read-csv", json = word == "(read-json", arrow = word == "(read-arrow";
  const size_t quote = text.find('"'), end = quote == text.npos ? quote : text.find('"', quote + 1);
  const std::string path(end == text.npos ? json    ? "t.json"
                                            : arrow ? "t.arrow"
                                                    : "t.csv"
                                          : text.substr(quote + 1, end - quote - 1));
  if (csv || json || arrow)
    return fmt::format(
        "(define-table {} \"{}\") finds the columns' names and types, and defines {}; or write the type: {} "
        "\"{}\" : vector (int, double))",
        table_name(path), path, table_name(path), word, path);
  if (word == "(read-image")
    return "write the type: (read-image \"" + (end == text.npos ? "x.png" : path) +
           "\" : vector#2 uint8) of a gray image, vector#3 uint8 of one in colours";
  return "write the type: (read-npy \"x.npy\" : vector float); `nova table x.npy` prints that of a file";
}

std::string infix_help(const Inference& in, std::span<const Expr* const> items) {
  constexpr size_t longest = 30;
  const auto text = [&](const Expr& e, const char* otherwise) -> std::string {
    const std::string_view all = in.f.sources.text(e.span.file);
    const bool plain = e.span.expansion == 0 && e.span.end - e.span.begin <= longest;
    return plain ? std::string(all.substr(e.span.begin, e.span.end - e.span.begin)) : otherwise;
  };
  return fmt::format("operators stand in front: ({} {} {})", builtin(items[1]->builtin).spelling,
                     text(*items[0], "a"), text(*items[2], "b"));
}

/// Returns the prelude's version for complex numbers of the function that is given vectors of them, if it has one.
static std::optional<std::string> version_for_complex(const Inference& in, const Why& why, TypeId found) {
  if (!in.is(found, TypeKind::Vector) || !why.callee || why.callee->kind != CoreKind::Global) return {};
  TypeId t = found;
  while (in.is(t, TypeKind::Vector)) t = in.resolve(in.f.types.element_of(t));
  const std::string name = std::string(why.name) + "-complex";
  if (!in.f.types.is_complex(t) || in.f.program.prelude_global(in.f.symbols.intern(name)) == GlobalId{})
    return {};
  return fmt::format("for complex numbers there is `{}`", name);
}

/// Returns what helps where complex numbers and real ones, or numbers and vectors of them, are mixed up.
static std::optional<std::string> help_with_mixed_complex(const Inference& in, const Why& why, TypeId wanted,
                                                          TypeId found) {
  const Types& types = in.f.types;
  if (types.is_complex(wanted) && is_numeric(in, found))
    return "(to_complex x) is the complex number of a real one; (complex a b) has the parts a and b";
  if (types.is_complex(found) && is_numeric(in, wanted))
    return "(re z), (im z) and (magnitude z) are real numbers; (to_complex x) is the complex number of a "
           "real one";
  if (!in.is(found, TypeKind::Vector)) return {};
  const TypeId item = types.element_of(found);
  const bool numbers = is_numeric(in, item);
  if (in.is(wanted, TypeKind::Vector) && types.is_complex(types.element_of(wanted)) && numbers)
    return "(map to_complex xs) makes complex numbers of real ones";
  if (types.is_complex(wanted) && !why.name.empty() && (numbers || types.is_complex(item)))
    return fmt::format("of each element it is (map {} zs)", why.name);
  return {};
}

/// Returns how an operand becomes a number of the type `wanted`; an element, if the operand is a vector.
static std::string converted_by_hand(const Inference& in, TypeId wanted, Span at) {
  const std::string text = operand_text(in, at, "x");
  return fmt::format("numbers are converted by hand: (to_{} {})", element_name(in.f.types.element(wanted)),
                     text.starts_with('[') ? "x" : text);
}

/// Where a floating-point numeral stands beside an integer, returns how the integer becomes such a number.
static std::optional<std::string> converted_mate(const Inference& in, const Why& why, TypeId wanted,
                                                 TypeId found) {
  const bool numeral = in.is(found, TypeKind::Var) && in.f.types.variable(found).classes & Fractional;
  if (!numeral || !in.is(wanted, TypeKind::Prim) || !is_integer(in.f.types.element(wanted)) || !why.mate ||
      in.resolve(why.mate->type) != wanted)
    return {};
  return fmt::format("numbers are converted by hand: (to_double {})", mate_text(in, why, "n"));
}

/// Where a number with a fraction stands beside an integer, returns how the integer becomes such a number: the other way
/// round the fraction would be lost.
static std::optional<std::string> exact_mate(const Inference& in, const Why& why, TypeId wanted,
                                             TypeId found) {
  if (!why.mate || !in.is(wanted, TypeKind::Prim) || !in.is(found, TypeKind::Prim)) return {};
  const Element to = in.f.types.element(found);
  if (!is_integer(in.f.types.element(wanted)) || !is_real(to) || in.resolve(why.mate->type) != wanted)
    return {};
  return fmt::format("numbers are converted by hand: (to_{} {})", element_name(to), mate_text(in, why, "n"));
}

/// Adds help for two types that differ: how to convert one type to the other, or what was forgotten. This help does
/// not depend on the other operand of a call.
static void help_with_types(const Inference& in, Diagnostic& d, const Why& why, TypeId wanted, TypeId found,
                            Span at) {
  if (in.is(found, TypeKind::Fun) && !in.is(wanted, TypeKind::Fun) && !why.swapped)
    help_with_waiting(in, d, at);
  else if (why.kind == Why::Condition && in.f.sources.text(at) == "else")
    d.help("`else` is a variable here, so this is no last clause: give the variable another name");
  else if (in.is(wanted, TypeKind::Prim) && in.f.types.element(wanted) == Element::Bool &&
           is_numeric(in, found))
    d.help("a number is neither true nor false: compare it, as in (~= " +
           std::string(shorten(in.f.sources.text(at), 30)) + " 0)");
  else if (const auto version = version_for_complex(in, why, found))
    d.help(*version);
  else if (const auto help = help_with_mixed_complex(in, why, wanted, found))
    d.help(*help);
  else if (in.is(wanted, TypeKind::Prim) && is_real(in.f.types.element(wanted)) &&
           in.is(found, TypeKind::Var) && in.f.types.variable(found).classes & Integral)
    d.help(converted_by_hand(in, wanted, at));
  else if (const auto count = converted_mate(in, why, wanted, found))
    d.help(*count);
  else if (why.kind == Why::NoElse)
    d.help(why.name.empty()
               ? "give it an else branch: (if c a b)"
               : "there is no else, so its value would be dropped; to drop it on purpose, put nil behind it");
  else if (const auto mate = exact_mate(in, why, wanted, found))
    d.help(*mate);
  else if (in.is(found, TypeKind::Prim) && in.is(wanted, TypeKind::Prim) &&
           is_number(in.f.types.element(found)) && is_number(in.f.types.element(wanted)))
    d.help(converted_by_hand(in, wanted, at));
  else if (in.is(wanted, TypeKind::Var) && in.f.types.variable(wanted).classes & Fractional &&
           in.is(found, TypeKind::Prim) && is_number(in.f.types.element(found)))
    d.help(why.name == "complex" && in.f.sources.text(at).ends_with('i')
               ? "an imaginary unit has fractions: 2i, or 2fi of float"
               : fmt::format("numbers are converted by hand: (to_double {0}), (to_float {0})",
                             operand_text(in, at, "x")));
  else if (why.rows && in.is(found, TypeKind::Fun) &&
           in.is(in.f.types.resolve(in.f.types.arg(found, 0)), TypeKind::Vector))
    d.help("of a vector#2 it gets the elements, not the rows; those are (rows m)");
  else {
    help_with_whole(in, d, why, found);
    help_with_start(in, d, why, found);
    help_with_rank(in, d, why, wanted, found);
    help_with_text(in, d, why, wanted, found, at);
    help_with_tuple(in, d, wanted, found, at);
  }
}

/// Says how a function of several arguments is given tuples, if it lacks no more than that.
static void help_with_tuples(const Inference& in, Diagnostic& d, TypeId wanted, TypeId found, Span at) {
  if (!in.is(wanted, TypeKind::Fun) || !in.is(found, TypeKind::Fun)) return;
  const TypeId tuple = in.f.types.resolve(in.f.types.arg(wanted, 0));
  if (!in.is(tuple, TypeKind::Tuple) || in.is(in.f.types.resolve(in.f.types.arg(found, 0)), TypeKind::Tuple))
    return;
  std::string names, commas;
  char name = 'a';
  for (size_t k = 0; k < in.f.types.args(tuple).size(); ++k, ++name) {
    if (!in.is(found, TypeKind::Fun) || name > 'e') return;
    found = in.f.types.resolve(in.f.types.arg(found, 1));
    names += ' ', names += name, commas += k == 0 ? "" : ", ", commas += name;
  }
  d.help(fmt::format("the elements are tuples, which ({}) takes apart: (lambda ({}) ({}{}))", commas, commas,
                     operand_text(in, at, "f"), names));
}

/// Whether it is a Maybe.
static bool may_be_missing(const Inference& in, TypeId t) {
  if (!in.is(t, TypeKind::Sum)) return false;
  const SumType& sum = in.f.types.sum_type(SumId{in.f.types[t].payload});
  return sum.prelude && sum.is_optional();
}

static void tell_of_missing(Diagnostic& d) {
  d.help("a value of this type may be missing: (from-maybe default m) gives it or a default, and (somes ms) "
         "gives those that are there");
}

/// Says how a value and one that may be missing become each other.
static void help_with_missing(const Inference& in, Diagnostic& d, const Why& why, TypeId wanted, TypeId found,
                              Span at) {
  const auto element = [&](TypeId t) {
    return in.is(t, TypeKind::Vector) ? in.f.types.resolve(in.f.types.element_of(t)) : t;
  };
  const bool present =
      in.is(found, TypeKind::Prim) || in.is(found, TypeKind::Vector) || is_numeric(in, found);
  constexpr std::string_view orders[] = {"<", ">", "<=", ">="}; // in which a missing value comes last
  const bool ordered = std::ranges::find(orders, why.name) != std::end(orders);
  if (may_be_missing(in, wanted) && present && why.mate && ordered)
    tell_of_missing(d);
  else if (may_be_missing(in, wanted) && present && why.mate)
    d.help(fmt::format("beside a value that may be missing it is (Some {})", operand_text(in, at, "x")));
  else if ((why.kind == Why::Operand || why.kind == Why::Argument) && may_be_missing(in, element(found)) &&
           in.is(element(wanted), TypeKind::Prim))
    tell_of_missing(d);
}

void help_with_class(const Inference& in, Diagnostic& d, TypeId lacks, Classes classes) {
  const TypeId t = in.f.types.resolve(lacks);
  const bool waits =
      std::ranges::any_of(d.notes, [](const Note& n) { return n.text.find("still waits") != n.text.npos; });
  if (in.is(t, TypeKind::Fun) && !waits && (classes & Ord || !(classes & (Num | Integral | Fractional))))
    d.help("functions have no order and can't be compared; their values may: (map (lambda (f) (f x)) fs)");
  if (in.is(t, TypeKind::Vector) && is_text(in, t) && classes & (Num | Integral | Fractional))
    d.help("texts are joined by (flatten texts); the numbers that they tell are (map parse-int texts)");
  if (in.is(t, TypeKind::Sum) && classes & Ord && !may_be_missing(in, t) &&
      !in.f.types.sum_type(SumId{in.f.types[t].payload}).prelude)
    d.help("compare parts that have an order: (match x " + arm_of(in, t) + " ..)");
  help_with_arithmetic_of_moments(in, d, t, classes);
  if (may_be_missing(in, in.f.types.resolve(lacks))) tell_of_missing(d);
}

bool help_with_extreme(const Inference& in, Diagnostic& d, std::string_view name, TypeId lacks,
                       const std::string& all) {
  const TypeId t = in.f.types.resolve(lacks);
  const bool most = name.starts_with("max"), of_two = name == "max" || name == "min";
  if (!of_two && name != "maximum" && name != "minimum") return false;
  const bool text = in.is(t, TypeKind::Vector) && is_text(in, t);
  if (!text && !(in.is(t, TypeKind::Sum) && !in.unifier.lacks(t, Ord))) return false;
  const std::string chosen = most ? "(if (< a b) b a)" : "(if (< b a) b a)";
  const std::string of_all = (most ? "(last (sort " : "(first (sort ") + all + "))";
  d.help(fmt::format("what is no number is taken by its order: of all {}, of two {}", of_all, chosen));
  return true;
}

/// Helps where `(and e)` stands for a function: with one argument, `and` and `or` are that argument, as in Scheme.
static void help_with_junction(const Inference& in, Diagnostic& d, TypeId wanted, TypeId found, Span at) {
  if (!in.is(wanted, TypeKind::Fun) || !in.is(found, TypeKind::Prim)) return;
  const std::string_view before = in.f.sources.text(at.file).substr(0, at.begin);
  for (const std::string_view word : {"and", "or"})
    if (before.ends_with(fmt::format("({} ", word)))
      d.help(fmt::format("({0} e) is e; the function of what is missing is (lambda (x) ({0} {1} x))", word,
                         operand_text(in, at, "e")));
}

void help_with_mismatch(const Inference& in, Diagnostic& d, const Why& why, TypeId expected, TypeId actual,
                        Span at) {
  const TypeId wanted = in.f.types.resolve(expected), found = in.f.types.resolve(actual);
  const bool operand = (why.kind == Why::Operand || why.kind == Why::Argument) && !why.swapped &&
                       (in.is(wanted, TypeKind::Prim) || in.is(wanted, TypeKind::Var));
  const bool parts = in.is(found, TypeKind::Tuple) || (in.is(found, TypeKind::Vector) && !is_text(in, found));
  if (const auto id = find_builtin(why.name); operand && parts && id && (why.mate || builtin(*id).arity == 1))
    help_with_operand(in, d, why, found);
  tell_namesakes(in, d, expected, actual);
  help_with_types(in, d, why, wanted, found, at);
  help_with_missing(in, d, why, wanted, found, at);
  help_with_tuples(in, d, wanted, found, at);
  help_with_moments(in, d, wanted, found, at);
  help_with_junction(in, d, wanted, found, at);
  help_with_row_function(in, d, why, wanted, found, at);
}

} // namespace nova

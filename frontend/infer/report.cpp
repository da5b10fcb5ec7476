// Errors: what was expected, why there, and what is there instead.
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/infer/infer.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace nova {

std::string describe(const Why& why) {
  const auto of = [&](std::string_view what) {
    return why.name.empty() ? std::string(what) : fmt::format("{} of `{}`", what, why.name);
  };
  switch (why.kind) {
  case Why::Argument:
  case Why::Operand: return why.number ? of(fmt::format("argument {}", why.number)) : "this expression";
  case Why::Source: return "what `<-` draws from";
  case Why::Condition: return of("the condition");
  case Why::NoElse: return why.name.empty() ? "the branch of an `if` without else" : of("the last form");
  case Why::Branch: return why.name.empty() ? "the else branch of `if`" : of("a branch");
  case Why::Then: return why.name.empty() ? "the then branch of `if`" : of("the last form");
  case Why::Arm: return fmt::format("arm {} of the match", why.number);
  case Why::Element: return fmt::format("element {} of the vector", why.number);
  case Why::Row: return fmt::format("row {}", why.number);
  case Why::Annotation: return "this expression";
  case Why::Parameter: return "this parameter";
  case Why::Result: return "the function's body";
  case Why::Definition:
    return why.name.empty() ? "this definition" : fmt::format("the definition of `{}`", why.name);
  case Why::Pattern: return "this pattern";
  case Why::Assignment: return fmt::format("the new value of `{}`", why.name);
  case Why::Bound: return "a bound of `for`";
  case Why::Index: return "the index";
  case Why::Component: return of("an element of the argument");
  }
  return {};
}

namespace {

/// What a class asks for, in words.
std::string_view class_words(Classes c) {
  if (c & Fractional) return "floating-point numbers";
  if (c & Integral) return "integers";
  if (c & Num) return "numbers";
  if (c & Bits) return "integers or bools";
  if (c & Scalar) return "a number, a bool or a char";
  if (c & Ord) return "values that have an order (numbers, chars, and vectors and tuples of them)";
  if (c & Eq) return "values that can be compared (all but functions)";
  return "what a file can hold (numbers, bools, chars, and vectors and tuples of them)";
}

std::string_view lone_class(Classes c) {
  if (c & Fractional) return "a floating-point number";
  if (c & (Integral | Bits)) return "an integer";
  return "a number";
}

std::string note_of(const Why& why) {
  switch (why.kind) {
  case Why::Branch: return why.name.empty() ? "the then branch is {}" : "the branch before it is {}";
  case Why::Arm: return "arm 1 is {}";
  case Why::Element: return "element 1 is {}";
  case Why::Annotation:
  case Why::Result: return "the type {} is written here";
  case Why::Pattern: return "what is matched is {}";
  case Why::Assignment: return "the variable is {}";
  case Why::Bound: return "it starts from {}";
  case Why::Index: return "the vector stands here";
  default: return {};
  }
}

/// Is one type a part of another, not too deep in it?
bool contains(const Types& types, TypeId whole, TypeId part, int depth = 4) {
  whole = types.resolve(whole);
  if (depth == 0) return false;
  if (whole == types.resolve(part)) return true;
  for (uint32_t i = 0; i < types[whole].count; ++i)
    if (contains(types, types.arg(whole, i), part, depth - 1)) return true;
  return false;
}

} // namespace

/// A type as messages show it: quoted, or "a number" where only a numeral's class is known. Within a type,
/// numerals' variables show their defaults.
std::string Infer::describe(TypeId t, Types::Namer& namer) {
  constexpr Classes numeral = Num | Integral | Fractional;
  constexpr size_t longest_type = 200;
  t = f_.types.resolve(t);
  if (is(t, TypeKind::Var) && f_.types.variable(t).classes & numeral)
    return std::string(lone_class(f_.types.variable(t).classes));
  for (TypeId v : schemes_.open_parts(std::span(&t, 1), 0).variables)
    if (const Classes c = f_.types.variable(v).classes; c & numeral)
      namer.names.emplace(f_.types[v].payload, c & Fractional ? "double" : "int");
  return "`" + shorten_at_blank(f_.types.print(t, f_.symbols, namer), longest_type) + "`";
}

/// As `describe`; a vector of any numbers is called that.
std::string Infer::describe_expected(TypeId t, Types::Namer& namer) {
  t = f_.types.resolve(t);
  const bool line = is(t, TypeKind::Vector) && resolve(f_.types.arg(t, 0)) == f_.types.rank(1);
  const TypeId element = line ? resolve(f_.types.element_of(t)) : t;
  const Classes c = line && is(element, TypeKind::Var) ? f_.types.variable(element).classes : Classes{};
  if (c & (Num | Integral | Fractional)) return "a vector of " + std::string(class_words(c));
  return describe(t, namer);
}

/// A number, or a numeral whose type is still open.
bool Infer::is_numeric(TypeId t) const {
  if (is(t, TypeKind::Var)) return f_.types.variable(t).classes & (Num | Integral | Fractional);
  return is(t, TypeKind::Prim) && is_number(f_.types.element(t));
}

Diagnostic& Infer::report(std::string code, Span span, std::vector<std::string> args) {
  ++errors_;
  return f_.diagnostics.report(std::move(code), span, std::move(args));
}

Core* Infer::broken(Span span) {
  poisoned_ = true;
  return make(CoreKind::Const, fresh(), span);
}

Core* Infer::too_deep(Span span) {
  if (!poisoned_) report("E0602", span, {});
  return broken(span);
}

/// The work on a definition's types has reached its bound (said when it ends), or the types nest too deeply.
void Infer::too_large(Span span) {
  if (!work_.exceeded()) too_deep(span);
}

/// Makes two types equal, or says why they can't be. What is checked afterwards is not to blame: it goes on.
bool Infer::equal(TypeId expected, TypeId actual, Span at, const Why& why) {
  if (expected == actual) return true;
  const UnifyFailure failure = unifier_.unify(expected, actual);
  if (!failure) return true;
  report_mismatch(failure, expected, actual, at, why);
  return false;
}

void Infer::report_mismatch(const UnifyFailure& failure, TypeId expected, TypeId actual, Span at,
                            const Why& why) {
  Types::Namer namer;
  if (failure.kind == UnifyFailure::TooLarge || work_.exceeded()) return too_large(at);
  if (failure.kind == UnifyFailure::Infinite) return report_infinite(expected, actual, at, why);
  if (report_infix(failure, expected, actual)) return;
  if (failure.kind == UnifyFailure::Class && why.kind == Why::Operand &&
      contains(f_.types, actual, failure.left) && unifier_.lacks(failure.left, failure.classes & why.classes))
    return report_class(failure, actual, at, why);
  if (failure.kind == UnifyFailure::Class && failure.classes & Storable &&
      unifier_.lacks(failure.left, Storable))
    return report_unstorable(failure, at, why);
  const std::string wants = describe_expected(expected, namer);
  Diagnostic& d = report("E0203", at, {nova::describe(why), wants, describe(actual, namer)});
  if (const std::string note = note_of(why); !note.empty() && why.other.file)
    d.note(fmt::format(fmt::runtime(note), describe(expected, namer)), why.other);
  explain_callee(d, why);
  const TypeId wanted = f_.types.resolve(expected), found = f_.types.resolve(actual);
  const bool operand = (why.kind == Why::Operand || why.kind == Why::Argument) && !why.swapped &&
                       (is(wanted, TypeKind::Prim) || is(wanted, TypeKind::Var));
  const bool parts = is(found, TypeKind::Tuple) || (is(found, TypeKind::Vector) && !is_text(found));
  if (const auto id = find_builtin(why.name); operand && parts && id && (why.mate || builtin(*id).arity == 1))
    help_with_operand(d, why, found);
  tell_namesakes(d, expected, actual);
  if (is(found, TypeKind::Fun) && !is(wanted, TypeKind::Fun) && !why.swapped)
    help_with_waiting(d, at);
  else if (is(wanted, TypeKind::Prim) && f_.types.element(wanted) == Element::Bool && is_numeric(found))
    d.help("a number is neither true nor false: compare it, as in (~= " +
           std::string(shorten(f_.sources.text(at), 30)) + " 0)");
  else if (why.kind == Why::NoElse)
    d.help(why.name.empty()
               ? "give it an else branch: (if c a b)"
               : "there is no else, so its value would be dropped; to drop it on purpose, put nil behind it");
  else if (is(found, TypeKind::Prim) && is(wanted, TypeKind::Prim) && is_number(f_.types.element(found)) &&
           is_number(f_.types.element(wanted)))
    d.help(fmt::format("numbers are converted by hand: (to_{} x)", element_name(f_.types.element(wanted))));
  else if (is(wanted, TypeKind::Var) && f_.types.variable(wanted).classes & Fractional &&
           is(found, TypeKind::Prim) && is_number(f_.types.element(found)))
    d.help("numbers are converted by hand: (to_double x), (to_float x)");
  else if (why.rows && is(found, TypeKind::Fun) &&
           is(f_.types.resolve(f_.types.arg(found, 0)), TypeKind::Vector))
    d.help("of a vector#2 it gets the elements, not the rows; those are (rows m)");
  else {
    help_with_whole(d, why, found);
    help_with_rank(d, wanted, found);
    help_with_text(d, why, wanted, found);
    help_with_tuple(d, wanted, found, at);
  }
}

/// A function where none is wanted.
void Infer::help_with_waiting(Diagnostic& d, Span at) {
  const auto known = what_waits(f_.sources.text(at));
  d.help(std::string(known.value_or("it is a function that still waits for an argument")));
}

namespace {

/// The first two types of one name, at one place in both, that are declared apart; none where they are equal.
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

/// Two types of one name: the older one was declared anew.
void Infer::tell_namesakes(Diagnostic& d, TypeId expected, TypeId actual) {
  const auto two = namesakes(f_.types, expected, actual);
  if (!two) return;
  const auto [first, second] = std::minmax(f_.types[two->first].payload, f_.types[two->second].payload);
  d.note("the one is the older type of this name", f_.types.sum_type(SumId{first}).span)
      .note("the other is this, declared anew", f_.types.sum_type(SumId{second}).span)
      .help("what was made with the older one is made anew, too: its functions and its values");
}

/// A vector alone behind an operator: what takes all its elements together.
void Infer::help_with_whole(Diagnostic& d, const Why& why, TypeId found) {
  constexpr std::pair<std::string_view, std::string_view> wholes[] = {
      {"max", "maximum"}, {"min", "minimum"}, {"+", "sum"}, {"*", "product"}};
  const auto at = std::ranges::find(wholes, why.name, &std::pair<std::string_view, std::string_view>::first);
  if (at == std::end(wholes) || why.number != 1 || !is(found, TypeKind::Vector)) return;
  d.help(fmt::format("of all elements: ({} xs)", at->second));
}

/// A text where numbers are asked for.
void Infer::help_with_text(Diagnostic& d, const Why& why, TypeId wanted, TypeId found) {
  const auto element = [&](TypeId t) { return is(t, TypeKind::Vector) ? resolve(f_.types.arg(t, 1)) : t; };
  const TypeId w = element(wanted);
  const bool chars = is(found, TypeKind::Vector) && is_text(found);
  if (!chars || !is_numeric(w)) return;
  if (is(wanted, TypeKind::Vector))
    d.help("the codes of a text's chars are (map to_int text)");
  else if (why.kind == Why::Operand)
    d.help("the number that a text tells is (parse-int text), or (parse-double text)");
}

/// A tuple of parts of one type where a vector is asked for.
void Infer::help_with_tuple(Diagnostic& d, TypeId wanted, TypeId found, Span at) {
  if (!is(wanted, TypeKind::Vector) || !is(found, TypeKind::Tuple)) return;
  const std::span<const TypeId> parts = f_.types.args(found);
  const auto fits = [&](TypeId t) {
    return resolve(t) == resolve(parts[0]) || (is_numeric(t) && is_numeric(parts[0]));
  };
  const bool alike = std::ranges::all_of(parts, fits);
  constexpr size_t most_parts = 4;
  if (!alike || parts.size() > most_parts) return;
  const std::string_view name = f_.sources.text(at);
  const bool named = name.find_first_of(" (\n") == name.npos;
  std::string vector;
  for (size_t k = 0; k < parts.size(); ++k)
    vector += fmt::format("{}{}.{}", k == 0 ? "[" : " ", named ? name : "p", k);
  d.help("this is a tuple; a vector stands in brackets and has no commas, as [1 2 3]; of " +
         std::string(named ? name : "a tuple p") + "'s parts it is " + vector + "]");
}

/// Nested vectors where a vector#2 is asked for, or the other way round.
void Infer::help_with_rank(Diagnostic& d, TypeId wanted, TypeId found) {
  const auto rank = [&](TypeId t) {
    const bool known = is(t, TypeKind::Vector) && is(f_.types.arg(t, 0), TypeKind::Rank);
    return known ? f_.types.rank_of(t) : 0;
  };
  const auto nested = [&](TypeId t) { return rank(t) == 1 && rank(f_.types.element_of(t)) == 1; };
  if (rank(wanted) == 2 && nested(found)) d.help("`matrix` makes a vector#2 of nested vectors: (matrix x)");
  if (rank(found) == 2 && nested(wanted)) d.help("`rows` makes nested vectors of a vector#2: (rows m)");
}

/// A type that lacks a class: an operator's operand, or a numeral where no number belongs.
void Infer::report_class(const UnifyFailure& failure, TypeId actual, Span at, const Why& why) {
  Types::Namer namer;
  Diagnostic& d =
      report("E0205", at,
             {"`" + std::string(why.name) + "`", std::string(class_words(failure.classes & why.classes)),
              describe(failure.left, namer)});
  const TypeId left = f_.types.resolve(failure.left);
  TypeId whole = f_.types.resolve(actual); // of a function its result is meant
  while (whole != left && is(whole, TypeKind::Fun)) whole = f_.types.resolve(f_.types.arg(whole, 1));
  if (whole != left) d.note("the whole type here is " + describe(whole, namer));
  if (whole == left && is(left, TypeKind::Fun)) help_with_waiting(d, at);
  if (failure.classes & why.classes & Ord && is(left, TypeKind::Prim) &&
      f_.types.element(left) == Element::Bool)
    d.help("false and true have no order; (to_int b), which is 0 or 1, has one");
  help_with_operand(d, why, failure.left);
}

bool Infer::is_text(TypeId vector) const {
  const TypeId element = f_.types.resolve(f_.types.element_of(vector));
  return is(element, TypeKind::Prim) && f_.types.element(element) == Element::Char;
}

/// What to write where a built-in's operand is not the number that it works on.
void Infer::help_with_operand(Diagnostic& d, const Why& why, TypeId operand) {
  const std::string_view name = why.name;
  if (name == "range")
    d.help("0.0 1.0 2.0 ... are (map to_double (range n)); n numbers from a to b (linspace a b n)");
  const auto id = find_builtin(name);
  const TypeId t = f_.types.resolve(operand);
  if (!id || builtin(*id).kind != BuiltinKind::Scalar) return;
  if (is(t, TypeKind::Tuple) && builtin(*id).arity <= 2 && !f_.types.args(t).empty())
    return void(d.help(parts_of_operands(why, d.span, t)));
  if (!is(t, TypeKind::Vector)) return;
  if (is_text(t) && name == "+") return void(d.help("strings are joined by (++ a b)"));
  if (is_text(t) && name.starts_with("to_"))
    return void(d.help("the number that a text tells is (parse-int text), or (parse-double text)"));
  d.help("for each element: " + map_of_operands(why, d.span, builtin(*id).arity == 1));
}

namespace {

/// As many letters as are needed, none of which is a name in the text.
std::string_view free_letters(std::string_view text, size_t n) {
  const auto is_name = [&](char letter) {
    for (size_t k = text.find(letter); k != text.npos; k = text.find(letter, k + 1)) {
      const auto ends = [&](size_t at) {
        return at >= text.size() || std::string_view("() ,").find(text[at]) != std::string_view::npos;
      };
      if (ends(k - 1) && ends(k + 1)) return true; // before the first: very large
    }
    return false;
  };
  for (const std::string_view letters : {"abcdefgh", "pqrstuvw"})
    if (std::ranges::none_of(letters.substr(0, n), is_name)) return letters;
  return "ijklmnop";
}

} // namespace

/// An operand as it is written, where it is short and the user's own.
std::string Infer::operand_text(Span s, std::string_view otherwise) const {
  constexpr size_t longest = 24;
  const std::string_view text = f_.sources.text(s);
  const bool plain = s.expansion == 0 && text.size() <= longest && text.find('\n') == text.npos;
  return std::string(plain && !text.empty() ? text : otherwise);
}

/// `(* x 2)` for the elements of x.
std::string Infer::map_of_operands(const Why& why, Span at, bool alone) const {
  const std::string_view name = why.name;
  const std::string xs = operand_text(at, "xs");
  if (alone || !why.mate) return fmt::format("(map {} {})", name, xs);
  const bool both = is(resolve(why.mate->type), TypeKind::Vector);
  const std::string y = operand_text(why.mate->span, both ? "ys" : "y");
  if (both)
    return why.mate_first ? fmt::format("(map {} {} {})", name, y, xs)
                          : fmt::format("(map {} {} {})", name, xs, y);
  if (why.mate_first) return fmt::format("(map ({} {}) {})", name, y, xs);
  const char bound = free_letters(y, 1)[0];
  return fmt::format("(map (lambda ({0}) ({1} {0} {2})) {3})", bound, name, y, xs);
}

/// `(* 2 t)` or `(+ t u)` for the parts of tuples.
std::string Infer::parts_of_operands(const Why& why, Span at, TypeId tuple) const {
  constexpr size_t most = 4;
  const size_t n = f_.types.args(tuple).size();
  const bool both = why.mate && is(resolve(why.mate->type), TypeKind::Tuple);
  const std::string t = operand_text(at, "t"),
                    other = why.mate ? operand_text(why.mate->span, both ? "u" : "x") : "";
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
    const std::string operands = !why.mate ? mine : why.mate_first ? its + " " + mine : mine + " " + its;
    parts += (k ? ", " : "") + fmt::format("({} {})", why.name, operands);
  }
  return fmt::format("by components: (let ({} {}){} in ({}))", pattern(0), t,
                     both ? fmt::format(" ({} {})", pattern(n), other) : "", parts);
}

/// A file is read at a type that no file holds.
void Infer::report_unstorable(const UnifyFailure& failure, Span at, const Why& why) {
  Types::Namer namer;
  Diagnostic& d = report(
      "E0205", at, {"reading a file", std::string(class_words(Storable)), describe(failure.left, namer)});
  if (why.kind == Why::Annotation) d.note("the type is written here", why.other);
}

/// An operator among a built-in's arguments that does not work on the elements.
void Infer::report_operator(const UnifyFailure& failure, const Argument& a) {
  Types::Namer namer;
  const std::string_view name = builtin(a.core->builtin).spelling;
  const TypeId t = f_.types.resolve(failure.left), function = f_.types.resolve(a.core->type);
  // Of two open types either may be told of: the operator's own has the classes that it needs.
  const bool own =
      is(t, TypeKind::Var) && is(function, TypeKind::Fun) && resolve(f_.types.arg(function, 0)) == t;
  const Classes needed = own ? f_.types.variable(t).classes : failure.classes;
  Diagnostic& d = report("E0205", a.span,
                         {"`" + std::string(name) + "`", std::string(class_words(needed)),
                          own ? std::string(lone_class(failure.classes)) : describe(t, namer)});
  const bool counts = own ? failure.classes & Integral : is_numeric(t);
  if (needed & Fractional && counts)
    d.help("`to_double` makes floating-point numbers of integers: (map to_double xs)");
  if (is(t, TypeKind::Tuple) && f_.types.args(t).size() == 2 && builtin(a.core->builtin).arity == 2)
    f_.diagnostics.last().help(
        fmt::format("by components: (lambda ((a, b) (c, d)) (({} a c), ({} b d)))", name, name));
}

/// What a call's callee asks for, and whether two arguments changed places.
void Infer::explain_callee(Diagnostic& d, const Why& why) {
  if (why.swapped)
    d.help(fmt::format("arguments {} and {} seem to be swapped", std::min(why.number, why.swapped),
                       std::max(why.number, why.swapped)));
  if (const auto takes =
          why.callee && why.callee->kind == CoreKind::Global ? what_it_takes(why.name) : std::nullopt)
    d.help(std::string(*takes));
  if (!why.scheme.empty()) d.note(fmt::format("{} : {}", why.name, why.scheme));
  if (!why.callee || why.callee->kind != CoreKind::Global) return;
  const Global& g = f_.program[why.callee->global];
  const GlobalInfo& info = global_info(why.callee->global);
  if (info.state != State::Checked) return;
  const std::string scheme = fmt::format("{} : {}", why.name, print_scheme(f_, info.poly.scheme));
  g.prelude ? d.note(scheme) : d.note(scheme, g.span);
}

/// A value that was taken for a function because an operator stands behind it, as in (n = 0).
bool Infer::report_infix(const UnifyFailure& failure, TypeId expected, TypeId actual) {
  for (Infix& i : infixes_) {
    const TypeId type = resolve(i.function);
    const TypeId involved[] = {expected, actual, failure.left, failure.right};
    if (std::ranges::none_of(involved, [&](TypeId t) { return resolve(t) == type; })) continue;
    if (!std::exchange(i.reported, true)) report("E0211", i.span, {}).help(infix_help(i.items));
    return true;
  }
  return false;
}

/// `items` of a call whose second one is an operator: how it would be written.
std::string Infer::infix_help(std::span<const Expr* const> items) const {
  constexpr size_t longest = 30;
  const auto text = [&](const Expr& e, const char* otherwise) -> std::string {
    const std::string_view all = f_.sources.text(e.span.file);
    const bool plain = e.span.expansion == 0 && e.span.end - e.span.begin <= longest;
    return plain ? std::string(all.substr(e.span.begin, e.span.end - e.span.begin)) : otherwise;
  };
  return fmt::format("operators stand in front: ({} {} {})", builtin(items[1]->builtin).spelling,
                     text(*items[0], "a"), text(*items[2], "b"));
}

void Infer::report_infinite(TypeId expected, TypeId actual, Span at, const Why& why) {
  Types::Namer namer;
  report("E0204", at, {nova::describe(why), describe(expected, namer), describe(actual, namer)})
      .help("a type can't contain itself: is a function applied to itself, or an argument missing?");
}

/// Is an integer literal in the range of its type?
void Infer::check_numeral(const Datum& d, TypeId t, Span span) {
  t = f_.types.resolve(t);
  if (!is(t, TypeKind::Prim) || !is_integer(f_.types.element(t))) return;
  const Element e = f_.types.element(t);
  if (e == Element::I64) return;
  const int bits = static_cast<int>(element_size(e)) * 8;
  const int64_t low = e == Element::U8 ? 0 : -(int64_t{1} << (bits - 1));
  const int64_t high = e == Element::U8 ? UINT8_MAX : (int64_t{1} << (bits - 1)) - 1;
  if (d.integer >= low && d.integer <= high) return;
  report("E0201", span,
         {std::string(d.text), std::string(element_name(e)), std::to_string(low), std::to_string(high)});
}

} // namespace nova

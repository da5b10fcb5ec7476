// Error reports of inference: which type was expected, why, and which type was found instead.
#include "frontend/infer/errors/report.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/argument_order.hpp"
#include "frontend/infer/errors/callee.hpp"
#include "frontend/infer/errors/calls.hpp"
#include "frontend/infer/errors/help.hpp"
#include "frontend/infer/errors/moments.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/read/other/expressions.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

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
  case Why::NewElement: return "the new element";
  case Why::SetVector: return "a variable of which an element is set";
  case Why::Field: return fmt::format("the new value of the field `{}`", why.name);
  case Why::Bound: return "a bound of `for`";
  case Why::Index: return "the index";
  case Why::Component: return of("an element of the argument");
  }
  return {};
}

namespace {

/// Returns in words what the strictest of the classes requires.
std::string_view class_words(Classes c) {
  if (c & Fractional) return "floating-point numbers";
  if (c & Integral) return "integers";
  if (c & Num) return "numbers";
  if (c & Bits) return "integers or bools";
  if (c & Scalar) return "a number, a bool or a char";
  if (c & Ord)
    return "values that have an order (numbers, chars, bools, and vectors, tuples and records of them)";
  if (c & Eq) return "values that can be compared (all but functions)";
  if (c & Json)
    return "what JSON can hold (numbers, bools, chars, and vectors, tuples, records and sums of them)";
  return "what a file can hold (numbers, bools, chars, and vectors, tuples and records of them)";
}

std::string_view lone_class(Classes c) {
  if (c & Fractional) return "a floating-point number";
  if (c & (Integral | Bits)) return "an integer";
  return "a number";
}

std::string_view value_of_class(Classes c) {
  if (c & (Num | Integral | Fractional)) return lone_class(c);
  return c & Ord ? "a value that has an order (a number, char or bool, or a vector, tuple or record of them)"
                 : "a value that can be compared (anything but a function)";
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
  case Why::NewElement: return "an element of the vector is {}";
  case Why::Bound: return "it starts from {}";
  case Why::Index: return "the vector stands here";
  default: return {};
  }
}

/// Whether `part` is `whole` or a part of it, fewer than `depth` levels deep.
bool contains(const Types& types, TypeId whole, TypeId part, int depth = 4) {
  whole = types.resolve(whole);
  if (depth == 0) return false;
  if (whole == types.resolve(part)) return true;
  for (uint32_t i = 0; i < types[whole].count; ++i)
    if (contains(types, types.arg(whole, i), part, depth - 1)) return true;
  return false;
}

} // namespace

std::string describe(Inference& in, TypeId t, Types::Namer& namer) {
  constexpr Classes numeral = Num | Integral | Fractional;
  constexpr size_t longest_type = 200;
  t = in.f.types.resolve(t);
  if (in.is(t, TypeKind::Var) && in.f.types.variable(t).classes & numeral)
    return std::string(lone_class(in.f.types.variable(t).classes));
  for (TypeId v : in.schemes.open_parts(std::span(&t, 1), 0).variables)
    if (const Classes c = in.f.types.variable(v).classes; c & numeral)
      namer.names.emplace(in.f.types[v].payload, c & Fractional ? "double" : "int");
  return "`" + shorten_at_blank(in.f.types.print(t, in.f.symbols, namer), longest_type) + "`";
}

/// As `describe`, but returns words such as "a vector of integers" if t is a vector of rank 1 whose element type is a
/// variable with a number class. `lacking`: whether what is found lacks a class, so that an order or an equality is named.
static std::string describe_expected(Inference& in, TypeId t, Types::Namer& namer, bool lacking) {
  t = in.f.types.resolve(t);
  const bool line = in.is(t, TypeKind::Vector) && in.resolve(in.f.types.arg(t, 0)) == in.f.types.rank(1);
  TypeId element = line ? in.resolve(in.f.types.element_of(t)) : t;
  if (line && in.is(element, TypeKind::Vector) &&
      in.resolve(in.f.types.arg(element, 0)) == in.f.types.rank(1)) { // a matrix of any numbers
    element = in.resolve(in.f.types.element_of(element));
    const Classes of = in.is(element, TypeKind::Var) ? in.f.types.variable(element).classes : Classes{};
    return of & (Num | Integral | Fractional) ? "a vector of vectors of " + std::string(class_words(of))
                                              : describe(in, t, namer);
  }
  const Classes c = line && in.is(element, TypeKind::Var) ? in.f.types.variable(element).classes : Classes{};
  if (c & (Num | Integral | Fractional)) return "a vector of " + std::string(class_words(c));
  if (lacking && line && in.is(element, TypeKind::Var) && c & (Ord | Eq))
    return "a vector of " + std::string(class_words(c));
  if (lacking && in.is(t, TypeKind::Var) && in.f.types.variable(t).classes & (Ord | Eq))
    return std::string(value_of_class(in.f.types.variable(t).classes));
  return describe(in, t, namer);
}

Diagnostic& report(Inference& in, std::string code, Span span, std::vector<std::string> args) {
  ++in.def.errors;
  return in.f.diagnostics.report(std::move(code), span, std::move(args));
}

Core* broken(Inference& in, Span span) {
  in.def.poisoned = true;
  return in.make(CoreKind::Const, in.fresh(), span);
}

Core* too_deep(Inference& in, Span span) {
  if (!in.def.poisoned) report(in, "E0602", span, {});
  return broken(in, span);
}

/// Reports types that nest too deeply. Reports nothing if the work on a definition's types has reached its bound,
/// because that is reported when the definition ends.
static void too_large(Inference& in, Span span) {
  if (!in.work.exceeded()) too_deep(in, span);
}

bool require_equal(Inference& in, TypeId expected, TypeId actual, Span at, const Why& why) {
  if (expected == actual) return true;
  const UnifyFailure failure = in.unifier.unify(expected, actual);
  if (!failure) return true;
  report_mismatch(in, failure, expected, actual, at, why);
  return false;
}

/// Returns what helps where a function that needs the classes is given complex numbers.
static std::string help_with_complex(Classes needed, std::string_view function) {
  constexpr std::string_view parts = "(re z), (im z) and (magnitude z) are real numbers";
  if (needed & Scalar) return std::string(parts);
  if (needed & (Num | Fractional)) return fmt::format("`{}` is of real numbers only; {}", function, parts);
  return fmt::format("complex numbers have no order; {}", parts);
}

/// Whether the last error says the same, `args`, of the operand directly before `at`: it would be told twice.
static bool repeats_class(const Inference& in, const std::vector<std::string>& args, Span at) {
  if (in.f.diagnostics.all().empty()) return false;
  const Diagnostic& last = in.f.diagnostics.all().back();
  if (last.code != "E0205" || last.args != args || last.span.file != at.file || last.span.end > at.begin)
    return false;
  const std::string_view between = in.f.sources.text(Span{at.file, last.span.end, at.begin, 0});
  return between.find_first_not_of(" \t\n") == between.npos;
}

/// Notes which field keeps a sum type from having classes that types like it may have.
static void note_field_without(Inference& in, Diagnostic& d, TypeId t, Classes classes) {
  const auto at = in.unifier.lacks(t, classes) ? std::nullopt : in.unifier.field_without(t, classes);
  if (!at) return;
  Types::Namer namer;
  const SumType& sum = in.f.types.sum_type(SumId{in.f.types[in.resolve(t)].payload});
  const Constructor& c = sum.constructors[at->constructor];
  const std::string type = describe(in, c.fields[at->field], namer);
  const std::string text =
      c.names.empty() ? fmt::format("its constructor `{}` holds {}", in.f.symbols.text(c.name), type)
                      : fmt::format("its field `{}` is {}", in.f.symbols.text(c.names[at->field]), type);
  sum.prelude ? d.note(text) : d.note(text, c.span);
}

/// Reports that an operand's type lacks a class that the operator needs (E0205).
static void report_class(Inference& in, const UnifyFailure& failure, TypeId actual, Span at, const Why& why) {
  Types::Namer namer;
  std::vector<std::string> args{"`" + std::string(why.name) + "`",
                                std::string(class_words(failure.classes & why.classes)),
                                describe(in, failure.left, namer)};
  if (repeats_class(in, args, at)) return;
  Diagnostic& d = report(in, "E0205", at, std::move(args));
  const TypeId left = in.f.types.resolve(failure.left);
  // The operand's type. Of a function type, arrows are removed until what is left is `left` or no function type.
  TypeId whole = in.f.types.resolve(actual);
  while (whole != left && in.is(whole, TypeKind::Fun)) whole = in.f.types.resolve(in.f.types.arg(whole, 1));
  if (whole != left) d.note("the whole type here is " + describe(in, whole, namer));
  if (whole == left && in.is(left, TypeKind::Fun)) help_with_waiting(in, d, at);
  note_field_without(in, d, left, failure.classes & why.classes);
  if (whole == left && help_with_extreme(in, d, why.name, left, "xs")) return;
  help_with_class(in, d, left, failure.classes & why.classes & (whole == left ? Ord : ~Classes{}));
  if (whole == left) help_with_arithmetic_of_moments(in, d, left, failure.classes);
  if (failure.classes & why.classes & Fractional && in.is(left, TypeKind::Prim) &&
      is_integer(in.f.types.element(left)) && left == in.f.types.resolve(actual))
    d.help(fmt::format("integers are converted by hand: (to_double {})", operand_text(in, at, "n")));
  if (in.f.types.is_complex(left)) d.help(help_with_complex(failure.classes & why.classes, why.name));
  help_with_operand(in, d, why, failure.left);
}

/// Reports that a file is read at a type that no file can hold (E0205).
static void report_unstorable(Inference& in, const UnifyFailure& failure, Span at, const Why& why) {
  Types::Namer namer;
  Diagnostic& d = report(in, "E0205", at,
                         {"reading a file", std::string(class_words(failure.classes & file_classes)),
                          describe(in, failure.left, namer)});
  if (why.kind == Why::Annotation) d.note("the type is written here", why.other);
}

static void report_infinite(Inference& in, TypeId expected, TypeId actual, Span at, const Why& why) {
  Types::Namer namer;
  report(in, "E0204", at, {describe(why), describe(in, expected, namer), describe(in, actual, namer)})
      .help("a type can't contain itself: is a function applied to itself, or an argument missing?");
}

/// Binds the variables of a type that are indices to int, and those that are ranks to 1. The text of an error then asks
/// for these.
static void bind_defaults(Inference& in, TypeId expected) {
  for (TypeId v : in.schemes.open_parts(std::span(&expected, 1), 0).variables)
    if (in.f.types.variable(v).classes & (Index | AnyRank)) default_variable(in, v);
}

/// Whether the call is one that a field of `format` stands for.
static bool is_field(const Inference& in, const Why& why) {
  return why.callee && why.callee->kind == CoreKind::Global && why.name.starts_with("format-") &&
         in.f.program[why.callee->global].prelude;
}

/// Whether the error is that a `cond` has no else, and the last error is that its `else` is a variable.
static bool follows_hidden_else(const Inference& in, const Why& why) {
  if ((why.kind != Why::NoElse && why.kind != Why::Then) || in.f.diagnostics.all().empty()) return false;
  const Diagnostic& last = in.f.diagnostics.all().back();
  return last.code == "E0203" && in.f.sources.text(last.span) == "else";
}

void report_mismatch(Inference& in, const UnifyFailure& failure, TypeId expected, TypeId actual, Span at,
                     const Why& why) {
  Types::Namer namer;
  if (failure.kind == UnifyFailure::TooLarge || in.work.exceeded()) return too_large(in, at);
  const bool index = failure.kind == UnifyFailure::Class && failure.classes & Index;
  bind_defaults(in, expected);
  if (report_infix(in, failure, expected, actual) || report_infix_in_callee(in, why, expected, actual, at))
    return;
  if (failure.kind == UnifyFailure::Infinite) return report_infinite(in, expected, actual, at, why);
  if (failure.kind == UnifyFailure::Class && !index && why.kind == Why::Operand &&
      contains(in.f.types, actual, failure.left) &&
      (in.unifier.lacks(failure.left, failure.classes & why.classes) ||
       in.unifier.field_without(failure.left, failure.classes & why.classes)))
    return report_class(in, failure, actual, at, why);
  if (failure.kind == UnifyFailure::Class && failure.classes & file_classes &&
      in.unifier.lacks(failure.left, failure.classes & file_classes))
    return report_unstorable(in, failure, at, why);
  if (follows_hidden_else(in, why)) return;
  const std::string wants = describe_expected(in, expected, namer, failure.kind == UnifyFailure::Class);
  const bool field = is_field(in, why);
  Diagnostic& d = report(
      in, "E0203", at, {field ? "what this field takes" : describe(why), wants, describe(in, actual, namer)});
  if (const std::string note = note_of(why); !note.empty() && why.other.file)
    d.note(fmt::format(fmt::runtime(note), describe(in, expected, namer)), why.other);
  const TypeId held =
      in.is(in.resolve(actual), TypeKind::Vector) ? in.f.types.element_of(in.resolve(actual)) : actual;
  const bool whole =
      in.is(in.resolve(held), TypeKind::Prim) && is_integer(in.f.types.element(in.resolve(held)));
  if (!field) explain_callee(in, d, why, whole);
  if (why.mate && (why.name == "=" || why.name == "~=")) {
    Types::Namer own;
    const std::string first = describe(in, why.mate->type, own), second = describe(in, actual, own);
    if (first != second) // not of namesakes
      d.note(fmt::format("`{}` is {}, `{}` is {}", mate_text(in, why, "argument 1"), first,
                         operand_text(in, at, "argument 2"), second));
  }
  help_with_mismatch(in, d, why, expected, actual, at);
  help_with_count(in, d, why, expected, actual);
  if (failure.kind == UnifyFailure::Class && !index) note_field_without(in, d, failure.left, failure.classes);
  if (failure.kind == UnifyFailure::Class && (why.kind == Why::Operand || why.kind == Why::Argument) &&
      in.resolve(expected) != in.resolve(failure.left) &&
      !help_with_extreme(in, d, why.name, failure.left, operand_text(in, at, "xs")))
    help_with_class(in, d, failure.left,
                    failure.classes & (in.resolve(actual) == in.resolve(failure.left) ? Ord : ~Classes{}));
}

void report_operator(Inference& in, const UnifyFailure& failure, const Argument& a) {
  Types::Namer namer;
  const std::string_view name = builtin(a.core->builtin).spelling;
  const TypeId t = in.f.types.resolve(failure.left), function = in.f.types.resolve(a.core->type);
  // The failure may name either of two open types. The operator's own one has the classes that it needs.
  const bool own = in.is(t, TypeKind::Var) && in.is(function, TypeKind::Fun) &&
                   in.resolve(in.f.types.arg(function, 0)) == t;
  const Classes needed = own ? in.f.types.variable(t).classes : failure.classes;
  Diagnostic& d = report(in, "E0205", a.span,
                         {"`" + std::string(name) + "`", std::string(class_words(needed)),
                          own ? std::string(lone_class(failure.classes)) : describe(in, t, namer)});
  const bool counts = own ? failure.classes & Integral : is_numeric(in, t);
  if (needed & Fractional && counts)
    d.help("`to_double` makes floating-point numbers of integers: (map to_double xs)");
  help_with_extreme(in, d, name, t, "xs");
  if (in.is(t, TypeKind::Tuple) && in.f.types.args(t).size() == 2 && builtin(a.core->builtin).arity == 2)
    in.f.diagnostics.last().help(
        fmt::format("by components: (lambda ((a, b) (c, d)) (({} a c), ({} b d)))", name, name));
}

void explain_callee(Inference& in, Diagnostic& d, const Why& why, bool of_integers) {
  if (why.swapped) {
    const std::string call = call_in_order(in, why);
    d.help(fmt::format("arguments {} and {} seem to be swapped{}{}", std::min(why.number, why.swapped),
                       std::max(why.number, why.swapped), call.empty() ? "" : ": ", call));
  }
  const bool named = why.callee
                         ? why.callee->kind == CoreKind::Global || why.callee->kind == CoreKind::Builtin
                         : !why.scheme.empty();
  if (const auto takes = named ? what_it_takes(why.name, of_integers) : std::nullopt)
    d.help(std::string(*takes));
  if (why.name == "put" && why.number == 3 && why.arguments.size() == 3 && !why.scheme.empty())
    d.help("here it is (put " + operand_text(in, why.arguments[1], "i") + " " +
           operand_text(in, why.arguments[2], "x") + " " + operand_text(in, why.arguments[0], "xs") + ")");
  if (!why.scheme.empty()) d.note(fmt::format("{} : {}", why.name, why.scheme));
  if (!why.callee || why.callee->kind != CoreKind::Global) return;
  const Global& g = in.f.program[why.callee->global];
  const GlobalInfo& info = in.global_info(why.callee->global);
  if (info.state != CheckState::Checked) return;
  const std::string scheme = fmt::format("{} : {}", why.name, print_scheme(in.f, info.poly.scheme));
  g.prelude ? d.note(scheme) : d.note(scheme, g.span);
}

/// The largest number of a floating type, and the least one that rounds to infinity; of double none does, once it is read.
static std::optional<std::pair<float, double>> limits_of(Element e) {
  switch (e) {
  case Element::F16: return std::pair(65504.0F, 65520.0);
  case Element::BF16: return std::pair(0x1.fep127F, 0x1.ffp127);
  case Element::F32: return std::pair(0x1.fffffep127F, 0x1.ffffffp127);
  default: return {};
  }
}

/// Reports a finite numeral that is infinite as a number of type e.
static void check_finite(Inference& in, const Datum& d, Element e, Span span) {
  const auto limits = d.suffixed ? std::nullopt : limits_of(e);
  const double value = d.kind == DatumKind::Integer ? d.integer_as<double>() : d.floating;
  if (!limits || std::isinf(value) || !(std::abs(value) >= limits->second)) return;
  report(in, "E0201", span,
         {std::string(d.text), std::string(element_name(e)), fmt::format("{}", -limits->first),
          fmt::format("{}", limits->first)});
}

void check_numeral(Inference& in, const Datum& d, TypeId t, Span span) {
  t = in.f.types.resolve(t);
  if (!in.is(t, TypeKind::Prim)) return;
  const Element e = in.f.types.element(t);
  if (!is_integer(e)) return check_finite(in, d, e, span);
  const bool positive = d.integer >= 0 || d.element == Element::U64;
  if (positive ? static_cast<uint64_t>(d.integer) <= greatest_integer(e) : d.integer >= least_integer(e))
    return;
  if (e == Element::I64) return ++in.def.errors, report_numeral(d, e, in.f.diagnostics);
  report(in, "E0201", span,
         {std::string(d.text), std::string(element_name(e)), std::to_string(least_integer(e)),
          std::to_string(greatest_integer(e))});
}

void report_unknown(Inference& in, TypeId type, Span span, std::string what, std::string help) {
  if (in.def.poisoned || !in.def.unknown.insert(in.resolve(type)).second) return; // another error may be why
  report(in, "E0220", span, {std::move(what)}).help(std::move(help));
}

/// Returns a help text for a function that stands alone in a line with what it is to be applied to, as `length xs` and
/// `[1 2] ++ [3]`; nothing for other expressions.
static std::optional<std::string> help_with_bare_line(const Inference& in, Span span) {
  if (span.expansion) return {};
  const std::string_view all = in.f.sources.text(span.file);
  const size_t begin = all.rfind('\n', span.begin) + 1,
               end = std::min(all.find('\n', span.begin), all.size());
  const size_t first = all.find_first_not_of(" \t", begin);
  std::string_view line = all.substr(first, end - first);
  line = line.substr(0, line.find(';'));
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  const std::string_view name = all.substr(span.begin, span.end - span.begin);
  constexpr size_t longest = 80;
  if (line.size() <= name.size() || line.size() > longest || name.find_first_of(" ()[]") != name.npos)
    return {};
  if (span.begin == first && line[name.size()] == ' ')
    return "a call stands in parentheses: (" + std::string(line) + ")";
  const bool sign = !std::isalpha(static_cast<unsigned char>(name[0])) && span.begin > first &&
                    span.end < first + line.size();
  const auto e = sign && all[span.begin - 1] == ' ' ? nova_expression(line) : std::nullopt;
  return e ? std::optional("operators stand in front: " + *e) : std::nullopt;
}

void report_open(Inference& in, TypeId type, Span span) {
  const OpenParts open = in.schemes.open_parts(std::span(&type, 1), 0);
  if (open.variables.empty() || in.def.errors) return;
  Types::Namer namer;
  const std::string text = describe(in, type, namer),
                    name = in.f.types.print(open.variables[0], in.f.symbols, namer);
  Diagnostic& d = report(in, "E0202", span, {text, "`" + name + "`"});
  const bool function = in.is(type, TypeKind::Fun);
  if (auto help = function ? help_with_bare_line(in, span) : std::nullopt)
    return void(d.help(std::move(*help)));
  for (const auto& [read, call] : in.def.files)
    if (std::ranges::count(open.variables, in.resolve(read)))
      return void(d.help(help_with_file_type(in, call)));
  TypeId element = type;
  while (in.is(element, TypeKind::Vector)) element = in.f.types.resolve(in.f.types.element_of(element));
  const bool functions = !function && in.is(element, TypeKind::Fun);
  // The annotation shown for a file's contents is a vector, since a file seldom contains a single number.
  for (TypeId v : open.variables) {
    const bool file = in.f.types.variable(v).classes & file_classes;
    in.unifier.unify(v, file ? in.f.types.vector(in.prim(Element::F32)) : in.prim(Element::I64));
  }
  if (functions)
    d.help("these functions still wait for an argument; elements that are tuples are taken apart with "
           "commas: (map (lambda (x, y) ..) v)");
  d.help((function ? "it is a function that still waits for an argument; to keep it so, write its type"
                   : "write its type") +
         (", for example (... : " + shorten_at_blank(in.f.types.print(type, in.f.symbols), 200)) + ")");
}

void report_conflicts(Inference& in) {
  std::set<std::pair<FileId, uint32_t>> seen;
  for (const IoConflict& c : in.effects.take_conflicts()) {
    const Span at = c.io.span.file ? c.io.span : c.ban.span;
    if (!seen.emplace(at.file, at.begin).second) continue;
    const std::string ban(c.ban.name);
    Diagnostic& d = report(in, "E0208", at, {std::string(c.io.name), ban});
    if (at.expansion == 0) d.within = c.ban.span;
    if (c.io.via.file) d.note("`" + std::string(c.io.name) + "` does IO here", c.io.via);
    d.note("`" + ban + "` may run its function on many elements at once, in any order", c.ban.span);
    d.help("IO is done in order by a loop, (for (i 0 n) ...) or (let loop ((x e)) ...), and by foldl");
  }
}

} // namespace nova

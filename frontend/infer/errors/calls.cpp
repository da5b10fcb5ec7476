// Error reports for calls.
#include "frontend/infer/errors/calls.hpp"
#include "frontend/infer/errors/argument_order.hpp"
#include "frontend/infer/errors/help.hpp"
#include "frontend/infer/errors/report.hpp"
#include "frontend/read/other/expressions.hpp"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace nova {

bool is_operator(const Expr& e) {
  if (e.kind != ExprKind::Builtin) return false;
  const std::string_view name = builtin(e.builtin).spelling;
  return name == "and" || name == "or" || !std::isalpha(static_cast<unsigned char>(name[0]));
}

void note_infix(Inference& in, const Expr& call, TypeId callee) {
  if (call.items.size() == 3 && is_operator(*call.items[1]))
    in.def.infixes.push_back({callee, call.span, call.items});
}

bool report_function_behind(Inference& in, std::span<Argument> arguments, std::span<const TypeId> parameters,
                            Why why) {
  const auto is_function = [&](TypeId t) { return in.is(in.resolve(t), TypeKind::Fun); };
  if (arguments.empty() || !is_function(parameters[0]) || arguments[0].is_lambda()) return false;
  for (uint32_t k = 1; k < arguments.size(); ++k) {
    if (is_function(parameters[k]) || (!arguments[k].is_lambda() && !is_function(force(in, arguments[k]))))
      continue;
    const TypeId first = in.resolve(force(in, arguments[0], parameters[0]));
    if (is_function(first) || (in.is(first, TypeKind::Var) && !in.f.types.variable(first).classes))
      return false;
    Types::Namer namer;
    why.number = 1, why.swapped = k + 1, why.arguments = spans_of(arguments);
    Diagnostic& d =
        report(in, "E0203", arguments[0].span, {describe(why), "a function", describe(in, first, namer)});
    explain_callee(in, d, why);
    for (Argument& a : arguments)
      if (!a.is_lambda()) force(in, a);
    return true;
  }
  return false;
}

void report_misfits(Inference& in, std::span<const Argument> arguments, std::span<const Misfit> misfits,
                    Why why) {
  if (misfits.empty()) return;
  const uint32_t before = why.number;
  if (before == 0) why.arguments = spans_of(arguments);
  const auto fits = [&](const Misfit& to, const Misfit& from) {
    return in.unifier.may_equal(to.expected, arguments[from.argument].core->type);
  };
  bool lacks_class = false; // one operand that lacks what the function needs is enough
  const bool swapped = misfits.size() == 2 && fits(misfits[0], misfits[1]) && fits(misfits[1], misfits[0]);
  const uint32_t other = misfits.size() == 1 ? exchanged_with(in, arguments, misfits[0]) : 0;
  if (other) why.swapped = before + other;
  for (const Misfit& m : misfits) {
    const Argument& a = arguments[m.argument];
    why.number = before + m.argument + 1;
    why.mate = arguments.size() == 2 ? arguments[1 - m.argument].core : nullptr,
    why.mate_first = m.argument == 1, why.several = arguments.size() > 2;
    if (swapped) why.swapped = before + misfits[1].argument + 1;
    if (m.failure.kind == UnifyFailure::Class && std::exchange(lacks_class, true) && why.kind == Why::Operand)
      continue;
    const size_t reported = in.f.diagnostics.all().size();
    report_mismatch(in, m.failure, m.expected, a.core->type, a.span, why);
    if (swapped) return;
    if (in.f.diagnostics.all().size() == reported) continue;
    help_with_keys(in, in.f.diagnostics.last(), arguments, m, why);
    if (misfits.size() == 1) help_with_elements(in, in.f.diagnostics.last(), arguments, m, why);
  }
}

/// Adds help to the last error, which reports a call of something that is no function. There is help for a call of a
/// vector with an index, and for a call of a number, which may be a tuple without commas.
static void help_with_no_function(Inference& in, std::string_view name, std::span<const Argument> arguments,
                                  TypeId type) {
  Diagnostic& d = in.f.diagnostics.last();
  const TypeId t = in.resolve(type);
  const std::string v = name.empty() ? "v" : std::string(name);
  if (in.is(t, TypeKind::Vector) && arguments.size() == 1)
    d.help("an element is " + v + "!i, or (! " + v + " i)");
  if (is_numeric(in, t)) d.help("a tuple has commas: (a, b, c); a vector has square brackets: [a b c]");
}

static void report_no_function(Inference& in, Span callee, std::string_view name, TypeId type) {
  Types::Namer namer;
  report(in, "E0206", callee,
         {name.empty() ? "this" : "`" + std::string(name) + "`", describe(in, type, namer)});
}

static const Core* value_of(const Inference& in, GlobalId g) {
  const auto k = static_cast<size_t>(g);
  return k < in.f.core.globals.size() ? in.f.core.globals[k].value : nullptr;
}

/// Returns the operator of several operands that the callee is: by another name, or with its first operand. Returns
/// null if the callee is something else.
static const BuiltinRow* operator_behind(Inference& in, const Core* callee) {
  while (callee && callee->kind != CoreKind::Builtin) switch (callee->kind) {
    case CoreKind::Apply: callee = callee->items[0]; break;
    case CoreKind::Local: callee = in.local_info(callee->var).value; break;
    case CoreKind::Global: callee = value_of(in, callee->global); break;
    default: return nullptr;
    }
  return callee && several(callee->builtin) != Several::None ? &builtin(callee->builtin) : nullptr;
}

void help_with_several(Diagnostic& d, const BuiltinRow& row) {
  d.help(fmt::format("several operands stand behind `{0}` itself, ({0} a b c); as a value it takes two",
                     row.spelling));
}

/// Returns what the callee is defined as, if it is the name of a definition; otherwise null.
static const Expr* definition_behind(const Inference& in, const Core* callee) {
  return callee && callee->kind == CoreKind::Global ? in.f.program[callee->global].value : nullptr;
}

/// Whether what is called takes a vector first.
static bool takes_vector(const Inference& in, const Why& why) {
  if (why.scheme.empty() && why.callee && in.is(in.resolve(why.callee->type), TypeKind::Fun))
    return in.is(in.resolve(in.f.types.arg(in.resolve(why.callee->type), 0)), TypeKind::Vector);
  const size_t classes = why.scheme.find("=> ");
  return why.scheme.substr(classes == why.scheme.npos ? 0 : classes + 3).starts_with("vector");
}

static std::string vector_of(const Inference& in, std::span<const Argument> items) {
  constexpr size_t most = 6;
  std::string out;
  for (const Argument& a : items.first(std::min(items.size(), most)))
    out += (out.empty() ? "[" : " ") + operand_text(in, a.span, "x");
  return out + (items.size() > most ? " ..]" : "]");
}

/// Returns a help text for a call `(x * y)`: argument `k` is the operator.
static std::string operands_around(const Inference& in, Span callee, std::span<const Argument> arguments,
                                   size_t k) {
  const Span whole{callee.file, callee.begin, arguments.back().span.end, 0};
  if (callee.expansion == 0 && arguments.size() > 2 && arguments.back().span.expansion == 0)
    if (const auto e = nova_expression(in.f.sources.text(whole), true))
      return "operators stand in front: " + *e;
  const std::string before = operand_text(in, k == 0 ? callee : arguments[k - 1].span, "a"),
                    behind = k + 1 < arguments.size() ? operand_text(in, arguments[k + 1].span, "b") : "b";
  return fmt::format("operators stand in front: ({} {} {})", builtin(arguments[k].expr->builtin).spelling,
                     before, behind);
}

void report_too_many(Inference& in, Span callee, std::span<const Argument> arguments, const Why& why,
                     size_t takes, TypeId type) {
  const std::string_view name = why.name;
  const auto infix = std::find_if(arguments.begin() + static_cast<ptrdiff_t>(takes), arguments.end(),
                                  [](const Argument& a) { return a.expr && is_operator(*a.expr); });
  if (takes == 0) {
    report_no_function(in, callee, name, type);
    if (infix == arguments.end()) help_with_no_function(in, name, arguments, type);
  } else {
    const std::string what = name.empty() ? "this function" : "`" + std::string(name) + "`";
    report(in, "E0207", arguments[takes].span,
           {what, count(takes, "argument"), std::to_string(arguments.size())});
    explain_callee(in, in.f.diagnostics.last(), why);
  }
  Diagnostic& d = in.f.diagnostics.last();
  if (takes == 1 && takes_vector(in, why) && arguments[0].core &&
      is_numeric(in, in.resolve(arguments[0].core->type)))
    d.help("they stand in one vector: (" + std::string(name) + " " + vector_of(in, arguments) + ")");
  const Expr* last = takes > 0 ? arguments[takes - 1].expr : nullptr;
  if (last && last->kind == ExprKind::Builtin && last->builtin == BuiltinId::Subtract)
    d.help("a negative number has no blank behind the sign, as -5; the negative of a value is (neg x)");
  if (name == "iota" && arguments.size() == 2) {
    const std::string n = operand_text(in, arguments[0].span, "n"),
                      from = operand_text(in, arguments[1].span, "a");
    constexpr size_t most_digits = 9;
    const auto is_count = [](const std::string& e) {
      return e.size() <= most_digits && e.find_first_not_of("0123456789") == e.npos;
    };
    const std::string end = is_count(n) && is_count(from) ? std::to_string(std::stol(from) + std::stol(n))
                                                          : "(+ " + from + " " + n + ")";
    d.help("numbers from " + from + " on: (range " + from + " " + end + ")");
  }
  const Argument& first = arguments[0];
  if (name == "conj" && (operand_text(in, first.span, "").starts_with('[') ||
                         (first.core && in.is(in.resolve(first.core->type), TypeKind::Vector))))
    d.help("a vector with one more element is (++ " + operand_text(in, arguments[0].span, "xs") + " [" +
           operand_text(in, arguments[1].span, "x") + "])");
  if (name == "sort")
    d.help("it sorts ascending; descending is (reverse (sort xs)), by a key (sort-by key xs)");
  else if (infix != arguments.end())
    d.help(operands_around(in, callee, arguments, static_cast<size_t>(infix - arguments.begin())));
  if (const BuiltinRow* row = takes > 0 ? operator_behind(in, why.callee) : nullptr)
    help_with_several(d, *row);
  if (const Expr* value = takes == 1 ? definition_behind(in, why.callee) : nullptr;
      value && is_open_map(*value))
    d.help(
        "a map takes one vector unless its definition's type says more: (define (f : t -> t -> t) (map g))");
  if (name == "print" || name == "println")
    d.help("several are printed by (" + std::string(name) + "* a b c)");
}

bool report_dimensions(Inference& in, Call& c) {
  const auto is_vector = [&](Argument& a) { return in.is(in.resolve(force(in, a)), TypeKind::Vector); };
  const bool many = c.arguments.size() > 2;
  if (!many && !is_vector(c.arguments[0])) return false;
  const auto is_literal = [](const Argument& a) { return a.expr && a.expr->kind == ExprKind::Vector; };
  const bool last =
      is_vector(c.arguments.back()) && (many || !is_literal(c.arguments.back())); // the vector is last
  const Argument& whole = last ? c.arguments.back() : c.arguments[0];
  const std::span<const Argument> rest = std::span(c.arguments).subspan(!last, c.arguments.size() - 1);
  std::string dims;
  const auto add = [&](Span s) { dims += (dims.empty() ? "" : ", ") + operand_text(in, s, "n"); };
  if (rest.size() == 1 && is_literal(rest[0]))
    for (const Expr* item : rest[0].expr->items) add(item->span);
  else
    for (const Argument& a : rest) add(a.span);
  const bool several = dims.find(',') != dims.npos && !dims.starts_with('(');
  if (many) {
    report(in, "E0207", c.arguments[2].span,
           {"`reshape`", "2 arguments", std::to_string(c.arguments.size())});
  } else {
    Types::Namer namer;
    report(in, "E0203", c.arguments[0].span,
           {"argument 1 of `reshape`", "the dimensions, a tuple of numbers",
            describe(in, c.arguments[0].core->type, namer)});
  }
  in.f.diagnostics.last().help("the dimensions come first, as a tuple: (reshape " +
                               (several ? "(" + dims + ")" : dims) + " " + operand_text(in, whole.span, "v") +
                               ")");
  for (Argument& a : c.arguments) force(in, a);
  return true;
}

bool report_infix(Inference& in, const UnifyFailure& failure, TypeId expected, TypeId actual) {
  for (Infix& i : in.def.infixes) {
    const TypeId type = in.resolve(i.function);
    const TypeId involved[] = {expected, actual, failure.left, failure.right};
    if (std::ranges::none_of(involved, [&](TypeId t) { return in.resolve(t) == type; })) continue;
    if (!std::exchange(i.reported, true)) report(in, "E0211", i.span, {}).help(infix_help(in, i.items));
    return true;
  }
  return false;
}

} // namespace nova

#include "frontend/infer/errors/argument_order.hpp"
#include "frontend/infer/errors/help.hpp"
#include "frontend/infer/errors/report.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace nova {

constexpr std::string_view functions_with_start[] = {"reduce", "foldl", "scan", "exscan", "scanl"};

static bool takes_start(std::string_view function) {
  return std::ranges::find(functions_with_start, function) != std::end(functions_with_start);
}

std::vector<Span> spans_of(std::span<const Argument> arguments) {
  std::vector<Span> spans;
  for (const Argument& a : arguments) spans.push_back(a.span);
  return spans;
}

std::string call_in_order(const Inference& in, const Why& why) {
  if (why.name.empty() || why.number == 0 || std::max(why.number, why.swapped) > why.arguments.size())
    return {};
  std::vector<Span> spans = why.arguments;
  std::swap(spans[why.number - 1], spans[why.swapped - 1]);
  std::string call = "(" + std::string(why.name);
  for (const Span s : spans) call += " " + operand_text(in, s, "..");
  return call + ")";
}

std::string mate_text(const Inference& in, const Why& why, std::string_view otherwise) {
  if (why.arguments.size() == 2) return operand_text(in, why.arguments[why.mate_first ? 0 : 1], otherwise);
  return operand_text(in, why.mate->span, otherwise);
}

uint32_t exchanged_with(Inference& in, std::span<const Argument> arguments, const Misfit& misfit) {
  const TypeId wanted = in.resolve(misfit.expected),
               found = in.resolve(arguments[misfit.argument].core->type);
  const bool number =
      in.is(wanted, TypeKind::Prim) && in.is(found, TypeKind::Vector) && arguments.size() == 2;
  if (number && misfit.argument == 0 && in.unifier.may_equal(wanted, arguments[1].core->type)) return 2;
  if (!in.is(wanted, TypeKind::Vector)) return 0;
  for (uint32_t k = 0; k < misfit.argument; ++k) {
    const TypeId before = in.resolve(arguments[k].core->type);
    if (in.is(before, TypeKind::Vector) && in.resolve(in.f.types.element_of(wanted)) == before &&
        in.unifier.may_equal(in.f.types.element_of(before), found))
      return k + 1;
  }
  return 0;
}

bool starts_behind(Inference& in, std::string_view function, std::span<Argument> arguments) {
  if (!takes_start(function) || arguments.size() != 3) return false;
  const TypeId start = in.resolve(force(in, arguments[1])), whole = in.resolve(force(in, arguments[2]));
  return in.is(start, TypeKind::Vector) && (in.is(whole, TypeKind::Prim) || is_numeric(in, whole));
}

void help_with_start(const Inference& in, Diagnostic& d, const Why& why, TypeId found) {
  if (why.number != 2 || why.swapped || !in.is(found, TypeKind::Vector) || !takes_start(why.name)) return;
  const bool own = why.arguments.size() == 2;
  d.help(fmt::format("a start value stands before the vector: ({} {} start {})", why.name,
                     own ? operand_text(in, why.arguments[0], "f") : "f",
                     own ? operand_text(in, why.arguments[1], "xs") : "xs"));
}

/// Whether the callee takes more than n arguments.
static bool waits_for_more(const Inference& in, const Why& why, size_t n) {
  TypeId t = why.callee ? in.resolve(why.callee->type) : no_type;
  for (size_t k = 0; why.callee && k < n && in.is(t, TypeKind::Fun); ++k)
    t = in.resolve(in.f.types.arg(t, 1));
  return why.callee && in.is(t, TypeKind::Fun);
}

void help_with_elements(Inference& in, Diagnostic& d, std::span<const Argument> arguments,
                        const Misfit& misfit, const Why& why) {
  const TypeId wanted = in.resolve(misfit.expected),
               found = in.resolve(arguments[misfit.argument].core->type);
  const bool scalar = is_numeric(in, wanted) || in.is(wanted, TypeKind::Prim);
  if (why.kind != Why::Argument || why.name.empty() || takes_start(why.name) || !scalar ||
      !in.is(found, TypeKind::Vector))
    return;
  if (waits_for_more(in, why, arguments.size()) || is_text(in, found) ||
      !in.unifier.may_equal(wanted, in.f.types.element_of(found)))
    return;
  const std::string xs = operand_text(in, arguments[misfit.argument].span, "xs");
  std::string before, call;
  bool others = false; // whether an argument stands behind the vector
  for (uint32_t k = 0; k < arguments.size(); ++k) {
    const std::string text = k == misfit.argument ? "x" : operand_text(in, arguments[k].span, "..");
    call += " " + text;
    if (k < misfit.argument) before += " " + text;
    others |= k > misfit.argument;
  }
  const std::string name(why.name);
  const bool prelude =
      why.callee && why.callee->kind == CoreKind::Global && in.f.program[why.callee->global].prelude;
  if (others && prelude && name != "clip" && name != "clamp")
    return; // it is not known which of the others stands last
  if (others && prelude) {
    std::string rest;
    for (uint32_t k = 0; k < arguments.size(); ++k)
      if (k != misfit.argument) rest += " " + operand_text(in, arguments[k].span, "..");
    return void(d.help("for each element, which stands last: (map (" + name + rest + ") " + xs + ")"));
  }
  const std::string f = others           ? "(lambda (x) (" + name + call + "))"
                        : before.empty() ? name
                                         : "(" + name + before + ")";
  d.help("for each element: (map " + f + " " + xs + ")");
}

/// Returns the first two parts of two types that differ, fewer than `depth` levels deep; nothing if none does.
static std::optional<std::pair<TypeId, TypeId>> first_difference(Inference& in, TypeId a, TypeId b,
                                                                 int depth = 6) {
  a = in.resolve(a), b = in.resolve(b);
  if (a == b || depth == 0 || in.is(a, TypeKind::Var) || in.is(b, TypeKind::Var)) return {};
  if (in.f.types[a].kind != in.f.types[b].kind || in.f.types[a].count != in.f.types[b].count ||
      in.is(a, TypeKind::Prim))
    return std::pair(a, b);
  for (uint32_t k = 0; k < in.f.types[a].count; ++k)
    if (auto found = first_difference(in, in.f.types.arg(a, k), in.f.types.arg(b, k), depth - 1))
      return found;
  return {};
}

void help_with_keys(Inference& in, Diagnostic& d, std::span<const Argument> arguments, const Misfit& misfit,
                    const Why& why) {
  constexpr std::string_view joins[] = {"join-by",   "inner-join", "left-join", "outer-join",
                                        "semi-join", "anti-join",  "asof-join"};
  if (std::ranges::find(joins, why.name) == std::end(joins) || arguments.size() != 4 || misfit.argument == 0)
    return;
  const auto two = first_difference(in, misfit.expected, arguments[misfit.argument].core->type);
  if (!two) return;
  Types::Namer namer;
  const auto key = [&](size_t f, TypeId t) {
    return fmt::format("that of `{}` by `{}` is {}",
                       operand_text(in, arguments[f + 2].span, f == 0 ? "the first" : "the second"),
                       operand_text(in, arguments[f].span, "its function"), describe(in, t, namer));
  };
  const bool second = misfit.argument % 2 == 1;
  d.note("keys have one type: " + key(0, second ? two->first : two->second) + ", " +
         key(1, second ? two->second : two->first));
  if (is_numeric(in, two->first) && is_numeric(in, two->second))
    d.help(fmt::format("a key is converted by its function: (compose to_double {})",
                       operand_text(in, arguments[0].span, "f")));
}

} // namespace nova

// Prints the statements of bodies in place, and bodies as functions.
#include "jit/emit/c/body_printer.hpp"
#include "jit/analysis/numeric_sort.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/analysis/uniqueness.hpp"
#include "jit/emit/c/cells.hpp"
#include "jit/emit/c/folds/array_states.hpp"
#include "jit/emit/c/folds/reductions.hpp"
#include "jit/emit/c/folds/scans.hpp"
#include "jit/emit/c/foreign.hpp"
#include "jit/emit/c/functions.hpp"
#include "jit/emit/c/loops.hpp"
#include "jit/emit/c/maps/filters.hpp"
#include "jit/emit/c/maps/maps.hpp"
#include "jit/emit/c/parallel_calls.hpp"
#include "jit/emit/c/places/histograms.hpp"
#include "jit/emit/c/places/permutations.hpp"
#include "jit/emit/c/places/reach.hpp"
#include "jit/emit/c/places/rows.hpp"
#include "jit/emit/c/places/rows_scatter.hpp"
#include "jit/emit/c/places/scatters.hpp"
#include "jit/emit/c/places/sorts.hpp"
#include "jit/emit/c/statements.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {

namespace {

/// Whether the body calls a recursive function outside of its Ifs, or calls any function in a loop outside of its
/// Ifs.
bool calls_itself(const BodyPrinter& p, const Body& b) {
  return std::ranges::any_of(b.stms, [&](const Stm& s) {
    if (s.op == Op::Call) return p.plan().functions[s.function].recursive;
    return s.op != Op::If &&
           std::ranges::any_of(s.bodies, [&](const Body& in) { return count_of(in, Op::Call) > 0; });
  });
}

/// Returns the index variables that are in bounds in every iteration, even if a check of the body fails. These are
/// the variables that the body computes from the loop's index and not from elements that it reads: their own checks
/// stand before the loop. Returns none if the body has a check that does not depend on an element that it reads.
std::unordered_set<Var> sure_places(const Body& b) {
  if (b.params.empty()) return {};
  std::unordered_set<Var> read(b.params.begin(), b.params.end() - 1), places{b.params.back()};
  const auto in = [](const std::unordered_set<Var>& set) {
    return [&set](Var v) { return set.contains(v); };
  };
  for (const Stm& s : b.stms) {
    const bool joins = s.op == Op::Scalar && (s.builtin == BuiltinId::And || s.builtin == BuiltinId::Or);
    const bool of_read =
        joins ? std::ranges::all_of(s.args, in(read)) : std::ranges::any_of(s.args, in(read));
    if (s.op == Op::Check && !read.contains(s.args[0])) return {};
    if (s.op != Op::Scalar || of_read)
      read.insert(s.outs.begin(), s.outs.end());
    else if (std::ranges::any_of(s.args, in(places)))
      places.insert(s.outs.begin(), s.outs.end());
    bool asks = false;
    for (const Body& inner : s.bodies) for_each_stm(inner, [&](const Stm& t) { asks |= t.op == Op::Check; });
    if (asks) return {};
  }
  return places;
}

/// Adds to `moving` the variables of the body that grow by one with each iteration of the loop: its index plus values from
/// outside of the loop.
void note_moving(const BodyPrinter& p, const Body& b, std::unordered_set<Var>& bound,
                 std::unordered_set<Var>& moving) {
  for (const Stm& s : b.stms) {
    for (const Body& inner : s.bodies)
      if (s.op == Op::If) note_moving(p, inner, bound, moving);
    bound.insert(s.outs.begin(), s.outs.end());
    if (s.op != Op::Scalar || s.element != Element::I64 || s.args.size() != 2) continue;
    const Var a = s.args[0], c = s.args[1];
    const bool adds = s.builtin == BuiltinId::Add, subtracts = s.builtin == BuiltinId::Subtract;
    const bool chosen = p.modes.values.contains(s.outs[0]) && s.builtin != BuiltinId::Divide;
    if (chosen || ((adds || subtracts) && moving.contains(a) && !bound.contains(c)) ||
        (adds && moving.contains(c) && !bound.contains(a)))
      moving.insert(s.outs[0]);
  }
}

/// Returns the variables of a loop's body that grow by one with each iteration; none if the body has no branches.
std::unordered_set<Var> moving_places(const BodyPrinter& p, const Body& b) {
  if (b.params.empty() || count_of(b, Op::If) == 0) return {};
  std::unordered_set<Var> bound(b.params.begin(), b.params.end()), moving{b.params.back()};
  note_moving(p, b, bound, moving);
  return moving;
}

/// Whether computing the body, inner branches included, takes no longer than a jump over it. `room` is the number of
/// statements that the body may have; the number of statements that it has is subtracted from `room`.
bool is_quick(const Body& b, size_t& room) {
  return std::ranges::all_of(b.stms, [&](const Stm& s) {
    if (room == 0 || s.op == Op::Shift || s.op == Op::Call || s.op == Op::Cell || s.op == Op::Append)
      return false;
    if (s.op == Op::Scalar && is_maths(s.builtin)) return false;
    --room;
    return std::ranges::all_of(s.bodies, [&](const Body& inner) { return is_quick(inner, room); });
  });
}

} // namespace

bool BodyPrinter::ends(const Body& b) const {
  if (tells()) return stops(b) || count_of(b, Op::Check) > 0;
  return simd() ? stops(b) : stops_or_reads(b);
}

bool BodyPrinter::takes_memory(const Body& b) const {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) {
    const bool in_place = changes(s.op) && std::ranges::all_of(s.outs, [&](Var v) { return is_in_place(v); });
    found |= allocates_columns(s) && !in_place;
  });
  return found;
}

void BodyPrinter::statements(const Body& b) {
  const bool polls = modes.owes_poll && calls_itself(*this, b);
  if (polls) poll(), modes.owes_poll = false;
  note_permutations(*this, b), note_fills(*this, b);
  std::vector<const Stm*> printed; // by a sort before them
  for (size_t k = 0; k < b.stms.size(); ++k) {
    const Stm& s = b.stms[k];
    if (std::ranges::count(printed, &s)) continue;
    const Scoped all_here(fetched, fetch_for(*this, b, k));
    const auto column = simd() && s.op == Op::Sort ? sorted_numbers(s) : std::nullopt;
    const Stm* next = k + 1 < b.stms.size() ? &b.stms[k + 1] : nullptr;
    if (column && next && takes_sorted(*this, s, *column, *next))
      sort_numbers(*this, s, *column, *next), ++k;
    else if (column)
      k += sort_columns(*this, b, k, *column, printed);
    else if (is_permutation(*this, b, k))
      permutation(*this, s, b.stms[++k]);
    else if (const size_t calls = calls_beside(*this, b, k); calls > 1)
      side_by_side(*this, std::span(b.stms).subspan(k, calls)), k += calls - 1;
    else if (modes.has_static_arguments && is_fold(plan(), s))
      read_static_arguments(*this, s, [&] { statement(s); });
    else
      statement(s);
  }
  modes.owes_poll |= polls;
}

std::string BodyPrinter::place(Var index) const {
  const bool guarded = !modes.guard.empty();
  const bool inside = (modes.bounds.inside.contains(index) && !modes.bounds.asked.contains(index)) ||
                      (!guarded && modes.bounds.sure.contains(index));
  if (!modes.defers || inside || !(modes.checked || guarded)) return name(index);
  return "(" + std::string(modes.checked ? "fine & " : "") +
         (guarded ? "-(nv_i64)" + modes.guard + " & " : "") + name(index) + ")";
}

void BodyPrinter::deferring(const Body& b, const std::function<void()>& print) {
  bool checks = false;
  for_each_stm(b, [&](const Stm& s) { checks |= simd() && s.op == Op::Check; });
  const Scoped defers(modes.defers, true), checked(modes.checked, false);
  const Scoped guard(modes.guard, std::string());
  const Scoped sure(modes.bounds.sure, checks ? sure_places(b) : std::unordered_set<Var>());
  const Scoped beside(modes.beside, simd() ? moving_places(*this, b) : std::unordered_set<Var>());
  if (checks) line("nv_i64 fine = -1;");
  print();
  if (checks) line("*bad |= fine == 0;");
}

void BodyPrinter::declare(const Vars& vars) {
  for (Var v : vars) line(declared(v) + ";");
}

void BodyPrinter::set(const Vars& vars, const Names& values) {
  for (size_t k = 0; k < vars.size(); ++k) line(name(vars[k]) + " = " + values[k] + ";");
}

void BodyPrinter::block(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use) {
  for (size_t k = 0; k < b.params.size(); ++k) line(declared(b.params[k]) + " = " + arguments[k] + ";");
  statements(b);
  use(name(b.results));
}

bool BodyPrinter::is_choice(const Stm& s) const {
  size_t room = 24;
  return simd() && std::ranges::none_of(s.outs, [&](Var v) { return plan()[v].column; }) &&
         std::ranges::all_of(s.bodies, [&](const Body& b) { return is_quick(b, room); });
}

std::string BodyPrinter::rarely(const std::string& condition) const {
  return modes.in_function ? "if (nova_unlikely(" + condition + "))" : "if (" + condition + ")";
}

void BodyPrinter::poll(const std::string& turns) {
  if (modes.in_function)
    return line(rarely("(t->fuel -= " + turns + ") < 0") + " if (nova_poll(t)) return 1;");
  line("if ((t->fuel -= " + turns + ") < 0 && nova_poll(t)) return 1;");
}

void BodyPrinter::allocate(const std::string& column, const std::string& n) {
  const std::string from = modes.host ? "t->host->alloc" : "nova_arena";
  line("if (!(" + column + " = " + from + "(t, " + n + ", sizeof *" + column + "))) return 1;");
}

CFunction BodyPrinter::function(const char* role, Vars captures, bool stops, const Names& parameters,
                                const std::function<void()>& body, bool in_place) {
  CFunction f{fresh(role), std::move(captures), stops};
  apart([&] {
    std::string list = "nova_task* t, int* bad";
    for (Var v : f.captures) list += ", " + declared(v, !in_place);
    for (const std::string& p : parameters) list += ", " + p;
    open(std::string(in_place ? "NOVA_INLINE " : "NOVA_OUT_OF_LINE ") + (stops ? "int " : "void ") + f.name +
         "(" + list + ")");
    body();
    if (stops) line("return 0;");
    close();
  });
  return f;
}

CFunction BodyPrinter::function(const Body& b, const char* role, bool stops) {
  stops |= ends(b);
  Names parameters;
  for (Var v : b.params) parameters.push_back(declared(v));
  for (size_t k = 0; k < b.results.size(); ++k)
    parameters.push_back(c_type(element(b.results[k])) + (plan()[b.results[k]].column ? "**" : "*") + " r" +
                         std::to_string(k));
  return function(role, free_variables({&b}), stops, parameters, [&] {
    // The results are written last. A result may be a parameter, and an address r0, r1, .. may be that of the
    // variable from which a parameter was passed.
    const auto print = [&] {
      const bool arena = allocates(b) && std::none_of(b.results.begin(), b.results.end(),
                                                      [&](Var v) { return plan()[v].column; });
      if (arena) line("const nova_mark mark = nova_arena_mark(t);");
      statements(b);
      for (size_t k = 0; k < b.results.size(); ++k)
        line("*r" + std::to_string(k) + " = " + name(b.results[k]) + ";");
      if (arena) line("nova_arena_reset(t, mark);");
    };
    if (stops)
      print();
    else
      deferring(b, print);
  });
}

void BodyPrinter::call(const CFunction& f, const Names& arguments) {
  std::string list = "t, bad";
  for (Var v : f.captures) list += ", " + name(v);
  for (const std::string& a : arguments) list += ", " + a;
  line(f.stops ? "if (" + f.name + "(" + list + ")) return 1;" : f.name + "(" + list + ");");
}

std::optional<bool> BodyPrinter::known(Var v) const {
  const auto at = modes.known.find(v);
  return at == modes.known.end() ? std::nullopt : std::optional(at->second);
}

void BodyPrinter::learn(const Stm& s) {
  if (modes.known.empty() || element(s.outs[0]) != Element::Bool || s.args.empty() ||
      plan()[s.args[0]].element != Element::Bool)
    return;
  const std::optional<bool> a = known(s.args[0]);
  if (s.builtin == BuiltinId::Not && a) modes.known[s.outs[0]] = !*a;
  if (s.builtin != BuiltinId::And && s.builtin != BuiltinId::Or) return;
  const std::optional<bool> b = known(s.args[1]);
  const bool decides = s.builtin == BuiltinId::Or; // the answer of one operand that is the result's
  if (a == decides || b == decides)
    modes.known[s.outs[0]] = decides;
  else if (a && b)
    modes.known[s.outs[0]] = !decides;
}

void BodyPrinter::with_arena(const Body& b, const std::function<void()>& print) {
  const bool arena = !modes.host && allocates(b);
  if (arena) line("const nova_mark mark = nova_arena_mark(t);");
  print();
  if (arena) line("nova_arena_reset(t, mark);");
}

void BodyPrinter::round(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use) {
  if (ends(b))
    with_arena(b, [&] { block(b, arguments, use); });
  else
    deferring(b, [&] { block(b, arguments, use); });
}

BodyPrinter::BodyPrinter(const Plan& plan, TextTarget target)
    : PlanWriter(plan, target.literals ? *target.literals : literal_variables(plan)),
      target_(std::move(target)), uses_(count_uses(plan)), reads_(count_reads(plan)),
      in_place_(find_uniqueness(plan, {.maps = true}).in_place) {
  if (target_.for_ranks) flow_.emplace(plan);
  for_each_stm(plan.body, [&](const Stm& s) {
    for (Var v : s.outs)
      if (s.op == Op::Map && is_in_place(v)) overwritten_.insert({v, older(v)});
  });
}

void BodyPrinter::apart(const std::function<void()>& print) {
  const Scoped host(modes.host, false), defers(modes.defers, false), checked(modes.checked, false),
      had_all(fetched, true);
  const Scoped guard(modes.guard, std::string());
  const Scoped asked(modes.bounds.asked);
  const Scoped values(modes.values, {}); // the values name local variables of the current function
  const Scoped invariant(modes.invariant, {});
  TextWriter::apart(print);
}

void BodyPrinter::statement(const Stm& s) {
  if (modes.host && target_.at_host) return target_.at_host(s);
  if (s.op == Op::Read && modes.loaded && is_any(s.outs[0], *modes.loaded)) return;
  switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return print_##method(*this, s);
#include "jit/plan/ops.def"
#undef OP
  case Op::Count_: return;
  }
}

} // namespace nova::plan

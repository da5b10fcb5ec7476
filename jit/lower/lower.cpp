// Lowers a form, in rounds, each of which lowers the whole form. A round may find functions that have to be boxed
// (stored as cells) but are not yet, for example functions that are fields of cells. The next round then boxes them.
#include "jit/lower/forms.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/regions.hpp"
#include "jit/values/flat_layout.hpp"
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace nova::plan {

namespace {

/// Replaces variables in the body and its inner bodies, as `to` says. Returns whether there are any.
bool rename(Body& b, const std::unordered_map<Var, Var>& to) {
  bool found = false;
  const auto replace = [&](Vars& vars) {
    for (Var& v : vars)
      if (const auto at = to.find(v); at != to.end()) v = at->second, found = true;
  };
  for_each_stm(b, [&](Stm& s) {
    replace(s.args);
    for (Body& inner : s.bodies) replace(inner.results);
  });
  replace(b.results);
  return found;
}

/// If the input is the value of a definition `(define n (length xs))` that has run, and xs is an input too, returns the
/// length of xs.
std::optional<Var> length_of_other(const Lowering& l, const Input& in) {
  if (in.kind != Input::Global || !in.path.empty()) return {};
  if (l.inputs.known.value_at && !l.inputs.known.value_at(in)) return {};
  const Core* const value = l.mono[in.index].value;
  if (!value || value->kind != CoreKind::Primitive || value->builtin != BuiltinId::Length) return {};
  const Core& vector = *value->items[0];
  if (vector.kind != CoreKind::Global) return {};
  const auto other = l.inputs.made.find({Input::Global, vector.number});
  const bool known = other != l.inputs.made.end() && other->second.kind == Rep::Vector;
  return known ? std::optional(other->second.dims[0]) : std::nullopt;
}

/// Drops the inputs that are the lengths of other inputs, and returns the indices of their definitions. With one
/// variable for a length, passes can prove that an index below the one is valid in the other.
std::vector<uint32_t> drop_known_lengths(Lowering& l) {
  std::vector<uint32_t> dropped;
  Vars& params = l.b.plan.body.params;
  std::unordered_map<Var, Var> to;
  std::erase_if(l.inputs.list, [&](const Input& in) {
    const std::optional<Var> length = length_of_other(l, in);
    if (!length) return false;
    const Var own = l.inputs.made.at({in.kind, in.index}).var;
    std::erase(params, own);
    set_name(l.b, Rep::scalar(*length), l.mono[in.index].name);
    dropped.push_back(in.index);
    return to.emplace(own, *length), true;
  });
  if (!to.empty()) rename(l.b.plan.body, to);
  return dropped;
}

bool is_host_loop(Op op) { return op == Op::Loop || op == Op::Foldl; }

bool holds_loops(const Stm& s) {
  bool found = false;
  for (const Body& b : s.bodies)
    for_each_stm(b, [&](const Stm& in) { found |= in.op != Op::If && !in.bodies.empty(); });
  return found;
}

/// Whether the body has loops of length v, or of one that is computed from v, and each of them holds no further loop, so
/// that unrolling it makes little text.
bool has_loop_of(const Body& b, Var v) {
  bool found = false, innermost = true;
  std::unordered_set<Var> lengths{v};
  const auto is_length = [&](Var x) { return lengths.contains(x); };
  for_each_stm(b, [&](const Stm& s) {
    if (s.op == Op::Scalar && std::ranges::any_of(s.args, is_length)) lengths.insert(s.outs[0]);
    if (s.op == Op::If || is_host_loop(s.op) || s.bodies.empty() || !is_length(s.args[0])) return;
    found = true, innermost &= !holds_loops(s);
  });
  return found && innermost;
}

/// Replaces `v` by `by` in the kernels of `b` that have a loop of length v. Returns whether there are any.
bool replace_in_kernels(Body& b, Var v, Var by) {
  bool found = false;
  for (Stm& s : b.stms)
    for (Body& inner : s.bodies)
      if (s.op == Op::If || is_host_loop(s.op))
        found |= replace_in_kernels(inner, v, by);
      else if (has_loop_of(inner, v))
        found |= rename(inner, {{v, by}});
  return found;
}

/// Makes the length v, of which n is the value, a constant inside of kernels.
void fix_length(Lowering& l, Var v, int64_t n) {
  std::vector<Stm>& first = l.inputs.first;
  std::vector<Stm>* const around = std::exchange(l.b.out, &first);
  const size_t before = first.size();
  const Var known = l.b.integer(n);
  if (replace_in_kernels(l.b.plan.body, v, known))
    l.b.check(l.b.equal(v, known), "E0404", {v, known});
  else
    first.resize(before);
  l.b.out = around;
}

/// Inside of kernels, makes constants of the lengths of short vectors and rows that definitions hold, so that loops over
/// them are unrolled. The plan checks these lengths at its start. At the host's level a constant would gain nothing, and
/// each other length would be compiled anew.
void fix_known_lengths(Lowering& l) {
  if (!l.inputs.known.value_at) return;
  for (const auto& [key, rep] : l.inputs.made) {
    if (key.size() != 2 || key[0] != Input::Global || rep.kind != Rep::Vector || rep.dims.size() != 1)
      continue;
    const Value* const v = l.inputs.known.value_at({Input::Global, key[1]});
    if (const auto n = v ? short_length(*v) : std::nullopt) fix_length(l, rep.dims[0], *n);
  }
  for (const auto& [width, n] : l.inputs.widths)
    if (n <= longest_known) fix_length(l, width, n);
}

void put_first(Body& body, std::vector<Stm> first) {
  body.stms.insert(body.stms.begin(), std::make_move_iterator(first.begin()),
                   std::make_move_iterator(first.end()));
}

/// Lowers the form `c` once, boxes the functions in l.boxes.boxed, and returns its plan and inputs.
Lowered lower_once(Lowering& l, const Core& c) {
  Builder& b = l.b;
  b.at = c.span;
  refuse_large(l, l.type(c));
  const bool open = is_open(l.types, l.type(c));
  if (!open && !flat_types(l.types, l.type(c)))
    refuse(b, NoPlan::ResultType, l.types.print(c.type, l.frontend.symbols));
  Frame frame;
  frame.outer = true;
  const Rep value = lower(l, c, frame);
  const std::vector<ValueShape> shape = shapes_of(l, {l.type(c)}, {value});
  std::vector<TypeId> cells = give_regions(l, shape[0]);
  for (Var v : flatten_as(l, shape, {value})) b.plan.body.results.push_back(v);
  std::vector<uint32_t> lengths = drop_known_lengths(l);
  fix_known_lengths(l);
  put_first(b.plan.body, std::move(l.inputs.first));
  mark_calls(b.plan);
  return {std::move(b.plan), std::move(l.inputs.list),      std::move(lengths), l.type(c),
          shape[0],          std::move(l.inputs.functions), std::move(cells),   l.boxes.boxed};
}

} // namespace

/// Lowers the form again and again, until no further functions have to be boxed. After 64 rounds the form is refused.
std::optional<Lowered> lower(const Core& form, Monomorphiser& mono, Frontend& frontend, Refusal& why,
                             KnownValues known) {
  constexpr int most = 64;
  BoxedFunctions boxed;
  for (int round = 1;; ++round) {
    Lowering lowering(mono, frontend, known, boxed);
    const auto goes_on = [&] { return lowering.boxes.wanted.of != boxed.of && round < most; };
    try {
      Lowered made = lower_once(lowering, form);
      if (lowering.boxes.wanted.of == boxed.of) return made;
      why = refusal(NoPlan::NestedFunctions, form.span);
    } catch (Refused& refused) {
      why = std::move(refused.why);
    }
    why.always = !lowering.inputs.met_functions, why.functions = lowering.inputs.functions;
    if (!goes_on()) return {};
    boxed = lowering.boxes.wanted;
  }
}

} // namespace nova::plan

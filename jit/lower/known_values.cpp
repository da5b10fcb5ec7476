// Specialises a plan to the values that its inputs have: short lengths are constants in kernels, rows of one length need no
// offsets, equal lengths of vectors with which a loop begins are one, and a definition's short vectors in inner loops are
// tables of constants. A definition's value does not change;
// for other values the plan notes what it takes for granted, and other values get another plan. A check may run the plan
// on shorter vectors; so the plan checks lengths at its start, and checks leave tables as they are.
#include "jit/lower/forms.hpp"
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace nova::plan {

namespace {

// ---- when an input is made ----

/// Elements `begin` to `begin` + `count` of a column of an input's value. The plan's variable for `count` is `n`.
struct KnownPart {
  const Input& input;
  const ColumnRef& column;
  std::vector<uint32_t> path; ///< indices of the children that lead from the vector's column to this one
  int64_t begin, count;
  Var n;
  bool& is_long; ///< set if a column of a definition's value has more than longest_known elements

  /// Returns the first `count` elements of child number k, whose number is `n` in the plan.
  KnownPart child(uint32_t k, int64_t from, int64_t elements, Var number) const {
    KnownPart part{input, column->children[k], path, from, elements, number, is_long};
    part.path.push_back(k);
    return part;
  }
};

/// Whether the value of the input stays as it is.
bool is_definition(const Input& in) { return in.kind == Input::Global && in.path.empty(); }

/// Returns the value of the input, if the plan may use it and it is a vector; else null.
const Value* value_of(const Lowering& l, const Input& in, const Rep& r) {
  const KnownValues& known = l.inputs.known;
  if (r.kind != Rep::Vector || !known.value_at) return nullptr;
  if (!is_definition(in) && (in.kind != Input::Slot || known.lengths == UsedLengths::None)) return nullptr;
  const Value* const v = known.value_at(in);
  return v && v->tag() == Tag::Vector ? v : nullptr;
}

/// Returns the length that all rows of the part have; none if there are no rows, or rows of several lengths.
std::optional<int64_t> common_length(const KnownPart& rows) {
  if (rows.count == 0 || rows.column->layout->rank != 1) return {};
  if (!is_definition(rows.input)) return rows.column->common_length(); // as is asked before each run
  const int64_t* const offsets = rows.column->offsets() + rows.begin;
  return nova::common_length({offsets, static_cast<size_t>(rows.count) + 1});
}

/// Keeps the elements of the part if it is a definition's and short and `e` is its column, for `bake_tables`.
void keep_elements(Lowering& l, const Elements& e, const KnownPart& part) {
  if (e.kind != Elements::Column || !part.column->data || !is_definition(part.input)) return;
  if (part.count > longest_known) return void(part.is_long = true);
  const Array elements(part.column, part.begin, part.count);
  std::vector<uint64_t> bits;
  for (int64_t i = 0; i < part.count; ++i) bits.push_back(elements.at(i).bits());
  l.inputs.short_columns.push_back({e.column, part.input.index, std::move(bits)});
}

/// Notes that the rows of the part have one length, if that is to be asked before each run. Returns the fact's index.
std::optional<size_t> note_rows(Lowering& l, const KnownPart& part) {
  if (is_definition(part.input)) return {};
  l.inputs.rows.push_back({.at = part.input, .column = part.path, .from_start = part.begin == 0});
  return l.inputs.rows.size() - 1;
}

/// Replaces offsets of rows of one length by an Iota, here and in the rows: reads of these become arithmetic, and no
/// loop asks for a row's length. The length is a variable: a check may cut the rows to another one.
void look_at_part(Lowering& l, Elements& e, const KnownPart& part) {
  Builder& b = l.b;
  const Layout& layout = *part.column->layout;
  keep_elements(l, e, part);
  if (e.kind == Elements::Tuple && e.role == Elements::Items && layout.kind == ColumnKind::Tuple) {
    Elements& fields =
        layout.constructed ? e.items[0] : e; // a sum has a tuple of the fields for each constructor
    for (size_t k = 0; k < fields.items.size(); ++k)
      look_at_part(l, fields.items[k], part.child(static_cast<uint32_t>(k), part.begin, part.count, part.n));
  }
  if (e.kind != Elements::Rows || layout.kind != ColumnKind::Rows || !part.column->data) return;
  const int64_t end = part.column->offsets()[part.begin + part.count];
  const Var last = b.read(*e.offsets, part.n);
  look_at_part(l, e.items[0], part.child(0, 0, end, last));
  const std::optional<int64_t> length = common_length(part);
  if (!length) return;
  const Var first = part.begin == 0 ? b.integer(0) : b.read(*e.offsets, b.integer(0));
  const Var one = b.integer(1);
  const Var width = b.calc(BuiltinId::Divide, b.sub(last, first), b.calc(BuiltinId::Max, part.n, one));
  e.offsets = b.iota(b.add(part.n, one), first, width);
  l.inputs.widths.push_back({width, *length, note_rows(l, part)});
}

} // namespace

void look_at_value(Lowering& l, const Input& in, Rep& r) {
  const Value* const v = value_of(l, in, r);
  if (!v) return;
  std::vector<Stm>* const around = std::exchange(l.b.out, &l.inputs.first);
  const Array& a = v->array();
  Var n = r.dims[0];
  for (size_t d = 1; d < r.dims.size(); ++d) n = l.b.mul(n, r.dims[d]);
  const size_t before = l.inputs.short_columns.size();
  bool is_long = false;
  look_at_part(l, r.elements, {in, a.column_ref(), {}, a.begin(), a.count(), n, is_long});
  if (is_long)
    l.inputs.short_columns.resize(before); // a check that leaves a table as it is has to leave all of it
  l.b.out = around;
}

namespace {

// ---- when the form is lowered ----

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

bool is_host_loop(Op op) { return op == Op::Loop || op == Op::Foldl; }

bool holds_loops(const Stm& s) {
  bool found = false;
  for (const Body& b : s.bodies)
    for_each_stm(b, [&](const Stm& in) { found |= in.op != Op::If && !in.bodies.empty(); });
  return found;
}

/// Whether the body has loops of length v, or of one that is computed from v.
bool has_loop_of(const Body& b, Var v, bool may_hold_loops) {
  bool found = false, innermost = true;
  std::unordered_set<Var> lengths{v};
  const auto is_length = [&](Var x) { return lengths.contains(x); };
  for_each_stm(b, [&](const Stm& s) {
    if (s.op == Op::Scalar && std::ranges::any_of(s.args, is_length)) lengths.insert(s.outs[0]);
    if (s.op == Op::If || is_host_loop(s.op) || s.bodies.empty() || !is_length(s.args[0])) return;
    found = true, innermost &= !holds_loops(s);
  });
  return found && (innermost || may_hold_loops);
}

/// The same of loops that hold no further loop, so that unrolling them makes little text.
bool has_inner_loop_of(const Body& b, Var v) { return has_loop_of(b, v, false); }
/// The same of loops of a few elements, which may hold further ones: those over a small matrix.
bool has_few_rounds_of(const Body& b, Var v) { return has_loop_of(b, v, true); }

/// Whether the body compares an int of few bits with v, as the check of such an index does.
bool has_few_bits_below(const Body& b, Var v) {
  bool found = false;
  std::unordered_set<Var> few;
  for_each_stm(b, [&](const Stm& s) {
    if (s.op != Op::Scalar) return;
    const bool byte = s.builtin == BuiltinId::ToInt && s.element == Element::U8;
    const bool moved =
        (s.builtin == BuiltinId::ShiftRight || s.builtin == BuiltinId::BitOr) && few.contains(s.args[0]);
    if (byte || moved || s.builtin == BuiltinId::BitAnd) few.insert(s.outs[0]);
    found |= s.builtin == BuiltinId::Less && s.args[1] == v && few.contains(s.args[0]);
  });
  return found;
}

/// Replaces `v` by `by` in the kernels of `b` of which `wanted` holds. Returns whether there are any.
bool replace_in_kernels(Body& b, Var v, Var by, bool (*wanted)(const Body&, Var)) {
  bool found = false;
  for (Stm& s : b.stms)
    for (Body& inner : s.bodies)
      if (s.op == Op::If || is_host_loop(s.op))
        found |= replace_in_kernels(inner, v, by, wanted);
      else if (wanted(inner, v))
        found |= rename(inner, {{v, by}});
  return found;
}

/// Makes the length v, of which n is the value, a constant inside of kernels that have a loop of length v, or of which
/// `wanted` holds. Returns whether that changes any kernel.
bool fix_length(Lowering& l, Var v, int64_t n, bool (*wanted)(const Body&, Var)) {
  std::vector<Stm>& first = l.inputs.first;
  std::vector<Stm>* const around = std::exchange(l.b.out, &first);
  const size_t before = first.size();
  const Var known = l.b.integer(n);
  const bool fixes = replace_in_kernels(l.b.plan.body, v, known, wanted);
  if (fixes)
    l.b.check(l.b.equal(v, known), "E0404", {v, known});
  else
    first.resize(before);
  l.b.out = around;
  return fixes;
}

/// The same for loops of length v.
bool fix_loop_length(Lowering& l, Var v, int64_t n) {
  constexpr int64_t few = 8; // elements
  return fix_length(l, v, n, n <= few ? has_few_rounds_of : has_inner_loop_of);
}

/// Makes constants of the short dimensions of the input's value.
void fix_dimensions(Lowering& l, const Input& in, const Rep& r) {
  const Value* const v = value_of(l, in, r);
  for (uint32_t d = 0; v && d < r.dims.size(); ++d) {
    const int64_t n = v->array().dimension(d);
    if (n <= longest_known && fix_loop_length(l, r.dims[d], n) && !is_definition(in))
      l.inputs.dimensions.push_back({in, d, n});
  }
}

/// Returns the input that a key of PlanInputs::made stands for.
Input input_of(std::span<const uint32_t> key) {
  return {.kind = Input::Kind(key[0]), .index = key[1], .path = {key.begin() + 2, key.end()}};
}

/// Inside of kernels, makes constants of the lengths of short vectors and rows that inputs have, so that loops over them are
/// unrolled. The plan checks these lengths at its start. At the host's level a constant would gain nothing, and each other
/// length would be compiled anew.
void fix_known_lengths(Lowering& l) {
  const bool all = l.inputs.known.lengths == UsedLengths::All;
  for (const auto& [key, rep] : l.inputs.made) {
    const Input in = input_of(key);
    if (all || is_definition(in)) fix_dimensions(l, in, rep);
  }
  for (const Width& w : l.inputs.widths)
    if (w.length <= longest_known && (all || !w.fact) && fix_loop_length(l, w.var, w.length) && w.fact)
      l.inputs.rows[*w.fact].length = w.length;
}

/// Appends the columns that inner loops of kernels read. `depth`: how many loops are around b, from a kernel's own on.
void find_read_inside(const Body& b, int depth, std::unordered_set<Var>& columns) {
  for (const Stm& s : b.stms) {
    if (s.op == Op::Read && depth > 1) columns.insert(s.args[0]);
    const int more = s.op != Op::If && (depth > 0 || !is_host_loop(s.op));
    for (const Body& in : s.bodies) find_read_inside(in, depth + more, columns);
  }
}

/// A length of an input's value, and the plan's variable for it.
struct InputLength {
  Input at;
  uint32_t dimension = 0;
  Var var{};
  int64_t length = 0;
};

/// Returns the columns with which loops at the plan's top begin.
std::unordered_set<Var> begins_of_loops(const Lowering& l) {
  std::unordered_set<Var> begins;
  for (const Stm& s : l.b.plan.body.stms)
    if (is_host_loop(s.op)) begins.insert(s.args.begin(), s.args.end());
  return begins;
}

/// Returns the lengths, greater than 0, of inputs' vectors with which loops at the plan's top begin.
std::vector<InputLength> lengths_of_states(const Lowering& l) {
  const std::unordered_set<Var> begins = begins_of_loops(l);
  std::vector<InputLength> found;
  for (const auto& [key, rep] : l.inputs.made) {
    const Input in = input_of(key);
    if (l.inputs.known.lengths != UsedLengths::All && !is_definition(in)) continue;
    const Value* const v = value_of(l, in, rep);
    for (uint32_t d = 0; v && d < rep.dims.size(); ++d)
      if (const int64_t n = v->array().dimension(d); n > 0 && begins.contains(rep.dims[d]))
        found.push_back({in, d, rep.dims[d], n});
  }
  return found;
}

/// Returns the lengths of the rows of definitions' values with which loops at the plan's top begin. Only their variables and
/// their values are told.
std::vector<InputLength> widths_of_states(const Lowering& l) {
  std::unordered_set<Var> steps;
  for (const Var v : begins_of_loops(l))
    if (const auto step = l.b.step_of(v)) steps.insert(*step);
  std::vector<InputLength> found;
  for (const Width& w : l.inputs.widths)
    if (!w.fact && w.length > 0 && steps.contains(w.var)) found.push_back({{}, 0, w.var, w.length});
  return found;
}

/// Checks at the plan's start that the definitions that are ints with the value of a length are that length: a program
/// that makes n x n matrices often has an n.
void fix_sizes(Lowering& l, const std::vector<InputLength>& lengths) {
  for (const auto& [key, rep] : l.inputs.made) {
    const Input in = input_of(key);
    if (!is_definition(in) || rep.kind != Rep::Scalar || !l.inputs.known.value_at) continue;
    const Value* const v = l.inputs.known.value_at(in);
    if (!v || v->tag() != Tag::I64) continue;
    const auto same = std::ranges::find(lengths, v->as_int(), &InputLength::length);
    if (same != lengths.end()) l.b.check(l.b.equal(rep.var, same->var), "E0404", {rep.var, same->var});
  }
}

/// Checks at the plan's start that the rows of a definition's value are as long as there are rows, if they are now.
void fix_widths(Lowering& l, const std::vector<InputLength>& lengths,
                const std::vector<InputLength>& widths) {
  for (const InputLength& w : widths)
    for (const InputLength& n : lengths)
      if (n.length == w.length && is_definition(n.at)) {
        l.b.check(l.b.equal(w.var, n.var), "E0404", {w.var, n.var});
        break;
      }
}

/// Lets the plan take for granted that vectors with which a loop begins are not empty, and which of them are equally
/// long now. Then an iteration that makes vectors as long as those keeps all lengths. The plan checks this at its start.
void fix_state_lengths(Lowering& l) {
  const std::vector<InputLength> all = lengths_of_states(l);
  std::vector<Stm>* const around = std::exchange(l.b.out, &l.inputs.first);
  const auto first_as_long = [&](const InputLength& at) -> const InputLength& {
    return *std::ranges::find(all, at.length, &InputLength::length);
  };
  for (const InputLength& at : all) {
    const InputLength& first = first_as_long(at);
    if (at.var != first.var) l.b.check(l.b.equal(at.var, first.var), "E0404", {at.var, first.var});
    if (!is_definition(at.at) || !is_definition(first.at))
      l.inputs.equal_dimensions.push_back({at.at, first.at, at.dimension, first.dimension});
  }
  const std::vector<InputLength> widths = widths_of_states(l);
  fix_widths(l, all, widths);
  fix_sizes(l, all), fix_sizes(l, widths);
  for (const InputLength& at : all)
    if (&first_as_long(at) == &at) {
      const Var none = l.b.integer(0);
      l.b.check(l.b.less(none, at.var), "E0404", {none, at.var});
    }
  l.b.out = around;
}

/// Makes constants of the lengths of definitions' vectors of up to 256 elements where indices of few bits are compared with
/// them: such an index is surely in the vector, as (& 63 x) in one of 64 elements. Returns these definitions.
std::unordered_set<uint32_t> fix_lengths_above_bits(Lowering& l) {
  constexpr int64_t longest = 256;
  std::unordered_set<uint32_t> fixed;
  for (const auto& [key, rep] : l.inputs.made) {
    const Input in = input_of(key);
    const Value* const v = is_definition(in) ? value_of(l, in, rep) : nullptr;
    if (!v || rep.dims.size() != 1 || v->array().dimension(0) > longest) continue;
    if (fix_length(l, rep.dims[0], v->array().dimension(0), has_few_bits_below)) fixed.insert(in.index);
  }
  return fixed;
}

/// Makes tables of constants of the short vectors that inner loops read: what the C compiler unrolls then needs no load.
void bake_tables(Lowering& l) {
  std::unordered_set<Var> read;
  find_read_inside(l.b.plan.body, 0, read);
  std::unordered_set<uint32_t> definitions = fix_lengths_above_bits(l);
  for (ShortColumn& c : l.inputs.short_columns)
    if (read.contains(c.column)) {
      l.b.plan.tables.emplace(c.column, std::move(c.elements));
      definitions.insert(c.definition);
    }
  for (Input& in : l.inputs.list) in.is_table = in.kind == Input::Global && definitions.contains(in.index);
}

} // namespace

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

void use_known_values(Lowering& l) {
  fix_known_lengths(l);
  fix_state_lengths(l);
  bake_tables(l);
  Body& body = l.b.plan.body;
  std::vector<Stm>& first = l.inputs.first;
  body.stms.insert(body.stms.begin(), std::make_move_iterator(first.begin()),
                   std::make_move_iterator(first.end()));
}

} // namespace nova::plan

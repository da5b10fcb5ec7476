// Loop splitting, which prints a loop in one of three forms.
//
// Three parts: a body makes the same comparisons of its index in every iteration, such as i - 1 >= 0 and i + k < n.
// If the index alone decides them, the iterations in which all of them hold are a loop of their own, without
// comparisons. Examples are the inside of a stencil, a read of neighbours, and columns that are read together. The
// iterations before and behind these run in loops with the comparisons. Indices that are clamped (max 0 (i - 1)) or
// wrapped ((i + 1) % n) count as comparisons, which hold where clamping or wrapping changes nothing.
//
// Rows: if a body divides its index by a number (i / columns, i % columns), the loop runs row by row. Within a row
// the quotient is constant and the remainder grows by one, so that what is read at these indices is contiguous.
//
// Tiles: such a loop may read a matrix down its columns, as a transposition does. Then 16 rows run together, 32 elements of
// each at a time: what a line of the cache holds for neighbouring rows is used while the line is there.
//
// Pieces: if the index alone decides which of two columns is read (as in ++), the iterations before and behind the
// change are loops of their own. So they are in a row where it is compared with a number that may be anything, as in
// an elimination, which leaves the elements before the pivot's column.
//
// Invariants: values that all iterations of the inner part compute alike, such as the bounds of a row, are computed
// before it.
#include "jit/emit/c/maps/loop_splitting.hpp"
#include "jit/analysis/index_polynomials.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>
#include <array>
#include <span>

namespace nova::plan {

namespace {

void in_rows(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
             const std::string& length, const Loop& loop);

void as_it_stands(BodyPrinter& p, const std::string& begin, const std::string& end, const Loop& loop,
                  bool in_row = false);

/// `in_row`: whether all iterations are in one row, of which Modes::values tells.
void three_parts(BodyPrinter& p, const std::vector<IndexCondition>& conditions, const std::string& begin,
                 const std::string& end, const std::string& unless, bool in_row, const Loop& loop) {
  p.line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  if (!unless.empty()) p.line("if (" + unless + ") hi = lo;");
  for (const IndexCondition& c : conditions) p.line(c.narrow);
  p.open("for (int part = 0; part < 3; ++part) if (part == 1)");
  knowing(p, conditions, [&] { loop("lo", "hi"); });
  p.otherwise();
  // a bound that is a choice itself would keep compilers from seeing what is said of the loop
  p.line("const nv_i64 edge = part ? hi : " + begin + ", edge_end = part ? " + end + " : lo;");
  as_it_stands(p, "edge", "edge_end", loop, in_row);
  p.close();
}

/// Prints the loop unsplit, and without use of the values in Modes::values, unless they hold `in_row`.
void as_it_stands(BodyPrinter& p, const std::string& begin, const std::string& end, const Loop& loop,
                  bool in_row) {
  const Scoped whole(p.modes.whole, true);
  const Scoped values(p.modes.values);
  if (!in_row) p.modes.values.clear();
  const Scoped invariant(p.modes.invariant, {});
  const Scoped asked(p.modes.bounds.asked);
  loop(begin, end);
}

/// Prints two loops, by calls of `piece`: one over the iterations before the answer of `cut` changes, and one over the
/// others. If a calculation in the comparison may overflow at run time, the unsplit loop runs instead.
void in_pieces(BodyPrinter& p, const IndexCondition& cut, const std::string& begin, const std::string& end,
               const Loop& loop, const Loop& piece) {
  const std::string at = p.fresh("cut");
  p.open("");
  p.line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  const bool wraps = cut.offset != "0ll";
  if (wraps) {
    p.open("if (nova_wraps(&lo, &hi, " + cut.offset + "))");
    as_it_stands(p, begin, end, loop);
    p.otherwise();
  }
  p.line(cut.narrow);
  p.line("const nv_i64 " + at + " = " + (cut.early ? "hi" : "lo") + ";");
  const Scoped pieces(p.modes.pieces, p.modes.pieces + 1);
  knowing(p, {{cut.out, cut.early, ""}}, [&] { piece(begin, at); });
  knowing(p, {{cut.out, !cut.early, ""}}, [&] { piece(at, end); });
  if (wraps) p.close();
  p.close();
}

void unswitched(BodyPrinter& p, std::span<const RowCondition> branches, const std::string& begin,
                const std::string& end, const Loop& loop);
void by_operands(BodyPrinter& p, std::span<const RowCondition> operands, const std::function<void()>& print);

/// Prints the iterations `begin` .. `end` - 1, which are in one row unless `unless` holds: in pieces, or in three parts.
void in_row(BodyPrinter& p, const Body& b, const IndexRows& rows, const std::string& begin,
            const std::string& end, const std::string& unless, const Loop& loop) {
  if (const auto cut = cut_of(p, b, rows); cut && p.modes.pieces < 3) {
    in_pieces(p, *cut, begin, end, loop, [&](const std::string& from, const std::string& to) {
      in_row(p, b, rows, from, to, unless, loop);
    });
    return;
  }
  const RowConditions asked = row_conditions(p, b, rows);
  if (asked.conditions.empty() && unless.empty()) return unswitched(p, asked.branches, begin, end, loop);
  p.open("");
  three_parts(p, asked.conditions, begin, end, unless, unless.empty(),
              [&](const std::string& lo, const std::string& hi) {
                p.modes.whole ? loop(lo, hi) : unswitched(p, asked.branches, lo, hi, loop);
              });
  p.close();
}

/// Prints the loop row by row. Rows that are shorter than a vector register do not pay: if `length` is below 16, all
/// iterations run in the unsplit loop.
void in_rows(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
             const std::string& length, const Loop& loop) {
  const IndexRows rows{length, p.fresh("row"), p.fresh("first")};
  const RowConditions asked = row_conditions(p, b, rows);
  p.open("for (nv_i64 from = " + begin + ", to; from < " + end + "; from = to)");
  p.line("const nv_i64 length = " + length + ", " + rows.row + " = length < 16 ? 0 : from / length, " +
         rows.first + " = length < 16 ? 0 : " + rows.row + " * length;");
  p.line("to = length < 16 || " + end + " - " + rows.first + " < length ? " + end + " : " + rows.first +
         " + length;");
  for (const std::string& once : asked.before) p.line(once);
  const Scoped values(p.modes.values);
  p.modes.values.insert(asked.values.begin(), asked.values.end());
  const bool copies = !asked.operands.empty() || cut_of(p, b, rows);
  if (copies) p.open("if (length < 16)"), as_it_stands(p, "from", "to", loop), p.otherwise();
  by_operands(p, asked.operands,
              [&] { in_row(p, b, rows, "from", "to", copies ? "" : "length < 16", loop); });
  if (copies) p.close();
  p.close();
}

/// Prints an if on the condition `question`, which is `truth` in C. `yes` prints the branch for a condition that
/// holds, and `no` the other branch. In each branch the answer of the condition is known.
void by_answer(BodyPrinter& p, Var question, const std::string& truth, const std::function<void()>& yes,
               const std::function<void()>& no) {
  p.open("if (" + truth + ")");
  knowing(p, {{question, true, ""}}, yes);
  p.otherwise();
  knowing(p, {{question, false, ""}}, no);
  p.close();
}

/// Prints, for each combination of answers of the conditions `operands`, a copy of what `print` prints.
void by_operands(BodyPrinter& p, std::span<const RowCondition> operands, const std::function<void()>& print) {
  if (operands.empty()) return print();
  const auto& [condition, truth] = operands.front();
  const auto others = [&] { by_operands(p, operands.subspan(1), print); };
  by_answer(p, condition, truth, others, others);
}

/// Prints copies of the loop, of which the code runs one. The conditions `branches` are the same in all iterations.
/// For each condition there is a copy, which runs if this condition is the first that holds. The last copy runs if
/// none holds.
void unswitched(BodyPrinter& p, std::span<const RowCondition> branches, const std::string& begin,
                const std::string& end, const Loop& loop) {
  if (branches.empty()) return loop(begin, end);
  const auto& [condition, truth] = branches.front();
  by_answer(
      p, condition, truth, [&] { loop(begin, end); },
      [&] { unswitched(p, branches.subspan(1), begin, end, loop); });
}

} // namespace

std::optional<std::string> address_beside(const BodyPrinter& p, const Body& b, const Stm& read,
                                          const std::string& at) {
  const auto place = rest_of(p, b, read.args[1]);
  if (!place) return {};
  return p.name(read.args[0]) + " + (" + at + ")" + (*place == "0ll" ? "" : " + " + *place);
}

/// Whether the C expression is a number.
static bool is_literal(const std::string& text) { return text[0] >= '0' && text[0] <= '9'; }

/// Prints code that narrows the range by all these conditions. Many are tested together, since mostly all of them leave the
/// range as it is: a short loop takes less time than as many branches. The rest is called, which C compiles faster. It gets
/// the addresses of copies, so that the range itself stays in registers. `counted`: whether the length is a literal; C unrolls
/// such a loop, but only where it follows each branch.
static void narrow_together(BodyPrinter& p, std::span<const IndexCondition> conditions, bool counted) {
  if (conditions.size() <= 4 || counted) {
    for (const IndexCondition& c : conditions) p.line(c.narrow);
    return;
  }
  std::string slack;
  for (const IndexCondition& c : conditions) slack += (slack.empty() ? "" : " | ") + c.slack;
  p.open("if (nova_unlikely((" + slack + ") < 0))");
  p.line("nv_i64 from = lo, to = hi;");
  p.open("");
  p.line("nv_i64 lo = from, hi = to;");
  for (const IndexCondition& c : conditions) p.line("nova_called_" + c.narrow.substr(5));
  p.line("from = lo, to = hi;");
  p.close();
  p.line("lo = from, hi = to;");
  p.close();
}

void range_of(BodyPrinter& p, const std::vector<IndexCondition>& conditions, const std::string& begin,
              const std::string& end) {
  p.line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  for (auto at = conditions.begin(); at != conditions.end();) {
    const auto run =
        std::find_if(at, conditions.end(), [](const IndexCondition& c) { return c.slack.empty(); });
    narrow_together(p, std::span(at, run), is_literal(end));
    if ((at = run) != conditions.end()) p.line(at++->narrow);
  }
}

void knowing(BodyPrinter& p, const std::vector<IndexCondition>& conditions,
             const std::function<void()>& print) {
  const Scoped known(p.modes.known);
  const Scoped inside(p.modes.bounds.inside), asked(p.modes.bounds.asked);
  const Scoped values(p.modes.values), invariant(p.modes.invariant);
  for (const IndexCondition& c : conditions)
    if (c.value.empty())
      p.modes.known[c.out] = c.answer;
    else
      (c.invariant ? p.modes.invariant : p.modes.values)[c.out] = c.value;
  print();
}

std::optional<std::string> row_length(const BodyPrinter& p, const Body& b) {
  if (p.modes.whole || !p.simd()) return {};
  return divisor_of(p, b);
}

void in_parts(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
              const Loop& loop) {
  if (p.modes.whole || !p.simd()) return loop(begin, end);
  if (const auto length = row_length(p, b)) return in_rows(p, b, begin, end, *length, loop);
  if (const auto cut = cut_of(p, b); cut && p.modes.pieces < 3)
    return in_pieces(p, *cut, begin, end, loop,
                     [&](const std::string& from, const std::string& to) { in_parts(p, b, from, to, loop); });
  const std::vector<IndexCondition> conditions = conditions_and_invariants(p, b);
  if (conditions.empty()) return loop(begin, end);
  p.open("");
  three_parts(p, conditions, begin, end, "", false, loop);
  p.close();
}

bool reads_down(const BodyPrinter& p, const Body& b) {
  if (!row_length(p, b)) return false;
  Sums sums(p.texts(), true);
  std::optional<Var> row, element;
  bool down = false;
  for (const Stm& s : b.stms) {
    sums.learn(s);
    const bool divides = s.op == Op::Scalar && s.args[0] == b.params.back();
    if (divides && s.builtin == BuiltinId::Divide) row = s.outs[0];
    if (divides && s.builtin == BuiltinId::Remainder) element = s.outs[0];
    if (s.op != Op::Read || !row || !element) continue;
    const Sum index = sums.of(s.args[1]);
    down |= index.has_any(std::array{*element}) && direction(index, *row, *element) == Direction::Down;
  }
  return down;
}

void in_tiles(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
              const Loop& loop) {
  const IndexRows rows{*row_length(p, b), p.fresh("row"), p.fresh("first")};
  const std::string tile = p.fresh("tile"), across = p.fresh("across");
  const RowConditions asked = row_conditions(p, b, rows);
  p.open("if (" + rows.length + " < 16)"), as_it_stands(p, begin, end, loop), p.otherwise();
  p.open("for (nv_i64 " + tile + " = (" + begin + ") / " + rows.length + "; " + tile + " * " + rows.length +
         " < " + end + "; " + tile + " += 16)");
  p.open("for (nv_i64 " + across + " = 0; " + across + " < " + rows.length + "; " + across + " += 32)");
  p.open("for (nv_i64 " + rows.row + " = " + tile + "; " + rows.row + " < " + tile + " + 16; ++" + rows.row +
         ")");
  p.line("const nv_i64 " + rows.first + " = " + rows.row + " * " + rows.length + ";");
  p.line("const nv_i64 from = nv_max_i64(" + begin + ", " + rows.first + " + " + across + ");");
  p.line("const nv_i64 to = nova_least(" + end + ", " + rows.first + " + nova_least(" + across + " + 32, " +
         rows.length + "));");
  p.line("if (from >= to) continue;");
  for (const std::string& once : asked.before) p.line(once);
  const Scoped values(p.modes.values);
  p.modes.values.insert(asked.values.begin(), asked.values.end());
  by_operands(p, asked.operands, [&] { in_row(p, b, rows, "from", "to", "", loop); });
  p.close(), p.close(), p.close(), p.close();
}

std::string tile_grain(const BodyPrinter& p, const Body& b, const std::string& n) {
  return "nv_max_i64(8192, nova_least(16 * " + *row_length(p, b) + ", " + n + " / t->threads))";
}

void by_answers(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
                const Loop& loop, int most) {
  const Vars bound = bound_variables(b);
  const auto asks = [&](const Stm& s) {
    return s.op == Op::If && !p.known(s.args[0]) && std::ranges::find(bound, s.args[0]) == bound.end();
  };
  const auto found = std::ranges::find_if(b.stms, asks);
  if (p.modes.whole || !p.simd() || p.ends(b) || most == 0 || found == b.stms.end()) return loop(begin, end);
  const auto again = [&] { by_answers(p, b, begin, end, loop, most - 1); };
  by_answer(p, found->args[0], p.name(found->args[0]), again, again);
}

} // namespace nova::plan

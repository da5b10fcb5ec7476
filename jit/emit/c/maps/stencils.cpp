// Prints stencils: maps that read at small fixed distances from a few indices. Sixteen iterations are computed
// together. The elements that they read around an index come from three loads of whole cache lines. That requires
// aligned addresses, since a load across two lines costs as much as two loads.
#include "jit/emit/c/maps/stencils.hpp"
#include "jit/analysis/index_polynomials.hpp"
#include <algorithm>
#include <map>

namespace nova::plan {

namespace {

/// Reads of a column at fixed distances from a common index, which grows by one with each iteration.
struct Window {
  Var column{};
  /// The other summands of the common index, besides the loop's index and the constant: products of variables, each
  /// with its factor.
  std::map<Vars, uint64_t> terms;
  /// The variables that the reads bind, by the reads' distance from the common index.
  std::map<int64_t, Vars> reads;
  int64_t shift = 0; ///< the constant in the common index
};
using Lane = std::function<void(const std::string& first)>; ///< prints sixteen iterations, from `first` on

/// Calls `visit` on the statements that every iteration executes. If it is known which branch an If takes, visits the
/// statements of that branch, too, before the If itself. Stops at the first Check that is not known to hold, or If
/// whose branch is not known. Returns whether it visited all statements.
bool certain(BodyPrinter& p, const Body& b, const std::function<void(const Stm&, const Body*)>& visit) {
  for (const Stm& s : b.stms) {
    if (s.op == Op::Scalar) p.learn(s);
    const auto answer = s.op == Op::Check || s.op == Op::If ? p.known(s.args[0]) : std::nullopt;
    if (s.op == Op::If && !answer) return false;
    const Body* taken = s.op == Op::If ? &s.bodies[*answer ? 0 : 1] : nullptr;
    if (taken && !certain(p, *taken, visit)) return false;
    if (s.op == Op::Check && answer != true) return false;
    visit(s, taken);
  }
  return true;
}

void fixed_read(BodyPrinter& p, const Stm& s);
Window around_first(Window w);
bool is_close(const BodyPrinter& p, const Window& w);

/// Prints, before the loop, the reads that are the same in all its iterations. The loop has at least one iteration.
/// Returns the windows of the other reads, for columns with several reads that are close to each other.
std::vector<Window> block_reads(BodyPrinter& p, const Body& b) {
  constexpr size_t many = 32; // more loop-invariant values do not fit in registers
  const Vars all = bound_variables(b);
  const std::unordered_set<Var> bound(all.begin(), all.end());
  const auto outside = [&](Var v) { return !bound.contains(v) || p.texts().contains(v) || p.is_literal(v); };
  Sums sums(p.texts());
  size_t fixed = 0;
  std::map<std::pair<Var, std::map<Vars, uint64_t>>, Window> windows;
  certain(p, b, [&](const Stm& s, const Body* taken) {
    if (s.op == Op::Scalar) sums.learn(s);
    if (taken) sums.choose(s, *taken);
    if (s.op != Op::Read || !outside(s.args[0]) || p.modes.invariant.contains(s.outs[0])) return;
    if (outside(s.args[1])) return ++fixed, fixed_read(p, s);
    Sum at = sums.of(s.args[1]);
    Window& w = windows[{s.args[0], at.terms}];
    w.column = s.args[0], w.terms = std::move(at.terms),
    w.reads[static_cast<int64_t>(at.constant)].push_back(s.outs[0]);
  });
  std::vector<Window> found;
  for (auto& [place, w] : windows) {
    const auto index = w.terms.extract(Vars{b.params.back()});
    const bool moves = index && index.mapped() == 1;
    if (fixed <= many && moves &&
        std::ranges::all_of(w.terms, [&](const auto& t) { return outside(t.first[0]); }) && is_close(p, w))
      found.push_back(around_first(std::move(w)));
  }
  return found;
}

void fixed_read(BodyPrinter& p, const Stm& s) {
  const std::string fixed = p.modes.values[s.outs[0]] = p.fresh("fixed");
  p.line("const " + c_type(p.element(s.outs[0])) + " " + fixed + " = " + p.name(s.args[0]) + "[" +
         p.name(s.args[1]) + "];");
}

/// Returns the window with another common index, and with all distances changed accordingly. Distance 0 then lies
/// between the first and the last read.
Window around_first(Window w) {
  const int64_t least = w.reads.begin()->first, most = w.reads.rbegin()->first,
                shift = least > 0 ? least : std::min<int64_t>(most, 0);
  std::map<int64_t, Vars> reads;
  for (auto& [distance, vars] : w.reads) reads[distance - shift] = std::move(vars);
  w.reads = std::move(reads), w.shift = shift;
  return w;
}

/// Whether the window has several reads within 16 elements of 4 bytes, the length of a cache line.
bool is_close(const BodyPrinter& p, const Window& w) {
  return element_size(p.element(w.column)) == 4 && w.reads.size() > 1 &&
         w.reads.rbegin()->first - w.reads.begin()->first < 16;
}

/// Returns, in C, the address of the read at distance 0 in iteration `i`.
std::string place_in(const BodyPrinter& p, const Window& w, const std::string& i) {
  std::string sum = "(nv_u64)" + i + " + " + std::to_string(static_cast<uint64_t>(w.shift)) + "ull";
  for (const auto& [vars, times] : w.terms)
    sum += " + (nv_u64)" + p.name(vars[0]) + (times == 1 ? "" : " * " + std::to_string(times) + "ull");
  return p.name(w.column) + " + (nv_i64)(" + sum + ")";
}

/// Prints code that declares arrays with the values of the windows' reads in iterations i .. i + 15, and loads these
/// values.
void load_windows(BodyPrinter& p, const std::vector<Window>& windows, const std::string& i) {
  for (const Window& w : windows) {
    const std::string at = p.fresh("near"), type = c_type(p.element(w.column));
    const int64_t before = -w.reads.begin()->first, behind = w.reads.rbegin()->first;
    p.line("const " + type + "* " + at + " = " + place_in(p, w, i) + ";");
    p.line("NOVA_SOON(" + at + ");");
    p.line("const nova_ints " + at + "_line = *(const nova_ints*)" + at + ";");
    if (before > 0)
      p.line("const nova_ints " + at + "_before = nova_before(" + at + ", " + std::to_string(before) + ");");
    if (behind > 0)
      p.line("const nova_ints " + at + "_behind = nova_behind(" + at + ", " + std::to_string(behind) + ");");
    for (const auto& [distance, reads] : w.reads) {
      const std::string values = p.fresh("window");
      p.line(type + " " + values + "[16];");
      p.line("nova_between(" + values + ", " +
             (distance < 0 ? at + "_line, " + at + "_before"
                           : (distance ? at + "_behind, " : at + "_line, ") + at + "_line") +
             ", " + std::to_string((distance + 16) % 16) + ");");
      for (Var v : reads) p.modes.values[v] = values + "[l]";
    }
  }
}

/// Prints a loop over the complete blocks behind the block that begins at iteration `i`. Each of these blocks loads
/// the values of all windows first. The loop runs only if all windows are aligned to cache lines.
void near_blocks(BodyPrinter& p, const std::vector<Window>& windows, const Lane& lane, const std::string& i,
                 const std::string& next, const std::string& to) {
  const Scoped values(p.modes.values);
  const std::string at = p.fresh("i");
  p.line("#ifdef NOVA_WINDOWS");
  p.open("if (near)");
  p.open("for (; " + i + " + " + next + " + 16 <= " + to + "; " + next + " += 16)");
  p.line("const nv_i64 " + at + " = " + i + " + " + next + ";");
  load_windows(p, windows, at);
  lane(at);
  p.close();
  p.line("if (" + i + " + " + next + " >= " + to + ") break;");
  p.close();
  p.line("#endif");
}

} // namespace

void block_loop(BodyPrinter& p, const Stm& s, const std::string& from, const std::string& to) {
  const Body& b = s.bodies[0];
  const std::string i = p.fresh("i");
  const Scoped values(p.modes.values);
  const auto one = [&](const std::string& at) {
    p.round(b, {at}, [&](const Names& r) {
      for (size_t k = 0; k < r.size(); ++k) p.line(p.name(s.outs[k]) + "[" + at + "] = " + r[k] + ";");
    });
  };
  const Lane lane = [&](const std::string& first) {
    p.line("NOVA_LANES");
    p.open("for (nv_i64 l = 0; l < 16; ++l)"), one(first + " + l"), p.close();
  };
  p.open("if (" + from + " < " + to + ")");
  const std::vector<Window> windows = block_reads(p, b);
  const std::string next = p.fresh("next"), out = p.name(s.outs[0]),
                    first = windows.empty() ? out + " + " + from : place_in(p, windows[0], from);
  p.open("if (" + to + " - " + from + " >= 16)");
  p.line("nv_i64 " + next + " = 16 - (nv_u64)(" + first + ") % 64 / sizeof *" +
         (windows.empty() ? out : p.name(windows[0].column)) + " % 16;");
  std::string near;
  for (const Window& w : windows)
    near +=
        (near.empty() ? "" : " | ") + ("((nv_u64)(" + place_in(p, w, from) + ") ^ (nv_u64)(" + first + "))");
  if (!windows.empty()) p.line("const nv_b8 near = (" + near + ") % 64 == 0;");
  p.open("for (nv_i64 " + i + " = " + from + ", last = " + to + " - 16;; " + i + " += " + next + ", " + next +
         " = 16)");
  p.line("if (" + i + " > last) " + i + " = last;");
  lane(i);
  p.line("if (" + i + " == last) break;");
  if (!windows.empty()) near_blocks(p, windows, lane, i, next, to);
  p.close();
  p.otherwise();
  if (!p.modes.whole) p.line("NOVA_IVDEP");
  p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
  if (p.modes.whole) p.line("NOVA_ONE_BY_ONE;"); // the few iterations at a border
  one(i), p.close();
  p.close();
  p.close();
}

} // namespace nova::plan

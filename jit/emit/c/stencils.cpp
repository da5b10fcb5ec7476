// Stencils: maps that read at small distances from few places. Sixteen rounds run side by side; what they
// read of one place and its neighbours comes from three loads of whole lines of the cache, where all places
// lie at lines' beginnings, since a load across two lines costs two.
#include "jit/analysis/index_polynomials.hpp"
#include "jit/emit/c/emitter.hpp"
#include <algorithm>
#include <map>

namespace nova::plan {

/// Visits what certainly happens in a round, of a branch whose side is known that side (before the branch
/// itself); false where what comes next depends on what a round asks.
bool Emitter::certain(const Body& b, const std::function<void(const Stm&, const Body*)>& visit) {
  for (const Stm& s : b.stms) {
    if (s.op == Op::Scalar) learn(s);
    const auto answer = s.op == Op::Check || s.op == Op::If ? known(s.args[0]) : std::nullopt;
    if (s.op == Op::If && !answer) return false;
    const Body* taken = s.op == Op::If ? &s.bodies[*answer ? 0 : 1] : nullptr;
    if (taken && !certain(*taken, visit)) return false;
    if (s.op == Op::Check && answer != true) return false;
    visit(s, taken);
  }
  return true;
}

/// Reads that are the same in every round come before the loop, which has one at least. The others' places are told, as far
/// as they lie at a fixed distance from where others do.
std::vector<Emitter::Window> Emitter::block_reads(const Body& b) {
  constexpr size_t many = 32; // what stays is loaded, too, beyond the registers
  const Vars all = bound_variables(b);
  const std::unordered_set<Var> bound(all.begin(), all.end());
  const auto outside = [&](Var v) {
    return !bound.contains(v) || texts_.contains(v) || is_literal_[static_cast<size_t>(v)];
  };
  Sums sums(texts_);
  size_t fixed = 0;
  std::map<std::pair<Var, std::map<Vars, uint64_t>>, Window> windows;
  certain(b, [&](const Stm& s, const Body* taken) {
    if (s.op == Op::Scalar) sums.learn(s);
    if (taken) sums.choose(s, *taken);
    if (s.op != Op::Read || !outside(s.args[0])) return;
    if (outside(s.args[1])) return ++fixed, fixed_read(s);
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
        std::ranges::all_of(w.terms, [&](const auto& t) { return outside(t.first[0]); }) && is_close(w))
      found.push_back(around_first(std::move(w)));
  }
  return found;
}

void Emitter::fixed_read(const Stm& s) {
  const std::string fixed = values_[s.outs[0]] = fresh("fixed");
  line("const " + c_type(element(s.outs[0])) + " " + fixed + " = " + name(s.args[0]) + "[" + name(s.args[1]) +
       "];");
}

/// The same reads by their distances from one of them, or from one between two.
Emitter::Window Emitter::around_first(Window w) const {
  const int64_t least = w.reads.begin()->first, most = w.reads.rbegin()->first,
                shift = least > 0 ? least : std::min<int64_t>(most, 0);
  std::map<int64_t, Vars> reads;
  for (auto& [distance, vars] : w.reads) reads[distance - shift] = std::move(vars);
  w.reads = std::move(reads), w.shift = shift;
  return w;
}

/// Do several reads lie within a line of the cache, of elements that have 16 there?
bool Emitter::is_close(const Window& w) const {
  return element_size(element(w.column)) == 4 && w.reads.size() > 1 &&
         w.reads.rbegin()->first - w.reads.begin()->first < 16;
}

/// Where the reads at no distance are, in round `i`.
std::string Emitter::place_in(const Window& w, const std::string& i) const {
  std::string sum = "(nv_u64)" + i + " + " + std::to_string(static_cast<uint64_t>(w.shift)) + "ull";
  for (const auto& [vars, times] : w.terms)
    sum += " + (nv_u64)" + name(vars[0]) + (times == 1 ? "" : " * " + std::to_string(times) + "ull");
  return name(w.column) + " + (nv_i64)(" + sum + ")";
}

/// The reads of rounds i .. i + 15, as arrays.
void Emitter::load_windows(const std::vector<Window>& windows, const std::string& i) {
  for (const Window& w : windows) {
    const std::string p = fresh("near"), type = c_type(element(w.column));
    const int64_t before = -w.reads.begin()->first, behind = w.reads.rbegin()->first;
    line("const " + type + "* " + p + " = " + place_in(w, i) + ";");
    line("NOVA_SOON(" + p + ");");
    line("const nova_ints " + p + "_line = *(const nova_ints*)" + p + ";");
    if (before > 0)
      line("const nova_ints " + p + "_before = nova_before(" + p + ", " + std::to_string(before) + ");");
    if (behind > 0)
      line("const nova_ints " + p + "_behind = nova_behind(" + p + ", " + std::to_string(behind) + ");");
    for (const auto& [distance, reads] : w.reads) {
      const std::string values = fresh("window");
      line(type + " " + values + "[16];");
      line("nova_between(" + values + ", " +
           (distance < 0 ? p + "_line, " + p + "_before"
                         : (distance ? p + "_behind, " : p + "_line, ") + p + "_line") +
           ", " + std::to_string((distance + 16) % 16) + ");");
      for (Var v : reads) values_[v] = values + "[l]";
    }
  }
}

/// Blocks from the one behind i on, as far as they are whole, where all windows lie at lines' beginnings.
void Emitter::near_blocks(const std::vector<Window>& windows, const Lane& lane, const std::string& i,
                          const std::string& next, const std::string& to) {
  const auto values = values_;
  const std::string at = fresh("i");
  line("#ifdef NOVA_WINDOWS");
  open("if (near)");
  open("for (; " + i + " + " + next + " + 16 <= " + to + "; " + next + " += 16)");
  line("const nv_i64 " + at + " = " + i + " + " + next + ";");
  load_windows(windows, at);
  lane(at);
  close();
  line("if (" + i + " + " + next + " >= " + to + ") break;");
  close();
  line("#endif");
  values_ = values;
}

/// Sixteen rounds side by side. From the second block on, lines of the cache are written whole, or read whole
/// where there are windows; the last block ends where the rounds do, and makes some elements once more.
void Emitter::block_loop(const Stm& s, const std::string& from, const std::string& to) {
  const Body& b = s.bodies[0];
  const std::string i = fresh("i");
  const auto values = values_;
  const auto one = [&](const std::string& at) {
    round(b, {at}, [&](const Names& r) {
      for (size_t k = 0; k < r.size(); ++k) line(name(s.outs[k]) + "[" + at + "] = " + r[k] + ";");
    });
  };
  const Lane lane = [&](const std::string& first) {
    line("NOVA_LANES");
    open("for (nv_i64 l = 0; l < 16; ++l)"), one(first + " + l"), close();
  };
  open("if (" + from + " < " + to + ")");
  const std::vector<Window> windows = block_reads(b);
  const std::string next = fresh("next"), out = name(s.outs[0]),
                    first = windows.empty() ? out + " + " + from : place_in(windows[0], from);
  open("if (" + to + " - " + from + " >= 16)");
  line("nv_i64 " + next + " = 16 - (nv_u64)(" + first + ") % 64 / sizeof *" +
       (windows.empty() ? out : name(windows[0].column)) + " % 16;");
  std::string near;
  for (const Window& w : windows)
    near += (near.empty() ? "" : " | ") + ("((nv_u64)(" + place_in(w, from) + ") ^ (nv_u64)(" + first + "))");
  if (!windows.empty()) line("const nv_b8 near = (" + near + ") % 64 == 0;");
  open("for (nv_i64 " + i + " = " + from + ", last = " + to + " - 16;; " + i + " += " + next + ", " + next +
       " = 16)");
  line("if (" + i + " > last) " + i + " = last;");
  lane(i);
  line("if (" + i + " == last) break;");
  if (!windows.empty()) near_blocks(windows, lane, i, next, to);
  close();
  otherwise();
  if (!whole_) line("NOVA_IVDEP");
  open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
  if (whole_) line("NOVA_ONE_BY_ONE;"); // a border's few
  one(i), close();
  close();
  close();
  values_ = values;
}

} // namespace nova::plan

#include "jit/explain/row_report.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/explain/flow.hpp"
#include "jit/kernels/cuda/sizes.h"
#include "runtime/buffer.hpp"
#include <algorithm>
#include <cstdio>

namespace nova::plan {
namespace {

/// Finds a plan's statements that process rows, and computes the rows' lengths from the inputs.
class RowFinder {
 public:
  RowFinder(const Plan& plan, const FlatWords& inputs) : plan_(plan), inputs_(inputs), definitions_(plan) {}

  std::vector<RowSizes> run() {
    for (const Stm& s : plan_.body.stms)
      if (const Stm* inner = loop_over_row(s)) note(s, *inner);
    return std::move(found_);
  }

 private:
  static bool is_fold(const Stm& s) { return (s.op == Op::Reduce || s.op == Op::Accumulate) && !sizes_of(s); }

  /// Returns the last loop over the elements of a row in the body of `s`, a Map or Rows. Returns null if there is
  /// none, and for other statements.
  static const Stm* loop_over_row(const Stm& s) {
    const Stm* last = nullptr;
    if (s.op == Op::Map || s.op == Op::Rows)
      for (const Stm& inner : s.bodies[0].stms)
        if (s.op == Op::Rows ? inner.op != Op::If && !inner.bodies.empty() : is_fold(inner)) last = &inner;
    return last;
  }

  /// Returns how the rows are made, by the rules of emit/cuda/row_folds.cpp and emit/cuda/segments.cpp.
  static RowSizes::Made made(const Stm& outer, const Stm& last) {
    if (outer.op == Op::Map) return RowSizes::Folds;
    size_t loops = 0, maps = 0;
    std::vector<Var> results;
    bool apart = true;
    for (const Stm& s : outer.bodies[0].stms) {
      if (s.op == Op::If || s.bodies.empty()) continue;
      ++loops, maps += s.op == Op::Map, apart = apart && !uses(s, results);
      results.insert(results.end(), s.outs.begin(), s.outs.end());
    }
    if (last.op == Op::Scan && loops == 1 && !sizes_of(last)) return RowSizes::Scans;
    return apart && maps == loops ? RowSizes::Elements : RowSizes::Whole;
  }

  void note(const Stm& outer, const Stm& inner) {
    RowSizes r;
    r.made = made(outer, inner), r.forced = inner.strategy;
    r.lane = is_lane_fold(inner);
    const Var length = outer.op == Op::Rows ? outer.bodies[0].results[0] : inner.args[0];
    const std::optional<int64_t> rows = number(outer.args[0]), same = number(length);
    const std::span<const int64_t> offsets = column(length, outer.bodies[0].params[0]);
    // Whether the input column has offsets for all rows. The check in the run itself comes later.
    const bool there = rows && *rows > 0 && static_cast<uint64_t>(*rows) < offsets.size();
    if (rows && *rows > 0 && (there || same)) {
      r.known = true, r.rows = *rows;
      same ? measure_even(r, *same) : measure(r, offsets);
    }
    if (!same || r.forced != Strategy::BySize) found_.push_back(r);
  }

  static void measure(RowSizes& r, std::span<const int64_t> offsets) {
    r.least = r.most = offsets[1] - offsets[0];
    for (size_t i = 0; i < static_cast<size_t>(r.rows); ++i) {
      const int64_t n = offsets[i + 1] - offsets[i];
      r.least = std::min(r.least, n), r.most = std::max(r.most, n);
      ++r.by[static_cast<size_t>(taker(r, n))];
    }
    r.mean =
        static_cast<double>(offsets[static_cast<size_t>(r.rows)] - offsets[0]) / static_cast<double>(r.rows);
    leave_uncut(r);
  }
  static void measure_even(RowSizes& r, int64_t length) {
    r.least = r.most = length, r.mean = static_cast<double>(length);
    r.by[static_cast<size_t>(taker(r, length))] = r.rows;
    leave_uncut(r);
  }

  /// At most nova_most_cut_rows rows can be cut into pieces. Counts the rows beyond that number as rows that are
  /// processed by one block each.
  static void leave_uncut(RowSizes& r) {
    int64_t& cut = r.by[static_cast<size_t>(Strategy::Flat)];
    const int64_t without_room = std::max<int64_t>(0, cut - nova_most_cut_rows);
    if (r.made != RowSizes::Elements)
      cut -= without_room, r.by[static_cast<size_t>(Strategy::Block)] += without_room;
  }

  static Strategy taker(const RowSizes& r, int64_t n) {
    if (r.made == RowSizes::Whole) return Strategy::Thread;
    if (n == 0 && r.made != RowSizes::Elements) return Strategy::Thread;
    if (r.made == RowSizes::Elements) return r.forced == Strategy::Thread ? r.forced : Strategy::Flat;
    if (r.forced != Strategy::BySize) return r.forced;
    const bool lane = r.made == RowSizes::Folds && r.lane;
    const int64_t shortest = r.made == RowSizes::Scans ? nova_short_scan
                             : lane                    ? nova_short_lane_fold
                                                       : nova_short_fold;
    const int64_t leaves = lane ? n / 1024 * 16 + std::min<int64_t>(n % 1024, 16) : (n + 15) / 16;
    return n <= shortest                 ? Strategy::Thread
           : leaves <= nova_group_leaves ? Strategy::Warp
           : leaves <= nova_whole_leaves ? Strategy::Block
                                         : Strategy::Flat;
  }

  std::optional<size_t> input(Var v) const {
    const auto at = std::ranges::find(plan_.body.params, v);
    const auto k = static_cast<size_t>(at - plan_.body.params.begin());
    return k < inputs_.words.size() ? std::optional(k) : std::nullopt;
  }

  /// Returns the value of v if it is an input or a constant, and so the same in all rows; otherwise nothing.
  std::optional<int64_t> number(Var v) const {
    if (const auto k = input(v)) return static_cast<int64_t>(inputs_.words[*k].bits);
    if (const auto bits = definitions_.constant(v)) return static_cast<int64_t>(*bits);
    return std::nullopt;
  }

  /// Returns the input column of offsets if `length` is the difference of its elements i + 1 and i; otherwise
  /// nothing.
  std::span<const int64_t> column(Var length, Var i) const {
    const Stm* difference = definitions_.scalar(length, BuiltinId::Subtract);
    if (!difference) return {};
    const Stm *end = definitions_.find(difference->args[0], Op::Read),
              *begin = definitions_.find(difference->args[1], Op::Read);
    if (!end || !begin || end->args[0] != begin->args[0] || begin->args[1] != i) return {};
    const Stm* next = definitions_.scalar(end->args[1], BuiltinId::Add);
    if (!next || !is_any(i, next->args) ||
        std::ranges::none_of(next->args, [&](Var v) { return definitions_.constant(v) == 1; }))
      return {};
    const auto k = input(begin->args[0]);
    if (!k || (inputs_.buffers[*k] && inputs_.buffers[*k]->is_away()))
      return {}; // only a device has it, and it is not fetched
    return {static_cast<const int64_t*>(inputs_.words[*k].column), inputs_.rooms[*k] / sizeof(int64_t)};
  }

  const Plan& plan_;
  const FlatWords& inputs_;
  const Definitions definitions_;
  std::vector<RowSizes> found_;
};

constexpr const char* takers[] = {"", "a thread each", "16 threads each", "a block each",
                                  "cut, for all blocks"};

std::string share(const RowSizes& r, int64_t rows) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %%", rows == r.rows ? 0 : 1,
                100.0 * static_cast<double>(rows) / static_cast<double>(r.rows));
  return text;
}

/// Describes which threads of a GPU process the rows.
std::string on_gpu(const RowSizes& r) {
  if (r.made == RowSizes::Whole) return takers[1];
  if (r.made == RowSizes::Elements) return r.forced == Strategy::Thread ? takers[1] : "an element a thread";
  if (!r.known)
    return r.forced == Strategy::BySize ? "shared out by their lengths"
                                        : takers[static_cast<size_t>(r.forced)];
  std::string out;
  for (size_t k = 1; k < std::size(takers); ++k)
    if (r.by[k]) out += (out.empty() ? "" : ", ") + share(r, r.by[k]) + " " + takers[k];
  return out;
}

/// Whether the statement supports the strategy that the program asks for.
bool can(const RowSizes& r, bool gpu) {
  if (r.forced == Strategy::Thread || (r.forced == Strategy::Flat && r.made == RowSizes::Folds)) return true;
  return gpu && (r.made <= RowSizes::Scans || (r.made == RowSizes::Elements && r.forced == Strategy::Flat));
}

std::string line_of(const RowSizes& r, bool gpu) {
  constexpr const char* made[] = {"reductions of ", "scans of ", "elements of ", ""};
  std::string out = std::string("  ") + made[r.made];
  if (r.known) {
    char mean[32];
    std::snprintf(mean, sizeof mean, "%.4g", r.mean);
    out += grouped_digits(static_cast<uint64_t>(r.rows)) + " rows of " +
           grouped_digits(static_cast<uint64_t>(r.least));
    if (r.most > r.least)
      out += " to " + grouped_digits(static_cast<uint64_t>(r.most)) + " elements (mean " + mean + ")";
    else
      out += " elements";
  } else
    out += "rows whose lengths are not known before the run";
  const bool cut = r.forced == Strategy::Flat && r.made == RowSizes::Folds;
  out += ": " + (gpu ? on_gpu(r) : cut ? "one after the other, each cut for all threads" : "a thread each");
  if (r.forced == Strategy::BySize) return out + "\n";
  const std::string word = "rows-" + std::string(strategy_word(r.forced));
  out += can(r, gpu) ? ", asked for by " + word : "; there is no " + word + " for them here";
  return out + "\n";
}

} // namespace

std::vector<RowSizes> row_sizes(const Plan& plan, const FlatWords& inputs) {
  return RowFinder(plan, inputs).run();
}

bool asks_strategy(const Plan& plan) {
  bool asks = false;
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) { asks |= s.strategy != Strategy::BySize; });
  });
  return asks;
}

std::string row_lines(std::span<const RowSizes> all, bool gpu, bool asked) {
  std::string out;
  for (const RowSizes& r : all) out += line_of(r, gpu);
  const bool heard = std::ranges::any_of(all, [](const RowSizes& r) { return r.forced != Strategy::BySize; });
  if (asked && !heard) out += "  who takes rows is asked for where there are none\n";
  return out;
}

} // namespace nova::plan

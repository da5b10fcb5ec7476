// Reductions of a matrix's columns (column sums, products with a transposed matrix). One column after the other would
// read an element from each row, far apart in memory. So up to 512 columns are reduced together, row by row: their
// elements lie side by side in a row, and the loop over them becomes SIMD.
//
// The shape stays that of each column (docs/shapes.md): in a tile of 1,024 rows, row k goes to lane k % 16 of its
// column. The lanes of a tile are joined in a binary tree. The tiles are, too, with a stack as in a binary counter.
// A reduction (Reduce) joins a lane with its next element, one by steps (Accumulate: dot) takes the lane's next step.
#include "jit/emit/c/maps/column_folds.hpp"
#include "jit/analysis/index_polynomials.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/maps/map_lanes.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// The largest distance between two lanes of a column in their array; the distance is 8 more than the number of columns.
/// So few columns fill few lines of the first cache, and many are not a multiple of 4,096 bytes apart, for these would
/// share the same few sets.
constexpr const char* most_distance = "520";

/// Whether the fold reads at least one matrix down its columns, and none along its rows.
bool goes_down(const BodyPrinter& p, const Body& b, const Stm& fold) {
  Sums sums(p.texts(), true);
  for (const Stm& s : b.stms) sums.learn(s);
  bool down = false, along = false;
  for (const Stm& s : fold.bodies[0].stms) {
    sums.learn(s);
    if (s.op != Op::Read) continue;
    const Direction way = direction(sums.of(s.args[1]), b.params.back(), fold.bodies[0].params.back());
    down |= way == Direction::Down, along |= way == Direction::Along;
  }
  return down && !along;
}

/// Prints a map's reductions of columns.
class ColumnFolds {
 public:
  ColumnFolds(BodyPrinter& p, const Stm& map, const Stm& fold)
      : p_(p), map_(map), fold_(fold), parts_(parts_around(p, map.bodies[0], fold)) {
    for (size_t c = 0; c < fold.outs.size(); ++c) {
      const std::string id = p.fresh("column");
      lanes_.push_back(id + "_lanes"), tree_.push_back(id + "_tree");
    }
    leave_out_sums();
  }
  void print(const std::string& from, const std::string& to) {
    const Scoped simd(p_.in_simd, true);
    const std::string &i = first_, n = p_.name(fold_.args[0]);
    p_.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; " + i + " += " + column_width +
            ")");
    p_.line(std::string("const nv_i64 columns = nova_least(") + to + " - " + i + ", " + column_width + ");");
    p_.line("const nv_i64 distance = columns + 8;");
    p_.line("const nova_mark column_mark = nova_arena_mark(t);");
    for (Var v : parts_.kept)
      p_.line(c_type(p_.element(v)) + " lane_" + p_.name(v) + "[" + column_width + "];");
    for (size_t c = 0; c < lanes_.size(); ++c) declare_arrays(c);
    each_column({}, [&] {
      p_.deferring(parts_.before, [&] {
        p_.block(parts_.before, {i + " + l"}, [&](const Names&) { store_lanes(p_, parts_.kept); });
      });
    });
    if (count_of(parts_.before, Op::Check)) p_.line("if (*bad & 1) return nova_fail(t, 0);");
    p_.open("if (" + n + " > 0)"), tiles(n), p_.otherwise(), store(initial(), at(lanes_, "0")), p_.close();
    results();
    p_.line("nova_arena_reset(t, column_mark);");
    p_.close();
  }

 private:
  /// Leaves out of the kept values the column's number and sums and products of it. Each loop computes these anew, so that
  /// compilers see that neighbouring columns are read side by side.
  void leave_out_sums() {
    Vars made{map_.bodies[0].params.back()};
    const auto is_known = [&](Var v) {
      return !is_any(v, parts_.bound) || is_any(v, made) || p_.is_literal(v);
    };
    for (const Stm& s : parts_.before.stms) {
      const bool sums = s.op == Op::Scalar && p_.element(s.outs[0]) == Element::I64 &&
                        (s.builtin == BuiltinId::Add || s.builtin == BuiltinId::Subtract ||
                         s.builtin == BuiltinId::Multiply);
      if (sums && std::ranges::all_of(s.args, is_known)) made.push_back(s.outs[0]), sums_.stms.push_back(s);
    }
    std::erase_if(parts_.kept, [&](Var v) { return is_any(v, made); });
  }
  void declare_arrays(size_t c) {
    constexpr const char *lanes = "16", *levels = "40"; // a tree over tiles has fewer levels
    const std::string type = c_type(p_.element(fold_.outs[c])) + "* ";
    p_.line(type + lanes_[c] + ";"), p_.allocate(lanes_[c], std::string(lanes) + " * " + most_distance);
    p_.line(type + tree_[c] + ";"), p_.allocate(tree_[c], std::string(levels) + " * " + most_distance);
  }
  /// Returns the elements of the current column in row `row` of the arrays, in C.
  static Names at(const Names& arrays, const std::string& row) {
    Names all;
    for (const std::string& a : arrays) all.push_back(a + "[(" + row + ") * distance + l]");
    return all;
  }
  Names initial() const { return p_.name(Vars(fold_.args.begin() + 1, fold_.args.end())); }
  /// Prints a loop over the columns, in which `variables` are declared with their values.
  void each_column(const Vars& variables, const std::function<void()>& print) {
    each_lane(p_, variables, "columns", "NOVA_IVDEP", print);
  }
  /// Prints a loop over the columns, in which the values from before the fold are declared.
  void each_known_column(const std::function<void()>& print) {
    each_column(parts_.kept, [&] {
      p_.line(p_.declared(map_.bodies[0].params.back()) + " = " + first_ + " + l;");
      p_.statements(sums_);
      print();
    });
  }
  /// Prints a loop over the columns that joins two values and stores the result.
  void join(const Names& left, const Names& right, const Names& to) {
    each_known_column([&] { join_here(left, right, to); });
  }
  void join_here(const Names& left, const Names& right, const Names& to) {
    p_.deferring(fold_.bodies[1], [&] {
      p_.block(fold_.bodies[1], concat(left, right), [&](const Names& r) {
        for (size_t c = 0; c < r.size(); ++c) p_.line(to[c] + " = " + r[c] + ";");
      });
    });
  }
  void store(const Names& from, const Names& to) {
    each_known_column([&] { assign(to, from); });
  }
  bool is_by_steps() const { return fold_.op == Op::Accumulate; }
  /// Prints a loop over rows k of a tile, whose elements or steps begin the lanes (`first`) or go on from them. What is the
  /// same for all columns is computed once.
  void rows(const std::string& from, const std::string& to, bool first) {
    const Body& element = fold_.bodies[0];
    const std::string k = p_.name(element.params.back());
    p_.open("for (nv_i64 " + k + " = " + from + "; " + k + " < " + to + "; ++" + k + ")");
    Vars varying = parts_.bound;
    std::ranges::copy(states(), std::back_inserter(varying));
    const LaneSplit split = split_by_lanes(element, std::move(varying));
    const Body& own = split.own;
    p_.statements(split.once);
    const Names lane = at(lanes_, k + " - tile & 15");
    each_known_column([&] {
      declare_states(first ? initial() : lane);
      p_.deferring(own, [&] {
        p_.statements(own);
        const Names x = p_.name(own.results);
        if (first || is_by_steps()) return assign(lane, x);
        p_.open(""), join_here(lane, x, lane), p_.close();
      });
    });
    p_.close();
  }
  /// Returns the variables of a step's state; none for a Reduce.
  Vars states() const {
    const Vars& all = fold_.bodies[0].params;
    return Vars(all.begin(), all.end() - 1);
  }
  /// Declares the variables of a step's state with their values.
  void declare_states(const Names& values) {
    const Vars state = states();
    for (size_t c = 0; c < state.size(); ++c) p_.line(p_.declared(state[c]) + " = " + values[c] + ";");
  }
  void assign(const Names& to, const Names& from) {
    for (size_t c = 0; c < from.size(); ++c) p_.line(to[c] + " = " + from[c] + ";");
  }
  /// Prints the loop over the tiles of `n` rows, and the tree over them. The result is stored in the first lane.
  void tiles(const std::string& n) {
    p_.line("int depth = 0;");
    p_.line("nv_i64 number = 0;");
    p_.open("for (nv_i64 tile = 0; tile < " + n + "; tile += 1024, ++number)");
    p_.line("const nv_i64 last = nova_least(tile + 1024, " + n + "), used = nova_least(last - tile, 16);");
    p_.poll("1024");
    rows("tile", "tile + used", true), rows("tile + 16", "last", false);
    if (count_of(fold_.bodies[0], Op::Check)) p_.line("if (*bad & 1) return nova_fail(t, 0);");
    p_.open("for (nv_i64 lanes = used; lanes > 1; lanes = (lanes + 1) / 2)");
    p_.open("for (nv_i64 q = 0; q < lanes / 2; ++q)");
    join(at(lanes_, "2 * q"), at(lanes_, "2 * q + 1"), at(lanes_, "q"));
    p_.close();
    p_.open("if (lanes & 1)"), store(at(lanes_, "lanes - 1"), at(lanes_, "lanes / 2")), p_.close();
    p_.close();
    p_.open("for (nv_i64 bits = number; bits & 1; bits >>= 1)");
    p_.line("--depth;"), join(at(tree_, "depth"), at(lanes_, "0"), at(lanes_, "0"));
    p_.close();
    store(at(lanes_, "0"), at(tree_, "depth")), p_.line("++depth;");
    p_.close();
    p_.open("for (; depth > 1; --depth)");
    join(at(tree_, "depth - 2"), at(tree_, "depth - 1"), at(tree_, "depth - 2"));
    p_.close();
    fold_.start ? join(initial(), at(tree_, "0"), at(lanes_, "0")) : store(at(tree_, "0"), at(lanes_, "0"));
  }
  /// Prints the loop over the columns that computes the map's elements from the reductions.
  void results() {
    const Names reduced = at(lanes_, "0");
    each_known_column([&] {
      for (size_t c = 0; c < reduced.size(); ++c)
        p_.line(p_.declared(fold_.outs[c]) + " = " + reduced[c] + ";");
      p_.deferring(parts_.after, [&] {
        p_.block(parts_.after, {}, [&](const Names& r) {
          for (size_t k = 0; k < r.size(); ++k)
            p_.line(p_.name(map_.outs[k]) + "[" + first_ + " + l] = " + r[k] + ";");
        });
      });
    });
  }

  BodyPrinter& p_;
  const Stm &map_, &fold_;
  const std::string first_ = p_.fresh("i"); ///< the number of the first of the columns
  MapParts parts_;
  Body sums_; ///< statements from before the fold that each loop computes anew
  Names lanes_, tree_;
};

} // namespace

std::string column_grain(const std::string& n) {
  return std::string("nv_max_i64(32, nova_least(") + column_width + ", " + n + " / t->threads))";
}

const Stm* column_fold_of(const BodyPrinter& p, const Body& b) {
  if (!p.simd() || p.modes.in_function || p.modes.whole) return nullptr;
  const Stm* fold = nullptr;
  Body rest = b;
  std::erase_if(rest.stms, is_lane_fold);
  for (const Stm& s : b.stms) {
    if (!is_lane_fold(s)) continue;
    if (fold || sizes_of(s)) return nullptr;
    fold = &s;
  }
  const Vars bound = bound_variables(b);
  if (fold && is_any(fold->args[0], bound) && !p.texts().contains(fold->args[0])) return nullptr;
  const auto plain = [&](const Body& in) { return becomes_simd(p, in, bound); };
  if (!fold || !plain(rest) || !plain(fold->bodies[0]) || !plain(fold->bodies[1])) return nullptr;
  return goes_down(p, b, *fold) ? fold : nullptr;
}

void column_folds(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& from,
                  const std::string& to) {
  ColumnFolds(p, map, fold).print(from, to);
}

} // namespace nova::plan

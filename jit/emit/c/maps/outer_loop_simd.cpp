// Outer-loop SIMD. In some maps each element is a fold in the ordered shape over the same columns (for example, each
// ray is tested with all objects of a scene). One such fold cannot become SIMD. So 64 elements of the map are
// computed together: an element of the fold is read once for all of them, and each step is a loop over the 64, which
// becomes SIMD. The 64 are called lanes here.
//
// An element of the fold may itself hold a fold of a length that all lanes share (the distance of a point to each of
// some centres, a sum over few dimensions). Its steps are loops over the lanes, too. What it reads from a row of the
// lane's own is copied to a tile first, in which the same element of all lanes lies side by side.
#include "jit/emit/c/maps/outer_loop_simd.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/maps/map_lanes.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Adds to `shared` the variables of a fold's body that are the same in all lanes: its index, and what is computed or
/// read by such variables and by variables that are not `bound` in the map's body.
void note_shared(const Body& element, const Vars& bound, Vars& shared) {
  shared.push_back(element.params[0]);
  for (const Stm& s : element.stms) {
    const bool number = s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::Read;
    const auto is_shared = [&](Var v) { return is_any(v, shared) || !is_any(v, bound); };
    if (number && std::ranges::all_of(s.args, is_shared))
      shared.insert(shared.end(), s.outs.begin(), s.outs.end());
  }
}

bool is_plain(const Stm& s) { return is_arithmetic(s) || s.op == Op::Check; }

/// Returns the fold in a fold's body; null if there is none.
const Stm* inner_fold(const Stm& fold) {
  const auto& stms = fold.bodies[0].stms;
  const auto at = std::ranges::find_if(stms, [](const Stm& s) { return s.op == Op::Reduce; });
  return at == stms.end() ? nullptr : &*at;
}

/// A read of an inner fold from a row of the lane's own, at index `base` plus the fold's index.
struct TileRead {
  const Stm* read;
  Var base;
};

/// Returns the reads of an inner fold from rows that begin at indices among `bases`.
std::vector<TileRead> tile_reads(const Stm& inner, const Vars& bases) {
  const Body& b = inner.bodies[0];
  std::vector<TileRead> found;
  for (const Stm& s : b.stms) {
    if (s.op != Op::Read) continue;
    const auto sum = std::ranges::find_if(b.stms, [&](const Stm& at) {
      return at.op == Op::Scalar && at.builtin == BuiltinId::Add && at.outs[0] == s.args[1];
    });
    if (sum == b.stms.end()) continue;
    for (const size_t k : {0, 1})
      if (sum->args[k] == b.params[0] && is_any(sum->args[1 - k], bases))
        found.push_back({&s, sum->args[1 - k]});
  }
  return found;
}

/// Returns the variables of the fold that hold the index of an element, if the fold's operator only selects one of
/// two such indices and computes nothing with them. There are fewer than 2^20 elements, so that 32 bits are enough
/// for these variables.
std::unordered_set<Var> numbers_carried(const Body& b, const Stm& fold) {
  const Body &element = fold.bodies[0], &join = fold.bodies[1];
  const size_t n = fold.outs.size();
  const auto is_small = [&](Var v) {
    return std::ranges::any_of(b.stms, [&](const Stm& s) {
      return s.op == Op::Constant && s.outs[0] == v &&
             static_cast<int64_t>(s.bits) == static_cast<int32_t>(s.bits);
    });
  };
  std::unordered_set<Var> all;
  for (size_t k = 0; k < n; ++k) {
    if (element.results[k] != element.params[0] || !is_small(fold.args[1 + k])) continue;
    Vars carried{join.params[k], join.params[n + k]};
    for (const Stm& s : join.stms)
      for (size_t r = 0; s.op == Op::If && r < s.outs.size(); ++r)
        if (is_any(s.bodies[0].results[r], carried) && is_any(s.bodies[1].results[r], carried))
          carried.push_back(s.outs[r]);
    bool looked_at = !is_any(join.results[k], carried);
    for_each_stm(join, [&](const Stm& s) {
      looked_at |= std::ranges::any_of(s.args, [&](Var v) { return is_any(v, carried); });
    });
    if (!looked_at) all.insert(carried.begin(), carried.end());
  }
  return all;
}

/// A loop over all lanes, with the pragma `how`.
void each_lane(BodyPrinter& p, const Vars& variables, const std::function<void()>& print,
               const char* how = "NOVA_LANES") {
  each_lane(p, variables, lanes, how, print);
}

void join_in_lane(BodyPrinter& p, const Stm& fold, const Names& left, const Names& right, const Names& to);
void fold_lanes(BodyPrinter& p, const Stm& fold, const Vars& variables, const Names& y,
                const std::string& alone);

/// Prints a loop that combines the values `left` and `right` in each lane and stores the result in `to`.
void join_lanes(BodyPrinter& p, const Stm& fold, const Vars& variables, const Names& left, const Names& right,
                const Names& to) {
  each_lane(p, variables, [&] { join_in_lane(p, fold, left, right, to); });
}

void join_in_lane(BodyPrinter& p, const Stm& fold, const Names& left, const Names& right, const Names& to) {
  p.deferring(fold.bodies[1], [&] {
    p.block(fold.bodies[1], concat(left, right), [&](const Names& r) {
      for (size_t c = 0; c < r.size(); ++c) p.line(to[c] + " = " + r[c] + ";");
    });
  });
}

/// Prints the declaration of arrays for a fold's state in all lanes. Returns the elements of a lane, in C.
Names state_arrays(BodyPrinter& p, const Stm& fold) {
  Names y;
  for (size_t c = 0; c < fold.outs.size(); ++c) {
    const std::string state = p.fresh("fold");
    p.line(p.type_of(fold.bodies[1].params[c]) + " " + state + "[" + lanes + "];");
    y.push_back(state + "[l]");
  }
  return y;
}

std::string tile_of(const BodyPrinter& p, const Stm& read) { return "tile_" + p.name(read.outs[0]); }

/// Prints code that copies the first `n` elements of each lane's row to the tiles, if they are not there already.
void fill_tiles(BodyPrinter& p, const std::vector<TileRead>& reads, const std::string& n) {
  for (const auto& [read, base] : reads) {
    const std::string tile = tile_of(p, *read), type = c_type(p.element(read->outs[0]));
    p.open("if (" + n + " > " + tile + "_length)");
    p.allocate(tile, n + " * " + lanes);
    p.line(tile + "_length = " + n + ";");
    p.open(std::string("for (nv_i64 l = 0; l < ") + lanes + "; ++l)");
    p.line("const " + type + "* const row = " + p.name(read->args[0]) + " + lane_" + p.name(base) + "[l];");
    p.line("for (nv_i64 k = 0; k < " + n + "; ++k) " + tile + "[k * " + lanes + " + l] = row[k];");
    p.close(), p.close();
  }
}

/// The parts of a fold's body around an inner fold: what varies by lane before it and behind it.
struct Halves {
  Body before, after;
  Vars kept;  ///< the variables of `before` that the inner fold or `after` uses
  Vars ahead; ///< those of them that are in arrays already: reads ahead of the fold
};

/// Splits the body of `fold` at the inner fold, and prints what is the same in all lanes.
Halves split_step(BodyPrinter& p, const Stm& fold, const Stm& inner, const Vars& variables) {
  const Body& element = fold.bodies[0];
  Halves h{{{}, {}, {}}, {{}, {}, element.results}, {}, {}};
  Vars varying = variables;
  bool behind = false;
  for (const Stm& s : element.stms) {
    behind |= &s == &inner;
    if (&s != &inner && !uses(s, varying)) {
      p.statement(s);
      continue;
    }
    varying.insert(varying.end(), s.outs.begin(), s.outs.end());
    if (&s != &inner) (behind ? h.after : h.before).stms.push_back(s);
  }
  Body later = h.after;
  later.stms.insert(later.stms.begin(), inner);
  const Vars free = p.free_variables({&later});
  for (const Stm& s : h.before.stms)
    for (Var v : s.outs)
      if (is_any(v, free)) (p.modes.values.contains(v) ? h.ahead : h.kept).push_back(v);
  return h;
}

/// Prints one step, in all lanes, of a fold that holds the fold `inner`. `alone` is the C label of the code that computes
/// the elements of the map one by one.
void step_with_inner(BodyPrinter& p, const Stm& fold, const Stm& inner, const Vars& variables, const Names& y,
                     bool first, const std::string& alone) {
  const Halves h = split_step(p, fold, inner, variables);
  const std::string n = p.name(inner.args[0]);
  // A long row is faster alone: its own elements then fill the vector registers.
  p.line("if (" + n + (inner.shape == Shape::Lane ? " > 96" : " >= 1ll << 20") + ") goto " + alone + ";");
  declare_lanes(p, h.kept, lanes);
  if (!h.before.stms.empty())
    each_lane(p, variables, [&] {
      p.deferring(h.before, [&] {
        p.statements(h.before);
        store_lanes(p, h.kept);
      });
    });
  if (count_of(h.before, Op::Check)) p.line("if (*bad & 1) return nova_fail(t, 0);");
  Vars all = variables;
  all.insert(all.end(), h.kept.begin(), h.kept.end());
  all.insert(all.end(), h.ahead.begin(), h.ahead.end());
  const Names z = state_arrays(p, inner);
  p.open("if (" + n + " > 0)");
  const auto tiles = tile_reads(inner, variables);
  fill_tiles(p, tiles, n);
  const Scoped values(p.modes.values);
  for (const TileRead& r : tiles)
    p.modes.values[r.read->outs[0]] =
        tile_of(p, *r.read) + "[" + p.name(inner.bodies[0].params[0]) + " * " + lanes + " + l]";
  fold_lanes(p, inner, all, z, alone);
  p.otherwise();
  each_lane(p, all, [&] {
    for (size_t c = 0; c < z.size(); ++c) p.line(z[c] + " = " + p.name(inner.args[c + 1]) + ";");
  });
  p.close();
  each_lane(p, all, [&] {
    for (size_t c = 0; c < z.size(); ++c) p.line(p.declared(inner.outs[c]) + " = " + z[c] + ";");
    p.deferring(h.after, [&] {
      p.statements(h.after);
      const Names x = p.name(h.after.results);
      if (first)
        for (size_t c = 0; c < x.size(); ++c) p.line(y[c] + " = " + x[c] + ";");
      else
        p.open(""), join_in_lane(p, fold, y, x, y), p.close();
    });
  });
}

/// Prints one step of the fold in all lanes. Values that are the same in all lanes are computed first, once. A loop
/// over the lanes follows. If a condition is the same in all lanes, this loop is printed once for each answer of it.
void step_lanes(BodyPrinter& p, const Stm& fold, const Vars& variables, const Names& y, bool first,
                const std::string& alone) {
  if (const Stm* inner = inner_fold(fold); inner && uses(*inner, variables))
    return step_with_inner(p, fold, *inner, variables, y, first, alone);
  const Body& element = fold.bodies[0];
  Body own{{}, {}, element.results};
  Vars varying = variables;
  for (const Stm& s : element.stms)
    if (uses(s, varying))
      own.stms.push_back(s), varying.insert(varying.end(), s.outs.begin(), s.outs.end());
    else
      p.statement(s);
  by_answers(p, own, "0", lanes, [&](const std::string&, const std::string&) {
    each_lane(
        p, variables,
        [&] {
          p.deferring(own, [&] {
            p.statements(own);
            Names x = p.name(own.results);
            if (first)
              for (size_t c = 0; c < x.size(); ++c) p.line(y[c] + " = " + x[c] + ";");
            else
              p.open(""), join_in_lane(p, fold, y, x, y), p.close();
          });
        },
        first ? "NOVA_LANES" : "NOVA_STEPS");
  });
}

/// Prints the loops over the steps of the fold, cell by cell; `step` prints a step and `end` what ends a cell. In the
/// ordered shape a cell is 16 steps, in the lane shape every sixteenth step of a tile of 1,024.
void cells_of_steps(BodyPrinter& p, const Stm& fold, const std::function<void(bool first)>& step,
                    const std::function<void()>& end) {
  const std::string k = p.name(fold.bodies[0].params[0]), n = p.name(fold.args[0]);
  const bool ordered = fold.shape == Shape::Ordered;
  p.line("nv_i64 cell = 0;");
  p.open("for (nv_i64 tile = 0; tile < " + n + "; tile += 1024)");
  p.line("const nv_i64 last = nova_least(tile + 1024, " + n + ");");
  p.open(ordered ? "for (nv_i64 first = tile; first < last; first += 16, ++cell)"
                 : "for (nv_i64 first = tile; first < nova_least(tile + 16, last); ++first, ++cell)");
  // a step of all lanes takes about as long as four turns of a plain loop
  p.poll(ordered ? "4 * nova_least(last - first, 16)" : "(last - first + 15) / 16 * 4");
  p.open("");
  p.line("nv_i64 " + k + " = first;"), step(true);
  p.close();
  p.open("for (nv_i64 " + k + " = first + " + (ordered ? "1; " : "16; ") + k + " < " +
         (ordered ? "nova_least(first + 16, last); ++" + k : "last; " + k + " += 16") + ")");
  step(false);
  p.close();
  end();
  p.close(), p.close();
}

/// Prints, before a fold's loops, the reads of its body at indices that are bound outside of the body and differ by
/// lane. Those reads then have their values in arrays.
void read_ahead(BodyPrinter& p, const Stm& fold, const Vars& variables) {
  for (const Stm& s : fold.bodies[0].stms) {
    if (s.op != Op::Read || !is_any(s.args[1], variables) || p.modes.values.contains(s.outs[0])) continue;
    const std::string array = "lane_" + p.name(s.outs[0]);
    p.line(c_type(p.element(s.outs[0])) + " " + array + "[" + lanes + "];");
    each_lane(p, variables,
              [&] { p.line(array + "[l] = " + p.name(s.args[0]) + "[" + p.name(s.args[1]) + "];"); });
    p.modes.values[s.outs[0]] = array + "[l]";
  }
}

/// Prints the fold in all lanes, for a length that is not 0. The values of the cells are combined by a binary tree, with
/// a stack as in a binary counter. The results are stored in `y`.
void fold_lanes(BodyPrinter& p, const Stm& fold, const Vars& variables, const Names& y,
                const std::string& alone) {
  Names top, under, all, right, below;
  for (size_t c = 0; c < y.size(); ++c) {
    const std::string s = p.fresh("tree");
    p.line(p.type_of(fold.bodies[1].params[c]) + " " + s + "[" + "18][" + lanes + "];");
    top.push_back(s + "[depth][l]"), under.push_back(s + "[depth - 1][l]"), all.push_back(s + "[0][l]");
    right.push_back(s + "[depth - 1][l]"), below.push_back(s + "[depth - 2][l]");
  }
  const auto copy = [&](const Names& to, const Names& from) {
    each_lane(p, {}, [&] {
      for (size_t c = 0; c < to.size(); ++c) p.line(to[c] + " = " + from[c] + ";");
    });
  };
  const Scoped values(p.modes.values);
  read_ahead(p, fold, variables);
  p.line("int depth = 0;");
  cells_of_steps(
      p, fold, [&](bool first) { step_lanes(p, fold, variables, y, first, alone); },
      [&] {
        p.open("for (nv_i64 bits = cell; bits & 1; bits >>= 1)");
        p.line("--depth;"), join_lanes(p, fold, variables, top, y, y);
        p.close();
        copy(top, y), p.line("++depth;");
      });
  p.open("for (; depth > 1; --depth)");
  join_lanes(p, fold, variables, below, right, below);
  p.close();
  const Names init = p.name(Vars(fold.args.begin() + 1, fold.args.end()));
  fold.start ? join_lanes(p, fold, variables, init, all, y) : copy(y, all);
}

/// Prints the declarations of the tiles of a fold's inner folds, which are empty yet.
void declare_tiles(BodyPrinter& p, const Stm& fold, const Vars& variables) {
  for (const Stm* inner = inner_fold(fold); inner; inner = inner_fold(*inner))
    for (const TileRead& r : tile_reads(*inner, variables)) {
      p.line(c_type(p.element(r.read->outs[0])) + "* " + tile_of(p, *r.read) + " = 0;");
      p.line("nv_i64 " + tile_of(p, *r.read) + "_length = 0;");
    }
}

/// Prints a loop over the map's elements from `i` on, 64 at a time, as long as there are `least` before `to`.
void lane_blocks(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& i, const std::string& to,
                 const std::string& alone) {
  const Body& b = map.bodies[0];
  const MapParts parts = parts_around(p, b, fold);
  const Vars& variables = parts.kept;
  const std::string n = p.name(fold.args[0]);
  const Scoped narrow(p.narrow(), numbers_carried(b, fold));
  p.open("for (; " + n + " < 1ll << 20 && " + i + " + least <= " + to + "; " + i + " += " + lanes + ")");
  p.line("if (" + i + " + " + lanes + " > " + to + ") " + i + " = " + to + " - " + lanes + ";");
  p.poll(lanes);
  declare_lanes(p, variables, lanes);
  const Names y = state_arrays(p, fold);
  const bool tiles = inner_fold(fold);
  if (tiles) p.line("const nova_mark untiled = nova_arena_mark(t);");
  declare_tiles(p, fold, variables);
  each_lane(p, {}, [&] {
    p.deferring(parts.before, [&] {
      p.block(parts.before, {i + " + l"}, [&](const Names&) { store_lanes(p, variables); });
    });
  });
  // What follows reads at indices that these checks are for, and does not look at them.
  if (count_of(parts.before, Op::Check)) p.line("if (*bad & 1) return nova_fail(t, 0);");
  p.open("if (" + n + " > 0)");
  fold_lanes(p, fold, variables, y, alone);
  p.close();
  p.open("else");
  each_lane(p, variables, [&] {
    for (size_t c = 0; c < y.size(); ++c) p.line(y[c] + " = " + p.name(fold.args[c + 1]) + ";");
  });
  p.close();
  Body after = parts.after;
  after.params = b.params;
  Vars later = variables;
  std::erase_if(later, [&](Var v) { return std::ranges::find(b.params, v) != b.params.end(); });
  each_lane(p, later, [&] {
    for (size_t c = 0; c < y.size(); ++c) p.line(p.declared(fold.outs[c]) + " = " + y[c] + ";");
    p.deferring(after, [&] {
      p.block(after, {i + " + l"}, [&](const Names& r) {
        for (size_t k = 0; k < r.size(); ++k) p.line(p.name(map.outs[k]) + "[" + i + " + l] = " + r[k] + ";");
      });
    });
  });
  if (tiles) p.line("nova_arena_reset(t, untiled);");
  p.close();
}

/// Decides whether a map's fold can be computed for all lanes together.
class LaneTest {
 public:
  LaneTest(const BodyPrinter& p, const Body& map, const Stm& fold) : p_(p), bound_(bound_variables(map)) {
    own_ = map.params;
    for (const Stm* s = map.stms.data(); s != &fold; ++s)
      own_.insert(own_.end(), s->outs.begin(), s->outs.end());
    nested_ = inner_fold(fold);
  }

  /// Whether the fold suits: its length and, but for rows of the lane's own in a nest, what it reads is shared.
  bool suits(const Stm& fold, bool outermost = true) {
    if (fold.op != Op::Reduce || sizes_of(fold) || fold.outs.size() > 8 || !is_shared(fold.args[0]) ||
        !is_arithmetic(fold.bodies[1]) || count_of(fold.bodies[1], Op::Read))
      return false;
    note_shared(fold.bodies[0], bound_, shared_);
    const Stm* const inner = inner_fold(fold);
    const Body& element = fold.bodies[0];
    const bool from_rows = !outermost && count_of(element, Op::Check) == 0,
               ahead = nested_ && checks_move(element);
    const auto tiles = from_rows ? tile_reads(fold, own_) : std::vector<TileRead>();
    const bool all = std::ranges::all_of(element.stms, [&](const Stm& s) {
      const bool tile = std::ranges::any_of(tiles, [&](const TileRead& r) { return r.read == &s; });
      return &s == inner || tile || (is_plain(s) && reads_shared(s, ahead));
    });
    return all && (!inner || suits(*inner, false));
  }

 private:
  bool is_shared(Var v) const { return is_any(v, shared_) || !is_any(v, bound_) || p_.texts().contains(v); }
  /// Whether all conditions of the body's Checks depend on its index. Then none of them is for an index that does not, so
  /// that a read at such an index can come before them.
  static bool checks_move(const Body& element) {
    Vars moving = element.params;
    return std::ranges::all_of(element.stms, [&](const Stm& s) {
      const bool moves = uses(s, moving);
      if (moves) moving.insert(moving.end(), s.outs.begin(), s.outs.end());
      return moves || s.op != Op::Check;
    });
  }
  /// Whether the statement reads at shared indices alone or, with `ahead`, at an index that is known before the fold.
  bool reads_shared(const Stm& s, bool ahead) const {
    if (s.op == Op::Read) return is_shared(s.args[1]) || (ahead && is_any(s.args[1], own_));
    return std::ranges::all_of(s.bodies, [&](const Body& b) {
      bool shared = true;
      for_each_stm(b, [&](const Stm& in) { shared &= in.op != Op::Read || is_shared(in.args[1]); });
      return shared;
    });
  }

  const BodyPrinter& p_;
  const Vars bound_; ///< the variables that the map's body binds
  Vars own_;         ///< those that it binds before the fold
  Vars shared_{};    ///< those that are the same in all lanes
  bool nested_;
};

} // namespace

const Stm* fold_of_all(const BodyPrinter& p, const Body& b) {
  const Stm* fold = nullptr;
  if (p.modes.in_function) return nullptr;
  for (const Stm& s : b.stms) {
    if (is_plain(s)) continue;
    if (fold || s.op != Op::Reduce) return nullptr;
    fold = &s;
  }
  if (!fold || (fold->shape != Shape::Ordered && !inner_fold(*fold))) return nullptr;
  return LaneTest(p, b, *fold).suits(*fold) ? fold : nullptr;
}

void side_by_side(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& from,
                  const std::string& to, const Loop& one_by_one) {
  const std::string i = p.fresh("i");
  const std::string alone = p.fresh("alone");
  p.line("nv_i64 " + i + " = " + from + ";");
  // The last block may begin before the end of the one before it, and compute some elements again.
  p.line("const nv_i64 least = " + to + " - " + from + " >= " + lanes + " ? 16 : " + lanes + ";");
  lane_blocks(p, map, fold, i, to, alone);
  if (inner_fold(fold)) p.line(alone + ":;");
  one_by_one(i, to);
}

} // namespace nova::plan

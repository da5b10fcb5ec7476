// Prints maps and iota.
#include "jit/emit/c/maps/maps.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/cells.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/column_folds.hpp"
#include "jit/emit/c/maps/lockstep_loops.hpp"
#include "jit/emit/c/maps/loop_fission.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include "jit/emit/c/maps/matrix_products.hpp"
#include "jit/emit/c/maps/outer_loop_simd.hpp"
#include "jit/emit/c/maps/row_batches.hpp"
#include "jit/emit/c/maps/short_maps.hpp"
#include "jit/emit/c/maps/stencils.hpp"
#include "jit/emit/c/places/histogram_rows.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

bool reads(const std::vector<const Stm*>& stms) {
  return std::ranges::any_of(stms, [](const Stm* s) { return s->op == Op::Read; });
}

/// Returns the statements that compute the index of a read, if they are arithmetic and reads at the loop's index.
/// Returns none otherwise.
std::vector<const Stm*> place_of(const Body& b, const Stm& read) {
  std::unordered_set<Var> needed{read.args[1]};
  std::vector<const Stm*> found;
  for (size_t k = static_cast<size_t>(&read - b.stms.data()); k-- > 0;) {
    const Stm& s = b.stms[k];
    // A prefetch executes these reads for a later iteration, before the check of that iteration: a read behind a
    // check may then be out of bounds.
    if (s.op == Op::Check && reads(found)) return {};
    if (s.op == Op::Constant || std::ranges::none_of(s.outs, [&](Var v) { return needed.contains(v); }))
      continue;
    if (s.op != Op::Scalar && !(s.op == Op::Read && s.args[1] == b.params.back())) return {};
    found.insert(found.begin(), &s);
    if (s.op == Op::Scalar) needed.insert(s.args.begin(), s.args.end());
  }
  return found;
}

/// Prints prefetches for gathers, 128 iterations ahead. Memory can serve many loads at a time, but the CPU by itself
/// starts only the few that come next. If an iteration has many gathers, no prefetches are needed.
void prefetch_gathers(BodyPrinter& p, const Body& b, const std::string& i, const std::string& end) {
  constexpr size_t few = 4;
  if (gathered(b).size() > few) return;
  for (const Stm& s : b.stms) {
    const auto from =
        s.op == Op::Read && s.args[1] != b.params.back() ? place_of(b, s) : std::vector<const Stm*>();
    if (!reads(from)) continue;
    p.open("");
    p.line(p.declared(b.params.back()) + " = nova_least(" + i + " + 128, " + end + " - 1);");
    for (const Stm* at : from) p.statement(*at);
    p.line("__builtin_prefetch(" + p.name(s.args[0]) + " + " + p.name(s.args[1]) + ");");
    p.close();
  }
}

bool in_blocks(const BodyPrinter& p, const Body& b);

void map_loop(BodyPrinter& p, const Stm& s, const std::string& begin, const std::string& end,
              bool prefetches = false) {
  const Body& b = s.bodies[0];
  const bool stop = p.ends(b);
  // What a map in place has computed it cannot compute again.
  const bool once = std::ranges::any_of(s.outs, [&](Var v) { return p.is_in_place(v); });
  // A row is short, so that it pays to leave no elements behind its last full register: block_loop leaves none.
  const bool is_row =
      p.simd() && !s.outs.empty() && p.modes.placed.contains(s.outs[0]) && is_pure(b) && gathered(b).empty();
  const auto store = [&](const std::string& i, const Names& r) {
    for (size_t k = 0; k < r.size(); ++k) p.line(p.name(s.outs[k]) + "[" + i + "] = " + r[k] + ";");
  };
  const Loop one_by_one = [&](const std::string& from, const std::string& to) {
    if (!stop && !once && (is_row || in_blocks(p, b))) return block_loop(p, s, from, to);
    if (const auto parts = stop || once ? std::vector<size_t>() : stages(p, b); parts.size() > 2)
      return staged_loop(p, s, parts, from, to);
    if (const auto maths = stop ? maths_behind_loops(p, b) : std::nullopt)
      return loops_then_maths(p, s, *maths, from, to);
    const std::string i = p.fresh("i");
    if (!stop) p.line("NOVA_IVDEP");
    p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    if (stop) p.poll();
    const Scoped shares(p.modes.shares, {}); // inner loops must not reset the shares
    for (const std::string& anew : shares.before()) p.line(anew);
    if (prefetches && !stop) prefetch_gathers(p, b, i, to);
    p.round(b, {i}, [&](const Names& r) { store(i, r); });
    p.close();
  };
  const auto together = lockstep_of(p, b);
  const Loop loop = [&](const std::string& from, const std::string& to) {
    if (!together) return one_by_one(from, to);
    in_lockstep(
        p, b, *together, from, to,
        [&](const std::string& i, const Body& rest) {
          p.block(rest, {}, [&](const Names& r) { store(i, r); });
        },
        one_by_one);
  };
  if (const Stm* fold = once ? nullptr : column_fold_of(p, b)) return column_folds(p, s, *fold, begin, end);
  const auto batch = once ? std::nullopt : batch_of(p, b);
  if (const Stm* fold = p.simd() && !batch ? fold_of_all(p, b) : nullptr) {
    p.open(""), side_by_side(p, s, *fold, begin, end, loop), p.close();
    return;
  }
  const Loop part = [&](const std::string& from, const std::string& to) {
    batch && !p.modes.whole ? batches(p, s, *batch, from, to, loop) : by_answers(p, b, from, to, loop);
  };
  if (!stop && !once && reads_down(p, b)) return in_tiles(p, b, begin, end, part);
  in_parts(p, b, begin, end, part);
}

/// Whether the body has so many reads, at indices that do not depend on reads, that the C compiler would have too few
/// registers for their addresses.
bool in_blocks(const BodyPrinter& p, const Body& b) {
  constexpr size_t many = 16;
  return p.simd() && !p.modes.whole && is_pure(b) && count_of(b, Op::Read) >= many && gathered(b).empty();
}

/// Whether the map is printed as a sequential loop (rows_in_turn), so that all threads share each of its inner loops.
/// That is so if its body has a loop with Strategy::Flat and makes no columns.
bool cuts_rows(const Stm& s) {
  return std::ranges::any_of(s.bodies[0].stms, [](const Stm& in) { return in.strategy == Strategy::Flat; }) &&
         !allocates(s.bodies[0]);
}

/// Returns the columns that the kernel of a map fills.
std::vector<Filled> filled_by(const BodyPrinter& p, const Stm& s) {
  std::vector<Filled> filled;
  for (Var v : s.outs) filled.push_back({p.name(v), p.name(s.args[0])});
  return filled;
}

/// Prints the map as a kernel.
void map_kernel(BodyPrinter& p, const Stm& s) {
  const bool columns = column_fold_of(p, s.bodies[0]), together = p.simd() && fold_of_all(p, s.bodies[0]);
  const std::string n = p.name(s.args[0]);
  kernel(p, s, "map over " + n, p.free_variables({&s.bodies[0]}, s.outs), {}, n,
         columns                      ? column_grain(n)
         : together                   ? lanes
         : reads_down(p, s.bodies[0]) ? tile_grain(p, s.bodies[0], n)
                                      : grain(p, s.bodies[0], 8192),
         [&] { with_shares(p, s, [&] { map_loop(p, s, "begin", "end", p.simd()); }); }, filled_by(p, s),
         {{&s.bodies[0]}});
}

/// Prints the map as a sequential loop. In its body, statements over elements become kernels.
void rows_in_turn(BodyPrinter& p, const Stm& s) {
  const std::string i = p.fresh("i");
  p.open("for (nv_i64 " + i + " = 0; " + i + " < " + p.name(s.args[0]) + "; ++" + i + ")");
  p.poll();
  p.block(s.bodies[0], {i}, [&](const Names& r) {
    for (size_t k = 0; k < r.size(); ++k) p.line(p.name(s.outs[k]) + "[" + i + "] = " + r[k] + ";");
  });
  p.close();
}

} // namespace

void print_iota(BodyPrinter& p, const Stm& s) {
  const std::string out = p.name(s.outs[0]), first = p.name(s.args[1]), step = p.name(s.args[2]);
  p.declare(s.outs), p.allocate(out, p.name(s.args[0]));
  const auto loop = [&](const std::string& begin, const std::string& end) {
    p.open("for (nv_i64 i = " + begin + "; i < " + end + "; ++i)");
    p.line(out + "[i] = nv_add_i64(" + first + ", nv_mul_i64(i, " + step + "));");
    p.close();
  };
  if (!p.modes.host) return loop("0", p.name(s.args[0]));
  const std::string &from = p.word(s.args[1]), &by = p.word(s.args[2]);
  kernel(p, s, from + ", " + from + " + " + by + ", ..", {s.outs[0], s.args[1], s.args[2]}, {},
         p.name(s.args[0]), "8192", [&] { loop("begin", "end"); });
}

void columns_of(BodyPrinter& p, const Stm& map) {
  p.declare(map.outs);
  for (Var v : map.outs)
    if (const auto at = p.modes.placed.find(v); at != p.modes.placed.end())
      p.line(p.name(v) + " = " + at->second + ";");
    else if (p.is_in_place(v))
      p.line(p.name(v) + " = " + p.name(p.older(v)) + ";");
    else
      p.allocate(p.name(v), p.name(map.args[0]));
}

void print_map(BodyPrinter& p, const Stm& s) {
  if (s.outs.size() == 1 && p.unfilled.columns.contains(s.outs[0])) return;
  if (is_short(p, s)) return short_map(p, s);
  columns_of(p, s);
  if (p.modes.host && cuts_rows(s)) return rows_in_turn(p, s);
  if (const auto product = p.simd() ? matrix_product(p.plan(), s) : std::nullopt)
    whole_product(p, s, *product);
  if (!p.modes.host) {
    p.open(""), map_loop(p, s, "0", p.name(s.args[0])), p.close();
    return;
  }
  p.open("");
  with_row_tables(p, s, [&] { map_kernel(p, s); });
  p.close();
}

} // namespace nova::plan

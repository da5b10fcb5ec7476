// Prints reductions in their shapes (docs/shapes.md). A tile is 1,024 elements: 64 rows with an element for each of
// 16 lanes, or 64 cells of 16 elements. One C function reduces a tile; the values of the tiles are combined by an
// aligned binary tree.
#include "jit/emit/c/folds/reductions.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/folds/array_states.hpp"
#include "jit/emit/c/folds/exact_reductions.hpp"
#include "jit/emit/c/folds/lanes.hpp"
#include "jit/emit/c/folds/whole_tiles.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include "jit/emit/c/maps/row_batches.hpp"
#include "jit/emit/c/places/reach.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

void elements_in_rows(BodyPrinter& p, const Fold& f);

/// Prints the reduction of a tile whose elements have to be computed one after the other. They are stored first and
/// then combined in lanes.
void stored_lanes(BodyPrinter& p, const Fold& f) {
  const Names x = in_turn(f, "x");
  arrays(p, f, "e", "1024 + 16");
  if (made_apart(p, f.s.bodies[0]))
    p.call(elements(p, f.s.bodies[0]), concat({"first", "count"}, in_turn(f, "e")));
  else if (!f.stops)
    elements_in_rows(p, f);
  else {
    p.open("for (nv_i64 k = 0; k < count; ++k)");
    element_of(p, f, "first + k", {}, pointers(f, "e", "k"));
    p.close();
  }
  for (size_t k = 0; k < x.size(); ++k)
    p.line("for (nv_i64 l = 0; l < 16; ++l) e" + std::to_string(k) +
           "[count + l] = " + (is_ranked(f, k) ? "__builtin_nan(\"\")" : f.neutrals[k]) + ";");
  open_lanes(p, f, "r", false);
  p.open("for (nv_i64 k = 0; k < count; k += 16)");
  p.line("NOVA_LANES");
  p.open("for (nv_i64 l = 0; l < 16; ++l)");
  arrays(p, f, "x", ""), copy_values(p, f, x, in_turn(f, "e", "k + l"));
  join_ranks(p, f, "r");
  p.close(), p.close();
  close_lanes(p, f, "r", "a", "");
  std::ranges::none_of(f.types, is_floating) ? halve_lanes(p, f) : lane_tree(p, f, "a", 8, 1);
}

/// Prints a loop that stores elements first .. first + count - 1 in e0, e1, .., row by row.
void elements_in_rows(BodyPrinter& p, const Fold& f) {
  const Body& b = f.s.bodies[0];
  in_parts(p, b, "first", "first + count", [&](const std::string& from, const std::string& to) {
    const std::string i = p.fresh("i");
    p.line("NOVA_IVDEP");
    p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    p.round(b, {i}, [&](const Names& r) { copy_values(p, f, in_turn(f, "e", i + " - first"), r); });
    p.close();
  });
}

void lane_tile(BodyPrinter& p, const Fold& f) {
  arrays(p, f, "a", "16");
  if (!f.stops && !f.neutrals.empty() && !goes_in_rows(p, f)) return neutral_lanes(p, f);
  if (!f.steps && !f.neutrals.empty()) return stored_lanes(p, f);
  start_lanes(p, f, "a");
  if (!f.stops)
    lane_rows(p, f);
  else {
    p.open("for (nv_i64 k = 0; k < count; ++k)");
    if (f.steps)
      element_of(p, f, "first + k", in_turn(f, "a", "k % 16"), pointers(f, "a", "k % 16"));
    else {
      arrays(p, f, "x", "");
      element_of(p, f, "first + k", {}, pointers(f, "x"));
      p.open("if (k < 16)");
      copy_values(p, f, in_turn(f, "a", "k"), in_turn(f, "x"));
      p.otherwise();
      join(p, f, in_turn(f, "a", "k % 16"), in_turn(f, "x"), pointers(f, "a", "k % 16"));
      p.close();
    }
    p.close();
  }
  halve(p, f, "a", "nova_least(count, 16)");
}

void cell_tile(BodyPrinter& p, const Fold& f) {
  arrays(p, f, "a", "64");
  p.open("for (nv_i64 c = 0; c * 16 < count; ++c)");
  arrays(p, f, "y", "");
  element_of(p, f, "first + c * 16", {}, pointers(f, "y"));
  p.open("for (nv_i64 k = c * 16 + 1; k < nova_least(c * 16 + 16, count); ++k)");
  arrays(p, f, "x", "");
  element_of(p, f, "first + k", {}, pointers(f, "x"));
  join(p, f, in_turn(f, "y"), in_turn(f, "x"), pointers(f, "y"));
  p.close();
  copy_values(p, f, in_turn(f, "a", "c"), in_turn(f, "y"));
  p.close();
  halve(p, f, "a", "(count + 15) / 16");
}

/// Prints the function that reduces a tile: elements first .. first + count - 1, at least one.
CFunction tile(BodyPrinter& p, const Fold& f) {
  Vars captures = f.captures;
  if (f.steps)
    captures = p.free_variables({&f.s.bodies[0], &f.s.bodies[1]}, Vars(f.s.args.begin() + 1, f.s.args.end()));
  return p.function(
      "tile", std::move(captures), f.stops,
      concat({"nv_i64 first", "nv_i64 count"}, parameters(f, "w", true)),
      [&] {
        if (f.stops) p.poll("count");
        const bool lane = is_lane_fold(f.s);
        if (is_exact(p, f))
          exact_lanes(p, f, f.far);
        else if (lane)
          lane_tile(p, f);
        else
          cell_tile(p, f);
        give(p, f, "w", "a");
      },
      !p.modes.in_function || !p.simd()); // inlined, a tile's arrays would enlarge a function's frames
}

void reduce_host(BodyPrinter& p, const Fold& f, const CFunction& tile);
void reduce_loop(BodyPrinter& p, const Fold& f, const CFunction& tile);

void reduce_scalars(BodyPrinter& p, const Stm& s) {
  if (p.modes.joined && &p.modes.joined->s == &s) return print_joined(p, *p.modes.joined);
  const Fold f = fold(p, s);
  const CFunction t = tile(p, f);
  p.declare(s.outs), p.set(s.outs, p.name(Vars(s.args.begin() + 1, s.args.end())));
  p.open("if (" + p.name(s.args[0]) + " > 0)");
  if (p.modes.host)
    reduce_host(p, f, t);
  else if (is_exact(p, f))
    exact_loop(p, f, t);
  else
    reduce_loop(p, f, t);
  p.close();
}

void levels(BodyPrinter& p, const Fold& f);
std::optional<CFunction> whole_tiles(BodyPrinter& p, const Fold& f, const CFunction& tile,
                                     const std::vector<IndexCondition>& conditions);

/// Prints the reduction as a kernel, which stores the value of each tile in p0, p1, .., and then the tree over these
/// values.
void reduce_host(BodyPrinter& p, const Fold& f, const CFunction& tile) {
  const std::string n = p.name(f.s.args[0]), size = tile_length(p, f);
  p.line("const nv_i64 tiles = (" + n + " + " + size + " - 1) / " + size + ";");
  std::vector<Given> given = {{"nv_i64", "n", n}};
  std::vector<Filled> filled;
  for (size_t k = 0; k < f.types.size(); ++k) {
    const std::string column = "p" + std::to_string(k);
    p.line(c_type(f.types[k]) + "* " + column + ";"), p.allocate(column, "tiles");
    given.push_back({c_type(f.types[k]) + "*", column, column});
    filled.push_back({column, "tiles"});
  }
  const bool lane = is_lane_fold(f.s);
  const bool simple = lane && !f.stops && !goes_in_rows(p, f);
  const auto conditions = simple ? index_conditions(p, f.s.bodies[0], f.s.bodies[0].params.back())
                                 : std::vector<IndexCondition>();
  const std::optional<CFunction> whole = simple ? whole_tiles(p, f, tile, conditions) : std::nullopt;
  kernel(p, f.s, std::string("reduction of ") + n + " elements, " + (lane ? "lane" : "ordered") + " shape",
         tile.captures, given, "tiles",
         f.stops || is_exact(p, f) ? "1"
         : at_once(p, f) > 8       ? "16"
                                   : "8",
         [&] {
           if (whole) range_of(p, conditions, "0", "n");
           p.open("for (nv_i64 i = begin; i < end;)");
           if (whole) {
             const std::string made = std::to_string(at_once(p, f)), first = "i * " + size;
             p.open("if (i + " + made + " <= end && " + first + " >= lo && (i + " + made + ") * " + size +
                    " <= hi)");
             p.call(*whole, concat({first}, moved(in_turn(f, "p"), "i")));
             p.line("i += " + made + ";");
             p.line("continue;");
             p.close();
           }
           p.call(tile, concat({"i * " + size, "nova_least(n - i * " + size + ", " + size + ")"},
                               pointers(f, "p", "i")));
           p.line("++i;");
           p.close();
         },
         filled, {{&f.s.bodies[0], &f.s.bodies[1]}, size});
  fetch(p, in_turn(f, "p"));
  levels(p, f);
  finish_reduce(p, f, in_turn(f, "p", "0"));
}

/// Prints the tree over the values of all tiles, whose result is stored in p0[0], p1[0], ..
void levels(BodyPrinter& p, const Fold& f) {
  if (is_ready(f))
    return for_ready(f, [&](const std::string& by, const std::string& k) {
      p.line("t->host->levels(" + by + ", p" + k + ", tiles);");
    });
  if (!in_any_grouping(f)) return halve(p, f, "p", "tiles", false);
  p.open("for (nv_i64 k = 1; k < tiles; ++k)");
  p.line("NOVA_ONE_BY_ONE;");
  join(p, f, in_turn(f, "p", "0"), in_turn(f, "p", "k"), pointers(f, "p", "0"));
  p.close();
}

/// Prints a function for complete tiles, for which the conditions on the index are known. In exact reductions it
/// reduces one tile, otherwise several. Returns nothing if it would gain nothing over `tile`.
std::optional<CFunction> whole_tiles(BodyPrinter& p, const Fold& f, const CFunction& tile,
                                     const std::vector<IndexCondition>& conditions) {
  std::optional<CFunction> whole;
  if (is_exact(p, f) && conditions.empty() && !counts(p, f)) return whole;
  knowing(p, conditions, [&] {
    const Fold known = conditions.empty() ? f : fold(p, f.s);
    whole = counts(p, f)     ? count_tiles(p, known, tile)
            : is_exact(p, f) ? exact_tile(p, known)
                             : some_tiles(p, known, tile, true);
  });
  return whole;
}

/// Prints the reduction as a loop over tiles, inside of a kernel. The tiles' values are combined by a binary tree,
/// with a stack as in a binary counter. If the steps of an Accumulate are long, four tiles at a time are reduced, and
/// their trees are computed together.
void reduce_loop(BodyPrinter& p, const Fold& f, const CFunction& tile) {
  const std::string n = p.name(f.s.args[0]);
  const bool fours = f.steps && !f.stops && is_long_step(f);
  arrays(p, f, "s", "54");
  arrays(p, f, "w", "4");
  p.line("int depth = 0;");
  p.open("for (nv_i64 first = 0, made = 1, tiles = 0; first < " + n + "; first += made * 1024)");
  p.poll("nova_least(" + n + " - first, 1024)");
  if (fours) {
    p.open("if ((made = " + n + " - first < 4096 ? 1 : 4) == 4)");
    p.call(some_tiles(p, f, tile, false), concat({"first"}, in_turn(f, "w")));
    p.otherwise();
  }
  p.call(tile, concat({"first", "nova_least(" + n + " - first, 1024)"}, in_turn(f, "w")));
  if (fours) p.close();
  p.line("if (" + n + " <= 1024) break; // the only tile");
  p.open("for (nv_i64 q = 0; q < made; ++q)");
  p.open("for (nv_i64 bits = tiles++; bits & 1; bits >>= 1)");
  p.line("--depth;");
  join(p, f, in_turn(f, "s", "depth"), in_turn(f, "w", "q"), pointers(f, "w", "q"));
  p.close();
  copy_values(p, f, in_turn(f, "s", "depth"), in_turn(f, "w", "q"));
  p.line("++depth;");
  p.close(), p.close();
  p.open("while (depth > 1)");
  p.line("--depth;");
  join(p, f, in_turn(f, "s", "depth - 1"), in_turn(f, "s", "depth"), pointers(f, "s", "depth - 1"));
  p.close();
  p.open("if (depth)");
  copy_values(p, f, in_turn(f, "w", "0"), in_turn(f, "s", "0"));
  p.close();
  finish_reduce(p, f, in_turn(f, "w", "0"));
}

} // namespace

void prefetch(BodyPrinter& p, const Body& b, const std::string& at) {
  for (const Stm& s : b.stms)
    if (s.op == Op::Read)
      if (const auto address = address_beside(p, b, s, at)) p.line("__builtin_prefetch(" + *address + ");");
}

void prefetch_next(BodyPrinter& p, const Fold& f, const std::string& at) {
  constexpr size_t little = 12;
  if (!p.modes.host && p.simd() && f.s.bodies[0].stms.size() <= little)
    prefetch(p, f.s.bodies[0], at + " + 1024");
}

void finish_reduce(BodyPrinter& p, const Fold& f, const Names& value) {
  Names to = p.name(f.s.outs);
  for (std::string& w : to) w = "&" + w;
  if (f.s.start)
    join(p, f, p.name(Vars(f.s.args.begin() + 1, f.s.args.end())), value, to);
  else
    p.set(f.s.outs, value);
}

void print_reduce(BodyPrinter& p, const Stm& s) { sizes_of(s) ? reduce_states(p, s) : reduce_scalars(p, s); }

} // namespace nova::plan

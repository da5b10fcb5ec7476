// Prints exact reductions, whose result does not depend on order and grouping: of integers by one operation for each
// component, and minima and maxima of any type. A tile may have any number of elements. They are combined with 32
// lanes, and the lanes are combined with each other only once, at the end of the tile.
#include "jit/emit/c/folds/exact_reductions.hpp"
#include "jit/emit/c/folds/lanes.hpp"
#include "jit/emit/c/folds/reductions.hpp"
#include "jit/emit/c/folds/whole_tiles.hpp"

namespace nova::plan {

namespace {

void meet_lanes(BodyPrinter& p, const Fold& f, int count, const Names& others);
void prefetch_ahead(BodyPrinter& p, const Fold& f, const std::string& at, bool far);

/// Prints a loop over complete rows of 32 elements, which runs if there are at least 64 elements, and the combination
/// of its 32 lanes with the 16 lanes a0, a1, .. The C variable `k` counts the elements that are done.
void wide_rows(BodyPrinter& p, const Fold& f, bool far) {
  Fold wide = f;
  wide.width = 32;
  p.open("if (count >= 64)");
  open_lanes(p, wide, "u", false);
  p.open("for (; k + 32 <= count; k += 32)");
  lane_row(p, wide, "u", "first + k", true);
  for (const char* at : {"first + k", "first + k + 16"}) prefetch_ahead(p, f, at, far);
  p.close();
  for (const char* at : {"l", "l + 16"}) meet_lanes(p, f, 16, in_turn(f, "u", at));
  p.close();
}

/// Prints a loop that combines lane l of a0, a1, .. with the values `others`, for each l below `count`. `others` is
/// C, in which l may occur.
void meet_lanes(BodyPrinter& p, const Fold& f, int count, const Names& others) {
  p.line("NOVA_LANES");
  p.open("for (nv_i64 l = 0; l < " + std::to_string(count) + "; ++l)");
  arrays(p, f, "x", ""), copy_values(p, f, in_turn(f, "x"), others);
  join_ranks(p, f, "a");
  p.close();
}

/// Prints prefetches: in a row, which may be short, 1,024 elements ahead; in a whole column (`far`) 2,048 elements
/// ahead, since there the hardware prefetches by itself up to the end of a page.
void prefetch_ahead(BodyPrinter& p, const Fold& f, const std::string& at, bool far) {
  if (far)
    prefetch(p, f.s.bodies[0], at + " + 2048");
  else
    prefetch_next(p, f, at);
}

} // namespace

bool is_exact(const BodyPrinter& p, const Fold& f) {
  return !f.stops && in_any_grouping(f) && !goes_in_rows(p, f);
}

bool in_any_grouping(const Fold& f) {
  if (f.steps || f.neutrals.empty()) return false;
  for (size_t k = 0; k < f.types.size(); ++k)
    if (is_floating(f.types[k]) && !is_extreme(f, k)) return false;
  return true;
}

std::string tile_length(const BodyPrinter& p, const Fold& f) { return is_exact(p, f) ? "16384" : "1024"; }

std::string is_unsure(const Fold& f, const char* letter, const std::string& index) {
  std::string unsure;
  const Names values = in_turn(f, letter, index);
  for (size_t k = 0; k < values.size(); ++k)
    if (is_extreme(f, k))
      unsure += (unsure.empty() ? "" : " || ") + values[k] + " == 0 || " + values[k] + " == " + f.neutrals[k];
  return unsure;
}

void halve_lanes(BodyPrinter& p, const Fold& f) {
  for (int live = 8; live; live /= 2) meet_lanes(p, f, live, in_turn(f, "a", "l + " + std::to_string(live)));
}

CFunction exact_tile(BodyPrinter& p, const Fold& f) {
  return p.function("whole", f.captures, false, concat({"nv_i64 first"}, parameters(f, "w", true)), [&] {
    p.line("const nv_i64 count = 16384;");
    exact_lanes(p, f, true);
    give(p, f, "w", "a");
  });
}

void exact_lanes(BodyPrinter& p, const Fold& all, bool far) {
  const Fold f = guessing(all);
  std::optional<CFunction> ranks;
  const std::string unsure = is_unsure(f, "a", "0");
  if (!unsure.empty())
    ranks = p.function(
        "ranks", f.captures, false, concat({"nv_i64 first", "nv_i64 count"}, parameters(f, "w", true)),
        [&] {
          arrays(p, all, "a", "16");
          neutral_lanes(p, all);
          give(p, f, "w", "a");
        },
        false);
  p.line("nv_i64 k = 0;");
  open_lanes(p, f, "a", false);
  if (!far || !counts(p, all)) wide_rows(p, f, far); // else count_tiles handles most elements
  p.line("for (; k + 16 <= count; k += 16)");
  p.indented([&] { lane_row(p, f, "a", "first + k", true); });
  lane_row(p, f, "a", "first + k", true, "count - k");
  halve_lanes(p, f);
  if (!ranks) return;
  p.open("if (" + unsure + ")");
  p.call(*ranks, concat({"first", "count"}, pointers(f, "a", "0")));
  p.close();
}

void exact_loop(BodyPrinter& p, const Fold& f, const CFunction& tile) {
  const std::string n = p.name(f.s.args[0]);
  arrays(p, f, "s", ""), arrays(p, f, "w", "");
  p.open("for (nv_i64 first = 0; first < " + n + "; first += 16384)");
  const std::string count = "nova_least(" + n + " - first, 16384)";
  p.poll(count);
  p.call(tile, concat({"first", count}, pointers(f, "w")));
  p.open("if (first)");
  join(p, f, in_turn(f, "s"), in_turn(f, "w"), pointers(f, "s"));
  p.otherwise();
  copy_values(p, f, in_turn(f, "s"), in_turn(f, "w"));
  p.close(), p.close();
  finish_reduce(p, f, in_turn(f, "s"));
}

} // namespace nova::plan

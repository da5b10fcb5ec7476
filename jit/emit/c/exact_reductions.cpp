// Reductions whose order and grouping no bit shows: integers by one operation each, and the least and largest
// of anything. Any number of elements is one tile: lanes run through it, two rows of 16 side by side, and
// meet once, at its end.
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

bool Emitter::is_exact(const Fold& f) const { return !f.stops && in_any_grouping(f) && !goes_in_rows(f); }

bool Emitter::in_any_grouping(const Fold& f) const {
  if (f.steps || f.neutrals.empty()) return false;
  for (size_t k = 0; k < f.types.size(); ++k)
    if (is_floating(f.types[k]) && !is_extreme(f, k)) return false;
  return true;
}

/// How many elements a tile has at most: of exact reductions as many as the caches hold, since what is unsure
/// goes through them again.
std::string Emitter::unit(const Fold& f) const { return is_exact(f) ? "16384" : "1024"; }

/// Is a guess at least or largest (`letter` 0 at the index, ..) one that ranks have to settle?
std::string Emitter::is_unsure(const Fold& f, const char* letter, const std::string& index) const {
  std::string unsure;
  const Names values = in_turn(f, letter, index);
  for (size_t k = 0; k < values.size(); ++k)
    if (is_extreme(f, k))
      unsure += (unsure.empty() ? "" : " || ") + values[k] + " == 0 || " + values[k] + " == " + f.neutrals[k];
  return unsure;
}

/// Rows of 32 while there are some, into the lanes a0[16], ..; `k` elements are done then.
void Emitter::wide_rows(const Fold& f, bool far) {
  Fold wide = f;
  wide.width = 32;
  open("if (count >= 64)");
  open_lanes(wide, "u", false);
  open("for (; k + 32 <= count; k += 32)");
  lane_row(wide, "u", "first + k", true);
  for (const char* at : {"first + k", "first + k + 16"}) prefetch_ahead(f, at, far);
  close();
  for (const char* at : {"l", "l + 16"}) meet_lanes(f, 16, in_turn(f, "u", at));
  close();
}

/// Lanes a0[0 .. count), .. meet these values of `l`.
void Emitter::meet_lanes(const Fold& f, int count, const Names& others) {
  line("NOVA_LANES");
  open("for (nv_i64 l = 0; l < " + std::to_string(count) + "; ++l)");
  arrays(f, "x", ""), copy_values(f, in_turn(f, "x"), others);
  join_ranks(f, "a");
  close();
}

/// The lanes a0[0 .. 16), .. meet, to a0[0], ..
void Emitter::halve_lanes(const Fold& f) {
  for (int live = 8; live; live /= 2) meet_lanes(f, live, in_turn(f, "a", "l + " + std::to_string(live)));
}

/// What lies a page ahead in a row, which may be short; two in a column, through which machines read by
/// themselves but for a page's end.
void Emitter::prefetch_ahead(const Fold& f, const std::string& at, bool far) {
  if (far)
    prefetch(f.s.bodies[0], at + " + 2048");
  else
    prefetch_next(f, at);
}

/// A whole tile of a column.
Emitter::Function Emitter::exact_tile(const Fold& f) {
  return function("whole", f.captures, false, concat({"nv_i64 first"}, parameters(f, "w", true)), [&] {
    line("const nv_i64 count = 16384;");
    exact_lanes(f, true);
    give(f, "w", "a");
  });
}

/// `far`: through a whole column.
void Emitter::exact_lanes(const Fold& all, bool far) {
  const Fold f = guessing(all);
  std::optional<Function> ranks;
  const std::string unsure = is_unsure(f, "a", "0");
  if (!unsure.empty())
    ranks = function(
        "ranks", f.captures, false, concat({"nv_i64 first", "nv_i64 count"}, parameters(f, "w", true)),
        [&] {
          arrays(all, "a", "16");
          neutral_lanes(all);
          give(f, "w", "a");
        },
        false);
  line("nv_i64 k = 0;");
  open_lanes(f, "a", false);
  if (!far || !counts(all)) wide_rows(f, far); // else this is what sixteen tiles leave over
  line("for (; k + 16 <= count; k += 16)"), ++indent_;
  lane_row(f, "a", "first + k", true);
  --indent_;
  lane_row(f, "a", "first + k", true, "count - k");
  halve_lanes(f);
  if (!ranks) return;
  open("if (" + unsure + ")");
  call(*ranks, concat({"first", "count"}, pointers(f, "a", "0")));
  close();
}

/// Tiles one after the other, into one value.
void Emitter::exact_loop(const Fold& f, const Function& tile) {
  const std::string n = name(f.s.args[0]);
  arrays(f, "s", ""), arrays(f, "w", "");
  open("for (nv_i64 first = 0; first < " + n + "; first += 16384)");
  const std::string count = "nova_least(" + n + " - first, 16384)";
  poll(count);
  call(tile, concat({"first", count}, pointers(f, "w")));
  open("if (first)");
  join(f, in_turn(f, "s"), in_turn(f, "w"), pointers(f, "s"));
  otherwise();
  copy_values(f, in_turn(f, "s"), in_turn(f, "w"));
  close(), close();
  finish_reduce(f, in_turn(f, "s"));
}

} // namespace nova::plan

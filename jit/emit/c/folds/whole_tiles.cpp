// Prints functions that reduce several complete tiles in one call. Complete tiles need no test for missing elements.
#include "jit/emit/c/folds/whole_tiles.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/folds/exact_reductions.hpp"
#include "jit/emit/c/folds/lanes.hpp"
#include "jit/emit/c/folds/reductions.hpp"

namespace nova::plan {

namespace {

/// Prints code that checks the values of four tiles, w0[0 .. 3], w1[0 .. 3], .. If a guessed minimum or maximum among
/// them is uncertain, the code reduces that tile again, by ranks (integers in the order of the numbers).
void without_guesses(BodyPrinter& p, const Fold& f, const CFunction& tile) {
  const std::string unsure = is_unsure(f, "w", "q");
  if (unsure.empty()) return;
  p.line("for (nv_i64 q = 0; q < 4; ++q)");
  p.indented([&] {
    p.open("if (" + unsure + ")");
    p.call(tile, concat({"first + q * 1024", "1024"}, moved(in_turn(f, "w"), "q")));
    p.close();
  });
}

/// Prints a loop that combines the elements of complete tiles with the tiles' lanes, in lockstep. The tiles begin at
/// elements `first`, `first` + 1,024, .. The lanes of a tile are in arrays of its own letter, one of `letters`.
/// Behind the loop the lanes are stored in s0[to ..], s1[to ..], ..
void tiles_lanes(BodyPrinter& p, const Fold& f, std::span<const char* const> letters,
                 const std::string& first, const std::string& to, bool once) {
  const bool plain = !f.neutrals.empty();
  const auto at = [&](size_t q) { return first + " + " + std::to_string(q * 1024); };
  for (size_t q = 0; q < letters.size(); ++q)
    if (plain)
      open_lanes(p, f, letters[q], false);
    else
      arrays(p, f, letters[q], "16"), start_lanes(p, f, letters[q]), lane_row(p, f, letters[q], at(q), false);
  const bool dense = at_once(p, f) > 4;
  if (dense) p.line("NOVA_WRITTEN_OUT");
  p.open(std::string("for (nv_i64 r = ") + (plain ? "0" : "1") + "; r < 64; ++r)");
  for (size_t q = 0; q < letters.size(); ++q) {
    lane_row(p, f, letters[q], at(q) + " + r * 16", true);
    if (once && !dense)
      prefetch(p, f.s.bodies[0], at(q) + " + r * 16 + " + std::to_string((letters.size() + 1) * 1024));
  }
  p.close();
  for (size_t q = 0; q < letters.size(); ++q)
    close_lanes(p, f, letters[q], "s", " + " + to + " + " + std::to_string(q * 16));
}

} // namespace

int at_once(const BodyPrinter& p, const Fold& f) {
  constexpr size_t tiny_step = 4;
  if (is_exact(p, f)) return 1;
  return is_ready(f) && !f.steps && f.s.bodies[0].stms.size() <= tiny_step ? 16 : 4;
}

bool is_long_step(const Fold& f) {
  constexpr size_t short_step = 8;
  return f.s.bodies[0].stms.size() > short_step;
}

CFunction some_tiles(BodyPrinter& p, const Fold& all, const CFunction& tile, bool once) {
  constexpr const char* letters[] = {"a", "b", "c", "d"};
  const Fold f = guessing(all);
  const int tiles = at_once(p, f);
  return p.function("tiles", tile.captures, false, concat({"nv_i64 first"}, parameters(f, "w", true)), [&] {
    arrays(p, f, "s", std::to_string(16 * tiles));
    if (once && f.steps && is_long_step(f))
      tiles_lanes(p, f, letters, "first", "0", once);
    else {
      p.open("for (nv_i64 q = 0; q < " + std::to_string(tiles) + "; ++q)");
      tiles_lanes(p, f, std::span(letters, 1), "first + q * 1024", "q * 16", once);
      p.close();
    }
    lane_tree(p, f, "s", 32, tiles);
    p.line("for (nv_i64 q = 0; q < " + std::to_string(tiles) + "; ++q)");
    p.indented([&] { p.open(""), copy_values(p, f, in_turn(f, "w", "q"), in_turn(f, "s", "q")), p.close(); });
    without_guesses(p, f, tile);
  });
}

bool counts(const BodyPrinter& p, const Fold& f) {
  if (f.steps || f.types.size() != 1 || f.types[0] != Element::I64 || f.neutrals.empty() ||
      operation(f, 0) != BuiltinId::Add)
    return false;
  Constants constants = constants_of(p.plan().body);
  const auto bit = [&](const Body& b) {
    return constants.contains(b.results[0]) && constants[b.results[0]] < 2;
  };
  for (const Stm& s : f.s.bodies[0].stms)
    if (!s.outs.empty() && s.outs[0] == f.s.bodies[0].results[0])
      return s.op == Op::If ? bit(s.bodies[0]) && bit(s.bodies[1])
                            : s.op == Op::Scalar && s.element == Element::Bool;
  return false;
}

CFunction count_tiles(BodyPrinter& p, const Fold& f, const CFunction& tile) {
  return p.function("count", tile.captures, false, concat({"nv_i64 first"}, parameters(f, "w", true)), [&] {
    p.line("*w0 = 0;");
    p.open("for (nv_i64 q = 0; q < 16; ++q)");
    p.line("nv_u8 bytes[64] = {0};");
    p.open("for (nv_i64 r = 0; r < 16; ++r)");
    p.line("NOVA_LANES");
    p.open("for (nv_i64 l = 0; l < 64; ++l)");
    p.line("nv_i64 x0;");
    element_of(p, f, "first + q * 1024 + r * 64 + l", {}, pointers(f, "x"));
    p.line("bytes[l] += (nv_u8)x0;");
    p.close(), p.close();
    p.line("for (nv_i64 l = 0; l < 64; ++l) *w0 += bytes[l];");
    p.close();
  });
}

} // namespace nova::plan

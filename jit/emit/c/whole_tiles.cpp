// Whole tiles of a reduction, four at a time: no part of them is missing, so that nothing needs to be asked.
#include "jit/emit/c/emitter.hpp"

namespace nova::plan {

/// Lanes of floating min and max may hold numbers instead, as machines compare them: which zero, and whether
/// there was anything but NaN, is then not known.
Emitter::Fold Emitter::guessing(Fold f) const {
  f.guesses = true;
  for (size_t k = 0; k < f.neutrals.size(); ++k)
    if (is_extreme(f, k))
      f.neutrals[k] = operation(f, k) == BuiltinId::Min ? "__builtin_inf()" : "-__builtin_inf()";
  return f;
}

/// Tiles of which that matters are done again by ranks.
void Emitter::without_guesses(const Fold& f, const Function& tile) {
  const std::string unsure = is_unsure(f, "w", "q");
  if (unsure.empty()) return;
  line("for (nv_i64 q = 0; q < 4; ++q)");
  ++indent_, open("if (" + unsure + ")");
  call(tile, concat({"first + q * 1024", "1024"}, moved(in_turn(f, "w"), "q")));
  close(), --indent_;
}

/// Whole tiles `first`, `first` + 1,024, .., a letter each, in lockstep: their lanes go to s0[to ..], ..
void Emitter::tiles_lanes(const Fold& f, std::span<const char* const> letters, const std::string& first,
                          const std::string& to, bool once) {
  const bool plain = !f.neutrals.empty();
  const auto at = [&](size_t q) { return first + " + " + std::to_string(q * 1024); };
  for (size_t q = 0; q < letters.size(); ++q)
    if (plain)
      open_lanes(f, letters[q], false);
    else
      arrays(f, letters[q], "16"), start_lanes(f, letters[q]), lane_row(f, letters[q], at(q), false);
  const bool dense = at_once(f) > 4;
  if (dense) line("NOVA_WRITTEN_OUT");
  open(std::string("for (nv_i64 r = ") + (plain ? "0" : "1") + "; r < 64; ++r)");
  for (size_t q = 0; q < letters.size(); ++q) {
    lane_row(f, letters[q], at(q) + " + r * 16", true);
    if (once && !dense)
      prefetch(f.s.bodies[0], at(q) + " + r * 16 + " + std::to_string((letters.size() + 1) * 1024));
  }
  close();
  for (size_t q = 0; q < letters.size(); ++q)
    close_lanes(f, letters[q], "s", " + " + to + " + " + std::to_string(q * 16));
}

/// How many whole tiles: a step that is little but reads takes 16, since between tiles and their trees the
/// machine reads nothing ahead. Written out, so many of its reads are under way that none needs to be asked
/// for.
int Emitter::at_once(const Fold& f) const {
  constexpr size_t tiny_step = 4;
  if (is_exact(f)) return 1;
  return is_ready(f) && !f.steps && f.s.bodies[0].stms.size() <= tiny_step ? 16 : 4;
}

bool Emitter::is_long_step(const Fold& f) {
  constexpr size_t short_step = 8;
  return f.s.bodies[0].stms.size() > short_step;
}

/// Four whole tiles, or 16: their values go to w0[0 .. 3], .. One after the other, machines read ahead of one
/// place, not of four; where a lane is a long chain of steps, four chains side by side are worth more.
/// `once`: what is read comes from memory, not from the caches that an earlier row left it in.
Emitter::Function Emitter::some_tiles(const Fold& all, const Function& tile, bool once) {
  constexpr const char* letters[] = {"a", "b", "c", "d"};
  const Fold f = guessing(all);
  const int tiles = at_once(f);
  return function("tiles", tile.captures, false, concat({"nv_i64 first"}, parameters(f, "w", true)), [&] {
    arrays(f, "s", std::to_string(16 * tiles).c_str());
    if (once && f.steps && is_long_step(f))
      tiles_lanes(f, letters, "first", "0", once);
    else {
      open("for (nv_i64 q = 0; q < " + std::to_string(tiles) + "; ++q)");
      tiles_lanes(f, std::span(letters, 1), "first + q * 1024", "q * 16", once);
      close();
    }
    lane_tree(f, "s", 32, tiles);
    line("for (nv_i64 q = 0; q < " + std::to_string(tiles) + "; ++q)");
    ++indent_, open(""), copy_values(f, in_turn(f, "w", "q"), in_turn(f, "s", "q")), close(), --indent_;
    without_guesses(f, tile);
  });
}

/// Is it a sum of ones and zeros?
bool Emitter::counts(const Fold& f) const {
  if (f.steps || f.types.size() != 1 || f.types[0] != Element::I64 || f.neutrals.empty() ||
      operation(f, 0) != BuiltinId::Add)
    return false;
  std::unordered_map<Var, uint64_t> constants;
  for_each_stm(plan_.body, [&](const Stm& s) {
    if (s.op == Op::Constant) constants[s.outs[0]] = s.bits;
  });
  const auto bit = [&](const Body& b) {
    return constants.contains(b.results[0]) && constants[b.results[0]] < 2;
  };
  for (const Stm& s : f.s.bodies[0].stms)
    if (!s.outs.empty() && s.outs[0] == f.s.bodies[0].results[0])
      return s.op == Op::If ? bit(s.bodies[0]) && bit(s.bodies[1])
                            : s.op == Op::Scalar && s.element == Element::Bool;
  return false;
}

/// Sixteen tiles, counted in bytes: at most 16 of each in one, so that none is full. Integers may be added in
/// any order.
Emitter::Function Emitter::count_tiles(const Fold& f, const Function& tile) {
  return function("count", tile.captures, false, concat({"nv_i64 first"}, parameters(f, "w", true)), [&] {
    line("*w0 = 0;");
    open("for (nv_i64 q = 0; q < 16; ++q)");
    line("nv_u8 bytes[64] = {0};");
    open("for (nv_i64 r = 0; r < 16; ++r)");
    line("NOVA_LANES");
    open("for (nv_i64 l = 0; l < 64; ++l)");
    line("nv_i64 x0;");
    element_of(f, "first + q * 1024 + r * 64 + l", {}, pointers(f, "x"));
    line("bytes[l] += (nv_u8)x0;");
    close(), close();
    line("for (nv_i64 l = 0; l < 64; ++l) *w0 += bytes[l];");
    close();
  });
}

} // namespace nova::plan

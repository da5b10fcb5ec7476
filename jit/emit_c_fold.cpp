// Reductions in their shapes (docs/shapes.md). A tile is 1,024 elements: 64 rows of 16 lanes, or 64 cells of 16
// elements. One function gives a tile's value; above it stands the aligned binary tree over tiles.
//
// In the text, per component k of what is folded: xk an element, ak the lanes or cells, wk a tile's value, pk all
// tiles' values, sk the stack of the tree.
#include "jit/emitter.hpp"

namespace nova::plan {

Names concat(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Names moved(Names all, const std::string& by) {
  for (std::string& a : all) a += " + " + by;
  return all;
}

Emitter::Fold Emitter::fold(const Stm& s) {
  Fold f{s, "", {}, {}, {}, {}, false, s.op == Op::Accumulate};
  for (Var v : s.outs) f.types.push_back(element(v));
  for (size_t k = 1; k < s.args.size(); ++k) able_ &= !plan_[s.args[k]].column;
  f.element = function(s.bodies[0], f.steps ? "step" : "element");
  f.join = function(s.bodies[1], "join");
  f.captures = free_variables(plan_, {&s.bodies[0], &s.bodies[1]});
  f.stops = f.element.stops || f.join.stops;
  return f;
}

/// x0, x1, .. or x0[index], ..
Names Emitter::in_turn(const Fold& f, const char* letter, const std::string& index) const {
  Names all;
  for (size_t k = 0; k < f.types.size(); ++k)
    all.push_back(letter + std::to_string(k) + (index.empty() ? "" : "[" + index + "]"));
  return all;
}

Names Emitter::pointers(const Fold& f, const char* letter, const std::string& index) const {
  Names all = in_turn(f, letter, index);
  for (std::string& a : all) a = "&" + a;
  return all;
}

Names Emitter::parameters(const Fold& f, const char* letter, bool pointer) const {
  Names all = in_turn(f, letter);
  for (size_t k = 0; k < all.size(); ++k) all[k] = c_type(f.types[k]) + (pointer ? "* " : " ") + all[k];
  return all;
}

void Emitter::arrays(const Fold& f, const char* letter, const std::string& size) {
  const Names all = parameters(f, letter, false);
  for (const std::string& a : all) line(a + (size.empty() ? ";" : "[" + size + "];"));
}

void Emitter::copy_values(const Fold& f, const Names& to, const Names& from) {
  for (size_t k = 0; k < f.types.size(); ++k) line(to[k] + " = " + from[k] + ";");
}

void Emitter::join(const Fold& f, const Names& left, const Names& right, const Names& to) {
  call(f.join, concat(concat(left, right), to));
}

/// An element's value, or, for Accumulate, the state after it.
void Emitter::element_of(const Fold& f, const std::string& index, const Names& state, const Names& to) {
  call(f.element, concat(concat(f.steps ? state : Names{}, {index}), to));
}

// ---- a tile ----

/// In place: value 2k meets value 2k + 1, an odd one out moves up.
void Emitter::halve(const Fold& f, const char* letter, const std::string& live) {
  open("for (nv_i64 live = " + live + "; live > 1; live = (live + 1) / 2)");
  open("for (nv_i64 l = 0; l < live / 2; ++l)");
  join(f, in_turn(f, letter, "2 * l"), in_turn(f, letter, "2 * l + 1"), pointers(f, letter, "l"));
  close();
  open("if (live % 2)");
  copy_values(f, in_turn(f, letter, "live / 2"), in_turn(f, letter, "live - 1"));
  close(), close();
}

/// `count` lanes of a row: elements `at` + l. `meet` says whether the lanes hold something already.
void Emitter::lane_row(const Fold& f, const char* letter, const std::string& count, const std::string& at, bool meet) {
  open("for (nv_i64 l = 0; l < " + count + "; ++l)");
  if (f.steps || !meet) element_of(f, at + " + l", in_turn(f, letter, "l"), pointers(f, letter, "l"));
  else {
    arrays(f, "x", "");
    element_of(f, at + " + l", {}, pointers(f, "x"));
    join(f, in_turn(f, letter, "l"), in_turn(f, "x"), pointers(f, letter, "l"));
  }
  close();
}

/// Whole rows side by side, which become SIMD, then what is left of the last one.
void Emitter::lane_rows(const Fold& f) {
  line("const nv_i64 rows = count / 16, rest = count % 16;");
  open("if (rows)");
  lane_row(f, "a", "16", "first", false);
  open("for (nv_i64 r = 1; r < rows; ++r)");
  lane_row(f, "a", "16", "first + r * 16", true);
  close();
  lane_row(f, "a", "rest", "first + rows * 16", true);
  --indent_, line("} else {"), ++indent_;
  lane_row(f, "a", "rest", "first", false);
  close();
}

/// Accumulate: every lane starts from its own copy of the start.
void Emitter::start_lanes(const Fold& f, const char* letter) {
  if (!f.steps) return;
  open("for (nv_i64 l = 0; l < 16; ++l)");
  copy_values(f, in_turn(f, letter, "l"), name(Vars(f.s.args.begin() + 1, f.s.args.end())));
  close();
}

/// Four whole tiles at once, since each lane is a chain of its own: their values go to w0[0 .. 3], ..
Emitter::Function Emitter::four_tiles(const Fold& f, const Function& tile) {
  constexpr const char* letters[] = {"a", "b", "c", "d"};
  return function("tiles", tile.captures, false, concat({"nv_i64 first"}, parameters(f, "w", true)), [&] {
    for (const char* letter : letters) arrays(f, letter, "16"), start_lanes(f, letter);
    const auto row = [&](const std::string& at, bool meet) {
      for (size_t q = 0; q < 4; ++q) lane_row(f, letters[q], "16", "first + " + std::to_string(q * 1024) + at, meet);
    };
    row("", false);
    open("for (nv_i64 r = 1; r < 64; ++r)");
    row(" + r * 16", true);
    close();
    arrays(f, "s", "64");
    open("for (nv_i64 l = 0; l < 16; ++l)");
    for (size_t q = 0; q < 4; ++q) copy_values(f, in_turn(f, "s", "l + " + std::to_string(q * 16)), in_turn(f, letters[q], "l"));
    close();
    for (int live = 32; live >= 4; live /= 2) {
      open("for (nv_i64 l = 0; l < " + std::to_string(live) + "; ++l)");
      join(f, in_turn(f, "s", "2 * l"), in_turn(f, "s", "2 * l + 1"), pointers(f, "s", "l"));
      close();
    }
    for (const char* k : {"0", "1", "2", "3"}) copy_values(f, in_turn(f, "w", k), in_turn(f, "s", k));
  });
}

void Emitter::lane_tile(const Fold& f) {
  arrays(f, "a", "16"), start_lanes(f, "a");
  if (!f.stops) lane_rows(f);
  else {
    open("for (nv_i64 k = 0; k < count; ++k)");
    if (f.steps) element_of(f, "first + k", in_turn(f, "a", "k % 16"), pointers(f, "a", "k % 16"));
    else {
      arrays(f, "x", "");
      element_of(f, "first + k", {}, pointers(f, "x"));
      open("if (k < 16)");
      copy_values(f, in_turn(f, "a", "k"), in_turn(f, "x"));
      --indent_, line("} else {"), ++indent_;
      join(f, in_turn(f, "a", "k % 16"), in_turn(f, "x"), pointers(f, "a", "k % 16"));
      close();
    }
    close();
  }
  halve(f, "a", "nova_least(count, 16)");
}

void Emitter::cell_tile(const Fold& f) {
  arrays(f, "a", "64");
  open("for (nv_i64 c = 0; c * 16 < count; ++c)");
  arrays(f, "y", "");
  element_of(f, "first + c * 16", {}, pointers(f, "y"));
  open("for (nv_i64 k = c * 16 + 1; k < nova_least(c * 16 + 16, count); ++k)");
  arrays(f, "x", "");
  element_of(f, "first + k", {}, pointers(f, "x"));
  join(f, in_turn(f, "y"), in_turn(f, "x"), pointers(f, "y"));
  close();
  copy_values(f, in_turn(f, "a", "c"), in_turn(f, "y"));
  close();
  halve(f, "a", "(count + 15) / 16");
}

/// The value of elements first .. first + count - 1, 1 to 1,024 of them.
Emitter::Function Emitter::tile(const Fold& f) {
  Vars captures = f.captures;
  if (f.steps) captures = free_variables(plan_, {&f.s.bodies[0], &f.s.bodies[1]}, Vars(f.s.args.begin() + 1, f.s.args.end()));
  return function("tile", std::move(captures), f.stops, concat({"nv_i64 first", "nv_i64 count"}, parameters(f, "w", true)), [&] {
    if (f.stops) poll("count");
    const bool lane = f.steps || f.s.shape == Shape::Lane;
    if (lane) lane_tile(f);
    else cell_tile(f);
    Names to = in_turn(f, "w");
    for (std::string& w : to) w = "*" + w;
    copy_values(f, to, in_turn(f, "a", "0"));
  });
}

// ---- the tree above ----

void Emitter::finish_reduce(const Fold& f, const Names& value) {
  Names to = name(f.s.outs);
  for (std::string& w : to) w = "&" + w;
  if (f.s.start) join(f, name(Vars(f.s.args.begin() + 1, f.s.args.end())), value, to);
  else set(f.s.outs, value);
}

void Emitter::reduce(const Stm& s) {
  const Fold f = fold(s);
  const Function t = tile(f);
  declare(s.outs), set(s.outs, name(Vars(s.args.begin() + 1, s.args.end())));
  open("if (" + name(s.args[0]) + " > 0)");
  if (host_) reduce_host(f, t);
  else reduce_loop(f, t);
  close();
}

void Emitter::reduce_host(const Fold& f, const Function& tile) {
  const std::string n = name(f.s.args[0]), p = fresh("tiles");
  line("const nv_i64 tiles = (" + n + " + 1023) / 1024;");
  std::vector<Given> given = {{"nv_i64", "n", n}};
  for (size_t k = 0; k < f.types.size(); ++k) {
    const std::string column = "p" + std::to_string(k);
    line(c_type(f.types[k]) + "* " + column + ";"), allocate(column, "tiles");
    given.push_back({c_type(f.types[k]) + "*", column, column});
  }
  const bool lane = f.steps || f.s.shape == Shape::Lane;
  const bool at_once = lane && !f.stops;
  const Function four = at_once ? four_tiles(f, tile) : tile;
  kernel(f.s, std::string("reduction of ") + n + " elements, " + (lane ? "lane" : "ordered") + " shape", tile.captures, given,
         "tiles", f.stops ? "1" : "8", [&] {
    line("nv_i64 i = begin;");
    if (at_once) {
      open("for (; i + 4 <= end && i * 1024 + 4096 <= n; i += 4)");
      call(four, concat({"i * 1024"}, moved(in_turn(f, "p"), "i")));
      close();
    }
    open("for (; i < end; ++i)");
    call(tile, concat({"i * 1024", "nova_least(n - i * 1024, 1024)"}, pointers(f, "p", "i")));
    close();
  });
  halve(f, "p", "tiles");
  finish_reduce(f, in_turn(f, "p", "0"));
}

void Emitter::reduce_loop(const Fold& f, const Function& tile) {
  const std::string n = name(f.s.args[0]);
  arrays(f, "s", "54");
  arrays(f, "w", "");
  line("int depth = 0;");
  open("for (nv_i64 first = 0, bits = 0, tiles = 0; first < " + n + "; first += 1024)");
  poll("nova_least(" + n + " - first, 1024)");
  call(tile, concat({"first", "nova_least(" + n + " - first, 1024)"}, pointers(f, "w")));
  open("for (bits = tiles++; bits & 1; bits >>= 1)");
  line("--depth;");
  join(f, in_turn(f, "s", "depth"), in_turn(f, "w"), pointers(f, "w"));
  close();
  copy_values(f, in_turn(f, "s", "depth"), in_turn(f, "w"));
  line("++depth;");
  close();
  open("while (depth > 1)");
  line("--depth;");
  join(f, in_turn(f, "s", "depth - 1"), in_turn(f, "s", "depth"), pointers(f, "s", "depth - 1"));
  close();
  finish_reduce(f, in_turn(f, "s", "0"));
}

} // namespace nova::plan

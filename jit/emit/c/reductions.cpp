// Reductions in their shapes (docs/shapes.md). A tile is 1,024 elements: 64 rows of 16 lanes, or 64 cells of
// 16 elements. One function gives a tile's value; above it stands the aligned binary tree over tiles.
//
// In the text, per component k of what is folded: xk an element, ak the lanes or cells, wk a tile's value, pk
// all tiles' values, sk the stack of the tree.
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

Names concat(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Names moved(Names all, const std::string& by) {
  for (std::string& a : all) a += " + " + by;
  return all;
}

/// Without functions.
Emitter::Fold Emitter::bare_fold(const Stm& s) const {
  Fold f{s, "", {}, {}, {}, free_variables({&s.bodies[0], &s.bodies[1]}), false, s.op == Op::Accumulate};
  f.far = host_;
  for (Var v : initial_state(s)) f.types.push_back(element(v));
  f.neutrals = neutrals(f);
  return f;
}

/// `apart`: elements are made apart, however they read.
Emitter::Fold Emitter::fold(const Stm& s, bool apart) {
  Fold f = bare_fold(s);
  for (Var v : initial_state(s)) able_ &= !plan_[v].column;
  f.element = function(s.bodies[0], f.steps ? "step" : "element",
                       simd_ && !apart &&
                           ((!host_ && !gathered(s.bodies[0]).empty()) || has_trigonometry(s.bodies[0])));
  f.join = function(s.bodies[1], "join");
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

/// *to0 = from0[0], ..
void Emitter::give(const Fold& f, const char* to, const char* from) {
  Names places = in_turn(f, to);
  for (std::string& p : places) p = "*" + p;
  copy_values(f, places, in_turn(f, from, "0"));
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
void Emitter::halve(const Fold& f, const char* letter, const std::string& live, bool simd) {
  open("for (nv_i64 live = " + live + "; live > 1; live = (live + 1) / 2)");
  if (simd && !f.join.stops) line("NOVA_IVDEP"); // what is written was read before
  open("for (nv_i64 l = 0; l < live / 2; ++l)");
  if (!simd) line("NOVA_ONE_BY_ONE;");
  join(f, in_turn(f, letter, "2 * l"), in_turn(f, letter, "2 * l + 1"), pointers(f, letter, "l"));
  close();
  open("if (live % 2)");
  copy_values(f, in_turn(f, letter, "live / 2"), in_turn(f, letter, "live - 1"));
  close(), close();
}

/// Sixteen lanes of a row: elements `at` + l, joined into what the lanes hold; where `rest` is not empty, so
/// many. Left as loops, they become SIMD as they stand; unrolled, they may not.
void Emitter::lane_row(const Fold& f, const char* letter, const std::string& at, bool meet,
                       const std::string& rest) {
  const bool plain = !f.neutrals.empty();
  line("NOVA_LANES");
  open("for (nv_i64 l = 0; l < " + std::to_string(f.width) + "; ++l)" +
       (rest.empty() || plain ? "" : " if (l < " + rest + ")"));
  if (plain)
    neutral_row(f, letter, at, rest);
  else if (f.steps || !meet)
    element_of(f, at + " + l", in_turn(f, letter, "l"), pointers(f, letter, "l"));
  else {
    arrays(f, "x", "");
    element_of(f, at + " + l", {}, pointers(f, "x"));
    join(f, in_turn(f, letter, "l"), in_turn(f, "x"), pointers(f, letter, "l"));
  }
  close();
}

/// Where there is no element, a lane meets what changes nothing: only the load has to be masked.
void Emitter::neutral_row(const Fold& f, const char* letter, const std::string& at, const std::string& rest) {
  const Names lanes = in_turn(f, letter, "l"), x = in_turn(f, "x");
  arrays(f, "x", "");
  for (size_t k = 0; k < x.size() && !rest.empty(); ++k)
    line(x[k] + " = " + (f.steps ? lanes[k] : is_ranked(f, k) ? "__builtin_nan(\"\")" : f.neutrals[k]) + ";");
  if (!rest.empty()) open("if (l < " + rest + ")");
  element_of(f, at + " + l", lanes, pointers(f, "x"));
  if (!rest.empty()) close();
  if (f.steps)
    copy_values(f, lanes, x);
  else
    join_ranks(f, letter);
}

/// Joins that are one operation each. Of floating min and max, lanes hold ranks: integers in the numbers'
/// order, NaN last.
void Emitter::join_ranks(const Fold& f, const char* letter) {
  for (size_t k = 0; k < f.types.size(); ++k) {
    const BuiltinId id = operation(f, k);
    const Element e = f.types[k];
    const std::string n = std::to_string(k), lane = letter + n + "[l]";
    if (is_extreme(f, k))
      line(lane + (f.guesses ? " = nova_guess_" : " = nova_rank_") + std::string(builtin(id).spelling) + "_" +
           c_type(e).substr(3) + "(" + lane + ", x" + n + ");");
    else
      line(lane + " = " + c_function(id, e, e) + "(" + lane + ", x" + n + ");");
  }
}

bool Emitter::is_ranked(const Fold& f, size_t component) const {
  return !f.guesses && is_extreme(f, component);
}

/// Is it the least or largest floating number?
bool Emitter::is_extreme(const Fold& f, size_t component) const {
  if (f.neutrals.empty() || f.steps) return false;
  const BuiltinId id = operation(f, component);
  return is_floating(f.types[component]) && (id == BuiltinId::Min || id == BuiltinId::Max);
}

/// Lanes without elements; with `counted`, those of the steps' start where there will be elements.
void Emitter::open_lanes(const Fold& f, const char* letter, bool counted) {
  for (size_t k = 0; k < f.types.size(); ++k)
    line((is_ranked(f, k) ? f.types[k] == Element::F32 ? "nv_u32" : "nv_u64" : c_type(f.types[k])) + " " +
         letter + std::to_string(k) + "[" + std::to_string(f.width) + "];");
  line("NOVA_LANES");
  open("for (nv_i64 l = 0; l < " + std::to_string(f.width) + "; ++l)");
  for (size_t k = 0; k < f.types.size(); ++k) {
    const std::string start = f.steps ? (counted ? "l < count ? " : "") + name(f.s.args[k + 1]) : "";
    line(letter + std::to_string(k) + "[l] = " + start +
         (f.steps ? counted ? " : " + f.neutrals[k] : "" : f.neutrals[k]) + ";");
  }
  close();
}

/// values `to`.. of the lanes' 16
void Emitter::close_lanes(const Fold& f, const char* letter, const char* to, const std::string& at) {
  line("NOVA_LANES");
  open("for (nv_i64 l = 0; l < 16; ++l)");
  for (size_t k = 0; k < f.types.size(); ++k) {
    const std::string lane = letter + std::to_string(k) + "[l]";
    line(to + std::to_string(k) + "[l" + at + "] = " +
         (is_ranked(f, k) ? "nova_unrank_" + std::string(builtin(operation(f, k)).spelling) + "_" +
                                c_type(f.types[k]).substr(3) + "(" + lane + ")"
                          : lane) +
         ";");
  }
  close();
}

/// Whole rows side by side, which become SIMD, then what is left of the last one.
void Emitter::lane_rows(const Fold& f) {
  line("const nv_i64 rows = count / 16, rest = count % 16;");
  open("if (rows)");
  lane_row(f, "a", "first", false);
  open("for (nv_i64 r = 1; r < rows; ++r)");
  lane_row(f, "a", "first + r * 16", true);
  prefetch_next(f, "first + r * 16");
  close();
  lane_row(f, "a", "first + rows * 16", true, "rest");
  otherwise();
  lane_row(f, "a", "first", false, "rest");
  close();
}

/// What each component's join leaves as it is, bit for bit; nothing where some join is not one such
/// operation.
Names Emitter::neutrals(const Fold& f) const {
  const Body& b = f.s.bodies[1];
  const size_t n = f.types.size();
  if (!simd_ || b.stms.size() != n) return {};
  Names all;
  for (size_t k = 0; k < n; ++k) {
    const auto by = joined_by(b, k);
    // Steps keep numbers in their lanes, not ranks.
    const bool ranked = is_floating(f.types[k]) && (by == BuiltinId::Min || by == BuiltinId::Max);
    all.push_back(by && !(ranked && f.steps) ? c_neutral(*by, f.types[k]) : "");
    if (all.back().empty()) return {};
  }
  return all;
}

/// Neighbours meet until `last` values are left: those of level n in an array of their own, `letter` 0 of the
/// first.
void Emitter::lane_tree(const Fold& f, const std::string& letter, int live, int last) {
  if (!is_ready(f)) return lane_tree_here(f, letter, live, last);
  for_ready(f, [&](const std::string& by, const std::string& k) {
    line("t->host->tree(" + by + ", " + letter + k + ", " + std::to_string(last) + ");");
  });
}

/// Does the host have its trees? Those in rows, which may be short, are not called.
bool Emitter::is_ready(const Fold& f) const {
  if (!f.far || f.neutrals.empty()) return false;
  for (size_t k = 0; k < f.types.size(); ++k) {
    const BuiltinId id = operation(f, k);
    if (!is_floating(f.types[k]) || (id != BuiltinId::Add && id != BuiltinId::Multiply)) return false;
  }
  return true;
}

/// For each component: the host's name for its operation, and its number.
void Emitter::for_ready(const Fold& f,
                        const std::function<void(const std::string&, const std::string&)>& print) {
  for (size_t k = 0; k < f.types.size(); ++k)
    print("NOVA_BY_" + c_function(operation(f, k), f.types[k], f.types[k]).substr(3), std::to_string(k));
}

void Emitter::lane_tree_here(const Fold& f, const std::string& letter, int live, int last) {
  for (std::string from = letter, to; live >= last; live /= 2, from = to) {
    to = letter + std::to_string(live) + "_";
    arrays(f, to.c_str(), std::to_string(live));
    meet(f, from, to, live, last == 1);
    for (int l = 0; live == last && l < last; ++l)
      copy_values(f, in_turn(f, letter.c_str(), std::to_string(l)),
                  in_turn(f, to.c_str(), std::to_string(l)));
  }
}

/// One level. Of few lanes, machines take neighbours apart in registers; two and one are no vector at all.
void Emitter::meet(const Fold& f, const std::string& from, const std::string& to, int live, bool few) {
  const auto two = [&](const std::string& left, const std::string& right, const std::string& l) {
    join(f, in_turn(f, from.c_str(), left), in_turn(f, from.c_str(), right), pointers(f, to.c_str(), l));
  };
  if (few && live <= 2) {
    for (int l = 0; l < live; ++l) two(std::to_string(2 * l), std::to_string(2 * l + 1), std::to_string(l));
    return;
  }
  const bool apart = few && std::ranges::all_of(f.types, [](Element e) { return element_size(e) >= 4; });
  for (size_t k = 0; k < f.types.size() && apart; ++k) {
    const std::string all = from + std::to_string(k);
    line("nova_apart_" + std::to_string(2 * live) + "_u" + std::to_string(8 * element_size(f.types[k])) +
         "(" + all + ");");
  }
  line("NOVA_LANES");
  open("for (nv_i64 l = 0; l < " + std::to_string(live) + "; ++l)");
  if (apart)
    two("l", std::to_string(live) + " + l", "l");
  else
    two("2 * l", "2 * l + 1", "l");
  close();
}

/// Lanes without an element hold what joining does not change, so that there is one path for all counts.
void Emitter::neutral_lanes(const Fold& f) {
  open_lanes(f, "r", true);
  line("const nv_i64 rows = count / 16, rest = count % 16;");
  open("for (nv_i64 r = 0; r < rows; ++r)");
  lane_row(f, "r", "first + r * 16", true);
  prefetch_next(f, "first + r * 16");
  close();
  if (f.steps) open("if (rest)"); // long steps, and mostly none of them
  lane_row(f, "r", "first + rows * 16", true, "rest");
  if (f.steps) close();
  close_lanes(f, "r", "a", "");
  lane_tree(f, "a", 8, 1);
}

/// Elements that have to be made one after the other are, then joined from where they were stored, side by
/// side.
void Emitter::stored_lanes(const Fold& f) {
  const Names x = in_turn(f, "x");
  arrays(f, "e", "1024 + 16");
  if (made_apart(f.s.bodies[0]))
    call(elements(f.s.bodies[0]), concat({"first", "count"}, in_turn(f, "e")));
  else if (!f.stops)
    elements_in_rows(f);
  else {
    open("for (nv_i64 k = 0; k < count; ++k)");
    element_of(f, "first + k", {}, pointers(f, "e", "k"));
    close();
  }
  for (size_t k = 0; k < x.size(); ++k)
    line("for (nv_i64 l = 0; l < 16; ++l) e" + std::to_string(k) +
         "[count + l] = " + (is_ranked(f, k) ? "__builtin_nan(\"\")" : f.neutrals[k]) + ";");
  open_lanes(f, "r", false);
  open("for (nv_i64 k = 0; k < count; k += 16)");
  line("NOVA_LANES");
  open("for (nv_i64 l = 0; l < 16; ++l)");
  arrays(f, "x", ""), copy_values(f, x, in_turn(f, "e", "k + l"));
  join_ranks(f, "r");
  close(), close();
  close_lanes(f, "r", "a", "");
  std::ranges::none_of(f.types, is_floating) ? halve_lanes(f) : lane_tree(f, "a", 8, 1);
}

/// Are its elements made row by row, and stored until they meet?
bool Emitter::goes_in_rows(const Fold& f) const { return !f.steps && row_length(f.s.bodies[0]); }

/// Elements first .. first + count - 1 into e0, e1, .., row by row.
void Emitter::elements_in_rows(const Fold& f) {
  const Body& b = f.s.bodies[0];
  in_parts(b, "first", "first + count", [&](const std::string& from, const std::string& to) {
    const std::string i = fresh("i");
    line("NOVA_IVDEP");
    open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    round(b, {i}, [&](const Names& r) { copy_values(f, in_turn(f, "e", i + " - first"), r); });
    close();
  });
}

/// Accumulate: every lane starts from its own copy of the start.
void Emitter::start_lanes(const Fold& f, const char* letter) {
  if (!f.steps) return;
  open("for (nv_i64 l = 0; l < 16; ++l)");
  copy_values(f, in_turn(f, letter, "l"), name(Vars(f.s.args.begin() + 1, f.s.args.end())));
  close();
}

/// A tile is a page, at whose end machines stop to read ahead by themselves.
void Emitter::prefetch(const Body& b, const std::string& at) {
  for (const Stm& s : b.stms)
    if (s.op == Op::Read)
      if (const auto address = beside(b, s, at)) line("__builtin_prefetch(" + *address + ");");
}

/// A row is too short for the machine to see that the next one follows it: what lies 1,024 elements ahead is
/// asked for, where there is less to compute than to read.
void Emitter::prefetch_next(const Fold& f, const std::string& at) {
  constexpr size_t little = 12;
  if (!host_ && simd_ && f.s.bodies[0].stms.size() <= little) prefetch(f.s.bodies[0], at + " + 1024");
}

/// Are there functions that no machine computes side by side, since few arguments take another way? The
/// compiler is long over each of their copies.
bool Emitter::has_trigonometry(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) {
    found |= s.op == Op::Scalar &&
             (s.builtin == BuiltinId::Sin || s.builtin == BuiltinId::Cos || s.builtin == BuiltinId::Tan);
  });
  return found;
}

void Emitter::lane_tile(const Fold& f) {
  arrays(f, "a", "16");
  if (!f.stops && !f.neutrals.empty() && !goes_in_rows(f)) return neutral_lanes(f);
  if (!f.steps && !f.neutrals.empty()) return stored_lanes(f);
  start_lanes(f, "a");
  if (!f.stops)
    lane_rows(f);
  else {
    open("for (nv_i64 k = 0; k < count; ++k)");
    if (f.steps)
      element_of(f, "first + k", in_turn(f, "a", "k % 16"), pointers(f, "a", "k % 16"));
    else {
      arrays(f, "x", "");
      element_of(f, "first + k", {}, pointers(f, "x"));
      open("if (k < 16)");
      copy_values(f, in_turn(f, "a", "k"), in_turn(f, "x"));
      otherwise();
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
  if (f.steps)
    captures = free_variables({&f.s.bodies[0], &f.s.bodies[1]}, Vars(f.s.args.begin() + 1, f.s.args.end()));
  return function(
      "tile", std::move(captures), f.stops,
      concat({"nv_i64 first", "nv_i64 count"}, parameters(f, "w", true)),
      [&] {
        if (f.stops) poll("count");
        const bool lane = f.steps || f.s.shape == Shape::Lane;
        if (is_exact(f))
          exact_lanes(f, f.far);
        else if (lane)
          lane_tile(f);
        else
          cell_tile(f);
        give(f, "w", "a");
      },
      !in_function_ || !simd_); // a function's calls would all make room for what a tile needs
}

// ---- the tree above ----

void Emitter::finish_reduce(const Fold& f, const Names& value) {
  Names to = name(f.s.outs);
  for (std::string& w : to) w = "&" + w;
  if (f.s.start)
    join(f, name(Vars(f.s.args.begin() + 1, f.s.args.end())), value, to);
  else
    set(f.s.outs, value);
}

void Emitter::reduce_scalars(const Stm& s) {
  if (joined_ && &joined_->s == &s) return joined(*joined_);
  const Fold f = fold(s);
  const Function t = tile(f);
  declare(s.outs), set(s.outs, name(Vars(s.args.begin() + 1, s.args.end())));
  open("if (" + name(s.args[0]) + " > 0)");
  if (host_)
    reduce_host(f, t);
  else if (is_exact(f))
    exact_loop(f, t);
  else
    reduce_loop(f, t);
  close();
}

/// Each tile's value goes to p0, .., whose tree follows.
void Emitter::reduce_host(const Fold& f, const Function& tile) {
  const std::string n = name(f.s.args[0]), size = unit(f);
  line("const nv_i64 tiles = (" + n + " + " + size + " - 1) / " + size + ";");
  std::vector<Given> given = {{"nv_i64", "n", n}};
  for (size_t k = 0; k < f.types.size(); ++k) {
    const std::string column = "p" + std::to_string(k);
    line(c_type(f.types[k]) + "* " + column + ";"), allocate(column, "tiles");
    given.push_back({c_type(f.types[k]) + "*", column, column});
  }
  const bool lane = f.steps || f.s.shape == Shape::Lane;
  const bool simple = lane && !f.stops && !goes_in_rows(f);
  const auto conditions =
      simple ? index_conditions(f.s.bodies[0], f.s.bodies[0].params.back()) : std::vector<IndexCondition>();
  const std::optional<Function> whole = simple ? whole_tiles(f, tile, conditions) : std::nullopt;
  kernel(f.s, std::string("reduction of ") + n + " elements, " + (lane ? "lane" : "ordered") + " shape",
         tile.captures, given, "tiles",
         f.stops || is_exact(f) ? "1"
         : at_once(f) > 8       ? "16"
                                : "8",
         [&] {
           if (whole) range_of(conditions, "0", "n");
           open("for (nv_i64 i = begin; i < end;)");
           if (whole) {
             const std::string made = std::to_string(at_once(f)), first = "i * " + size;
             open("if (i + " + made + " <= end && " + first + " >= lo && (i + " + made + ") * " + size +
                  " <= hi)");
             call(*whole, concat({first}, moved(in_turn(f, "p"), "i")));
             line("i += " + made + ";");
             line("continue;");
             close();
           }
           call(tile, concat({"i * " + size, "nova_least(n - i * " + size + ", " + size + ")"},
                             pointers(f, "p", "i")));
           line("++i;");
           close();
         });
  levels(f);
  finish_reduce(f, in_turn(f, "p", "0"));
}

/// The tree over all tiles' values, to p0[0], ..
void Emitter::levels(const Fold& f) {
  if (is_ready(f))
    return for_ready(f, [&](const std::string& by, const std::string& k) {
      line("t->host->levels(" + by + ", p" + k + ", tiles);");
    });
  if (!in_any_grouping(f)) return halve(f, "p", "tiles", false);
  open("for (nv_i64 k = 1; k < tiles; ++k)");
  line("NOVA_ONE_BY_ONE;");
  join(f, in_turn(f, "p", "0"), in_turn(f, "p", "k"), pointers(f, "p", "0"));
  close();
}

/// What goes through whole tiles, of which more is known than of the last: some, or an exact one. None if
/// that is no more.
std::optional<Emitter::Function> Emitter::whole_tiles(const Fold& f, const Function& tile,
                                                      const std::vector<IndexCondition>& conditions) {
  std::optional<Function> whole;
  if (is_exact(f) && conditions.empty() && !counts(f)) return whole;
  knowing(conditions, [&] {
    const Fold known = conditions.empty() ? f : fold(f.s);
    whole = counts(f)     ? count_tiles(known, tile)
            : is_exact(f) ? exact_tile(known)
                          : some_tiles(known, tile, true);
  });
  return whole;
}

/// Tiles one after the other, joined as they become even in number. A long step's tiles come in fours where
/// there are so many: their lanes meet side by side.
void Emitter::reduce_loop(const Fold& f, const Function& tile) {
  const std::string n = name(f.s.args[0]);
  const bool fours = f.steps && !f.stops && is_long_step(f);
  arrays(f, "s", "54");
  arrays(f, "w", "4");
  line("int depth = 0;");
  open("for (nv_i64 first = 0, made = 1, tiles = 0; first < " + n + "; first += made * 1024)");
  poll("nova_least(" + n + " - first, 1024)");
  if (fours) {
    open("if ((made = " + n + " - first < 4096 ? 1 : 4) == 4)");
    call(some_tiles(f, tile, false), concat({"first"}, in_turn(f, "w")));
    --indent_, open("} else");
  }
  call(tile, concat({"first", "nova_least(" + n + " - first, 1024)"}, in_turn(f, "w")));
  if (fours) close();
  line("if (" + n + " <= 1024) break; // the only tile");
  open("for (nv_i64 q = 0; q < made; ++q)");
  open("for (nv_i64 bits = tiles++; bits & 1; bits >>= 1)");
  line("--depth;");
  join(f, in_turn(f, "s", "depth"), in_turn(f, "w", "q"), pointers(f, "w", "q"));
  close();
  copy_values(f, in_turn(f, "s", "depth"), in_turn(f, "w", "q"));
  line("++depth;");
  close(), close();
  open("while (depth > 1)");
  line("--depth;");
  join(f, in_turn(f, "s", "depth - 1"), in_turn(f, "s", "depth"), pointers(f, "s", "depth - 1"));
  close();
  open("if (depth)");
  copy_values(f, in_turn(f, "w", "0"), in_turn(f, "s", "0"));
  close();
  finish_reduce(f, in_turn(f, "w", "0"));
}

} // namespace nova::plan

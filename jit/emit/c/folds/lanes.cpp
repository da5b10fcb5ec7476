// Prints the lanes of a reduction: loops over rows of 16 elements, and the tree over the lanes.
#include "jit/emit/c/folds/lanes.hpp"
#include "jit/emit/c/folds/reductions.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// If the elements are those of a column of halves, as floats, prints the conversion of the row that begins at `at`, and
/// returns the array that holds it. Otherwise returns "".
std::string row_of_halves(BodyPrinter& p, const Fold& f, const std::string& at) {
  const Body& b = f.s.bodies[0];
  if (f.steps || f.width != 16 || b.stms.size() != 2 || b.results.size() != 1) return "";
  const Stm &read = b.stms[0], &convert = b.stms[1];
  if (read.op != Op::Read || convert.op != Op::Scalar || convert.builtin != BuiltinId::ToFloat ||
      convert.element != Element::F16 || convert.args != read.outs || b.results != convert.outs)
    return "";
  const auto address = address_beside(p, b, read, at);
  if (!address) return "";
  const std::string floats = p.fresh("h");
  p.line("nv_f32 " + floats + "[16];");
  p.line("nova_floats_f16(" + *address + ", " + floats + ");");
  return floats;
}

/// Prints the loop body of lane_row for lanes that start as identity elements. `floats` is the array that holds the row's
/// elements already, or "". If there is no element for a lane, the
/// lane is combined with the identity element, so that only the computation of the element depends on `rest`.
void neutral_row(BodyPrinter& p, const Fold& f, const char* letter, const std::string& at,
                 const std::string& rest, const std::string& floats) {
  const Names lanes = in_turn(f, letter, "l"), x = in_turn(f, "x");
  arrays(p, f, "x", "");
  for (size_t k = 0; k < x.size() && !rest.empty(); ++k)
    p.line(x[k] + " = " +
           (f.steps           ? lanes[k]
            : is_ranked(f, k) ? "__builtin_nan(\"\")"
                              : f.neutrals[k]) +
           ";");
  if (!rest.empty()) p.open("if (l < " + rest + ")");
  if (floats.empty())
    element_of(p, f, at + " + l", lanes, pointers(f, "x"));
  else
    p.line("x0 = " + floats + "[l];");
  if (!rest.empty()) p.close();
  if (f.steps)
    copy_values(p, f, lanes, x);
  else
    join_ranks(p, f, letter);
}

void meet(BodyPrinter& p, const Fold& f, const std::string& from, const std::string& to, int live, bool few);

void lane_tree_here(BodyPrinter& p, const Fold& f, const std::string& letter, int live, int last) {
  for (std::string from = letter, to; live >= last; live /= 2, from = to) {
    to = letter + std::to_string(live) + "_";
    arrays(p, f, to.c_str(), std::to_string(live));
    meet(p, f, from, to, live, last == 1);
    for (int l = 0; live == last && l < last; ++l)
      copy_values(p, f, in_turn(f, letter.c_str(), std::to_string(l)),
                  in_turn(f, to.c_str(), std::to_string(l)));
  }
}

/// Prints one level of the tree: `live` combinations of neighbours in `from`, whose results are stored in `to`. With
/// `few`, values at even and odd indices are first separated in registers, and levels of one or two results are
/// printed without a loop.
void meet(BodyPrinter& p, const Fold& f, const std::string& from, const std::string& to, int live, bool few) {
  const auto two = [&](const std::string& left, const std::string& right, const std::string& l) {
    join(p, f, in_turn(f, from.c_str(), left), in_turn(f, from.c_str(), right), pointers(f, to.c_str(), l));
  };
  if (few && live <= 2) {
    for (int l = 0; l < live; ++l) two(std::to_string(2 * l), std::to_string(2 * l + 1), std::to_string(l));
    return;
  }
  const bool apart = few && std::ranges::all_of(f.types, [](Element e) { return element_size(e) >= 4; });
  for (size_t k = 0; k < f.types.size() && apart; ++k) {
    const std::string all = from + std::to_string(k);
    p.line("nova_apart_" + std::to_string(2 * live) + "_u" + std::to_string(8 * element_size(f.types[k])) +
           "(" + all + ");");
  }
  p.line("NOVA_LANES");
  p.open("for (nv_i64 l = 0; l < " + std::to_string(live) + "; ++l)");
  if (apart)
    two("l", std::to_string(live) + " + l", "l");
  else
    two("2 * l", "2 * l + 1", "l");
  p.close();
}

} // namespace

void halve(BodyPrinter& p, const Fold& f, const char* letter, const std::string& live, bool simd) {
  p.open("for (nv_i64 live = " + live + "; live > 1; live = (live + 1) / 2)");
  if (simd && !f.join.stops) p.line("NOVA_IVDEP"); // a value is read before it is overwritten
  p.open("for (nv_i64 l = 0; l < live / 2; ++l)");
  if (!simd) p.line("NOVA_ONE_BY_ONE;");
  join(p, f, in_turn(f, letter, "2 * l"), in_turn(f, letter, "2 * l + 1"), pointers(f, letter, "l"));
  p.close();
  p.open("if (live % 2)");
  copy_values(p, f, in_turn(f, letter, "live / 2"), in_turn(f, letter, "live - 1"));
  p.close(), p.close();
}

void lane_row(BodyPrinter& p, const Fold& f, const char* letter, const std::string& at, bool meet,
              const std::string& rest) {
  const bool plain = !f.neutrals.empty();
  const std::string floats = plain && rest.empty() ? row_of_halves(p, f, at) : "";
  p.line("NOVA_LANES");
  p.open("for (nv_i64 l = 0; l < " + std::to_string(f.width) + "; ++l)" +
         (rest.empty() || plain ? "" : " if (l < " + rest + ")"));
  if (plain)
    neutral_row(p, f, letter, at, rest, floats);
  else if (f.steps || !meet)
    element_of(p, f, at + " + l", in_turn(f, letter, "l"), pointers(f, letter, "l"));
  else {
    arrays(p, f, "x", "");
    element_of(p, f, at + " + l", {}, pointers(f, "x"));
    join(p, f, in_turn(f, letter, "l"), in_turn(f, "x"), pointers(f, letter, "l"));
  }
  p.close();
}

void join_ranks(BodyPrinter& p, const Fold& f, const char* letter) {
  for (size_t k = 0; k < f.types.size(); ++k) {
    const BuiltinId id = operation(f, k);
    const Element e = f.types[k];
    const std::string n = std::to_string(k), lane = letter + n + "[l]";
    if (is_extreme(f, k))
      p.line(lane + (f.guesses ? " = nova_guess_" : " = nova_rank_") + std::string(builtin(id).spelling) +
             "_" + c_type(e).substr(3) + "(" + lane + ", x" + n + ");");
    else
      p.line(lane + " = " + c_function(id, e, e) + "(" + lane + ", x" + n + ");");
  }
}

void open_lanes(BodyPrinter& p, const Fold& f, const char* letter, bool counted) {
  for (size_t k = 0; k < f.types.size(); ++k)
    p.line((is_ranked(f, k) ? f.types[k] == Element::F32 ? "nv_u32" : "nv_u64" : c_type(f.types[k])) + " " +
           letter + std::to_string(k) + "[" + std::to_string(f.width) + "];");
  p.line("NOVA_LANES");
  p.open("for (nv_i64 l = 0; l < " + std::to_string(f.width) + "; ++l)");
  for (size_t k = 0; k < f.types.size(); ++k) {
    const std::string start = f.steps ? (counted ? "l < count ? " : "") + p.name(f.s.args[k + 1]) : "";
    p.line(letter + std::to_string(k) + "[l] = " + start +
           (f.steps ? counted ? " : " + f.neutrals[k] : "" : f.neutrals[k]) + ";");
  }
  p.close();
}

void close_lanes(BodyPrinter& p, const Fold& f, const char* letter, const char* to, const std::string& at) {
  p.line("NOVA_LANES");
  p.open("for (nv_i64 l = 0; l < 16; ++l)");
  for (size_t k = 0; k < f.types.size(); ++k) {
    const std::string lane = letter + std::to_string(k) + "[l]";
    p.line(to + std::to_string(k) + "[l" + at + "] = " +
           (is_ranked(f, k) ? "nova_unrank_" + std::string(builtin(operation(f, k)).spelling) + "_" +
                                  c_type(f.types[k]).substr(3) + "(" + lane + ")"
                            : lane) +
           ";");
  }
  p.close();
}

void lane_rows(BodyPrinter& p, const Fold& f) {
  p.line("const nv_i64 rows = count / 16, rest = count % 16;");
  p.open("if (rows)");
  lane_row(p, f, "a", "first", false);
  p.open("for (nv_i64 r = 1; r < rows; ++r)");
  lane_row(p, f, "a", "first + r * 16", true);
  prefetch_next(p, f, "first + r * 16");
  p.close();
  lane_row(p, f, "a", "first + rows * 16", true, "rest");
  p.otherwise();
  lane_row(p, f, "a", "first", false, "rest");
  p.close();
}

void lane_tree(BodyPrinter& p, const Fold& f, const std::string& letter, int live, int last) {
  if (!is_ready(f)) return lane_tree_here(p, f, letter, live, last);
  for_ready(f, [&](const std::string& by, const std::string& k) {
    p.line("t->host->tree(" + by + ", " + letter + k + ", " + std::to_string(last) + ");");
  });
}

bool is_ready(const Fold& f) {
  if (!f.far || f.neutrals.empty()) return false;
  for (size_t k = 0; k < f.types.size(); ++k) {
    const BuiltinId id = operation(f, k);
    if (!is_floating(f.types[k]) || (id != BuiltinId::Add && id != BuiltinId::Multiply)) return false;
  }
  return true;
}

void for_ready(const Fold& f, const std::function<void(const std::string&, const std::string&)>& print) {
  for (size_t k = 0; k < f.types.size(); ++k)
    print("NOVA_BY_" + c_function(operation(f, k), f.types[k], f.types[k]).substr(3), std::to_string(k));
}

void neutral_lanes(BodyPrinter& p, const Fold& f) {
  open_lanes(p, f, "r", true);
  p.line("const nv_i64 rows = count / 16, rest = count % 16;");
  p.open("for (nv_i64 r = 0; r < rows; ++r)");
  lane_row(p, f, "r", "first + r * 16", true);
  prefetch_next(p, f, "first + r * 16");
  p.close();
  if (f.steps) p.open("if (rest)"); // steps may be long, and mostly there is no partial row
  lane_row(p, f, "r", "first + rows * 16", true, "rest");
  if (f.steps) p.close();
  close_lanes(p, f, "r", "a", "");
  lane_tree(p, f, "a", 8, 1);
}

void start_lanes(BodyPrinter& p, const Fold& f, const char* letter) {
  if (!f.steps) return;
  p.open("for (nv_i64 l = 0; l < 16; ++l)");
  copy_values(p, f, in_turn(f, letter, "l"), p.name(Vars(f.s.args.begin() + 1, f.s.args.end())));
  p.close();
}

} // namespace nova::plan

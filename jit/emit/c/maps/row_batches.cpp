// Prints maps whose elements are reductions of short rows (a sparse matrix times a vector). 32 rows are reduced at a
// time. Their lanes stand in one array, and their trees are computed together, level by level, so that no row waits
// for its own tree. The number of lanes is chosen once for all 32 rows.
//
// Elements that are gathered are computed and stored first, for all 32 rows, if the rows follow each other in memory.
// All checks run before, so that the elements are computed without checks.
//
// In the generated C, from[r] is the offset that row r adds to its indices, and count[r] the number of its elements.
#include "jit/emit/c/maps/row_batches.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/folds/reductions.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// A read whose index depends on another read.
struct Gather {
  const Stm& read;
  CFunction place; ///< the function that computes the index
};

bool is_flat(const Stm& s) {
  return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read || s.op == Op::Check;
}

bool is_flat(const Body& b) {
  return std::ranges::all_of(b.stms, [](const Stm& s) { return is_flat(s); });
}

/// Whether the body uses `base` and its index only in the sum base + index.
bool is_moved_by(const Body& b, Var base) {
  const Var index = b.params.back();
  const auto is_place = [&](const Stm& s) {
    return s.op == Op::Scalar && s.builtin == BuiltinId::Add && s.element == Element::I64 &&
           ((s.args[0] == base && s.args[1] == index) || (s.args[0] == index && s.args[1] == base));
  };
  const auto uses = [&](const std::vector<Var>& all) {
    return std::ranges::any_of(all, [&](Var v) { return v == base || v == index; });
  };
  return !uses(b.results) &&
         std::ranges::all_of(b.stms, [&](const Stm& s) { return is_place(s) || !uses(s.args); });
}

/// Returns the body's statements before s, as a body with the given results.
Body before(const Body& b, const Stm& s, Vars results) {
  const auto count = &s - b.stms.data();
  return {b.params, {b.stms.begin(), b.stms.begin() + count}, std::move(results)};
}

/// Calls `print` while the conditions of the body's checks are known to hold.
void fine(BodyPrinter& p, const Body& b, const std::function<void()>& print) {
  std::vector<IndexCondition> all;
  for (const Stm& s : b.stms)
    if (s.op == Op::Check) all.push_back({s.args[0], true, ""});
  knowing(p, all, print);
}

/// Prints the declaration of an array `to` with the eight values that `read` returns for elements `first` + k ..
/// `first` + k + 7.
void gather_eight(BodyPrinter& p, const Stm& read, const CFunction& place, const std::string& to) {
  const std::string type = c_type(p.element(read.outs[0])), column = p.name(read.args[0]);
  const bool vectors = element_size(p.element(read.outs[0])) >= 4;
  std::string all;
  p.line(type + " " + to + "[8];");
  p.open("");
  for (int q = 0; q < 8; ++q) {
    const std::string at = "p" + std::to_string(q);
    p.line("nv_i64 " + at + ";");
    p.call(place, {"first + k + " + std::to_string(q), "&" + at});
    all += (q ? ", " : "") + column + "[" + at + "]";
    if (!vectors) p.line(to + "[" + std::to_string(q) + "] = " + column + "[" + at + "];");
  }
  const std::string eight = "nova_eight_" + type.substr(3);
  if (vectors) p.line("*(" + eight + "*)" + to + " = (" + eight + "){" + all + "};");
  p.close();
}

/// Prints the body as a function, whose further parameters are the values of the body's gathers: reads whose index
/// depends on another read. Adds these reads to `gathers`.
CFunction made(BodyPrinter& p, const Body& b, std::vector<Gather>& gathers) {
  const auto apart = gathered(b);
  Body rest{b.params, {}, b.results};
  for (const Stm& s : b.stms) {
    if (std::ranges::find(apart, &s) == apart.end()) {
      rest.stms.push_back(s);
      continue;
    }
    rest.params.push_back(s.outs[0]);
    gathers.push_back({s, p.function(before(b, s, {s.args[1]}), "place")});
  }
  return p.function(rest, "made");
}

/// Prints the computation of from[r] and count[r] for the rows of a batch. The number of rows is halved until at most
/// 2,048 elements are left, or 8 rows.
void batch_counts(BodyPrinter& p, const Batch& batch, const CFunction& row, const std::string& i) {
  p.line("for (nv_i64 r = rows; r < 32; ++r) from[r] = count[r] = 0;");
  p.open("for (nv_i64 r = 0; r < rows; ++r)");
  p.call(row, {i + " + r", "&from[r]", "&count[r]"});
  p.line("count[r] = count[r] > 0 ? count[r] : 0;");
  p.close();
  p.line("if (*bad & 1) return nova_fail(t, 0);");
  p.line("all = 0;");
  p.line("for (nv_i64 r = 0; r < 32; ++r) all += count[r];");
  p.open("for (; all > 2048 && rows > 8; rows /= 2)");
  p.line("all = 0;");
  p.line("for (nv_i64 r = 0; r < 32; ++r) count[r] = r < rows / 2 ? count[r] : 0, all += count[r];");
  p.close();
  p.line("for (nv_i64 r = 0; r < 32; ++r) most = count[r] > most ? count[r] : most;");
  if (batch.apart)
    p.line("for (nv_i64 r = 1; r < rows; ++r) apart |= (from[r - 1] + count[r - 1]) ^ from[r];");
}

/// Prints a loop that combines elements k .. k + `width` - 1 of row r with the lanes. With `first` they become the
/// lanes' first values. With `masked` the row may have fewer elements; identity elements stand for the others.
void batch_row(BodyPrinter& p, const Fold& f, const Batch& batch, const Names& lanes, int width, bool masked,
               bool first) {
  const Names x = in_turn(f, "x");
  if (masked) p.line("const nv_i32 rest = (nv_i32)nova_least(count[r] - k, 16);");
  p.line("NOVA_LANES");
  p.open("for (nv_i32 l = 0; l < " + std::to_string(width) + "; ++l)");
  arrays(p, f, "x", "");
  if (masked) copy_values(p, f, x, f.neutrals), p.open("if (l < rest)");
  if (batch.apart)
    copy_values(p, f, x, in_turn(f, "e", p.name(batch.base) + " - from[0] + k + l"));
  else
    element_of(p, f, "k + l", {}, pointers(f, "x"));
  if (masked) p.close();
  for (size_t k = 0; k < x.size(); ++k) {
    const std::string join = c_function(*joined_by(f.s.bodies[1], k), f.types[k], f.types[k]);
    p.line(lanes[k] + " = " + (first ? x[k] : join + "(" + lanes[k] + ", " + x[k] + ")") + ";");
  }
  p.close();
  if (!batch.apart) prefetch_next(p, f, "k");
}

/// Prints a loop over the few rows that have more than k elements. Each of these rows is finished by itself, with its
/// lanes in registers.
void batch_long_rows(BodyPrinter& p, const Fold& f, const Batch& batch, const Names& lanes) {
  const Names one = in_turn(f, "y", "l");
  const auto copy = [&](const Names& to, const Names& from) {
    p.line("NOVA_LANES");
    p.open("for (nv_i64 l = 0; l < 16; ++l)"), copy_values(p, f, to, from), p.close();
  };
  p.open("for (nv_i64 r = 0, common = k; common < most && r < rows; ++r) if (common < count[r])");
  arrays(p, f, "y", "16"), p.line(p.declared(batch.base) + " = from[r];");
  copy(one, lanes);
  p.open("for (k = common; k + 16 <= count[r]; k += 16)");
  batch_row(p, f, batch, one, 16, false, false);
  p.close();
  batch_row(p, f, batch, one, 16, true, false);
  copy(lanes, one);
  p.close();
}

/// Prints code that computes the lanes of all rows, and then the trees of all rows. The results are stored in a0[r],
/// a1[r], ..
void batch_trees(BodyPrinter& p, const Fold& f, const Batch& batch, int width) {
  const char *lanes = width == 8 ? "b" : "a", *other = width == 8 ? "a" : "b";
  const Names all = in_turn(f, lanes, "r * " + std::to_string(width) + " + l");
  const auto every = [&](bool first) {
    p.open("for (nv_i64 r = 0; r < 32; ++r)");
    p.line(p.declared(batch.base) + " = from[r];"), batch_row(p, f, batch, all, width, true, first);
    p.close();
  };
  p.line("nv_i64 k = 0;");
  every(true);
  if (width == 16) {
    p.line("// as long as one in eight rows has more, all of them");
    p.open("for (k = 16;; k += 16)");
    p.line("nv_i64 more = 0;");
    p.line("for (nv_i64 r = 0; r < 32; ++r) more += count[r] > k;");
    p.line("if (8 * more < rows) break;");
    every(false);
    p.close();
    batch_long_rows(p, f, batch, all);
  }
  for (int live = width / 2; live; live /= 2, std::swap(lanes, other)) {
    p.line("NOVA_IVDEP");
    p.open("for (nv_i64 l = 0; l < 32 * " + std::to_string(live) + "; ++l)");
    join(p, f, in_turn(f, lanes, "2 * l"), in_turn(f, lanes, "2 * l + 1"), pointers(f, other, "l"));
    p.close();
  }
}

/// Prints the reduction of all rows of a batch to a0[r], a1[r], .. The printed code has three cases: the longest row
/// has at most 4 elements, at most 8, or more.
void batch_values(BodyPrinter& p, const Fold& f, const Batch& batch) {
  arrays(p, f, "a", "32 * 16"), arrays(p, f, "b", "32 * 8");
  if (batch.apart) {
    const CFunction make = elements(p, f.s.bodies[0]);
    arrays(p, f, "e", "2048");
    p.open("");
    p.line(p.declared(batch.base) + " = from[0];");
    p.call(make, concat({"0", "all"}, in_turn(f, "e")));
    p.close();
  }
  for (const int width : {4, 8, 16}) {
    p.open(width == 16 ? "" : "if (most <= " + std::to_string(width) + ")");
    batch_trees(p, f, batch, width);
    p.close(width == 16 ? "" : " else ");
  }
}

/// Prints a loop over a batch's rows that computes the map's elements from the results of the reductions.
void batch_results(BodyPrinter& p, const Fold& f, const Stm& map, const std::string& i) {
  p.line("NOVA_IVDEP");
  p.open("for (nv_i64 r = 0; r < rows; ++r)");
  const Scoped joined(p.modes.joined, &f);
  p.block(map.bodies[0], {i + " + r"}, [&](const Names& values) {
    for (size_t k = 0; k < values.size(); ++k)
      p.line(p.name(map.outs[k]) + "[" + i + " + r] = " + values[k] + ";");
  });
  p.close();
}

} // namespace

bool made_apart(const BodyPrinter& p, const Body& b) {
  return p.simd() && !p.modes.host && is_flat(b) && !gathered(b).empty() && !has_trigonometry(b);
}

CFunction elements(BodyPrinter& p, const Body& b) {
  const CFunction checked = p.function(b, "check");
  std::vector<Gather> gathers;
  CFunction make = checked;
  fine(p, b, [&] { make = made(p, b, gathers); });
  Names parameters{"nv_i64 first", "nv_i64 count"}, values, ignored;
  for (size_t k = 0; k < b.results.size(); ++k) {
    const std::string type = c_type(p.element(b.results[k])), n = std::to_string(k);
    parameters.push_back(type + "* restrict e" + n);
    values.push_back("&e" + n + "[k + l]"), ignored.push_back("&(" + type + "){0}");
  }
  return p.function("elements", p.free_variables({&b}), true, parameters, [&] {
    p.line("for (nv_i64 k = 0; k < count; ++k)");
    p.indented([&] { p.call(checked, concat({"first + k"}, ignored)); });
    p.line("if (*bad & 1) return nova_fail(t, 0);");
    p.line("nv_i64 k = 0;");
    p.open("for (; k + 8 <= count; k += 8)");
    prefetch(p, b, "first + k + 1024"); // rows are too short for the hardware to prefetch by itself
    Names read{"first + k + l"};
    for (const Gather& g : gathers) {
      const std::string to = "g" + std::to_string(read.size());
      gather_eight(p, g.read, g.place, to), read.push_back(to + "[l]");
    }
    p.line("NOVA_LANES");
    p.line("for (nv_i64 l = 0; l < 8; ++l)");
    p.indented([&] { p.call(make, concat(read, values)); });
    p.close();
    p.open("for (const nv_i64 l = 0; k < count; ++k)");
    read.resize(1);
    for (const Gather& g : gathers) {
      const std::string at = "p" + std::to_string(read.size());
      p.line("nv_i64 " + at + ";");
      p.call(g.place, {"first + k", "&" + at}), read.push_back(p.name(g.read.args[0]) + "[" + at + "]");
    }
    p.call(make, concat(read, values));
    p.close();
  });
}

std::optional<Batch> batch_of(const BodyPrinter& p, const Body& row) {
  const Stm* found = nullptr;
  for (const Stm& s : row.stms) {
    const bool plain = is_flat(s);
    if (!plain && (s.op != Op::Reduce || found || s.shape != Shape::Lane || sizes_of(s))) return {};
    if (!plain) found = &s;
  }
  if (!p.simd() || p.modes.host || !found || !is_flat(found->bodies[0]) || has_trigonometry(found->bodies[0]))
    return {};
  Vars bound = row.params, rows;
  for (const Stm* s = row.stms.data(); s != found; ++s)
    bound.insert(bound.end(), s->outs.begin(), s->outs.end());
  for (Var v : p.free_variables({&found->bodies[0], &found->bodies[1]}))
    if (std::ranges::find(bound, v) != bound.end()) rows.push_back(v);
  if (rows.size() != 1 || p.plan()[rows[0]] != VarType{Element::I64, false}) return {};
  const Fold f = bare_fold(p, *found);
  for (size_t k = 0; k < f.types.size(); ++k)
    if (f.neutrals.empty() || is_ranked(f, k)) return {};
  const bool apart = made_apart(p, found->bodies[0]);
  if (apart && !is_moved_by(found->bodies[0], rows[0])) return {};
  return Batch{*found, rows[0], apart};
}

void print_joined(BodyPrinter& p, const Fold& f) {
  p.declare(f.s.outs), p.set(f.s.outs, p.name(Vars(f.s.args.begin() + 1, f.s.args.end())));
  p.open("if (" + p.name(f.s.args[0]) + " > 0)");
  finish_reduce(p, f, in_turn(f, "a", "r"));
  p.close();
}

void batches(BodyPrinter& p, const Stm& map, const Batch& batch, const std::string& begin,
             const std::string& end, const Loop& one_by_one) {
  const CFunction alone = p.function(
      "alone", p.free_variables({&map.bodies[0]}, map.outs), true, {"nv_i64 first", "nv_i64 last"},
      [&] { one_by_one("first", "last"); }, false);
  const Fold f = fold(p, batch.reduce, true);
  const CFunction row =
      p.function(before(map.bodies[0], batch.reduce, {batch.base, batch.reduce.args[0]}), "row");
  const std::string i = p.fresh("i");
  p.open("for (nv_i64 " + i + " = " + begin + ", rows; " + i + " < " + end + "; " + i + " += rows)");
  p.line("rows = nova_least(" + end + " - " + i + ", 32);");
  p.line("nv_i64 from[32], count[32], all = 2049, most = 0, apart = 0;");
  p.open("if (rows >= 8)");
  batch_counts(p, batch, row, i);
  p.close();
  // Rows of very different lengths are reduced one by one in order, since the CPU then predicts their reads better.
  const char* const uneven = batch.apart ? "apart" : "most * rows > 3 * all";
  p.open("if (all > 2048 || most > 1024 || " + std::string(uneven) + ")");
  if (!batch.apart) p.line("rows = " + end + " - " + i + ";");
  p.call(alone, {i, i + " + rows"});
  p.line("continue;");
  p.close();
  p.poll("all");
  batch_values(p, f, batch);
  batch_results(p, f, map, i);
  p.close();
}

} // namespace nova::plan

// Maps whose elements are reductions of short rows (a sparse matrix times a vector): 32 rows at a time. What
// each row folds lies in lanes side by side, and the trees of all of them go up together, one level after the
// other, so that no row waits for its own. How many lanes are gone through is asked once for all rows, not by
// each.
//
// Elements that read at places which they have read are made apart first: for a whole stretch of rows that
// follow each other in memory, all is checked, then made without a check.
//
// In the text: from[r] is what row r adds to its indices, count[r] how many elements it has.
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

bool is_plain(const Stm& s) {
  return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read || s.op == Op::Check;
}
bool is_flat(const Body& b) { return std::ranges::all_of(b.stms, is_plain); }

/// Does the body use the base, and its index, in base + index alone?
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

/// The statements before one of them, as a body with other results.
Body before(const Body& b, const Stm& s, Vars results) {
  const auto count = &s - b.stms.data();
  return {b.params, {b.stms.begin(), b.stms.begin() + count}, std::move(results)};
}

} // namespace

/// Reads of an element at places that it has read.
std::vector<const Stm*> Emitter::gathered(const Body& b) const {
  std::unordered_set<Var> read;
  std::vector<const Stm*> found;
  for (const Stm& s : b.stms) {
    const bool any = std::ranges::any_of(s.args, [&](Var v) { return read.contains(v); });
    if (s.op == Op::Read && read.contains(s.args[1])) found.push_back(&s);
    if (s.op == Op::Read || (s.op == Op::Scalar && any)) read.insert(s.outs.begin(), s.outs.end());
  }
  return found;
}

/// Are a reduction's elements made apart from their lanes? In short rows machines' gathers cost more than
/// reading one after the other.
bool Emitter::made_apart(const Body& b) const {
  return simd_ && !host_ && is_flat(b) && !gathered(b).empty() && !has_trigonometry(b);
}

/// What the body's checks ask for is known to hold while `print` runs.
void Emitter::fine(const Body& b, const std::function<void()>& print) {
  std::vector<IndexCondition> all;
  for (const Stm& s : b.stms)
    if (s.op == Op::Check) all.push_back({s.args[0], true, ""});
  knowing(all, print);
}

/// What the read takes at places `first` + k .. k + 7, in an array of this name.
void Emitter::gather_eight(const Stm& read, const Function& place, const std::string& to) {
  const std::string type = c_type(element(read.outs[0])), column = name(read.args[0]);
  const bool vectors = element_size(element(read.outs[0])) >= 4;
  std::string all;
  line(type + " " + to + "[8];");
  open("");
  for (int q = 0; q < 8; ++q) {
    const std::string p = "p" + std::to_string(q);
    line("nv_i64 " + p + ";");
    call(place, {"first + k + " + std::to_string(q), "&" + p});
    all += (q ? ", " : "") + column + "[" + p + "]";
    if (!vectors) line(to + "[" + std::to_string(q) + "] = " + column + "[" + p + "];");
  }
  const std::string eight = "nova_eight_" + type.substr(3);
  if (vectors) line("*(" + eight + "*)" + to + " = (" + eight + "){" + all + "};");
  close();
}

/// The body with what it reads here and there given: after its own parameters come those values.
Emitter::Function Emitter::made(const Body& b, std::vector<Gather>& gathers) {
  const auto apart = gathered(b);
  Body rest{b.params, {}, b.results};
  for (const Stm& s : b.stms) {
    if (std::ranges::find(apart, &s) == apart.end()) {
      rest.stms.push_back(s);
      continue;
    }
    rest.params.push_back(s.outs[0]);
    gathers.push_back({s, function(before(b, s, {s.args[1]}), "place")});
  }
  return function(rest, "made");
}

/// Elements `first` .. `first` + `count` - 1 into e0, e1, ..: all are checked, then made eight at a time.
/// What is read here and there is loaded one by one into vectors, which is faster than machines' own gathers.
Emitter::Function Emitter::elements(const Body& b) {
  const Function checked = function(b, "check");
  std::vector<Gather> gathers;
  Function made = checked;
  fine(b, [&] { made = this->made(b, gathers); });
  Names parameters{"nv_i64 first", "nv_i64 count"}, values, ignored;
  for (size_t k = 0; k < b.results.size(); ++k) {
    const std::string type = c_type(element(b.results[k])), n = std::to_string(k);
    parameters.push_back(type + "* restrict e" + n);
    values.push_back("&e" + n + "[k + l]"), ignored.push_back("&(" + type + "){0}");
  }
  return function("elements", free_variables({&b}), true, parameters, [&] {
    line("for (nv_i64 k = 0; k < count; ++k)");
    ++indent_, call(checked, concat({"first + k"}, ignored)), --indent_;
    line("if (*bad) return nova_fail(t, 0);");
    line("nv_i64 k = 0;");
    open("for (; k + 8 <= count; k += 8)");
    prefetch(b, "first + k + 1024"); // rows end where machines would have read on
    Names read{"first + k + l"};
    for (const Gather& g : gathers) {
      const std::string to = "g" + std::to_string(read.size());
      gather_eight(g.read, g.place, to), read.push_back(to + "[l]");
    }
    line("NOVA_LANES");
    line("for (nv_i64 l = 0; l < 8; ++l)");
    ++indent_, call(made, concat(read, values)), --indent_;
    close();
    open("for (const nv_i64 l = 0; k < count; ++k)");
    read.resize(1);
    for (const Gather& g : gathers) {
      const std::string p = "p" + std::to_string(read.size());
      line("nv_i64 " + p + ";");
      call(g.place, {"first + k", "&" + p}), read.push_back(name(g.read.args[0]) + "[" + p + "]");
    }
    call(made, concat(read, values));
    close();
  });
}

// ---- rows ----

/// The reduction that an element of the map is, but for arithmetic around it; the one variable by which it
/// differs from row to row.
std::optional<Emitter::Batch> Emitter::batch_of(const Body& row) const {
  const Stm* found = nullptr;
  for (const Stm& s : row.stms) {
    const bool plain = is_plain(s);
    if (!plain && (s.op != Op::Reduce || found || s.shape != Shape::Lane || sizes_of(s))) return {};
    if (!plain) found = &s;
  }
  if (!simd_ || host_ || !found || !is_flat(found->bodies[0]) || has_trigonometry(found->bodies[0]))
    return {};
  Vars bound = row.params, rows;
  for (const Stm* s = row.stms.data(); s != found; ++s)
    bound.insert(bound.end(), s->outs.begin(), s->outs.end());
  for (Var v : free_variables({&found->bodies[0], &found->bodies[1]}))
    if (std::ranges::find(bound, v) != bound.end()) rows.push_back(v);
  if (rows.size() != 1 || plan_[rows[0]] != VarType{Element::I64, false}) return {};
  const Fold f = bare_fold(*found);
  for (size_t k = 0; k < f.types.size(); ++k)
    if (f.neutrals.empty() || is_ranked(f, k)) return {};
  const bool apart = made_apart(found->bodies[0]);
  if (apart && !is_moved_by(found->bodies[0], rows[0])) return {};
  return Batch{*found, rows[0], apart};
}

/// Where each row begins and how many elements it has; so many rows that all of theirs fit.
void Emitter::batch_counts(const Batch& batch, const Function& row, const std::string& i) {
  line("for (nv_i64 r = rows; r < 32; ++r) from[r] = count[r] = 0;");
  open("for (nv_i64 r = 0; r < rows; ++r)");
  call(row, {i + " + r", "&from[r]", "&count[r]"});
  line("count[r] = count[r] > 0 ? count[r] : 0;");
  close();
  line("if (*bad) return nova_fail(t, 0);");
  line("all = 0;");
  line("for (nv_i64 r = 0; r < 32; ++r) all += count[r];");
  open("for (; all > 2048 && rows > 8; rows /= 2)");
  line("all = 0;");
  line("for (nv_i64 r = 0; r < 32; ++r) count[r] = r < rows / 2 ? count[r] : 0, all += count[r];");
  close();
  line("for (nv_i64 r = 0; r < 32; ++r) most = count[r] > most ? count[r] : most;");
  if (batch.apart) line("for (nv_i64 r = 1; r < rows; ++r) apart |= from[r - 1] + count[r - 1] ^ from[r];");
}

/// Elements k .. k + `width` - 1 of row r (only its own, where they are `masked`; the others leave all as it
/// is) meet what lanes hold, or are what these hold `first`.
void Emitter::batch_row(const Fold& f, const Batch& batch, const Names& lanes, int width, bool masked,
                        bool first) {
  const Names x = in_turn(f, "x");
  if (masked) line("const nv_i32 rest = (nv_i32)nova_least(count[r] - k, 16);");
  line("NOVA_LANES");
  open("for (nv_i32 l = 0; l < " + std::to_string(width) + "; ++l)");
  arrays(f, "x", "");
  if (masked) copy_values(f, x, f.neutrals), open("if (l < rest)");
  if (batch.apart)
    copy_values(f, x, in_turn(f, "e", name(batch.base) + " - from[0] + k + l"));
  else
    element_of(f, "k + l", {}, pointers(f, "x"));
  if (masked) close();
  for (size_t k = 0; k < x.size(); ++k) {
    const std::string join = c_function(*joined_by(f.s.bodies[1], k), f.types[k], f.types[k]);
    line(lanes[k] + " = " + (first ? x[k] : join + "(" + lanes[k] + ", " + x[k] + ")") + ";");
  }
  close();
  if (!batch.apart) prefetch_next(f, "k");
}

/// The few rows that are longer than k, each by itself, in registers.
void Emitter::batch_long_rows(const Fold& f, const Batch& batch, const Names& lanes) {
  const Names one = in_turn(f, "y", "l");
  const auto copy = [&](const Names& to, const Names& from) {
    line("NOVA_LANES");
    open("for (nv_i64 l = 0; l < 16; ++l)"), copy_values(f, to, from), close();
  };
  open("for (nv_i64 r = 0, common = k; common < most && r < rows; ++r) if (common < count[r])");
  arrays(f, "y", "16"), line(declared(batch.base) + " = from[r];");
  copy(one, lanes);
  open("for (k = common; k + 16 <= count[r]; k += 16)");
  batch_row(f, batch, one, 16, false, false);
  close();
  batch_row(f, batch, one, 16, true, false);
  copy(lanes, one);
  close();
}

/// All rows' lanes, then all their trees, whose values are then in a0[r], a1[r], ..
void Emitter::batch_trees(const Fold& f, const Batch& batch, int width) {
  const char *lanes = width == 8 ? "b" : "a", *other = width == 8 ? "a" : "b";
  const Names all = in_turn(f, lanes, "r * " + std::to_string(width) + " + l");
  const auto every = [&](bool first) {
    open("for (nv_i64 r = 0; r < 32; ++r)");
    line(declared(batch.base) + " = from[r];"), batch_row(f, batch, all, width, true, first);
    close();
  };
  line("nv_i64 k = 0;");
  every(true);
  if (width == 16) {
    line("// as long as one in eight rows has more, all of them");
    open("for (k = 16;; k += 16)");
    line("nv_i64 more = 0;");
    line("for (nv_i64 r = 0; r < 32; ++r) more += count[r] > k;");
    line("if (8 * more < rows) break;");
    every(false);
    close();
    batch_long_rows(f, batch, all);
  }
  for (int live = width / 2; live; live /= 2, std::swap(lanes, other)) {
    line("NOVA_IVDEP");
    open("for (nv_i64 l = 0; l < 32 * " + std::to_string(live) + "; ++l)");
    join(f, in_turn(f, lanes, "2 * l"), in_turn(f, lanes, "2 * l + 1"), pointers(f, other, "l"));
    close();
  }
}

/// What each row's elements are joined to.
void Emitter::batch_values(const Fold& f, const Batch& batch) {
  arrays(f, "a", "32 * 16"), arrays(f, "b", "32 * 8");
  if (batch.apart) {
    const Function elements = this->elements(f.s.bodies[0]);
    arrays(f, "e", "2048");
    open("");
    line(declared(batch.base) + " = from[0];");
    call(elements, concat({"0", "all"}, in_turn(f, "e")));
    close();
  }
  for (const int width : {4, 8, 16}) {
    open(width == 16 ? "" : "if (most <= " + std::to_string(width) + ")");
    batch_trees(f, batch, width);
    --indent_, line(width == 16 ? "}" : "} else ");
  }
}

/// The rows' elements of the map, from what theirs are joined to.
void Emitter::batch_results(const Fold& f, const Stm& map, const std::string& i) {
  line("NOVA_IVDEP");
  open("for (nv_i64 r = 0; r < rows; ++r)");
  const Fold* const around = std::exchange(joined_, &f);
  block(map.bodies[0], {i + " + r"}, [&](const Names& values) {
    for (size_t k = 0; k < values.size(); ++k)
      line(name(map.outs[k]) + "[" + i + " + r] = " + values[k] + ";");
  });
  joined_ = around;
  close();
}

/// A reduction whose elements are joined already.
void Emitter::joined(const Fold& f) {
  declare(f.s.outs), set(f.s.outs, name(Vars(f.s.args.begin() + 1, f.s.args.end())));
  open("if (" + name(f.s.args[0]) + " > 0)");
  finish_reduce(f, in_turn(f, "a", "r"));
  close();
}

/// Rows `begin` .. `end` - 1; what is done `one_by_one` is a loop over those that do not suit.
void Emitter::batches(const Stm& map, const Batch& batch, const std::string& begin, const std::string& end,
                      const Loop& one_by_one) {
  const Function alone = function(
      "alone", free_variables({&map.bodies[0]}, map.outs), true, {"nv_i64 first", "nv_i64 last"},
      [&] { one_by_one("first", "last"); }, false);
  const Fold f = fold(batch.reduce, true);
  const Function row =
      function(before(map.bodies[0], batch.reduce, {batch.base, batch.reduce.args[0]}), "row");
  const std::string i = fresh("i");
  open("for (nv_i64 " + i + " = " + begin + ", rows; " + i + " < " + end + "; " + i + " += rows)");
  line("rows = nova_least(" + end + " - " + i + ", 32);");
  line("nv_i64 from[32], count[32], all = 2049, most = 0, apart = 0;");
  open("if (rows >= 8)");
  batch_counts(batch, row, i);
  close();
  // Rows of very different lengths are read in their order, at which machines guess better what comes next.
  const char* const uneven = batch.apart ? "apart" : "most * rows > 3 * all";
  open("if (all > 2048 || most > 1024 || " + std::string(uneven) + ")");
  if (!batch.apart) line("rows = " + end + " - " + i + ";");
  call(alone, {i, i + " + rows"});
  line("continue;");
  close();
  poll("all");
  batch_values(f, batch);
  batch_results(f, map, i);
  close();
}

} // namespace nova::plan

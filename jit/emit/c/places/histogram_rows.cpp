// Prints histograms in few long rows: threads share the elements of all rows, before the rows themselves are made.
#include "jit/emit/c/places/histogram_rows.hpp"
#include "jit/analysis/index_polynomials.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/lockstep_loops.hpp"
#include "jit/emit/c/places/histograms.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Rows are counted together if they are at most so many.
constexpr const char* most_rows = "64";

/// A histogram in a row, and what is needed to compute its elements without the row.
struct RowHistogram {
  const Stm& histogram;
  Body head;    ///< (i) -> the number of elements, then `values`: cheap statements of the row
  Vars values;  ///< variables of the row that the elements depend on
  Vars outside; ///< the other variables that they depend on
};

/// Whether the statement is so cheap that it may be computed for each row once more.
bool is_of_head(const Stm& s) { return is_small(s) || s.op == Op::Shift; }

/// Returns the body that computes, of a row, the results of `head`. It has all checks before statement `at`, since the
/// elements' reads may be in bounds only behind these. Returns nothing if that takes a loop, or if another statement
/// before `at` may fail.
std::optional<Body> head_of(const Body& row, size_t at, Body head) {
  std::unordered_set<Var> needed(head.results.begin(), head.results.end());
  for (size_t k = at; k-- > 0;) {
    const Stm& s = row.stms[k];
    const bool fails = can_fail(s);
    if (!fails && std::ranges::none_of(s.outs, [&](Var v) { return needed.contains(v); })) continue;
    if (!is_of_head(s)) return {};
    needed.insert(s.args.begin(), s.args.end());
    for (const Body& inner : s.bodies) {
      needed.insert(inner.results.begin(), inner.results.end());
      for_each_stm(inner, [&](const Stm& t) { needed.insert(t.args.begin(), t.args.end()); });
    }
    head.stms.insert(head.stms.begin(), s);
  }
  return head;
}

/// Returns statement `at` of the row as a RowHistogram; nothing if it is none that can be counted before the rows.
std::optional<RowHistogram> row_histogram(const BodyPrinter& p, const Body& row, size_t at) {
  const Stm& s = row.stms[at];
  if (s.op != Op::Histogram || !combines_exactly(s) || p.tells()) return {};
  std::unordered_set<Var> of_row(row.params.begin(), row.params.end());
  for (const Stm& before : row.stms)
    if (before.op != Op::Constant) of_row.insert(before.outs.begin(), before.outs.end());
  if (of_row.contains(s.args[0])) return {}; // the rows' tables differ in size
  RowHistogram made{s, {row.params, {}, {s.args[1]}}, {}, {}};
  for (Var v : p.free_variables({&s.bodies[0], &s.bodies[1]}))
    (of_row.contains(v) ? made.values : made.outside).push_back(v);
  made.head.results.insert(made.head.results.end(), made.values.begin(), made.values.end());
  auto head = head_of(row, at, std::move(made.head));
  if (!head) return {};
  made.head = std::move(*head);
  return made;
}

/// Whether two rows read the same cache lines: they read the same elements, or each reads elements at a distance, and
/// begins at a place of its own.
bool share_data(const BodyPrinter& p, const RowHistogram& h) {
  const Body& b = h.histogram.bodies[0];
  std::unordered_set<Var> of_row(h.values.begin(), h.values.end());
  const auto is_of_row = [&](Var v) { return of_row.contains(v); };
  Sums sums(p.texts(), true);
  for (const Stm& s : b.stms) {
    if (s.op == Op::Scalar) sums.learn(s);
    if (s.op == Op::Read && is_any(s.args[0], h.outside)) {
      if (!is_of_row(s.args[1])) return true;
      for (const auto& [vars, times] : sums.of(s.args[1]).terms)
        if (is_any(b.params.back(), vars) && std::ranges::none_of(vars, is_of_row) &&
            (times != 1 || vars.size() > 1))
          return true;
    }
    if (!s.bodies.empty() || std::ranges::any_of(s.args, is_of_row))
      of_row.insert(s.outs.begin(), s.outs.end());
  }
  return false;
}

/// Prints the struct of a row: its number of elements, and the values. Returns its type.
std::string row_struct(BodyPrinter& p, const RowHistogram& h) {
  const std::string type = "struct " + p.fresh("row");
  p.apart([&] {
    p.open(type);
    p.line("nv_i64 elements;");
    for (Var v : h.values) p.line(p.declared(v) + ";");
    p.close(";");
  });
  return type;
}

/// Prints a loop that fills in the structs `rows`, adds up the elements of all rows in the C variable `all`, and finds
/// the length of the longest row.
void print_heads(BodyPrinter& p, const RowHistogram& h, const std::string& n, const std::string& rows) {
  const Scoped host(p.modes.host, false);
  const std::string i = p.fresh("i");
  p.line("nv_i64 all = 0, longest = 0;");
  p.open("for (nv_i64 " + i + " = 0; " + i + " < " + n + "; ++" + i + ")");
  p.block(h.head, {i}, [&](const Names& r) {
    p.line(rows + "[" + i + "].elements = " + r[0] + ";");
    for (size_t k = 1; k < r.size(); ++k) p.line(rows + "[" + i + "]." + r[k] + " = " + r[k] + ";");
    p.line("if (" + r[0] + " > 0) all += " + r[0] + ";");
    p.line("if (" + r[0] + " > longest) longest = " + r[0] + ";");
  });
  p.close();
}

/// Prints the C function that counts elements `low` .. `high` - 1 of a row. It is no part of the kernel, whose variables
/// would take registers from its loops.
CFunction part_of_row(BodyPrinter& p, const RowHistogram& h, const RowTables& tables) {
  Vars captured = h.outside;
  captured.push_back(h.histogram.args[0]);
  captured.insert(captured.end(), h.values.begin(), h.values.end());
  const Names parameters{tables.type + "* restrict const mine", "const nv_i64 low", "const nv_i64 high"};
  const auto count = [&] {
    p.line("int failed = 0;"), p.line("bad = &failed;"); // in a register
    histogram_range(p, h.histogram, "low", "high", in_table(h.histogram, "mine"));
    p.line("if (failed) return nova_fail(t, 0);");
  };
  return p.function("part", p.free_variables({}, captured), true, parameters, count, false);
}

/// Prints the kernel that counts. Its units are blocks of `block` elements of each row.
void count_blocks(BodyPrinter& p, const RowHistogram& h, const RowTables& tables, const std::string& n,
                  const Given& rows) {
  const Stm& s = h.histogram;
  Vars captured = h.outside;
  captured.push_back(s.args[0]);
  const std::vector<Given> given = {rows,
                                    {tables.type + "*", "tables", tables.entries},
                                    {"nv_i64*", "begun", tables.begun},
                                    {"nv_i64", "stride", tables.stride},
                                    {"nv_i64", "n", n},
                                    {"nv_i64", "block", "block"}};
  const CFunction part = part_of_row(p, h, tables);
  kernel(p, s, "what comes to each of " + p.name(s.args[0]) + " places, in " + n + " rows", captured, given,
         "(longest + block - 1) / block", "1", [&] {
           p.line(tables.type + "* const all = tables + t->number * stride;");
           begin_table(p, s, "all", "n * " + p.name(s.args[0]));
           p.open("for (nv_i64 b = begin; b < end; ++b)");
           p.open("for (nv_i64 r = 0; r < n; ++r)");
           for (Var v : h.values) p.line(p.declared(v) + " = rows[r]." + p.name(v) + ";");
           p.line("const nv_i64 low = b * block, high = nova_least(low + block, rows[r].elements);");
           p.call(part, {"all + r * " + p.name(s.args[0]), "low", "high"});
           p.close(), p.close();
         });
}

/// Prints code that counts the elements of a histogram in all rows, if there are few rows. Returns the tables.
RowTables count_rows(BodyPrinter& p, const Stm& rows, const RowHistogram& h) {
  const std::string structs = p.fresh("rows"), type = row_struct(p, h), n = p.name(rows.args[0]),
                    places = p.name(h.histogram.args[0]);
  const RowTables made{place_struct(p, h.histogram), p.fresh("tables"), p.fresh("begun"), p.fresh("stride"),
                       rows.bodies[0].params[0]};
  p.line(made.type + "* " + made.entries + " = 0;"), p.line("nv_i64* " + made.begun + " = 0;");
  p.line("nv_i64 " + made.stride + " = 0;");
  // Rows that share nothing gain only where threads would have unequal shares.
  const char* gains = share_data(p, h) ? " > 1 || t->threads > 1" : " < 8 * t->threads && t->threads > 1";
  p.open("if (" + n + " > 0 && " + n + " <= " + most_rows + " && (" + n + gains + "))");
  p.line(type + " " + structs + "[" + most_rows + "];");
  print_heads(p, h, n, structs);
  p.open("if (all >= 16384 && " + places + " <= all / (4 * t->threads * " + n + "))");
  p.line(made.stride + " = " + n + " * " + places + " + 64;"); // no cache line is of two threads' tables
  p.allocate(made.entries, made.stride + " * t->threads"), p.allocate(made.begun, "t->threads");
  p.line("__builtin_memset(" + made.begun + ", 0, (nv_u64)t->threads * sizeof *" + made.begun + ");");
  p.line("nv_i64 block = nova_least(32768, longest / (8 * t->threads) + 1);");
  p.line("if (block < 4 * " + places + ") block = 4 * " + places + ";");
  count_blocks(p, h, made, n, {"const " + type + "*", "rows", structs});
  p.close(), p.close();
  return made;
}

} // namespace

void with_row_tables(BodyPrinter& p, const Stm& rows, const std::function<void()>& print) {
  const Body& row = rows.bodies[0];
  std::map<Var, RowTables> all;
  const bool suits = p.simd() && !lockstep_of(p, row); // rows in lockstep have no index of their own
  for (size_t k = 0; suits && k < row.stms.size(); ++k)
    if (const auto h = row_histogram(p, row, k)) all.emplace(row.stms[k].outs[0], count_rows(p, rows, *h));
  const Scoped tables(p.modes.tables, all);
  print();
  for (const auto& [out, made] : all)
    p.line("t->host->drop(t, " + made.entries + "), t->host->drop(t, " + made.begun + ");");
}

const RowTables* tables_of_row(const BodyPrinter& p, const Stm& histogram) {
  const auto at = histogram.outs.empty() ? p.modes.tables.end() : p.modes.tables.find(histogram.outs[0]);
  return p.modes.host || at == p.modes.tables.end() ? nullptr : &at->second;
}

void join_row(BodyPrinter& p, const Stm& histogram, const RowTables& tables) {
  const std::string n = p.name(histogram.args[0]);
  p.open("for (nv_i64 k = 0; k < t->threads; ++k)");
  p.line("if (!" + tables.begun + "[k]) continue;");
  p.line("const " + tables.type + "* const mine = " + tables.entries + " + k * " + tables.stride + " + " +
         p.name(tables.row) + " * " + n + ";");
  join_table(p, histogram, places_of(p, histogram), "mine", "0", n);
  p.close();
}

} // namespace nova::plan

// Prints histograms: elements with the same target index are combined, in the order of their own indices. If that
// order changes no bit of the result, threads have tables of their own, which are combined at the end.
#include "jit/emit/c/places/histograms.hpp"
#include "jit/analysis/index_polynomials.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include "jit/emit/c/places/histogram_rows.hpp"
#include "jit/emit/c/places/reach.hpp"
#include "jit/emit/c/places/scatters.hpp"
#include "jit/emit/c/places/shared_histograms.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Prints the combination of the elements `there` with a new element, whose components are r[1], r[2], .. (r[0] is
/// the target index). The result is stored in `there`, with the line `between` between two components.
void join_there(BodyPrinter& p, const Stm& s, const Names& there, const Names& r,
                const std::string& between = "") {
  p.block(s.bodies[1], concat(there, Names(r.begin() + 1, r.end())), [&](const Names& r) {
    for (size_t c = 0; c < r.size(); ++c) {
      if (c > 0 && !between.empty()) p.line(between);
      p.line(there[c] + " = " + r[c] + ";");
    }
  });
}

/// Whether the elements of a row have target indices one after the other: the body divides its index i by a number
/// `length` and the target index is i % length plus a value that is the same for the whole row.
bool has_rows_of_places(const BodyPrinter& p, const Body& b) {
  const Var i = b.params.back();
  std::unordered_set<Var> varies{i};
  Sums sums(p.texts());
  std::vector<Var> remainders;
  std::optional<Var> length;
  for (const Stm& s : b.stms) {
    if (!s.bodies.empty() || s.op == Op::Check) return false;
    if (s.op == Op::Scalar && !s.args.empty() && s.args[0] == i &&
        (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder)) {
      if (s.args[1] != length.value_or(s.args[1])) return false;
      length = s.args[1];
      if (s.builtin == BuiltinId::Divide) continue;
      remainders.push_back(s.outs[0]);
    }
    if (std::ranges::any_of(s.args, [&](Var v) { return varies.contains(v); }))
      varies.insert(s.outs.begin(), s.outs.end());
    if (s.op == Op::Scalar) sums.learn(s);
  }
  const Sum place = sums.of(b.results[0]);
  size_t moving = 0;
  for (const auto& [vars, times] : place.terms)
    if (std::ranges::any_of(vars, [&](Var v) { return varies.contains(v); }))
      moving += times == 1 && vars.size() == 1 && std::ranges::count(remainders, vars[0]) ? 1 : 2;
  return moving == 1;
}

/// Prints a loop that combines the elements of each row with what is at their target indices, which lie side by side.
void histogram_rows(BodyPrinter& p, const Stm& s, const std::string& begin, const std::string& end,
                    const Places& there) {
  const Body& b = s.bodies[0];
  in_parts(p, b, begin, end, [&](const std::string& from, const std::string& to) {
    const std::string i = p.fresh("i");
    p.poll("16");
    if (!p.modes.whole) p.line("NOVA_IVDEP");
    p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    p.round(b, {i}, [&](const Names& r) { join_there(p, s, there(r[0]), r); });
    p.close();
  });
}

} // namespace

Places places_of(const BodyPrinter& p, const Stm& s) {
  return [&](const std::string& place) {
    Names there;
    for (Var v : s.outs) there.push_back(p.name(v) + "[" + place + "]");
    return there;
  };
}

// In a small table targets are not prefetched, since that would cost more than it saves. There it is enough to compute
// eight elements before the first is combined, so that their targets are loaded at the same time.
void histogram_range(BodyPrinter& p, const Stm& s, const std::string& begin, const std::string& end,
                     const Places& there) {
  const bool arithmetic = is_arithmetic(s.bodies[1]); // a check there ends the run at once
  if (arithmetic && row_length(p, s.bodies[0]) && has_rows_of_places(p, s.bodies[0]))
    return histogram_rows(p, s, begin, end, there);
  p.line("const int far = " + p.name(s.args[0]) + " > 32768;");
  const auto ask = [&](const std::string& place) {
    for (const std::string& t : there(place)) p.line("if (far) __builtin_prefetch(&" + t + ", 1);");
  };
  // GCC would put the parts of an entry into a vector and store that, which takes longer than to store each.
  const auto use = [&](const Names& r) { join_there(p, s, there(r[0]), r, "NOVA_ONE_BY_ONE;"); };
  p.line("nv_i64 next = " + begin + ";");
  if (!p.ends(s.bodies[0])) {
    p.open("for (nv_i64 to; !far && " + end + " - next >= 8; next = to)");
    p.line("to = next + nova_least(" + end + " - next, 256) / 8 * 8;");
    p.poll("256");
    p.open("for (nv_i64 first = next; first < to; first += 8)");
    some_places(p, s, s.outs.size(), "8", "8", nullptr, use);
    p.close(), p.close();
  }
  to_places(p, s, s.outs.size(), "next", end, ask, use);
}

std::string place_struct(BodyPrinter& p, const Stm& s) {
  const std::string type = "struct " + p.fresh("place");
  p.apart([&] {
    p.open(type);
    for (size_t c = 0; c < s.outs.size(); ++c)
      p.line(c_type(p.element(s.outs[c])) + " e" + std::to_string(c) + ";");
    p.close(";");
  });
  return type;
}

Places in_table(const Stm& s, const std::string& table) {
  return [table, columns = s.outs.size()](const std::string& place) {
    Names there;
    for (size_t c = 0; c < columns; ++c) there.push_back(table + "[" + place + "].e" + std::to_string(c));
    return there;
  };
}

void begin_table(BodyPrinter& p, const Stm& s, const std::string& table, const std::string& count) {
  p.open("if (!begun[t->number])");
  p.line("begun[t->number] = 1;");
  clear_table(p, s, table, count);
  p.close();
}

void clear_table(BodyPrinter& p, const Stm& s, const std::string& table, const std::string& count) {
  p.open("for (nv_i64 j = 0; j < " + count + "; ++j)");
  const Names there = in_table(s, table)("j");
  for (size_t c = 0; c < there.size(); ++c)
    p.line(there[c] + " = " + c_neutral(*joined_by(s.bodies[1], c), p.element(s.outs[c])) + ";");
  p.close();
}

void join_table(BodyPrinter& p, const Stm& s, const Places& to, const std::string& table,
                const std::string& begin, const std::string& end) {
  p.open("for (nv_i64 j = " + begin + "; j < " + end + "; ++j)");
  join_there(p, s, to("j"), concat({"j"}, in_table(s, table)("j")));
  p.close();
}

ThreadTables thread_tables(BodyPrinter& p, const Stm& s) {
  const std::string n = p.name(s.args[0]);
  const ThreadTables made{place_struct(p, s), p.fresh("tables"), p.fresh("begun")};
  p.line(made.type + "* " + made.tables + ";"), p.allocate(made.tables, n + " * t->threads");
  p.line("nv_i64* " + made.begun + ";"), p.allocate(made.begun, "t->threads");
  p.line(made.none_begun());
  return made;
}

void fill_tables(BodyPrinter& p, const Stm& s, const ThreadTables& made, const Reads& reads) {
  const std::string n = p.name(s.args[0]);
  Vars captured = p.free_variables({&s.bodies[0], &s.bodies[1]});
  captured.push_back(s.args[0]);
  kernel(
      p, s, "what comes to each of " + n + " places, of " + p.name(s.args[1]) + " elements", captured,
      made.given(), p.name(s.args[1]), "65536",
      [&] {
        p.line(made.type + "* restrict const mine = tables + t->number * " + n + ";");
        begin_table(p, s, "mine", n);
        histogram_range(p, s, "begin", "end", in_table(s, "mine"));
      },
      {}, reads);
}

void join_threads(BodyPrinter& p, const Stm& s, const ThreadTables& made, const Places& to,
                  const std::string& begin, const std::string& end) {
  p.open("for (nv_i64 k = 0; k < t->threads; ++k)");
  p.line("if (!begun[k]) continue;");
  p.line("const " + made.type + "* const mine = tables + k * " + p.name(s.args[0]) + ";");
  join_table(p, s, to, "mine", begin, end);
  p.close();
}

namespace {

/// Prints the histogram as two kernels. In the first, each thread has a table of its own, which begins with identity
/// elements. The second combines all tables with the columns.
void histogram_kernels(BodyPrinter& p, const Stm& s) {
  const ThreadTables made = thread_tables(p, s);
  fill_tables(p, s, made, {});
  Vars captured = p.free_variables({&s.bodies[1]}, s.outs);
  captured.push_back(s.args[0]);
  kernel(p, s, "the threads' tables joined", captured, made.given(), p.name(s.args[0]), "16384",
         [&] { join_threads(p, s, made, places_of(p, s), "begin", "end"); });
  p.line("t->host->drop(t, " + made.tables + ");");
}

} // namespace

void store_elements(BodyPrinter& p, const Stm& s, const std::vector<Given>& given, const std::string& count,
                    const std::string& base, const std::vector<Filled>& filled, const Reads& reads) {
  kernel(
      p, s, "where elements go", p.free_variables({&s.bodies[0]}), given, count, "16384",
      [&] {
        p.line("NOVA_IVDEP");
        p.open("for (nv_i64 i = begin; i < end; ++i)");
        p.round(s.bodies[0], {base + "i"}, [&](const Names& r) {
          p.line("targets[i] = (nv_i32)" + r[0] + ";");
          for (size_t c = 1; c < r.size(); ++c)
            p.line("values_" + std::to_string(c - 1) + "[i] = " + r[c] + ";");
        });
        p.close();
      },
      filled, reads);
}

void join_element(BodyPrinter& p, const Stm& s, const std::string& targets, const std::string& values,
                  const std::string& at) {
  Names element{targets + "[" + at + "]"};
  for (size_t c = 0; c < s.outs.size(); ++c) element.push_back(values + std::to_string(c) + "[" + at + "]");
  join_there(p, s, places_of(p, s)(element[0]), element);
}

namespace {

/// Prints the second kernel of `histogram_by_ranges`: range r of the places takes the elements that go there, in their
/// order. They are listed for 1,024 elements at a time first, which needs no branch.
void take_elements(BodyPrinter& p, const Stm& s, const std::vector<Given>& given) {
  Vars captured = p.free_variables({&s.bodies[1]}, s.outs);
  captured.push_back(s.args[0]);
  kernel(p, s, "what comes to each range of places", captured, given, "t->threads", "1", [&] {
    const std::string n = p.name(s.args[0]);
    p.open("for (nv_i64 r = begin; r < end; ++r)");
    p.line("const nv_i32 from = (nv_i32)(" + n + " * r / t->threads);");
    p.line("const nv_i32 size = (nv_i32)(" + n + " * (r + 1) / t->threads) - from;");
    p.open("for (nv_i64 first = 0; first < count; first += 1024)");
    p.poll("1024");
    p.line("nv_i32 own[1024];");
    p.line("nv_i64 listed = 0;");
    p.open("for (nv_i64 i = first; i < nova_least(first + 1024, count); ++i)");
    p.line("own[listed] = (nv_i32)i;");
    p.line("listed += (nv_u32)(targets[i] - from) < (nv_u32)size;");
    p.close();
    p.open("for (nv_i64 k = 0; k < listed; ++k)");
    join_element(p, s, "targets", "values_", "own[k]");
    p.close(), p.close(), p.close();
  });
}

/// Prints a histogram in which the order of the elements matters. Each thread combines the elements of a range of the
/// places, in their order. 2^20 elements at a time are computed and stored first.
void histogram_by_ranges(BodyPrinter& p, const Stm& s) {
  const std::string m = p.name(s.args[1]), most = "1 << 20", room = "nova_least(" + m + ", " + most + ")",
                    targets = p.fresh("targets"), base = p.fresh("base");
  std::vector<Given> given = {{"nv_i32*", "targets", targets}};
  p.line("nv_i32* " + targets + ";"), p.allocate(targets, room);
  for (size_t c = 0; c < s.outs.size(); ++c) {
    const std::string type = c_type(p.element(s.outs[c])), values = p.fresh("values");
    p.line(type + "* " + values + ";"), p.allocate(values, room);
    given.push_back({type + "*", "values_" + std::to_string(c), values});
  }
  p.open("for (nv_i64 " + base + " = 0; " + base + " < " + m + "; " + base + " += " + most + ")");
  p.line("const nv_i64 count = nova_least(" + m + " - " + base + ", " + most + ");");
  given.push_back({"nv_i64", "base", base}), given.push_back({"nv_i64", "count", "count"});
  store_elements(p, s, given, "count", "base + "), take_elements(p, s, given);
  p.close();
  for (size_t c = 0; c <= s.outs.size(); ++c) p.line("t->host->drop(t, " + given[c].value + ");");
}

/// Whether computing an element takes so long that it pays to compute elements in SIMD and to store them first: it
/// gathers, or has many operations.
bool takes_long(const Body& element) {
  constexpr size_t many = 8;
  size_t operations = 0;
  for_each_stm(element, [&](const Stm& s) {
    if (s.op == Op::Scalar) operations += is_maths(s.builtin) ? many : 1;
  });
  return operations >= many || !gathered(element).empty();
}

/// Whether `histogram_by_ranges` prints the histogram. Neither computing nor combining elements may end the run.
bool goes_by_ranges(const BodyPrinter& p, const Stm& s) {
  const Body& element = s.bodies[0];
  return p.simd() && !s.outs.empty() && takes_long(element) && !p.ends(element) &&
         !has_trigonometry(element) && is_arithmetic(s.bodies[1]) && !has_rows_of_places(p, element);
}

} // namespace

namespace {

/// Prints the combination of all elements with the columns of the result, where each rank has all that it uses.
void combine_alone(BodyPrinter& p, const Stm& s) {
  const std::string &n = p.name(s.args[0]), m = p.name(s.args[1]);
  if (p.modes.host && combines_exactly(s)) {
    p.open("if (" + n + " < " + m + " / (4 * t->threads))");
    histogram_kernels(p, s);
    p.otherwise();
  } else if (p.modes.host && goes_by_ranges(p, s)) {
    p.open("if (t->threads > 1 && " + m + " >= 1 << 16 && " + n + " < 1ll << 31)");
    histogram_by_ranges(p, s);
    p.otherwise();
  } else if (const RowTables* tables = tables_of_row(p, s)) {
    p.open("if (" + tables->entries + ")");
    join_row(p, s, *tables);
    p.otherwise();
  } else {
    p.open("");
  }
  const Scoped host(p.modes.host, false);
  if (p.simd())
    histogram_range(p, s, "0", p.name(s.args[1]), places_of(p, s));
  else
    to_places(p, s, [&](const Names& r) { join_there(p, s, places_of(p, s)(r[0]), r); });
  p.close();
}

void histogram_alone(BodyPrinter& p, const Stm& s) {
  fetch_used(p, s);
  const Scoped all_here(p.fetched, true);
  changed_columns(p, s, p.name(s.args[0]));
  combine_alone(p, s);
}

} // namespace

void print_histogram(BodyPrinter& p, const Stm& s) {
  const bool exact = combines_exactly(s);
  const bool routes = !p.ends(s.bodies[0]) && is_arithmetic(s.bodies[1]) && has_even_units(s);
  if (!ranks_may_share(p, s) || !(exact || routes)) return histogram_alone(p, s);
  fetch(p, p.name(Vars(s.args.begin() + 2, s.args.end())));
  changed_columns(p, s, p.name(s.args[0]));
  p.open("");
  p.line("int shares = 0;");
  p.line("const nv_i64 ranks = t->host->divider->ranks(t);");
  if (exact) share_tables(p, s);
  if (routes) share_by_owner(p, s);
  p.open("if (!shares)");
  fetch_used(p, s);
  const Scoped all_here(p.fetched, true);
  combine_alone(p, s);
  p.close(), p.close();
}

} // namespace nova::plan

// Prints histograms that ranks of a job share.
//
// If the order of the elements shows in no bit, and there are few places, each rank combines its elements in a table of its own.
// Then each rank gets all tables, and combines these with the columns.
//
// Otherwise each rank owns a range of the places. The ranks compute elements, group these by owner, and send them there. An owner
// combines what comes from rank 0, then what comes from rank 1, .., so the elements of a place stay in the order of their indices.
#include "jit/emit/c/places/shared_histograms.hpp"
#include "jit/emit/c/places/histograms.hpp"
#include "jit/emit/c/places/reach.hpp"

namespace nova::plan {

namespace {

/// Prints the kernel that joins the tables of a rank's threads, as its part of the column `all`.
void rank_tables(BodyPrinter& p, const Stm& s, const ThreadTables& made, std::vector<Given> given,
                 const std::string& all) {
  const std::string n = p.name(s.args[0]);
  Vars captured = p.free_variables({&s.bodies[1]});
  captured.push_back(s.args[0]);
  kernel(p, s, "each rank's table", captured, std::move(given), "ranks", "0",
         [&] {
           p.open("for (nv_i64 r = begin; r < end; ++r)");
           p.line(made.type + "* const own = all + r * " + n + ";");
           clear_table(p, s, "own", n);
           join_threads(p, s, made, in_table(s, "own"), "0", n);
           p.close();
         },
         {{.column = all, .elements = n + " * ranks", .each = n}}, {.by_rank = true});
}

} // namespace

void share_tables(BodyPrinter& p, const Stm& s) {
  const std::string n = p.name(s.args[0]), m = p.name(s.args[1]), all = p.fresh("all");
  p.line("// the tables of all ranks together are small");
  p.open("if (ranks > 1 && " + n + " <= " + m + " / (32 * ranks))");
  const ThreadTables made = thread_tables(p, s);
  fill_tables(p, s, made, {.bodies = {&s.bodies[0], &s.bodies[1]}, .choice = {"shares", [&] {
                                                                                p.line(made.none_begun());
                                                                              }}});
  p.open("if (shares)");
  p.line(made.type + "* " + all + ";"), p.allocate(all, n + " * ranks");
  std::vector<Given> given = made.given();
  given.push_back({made.type + "*", "all", all}), given.push_back({"nv_i64", "ranks", "ranks"});
  rank_tables(p, s, made, given, all);
  fetch(p, {all});
  Vars captured = p.free_variables({&s.bodies[1]}, s.outs);
  captured.push_back(s.args[0]);
  kernel(p, s, "the ranks' tables joined", captured, given, n, "16384", [&] {
    p.open("for (nv_i64 r = 0; r < ranks; ++r)");
    p.line("const " + made.type + "* const mine = all + r * " + n + ";");
    join_table(p, s, places_of(p, s), "mine", "begin", "end");
    p.close();
  });
  p.line("t->host->drop(t, " + all + ");");
  p.close();
  p.line("t->host->drop(t, " + made.tables + ");"), p.line("t->host->drop(t, " + made.begun + ");");
  p.close();
}

namespace {

/// Elements that go to the owners of their places: as computed, and grouped by owner.
struct RoutedElements {
  std::vector<Given> given{};
  std::vector<Filled> computed{}, grouped{};
};

RoutedElements declare_routed(BodyPrinter& p, const Stm& s) {
  const std::string m = p.name(s.args[1]);
  RoutedElements e;
  const auto declare = [&](const std::string& type, const std::string& name, const std::string& size) {
    p.line(type + "* " + name + ";"), p.allocate(name, size);
    e.given.push_back({type + "*", name, name});
  };
  const auto both = [&](const std::string& type, const std::string& name) {
    declare(type, name, m), declare(type, "to_" + name, m);
    e.computed.push_back({.column = name, .elements = m});
    e.grouped.push_back({.column = "to_" + name, .elements = m, .offsets = "bounds"});
  };
  both("nv_i32", "targets");
  for (size_t c = 0; c < s.outs.size(); ++c)
    both(c_type(p.element(s.outs[c])), "values_" + std::to_string(c));
  declare("nv_i64", "counts", "ranks * ranks"), declare("nv_i64", "bounds", "ranks + 1"),
      declare("nv_i64", "owned", "ranks + 1");
  e.given.push_back({"nv_i64", "ranks", "ranks"});
  return e;
}

/// Prints the kernel that groups a rank's elements by owner, in their order.
void group_by_owner(BodyPrinter& p, const Stm& s, const RoutedElements& e) {
  const auto for_each = [&](const std::function<void()>& use) {
    p.open("for (nv_i64 i = bounds[r]; i < bounds[r + 1]; ++i)");
    p.poll();
    p.line("nv_i64 owner = 0;");
    p.line("for (nv_i64 k = 1; k < ranks; ++k) owner += targets[i] >= owned[k];");
    use();
    p.close();
  };
  std::vector<Filled> filled = e.grouped;
  filled.push_back({.column = "counts", .elements = "ranks * ranks", .each = "ranks"});
  kernel(p, s, "elements grouped by owner", {}, e.given, "ranks", "0",
         [&] {
           p.line("const nova_mark start = nova_arena_mark(t);");
           p.line("nv_i64* at;"), p.allocate("at", "ranks");
           p.open("for (nv_i64 r = begin; r < end; ++r)");
           p.line("nv_i64* const count = counts + r * ranks;");
           p.line("for (nv_i64 k = 0; k < ranks; ++k) count[k] = 0;");
           for_each([&] { p.line("++count[owner];"); });
           p.line("at[0] = bounds[r];");
           p.line("for (nv_i64 k = 1; k < ranks; ++k) at[k] = at[k - 1] + count[k - 1];");
           for_each([&] {
             p.line("const nv_i64 j = at[owner]++;");
             for (size_t c = 0; c < e.grouped.size(); ++c)
               p.line(e.grouped[c].column + "[j] = " + e.computed[c].column + "[i];");
           });
           p.close();
           p.line("nova_arena_reset(t, start);");
         },
         filled, {.by_rank = true});
}

/// Prints the kernel in which an owner combines what comes to its places.
void combine_owned(BodyPrinter& p, const Stm& s, const RoutedElements& e) {
  std::vector<Filled> filled;
  for (Var v : s.outs)
    filled.push_back({.column = p.name(v), .elements = p.name(s.args[0]), .offsets = "owned"});
  const auto body = [&] {
    p.open("for (nv_i64 r = begin; r < end; ++r)");
    p.open("for (nv_i64 q = 0; q < ranks; ++q)");
    p.line("nv_i64 i = bounds[q];");
    p.line("for (nv_i64 k = 0; k < r; ++k) i += counts[q * ranks + k];");
    p.open("for (const nv_i64 last = i + counts[q * ranks + r]; i < last; ++i)");
    p.poll();
    join_element(p, s, "to_targets", "to_values_", "i");
    p.close(), p.close(), p.close();
  };
  kernel(p, s, "what comes to each rank's places", p.free_variables({&s.bodies[1]}, s.outs), e.given, "ranks",
         "0", body, filled, {.by_rank = true});
}

} // namespace

void share_by_owner(BodyPrinter& p, const Stm& s) {
  const std::string n = p.name(s.args[0]), m = p.name(s.args[1]);
  p.open("if (!shares && ranks > 1 && " + n + " <= " + m + " && " + n + " < 1ll << 31)");
  const RoutedElements e = declare_routed(p, s);
  store_elements(p, s, e.given, m, "", e.computed,
                 {.bodies = {&s.bodies[0]}, .may_stay = false, .choice = {"shares"}});
  p.open("if (shares)");
  p.line("t->host->divider->bounds(t, " + m + ", bounds), t->host->divider->bounds(t, " + n + ", owned);");
  group_by_owner(p, s, e);
  fetch(p, {"counts"});
  std::string columns;
  for (const Filled& f : e.grouped)
    columns += (columns.empty() ? "{" : ", {") + f.column + ", (nv_i64)sizeof *" + f.column + ", " + m +
               " * (nv_i64)sizeof *" + f.column + ", 0}";
  p.line("if (t->host->divider->route(t, (const nova_filled[]){" + columns + "}, " +
         std::to_string(e.grouped.size()) + ", bounds, counts)) return 1;");
  combine_owned(p, s, e);
  p.close();
  for (const Given& g : e.given)
    if (g.name != "ranks") p.line("t->host->drop(t, " + g.name + ");");
  p.close();
}

} // namespace nova::plan

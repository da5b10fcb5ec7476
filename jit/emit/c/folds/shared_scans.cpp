// Prints scans that ranks of a job share, in three steps. A unit is a block of 1,024 elements. First each rank computes the
// elements of its blocks, and their trees. Then each rank gets the totals of all blocks, and computes the carries of all. Last it
// computes the running values of its blocks.
//
// In the generated C, for component k of the state: zk are the trees of all blocks, sk their totals, and wk the carries.
#include "jit/emit/c/folds/shared_scans.hpp"
#include "jit/emit/c/folds/exact_scans.hpp"
#include "jit/emit/c/places/reach.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// The columns of a shared scan.
struct Blocks {
  Names y{};                   ///< the elements, and then the running values
  std::vector<Given> given{};  ///< for the kernels, unless they capture it
  std::vector<Filled> first{}; ///< what the first kernel fills: elements, trees and totals
  std::vector<Filled> own{};   ///< what a unit reads of that afterwards
  Names temporary{};
};

/// Prints the declaration of a temporary column of `count` elements.
void temporary(BodyPrinter& p, const Fold& f, Blocks& b, size_t k, const char* letter,
               const std::string& count) {
  const std::string type = c_type(f.types[k]), name = letter + std::to_string(k);
  p.line(type + "* " + name + ";"), p.allocate(name, count);
  b.given.push_back({type + "*", name, name}), b.temporary.push_back(name);
}

Blocks declare_blocks(BodyPrinter& p, const Fold& f) {
  const std::string n = p.name(f.s.args[0]);
  Blocks b{.y = f.s.after ? in_turn(f, "y") : p.name(f.s.outs), .given = {{"nv_i64", "n", n}}};
  const bool stays = std::ranges::all_of(f.s.outs, [&](Var v) { return p.flow()->stays(v); });
  p.line("const nv_i64 blocks = (" + n + " + 1023) / 1024;");
  for (size_t k = 0; k < f.types.size(); ++k) {
    if (f.s.after) temporary(p, f, b, k, "y", n);
    b.own.push_back({.column = b.y[k], .elements = n, .each = "1024", .stays = stays});
  }
  for (size_t k = 0; k < f.types.size() && !in_any_order(f); ++k) {
    temporary(p, f, b, k, "z", "blocks * 127");
    b.own.push_back({.column = in_turn(f, "z")[k], .elements = "blocks * 127", .each = "127", .stays = true});
  }
  b.first = b.own;
  for (size_t k = 0; k < f.types.size(); ++k) {
    temporary(p, f, b, k, "s", "blocks"), temporary(p, f, b, k, "w", "blocks");
    b.first.push_back({.column = in_turn(f, "s")[k], .elements = "(blocks - 1)"}); // none follows the last
  }
  return b;
}

constexpr const char* count = "nova_least(n - b * 1024, 1024)";

void block_kernel(BodyPrinter& p, const Fold& f, const Blocks& blocks, const std::string& what,
                  const std::function<void()>& body, const std::vector<Filled>& filled, const Reads& reads) {
  kernel(
      p, f.s, what, scan_captures(p, f), blocks.given, "blocks", grain(p, f.s.bodies[0], 16),
      [&] {
        p.open("for (nv_i64 b = begin; b < end; ++b)");
        body();
        p.close();
      },
      filled, reads);
}

void block_totals(BodyPrinter& p, const Fold& f, const ScanSteps& steps, const Blocks& blocks) {
  const bool exact = in_any_order(f);
  const Names z = exact ? in_turn(f, "total") : moved(in_turn(f, "z"), "b * 127");
  if (exact) arrays(p, f, "total", "127");
  p.call(*steps.totals, concat(concat({"b * 1024", count, "nova_least((n - 1) / 16 - b * 64, 64)"},
                                      moved(blocks.y, "b * 1024")),
                               z));
  p.open("if ((b + 1) * 1024 < n)");
  for (size_t k = 0; k < z.size(); ++k) p.line(in_turn(f, "s", "b")[k] + " = (" + z[k] + ")[126];");
  p.close();
}

/// Prints a loop over all blocks that computes their carries, on each rank.
void carries(BodyPrinter& p, const Fold& f, const ScanSteps& steps) {
  p.open("for (nv_i64 b = 0; b < blocks; ++b)");
  p.poll();
  copy_values(p, f, in_turn(f, "w", "b"), in_turn(f, "c", "state[2] - 1"));
  p.open("if (b + 1 < blocks)");
  p.call(*steps.push,
         concat(concat(concat({"state"}, in_turn(f, "t")), in_turn(f, "c")), in_turn(f, "s", "b")));
  p.close(), p.close();
}

} // namespace

void share_scan(BodyPrinter& p, const Fold& f, const ScanSteps& steps, const std::function<void()>& state) {
  const Stm& s = f.s;
  const Blocks blocks = declare_blocks(p, f);
  block_kernel(
      p, f, blocks, "the blocks' trees, of a scan of " + p.name(s.args[0]) + " elements",
      [&] { block_totals(p, f, steps, blocks); }, blocks.first,
      {.bodies = {&s.bodies[0], &s.bodies[1]}, .width = "1024", .may_stay = false, .choice = {"shares"}});
  p.open("if (shares)");
  state(), fetch(p, in_turn(f, "s")), carries(p, f, steps);
  std::vector<Filled> filled;
  for (Var v : s.outs) filled.push_back({.column = p.name(v), .elements = p.name(s.args[0]), .each = "1024"});
  Reads reads{.bodies = {&s.bodies[1]}, .width = "1024", .own = blocks.own};
  if (s.after) reads.bodies.push_back(&s.bodies[2]);
  block_kernel(
      p, f, blocks, "the running values",
      [&] {
        const Names y = moved(blocks.y, "b * 1024");
        run_block(p, f, steps, "b * 1024", count, "b", y,
                  in_any_order(f) ? y /* no tree is read */ : moved(in_turn(f, "z"), "b * 127"));
      },
      filled, reads);
  p.close();
  for (const std::string& column : blocks.temporary) p.line("t->host->drop(t, " + column + ");");
}

} // namespace nova::plan

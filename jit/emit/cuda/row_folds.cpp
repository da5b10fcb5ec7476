// Prints maps in which each element is the reduction of one row. The kernels assign more threads to longer rows
// (kernels/cuda/row_folds.h). The map's body is divided at its reduction: the statements before it compute what all
// elements of the row share (the head), and those after it use the reduction's result.
#include "jit/emit/cuda/row_folds.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/cuda/entries.hpp"
#include "jit/emit/cuda/tile_folds.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

bool is_fold(const Stm& s) { return (s.op == Op::Reduce || s.op == Op::Accumulate) && !sizes_of(s); }

/// How much a scalar changes from one iteration of a reduction to the next: not at all, by one, by another amount, or
/// by an amount that depends on values read from columns.
enum class Moves { Stays, ByOne, Strides, Data };

using Motion = std::unordered_map<Var, Moves>;

Moves moves(const Motion& known, const Stm& s) {
  std::vector<Moves> of;
  for (Var v : s.args) of.push_back(known.contains(v) ? known.at(v) : Moves::Stays);
  const auto has = [&](Moves m) { return std::ranges::find(of, m) != of.end(); };
  if (s.op == Op::Read) return of[1] == Moves::Stays ? Moves::Stays : Moves::Data;
  if (has(Moves::Data)) return Moves::Data;
  if (!has(Moves::ByOne)) return has(Moves::Strides) ? Moves::Strides : Moves::Stays;
  const bool adds = s.builtin == BuiltinId::Add && has(Moves::Stays),
             takes = s.builtin == BuiltinId::Subtract && of[1] == Moves::Stays;
  return adds || takes ? Moves::ByOne : Moves::Strides;
}

/// Whether successive iterations of the reduction read neighbouring elements of a column, at indices that differ from
/// row to row, and no read has another stride. `own` are the variables that differ from row to row.
bool lies_in_rows(const Stm& fold, std::unordered_set<Var> own) {
  Motion motion{{fold.bodies[0].params.back(), Moves::ByOne}};
  bool found = false;
  for (const Stm& s : fold.bodies[0].stms) {
    if (s.op == Op::Constant || s.op == Op::Check) continue;
    if (s.op != Op::Scalar && s.op != Op::Read) return false;
    const bool differs = std::ranges::any_of(s.args, [&](Var v) { return own.contains(v); });
    const Moves by = s.op == Op::Read && motion.contains(s.args[1]) ? motion.at(s.args[1]) : Moves::Stays;
    if (by == Moves::Strides) return false;
    found |= by == Moves::ByOne && differs;
    motion[s.outs[0]] = moves(motion, s);
    if (differs) own.insert(s.outs.begin(), s.outs.end());
  }
  return found;
}

/// Returns the map's body divided at its reduction. Returns nothing if the body has no reduction, allocates columns,
/// or has, besides the reduction, a statement for which `is_small` is false.
std::optional<FoldedMap> folded_map(const Stm& map) {
  const Body& b = map.bodies[0];
  std::optional<size_t> at;
  FoldedMap m{{}, {}, {}, {b.params.begin(), b.params.end()}};
  for (size_t k = 0; k < b.stms.size(); ++k) {
    const Stm& s = b.stms[k];
    if (is_fold(s) && !at)
      at = k;
    else if (!is_small(s))
      return {};
    if (!at && (s.op == Op::If || std::ranges::any_of(s.args, [&](Var v) { return m.own.contains(v); })))
      m.own.insert(s.outs.begin(), s.outs.end());
  }
  if (!at || allocates(b)) return {};
  const auto cut = b.stms.begin() + static_cast<std::ptrdiff_t>(*at);
  m.fold = &*cut, m.before = {b.params, {b.stms.begin(), cut}, {}},
  m.behind = {{}, {cut + 1, b.stms.end()}, b.results};
  return m;
}

void row_kernels(CudaPrinter& c, const Stm& map, const FoldedMap& m) {
  Vars head;
  const Functor f = row_functor(c, map, m, head);
  Launch& l = c.launches[&map];
  row_structure(c.body, f, m, head, "a reduction of each of " + c.body.name(map.args[0]) + " rows",
                [&] { lot_members(c.body, f); });
  uint32_t bytes = 0; // bytes of shared memory that one value of the reduction takes
  for (const VarType& t : f.value)
    bytes += static_cast<uint32_t>(std::max<size_t>(element_size(t.element), 8));
  l.row_folds = true, l.value = bytes, l.shared = (8 * bytes + 15) / 16 * 16 + 32 + 4 * l.threads;
  const std::string lane = is_lane_fold(*m.fold) ? "true" : "false";
  const Names members = declared_all(c.body, map.outs);
  entry(c, f, members, l.kernel, "nova_row_folds<" + lane + ", " + taker(m.fold->strategy) + ">",
        {"nova_cut*", "nv_i64"}, l.threads);
  entry(c, f, members, l.kernel + "_cut", "nova_cut_rows<" + lane + ">",
        {"nova_cut*", "nv_i64", "nova_f_" + f.id + "::value*", "unsigned*"}, l.threads);
}

} // namespace

bool fold_kernels(CudaPrinter& c, const Stm& map) {
  const std::optional<FoldedMap> m = folded_map(map);
  if (!m) return false;
  if (m->fold->strategy != Strategy::BySize) return row_kernels(c, map, *m), true;
  if (const std::optional<Product> at = product_of(c.body, *m)) return product_kernel(c, map, *m, *at), true;
  if (lies_in_rows(*m->fold, m->own)) return row_kernels(c, map, *m), true;
  return pair_kernel(c, map, *m);
}

Functor row_functor(CudaPrinter& c, const Stm& map, const FoldedMap& m, Vars& head) {
  const Stm& fold = *m.fold;
  Functor f{fold, std::to_string(c.body.number()), {}, {}, {}, map.outs, {}, 1};
  f.over = &map, f.defers = false, f.blocks = 4;
  for (Var v : fold.outs) f.value.push_back(c.body.plan()[v]);
  Vars needed = c.body.free_variables({&fold.bodies[0], &fold.bodies[1], &m.behind}, fold.args);
  std::erase_if(needed, [&](Var v) { return std::ranges::find(fold.outs, v) != fold.outs.end(); });
  f.captures = split_head(c.body, m.before, std::move(needed), head);
  Launch& l = c.launches[&map];
  l.kernel = "nova_kernel_" + f.id, l.captures = f.captures;
  return f;
}

void row_structure(BodyPrinter& p, const Functor& f, const FoldedMap& m, const Vars& head,
                   const std::string& what, const std::function<void()>& reads) {
  const Stm& map = *f.over;
  structure(p, f, what, declared_all(p, map.outs), [&] {
    head_member(p, m.before, head);
    value_members(p, f), reads(), join_member(p, f), start_member(p, f), leaf_members(p, f);
    p.line("NOVA_MEMBER nv_i64 count() const { return " + p.name(f.s.args[0]) + "; }");
    member(p, "NOVA_MEMBER int put(nova_task* t, int* bad, nv_i64 i, bool any, value r) const", [&] {
      p.line("if (!any) r = start();");
      if (f.s.start) p.line("else join(t, bad, start(), r, &r);");
      for (size_t k = 0; k < f.s.outs.size(); ++k)
        p.line("const " + p.declared(f.s.outs[k]) + " = r.v" + std::to_string(k) + ";");
      plain_statements(p, m.behind);
      for (size_t k = 0; k < map.outs.size(); ++k)
        p.line(p.name(map.outs[k]) + "[i] = " + p.name(m.behind.results[k]) + ";");
      p.line("return 0;");
    });
  });
}

} // namespace nova::plan

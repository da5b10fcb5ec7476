// Prints maps whose elements are reductions that read the same inputs (kernels/cuda/tile_folds.h): matrix products
// and maps of the same structure, and reductions of one sequence for every element (all pairs).
#include "jit/emit/cuda/tile_folds.hpp"
#include "jit/emit/cuda/entries.hpp"
#include "jit/emit/cuda/functors.hpp"
#include "jit/kernels/cuda/sizes.h"
#include <algorithm>

namespace nova::plan {

namespace {

constexpr size_t longest_product = 16, longest_pair = 48;

/// On which coordinates of a product's grid a scalar depends: on none, on the row, on the column, or on both.
enum Side : int { Neither = 0, OfRow = 1, OfColumn = 2, OfBoth = 3 };

using Sides = std::unordered_map<Var, int>;

void side_members(BodyPrinter& p, const FoldedMap& m, const std::vector<const Stm*>& reads,
                  const std::string& which);

int side_of(const Sides& known, const Vars& all) {
  int side = Neither;
  for (Var v : all)
    if (known.contains(v)) side |= known.at(v);
  return side;
}

/// Whether `v` is bound outside of the map, or is a constant in `before`, so that all elements have the same value.
bool is_given(const Body& before, Var v) {
  return v != before.params[0] && std::ranges::none_of(before.stms, [v](const Stm& s) {
           return s.op != Op::Constant && std::ranges::find(s.outs, v) != s.outs.end();
         });
}

/// Returns, for each variable that `before` binds, whether it depends on the row or on the column. Sets `columns` to
/// the divisor by which the index is divided into row and column, and `good` to false if there are different
/// divisors.
Sides sides_before(const Body& before, std::optional<Var>& columns, bool& good) {
  const Var index = before.params[0];
  Sides sides{{index, OfBoth}};
  for (const Stm& s : before.stms) {
    const bool divides = s.op == Op::Scalar &&
                         (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder) &&
                         s.args[0] == index && is_given(before, s.args[1]);
    if (divides) {
      good &= !columns || *columns == s.args[1];
      columns = s.args[1];
      sides[s.outs[0]] = s.builtin == BuiltinId::Divide ? OfRow : OfColumn;
      continue;
    }
    const int side = s.op == Op::If ? OfBoth : side_of(sides, s.args);
    for (Var v : s.outs) sides[v] = side;
  }
  return sides;
}

/// Prints the struct named `which` ("left" or "right"), which holds the results of `reads` for one index of the
/// reduction, and the member that loads it.
void side_members(BodyPrinter& p, const FoldedMap& m, const std::vector<const Stm*>& reads,
                  const std::string& which) {
  const Body& b = m.fold->bodies[0];
  p.open("struct " + which);
  for (size_t k = 0; k < reads.size(); ++k)
    p.line(c_type(p.element(reads[k]->outs[0])) + " x" + std::to_string(k) + ";");
  p.close(";");
  member(p, "NOVA_MEMBER " + which + " load_" + which + "(nv_i64 i) const", [&] {
    std::unordered_set<Var> needed;
    for (const Stm* r : reads) needed.insert(r->args[1]);
    Body places{{b.params.back()}, {}, {}};
    for (size_t k = b.stms.size(); k-- > 0;) {
      const Stm& s = b.stms[k];
      if (s.op != Op::Scalar || !needed.contains(s.outs[0])) continue;
      needed.insert(s.args.begin(), s.args.end());
      places.stms.insert(places.stms.begin(), s);
    }
    p.line("const " + p.declared(b.params.back()) + " = i;");
    plain_statements(p, places);
    std::string all;
    for (const Stm* r : reads)
      all += (all.empty() ? "" : ", ") + p.name(r->args[0]) + "[" + p.name(r->args[1]) + "]";
    p.line("return {" + all + "};");
  });
}

/// Prints the member `step`, which folds element i into the reduction's leaf r, or sets r to it if `begins` is true.
void step_member(BodyPrinter& p, const Functor& f) {
  const bool starts = f.s.op == Op::Accumulate;
  p.line(std::string("enum { starts = ") + (starts ? "1" : "0") + " };");
  member(p,
         "template <int V> NOVA_MEMBER int step(nova_task* t, int* bad, nv_i64 i, const lot<V>& in, int j, "
         "bool begins, "
         "value* r) const",
         [&] {
           if (starts) return p.line("return next(t, bad, i, in, j, r);");
           p.line("value x;");
           p.line("if (element(t, bad, i, in, j, &x)) return 1;");
           p.line("if (begins) return *r = x, 0;");
           p.line("return join(t, bad, *r, x, r);");
         });
}

} // namespace

std::optional<Product> product_of(const BodyPrinter& p, const FoldedMap& m) {
  const Body& b = m.fold->bodies[0];
  size_t bytes = 0;
  for (Var v : m.fold->outs) bytes += element_size(p.element(v));
  if (bytes > 8 || b.stms.size() > longest_product) return {};
  bool good = true;
  std::optional<Var> columns;
  Sides sides = sides_before(m.before, columns, good);
  if (!columns || !good) return {};
  Product at{*columns, {}, {}, is_given(m.before, m.fold->args[0])};
  // variables whose values depend on what was read from columns, or on the reduction's state
  std::unordered_set<Var> data(b.params.begin(), b.params.end() - 1);
  for (const Stm& s : b.stms) {
    if (s.op != Op::Constant && s.op != Op::Scalar && s.op != Op::Read) break;
    const bool from_data = std::ranges::any_of(s.args, [&](Var v) { return data.contains(v); });
    const int side = side_of(sides, s.args);
    for (Var v : s.outs) sides[v] = side;
    if (from_data || s.op == Op::Read) data.insert(s.outs.begin(), s.outs.end());
    if (s.op == Op::Read && !from_data && side == OfRow) at.left.push_back(&s);
    if (s.op == Op::Read && !from_data && side == OfColumn) at.right.push_back(&s);
  }
  return at.left.empty() || at.right.empty() ? std::nullopt : std::optional(at);
}

void product_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m, const Product& one) {
  Vars head;
  Functor f = row_functor(c, map, m, head);
  const bool wide = std::ranges::any_of(f.value, [](VarType t) { return element_size(t.element) > 4; });
  f.blocks = wide || f.value.size() > 1 ? 1 : 2; // wider lanes need more registers than two blocks can have
  size_t bytes[2] = {0, 0};
  for (const auto* reads : {&one.left, &one.right})
    for (size_t k = 0; k < reads->size(); ++k) {
      const bool left = reads == &one.left;
      f.streams.push_back((*reads)[k]->outs[0]);
      f.stream_texts.push_back(std::string(left ? "in.a.x" : "in.b.x") + std::to_string(k));
      bytes[left ? 0 : 1] += std::max<size_t>(element_size(c.body.element((*reads)[k]->outs[0])), 4);
    }
  row_structure(
      c.body, f, m, head,
      "a tile of " + c.body.name(map.args[0]) + " elements a block, their inputs in shared memory", [&] {
        side_members(c.body, m, one.left, "left"), side_members(c.body, m, one.right, "right");
        c.body.line("template <int V> struct lot {"), c.body.line("  left a;"), c.body.line("  right b;"),
            c.body.line("};");
        c.body.line("NOVA_MEMBER void load(nv_i64 i, bool, lot<1>& in) const { in.a = load_left(i), in.b "
                    "= load_right(i); }");
        member(c.body, "NOVA_MEMBER nv_i64 columns(nv_i64 n) const", [&] {
          const std::string at = c.body.name(one.columns);
          c.body.line("const nv_i64 c = " + at + " < 0 ? (nv_i64)(0 - (nv_u64)" + at + ") : " + at + ";");
          c.body.line("return c <= 0 || c > n ? n : c;");
        });
        c.body.line(std::string("enum { even = ") + (one.even ? "1" : "0") + " };");
        step_member(c.body, f);
      });
  Launch& l = c.launches[&map];
  l.shared = static_cast<uint32_t>(16 * 16 * (4 * (bytes[0] + 8) + bytes[1] + 8));
  entry(c, f, declared_all(c.body, map.outs), l.kernel, "nova_product_folds" + lane_argument(*m.fold), {},
        l.threads);
}

bool pair_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m) {
  const Stm& fold = *m.fold;
  size_t bytes = 0;
  for (Var v : fold.outs) bytes += element_size(c.body.element(v));
  if (bytes > 16 || fold.bodies[0].stms.size() > longest_pair || !is_given(m.before, fold.args[0]))
    return false;
  Vars head;
  const uint32_t number = c.body.numbers();
  Functor f = row_functor(c, map, m, head);
  f.blocks = 2;
  find_streams(f, fold.bodies[0]);
  size_t staged = 0;
  for (Var v : f.columns) staged += element_size(c.body.element(v));
  if (f.streams.empty() || staged > 64) return c.body.give_back(number), c.launches.erase(&map), false;
  row_structure(c.body, f, m, head,
                "all pairs of " + c.body.name(map.args[0]) + " elements and " + c.body.name(fold.args[0]) +
                    " in shared memory",
                [&] { lot_members(c.body, f), step_member(c.body, f); });
  Launch& l = c.launches[&map];
  l.shared = static_cast<uint32_t>(nova_pair_items * staged + 64 * 16 * f.columns.size());
  entry(c, f, declared_all(c.body, map.outs), l.kernel, "nova_pair_folds" + lane_argument(fold), {},
        l.threads);
  return true;
}

} // namespace nova::plan

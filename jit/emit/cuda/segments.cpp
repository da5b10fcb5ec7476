// Prints nested vectors (rows) whose lengths can be computed before their elements, so that each element is written
// to its final address (kernels/cuda/row_maps.h, kernels/cuda/row_scans.h). A row's body begins with statements that
// all of its elements share, the head. The elements are then computed one by one, or by one scan. Scatters of rows
// are printed in the same way.
#include "jit/emit/cuda/segments.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/cuda/entries.hpp"
#include "jit/emit/cuda/functors.hpp"
#include "jit/kernels/cuda/sizes.h"
#include <algorithm>

namespace nova::plan {

namespace {

std::span<const Var> columns_of_row(const Body& b) { return std::span(b.results).subspan(1); }

/// Returns a functor that computes the elements of the rows `m` of `s`. Sets `head` to the variables that m.head
/// computes and that the elements need.
Functor segment_functor(BodyPrinter& p, const Stm& s, const MadeRows& m, Vars& head) {
  const Body& b = s.bodies[0];
  Functor f{m.scan ? *m.scan : s,
            std::to_string(p.number()),
            {},
            {},
            {},
            {s.outs.begin() + 2, s.outs.end()},
            {},
            1};
  f.over = &s, f.base = " + nova_at";
  for (Var v : m.scan ? m.scan->bodies[0].results : Vars(columns_of_row(b).begin(), columns_of_row(b).end()))
    f.value.push_back({p.element(v), false});
  Vars needed{b.results[0]}, made;
  const auto need = [&](const Vars& more) { needed.insert(needed.end(), more.begin(), more.end()); };
  for (const Stm* maker : m.makers) {
    need(maker->args), made.insert(made.end(), maker->outs.begin(), maker->outs.end());
    for (const Body& inner : maker->bodies) need(p.free_variables({&inner}));
  }
  for (Var v : columns_of_row(b))
    if (std::ranges::find(made, v) == made.end()) needed.push_back(v);
  f.captures = split_head(p, m.head, p.free_variables({}, needed), head);
  return f;
}

/// Prints the member `element`, which computes element i of each of a row's columns.
void made_elements(BodyPrinter& p, const Functor& f, const MadeRows& m) {
  const Body& b = f.over->bodies[0];
  member(p,
         "template <int V> NOVA_MEMBER int element(nova_task* t, int* bad, nv_i64 i, const lot<V>& in, int "
         "j, value* r) const",
         [&] {
           std::unordered_map<Var, std::string> texts;
           const bool arena = std::ranges::any_of(
               m.makers, [](const Stm* s) { return !s->bodies.empty() && allocates(s->bodies[0]); });
           if (arena) p.line("const nova_mark mark = nova_arena_mark(t);");
           for (const Stm* maker : m.makers) {
             if (maker->op == Op::Iota) {
               texts[maker->outs[0]] = "nv_add_i64(" + p.name(maker->args[1]) + ", nv_mul_i64(i, " +
                                       p.name(maker->args[2]) + "))";
               continue;
             }
             const Body& body = maker->bodies[0];
             p.line("const " + p.declared(body.params[0]) + " = i;");
             statements_deferring(p, body, !p.ends(body));
             for (size_t k = 0; k < maker->outs.size(); ++k) texts[maker->outs[k]] = p.name(body.results[k]);
           }
           for (size_t k = 1; k < b.results.size(); ++k) {
             const Var v = b.results[k];
             p.line("r->v" + std::to_string(k - 1) + " = " +
                    (texts.contains(v) ? texts[v] : p.name(v) + "[i]") + ";");
           }
           if (arena) p.line("nova_arena_reset(t, mark);");
           p.line("return 0;");
         });
}

/// Prints the kernel that computes the length of each row of `s`, by the statements of `head`, whose result is the
/// length.
void lengths_kernel(CudaPrinter& c, const Stm& s, const Body& head, const Vars& captures) {
  Functor f{s, std::to_string(c.body.number()), captures, {}, {}, {}, {{Element::I64, false}}, 1};
  f.over = &s;
  structure(c.body, f, "the lengths of " + c.body.name(s.args[0]) + " rows", {}, [&] {
    value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, head);
    c.body.line("NOVA_MEMBER nv_i64 length(const value& r) const { return r.v0; }");
  });
  const Launch& l = c.launches[&s];
  entry(c, f, {}, l.kernel, "nova_row_lengths", {"nv_i64*"}, l.threads);
}

} // namespace

void segment_kernels(CudaPrinter& c, const Stm& s, const MadeRows& m) {
  Vars head;
  Functor f = segment_functor(c.body, s, m, head);
  Launch& l = c.launches[&s];
  l.kernel = "nova_kernel_" + f.id, l.captures = f.captures;
  l.cuts_all = m.scan && m.scan->strategy == Strategy::Flat;
  l.fill = m.scan ? Launch::Fill::Scans : Launch::Fill::Elements;
  for (const Stm* maker : m.makers) l.arena |= std::ranges::any_of(maker->bodies, allocates);
  l.value = struct_bytes(f.value), l.threads = 256, l.shared = 16;
  if (m.scan) {
    size_scan(l, f.value, stored_types(c.body.plan(), f));
    l.shared = (l.shared + 15) / 16 * 16 + 32 + 4 * l.threads;
  }
  const Names members = concat(declared_all(c.body, f.stored), {"nv_i64* nova_starts"});
  structure(c.body, f,
            std::string(m.scan ? "scans" : "elements") + " of " + c.body.name(s.args[0]) +
                " rows, each to its place",
            members, [&] {
              if (m.scan)
                c.body.line(std::string("enum { exclusive = ") + (m.scan->exclusive ? "1" : "0") +
                            ", makes = " + (m.scan->after ? "1" : "0") + " };");
              c.body.line("nv_i64 nova_at;");
              head_member(c.body, m.head, head, "nova_at = nova_starts[i];");
              c.body.line("NOVA_MEMBER nv_i64 count() const { return " + c.body.name(s.bodies[0].results[0]) +
                          "; }");
              value_members(c.body, f), lot_members(c.body, f);
              if (m.scan)
                element_member(c.body, f, m.scan->bodies[0]), join_member(c.body, f), start_member(c.body, f),
                    after_member(c.body, f);
              else
                made_elements(c.body, f, m);
              store_member(c.body, f);
            });
  const std::string values = "nova_f_" + f.id + "::value*";
  if (m.scan) {
    entry(c, f, members, l.kernel + "_fill", "nova_row_scans<" + taker(m.scan->strategy) + ">",
          {"nova_cut*", "nv_i64"}, l.threads);
    entry(c, f, members, l.kernel + "_cut", "nova_cut_scans",
          {"nova_cut*", "nv_i64", values, "unsigned*", "unsigned*"}, l.threads);
  } else
    entry(c, f, members, l.kernel + "_fill", "nova_row_maps", {}, l.threads);
  lengths_kernel(c, s, m.head, f.captures);
  offsets_kernel(c.body, l);
}

void rows_scatter_kernels(CudaPrinter& c, const Stm& s) {
  const Body &row = s.bodies[0], &element = s.bodies[1];
  const bool by_element =
      std::ranges::all_of(row.stms, [](const Stm& t) { return t.op == Op::Shift || is_small(t); });
  Functor f{s, std::to_string(c.body.number()), {}, {}, {}, {}, {}, 1};
  for (Var v : element.results) f.value.push_back(c.body.plan()[v]);
  Vars head;
  f.captures = split_head(c.body, row, c.body.free_variables({&element}, row.results), head);
  Launch& l = launch_of(c, f, allocates(row) || allocates(element));
  l.shared = 16, l.fill = by_element ? Launch::Fill::Elements : Launch::Fill::Whole;
  const Names members = concat(declared_all(c.body, s.outs), {"nv_i64* nova_starts"});
  const Names given = c.body.name(Vars(row.results.begin() + 1, row.results.end()));
  structure(c.body, f, "elements of " + c.body.name(s.args[0]) + " rows to their places", members, [&] {
    head_member(c.body, row, head);
    c.body.line("NOVA_MEMBER nv_i64 count() const { return " + c.body.name(row.results[0]) + "; }");
    value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, element, nullptr, given),
        put_members(c.body, s);
  });
  const std::string skeleton = by_element ? "nova_rows_scatter" : "nova_whole_rows_scatter";
  entry(c, f, members, l.kernel + "_claim", skeleton + "<false>", {"nv_u64*"}, l.threads);
  entry(c, f, members, l.kernel + "_write", skeleton + "<true>", {"nv_u64*"}, l.threads);
  lengths_kernel(c, s, {row.params, row.stms, {row.results[0]}}, f.captures);
  offsets_kernel(c.body, l);
}

} // namespace nova::plan

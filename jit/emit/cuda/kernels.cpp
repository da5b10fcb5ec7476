// Prints the kernels of most operations. For each kernel it prints a functor with the members that its kernel
// template (skeleton) requires, and the `__global__` function that calls the template.
#include "jit/emit/cuda/kernels.hpp"
#include "jit/emit/cuda/entries.hpp"
#include "jit/emit/cuda/functors.hpp"
#include "jit/emit/cuda/segments.hpp"
#include "jit/kernels/cuda/sizes.h"
#include <algorithm>

namespace nova::plan {

namespace {

void put_members_of_scan(BodyPrinter& p, const Stm& s) {
  p.line("NOVA_MEMBER nv_i64 target(nv_i64 i) const { return nova_to0[i]; }");
  member(p, "NOVA_MEMBER void put(nv_i64 i) const", [&] {
    for (size_t k = 0; k < s.outs.size(); ++k)
      p.line(p.name(s.outs[k]) + "[nova_to0[i]] = nova_to" + std::to_string(k + 1) + "[i];");
  });
}

/// Prints the struct `stored`, what a filter writes of an element, and the member that takes it from a value. The
/// value's first component says only whether the element is kept.
void stored_members(BodyPrinter& p, const std::vector<VarType>& written) {
  std::string taken;
  p.open("struct stored");
  for (size_t k = 1; k <= written.size(); ++k) {
    const std::string name = "v" + std::to_string(k);
    p.line(value_type(written[k - 1]) + " " + name + ";");
    taken += (taken.empty() ? "r." : ", r.") + name;
  }
  p.close(";");
  p.line("NOVA_MEMBER stored stores(const value& r) const { return {" + taken + "}; }");
}

/// Prints the member `name_of`, which writes an element to the columns `to`. `first`: the number of the first component
/// that it writes.
void put_members_of_filter(BodyPrinter& p, const std::string& name_of, const Vars& to, size_t first) {
  member(p, "NOVA_MEMBER void " + name_of + "(nv_i64 at, const stored& r) const", [&] {
    for (size_t k = 0; k < to.size(); ++k)
      p.line(p.name(to[k]) + "[at] = r.v" + std::to_string(first + k) + ";");
  });
}

} // namespace

void map_kernel(CudaPrinter& c, const Stm& s) {
  const Body& b = s.bodies[0];
  const Functor f = functor(c.body, s, b, s.outs, types_of(c.body.plan(), b.results));
  const Names members = declared_all(c.body, s.outs);
  const Launch& l = launch_of(c, f, allocates(b));
  structure(c.body, f, "map over " + c.body.name(s.args[0]), members, [&] {
    value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, b), store_member(c.body, f);
  });
  entry(c, f, members, l.kernel, "nova_map", {}, l.threads);
}

void iota_kernel(CudaPrinter& c, const Stm& s) {
  const std::string first = c.body.name(s.args[1]), step = c.body.name(s.args[2]);
  Functor f{s,
            std::to_string(c.body.number()),
            c.body.free_variables({}, {s.args[1], s.args[2]}),
            {},
            {},
            s.outs,
            {{Element::I64, false}},
            2};
  const Names members = declared_all(c.body, s.outs);
  const Launch& l = launch_of(c, f, false);
  structure(c.body, f, first + ", " + first + " + " + step + ", ..", members, [&] {
    value_members(c.body, f), lot_members(c.body, f);
    member(c.body,
           "template <int V> NOVA_MEMBER int element(nova_task*, int*, nv_i64 i, const lot<V>&, int, value* "
           "r) const",
           [&] {
             c.body.line("r->v0 = nv_add_i64(" + first + ", nv_mul_i64(i, " + step + "));");
             c.body.line("return 0;");
           });
    store_member(c.body, f);
  });
  entry(c, f, members, l.kernel, "nova_map", {}, l.threads);
}

void reduce_kernel(CudaPrinter& c, const Stm& s) {
  const bool lane = is_lane_fold(s);
  const Functor f = functor(c.body, s, s.bodies[0], {}, types_of(c.body.plan(), s.outs));
  Names members;
  for (size_t k = 0; k < s.outs.size(); ++k)
    members.push_back(c_type(c.body.element(s.outs[k])) + "* nova_out" + std::to_string(k));
  Launch& l = launch_of(c, f, allocates(s.bodies[0]) || allocates(s.bodies[1]));
  l.shared = std::max<uint32_t>(16, l.threads / 32 * l.value), l.leaves = l.threads * (lane ? 4 : 1);
  structure(c.body, f,
            "reduction of " + c.body.name(s.args[0]) + " elements, " + (lane ? "lane" : "ordered") + " shape",
            members, [&] {
              value_members(c.body, f), lot_members(c.body, f), join_member(c.body, f),
                  start_member(c.body, f), leaf_members(c.body, f), finish_members(c.body, f);
            });
  entry(c, f, members, l.kernel, "nova_reduce" + lane_argument(s),
        {"nova_f_" + f.id + "::value*", "unsigned*"}, l.threads);
}

void scan_kernel(CudaPrinter& c, const Stm& s) {
  const bool goes = s.op == Op::ScanScatter;
  Functor f =
      functor(c.body, s, s.bodies[0], goes ? Vars{} : s.outs, types_of(c.body.plan(), s.bodies[0].results));
  Names members = declared_all(c.body, s.outs);
  for (size_t k = 0; goes && k < s.bodies[2].results.size(); ++k)
    members.push_back(c_type(c.body.element(s.bodies[2].results[k])) + "* nova_to" + std::to_string(k));
  Launch& l = launch_of(c, f, std::ranges::any_of(s.bodies, allocates));
  if (size_scan(l, f.value, stored_types(c.body.plan(), f)) && is_short(s)) f.blocks = nova_scan_blocks;
  structure(c.body, f,
            (s.exclusive ? "exclusive scan of " : "scan of ") + c.body.name(s.args[0]) + " elements", members,
            [&] {
              c.body.line(std::string("enum { exclusive = ") + (s.exclusive ? "1" : "0") +
                          ", makes = " + (s.after ? "1" : "0") + " };");
              value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, s.bodies[0]),
                  join_member(c.body, f), start_member(c.body, f), after_member(c.body, f),
                  store_member(c.body, f);
              if (goes) put_members_of_scan(c.body, s);
            });
  entry(c, f, members, l.kernel, "nova_scan", {"nova_f_" + f.id + "::value*", "unsigned*", "unsigned*"},
        l.threads);
  if (!goes) return;
  entry(c, f, members, l.kernel + "_claim", "nova_put<false>", {"nv_u64*"}, l.threads);
  entry(c, f, members, l.kernel + "_write", "nova_put<true>", {"nv_u64*"}, l.threads);
}

void filter_kernel(CudaPrinter& c, const Stm& s) {
  const Body& b = s.bodies[0];
  const size_t kept = s.splits ? s.kept : s.outs.size() - 1;
  const Vars columns(s.outs.begin() + 1, s.outs.begin() + 1 + static_cast<ptrdiff_t>(kept)),
      others(s.outs.begin() + static_cast<ptrdiff_t>(std::min(2 + kept, s.outs.size())), s.outs.end());
  Functor f = functor(c.body, s, b, {}, types_of(c.body.plan(), b.results));
  const std::vector<VarType> written(f.value.begin() + 1, f.value.end());
  const Names members =
      concat(concat(s.splits ? Names{"nv_i64* nova_kept", "nv_i64* nova_rest"} : Names{"nv_i64* nova_kept"},
                    declared_all(c.body, columns)),
             declared_all(c.body, others));
  Launch& l = launch_of(c, f, allocates(b));
  if (size_filter(l, written) && is_short(s)) f.blocks = nova_filter_blocks;
  structure(c.body, f,
            (s.splits ? "the elements that are kept, and those that are not, of "
                      : "the elements that are kept, of ") +
                c.body.name(s.args[0]),
            members, [&] {
              value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, b);
              c.body.line(std::string("enum { splits = ") + (s.splits ? "1" : "0") +
                          ", items = " + std::to_string(l.items) + " };");
              c.body.line("NOVA_MEMBER bool keeps(const value& r) const { return r.v0; }");
              stored_members(c.body, written);
              put_members_of_filter(c.body, "put", columns, 1);
              put_members_of_filter(c.body, "put_other", others, 1 + kept);
              c.body.line(
                  std::string("NOVA_MEMBER void count(nv_i64 kept, nv_i64 all) const { *nova_kept = kept;") +
                  (s.splits ? " *nova_rest = all - kept;" : "") + " }");
            });
  entry(c, f, members, l.kernel, "nova_filter", {"nv_i64*", "unsigned*", "unsigned*"}, l.threads);
}

void rows_kernels(CudaPrinter& c, const Stm& s) {
  const Body& b = s.bodies[0];
  const bool by_thread = std::ranges::any_of(
      b.stms, [](const Stm& t) { return t.op == Op::Map && t.strategy == Strategy::Thread; });
  if (const std::optional<MadeRows> m = by_thread ? std::nullopt : made_rows(s))
    return segment_kernels(c, s, *m);
  const Vars columns(s.outs.begin() + 2, s.outs.end());
  Functor f = functor(c.body, s, b, {}, types_of(c.body.plan(), b.results));
  f.width = 1;
  const Names members = declared_all(c.body, columns);
  const Launch& l = launch_of(c, f, allocates(b));
  structure(c.body, f, c.body.name(s.args[0]) + " rows, one after the other", members, [&] {
    value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, b);
    c.body.line("NOVA_MEMBER nv_i64 length(const value& r) const { return r.v0; }");
    member(c.body, "NOVA_MEMBER void copy(nv_i64 at, const value& r) const", [&] {
      for (size_t k = 0; k < columns.size(); ++k)
        c.body.line("for (nv_i64 k = 0; k < r.v0; ++k) " + c.body.name(columns[k]) + "[at + k] = r.v" +
                    std::to_string(k + 1) + "[k];");
    });
  });
  entry(c, f, members, l.kernel, "nova_row_lengths", {"nv_i64*"}, l.threads);
  entry(c, f, members, l.kernel + "_fill", "nova_row_fill", {"nv_i64*"}, l.threads);
  offsets_kernel(c.body, l);
}

void each_kernels(CudaPrinter& c, const Stm& s) {
  const Body &b = s.bodies[0], &sizes = s.bodies[1];
  std::vector<VarType> value_types = types_of(c.body.plan(), b.results);
  value_types.insert(value_types.end(), sizes.results.size(), {Element::I64, false});
  Functor f = functor(c.body, s, b, {}, value_types);
  f.captures = c.body.free_variables({&b, &sizes}), f.width = 1;
  Names members = declared_all(c.body, s.outs), counted, copied;
  for (size_t k = 0, out = 0, at = 0; k < b.results.size(); ++k, ++out) {
    const std::string r = "r.v" + std::to_string(k), to = c.body.name(s.outs[out]);
    if (!c.body.plan()[b.results[k]].column) {
      counted.push_back(to + "[i] = " + r + ";");
      continue;
    }
    const std::string m = "r.v" + std::to_string(b.results.size() + at),
                      lengths = "nova_lengths_" + std::to_string(at);
    members.push_back("nv_i64* " + lengths);
    counted.push_back(lengths + "[i] = " + m + " > 0 ? " + m + " : 0;");
    copied.push_back("for (nv_i64 k = 0; k < " + m + "; ++k) " + c.body.name(s.outs[out + 1]) + "[" + to +
                     "[i] + k] = " + r + "[k];");
    ++out, ++at;
  }
  const Launch& l = launch_of(c, f, true);
  structure(c.body, f, c.body.name(s.args[0]) + " elements that hold columns", members, [&] {
    value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, b, &sizes);
    const auto lines = [&c](const Names& all) {
      for (const std::string& one : all) c.body.line(one);
    };
    member(c.body, "NOVA_MEMBER void count(nv_i64 i, const value& r) const", [&] { lines(counted); });
    member(c.body, "NOVA_MEMBER void copy(nv_i64 i, const value& r) const", [&] { lines(copied); });
  });
  entry(c, f, members, l.kernel, "nova_each_count", {}, l.threads);
  entry(c, f, members, l.kernel + "_fill", "nova_each_fill", {}, l.threads);
  offsets_kernel(c.body, l);
}

void scatter_kernels(CudaPrinter& c, const Stm& s) {
  const Body& b = s.bodies[0];
  Functor f = functor(c.body, s, b, {}, types_of(c.body.plan(), b.results));
  f.width = 1;
  const Names members = declared_all(c.body, s.outs);
  Launch& l = launch_of(c, f, allocates(b));
  l.claims = !c.permutations.contains(&s);
  structure(c.body, f, "elements replaced, " + c.body.name(s.args[1]) + " of them", members, [&] {
    value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, b), put_members(c.body, s);
  });
  if (!l.claims) return entry(c, f, members, l.kernel, "nova_permute", {}, l.threads);
  entry(c, f, members, l.kernel, "nova_scatter<false>", {"nv_u64*"}, l.threads);
  entry(c, f, members, l.kernel + "_write", "nova_scatter<true>", {"nv_u64*"}, l.threads);
}

} // namespace nova::plan

// Prints histograms for a GPU. If the device has an atomic operation for the join, and the order of joins changes no
// bit, elements are joined directly into their targets. If the table of targets is small, each block joins elements
// in a table in its shared memory first. At the end the block joins this table with the table in device memory. All
// other histograms sort the elements by target (stable), and join the elements of each target one after the other.
// One thread does so for a target with few elements. For other targets a block computes elements in parallel, and one
// of its threads joins them.
#include "jit/emit/cuda/histograms.hpp"
#include "jit/emit/cuda/entries.hpp"
#include "jit/emit/cuda/functors.hpp"
#include "jit/emit/cuda/sorts.hpp"
#include "jit/kernels/cuda/sizes.h"
#include <algorithm>

namespace nova::plan {

namespace {

/// Returns the name of CUDA's atomic operation for the built-in `by` on elements of type `e`, for example "add".
/// Returns "" if there is none. Only integers of 32 and 64 bits have such operations.
std::string atomic(std::optional<BuiltinId> by, Element e) {
  if (!by || !is_integer(e) || element_size(e) < 4) return "";
  switch (*by) {
  case BuiltinId::Add: return "add";
  case BuiltinId::Min: return "min";
  case BuiltinId::Max: return "max";
  case BuiltinId::BitAnd: return "and";
  case BuiltinId::BitOr: return "or";
  case BuiltinId::BitXor: return "xor";
  default: return "";
  }
}

std::string part(const char* what, size_t k) { return what + std::to_string(k); }

/// Whether all components of `s` are joined by atomic operations, and computing its elements allocates nothing. A
/// kernel that allocates is run again if memory was short, and would then join elements twice.
bool is_atomic(const BodyPrinter& p, const Stm& s) {
  for (size_t k = 0; k < s.outs.size(); ++k)
    if (atomic(joined_by(s.bodies[1], k), p.element(s.outs[k])).empty()) return false;
  return !allocates(s.bodies[0]);
}

/// Prints the struct `table`, which has the columns of the targets, and the member functions that work on it. `all`
/// returns the table in device memory, and `own` the one in a block's shared memory.
void atomic_members(BodyPrinter& p, const Functor& f) {
  const Vars& outs = f.s.outs;
  std::string columns;
  p.line("enum { parts = " + std::to_string(outs.size()) + " };");
  p.open("struct table");
  for (size_t k = 0; k < outs.size(); ++k) {
    p.line(c_type(p.element(outs[k])) + "* c" + std::to_string(k) + ";");
    columns += (k ? ", " : "") + p.name(outs[k]);
  }
  p.close(";");
  p.line("NOVA_MEMBER table all() const { return {" + columns + "}; }");
  member(p, "NOVA_MEMBER static table own(unsigned char* room, nv_i64 n)", [&] {
    p.line("table t;");
    for (size_t k = 0; k < outs.size(); ++k)
      p.line(part("t.c", k) + " = (" + c_type(p.element(outs[k])) + "*)(room + 8 * n * " + std::to_string(k) +
             ");");
    p.line("return t;");
  });
  member(p, "NOVA_MEMBER static void clear(const table& t, nv_i64 at)", [&] {
    for (size_t k = 0; k < outs.size(); ++k)
      p.line(part("t.c", k) + "[at] = " + c_neutral(*joined_by(f.s.bodies[1], k), p.element(outs[k])) + ";");
  });
  member(p, "NOVA_MEMBER static void join(const table& t, const value& r)", [&] {
    for (size_t k = 0; k < outs.size(); ++k)
      p.line("nova_atomic_" + atomic(joined_by(f.s.bodies[1], k), p.element(outs[k])) + "(" + part("t.c", k) +
             " + r.v0, " + part("r.v", k + 1) + ");");
  });
  member(p, "NOVA_MEMBER static value of(const table& t, nv_i64 at)", [&] {
    p.line("value r;"), p.line("r.v0 = at;");
    for (size_t k = 0; k < outs.size(); ++k) p.line(part("r.v", k + 1) + " = " + part("t.c", k) + "[at];");
    p.line("return r;");
  });
}

void atomic_histogram(CudaPrinter& c, Functor& f) {
  const Names members = declared_all(c.body, f.s.outs);
  Launch& l = launch_of(c, f, false);
  l.shared = nova_table_bytes;
  structure(c.body, f, "what comes to each of " + c.body.name(f.s.args[0]) + " places", members, [&] {
    value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, f.s.bodies[0]),
        atomic_members(c.body, f);
  });
  entry(c, f, members, l.kernel, "nova_histogram", {"nv_i64"}, l.threads);
}

/// Prints the kernels that sort keys and their indices: those of a radix sort, and those of a merge sort, which the
/// executor runs if there are too many keys for the radix sort.
void key_sort(BodyPrinter& p, const std::string& kernel) {
  note_kernel(p, kernel);
  p.line(
      "extern \"C\" __global__ void " + kernel +
      "(nova_gpu g, nova_words<5> w) { nova_merge(g, w.w[0].i64, "
      "nova_by_key{(nv_i64*)w.w[1].column}, (nv_i64*)w.w[2].column, (nv_i64*)w.w[3].column, w.w[4].i64); }");
  note_kernel(p, kernel + "_keys");
  p.line("extern \"C\" __global__ void " + kernel +
         "_keys(nova_gpu, nova_words<4> w) { nova_sort_keys(w.w[0].i64, "
         "(nv_i64*)w.w[1].column, (nv_i64*)w.w[2].column, (nv_i64*)w.w[3].column); }");
  sort_first(p, kernel);
  radix_entries(p, kernel, "nv_i64", false, 8);
}

/// Prints the kernels that join the elements of each target one after the other, after a sort by target. They read
/// the columns that the histogram starts from and write new ones, so that a kernel may run again when memory was
/// short.
void ordered_histogram(CudaPrinter& c, Functor& f) {
  const Vars& outs = f.s.outs;
  f.captures =
      c.body.free_variables({&f.s.bodies[0], &f.s.bodies[1]}, Vars(f.s.args.begin() + 2, f.s.args.end()));
  const Names members = declared_all(c.body, outs);
  Launch& l = launch_of(c, f, allocates(f.s.bodies[0]) || allocates(f.s.bodies[1]));
  l.ordered = true, f.flight = values_at_once(f);
  l.threads = std::max(64u, threads_for(l.value, 2)); // one warp joins elements, the others compute them
  l.shared = std::max(l.threads, 2 * (l.threads - 32)) * l.value;
  // If elements need more shared memory than a block may request, one thread joins all elements of a target.
  const bool in_turn = l.shared > 49152;
  if (in_turn) l.shared = 0;
  structure(c.body, f, "what comes to each of " + c.body.name(f.s.args[0]) + " places, in order", members,
            [&] {
              value_members(c.body, f), lot_members(c.body, f), element_member(c.body, f, f.s.bodies[0]),
                  join_member(c.body, f, 1);
              member(c.body, "NOVA_MEMBER value given(nv_i64 at) const", [&] {
                c.body.line("value r;"), c.body.line("r.v0 = at;");
                for (size_t k = 0; k < outs.size(); ++k)
                  c.body.line(part("r.v", k + 1) + " = " + c.body.name(f.s.args[k + 2]) + "[at];");
                c.body.line("return r;");
              });
              member(c.body, "NOVA_MEMBER void put(const value& r) const", [&] {
                for (size_t k = 0; k < outs.size(); ++k)
                  c.body.line(c.body.name(outs[k]) + "[r.v0] = " + part("r.v", k + 1) + ";");
              });
            });
  entry(c, f, members, l.kernel + "_keys", "nova_keys_of", {"nv_i64*"}, l.threads);
  key_sort(c.body, l.kernel + "_sort");
  if (in_turn) return entry(c, f, members, l.kernel, "nova_in_turn", {"nv_i64*", "nv_i64*"}, l.threads);
  entry(c, f, members, l.kernel, "nova_short_runs", {"nv_i64*", "nv_i64*", "nv_i64*", "unsigned*"},
        l.threads);
  entry(c, f, members, l.kernel + "_long", "nova_long_runs",
        {"nv_i64*", "nv_i64*", "nv_i64*", "unsigned*", "unsigned*"}, l.threads);
}

} // namespace

void histogram_kernels(CudaPrinter& c, const Stm& s) {
  std::vector<VarType> types;
  for (Var v : s.bodies[0].results) types.push_back(c.body.plan()[v]);
  Functor f = functor(c.body, s, s.bodies[0], {}, std::move(types));
  f.width = 1;
  is_atomic(c.body, s) ? atomic_histogram(c, f) : ordered_histogram(c, f);
}

} // namespace nova::plan

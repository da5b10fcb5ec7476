// Prints sorts for a GPU: a radix sort for numbers (kernels/cuda/radix_sort.h), and a merge sort for all else
// (kernels/cuda/sort.h). Numbers get both, since 2^30 or more numbers are too many for the radix sort, which counts
// in words of 32 bits; the executor then runs the merge sort.
#include "jit/emit/cuda/sorts.hpp"
#include "jit/analysis/numeric_sort.hpp"
#include "jit/emit/c/places/sorts.hpp"
#include "jit/emit/cuda/entries.hpp"
#include "jit/emit/cuda/functors.hpp"
#include "jit/kernels/cuda/sizes.h"

namespace nova::plan {

namespace {

const Stm* next_statement(const Body& b, const Stm& s) {
  for (size_t k = 0; k < b.stms.size(); ++k) {
    if (&b.stms[k] == &s) return k + 1 < b.stms.size() ? &b.stms[k + 1] : nullptr;
    for (const Body& inner : b.stms[k].bodies)
      if (const Stm* next = next_statement(inner, s)) return next;
  }
  return nullptr;
}

/// Prints the kernels of a radix sort of the numbers in `column`, and records the sort in `l`. If the next statement
/// is a map that reads the numbers in sorted order, and no other statement uses that order, the sort writes the
/// numbers themselves, not their indices.
void radix_kernels(BodyPrinter& p, const Stm& s, Var column, Launch& l) {
  const Stm* next = nullptr;
  for_each_root(p.plan(), [&](const Body& b) {
    if (!next) next = next_statement(b, s);
  });
  if (next && takes_sorted(p, s, column, *next)) l.sorted = next;
  l.radix = column;
  radix_entries(p, l.kernel, c_type(p.element(column)), l.sorted != nullptr, element_size(p.element(column)));
}

} // namespace

void sort_kernel(CudaPrinter& c, const Stm& s) {
  const Body& b = s.bodies[0];
  const Functor f{
      s, std::to_string(c.body.number()), c.body.free_variables({&b}), {}, {}, {}, {{Element::I64, false}},
      1};
  Launch& l = launch_of(c, f, allocates(b));
  structure(c.body, f, "stable sort of " + c.body.name(s.args[0]) + " indices", {}, [&] {
    member(c.body, "NOVA_MEMBER int less(nova_task* t, int* bad, nv_i64 i, nv_i64 j, nv_b8* r) const", [&] {
      c.body.line("const " + c.body.declared(b.params[0]) + " = i;"),
          c.body.line("const " + c.body.declared(b.params[1]) + " = j;");
      statements_deferring(c.body, b, !c.body.ends(b));
      c.body.line("*r = " + c.body.name(b.results[0]) + ";"), c.body.line("return 0;");
    });
  });
  entry(c, f, {}, l.kernel, "nova_merge", {"nv_i64*", "nv_i64*", "nv_i64"}, l.threads);
  sort_first(c.body, l.kernel);
  if (const std::optional<Var> column = sorted_numbers(s)) radix_kernels(c.body, s, *column, l);
}

std::string entry_of(int threads) {
  return "extern \"C\" __global__ void __launch_bounds__(" + std::to_string(threads) + ") ";
}

void radix_entries(BodyPrinter& p, const std::string& kernel, const std::string& key, bool keys,
                   size_t digits) {
  p.line("// " + std::string(keys ? "those numbers" : "their positions") + " in order, a digit a pass");
  note_kernel(p, kernel + "_counts");
  p.line(entry_of(nova_count_threads) + kernel + "_counts(nova_gpu g, nova_words<3> w) {");
  p.line("  nova_sort_counts<" + std::to_string(digits) + ">(g, w.w[0].i64, (const " + key +
         "*)w.w[1].column, (nova_sort_plan*)w.w[2].column);");
  p.line("}");
  note_kernel(p, kernel + "_starts");
  p.line(entry_of(nova_digits) + kernel + "_starts(nova_gpu g, nova_words<2> w) {");
  p.line("  nova_sort_starts(g, w.w[0].i64, " + std::to_string(digits) +
         ", (nova_sort_plan*)w.w[1].column);");
  p.line("}");
  note_kernel(p, kernel + "_pass");
  p.line(entry_of(nova_pass_threads) + kernel + "_pass(nova_gpu g, nova_words<12> w) {");
  p.line("  const nova_sort_columns<" + key + "> all = {(" + key + "*)w.w[1].column, (" + key +
         "*)w.w[2].column, (" + key + "*)w.w[3].column, (" + key + "*)w.w[4].column,");
  p.line("    (unsigned*)w.w[5].column, (unsigned*)w.w[6].column, (nv_i64*)w.w[7].column};");
  p.line("  nova_sort_pass<" + std::string(keys ? "true" : "false") +
         ">(g, w.w[0].i64, all, (const nova_sort_plan*)w.w[8].column, (int)w.w[9].i64, "
         "(unsigned*)w.w[10].column, "
         "(unsigned*)w.w[11].column);");
  p.line("}");
}

void sort_first(BodyPrinter& p, const std::string& kernel) {
  note_kernel(p, kernel + "_first");
  p.line("extern \"C\" __global__ void " + kernel +
         "_first(nova_gpu, nova_words<2> w) { nova_sort_first(w.w[0].i64, (nv_i64*)w.w[1].column); }");
}

} // namespace nova::plan

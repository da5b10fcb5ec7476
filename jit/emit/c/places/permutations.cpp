// Prints permutations (analysis/permutations.hpp). The old elements of the columns are not needed. Each write sets
// the bit of its target index; at the end the bits are counted (kernels/c/permutation_check.h).
#include "jit/emit/c/places/permutations.hpp"
#include "jit/analysis/permutations.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/places/scatters.hpp"

namespace nova::plan {

bool is_permutation(const BodyPrinter& p, const Body& b, size_t k) {
  return p.modes.host && p.simd() && is_permutation(p.plan(), p.uses(), p.texts(), b, k) &&
         !p.ends(b.stms[k].bodies[0]);
}

void note_permutations(BodyPrinter& p, const Body& b) {
  for (size_t k = 0; k < b.stms.size(); ++k)
    if (is_permutation(p, b, k))
      for (size_t c = 2; c < b.stms[k].args.size(); ++c)
        if (const Var v = b.stms[k].args[c]; filling_map(p.uses(), b, v)) p.unfilled.columns.insert(v);
}

void permutation(BodyPrinter& p, const Stm& s, const Stm& check) {
  const std::string n = p.name(s.args[0]), marks = p.fresh("marks");
  const Vars columns(s.outs.begin(), s.outs.end() - 1);
  p.declare(columns);
  for (Var v : columns) p.allocate(p.name(v), n);
  p.line("nova_marks " + marks + ";"), p.line("if (nova_no_marks(t, &" + marks + ", " + n + ")) return 1;");
  kernel(p, s, "elements to their places", p.free_variables({&s.bodies[0]}, columns),
         {{"nova_marks*", "marks", "&" + marks}}, n, "16384", [&] {
           p.line("const int borrowed = nova_borrow_marks(marks);");
           p.line("nv_u64* const set = marks->sets + borrowed * marks->words;");
           const auto ask = [&](const std::string& place) {
             for (Var v : columns) p.line("__builtin_prefetch(" + p.name(v) + " + " + place + ", 1);");
             p.line("__builtin_prefetch(set + (nv_u64)" + place + " / 64, 1);");
           };
           to_places(p, s, columns.size(), "begin", "end", ask, [&](const Names& r) {
             for (size_t c = 0; c < columns.size(); ++c)
               p.line("NOVA_PUT(" + p.name(columns[c]) + "[" + r[0] + "], " + r[c + 1] + ");");
             p.line("nova_mark_place(set, borrowed, " + r[0] + ");");
           });
           p.line("nova_return_marks(marks, borrowed);");
         });
  p.line("if (nova_count_marks(&" + marks + ") != " + n + ") return nova_fail(t, " +
         std::to_string(check.bodies[0].stms[1].site) + ");");
  p.line("t->host->drop(t, " + marks + ".sets);");
}

} // namespace nova::plan

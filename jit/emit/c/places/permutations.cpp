// Permutations. The plan writes elements and marks to their places, then checks that every place is marked. As n elements
// go to n places, all are marked only if no two went to one: their order does not matter then, what lay there before
// neither, and a mark is a bit that is counted (kernels/c/permutation_check.h).
#include "jit/emit/c/places/permutations.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/places/scatters.hpp"
#include <algorithm>

namespace nova::plan {

const Stm* filling_map(const BodyPrinter& p, const Body& b, Var column) {
  const auto made =
      std::ranges::find_if(b.stms, [&](const Stm& s) { return s.op == Op::Map && s.outs == Vars{column}; });
  const bool constant = made != b.stms.end() && std::ranges::all_of(made->bodies[0].stms, [](const Stm& s) {
                          return s.op == Op::Constant;
                        });
  return constant && p.use_count(column) == 1 ? &*made : nullptr;
}

bool is_permutation(const BodyPrinter& p, const Body& b, size_t k) {
  const Stm& s = b.stms[k];
  if (s.op != Op::Scatter || !p.modes.host || !p.simd() || s.args[0] != s.args[1] || k + 1 == b.stms.size() ||
      p.ends(s.bodies[0]))
    return false;
  const auto is = [&](Var v, uint64_t bits) {
    const auto at = p.texts().find(v);
    return p.element(v) == Element::Bool && at != p.texts().end() && at->second == bits;
  };
  const Stm* const unmarked = filling_map(p, b, s.args.back());
  if (!unmarked || !is(unmarked->bodies[0].results[0], 0) || !is(s.bodies[0].results.back(), 1)) return false;
  const Stm& all = b.stms[k + 1];
  if (all.op != Op::Map || all.args[0] != s.args[0] || !all.outs.empty() || p.use_count(s.outs.back()) != 1)
    return false;
  const std::vector<Stm>& asked = all.bodies[0].stms;
  return asked.size() == 2 && asked[0].op == Op::Read &&
         asked[0].args == Vars{s.outs.back(), all.bodies[0].params[0]} && asked[1].op == Op::Check &&
         asked[1].args == asked[0].outs;
}

void note_permutations(BodyPrinter& p, const Body& b) {
  for (size_t k = 0; k < b.stms.size(); ++k)
    if (is_permutation(p, b, k))
      for (size_t c = 2; c < b.stms[k].args.size(); ++c)
        if (const Var v = b.stms[k].args[c]; filling_map(p, b, v)) p.unfilled.columns.insert(v);
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
               p.line(p.name(columns[c]) + "[" + r[0] + "] = " + r[c + 1] + ";");
             p.line("nova_mark_place(set, borrowed, " + r[0] + ");");
           });
           p.line("nova_return_marks(marks, borrowed);");
         });
  p.line("if (nova_count_marks(&" + marks + ") != " + n + ") return nova_fail(t, " +
         std::to_string(check.bodies[0].stms[1].site) + ");");
  p.line("t->host->drop(t, " + marks + ".sets);");
}

} // namespace nova::plan

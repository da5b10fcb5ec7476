// Permutations. The plan writes elements and marks to their places, then checks that every place is marked. As n elements
// go to n places, all are marked only if no two went to one: their order does not matter then, what lay there before
// neither, and a mark is a bit that is counted (kernels/c/permutation_check.h).
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

/// The map of the body that makes the column and nothing else, of one constant for all elements.
const Stm* Emitter::filled(const Body& b, Var column) const {
  const auto made =
      std::ranges::find_if(b.stms, [&](const Stm& s) { return s.op == Op::Map && s.outs == Vars{column}; });
  const bool constant = made != b.stms.end() && std::ranges::all_of(made->bodies[0].stms, [](const Stm& s) {
                          return s.op == Op::Constant;
                        });
  return constant && uses_[static_cast<size_t>(column)] == 1 ? &*made : nullptr;
}

/// Does statement k scatter true into a column of false, of which the next one checks that it is true throughout?
bool Emitter::is_permutation(const Body& b, size_t k) const {
  const Stm& s = b.stms[k];
  if (s.op != Op::Scatter || !host_ || !simd_ || s.args[0] != s.args[1] || k + 1 == b.stms.size() ||
      ends(s.bodies[0]))
    return false;
  const auto is = [&](Var v, uint64_t bits) {
    const auto at = texts_.find(v);
    return element(v) == Element::Bool && at != texts_.end() && at->second == bits;
  };
  const Stm* const unmarked = filled(b, s.args.back());
  if (!unmarked || !is(unmarked->bodies[0].results[0], 0) || !is(s.bodies[0].results.back(), 1)) return false;
  const Stm& all = b.stms[k + 1];
  if (all.op != Op::Map || all.args[0] != s.args[0] || !all.outs.empty() ||
      uses_[static_cast<size_t>(s.outs.back())] != 1)
    return false;
  const std::vector<Stm>& asked = all.bodies[0].stms;
  return asked.size() == 2 && asked[0].op == Op::Read &&
         asked[0].args == Vars{s.outs.back(), all.bodies[0].params[0]} && asked[1].op == Op::Check &&
         asked[1].args == asked[0].outs;
}

/// Columns that permutations of the body do not need.
void Emitter::note_permutations(const Body& b) {
  for (size_t k = 0; k < b.stms.size(); ++k)
    if (is_permutation(b, k))
      for (size_t c = 2; c < b.stms[k].args.size(); ++c)
        if (const Var v = b.stms[k].args[c]; filled(b, v)) unfilled_.insert(v);
}

void Emitter::permutation(const Stm& s, const Stm& check) {
  const std::string n = name(s.args[0]), marks = fresh("marks");
  const Vars columns(s.outs.begin(), s.outs.end() - 1);
  declare(columns);
  for (Var v : columns) allocate(name(v), n);
  line("nova_marks " + marks + ";"), line("if (nova_no_marks(t, &" + marks + ", " + n + ")) return 1;");
  kernel(s, "elements to their places", free_variables({&s.bodies[0]}, columns),
         {{"nova_marks*", "marks", "&" + marks}}, n, "16384", [&] {
           line("const int borrowed = nova_borrow_marks(marks);");
           line("nv_u64* const set = marks->sets + borrowed * marks->words;");
           const auto ask = [&](const std::string& place) {
             for (Var v : columns) line("__builtin_prefetch(" + name(v) + " + " + place + ", 1);");
             line("__builtin_prefetch(set + (nv_u64)" + place + " / 64, 1);");
           };
           to_places(s, columns.size(), "begin", "end", ask, [&](const Names& r) {
             for (size_t c = 0; c < columns.size(); ++c)
               line(name(columns[c]) + "[" + r[0] + "] = " + r[c + 1] + ";");
             line("nova_mark_place(set, borrowed, " + r[0] + ");");
           });
           line("nova_return_marks(marks, borrowed);");
         });
  line("if (nova_count_marks(&" + marks + ") != " + n + ") return nova_fail(t, " +
       std::to_string(check.bodies[0].stms[1].site) + ");");
  line("t->host->drop(t, " + marks + ".sets);");
}

} // namespace nova::plan

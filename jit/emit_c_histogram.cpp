// Histograms: what comes to one place is joined there in the order of the indices. Where no bit shows that
// order, threads have tables of their own, which are joined in the end.
#include "jit/emitter.hpp"
#include <algorithm>

namespace nova::plan {

/// Is each component joined by one operation on integers that nobody can see the order of?
bool Emitter::in_any_order(const Stm& histogram) const {
  for (size_t k = 0; k < histogram.outs.size(); ++k) {
    const Element e = element(histogram.outs[k]);
    const auto by = joined_by(histogram.bodies[1], k);
    if (!by || is_floating(e) || c_neutral(*by, e).empty()) return false;
  }
  return !histogram.outs.empty();
}

/// The tables' values at a place joined with those that come behind it in `r`, in place.
void Emitter::join_there(const Stm& s, const Names& tables, const Names& r) {
  Names there;
  for (const std::string& t : tables) there.push_back(t + "[" + r[0] + "]");
  const Names both = concat(there, Names(r.begin() + 1, r.end()));
  block(s.bodies[1], both, [&](const Names& r) {
    for (size_t c = 0; c < r.size(); ++c) line(there[c] + " = " + r[c] + ";");
  });
}

/// Places are not asked for where the table is small: asking costs more than it saves.
void Emitter::histogram_range(const Stm& s, const std::string& begin, const std::string& end,
                              const Names& tables) {
  line("const int far = " + name(s.args[0]) + " > 32768;");
  const auto ask = [&](const std::string& place) {
    for (const std::string& t : tables) line("if (far) __builtin_prefetch(" + t + " + " + place + ", 1);");
  };
  to_places(s, s.outs.size(), begin, end, ask, [&](const Names& r) { join_there(s, tables, r); });
}

/// Ranges of elements, each into tables that begin with what changes nothing.
void Emitter::histogram_kernel(const Stm& s) {
  const std::string turn = fresh("turn"), n = name(s.args[0]);
  line("nv_i64 " + turn + " = 0;");
  Vars captured = free_variables({&s.bodies[0], &s.bodies[1]}, s.outs);
  captured.push_back(s.args[0]);
  kernel(s, "what comes to each of " + n + " places, of " + name(s.args[1]) + " elements", captured,
         {{"nv_i64*", "turn", "&" + turn}}, name(s.args[1]), "-(65536 + 32 * " + n + ")", [&] {
           Names tables, from{"j"};
           line("const nova_mark start = nova_arena_mark(t);");
           for (size_t c = 0; c < s.outs.size(); ++c) {
             const Element e = element(s.outs[c]);
             from.push_back(tables.emplace_back("nova_table_" + std::to_string(c)) + "[j]");
             line(c_type(e) + "* restrict " + tables[c] + ";"), allocate(tables[c], n);
             line("for (nv_i64 j = 0; j < " + n + "; ++j) " + from.back() + " = " +
                  c_neutral(*joined_by(s.bodies[1], c), e) + ";");
           }
           histogram_range(s, "begin", "end", tables);
           line("if (t->host->wait(t, turn, begin)) return 1;");
           open("for (nv_i64 j = 0; j < " + n + "; ++j)");
           join_there(s, name(s.outs), from);
           close();
           line("nova_next(turn, end);"), line("nova_arena_reset(t, start);");
         });
}

/// Tables of their own pay where there is much more to join than places.
void Emitter::histogram(const Stm& s) {
  changed_columns(s, name(s.args[0]));
  const bool threads = host_ && in_any_order(s);
  if (threads) {
    open("if (" + name(s.args[0]) + " < " + name(s.args[1]) + " / 64)");
    histogram_kernel(s);
    otherwise();
  } else {
    open("");
  }
  const bool host = std::exchange(host_, false);
  if (simd_)
    histogram_range(s, "0", name(s.args[1]), name(s.outs));
  else
    to_places(s, [&](const Names& r) { join_there(s, name(s.outs), r); });
  host_ = host;
  close();
}

} // namespace nova::plan

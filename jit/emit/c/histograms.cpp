// Histograms: what comes to one place is joined there in the order of the indices. Where no bit shows that
// order, threads have tables of their own, which are joined in the end.
#include "jit/emit/c/emitter.hpp"
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

/// What is at a place joined with what comes behind it in `r`, in place.
void Emitter::join_there(const Stm& s, const Names& there, const Names& r) {
  block(s.bodies[1], concat(there, Names(r.begin() + 1, r.end())), [&](const Names& r) {
    for (size_t c = 0; c < r.size(); ++c) line(there[c] + " = " + r[c] + ";");
  });
}

/// Elements begin .. end - 1, of which each is joined with what is at its place. Places are not asked for
/// where the table is small: asking costs more than it saves. Then eight elements at a time are enough to
/// look at their places side by side.
void Emitter::histogram_range(const Stm& s, const std::string& begin, const std::string& end,
                              const Places& there) {
  line("const int far = " + name(s.args[0]) + " > 32768;");
  const auto ask = [&](const std::string& place) {
    for (const std::string& t : there(place)) line("if (far) __builtin_prefetch(&" + t + ", 1);");
  };
  const auto use = [&](const Names& r) { join_there(s, there(r[0]), r); };
  line("nv_i64 next = " + begin + ";");
  if (!ends(s.bodies[0])) {
    open("for (nv_i64 to; !far && " + end + " - next >= 8; next = to)");
    line("to = next + nova_least(" + end + " - next, 256) / 8 * 8;");
    poll("256");
    open("for (nv_i64 first = next; first < to; first += 8)");
    some_places(
        s, s.outs.size(), "8", "8", [](const std::string&) {}, use);
    close(), close();
  }
  to_places(s, s.outs.size(), "next", end, ask, use);
}

/// What lies at a place of a thread's table, side by side.
std::string Emitter::place_struct(const Stm& s) {
  const std::string type = "struct " + fresh("place");
  apart([&] {
    open(type);
    for (size_t c = 0; c < s.outs.size(); ++c)
      line(c_type(element(s.outs[c])) + " e" + std::to_string(c) + ";");
    close(";");
  });
  return type;
}

/// Each thread has a table, which begins with what changes nothing; in the end all are joined.
void Emitter::histogram_kernels(const Stm& s) {
  const std::string type = place_struct(s), tables = fresh("tables"), begun = fresh("begun"),
                    n = name(s.args[0]);
  const std::vector<Given> given = {{type + "*", "tables", tables}, {"nv_i64*", "begun", begun}};
  const auto in_table = [&](const std::string& place) {
    Names there;
    for (size_t c = 0; c < s.outs.size(); ++c) there.push_back("mine[" + place + "].e" + std::to_string(c));
    return there;
  };
  line(type + "* " + tables + ";"), allocate(tables, n + " * t->threads");
  line("nv_i64* " + begun + ";"), allocate(begun, "t->threads");
  line("__builtin_memset(" + begun + ", 0, (nv_u64)t->threads * sizeof *" + begun + ");");
  Vars captured = free_variables({&s.bodies[0], &s.bodies[1]});
  captured.push_back(s.args[0]);
  kernel(s, "what comes to each of " + n + " places, of " + name(s.args[1]) + " elements", captured, given,
         name(s.args[1]), "65536", [&] {
           line(type + "* restrict const mine = tables + t->number * " + n + ";");
           open("if (!begun[t->number])");
           line("begun[t->number] = 1;");
           open("for (nv_i64 j = 0; j < " + n + "; ++j)");
           const Names there = in_table("j");
           for (size_t c = 0; c < there.size(); ++c)
             line(there[c] + " = " + c_neutral(*joined_by(s.bodies[1], c), element(s.outs[c])) + ";");
           close(), close();
           histogram_range(s, "begin", "end", in_table);
         });
  captured = free_variables({&s.bodies[1]}, s.outs), captured.push_back(s.args[0]);
  kernel(s, "the threads' tables joined", captured, given, n, "16384", [&] {
    open("for (nv_i64 k = 0; k < t->threads; ++k)");
    line("if (!begun[k]) continue;");
    line("const " + type + "* const mine = tables + k * " + n + ";");
    open("for (nv_i64 j = begin; j < end; ++j)");
    join_there(s, places_of(s)("j"), concat({"j"}, in_table("j")));
    close(), close();
  });
  line("t->host->drop(t, " + tables + ");");
}

/// The places of the columns themselves.
Emitter::Places Emitter::places_of(const Stm& s) const {
  return [&](const std::string& place) {
    Names there;
    for (Var v : s.outs) there.push_back(name(v) + "[" + place + "]");
    return there;
  };
}

/// Tables of their own pay where there is much more to join than places.
void Emitter::histogram(const Stm& s) {
  changed_columns(s, name(s.args[0]));
  const bool threads = host_ && in_any_order(s);
  if (threads) {
    open("if (" + name(s.args[0]) + " < " + name(s.args[1]) + " / (4 * t->threads))");
    histogram_kernels(s);
    otherwise();
  } else {
    open("");
  }
  const bool host = std::exchange(host_, false);
  if (simd_)
    histogram_range(s, "0", name(s.args[1]), places_of(s));
  else
    to_places(s, [&](const Names& r) { join_there(s, places_of(s)(r[0]), r); });
  host_ = host;
  close();
}

} // namespace nova::plan

// Prints rows of a few elements that straight-line code computes, such as the blocks of a cipher. A Map that makes a row
// is written out, once for each element. So the loop over the rows has no inner loop, and becomes SIMD.
#include "jit/emit/c/places/straight_rows.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/maps/map_lanes.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Whether the statement, in the body of the rows, makes a row.
bool makes_row(const Body& b, const Stm& s) {
  return s.op == Op::Map && s.args[0] == b.results[0] &&
         std::ranges::all_of(s.outs, [&](Var v) { return is_any(v, std::span(b.results).subspan(1)); });
}

/// Prints the Map's elements one after the other, each to its place in row i.
void print_elements(BodyPrinter& p, const Stm& rows, const Stm& map, const std::string& at) {
  const Vars& results = rows.bodies[0].results;
  const uint64_t n = p.texts().at(map.args[0]);
  for (uint64_t k = 0; k < n; ++k) {
    const std::string number = std::to_string(k) + "ll";
    p.open("");
    p.block(map.bodies[0], {number}, [&](const Names& r) {
      for (size_t c = 1; c < results.size(); ++c)
        for (size_t out = 0; out < map.outs.size(); ++out)
          if (map.outs[out] == results[c])
            p.line(p.name(rows.outs[c + 1]) + "[" + at + " + " + number + "] = " + r[out] + ";");
    });
    p.close();
  }
}

} // namespace

bool are_straight_rows(const BodyPrinter& p, const Stm& rows) {
  constexpr uint64_t longest = 32;
  constexpr size_t least = 16, most = 1024; // statements
  const Body& b = rows.bodies[0];
  const auto n = p.texts().find(b.results[0]);
  if (!p.simd() || n == p.texts().end() || n->second == 0 || n->second > longest || b.results.size() < 2)
    return false;
  Body straight{b.params, {}, {}};
  size_t size = 0, made = 0;
  for (const Stm& s : b.stms) {
    const bool row = makes_row(b, s);
    made += row ? s.outs.size() : 0;
    if (row) size += n->second * s.bodies[0].stms.size();
    for (const Stm& in : row ? s.bodies[0].stms : std::vector<Stm>{s}) straight.stms.push_back(in);
  }
  size += straight.stms.size();
  return made + 1 == b.results.size() && size >= least && size <= most &&
         becomes_simd(p, straight, bound_variables(b));
}

void straight_rows(BodyPrinter& p, const Stm& rows, const std::string& from, const std::string& to,
                   const std::function<std::string(const std::string& i)>& place,
                   const std::function<void(const std::string& i)>& and_then) {
  const Body& b = rows.bodies[0];
  const std::string i = p.fresh("i");
  p.line("NOVA_IVDEP");
  p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
  const Scoped simd(p.in_simd, true);
  p.deferring(b, [&] {
    p.line(p.declared(b.params[0]) + " = " + i + ";");
    for (const Stm& s : b.stms) makes_row(b, s) ? print_elements(p, rows, s, place(i)) : p.statement(s);
    and_then(i);
  });
  p.close();
}

} // namespace nova::plan

// Cells: places in regions. Threads take them in turn from the region's count, but for cells that end with
// the element that makes them: where nobody sees the region behind a map, and so no place that it took, each
// thread has a share of what is free, and every element begins at its start.
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

bool mentions(const Body& b, const Region& r) {
  const auto of_region = [&](Var v) {
    return v == r.room || v == r.count || std::ranges::find(r.columns, v) != r.columns.end();
  };
  bool found = std::ranges::any_of(b.results, of_region);
  for_each_stm(b, [&](const Stm& s) {
    found |= std::ranges::any_of(s.args, of_region);
    for (const Body& inner : s.bodies) found |= std::ranges::any_of(inner.results, of_region);
  });
  return found;
}

} // namespace

/// The regions that nobody sees behind a statement of the plan's own body, and that it adds to.
std::vector<const Region*> Emitter::last_seen(const Stm& s) const {
  std::vector<const Region*> all;
  const std::vector<Stm>& stms = plan_.body.stms;
  if (stms.empty() || &s < stms.data() || &s > &stms.back()) return all;
  Body rest;
  rest.stms.assign(stms.begin() + (&s - stms.data()) + 1, stms.end()), rest.results = plan_.body.results;
  const Vars used = free_variables({&s.bodies[0]});
  const auto is_used = [&](Var v) { return std::ranges::find(used, v) != used.end(); };
  for (const Region& r : plan_.regions)
    if (is_used(r.room) && is_used(r.count) && !mentions(rest, r)) all.push_back(&r);
  return all;
}

/// Prints a map's kernel with a thread's own share of these regions; see above.
void Emitter::with_shares(const Stm& s, const std::function<void()>& print) {
  for (const Region* r : last_seen(s)) {
    const std::string first = fresh("first"), next = fresh("next"), share = fresh("share"),
                      count = name(r->count);
    line("const nv_i64 " + share + " = (" + name(r->room) + " - *" + count + ") / t->threads, " + first +
         " = *" + count + " + " + share + " * t->number;");
    line("nv_i64 " + next + " = " + first + ";");
    line(name(r->room) + " = " + first + " + " + share + ", " + count + " = &" + next + ";");
    shares_.push_back("*" + count + " = " + first + ";");
  }
  if (!shares_.empty()) line("t->alone = 1;");
  print();
  shares_.clear();
}

/// The first of n places that are free in the statement's region.
void Emitter::take_places(const Stm& s, const std::string& n) {
  line("const " + declared(s.outs[0]) + " = nova_cells(t, " + name(s.args[0]) + ", " + name(s.args[1]) +
       ", " + n + ");");
  line("if (" + name(s.outs[0]) + " < 0) return nova_fail(t, " + std::to_string(s.site) + ");");
}

void Emitter::cell(const Stm& s) {
  take_places(s, "1");
  const size_t columns = (s.args.size() - 2) / 2;
  for (size_t k = 0; k < columns; ++k)
    line(name(s.args[2 + k]) + "[" + name(s.outs[0]) + "] = " + name(s.args[2 + columns + k]) + ";");
}

void Emitter::append(const Stm& s) {
  take_places(s, name(s.args[2]));
  const size_t columns = (s.args.size() - 3) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const std::string to = name(s.args[3 + k]);
    line("__builtin_memcpy(" + to + " + " + name(s.outs[0]) + ", " + name(s.args[3 + columns + k]) +
         ", (nv_u64)" + name(s.args[2]) + " * sizeof *" + to + ");");
  }
}

} // namespace nova::plan

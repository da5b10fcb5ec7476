// Prints the statements that add cells to regions. Threads take free indices by increasing the region's count, which
// they share. In one case they need not share it: if no statement behind a map uses the region, the cells that the
// map makes for an element are dead after that element. Each thread then has a share of the free room, which it fills
// anew for each element.
#include "jit/emit/c/cells.hpp"
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

/// Returns the regions to which s, a statement of the plan's own body, adds cells and which nothing behind s uses.
/// Returns none for other statements.
std::vector<const Region*> last_seen(const BodyPrinter& p, const Stm& s) {
  std::vector<const Region*> all;
  const std::vector<Stm>& stms = p.plan().body.stms;
  if (stms.empty() || &s < stms.data() || &s > &stms.back()) return all;
  Body rest;
  rest.stms.assign(stms.begin() + (&s - stms.data()) + 1, stms.end()), rest.results = p.plan().body.results;
  const Vars used = p.free_variables({&s.bodies[0]});
  const auto is_used = [&](Var v) { return std::ranges::find(used, v) != used.end(); };
  for (const Region& r : p.plan().regions)
    if (is_used(r.room) && is_used(r.count) && !mentions(rest, r)) all.push_back(&r);
  return all;
}

/// Prints the reservation of n free indices of the statement's region; the statement's out is the first of these. The
/// run fails at the statement's site if there is too little room.
void take_places(BodyPrinter& p, const Stm& s, const std::string& n) {
  p.line("const " + p.declared(s.outs[0]) + " = nova_cells(t, " + p.name(s.args[0]) + ", " +
         p.name(s.args[1]) + ", " + n + ");");
  p.line("if (" + p.name(s.outs[0]) + " < 0) return nova_fail(t, " + std::to_string(s.site) + ");");
}

} // namespace

void with_shares(BodyPrinter& p, const Stm& s, const std::function<void()>& print) {
  const Scoped shares(p.modes.shares);
  for (const Region* r : last_seen(p, s)) {
    const std::string first = p.fresh("first"), next = p.fresh("next"), share = p.fresh("share"),
                      count = p.name(r->count);
    p.line("const nv_i64 " + share + " = (" + p.name(r->room) + " - *" + count + ") / t->threads, " + first +
           " = *" + count + " + " + share + " * t->number;");
    p.line("nv_i64 " + next + " = " + first + ";");
    p.line(p.name(r->room) + " = " + first + " + " + share + ", " + count + " = &" + next + ";");
    p.modes.shares.push_back("*" + count + " = " + first + ";");
  }
  if (!p.modes.shares.empty()) p.line("t->alone = 1;");
  print();
}

void print_cell(BodyPrinter& p, const Stm& s) {
  take_places(p, s, "1");
  const size_t columns = (s.args.size() - 2) / 2;
  for (size_t k = 0; k < columns; ++k)
    p.line(p.name(s.args[2 + k]) + "[" + p.name(s.outs[0]) + "] = " + p.name(s.args[2 + columns + k]) + ";");
}

void print_append(BodyPrinter& p, const Stm& s) {
  take_places(p, s, p.name(s.args[2]));
  const size_t columns = (s.args.size() - 3) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const std::string to = p.name(s.args[3 + k]);
    p.line("__builtin_memcpy(" + to + " + " + p.name(s.outs[0]) + ", " + p.name(s.args[3 + columns + k]) +
           ", (nv_u64)" + p.name(s.args[2]) + " * sizeof *" + to + ");");
  }
}

} // namespace nova::plan

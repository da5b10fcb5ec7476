#include "frontend/infer/effects.hpp"
#include "frontend/infer/components.hpp"

namespace nova {

Effects::Effects() {
  nodes_.resize(2);
  edges_.emplace_back(), origins_.emplace_back(), bans_.emplace_back(); // index 0 stands for none
  nodes_[1].parent = io_effect;
  nodes_[1].origin = 1;
  origins_.push_back({{}, "IO", {}});
}

EffectId Effects::fresh(uint32_t level) {
  Node n;
  n.parent = EffectId{static_cast<uint32_t>(nodes_.size())}, n.level = level;
  nodes_.push_back(n);
  return n.parent;
}

EffectId Effects::find(EffectId e) const {
  while (nodes_[index(e)].parent != e) {
    auto& parent = const_cast<EffectId&>(nodes_[index(e)].parent); // halves the path, which changes no result
    parent = nodes_[index(parent)].parent;
    e = parent;
  }
  return e;
}

Effects::Mark Effects::mark() {
  marked_ = static_cast<uint32_t>(nodes_.size());
  return {nodes_.size(), edges_.size(), origins_.size(), bans_.size(), changes_, nodes_[index(io_effect)]};
}

void Effects::forget(const Mark& m) {
  nodes_.resize(m.nodes), edges_.resize(m.edges), origins_.resize(m.origins), bans_.resize(m.bans);
  nodes_[index(io_effect)] = m.io;
}

void Effects::add_edge(uint32_t& first, uint32_t& last, EffectId to) {
  edges_.push_back({to, first});
  first = static_cast<uint32_t>(edges_.size() - 1);
  if (!last) last = first;
}

void Effects::splice(uint32_t& first, uint32_t& last, uint32_t other_first, uint32_t other_last) {
  if (!other_first) return;
  edges_[other_last].rest = first;
  first = other_first;
  if (!last) last = other_last;
}

void Effects::flow(EffectId from, EffectId to) {
  from = find(from), to = find(to);
  if (from == to || from == pure_effect || to == io_effect || to == pure_effect) return;
  if (const uint32_t origin = node(from).origin) return spread(to, origin);
  Node &f = changed(from), &t = changed(to);
  add_edge(f.next, f.next_last, to);
  add_edge(t.previous, t.previous_last, from);
}

void Effects::unify(EffectId a, EffectId b) {
  a = find(a), b = find(b);
  // Concrete types do not record effects: their arrows have `pure_effect`, which therefore constrains nothing.
  if (a == b || a == pure_effect || b == pure_effect) return;
  if (b == io_effect) std::swap(a, b);
  const uint32_t a_origin = node(a).origin, b_origin = node(b).origin;
  if (a_origin && !b_origin) spread(b, a_origin);
  if (b_origin && !a_origin) spread(a, b_origin);
  Node &x = changed(a), y = changed(b);
  nodes_[index(b)].parent = a;
  x.level = std::min(x.level, y.level);
  if (!x.ban) x.ban = y.ban;
  splice(x.next, x.next_last, y.next, y.next_last);
  splice(x.previous, x.previous_last, y.previous, y.previous_last);
}

void Effects::meet(uint32_t origin, uint32_t ban) { conflicts_.push_back({origins_[origin], bans_[ban]}); }

/// Marks e and all nodes reachable from it as doing IO, with the given origin. Records conflicts with nodes that
/// forbid IO.
void Effects::spread(EffectId e, uint32_t origin) {
  std::vector<EffectId> todo{e};
  while (!todo.empty()) {
    Node& n = node(todo.back());
    todo.pop_back();
    if (n.origin || n.parent == pure_effect) continue;
    changed(n.parent).origin = origin;
    if (n.ban) meet(origin, n.ban);
    for (uint32_t i = n.next; i; i = edges_[i].rest) todo.push_back(edges_[i].node);
  }
}

void Effects::mark_io(EffectId e, const IoOrigin& origin) {
  if (does_io(e)) return;
  origins_.push_back(origin);
  spread(e, static_cast<uint32_t>(origins_.size() - 1));
}

void Effects::forbid(EffectId e, const IoBan& ban) {
  if (node(e).ban || find(e) == pure_effect) return;
  Node& n = changed(e);
  bans_.push_back(ban);
  n.ban = static_cast<uint32_t>(bans_.size() - 1);
  if (n.origin) meet(n.origin, n.ban);
}

void Effects::lower(EffectId e, uint32_t level) {
  if (node(e).level > level) changed(e).level = level;
}

std::vector<uint32_t> Effects::successors(EffectId e) const {
  std::vector<uint32_t> out;
  for (uint32_t i = nodes_[index(e)].next; i; i = edges_[i].rest) out.push_back(index(find(edges_[i].node)));
  return out;
}

void Effects::collapse_cycles(std::span<const EffectId> from) {
  std::vector<EffectId> merged;
  const auto next = [&](uint32_t e) { return successors(EffectId{e}); };
  const auto done = [&](std::span<const uint32_t> component) {
    if (component.size() == 1) return;
    for (uint32_t e : component) unify(EffectId{component[0]}, EffectId{e});
    merged.push_back(EffectId{component[0]});
  };
  StrongComponents components(next, done);
  for (EffectId e : from) components.visit(index(find(e)));
  for (EffectId e : merged) drop_loops(find(e));
}

/// Removes a node's edges to itself, and its repeated edges.
void Effects::drop_loops(EffectId e) {
  const auto clean = [&](uint32_t& first, uint32_t& last) {
    ++stamp_;
    visit(e);
    uint32_t kept = 0;
    for (uint32_t i = std::exchange(first, 0), rest = 0; i; i = rest) {
      rest = edges_[i].rest;
      if (!visit(find(edges_[i].node))) continue;
      edges_[i].rest = 0;
      if (kept)
        edges_[kept].rest = i;
      else
        first = i;
      kept = i;
    }
    last = kept;
  };
  stamps_.resize(nodes_.size());
  Node& n = node(e);
  clean(n.next, n.next_last);
  clean(n.previous, n.previous_last);
}

/// Marks e as visited by the current walk. Returns false if it was visited before.
bool Effects::visit(EffectId e) {
  if (stamps_[index(e)] == stamp_) return false;
  stamps_[index(e)] = stamp_;
  return true;
}

EffectScheme Effects::generalise(const std::vector<EffectId>& nodes, uint32_t level) {
  EffectScheme s;
  stamps_.resize(nodes_.size()), members_.resize(nodes_.size()), positions_.resize(nodes_.size());
  ++scheme_;
  for (EffectId e : nodes) {
    e = find(e);
    if (members_[index(e)] == scheme_) continue;
    members_[index(e)] = scheme_, positions_[index(e)] = static_cast<uint32_t>(s.quantified.size());
    s.quantified.push_back(e);
  }
  for (uint32_t i = 0; i < s.quantified.size(); ++i) {
    const Node& n = node(s.quantified[i]);
    if (n.origin) s.io.emplace_back(i, origins_[n.origin]);
    if (n.ban) s.bans.emplace_back(i, bans_[n.ban]);
    if (n.origin) continue;
    if (n.next) reach_forward(i, level, s);
    if (n.previous) reach_backward(i, level, s);
  }
  return s;
}

/// Adds to the scheme what IO would reach from the scheme's node with index `position`: other nodes of the scheme,
/// bans, and nodes outside of the definition.
void Effects::reach_forward(uint32_t position, uint32_t level, EffectScheme& s) {
  ++stamp_;
  const EffectId start = s.quantified[position];
  std::vector<EffectId> todo{start};
  visit(start);
  while (!todo.empty()) {
    const Node& n = node(todo.back());
    todo.pop_back();
    for (uint32_t i = n.next; i; i = edges_[i].rest) {
      const EffectId next = find(edges_[i].node);
      if (!visit(next)) continue;
      if (members_[index(next)] == scheme_)
        s.implies.emplace_back(position, positions_[index(next)]);
      else if (nodes_[index(next)].level <= level)
        s.to.emplace_back(position, next);
      else {
        if (nodes_[index(next)].ban) s.bans.emplace_back(position, bans_[nodes_[index(next)].ban]);
        todo.push_back(next);
      }
    }
  }
}

/// Adds to the scheme the nodes outside of the definition whose IO would reach the scheme's node with index
/// `position`.
void Effects::reach_backward(uint32_t position, uint32_t level, EffectScheme& s) {
  ++stamp_;
  const EffectId start = s.quantified[position];
  std::vector<EffectId> todo{start};
  visit(start);
  while (!todo.empty()) {
    const Node& n = node(todo.back());
    todo.pop_back();
    for (uint32_t i = n.previous; i; i = edges_[i].rest) {
      const EffectId before = find(edges_[i].node);
      if (!visit(before) || members_[index(before)] == scheme_) continue;
      if (nodes_[index(before)].level <= level)
        s.from.emplace_back(before, position);
      else
        todo.push_back(before);
    }
  }
}

std::vector<EffectId> Effects::instantiate(const EffectScheme& s, uint32_t level, Span use,
                                           std::string_view name) {
  std::vector<EffectId> out(s.quantified.size());
  for (EffectId& e : out) e = fresh(level);
  for (auto [from, to] : s.implies) flow(out[from], out[to]);
  for (auto [from, to] : s.from) flow(from, out[to]);
  for (auto [from, to] : s.to) flow(out[from], to);
  for (const auto& [i, ban] : s.bans) forbid(out[i], s.of_prelude ? IoBan{use, name} : ban);
  for (const auto& [i, origin] : s.io)
    mark_io(out[i], {use, name, origin.via.file ? origin.via : origin.span});
  return out;
}

} // namespace nova

// Effects: which functions do IO. A node stands for "what a call may do"; an edge says "if this does IO, that
// does". IO flows along edges from the built-ins that do it; a node may forbid it (a function run by `map`,
// say). Where the two meet there is a conflict: it remembers the IO call and the forbidding built-in, so that
// the error can show both.
//
// Node 0 is pure, node 1 does IO. Nodes have levels as type variables have, and are generalised with them.
#pragma once
#include "frontend/core/types.hpp"
#include "frontend/source/source.hpp"
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace nova {

/// An IO call: what was called, where; `via`: where the called function itself does IO (file 0: a built-in).
struct IoOrigin {
  Span span;
  std::string_view name;
  Span via;
};

/// What forbids IO: the built-in, and its use.
struct IoBan {
  Span span;
  std::string_view name;
};

struct IoConflict {
  IoOrigin io;
  IoBan ban;
};

/// The effects of a generalised type: what each use gets afresh. Numbers are positions in `quantified`.
struct EffectScheme {
  std::vector<EffectId> quantified;
  std::vector<std::pair<uint32_t, uint32_t>> implies; ///< if one does IO, the other does
  std::vector<std::pair<uint32_t, IoOrigin>> io;
  std::vector<std::pair<uint32_t, IoBan>> bans;
  std::vector<std::pair<EffectId, uint32_t>> from; ///< what flows in from around the definition
  std::vector<std::pair<uint32_t, EffectId>> to;   ///< what flows out to what is around it
};

class Effects {
  struct Node {
    EffectId parent{};
    uint32_t level = 0, origin = 0, ban = 0; ///< indices; 0: none
    uint32_t next = 0, next_last = 0;        ///< edges out (a list and its end)
    uint32_t previous = 0, previous_last = 0;
  };

 public:
  Effects();
  EffectId fresh(uint32_t level);
  EffectId find(EffectId e) const;
  /// If `from` does IO, so does `to`.
  void flow(EffectId from, EffectId to);
  void unify(EffectId a, EffectId b);
  void mark_io(EffectId e, const IoOrigin& origin);
  void forbid(EffectId e, const IoBan& ban);
  bool does_io(EffectId e) const { return nodes_[index(find(e))].origin != 0; }
  const IoOrigin& origin(EffectId e) const { return origins_[nodes_[index(find(e))].origin]; }

  uint32_t level(EffectId e) const { return nodes_[index(find(e))].level; }
  void lower(EffectId e, uint32_t level);
  /// Makes one node of those that imply each other, among all that the given ones reach (functions of one
  /// group call each other in circles).
  void collapse_cycles(std::span<const EffectId> from);
  /// The scheme of these nodes; every one has a level above `level`, which is that of the surroundings.
  EffectScheme generalise(const std::vector<EffectId>& nodes, uint32_t level);
  /// Fresh nodes related as the scheme says; `use` names what is used where, for origins and bans.
  std::vector<EffectId> instantiate(const EffectScheme& s, uint32_t level, Span use, std::string_view name);

  std::vector<IoConflict> take_conflicts() { return std::exchange(conflicts_, {}); }

  struct Mark {
    size_t nodes, edges, origins, bans;
    uint32_t changes;
    Node io;
  };
  /// What is told of nodes that are there now counts from here on.
  Mark mark();
  /// Was anything told of nodes that were there?
  bool lasts_since(const Mark& m) const { return changes_ != m.changes; }
  void forget(const Mark& m);

 private:
  struct Edge {
    EffectId node{};
    uint32_t rest = 0;
  };
  static uint32_t index(EffectId e) { return static_cast<uint32_t>(e); }
  Node& node(EffectId e) { return nodes_[index(find(e))]; }
  /// The same, to be changed.
  Node& changed(EffectId e) {
    e = find(e);
    changes_ += e != pure_effect && e != io_effect && index(e) < marked_;
    return nodes_[index(e)];
  }
  void add_edge(uint32_t& first, uint32_t& last, EffectId to);
  void splice(uint32_t& first, uint32_t& last, uint32_t other_first, uint32_t other_last);
  void spread(EffectId e, uint32_t origin);
  void meet(uint32_t origin, uint32_t ban);
  void reach_forward(uint32_t position, uint32_t level, EffectScheme& s);
  void reach_backward(uint32_t position, uint32_t level, EffectScheme& s);
  bool visit(EffectId e);
  std::vector<uint32_t> successors(EffectId e) const;
  void drop_loops(EffectId e);

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<IoOrigin> origins_;
  std::vector<IoBan> bans_;
  std::vector<IoConflict> conflicts_;
  std::vector<uint32_t> stamps_;              ///< by node: the last walk that saw it
  std::vector<uint32_t> members_, positions_; ///< by node: the last scheme that quantified it, and where
  uint32_t stamp_ = 0, scheme_ = 0;
  uint32_t marked_ = 0, changes_ = 0; ///< nodes before the last mark, and what was told of them since then
};

} // namespace nova

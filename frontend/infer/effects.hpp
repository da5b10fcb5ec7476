// Effects: which functions do IO. A node stands for what a call may do. An edge says that if its first node does IO,
// its second node does IO too. IO spreads along edges from the built-ins that do it. A node may forbid IO, for
// example the node of a function that `map` runs. Where IO reaches such a node there is a conflict, which holds the
// IO call and the forbidding built-in, so that the error can show both.
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

/// An IO call: what was called, and where. `via` is where the called function itself does IO. If a built-in was
/// called, the file of `via` is 0.
struct IoOrigin {
  Span span;
  std::string_view name;
  Span via;
};

/// A built-in that forbids IO, and the place where it is used.
struct IoBan {
  Span span;
  std::string_view name;
};

struct IoConflict {
  IoOrigin io;
  IoBan ban;
};

/// The effects of a generalised type, which each use copies. The numbers are indices into `quantified`.
struct EffectScheme {
  std::vector<EffectId> quantified;
  std::vector<std::pair<uint32_t, uint32_t>> implies; ///< if the first does IO, so does the second
  std::vector<std::pair<uint32_t, IoOrigin>> io;
  std::vector<std::pair<uint32_t, IoBan>> bans;
  bool of_prelude =
      false; ///< whether a definition of the prelude has it: what it forbids is told of its uses
  std::vector<std::pair<EffectId, uint32_t>> from; ///< edges from nodes outside of the definition
  std::vector<std::pair<uint32_t, EffectId>> to;   ///< edges to nodes outside of the definition
};

class Effects {
  struct Node {
    EffectId parent{};
    uint32_t level = 0, origin = 0, ban = 0;  ///< `origin`, `ban`: indices into origins_, bans_; 0: none
    uint32_t next = 0, next_last = 0;         ///< indices into edges_: first, last outgoing edge; 0: none
    uint32_t previous = 0, previous_last = 0; ///< indices into edges_: first, last incoming edge; 0: none
  };

 public:
  Effects();
  EffectId fresh(uint32_t level);
  /// Returns the node that stands for e and all nodes that were unified with it.
  EffectId find(EffectId e) const;
  /// Adds an edge: if `from` does IO, so does `to`.
  void flow(EffectId from, EffectId to);
  void unify(EffectId a, EffectId b);
  void mark_io(EffectId e, const IoOrigin& origin);
  void forbid(EffectId e, const IoBan& ban);
  bool does_io(EffectId e) const { return nodes_[index(find(e))].origin != 0; }
  const IoOrigin& origin(EffectId e) const { return origins_[nodes_[index(find(e))].origin]; }

  uint32_t level(EffectId e) const { return nodes_[index(find(e))].level; }
  void lower(EffectId e, uint32_t level);
  /// Merges nodes that imply each other into one, among all nodes reachable from `from`. Functions of one group that
  /// call each other cause such cycles.
  void collapse_cycles(std::span<const EffectId> from);
  /// Returns a scheme that quantifies these nodes. Their levels must be above `level`, that of the code around the
  /// definition.
  EffectScheme generalise(const std::vector<EffectId>& nodes, uint32_t level);
  /// Returns a fresh node for each node that the scheme quantifies, with its edges and bans. `name` and `use` say
  /// what is used and where. They become the IoOrigin of nodes that do IO.
  std::vector<EffectId> instantiate(const EffectScheme& s, uint32_t level, Span use, std::string_view name);

  std::vector<IoConflict> take_conflicts() { return std::exchange(conflicts_, {}); }

  struct Mark {
    size_t nodes, edges, origins, bans;
    uint32_t changes;
    Node io;
  };
  /// Sets a checkpoint. From here on, changes of the nodes that exist now are counted.
  Mark mark();
  /// Whether a node from before the mark was changed since the mark.
  bool lasts_since(const Mark& m) const { return changes_ != m.changes; }
  void forget(const Mark& m);

 private:
  struct Edge {
    EffectId node{};
    uint32_t rest = 0;
  };
  static uint32_t index(EffectId e) { return static_cast<uint32_t>(e); }
  Node& node(EffectId e) { return nodes_[index(find(e))]; }
  /// Returns the node of e for the caller to change. Counts a change if the node is older than the last mark, except
  /// for nodes 0 and 1.
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
  std::vector<uint32_t> stamps_; ///< for each node: number of the last walk that visited it
  /// For each node: number of the last scheme that quantifies it, and its index in that scheme's `quantified`.
  std::vector<uint32_t> members_, positions_;
  uint32_t stamp_ = 0, scheme_ = 0;
  /// `marked_`: number of nodes at the last mark. `changes_`: number of changes so far that `changed` has counted.
  uint32_t marked_ = 0, changes_ = 0;
};

} // namespace nova

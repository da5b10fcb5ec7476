// Strongly connected components by Tarjan's algorithm, with an explicit stack instead of recursion, because chains of
// definitions may be long.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace nova {

/// Visits all nodes that can be reached from the roots. A node is a number; `next(n)` returns the successors of n.
/// `done(component)` is called for each component, after it was called for all components that this one refers to.
template <class Next, class Done> class StrongComponents {
 public:
  StrongComponents(Next next, Done done) : next_(std::move(next)), done_(std::move(done)) {}

  void visit(uint32_t root) {
    if (nodes_.contains(root)) return;
    enter(root);
    while (!path_.empty()) {
      Node& n = nodes_[path_.back()];
      if (n.at == n.next.size())
        leave();
      else
        follow(n, n.next[n.at++]);
    }
  }

 private:
  struct Node {
    std::vector<uint32_t> next;
    uint32_t index = 0, low = 0, at = 0;
    bool open = true;
  };
  void enter(uint32_t number) {
    Node& n = nodes_[number];
    n.next = next_(number);
    n.index = n.low = ++count_;
    open_.push_back(number), path_.push_back(number);
  }
  void follow(Node& n, uint32_t to) {
    const auto found = nodes_.find(to);
    if (found == nodes_.end())
      enter(to);
    else if (found->second.open)
      n.low = std::min(n.low, found->second.index);
  }
  void leave() {
    const uint32_t number = path_.back();
    Node& n = nodes_[number];
    path_.pop_back();
    if (!path_.empty()) nodes_[path_.back()].low = std::min(nodes_[path_.back()].low, n.low);
    if (n.low != n.index) return;
    const auto first = std::find(open_.rbegin(), open_.rend(), number).base() - 1;
    const std::vector<uint32_t> component(first, open_.end());
    open_.erase(first, open_.end());
    for (uint32_t member : component) nodes_[member].open = false, nodes_[member].next = {};
    done_(std::span<const uint32_t>(component));
  }

  Next next_;
  Done done_;
  std::unordered_map<uint32_t, Node> nodes_;
  std::vector<uint32_t> open_, path_;
  uint32_t count_ = 0;
};

} // namespace nova

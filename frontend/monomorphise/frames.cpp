// Assigns frame slots to variables. A closure is flat: it is made by copying the captured values, so a frame holds
// everything that its body uses. The functions of a LetRec are known where they are called, so they need no slot. A
// use of one needs only the variables that the function captures.
#include "frontend/monomorphise/parts.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova {
namespace {

using Vars = std::vector<VarId>;

/// Finds the variables of outer frames that each Lambda uses, in order of their first use.
class FreeVariables {
 public:
  void find(const Core& c);
  const Vars& of(const Core* lambda) const { return free_.at(lambda); }

 private:
  struct Around {
    const Core* lambda;
    std::unordered_set<VarId> seen;
  };
  void bind(VarId v) { level_[v] = around_.size(); }
  void bind(const CorePattern& p);
  void use(VarId v);
  void find_lambda(const Core& c);
  void find_items(const Core& c) {
    for (const Core* item : c.items) find(*item);
  }

  std::unordered_map<VarId, size_t> level_; ///< for each variable: how many lambdas surround its binding
  std::vector<Around> around_;
  std::unordered_map<const Core*, Vars> free_;
};

void FreeVariables::use(VarId v) {
  for (size_t i = around_.size(); i > level_[v]; --i) {
    if (!around_[i - 1].seen.insert(v).second) return;
    free_[around_[i - 1].lambda].push_back(v);
  }
}

void FreeVariables::bind(const CorePattern& p) {
  check_depth(p.span);
  if (p.kind == CorePattern::Variable) bind(p.var);
  for (const CorePattern& item : p.items) bind(item);
}

void FreeVariables::find_lambda(const Core& c) {
  free_[&c];
  around_.push_back({&c, {}});
  for (VarId v : c.vars) bind(v);
  find_items(c);
  around_.pop_back();
}

void FreeVariables::find(const Core& c) {
  check_depth(c.span);
  switch (c.kind) {
  case CoreKind::Local: return use(c.var);
  case CoreKind::Lambda: return find_lambda(c);
  case CoreKind::LetRec:
    for (VarId v : c.vars) bind(v);
    return find_items(c);
  case CoreKind::Match:
    find_items(c);
    for (const CoreArm& arm : c.arms) bind(arm.pattern), find(*arm.body);
    return;
  default:
    if (binds_variable(c)) bind(c.var);
    return find_items(c);
  }
}

struct Frame {
  std::unordered_map<VarId, uint32_t> slots;
  uint32_t next = 0;
  uint32_t add(VarId v) { return slots[v] = next++; }
};

class Frames {
 public:
  explicit Frames(const FreeVariables& free) : free_(free) {}
  void assign(Core& c, Frame& frame, bool tail);

 private:
  struct Known {
    Core* lambda;
    const Vars* captures;
  };
  void local(Core& c, Frame& frame);
  void lambda(Core& c, Frame& outer, const Vars& captures);
  void let_rec(Core& c, Frame& frame, bool tail);
  void match(Core& c, Frame& frame, bool tail);
  void pattern(CorePattern& p, Frame& frame);
  void if_(Core& c, Frame& frame, bool tail);
  void parts(Core& c, Frame& frame, bool tail);
  void sequence(Core& c, Frame& frame, bool tail);
  void items(Core& c, Frame& frame) {
    for (Core* item : c.items) assign(*item, frame, false);
  }
  Vars expand(const Vars& free) const;
  static std::vector<uint32_t> slots_of(const Vars& vars, const Frame& frame);

  const FreeVariables& free_;
  std::unordered_map<VarId, Known> known_;
  std::deque<Vars> captures_;
  size_t assignments_ = 0; ///< number of Assigns visited so far, not counting those in lambdas already left
};

/// Returns the variables `free`, with each known function replaced by the variables that it captures.
Vars Frames::expand(const Vars& free) const {
  Vars all;
  std::unordered_set<VarId> seen;
  auto add = [&](VarId v) {
    if (seen.insert(v).second) all.push_back(v);
  };
  for (VarId v : free)
    if (auto known = known_.find(v); known == known_.end())
      add(v);
    else
      std::for_each(known->second.captures->begin(), known->second.captures->end(), add);
  return all;
}

std::vector<uint32_t> Frames::slots_of(const Vars& vars, const Frame& frame) {
  std::vector<uint32_t> slots;
  for (VarId v : vars) slots.push_back(frame.slots.at(v));
  return slots;
}

void Frames::local(Core& c, Frame& frame) {
  auto known = known_.find(c.var);
  if (known == known_.end()) return void(c.slot = frame.slots.at(c.var));
  c.function = known->second.lambda;
  c.frame.captures = slots_of(*known->second.captures, frame);
}

void Frames::lambda(Core& c, Frame& outer, const Vars& captures) {
  c.frame.captures = slots_of(captures, outer);
  Frame inner;
  for (VarId v : c.vars) inner.add(v);
  for (VarId v : captures) inner.add(v);
  const size_t outside = assignments_;
  assign(*c.items[0], inner, true);
  if (c.items.size() > 1) assign(*c.items[1], inner, false); // the geometry of a CUDA kernel
  assignments_ = outside;
  c.frame.size = inner.next;
}

void Frames::let_rec(Core& c, Frame& frame, bool tail) {
  Vars free;
  for (size_t i = 0; i < c.vars.size(); ++i)
    for (VarId v : free_.of(c.items[i]))
      if (std::find(c.vars.begin(), c.vars.end(), v) == c.vars.end()) free.push_back(v);
  const Vars& captures = captures_.emplace_back(expand(free));
  for (size_t i = 0; i < c.vars.size(); ++i) known_[c.vars[i]] = {c.items[i], &captures};
  for (size_t i = 0; i < c.vars.size(); ++i) lambda(*c.items[i], frame, captures);
  assign(*c.items.back(), frame, tail);
}

void Frames::pattern(CorePattern& p, Frame& frame) {
  if (p.kind == CorePattern::Variable) p.slot = frame.add(p.var);
  for (CorePattern& item : p.items) pattern(item, frame);
}

void Frames::match(Core& c, Frame& frame, bool tail) {
  items(c, frame);
  for (CoreArm& arm : c.arms) {
    pattern(arm.pattern, frame);
    assign(*arm.body, frame, tail);
  }
}

void Frames::if_(Core& c, Frame& frame, bool tail) {
  assign(*c.items[0], frame, false);
  assign(*c.items[1], frame, tail);
  assign(*c.items[2], frame, tail);
}

void Frames::sequence(Core& c, Frame& frame, bool tail) {
  for (size_t i = 0; i < c.items.size(); ++i) assign(*c.items[i], frame, tail && i + 1 == c.items.size());
}

void Frames::assign(Core& c, Frame& frame, bool tail) {
  check_depth(c.span);
  const size_t before = assignments_;
  parts(c, frame, tail);
  c.sets = assignments_ > before;
}

void Frames::parts(Core& c, Frame& frame, bool tail) {
  switch (c.kind) {
  case CoreKind::Local: return local(c, frame);
  case CoreKind::Apply: return c.tail = tail, items(c, frame);
  case CoreKind::Lambda: return lambda(c, frame, captures_.emplace_back(expand(free_.of(&c))));
  case CoreKind::LetRec: return let_rec(c, frame, tail);
  case CoreKind::Match: return match(c, frame, tail);
  case CoreKind::If: return if_(c, frame, tail);
  case CoreKind::Sequence: return sequence(c, frame, tail);
  case CoreKind::Let:
    assign(*c.items[0], frame, false);
    c.slot = frame.add(c.var);
    return assign(*c.items[1], frame, tail);
  case CoreKind::Assign: return ++assignments_, c.slot = frame.slots.at(c.var), items(c, frame);
  default:
    if (binds_variable(c)) c.slot = frame.add(c.var);
    return items(c, frame);
  }
}

} // namespace

std::optional<uint32_t> assign_frames(Frontend& f, Core& expression) {
  try {
    FreeVariables free;
    free.find(expression);
    Frame frame;
    Frames(free).assign(expression, frame, false);
    return frame.next;
  } catch (const TooDeep& deep) {
    f.diagnostics.report("E0602", deep.span);
    return {};
  }
}

} // namespace nova

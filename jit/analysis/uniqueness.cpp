#include "jit/analysis/uniqueness.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {
namespace {

using Columns = std::unordered_set<Var>;

/// Whether the operation only accesses elements of its column arguments. If so, none of its results is another name
/// for one of these columns.
bool looks_at(Op op) {
  return op == Op::Read || op == Op::Sort || op == Op::Copy || op == Op::Foreign || op == Op::Launch ||
         changes(op);
}

const Body& step_of(const Stm& loop) { return loop.bodies[loop.op == Op::Loop ? 1 : 0]; }

/// Returns the loops that stand in the plan's own body.
std::vector<const Stm*> loops_of_host(const Plan& plan) {
  std::vector<const Stm*> loops;
  for (const Stm& s : plan.body.stms)
    if (s.op == Op::Loop || s.op == Op::Foldl) loops.push_back(&s);
  return loops;
}

/// Whether a and b, outside of the loop, are one variable or equal products.
bool is_same_length(const Definitions& definitions, Var a, Var b) {
  if (a == b) return true;
  const Stm *p = definitions.scalar(a, BuiltinId::Multiply), *q = definitions.scalar(b, BuiltinId::Multiply);
  const auto same = [&](size_t k, size_t l) { return is_same_length(definitions, p->args[k], q->args[l]); };
  return p && q && ((same(0, 0) && same(1, 1)) || (same(0, 1) && same(1, 0)));
}

/// Whether column number `part` of the loop's state has `n` elements in each round.
bool has_length(const Plan& plan, const Definitions& definitions, const Stm& loop, size_t part, Var n) {
  const Body* const sizes = sizes_of(loop);
  if (!sizes) return false;
  const auto columns =
      std::ranges::count_if(sizes->params.begin(), sizes->params.begin() + static_cast<ptrdiff_t>(part),
                            [&](Var v) { return plan[v].column; });
  return is_same_length(definitions, sizes->results[static_cast<size_t>(columns)], n);
}

/// Records where each column is bound and used. Positions are numbers in the order of the plan's text: a statement's
/// position is lower than those of the statements in its bodies.
class Places {
 public:
  Places(const Plan& plan) : plan_(plan) {
    for_each_root(plan, [&](const Body& b) { note(b, nullptr, nullptr); });
  }
  uint32_t of(const Stm& s) const { return at_.at(&s); }
  uint32_t results_of(const Body& b) const { return ends_.at(&b); }
  /// Whether the use of column v at position `at` in body `in` is the last one, so that v may be overwritten there.
  bool is_last(Var v, uint32_t at, const Body& in) const {
    for (const Body* b = &in; b != binders_.at(v); b = around_.at(b).body)
      if (const Stm* s = around_.at(b).stm; !s || s->op != Op::If) return false;
    const auto uses = uses_.find(v);
    if (uses == uses_.end()) return true; // a part of a state that no round uses
    size_t here = 0;
    for (const Use& u : uses->second)
      if (u.at == at ? ++here > 1 : !excludes(*u.in, in) && (u.at > at || !u.looks)) return false;
    return true;
  }

 private:
  struct Use {
    uint32_t at;
    const Body* in;
    bool looks;
  };
  /// The statement that a body belongs to, and the body that holds this statement. Both are null for the own body of
  /// a function or plan.
  struct Around {
    const Stm* stm;
    const Body* body;
  };
  void note(const Body& b, const Stm* stm, const Body* body) {
    around_[&b] = {stm, body};
    for (Var v : b.params) binders_[v] = &b;
    for (const Stm& s : b.stms) {
      at_[&s] = ++now_;
      for (Var v : s.args) use(v, b, looks_at(s.op));
      for (const Body& inner : s.bodies) note(inner, &s, &b);
      for (Var v : s.outs) binders_[v] = &b;
    }
    ends_[&b] = ++now_;
    for (Var v : b.results) use(v, b, false);
  }
  void use(Var v, const Body& in, bool looks) {
    if (plan_[v].column) uses_[v].push_back({now_, &in, looks});
  }
  /// Whether the bodies are in different branches of the same If, so that a run executes only one of them.
  bool excludes(const Body& a, const Body& b) const {
    std::unordered_map<const Stm*, const Body*> taken;
    for (const Body* p = &a; p; p = around_.at(p).body) taken[around_.at(p).stm] = p;
    for (const Body* p = &b; p; p = around_.at(p).body)
      if (const Stm* s = around_.at(p).stm; s && s->op == Op::If && taken.contains(s) && taken[s] != p)
        return true;
    return false;
  }

  const Plan& plan_;
  uint32_t now_ = 0;
  std::unordered_map<const Stm*, uint32_t> at_;
  std::unordered_map<const Body*, uint32_t> ends_;
  std::unordered_map<const Body*, Around> around_;
  std::unordered_map<Var, const Body*> binders_;
  std::unordered_map<Var, std::vector<Use>> uses_;
};

class Finder {
 public:
  Finder(const Plan& plan, const UniquenessOptions& options)
      : plan_(plan), places_(plan), copies_(options.copies) {
    if (options.maps) {
      const Definitions definitions(plan);
      for (const Stm* loop : loops_of_host(plan)) note_maps(*loop, definitions);
    }
    for_each_root(plan, [&](const Body& b) { body(b); });
  }
  Uniqueness found() { return {std::move(now_.in_place), std::move(now_.borrowed)}; }

 private:
  /// The results so far. A column is owned if it may be overwritten at its last use. `owned` maps each owned column
  /// to those parameters of loop bodies whose memory the column may share. When the column is overwritten, these
  /// parameters are added to `spent_states`.
  struct Known {
    std::unordered_map<Var, Columns> owned;
    std::unordered_map<Var, Var> in_place;
    Columns spent_states;
    std::vector<std::pair<Var, size_t>> borrowed;
  };

  /// Notes which columns of the loop's state maps of its step may overwrite: first each its own part of the state.
  /// Then each takes one that no other map takes.
  void note_maps(const Stm& loop, const Definitions& definitions) {
    const Body& step = step_of(loop);
    std::unordered_set<Var> taken;
    for (const bool own : {true, false})
      for (const Stm& s : step.stms)
        for (size_t k = 0; s.op == Op::Map && k < s.outs.size(); ++k) {
          const auto result = std::ranges::find(step.results, s.outs[k]);
          if (result == step.results.end() || mapped_.contains(s.outs[k])) continue;
          const Var replaced = step.params[static_cast<size_t>(result - step.results.begin())];
          const auto state = std::ranges::find_if(step.params, [&](Var v) {
            return (v == replaced) == own && plan_[v] == plan_[s.outs[k]] && !taken.contains(v) &&
                   !is_any(v, step.results) && may_overwrite(plan_, definitions, loop, s, v);
          });
          if (state != step.params.end()) mapped_[s.outs[k]] = *state, taken.insert(*state);
        }
  }
  void body(const Body& b) {
    for (const Stm& s : b.stms) statement(s, b);
  }
  void statement(const Stm& s, const Body& b) {
    if (s.op == Op::Loop || s.op == Op::Foldl) return loop(s, b);
    for (const Body& inner : s.bodies) body(inner);
    if (changes(s.op)) return change(s, b);
    if (s.op == Op::If) return branch(s);
    if (stores(s.op) && !sizes_of(s))
      for (Var v : s.outs)
        if (plan_[v].column) now_.owned[v] = {};
    if (s.op == Op::Map)
      for (Var v : s.outs)
        if (const auto old = mapped_.find(v); old != mapped_.end())
          take(v, old->second, places_.results_of(s.bodies[0]), b);
  }
  /// Lets column v take the memory of column `old`, if no use of `old` comes after position `at` in body b.
  void take(Var v, Var old, uint32_t at, const Body& b) {
    Columns states;
    if (gives(old, at, b)) {
      states = now_.owned[old];
      now_.in_place[v] = old, now_.spent_states.insert(states.begin(), states.end());
    }
    now_.owned[v] = std::move(states);
  }
  bool gives(Var v, uint32_t at, const Body& in) const {
    return now_.owned.contains(v) && places_.is_last(v, at, in);
  }
  void change(const Stm& s, const Body& b) {
    for (size_t c = 0; c < s.outs.size(); ++c)
      take(s.outs[c], s.args[s.args.size() - s.outs.size() + c], places_.of(s), b);
  }
  void branch(const Stm& s) {
    for (size_t k = 0; k < s.outs.size(); ++k) {
      if (!plan_[s.outs[k]].column) continue;
      Columns states;
      const bool given = std::ranges::all_of(s.bodies, [&](const Body& b) {
        const Var r = b.results[k];
        if (!gives(r, places_.results_of(b), b)) return false;
        states.insert(now_.owned[r].begin(), now_.owned[r].end());
        return true;
      });
      if (given) now_.owned[s.outs[k]] = std::move(states);
    }
  }

  // ---- loops: each column of the state counts as owned until an iteration or its initial value shows otherwise ----

  struct Rounds {
    const Stm& loop;
    const Body &step, &around;
    std::vector<bool> own; ///< by part of the state: whether it is assumed to be owned in each iteration
    Var first(size_t k) const { return loop.args[k + (loop.op == Op::Loop ? 0 : 1)]; }
  };

  void loop(const Stm& s, const Body& b) {
    Rounds r{s, s.bodies[s.op == Op::Loop ? 1 : 0], b, {}};
    for (Var v : s.outs) r.own.push_back(plan_[v].column);
    if (s.op == Op::Loop) body(s.bodies[0]);
    if (std::ranges::count(r.own, true) == 0) return body(r.step);
    const Known before = now_;
    while (!goes_on(r) || !begins(r)) now_ = before;
  }
  /// Whether all parts of the state that are owned when an iteration begins are owned when it ends. If not, removes
  /// the parts that are no longer owned from `r.own`.
  bool goes_on(Rounds& r) {
    for (size_t k = 0; k < r.own.size(); ++k)
      if (r.own[k]) now_.owned[r.step.params[k]] = {r.step.params[k]};
    body(r.step);
    std::vector<bool> left(r.own.size());
    for (size_t k = 0; k < r.own.size(); ++k)
      left[k] = r.own[k] && gives(r.step.results[k], places_.results_of(r.step), r.step);
    return std::exchange(r.own, left) == left;
  }
  /// Whether the initial value of each part that the loop overwrites is owned, or is assumed to be copied. If not,
  /// removes such parts from `r.own`.
  bool begins(Rounds& r) {
    const size_t n = r.own.size();
    std::vector<bool> given(n), spent(n), left = r.own;
    for (size_t k = 0; k < n; ++k) {
      if (!r.own[k]) continue;
      given[k] = gives(r.first(k), places_.of(r.loop), r.around);
      for (size_t j : sources(r, k)) spent[j] = spent[j] || now_.spent_states.contains(r.step.params[k]);
    }
    for (size_t k = 0; k < n; ++k) {
      if (given[k] || !spent[k]) continue;
      left[k] = given[k] = copies_ && sizes_of(r.loop);
      if (left[k]) now_.borrowed.emplace_back(r.loop.outs[0], k);
    }
    if (std::exchange(r.own, left) != left) return false;
    for (size_t k = 0; k < n; ++k)
      if (r.own[k]) leave(r, k, given, spent[k]);
    return true;
  }
  /// Records whether result k of the loop is owned, and which parameters of enclosing loops the loop has overwritten.
  /// `given`: by part, whether its initial value is owned. `spent`: whether the loop overwrites part k.
  void leave(const Rounds& r, size_t k, const std::vector<bool>& given, bool spent) {
    if (const auto outer = now_.owned.find(r.first(k)); spent && outer != now_.owned.end())
      now_.spent_states.insert(outer->second.begin(), outer->second.end());
    Columns states;
    for (size_t j : sources(r, k)) {
      if (!given[j]) return;
      const auto outer = now_.owned.find(r.first(j));
      if (outer != now_.owned.end()) states.insert(outer->second.begin(), outer->second.end());
    }
    now_.owned[r.loop.outs[k]] = std::move(states);
  }
  /// Returns the parts of the state whose initial values part k may hold after some iterations.
  std::vector<size_t> sources(const Rounds& r, size_t k) const {
    std::vector<size_t> found{k};
    for (size_t at = 0; at < found.size(); ++at) {
      const Columns& states = now_.owned.at(r.step.results[found[at]]);
      for (size_t j = 0; j < r.own.size(); ++j)
        if (r.own[j] && states.contains(r.step.params[j]) && std::ranges::count(found, j) == 0)
          found.push_back(j);
    }
    return found;
  }

  const Plan& plan_;
  const Places places_;
  const bool copies_;
  std::unordered_map<Var, Var> mapped_; ///< results of maps, and the columns of states that they replace
  Known now_;
};

} // namespace

bool computes_once(const Body& b) {
  constexpr size_t many = 16; // so many reads are printed in blocks, of which some overlap
  bool plain = count_of(b, Op::Read) < many;
  for_each_stm(b, [&](const Stm& s) {
    plain &= s.op == Op::Constant || s.op == Op::Read || s.op == Op::If || s.op == Op::Check ||
             (s.op == Op::Scalar && !is_trigonometric(s.builtin));
  });
  return plain;
}

bool may_overwrite(const Plan& plan, const Definitions& definitions, const Stm& loop, const Stm& map,
                   Var state) {
  const Body &step = step_of(loop), &body = map.bodies[0];
  if (!computes_once(body)) return false;
  const Var own = body.params.back();
  bool others = false;
  for_each_stm(body,
               [&](const Stm& s) { others |= s.op == Op::Read && s.args[0] == state && s.args[1] != own; });
  if (others) return false;
  const auto part = static_cast<size_t>(std::ranges::find(step.params, state) - step.params.begin());
  if (has_length(plan, definitions, loop, part, map.args[0])) return true;
  // Read for each index, neither in a branch alone nor behind a Check: so the state is as long as the result.
  return count_of(body, Op::Check) == 0 &&
         std::ranges::any_of(body.stms, [&](const Stm& s) { return s.op == Op::Read && s.args[0] == state; });
}

Uniqueness find_uniqueness(const Plan& plan, const UniquenessOptions& options) {
  bool some = options.maps && !loops_of_host(plan).empty();
  for_each_root(plan, [&](const Body& b) { for_each_stm(b, [&](const Stm& s) { some |= changes(s.op); }); });
  return some ? Finder(plan, options).found() : Uniqueness();
}

} // namespace nova::plan

// Scalar replacement: a vector of a few elements that a loop carries as its state becomes as many scalars. The words of
// a hash and the corners of a simplex are such vectors. Only loops in kernels are changed, and only if all elements
// are then read at constant indices: the step makes no columns any more. A loop of scalars can run for several
// elements of a map together (emit/c/maps/lockstep_loops.cpp).
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;
/// For each variable of a state: the number of its elements if it is a column, else 0.
using Lengths = std::vector<size_t>;
/// The elements of each column that was replaced.
using Elements = std::unordered_map<Var, Vars>;

/// Returns the lengths of the loop's state; nothing if it holds no columns or one whose length is not a small constant.
std::optional<Lengths> lengths_of(const Plan& plan, const Stm& loop, const Constants& constants) {
  constexpr size_t longest = 32, most = 64;
  const Body* sizes = loop.op == Op::Loop ? sizes_of(loop) : nullptr;
  if (!sizes) return {};
  Lengths all;
  size_t column = 0, sum = 0;
  for (Var v : loop.outs) {
    all.push_back(0);
    if (!plan[v].column) continue;
    const auto n = constants.find(sizes->results[column++]);
    if (n == constants.end() || n->second == 0 || n->second > longest) return {};
    all.back() = n->second, sum += n->second;
  }
  return column > 0 && sum <= most ? std::optional(all) : std::nullopt;
}

/// Replaces the state of one loop.
class Replacement {
 public:
  Replacement(Plan& plan, Lengths lengths, Span span)
      : plan_(plan), lengths_(std::move(lengths)), span_(span) {}

  /// Lets the loop, statement `at` of a body, carry scalars.
  void run(Body& around, size_t at) {
    Stm loop = std::move(around.stms[at]);
    std::vector<Stm> before, after;
    loop.args = read(loop.args, before);
    loop.outs = scalars(Vars(loop.outs), after);
    loop.bodies.resize(op_row(Op::Loop).bodies); // without the lengths of columns
    for (Body& b : loop.bodies) {
      std::vector<Stm> stored;
      b.params = scalars(Vars(b.params), stored);
      b.stms.insert(b.stms.begin(), std::move_iterator(stored.begin()), std::move_iterator(stored.end()));
    }
    Body& step = loop.bodies[1];
    params_ = step.params;
    step.results = read(step.results, step.stms);
    around.stms[at] = std::move(loop);
    const auto place = around.stms.begin() + static_cast<ptrdiff_t>(at);
    around.stms.insert(place + 1, std::move_iterator(after.begin()), std::move_iterator(after.end()));
    around.stms.insert(around.stms.begin() + static_cast<ptrdiff_t>(at), std::move_iterator(before.begin()),
                       std::move_iterator(before.end()));
  }
  /// Replaces reads of elements, at constant indices, by the elements. Returns whether there are any.
  bool take_reads() {
    const Constants constants = constants_of(plan_.body);
    Renaming renaming(plan_);
    for_each_body(plan_.body, [&](Body& b) {
      std::erase_if(b.stms, [&](const Stm& s) {
        const auto of = s.op == Op::Read ? elements_.find(s.args[0]) : elements_.end();
        const auto index = of == elements_.end() ? constants.end() : constants.find(s.args[1]);
        if (index == constants.end() || index->second >= of->second.size()) return false;
        renaming.set(s.outs[0], of->second[index->second]);
        return true;
      });
    });
    if (renaming.changed()) renaming.apply(plan_.body);
    return renaming.changed();
  }
  /// Whether the loop's step makes no columns any more, and is not so long that compiling it takes long.
  bool is_done() const {
    constexpr size_t most = 1024; // statements
    size_t size = 0;
    bool columns = false;
    for_each_stm(plan_.body, [&](const Stm& loop) {
      if (loop.op != Op::Loop ||
          std::ranges::none_of(loop.bodies[1].params, [&](Var v) { return is_any(v, params_); }))
        return;
      for_each_stm(loop.bodies[1], [&](const Stm& s) {
        ++size;
        columns |= std::ranges::any_of(s.outs, [&](Var v) { return plan_[v].column; });
      });
    });
    return !columns && size <= most;
  }

 private:
  /// Reads all elements of the columns of a state. Returns the state with the elements in the place of the columns.
  Vars read(const Vars& state, std::vector<Stm>& out) {
    Vars all;
    for (size_t k = 0; k < state.size(); ++k) {
      if (!lengths_[k]) all.push_back(state[k]);
      for (size_t j = 0; j < lengths_[k]; ++j) {
        out.push_back(constant_stm(plan_, Element::I64, j, span_));
        all.push_back(plan_.make({plan_[state[k]].element, false}));
        out.push_back(
            {.op = Op::Read, .outs = {all.back()}, .args = {state[k], out.back().outs[0]}, .span = span_});
      }
    }
    return all;
  }
  /// Returns the state with new scalars in the place of the columns, which are their elements from now on. Adds Maps
  /// that store these, for readers at other indices.
  Vars scalars(const Vars& state, std::vector<Stm>& out) {
    Vars all;
    for (size_t k = 0; k < state.size(); ++k) {
      if (!lengths_[k]) all.push_back(state[k]);
      for (size_t j = 0; j < lengths_[k]; ++j) {
        all.push_back(plan_.make({plan_[state[k]].element, false}));
        elements_[state[k]].push_back(all.back());
      }
      if (lengths_[k]) add_column(plan_, state[k], elements_.at(state[k]), out, span_);
    }
    return all;
  }

  Plan& plan_;
  const Lengths lengths_;
  const Span span_;
  Elements elements_;
  Vars params_; ///< the parameters of the loop's step
};

/// Simplifies the plan until all that is left of the state's columns are scalars, or nothing changes any more.
void settle(Plan& plan, Replacement& replacement) {
  constexpr int most_rounds = 16;
  bool changed = true;
  for (int round = 0; changed && round < most_rounds; ++round) {
    changed = replacement.take_reads();
    for (const auto pass : {unroll_short, simplify, eliminate_common, remove_dead_code})
      changed |= pass(plan);
  }
}

/// Calls f(body, number of the statement, its lengths) for each loop in a kernel whose state has small columns, until
/// f returns true. Returns whether it did.
template <class F>
bool find_loop(Plan& plan, Body& b, bool in_kernel, const Constants& constants, const F& f) {
  for (size_t k = 0; k < b.stms.size(); ++k) {
    if (const auto lengths = in_kernel ? lengths_of(plan, b.stms[k], constants) : std::nullopt)
      if (f(b, k, *lengths)) return true;
    const bool kernel = in_kernel || !is_control(b.stms[k].op);
    for (Body& inner : b.stms[k].bodies)
      if (find_loop(plan, inner, kernel, constants, f)) return true;
  }
  return false;
}

/// Replaces the state of the loop that `find_loop` finds after `skipped` others. Returns whether that is possible, or
/// nothing if there is no such loop.
std::optional<bool> replace_state(Plan& plan, size_t skipped) {
  const Constants constants = constants_of(plan.body);
  const auto find = [&](Plan& in, const auto& use) {
    size_t left = skipped;
    return find_loop(in, in.body, false, constants, [&](Body& b, size_t k, const Lengths& lengths) {
      return left-- == 0 && (use(b, k, lengths), true);
    });
  };
  if (!find(plan, [](Body&, size_t, const Lengths&) {})) return {}; // most plans are not copied
  Plan changed = plan;
  std::optional<Replacement> replacement;
  find(changed, [&](Body& b, size_t k, const Lengths& lengths) {
    replacement.emplace(changed, lengths, b.stms[k].span).run(b, k);
  });
  settle(changed, *replacement);
  if (!check_plan(changed).empty() || !replacement->is_done()) return false;
  plan = std::move(changed);
  return true;
}

} // namespace

void replace_small_states(Plan& plan) {
  size_t skipped = 0;
  while (const auto replaced = replace_state(plan, skipped)) skipped += !*replaced;
}

} // namespace nova::plan

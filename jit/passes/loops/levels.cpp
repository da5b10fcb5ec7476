// Parallelises reductions whose states hold columns. First all leaves of the reduction's tree are folded in parallel.
// Then the tree is evaluated level by level, and one parallel loop combines all pairs of a level (docs/shapes.md).
// This is done outside of kernels, for more than 64 elements. With fewer elements the states may be large, and each
// combination is a kernel or loop of its own.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"

namespace nova::plan {
namespace {

constexpr int64_t many = 64;

class Leveller {
 public:
  explicit Leveller(Plan& plan) : b(plan) {}
  bool run() {
    const auto wanted = [](const Stm& s) {
      return (s.op == Op::Reduce || s.op == Op::Accumulate) && sizes_of(s);
    };
    return b.replace_on_host(b.plan.body, wanted, [this](Stm& s) {
      const std::vector<VarType> types = b.types_of(s.outs);
      const Stm kept = s;
      b.choose_or_keep(b.less(b.integer(many), s.args[0]), s, [&] { return levels(kept, types); });
    });
  }

 private:
  Vars paste(const Body& body, Vars args, const Vars& more = {}) {
    args.insert(args.end(), more.begin(), more.end());
    std::vector<Stm> made;
    const Vars results = paste_body(b.plan, body, args, made);
    for (Stm& s : made) b.out->push_back(std::move(s));
    return results;
  }

  Vars levels(const Stm& s, const std::vector<VarType>& types) {
    const Vars init(s.args.begin() + 1, s.args.end());
    const Var n = s.args[0], tile = b.integer(1024), cell = b.integer(16);
    const bool lane = is_lane_fold(s);
    const Var leaves = lane ? b.add(b.mul(quotient(n, tile), cell), least(remainder(n, tile), cell))
                            : quotient(b.add(n, b.integer(15)), cell);
    Vars state = stored(s, types, leaves, [&](Var leaf) { return folded(s, types, leaf, lane); });
    state.insert(state.begin(), leaves);
    const Vars whole = element(types, tree(s, types, state), b.integer(0));
    return s.start ? paste(s.bodies[1], init, whole) : whole;
  }

  /// Emits a Loop that folds the elements of leaf number `leaf` from left to right, and returns the result.
  Vars folded(const Stm& s, const std::vector<VarType>& types, Var leaf, bool lane) {
    const Var n = s.args[0], tile = b.integer(1024), cell = b.integer(16), step = lane ? cell : b.integer(1);
    const Var row = lane ? b.mul(quotient(leaf, cell), tile) : b.mul(leaf, cell);
    const Var first = lane ? b.add(row, remainder(leaf, cell)) : row,
              end = least(b.add(row, lane ? tile : cell), n);
    const bool steps = s.op == Op::Accumulate;
    Stm loop{.op = Op::Loop, .args = {steps ? first : b.add(first, step)}};
    for (Var v : steps ? Vars(s.args.begin() + 1, s.args.end()) : paste(s.bodies[0], {first}))
      loop.args.push_back(v);
    std::vector<VarType> all = types;
    all.insert(all.begin(), {Element::I64, false});
    const auto make = [&](const std::function<Vars(Var, const Vars&)>& f) {
      Vars params;
      for (const VarType& t : all) params.push_back(b.parameter(t));
      loop.bodies.push_back(
          b.body(params, [&] { return f(params[0], Vars(params.begin() + 1, params.end())); }));
    };
    make([&](Var k, const Vars&) { return Vars{b.less(k, end)}; });
    make([&](Var k, const Vars& y) {
      Vars next = steps ? paste(s.bodies[0], y, {k}) : paste(s.bodies[1], y, paste(s.bodies[0], {k}));
      next.insert(next.begin(), b.add(k, step));
      return next;
    });
    make([&](Var, const Vars& y) { return paste(*sizes_of(s), y); });
    const Vars last = b.emit(std::move(loop), all);
    return Vars(last.begin() + 1, last.end());
  }

  /// Emits a Loop that combines neighbouring pairs of values until one value is left, and returns the last state. The
  /// state is the number of values, and the columns in which they are stored. `first` is the state before the loop.
  Vars tree(const Stm& s, const std::vector<VarType>& types, const Vars& first) {
    const std::vector<VarType> all = b.types_of(first);
    Stm loop{.op = Op::Loop, .args = first};
    Vars seen, now;
    for (const VarType& t : all) seen.push_back(b.parameter(t)), now.push_back(b.parameter(t));
    loop.bodies.push_back(b.body(seen, [&] { return Vars{b.less(b.integer(1), seen[0])}; }));
    loop.bodies.push_back(b.body(now, [&] {
      const Var one = b.integer(1), half = quotient(b.add(now[0], one), b.integer(2));
      Vars next = stored(s, types, half, [&](Var i) {
        const Var at = b.add(i, i), right = b.add(at, one);
        const Vars left = element(types, now, at);
        return b.choose(
            b.less(right, now[0]), types,
            [&] { return paste(s.bodies[1], left, element(types, now, right)); }, [&] { return left; });
      });
      next.insert(next.begin(), half);
      return next;
    }));
    return b.emit(std::move(loop), all);
  }

  /// Emits an Each that stores the n states f(0), f(1), .. of the reduction `s`, and returns its outs.
  Vars stored(const Stm& s, const std::vector<VarType>& types, Var n, const std::function<Vars(Var)>& f) {
    Stm each{.op = Op::Each, .args = {n}};
    each.bodies.push_back(b.loop_body(f));
    each.bodies.push_back(copy_body(b.plan, *sizes_of(s), {}));
    std::vector<VarType> outs;
    for (const VarType& t : types) {
      if (t.column) outs.push_back({Element::I64, true});
      outs.push_back({t.element, true});
    }
    return b.emit(std::move(each), outs);
  }

  /// Reads value i from `stored`, and returns it. `stored` is the number of values, and then the outs of the Each
  /// that stored them.
  Vars element(const std::vector<VarType>& types, const Vars& stored, Var i) {
    return b.stored(types, std::span(stored).subspan(1), i);
  }

  Var quotient(Var x, Var y) { return b.calc(BuiltinId::Divide, x, y); }
  Var remainder(Var x, Var y) { return b.calc(BuiltinId::Remainder, x, y); }
  Var least(Var x, Var y) { return b.calc(BuiltinId::Min, x, y); }

  PlanBuilder b;
};

} // namespace

bool reduce_by_levels(Plan& plan) { return Leveller(plan).run(); }

} // namespace nova::plan

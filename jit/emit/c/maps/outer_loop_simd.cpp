// Outer-loop SIMD. In some maps each element is a fold in the ordered shape over the same columns (for example, each
// ray is tested with all objects of a scene). One such fold cannot become SIMD. So 64 elements of the map are
// computed together: an element of the fold is read once for all of them, and each step is a loop over the 64, which
// becomes SIMD. The 64 are called lanes here.
#include "jit/emit/c/maps/outer_loop_simd.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

constexpr const char* lanes = "64";

/// Returns the variables of a fold's body `element` that are the same in all lanes: its index, and scalars computed
/// from such variables and from variables that are not `bound` in the map's body.
Vars shared_by_lanes(const Body& element, const Vars& bound) {
  Vars shared{element.params[0]};
  for (const Stm& s : element.stms) {
    const bool number = s.op == Op::Scalar || s.op == Op::Constant;
    const auto is_shared = [&](Var v) { return is_any(v, shared) || !is_any(v, bound); };
    if (number && std::ranges::all_of(s.args, is_shared))
      shared.insert(shared.end(), s.outs.begin(), s.outs.end());
  }
  return shared;
}

/// Returns the variables that are bound before the fold and used in it or behind it. Each is stored in an array, with
/// an element for each lane.
Vars lane_variables(const BodyPrinter& p, const Body& b, const Stm& fold) {
  Vars before = b.params;
  Body after{{}, {}, b.results};
  bool seen = false;
  for (const Stm& s : b.stms) {
    seen |= &s == &fold;
    if (seen)
      after.stms.push_back(s);
    else
      before.insert(before.end(), s.outs.begin(), s.outs.end());
  }
  const Vars free = p.free_variables({&after});
  std::erase_if(before,
                [&](Var v) { return std::ranges::find(free, v) == free.end() || p.texts().contains(v); });
  return before;
}

/// Returns the variables of the fold that hold the index of an element, if the fold's operator only selects one of
/// two such indices and computes nothing with them. There are fewer than 2^20 elements, so that 32 bits are enough
/// for these variables.
std::unordered_set<Var> numbers_carried(const Body& b, const Stm& fold) {
  const Body &element = fold.bodies[0], &join = fold.bodies[1];
  const size_t n = fold.outs.size();
  const auto is_small = [&](Var v) {
    return std::ranges::any_of(b.stms, [&](const Stm& s) {
      return s.op == Op::Constant && s.outs[0] == v &&
             static_cast<int64_t>(s.bits) == static_cast<int32_t>(s.bits);
    });
  };
  std::unordered_set<Var> all;
  for (size_t k = 0; k < n; ++k) {
    if (element.results[k] != element.params[0] || !is_small(fold.args[1 + k])) continue;
    Vars carried{join.params[k], join.params[n + k]};
    for (const Stm& s : join.stms)
      for (size_t r = 0; s.op == Op::If && r < s.outs.size(); ++r)
        if (is_any(s.bodies[0].results[r], carried) && is_any(s.bodies[1].results[r], carried))
          carried.push_back(s.outs[r]);
    bool looked_at = !is_any(join.results[k], carried);
    for_each_stm(join, [&](const Stm& s) {
      looked_at |= std::ranges::any_of(s.args, [&](Var v) { return is_any(v, carried); });
    });
    if (!looked_at) all.insert(carried.begin(), carried.end());
  }
  return all;
}

/// Prints a loop over the lanes, in which the `variables` are declared with their values in the lane. `how` is the
/// loop's pragma.
void each_lane(BodyPrinter& p, const Vars& variables, const std::function<void()>& print,
               const char* how = "NOVA_LANES") {
  p.line(how);
  p.open(std::string("for (nv_i64 l = 0; l < ") + lanes + "; ++l)");
  for (Var v : variables) p.line(p.declared(v) + " = lane_" + p.name(v) + "[l];");
  print();
  p.close();
}

void join_in_lane(BodyPrinter& p, const Stm& fold, const Names& left, const Names& right, const Names& to);

/// Prints a loop that combines the values `left` and `right` in each lane and stores the result in `to`.
void join_lanes(BodyPrinter& p, const Stm& fold, const Vars& variables, const Names& left, const Names& right,
                const Names& to) {
  each_lane(p, variables, [&] { join_in_lane(p, fold, left, right, to); });
}

void join_in_lane(BodyPrinter& p, const Stm& fold, const Names& left, const Names& right, const Names& to) {
  p.deferring(fold.bodies[1], [&] {
    p.block(fold.bodies[1], concat(left, right), [&](const Names& r) {
      for (size_t c = 0; c < r.size(); ++c) p.line(to[c] + " = " + r[c] + ";");
    });
  });
}

/// Prints one step of the fold in all lanes. Values that are the same in all lanes are computed first, once. A loop
/// over the lanes follows. If a condition is the same in all lanes, this loop is printed once for each answer of it.
void step_lanes(BodyPrinter& p, const Stm& fold, const Vars& variables, const Names& y, bool first) {
  const Body& element = fold.bodies[0];
  Body own{{}, {}, element.results};
  Vars varying = variables;
  for (const Stm& s : element.stms)
    if (uses(s, varying))
      own.stms.push_back(s), varying.insert(varying.end(), s.outs.begin(), s.outs.end());
    else
      p.statement(s);
  by_answers(p, own, "0", lanes, [&](const std::string&, const std::string&) {
    each_lane(
        p, variables,
        [&] {
          p.deferring(own, [&] {
            p.statements(own);
            Names x = p.name(own.results);
            if (first)
              for (size_t c = 0; c < x.size(); ++c) p.line(y[c] + " = " + x[c] + ";");
            else
              p.open(""), join_in_lane(p, fold, y, x, y), p.close();
          });
        },
        first ? "NOVA_LANES" : "NOVA_STEPS");
  });
}

/// Prints the fold in all lanes: cells of 16 steps, whose values are combined by a binary tree, with a stack as in a
/// binary counter. The results are stored in `y`.
void fold_lanes(BodyPrinter& p, const Stm& fold, const Vars& variables, const Names& y,
                const std::string& n) {
  Names top, under;
  for (size_t c = 0; c < y.size(); ++c) {
    const std::string s = "tree" + std::to_string(c);
    p.line(p.type_of(fold.bodies[1].params[c]) + " " + s + "[18][" + lanes + "];");
    top.push_back(s + "[depth][l]"), under.push_back(s + "[depth - 1][l]");
  }
  const auto copy = [&](const Names& to, const Names& from) {
    each_lane(p, {}, [&] {
      for (size_t c = 0; c < to.size(); ++c) p.line(to[c] + " = " + from[c] + ";");
    });
  };
  p.line("int depth = 0;");
  p.open("for (nv_i64 first = 0, cell = 0; first < " + n + "; first += 16, ++cell)");
  p.poll("1024");
  const std::string k = p.name(fold.bodies[0].params[0]);
  p.open("");
  p.line("nv_i64 " + k + " = first;"), step_lanes(p, fold, variables, y, true);
  p.close();
  p.open("for (nv_i64 " + k + " = first + 1; " + k + " < nova_least(first + 16, " + n + "); ++" + k + ")");
  step_lanes(p, fold, variables, y, false);
  p.close();
  p.open("for (nv_i64 bits = cell; bits & 1; bits >>= 1)");
  p.line("--depth;"), join_lanes(p, fold, variables, top, y, y);
  p.close();
  copy(top, y), p.line("++depth;");
  p.close();
  p.open("for (; depth > 1; --depth)");
  Names right;
  for (size_t c = 0; c < y.size(); ++c)
    right.push_back("tree" + std::to_string(c) + "[depth - 1][l]"),
        under[c] = "tree" + std::to_string(c) + "[depth - 2][l]";
  join_lanes(p, fold, variables, under, right, under);
  p.close();
  Names all;
  for (size_t c = 0; c < y.size(); ++c) all.push_back("tree" + std::to_string(c) + "[0][l]");
  const Names init = p.name(Vars(fold.args.begin() + 1, fold.args.end()));
  fold.start ? join_lanes(p, fold, variables, init, all, y) : copy(y, all);
}

/// Prints a loop over the map's elements from `i` on, 64 at a time, as long as there are 64 before `to`.
void lane_blocks(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& i,
                 const std::string& to) {
  const Body& b = map.bodies[0];
  const Vars variables = lane_variables(p, b, fold);
  const std::string n = p.name(fold.args[0]);
  Names y;
  Body before{b.params, {}, {}}, after{b.params, {}, b.results};
  for (const Stm& s : b.stms)
    if (&s != &fold) (&s < &fold ? before : after).stms.push_back(s);
  const Scoped narrow(p.narrow(), numbers_carried(b, fold));
  p.open("for (; " + n + " < 1ll << 20 && " + i + " + " + lanes + " <= " + to + "; " + i + " += " + lanes +
         ")");
  p.poll(lanes);
  for (Var v : variables) p.line(c_type(p.element(v)) + " lane_" + p.name(v) + "[" + lanes + "];");
  for (size_t c = 0; c < fold.outs.size(); ++c) {
    const std::string state = "fold" + std::to_string(c);
    p.line(p.type_of(fold.bodies[1].params[c]) + " " + state + "[" + lanes + "];"),
        y.push_back(state + "[l]");
  }
  each_lane(p, {}, [&] {
    p.deferring(before, [&] {
      p.block(before, {i + " + l"}, [&](const Names&) {
        for (Var v : variables) p.line("lane_" + p.name(v) + "[l] = " + p.name(v) + ";");
      });
    });
  });
  p.open("if (" + n + " > 0)");
  fold_lanes(p, fold, variables, y, n);
  p.close();
  p.open("else");
  each_lane(p, variables, [&] {
    for (size_t c = 0; c < y.size(); ++c) p.line(y[c] + " = " + p.name(fold.args[c + 1]) + ";");
  });
  p.close();
  Vars later = variables;
  std::erase_if(later, [&](Var v) { return std::ranges::find(b.params, v) != b.params.end(); });
  each_lane(p, later, [&] {
    for (size_t c = 0; c < y.size(); ++c) p.line(p.declared(fold.outs[c]) + " = " + y[c] + ";");
    p.deferring(after, [&] {
      p.block(after, {i + " + l"}, [&](const Names& r) {
        for (size_t k = 0; k < r.size(); ++k) p.line(p.name(map.outs[k]) + "[" + i + " + l] = " + r[k] + ";");
      });
    });
  });
  p.close();
}

} // namespace

const Stm* fold_of_all(const BodyPrinter& p, const Body& b) {
  const Stm* fold = nullptr;
  if (p.modes.in_function) return nullptr;
  for (const Stm& s : b.stms) {
    if (is_arithmetic(s)) continue;
    if (fold || s.op != Op::Reduce || s.shape != Shape::Ordered || sizes_of(s) || s.outs.size() > 8)
      return nullptr;
    fold = &s;
  }
  if (!fold || !is_arithmetic(fold->bodies[0]) || !is_arithmetic(fold->bodies[1]) ||
      count_of(fold->bodies[1], Op::Read))
    return nullptr;
  const Vars bound = bound_variables(b);
  bool shared = !is_any(fold->args[0], bound) || p.texts().contains(fold->args[0]);
  const Vars own = shared_by_lanes(fold->bodies[0], bound);
  for_each_stm(fold->bodies[0], [&](const Stm& s) {
    if (s.op == Op::Read) shared &= is_any(s.args[1], own) || !is_any(s.args[1], bound);
  });
  return shared ? fold : nullptr;
}

void side_by_side(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& from,
                  const std::string& to, const Loop& one_by_one) {
  const std::string i = p.fresh("i");
  p.line("nv_i64 " + i + " = " + from + ";");
  lane_blocks(p, map, fold, i, to);
  one_by_one(i, to);
}

} // namespace nova::plan

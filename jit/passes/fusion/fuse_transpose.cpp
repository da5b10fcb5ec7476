// Fuses a transposed matrix with reductions of its rows, which then read the columns of the matrix itself. The map over
// these rows has to stand at the host's level: there the reductions of neighbouring columns run together
// (emit/c/maps/column_folds.cpp), and storing the transposed matrix would take longer. A product of two matrices has
// a skeleton of its own, which reads rows of a stored matrix.
#include "jit/analysis/index_polynomials.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// A Map that stores a matrix transposed: element e is the matrix's element in row e % n and column e / n.
struct Transpose {
  const Stm* map;
  Var length;      ///< n
  Var row, column; ///< the body's variables for e % n and e / n
};

/// Returns the Map as a Transpose if it is one: neighbouring columns are neighbours in the matrix that it reads.
std::optional<Transpose> transpose_of(const Stm& s, const Constants& constants) {
  if (s.op != Op::Map || s.outs.size() != 1) return {};
  const Var e = s.bodies[0].params[0];
  std::optional<Transpose> found;
  Sums sums(constants, true);
  size_t parts = 0, down = 0;
  for (const Stm& in : s.bodies[0].stms) {
    if (in.op != Op::Scalar && in.op != Op::Read && in.op != Op::Constant) return {};
    sums.learn(in);
    const bool divides = in.op == Op::Scalar && in.builtin == BuiltinId::Divide,
               remains = in.op == Op::Scalar && in.builtin == BuiltinId::Remainder;
    if (is_any(e, in.args)) {
      if ((!divides && !remains) || in.args[0] != e || ++parts > 2) return {};
      if (!found) found = Transpose{&s, in.args[1], e, e};
      if (in.args[1] != found->length) return {};
      (divides ? found->column : found->row) = in.outs[0];
    }
    if (in.op != Op::Read || !found) continue;
    const Sum index = sums.of(in.args[1]);
    const auto beside = index.terms.find({found->column}), along = index.terms.find({found->row});
    down += beside != index.terms.end() && beside->second == 1 && along == index.terms.end();
  }
  return parts == 2 && found->row != e && found->column != e && down == 1 ? found : std::nullopt;
}

/// Whether the index is k + n * j: element k of row j of a matrix with rows of n elements.
bool is_in_row(const Sum& index, Var k, Var n, Var j, const Constants& constants) {
  const auto number = constants.find(n);
  std::vector<Var> start{j};
  if (number == constants.end()) start = {std::min(j, n), std::max(j, n)};
  const auto in_row = index.terms.find({k}), row = index.terms.find(start);
  return index.constant == 0 && index.terms.size() == 2 && in_row != index.terms.end() &&
         in_row->second == 1 && row != index.terms.end() &&
         row->second == (number == constants.end() ? 1 : number->second);
}

/// Says which lengths are equal in a host's body whenever the elements of a Map are computed, because of the Checks before
/// it: `a = b`, or `a = b or n <= 0` for a Map of n elements.
class EqualLengths {
 public:
  EqualLengths(const Plan& plan, const Body& b) : definitions_(plan), body_(b) {}
  bool operator()(Var a, Var b, const Stm& map) const {
    if (a == b) return true;
    for (const Stm& s : body_.stms) {
      if (s.outs == map.outs) return false;
      if (s.op == Op::Check && holds(s.args[0], a, b, map.args[0])) return true;
    }
    return false;
  }

 private:
  bool holds(Var condition, Var a, Var b, Var n) const {
    const Stm* const either = definitions_.scalar(condition, BuiltinId::Or);
    if (!either) return equal(condition, a, b);
    const Var x = either->args[0], y = either->args[1];
    return (equal(x, a, b) && is_empty(y, n)) || (equal(y, a, b) && is_empty(x, n));
  }
  bool equal(Var condition, Var a, Var b) const {
    const Stm* const s = definitions_.scalar(condition, BuiltinId::Equal);
    return s && is_any(a, s->args) && is_any(b, s->args);
  }
  bool is_empty(Var condition, Var n) const {
    const Stm* const s = definitions_.scalar(condition, BuiltinId::LessEqual);
    return s && s->args[0] == n && definitions_.constant(s->args[1]) == 0;
  }

  const Definitions definitions_;
  const Body& body_;
};

/// Lets the reductions of one map read the matrix itself.
class Fusion {
 public:
  Fusion(Plan& plan, const Constants& constants, const Transpose& transpose, const EqualLengths& equal)
      : plan_(plan), constants_(constants), transpose_(transpose), equal_(equal) {}
  /// Replaces the reads of the transposed matrix in the Map's reductions. Returns how many there were.
  size_t run(Stm& map) {
    Sums sums(constants_, true);
    size_t replaced = 0;
    for (Stm& s : map.bodies[0].stms) {
      sums.learn(s);
      const bool fits = is_lane_fold(s) && equal_(s.args[0], transpose_.length, map);
      if (fits) replaced += replace(s.bodies[0], map.bodies[0].params[0], sums);
    }
    return replaced;
  }

 private:
  size_t replace(Body& element, Var j, Sums sums) {
    std::vector<Stm> before = std::exchange(element.stms, {});
    Renaming renaming(plan_);
    size_t replaced = 0;
    for (Stm& s : before) {
      renaming.apply(s);
      sums.learn(s);
      if (s.op != Op::Read || s.args[0] != transpose_.map->outs[0] ||
          !is_in_row(sums.of(s.args[1]), element.params.back(), transpose_.length, j, constants_)) {
        element.stms.push_back(std::move(s));
        continue;
      }
      renaming.set(s.outs[0], paste(element, j));
      ++replaced;
    }
    renaming.apply(element.results);
    return replaced;
  }
  /// Adds the Map's body to a reduction's, and returns its result.
  Var paste(Body& element, Var j) {
    Body own = transpose_.map->bodies[0];
    std::erase_if(own.stms, [&](const Stm& s) { return is_any(own.params[0], s.args); });
    Body made = copy_body(plan_, own, {{transpose_.row, element.params.back()}, {transpose_.column, j}});
    std::ranges::move(made.stms, std::back_inserter(element.stms));
    return made.results[0];
  }

  Plan& plan_;
  const Constants& constants_;
  const Transpose& transpose_;
  const EqualLengths& equal_;
};

/// Fuses the Transpose with the maps behind it, if all uses of the transposed matrix are reads that can be replaced.
/// Returns whether the body was changed.
bool fuse(Plan& plan, Body& b, const Transpose& transpose, const Constants& constants) {
  const Var matrix = transpose.map->outs[0];
  const size_t uses = count_uses(plan)[index_of(matrix)];
  const EqualLengths equal(plan, b);
  std::vector<Stm> changed = b.stms;
  size_t replaced = 0;
  for (Stm& s : changed)
    if (s.op == Op::Map) replaced += Fusion(plan, constants, transpose, equal).run(s);
  if (replaced == 0 || replaced != uses) return false;
  std::erase_if(changed, [&](const Stm& s) { return is_any(matrix, s.outs); });
  b.stms = std::move(changed);
  return true;
}

} // namespace

void fuse_transposes(Plan& plan) {
  const Constants constants = constants_of(plan.body);
  for_each_host_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size();)
      if (const auto transpose = transpose_of(b.stms[k], constants);
          !transpose || !fuse(plan, b, *transpose, constants))
        ++k;
  });
}

} // namespace nova::plan

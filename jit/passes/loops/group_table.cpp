// Replaces the sort of a group-by by a table. This is possible if the groups are only folded, the folds are exact,
// and the keys are integers that lie close together. The table has an entry for each integer from the least to the
// largest key. A histogram folds each element into the entry of its key. The entries with elements are the groups, in
// ascending order.
//
// In a plan, a group-by consists of four parts: a Sort, which computes the elements' indices in the order of their
// keys (here called positions); Maps that read columns in that order; a Filter, which finds where groups start; and
// loops over the groups, which fold the elements of a group. All of these become one branch of an If, and the table
// becomes the other. The If tests the distance between the least and the largest key.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether the body uses the index `i` and the column `order` for nothing but reads of order[i].
bool reads_by(const Body& b, Var order, Var i) {
  const Var both[] = {order, i};
  bool by = false, other = std::ranges::any_of(b.results, [&](Var v) { return is_any(v, both); });
  for_each_stm(b, [&](const Stm& s) {
    const bool position = s.op == Op::Read && s.args == Vars{order, i};
    by |= position, other |= !position && std::ranges::any_of(s.args, [&](Var v) { return is_any(v, both); });
    for (const Body& inner : s.bodies)
      other |= std::ranges::any_of(inner.results, [&](Var v) { return is_any(v, both); });
  });
  return by && !other;
}

size_t place_in(const Vars& all, Var v) {
  return static_cast<size_t>(std::ranges::find(all, v) - all.begin());
}

/// The statements that a group-by has become. They all stand in one body, into which the pointers point.
struct Grouping {
  const Stm *sort = nullptr, *firsts = nullptr; ///< the Sort, and the Filter that finds where groups start
  const Stm* keys = nullptr;                    ///< the Map that computes the keys, if it is in the body
  std::vector<const Stm*> ordered;              ///< the Maps that read columns in the order of the keys
  /// the loops over the groups, and the statements between these loops that use the number of groups or their results
  std::vector<const Stm*> loops;

  Var order() const { return sort->outs[0]; }
  Var key() const { return sort->args[1]; }
  Var count() const { return sort->args[0]; }
  Var groups() const { return firsts->outs[0]; }
  Var first() const { return firsts->outs[1]; }

  /// Returns the Map of `ordered` that makes the column; null if there is none.
  const Stm* ordered_by(Var column) const {
    const auto at = std::ranges::find_if(ordered, [&](const Stm* s) { return is_any(column, s->outs); });
    return at == ordered.end() ? nullptr : *at;
  }
  bool is_loop(const Stm& s) const { return uses(s, std::span(&firsts->outs[1], 1)); }
  bool has(const Stm& s) const {
    return &s == sort || &s == firsts || std::ranges::count(ordered, &s) || std::ranges::count(loops, &s);
  }
};

/// Finds the statements that belong to one group-by, beginning with its Sort.
class GroupingFinder {
 public:
  GroupingFinder(const Plan& plan, const Body& b) : plan_(plan), body_(b), made_(plan) {}

  std::optional<Grouping> find(const Stm& sort) {
    g_ = Grouping(), g_.sort = &sort;
    if (sort.args.size() != 2) return {};
    const Element key = plan_[g_.key()].element; // as ints, those of uint64 have another order
    if (!is_integer(key) || key == Element::U64 || !is_ascending()) return {};
    for (const Stm& s : body_.stms) part(s);
    if (!g_.firsts) return {};
    follow();
    if (g_.loops.empty() || !is_apart()) return {};
    return g_;
  }

  /// Whether the column is made by one of the Maps `ordered` and holds the keys.
  bool is_key(Var column) const {
    const Stm* map = g_.ordered_by(column);
    return map && is_key_there(map->bodies[0].results[place_in(map->outs, column)]);
  }

 private:
  /// Whether the Sort's comparison is (i, j) -> (< (read keys i) (read keys j)).
  bool is_ascending() const {
    const Body& b = g_.sort->bodies[0];
    return is_less(b.results[0], g_.key(), b.params[0], b.params[1]);
  }
  bool is_less(Var v, Var column, Var i, Var j) const {
    const Stm* s = made_.scalar(v, BuiltinId::Less);
    const Stm *left = s ? made_.find(s->args[0], Op::Read) : nullptr,
              *right = s ? made_.find(s->args[1], Op::Read) : nullptr;
    return left && right && left->args == Vars{column, i} && right->args == Vars{column, j};
  }

  void part(const Stm& s) {
    if (s.op == Op::Map && is_any(g_.key(), s.outs)) g_.keys = &s;
    if (s.op == Op::Map && s.args[0] == g_.count() &&
        reads_by(s.bodies[0], g_.order(), s.bodies[0].params[0]))
      g_.ordered.push_back(&s);
    if (s.op == Op::Filter && begins_groups(s)) g_.firsts = &s;
  }

  /// Collects the loops over the groups in g_.loops. Statements before the last of these loops that use the number of
  /// groups, or results of such loops, are collected, too.
  void follow() {
    Vars made = g_.firsts->outs;
    size_t last = 0;
    for (const Stm* s = g_.firsts + 1; s != body_.stms.data() + body_.stms.size(); ++s) {
      if (!uses(*s, made)) continue;
      made.insert(made.end(), s->outs.begin(), s->outs.end());
      g_.loops.push_back(s);
      if (g_.is_loop(*s)) last = g_.loops.size();
    }
    g_.loops.resize(last);
  }

  /// Whether the Filter keeps the indices at which groups start: index 0, and each index whose key is greater than
  /// the key at the index before it.
  bool begins_groups(const Stm& s) const {
    const Body& b = s.bodies[0];
    if (g_.firsts || s.args[0] != g_.count() || b.results.size() != 2 || b.results[1] != b.params[0])
      return false;
    const Stm* choice = made_.find(b.results[0], Op::If);
    const Stm* first = choice ? made_.scalar(choice->args[0], BuiltinId::Equal) : nullptr;
    if (!first || first->args[0] != b.params[0] || made_.constant(first->args[1]) != 0 ||
        made_.constant(choice->bodies[0].results[0]) != 1)
      return false;
    const Stm* less = made_.scalar(choice->bodies[1].results[0], BuiltinId::Less);
    const Stm* before = less ? made_.find(less->args[0], Op::Read) : nullptr;
    if (!before || !is_key(before->args[0]) ||
        !is_less(less->outs[0], before->args[0], before->args[1], b.params[0]))
      return false;
    const Stm* by = made_.scalar(before->args[1], BuiltinId::Subtract);
    return by && by->args[0] == b.params[0] && made_.constant(by->args[1]) == 1;
  }

  /// Whether `v`, a result of one of the Maps `ordered`, is the key at the position order[i] that the Map reads.
  bool is_key_there(Var v) const {
    const Stm* read = made_.find(v, Op::Read);
    if (read && read->args[0] == g_.key() && is_position(read->args[1])) return true;
    if (!g_.keys) return false;
    const Body& b = g_.keys->bodies[0];
    return same(v, b.results[place_in(g_.keys->outs, g_.key())], b.params[0]);
  }
  bool is_position(Var v) const {
    const Stm* s = made_.find(v, Op::Read);
    return s && s->args[0] == g_.order();
  }
  /// Whether variable `a` is computed from a position order[..] as variable `b` is computed from the index i. If so,
  /// `a` has the value that `b` has when i is that position.
  bool same(Var a, Var b, Var i) const {
    if (a == b || (b == i && is_position(a))) return true;
    const Stm *x = made_[a], *y = made_[b];
    if (!x || !y || x->op != y->op || x->builtin != y->builtin || x->element != y->element ||
        x->bits != y->bits)
      return false;
    if (x->op != Op::Scalar && x->op != Op::Read && x->op != Op::Constant) return false;
    return std::ranges::equal(x->args, y->args, [&](Var p, Var q) { return same(p, q, i); });
  }

  /// Whether no statement outside of the grouping uses the order, the columns in that order, or the starts of the
  /// groups.
  bool is_apart() const {
    Vars inner{g_.order(), g_.first()};
    for (const Stm* s : g_.ordered) inner.insert(inner.end(), s->outs.begin(), s->outs.end());
    for (const Stm* s : g_.loops)
      if (g_.is_loop(*s) && (!loop_index(*s) || sizes_of(*s))) return false;
    return std::ranges::none_of(body_.stms, [&](const Stm& s) { return !g_.has(s) && uses(s, inner); }) &&
           std::ranges::none_of(body_.results, [&](Var v) { return is_any(v, inner); });
  }

  const Plan& plan_;
  const Body& body_;
  const Definitions made_;
  Grouping g_;
};

/// Makes the parts of the If that replaces a grouping: its condition, and the branch with the table.
class GroupTable {
 public:
  GroupTable(Builder& b, const Grouping& g, const GroupingFinder& finder)
      : b(b), g_(g), finder_(finder), in_place_(g.keys && is_cheap(g.keys->bodies[0]) && !can_fail(*g.keys)) {
    counts_ = column(Element::I64), kept_ = column(Element::I64), least_ = b.index();
    b.at = g.sort->span;
  }

  /// Whether a key is computed where it is needed, instead of being read from the column of keys. This is so if the
  /// Map that computes the keys is cheap and cannot fail.
  bool keys_in_place() const { return in_place_; }

  /// Copies the loops over the groups, and rewrites the copies to run over the table's entries. Returns false if some
  /// loop does more with a group than fold it or read what is the same for all of the group's elements.
  bool rewrite_loops() {
    return std::ranges::all_of(g_.loops, [&](const Stm* s) {
      Stm& c = loops_.emplace_back(*s);
      for (Body& body : c.bodies) body = copy_body(b.plan, body, {});
      for (Var& v : c.outs) v = b.plan.make(b.plan[v], b.plan.names[index_of(v)]);
      return !g_.is_loop(*s) || rewrite(c);
    });
  }

  /// Emits the If's condition and returns it: whether the distance between the least and the largest key is less than
  /// the number of elements. The table then has at most as many entries as there are elements.
  Var is_small() {
    Stm s{.op = Op::Reduce,
          .args = {g_.count(), b.integer(INT64_MAX), b.integer(INT64_MIN)},
          .shape = Shape::Lane,
          .start = true};
    s.bodies.push_back(b.loop_body([&](Var k) {
      const Var key = key_at(k);
      return Vars{key, key};
    }));
    const Vars pair{b.index(), b.index(), b.index(), b.index()};
    s.bodies.push_back(b.body(pair, [&] {
      return Vars{b.calc(BuiltinId::Min, pair[0], pair[2]), b.calc(BuiltinId::Max, pair[1], pair[3])};
    }));
    s.outs = {least_, b.index()}, s.span = b.at;
    const Var most = s.outs[1];
    b.out->push_back(std::move(s));
    span_ = b.sub(most, least_);
    const auto at_most = [&](Var x, Var y) { return b.compare(BuiltinId::LessEqual, x, y); };
    return b.both(b.both(at_most(least_, most), at_most(b.integer(0), span_)), b.less(span_, g_.count()));
  }

  /// Emits the branch with the table. Returns its results: the number of groups, and the results of the loops.
  Vars by_table() {
    const Var places = b.add(span_, b.integer(1));
    histogram(places);
    Stm kept{.op = Op::Filter, .args = {places}, .span = b.at};
    kept.bodies.push_back(b.loop_body([&](Var p) {
      return Vars{b.compare(BuiltinId::NotEqual, b.read(counts_, p), b.integer(0)), p};
    }));
    const Var groups = b.index();
    kept.outs = {groups, kept_};
    b.out->push_back(std::move(kept));
    Vars results{groups};
    Renaming renaming(b.plan);
    renaming.set(g_.groups(), groups);
    for (size_t k = 0; k < loops_.size(); ++k) {
      Stm& s = loops_[k];
      renaming.apply(s);
      for (size_t c = 0; c < s.outs.size(); ++c) renaming.set(g_.loops[k]->outs[c], s.outs[c]);
      results.insert(results.end(), s.outs.begin(), s.outs.end());
      b.out->push_back(std::move(s));
    }
    return results;
  }

 private:
  /// A fold that the table computes for each of its entries.
  struct Part {
    std::function<Vars(Var)> element; ///< returns the values to fold for the element at an index
    Body join;                        ///< the fold's operator
    Vars columns;                     ///< the columns of the table that hold the results
    std::vector<uint64_t> neutrals;   ///< the bits with which these columns are filled first
  };

  Var column(Element e) { return b.plan.make({e, true}); }

  Var key_at(Var k) {
    Var key = g_.key();
    if (in_place_)
      key = paste(g_.keys->bodies[0], k)[place_in(g_.keys->outs, key)];
    else
      key = b.read(key, k);
    const Element e = b.plan[key].element;
    return e == Element::I64 ? key : b.scalar(BuiltinId::ToInt, e, Element::I64, {key});
  }
  Var key_of_place(Var p, Element e) {
    const Var key = b.add(p, least_);
    return e == Element::I64 ? key : b.scalar(conversion_to(e), Element::I64, e, {key});
  }

  Vars paste(const Body& body, Var k) {
    std::vector<Stm> made;
    const Vars results = paste_body(b.plan, body, std::span(&k, 1), made);
    std::ranges::move(made, std::back_inserter(*b.out));
    return results;
  }
  /// Emits and returns a value of the column `ordered`, which is in the order of the keys: the value that stems from
  /// element k of the unsorted columns.
  Var element_at(Var ordered, Var k) {
    const Stm& map = *g_.ordered_by(ordered);
    Body body = copy_body(b.plan, map.bodies[0], {});
    Renaming renaming(b.plan);
    for (Stm& s : body.stms) {
      if (s.op == Op::Read && s.args[0] == g_.order()) {
        renaming.set(s.outs[0], k);
        continue;
      }
      renaming.apply(s);
      b.out->push_back(std::move(s));
    }
    renaming.apply(body.results);
    return body.results[place_in(map.outs, ordered)];
  }

  // ---- loops over groups ----

  /// Rewrites a loop's body for the elements. Returns false if some part of the loop, such as the operator of a scan,
  /// still needs the sorted order.
  bool rewrite(Stm& loop) {
    Body& body = loop.bodies[0];
    const Var group = *loop_index(loop);
    Renaming renaming(b.plan);
    std::vector<Stm> before = std::exchange(body.stms, {});
    b.go_on(body, [&] {
      loop_ = {.group = group, .place = b.read(kept_, group)};
      loop_.size = b.read(counts_, loop_.place);
      for (Stm& s : before) statement(std::move(s), renaming);
      renaming.apply(body.results);
      return body.results;
    });
    Vars gone{g_.first(), g_.order()};
    for (const Stm* s : g_.ordered) gone.insert(gone.end(), s->outs.begin(), s->outs.end());
    if (loop_.first) gone.push_back(*loop_.first);
    if (loop_.end) gone.push_back(*loop_.end);
    return !uses(loop, gone);
  }

  void statement(Stm s, Renaming& renaming) {
    renaming.apply(s);
    if (s.op == Op::Read && s.args == Vars{g_.first(), loop_.group})
      loop_.first = s.outs[0];
    else if (is_end(s))
      loop_.end = s.outs[0];
    else if (s.op == Op::Scalar && s.builtin == BuiltinId::Subtract && s.args == bounds())
      renaming.set(s.outs[0], loop_.size);
    else if (s.op == Op::Read && loop_.first && s.args[1] == *loop_.first && g_.ordered_by(s.args[0]))
      renaming.set(s.outs[0], common(s.args[0]));
    else if (const auto folded = s.op == Op::Reduce && s.args[0] == loop_.size ? fold(s) : std::nullopt)
      for (size_t k = 0; k < s.outs.size(); ++k) renaming.set(s.outs[k], (*folded)[k]);
    else
      b.out->push_back(std::move(s));
  }

  Vars bounds() const { return loop_.first && loop_.end ? Vars{*loop_.end, *loop_.first} : Vars{}; }

  /// Whether `s` computes where the group ends. It is then an If that returns the start of the next group, or, after
  /// the last group, the number of elements.
  bool is_end(const Stm& s) const {
    if (s.op != Op::If || s.outs.size() != 1 || s.bodies[1].results != Vars{g_.count()}) return false;
    const std::vector<Stm>& then = s.bodies[0].stms;
    return then.size() == 1 && then[0].op == Op::Read && then[0].args[0] == g_.first() &&
           s.bodies[0].results == then[0].outs;
  }

  /// Emits the value of the column `ordered` for the group's first element. A key is computed from the index of the
  /// group's table entry. For other columns the table also stores the least index of the group's elements.
  Var common(Var ordered) {
    if (finder_.is_key(ordered)) return key_of_place(loop_.place, b.plan[ordered].element);
    if (!standing_) {
      standing_ = column(Element::I64);
      const Vars pair{b.index(), b.index()};
      parts_.push_back({[](Var k) { return Vars{k}; },
                        b.body(pair, [&] { return Vars{b.calc(BuiltinId::Min, pair[0], pair[1])}; }),
                        {*standing_},
                        {INT64_MAX}});
    }
    return element_at(ordered, b.read(*standing_, loop_.place));
  }

  /// Adds the fold `s` of a group's elements to the table. Returns the variables that replace its results, which are
  /// read from the table. Returns nothing if a table cannot compute the fold.
  std::optional<Vars> fold(const Stm& s) {
    const auto none = neutrals(b.plan, s.bodies[1]);
    if (!none || sizes_of(s)) return {};
    const auto element = element_of(s.bodies[0]);
    if (!element) return {};
    Part part{
        [this, e = *element](Var k) { return paste(e, k); }, copy_body(b.plan, s.bodies[1], {}), {}, {}};
    Vars there;
    for (size_t k = 0; k < s.outs.size(); ++k) {
      part.neutrals.push_back((*none)[k].bits), part.columns.push_back(column(b.plan[s.outs[k]].element));
      there.push_back(b.read(part.columns[k], loop_.place));
    }
    parts_.push_back(std::move(part));
    if (!s.start) return there;
    Vars both(s.args.begin() + 1, s.args.end());
    both.insert(both.end(), there.begin(), there.end());
    std::vector<Stm> made;
    there = paste_body(b.plan, s.bodies[1], both, made);
    std::ranges::move(made, std::back_inserter(*b.out));
    return there;
  }

  /// Returns a body whose parameter is the index k of an unsorted element, and whose results are the values that are
  /// folded for it. `body` computes them from the element's number in its group. Returns nothing if they depend on
  /// that number itself, or on other values of the group.
  std::optional<Body> element_of(const Body& body) {
    Body all = copy_body(b.plan, body, {});
    const Var j = std::exchange(all.params[0], b.index()), k = all.params[0];
    Vars own{j, loop_.group, loop_.place, loop_.size}, at;
    for (const Stm& s : *b.out) own.insert(own.end(), s.outs.begin(), s.outs.end());
    std::vector<Stm> before = std::exchange(all.stms, {});
    Renaming renaming(b.plan);
    b.go_on(all, [&] {
      for (Stm& s : before) {
        renaming.apply(s);
        const bool moved = s.op == Op::Scalar && s.builtin == BuiltinId::Add && loop_.first &&
                           is_any(j, s.args) && is_any(*loop_.first, s.args);
        if (moved)
          at.push_back(s.outs[0]);
        else if (s.op == Op::Read && is_any(s.args[1], at) && g_.ordered_by(s.args[0]))
          renaming.set(s.outs[0], element_at(s.args[0], k));
        else
          b.out->push_back(std::move(s));
      }
      renaming.apply(all.results);
      return all.results;
    });
    own.insert(own.end(), at.begin(), at.end());
    if (loop_.first) own.push_back(*loop_.first);
    if (uses(all, own)) return {};
    return all;
  }

  // ---- the table ----

  void histogram(Var places) {
    const Vars pair{b.index(), b.index()};
    parts_.insert(parts_.begin(), {[this](Var) { return Vars{b.integer(1)}; },
                                   b.body(pair, [&] { return Vars{b.add(pair[0], pair[1])}; }),
                                   {counts_},
                                   {0}});
    Stm s{.op = Op::Histogram, .args = {places, g_.count()}, .span = b.at};
    for (const Part& p : parts_)
      for (size_t k = 0; k < p.columns.size(); ++k) {
        const VarType type = b.plan[p.columns[k]];
        Stm empty{.op = Op::Map, .args = {places}, .span = b.at};
        empty.bodies.push_back(
            b.loop_body([&](Var) { return Vars{b.constant(type.element, p.neutrals[k])}; }));
        s.args.push_back(b.emit(std::move(empty), type)), s.outs.push_back(p.columns[k]);
      }
    s.bodies.push_back(b.loop_body([&](Var k) {
      Vars results{b.sub(key_at(k), least_)};
      for (const Part& p : parts_)
        for (Var v : p.element(k)) results.push_back(v);
      return results;
    }));
    s.bodies.push_back(join());
    b.out->push_back(std::move(s));
  }

  /// Returns the operator of the histogram, (a .., b ..) -> (e ..), which applies the operator of each Part to the
  /// values of that Part.
  Body join() {
    Vars left, right;
    for (const Part& p : parts_)
      for (size_t k = 0; k < p.columns.size(); ++k)
        left.push_back(b.parameter({b.plan[p.columns[k]].element, false})),
            right.push_back(b.parameter(b.plan[left.back()]));
    Vars all = left;
    all.insert(all.end(), right.begin(), right.end());
    return b.body(all, [&] {
      Vars results;
      for (const Part& p : parts_) {
        const auto from = static_cast<ptrdiff_t>(results.size()),
                   count = static_cast<ptrdiff_t>(p.columns.size());
        Vars both(left.begin() + from, left.begin() + from + count);
        both.insert(both.end(), right.begin() + from, right.begin() + from + count);
        std::vector<Stm> made;
        for (Var v : paste_body(b.plan, p.join, both, made)) results.push_back(v);
        std::ranges::move(made, std::back_inserter(*b.out));
      }
      return results;
    });
  }

  /// The variables of the loop over groups that is being rewritten.
  struct Loop {
    /// the loop's index, the index of the group's table entry, the group's size
    Var group{}, place{}, size{};
    /// the variables that, in the sorted order, were the indices at which the group begins and ends
    std::optional<Var> first{}, end{};
  };
  Builder& b;
  const Grouping& g_;
  const GroupingFinder& finder_;
  const bool in_place_;
  Var counts_{}, kept_{}, least_{}, span_{};
  std::optional<Var> standing_;
  std::vector<Part> parts_;
  std::vector<Stm> loops_;
  Loop loop_;
};

/// Replaces the groupings of a plan. Only those outside of kernels are replaced, since groups inside a kernel are
/// few.
class Grouper {
 public:
  explicit Grouper(Plan& plan) : b(plan) {}
  bool run() { return visit(b.plan.body), changed_; }

 private:
  void visit(Body& body) {
    for (Stm& s : body.stms)
      if (is_control(s.op))
        for (Body& inner : s.bodies) visit(inner);
    for (size_t k = 0; k < body.stms.size(); ++k)
      if (body.stms[k].op == Op::Sort && replace(body, k)) changed_ = true, --k;
  }

  bool replace(Body& body, size_t k) {
    GroupingFinder finder(b.plan, body);
    const auto g = finder.find(body.stms[k]);
    if (!g) return false;
    GroupTable table(b, *g, finder);
    if (!table.rewrite_loops()) return false;
    std::vector<Stm> made;
    b.out = &made;
    Stm choice{.op = Op::If, .outs = {g->groups()}, .args = {table.is_small()}, .span = b.at};
    for (const Stm* s : g->loops) choice.outs.insert(choice.outs.end(), s->outs.begin(), s->outs.end());
    choice.bodies.push_back(b.body({}, [&] { return table.by_table(); }));
    Body sorted{{}, {}, choice.outs};
    std::vector<Stm> rest;
    const bool keys_too = table.keys_in_place() && is_keys_only_use(body, *g);
    for (const Stm& s : body.stms) {
      const bool belongs = g->has(s) || (keys_too && &s == g->keys);
      (belongs ? sorted.stms : rest).push_back(s);
      if (&s != g->loops.back()) continue;
      choice.bodies.push_back(copy_body(b.plan, sorted, {}));
      made.push_back(choice);
      std::ranges::move(made, std::back_inserter(rest));
    }
    body.stms = std::move(rest);
    return true;
  }

  /// Whether only statements of the grouping use the results of the Map that computes the keys.
  static bool is_keys_only_use(const Body& body, const Grouping& g) {
    return std::ranges::none_of(body.stms,
                                [&](const Stm& s) { return !g.has(s) && uses(s, g.keys->outs); }) &&
           std::ranges::none_of(body.results, [&](Var v) { return is_any(v, g.keys->outs); });
  }

  PlanBuilder b;
  bool changed_ = false;
};

} // namespace

bool fold_groups(Plan& plan) {
  if (!Grouper(plan).run()) return false;
  remove_dead_code(plan);
  return true;
}

} // namespace nova::plan

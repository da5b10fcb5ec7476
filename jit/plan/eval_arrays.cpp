// The interpreter for plans: array operations, computed one element after the other.
#include "jit/plan/evaluator.hpp"
#include "runtime/shape.hpp"
#include "runtime/word.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan {

// ---- bodies ----

State PlanEvaluator::element(const Body& b, int64_t i) {
  tick();
  values_.set_bits(b.params[0], static_cast<uint64_t>(i));
  run(b);
  return values_.state(b.results);
}

State PlanEvaluator::applied(const Body& b, const State& x, const State& y) {
  for (size_t k = 0; k < x.size(); ++k) values_.set(b.params[k], x[k]);
  for (size_t k = 0; k < y.size(); ++k) values_.set(b.params[x.size() + k], y[k]);
  run(b);
  return values_.state(b.results);
}

State PlanEvaluator::stepped(const Body& b, const State& s, int64_t i) {
  tick();
  for (size_t k = 0; k < s.size(); ++k) values_.set(b.params[k], s[k]);
  values_.set_bits(b.params.back(), static_cast<uint64_t>(i));
  run(b);
  return values_.state(b.results);
}

// ---- columns ----

void require_inside(const Item& column, Element e, int64_t first, int64_t n, const char* done) {
  if (n <= 0) return;
  if (!column.word.column) throw PlanBroken{"a column that is not there is " + std::string(done)};
  if (!column.owner) return;
  const auto size = static_cast<int64_t>(element_size(e));
  const auto at = reinterpret_cast<uintptr_t>(column.word.column),
             all = reinterpret_cast<uintptr_t>(column.owner->bytes());
  const int64_t begin = static_cast<int64_t>(at - all) / size,
                end = static_cast<int64_t>(column.owner->size()) / size;
  int64_t from, to;
  const bool wraps = __builtin_add_overflow(begin, first, &from) || __builtin_add_overflow(from, n, &to);
  if (!wraps && from >= 0 && to <= end) return;
  throw PlanBroken{"element " + std::to_string(first + (n - 1)) + " of a column of " +
                   std::to_string(end - begin) + " is " + done};
}

uint64_t load(const void* column, Element e, int64_t i) {
  return with_element(e, [&](auto t) { return to_word(static_cast<const decltype(t)*>(column)[i]); });
}

void store(Buffer& to, Element e, int64_t i, uint64_t b) {
  with_element(e, [&](auto t) { to.as<decltype(t)>()[i] = from_word<decltype(t)>(b); });
}

std::vector<Buffer*> PlanEvaluator::make_columns(const Stm& s, size_t skip, int64_t n) {
  std::vector<Buffer*> made;
  for (Var v : after(s.outs, skip)) {
    auto b =
        std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(n), element_size(plan_[v].element)));
    made.push_back(b.get());
    values_.set_column(v, std::move(b));
  }
  return made;
}

/// Copies the columns that are the arguments from index `skip` on, the first n elements of each. Binds the copies to
/// the outs and returns their buffers.
std::vector<Buffer*> PlanEvaluator::copies(const Stm& s, size_t skip, int64_t n) {
  const State from = values_.state(after(s.args, skip));
  std::vector<Buffer*> to = make_columns(s, 0, n);
  for (size_t k = 0; k < to.size(); ++k) {
    require_inside(from[k], plan_[s.outs[k]].element, 0, n, "read");
    if (n > 0) std::memcpy(to[k]->bytes(), from[k].word.column, to[k]->size());
  }
  return to;
}

/// A buffer for a column whose final length is not known; elements are appended to it.
class PlanEvaluator::Growing {
 public:
  explicit Growing(Element e) : size_(element_size(e)) {}
  /// Appends room for n elements and returns the address of the first.
  std::byte* grow(int64_t n) {
    const uint64_t from = used_, more = checked_bytes(static_cast<uint64_t>(n), size_);
    used_ = checked_bytes(used_ + more, 1);
    if (used_ > buffer_->size()) buffer_->resize(std::max(used_, 2 * buffer_->size()));
    return buffer_->bytes() + from;
  }
  void push(Element e, uint64_t bits) {
    std::byte* to = grow(1);
    with_element(e, [&](auto t) {
      const auto value = from_word<decltype(t)>(bits);
      std::memcpy(to, &value, sizeof value);
    });
  }
  void append(const void* from, int64_t n) {
    if (n > 0) std::memcpy(grow(n), from, static_cast<size_t>(n) * size_);
  }
  BufferRef finish() { return buffer_->resize(used_), std::move(buffer_); }

 private:
  BufferRef buffer_ = std::make_shared<Buffer>(0);
  size_t size_;
  uint64_t used_ = 0;
};

/// Appends elements to the columns that are a statement's outs. A column in an element needs two outs: the offsets,
/// which get the end of the column, and the elements of all columns, one after the other.
class PlanEvaluator::Stored {
 public:
  Stored(PlanEvaluator& run, const Stm& s, const Body& element) : run_(run), s_(s), element_(element) {
    for (Var v : s.outs) to_.emplace_back(run.plan_[v].element);
    totals_.resize(s.outs.size());
    if (sizes_of(s)) put_offsets();
  }
  void push(const State& e) {
    const State lengths = sizes_of(s_) ? run_.applied(*sizes_of(s_), e) : State();
    for (size_t k = 0, out = 0, column = 0; k < e.size(); ++k) {
      const Element type = run_.plan_[element_.results[k]].element;
      if (!run_.plan_[element_.results[k]].column) {
        to_[out++].push(type, e[k].word.bits);
        continue;
      }
      const auto m = std::max<int64_t>(0, static_cast<int64_t>(lengths[column++].word.bits));
      if (__builtin_add_overflow(totals_[out], m, &totals_[out])) checked_bytes(UINT64_MAX, 1);
      to_[out].push(Element::I64, static_cast<uint64_t>(totals_[out]));
      require_inside(e[k], type, 0, m, "read");
      to_[out + 1].append(e[k].word.column, m), out += 2;
    }
  }
  void finish() {
    for (size_t k = 0; k < to_.size(); ++k) run_.values_.set_column(s_.outs[k], to_[k].finish());
  }

 private:
  void put_offsets() {
    for (size_t k = 0, out = 0; k < element_.results.size(); ++k, ++out)
      if (run_.plan_[element_.results[k]].column) to_[out++].push(Element::I64, 0);
  }
  PlanEvaluator& run_;
  const Stm& s_;
  const Body& element_;
  std::vector<Growing> to_;
  std::vector<int64_t> totals_;
};

// ---- operations that make columns ----

void PlanEvaluator::iota(const Stm& s) {
  const int64_t n = values_.count(s.args[0]);
  const uint64_t first = values_.bits(s.args[1]), step = values_.bits(s.args[2]);
  Buffer& to = *make_columns(s, 0, n)[0];
  for (int64_t i = 0; i < n; ++i, tick()) to.as<uint64_t>()[i] = first + static_cast<uint64_t>(i) * step;
}

void PlanEvaluator::map(const Stm& s) {
  const int64_t n = values_.count(s.args[0]);
  const std::vector<Buffer*> to = make_columns(s, 0, n);
  for (int64_t i = 0; i < n; ++i) {
    const State e = element(s.bodies[0], i);
    for (size_t k = 0; k < to.size(); ++k) store(*to[k], plan_[s.outs[k]].element, i, e[k].word.bits);
  }
}

void PlanEvaluator::each(const Stm& s) {
  Stored to(*this, s, s.bodies[0]);
  for (int64_t i = 0, n = values_.count(s.args[0]); i < n; ++i) to.push(element(s.bodies[0], i));
  to.finish();
}

void PlanEvaluator::filter(const Stm& s) {
  std::vector<Growing> to;
  for (Var v : after(s.outs, 1)) to.emplace_back(plan_[v].element);
  int64_t kept = 0;
  for (int64_t i = 0, n = values_.count(s.args[0]); i < n; ++i) {
    const State e = element(s.bodies[0], i);
    if (!e[0].word.bits) continue;
    ++kept;
    for (size_t k = 0; k < to.size(); ++k) to[k].push(plan_[s.outs[k + 1]].element, e[k + 1].word.bits);
  }
  values_.set_bits(s.outs[0], static_cast<uint64_t>(kept));
  for (size_t k = 0; k < to.size(); ++k) values_.set_column(s.outs[k + 1], to[k].finish());
}

void PlanEvaluator::rows(const Stm& s) {
  const int64_t n = values_.count(s.args[0]);
  Growing offsets(Element::I64);
  std::vector<Growing> to;
  for (Var v : after(s.outs, 2)) to.emplace_back(plan_[v].element);
  int64_t total = 0;
  for (int64_t i = 0; i < n; ++i) {
    offsets.push(Element::I64, static_cast<uint64_t>(total));
    const State row = element(s.bodies[0], i);
    const int64_t m = std::max<int64_t>(0, static_cast<int64_t>(row[0].word.bits));
    for (size_t k = 0; k < to.size(); ++k) {
      require_inside(row[k + 1], plan_[s.outs[k + 2]].element, 0, m, "read");
      to[k].append(row[k + 1].word.column, m);
    }
    if (__builtin_add_overflow(total, m, &total)) checked_bytes(UINT64_MAX, 1); // fails: too large for memory
  }
  offsets.push(Element::I64, static_cast<uint64_t>(total));
  values_.set_column(s.outs[0], offsets.finish());
  values_.set_bits(s.outs[1], static_cast<uint64_t>(total));
  for (size_t k = 0; k < to.size(); ++k) values_.set_column(s.outs[k + 2], to[k].finish());
}

void PlanEvaluator::copy(const Stm& s) { copies(s, 1, values_.count(s.args[0])); }

namespace {

/// Returns an element's target index, which is the first component of `e`. Throws PlanBroken if that index is not
/// within a column of n elements.
int64_t target_of(const State& e, int64_t n) {
  const auto target = static_cast<int64_t>(e[0].word.bits);
  if (target >= 0 && target < n) return target;
  throw PlanBroken{"element " + std::to_string(target) + " of a column of " + std::to_string(n) +
                   " is written"};
}

} // namespace

/// Copies the columns that are the last arguments. Then changes the copies by each of the m elements, in order. The
/// new value at the element's target index is combine(there, e): `there` is the old value, e the element.
void PlanEvaluator::to_places(const Stm& s,
                              const std::function<State(const State& there, State e)>& combine) {
  const int64_t n = values_.count(s.args[0]), m = values_.count(s.args[1]);
  const std::vector<Buffer*> to = copies(s, 2, n);
  State there(to.size());
  for (int64_t i = 0; i < m; ++i) {
    State e = element(s.bodies[0], i);
    const int64_t target = target_of(e, n);
    e.erase(e.begin());
    for (size_t k = 0; k < to.size(); ++k)
      there[k].word.bits = load(to[k]->bytes(), plan_[s.outs[k]].element, target);
    e = combine(there, std::move(e));
    for (size_t k = 0; k < to.size(); ++k) store(*to[k], plan_[s.outs[k]].element, target, e[k].word.bits);
  }
}

void PlanEvaluator::scatter(const Stm& s) {
  to_places(s, [](const State&, State e) { return e; });
}

void PlanEvaluator::rows_scatter(const Stm& s) {
  const int64_t n = values_.count(s.args[1]);
  const std::vector<Buffer*> to = copies(s, 2, n);
  for (int64_t i = 0, rows = values_.count(s.args[0]); i < rows; ++i) {
    State row = element(s.bodies[0], i);
    const auto length = static_cast<int64_t>(row[0].word.bits);
    row.erase(row.begin());
    for (int64_t j = 0; j < length; ++j) {
      const State e = stepped(s.bodies[1], row, j);
      const int64_t target = target_of(e, n);
      for (size_t k = 0; k < to.size(); ++k)
        store(*to[k], plan_[s.outs[k]].element, target, e[k + 1].word.bits);
    }
  }
}

void PlanEvaluator::histogram(const Stm& s) {
  to_places(s, [&](const State& there, const State& e) { return applied(s.bodies[1], there, e); });
}

void PlanEvaluator::sort(const Stm& s) {
  const int64_t n = values_.count(s.args[0]);
  const Body& less = s.bodies[0];
  Buffer& to = *make_columns(s, 0, n)[0];
  int64_t* indices = to.as<int64_t>();
  for (int64_t i = 0; i < n; ++i) indices[i] = i;
  std::stable_sort(indices, indices + n, [&](int64_t i, int64_t j) {
    values_.set_bits(less.params[1], static_cast<uint64_t>(j));
    return element(less, i)[0].word.bits != 0;
  });
}

// ---- reductions (docs/shapes.md) ----

void PlanEvaluator::reduce(const Stm& s) {
  const State init = values_.state(after(s.args, 1));
  auto load = [&](int64_t k) { return element(s.bodies[0], k); };
  auto combine = [&](const State& a, const State& b) { return applied(s.bodies[1], a, b); };
  const int64_t n = values_.count(s.args[0]);
  const std::optional<State> tree = s.shape == Shape::Lane ? shape::reduce_lane<State>(n, load, combine)
                                                           : shape::reduce_ordered<State>(n, load, combine);
  if (!tree) return values_.set_all(s.outs, init);
  values_.set_all(s.outs, s.start ? combine(init, *tree) : *tree);
}

void PlanEvaluator::accumulate(const Stm& s) {
  auto step = [&](const State& acc, int64_t k) { return stepped(s.bodies[0], acc, k); };
  auto combine = [&](const State& a, const State& b) { return applied(s.bodies[1], a, b); };
  values_.set_all(s.outs, shape::accumulate_lane<State>(values_.count(s.args[0]),
                                                        values_.state(after(s.args, 1)), step, combine));
}

void PlanEvaluator::scan(const Stm& s) {
  const Body* const last = after_of(s);
  Stored to(*this, s, last ? *last : s.bodies[0]);
  running(s, [&](int64_t k, const State& y) { to.push(last ? stepped(*last, y, k) : y); });
  to.finish();
}

void PlanEvaluator::scan_scatter(const Stm& s) {
  const size_t columns = 1 + initial_state(s).size();
  const int64_t n = values_.count(s.args[columns]);
  const std::vector<Buffer*> to = copies(s, columns + 1, n);
  running(s, [&](int64_t i, const State& y) {
    const State e = stepped(s.bodies[2], y, i);
    const int64_t target = target_of(e, n);
    for (size_t k = 0; k < to.size(); ++k)
      store(*to[k], plan_[s.outs[k]].element, target, e[k + 1].word.bits);
  });
}

/// Computes the running values of a scan in order and passes each to `write`, with its index.
void PlanEvaluator::running(const Stm& s, const std::function<void(int64_t, const State&)>& write) {
  const int64_t n = values_.count(s.args[0]);
  State init = values_.state(initial_state(s));
  auto load = [&](int64_t k) { return element(s.bodies[0], k); };
  auto combine = [&](const State& a, const State& b) { return applied(s.bodies[1], a, b); };
  if (s.exclusive)
    shape::exscan_ordered(n, std::move(init), load, combine, write);
  else
    shape::scan_ordered(n, std::move(init), load, combine, write);
}

void PlanEvaluator::foldl(const Stm& s) {
  State now = values_.state(after(s.args, 1));
  for (int64_t i = 0, n = values_.count(s.args[0]); i < n; ++i) now = stepped(s.bodies[0], now, i);
  values_.set_all(s.outs, now);
}

} // namespace nova::plan

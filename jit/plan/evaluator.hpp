// Private to eval_plan: the state of a run. Each variable has one place for the whole run, which a function
// that calls itself keeps for its caller.
#pragma once
#include "jit/plan/eval.hpp"
#include "jit/plan/scalar_eval.hpp"

namespace nova::plan {

/// A variable's value, and what keeps a column alive that the run has made.
struct Item {
  Word word{};
  BufferRef owner;
};
using State = std::vector<Item>;

/// A Check that did not hold, and a plan that is wrong.
struct CheckFailed {
  uint32_t site;
};
struct PlanBroken {
  std::string what;
};

/// What the variables hold during a run.
class PlanValues {
 public:
  explicit PlanValues(size_t variables) : items_(variables) {}

  uint64_t bits(Var v) const { return items_[static_cast<size_t>(v)].word.bits; }
  int64_t integer(Var v) const { return static_cast<int64_t>(bits(v)); }
  /// A number of elements: none where it is negative.
  int64_t count(Var v) const { return integer(v) < 0 ? 0 : integer(v); }
  const Item& item(Var v) const { return items_[static_cast<size_t>(v)]; }
  void set(Var v, Item i) { items_[static_cast<size_t>(v)] = std::move(i); }
  void set_bits(Var v, uint64_t b) { items_[static_cast<size_t>(v)].word.bits = b; }
  void set_column(Var v, BufferRef buffer) {
    const void* begin = buffer->bytes();
    set(v, {{.column = begin}, std::move(buffer)});
  }

  void set_all(const std::vector<Var>& vars, const State& s) {
    for (size_t k = 0; k < vars.size(); ++k) set(vars[k], s[k]);
  }
  State state(std::span<const Var> vars) const {
    State s;
    for (Var v : vars) s.push_back(item(v));
    return s;
  }

 private:
  std::vector<Item> items_; ///< by Var
};

/// The variables after the first `skip`.
inline std::span<const Var> after(const std::vector<Var>& vars, size_t skip) {
  return std::span(vars).subspan(skip);
}

/// Throws PlanBroken where elements `first` to `first + n` do not lie in the column; `done` says what was to be done with them.
/// A column without an owner does not tell where it ends.
void require_inside(const Item& column, Element e, int64_t first, int64_t n, const char* done);
uint64_t load(const void* column, Element e, int64_t i);
void store(Buffer& to, Element e, int64_t i, uint64_t b);

class PlanEvaluator {
 public:
  PlanEvaluator(const Plan& plan, const Poll& poll);
  Answer run(std::span<const Word> inputs, std::span<const BufferRef> buffers);

 private:
  void run(const Body& b);
  void statement(const Stm& s);

  // plan/eval.cpp
  void scalar(const Stm& s);
  void check(const Stm& s);
  void branch(const Stm& s);
  void loop(const Stm& s);
  void constant(const Stm& s) { values_.set_bits(s.outs[0], s.bits); }
  void call(const Stm& s);
  int64_t take_places(const Stm& s, int64_t n);
  void cell(const Stm& s);
  void append(const Stm& s);
  void copy_region(const Region& r);
  void read(const Stm& s);
  void shift(const Stm& s);
  // plan/eval_arrays.cpp
  void iota(const Stm& s);
  void map(const Stm& s);
  void each(const Stm& s);
  void reduce(const Stm& s);
  void accumulate(const Stm& s);
  void scan(const Stm& s);
  void running(const Stm& s, const std::function<void(int64_t, const State&)>& write);
  void foldl(const Stm& s);
  void filter(const Stm& s);
  void rows(const Stm& s);
  void to_places(const Stm& s, const std::function<State(const State& there, State e)>& combine);
  void scatter(const Stm& s);
  void scan_scatter(const Stm& s);
  void rows_scatter(const Stm& s);
  void histogram(const Stm& s);
  void copy(const Stm& s);
  void sort(const Stm& s);

  /// What a body says of element i.
  State element(const Body& b, int64_t i);
  /// A body of one state or two, as reductions combine by, or as tells how long a state's columns are.
  State applied(const Body& b, const State& x, const State& y = {});
  /// A body of a state and an index.
  State stepped(const Body& b, const State& s, int64_t i);

  /// Columns of n elements to be filled, one for each out after the first `skip`, bound to it.
  std::vector<Buffer*> make_columns(const Stm& s, size_t skip, int64_t n);
  class Growing;
  class Stored;
  std::vector<Buffer*> copies(const Stm& s, size_t skip, int64_t n);

  /// An element or a step is done.
  void tick() {
    if ((++ticks_ & 1023) == 0 && poll_) poll_();
  }
  Answer answer() const;

  const Plan& plan_;
  const Poll& poll_;
  PlanValues values_;
  std::vector<ScalarFunction> functions_; ///< by the Var that a Scalar binds
  uint64_t ticks_ = 0;
};

} // namespace nova::plan

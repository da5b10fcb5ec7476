// Private to eval_plan: the state of a run of the interpreter for plans. Each variable has one slot for the whole
// run. A call of a recursive function saves the slots of the function's variables and restores them at its end.
#pragma once
#include "jit/plan/eval.hpp"
#include "jit/plan/scalar_eval.hpp"

namespace nova::plan {

/// A variable's value. For a column, `owner` is the buffer that it lies in, which keeps it alive; null if unknown.
struct Item {
  Word word{};
  BufferRef owner;
};
using State = std::vector<Item>;

/// Thrown where a Check does not hold.
struct CheckFailed {
  uint32_t site;
};
/// Thrown where the plan is ill-formed, for example where it reads outside of a column.
struct PlanBroken {
  std::string what;
};

/// The values of all variables during a run.
class PlanValues {
 public:
  explicit PlanValues(size_t variables) : items_(variables) {}

  uint64_t bits(Var v) const { return items_[static_cast<size_t>(v)].word.bits; }
  int64_t integer(Var v) const { return static_cast<int64_t>(bits(v)); }
  /// Returns v as a number of elements: 0 if it is negative.
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
  std::vector<Item> items_; ///< the value of each variable, by Var
};

/// Returns the variables from index `skip` on.
inline std::span<const Var> after(const std::vector<Var>& vars, size_t skip) {
  return std::span(vars).subspan(skip);
}

/// Throws PlanBroken if elements `first` to `first + n - 1` do not all lie in the column. `done` is a word for the
/// message: "read" or "written". A column without an owner is not checked, since its length is unknown.
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

  // defined in plan/eval.cpp
  void scalar(const Stm& s);
  void check(const Stm& s);
  void branch(const Stm& s);
  void loop(const Stm& s);
  void constant(const Stm& s) { values_.set_bits(s.outs[0], s.bits); }
  void call(const Stm& s);
  void foreign(const Stm& s);
  void launch(const Stm& s) { throw PlanBroken{"nothing launches " + plan_.foreigns[s.function]->name}; }
  int64_t take_places(const Stm& s, int64_t n);
  void cell(const Stm& s);
  void append(const Stm& s);
  void read(const Stm& s);
  void shift(const Stm& s);
  // defined in plan/eval_arrays.cpp
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

  /// Runs a body on the index i and returns its results.
  State element(const Body& b, int64_t i);
  /// Runs a body on the state x, or on the states x and y, and returns its results. With y, the body combines x and
  /// y; without y, it computes the lengths of the columns in x.
  State applied(const Body& b, const State& x, const State& y = {});
  /// Runs a body on a state and an index and returns its results.
  State stepped(const Body& b, const State& s, int64_t i);

  /// Makes a column of n elements, not yet filled, for each out from index `skip` on, and binds it to that out.
  std::vector<Buffer*> make_columns(const Stm& s, size_t skip, int64_t n);
  class Growing;
  class Stored;
  std::vector<Buffer*> copies(const Stm& s, size_t skip, int64_t n);

  /// Counts an element or step, and polls at every 1,024th.
  void tick() {
    if ((++ticks_ & 1023) == 0 && poll_) poll_();
  }

  const Plan& plan_;
  const Poll& poll_;
  PlanValues values_;
  std::vector<ScalarFunction> functions_; ///< the function of each Scalar, by the Var that it binds
  uint64_t ticks_ = 0;
};

} // namespace nova::plan

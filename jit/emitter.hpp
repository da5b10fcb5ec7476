// Private to emit_c*.cpp: what prints C from a plan.
//
// Statements stand at one of two levels. At the host's level (the plan's own body, and the bodies of its If, Loop and
// Foldl) a statement over n elements becomes a kernel: a function over a range of units, which threads share. Inside a
// kernel it becomes a loop, and columns come from the task's arena.
//
// A body is printed in place, or, where it is used more than once, as a static inline function. Whatever may end a
// run (a failed check, no memory, a stop) returns 1 from there up to nova_run. Bodies of plain arithmetic defer their
// checks instead (`*bad |= ..`), so that their loops become SIMD.
#pragma once
#include "jit/emit_c.hpp"
#include "jit/plan_names.hpp"
#include <functional>
#include <utility>

namespace nova::plan {

using Vars = std::vector<Var>;
using Names = std::vector<std::string>;

Names concat(Names a, const Names& b);
/// y0 + by, y1 + by, ..
Names moved(Names all, const std::string& by);

/// nv_f32
std::string c_type(Element e);
/// The C function of a scalar built-in at its types: nv_add_f32, nv_to_i64_f64.
std::string c_function(BuiltinId id, Element operand, Element result);

/// May running the body end the run? Otherwise it is arithmetic and reads, whose checks can wait for the end.
bool stops(const Body& b);
/// Does it make columns?
bool allocates(const Body& b);
/// What the bodies use and do not bind, in order of first use; `first` comes first.
Vars free_variables(const Plan& plan, std::initializer_list<const Body*> bodies, Vars first = {});
/// Is the constant an argument of nova_run? `text` are the variables that decide over the code.
std::vector<Var> literal_variables(const Plan& plan);

/// What a statement over elements computes, in the variables' names; "" for those that need more than a line.
std::string wording(const Plan& plan, const Names& names, const Stm& s);
/// A number of the type in C, to the bit.
std::string floating_literal(Element e, uint64_t bits);

class Emitter {
public:
  explicit Emitter(const Plan& plan);
  virtual ~Emitter() = default;
  /// The whole text, or "".
  std::string run();

protected:
  /// A function in C whose first arguments are the task, `bad` and what it captures.
  struct Function {
    std::string name;
    Vars captures;
    bool stops = false;
  };
  /// The bodies of a reduction or scan, and its state.
  struct Fold {
    const Stm& s;
    std::string id;
    Function element, join;
    std::vector<Element> types;
    Vars captures; ///< of both
    bool stops;
    bool steps; ///< Accumulate: `element` takes the state too
  };

  // ---- text (emit_c.cpp) ----
  void line(const std::string& text);
  void open(const std::string& text) { line(text + " {"), ++indent_; }
  void close(const std::string& after = "") { --indent_, line("}" + after); }
  void comment(const Stm& s, const std::string& what);
  std::string name(Var v) const { return names_[static_cast<size_t>(v)]; }
  Names name(const Vars& vars) const;
  std::string declared(Var v, bool restricted = false) const;
  std::string fresh(const char* role) { return std::string("nova_") + role + "_" + std::to_string(++used_); }
  Element element(Var v) const { return plan_[v].element; }
  /// Prints into a text of its own, put before what is being printed.
  void apart(const std::function<void()>& print);
  void entry();

  // ---- bodies (emit_c_body.cpp) ----
  void statements(const Body& b);
  virtual void statement(const Stm& s);
  void constant(const Stm& s);
  void scalar(const Stm& s);
  void check(const Stm& s);
  void branch(const Stm& s);
  void loop(const Stm& s);
  void foldl(const Stm& s);
  // ---- the plan's functions (emit_c_functions.cpp) ----
  void plan_functions();
  void plan_function(const nova::plan::Function& f, const std::string& head, bool plain);
  void call_plan(const Stm& s);
  std::string signature(size_t k) const;
  void keep(const Stm& s, const std::string& mark);
  /// The body as a block, its parameters set to these expressions; `use` prints what is done with its results.
  void block(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  void declare(const Vars& vars);
  void set(const Vars& vars, const Names& values);
  void poll(const std::string& turns = "1");
  void allocate(const std::string& column, const std::string& n);

  // ---- functions (emit_c_body.cpp) ----
  Function function(const Body& b, const char* role);
  /// Prints a function: `parameters` follow the captured variables.
  Function function(const char* role, Vars captures, bool stops, const Names& parameters, const std::function<void()>& body);
  /// A call; the results go where the last arguments point.
  void call(const Function& f, const Names& arguments);
  void stop() { line("return 1;"); }

  // ---- kernels (emit_c.cpp) ----
  /// Extra things that a kernel gets beside what it captures: declaration (`nv_i64* turn`) and value.
  struct Given {
    std::string type, name, value;
  };
  void kernel(const Stm& s, const std::string& what, const Vars& captured, const std::vector<Given>& given,
              const std::string& units, const std::string& grain, const std::function<void()>& body);
  std::string grain(const Body& b, int64_t flat) const;

  // ---- columns (emit_c_columns.cpp) ----
  void iota(const Stm& s);
  void map(const Stm& s);
  void map_loop(const Stm& s, const std::string& begin, const std::string& end);
  void filter(const Stm& s);
  void filter_kernel(const Stm& s);
  void filter_loop(const Stm& s, const std::string& begin, const std::string& end, const Names& columns);
  void rows(const Stm& s);
  void rows_kernel(const Stm& s);
  void rows_loop(const Stm& s, const std::string& begin, const std::string& end, const Names& columns, bool host);
  void scatter(const Stm& s);
  void copy(const Stm& s);
  void sort(const Stm& s);
  void with_arena(const Body& b, const std::function<void()>& print);

  // ---- reductions and scans (emit_c_fold.cpp, emit_c_scan.cpp) ----
  Fold fold(const Stm& s);
  Names in_turn(const Fold& f, const char* letter, const std::string& index = "") const;
  Names pointers(const Fold& f, const char* letter, const std::string& index = "") const;
  Names parameters(const Fold& f, const char* letter, bool pointer) const;
  void arrays(const Fold& f, const char* letter, const std::string& size);
  void copy_values(const Fold& f, const Names& to, const Names& from);
  void join(const Fold& f, const Names& left, const Names& right, const Names& to);
  void element_of(const Fold& f, const std::string& index, const Names& state, const Names& to);
  void reduce(const Stm& s);
  Function tile(const Fold& f);
  void lane_tile(const Fold& f);
  void lane_row(const Fold& f, const char* letter, const std::string& count, const std::string& at, bool meet);
  void lane_rows(const Fold& f);
  void start_lanes(const Fold& f, const char* letter);
  Function four_tiles(const Fold& f, const Function& tile);
  void cell_tile(const Fold& f);
  void halve(const Fold& f, const char* letter, const std::string& live);
  void reduce_host(const Fold& f, const Function& tile);
  void reduce_loop(const Fold& f, const Function& tile);
  void finish_reduce(const Fold& f, const Names& value);
  void scan(const Stm& s);
  Function totals(const Fold& f);
  Function runs(const Fold& f);
  Function push(const Fold& f);
  void scan_state(const Fold& f);
  void scan_host(const Fold& f, const Function& totals, const Function& push, const Function& runs);
  void scan_loop(const Fold& f, const Function& totals, const Function& push, const Function& runs);

  const Plan& plan_;
  Names names_;                 ///< by Var
  std::vector<Var> literals_;
  std::vector<bool> is_literal_; ///< by Var
  Names function_names_;         ///< by index in Plan::functions
  std::vector<bool> plain_;      ///< likewise: arithmetic alone
  std::string functions_;       ///< finished
  std::string* text_;
  int indent_ = 0;
  uint32_t used_ = 0;
  bool host_ = true;
  bool defers_ = false;
  bool able_ = true;
};

} // namespace nova::plan

// The plan: an intermediate representation that says what an array expression computes, but not how a machine does
// it. It is a first-order program over scalars and columns. `lower` makes it from concrete Core, the passes rewrite
// it, `emit` prints kernels from it, and the interpreter for plans (plan/eval.hpp) defines its meaning.
//
// A plan has no nested data. A Nova value is spread over several variables (values/flat_layout.hpp): a vector of
// tuples is one column per field, and a nested vector is a column of offsets and a column of elements.
//
// Terms: a Var is one scalar or one column. A Stm binds the variables `outs` by one operation. A Body is parameters,
// statements in order, and results. Every variable is bound exactly once in a whole plan (SSA), by a Stm or as a
// parameter. A statement may use what is bound before it, in its own body and in the enclosing bodies.
//
// Arrays are index functions: a Map, Reduce, Scan or Filter runs its body for each index i from 0 to n - 1. The body
// computes element i and may read columns at any index. So a pass fuses a producer into its consumer by putting the
// producer's body where the consumer reads (pull arrays: Svensson et al., meta-repa, section 2.1). Gather, slice,
// reverse and zip are index arithmetic.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/source/source.hpp"
#include "runtime/element.hpp"
#include "runtime/foreign/function.hpp"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nova::plan {

enum class Var : uint32_t {};

/// The type of a variable: a scalar of an element type, or a column of such elements. A column is the address of an
/// array without its length; lengths are variables of their own (int scalars).
struct VarType {
  Element element = Element::I64;
  bool column = false;
  bool operator==(const VarType&) const = default;
};

/// The operation of a statement: a row of plan/ops.def, which lists the arguments, bodies and outs of each operation.
///
/// The state of a Reduce, Accumulate or Scan may hold columns. The statement then has one more body, the last one,
/// which computes the length of each of these columns from the state: (s ..) -> (length ..). A Loop may have such a
/// body, too. For each column in an element, Each and Scan bind two columns: offsets, as Rows does, and the columns
/// of all elements one after the other.
enum class Op : uint8_t {
#define OP(Name, ...) Name,
#include "jit/plan/ops.def"
#undef OP
  Count_
};

/// The tree in which a reduction combines its elements (docs/shapes.md).
enum class Shape : uint8_t { Ordered, Lane };

/// The schedule of a loop that computes a row: which threads of a GPU share the loop's iterations. With BySize the
/// row's length decides. No result depends on the choice.
enum class Strategy : uint8_t { BySize, Thread, Warp, Block, Flat };
/// Returns the strategy's word in a printed plan; "" for BySize.
std::string_view strategy_word(Strategy s);
/// Returns the strategy that a built-in prescribes, such as Flat for `rows-flat`; nothing for all other built-ins.
std::optional<Strategy> strategy_of(BuiltinId id);

struct Stm;

struct Body {
  std::vector<Var> params;
  std::vector<Stm> stms;
  std::vector<Var> results;
};

struct Stm {
  Op op = Op::Constant;
  std::vector<Var> outs{}, args{};
  std::vector<Body> bodies{};
  BuiltinId builtin{};            ///< Scalar: the built-in that it applies
  Element element = Element::I64; ///< Scalar: the type of the operands; Constant: the type of the value
  uint64_t bits = 0;              ///< Constant: the value, as Value::bits() returns it
  Shape shape = Shape::Ordered;   ///< Reduce: the tree
  /// Reduce: whether the initial state is combined with the reduction of the elements, as the left operand. In both
  /// cases the result for n = 0 is the initial state.
  bool start = false;
  /// Scan, ScanScatter: whether result i combines the initial state and the elements before i only, without element
  /// i.
  bool exclusive = false;
  /// Scan: whether bodies[2] computes from each running value what is stored in its place; the state then holds no
  /// columns. Always true in a ScanScatter.
  bool after = false;
  uint32_t site = 0;     ///< Check, Call, Cell, Append: index into Plan::sites
  uint32_t function = 0; ///< Call: index into Plan::functions; Foreign, Launch: into Plan::foreigns
  /// Call: whether the function does only arithmetic, which cannot fail and does not take long (set by mark_calls).
  bool plain = false;
  bool allocates =
      false; ///< Call: whether the function makes columns (set by mark_calls); Foreign: whether the result is a vector
  bool makes_cells = false; ///< Call: whether the function makes cells (set by mark_calls)
  /// Filter, in a GPU's plan: whether it also returns the elements that it does not keep. Its outs are then the
  /// number kept, `kept` columns of the kept elements, the number not kept, and the columns of the others. For index
  /// i the body returns `keep`, the element to store if it is kept, and the element to store if it is not.
  bool splits = false;
  uint32_t kept = 0;
  /// The schedule, if the statement is a loop that computes a row; unused in other statements.
  Strategy strategy = Strategy::BySize;
  Span span{}; ///< the source form that the statement comes from
};

/// The error code in the sites of Cell and Append, which fail when a region is full. The run is then repeated with
/// larger regions.
inline constexpr std::string_view out_of_room = "room";
/// A source place at which a plan may fail. After a failure the tier runs the form again in the interpreter, which
/// reports the error that comes first in evaluation order, with its stack.
struct Site {
  std::string code; ///< the error's code, such as "E0402"
  Span span;
  /// What the error's message needs besides the numbers of the Check, for code without an interpreter behind it: the
  /// built-in's name, or a text of the program. No part of a printed plan.
  std::string word{};
  /// The function of the prelude that the user called, if the error arises in it; "" else. No part of a printed plan.
  std::string callee{};
};

/// A function that is not inlined, because it calls itself or is used often. Its body uses no variables from outside.
struct Function {
  std::string name;
  Body body;
  /// The body (results ..) -> (length ..), which computes the lengths of the columns among the results.
  Body sizes{};
  bool recursive = false; ///< whether it may call itself, also through others (set by mark_calls)
};

/// The heap of a recursive type, as inputs of the plan: a structure of arrays with room for `room` cells. `count` is
/// a column of one element, the number of cells that are in use. A region may also hold the elements of vectors that
/// are in cells. A cell has the same index in all columns, counted from 0. Cell and Append add entries and never
/// change old ones.
struct Region {
  Var room{}, count{};
  std::vector<Var> columns;
};

/// The number of arguments of a Launch between the lengths of its results and the kernel's arguments: threads and
/// block, in three dimensions each, bytes of shared memory, and the byte that fills the results before the launch (-1:
/// none does).
constexpr size_t launch_sizes = 8;
/// Bytes that fill results, so that elements that no thread writes are seen: they are unlikely in results.
constexpr uint8_t fill_bytes[] = {0xa5, 0x5a};

struct Plan {
  std::vector<Function> functions;
  std::vector<Region> regions;
  std::vector<std::shared_ptr<const ForeignFunction>> foreigns;
  /// The input that says how CUDA texts run (TextMode in values/inputs.hpp); none if the plan has no such texts.
  std::optional<Var> text_mode{};
  Body body;                      ///< params: the inputs; results: the value; both in flat layout
  std::vector<VarType> types;     ///< the type of each variable, by Var
  std::vector<std::string> names; ///< the name of each variable in the source, by Var; "" if it has none
  std::vector<Site> sites;
  /// The elements' bits of inputs that have these elements in every run; passes and kernels may use them as constants.
  std::map<Var, std::vector<uint64_t>> tables;
  /// Inputs that are lengths of vectors: in every run from 0 to most_elements.
  std::vector<Var> lengths{};
  /// Whether a pass is running on a function of the plan: `body` then holds that function's body in place of the
  /// plan's own.
  bool in_function = false;

  Var make(VarType type, std::string name = {}) {
    types.push_back(type), names.push_back(std::move(name));
    return static_cast<Var>(types.size() - 1);
  }
  VarType operator[](Var v) const { return types[static_cast<uint32_t>(v)]; }
};

/// The flags of an operation in plan/ops.def, which explains each.
enum OpFlags : uint8_t {
  Stores = 1,
  Changes = 2,
  Control = 4,
  Counts = 8,
  Steps = 16,
  LengthSecond = 32,
  AddsCells = 64
};
struct OpRow {
  std::string_view name; ///< the operation's name in a printed plan
  uint8_t bodies;        ///< the least number of bodies that a statement has
  uint8_t flags;
};
inline constexpr OpRow op_rows[] = {
#define OP(Name, method, spelling, bodies, flags, ...) {spelling, bodies, flags},
#include "jit/plan/ops.def"
#undef OP
};
constexpr const OpRow& op_row(Op op) { return op_rows[static_cast<size_t>(op)]; }
constexpr bool has_flag(Op op, unsigned flags) { return op_row(op).flags & flags; }

/// Returns the plan as an S-expression. Reading that text with read_plan and printing it again gives the same text.
std::string print_plan(const Plan& plan);
/// Reads a printed plan into `out`, with Nova's own reader. Returns false if the text is no plan or fails check_plan;
/// `error` then holds the reason, and `out` is unchanged.
bool read_plan(const std::string& text, Plan& out, std::string& error);

/// Returns a message on the first rule that the plan breaks, or "" if it breaks none. The rules: each variable is
/// bound once, in scope where it is used, and of the right type; each statement has the right number of parts. Runs
/// after every pass.
std::string check_plan(const Plan& plan);

/// Whether any statement of the plan or of its functions adds cells to a region.
bool makes_cells(const Plan& plan);
/// Whether the statement itself adds cells to a region. Its bodies and the functions that it calls do not count.
inline bool makes_cell(const Stm& s) { return has_flag(s.op, AddsCells); }
/// Whether the operation returns its last arguments, which are columns, with some elements replaced.
constexpr bool changes(Op op) { return has_flag(op, Changes); }
/// Whether the operation writes the columns that it returns to memory, in place of returning existing columns.
constexpr bool stores(Op op) { return has_flag(op, Stores | Changes); }
/// Whether the statement may make columns, not counting the functions that it calls. True for Iota, Copy, and every
/// statement with bodies except If and Loop, even for a reduction to scalars.
bool makes_columns(const Stm& s);

/// Sets the flag `recursive` of each function, and the flags `plain`, `allocates` and `makes_cells` of each Call.
void mark_calls(Plan& plan);

/// Returns for each function of the plan whether it is called at the host's level (outside of kernels), directly or
/// by another such function. Only such functions let threads share calls: within a kernel the threads share the
/// elements already.
std::vector<bool> functions_on_host(const Plan& plan);

/// Returns the body that computes the lengths of the columns in the statement's state or elements; null if the
/// statement has none.
inline const Body* sizes_of(const Stm& s) {
  return s.op == Op::Each || s.bodies.size() > op_row(s.op).bodies + size_t{s.after} ? &s.bodies.back()
                                                                                     : nullptr;
}

/// Returns those arguments of a Reduce, Accumulate, Scan or ScanScatter that are its initial state.
inline std::span<const Var> initial_state(const Stm& s) {
  const size_t n = s.op == Op::Scan || s.op == Op::ScanScatter ? s.bodies[0].results.size() : s.outs.size();
  return std::span(s.args).subspan(1, n);
}

/// Returns the body of a Scan or ScanScatter that computes what is stored from a running value; null if the running
/// values themselves are stored.
inline const Body* after_of(const Stm& s) { return s.after && s.bodies.size() > 2 ? &s.bodies[2] : nullptr; }

/// Returns the built-in that the body `join` applies to component k of its two states to get component k of the
/// result. Returns nothing if the body computes that component in another way. With `any_order` the built-in may also
/// take the two components in swapped order.
std::optional<BuiltinId> joined_by(const Body& join, size_t k, bool any_order = false);

/// Whether the bodies of the operation run as part of the enclosing code, so that the operation does not become a
/// kernel.
constexpr bool is_control(Op op) { return has_flag(op, Control); }

/// Calls f on the body and the sizes of every function, and then on the plan's own body.
template <class P, class F> void for_each_root(P& plan, F&& f) {
  for (auto& function : plan.functions) f(function.body), f(function.sizes);
  f(plan.body);
}

/// Returns all variables that the body and its inner bodies bind, its parameters first.
std::vector<Var> bound_variables(const Body& b);

/// Calls f on every statement of the body and of its inner bodies, in order, outer before inner.
template <class B, class F> void for_each_stm(B& body, F&& f) {
  for (auto& s : body.stms) {
    f(s);
    for (auto& inner : s.bodies) for_each_stm(inner, f);
  }
}

} // namespace nova::plan

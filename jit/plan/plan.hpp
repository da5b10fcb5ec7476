// The plan: a first-order program over scalars and columns that says what an array expression computes, with no word on
// how a machine does it. `lower` makes it from concrete Core, the passes rewrite it, `emit` prints kernels from it, and
// plan/eval.hpp gives it its meaning.
//
// What it is not: it has no nested data. A Nova value is spread over several variables (see Flat below), so that a
// vector of tuples is one column per field, and a nested vector is offsets and a flat column.
//
// Letters: a Var is one scalar or one column. A Stm binds `outs` by one operation. A Body is parameters, statements in
// order, and results. Every variable is bound exactly once in a whole plan (SSA), by a Stm or as a parameter; a body
// sees what is bound above it, in its own and in the enclosing bodies.
//
// Arrays are index functions: Map, Reduce, Scan and Filter count i from 0 to n and their body says what element i is,
// reading columns anywhere. So a producer is fused into its consumer by putting its body where the consumer reads
// (Svensson et al.'s pull arrays, meta-repa section 2.1), and gather, slice, reverse and zip are index arithmetic.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/source/source.hpp"
#include "runtime/element.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nova::plan {

enum class Var : uint32_t {};

/// A scalar of an element type, or a column of them: a place in memory without a length (lengths are int scalars).
struct VarType {
  Element element = Element::I64;
  bool column = false;
  bool operator==(const VarType&) const = default;
};

/// What a statement does: a row of plan/ops.def, where arguments, bodies and outs of each stand.
///
/// A state of Reduce, Accumulate and Scan may hold columns. One more body, the last, then says how long each of
/// them is: (s ..) -> (length ..); a Loop may have one. For each column of an element Each and Scan give offsets (as
/// Rows) and the rows one after the other.
enum class Op : uint8_t {
#define OP(Name, ...) Name,
#include "jit/plan/ops.def"
#undef OP
  Count_
};

/// How a reduction groups (docs/shapes.md).
enum class Shape : uint8_t { Ordered, Lane };

/// On a row's loop: which threads make the row. BySize: its length decides. No result depends on the choice.
enum class Strategy : uint8_t { BySize, Thread, Warp, Block, Flat };
/// What a plan's text calls it; "" for BySize.
std::string_view strategy_word(Strategy s);
/// The one that a built-in asks for.
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
  BuiltinId builtin{};            ///< Scalar
  Element element = Element::I64; ///< Scalar: of the operands; Constant: of the value
  uint64_t bits = 0;              ///< Constant: as Value::bits()
  Shape shape = Shape::Ordered;   ///< Reduce
  bool start = false;     ///< Reduce: `init` is joined on the left; otherwise n = 0 has failed a Check before
  bool exclusive = false; ///< Scan
  bool after =
      false; ///< Scan: bodies[2] says what is stored; no state then holds columns. Always of ScanScatter
  uint32_t site = 0;        ///< Check, Call, Cell, Append: index into Plan::sites
  uint32_t function = 0;    ///< Call: index into Plan::functions
  bool plain = false;       ///< Call: it is arithmetic alone, which cannot fail (found by mark_calls)
  bool allocates = false;   ///< Call: it makes columns (likewise)
  bool makes_cells = false; ///< Call: it makes cells (likewise)
  bool splits =
      false; ///< Filter, in a GPU's plan: behind its outs, of which `kept` are columns, and its elements come how
             ///< many are not kept, their columns and elements
  uint32_t kept = 0;
  Strategy strategy = Strategy::BySize; ///< of a loop over a row; of others it says nothing
  Span span{};                          ///< the source form
};

/// A place where a plan may fail. The tier runs the form again in the interpreter then, which reports the error that comes
/// first in evaluation order, with its stack.
inline constexpr std::string_view out_of_room =
    "room"; ///< the code of their sites: the run is made again with more
struct Site {
  std::string code; ///< "E0402"
  Span span;
};

/// A function that stays one, because it calls itself or is used often. It sees its parameters alone.
struct Function {
  std::string name;
  Body body;
  Body sizes{};           ///< (results ..) -> (length ..): how long the columns among them are
  bool recursive = false; ///< it may call itself, by others too (found by mark_calls)
};

/// The inputs that hold the cells of a recursive type, or elements of vectors in those, at most `room` of them: each has
/// a place in all columns, from 0 on. Cell and Append add some; what is there never changes, and all of it is there before the run that reads it.
struct Region {
  Var room{}, count{};
  std::vector<Var> columns;
};

struct Plan {
  std::vector<Function> functions;
  std::vector<Region> regions;
  Body body;                      ///< params: the inputs, flat; results: the value, flat
  std::vector<VarType> types;     ///< by Var
  std::vector<std::string> names; ///< by Var: what the source calls it, or empty
  std::vector<Site> sites;
  bool in_function =
      false; ///< a function's body stands in the place of `body` for a pass that looks at one body

  Var make(VarType type, std::string name = {}) {
    types.push_back(type), names.push_back(std::move(name));
    return static_cast<Var>(types.size() - 1);
  }
  VarType operator[](Var v) const { return types[static_cast<uint32_t>(v)]; }
};

/// What plan/ops.def says of an operation beside its meaning.
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
  std::string_view name; ///< as `--dump plan` prints and reads it
  uint8_t bodies;        ///< how many a statement has at least
  uint8_t flags;
};
inline constexpr OpRow op_rows[] = {
#define OP(Name, method, spelling, bodies, flags, ...) {spelling, bodies, flags},
#include "jit/plan/ops.def"
#undef OP
};
constexpr const OpRow& op_row(Op op) { return op_rows[static_cast<size_t>(op)]; }
constexpr bool has_flag(Op op, unsigned flags) { return op_row(op).flags & flags; }

/// A plan as an S-expression, and back (the reader is Nova's own). Printing, reading and printing gives the same text.
std::string print_plan(const Plan& plan);
/// Nothing, and why in `error`, where the text is no plan.
bool read_plan(const std::string& text, Plan& out, std::string& error);

/// The first rule of the list above that the plan breaks (a variable unbound, bound twice or of the wrong type, a
/// wrong number of parts), or "" if it is sound. Runs after every pass.
std::string check_plan(const Plan& plan);

/// Does it add cells?
bool makes_cells(const Plan& plan);
/// Does the statement itself add one?
inline bool makes_cell(const Stm& s) { return has_flag(s.op, AddsCells); }
/// Does it make columns of those that its arguments end with, by other elements in some places?
constexpr bool changes(Op op) { return has_flag(op, Changes); }
/// Does it store the columns that it makes in memory of their own?
constexpr bool stores(Op op) { return has_flag(op, Stores | Changes); }
/// Does the statement itself make a column?
bool makes_columns(const Stm& s);

/// Says of each function whether it calls itself, and of each Call whether it is plain.
void mark_calls(Plan& plan);

/// The functions that are called otherwise than by kernels' elements, by which threads share the work
/// already.
std::vector<bool> functions_on_host(const Plan& plan);

/// The body that says how long the columns of a state or element are; null where there are none.
inline const Body* sizes_of(const Stm& s) {
  return s.op == Op::Each || s.bodies.size() > op_row(s.op).bodies + size_t{s.after} ? &s.bodies.back()
                                                                                     : nullptr;
}

/// The state before the first element of a Reduce, Accumulate, Scan or ScanScatter.
inline std::span<const Var> initial_state(const Stm& s) {
  const size_t n = s.op == Op::Scan || s.op == Op::ScanScatter ? s.bodies[0].results.size() : s.outs.size();
  return std::span(s.args).subspan(1, n);
}

/// The body of a Scan that says what is stored; null where that is the running values.
inline const Body* after_of(const Stm& s) { return s.after && s.bodies.size() > 2 ? &s.bodies[2] : nullptr; }

/// The built-in that alone joins component k of two states, in order (or in any); nothing where that is not so.
std::optional<BuiltinId> joined_by(const Body& join, size_t k, bool any_order = false);

/// Do its bodies run where it stands itself, and not inside of a kernel?
constexpr bool is_control(Op op) { return has_flag(op, Control); }

/// Calls f on every function's body, and then on the plan's own.
template <class P, class F> void for_each_root(P& plan, F&& f) {
  for (auto& function : plan.functions) f(function.body), f(function.sizes);
  f(plan.body);
}

/// All that the body binds, its parameters first.
std::vector<Var> bound_variables(const Body& b);

/// Calls f on every statement, outer before inner, in order.
template <class B, class F> void for_each_stm(B& body, F&& f) {
  for (auto& s : body.stms) {
    f(s);
    for (auto& inner : s.bodies) for_each_stm(inner, f);
  }
}

} // namespace nova::plan

// Core: the typed intermediate language. The checker makes open Core from Expr. Its types may contain variables, and
// each use of a generalised name has an `instance`: the types that replace the quantified variables at this use.
// `monomorphise` makes concrete Core from it, which the interpreter runs and the other tiers lower.
//
//   Const        literal in open Core, constant in concrete Core
//   Local        var; open: `instance` where the variable is generalised. concrete: slot
//   Global       global, `instance`;          concrete: number = index into the Monomorphiser's globals
//   Builtin      builtin as a function value  (its type determines the instance)
//   Constructor  number = constructor, as a function value or a constant
//   Apply        items[0] applied to items[1..] (1 or more, perhaps fewer or more than the callee takes)
//   Primitive    builtin with all its arguments = items
//   Construct    number = constructor, items = all its fields
//   Tuple Project(number) If(3 items) Vector  as in Expr, whose Index is the Primitive `!`
//   Let          var = items[0] in items[1]   (a let of a pattern is a Match); `quantified`: its type variables
//   LetRec       vars = items[0..n-1] (Lambdas) in items[n]; `quantified` as above
//   Lambda       vars = parameters (1 or more), items[0] = body. That of a CUDA text with a reference: global = the
//                text, items[0] = the reference's call; of a CUDA kernel: items[1] = its geometry, the tuple
//                (length of each result .. threads block bytes)
//   Match        items[0] = scrutinee, arms (with typed patterns), tried in order
//   Assign While For Sequence                 as in Expr
//   Foreign      global = the foreign function, items = all its arguments. Only the Lambda that is the value of a
//                foreign function has one
//
// Concrete Core has a few differences. The functions of a LetRec are known where they are called, so they need no
// slot. A Local that names such a function has `function` (its Lambda) and `frame.captures` (the slots of this frame
// that the Lambda captures). All functions of one LetRec capture the same variables. A Const of a string keeps its
// `literal`. Every variable is bound once and has a slot of its own.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/core/expr.hpp"
#include "frontend/core/types.hpp"
#include "runtime/array.hpp"
#include "runtime/value.hpp"
#include <algorithm>
#include <deque>
#include <memory>

namespace nova {

/// The kinds of nodes. Those of control forms, such as While, come from the table of forms.
enum class CoreKind : uint8_t {
  Const,
  Local,
  Global,
  Builtin,
  Constructor,
  Apply,
  Primitive,
  Construct,
  Tuple,
  Project,
  Vector,
  Let,
  LetRec,
  Lambda,
  Match,
  Assign,
  Sequence,
  Foreign,
#define NOVA_NODE(Name, ...) Name,
#include "frontend/core/forms.def"
#undef NOVA_NODE
};

/// The flags of a control form's node in forms.def, which explains each.
enum NodeFlag : uint8_t { Repeats = 1, Binds = 2 };

/// Whether the node's row in forms.def has the flag. Other nodes have no row.
constexpr bool has_flag(CoreKind kind, NodeFlag flag) {
  switch (kind) {
#define NOVA_NODE(Name, name, rule, word, flags)                                                             \
  case CoreKind::Name:                                                                                       \
    return (flags)&flag;
#include "frontend/core/forms.def"
#undef NOVA_NODE
  default: return false;
  }
}

/// A typed pattern. The items of a Constructor are the patterns of its fields, always one for each field.
struct CorePattern {
  enum Kind : uint8_t { Wildcard, Variable, Literal, Tuple, Constructor } kind = Wildcard;
  TypeId type{};
  Span span;
  VarId var{};
  uint32_t slot = 0; ///< concrete Variable: its frame slot
  uint32_t constructor = 0;
  const Datum* literal = nullptr;
  Value constant; ///< concrete Literal: its value
  std::vector<CorePattern> items;
};

struct Core;
struct CoreArm {
  CorePattern pattern;
  Core* body = nullptr;
};

/// The layout of a concrete lambda's frame.
struct CoreFrame {
  uint32_t size = 0;              ///< number of slots: parameters, captured variables, then locals
  std::vector<uint32_t> captures; ///< slots of the enclosing frame whose values are copied, in order
};

struct Core {
  CoreKind kind = CoreKind::Const;
  bool tail = false; ///< concrete Apply: whether it is in tail position of its lambda
  bool sets = false; ///< concrete: whether it contains an Assign that is in no inner lambda
  BuiltinId builtin{};
  TypeId type{};
  Span span;
  /// Construct, Constructor: index of the constructor. Project: position of the item. Concrete Global: index into the
  /// Monomorphiser's globals. Reductions: 1 for the lane shape. join-by: 1 if its second function comes first.
  /// tabulate: 1 if its function takes the indices one after the other.
  uint32_t number = 0;
  uint32_t slot = 0; ///< concrete Local, Let, Assign, For: the variable's slot in the frame
  VarId var{};
  GlobalId global{};
  const Datum* literal = nullptr;
  Value constant;
  std::vector<Core*> items;
  std::vector<TypeId> instance;   ///< Local, Global: the types that replace the quantified variables here
  std::vector<TypeId> quantified; ///< Let, LetRec: the type variables that each use replaces by types
  std::vector<VarId> vars;        ///< Lambda: parameters; LetRec: the functions
  std::vector<CoreArm> arms;
  Core* function = nullptr; ///< concrete Local: the Lambda of a LetRec that it names
  CoreFrame frame;          ///< concrete Lambda: its frame; Local with `function`: only the captures
  std::string name;         ///< concrete Lambda: its name in call stacks and in `<fun>`
};

/// Whether the expression evaluates some of its items several times: a while or a for.
inline bool repeats_items(const Core& c) { return has_flag(c.kind, Repeats); }
/// Whether `var` is a new variable in the last item, of the first item's type: a let or a for.
inline bool binds_variable(const Core& c) { return c.kind == CoreKind::Let || has_flag(c.kind, Binds); }

/// A definition's type: `forall quantified. type`. The classes of a variable are stored in the variable itself.
struct Scheme {
  std::vector<TypeId> quantified;
  TypeId type{};
};

struct CoreGlobal {
  Scheme scheme;
  Core* value = nullptr; ///< null for foreign functions, inputs, and definitions with errors
  bool checked = false, failed = false;
};

/// A typed top-level form, in the order of running.
struct CoreTop {
  /// CompileNow: the tiers compile the function `value` before it is called.
  enum Kind : uint8_t { Define, Expression, CompileNow } kind = Expression;
  Span span;
  std::vector<GlobalId> globals;
  Core* value = nullptr;
  TypeId type{};
  std::string
      open_type{}; ///< the type with its variables, if it is kept open: `type` is one of its instances
};

/// Owns the Core nodes of a session. `globals` is indexed by GlobalId. A rollback (`forget`) removes all that was
/// made after a mark.
struct CoreProgram {
  std::deque<Core> nodes;
  std::deque<CoreGlobal> globals;
  Core* make(CoreKind kind, TypeId type, Span span) {
    Core& c = nodes.emplace_back();
    c.kind = kind, c.type = type, c.span = span;
    return &c;
  }
  struct Mark {
    size_t nodes, globals;
  };
  Mark mark() const { return {nodes.size(), globals.size()}; }
  void forget(const Mark& m) { nodes.resize(m.nodes), globals.resize(std::min(m.globals, globals.size())); }
};

/// Returns a Core expression as an S-expression with types (`--dump core`).
std::string print_core(const Core& c, const Program& program, const Types& types, const Symbols& symbols);

} // namespace nova

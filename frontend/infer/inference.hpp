// What inference knows: of the session, and of the definition at hand. The functions that infer take it, and
// are declared by topic: expressions.hpp, calls.hpp, deferred.hpp, definitions.hpp, errors/.
//
// The method is Hindley and Milner's with levels. This header is the room's inside; the rest of Nova sees
// frontend.hpp and check.hpp.
//
//   level     how many let right sides surround the expression; variables above it are generalised
//   effect    the node of what the enclosing function may do
//   hint      the type that the context is about to demand (it always unifies afterwards): literals and lambdas
//             start from it, so that errors lie deep inside and literals cost no variable
//   pending   meanings that wait for a type (language.md section 2), settled at latest when the definition ends
#pragma once
#include "frontend/infer/declared_types.hpp"
#include "frontend/infer/errors/why.hpp"
#include "frontend/infer/scheme.hpp"
#include "frontend/infer/signatures.hpp"
#include "frontend/state/frontend.hpp"
#include <unordered_set>

namespace nova {

inline constexpr TypeId no_type{UINT32_MAX};

/// A definition's number, as an index.
constexpr uint32_t index_of(GlobalId g) { return static_cast<uint32_t>(g); }

/// A meaning that waits for a type.
struct Pending {
  enum Kind : uint8_t {
    Call,    ///< (e): a is e's type, b the result
    Reduce,  ///< (reduce f x): a is what f combines, b is x's type, c the result
    Rank,    ///< a container's rank a
    Dims,    ///< b indexes or measures a vector of rank a: int for 1, a tuple of n ints for n
    Rows,    ///< elements b of a vector of rank a: rows of c for rank 1, else c itself
    Project, ///< e.n: a is e's type, b the result
    Unzip    ///< a is the element type, b the result
  } kind;
  TypeId a{}, b{}, c{};
  Core* node = nullptr;
  EffectId effect{}; ///< of the enclosing function
  Why why{};
  Span form{}; ///< what a macro has written around it
};

/// A call with two arguments whose first is an operator: meant as `(operator callee second)`?
struct Infix {
  TypeId function; ///< what the callee was taken for
  Span span;
  std::span<const Expr* const> items;
  bool reported = false;
};

/// A variable for all fields of a constructor: a tuple of `parts` (unit if there are none).
struct Rebinding {
  VarId variable{};
  TypeId type{};
  std::vector<VarId> parts;
  Span span;
};

/// How far inference has come with a definition.
enum class CheckState : uint8_t { Unchecked, Open, Checked, Failed };

/// What is known of a local variable.
struct LocalInfo {
  TypeId type = no_type;
  uint32_t poly = 0; ///< index into Inference::polys, 0: not generalised
  bool open = false; ///< a function of a group that is being inferred
};

/// What is known of a definition.
struct GlobalInfo {
  CheckState state = CheckState::Unchecked;
  TypeId type{}; ///< Open
  Poly poly;
};

/// What is known of the definition, or the expression at top level, that is being inferred.
struct OpenDefinition {
  Span span;
  uint32_t level = 1;
  EffectId effect{};
  TypeScope scope;
  std::vector<Pending> pending;
  std::vector<Rebinding> rebindings;
  std::vector<Infix> infixes;
  std::unordered_set<TypeId> unknown; ///< types that were asked for in vain: each is reported once
  std::vector<Core*> numerals;        ///< integer literals whose range depends on a type still unknown
  std::vector<Core*> reductions;      ///< whose shape is decided when the types are known
  std::vector<std::pair<TypeId, Span>> files; ///< types that a file is read at
  std::vector<Core*> open_uses;               ///< of functions of the groups being inferred
  uint32_t first_variable = 0;
  uint32_t errors = 0, type_errors_before = 0;
  uint32_t vectors = 0;  ///< vector literals around the expression
  bool poisoned = false; ///< uses something that had errors: left out, without a word
};

/// The state of inference for a session, and small makers of nodes and types.
struct Inference {
  explicit Inference(Frontend& f);

  CheckState state(GlobalId g) const {
    return index_of(g) < globals.size() ? globals[index_of(g)].state : CheckState::Unchecked;
  }
  /// Steps of all walks over types so far, and of what waits for a type.
  uint64_t visits() const { return type_visits + work.done; }
  LocalInfo& local_info(VarId v);
  GlobalInfo& global_info(GlobalId g);

  Core* make(CoreKind kind, TypeId type, Span span) { return f.core.make(kind, type, span); }
  Core* make(CoreKind kind, TypeId type, Span span, std::vector<Core*> items);
  Core* unit(Span span);
  Core* local_use(VarId v, TypeId type, Span span);
  VarId fresh_variable(TypeId type, Span span);
  TypeId fresh(Classes classes = 0) { return f.types.fresh(def.level, classes); }

  TypeId prim(Element e) const { return f.types.prim(e); }
  TypeId resolve(TypeId t) const { return t == no_type ? t : f.types.resolve(t); }
  bool is(TypeId t, TypeKind k) const { return t != no_type && f.types.is(t, k); }
  bool is_function(TypeId t) const { return f.types.is(t, TypeKind::Fun); }
  /// The hint where it says something, else the type of what stood before in the same place.
  TypeId hint_or(TypeId hint, TypeId type) const {
    return hint == no_type || is(hint, TypeKind::Var) ? type : hint;
  }

  Frontend& f;
  Effects effects;
  TypeWork work;
  uint64_t type_visits = 0; ///< of the definitions before
  Unifier unifier;
  Generaliser schemes;
  TypeReader reader;
  Signatures signatures;
  std::vector<LocalInfo> locals;  ///< by VarId
  std::deque<GlobalInfo> globals; ///< by GlobalId
  std::deque<Poly> polys;         ///< of generalised locals
  size_t prelude_checked = 0;     ///< definitions of the prelude
  bool every_type = false;        ///< of the last expression: see Checker::has_every_type
  OpenDefinition def;
  const Datum* nil;
};

} // namespace nova

// The state of inference, for the session and for the current definition. The functions that infer take it as a
// parameter. They are declared by topic: expressions.hpp, calls.hpp, deferred.hpp, definitions.hpp, errors/.
//
// The method is Hindley and Milner's with levels. This header is private to this folder; the rest of Nova includes
// frontend.hpp and check.hpp.
//
//   level     how many right sides of lets and definitions surround the expression. At the end of a right side, the
//             type variables of its level are generalised
//   effect    the node of the effect graph for what the enclosing function may do
//   hint      the type that the context expects, with which the result is always unified afterwards. Literals and
//             lambdas start from it, so that errors are reported at inner expressions, and a literal with a hint
//             needs no type variable
//   pending   deferred constraints, for meanings that depend on types not known yet (language.md section 2). They are
//             solved at the latest when the definition ends
#pragma once
#include "frontend/infer/check.hpp"
#include "frontend/infer/declared_types.hpp"
#include "frontend/infer/errors/why.hpp"
#include "frontend/infer/scheme.hpp"
#include "frontend/infer/signatures.hpp"
#include "frontend/state/frontend.hpp"
#include <unordered_set>

namespace nova {

inline constexpr TypeId no_type{UINT32_MAX};

/// Returns a definition's id as an index into tables of definitions.
constexpr uint32_t index_of(GlobalId g) { return static_cast<uint32_t>(g); }

/// A deferred constraint. It decides what an expression means as soon as the types that this depends on are known.
struct Pending {
  enum Kind : uint8_t {
    Call,    ///< (e): a is e's type, b the result's type
    Reduce,  ///< (reduce f x): a is the type that f combines, b x's type, c the result's type
    Rank,    ///< a is the rank of a vector; its default is 1
    Dims,    ///< a is a vector's rank, b the type of its index or dimensions: int, or a tuple of a ints
    Rows,    ///< a is a vector's rank, b its element type, which is `vector c` for rank 1, else c
    Slices,  ///< (unstack k m): a is m's rank, b its element type, c the type of a slice
    Stack,   ///< (stack k vs): a is the type of a slice, c the result's type
    Project, ///< e.n: a is e's type, b the result's type
    Unzip,   ///< (unzip v): a is the type of v's elements, b the result's type
    Field,   ///< e.x: a is e's type, b the result's type
    With     ///< (with e (x e1) ..): a is e's type
  } kind;
  TypeId a{}, b{}, c{};
  Core* node = nullptr;
  EffectId effect{}; ///< the effect of the enclosing function
  Why why{};
  Span form{}; ///< for messages: the enclosing form that a macro generated, if there is one
};

/// A call with two arguments of which the first is an operator, such as (n = 0). Perhaps (= n 0) was meant.
struct Infix {
  TypeId function; ///< the callee's type
  Span span;
  std::span<const Expr* const> items;
  bool reported = false;
};

/// A pattern's variable that stands for all fields of a constructor together. Its value is the tuple of the variables
/// `parts`, or unit if there are none.
struct Rebinding {
  VarId variable{};
  TypeId type{};
  std::vector<VarId> parts;
  Span span;
};

/// The progress of inference with a definition.
enum class CheckState : uint8_t { Unchecked, Open, Checked, Failed };

/// What inference knows about a local variable.
struct LocalInfo {
  TypeId type = no_type;
  uint32_t poly = 0;           ///< index into Inference::polys; 0: not generalised
  bool open = false;           ///< whether it is a function of a LetRec whose types are being inferred
  const Core* value = nullptr; ///< what a let binds it to; null for other variables
};

/// What inference knows about a definition.
struct GlobalInfo {
  CheckState state = CheckState::Unchecked;
  TypeId type{}; ///< of an Open definition: its type so far
  Poly poly;
};

/// The state of inference for the current definition or top-level expression.
struct OpenDefinition {
  Span span;
  uint32_t level = 1;
  EffectId effect{};
  TypeScope scope;
  std::vector<Pending> pending;
  std::vector<Rebinding> rebindings;
  std::vector<Infix> infixes;
  std::unordered_set<TypeId> unknown; ///< types reported as unknown; each is reported once
  std::vector<Core*> numerals;        ///< integer literals whose range is checked when their types are known
  std::vector<Core*> reductions;      ///< reductions whose shapes are decided at the definition's end
  std::vector<std::pair<TypeId, Span>> files; ///< types at which files are read or written, and where
  std::vector<Core*> open_uses;               ///< uses of functions whose own group is being inferred
  /// The largest number of arguments with which local variables are called, and the lets whose calls are in there.
  std::unordered_map<VarId, size_t> call_arguments;
  std::unordered_set<const Expr*> calls_noted;
  uint32_t first_variable = 0;
  uint32_t errors = 0, type_errors_before = 0;
  uint32_t vectors = 0;  ///< how many vector literals surround the expression
  bool poisoned = false; ///< whether the definition uses something with errors, so that it fails silently
};

/// The state of inference for a session, with short functions that make nodes and types.
struct Inference {
  explicit Inference(Frontend& f);

  CheckState state(GlobalId g) const {
    return index_of(g) < globals.size() ? globals[index_of(g)].state : CheckState::Unchecked;
  }
  /// Returns how many steps all walks over types, and over deferred constraints, have taken so far.
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
  /// Returns the hint. If it is absent or a variable, returns `type`, the type of an earlier branch, arm or element.
  TypeId hint_or(TypeId hint, TypeId type) const {
    return hint == no_type || is(hint, TypeKind::Var) ? type : hint;
  }

  Frontend& f;
  Effects effects;
  TypeWork work;
  uint64_t type_visits = 0; ///< steps of walks for the definitions before the current one
  Unifier unifier;
  Generaliser schemes;
  TypeReader reader;
  Signatures signatures;
  std::vector<LocalInfo> locals;  ///< indexed by VarId
  std::deque<GlobalInfo> globals; ///< indexed by GlobalId
  std::deque<Poly> polys;         ///< types of generalised local variables
  size_t prelude_checked = 0;     ///< how many prelude definitions are checked
  bool every_type = false;        ///< whether the last expression never returns: see Checker::has_every_type
  WhenOpen when_open = WhenOpen::Error; ///< see Checker::set_open_types
  std::string open_type;                ///< the type of the last expression, if it is open and kept so
  OpenDefinition def;
  const Datum* nil;
};

} // namespace nova

// Expr: the syntax tree after macro expansion. All macros are expanded, every name is resolved, and every core form
// is a node. Types stand only where the user wrote them. The expander makes it, and the checker reads it.
//
//   Literal      literal                            42 1.0 #\a "text" nil true
//   Local        var                                a parameter or a let's variable
//   Global       global                             a top-level definition
//   Builtin      builtin                            a row of frontend/builtins/*.def
//   Constructor  sum, constructor                   as a value (a function of its fields, if it has any)
//   Apply        items[0] items[1..]                `(f x y)`. `(e)` is a call of e if e takes unit, or else e
//   Tuple        items
//   Project      items[0], number                   e.n
//   Field        items[0], literal = the name       e.x, a field of a record, or of all records of a vector
//   With         items[0], items[1..], literal      (with e (x e1) ..): literal has the names, a Datum each in its items
//   Index        items[0], items[1]                 v!i
//   If           items[0..2]                        without else: two items
//   Let          bindings, items[0] = body          each binding is visible in the later ones
//   LetRec       bindings (variables to lambdas), items[0] = body; NOVA's mu is a LetRec of one binding
//   Lambda       parameters, type of the result, items[0] = body; without parameters it takes unit
//   Match        items[0] = scrutinee, arms
//   Vector       items                              [a b c]
//   Assign       var, items[0]                      (set! x e)
//   While        items[0] = condition, items[1] = body
//   For          var, items[0..1] = from, to (exclusive), the step if there is one, the last item = body
//   Sequence     items                              all values but the last are dropped
//   Ascribe      items[0], type                     (e : t)
//
// An Apply or Ascribe that a comprehension made has a number other than 0, so that messages speak of the
// comprehension. That of a join-by is 2 if its second function makes the left side of the filter (= l r), else 1.
#pragma once
#include "frontend/read/datum.hpp"
#include "frontend/source/source.hpp"
#include "frontend/source/symbol.hpp"
#include "runtime/foreign/function.hpp"
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace nova {

enum class VarId : uint32_t {};      ///< number of a local variable, unique in the session
enum class GlobalId : uint32_t {};   ///< number of a top-level definition
enum class BuiltinId : uint16_t;     ///< a built-in (frontend/core/builtin.hpp)
enum class TypeDeclId : uint32_t {}; ///< number of a declared type (sum or abbreviation)

/// A type as the user wrote it, with its names resolved.
struct TypeExpr {
  enum Kind : uint8_t {
    Prim,
    Variable,
    Tuple,
    Fun,
    Vector,
    Named,
    Unknown ///< a type with an error, which is reported; it fits any type
  } kind = Prim;
  Element element = Element::Unit; ///< of a Prim
  uint32_t rank = 1;               ///< of a Vector; 0: the type variable `name`
  Symbol name{};                   ///< of a Variable; of a Named type, for messages
  TypeDeclId decl{};               ///< of a Named type
  Span span;
  std::vector<TypeExpr> items; ///< of a Tuple; Fun: parameter, result; Vector: element; Named: arguments
};

struct Pattern {
  enum Kind : uint8_t {
    Wildcard,
    Variable,
    Literal,
    Tuple,
    Constructor, ///< (C p q): one pattern per field, or one pattern for the tuple of all fields
    /// Of an arm (C x body) of a `case`. items[0] matches the only field, the tuple of several fields, or nil.
    Whole
  } kind = Wildcard;
  Span span;
  VarId var{};
  const Datum* literal = nullptr; ///< of a Literal: numeral, char, string, boolean or nil
  TypeDeclId decl{};
  uint32_t constructor = 0;
  std::vector<Pattern> items;
  std::optional<TypeExpr> type; ///< the type t of (x : t)
};

struct Expr;

/// An optional value that few nodes have. A node without it stores only a null pointer.
template <class T> class Rare {
 public:
  Rare& operator=(T value) { return value_ = std::make_unique<T>(std::move(value)), *this; }
  explicit operator bool() const { return value_ != nullptr; }
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

/// A vector that is empty in most nodes. An empty one takes only a null pointer.
template <class T> class RareRow {
 public:
  void push_back(T x) { own().push_back(std::move(x)); }
  void reserve(size_t n) { own().reserve(n); }
  bool empty() const { return size() == 0; }
  size_t size() const { return row_ ? row_->size() : 0; }
  T& operator[](size_t i) { return (*row_)[i]; }
  const T& operator[](size_t i) const { return (*row_)[i]; }
  T& back() { return row_->back(); }
  const T* begin() const { return row_ ? row_->data() : nullptr; }
  const T* end() const { return begin() + size(); }

 private:
  std::vector<T>& own() { return row_ ? *row_ : *(row_ = std::make_unique<std::vector<T>>()); }
  std::unique_ptr<std::vector<T>> row_;
};

struct Binding {
  Pattern pattern; ///< in a LetRec always a Variable
  const Expr* value = nullptr;
};

struct Arm {
  Pattern pattern;
  const Expr* body = nullptr;
};

/// The kinds of nodes. Those of control forms, such as While, come from the table of forms.
enum class ExprKind : uint8_t {
  Literal,
  Local,
  Global,
  Builtin,
  Constructor,
  Apply,
  Tuple,
  Project,
  Field,
  With,
  Index,
  Let,
  LetRec,
  Lambda,
  Match,
  Vector,
  Assign,
  Sequence,
  Ascribe,
#define NOVA_NODE(Name, ...) Name,
#include "frontend/core/forms.def"
#undef NOVA_NODE
};

struct Expr {
  ExprKind kind = ExprKind::Literal;
  Span span;
  const Datum* literal = nullptr;
  VarId var{};
  GlobalId global{};
  BuiltinId builtin{};
  TypeDeclId decl{}; ///< Constructor: its sum type
  /// Constructor: its index. Project: the item's position. Apply, Ascribe: not 0 if a comprehension made it.
  uint32_t number = 0;
  std::vector<const Expr*> items;
  RareRow<Binding> bindings;   ///< of a Let or LetRec
  RareRow<Pattern> parameters; ///< of a Lambda
  RareRow<Arm> arms;           ///< of a Match
  Rare<TypeExpr> type;         ///< of a Lambda: its written result type; of an Ascribe: the written type
};

struct Variable {
  Symbol name{};
  Span span;
  bool assigned = false; ///< whether some `set!` assigns it
  bool used = false;     ///< whether its value is used, or it is assigned
};

/// A constructor of a declared type.
struct ConstructorId {
  TypeDeclId type{};
  uint32_t number = 0;
  bool operator==(const ConstructorId&) const = default;
};

/// A type declaration as the user wrote it.
struct TypeDecl {
  Symbol name{}; ///< of a sum in place: its text
  Span span;
  std::vector<Symbol> parameters;
  struct Constructor {
    Symbol name{};
    Span span;
    std::vector<TypeExpr> fields; ///< if declared with one tuple, as in NOVA: the tuple's items
    bool tuple_declared = false;
    std::vector<Symbol> names = {}; ///< of a record: its fields' names
    std::vector<std::optional<std::string>> titles =
        {}; ///< of a record: its columns' titles, nothing for its name's; empty if all are
    /// The constructors of other types that the name may mean, too: this type or the other one is a sum in place.
    std::vector<ConstructorId> namesakes = {};
  };
  std::vector<Constructor> constructors; ///< of a record: one, with names
  std::optional<TypeExpr> alias;         ///< for an abbreviation, which has no constructors: its type
  bool prelude = false;
  bool failed = false;   ///< whether its form had errors: later forms treat it as undeclared
  bool in_place = false; ///< whether it is a sum in place, (+ (C : t) ..) in an annotation
};

/// Whether this declares the prelude's type of complex numbers.
inline bool is_complex(const TypeDecl& d, const Symbols& symbols) {
  return d.prelude && symbols.text(d.name) == "complex";
}

struct Global {
  Symbol name{};
  std::string module; ///< its module's name, "" at top level
  Span span;          ///< source range of the name
  Span form;          ///< source range of the definition; its documentation is in the lines above
  /// null for inputs, foreign functions, and those of the prelude that are not expanded yet (function `body`); of CUDA
  /// text: its reference, or null
  const Expr* value = nullptr;
  std::optional<TypeExpr> type; ///< of a foreign function or an input, or t of (define (x : t) e)
  std::shared_ptr<ForeignFunction> foreign{}; ///< of a foreign function; null for all others
  Span foreign_text; ///< of a foreign function: its C text, or the name of its library
  /// of a CUDA kernel: a lambda of its arguments that gives (length of each result .. threads block bytes)
  const Expr* geometry = nullptr;
  std::vector<TypeExpr> results{}; ///< of a CUDA kernel: the written types of its results
  enum Kind : uint8_t { Function, Constant, Foreign, Input } kind = Constant;
  bool prelude = false;
  bool failed = false; ///< whether its form had errors: it is left out, and uses cause no further errors
};

/// A top-level form, in order of running.
struct Top {
  enum Kind : uint8_t { Define, Expression, Types, CompileNow } kind = Expression;
  Span span;
  std::vector<GlobalId> globals; ///< Define: the definitions, usually one
  const Expr* value = nullptr;   ///< of an Expression; of a CompileNow: the function
  std::vector<TypeDeclId> types; ///< of Types: the declared types
};

/// Owns what the expander makes. Ids are indices into the deques. Nothing is freed on its own; a rollback (`forget`)
/// removes all that was made after a mark.
struct Program {
  std::deque<Expr> exprs;
  std::deque<Variable> variables;
  std::deque<Global> globals;
  std::deque<TypeDecl> types;
  Program() { variables.emplace_back(), globals.emplace_back(), types.emplace_back(); } // id 0: none

  struct Mark {
    size_t exprs, variables, globals, types;
  };
  Mark mark() const { return {exprs.size(), variables.size(), globals.size(), types.size()}; }
  void forget(const Mark& m) {
    for (size_t k = globals.size(); k-- > m.globals;) named_[globals[k].name].pop_back();
    exprs.resize(m.exprs), variables.resize(m.variables), globals.resize(m.globals), types.resize(m.types);
  }

  GlobalId add_global(Symbol name) {
    const auto id = static_cast<GlobalId>(globals.size());
    globals.emplace_back().name = name;
    named_[name].push_back(id);
    return id;
  }
  /// Returns all definitions that ever had this name, of every module, the oldest first.
  std::span<const GlobalId> named(Symbol name) const {
    const auto at = named_.find(name);
    return at == named_.end() ? std::span<const GlobalId>() : at->second;
  }

  /// Returns the prelude's definition of this name; GlobalId 0 if the prelude has none.
  GlobalId prelude_global(Symbol name) const {
    for (const GlobalId g : named(name))
      if (globals[static_cast<uint32_t>(g)].prelude) return g;
    return {};
  }

  Variable& operator[](VarId v) { return variables[static_cast<uint32_t>(v)]; }
  Global& operator[](GlobalId g) { return globals[static_cast<uint32_t>(g)]; }
  TypeDecl& operator[](TypeDeclId t) { return types[static_cast<uint32_t>(t)]; }
  const Variable& operator[](VarId v) const { return variables[static_cast<uint32_t>(v)]; }
  const Global& operator[](GlobalId g) const { return globals[static_cast<uint32_t>(g)]; }
  const TypeDecl& operator[](TypeDeclId t) const { return types[static_cast<uint32_t>(t)]; }

 private:
  std::unordered_map<Symbol, std::vector<GlobalId>> named_;
};

/// Returns an expression as an S-expression (`--dump expr`). A variable whose name is taken gets a suffix.
std::string print_expr(const Expr& e, const Program& program, const Symbols& symbols);

} // namespace nova

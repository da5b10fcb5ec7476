// Inference: Expr -> open Core with types, by Hindley and Milner's method with levels. This header is the
// checker's inside; the rest of Nova sees frontend.hpp and check.hpp.
//
//   level     how many let right sides surround the expression; variables above it are generalised
//   effect    the node of what the enclosing function may do
//   hint      the type that the caller is about to demand (it always unifies afterwards): literals and
//   lambdas start
//             from it, so that errors lie deep inside and literals cost no variable
//   pending   meanings that wait for a type (language.md section 2), settled at latest when the definition
//   ends
#pragma once
#include "frontend/infer/check.hpp"
#include "frontend/infer/declared_types.hpp"
#include "frontend/infer/report.hpp"
#include "frontend/infer/scheme.hpp"
#include "frontend/state/frontend.hpp"

namespace nova {

inline constexpr TypeId no_type{UINT32_MAX};

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

/// An argument of a call: written, or made by the checker (`core` is set then).
struct Argument {
  const Expr* expr = nullptr;
  Core* core = nullptr;
  Span span;
  bool is_lambda() const { return expr && expr->kind == ExprKind::Lambda; }
};

/// A call of a built-in.
struct Call {
  const BuiltinRow& row;
  Span span, callee;
  std::vector<Argument> arguments;
  bool comprehension = false; ///< made by one
  bool failed = false;        ///< an argument is no vector (reported): its function is not to blame
};

/// An argument that does not fit.
struct Misfit {
  uint32_t argument;
  TypeId expected;
  UnifyFailure failure;
};

/// A call with two arguments whose first is an operator: meant as `(operator callee second)`?
struct Infix {
  TypeId function; ///< what the callee was taken for
  Span span;
  std::span<const Expr* const> items;
  bool reported = false;
};

class Infer {
 public:
  explicit Infer(Frontend& f);
  /// Steps of all walks over types so far, and of what waits for a type.
  uint64_t type_visits() const { return type_visits_ + work_.done; }

  enum class State : uint8_t { Unchecked, Open, Checked, Failed };
  State state(GlobalId g) const {
    return index(g) < globals_.size() ? globals_[index(g)].state : State::Unchecked;
  }
  /// Checks definitions that refer to each other, and fills in their CoreGlobals.
  /// What a limit ends is as if never begun.
  void check_group(std::span<const GlobalId> group);
  /// The typed expression, or null (reported).
  Core* check_expression(const Expr& e);
  bool has_every_type() const { return every_type_; }
  /// A definition without a text.
  void give_type(GlobalId g, TypeId type);
  /// Reads the types that a form declares.
  void declare(std::span<const TypeDeclId> types);
  /// A built-in's row as types.
  const Signature& signature(BuiltinId id);

  using Mark = Checker::Mark;
  Mark mark() { return {polys_.size(), lasting_, effects_.mark()}; }
  bool lasts_since(const Mark& m) const { return lasting_ != m.lasting || effects_.lasts_since(m.effects); }
  void forget(const Mark& m, const Program::Mark& program);

 private:
  struct LocalInfo {
    TypeId type = no_type;
    uint32_t poly = 0; ///< index, 0: not generalised
    bool open = false; ///< a function of a group that is being inferred
  };
  struct GlobalInfo {
    State state = State::Unchecked;
    TypeId type{}; ///< Open
    Poly poly;
  };
  struct Rebinding { ///< a variable for all fields of a constructor: a tuple of `parts` (unit if there are
                     ///< none)
    VarId variable{};
    TypeId type{};
    std::vector<VarId> parts;
    Span span;
  };
  /// What one right side changes, put back when it ends.
  struct Surroundings {
    EffectId effect;
    TypeScope scope;
  };
  struct Arrows { ///< of a lambda: parameters, what each arrow may do, and the result asked for (or no_type)
    std::vector<TypeId> parameters;
    std::vector<EffectId> effects;
    TypeId rest = no_type;
  };
  static uint32_t index(GlobalId g) { return static_cast<uint32_t>(g); }

  // infer.cpp: expressions
  Core* infer(const Expr& e, TypeId hint = no_type);
  Core* expect(const Expr& e, TypeId expected, const Why& why);
  Core* literal(const Expr& e, TypeId hint);
  TypeId literal_type(const Datum& d, TypeId hint);
  TypeId numeral_type(const Datum& d, Classes classes, TypeId hint);
  Core* local(const Expr& e);
  Core* global(const Expr& e);
  Core* constructor_value(const Expr& e);
  Core* tuple(const Expr& e, TypeId hint);
  Core* project(const Expr& e);
  Core* condition(const Expr& e, TypeId hint);
  Core* only_branch(const Expr& e);
  Core* vector(const Expr& e, TypeId hint);
  Core* stacked(const Expr& e, TypeId type);
  Core* assign(const Expr& e);
  Core* sequence(const Expr& e, TypeId hint);
  Core* ascribe(const Expr& e);

  // infer/loops.cpp
  Core* while_loop(const Expr& e);
  Core* for_loop(const Expr& e);
  Core* stepped_loop(const Expr& e);

  // infer/bind.cpp: what binds variables
  Core* let(const Expr& e, TypeId hint);
  Core* let_rec(const Expr& e, TypeId hint);
  Core* lambda(const Expr& e, TypeId hint);
  Arrows arrows(size_t count, TypeId hint);
  std::vector<CorePattern> bind_parameters(const Expr& e, const Arrows& arrows, Core* lambda);
  TypeId lambda_shape(const Expr& e);
  Core** bind(const Binding& b, Core** hole, std::vector<Core*>& chain);
  Core** bind_variable(const Binding& b, Core* value, bool general, Core** hole, std::vector<Core*>& chain);
  Core** bind_pattern(const Binding& b, Core* value, CorePattern pattern, size_t rebound, bool general,
                      Core** hole, std::vector<Core*>& chain);
  Core** bind_parts(Core* value, const CorePattern& pattern, const Poly& poly, Core** hole,
                    std::vector<Core*>& chain);
  void close_uses(size_t from, std::span<const VarId> group, const std::vector<TypeId>& quantified);
  Surroundings enter_right_side();
  bool leave_right_side(Surroundings outer, size_t pending_from);
  void generalise_local(VarId v, TypeId type, bool general, Core* node);
  bool is_function(TypeId t) const { return f_.types.is(t, TypeKind::Fun); }

  // infer/patterns.cpp: patterns and match
  CorePattern pattern(const Pattern& p, TypeId expected, const Why& why);
  CorePattern tuple_pattern(const Pattern& p, TypeId expected, const Why& why);
  CorePattern constructor_pattern(const Pattern& p, TypeId expected, const Why& why);
  CorePattern all_fields(const Pattern& p, std::span<const TypeId> fields, const Why& why, CorePattern out);
  Core* match(const Expr& e, TypeId hint);
  Core* rebind(Core* body, size_t from);
  Core* rebinding_let(const Rebinding& r, Core* body);
  Core* match_one(Core* scrutinee, CorePattern pattern, Core* body, bool check);
  void check_match(const Core& match);
  void warn_of_slips(const Expr& match, TypeId scrutinee);
  void check_irrefutable(const CorePattern& p);

  // infer/apply.cpp: calls
  Core* apply(const Expr& e, TypeId hint);
  Core* call_or_self(const Expr& e);
  Core* apply_value(const Expr& e);
  Core* apply_core(Core* callee, std::string_view name, std::span<Argument> arguments, Span span);
  bool check_arguments(std::span<Argument> arguments, std::span<TypeId> parameters, Why why);
  bool report_function_behind(std::span<Argument> arguments, std::span<const TypeId> parameters, Why why);
  void report_misfits(std::span<const Argument> arguments, std::span<const Misfit> misfits, Why why);
  void note_infix(const Expr& call, TypeId callee);
  Core* apply_builtin(const Expr& e);
  Core* apply_signature(Call& c);
  std::vector<TypeId> field_hints(const Expr& constructor, std::vector<TypeId> fields, TypeId type,
                                  TypeId hint);
  Core* apply_constructor(const Expr& e, TypeId hint);
  Core* construct_from_tuple(const Expr& e, const std::vector<TypeId>& fields, TypeId type, TypeId hint);
  void note_files(std::span<const TypeId> instance, Span span);
  Core* builtin_value(BuiltinId id, Span span, std::vector<Argument> arguments = {});
  TypeId force(Argument& a, TypeId hint = no_type);
  bool expect(Argument& a, TypeId expected, const Why& why);
  void restrict_callbacks(const BuiltinRow& row, std::span<const TypeId> parameters, Span span);
  TypeId fun_type(std::span<const TypeId> parameters, TypeId result, EffectId last);
  void too_many(Span callee, std::span<const Argument> arguments, const Why& why, size_t takes, TypeId type);
  void report_no_function(Span callee, std::string_view name, TypeId type);
  void help_with_no_function(std::string_view name, std::span<const Argument> arguments, TypeId type);
  std::string_view name_of(const Expr& e) const;

  // infer/builtins.cpp: rules written by hand
  Core* apply_special(Call& c);
  Core* complete_special(Call& c);
  Core* eta_special(Call& c, size_t missing);
  TypeId callback(const Call& c, std::span<const TypeId> parameters, TypeId result);
  std::pair<TypeId, TypeId> container(Call& c, size_t i);
  TypeId vector_argument(Call& c, size_t i);
  void expect_vector(Call& c, size_t i, TypeId expected);
  void expect_function(Call& c, size_t i, TypeId expected);
  Why why_argument(const Call& c, size_t i) const;
  Core* primitive(const Call& c, TypeId type);
  Core* rule_map(Call& c);
  Core* rule_reduce(Call& c);
  Core* rule_accumulate(Call& c);
  Core* rule_range(Call& c);
  Core* rule_zip(Call& c);
  Core* rule_unzip(Call& c);
  Core* rule_index(Call& c);
  Core* rule_measure(Call& c, TypeId result);
  Core* rule_flatten(Call& c);
  Core* rule_reshape(Call& c);
  bool report_dimensions(Call& c);
  Core* rule_transpose(Call& c);
  Core* rule_matmul(Call& c);
  Core* rule_stencil(Call& c);

  // infer/deferred.cpp: what waits for a type
  void wait(Pending p);
  bool settle(Pending& p, bool last);
  bool settle_call(Pending& p, bool last);
  bool settle_reduce(Pending& p, bool last);
  bool settle_rank(Pending& p, bool last);
  uint32_t dims_of(TypeId index) const;
  bool settle_dims(Pending& p, bool last);
  bool settle_rows(Pending& p, bool last);
  bool settle_project(Pending& p, bool last);
  bool settle_unzip(Pending& p, bool last);
  bool may_be_tuple(TypeId t) const;
  void report_unknown(TypeId type, Span span, std::string what, std::string help);
  void reduce_later(Pending& p);
  void settle_from(size_t from);
  void settle_all();
  void default_classes(std::span<const TypeId> types);
  void default_variable(TypeId v);
  void close_variables();
  void check_numerals();

  // infer/definitions.cpp: definitions and top-level expressions
  void begin_definition(Span at);
  bool finish_definition();
  void infer_group(std::span<const GlobalId> group);
  void infer_global(GlobalId g);
  void close_group(std::span<const GlobalId> group, bool does_io);
  void record_group(std::span<const GlobalId> group, std::vector<Poly> polys, bool good);
  void report_open(TypeId type, Span span);
  void report_conflicts();

  // infer/report.cpp: errors
  bool equal(TypeId expected, TypeId actual, Span at, const Why& why);
  void report_mismatch(const UnifyFailure& failure, TypeId expected, TypeId actual, Span at, const Why& why);
  void report_class(const UnifyFailure& failure, TypeId actual, Span at, const Why& why);
  void report_unstorable(const UnifyFailure& failure, Span at, const Why& why);
  void report_operator(const UnifyFailure& failure, const Argument& a);
  void explain_callee(Diagnostic& d, const Why& why);
  void help_with_waiting(Diagnostic& d, Span at);
  void tell_namesakes(Diagnostic& d, TypeId expected, TypeId actual);
  std::string arm_of(TypeId sum) const;
  void help_with_text(Diagnostic& d, const Why& why, TypeId wanted, TypeId found);
  void help_with_tuple(Diagnostic& d, TypeId wanted, TypeId found, Span at);
  void help_with_rank(Diagnostic& d, TypeId wanted, TypeId found);
  void help_with_whole(Diagnostic& d, const Why& why, TypeId found);
  void help_with_operand(Diagnostic& d, const Why& why, TypeId operand);
  bool is_text(TypeId vector) const;
  bool is_numeric(TypeId t) const;
  std::string operand_text(Span s, std::string_view otherwise) const;
  std::string map_of_operands(const Why& why, Span at, bool alone) const;
  std::string parts_of_operands(const Why& why, Span at, TypeId tuple) const;
  bool report_infix(const UnifyFailure& failure, TypeId expected, TypeId actual);
  std::string infix_help(std::span<const Expr* const> items) const;
  void report_infinite(TypeId expected, TypeId actual, Span at, const Why& why);
  Diagnostic& report(std::string code, Span span, std::vector<std::string> args);
  std::string describe(TypeId t, Types::Namer& namer);
  std::string describe_expected(TypeId t, Types::Namer& namer);
  Core* broken(Span span);
  Core* too_deep(Span span);
  void too_large(Span span);
  void check_numeral(const Datum& d, TypeId t, Span span);

  // Small makers
  Core* make(CoreKind kind, TypeId type, Span span) { return f_.core.make(kind, type, span); }
  Core* make(CoreKind kind, TypeId type, Span span, std::vector<Core*> items);
  Core* unit(Span span);
  Core* local_use(VarId v, TypeId type, Span span);
  VarId fresh_variable(TypeId type, Span span);
  TypeId fresh(Classes classes = 0) { return f_.types.fresh(level_, classes); }
  TypeId prim(Element e) const { return f_.types.prim(e); }
  TypeId resolve(TypeId t) const { return t == no_type ? t : f_.types.resolve(t); }
  bool is(TypeId t, TypeKind k) const { return t != no_type && f_.types.is(t, k); }
  /// The hint where it says something, else the type of what stood before in the same place.
  TypeId hint_or(TypeId hint, TypeId type) const {
    return hint == no_type || is(hint, TypeKind::Var) ? type : hint;
  }
  LocalInfo& local_info(VarId v);
  GlobalInfo& global_info(GlobalId g);

  Frontend& f_;
  Effects effects_;
  TypeWork work_;
  uint64_t type_visits_ = 0; ///< of the definitions before
  Unifier unifier_;
  Generaliser schemes_;
  TypeReader reader_;
  std::vector<LocalInfo> locals_;     ///< by VarId
  std::deque<GlobalInfo> globals_;    ///< by GlobalId
  std::deque<Poly> polys_;            ///< of generalised locals
  std::vector<Signature> signatures_; ///< by BuiltinId; empty until needed
  std::vector<bool> signature_read_;
  size_t lasting_ = 0; ///< signatures that were read, definitions of the prelude that were checked

  // Of the definition at hand
  uint32_t level_ = 0;
  EffectId effect_{};
  TypeScope scope_;
  std::vector<Pending> pending_;
  std::vector<Rebinding> rebindings_;
  std::vector<Infix> infixes_;
  std::unordered_set<TypeId> unknown_; ///< types that were asked for in vain: each is reported once
  std::vector<Core*> numerals_;        ///< integer literals whose range depends on a type still unknown
  std::vector<Core*> reductions_;      ///< whose shape is decided when the types are known
  std::vector<std::pair<TypeId, Span>> files_; ///< types that a file is read at
  std::vector<Core*> open_uses_;               ///< of functions of the groups being inferred
  uint32_t first_variable_ = 0, errors_ = 0, type_errors_before_ = 0;
  bool every_type_ = false; ///< of the last expression: see Checker::has_every_type
  Span definition_;
  static constexpr uint32_t most_vectors = 1000;
  uint32_t vectors_ = 0; ///< literals around the one that is looked at
  struct Nested {
    uint32_t& depth;
    explicit Nested(uint32_t& d) : depth(++d) {}
    ~Nested() { --depth; }
    Nested(const Nested&) = delete;
  };
  bool poisoned_ = false; ///< uses something that had errors: left out, without a word
  const Datum* nil_ = nullptr;
};

} // namespace nova

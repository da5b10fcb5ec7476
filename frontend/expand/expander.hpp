// The expander: data -> resolved Expr (language.md sections 1, 3, 4, 5). One text at a time:
//
//   scan     every top-level form in order: macro uses at its head are expanded, and what it defines gets a
//   place among
//            the names. Modules and imported files are scanned where they stand.        expand/top.cpp
//   types    the bodies of type declarations                                            expand/type_declarations.cpp
//   settle   definitions whose value is a lambda are functions, seen from everywhere
//   finish   the expressions, in order of running
//
// Expressions: one member function for each core form, found through the table of forms (expand/forms.cpp).
#pragma once
#include "frontend/expand/macro.hpp"
#include "frontend/source/stack_guard.hpp"
#include <unordered_set>

namespace nova {

using Data = std::span<const Datum* const>;

class Expander {
 public:
  explicit Expander(Frontend& f);
  /// A limit that is reached is an error of the form at hand, and none of the text is to be had.
  std::vector<Top> expand(Data data, Unit unit);
  const UnitFacts& facts() const { return facts_; }
  HeadFacts head_facts(std::string_view name);
  std::vector<NameInSight> names_in_sight();
  /// A form with errors is not left out, but told of as far as it goes: to know what stands in it while it is typed.
  /// Local functions then have the types that they are called at.
  bool keeps_wrong = false;
  GlobalId define_value(std::string_view name);
  bool is_infix_at_prompt(Data data);

  using Mark = Names::Mark;
  /// How many definitions all lookups of names have looked at so far.
  uint64_t name_steps() const { return names_.steps(); }
  Mark mark() const { return names_.mark_all(); }
  bool lasts_since(const Mark& m) const { return names_.lasts_since(m); }
  /// Before what stands for it in the program and among the symbols is gone.
  void forget(const Mark& m, const Program::Mark& program, uint32_t symbols) {
    names_.forget(m, symbols), pending_.clear();
    facts_of_.resize(std::min(facts_of_.size(), program.variables));
  }

 private:
  /// A core form: what stands at the head, what it becomes within an expression, and at top level where that
  /// differs.
  struct Form {
    std::string_view name;
    const Expr* (Expander::*expand)(const Datum&);
    void (Expander::*scan)(const Datum&);
    std::string_view grammar;
  };
  static const Form forms[];
  static std::span<const Form> all_forms();

  /// `(define ...)` taken apart.
  struct Definition {
    const Datum* name = nullptr; ///< null: malformed (reported)
    bool function = false;
    std::vector<const Datum*> parameters;
    Data type;                     ///< of a value: what it is annotated with
    Data rest;                     ///< function: [: type] body ...; value: one datum
    const Datum* single = nullptr; ///< the value, macro uses at its head expanded
  };
  /// A top-level form between scan and finish.
  struct Pending {
    enum Kind : uint8_t { Define, Expression, Types, Declare } kind = Expression;
    const Datum* form = nullptr;
    std::vector<const Datum*>
        row;              ///< Expression: what is evaluated in turn, macro uses at the heads expanded
    bool dropped = false; ///< Expression: what follows it in its `begin` gives the value
    Site site;
    Definition definition;
    std::vector<GlobalId> globals;
    std::vector<Data> declared; ///< Declare: the written types; Types: the bodies
    std::vector<TypeDeclId> types;
    bool datatype = false; ///< Types: Harlan's form
    bool failed = false;   ///< an error was reported while it was scanned
    Damage damage = Damage::None;
  };
  /// A list and what its head means, once no macro stands there.
  struct Head {
    const Datum* datum = nullptr; ///< null: a macro use failed (reported)
    Meaning meaning;
  };
  struct VariableFacts {
    uint32_t level = 0; ///< how many lambdas enclose its binder
    Span assigned, captured;
    bool reported = false;
  };
  /// A loaded file.
  struct Loaded {
    FileId file;
    SpaceId space;
    bool open = false; ///< being scanned: importing it now is a cycle
  };
  /// Where the names of binders end: restores them when it goes out of scope.
  struct Binders {
    Expander& e;
    uint32_t mark, outer_mark;
    explicit Binders(Expander& e) : e(e), mark(e.names_.mark()), outer_mark(std::exchange(e.group_, mark)) {}
    ~Binders() { e.names_.pop_to(mark), e.group_ = outer_mark; }
    Binders(const Binders&) = delete;
  };
  /// Inside a lambda.
  struct Level {
    Expander& e;
    explicit Level(Expander& e) : e(e) { ++e.level_; }
    ~Level() { --e.level_; }
    Level(const Level&) = delete;
  };

  Frontend& f_;
  Words words_;
  Names names_;
  Macros macros_;
  SpaceId prelude_, session_, harlan_;
  UnitFacts facts_;
  std::unordered_map<std::string, Loaded> loaded_; // by the file's name
  const Datum* nil_;

  // While a text is expanded.
  Unit unit_kind_{};
  bool in_file_ = false; ///< is the text at hand a file, and not typed at the prompt?
  uint32_t unit_ = 0, position_ = 0;
  std::string module_;
  std::vector<Pending> pending_;
  Span at_; // the form at hand
  // While a form is expanded.
  uint32_t level_ = 0; // lambdas around
  Data from_here_;     // of its bindings, the one whose value is expanded and those behind it
  std::vector<const Datum*>
      beside_;         // patterns of a `let` whose later values are expanded, which do not see them
  uint32_t group_ = 0; // binders from here on must have different names
  uint32_t pattern_depth_ = 0;
  bool depth_reported_ = false;
  uint32_t scan_budget_ = 0; // data that comprehensions may look at, to see what is mentioned later
  std::vector<VariableFacts> facts_of_;  // by VarId
  std::unordered_set<uint32_t> unknown_; // names reported in this form
  uint32_t suggestions_left_ = 0;
  std::vector<Span> damaged_;    // text of this unit whose nesting is in doubt: definitions may be lost in it
  Damage damage_ = Damage::None; // of the form that is scanned
  bool broken_ = false;          // the form mentions what is lost: it is left out without a word

  // expand/top.cpp
  std::vector<Top> expand_whole(Data data, Unit unit);
  void give_up(size_t first_global, size_t first_type);
  void scan_unit(Data data);
  void scan_program(Data forms);
  void scan(const Datum& form);
  void scan_step(const Datum& form, std::vector<const Datum*>& todo, std::vector<const Datum*>& row);
  void add_row(std::vector<const Datum*>& row, bool dropped);
  void scan_define(const Datum& form);
  void scan_macro(const Datum& form);
  void scan_foreign(const Datum& form);
  bool is_inputs(const Datum& form) const;
  void scan_inputs(const Datum& form);
  bool is_unnamed_module(const Datum& d) const;
  bool is_harlan(const Datum& d) const;
  void warn_of_no_main(Data data);
  Pending& add_pending(Pending::Kind kind, const Datum& form);
  GlobalId add_global(const Datum& name, const Datum& form, Global::Kind kind);
  void settle(Pending& p);
  void enter(const Pending& p);
  void finish(Pending& p, std::vector<Top>& out);
  void fail(const Pending& p);
  void forgive(Damage damage, size_t from);
  bool may_be_lost(std::string_view name, Span use = {});
  void finish_define(Pending& p);
  void finish_expression(const Pending& p, Top& top);
  void finish_declare(Pending& p);
  void sort_errors(size_t from);
  size_t errors() const { return f_.diagnostics.errors(); }
  size_t reports() const { return f_.diagnostics.all().size(); } // with warnings

  // expand/modules.cpp
  void scan_module(const Datum& form);
  void scan_import(const Datum& form);
  void import_module(const Datum& name);
  void import_file(const Datum& path);
  std::optional<SpaceId> load_file(FileId file, const Datum& path);
  void define_name(const Datum& name, Meaning m, bool ordered, Table table = Table::Values);
  bool is_warned_of(const Names::Earlier& before, Meaning now) const;

  // expand/expressions.cpp
  const Expr* expr(const Datum& d);
  const Expr* list(const Datum& d);
  const Expr* apply(const Datum& d, Data items, Meaning head);
  const Expr* ascribe(const Datum& d, size_t colon, Meaning head);
  const Expr* name(const Datum& d);
  const Expr* reference(const Datum& d, Meaning m);
  const Expr* unknown_name(const Datum& d, std::optional<std::string> help = {});
  std::optional<std::string> help_with_binding(const Datum& d, std::string_view text);
  std::optional<std::string> help_with_sign(std::string_view text) const; // expand/typos.cpp
  bool is_other_form(const Datum& d) const;
  const Expr* constructor_call(const Datum& d, Meaning m, Data arguments);
  void suggest(Diagnostic& d, std::string_view name, Table table, Want want);
  Head expand_head(const Datum& d);
  const Form* form_of(const Head& h) const;
  static bool is_begin(const Form* form) { return form && form->expand == &Expander::form_begin; }
  bool is_word(const Datum& d, Symbol word) const {
    return d.is(DatumKind::Symbol) && names_.root(d.symbol) == word;
  }
  std::optional<size_t> find_word(Data items, Symbol word, size_t from = 0) const;
  Expr* make(ExprKind kind, Span span);
  Expr* make(ExprKind kind, Span span, std::vector<const Expr*> items);
  const Expr* make_builtin(BuiltinId b, Span span);
  const Expr* make_call(BuiltinId b, Span span, std::vector<const Expr*> arguments);
  const Expr* make_local(VarId v, Span span);
  const Expr* nothing(Span span);
  std::vector<const Expr*> exprs(Data data);
  bool too_deep(const Datum& d);
  const Datum* as_one(Data data);
  std::string spelling(const Datum& symbol) const { return std::string(f_.symbols.text(symbol.symbol)); }
  /// A symbol that should be a word.
  struct Slip {
    const Datum* at;
    std::string word;
  };
  bool is_stray(const Datum& d) const; // expand/typos.cpp
  std::optional<Slip> find_slip(Data items, std::span<const std::string_view> words) const;
  std::optional<Slip> find_word_slip(Data items, std::string_view grammar) const;
  bool is_other_comprehension(Data items) const;
  bool is_other_binding(Data q) const;
  bool is_other_arrow(const Datum& d) const;
  void report_arrow(Data rest);
  bool is_other_order(const Datum& q);
  std::string written(Data items) const;
  bool is_other_infix(Data data) const;
  void report_other_infix(Data three);
  void help_with_order(const Datum& name);
  const Datum* find_other_sign(Data items) const;
  std::optional<std::string> help_with_infix(Data items, const Datum& sign) const;
  std::optional<std::string> help_with_joined(std::string_view text) const;
  bool is_lone_pattern(const Datum& d) const;
  std::optional<std::string> why_split_branch(const Datum& form, bool match) const;
  const Datum* find_match_branch(Data arms) const;
  bool is_binding(const Datum& d) const;
  bool is_call(const Datum& d) const;
  bool names_type(const Datum& d) const;
  std::optional<std::string> typed_name(Data items) const;
  std::string why_no_value(Data items) const;
  std::string why_no_parameters(Data items) const;
  std::string why_no_bindings(Data form) const;
  std::string why_no_list_of_bindings(Data items) const;
  const Expr* bad_form(const Datum& form, std::string why, const Datum* at = nullptr);

  // expand/forms.cpp
  const Expr* form_if(const Datum& d);
  const Expr* form_set(const Datum& d);
  const Expr* form_while(const Datum& d);
  const Expr* form_for(const Datum& d);
  const Expr* form_begin(const Datum& d);
  const Expr* form_case(const Datum& d);
  const Expr* form_match(const Datum& d);
  const Expr* misplaced_definition(const Datum& d);
  const Expr* misplaced_declaration(const Datum& d);
  Arm case_arm(const Datum& arm);
  Arm match_arm(const Datum& arm);
  const Expr* loop_body(Data forms, Span span);

  // expand/binders.cpp
  const Expr* form_lambda(const Datum& d);
  const Expr* form_let(const Datum& d);
  const Expr* form_letrec(const Datum& d);
  const Expr* form_mu(const Datum& d);
  const Expr* let_in(const Datum& d, size_t in);
  const Expr* let_parallel(const Datum& d);
  const Expr* let_named(const Datum& d);
  std::optional<size_t> find_in(const Datum& d) const;
  const Expr* function(Data parameters, Data rest, Span span);
  /// `pattern value` or `pattern : type value`.
  struct LetParts {
    const Datum* pattern = nullptr; ///< null: malformed (reported)
    Data type;
    const Datum* value = nullptr;
  };
  LetParts let_parts(const Datum& binding, const Datum& form);
  Pattern let_pattern(const LetParts& parts);
  const Expr* must_be_lambda(const Expr* e, const Datum& d);
  VarId bind(const Datum& name);
  VarId bind(Symbol name, Span span);
  void note_use(VarId v, Span span);
  void report_captured(VariableFacts& facts, VarId v);

  // expand/body.cpp
  class Body;
  const Expr* body(Data forms, Span span);
  Definition parse_define(const Datum& form);
  std::string why_no_name(const Datum& at) const;
  bool parse_signature(const Datum& signature, Definition& out);
  bool is_typed_name(Data items) const;
  bool is_unknown_tuple(const Datum& d) const;

  // expand/patterns.cpp
  static Pattern wildcard(Span span);
  Pattern pattern(const Datum& d, bool arm);
  Pattern list_pattern(const Datum& d, bool arm);
  void help_with_tuple(Diagnostic& d, Data items);
  Pattern symbol_pattern(const Datum& d, bool arm);
  Pattern constructor_pattern(const Datum& d, Meaning c, Data arguments, bool arm);
  Pattern typed_pattern(const Datum& d, size_t colon, bool arm);
  std::optional<Meaning> find_constructor(const Datum& name);
  const TypeDecl::Constructor& constructor_of(Meaning c) const;
  bool takes_parts(Meaning constructor, size_t parts) const;
  bool has_fields(const Datum& name) const;

  // expand/type_declarations.cpp
  void scan_types(const Datum& form);
  void scan_datatype(const Datum& form);
  bool declare_type(const Datum& name, Data parameters, Pending& p);
  void declare_constructor(const Datum& c, TypeDeclId type);
  Data sum_of(Data body) const;
  void finish_types(Pending& p);
  void finish_constructor(const Datum& c, TypeDecl::Constructor& out);
  void check_variables(TypeDecl& decl);
  void check_abbreviations(const std::vector<TypeDeclId>& types);

  // expand/written_types.cpp
  TypeExpr type(Data items, Span span);
  TypeExpr type_segment(Data items, Span span);
  TypeExpr type_vector(Data items, uint32_t rank, Span span);
  TypeExpr type_atom(const Datum& d);
  TypeExpr type_list(const Datum& d);
  TypeExpr type_closure(const Datum& d);
  TypeExpr type_name(const Datum& d, std::vector<TypeExpr> arguments, Span span);
  std::vector<TypeExpr> type_arguments(Data items);
  TypeExpr unknown_type(Span span, const char* code = nullptr, std::vector<std::string> args = {});
  std::optional<uint32_t> vector_rank(const Datum& d);
  std::optional<Element> prim_type(Symbol s) const;
  std::unordered_map<uint32_t, Element> prims_; // by symbol

  // expand/comprehensions.cpp
  class Comprehension;
  const Expr* comprehension(const Datum& d);
};

} // namespace nova

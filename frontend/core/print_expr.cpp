// Prints Expr as an S-expression (`--dump expr`) that can be read back. It contains only core forms, and built-ins
// by their names. A local variable is renamed if another variable, or a definition, has the same name.
#include "frontend/core/core_text.hpp"
#include "frontend/source/stack_guard.hpp"
#include <unordered_map>
#include <unordered_set>

namespace nova {
namespace {

/// Collects the names that an expression mentions besides its variables. No variable may be printed with such a name.
class FreeNames {
 public:
  FreeNames(const Program& program, const Symbols& symbols) : program_(program), symbols_(symbols) {}

  void visit(const Expr& root) {
    std::vector<const Expr*> todo{&root};
    while (!todo.empty()) {
      const Expr& e = *todo.back();
      todo.pop_back();
      if (e.kind == ExprKind::Builtin) names.emplace(builtin(e.builtin).spelling);
      if (e.kind == ExprKind::Global) names.emplace(symbols_.text(program_[e.global].name));
      if (e.kind == ExprKind::Constructor)
        names.emplace(symbols_.text(program_[e.decl].constructors[e.number].name));
      todo.insert(todo.end(), e.items.begin(), e.items.end());
      for (const Binding& b : e.bindings) todo.push_back(b.value);
      for (const Arm& a : e.arms) todo.push_back(a.body);
    }
  }
  std::unordered_set<std::string> names;

 private:
  const Program& program_;
  const Symbols& symbols_;
};

class ExprPrinter {
 public:
  ExprPrinter(const Program& program, const Symbols& symbols, std::unordered_set<std::string> taken)
      : program_(program), symbols_(symbols), taken_(std::move(taken)) {}

  std::string print(const Expr& e) {
    expr(e);
    return std::move(out_);
  }
  std::string print(const TypeDecl& d) {
    if (d.alias) {
      text("(types ("), symbol(d.name);
      for (Symbol p : d.parameters) text(" '"), symbol(p);
      return text(" : "), type(*d.alias, false), text("))"), std::move(out_);
    }
    const bool record = d.constructors.size() == 1 && !d.constructors[0].names.empty();
    text(record ? "(define-record " : "(define-datatype "), text(d.parameters.empty() ? "" : "("),
        symbol(d.name);
    for (Symbol p : d.parameters) text(" '"), symbol(p);
    text(d.parameters.empty() ? "" : ")");
    for (const auto& c : d.constructors) record ? fields(c) : constructor(c);
    text(")");
    return std::move(out_);
  }

 private:
  const Program& program_;
  const Symbols& symbols_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<uint32_t, std::string> names_; // printed names, by VarId
  std::string out_;

  const std::string& name(VarId v) {
    auto [at, fresh] = names_.emplace(static_cast<uint32_t>(v), "");
    if (!fresh) return at->second;
    std::string text(symbols_.text(program_[v].name)), unique = text;
    for (int n = 2; !taken_.insert(unique).second; ++n) unique = text + "#" + std::to_string(n);
    return at->second = unique;
  }
  void text(std::string_view s) { out_ += s; }
  void symbol(Symbol s) { text(symbols_.text(s)); }

  template <class Items, class F> void separated(const Items& items, std::string_view by, F print_item) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) text(by);
      first = false;
      print_item(item);
    }
  }
  void spaced(std::span<const Expr* const> items) {
    for (const Expr* e : items) text(" "), expr(*e);
  }
  void form(std::string_view head, std::span<const Expr* const> items) {
    text("("), text(head), spaced(items), text(")");
  }

  void expr(const Expr& e) {
    if (StackGuard::exhausted()) return text("...");
    switch (e.kind) {
    case ExprKind::Literal: return text(print_datum(*e.literal, symbols_));
    case ExprKind::Local: return text(name(e.var));
    case ExprKind::Global: return global(program_[e.global]);
    case ExprKind::Builtin: return text(builtin(e.builtin).spelling);
    case ExprKind::Constructor: return symbol(program_[e.decl].constructors[e.number].name);
    case ExprKind::Apply: return row("(", e.items, " ", ")");
    case ExprKind::Tuple: return row("(", e.items, ", ", ")");
    case ExprKind::Vector: return row("[", e.items, " ", "]");
    case ExprKind::Project: return expr(*e.items[0]), text("." + std::to_string(e.number));
    case ExprKind::Field: return expr(*e.items[0]), text("." + std::string(symbols_.text(e.literal->symbol)));
    case ExprKind::With: return with(e);
    case ExprKind::Index: return form("!", e.items);
    case ExprKind::Let: return let(e);
    case ExprKind::LetRec: return letrec(e);
    case ExprKind::Lambda: return lambda(e);
    case ExprKind::Match: return match(e);
    case ExprKind::Assign: return form("set! " + name(e.var), e.items);
    case ExprKind::Sequence: return form("begin", e.items);
    case ExprKind::Ascribe: return text("("), expr(*e.items[0]), text(" : "), type(*e.type, false), text(")");
#define NOVA_NODE(Name, name, rule, word, flags)                                                             \
  case ExprKind::Name:                                                                                       \
    return (flags)&Binds ? binder(word, e) : form(word, e.items);
#include "frontend/core/forms.def"
#undef NOVA_NODE
    }
  }
  void with(const Expr& e) {
    text("(with "), expr(*e.items[0]);
    for (size_t k = 1; k < e.items.size(); ++k) {
      text(" ("), symbol(e.literal->items[k - 1]->symbol), text(" ");
      expr(*e.items[k]), text(")");
    }
    text(")");
  }
  void row(std::string_view open, std::span<const Expr* const> items, std::string_view by,
           std::string_view close) {
    text(open), separated(items, by, [&](const Expr* e) { expr(*e); }), text(close);
  }
  void global(const Global& g) {
    if (!g.module.empty()) text(g.module + ".");
    symbol(g.name);
  }
  void let(const Expr& e) {
    text("(let");
    for (const Binding& b : e.bindings) text(" ("), pattern(b.pattern), text(" "), expr(*b.value), text(")");
    text(" in"), spaced(e.items), text(")");
  }
  void letrec(const Expr& e) {
    text("(letrec (");
    for (const Binding& b : e.bindings) name(b.pattern.var);
    separated(e.bindings, " ",
              [&](const Binding& b) { text("("), pattern(b.pattern), text(" "), expr(*b.value), text(")"); });
    text(")"), spaced(e.items), text(")");
  }
  void lambda(const Expr& e) {
    text("(lambda (");
    separated(e.parameters, " ", [&](const Pattern& p) { pattern(p); });
    text(")");
    if (e.type) text(" : "), type(*e.type, false);
    spaced(e.items), text(")");
  }
  void match(const Expr& e) {
    text("(match"), spaced(e.items);
    for (const Arm& a : e.arms) text(" ("), pattern(a.pattern), text(" "), expr(*a.body), text(")");
    text(")");
  }
  /// Prints (word (x items ..) body).
  void binder(std::string_view word, const Expr& e) {
    text("("), text(word), text(" (" + name(e.var)), spaced(std::span(e.items).first(e.items.size() - 1)),
        text(")"), spaced(std::span(e.items).last(1)), text(")");
  }

  void pattern(const Pattern& p) {
    if (p.type) text("(");
    switch (p.kind) {
    case Pattern::Wildcard: text("_"); break;
    case Pattern::Variable: text(name(p.var)); break;
    case Pattern::Literal: text(print_datum(*p.literal, symbols_)); break;
    case Pattern::Tuple:
      text("("), separated(p.items, ", ", [&](const Pattern& i) { pattern(i); }), text(")");
      break;
    case Pattern::Constructor:
    case Pattern::Whole:
      text("("), symbol(program_[p.decl].constructors[p.constructor].name);
      for (const Pattern& i : p.items) text(" "), pattern(i);
      text(")");
      break;
    }
    if (p.type) text(" : "), type(*p.type, false), text(")");
  }

  /// Prints a type. `tight`: whether it is at a position where a function type needs parentheses.
  void type(const TypeExpr& t, bool tight) {
    switch (t.kind) {
    case TypeExpr::Prim: return text(element_name(t.element));
    case TypeExpr::Variable: return text("'"), symbol(t.name);
    case TypeExpr::Tuple:
      return text("("), separated(t.items, ", ", [&](const TypeExpr& i) { type(i, false); }), text(")");
    case TypeExpr::Fun:
      return text(tight ? "(" : ""), type(t.items[0], true), text(" -> "), type(t.items[1], false),
             text(tight ? ")" : "");
    case TypeExpr::Vector: return vector(t);
    case TypeExpr::Named: return named(t);
    case TypeExpr::Unknown: return text("?");
    }
  }
  void vector(const TypeExpr& t) {
    text(t.rank == 1 ? "vector " : "vector#" + std::to_string(t.rank) + " "), type(t.items[0], true);
  }
  void title(const TypeDecl::Constructor& c, size_t field) {
    if (c.titles.empty() || !c.titles[field]) return;
    Datum literal;
    literal.kind = DatumKind::String, literal.text = *c.titles[field];
    text(" " + print_datum(literal, symbols_));
  }
  void fields(const TypeDecl::Constructor& c) {
    for (size_t k = 0; k < c.fields.size(); ++k)
      text(" ("), symbol(c.names[k]), title(c, k), text(" : "), type(c.fields[k], false), text(")");
  }
  /// Prints the declaration of a constructor. One with a tuple has the tuple's items as fields.
  void constructor(const TypeDecl::Constructor& c) {
    text(" ("), symbol(c.name), text(c.fields.empty() ? "" : c.tuple_declared ? " : (" : " ");
    separated(c.fields, c.tuple_declared ? ", " : " ",
              [&](const TypeExpr& t) { type(t, !c.tuple_declared); });
    text(c.tuple_declared ? "))" : ")");
  }
  void named(const TypeExpr& t) {
    if (t.items.empty()) return symbol(t.name);
    text("("), symbol(t.name);
    for (const TypeExpr& i : t.items) text(" "), type(i, true);
    text(")");
  }
};

} // namespace

std::string print_declaration(const TypeDecl& d, const Program& program, const Symbols& symbols) {
  return ExprPrinter(program, symbols, {}).print(d);
}

std::string print_expr(const Expr& e, const Program& program, const Symbols& symbols) {
  FreeNames free(program, symbols);
  free.visit(e);
  return ExprPrinter(program, symbols, std::move(free.names)).print(e);
}

} // namespace nova

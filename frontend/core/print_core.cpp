// Prints Core as an S-expression with types (`--dump core`): (form : type). Variables are printed with their number,
// so that equal names can be told apart.
#include "frontend/core/core.hpp"
#include "frontend/source/stack_guard.hpp"

namespace nova {
namespace {

class CorePrinter {
 public:
  CorePrinter(const Program& program, const Types& types, const Symbols& symbols)
      : program_(program), types_(types), symbols_(symbols) {}

  void print(const Core& c, int indent) {
    if (StackGuard::exhausted()) {
      text += "...";
      return;
    }
    indent_ = indent;
    switch (c.kind) {
    case CoreKind::Const: text += c.literal ? print_datum(*c.literal, symbols_) : "nil"; break;
    case CoreKind::Local: text += variable(c.var) + instance(c.instance); break;
    case CoreKind::Global:
      text += symbols_.text(program_[c.global].name), text += instance(c.instance);
      break;
    case CoreKind::Builtin: text += nova::builtin(c.builtin).spelling; break;
    case CoreKind::Constructor: text += constructor(c); break;
    case CoreKind::Apply: form("apply", c); break;
    case CoreKind::Primitive: primitive(c); break;
    case CoreKind::Construct: form("construct " + constructor(c), c); break;
    case CoreKind::Tuple: form("tuple", c); break;
    case CoreKind::Project: form("project " + std::to_string(c.number), c); break;
    case CoreKind::If: form("if", c); break;
    case CoreKind::Vector: form("vector", c); break;
    case CoreKind::Let: form("let " + variable(c.var) + quantified(c), c); break;
    case CoreKind::LetRec: form("letrec (" + variables(c) + ")" + quantified(c), c); break;
    case CoreKind::Lambda: form("lambda (" + typed_variables(c) + ")", c); break;
    case CoreKind::Match: match(c, indent); break;
    case CoreKind::Assign: form("set! " + variable(c.var), c); break;
    case CoreKind::While: form("while", c); break;
    case CoreKind::For: form("for " + variable(c.var), c); break;
    case CoreKind::Sequence: form("begin", c); break;
    case CoreKind::Foreign: form("foreign " + std::string(symbols_.text(program_[c.global].name)), c); break;
    }
    if (c.kind == CoreKind::Const || c.kind == CoreKind::Local || c.kind == CoreKind::Global) return;
    if (text.back() == ')') text.pop_back(), text += " : " + type(c.type) + ")";
  }
  std::string text;

 private:
  std::string type(TypeId t) { return types_.print(t, symbols_, namer_); }
  std::string variable(VarId v) const {
    return std::string(symbols_.text(program_[v].name)) + "." + std::to_string(static_cast<uint32_t>(v));
  }
  std::string variables(const Core& c) const {
    std::string out;
    for (VarId v : c.vars) out += (out.empty() ? "" : " ") + variable(v);
    return out;
  }
  /// Returns a lambda's parameters as text, with their types, which are taken from the arrows of the lambda's type.
  std::string typed_variables(const Core& c) {
    std::string out;
    TypeId t = c.type;
    for (VarId v : c.vars) {
      t = types_.resolve(t);
      if (!out.empty()) out += ' ';
      if (types_[t].kind != TypeKind::Fun) {
        out += variable(v);
        continue;
      }
      out += "(" + variable(v) + " : " + type(types_.arg(t, 0)) + ")";
      t = types_.arg(t, 1);
    }
    return out;
  }
  std::string list(std::string_view open, std::span<const TypeId> types) {
    if (types.empty()) return {};
    std::string out(open);
    for (TypeId t : types) out += (out.size() > open.size() ? ", " : "") + type(t);
    return out + "}";
  }
  std::string instance(const std::vector<TypeId>& types) { return list("@{", types); }
  std::string quantified(const Core& c) {
    return c.quantified.empty() ? "" : " " + list("forall {", c.quantified);
  }
  std::string constructor(const Core& c) const {
    TypeId t = types_.resolve(c.type);
    while (types_[t].kind == TypeKind::Fun) t = types_.resolve(types_.arg(t, 1));
    return std::string(symbols_.text(types_.sum_type(SumId{types_[t].payload}).constructors[c.number].name));
  }
  void primitive(const Core& c) {
    std::string head(nova::builtin(c.builtin).spelling);
    const bool reduction = c.builtin == BuiltinId::Reduce || c.builtin == BuiltinId::ReduceComm ||
                           c.builtin == BuiltinId::Accumulate;
    form(reduction ? head + (c.number ? " #lanes" : " #ordered") : head, c);
  }
  void newline(int indent) { text += "\n" + std::string(static_cast<size_t>(std::min(indent, 80)), ' '); }
  void form(std::string head, const Core& c) {
    const int indent = indent_ + 2;
    text += "(" + head;
    for (const Core* i : c.items) {
      const bool leaf = i && i->items.empty() && i->arms.empty();
      if (leaf)
        text += ' ';
      else
        newline(indent);
      if (i) print(*i, indent);
    }
    text += ')';
  }
  void match(const Core& c, int indent) {
    text += "(match ";
    print(*c.items[0], indent + 2);
    for (const CoreArm& a : c.arms) {
      newline(indent + 2);
      text += "(";
      pattern(a.pattern);
      text += ' ';
      if (a.body) print(*a.body, indent + 4);
      text += ')';
    }
    text += ')';
  }
  void pattern(const CorePattern& p) {
    switch (p.kind) {
    case CorePattern::Wildcard: text += '_'; return;
    case CorePattern::Variable: text += variable(p.var); return;
    case CorePattern::Literal: text += print_datum(*p.literal, symbols_); return;
    case CorePattern::Tuple: items("(", ", ", p); return;
    case CorePattern::Constructor: break;
    }
    const SumType& sum = types_.sum_type(SumId{types_[types_.resolve(p.type)].payload});
    text += "(" + std::string(symbols_.text(sum.constructors[p.constructor].name));
    items(p.items.empty() ? "" : " ", " ", p);
  }
  void items(std::string_view open, std::string_view between, const CorePattern& p) {
    text += open;
    for (size_t i = 0; i < p.items.size(); ++i) {
      if (i) text += between;
      pattern(p.items[i]);
    }
    text += ')';
  }
  const Program& program_;
  const Types& types_;
  const Symbols& symbols_;
  Types::Namer namer_;
  int indent_ = 0;
};

} // namespace

std::string print_core(const Core& c, const Program& program, const Types& types, const Symbols& symbols) {
  CorePrinter p(program, types, symbols);
  p.print(c, 0);
  return std::move(p.text);
}

} // namespace nova

// Prints Core as an S-expression with types (`--dump core`): (form : type). A leaf has its type where its text does not
// tell it. Variables have a number, in the order of their first occurrence, so that equal names can be told apart.
#include "frontend/core/core_text.hpp"
#include "frontend/source/stack_guard.hpp"

namespace nova {

std::string core_name(const Program& program, const Symbols& symbols, GlobalId g) {
  const Global& global = program[g];
  const std::string name(symbols.text(global.name));
  const auto same = program.named(global.name);
  const auto is_own = [&](GlobalId other) { return !program[other].prelude; };
  const bool outside = global.prelude || global.kind == Global::Foreign; // it stays in its module
  if (outside && !global.module.empty()) return global.module + "." + name;
  if (global.prelude) return std::ranges::any_of(same, is_own) ? "prelude/" + name : name;
  const auto is_earlier = [&](GlobalId other) {
    return other < g && is_own(other) && program[other].module == global.module;
  };
  const auto before = std::ranges::count_if(same, is_earlier);
  return (global.module.empty() ? "" : global.module + "/") + name +
         (before ? "#" + std::to_string(before + 1) : "");
}

namespace {

/// Returns the classes of type variables, with their names.
constexpr std::pair<Class, std::string_view> class_names[] = {{Num, "Num"},
                                                              {Integral, "Integral"},
                                                              {Fractional, "Fractional"},
                                                              {Ord, "Ord"},
                                                              {Eq, "Eq"},
                                                              {Bits, "Bits"},
                                                              {Scalar, "Scalar"},
                                                              {Storable, "Storable"},
                                                              {Json, "Json"},
                                                              {Class::Index, "Index"},
                                                              {Wide, "Wide"}};

/// Returns the part of a variable's name that the reader takes for a name in front of `.3`.
std::string plain_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
    if (letter || (!text.empty() && ((c >= '0' && c <= '9') || c == '-' || c == '?'))) text += c;
  }
  const bool literal = text == "true" || text == "false" || text == "nil" || text.empty();
  return literal ? "v" : text;
}

/// Whether a literal without a suffix has another type than it would have alone. The 0 of 0+1i is a double that is
/// written as an int.
bool needs_type(const Datum& d, const Types& types, TypeId t) {
  if (d.suffixed || (!d.is(DatumKind::Integer) && !d.is(DatumKind::Floating))) return false;
  const bool whole = d.text.find_first_not_of("+-0123456789") == d.text.npos;
  const bool plain = d.is(DatumKind::Integer) || !whole || d.text.empty();
  const Element alone = d.is(DatumKind::Integer) ? d.element : Element::F64;
  return !plain || types.resolve(t) != types.prim(alone);
}

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
    case CoreKind::Const: return literal(c);
    case CoreKind::Local: return used(variable(c.var), c.instance);
    case CoreKind::Global: return used(core_name(program_, symbols_, c.global), c.instance);
    case CoreKind::Builtin: return form("builtin " + std::string(nova::builtin(c.builtin).spelling), c);
    case CoreKind::Constructor: return form("constructor " + constructor(c), c);
    case CoreKind::Apply: return form("apply", c);
    case CoreKind::Primitive: return primitive(c);
    case CoreKind::Construct: return form("construct " + constructor(c), c);
    case CoreKind::Tuple: return form("tuple", c);
    case CoreKind::Project: return form("project " + std::to_string(c.number), c);
    case CoreKind::Vector: return form("vector", c);
    case CoreKind::Let: return form("let " + variable(c.var) + quantified(c.quantified), c);
    case CoreKind::LetRec: return form("letrec (" + variables(c) + ")" + quantified(c.quantified), c);
    case CoreKind::Lambda: return form("lambda (" + typed_variables(c) + ")", c);
    case CoreKind::Match: return match(c, indent);
    case CoreKind::Assign: return form("set! " + variable(c.var), c);
    case CoreKind::Sequence: return is_single(c) ? print(*c.items[0], indent) : form("begin", c);
    case CoreKind::Foreign: return form("foreign " + core_name(program_, symbols_, c.global), c);
#define NOVA_NODE(Name, name, rule, word, ...)                                                               \
  case CoreKind::Name:                                                                                       \
    return form(head(word, c), c);
#include "frontend/core/forms.def"
#undef NOVA_NODE
    }
  }
  /// Returns ` forall [Num 'a, 'b]`: the type variables, with their classes.
  std::string quantified(std::span<const TypeId> variables) {
    std::string all;
    for (TypeId v : variables) {
      all += all.empty() ? "" : ", ";
      for (const auto& [c, name] : class_names)
        if (types_.variable(v).classes & c) all += std::string(name) + " ";
      all += type(v);
    }
    return all.empty() ? "" : " forall [" + all + "]";
  }
  std::string text;

 private:
  /// Returns the beginning of a control form: its word, and the variable that it binds.
  std::string head(std::string_view word, const Core& c) {
    return std::string(word) + (binds_variable(c) ? " " + variable(c.var) : "");
  }
  /// Whether it is (begin e), which is e.
  static bool is_single(const Core& c) { return c.kind == CoreKind::Sequence && c.items.size() == 1; }
  std::string type(TypeId t) { return types_.print(t, symbols_, namer_); }
  std::string variable(VarId v) {
    const auto [at, added] = numbers_.try_emplace(v, numbers_.size());
    return plain_name(symbols_.text(program_[v].name)) + "." + std::to_string(at->second);
  }
  std::string variables(const Core& c) {
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
  void literal(const Core& c) {
    const std::string value = c.literal ? print_datum(*c.literal, symbols_) : "nil";
    const bool typed = c.literal && needs_type(*c.literal, types_, c.type);
    text += typed ? "(" + value + " : " + type(c.type) + ")" : value;
  }
  /// Prints the use of a variable or a definition, with the types at which it is used: f, or (f @ [int, double]).
  void used(const std::string& name, std::span<const TypeId> instance) {
    std::string all;
    for (TypeId t : instance) all += (all.empty() ? "" : ", ") + type(t);
    text += all.empty() ? name : "(" + name + " @ [" + all + "])";
  }
  std::string constructor(const Core& c) const {
    TypeId t = types_.resolve(c.type);
    while (types_[t].kind == TypeKind::Fun) t = types_.resolve(types_.arg(t, 1));
    return std::string(symbols_.text(types_.sum_type(SumId{types_[t].payload}).constructors[c.number].name));
  }
  void primitive(const Core& c) {
    // A literal of more than two dimensions: `matrix` itself makes two.
    if (c.builtin == BuiltinId::Matrix && c.items[0]->kind == CoreKind::Vector && types_.rank_of(c.type) > 2)
      return form("vector", c.items[0]->items, c.type);
    std::string head(nova::builtin(c.builtin).spelling);
    const bool reduction = c.builtin == BuiltinId::Reduce || c.builtin == BuiltinId::ReduceComm ||
                           c.builtin == BuiltinId::Accumulate;
    if (reduction) head += c.number ? " lane" : " ordered";
    if (c.builtin == BuiltinId::JoinBy && c.number) head += " turned";
    form(head, c);
  }
  void newline(int indent) { text += "\n" + std::string(static_cast<size_t>(std::min(indent, 80)), ' '); }
  void form(const std::string& head, const Core& c) { form(head, c.items, c.type); }
  void form(const std::string& head, std::span<Core* const> parts, TypeId type) {
    const int indent = indent_ + 2;
    text += "(" + head;
    for (const Core* i : parts) {
      while (i && is_single(*i)) i = i->items[0];
      const bool leaf = i && i->items.empty() && i->arms.empty();
      if (leaf)
        text += ' ';
      else
        newline(indent);
      if (i) print(*i, indent);
    }
    end(type);
  }
  void end(TypeId of) { text += " : " + type(of) + ")"; }
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
    end(c.type);
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
  std::unordered_map<VarId, size_t> numbers_;
  int indent_ = 0;
};

} // namespace

std::string print_core(const Core& c, const Program& program, const Types& types, const Symbols& symbols) {
  CorePrinter p(program, types, symbols);
  p.print(c, 0);
  return std::move(p.text);
}

std::string print_core(GlobalId g, const CoreGlobal& global, const Program& program, const Types& types,
                       const Symbols& symbols) {
  CorePrinter p(program, types, symbols);
  p.text = "(define " + core_name(program, symbols, g) + p.quantified(global.scheme.quantified) + " ";
  p.print(*global.value, 0);
  return std::move(p.text += ")");
}

} // namespace nova

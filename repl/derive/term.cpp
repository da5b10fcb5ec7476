#include "repl/derive/term.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/source/stack_guard.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr std::string_view cut_mark = " ..";

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

class TermPrinter {
 public:
  TermPrinter(const Frontend& f, size_t most) : f_(f), most_(most) {}
  std::string print(const Core& c) {
    term(c);
    return std::move(text_);
  }

 private:
  bool full() const { return text_.size() > 4 * most_; } // a character has at most four bytes
  void text(std::string_view t) { text_ += t; }
  void variable(VarId v) { text(f_.symbols.text(f_.program[v].name)); }
  void terms(std::span<Core* const> items, std::string_view between) {
    for (size_t k = 0; k < items.size() && !full(); ++k) text(k ? between : ""), term(*items[k]);
  }
  void row(std::string_view open, std::span<Core* const> items, std::string_view between,
           std::string_view close) {
    text(open), terms(items, between), text(close);
  }
  void form(std::string_view head, std::span<Core* const> items) {
    text("("), text(head), text(items.empty() ? "" : " "), row("", items, " ", ")");
  }
  /// Prints (word (x items ..) body).
  void binder(std::string_view word, const Core& c) {
    const std::span<Core* const> items = c.items;
    text("("), text(word), text(" ("), variable(c.var), row(" ", items.first(items.size() - 1), " ", ") ");
    row("", items.last(1), " ", ")");
  }
  void term(const Core& c);
  void constant(const Core& c);
  void let_rec(const Core& c);
  void lambda(const Core& c);
  bool operator_itself(const Core& c);
  void match(const Core& c);
  void pattern(const CorePattern& p);
  void patterns(std::string_view between, const CorePattern& p);
  std::string_view constructor(TypeId t, uint32_t number) const;

  const Frontend& f_;
  size_t most_;
  std::string text_;
};

void TermPrinter::term(const Core& c) {
  if (full() || StackGuard::exhausted()) return text("..");
  const std::span<Core* const> items = c.items;
  switch (c.kind) {
  case CoreKind::Const: return constant(c);
  case CoreKind::Local: return variable(c.var);
  case CoreKind::Global: return c.literal ? constant(c) : text(f_.symbols.text(f_.program[c.global].name));
  case CoreKind::Builtin: return text(builtin(c.builtin).spelling);
  case CoreKind::Constructor: return text(constructor(c.type, c.number));
  case CoreKind::Apply: return row("(", items, " ", ")");
  case CoreKind::Primitive: return form(builtin(c.builtin).spelling, items);
  case CoreKind::Construct: return form(constructor(c.type, c.number), items);
  case CoreKind::Tuple: return row("(", items, ", ", ")");
  case CoreKind::Project: return term(*items[0]), text("." + std::to_string(c.number));
  case CoreKind::Vector: return row("[", items, " ", "]");
  case CoreKind::Let:
    return text("(let ("), variable(c.var), text(" "), term(*items[0]), text(") in "), term(*items[1]),
           text(")");
  case CoreKind::LetRec: return let_rec(c);
  case CoreKind::Lambda: return lambda(c);
  case CoreKind::Match: return match(c);
  case CoreKind::Assign: return text("(set! "), variable(c.var), row(" ", items, " ", ")");
  case CoreKind::Foreign: return form(f_.symbols.text(f_.program[c.global].name), items);
  case CoreKind::Sequence: return items.size() == 1 ? row("(", items, "", ")") : form("begin", items);
#define NOVA_NODE(Name, name, rule, word, ...)                                                               \
  case CoreKind::Name:                                                                                       \
    return binds_variable(c) ? binder(word, c) : form(word, items);
#include "frontend/core/forms.def"
#undef NOVA_NODE
  }
}

/// Prints a literal as written, and a constant of concrete Core by its value.
void TermPrinter::constant(const Core& c) {
  if (c.literal) return text(print_datum(*c.literal, f_.symbols));
  if (c.constant.tag() == Tag::Char) return text(character_name(c.constant.as_char()));
  text(scalar_text(c.constant));
}

void TermPrinter::let_rec(const Core& c) {
  text("(letrec (");
  for (size_t k = 0; k < c.vars.size() && !full(); ++k) {
    text(k ? " (" : "("), variable(c.vars[k]), text(" ");
    if (c.items[k]) term(*c.items[k]);
    text(")");
  }
  text(") "), term(*c.items.back()), text(")");
}

/// If the lambda was made from an operator or constructor that is used as a value, prints only its name and returns
/// true. Else prints nothing and returns false.
bool TermPrinter::operator_itself(const Core& c) {
  const Core& body = *c.items[0];
  const bool primitive = body.kind == CoreKind::Primitive;
  if ((!primitive && body.kind != CoreKind::Construct) || body.items.size() != c.vars.size()) return false;
  const std::string_view name =
      primitive ? builtin(body.builtin).spelling : constructor(body.type, body.number);
  if (c.name != name) return false;
  return text(name), true;
}

void TermPrinter::lambda(const Core& c) {
  if (operator_itself(c)) return;
  text("(lambda (");
  for (size_t k = 0; k < c.vars.size(); ++k) text(k ? " " : ""), variable(c.vars[k]);
  text(") "), term(*c.items[0]), text(")");
}

void TermPrinter::match(const Core& c) {
  text("(match "), term(*c.items[0]);
  for (const CoreArm& arm : c.arms) {
    if (full()) return;
    text(" ("), pattern(arm.pattern), text(" "), term(*arm.body), text(")");
  }
  text(")");
}

std::string_view TermPrinter::constructor(TypeId t, uint32_t number) const {
  t = f_.types.resolve(t);
  while (f_.types[t].kind == TypeKind::Fun) t = f_.types.resolve(f_.types.arg(t, 1));
  return f_.symbols.text(f_.types.sum_type(SumId{f_.types[t].payload}).constructors[number].name);
}

void TermPrinter::pattern(const CorePattern& p) {
  if (full() || StackGuard::exhausted()) return text("..");
  switch (p.kind) {
  case CorePattern::Wildcard: return text("_");
  case CorePattern::Variable: return variable(p.var);
  case CorePattern::Literal: return text(print_datum(*p.literal, f_.symbols));
  case CorePattern::Tuple: return text("("), patterns(", ", p), text(")");
  case CorePattern::Constructor: break;
  }
  text("("), text(constructor(p.type, p.constructor)), text(p.items.empty() ? "" : " "), patterns(" ", p),
      text(")");
}

void TermPrinter::patterns(std::string_view between, const CorePattern& p) {
  for (size_t k = 0; k < p.items.size(); ++k) text(k ? between : ""), pattern(p.items[k]);
}

} // namespace

std::string cut_text(std::string text, size_t most) {
  size_t characters = 0, kept = 0;
  for (size_t k = 0; k < text.size(); ++k) {
    if (static_cast<unsigned char>(text[k]) < ' ' || text[k] == 127) text[k] = ' ';
    if (continues_character(text[k])) continue;
    if (++characters == most - cut_mark.size() + 1) kept = k;
  }
  if (characters <= most) return text;
  return text.substr(0, kept) + std::string(cut_mark);
}

std::string print_term(const Core& c, const Frontend& f, size_t most) {
  return cut_text(TermPrinter(f, most).print(c), most);
}

} // namespace nova

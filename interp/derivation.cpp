#include "interp/derivation.hpp"

namespace nova {
namespace {

/// Runs the recorded node.
template <class R> R recorded(const Code& e, Value* frame, Eval& m) {
  Derivation& d = *m.machine.options.derivation;
  const uint32_t depth = d.depth();
  const size_t step = d.begin(*e.core);
  R result = eval<R>(e.items[0], frame, m);
  if (m.next)
    d.end(step, depth, std::nullopt);
  else if constexpr (std::is_same_v<R, Word>)
    d.end(step, depth, Value::from_bits(e.tag, result));
  else
    d.end(step, depth, result);
  return result;
}

std::string_view access_rule(const Core& form, const Types& types) {
  return types.is(form.items[1]->type, TypeKind::Tuple) ? "VECTORN-ACCESS" : "VECTOR1-ACCESS";
}

std::string_view primitive_rule(const Core& form, const Types& types) {
  if (form.builtin == BuiltinId::Index) return access_rule(form, types);
  return builtin(form.builtin).kind == BuiltinKind::Scalar ? "PRIMITIVE" : "ARRAY";
}

/// The form's own text on one line, not too long.
std::string text_of(const Core& form, const Sources& sources) {
  std::string text(sources.text(form.span).substr(0, 60));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

} // namespace

std::string_view rule_name(const Core& form, const Types& types) {
  switch (form.kind) {
  case CoreKind::Const: return "CONST";
  case CoreKind::Local: return form.function ? "LAMBDA" : "ID";
  case CoreKind::Apply: return form.items.size() == 1 ? "PARENTHESES" : "APP";
  case CoreKind::Tuple: return "TUPLE";
  case CoreKind::Project: return "TUPLE-ACCESS";
  case CoreKind::Primitive: return primitive_rule(form, types);
  case CoreKind::If: return "IF";
  case CoreKind::Match: return "CASE";
  case CoreKind::Let: return "LET";
  case CoreKind::Lambda: return "LAMBDA";
  case CoreKind::LetRec: return "MU";
  case CoreKind::Global: return "GLOBAL";
  case CoreKind::Construct: return "CONSTRUCT";
  case CoreKind::Vector: return "VECTOR";
  case CoreKind::Sequence: return "SEQUENCE";
  case CoreKind::Assign: return "ASSIGN";
  case CoreKind::While: return "WHILE";
  case CoreKind::For: return "FOR";
  case CoreKind::Builtin:
  case CoreKind::Constructor: break;
  }
  return "LAMBDA";
}

size_t Derivation::begin(const Core& form) {
  ++depth_;
  if (steps_.size() == limit_) return limit_;
  steps_.push_back({&form, depth_ - 1, std::nullopt});
  return steps_.size() - 1;
}

void Derivation::end(size_t step, uint32_t depth, std::optional<Value> value) {
  depth_ = depth;
  if (step < steps_.size()) steps_[step].value = std::move(value);
}

std::string Derivation::print(Frontend& f) const {
  std::string out;
  for (const Step& s : steps_) {
    out.append(2 * s.depth, ' ') +=
        "(" + std::string(rule_name(*s.form, f.types)) + ") " + text_of(*s.form, f.sources);
    if (s.value) out += " => " + print_value(*s.value, s.form->type, f.types, f.symbols, true);
    out += '\n';
  }
  return out;
}

void record_rule(Code& code, Code* inner) {
  *inner = code;
  code = Code();
  code.core = inner->core, code.tag = inner->tag, code.items = inner, code.count = 1;
  set_rule(code, recorded<Word>, recorded<Value>);
}

} // namespace nova

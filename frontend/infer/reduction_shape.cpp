#include "frontend/infer/reduction_shape.hpp"

namespace nova {

bool commutes(BuiltinId id) {
  switch (id) {
  case BuiltinId::Add:
  case BuiltinId::Multiply:
  case BuiltinId::Min:
  case BuiltinId::Max:
  case BuiltinId::BitAnd:
  case BuiltinId::BitOr:
  case BuiltinId::BitXor:
  case BuiltinId::And:
  case BuiltinId::Or: return true;
  default: return false;
  }
}

namespace {

const Core& peel(const Core& c) {
  const Core* p = &c;
  while (p->kind == CoreKind::Sequence && p->items.size() == 1) p = p->items[0];
  return *p;
}

/// Says which part of which operand a value is. `operand` is 0 or 1, or -1 for any other value. `path` holds the
/// tuple positions that lead from the operand to the value, the outermost first.
struct Source {
  int operand = -1;
  std::vector<uint32_t> path;
  bool operator==(const Source&) const = default;
};

/// Examines the body of a lambda of two operands. Records which part of which operand each variable stands for.
class Reader {
 public:
  void bind(VarId v, Source s) { sources_.emplace_back(v, std::move(s)); }
  /// Binds the variables of a pattern to parts of s. Returns false unless the pattern consists of tuples, variables
  /// and `_`.
  bool bind(const CorePattern& p, const Source& s) {
    if (p.kind == CorePattern::Variable) return bind(p.var, s), true;
    if (p.kind == CorePattern::Wildcard) return true;
    if (p.kind != CorePattern::Tuple) return false;
    for (uint32_t i = 0; i < p.items.size(); ++i)
      if (!bind(p.items[i], part(s, i))) return false;
    return true;
  }
  /// Whether the component at path `place` of what the reduction's function returns is a commuting built-in, applied
  /// to the components at the same path of the function's two parameters. `whole` computes this component.
  bool combines(const Core& whole, const std::vector<uint32_t>& place) {
    const Core& c = peel(whole);
    switch (c.kind) {
    case CoreKind::Match:
      return c.arms.size() == 1 && bind(c.arms[0].pattern, source(*c.items[0])) &&
             combines(*c.arms[0].body, place);
    case CoreKind::Tuple: {
      for (uint32_t i = 0; i < c.items.size(); ++i)
        if (!combines(*c.items[i], part({0, place}, i).path)) return false;
      return true;
    }
    case CoreKind::Primitive:
      return commutes(c.builtin) && c.items.size() == 2 && operands(*c.items[0], *c.items[1], place);
    case CoreKind::Apply:
      return c.items.size() == 3 && commutes(*c.items[0]) && operands(*c.items[1], *c.items[2], place);
    case CoreKind::If: return conjunction(c, place);
    default: return false;
    }
  }

 private:
  static Source part(Source s, uint32_t i) {
    s.path.push_back(i);
    return s;
  }
  Source source(const Core& whole, uint32_t depth = 0) const {
    constexpr uint32_t deepest = 64; // no program takes a tuple apart further
    const Core& c = peel(whole);
    if (c.kind == CoreKind::Project && depth < deepest) {
      const Source from = source(*c.items[0], depth + 1);
      return from.operand < 0 ? from : part(from, c.number);
    }
    if (c.kind == CoreKind::Local)
      for (const auto& [v, s] : sources_)
        if (v == c.var) return s;
    return {};
  }
  bool operands(const Core& a, const Core& b, const std::vector<uint32_t>& place) const {
    return source(a) == Source{0, place} && source(b) == Source{1, place};
  }
  /// Whether c is (and a b) or (or a b), where a and b are the parts of the operands at `place`. Core has an If for
  /// both forms.
  bool conjunction(const Core& c, const std::vector<uint32_t>& place) const {
    const auto constant = [](const Core& k, bool value) {
      const Core& p = peel(k);
      return p.kind == CoreKind::Const && p.literal && p.literal->is(DatumKind::Boolean) &&
             p.literal->integer == value;
    };
    if (constant(*c.items[2], false)) return operands(*c.items[0], *c.items[1], place);
    return constant(*c.items[1], true) && operands(*c.items[0], *c.items[2], place);
  }
  std::vector<std::pair<VarId, Source>> sources_;
};

} // namespace

bool commutes(const Core& operation) {
  const Core* c = &peel(operation);
  if (c->kind == CoreKind::Builtin) return commutes(c->builtin);
  Reader reader;
  int operand = 0;
  while (c->kind == CoreKind::Lambda) {
    for (VarId v : c->vars) reader.bind(v, {operand++, {}});
    c = &peel(*c->items[0]);
  }
  return operand == 2 && reader.combines(*c, {});
}

} // namespace nova

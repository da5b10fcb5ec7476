// Loops in three parts. A body asks the same of its index in every round: is i - 1 at least 0, is i + k below
// n? Where the answers can be told by the index alone, the rounds in which all of them are yes run by
// themselves, with nothing left to ask (a stencil's inside, a read of neighbours, whole columns read side by
// side); the others run as they stand.
#include "jit/emitter.hpp"
#include <unordered_map>

namespace nova::plan {
namespace {

/// i + `rest` or, without the index, `rest`: an expression in C over what is bound outside.
struct Affine {
  bool index = false;
  std::string rest;
};

class Conditions {
 public:
  using Name = std::function<std::string(const Stm&)>;
  Conditions(const Plan& plan, const Names& names, const Body& b, Var index) : plan_(plan), names_(names) {
    note_bound(b);
    known_[index] = Affine{true, "0ll"};
    visit(b);
  }
  std::vector<IndexCondition> found;

 private:
  void note_bound(const Body& b) {
    for (Var v : b.params) bound_[v] = true;
    for (const Stm& s : b.stms) {
      for (Var v : s.outs) bound_[v] = true;
      for (const Body& inner : s.bodies) note_bound(inner);
    }
  }

  std::optional<Affine> affine(Var v) const {
    if (const auto at = known_.find(v); at != known_.end()) return at->second;
    if (bound_.contains(v) || plan_[v] != VarType{Element::I64, false}) return {};
    return Affine{false, names_[static_cast<size_t>(v)]};
  }

  void visit(const Body& b) {
    for (const Stm& s : b.stms) {
      if (s.op == Op::Constant && s.element == Element::I64)
        known_[s.outs[0]] = Affine{false, "(nv_i64)" + std::to_string(s.bits) + "ull"};
      if (s.op == Op::Scalar && s.element == Element::I64 && s.args.size() == 2) scalar(s);
      for (const Body& inner : s.bodies) visit(inner);
    }
  }

  void scalar(const Stm& s) {
    const auto a = affine(s.args[0]), b = affine(s.args[1]);
    if (!a || !b || a->rest.size() + b->rest.size() > 400) return;
    switch (s.builtin) {
    case BuiltinId::Add:
      if (!(a->index && b->index))
        known_[s.outs[0]] = Affine{a->index || b->index, "nv_add_i64(" + a->rest + ", " + b->rest + ")"};
      return;
    case BuiltinId::Subtract:
      if (!b->index) known_[s.outs[0]] = Affine{a->index, "nv_sub_i64(" + a->rest + ", " + b->rest + ")"};
      return;
    case BuiltinId::Multiply:
      if (!a->index && !b->index)
        known_[s.outs[0]] = Affine{false, "nv_mul_i64(" + a->rest + ", " + b->rest + ")"};
      return;
    case BuiltinId::Less: return order(s, *a, *b, 0);
    case BuiltinId::LessEqual: return order(s, *a, *b, 1);
    case BuiltinId::Greater: return order(s, *b, *a, 0);
    case BuiltinId::GreaterEqual: return order(s, *b, *a, 1);
    case BuiltinId::Equal: return other(s, *a, *b, false);
    case BuiltinId::NotEqual: return other(s, *a, *b, true);
    default: return;
    }
  }

  /// low < high + orEqual
  void order(const Stm& s, const Affine& low, const Affine& high, int or_equal) {
    if (low.index == high.index) return;
    const std::string more = ", " + std::to_string(low.index ? or_equal : 1 - or_equal) + ");";
    found.push_back({s.outs[0], true,
                     (low.index ? "nova_until(&lo, &hi, " + low.rest + ", " + high.rest
                                : "nova_since(&lo, &hi, " + high.rest + ", " + low.rest) +
                         more});
  }

  void other(const Stm& s, const Affine& a, const Affine& b, bool answer) {
    if (a.index == b.index) return;
    const Affine &with = a.index ? a : b, &without = a.index ? b : a;
    found.push_back({s.outs[0], answer, "nova_without(&lo, &hi, " + with.rest + ", " + without.rest + ");"});
  }

  const Plan& plan_;
  const Names& names_;
  std::unordered_map<Var, Affine> known_;
  std::unordered_map<Var, bool> bound_;
};

} // namespace

std::vector<IndexCondition> Emitter::index_conditions(const Body& b, Var index) const {
  if (whole_ || !simd_) return {};
  return Conditions(plan_, names_, b, index).found;
}

void Emitter::range_of(const std::vector<IndexCondition>& conditions, const std::string& begin,
                       const std::string& end) {
  line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  for (const IndexCondition& c : conditions) line(c.narrow);
}

/// What the body asks is known while `print` runs.
void Emitter::knowing(const std::vector<IndexCondition>& conditions, const std::function<void()>& print) {
  const auto around = known_;
  const auto inside = inside_;
  for (const IndexCondition& c : conditions) known_[c.out] = c.answer;
  print();
  known_ = around, inside_ = inside;
}

/// Rounds `begin` .. `end` - 1 in their order, in three parts where that helps.
void Emitter::in_parts(const Body& b, const std::string& begin, const std::string& end,
                       const std::function<void(const std::string&, const std::string&)>& loop) {
  const std::vector<IndexCondition> conditions = index_conditions(b, b.params.back());
  if (conditions.empty()) return loop(begin, end);
  open("");
  range_of(conditions, begin, end);
  open("for (int part = 0; part < 3; ++part) if (part == 1)");
  knowing(conditions, [&] { loop("lo", "hi"); });
  --indent_, line("} else {"), ++indent_;
  const bool around = std::exchange(whole_, true);
  loop("(part ? hi : " + begin + ")", "(part ? " + end + " : lo)");
  whole_ = around;
  close(), close();
}

std::optional<bool> Emitter::known(Var v) const {
  const auto at = known_.find(v);
  return at == known_.end() ? std::nullopt : std::optional(at->second);
}

/// An `and` of what is known is known, and so on.
void Emitter::learn(const Stm& s) {
  if (known_.empty() || element(s.outs[0]) != Element::Bool || s.args.empty() ||
      plan_[s.args[0]].element != Element::Bool)
    return;
  const std::optional<bool> a = known(s.args[0]), b = s.args.size() > 1 ? known(s.args[1]) : std::nullopt;
  if (s.builtin == BuiltinId::Not && a) known_[s.outs[0]] = !*a;
  if (s.builtin == BuiltinId::And && a && b) known_[s.outs[0]] = *a && *b;
  if (s.builtin == BuiltinId::Or && a && b) known_[s.outs[0]] = *a || *b;
}

} // namespace nova::plan

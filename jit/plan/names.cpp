#include "jit/plan/names.hpp"

namespace nova::plan {

PlanNames::PlanNames(const Plan& plan) : plan_(plan), numbers_(plan.types.size(), UINT32_MAX) {
  for (const Function& f : plan.functions) number(f.body), number(f.sizes);
  number(plan.body);
}

void PlanNames::number(const std::vector<Var>& vars) {
  for (Var v : vars)
    if (const auto k = static_cast<size_t>(v); k < numbers_.size() && numbers_[k] == UINT32_MAX)
      numbers_[k] = used_++;
}

void PlanNames::number(const Body& body) {
  number(body.params);
  for (const Stm& s : body.stms) {
    number(s.outs), number(s.args);
    for (const Body& b : s.bodies) number(b);
  }
  number(body.results);
}

namespace {

/// Returns the name in the source without the characters that the reader would not always read as part of a name.
std::string plain(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool inner = (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (letter || (inner && !text.empty())) text += c;
  }
  return text;
}

} // namespace

std::string PlanNames::operator()(Var v) const {
  const auto k = static_cast<size_t>(v);
  if (k >= plan_.types.size()) return "?" + std::to_string(k);
  const std::string name = k < plan_.names.size() ? plain(plan_.names[k]) : "";
  const std::string number =
      numbers_[k] == UINT32_MAX ? "?" + std::to_string(k) : std::to_string(numbers_[k]);
  return name.empty() ? "v" + number : name + "_" + number;
}

std::string type_text(VarType t) {
  const std::string name(element_name(t.element));
  return t.column ? "[" + name + "]" : name;
}

std::string PlanNames::with_type(Var v) const {
  const bool known = static_cast<size_t>(v) < plan_.types.size();
  return (*this)(v) + " : " + (known ? type_text(plan_[v]) : "?");
}

} // namespace nova::plan

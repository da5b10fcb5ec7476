#include "repl/derive/proof.hpp"

namespace nova {

uint32_t Proof::add(Judgement j) {
  if (j.parent != Judgement::none) j.depth = judgements[j.parent].depth + 1;
  judgements.push_back(std::move(j));
  return static_cast<uint32_t>(judgements.size() - 1);
}

void Proof::measure() {
  for (size_t k = judgements.size(); k-- > 0;)
    if (judgements[k].parent != Judgement::none) judgements[judgements[k].parent].size += judgements[k].size;
}

/// The trees of the premises follow each other in `judgements`. So a premise's index plus its tree's size is the
/// index of the next premise.
std::vector<uint32_t> Proof::premises(uint32_t of) const {
  std::vector<uint32_t> found;
  const uint32_t first = of == Judgement::none ? 0 : of + 1;
  const auto end =
      of == Judgement::none ? static_cast<uint32_t>(judgements.size()) : of + judgements[of].size;
  for (uint32_t k = first; k < end; k += judgements[k].size) found.push_back(k);
  return found;
}

std::string Proof::name(uint32_t environment) const {
  return (typing ? "G" : "s") + std::to_string(environment);
}

std::string Proof::binding(const ProofBinding& b) const {
  return typing ? b.name + " : " + b.type : b.name + " -> " + b.value;
}

namespace {

std::string listed(const Proof& p, const std::vector<ProofBinding>& bindings) {
  std::string out = p.typing ? "{" : "[";
  for (size_t k = 0; k < bindings.size(); ++k) out += (k ? ", " : "") + p.binding(bindings[k]);
  return out + (p.typing ? "}" : "]");
}

} // namespace

std::string Proof::whole(uint32_t environment) const { return listed(*this, environments[environment].all); }

std::string Proof::extension(uint32_t environment) const {
  const ProofEnvironment& e = environments[environment];
  return e.grew_from == ProofEnvironment::none ? whole(environment)
                                               : name(e.grew_from) + listed(*this, e.changed);
}

std::string Proof::judgement(const Judgement& j) const {
  const std::string s = j.environment == Judgement::none ? "" : name(j.environment);
  std::string out;
  if (typing)
    out = (s.empty() ? "" : s + " ") + "|- " + j.term;
  else
    out = "<" + j.term + (s.empty() ? "" : ", " + s) + ">";
  if (j.end == Judgement::Unknown) return out + (typing ? " : .." : " => ..");
  const bool definition = j.rule == "DEFINE" && j.end == Judgement::Holds;
  return out + (typing || definition ? " : " : " => ") + j.result;
}

} // namespace nova

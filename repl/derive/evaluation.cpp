// Makes a proof from the steps that the interpreter recorded: replaces slots of variables by their names, and values
// by their text.
#include "interp/derivation.hpp"
#include "repl/derive/derive.hpp"
#include "repl/derive/term.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova {
namespace {

class EvaluationProof {
 public:
  EvaluationProof(const Derivation& d, Session& session, bool prelude, size_t most)
      : d_(d), session_(session), f_(session.frontend()), prelude_(prelude), most_(most) {}
  Proof make();

 private:
  using Step = Derivation::Step;
  uint32_t root(const Derivation::Root& r);
  void steps(const Derivation::Root& r, size_t end, uint32_t root);
  bool is_of_prelude(const Derivation::Root& r) const;
  bool hides(const Step& s) const { return !prelude_ && session_.names().in_prelude(s.form->span); }
  Judgement judgement(size_t step, uint32_t parent);
  void note_bodies();
  void end(Judgement& j, const Step& s, TypeId type, bool innermost);
  std::string value_text(const Value& v, TypeId type, int depth = 0);
  std::string closure_text(const Value& v, const Core& lambda, int depth);
  uint32_t environment(uint32_t recorded, uint32_t around);
  std::vector<ProofBinding> bindings(const Derivation::Environment& e);
  static std::optional<size_t> grown_by(const Derivation::Environment& before,
                                        const Derivation::Environment& s);
  static bool holds(const ProofEnvironment& s, const ProofBinding& b);

  const Derivation& d_;
  Session& session_;
  Frontend& f_;
  bool prelude_;
  size_t most_;
  Proof p_;
  /// For each step, the index of its judgement; for a hidden step, of the nearest enclosing judgement.
  std::vector<uint32_t> shown_;
  std::vector<uint32_t> environments_; ///< for each recorded environment, its index in the proof
  /// For each environment in the proof, the recorded environment that it was made from.
  std::vector<const Derivation::Environment*> recorded_;
  std::unordered_map<const Core*, std::string_view> bodies_; ///< bodies of functions with names, and these
  std::vector<bool> hidden_;                                 ///< for each step, whether it is left out
  std::vector<bool> fails_inside_;                           ///< for each step, whether a premise fails
};

Proof EvaluationProof::make() {
  const auto& steps_of = d_.steps();
  p_.not_kept = d_.not_kept();
  shown_.resize(steps_of.size()), hidden_.resize(steps_of.size()), fails_inside_.resize(steps_of.size());
  environments_.assign(d_.environments().size(), ProofEnvironment::none);
  note_bodies();
  for (const Step& s : steps_of)
    if (s.state == Step::Failed && s.parent != Derivation::none) fails_inside_[s.parent] = true;
  for (size_t k = 0; k < d_.roots().size(); ++k) {
    const size_t end = k + 1 < d_.roots().size() ? d_.roots()[k + 1].first_step : steps_of.size();
    if (d_.roots()[k].first_step < end && !is_of_prelude(d_.roots()[k]))
      steps(d_.roots()[k], end, root(d_.roots()[k]));
  }
  p_.measure();
  return std::move(p_);
}

/// Notes the bodies of the functions that are values of steps. Each function that is called is one.
void EvaluationProof::note_bodies() {
  for (const Step& s : d_.steps()) {
    if (s.state != Step::Done || s.value.tag() != Tag::Function) continue;
    const Core* lambda = closure_of(s.value).lambda;
    if (lambda && !lambda->name.empty()) bodies_.emplace(lambda->items[0], lambda->name);
  }
}

/// Whether the root is the evaluation of a prelude constant such as `pi`, which happens at its first use. Returns
/// false if the prelude is shown.
bool EvaluationProof::is_of_prelude(const Derivation::Root& r) const {
  return r.form.kind == CoreTop::Define && hides(d_.steps()[r.first_step]);
}

/// Adds the judgement of the rule PROGRAM or DEFINE, whose premise is the evaluation of the form.
uint32_t EvaluationProof::root(const Derivation::Root& r) {
  const Step& first = d_.steps()[r.first_step];
  Judgement j;
  j.rule = r.form.kind == CoreTop::Define ? "DEFINE" : "PROGRAM";
  j.term = print_term(*first.form, f_, most_);
  end(j, first, first.form->type, false);
  if (r.form.kind == CoreTop::Define) {
    const std::string name(r.form.globals.empty() ? "" : f_.symbols.text(f_.program[r.form.globals[0]].name));
    j.term = "(define " + name + " " + j.term + ")";
    if (j.end == Judgement::Holds) j.result = name + " is defined as " + j.result;
  }
  return p_.add(std::move(j));
}

/// Adds the judgements of a form's steps, up to but not including step `end`, below the judgement `root`. Steps
/// inside of a prelude function are only counted, in `left_out` of the judgement that called the function.
void EvaluationProof::steps(const Derivation::Root& r, size_t end, uint32_t root) {
  for (size_t k = r.first_step; k < end; ++k) {
    const uint32_t parent = d_.steps()[k].parent;
    const bool inside = parent != Derivation::none && hidden_[parent];
    hidden_[k] = inside || (parent != Derivation::none && hides(d_.steps()[k]));
    const uint32_t around = parent == Derivation::none ? root : shown_[parent];
    if (hidden_[k])
      shown_[k] = around, ++p_.judgements[around].left_out;
    else
      shown_[k] = p_.add(judgement(k, around));
  }
}

/// Returns a value's text, cut to `most_` characters.
std::string EvaluationProof::value_text(const Value& v, TypeId type, int depth) {
  if (v.tag() == Tag::Function && depth < 3)
    if (const Core* lambda = closure_of(v).lambda) return closure_text(v, *lambda, depth);
  struct Enough {};
  std::string text;
  try {
    write_value(v, type, f_.types, f_.symbols, true, [&](std::string_view piece) {
      text += piece;
      if (text.size() > 4 * most_) throw Enough();
    });
  } catch (const Enough&) {
  }
  return cut_text(std::move(text), most_);
}

/// Returns the text of a closure: its lambda, and in brackets the values that it holds, which are the supplied
/// arguments and then the captured variables.
std::string EvaluationProof::closure_text(const Value& v, const Core& lambda, int depth) {
  const uint32_t supplied = closure_of(v).supplied, params = static_cast<uint32_t>(lambda.vars.size());
  std::string text = print_term(lambda, f_, most_), held;
  for (uint32_t k = 0; k < v.items().size(); ++k) {
    const uint32_t slot = k < supplied ? k : params + k - supplied;
    const Scope* s = d_.scopes().at(*lambda.items[0]);
    while (s && (s->function || s->slot != slot)) s = s->outer;
    if (!s) continue;
    held += held.empty() ? "" : ", ";
    held += std::string(f_.symbols.text(f_.program[s->var].name)) + " -> " +
            value_text(v.items()[k], s->type, depth + 1);
  }
  return cut_text(held.empty() ? text : text + " [" + held + "]", most_);
}

Judgement EvaluationProof::judgement(size_t step, uint32_t parent) {
  const Step& s = d_.steps()[step];
  Judgement j;
  j.rule = rule_name(*s.form, f_.types);
  j.term = print_term(*s.form, f_, most_);
  j.parent = parent;
  if (const auto body = bodies_.find(s.form); body != bodies_.end()) j.enters = body->second;
  const bool call = p_.judgements[parent].rule == "APP" || p_.judgements[parent].rule == "ARRAY";
  j.environment =
      environment(s.environment, call ? ProofEnvironment::none : p_.judgements[parent].environment);
  end(j, s, s.form->type, !fails_inside_[step]);
  return j;
}

void EvaluationProof::end(Judgement& j, const Step& s, TypeId type, bool innermost) {
  if (s.state == Step::Done)
    j.result = value_text(s.value, type);
  else if (s.state == Step::Failed)
    j.end = Judgement::Fails, j.result = innermost ? "error " + d_.error() : "error";
  else
    j.end = Judgement::Unknown;
}

/// Returns the index in the proof of a recorded environment. At its first use, adds it to the proof, as an extension
/// of `around` if possible. `around` is the environment of the conclusion. It is none for the body of a call, which
/// extends the closure's environment and not the caller's.
uint32_t EvaluationProof::environment(uint32_t recorded, uint32_t around) {
  uint32_t& number = environments_[recorded];
  if (number != ProofEnvironment::none) return number;
  const Derivation::Environment& e = d_.environments()[recorded];
  const auto fresh = around == ProofEnvironment::none ? std::nullopt : grown_by(*recorded_[around], e);
  ProofEnvironment made;
  made.all = bindings(e);
  if (fresh) {
    made.grew_from = around;
    for (size_t k = 0; k < made.all.size(); ++k)
      if (k + *fresh >= made.all.size() || !holds(p_.environments[around], made.all[k]))
        made.changed.push_back(made.all[k]);
  }
  p_.environments.push_back(std::move(made));
  recorded_.push_back(&e);
  return number = static_cast<uint32_t>(p_.environments.size() - 1);
}

/// Returns the number of variables that the environment `s` adds to `before`. Returns nothing if `s` is no extension
/// of `before`.
std::optional<size_t> EvaluationProof::grown_by(const Derivation::Environment& before,
                                                const Derivation::Environment& s) {
  size_t more = 0;
  const Scope* scope = s.scope;
  for (; scope && scope != before.scope && more < Derivation::most_variables; ++more) scope = scope->outer;
  return before.scope && scope == before.scope ? std::optional(more) : std::nullopt;
}

bool EvaluationProof::holds(const ProofEnvironment& s, const ProofBinding& b) {
  return std::any_of(s.all.begin(), s.all.end(), [&](const ProofBinding& known) {
    return known.name == b.name && known.value == b.value;
  });
}

/// Returns the variables of an environment, outermost first, without those that another one of the same name shadows.
std::vector<ProofBinding> EvaluationProof::bindings(const Derivation::Environment& e) {
  std::vector<ProofBinding> all;
  size_t k = 0, left = Derivation::most_variables;
  for (const Scope* s = e.scope; s && left > 0; s = s->outer, --left) {
    const std::string name(f_.symbols.text(f_.program[s->var].name));
    const Value* value = s->function ? nullptr : &e.values[k++];
    if (std::any_of(all.begin(), all.end(), [&](const ProofBinding& b) { return b.name == name; })) continue;
    all.push_back({name, value ? value_text(*value, s->type) : print_term(*s->function, f_, most_),
                   f_.types.print(s->type, f_.symbols)});
  }
  std::reverse(all.begin(), all.end());
  return all;
}

} // namespace

Proof evaluation_proof(const Derivation& d, Session& session, bool prelude, size_t characters) {
  return EvaluationProof(d, session, prelude, characters).make();
}

} // namespace nova

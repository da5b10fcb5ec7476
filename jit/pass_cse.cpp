// Common subexpressions: a statement that says what one before it in its scope said already, whole loops
// included. Two bodies are the same where they differ in the names of what they bind alone.
#include "jit/pass_tools.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// What a statement says, as text: free variables by number, bound ones by order of binding.
class Key {
 public:
  explicit Key(const Stm& s) { add(s); }
  std::string text;

 private:
  void number(char kind, uint64_t n) {
    text += kind;
    text.append(reinterpret_cast<const char*>(&n), sizeof n);
  }
  void use(const std::vector<Var>& vars) {
    number('n', vars.size());
    for (Var v : vars) {
      auto at = bound_.find(v);
      at == bound_.end() ? number('v', index_of(v)) : number('b', at->second);
    }
  }
  void bind(const std::vector<Var>& vars) {
    number('n', vars.size());
    for (Var v : vars) bound_.emplace(v, bound_.size());
  }
  void add(const Stm& s) {
    number('o', static_cast<uint64_t>(s.op));
    number('i', static_cast<uint64_t>(s.builtin));
    number('e', static_cast<uint64_t>(s.element) | uint64_t{s.start} << 8 | uint64_t{s.exclusive} << 9 | uint64_t{s.after} << 7 |
                    static_cast<uint64_t>(s.shape) << 10);
    number('c', s.bits);
    number('f', s.function);
    // Which number of a failed check is shown is the interpreter's matter.
    use(s.op == Op::Check ? std::vector<Var>{s.args[0]} : s.args);
    for (const Body& b : s.bodies) add(b);
  }
  void add(const Body& b) {
    bind(b.params);
    for (const Stm& s : b.stms) add(s), bind(s.outs);
    use(b.results);
  }
  std::unordered_map<Var, uint64_t> bound_;
};

class Common {
 public:
  explicit Common(Plan& plan) : plan_(plan), renaming_(plan) {}
  bool changed = false;

  void clean(Body& b) {
    std::vector<std::string> added;
    std::erase_if(b.stms, [&](Stm& s) {
      renaming_.apply(s.args);
      for (Body& inner : s.bodies) clean(inner);
      return !first(s, added);
    });
    renaming_.apply(b.results);
    for (const std::string& key : added) seen_.erase(key);
  }

 private:
  /// False where the same has been said; it is said by that one's variables from now on.
  bool first(const Stm& s, std::vector<std::string>& added) {
    Key key(s);
    // The type of a scalar operation's result belongs to what it says.
    for (Var v : s.outs)
      key.text += static_cast<char>(plan_[v].element), key.text += plan_[v].column ? '[' : '.';
    auto [at, is_new] = seen_.try_emplace(key.text, s.outs);
    if (is_new) return added.push_back(std::move(key.text)), true;
    for (size_t k = 0; k < s.outs.size(); ++k) renaming_.set(s.outs[k], at->second[k]);
    return changed = true, false;
  }

  Plan& plan_;
  Renaming renaming_;
  std::unordered_map<std::string, std::vector<Var>> seen_;
};

} // namespace

bool eliminate_common(Plan& plan) {
  Common common(plan);
  for_each_root(plan, [&](Body& b) { common.clean(b); });
  return common.changed;
}

} // namespace nova::plan

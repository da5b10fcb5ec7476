// Common subexpression elimination: removes a statement, even a whole loop, that computes the same as an earlier
// statement in the same body or in an enclosing one. Two loop bodies are equal if they differ only in the names of
// the variables that they bind.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>
#include <bit>

namespace nova::plan {
namespace {

/// Returns the arguments that must be equal for two statements to be equal. For a Check this is the condition alone,
/// since its other arguments are numbers for the error message, which the interpreter reports itself.
std::span<const Var> compared_args(const Stm& s) {
  return std::span(s.args).first(s.op == Op::Check ? 1 : s.args.size());
}

/// A text that represents a statement. Statements with equal texts compute the same, if their results have the same
/// types. Free variables are written as their numbers, and variables that the bodies bind are numbered in the order
/// of binding.
class Key {
 public:
  explicit Key(const Stm& s) { add(s); }
  std::string text;

 private:
  void number(char kind, uint64_t n) {
    text += kind;
    text.append(reinterpret_cast<const char*>(&n), sizeof n);
  }
  void use(std::span<const Var> vars) {
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
    number('e', static_cast<uint64_t>(s.element) | uint64_t{s.start} << 8 | uint64_t{s.exclusive} << 9 |
                    uint64_t{s.after} << 7 | static_cast<uint64_t>(s.shape) << 10);
    number('c', s.bits);
    number('f', s.function);
    use(compared_args(s));
    for (const Body& b : s.bodies) add(b);
  }
  void add(const Body& b) {
    bind(b.params);
    for (const Stm& s : b.stms) add(s), bind(s.outs);
    use(b.results);
  }
  std::unordered_map<Var, uint64_t> bound_;
};

/// A hash of a statement or a body, which leaves out the variables that it uses. Statements with equal keys have
/// equal hashes.
class Shape {
 public:
  void add(uint64_t n) { hash_ = (std::rotl(hash_, 5) ^ n) * 0x9e3779b97f4a7c15; }
  void add(const Plan& plan, const Stm& s) {
    add(static_cast<uint64_t>(s.op) | static_cast<uint64_t>(s.builtin) << 8);
    add(s.bits);
    add(s.function);
    for (Var v : s.outs) add(static_cast<uint64_t>(plan[v].element) << 1 | plan[v].column);
  }
  uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0;
};

class Common {
 public:
  explicit Common(Plan& plan) : plan_(plan), renaming_(plan) {}
  bool changed = false;

  /// Removes repeated statements from a body, and returns the body's hash.
  uint64_t clean(Body& b) {
    std::vector<uint64_t> added;
    std::vector<bool> again(b.stms.size());
    Shape shape;
    for (size_t k = 0; k < b.stms.size(); ++k) {
      const Shape stm = clean_inside(b.stms[k]);
      again[k] = !first(b.stms[k], stm, added);
      if (!again[k]) shape.add(stm.hash());
    }
    renaming_.apply(b.results);
    for (uint64_t hash : added) forget(hash);
    erase_marked(b.stms, again);
    return shape.hash();
  }

 private:
  /// A statement seen so far in the present or an enclosing body. Its key stays "" until another statement has the
  /// same hash, since the key of a large loop is long.
  struct Said {
    const Stm* stm;
    std::string key;
  };

  Shape clean_inside(Stm& s) {
    renaming_.apply(s.args);
    Shape shape;
    shape.add(plan_, s);
    for (Body& inner : s.bodies) shape.add(clean(inner));
    return shape;
  }
  /// Returns whether no earlier statement computes the same as `s`. If one does, the outs of `s` are replaced by the
  /// outs of that statement.
  bool first(const Stm& s, Shape shape, std::vector<uint64_t>& added) {
    for (Var v : compared_args(s)) shape.add(index_of(v));
    std::vector<Said>& said = said_[shape.hash()];
    std::string key = said.empty() ? "" : key_of(s);
    for (Said& before : said) {
      if (before.key.empty()) before.key = key_of(*before.stm);
      if (before.key == key) return set_results(s, *before.stm), false;
    }
    said.push_back({&s, std::move(key)});
    return added.push_back(shape.hash()), true;
  }
  void set_results(const Stm& s, const Stm& before) {
    for (size_t k = 0; k < s.outs.size(); ++k) renaming_.set(s.outs[k], before.outs[k]);
    changed = true;
  }
  void forget(uint64_t hash) {
    auto at = said_.find(hash);
    at->second.pop_back();
    if (at->second.empty()) said_.erase(at);
  }
  std::string key_of(const Stm& s) const {
    Key key(s);
    // The types of the results belong to the key, too: a scalar operation may have results of several types.
    for (Var v : s.outs)
      key.text += static_cast<char>(plan_[v].element), key.text += plan_[v].column ? '[' : '.';
    return std::move(key.text);
  }
  static void erase_marked(std::vector<Stm>& stms, const std::vector<bool>& marked) {
    size_t k = 0;
    std::erase_if(stms, [&](const Stm&) { return marked[k++]; });
  }

  Plan& plan_;
  Renaming renaming_;
  std::unordered_map<uint64_t, std::vector<Said>> said_; ///< by hash: the statements seen so far
};

} // namespace

bool eliminate_common(Plan& plan) {
  Common common(plan);
  for_each_root(plan, [&](Body& b) { common.clean(b); });
  return common.changed;
}

} // namespace nova::plan

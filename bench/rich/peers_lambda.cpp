// Terms are evaluated in environments and read back, so nothing is ever substituted: an argument is evaluated
// where it is needed first, and once. All that a term makes lies in a block that is emptied after it.
#include "bench/rich/peers.hpp"
#include <cstddef>
#include <omp.h>

namespace rich {

namespace {

enum Kind : uint32_t { Variable, Abstraction, App };

/// A term is a number: its kind in two bits, and a variable's index or where its parts lie.
using Term = uint32_t;
Kind kind(Term t) { return static_cast<Kind>(t & 3); }
uint32_t index(Term t) { return t >> 2; }

class Terms {
 public:
  static Term variable(uint32_t k) { return k << 2 | Variable; }
  Term abstraction(Term body) { return add(Abstraction, {body}); }
  Term app(Term f, Term a) { return add(App, {f, a}); }
  Term body(Term t) const { return parts_[index(t)]; }
  Term function(Term t) const { return parts_[index(t)]; }
  Term argument(Term t) const { return parts_[index(t) + 1]; }
  void empty() { parts_.clear(); }

 private:
  Term add(Kind kind, std::initializer_list<Term> parts) {
    const auto at = static_cast<uint32_t>(parts_.size());
    parts_.insert(parts_.end(), parts);
    return at << 2 | kind;
  }
  std::vector<Term> parts_;
};

struct Env;
struct Delayed;
/// A head normal form: a variable by its depth, an abstraction's body in its environment, or what is applied.
struct Value {
  Kind kind;
  uint32_t depth_or_body;
  const Env* env;
  const Value* head;
  Delayed* argument;
};
struct Delayed {
  const Value* value; ///< none before it is needed
  Term term;
  const Env* env;
};
struct Env {
  const Env* next;
  Delayed* value;
};

class alignas(64) Normaliser {
 public:
  /// The normal form of a closed term, in terms().
  Term normal(const Terms& given, Term t) {
    given_ = &given, used_ = 0, made_.empty();
    return read_back(head_normal(t, nullptr), 0);
  }
  const Terms& terms() const { return made_; }

 private:
  // As Krivine's machine: arguments wait on a stack for the abstractions that take them.
  const Value* head_normal(Term t, const Env* env) {
    const size_t base = waiting_.size();
    const auto pop = [&] {
      Delayed* const a = waiting_.back();
      return waiting_.pop_back(), a;
    };
    for (;;) {
      if (kind(t) == App) {
        waiting_.push_back(delay(given_->argument(t), env)), t = given_->function(t);
      } else if (kind(t) == Abstraction) {
        const Term body = given_->body(t);
        if (waiting_.size() == base) return make<Value>({Abstraction, body, env, nullptr, nullptr});
        env = make<Env>({env, pop()}), t = body;
      } else {
        const Value* v = needed(lookup(env, index(t)));
        if (v->kind != Abstraction || waiting_.size() == base) {
          while (waiting_.size() > base) v = make<Value>({App, 0, nullptr, v, pop()});
          return v;
        }
        env = make<Env>({v->env, pop()}), t = v->depth_or_body;
      }
    }
  }
  Term read_back(const Value* v, uint32_t depth) {
    if (v->kind == Variable) return Terms::variable(depth - 1 - v->depth_or_body);
    if (v->kind == Abstraction) {
      const Value* const fresh = make<Value>({Variable, depth, nullptr, nullptr, nullptr});
      const Env* const env = make<Env>({v->env, make<Delayed>({fresh, 0, nullptr})});
      return made_.abstraction(read_back(head_normal(v->depth_or_body, env), depth + 1));
    }
    const Term f = read_back(v->head, depth);
    return made_.app(f, read_back(needed(v->argument), depth));
  }
  static Delayed* lookup(const Env* env, uint32_t k) {
    for (; k; --k) env = env->next;
    return env->value;
  }
  Delayed* delay(Term t, const Env* env) {
    return kind(t) == Variable ? lookup(env, index(t)) : make<Delayed>({nullptr, t, env});
  }
  const Value* needed(Delayed* d) {
    if (!d->value) d->value = head_normal(d->term, d->env);
    return d->value;
  }
  template <class T> T* make(T t) {
    if (used_ + sizeof(T) > block_.size()) __builtin_trap();
    T* const at = new (&block_[used_]) T(t);
    return used_ += sizeof(T), at;
  }
  const Terms* given_ = nullptr;
  Terms made_;
  std::vector<Delayed*> waiting_;
  std::vector<std::byte> block_ = std::vector<std::byte>(size_t{4} << 20);
  size_t used_ = 0;
};

class Lambda : public Peer {
 public:
  explicit Lambda(const Inputs& in) {
    const auto v = [](uint32_t k) { return Terms::variable(k); };
    const auto l = [&](Term body) { return given_.abstraction(body); };
    const auto app = [&](Term f, Term a) { return given_.app(f, a); };
    const auto app2 = [&](Term f, Term x, Term y) { return app(app(f, x), y); };
    const Term plus = l(l(l(l(app2(v(3), v(1), app2(v(2), v(1), v(0))))))),
               times = l(l(l(app(v(2), app(v(1), v(0)))))),
               predecessor = l(l(l(app(app2(v(2), l(l(app(v(0), app(v(1), v(3))))), l(v(1))), l(v(0))))));
    for (int64_t k = 0; k < in.whole[0][0]; ++k) {
      const Term x = church(k % 7), y = church(k % 35 / 7);
      switch (k % 4) {
      case 0: terms_.push_back(app2(plus, x, y)); break;
      case 1: terms_.push_back(app2(times, x, y)); break;
      case 2: terms_.push_back(app(church(k % 3), church(k % 5))); break;
      default: terms_.push_back(app(predecessor, x));
      }
    }
  }
  void run(int threads, Output& out) override {
    out.longs.resize(terms_.size());
    while (normalisers_.size() < static_cast<size_t>(threads)) normalisers_.emplace_back();
#pragma omp parallel num_threads(threads)
    {
      Normaliser& mine = normalisers_[static_cast<size_t>(omp_get_thread_num())];
#pragma omp for schedule(dynamic, 256)
      for (size_t k = 0; k < terms_.size(); ++k) {
        const Term t = mine.normal(given_, terms_[k]);
        out.longs[k] = number(mine.terms(), t);
      }
    }
  }

 private:
  Term church(int64_t k) {
    Term e = Terms::variable(0);
    for (; k > 0; --k) e = given_.app(Terms::variable(1), e);
    return given_.abstraction(given_.abstraction(e));
  }
  static int64_t number(const Terms& terms, Term e) {
    if (kind(e) != Abstraction) return -1;
    e = terms.body(e);
    if (kind(e) == Variable) return index(e) == 0 ? 1 : -1;
    if (kind(e) != Abstraction) return -1;
    int64_t count = 0;
    for (e = terms.body(e); kind(e) == App; e = terms.argument(e)) ++count;
    return count;
  }
  Terms given_;
  std::vector<Normaliser> normalisers_;
  std::vector<Term> terms_;
};

} // namespace

std::unique_ptr<Peer> lambda(const Inputs& in) { return std::make_unique<Lambda>(in); }

} // namespace rich

// Terms are nodes in a block that is emptied after each of them.
#include "bench/rich/peers.hpp"
#include <omp.h>

namespace rich::same {

namespace {

struct Term;
using T = const Term*;
enum Kind : int32_t { Variable, Abstraction, App };
struct Term {
  Kind kind;
  int32_t index;
  T left, right;
};

class Block {
 public:
  explicit Block(size_t room) : terms_(room) {}
  T variable(int32_t k) { return add({Variable, k, nullptr, nullptr}); }
  T abstraction(T body) { return add({Abstraction, 0, body, nullptr}); }
  T app(T f, T a) { return add({App, 0, f, a}); }
  void empty() { used_ = 0; }

 private:
  T add(Term t) {
    if (used_ == terms_.size()) __builtin_trap();
    return &(terms_[used_++] = t);
  }
  std::vector<Term> terms_;
  size_t used_ = 0;
};

class Normaliser {
 public:
  explicit Normaliser(Block& block) : block_(block) {}
  T normal(T e) {
    e = head_normal(e);
    if (e->kind == Variable) return e;
    if (e->kind == Abstraction) return block_.abstraction(normal(e->left));
    const T f = normal(e->left);
    return block_.app(f, normal(e->right));
  }

 private:
  T shift(int32_t d, int32_t c, T e) {
    if (e->kind == Variable) return e->index < c ? e : block_.variable(e->index + d);
    if (e->kind == Abstraction) return block_.abstraction(shift(d, c + 1, e->left));
    const T f = shift(d, c, e->left);
    return block_.app(f, shift(d, c, e->right));
  }
  T substitute(T e, int32_t j, T a) {
    if (e->kind == Variable)
      return e->index < j ? e : e->index > j ? block_.variable(e->index - 1) : j ? shift(j, 0, a) : a;
    if (e->kind == Abstraction) return block_.abstraction(substitute(e->left, j + 1, a));
    const T f = substitute(e->left, j, a);
    return block_.app(f, substitute(e->right, j, a));
  }
  T head_normal(T e) {
    while (e->kind == App) {
      const T f = head_normal(e->left);
      if (f->kind != Abstraction) return block_.app(f, e->right);
      e = substitute(f->left, 0, e->right);
    }
    return e;
  }
  Block& block_;
};

class Lambda : public Peer {
 public:
  explicit Lambda(const Inputs& in) : given_(static_cast<size_t>(in.whole[0][0]) * 80) {
    Block& b = given_;
    const auto v = [&](int32_t k) { return b.variable(k); };
    const auto l = [&](T body) { return b.abstraction(body); };
    const auto app2 = [&](T f, T x, T y) { return b.app(b.app(f, x), y); };
    const T plus = l(l(l(l(app2(v(3), v(1), app2(v(2), v(1), v(0))))))),
            times = l(l(l(b.app(v(2), b.app(v(1), v(0)))))),
            predecessor = l(l(l(b.app(app2(v(2), l(l(b.app(v(0), b.app(v(1), v(3))))), l(v(1))), l(v(0))))));
    for (int64_t k = 0; k < in.whole[0][0]; ++k) {
      const T x = church(k % 7), y = church(k % 35 / 7);
      switch (k % 4) {
      case 0: terms_.push_back(app2(plus, x, y)); break;
      case 1: terms_.push_back(app2(times, x, y)); break;
      case 2: terms_.push_back(b.app(church(k % 3), church(k % 5))); break;
      default: terms_.push_back(b.app(predecessor, x));
      }
    }
  }
  void run(int threads, Output& out) override {
    out.longs.resize(terms_.size());
    while (blocks_.size() < static_cast<size_t>(threads)) blocks_.emplace_back(1 << 18);
#pragma omp parallel num_threads(threads)
    {
      Block& block = blocks_[static_cast<size_t>(omp_get_thread_num())];
#pragma omp for schedule(dynamic, 256)
      for (size_t k = 0; k < terms_.size(); ++k)
        block.empty(), out.longs[k] = number(Normaliser(block).normal(terms_[k]));
    }
  }

 private:
  T church(int64_t k) {
    T e = given_.variable(0);
    for (; k > 0; --k) e = given_.app(given_.variable(1), e);
    return given_.abstraction(given_.abstraction(e));
  }
  static int64_t number(T e) {
    if (e->kind != Abstraction) return -1;
    e = e->left;
    if (e->kind == Variable) return e->index == 0 ? 1 : -1;
    if (e->kind != Abstraction) return -1;
    int64_t count = 0;
    for (e = e->left; e->kind == App; e = e->right) ++count;
    return count;
  }
  Block given_;
  std::vector<Block> blocks_;
  std::vector<T> terms_;
};

} // namespace

std::unique_ptr<Peer> lambda(const Inputs& in) { return std::make_unique<Lambda>(in); }

} // namespace rich::same

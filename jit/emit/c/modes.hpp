// The printing context: what holds and what is known where a statement is printed.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nova::plan {

struct Fold;

/// The printing context of a BodyPrinter. A printer changes a member for the length of a scope by a `Scoped`.
struct Modes {
  bool host = true;          ///< at the host's level, outside of kernels
  bool whole = false;        ///< loops are not split
  int pieces = 0;            ///< how often the loop around is split where a branch's condition changes
  bool in_function = false;  ///< in a function of the plan
  bool owes_poll = false;    ///< in a recursive function that has not polled yet
  bool hands_on = false;     ///< in a function that has static arguments
  bool shares_calls = false; ///< in a function that may be called at the host's level

  bool defers = false;              ///< checks are deferred
  bool checked = false;             ///< behind a deferred check: `fine` says whether all checks have held
  std::string guard{};              ///< with both branches of an If computed: whether this one is taken
  std::unordered_set<Var> inside{}; ///< indices whose check is known to hold
  std::unordered_set<Var> asked{};  ///< indices with some check that is not known to hold
  std::unordered_set<Var> sure{};   ///< indices that are in bounds even if a check in the loop fails
  std::unordered_map<Var, bool> known{};         ///< conditions whose answer is known
  std::unordered_map<Var, std::string> values{}; ///< divisions and reads whose value is known, with it in C

  std::unordered_map<Var, std::string> placed{}; ///< columns that are made at a given address, in C
  std::vector<std::string> shares{};             ///< C code that resets a thread's shares of regions
  const Fold* joined = nullptr;                  ///< a reduction whose elements are combined already
  const std::vector<Var>* loaded = nullptr;      ///< reads whose values are declared already
};

/// Sets a variable for the length of a scope and restores its old value at the end.
template <class T> class Scoped {
 public:
  /// Leaves the variable as it is; what the scope changes is undone at its end.
  explicit Scoped(T& at) : at_(at), before_(at) {}
  Scoped(T& at, T value) : at_(at), before_(std::exchange(at, std::move(value))) {}
  Scoped(const Scoped&) = delete;
  Scoped& operator=(const Scoped&) = delete;
  ~Scoped() { at_ = std::move(before_); }
  const T& before() const { return before_; }

 private:
  T& at_;
  T before_;
};

} // namespace nova::plan

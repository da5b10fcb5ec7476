// Where something is printed: what holds there, and is known there.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nova::plan {

struct Fold;

/// What the printers of bodies go by. A scope changes one of these by a `Scoped`.
struct Modes {
  bool host = true;          ///< at the host's level
  bool whole = false;        ///< loops are not cut into parts
  int pieces = 0;            ///< how often the loop around is cut where a branch changes
  bool in_function = false;  ///< one of the plan's own
  bool owes_poll = false;    ///< it has not asked yet whether the run may go on
  bool hands_on = false;     ///< in a function that has static arguments
  bool shares_calls = false; ///< in a function that may be called at the host's level

  bool defers = false;              ///< checks wait
  bool checked = false;             ///< behind a check that waits: `fine` says whether all held
  std::string guard{};              ///< where both branches of an If are computed: whether this one is taken
  std::unordered_set<Var> inside{}; ///< indices that a check is known to hold of
  std::unordered_set<Var> asked{};  ///< indices of which some check is not
  std::unordered_set<Var> sure{};   ///< indices that no check of the round around asks for
  std::unordered_map<Var, bool> known{};         ///< conditions whose answer is known
  std::unordered_map<Var, std::string> values{}; ///< divisions and reads whose value is known

  std::unordered_map<Var, std::string> placed{}; ///< columns that are made where they will stand
  std::vector<std::string> shares{};             ///< what begins a thread's share of regions anew
  const Fold* joined = nullptr;                  ///< a reduction whose elements are joined already
  const std::vector<Var>* loaded = nullptr;      ///< reads whose values are declared already
};

/// A value for a scope. At its end the value before comes back.
template <class T> class Scoped {
 public:
  /// What the scope changes is undone.
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

// The printing context: what holds and what is known where a statement is printed.
#pragma once
#include "jit/plan/plan.hpp"
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nova::plan {

struct Fold;

/// What is known of the bounds checks of indices.
struct CheckedIndices {
  std::unordered_set<Var> inside{}; ///< index variables whose bounds check is known to hold
  std::unordered_set<Var> asked{};  ///< index variables whose bounds check is not known to hold
  std::unordered_set<Var> sure{};   ///< index variables that are in bounds even if a check fails
};

/// The tables of a histogram in the rows of a statement, whose elements are counted before the rows are printed
/// (places/histogram_rows.cpp). All names are C variables, which each kernel of the statement gets.
struct RowTables {
  std::string type;    ///< type of an entry
  std::string entries; ///< the tables: for each thread those of all rows; null if nothing was counted
  std::string begun;   ///< for each thread, whether it has begun its tables
  std::string stride;  ///< how many entries a thread has
  Var row;             ///< the row's index
};

/// The printing context of a BodyPrinter. A printer changes a member for the length of a scope by a `Scoped`.
struct Modes {
  bool host = true;   ///< whether the printed code is at the host's level, outside of kernels
  bool whole = false; ///< whether loops are printed unsplit
  /// How often the enclosing loop has been cut in two, each time where a condition's answer changes.
  int pieces = 0;
  bool in_function = false;          ///< whether the printed code is in a function of the plan
  bool owes_poll = false;            ///< whether the printed code is in a recursive function, before its poll
  bool has_static_arguments = false; ///< whether the printed code is in a function with static arguments
  /// Whether the printed code is in a function that may be called at the host's level. Threads may share its calls.
  bool shares_calls = false;

  /// Whether checks are deferred: a failed check is noted in `fine` or `*bad`, and the code goes on. The run ends
  /// later, where `*bad` is tested, at the latest at the kernel's end.
  bool defers = false;
  /// Whether a deferred check stands before this point. If one has failed, the C variable `fine` is 0.
  bool checked = false;
  /// The C variable that says whether the current branch is taken, if both branches of its If are computed; otherwise
  /// "".
  std::string guard{};
  CheckedIndices bounds{};
  std::unordered_set<Var> beside{}; ///< variables that grow by one with each iteration of the current loop
  /// The conditions whose answer is known, and the answer.
  std::unordered_map<Var, bool> known{};
  /// The variables of divisions and reads whose value is already computed, and the C expression for that value.
  std::unordered_map<Var, std::string> values{};
  /// The variables whose value is the same in all iterations of the current loop and is computed before it, and the C
  /// variable that holds it.
  std::unordered_map<Var, std::string> invariant{};

  /// The columns that get no memory of their own, and the address at which each is stored, in C.
  std::unordered_map<Var, std::string> placed{};
  /// C statements that empty the thread's shares of regions. An iteration begins with them.
  std::vector<std::string> shares{};
  /// The histograms in rows whose elements are counted before the rows, by their first out.
  std::map<Var, RowTables> tables{};
  /// The reduction whose elements are already combined, for each row r of a batch, in a0[r], a1[r], ..; null if there
  /// is none.
  const Fold* joined = nullptr;
  /// The variables of reads that are declared already, so that these reads are not printed; null if there are none.
  const std::vector<Var>* loaded = nullptr;
};

/// Sets a variable for the length of a scope and restores its old value at the end.
template <class T> class Scoped {
 public:
  /// Does not set the variable; changes within the scope are undone at its end.
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

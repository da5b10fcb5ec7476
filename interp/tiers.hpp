// The interface by which the interpreter uses the tiers above it (compiled code). A form is an expression that tiers
// may run. Before the interpreter evaluates a form, it asks the tiers for the form's value (try_run). So it asks for
// an outer form before the forms inside of it.
#pragma once
#include "runtime/array.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

struct Core;

/// The location of a number that determines how long a form runs: an integer or a vector's length, in a slot of the
/// form's frame or in a definition's value.
struct NumberPlace {
  const Value* global = nullptr; ///< the definition's value; null if the number is in a slot of the frame
  uint32_t slot = 0;
  int32_t dimension = -1;       ///< which dimension of a vector; -1: the integer itself
  std::vector<uint32_t> path{}; ///< indices of a nested item: in the value, then in that item, ..
  const Value& value(const Value* frame) const {
    const Value* v = global ? global : frame + slot;
    if (!path.empty()) [[unlikely]]
      for (const uint32_t k : path) v = &v->items()[k];
    return *v;
  }
  int64_t read(const Value* frame) const {
    const Value& v = value(frame);
    return dimension < 0 ? v.as_int() : v.array().dimension(static_cast<uint32_t>(dimension));
  }
};

struct Tiers {
  virtual ~Tiers() = default;

  /// The interpreter's record of a form, an expression that tiers may run. If all conditions of `small` hold, no tier
  /// would run the form, so none is asked.
  struct Form {
    /// Conditions under which the form is too small for any tier: bounds on numbers, and the code of function values.
    struct Small {
      struct Bound {
        NumberPlace at;
        uint64_t most; ///< -most <= number <= most
      };
      struct Known {
        NumberPlace at;
        const void* code; ///< Value::code() of the function
      };
      /// The rows in a column of the value, to which `column` leads from the vector's own, all have this length.
      struct Rows {
        NumberPlace at;
        std::vector<uint32_t> column;
        int64_t length;
      };
      std::vector<Known> functions{}; ///< those that hold others come first
      std::vector<Bound> bounds{};
      std::vector<Rows> rows{};
      uint64_t* passed = nullptr; ///< counter of runs in which all conditions hold; null: `small` never holds
      bool whole = false;         ///< whether no tier runs an inner form either, if the conditions hold

      bool holds(const Value* frame) const {
        if (!passed) return false;
        for (const Known& f : functions) // the bounds may be on what these hold
          if (f.at.value(frame).code() != f.code) return false;
        for (const Bound& b : bounds)
          if (static_cast<uint64_t>(b.at.read(frame)) + b.most > 2 * b.most) return false;
        for (const Rows& r : rows)
          if (!has_even_rows(r.at.value(frame).array(), r.column, r.length)) return false;
        return true;
      }
    };
    Small small;
    const Form* outer = nullptr; ///< the innermost enclosing form that may have a plan, or null
  };

  /// Called while the program is linked. Returns the form's record, or null if no tier can ever run the form.
  virtual Form* wants(const Core& form) = 0;
  enum class Then : uint8_t {
    Interpret, ///< no tier runs the form this time
    Never,     ///< no tier ever runs the form
    Small,     ///< no tier runs the form this time, and none is asked for the forms inside of it
    Done,      ///< a tier ran the form: `value` is its value
    /// As Done, but the interpreter also evaluates the form, with the frame as `try_run` has left it. It passes its
    /// value to `judge`, which compares both values.
    Check,
    /// The tier found an error. The interpreter evaluates the form, whose outcome is the interpreter's value or
    /// error. It passes the value, or null for an error, to `judge`.
    Watch,
    /// No tier runs the form this time. The interpreter reports to `took` how long it needed.
    Time,
    /// As Time, but the interpreter calls `overtakes` meanwhile. Once that returns Ready, the interpreter's work is
    /// dropped, and `try_run` is called again.
    Race
  };
  /// A number literal of the form, and the bits that replace its value during a check.
  struct Literal {
    const Core* number = nullptr;
    uint64_t bits = 0;
  };
  struct Answer {
    Then then = Then::Interpret;
    Value value;
    std::span<const Literal>
        literals{};     ///< Check: literals whose values the check replaces; valid until it ends
    bool alone = false; ///< Race: whether no tier is asked for inner forms during the race
  };
  /// Asks the tiers for the value of a form, whose variables are in `frame`. May throw a Fault.
  virtual Answer try_run(Form& form, std::span<Value> frame) = 0;
  /// Compiles a form that is to run later, and waits for that. The values of `frame` are not known yet. Returns "", or
  /// why the form is not compiled. May throw a Fault.
  virtual std::string compile(Form& form, std::span<Value> frame) = 0;
  /// Reports that the interpreter has needed `ns` nanoseconds for a run of the form.
  virtual void took(Form& form, double ns) = 0;
  enum class Code : uint8_t {
    Ready,
    Coming, ///< the code is being compiled
    None    ///< there will be no code
  };
  /// Returns the state of the form's compiled code, after the interpreter has worked on the form for `ns` nanoseconds
  /// in a race. Called every few milliseconds. A call may make a plan and begin to compile it.
  virtual Code overtakes(Form& form, std::span<Value> frame, double ns) = 0;
  /// Waits for the form's compiled code, after the interpreter ran out of memory in a race. Returns whether the code
  /// is ready; if it is not, the run ends with that error.
  virtual bool waits(Form& form, std::span<Value> frame) = 0;
  /// Returns how many nanoseconds the run has waited for compilers so far. They do not count as the interpreter's
  /// time.
  virtual double waited_ns() const = 0;
  /// Returns how many nanoseconds the kernels of the tiers have run so far, on the CPU and on a GPU.
  virtual double kernels_ns() const = 0;
  /// Ends a check or watch: compares the tier's result with `interpreted`, the interpreter's value (null if it
  /// failed), and restores the frame. Returns false if the tier's value is wrong; then the interpreter evaluates the
  /// form without it.
  virtual bool judge(const Value* interpreted) = 0;
  /// Ends a check or watch without a comparison, because an exception ends the interpreter's evaluation.
  virtual void abandon() = 0;
  /// `limited` returns what happens if the interpreter reaches a limit of memory, depth or time (the error `code`) in
  /// a check. Fails: the check is abandoned, and the run ends with the error. Stands: the check ends without a
  /// verdict, and the tier's value is taken. Alone: the check ends without a verdict, the tier's value is dropped,
  /// and the interpreter evaluates the form again.
  enum class Limited : uint8_t { Fails, Stands, Alone };
  virtual Limited limited(std::string_view code) = 0;
};

} // namespace nova

// The interface by which the interpreter uses the tiers above it (compiled code). It asks them at each expression
// that they may run (a form), outermost first, before it evaluates anything of the form.
#pragma once
#include "runtime/array.hpp"
#include <span>
#include <string_view>
#include <vector>

namespace nova {

struct Core;

/// The location of a number that determines how long a form runs: an integer or a vector's length, in a slot of the
/// form's frame or in a definition's value.
struct NumberPlace {
  const Value* global = nullptr; ///< the definition's value; null: it is in the slot
  uint32_t slot = 0;
  int32_t dimension = -1;       ///< which dimension of a vector; -1: the integer itself
  std::vector<uint32_t> path{}; ///< index of an item of the value, index of an item of that item, ..
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

  /// What the interpreter keeps of a form, an expression that tiers may run. While all conditions of `small` hold, no
  /// tier would take the form, and none is asked.
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
      std::vector<Bound> bounds{};
      std::vector<Known> functions{};
      uint64_t* passed = nullptr; ///< counter of runs in which the conditions held; null: none are known
      bool whole = false;         ///< whether no tier would take any form inside of this one either

      bool holds(const Value* frame) const {
        if (!passed) return false;
        for (const Bound& b : bounds)
          if (static_cast<uint64_t>(b.at.read(frame)) + b.most > 2 * b.most) return false;
        for (const Known& f : functions)
          if (f.at.value(frame).code() != f.code) return false;
        return true;
      }
    };
    Small small;
    const Form* outer = nullptr; ///< the innermost form around this one that may have a plan
  };

  /// Called while the program is linked. Returns the form's record, or null if no tier can ever run the form.
  virtual Form* wants(const Core& form) = 0;
  enum class Then : uint8_t {
    Interpret, ///< no tier runs the form this time
    Never,     ///< no tier ever runs the form
    Small,     ///< no tier runs the form this time, nor any form inside of it
    Done,      ///< a tier ran the form: `value` is its value
    /// As Done, but the interpreter also runs the form, on what the frame holds after `try_run`. `judge` compares
    /// both.
    Check,
    /// The tier found an error. The interpreter runs the form, and passes what it finds to `judge`.
    Watch,
    /// No tier runs the form this time. The interpreter reports to `took` how long it needed.
    Time,
    /// As Time. But once `overtakes` returns Ready, the interpreter's work is dropped, and the tier is asked anew.
    Race
  };
  /// A number in the form's text, and the bits that replace it during a check.
  struct Literal {
    const Core* number = nullptr;
    uint64_t bits = 0;
  };
  struct Answer {
    Then then = Then::Interpret;
    Value value;
    std::span<const Literal>
        literals{};     ///< Check: numbers to replace while the interpreter runs; valid until the check ends
    bool alone = false; ///< Race: whether no tier is asked for forms inside of this one meanwhile
  };
  /// Asks the tiers for the value of a form, whose variables are in `frame`. May throw a Fault.
  virtual Answer try_run(Form& form, std::span<Value> frame) = 0;
  /// Reports that the interpreter has needed `ns` nanoseconds for a run of the form.
  virtual void took(Form& form, double ns) = 0;
  enum class Code : uint8_t {
    Ready,
    Coming, ///< it is being compiled
    None    ///< there will be none
  };
  /// Returns the state of the form's compiled code, after the interpreter has worked on the form for `ns` nanoseconds
  /// in a race. Called every few milliseconds. A call may make a plan and begin to compile it.
  virtual Code overtakes(Form& form, std::span<Value> frame, double ns) = 0;
  /// Waits for the form's compiled code, after the interpreter ran out of memory in a race. Returns false if there
  /// will be none.
  virtual bool waits(Form& form, std::span<Value> frame) = 0;
  /// Returns how long the run has waited for compilers so far. This is not counted as the interpreter's time.
  virtual double waited_ns() const = 0;
  /// Ends a check or watch, and restores the frame. `interpreted` is the interpreter's value, or null if it failed.
  /// Returns false if the tier's value is wrong; then the interpreter evaluates the form alone.
  virtual bool judge(const Value* interpreted) = 0;
  /// Ends a check or watch without a verdict, since the run ends.
  virtual void abandon() = 0;
  /// What follows if the interpreter reaches a limit (of memory, time, ..) in a check. Fails: the check is abandoned,
  /// and the run ends with the error. Stands: the check ends without a verdict, and the tier's value is taken. Alone:
  /// the check ends without a verdict, and the interpreter evaluates the form alone.
  enum class Limited : uint8_t { Fails, Stands, Alone };
  virtual Limited limited(std::string_view code) = 0;
};

} // namespace nova

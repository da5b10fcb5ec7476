// The tiers above, as the interpreter sees them: asked at each array expression, outermost first, before
// anything of it is evaluated.
#pragma once
#include "runtime/array.hpp"
#include <span>
#include <string_view>
#include <vector>

namespace nova {

struct Core;

/// Where a number lies that says how long a form runs: in a slot of its frame or in a definition's value, as
/// it is or as a vector's length.
struct NumberPlace {
  const Value* global = nullptr; ///< null: in the slot
  uint32_t slot = 0;
  int32_t dimension = -1;       ///< of a vector; -1: the number itself
  std::vector<uint32_t> path{}; ///< the value's item, that one's item, ..
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

  /// What is kept of a form. While all that `small` says holds, no tier would take it, and none is asked.
  struct Form {
    struct Small {
      struct Bound {
        NumberPlace at;
        uint64_t most; ///< -most <= number <= most
      };
      struct Known {
        NumberPlace at;
        const void* code; ///< the function value's
      };
      std::vector<Bound> bounds{};
      std::vector<Known> functions{};
      uint64_t* passed = nullptr; ///< counts how often; null: nothing is known
      bool whole = false;         ///< nor would one take anything in it

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

  /// While the program is linked: null if the form is none that may ever run elsewhere.
  virtual Form* wants(const Core& form) = 0;
  enum class Then : uint8_t {
    Interpret, ///< no answer now
    Never,     ///< nor ever
    Small,     ///< no answer now, nor for what is in it
    Done,      ///< `value` is the form's
    Check, ///< the same, but the interpreter runs too, on what the frame then holds, and `judge` hears of it
    Watch, ///< no answer: the tier found an error, and `judge` hears of what the interpreter finds
    Time,  ///< no answer now: `took` hears how long the interpreter needed
    Race ///< the same; and once the tier `overtakes`, what the interpreter did is forgotten, and the tier asked anew
  };
  /// A number in the form's text, and the bits that stand for it in a check.
  struct Literal {
    const Core* number = nullptr;
    uint64_t bits = 0;
  };
  struct Answer {
    Then then = Then::Interpret;
    Value value;
    std::span<const Literal>
        literals{};     ///< Check: of what the interpreter runs on; until `judge` or another end
    bool alone = false; ///< Race: no tier is asked of what is in the form meanwhile
  };
  /// May throw a Fault.
  virtual Answer try_run(Form& form, std::span<Value> frame) = 0;
  virtual void took(Form& form, double ns) = 0;
  enum class Code : uint8_t {
    Ready,
    Coming, ///< it is being compiled
    None    ///< there will be none
  };
  /// The interpreter has worked for `ns` on a form that it was to race for: where is the form's code? Asked every few
  /// milliseconds; the first question may make a plan, and begin to compile it.
  virtual Code overtakes(Form& form, std::span<Value> frame, double ns) = 0;
  /// The interpreter has no memory for such a form. Waits for the form's code; false if there will be none.
  virtual bool waits(Form& form, std::span<Value> frame) = 0;
  /// How long compilers have been waited for: no time of the interpreter's.
  virtual double waited_ns() const = 0;
  /// What the interpreter gave in a check or watch, or null where it failed. That ends it, which puts the
  /// frame back. False where `value` is wrong: the form is then evaluated by the interpreter alone.
  virtual bool judge(const Value* interpreted) = 0;
  /// It ends without a verdict, since the run does.
  virtual void abandon() = 0;
  /// What follows from a limit that the interpreter met in a check: the error, for which the check is
  /// abandoned; or the check ends without a verdict, and `value` stands, or the interpreter evaluates the
  /// form alone.
  enum class Limited : uint8_t { Fails, Stands, Alone };
  virtual Limited limited(std::string_view code) = 0;
};

} // namespace nova

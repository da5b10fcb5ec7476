// Races: the interpreter evaluates a form (an expression that may be compiled) while a tier above compiles it. If the
// compiled code is ready first, the interpreter's work is dropped and the code runs. So no program waits for a
// compiler that needs longer than the interpreter.
#pragma once
#include "interp/machine.hpp"

namespace nova {

class Race;

/// Thrown to end the interpretation of a form whose compiled code is ready.
struct Overtaken {
  const Race* race;
};

/// A form that is being interpreted, and whose compiled code may overtake the interpreter. While a Race lives, the
/// machine checks it every few milliseconds (Tiers::overtakes), and throws Overtaken once the code is ready.
/// Nested races are checked from the outermost inwards, up to the first one whose form may still get compiled code.
/// Races are destroyed in the reverse order of construction.
class Race {
 public:
  /// Starts a race. `frame` has the slots from the first one of the form's frame to the top of the stack. A race
  /// inside of 16 others is ignored: the form is only interpreted.
  Race(Machine& machine, Tiers::Form& form, std::span<Value> frame);
  ~Race();
  Race(const Race&) = delete;

 private:
  friend class Machine;
  /// Checks the race if the next check is due at `now`, a time of Machine::decision_ns. Returns whether there will be no compiled code for the form,
  /// so that the machine has to check the next race inside of this one. Throws Overtaken if the code is ready.
  bool is_over(double now);

  Machine& machine_;
  Tiers::Form& form_;
  std::span<Value> frame_;
  double begin_, next_;
  bool entered_, over_ = false;
};

/// While an object of this class lives, nothing that the interpreter does counts as its work (Machine::decision_ns). So
/// checks, which ranks may make of different parts of a value, decide nothing.
class Uncounted {
 public:
  explicit Uncounted(Machine& machine);
  ~Uncounted();
  Uncounted(const Uncounted&) = delete;

 private:
  Machine& machine_;
  const double done_ns_;
  const int64_t polled_;
  const int32_t fuel_;
};

} // namespace nova

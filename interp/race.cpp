#include "interp/race.hpp"
#include "interp/eval.hpp"

namespace nova {
namespace {

constexpr size_t most_races = 16;      ///< most nested races; further ones are ignored
constexpr double first_look_ns = 20e6; ///< time to the first check: a shorter run needs no code
constexpr double between_looks_ns = 2e6;

} // namespace

Race::Race(Machine& machine, Tiers::Form& form, std::span<Value> frame)
    : machine_(machine), form_(form), frame_(frame), begin_(machine.decision_ns()),
      next_(begin_ + first_look_ns), entered_(machine.races_.size() < most_races) {
  if (entered_) machine.races_.push_back(this);
}

Race::~Race() {
  if (entered_) machine_.races_.pop_back();
}

bool Race::is_over(double now) {
  if (now < next_) return over_;
  const Tiers::Code code = machine_.options.tiers->overtakes(form_, frame_, now - begin_);
  if (code == Tiers::Code::Ready) throw Overtaken{this};
  next_ = machine_.decision_ns() + between_looks_ns;
  return over_ = code == Tiers::Code::None;
}

void Machine::look_at_races() {
  const double now = decision_ns();
  for (size_t k = 0; k < races_.size() && races_[k]->is_over(now); ++k) continue;
}

Uncounted::Uncounted(Machine& machine)
    : machine_(machine), done_ns_(machine.done_ns_), polled_(machine.polled_), fuel_(machine.eval_->fuel) {}

Uncounted::~Uncounted() {
  machine_.done_ns_ = done_ns_, machine_.polled_ = polled_, machine_.eval_->fuel = fuel_;
}

} // namespace nova

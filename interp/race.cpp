#include "interp/race.hpp"

namespace nova {
namespace {

constexpr size_t most_races = 16;                   ///< most nested races; further ones are ignored
constexpr std::chrono::milliseconds first_look{20}; ///< time to the first check: a shorter run needs no code
constexpr std::chrono::milliseconds between_looks{2};

} // namespace

Race::Race(Machine& machine, Tiers::Form& form, std::span<Value> frame)
    : machine_(machine), form_(form), frame_(frame), next_(begin_ + first_look),
      entered_(machine.races_.size() < most_races) {
  if (entered_) machine.races_.push_back(this);
}

Race::~Race() {
  if (entered_) machine_.races_.pop_back();
}

bool Race::is_over(Clock::time_point now) {
  if (now < next_) return over_;
  const double ns = std::chrono::duration<double, std::nano>(now - begin_).count();
  const Tiers::Code code = machine_.options.tiers->overtakes(form_, frame_, ns);
  if (code == Tiers::Code::Ready) throw Overtaken{this};
  next_ = Clock::now() + between_looks;
  return over_ = code == Tiers::Code::None;
}

void Machine::look_at_races() {
  const auto now = std::chrono::steady_clock::now();
  for (size_t k = 0; k < races_.size() && races_[k]->is_over(now); ++k) continue;
}

} // namespace nova

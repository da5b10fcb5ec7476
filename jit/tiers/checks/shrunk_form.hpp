// A form whose long vectors come from numbers in its text, (iota 1000000), with smaller ones there.
#pragma once
#include "interp/tiers.hpp"
#include "jit/tiers/form.hpp"
#include <deque>

namespace nova::plan {

/// The form's kernel with other literals, and what the interpreter's literals are to be. Its nodes are the form's own but on
/// the way to a literal.
struct ShorterForm {
  TierForm form;
  std::vector<Tiers::Literal> literals;
  std::deque<Core> nodes;
};

/// The part of `form` that stands where `part` does in one that reads alike; null where there is none.
const Core* counterpart(const Core& form, const Core& alike, const Core& part);

/// A copy of the form in which whole numbers that a function or an array built-in takes are `most` where they were larger:
/// all of them, or `only` some; those in lambdas stay. Its `form.core` is null where there are none.
std::shared_ptr<ShorterForm> with_smaller_numbers(const Core& form, int64_t most,
                                                  const std::vector<const Core*>* only = nullptr);

} // namespace nova::plan

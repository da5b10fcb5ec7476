// Makes a variant of a form for checks, in which literals that may be lengths are smaller, such as the literal in
// (iota 1000000).
#pragma once
#include "interp/tiers.hpp"
#include "jit/tiers/form.hpp"
#include <deque>

namespace nova::plan {

/// A form with smaller literals. `literals` lists the replaced literals of the original form, with their new values.
/// The nodes on the paths to these literals are copies in `nodes`; all others are shared with the original form.
struct ShorterForm {
  TierForm form;
  std::vector<Tiers::Literal> literals;
  std::deque<Core> nodes;
};

/// Returns the subexpression of `form` at the position that `part` has in `alike`, a form equal to `form`. Returns
/// null if there is none.
const Core* counterpart(const Core& form, const Core& alike, const Core& part);

/// Copies the form with smaller literals. Integers above `most` that are arguments of a function or an array built-in
/// become `most`, all of them, or those in `only`; where one was larger than another one, it stays so. Literals in lambdas are
/// not changed. In the result, `form.core` is null if no literal changed.
std::shared_ptr<ShorterForm> with_smaller_numbers(const Core& form, int64_t most,
                                                  const std::vector<const Core*>* only = nullptr);

} // namespace nova::plan

// Makes a variant of a form for checks, in which literals that give lengths are smaller, as in (iota 1000000).
#pragma once
#include "interp/tiers.hpp"
#include "jit/tiers/form.hpp"
#include <deque>

namespace nova::plan {

/// A form with smaller literals, and which literals the interpreter has to replace by what. It shares the nodes of
/// the original form, but for those on the path to a literal, which are in `nodes`.
struct ShorterForm {
  TierForm form;
  std::vector<Tiers::Literal> literals;
  std::deque<Core> nodes;
};

/// Returns the part of `form` at the position of `part` in `alike`, which reads like `form`; null if there is none.
const Core* counterpart(const Core& form, const Core& alike, const Core& part);

/// Copies the form with smaller literals. Integers above `most` that are arguments of a function or an array built-in
/// become `most`: all of them, or those in `only`. Literals in lambdas stay. In the result, `form.core` is null if no
/// literal changed.
std::shared_ptr<ShorterForm> with_smaller_numbers(const Core& form, int64_t most,
                                                  const std::vector<const Core*>* only = nullptr);

} // namespace nova::plan

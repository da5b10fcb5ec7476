// A picture of forms' kernels and of the data that flows between them.
#pragma once
#include "jit/explain/flow.hpp"

namespace nova {

/// A form with kernels, as it is shown.
struct ToldForm {
  std::vector<std::string> source, told; ///< lines of its text, and of the tiers' report on it
  plan::Flow flow;
};

/// Draws the forms one below the other, as SVG.
std::string flow_picture(const std::vector<ToldForm>& forms);

} // namespace nova

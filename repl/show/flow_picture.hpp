// A picture of the kernels of forms and of the data that flows between the kernels.
#pragma once
#include "jit/explain/flow.hpp"

namespace nova {

/// What the picture shows of a form that has kernels.
struct ToldForm {
  std::vector<std::string> source, told; ///< lines of the form's text, and of the tiers' report on the form
  plan::Flow flow;
};

/// Draws the forms one below the other, as SVG.
std::string flow_picture(const std::vector<ToldForm>& forms);

} // namespace nova

// The kernels of forms, and what flows between them, as a picture.
#pragma once
#include "jit/explain/flow.hpp"

namespace nova {

/// A form with kernels as it is told of.
struct ToldForm {
  std::vector<std::string> source, told; ///< lines: its text, and what the tiers say of it
  plan::Flow flow;
};

/// One below the other, as SVG.
std::string flow_picture(const std::vector<ToldForm>& forms);

} // namespace nova

// A self-contained HTML page that shows the memory accesses of a simulated GPU's threads.
#pragma once
#include "frontend/state/frontend.hpp"
#include "jit/sim/recording.hpp"

namespace nova {

/// Returns the page. `program` is the text of the program that ran.
std::string thread_page(const plan::SimRecording& r, const Sources& sources, std::string_view program);
/// Returns the page of a user's kernel that failed. `failure` tells the mistake and the inputs.
std::string kernel_page(const plan::SimRecording& r, const std::string& failure);

} // namespace nova

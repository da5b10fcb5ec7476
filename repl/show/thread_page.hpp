// A self-contained HTML page that shows the memory accesses of a simulated GPU's threads.
#pragma once
#include "frontend/state/frontend.hpp"
#include "jit/sim/recording.hpp"

namespace nova {

/// Returns the page. `program` is the text of the program that ran.
std::string thread_page(const plan::SimRecording& r, const Sources& sources, std::string_view program);

} // namespace nova

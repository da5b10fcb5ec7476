// What the threads of a simulated GPU did, as one page that needs nothing else.
#pragma once
#include "frontend/state/frontend.hpp"
#include "jit/sim/recording.hpp"

namespace nova {

/// `program`: what ran.
std::string thread_page(const plan::SimRecording& r, const Sources& sources, std::string_view program);

} // namespace nova

// `nova doctor`: what is installed, which tiers are possible.
#pragma once
#include "repl/session/options.hpp"

namespace nova {

/// 1 where a GPU fails its self-test.
int doctor(const SessionOptions& options, const std::function<void(std::string_view)>& out);

} // namespace nova

// `nova doctor`: reports what is installed and which execution tiers are possible.
#pragma once
#include "repl/session/options.hpp"

namespace nova {

/// Writes the report to `out`. Returns 1 if a GPU fails its self-test, else 0.
int doctor(const SessionOptions& options, const std::function<void(std::string_view)>& out);

} // namespace nova

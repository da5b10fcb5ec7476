// Prints scans that ranks of a job share.
#pragma once
#include "jit/emit/c/folds/scans.hpp"

namespace nova::plan {

/// Prints the scan for ranks that share it, at the host's level, and sets the C variable `shares` to whether they do. Otherwise the
/// scan is still to be done. `steps` has the functions of three steps; `state` prints the variables that these use.
void share_scan(BodyPrinter& p, const Fold& f, const ScanSteps& steps, const std::function<void()>& state);

} // namespace nova::plan

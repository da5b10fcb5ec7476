// Explanations of how an expression runs: the tiers' report as text, a picture of the kernels, or a page with the
// memory accesses of a simulated GPU's threads.
#pragma once
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// The output format of `:why` and `nova why`, chosen by the file's ending or by an option.
enum class WhyAs : uint8_t { Text, Picture, Page };

/// Calls `run` and returns an explanation of the forms that it runs. `run` returns the file whose forms are
/// explained, or nothing if it fails; then nothing is returned.
std::optional<std::string> tell_why(Session& session, WhyAs as,
                                    const std::function<std::optional<FileId>()>& run);

/// Runs `nova why`: runs the file with these inputs and writes the explanation to `out`. Returns the exit status.
int why_program(Session& session, FileId file, const InputTexts& inputs, WhyAs as,
                const std::function<void(std::string_view)>& out);

} // namespace nova

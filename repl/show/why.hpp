// Explanations of how an expression runs: the tiers' report as text, a picture of the kernels, or a page with the
// memory accesses of a simulated GPU's threads.
#pragma once
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// The output format of `:why` and `nova why`. `:why` chooses it by the ending of the output file, `nova why` by an
/// option.
enum class WhyAs : uint8_t { Text, Picture, Page };

/// Calls `run`, which runs a file's forms, and returns an explanation of how they ran. `run` returns the file. If it
/// returns nothing, since it failed, tell_why returns nothing too.
std::optional<std::string> tell_why(Session& session, WhyAs as,
                                    const std::function<std::optional<FileId>()>& run);

/// Runs `nova why`: runs the file with these inputs and writes the explanation to `out`. Returns the exit status.
int why_program(Session& session, FileId file, const InputTexts& inputs, WhyAs as,
                const std::function<void(std::string_view)>& out);

} // namespace nova

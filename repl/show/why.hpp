// Why an expression runs as it does: what the tiers tell, a picture of the kernels, a page with what a GPU's
// threads do.
#pragma once
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// What `:why FORM > FILE` and `nova why` write, by the file's ending or the option.
enum class WhyAs : uint8_t { Text, Picture, Page };

/// Runs something, and tells of its forms. `run` gives the file whose forms count, or nothing where it
/// failed.
std::optional<std::string> tell_why(Session& session, WhyAs as,
                                    const std::function<std::optional<FileId>()>& run);

/// `nova why`: runs the file with these inputs and tells of its forms. The exit status.
int why_program(Session& session, FileId file, const InputTexts& inputs, WhyAs as,
                const std::function<void(std::string_view)>& out);

} // namespace nova

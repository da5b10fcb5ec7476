// Pasted sessions: what was typed at a prompt, copied from a terminal together with the prompts and the output.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace nova::editor {

inline constexpr std::string_view first_prompt = "nova> ", next_prompt = "  ... ",
                                  vi_prompt = "nova: "; ///< while letters move the cursor, by vi's keys

/// Returns what was typed in a copy of a session: prompts and output are left out. A line without a prompt belongs to the
/// input before it as long as that is not complete. A text whose first line has no prompt is returned as it is.
std::string without_prompts(std::string_view text, const std::function<bool(std::string_view)>& is_complete);

} // namespace nova::editor

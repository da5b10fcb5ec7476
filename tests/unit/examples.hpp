// The examples of diagnostics (tests/check_examples.py runs those that are no programs, too).
#pragma once
#include <string_view>

namespace nova {

/// Is it a program, and not what is typed in a shell or at the prompt, or a comment?
inline bool is_program(std::string_view example) {
  return !example.empty() && !example.starts_with("$ ") && !example.starts_with("nova> ") &&
         !example.starts_with("; ");
}

} // namespace nova

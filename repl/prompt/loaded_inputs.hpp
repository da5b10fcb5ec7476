// Loading of a program that declares inputs, at the prompt. Each input gets the value of the session's definition of
// the same name.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace nova {

struct LoadedInputs {
  std::vector<std::string> names;
  /// The program, with the declaration replaced by definitions such as (define (n : int) n).
  std::string text;
};

/// Returns the names of a program's inputs, and the changed program. Returns nothing if the text does not begin with
/// a declaration of inputs. Must be called in run_on_big_stack.
std::optional<LoadedInputs> loaded_inputs(const std::string& text);

} // namespace nova

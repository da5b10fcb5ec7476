// Loading, at the prompt, of a program that declares inputs: each input gets the value of the session's definition
// of the same name.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace nova {

struct LoadedInputs {
  std::vector<std::string> names;
  std::string
      text; ///< the program with a definition of each input as the name's own value, at the declared type
};

/// Returns the inputs and the changed program. Returns nothing if the text does not begin with a declaration of
/// inputs. Must be called in run_on_big_stack.
std::optional<LoadedInputs> loaded_inputs(const std::string& text);

} // namespace nova

// A program that declares inputs, loaded at the prompt: it takes what the session has defined under their
// names.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace nova {

struct LoadedInputs {
  std::vector<std::string> names;
  std::string
      text; ///< the program, in which each input is defined by the name's own value, at the declared type
};

/// Nothing where the text does not begin with a declaration of inputs. Needs a big stack.
std::optional<LoadedInputs> loaded_inputs(const std::string& text);

} // namespace nova

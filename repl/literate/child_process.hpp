// This very program once more, as a process of its own.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

struct Child {
  std::string out, err; ///< all in `out` where they were asked for together
  int status = 0;       ///< the exit status; above 128 a signal
};

/// Runs it in a folder with `input` as its standard input.
Child run_nova(const std::vector<std::string>& arguments, const std::string& folder, std::string_view input,
               bool together);

/// A command line's words as a shell reads them; nothing where it would need a shell: variables, patterns.
/// `|` and `>` are words of their own.
std::optional<std::vector<std::string>> shell_words(std::string_view line);

} // namespace nova

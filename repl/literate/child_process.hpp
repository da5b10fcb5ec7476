// Runs this executable as a child process, and splits command lines into words.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// The result of a child process.
struct Child {
  std::string out, err; ///< its standard output and standard error; if run `together`, both are in `out`
  int status = 0;       ///< the exit status; 128 plus the signal's number if a signal ended the process
};

/// Runs nova in `folder` with `input` as its standard input, and waits until it ends. With `together`, standard error
/// goes to the same file as standard output, so that the order of their lines is kept.
Child run_nova(const std::vector<std::string>& arguments, const std::string& folder, std::string_view input,
               bool together);

/// Splits a command line into words as a shell does. `|` and `>` are words of their own. Returns nothing if only a
/// shell can interpret the line, for example because it has variables or file patterns.
std::optional<std::vector<std::string>> shell_words(std::string_view line);

} // namespace nova

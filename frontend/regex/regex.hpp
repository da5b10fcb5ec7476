// Compiles a regular expression (RE2's syntax, as far as README.md says) to the table by which prelude/regex.nv matches
// texts: byte classes, a DFA that runs backwards, and for each position of the pattern what may follow it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace nova::regex {

/// Why a pattern can't be compiled, and the bytes of the pattern that are to blame.
struct PatternError {
  size_t begin = 0, end = 0;
  std::string why;
};

constexpr size_t most_states = 10'000;         ///< of the DFA
constexpr size_t most_positions = 4'000;       ///< places of a pattern that match a byte
constexpr size_t most_follows = 100'000;       ///< pairs of a position and one that may follow it
constexpr size_t most_table = size_t{4} << 20; ///< bytes of a table

/// Returns the table of a pattern, whose layout README.md describes, or why there is none. Polls the thread's watch.
std::variant<std::string, PatternError> compile(std::string_view pattern);

constexpr size_t table_mark_at = 21,
                 table_mark = 0xFFFFFF; ///< the last number of a table's header, and its place
constexpr size_t least_table = 280;     ///< bytes of the header and the classes, which all tables have
/// Whether a text is a table. No pattern is, since a table has bytes that UTF-8 has nowhere.
bool is_table(std::string_view text);

} // namespace nova::regex

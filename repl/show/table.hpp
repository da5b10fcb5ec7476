// Vectors of tuples and of records as tables, in text and in HTML.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

/// The numbers of rows of a long table that are shown.
struct ShownRows {
  int64_t first, last;
  bool cuts(int64_t rows) const { return rows > first + last + 1; }
};
inline constexpr ShownRows rows_of_text{10, 5}, rows_of_html{150, 50};

inline constexpr std::string_view left_out = "...";      ///< stands for what is not shown
using TextTable = std::vector<std::vector<std::string>>; ///< rows of cells, each cell a text

/// Returns how many characters wide a text is on a terminal.
size_t width_of(std::string_view text);
/// Returns the width of each column: that of its widest cell.
std::vector<size_t> column_widths(const TextTable& table);
/// Returns the type of a result as text, with its variables if it is open.
std::string type_text(Session& session, const Outcome& o);

/// How a table that is wider than the terminal is shown: its first and last columns, or all of them in blocks.
enum class WideTable : uint8_t { Elided, Blocks };

/// Returns a value as a table for a page if it is a vector of at least two tuples or records. The first row has the fields'
/// numbers or names, the first column the indices. Returns nothing for another value.
std::optional<TextTable> page_table(Session& session, const Outcome& o);
/// Returns the line below a table: its number of rows, what is missing of it, and its type.
std::string table_end(Session& session, const Outcome& o, const std::string& missing = "");
/// Returns a value as the text of a table. Returns nothing if it is no table, or if no column has room in `columns`.
std::optional<std::string> table_text(Session& session, const Outcome& o, size_t columns, WideTable wide);
/// Returns a table as HTML, in a box of limited height. A click on a heading sorts the rows, unless some are left out:
/// sorted, the rest would look like the whole.
std::string html_of(const TextTable& table, const std::string& end, bool cut);

} // namespace nova

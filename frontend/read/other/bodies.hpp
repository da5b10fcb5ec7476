// Bodies of functions and loops in other languages as forms of Nova: returns, conditions, loops and assignments of local
// names.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nova {

/// Returns the forms of a function's body of several statements, in lines that are indented or in braces; nothing if
/// something in it is not understood. `parameters` are the function's, with blanks between them.
/// `whole`: those of them that are whole numbers, which C takes for conditions.
std::optional<std::string> nova_body(std::string_view body, std::string_view parameters = {},
                                     std::string_view whole = {});

/// Returns the form of a loop or condition of the program, with its body. What it assigns stands outside of it: that
/// becomes a local variable, whose last value is the form's.
std::optional<std::string> nova_statement(std::string_view block);

/// A loop's head in Nova: what stands before its body, what behind it, and the names that it binds.
struct LoopHead {
  std::string opening, closing;
  std::vector<std::string> names;
};

/// Returns the head `for i in range(10)`, `for (int i = 0; i < n; i++)` or `while (c)` in Nova.
std::optional<LoopHead> loop_head(std::string_view head, std::string_view whole = {});

/// Returns the condition in Nova: a number, and each of the names in `whole`, is one that is not 0.
std::optional<std::string> nova_condition(std::string_view text, std::string_view whole);

/// Returns a loop's head and what stands in the same line behind it, its body; that may be empty.
std::pair<std::string_view, std::string_view> split_loop(std::string_view line);

} // namespace nova

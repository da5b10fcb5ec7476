// Calls on tables, as libraries of other languages have them.
#pragma once
#include <optional>
#include <span>
#include <string>

namespace nova {

/// Returns the call that does with the table `of` what its method `f` does: head, sort_values, groupby, and what follows a
/// groupby, such as price.sum. Returns nothing for other methods.
std::optional<std::string> table_method(const std::string& of, const std::string& f,
                                        std::span<const std::string> arguments);
/// Whether the expression is what `table_method` returned for groupby, of which only some methods are known.
bool stands_for_groups(const std::string& e);
/// Returns the condition as one of a row r: (> r.price 3) for (> sales.price 3), of the table sales. Returns nothing if it
/// has no column of that table.
std::optional<std::string> condition_of_row(const std::string& table, const std::string& condition);

} // namespace nova

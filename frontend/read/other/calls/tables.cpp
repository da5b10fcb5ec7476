#include "frontend/read/other/calls/tables.hpp"
#include "frontend/read/other/calls.hpp"
#include <algorithm>
#include <cctype>

namespace nova {
namespace {

using Text = std::optional<std::string>;

constexpr std::string_view groups_begin = "(group-aggregate (lambda (r) r.", of_groups = ") length ";

bool is_column(std::string_view name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) &&
         std::ranges::all_of(name, fits);
}

/// Returns the column that a literal such as "price" names; "" for other expressions.
std::string column_named(std::string_view literal) {
  if (literal.size() < 3 || literal.front() != '"' || literal.back() != '"') return "";
  const std::string_view name = literal.substr(1, literal.size() - 2);
  return is_column(name) ? std::string(name) : "";
}

/// Returns the expression with a group's column in place of $.
std::string filled_with(std::string_view expression, const std::string& column) {
  const size_t at = expression.find('$');
  return std::string(expression.substr(0, at)) + "g." + column + std::string(expression.substr(at + 1));
}

/// Returns what a method gives of a group's column, as an expression; "" for other methods. The variance divides by n - 1.
std::string value_of_group(std::string_view method, const std::string& column) {
  constexpr std::pair<std::string_view, std::string_view> values[] = {
      {"count", "(length $)"},  {"max", "(maximum $)"},  {"mean", "(mean $)"},
      {"median", "(median $)"}, {"min", "(minimum $)"},  {"std", "(sqrt (cov [$])!0!0)"},
      {"sum", "(sum $)"},       {"var", "(cov [$])!0!0"}};
  const auto* const at =
      std::ranges::find(values, method, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(values) ? "" : filled_with(at->second, column);
}

/// Returns what a method gives of groups, which `groups` counts: of a column, or of all columns if that is "". Of the
/// latter the help shows one, x.
Text method_of_groups(const std::string& groups, const std::string& column, std::string_view f) {
  if (column.empty() && (f == "size" || f == "count")) return groups;
  const std::string value = value_of_group(f, column.empty() ? "x" : column);
  const size_t at = groups.find(of_groups);
  if (value.empty() || at == groups.npos) return {};
  return groups.substr(0, at) + ") (lambda (g) " + value + ") " + groups.substr(at + of_groups.size());
}

/// Returns what the method `f` gives of the expression `of`, which stands for groups or for a column of them.
Text grouped_method(const std::string& of, const std::string& f) {
  const size_t dot = f.rfind('.');
  const std::string column = dot == f.npos ? "" : f.substr(0, dot);
  const std::string_view last = std::string_view(f).substr(dot == f.npos ? 0 : dot + 1);
  if (of.starts_with(groups_begin))
    return column.empty() || is_column(column) ? method_of_groups(of, column, last) : Text{};
  const std::string begin = "(map (lambda (r) r."; // of sales.groupby("region")["price"]
  const size_t end = of.find(") ", begin.size());
  if (!of.starts_with(begin) || end == of.npos || dot != f.npos) return {};
  const std::string rows = of.substr(end + 2, of.size() - end - 3);
  if (!rows.starts_with(groups_begin)) return {};
  return method_of_groups(rows, of.substr(begin.size(), end - begin.size()), last);
}

/// Returns the condition with the question for a column of a table, (isin set r.a), as that for an element.
std::string with_elements(std::string condition) {
  const std::string begin = "(isin ";
  for (size_t at = condition.find(begin); at != condition.npos; at = condition.find(begin, at)) {
    const size_t column = condition.find(" r.", at), end = condition.find(')', column);
    if (column == condition.npos || end == condition.npos) return condition;
    const std::string set = condition.substr(at + begin.size(), column - at - begin.size());
    condition = condition.substr(0, at) + "(contains " + condition.substr(column + 1, end - column - 1) +
                " " + set + condition.substr(end);
  }
  return condition;
}

} // namespace

bool stands_for_groups(const std::string& e) { return e.starts_with(groups_begin); }

std::optional<std::string> table_method(const std::string& of, const std::string& f,
                                        std::span<const std::string> arguments) {
  if (arguments.empty())
    if (Text grouped = grouped_method(of, f)) return grouped;
  if ((f == "head" || f == "tail") && arguments.size() < 2) {
    const std::string n = arguments.empty() ? "5" : arguments[0];
    return f == "head" ? "(take " + n + " " + of + ")"
                       : "(drop (- (length " + of + ") " + n + ") " + of + ")";
  }
  if (arguments.size() != 1) return {};
  if (f == "isin") return "(isin " + arguments[0] + " " + of + ")";
  const std::string column = column_named(arguments[0]);
  if (column.empty()) return {};
  if (f == "groupby") return std::string(groups_begin) + column + std::string(of_groups) + of + ")";
  if (f == "sort_values") return "(sort-rows (lambda (r) r." + column + ") " + of + ")";
  return {};
}

std::optional<std::string> formula_call(std::string_view function, const std::string& to,
                                        const std::string& by, const std::string& data,
                                        const std::string& f) {
  const auto column = [&](const std::string& name) {
    return data.empty() ? name : "(map (lambda (r) r." + name + ") " + data + ")";
  };
  if (function == "lm") return "(lstsq (map (lambda (v) [1.0 v]) " + column(by) + ") " + column(to) + ")";
  if (function != "aggregate" || data.empty()) return {};
  const std::string value = value_of_group(f == "maximum" ? "max" : f == "minimum" ? "min" : f, to);
  if (value.empty()) return {};
  return "(group-aggregate (lambda (r) r." + by + ") (lambda (g) " + value + ") " + data + ")";
}

std::optional<std::string> condition_of_row(const std::string& table, const std::string& condition) {
  if (!is_column(table)) return {};
  const std::string column = table + ".";
  std::string out;
  size_t from = 0;
  for (size_t at = condition.find(column); at != condition.npos; at = condition.find(column, at + 1)) {
    if (at == 0 || (condition[at - 1] != ' ' && condition[at - 1] != '(')) continue;
    out += condition.substr(from, at - from) + "r.", from = at + column.size();
  }
  return from ? Text(with_elements(out + condition.substr(from))) : Text{};
}

} // namespace nova

#include "repl/help/explain.hpp"
#include "frontend/source/spelling.hpp"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <vector>

namespace nova {

std::string general_message(const DiagnosticRow& row) {
  std::string out;
  const std::string_view m = row.message;
  for (size_t i = 0; i < m.size(); ++i)
    if (m[i] == '{' && i + 2 < m.size() && m[i + 2] == '}')
      out += "...", i += 2;
    else
      out += m[i];
  return out;
}

namespace {

/// Returns text for the end of an error message. It suggests the known code that is nearest to `code` by spelling,
/// else by number. If `code` has no number, it shows examples of codes.
std::string near_codes(const std::string& code) {
  std::vector<std::string_view> codes;
  for (const DiagnosticRow& row : all_diagnostics()) codes.push_back(row.code);
  std::optional<std::string> near = nearest_name(code, codes);
  const size_t digit = std::min(code.find_first_of("0123456789"), code.size());
  const int number = std::atoi(code.substr(digit, 6).c_str());
  const auto away = [&](std::string_view c) {
    return std::abs(number - std::atoi(c.data() + 1)) +
           (code.starts_with('W') != c.starts_with('W') ? 10000 : 0);
  };
  if (!near && digit < code.size()) near = *std::ranges::min_element(codes, {}, away);
  if (!near) return ": codes are as E0203 and W0302";
  return "; the nearest is " + *near + ": " + general_message(*find_diagnostic(*near));
}

} // namespace

Explanation explain(std::string code, size_t columns) {
  const std::string asked = code;
  std::ranges::transform(code, code.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const bool number = !code.empty() && code.size() <= 4 &&
                      std::ranges::all_of(code, [](unsigned char c) { return std::isdigit(c); });
  if (number) code = "E" + std::string(4 - code.size(), '0') + code;
  const DiagnosticRow* row = find_diagnostic(code);
  if (!row) return {false, "nova: there is no diagnostic " + asked + near_codes(code) + "\n"};
  const auto broken = [columns](std::string_view words) { return broken_lines(words, 0, columns); };
  std::string text = broken(code + ": " + general_message(*row)) + "\n\n" + broken(row->story) + "\n\n";
  if (!row->example.empty()) text += "Example:\n\n" + std::string(row->example) + "\n";
  return {true, std::move(text)};
}

} // namespace nova

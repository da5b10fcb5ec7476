// The messages of errors in a program without Nova. The table says, for each code, which numbers of the Check and which word of
// the site are the arguments of the diagnostic's message.
#include "frontend/diagnostics/diagnostic.hpp"
#include "jit/emit/ahead/ahead.hpp"
#include <algorithm>
#include <string_view>

namespace nova::plan {

namespace {

std::string number(size_t k) { return "{" + std::to_string(k) + "}"; }

/// Returns the numbers from `first` to `end` - 1 as they are printed between `open` and `close`.
std::string numbers_between(const std::string& open, size_t first, size_t end, const std::string& between,
                            const std::string& close) {
  std::string all = open;
  for (size_t k = first; k < end; ++k) all += (k > first ? between : "") + number(k);
  return all + close;
}

std::string dimensions(size_t first, size_t end) {
  return end - first == 1 ? number(first) : numbers_between("(", first, end, ", ", ")");
}

/// Returns the arguments of the message of E0401: the numbers are two lengths, two arguments' numbers, and both arguments'
/// dimensions.
std::vector<std::string> lengths_differ(const std::string& word, size_t numbers) {
  const size_t rank = (numbers - 4) / 2;
  return {word, "argument " + number(2), dimensions(4, 4 + rank), "argument " + number(3),
          dimensions(4 + rank, numbers)};
}

/// A text of the program as a message has it, in which {0} and the like stand for something else.
std::string literal(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '{' ? "{{" : std::string(1, c);
  return out;
}

/// A text of the program as messages show it.
std::string shortened(const std::string& text) {
  constexpr size_t most = 200;
  return literal(text.size() <= most ? text : text.substr(0, most) + "...");
}

std::vector<std::string> arguments_of(const Site& s, size_t numbers) {
  const std::string& code = s.code;
  if (code == "E0401" && numbers > 4) return lengths_differ(s.word, numbers);
  if (code == "E0402" && numbers > 2)
    return {number(0) + ", element " + number(2) + " of the indices,", number(1)};
  if (code == "E0402" || code == "E0409") return {number(0), number(1)};
  if (code == "E0403") return {s.word, number(0)};
  if (code == "E0404") return {s.word, "0", number(0), number(1), number(2)};
  if (code == "E0405") return {numbers_between("", 1, numbers, " x ", ""), number(0)};
  if (code == "E0406" && numbers == 3) return {number(0), number(1), number(2)};
  if (code == "E0407" || code == "E0408") return {s.word};
  if (code == "E0410" && numbers == 5) return {number(0), number(1), number(2), number(4), number(3)};
  if (code == "E0413" && numbers > 0) return {s.word, "\"{s}\"", s.word == "parse-double" ? "double" : "int"};
  if (code == "E0414" && numbers > 0) return {"{t}"};
  if (code == "E0411") return {number(0), number(1), number(2), number(3)};
  if (code == "E0412") return {number(0)};
  if (code == "E0414" && !s.word.empty()) return {literal(s.word)};
  if (code == "E0415") return {shortened(s.word)};
  if (code == "E0417") return {number(0), number(2), dimensions(3, numbers)};
  if (code == "E0421") return {number(0), s.word};
  if (code == "E0429") return {s.word, "it has returned a vector of length " + number(0)};
  if (code == "E0428") return {s.word, number(0), number(1)};
  return {};
}

/// Returns the message of a code whose arguments no numbers tell.
std::string general_message(const Site& site, size_t numbers) {
  const std::string& code = site.code;
  if (code == "E0406") return "permute: a target is named twice";
  if (code == "E0410") return "slice reaches outside of a vector";
  if (code == "E0413") return "the text spells no number";
  if (code == "E0414") return "the program called error!";
  if (code == "E0416") return numbers > 0 ? "check-equal: {t}" : "check-equal: the values differ";
  if (code == "E0601") return "there is no memory for the values of this call";
  if (code == "E0602") return "the calls are nested too deeply for this stack";
  const DiagnosticRow* const row = find_diagnostic(code);
  return row ? std::string(row->message) : code;
}

} // namespace

std::string ahead_message(const Site& site, size_t numbers) {
  std::vector<std::string> arguments = arguments_of(site, numbers);
  const bool begins = site.callee.empty() || name_callee(site.code, site.callee, arguments);
  return (begins ? "" : site.callee + ": ") +
         (arguments.empty() ? general_message(site, numbers)
                            : message({site.code, site.span, std::move(arguments), {}}));
}

} // namespace nova::plan

// Lines of other languages that print. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/texts.hpp"

namespace nova {
namespace {

/// Returns the call of `printf` with the arguments: (print (format "{} {}\n" a b)).
std::string formatted(std::span<const std::string_view> arguments) {
  const std::string pattern = format_template(arguments[0], arguments.size() > 1);
  std::string values;
  for (const std::string_view value : arguments.subspan(1)) values += " " + expression_or(value, "e");
  return values.empty() ? "(print " + pattern + ")" : "(print (format " + pattern + values + "))";
}

/// Returns the text of println!("x is {}, {y}", x).
std::optional<std::string> formatted_by_braces(const OtherText& t) {
  const std::string_view inner = t.from(2);
  const auto arguments = split_at(inner.substr(0, inner.size() - 1), ",");
  if (arguments[0].empty() || arguments[0][0] != '"') return {};
  std::string own(arguments[0]);
  for (size_t at = own.find("{}"), k = 1; at != own.npos && k < arguments.size(); ++k) {
    own.insert(at + 1, arguments[k]);
    at = own.find("{}", at);
  }
  return own.find('{') == own.npos ? own : text_with_braces(own);
}

/// Returns the call for what stands between the `<<` of C++. Its line ends only where the text has an end of line.
std::string streamed(std::string_view rest) {
  std::vector<std::string> values;
  for (size_t at = 0; at != rest.npos; rest = at == rest.npos ? rest : rest.substr(at + 2)) {
    at = rest.find("<<");
    const std::string_view part = without_blanks(rest.substr(0, at));
    values.push_back(part.ends_with("endl") || part == "'\\n'" ? "\"\\n\"" : expression_or(part, "e"));
  }
  const bool line = !values.empty() && values.back() == "\"\\n\"";
  if (line) values.pop_back();
  std::string call = line ? "(println*" : "(print*";
  for (const std::string& value : values) call += " " + value;
  return call + ")";
}

} // namespace

std::optional<OtherMeaning> printing_meaning(const OtherText& t) {
  if (auto reads = scanning_meaning(t)) return reads;
  constexpr std::string_view words[] = {
      "console.log", "cout",     "disp",     "display",  "echo",     "fmt.Println",        "print",
      "printf",      "println",  "putStrLn", "puts",     "std.cout", "System.out.println", "say",
      "cat",         "println!", "print!",   "eprintln!"};
  if (!is_one_of(t.word(0), words) && !t.line.starts_with("std::cout")) return {};
  constexpr std::string_view what = "a call";
  const size_t stream = t.line.find("<<");
  if (stream != t.line.npos)
    return OtherMeaning{what, "values are printed by " + streamed(t.line.substr(stream + 2))};
  const bool parentheses = t.word(1) == "(" && t.touches(1);
  if (t.word(0).ends_with('!') && parentheses && t.line.ends_with(')')) // of Rust
    if (const auto call = formatted_by_braces(t))
      return OtherMeaning{what, "it is (" + std::string(t.word(0) == "print!" ? "print " : "println ") +
                                    *call + ")"};
  if (t.word(0) == "printf" && parentheses && t.line.ends_with(')')) {
    const std::string_view inner = t.from(2);
    const auto arguments = split_at(inner.substr(0, inner.size() - 1), ",");
    if (!arguments[0].empty()) return OtherMeaning{what, "it is " + formatted(arguments)};
  }
  const bool text =
      t.words.size() > 1 && (t.words[1].kind == OtherWord::String || t.line.find(" $ ") != t.line.npos);
  if (!parentheses && !text) return {};
  const auto call = nova_expression(t.line);
  return OtherMeaning{what, call ? "it is " + *call : "values are printed by (println x) and (println* x y)"};
}

} // namespace nova

// Imports of other languages, and C's directives. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"

namespace nova {

std::optional<OtherMeaning> import_meaning(const OtherText& t) {
  constexpr std::string_view words[] = {"from", "import", "package", "require",
                                        "use",  "using",  "library", "open"};
  constexpr std::string_view help =
      "what is built in and the prelude need no import; (import \"path.nv\") brings a "
      "file's definitions, (import name) a module's";
  if (t.word(0) == "#" && t.word(1) == "define" && t.is_name(2))
    return OtherMeaning{"a definition", "a name gets its value by (define " + std::string(t.word(2)) + " " +
                                            expression_or(t.from(3), "e") +
                                            "); a macro is (define-macro name ((_ x) template))"};
  if (t.word(0) == "#" && t.word(1) == "pragma")
    return OtherMeaning{"a directive",
                        "loops need no marks: (map f xs) and (reduce f start xs) work on their "
                        "elements side by side where that pays"};
  constexpr std::string_view branches[] = {"elif", "else", "endif", "if", "ifdef", "ifndef", "undef"};
  if (t.word(0) == "#" && is_one_of(t.word(1), branches)) {
    const std::string name(t.is_name(2) ? t.word(2) : "c");
    const bool negated = t.word(1) == "ifndef";
    return OtherMeaning{"a directive", "each form is read and checked, whatever is chosen: a choice is (if " +
                                           name + (negated ? " b a)" : " a b)")};
  }
  if (t.word(0) == "#" && t.touches(1)) return OtherMeaning{"an import", std::string(help)};
  if (t.word(0) == "module" && t.is_name(1))
    return OtherMeaning{"a module",
                        "a module is (module " + std::string(t.word(1)) + " form ...); a file is one, too"};
  if (!is_one_of(t.word(0), words) || t.words.size() < 2) return {};
  if ((t.word(0) == "library" || t.word(0) == "require") && t.word(1) == "(")
    return OtherMeaning{"an import", std::string(help)};
  const bool from = t.word(0) == "from" && t.line.find(" import ") != t.line.npos;
  const bool other = t.word(0) != "from" && (t.is_name(1) || t.words[1].kind == OtherWord::String);
  return from || other ? std::optional(OtherMeaning{"an import", std::string(help)}) : std::nullopt;
}

} // namespace nova

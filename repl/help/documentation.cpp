#include "repl/help/documentation.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/infer/check.hpp"
#include "repl/help/doc_comment.hpp"
#include <algorithm>

namespace nova {
namespace {

std::string describe_builtin(const BuiltinRow& row) {
  std::string out =
      std::string(row.spelling) + " : " + std::string(row.scheme) + "\n" + std::string(row.doc) + "\n";
  out += "cost: " + std::string(row.cost) + "\n";
  if (!row.example.empty()) out += std::string(row.example) + "\n";
  if (!row.result.empty()) out += "=> " + std::string(row.result) + "\n";
  return out;
}

std::string describe_macro(const std::string& name, std::string_view text, size_t begin) {
  const std::vector<std::string> patterns = macro_patterns(text, text.rfind('(', begin));
  std::string out = name + ", a macro";
  if (patterns.size() == 1) out += ": " + patterns[0];
  for (size_t k = 0; patterns.size() > 1 && k < patterns.size(); ++k) out += "\n" + patterns[k];
  return out + "\n" + comment_above(text, begin);
}

std::optional<std::string> describe_definition(Frontend& f, const std::string& name) {
  const auto& globals = f.program.globals;
  for (size_t i = globals.size(); i-- > 1;) {
    const Global& g = globals[i];
    std::string_view plain = f.symbols.text(g.name);
    if (g.failed) continue;
    if (plain != name && (g.module.empty() || g.module + "." + std::string(plain) != name)) continue;
    std::string doc = name + " : " + print_scheme(f, GlobalId{static_cast<uint32_t>(i)}) + "\n";
    return doc + comment_above(f.sources.text(g.form.file), g.form.begin);
  }
  return {};
}

/// Returns the documentation of a type of numbers, of bools or of chars.
std::string describe_element(Element e) {
  const std::string name(element_name(e));
  if (e == Element::Bool) return name + ", a type: true and false\n";
  if (e == Element::Char) return name + ", a type: a character, as #\\a; a text is a vector char\n";
  const std::string convert = "; (to_" + name + " x) converts a number\n";
  if (is_real(e))
    return name + ", a type of floating-point numbers of " + std::to_string(8 * element_size(e)) + " bits" +
           convert;
  return name + ", a type of integers from " + std::to_string(least_integer(e)) + " to " +
         std::to_string(greatest_integer(e)) + convert;
}

/// Returns the documentation of a type or a constructor; nothing if there is none of this name.
std::optional<std::string> describe_type(const Frontend& f, const std::string& name) {
  const auto& types = f.program.types;
  for (auto at = types.rbegin(); at != types.rend(); ++at) {
    const TypeDecl& t = *at;
    if (t.failed) continue;
    bool constructs =
        std::ranges::any_of(t.constructors, [&](auto& c) { return f.symbols.text(c.name) == name; });
    if (!constructs && f.symbols.text(t.name) != name) continue;
    std::string_view line = f.sources.line_at(t.span.file, t.span.begin);
    return name + (constructs ? ", a constructor\n" : ", a type\n") +
           comment_above(f.sources.text(t.span.file), t.span.begin) + std::string(line) + "\n";
  }
  return {};
}

} // namespace

std::optional<std::string> documentation_of(Frontend& f, const std::string& name) {
  HeadFacts head = head_facts(f, name);
  if (!head.grammar.empty()) return name + ", a core form: " + std::string(head.grammar) + "\n";
  if (head.macro.end) return describe_macro(name, f.sources.text(head.macro.file), head.macro.begin);
  if (auto told = describe_definition(f, name)) return told;
  if (auto id = find_builtin(name)) return describe_builtin(builtin(*id));
  if (auto type = describe_type(f, name)) return type;
  for (int e = 0; e < element_count; ++e)
    if (element_name(static_cast<Element>(e)) == name) return describe_element(static_cast<Element>(e));
  if (name == "vector") return "vector, a type: vector int, vector#2 double; a text is a vector char\n";
  return {};
}

} // namespace nova

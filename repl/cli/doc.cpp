// `nova doc`: prints a page in Markdown about a file's definitions, with their comments and inferred types.
#include "frontend/infer/check.hpp"
#include "repl/cli/commands.hpp"
#include "repl/cli/markdown.hpp"
#include "repl/help/doc_comment.hpp"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

namespace nova {
namespace {

class ApiPage {
 public:
  ApiPage(Session& session, FileId file)
      : f_(session.frontend()), file_(file), text_(f_.sources.text(file)) {}

  std::string make() {
    const std::string file = std::filesystem::path(f_.sources.name(file_)).filename().string();
    std::string out = "# " + (file == "<stdin>" ? file : markdown_name(file)) + "\n";
    if (const std::string about = leading_comment(text_); !about.empty()) out += "\n" + without_tags(about);
    globals(), types(), macros();
    for (const auto& [place, section] : sections_) out += section;
    return out;
  }

 private:
  void globals() {
    for (size_t k = 1; k < f_.program.globals.size(); ++k) {
      const Global& g = f_.program.globals[k];
      if (g.failed || g.form.file != file_ || g.form.expansion != 0) continue;
      const std::string name =
          (g.module.empty() ? "" : g.module + ".") + std::string(f_.symbols.text(g.name));
      add(g.form.begin, name, print_scheme(f_, GlobalId{static_cast<uint32_t>(k)}));
    }
  }
  void types() {
    for (const TypeDecl& t : f_.program.types) {
      if (t.span.file != file_ || t.span.expansion != 0 || t.in_place) continue;
      std::string constructors;
      for (const TypeDecl::Constructor& c : t.constructors)
        constructors += (constructors.empty() ? "" : ", ") + constructor(c);
      add(t.span.begin, std::string(f_.symbols.text(t.name)),
          constructors.empty() ? "a type" : "a type; constructors " + constructors);
    }
  }
  /// Returns the constructor as Markdown, with its fields as written.
  std::string constructor(const TypeDecl::Constructor& c) const {
    std::string out(f_.symbols.text(c.name));
    for (const TypeExpr& field : c.fields)
      out += " " + std::string(text_.substr(field.span.begin, field.span.end - field.span.begin));
    return c.fields.empty() ? markdown_name(out) : markdown_code("(" + out + ")");
  }
  /// Adds the macros, which are found by a search of the text for `(define-macro `.
  void macros() {
    constexpr std::string_view head = "(define-macro ";
    for (size_t at = text_.find(head); at != std::string_view::npos; at = text_.find(head, at + 1)) {
      if (at != 0 && text_[at - 1] != '\n' && text_[at - 1] != ' ') continue;
      const size_t name = at + head.size();
      std::string patterns;
      for (const std::string& p : macro_patterns(text_, at))
        patterns += (patterns.empty() ? "; forms " : ", ") + markdown_code(p);
      add(at, std::string(text_.substr(name, text_.find_first_of(" \n()", name) - name)),
          "a macro" + patterns);
    }
  }
  /// Adds the section of a definition that begins at byte `begin`. The section has the comment above the line of
  /// the definition. This also holds if the line begins with an enclosing form such as `(types ..)`.
  void add(size_t begin, const std::string& name, const std::string& type) {
    const size_t line = begin == 0 ? 0 : text_.rfind('\n', begin - 1) + 1;
    const std::string comment = comment_as_markdown(comment_above(text_, line));
    const bool told = type.starts_with("a "); // `type` is a description such as "a macro"
    sections_[begin] += "\n## " + markdown_name(name) + "\n\n" +
                        (told ? markdown_code(name) + ": " + type : markdown_code(name + " : " + type)) +
                        "\n" + (comment.empty() ? "" : "\n" + without_tags(comment));
  }

  Frontend& f_;
  FileId file_;
  std::string_view text_;
  std::map<size_t, std::string> sections_; ///< each definition's section, by the byte at which it begins
};

} // namespace

int document_program(Session& session, FileId file) {
  if (!session.checked_forms(file)) return 1;
  const std::string page = ApiPage(session, file).make();
  return std::fwrite(page.data(), 1, page.size(), stdout), 0;
}

} // namespace nova

// The pages that are made from the tables of built-ins and from the prelude's comments.
#include "frontend/core/builtin.hpp"
#include "repl/help/documentation.hpp"
#include "repl/session/prelude.hpp"
#include "repl/session/session.hpp"
#include "transcript.hpp"

namespace nova {

namespace {

/// A table's cell: a pipe would end it.
std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string example(std::string_view form, std::string_view result) {
  if (form.empty()) return "";
  std::string out = "`" + cell(form) + "`";
  return result.empty() ? out : out + " gives `" + cell(result) + "`";
}

/// The type as `:doc` tells it in its first line; empty where it tells none.
std::string type_of(Session& session, const PreludeEntry& entry) {
  if (entry.macro) return "form";
  std::string doc = documentation_of(session.frontend(), entry.name).value_or(""), start = entry.name + " : ";
  if (!doc.starts_with(start)) return "";
  return "`" + cell(doc.substr(start.size(), doc.find('\n') - start.size())) + "`";
}

std::string row_of(Session& session, const PreludeEntry& entry) {
  const auto& [form, result] =
      entry.examples.empty() ? std::pair<std::string, std::string>() : entry.examples.front();
  return "| `" + cell(entry.name) + "` | " + type_of(session, entry) + " | " + cell(entry.cost) + " | " +
         cell(entry.doc) + " | " + example(form, result) + " |\n";
}

} // namespace

std::string builtins_page() {
  std::string out = "# Built-ins\n\nMade from the tables in `frontend/builtins/`; a test compares. In a "
                    "type, what stands before `=>` are "
                    "the classes of its variables.\n\n| name | type | cost | what it does | example |\n| --- "
                    "| --- | --- | --- | --- |\n";
  for (const BuiltinRow& row : all_builtins())
    out += "| `" + cell(row.spelling) + "` | `" + cell(row.scheme) + "` | " + cell(row.cost) + " | " +
           cell(row.doc) + " | " + example(row.example, row.result) + " |\n";
  return out;
}

std::string prelude_page() {
  std::string out = "# The prelude\n\nMade from the comments in `prelude/`; a test compares. These are "
                    "definitions in Nova: any can be redefined, and their "
                    "source says how they do it.\n";
  Session session{SessionOptions{}};
  std::string file;
  for (const PreludeEntry& entry : prelude_entries()) {
    if (entry.file != file)
      out += "\n## " + entry.file +
             "\n\n| name | type | cost | what it does | example |\n| --- | --- | --- | --- | --- |\n";
    file = entry.file;
    out += row_of(session, entry);
  }
  return out;
}

} // namespace nova

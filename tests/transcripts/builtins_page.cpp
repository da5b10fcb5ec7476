#include "frontend/builtin.hpp"
#include "transcript.hpp"

namespace nova {

namespace {

/// A table's cell: a pipe would end it.
std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string example(const BuiltinRow& row) {
  if (row.example.empty()) return "";
  std::string out = "`" + cell(row.example) + "`";
  return row.result.empty() ? out : out + " gives `" + cell(row.result) + "`";
}

} // namespace

std::string builtins_page() {
  std::string out = "# Built-ins\n\nMade from the tables in `frontend/builtins/`; a test compares. In a type, what stands before `=>` are "
                    "the classes of its variables.\n\n| name | type | cost | what it does | example |\n| --- | --- | --- | --- | --- |\n";
  for (const BuiltinRow& row : all_builtins())
    out += "| `" + cell(row.spelling) + "` | `" + cell(row.scheme) + "` | " + cell(row.cost) + " | " + cell(row.doc) + " | " + example(row) + " |\n";
  return out;
}

} // namespace nova

// The prelude's definitions with their comments.
#include "repl/session/prelude.hpp"
#include "transcript.hpp"
#include <algorithm>
#include <sstream>

namespace nova {

namespace {

bool drop_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string first_word(std::string_view text) {
  if (text.starts_with('(')) text.remove_prefix(1);
  return std::string(text.substr(0, text.find_first_of(" )")));
}

/// Reads a file line by line: `;;;` lines collect in `next` until a definition takes them.
struct Reader {
  std::vector<PreludeEntry>& entries;
  std::string file, module, form;
  PreludeEntry next;

  void line(std::string_view text) {
    if (!text.empty() && !text.starts_with(' ')) module.clear(); // a module's definitions are indented
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (drop_prefix(text, ";;; ")) return comment(text);
    if (drop_prefix(text, "(module "))
      module = first_word(text) + ".";
    else if (drop_prefix(text, "(define-macro "))
      finish(text, true);
    else if (drop_prefix(text, "(define "))
      finish(text, false);
    next = {}, form.clear();
  }
  void comment(std::string_view text) {
    if (drop_prefix(text, "cost: "))
      next.cost = text;
    else if (drop_prefix(text, "=> "))
      next.examples.emplace_back(form, text);
    else if (next.cost.empty())
      next.doc += (next.doc.empty() ? "" : " ") + std::string(text);
    else
      form = text;
  }
  void finish(std::string_view text, bool macro) {
    next.file = file, next.name = module + first_word(text), next.macro = macro;
    entries.push_back(std::move(next));
  }
};

} // namespace

std::vector<PreludeEntry> prelude_entries() {
  std::vector<PreludeEntry> entries;
  for (const PreludeFile& file : prelude_files()) {
    Reader reader{entries, std::string(file.name), "", "", {}};
    std::istringstream in{std::string(file.text)};
    for (std::string line; std::getline(in, line);) reader.line(line);
  }
  return entries;
}

} // namespace nova

// Commands on names: `:info` on one name, `:apropos` on names that match a word, `:browse` and `:vars` on
// definitions.
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/help/documentation.hpp"
#include "repl/prompt/prompt.hpp"
#include <algorithm>
#include <cctype>

namespace nova {
namespace {

constexpr size_t longest_value = 60;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

const NameInSight* find_name(Prompt& p, std::string_view name) {
  const auto& all = p.names.all();
  const auto it = std::ranges::lower_bound(all, name, {}, &NameInSight::name);
  return it != all.end() && it->name == name ? &*it : nullptr;
}

/// Returns the definitions without errors for which `wanted` returns true, in the order in which they were made.
std::vector<GlobalId> definitions(Prompt& p, const std::function<bool(GlobalId)>& wanted) {
  const Program& program = p.session.frontend().program;
  std::vector<GlobalId> out;
  for (uint32_t i = 1; i < program.globals.size(); ++i) {
    const auto g = static_cast<GlobalId>(i);
    if (!program[g].failed && wanted(g)) out.push_back(g);
  }
  return out;
}

bool is_meant(Prompt& p, GlobalId g) {
  const NameInSight* n = find_name(p, p.session.names().name_of(g));
  return n && n->kind == NameInSight::Definition && n->global == g;
}

std::string type_of(Prompt& p, GlobalId g) {
  std::string type;
  run_on_big_stack([&] { type = print_scheme(p.session.frontend(), g); });
  return type;
}

void list(Prompt& p, const std::vector<GlobalId>& globals) {
  for (const GlobalId g : globals)
    if (const std::string type = type_of(p, g); !type.empty())
      p.say(std::string(p.session.names().name_of(g)) + " : " + type + "\n");
}

/// Returns a line for each type and macro of the prelude if `prelude` is true, else of the session.
std::vector<std::string> types_and_macros(Prompt& p, bool prelude) {
  std::vector<std::string> out;
  const Frontend& f = p.session.frontend();
  for (const NameInSight& n : p.names.types())
    if (p.session.names().in_prelude(f.program[n.type].span) == prelude)
      out.push_back(std::string(n.name) + ", a type");
  for (const NameInSight& n : p.names.all()) {
    if (n.kind == NameInSight::Macro &&
        p.session.names().in_prelude(head_facts(p.session.frontend(), n.name).macro) == prelude)
      out.push_back(std::string(n.name) + ", a macro");
  }
  return out;
}

} // namespace

void info_command(Prompt& p, const std::string& argument) {
  if (argument.starts_with(":")) return run_command(p, ":help " + argument);
  const auto doc = p.documentation(argument);
  if (!doc) return p.complain_of_name(argument);
  p.say_words(*doc);
  const NameInSight* n = p.names.is_result(argument) ? nullptr : find_name(p, argument);
  if (!n || n->kind != NameInSight::Definition) return;
  const Frontend& f = p.session.frontend();
  p.say("defined at " + f.sources.place(f.program[n->global].form) + "\n");
}

/// Prints the names that contain the word, then those whose documentation contains it.
void apropos_command(Prompt& p, const std::string& argument) {
  const std::string word = lower(argument);
  std::vector<std::string> by_name, by_doc;
  for (const NameInSight& n : p.names.all()) {
    const auto doc = documentation_of(p.session.frontend(), std::string(n.name));
    const std::string line = doc ? first_line(*doc) : std::string(n.name);
    if (lower(n.name).find(word) != std::string::npos)
      by_name.push_back(line);
    else if (doc && lower(*doc).find(word) != std::string::npos)
      by_doc.push_back(line);
  }
  const auto other = find_other_name(argument);
  if (other) p.say(argument + ": " + std::string(other->help) + "\n");
  if (by_name.empty() && by_doc.empty() && !other) return p.complain("E0703", {argument});
  for (const auto* lines : {&by_name, &by_doc})
    for (const std::string& line : *lines) p.say(line + "\n");
}

void browse_command(Prompt& p, const std::string& argument) {
  const Program& program = p.session.frontend().program;
  const bool prelude = argument == "prelude";
  const auto found = definitions(p, [&](GlobalId g) {
    if (argument.empty()) return p.session.names().is_own(g) && program[g].module.empty() && is_meant(p, g);
    return prelude ? program[g].prelude && program[g].module.empty() : program[g].module == argument;
  });
  const std::vector<std::string> others =
      argument.empty() || prelude ? types_and_macros(p, prelude) : std::vector<std::string>();
  if (found.empty() && others.empty() && !argument.empty()) return p.complain_of_name(argument);
  for (const std::string& line : others) p.say(line + "\n");
  list(p, found);
}

void vars_command(Prompt& p, const std::string&) {
  const Program& program = p.session.frontend().program;
  for (const GlobalId g : definitions(p, [&](GlobalId g) {
         return p.session.names().is_own(g) && program[g].kind == Global::Constant && is_meant(p, g);
       })) {
    const Outcome o = p.session.value_of(g);
    const std::string value = o.value ? p.session.print(o, true) : "";
    p.say(std::string(p.session.names().name_of(g)) + " : " + type_of(p, g));
    p.say(value.empty()
              ? "\n"
              : " = " + (value.size() > longest_value ? value.substr(0, longest_value) + "..." : value) +
                    "\n");
  }
}

} // namespace nova

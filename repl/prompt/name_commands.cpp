// Commands on names: `:info` and `:source` on one name, `:apropos` and `:search` on names that match a word or a type,
// `:browse` and `:vars` on definitions.
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/editor/outline.hpp"
#include "repl/help/documentation.hpp"
#include "repl/help/known_names.hpp"
#include "repl/help/type_search.hpp"
#include "repl/prompt/prompt.hpp"
#include "runtime/watch.hpp"
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

/// A name whose type fits a search.
struct Found {
  uint32_t distance = 0;
  NamesInSight::Rank rank = NamesInSight::Rank::Own;
  std::string line;
  auto operator<=>(const Found&) const = default;
};

/// Returns the names whose types fit, the nearest types first. Helpers of the prelude's functions are left out.
std::vector<Found> names_of_type(Prompt& p, const WantedType& wanted) {
  std::vector<Found> out;
  for (const NameInSight& n : p.names.all()) {
    Watch::poll();
    const bool has_type = n.kind == NameInSight::Builtin || n.kind == NameInSight::Definition ||
                          n.kind == NameInSight::Constructor;
    const std::string type = has_type ? describe_name(p.session.frontend(), n) : "";
    const auto has = type.empty() ? std::nullopt : parse_type(type);
    const bool helper = p.names.rank(n) == NamesInSight::Rank::Part;
    const auto distance = has && !helper ? type_distance(wanted, *has) : std::nullopt;
    if (distance) out.push_back({*distance, p.names.rank(n), std::string(n.name) + " : " + type});
  }
  std::ranges::sort(out);
  return out;
}

/// Returns the text of the form whose name stands at a byte of a file, with the comment above it.
std::string form_around(std::string_view text, size_t name) {
  size_t begin = text.rfind('(', name);
  if (begin == text.npos) return {};
  const editor::Outline o(text.substr(begin));
  const uint32_t close = o.partner.empty() ? editor::no_token : o.partner[0];
  const size_t end = close == editor::no_token ? text.size() : begin + o.tokens[close].end;
  while (begin > 0) {
    const size_t line = text.rfind('\n', begin - 1),
                 above = line == text.npos ? 0 : text.rfind('\n', line - 1) + 1;
    if (line == text.npos || line == 0 || line + 1 != begin || text[above] != ';') break;
    begin = above;
  }
  return std::string(text.substr(begin, end - begin)) + "\n";
}

/// Returns the place of a name's definition; file 0 if it has no text in Nova.
Span place_of_definition(Prompt& p, const NameInSight& n) {
  Frontend& f = p.session.frontend();
  switch (n.kind) {
  case NameInSight::Definition: return f.program[n.global].form;
  case NameInSight::Macro: return head_facts(f, n.name).macro;
  case NameInSight::Type:
  case NameInSight::Constructor: return f.program[n.type].span;
  default: return {};
  }
}

/// Returns the name of a type in a wanted type that no type in sight has.
std::optional<std::string> unknown_type(Prompt& p, const TypeTree& t) {
  const bool sign = t.name.find_first_not_of("0123456789") == t.name.npos || t.name == "->" ||
                    t.name == "," || t.name.starts_with("vector") || t.is_variable();
  if (!sign && !p.names.is_type(t.name)) return t.name;
  for (const TypeTree& part : t.parts)
    if (auto unknown = unknown_type(p, part)) return unknown;
  return {};
}

/// Reports the type of this name, which is not known, and the name of one that is written like it.
void complain_of_type(Prompt& p, const std::string& name) {
  std::vector<std::string_view> known;
  for (const NameInSight& n : p.names.types()) known.push_back(n.name);
  for (int e = 0; e < element_count; ++e) known.push_back(element_name(static_cast<Element>(e)));
  const auto own = find_other_type(name);
  if (!own) return p.complain_near("E0306", {name}, name, known);
  p.session.frontend()
      .diagnostics.report("E0306", {}, {name})
      .help("Nova's type for that is `" + std::string(*own) + "`: :search " + std::string(*own));
  p.session.reports().flush();
}

} // namespace

namespace {

/// Returns the text of a type in which single letters that name no type have a variable's mark: 'a for a.
std::string with_marks(Prompt& p, std::string_view type) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '\'';
  };
  std::string marked;
  for (size_t k = 0; k < type.size(); ++k) {
    const bool alone = (k == 0 || !is_part(type[k - 1])) && (k + 1 == type.size() || !is_part(type[k + 1]));
    const bool letter = std::islower(static_cast<unsigned char>(type[k]));
    if (alone && letter && !p.names.is_type(std::string(1, type[k]))) marked += '\'';
    marked += type[k];
  }
  return marked;
}

} // namespace

/// Prints the names whose types fit a wanted type.
void search_command(Prompt& p, const std::string& argument) {
  constexpr size_t most = 20;
  const auto wanted = parse_type(with_marks(p, argument));
  if (!wanted) return p.say("that is no type; one is written as vector 'a -> int\n");
  if (const auto unknown = unknown_type(p, wanted->type)) return complain_of_type(p, *unknown);
  std::vector<Found> found;
  run_on_big_stack([&] { found = names_of_type(p, *wanted); });
  for (size_t k = 0; k < std::min(most, found.size()); ++k) p.say(found[k].line + "\n");
  if (found.empty()) p.say("no name in sight has a type that fits\n");
  if (found.size() > most)
    p.say("and " + std::to_string(found.size() - most) + " others, whose types are less near\n");
}

/// Prints the text of a definition.
void source_command(Prompt& p, const std::string& argument) {
  const NameInSight* n = find_name(p, argument);
  if (!n) return p.complain_of_name(argument);
  const Span at = place_of_definition(p, *n);
  const std::string_view text = at.file ? p.session.frontend().sources.text(at.file) : "";
  const std::string form = at.file ? form_around(text, at.begin) : "";
  if (form.empty()) return p.say(argument + " is part of the language and has no text in Nova\n");
  p.say("; " + p.session.frontend().sources.place(at) + "\n" + form);
}

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

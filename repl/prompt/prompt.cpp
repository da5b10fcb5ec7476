// The loop of the prompt: it reads an input and runs it as a command, if it starts with a colon, or as forms. Also
// the completion of inputs.
#include "repl/prompt/prompt.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "frontend/source/spelling.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/complete/call_around.hpp"
#include "repl/derive/derive.hpp"
#include "repl/editor/asker.hpp"
#include "repl/editor/outline.hpp"
#include "repl/editor/pasted.hpp"
#include "repl/help/documentation.hpp"
#include "repl/help/explain.hpp"
#include "repl/prompt/run_prompt.hpp"
#include "repl/session/status.hpp"
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <new>
#include <sstream>
#include <unistd.h>

namespace nova {

constexpr size_t page_columns = 100;

size_t Prompt::columns() const {
  if (page) return page_columns;
  return editor::is_rich_terminal(STDOUT_FILENO) ? editor::terminal_size().columns : 0;
}

void Prompt::say_words(const std::string& text) { say(broken_lines(text, 0, columns())); }

void Prompt::complain(const char* code, std::vector<std::string> arguments) {
  session.frontend().diagnostics.report(code, {}, std::move(arguments));
  session.reports().flush();
}

void Prompt::complain_near(const char* code, std::vector<std::string> arguments, std::string_view word,
                           std::span<const std::string_view> known, const char* before) {
  Diagnostic& d = session.frontend().diagnostics.report(code, {}, std::move(arguments));
  if (const auto near = nearest_name(word, known)) d.help("did you mean `" + (before + *near) + "`?");
  session.reports().flush();
}

void Prompt::complain_of_name(const std::string& name) {
  std::vector<std::string_view> known;
  for (const NameInSight& n : names.all()) known.push_back(n.name);
  complain_near("E0703", {name}, name, known);
}

ShowSettings Prompt::show_settings() const {
  if (page) return {.tables = tables, .columns = page_columns};
  const editor::Size size = editor::terminal_size();
  return {tables,    session.options().look.colour, size.columns,
          size.rows, editor::terminal_can_edit(),   pictures};
}

void Prompt::show(const Outcome& o) {
  if (!o.value || o.value->tag() == Tag::Unit || is_silent()) return;
  ShowSettings settings = show_settings();
  if (page) return page->result(rich_result(session, o, settings));
  settings.tables = settings.tables && !held;
  const std::string text = show_result(session, o, settings);
  held ? void(*held += text) : say(text);
}

/// Prints a remark if the value is a function that lacks arguments, such as the value of `(- 5)`.
void Prompt::note_waiting(const Outcome& o) {
  const std::string_view text = session.frontend().sources.text(o.top->span);
  if (!o.value || page) return;
  if (const auto what = what_waits(text); what && o.value->tag() == Tag::Function)
    return note(std::string(*what) + "\n");
  if (const auto what = what_it_lacks(session.frontend().types, o.type, text))
    note(shorten(std::string(text), 40) + " " + *what + "\n");
}

/// Prints the types of a form's definitions.
void Prompt::show_types(const CoreTop& top) {
  for (const GlobalId g : top.globals) {
    std::string type;
    run_on_big_stack([&] { type = print_scheme(session.frontend(), g); });
    if (session.names().is_own(g) && !type.empty())
      say(std::string(session.names().name_of(g)) + " : " + type + "\n");
  }
}

/// Prints a remark, once for each name, that a definition shadows a prelude name. In a notebook there are no such
/// remarks.
void Prompt::note_hidden(const CoreTop& top) {
  if (page) return;
  for (const GlobalId g : top.globals)
    if (session.names().hides_prelude(g) && hidden.insert(std::string(session.names().name_of(g))).second)
      note("`" + std::string(session.names().name_of(g)) +
           "` hides the prelude's, for what is typed from now on\n");
}

void Prompt::note_results() {
  std::vector<editor::Candidate> all;
  for (const Results::Known& r : results.known())
    all.push_back({r.name, session.frontend().types.print(r.of->type, session.frontend().symbols)});
  names.set_results(std::move(all));
}

std::optional<std::string> Prompt::documentation(const std::string& name) {
  for (const Results::Known& r : results.known()) {
    if (r.name != name) continue;
    const std::string type = session.frontend().types.print(r.of->type, session.frontend().symbols);
    return name + " : " + type + "\nthe value of " + std::string(log.text(r.entry)) + "\n";
  }
  return documentation_of(session.frontend(), name);
}

/// Returns where a part of a file's text stands. A text that a macro made has no place of its own there.
static SessionLog::Origin origin_in(const Sources& sources, FileId file, std::string_view part) {
  const std::string_view all = sources.text(file);
  const std::less_equal<const char*> before;
  const bool inside = before(all.data(), part.data()) && before(part.data(), all.data() + all.size());
  const auto at = static_cast<uint32_t>(inside ? part.data() - all.data() : 0);
  return {sources.name(file), sources.position(file, at)};
}

bool Prompt::run(FileId file, OnError on_error) {
  const Status status(output, session);
  const OpenTypes open(*session.frontend().checker);
  std::optional<std::vector<Results::Use>> uses;
  Outcome last;
  uint64_t held = 0;
  const auto before = [&](std::string_view text) {
    uses = results.define_mentioned(session, text), last = {}, held = Memory::used();
    return uses.has_value();
  };
  const auto done = [&](const Outcome& o) {
    show(o), note_waiting(o);
    if (o.top) results.note_definitions(session, o), note_hidden(*o.top);
    if (o.top && types && file == texts.ran) show_types(*o.top);
    if (o.value && o.value->tag() != Tag::Unit) last = o;
  };
  const auto after = [&](std::string_view text) {
    const size_t entry = log.add(text, origin_in(session.frontend().sources, file, text), std::move(*uses));
    const uint64_t now = Memory::used();
    if (last.value) results.add(session, last, now - std::min(now, held), entry);
  };
  const FormHooks hooks{done, before, after};
  const bool good = breakpoints.empty() || page ? session.run_forms(file, hooks, on_error)
                                                : run_to_calls(session, file, hooks, on_error, breakpoints);
  const bool lines = session.frontend().sources.text(file).find('\n') != std::string_view::npos;
  if (const std::string told = session.what_ran(); lines && !told.empty()) note(told);
  names.change();
  note_results();
  return good;
}

Prompt Prompt::like(Session& other) const {
  Prompt p{other, output, page, place, on_error};
  p.types = types, p.tables = tables, p.pictures = pictures, p.keys = keys;
  p.texts.loaded = texts.loaded, p.crew = crew;
  return p;
}

void Prompt::become(Prompt&& other) {
  std::destroy_at(this);
  std::construct_at(this, std::move(other));
}

bool Prompt::run_text(const std::string& text) {
  return run(texts.ran = session.type_text(place, text), on_error);
}

std::optional<Outcome> Prompt::evaluate(const std::string& text, const char* command) {
  const Status status(output, session);
  const OpenTypes open(*session.frontend().checker);
  Outcome last;
  int values = 0;
  const auto before = [&](std::string_view unit) {
    return results.define_mentioned(session, unit).has_value();
  };
  const auto keep = [&](const Outcome& o) {
    last = o, values += o.value.has_value();
    if (o.top) last.open_type = o.top->open_type;
    last.top = nullptr; // the form is removed with the others
  };
  texts.ran = session.type_text(place, text);
  if (!session.run_forms(texts.ran, {keep, before, {}})) return {};
  names.change();
  if (values > 1) return complain("E0706", {"`" + std::string(command) + "`"}), std::nullopt;
  return last.value ? std::optional(std::move(last)) : std::nullopt;
}

namespace {

/// The byte offsets at which a command's name ends and its argument begins.
struct CommandLine {
  size_t name_end, argument;
  explicit CommandLine(std::string_view text)
      : name_end(std::min(text.find(' '), text.size())),
        argument(std::min(text.find_first_not_of(' ', name_end), text.size())) {}
};

/// Whether a line of an unfinished form is a command, such as `:vars`. The line begins with a colon. If a type has
/// the name after the colon, the line is a type annotation instead.
bool is_command(NamesInSight& names, std::string_view line) {
  const std::string_view name = line.substr(1, CommandLine(line).name_end - 1);
  return find_command(name) && !names.is_type(name);
}

bool is_whole_piece(std::string_view text) {
  if (!text.starts_with(":")) return is_complete(text);
  const CommandLine line(text);
  const Command* c = find_command(text.substr(1, line.name_end - 1));
  return !c || !takes_form(c->takes) || is_complete(text.substr(line.argument));
}

/// Splits an input into pieces. A piece is a command, or all forms up to the next command. A line that starts with a
/// colon begins a command if the piece before it is complete.
std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const bool after_command = !pieces.empty() && pieces.back().starts_with(":");
    const bool begins =
        pieces.empty() || ((line.starts_with(":") || after_command) && is_whole_piece(pieces.back()));
    begins ? void(pieces.push_back(line)) : void(pieces.back() += "\n" + line);
  }
  return pieces;
}

std::vector<editor::Candidate> command_names(const Prompt& p) {
  std::vector<editor::Candidate> out;
  for (const Command& c : prompt_commands())
    if (!p.page || !c.keys) out.push_back({":" + std::string(c.name), std::string(c.help)});
  return out;
}

std::vector<editor::Candidate> codes() {
  std::vector<editor::Candidate> out;
  for (const DiagnosticRow& row : all_diagnostics())
    out.push_back({std::string(row.code), general_message(row)});
  return out;
}

} // namespace

std::vector<editor::Candidate> dump_words() {
  std::vector<editor::Candidate> out;
  std::string names = dump_names();
  std::ranges::replace(names, ',', ' ');
  for (size_t at = 0; at < names.size();) {
    const size_t begin = names.find_first_not_of(' ', at),
                 end = std::min(names.find(' ', begin), names.size());
    if (begin == names.npos) break;
    const std::string word = names.substr(begin, end - begin);
    if (word != "and" && word != "the" && word != "passes") out.push_back({word, ""});
    at = end;
  }
  return out;
}

namespace {

/// Completes a word in a command's argument, which is a form or a name and begins at byte `from`.
editor::Completions complete_from(NamesInSight& names, std::string_view text, size_t from, size_t cursor,
                                  bool notes) {
  editor::Completions c = complete_form(names, text.substr(from), cursor - from, notes);
  c.begin += from;
  return c;
}

/// Completes an option of a command, or the file of one, whose argument begins at byte `at`. Where the cursor stands
/// behind the options, returns nothing, and `at` is where the rest of the argument begins.
std::optional<editor::Completions> complete_option(const Command& c, std::string_view text, size_t& at,
                                                   size_t cursor) {
  const auto word_end = [&] { return std::min(text.find(' ', at), text.size()); };
  const auto next_word = [&] { at = std::min(text.find_first_not_of(' ', word_end()), text.size()); };
  while (cursor > word_end()) {
    const CommandOption* const option = find_option(c, text.substr(at, word_end() - at));
    if (!option) return {};
    next_word();
    if (!option->takes_file) continue;
    if (cursor <= word_end()) return complete_path(text, at, cursor);
    next_word();
  }
  editor::Completions words = complete_word(text, at, cursor, options_of(c));
  return words.candidates.empty() ? std::nullopt : std::optional(std::move(words));
}

editor::Completions complete_command(Prompt& p, std::string_view text, size_t cursor, bool notes) {
  const CommandLine line(text);
  if (cursor <= line.name_end) return complete_word(text, 0, cursor, command_names(p));
  const Command* c = find_command(text.substr(1, line.name_end - 1));
  if (!c || cursor < line.argument) return {cursor};
  const bool first_word = text.find(' ', line.argument) >= cursor;
  size_t begin = line.argument;
  if (auto option = complete_option(*c, text, begin, cursor)) {
    if (c->takes != Takes::Name) return *option;
    const editor::Completions names =
        complete_from(p.names, text, begin, cursor, notes); // off, or a function
    if (names.begin == option->begin)
      std::ranges::copy(names.candidates, std::back_inserter(option->candidates));
    return *option;
  }
  switch (c->takes) {
  case Takes::Nothing:
  case Takes::Text: return {cursor};
  case Takes::Path: return complete_path(text, line.argument, cursor);
  case Takes::Code: return complete_word(text, line.argument, cursor, codes());
  case Takes::Setting:
    if (first_word) return complete_word(text, line.argument, cursor, settings());
    return complete_word(
        text, text.find_last_of(' ', cursor - 1) + 1, cursor,
        setting_values(text.substr(line.argument, text.find(' ', line.argument) - line.argument)));
  case Takes::Phase:
    if (first_word) return complete_word(text, line.argument, cursor, dump_words());
    break;
  case Takes::Form:
  case Takes::Drawn:
  case Takes::Name: break;
  }
  return complete_from(p.names, text, begin, cursor, notes);
}

} // namespace

bool is_whole(const std::string& text) {
  const std::vector<std::string> pieces = pieces_of(text);
  return pieces.empty() || is_whole_piece(pieces.back());
}

editor::Completions complete_typed(Prompt& p, const std::string& text, size_t cursor, bool notes) {
  size_t begin = 0;
  for (const std::string& piece : pieces_of(text)) {
    const size_t end = begin + piece.size();
    if (piece.starts_with(":") && cursor > begin && cursor <= end) {
      editor::Completions c = complete_command(p, piece, cursor - begin, notes);
      c.begin += begin;
      return c;
    }
    begin = end + 1; // after the newline
  }
  return complete_form(p.names, text, cursor, notes);
}

namespace {

editor::Hooks hooks(Prompt& p, History& history) {
  editor::Hooks h;
  h.is_complete = is_whole_piece;
  h.complete = [&p](std::string_view text, size_t cursor, bool notes) {
    return text.starts_with(":") ? complete_command(p, text, cursor, notes)
                                 : complete_form(p.names, text, cursor, notes);
  };
  h.is_command = [&p](std::string_view line) { return is_command(p.names, line); };
  h.is_type = [&p](std::string_view name) { return p.names.is_type(name); };
  h.is_keyword = [&p](std::string_view name) { return p.names.is_keyword(name); };
  h.argument_help = [&p](std::string_view text, size_t cursor, size_t used) {
    std::string help;
    const size_t columns = editor::terminal_size().columns, room = columns - std::min(columns, used);
    run_on_big_stack([&] { help = argument_help(p.names, text, cursor, room); });
    return help;
  };
  h.keys = &p.keys;
  h.history = [&history]() -> const std::vector<std::string>& { return history.entries(); };
  return h;
}

} // namespace

namespace {

bool is_known(NamesInSight& names, std::string_view name) {
  return names.is_result(name) ||
         std::ranges::find(names.all(), name, &NameInSight::name) != names.all().end();
}

/// Whether the text is a diagnostic's code, as E0203.
bool is_code(std::string_view text) {
  constexpr size_t size = 5;
  return text.size() == size && (text[0] == 'E' || text[0] == 'W') &&
         text.find_first_not_of("0123456789", 1) == text.npos;
}

/// Returns the command that a line means which is written as at other prompts: `help`, `?name` or `name?`, `??name`
/// or `name??` for its text, `?E0203` for a diagnostic's story, `!words`. Returns nothing for other text, and where the
/// session has a name that is written so.
std::optional<std::string> command_of_others(NamesInSight& names, std::string_view line) {
  if (line.starts_with("! ") && line.find_first_of("()[]\n") == line.npos) { // ! ls -l
    const std::string_view command = line.substr(line.find_first_not_of(' ', 1));
    if (!command.empty() && !is_known(names, command.substr(0, command.find(' '))))
      return ":shell " + std::string(command);
  }
  if (line.size() > 1 && line[0] == '!' && std::isspace(static_cast<unsigned char>(line[1])) == 0 &&
      line[1] != '=')
    return is_known(names, line) ? std::nullopt : std::optional(":shell " + std::string(line.substr(1)));
  for (const std::string_view word : {"help ", "? ", "?? "}) { // help map, ? map
    const std::string_view rest = line.substr(std::min(word.size(), line.size()));
    const bool one = !rest.empty() && rest.find_first_of(" ()[]\"\n") == rest.npos;
    if (line.starts_with(word) && one && !is_known(names, word.substr(0, word.size() - 1)))
      return command_of_others(names, (word == "?? " ? "??" : "?") + std::string(rest));
  }
  if (line.empty() || line[0] == ':' || line.find_first_of(" ()[]\"\n") != line.npos || is_known(names, line))
    return {};
  if (line == "help" || line == "?") return ":help";
  std::string_view name = line;
  while (name.starts_with('?')) name.remove_prefix(1);
  const bool behind = name.size() == line.size();
  while (behind && name.ends_with('?')) name.remove_suffix(1);
  if (name.empty() || name.size() == line.size()) return {};
  if (is_code(name)) return ":explain " + std::string(name);
  return (name.size() + 1 == line.size() ? ":doc " : ":source ") + std::string(name);
}

} // namespace

/// If the machine has no memory for the piece, E0601 is reported and the session continues.
void Prompt::run_here(const std::string& piece) try {
  piece.starts_with(":") ? run_command(*this, piece) : void(run_text(piece));
} catch (const std::bad_alloc&) {
  complain("E0601", no_memory_left("what was typed"));
}

void Prompt::run_piece(const std::string& piece) {
  const std::string meant = command_of_others(names, piece).value_or(piece);
  const HandedOn handed(*this, meant);
  run_here(meant);
}

void Prompt::run_pieces(const std::string& text) {
  const std::vector<std::string> pieces = pieces_of(text);
  for (size_t k = 0; k < pieces.size() && !quit; ++k) {
    if (pieces[k].find_first_not_of(" \t\n") == std::string::npos) continue;
    run_piece(pieces[k]);
    if (session.reports().was_interrupted() || (failed && on_error == OnError::Stop)) return;
  }
}

bool has_commands(const std::string& text) {
  const bool may = text.starts_with(":") || text.find("\n:") != std::string::npos;
  return may && std::ranges::any_of(pieces_of(text),
                                    [](const std::string& piece) { return piece.starts_with(":"); });
}

int run_parts(Session& session, Output& output, Crew* crew, std::string text,
              const std::function<std::optional<std::string>(Session&)>& next) {
  Prompt p{session, &output};
  p.crew = crew;
  for (std::optional<std::string> part = std::move(text); part; part = next(p.session)) {
    p.run_pieces(*part);
    std::fflush(stdout);
    if (p.quit || p.session.reports().was_interrupted()) break;
  }
  p.session.reports().flush(); // what has ended the wait for the next text
  return p.failed || p.session.reports().failed() ? 1 : 0;
}

/// Runs the user's own startup file, if there is one.
void run_startup_file(Prompt& p, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (path.empty() || !in) return;
  std::ostringstream text;
  text << in.rdbuf();
  const std::string place = std::exchange(p.place, path);
  size_t lines = 0; // before the piece: messages count the lines of the file
  for (const std::string& piece : pieces_of(text.str())) {
    const bool command = piece.starts_with(":"), shown = p.types;
    if (!command) p.types = false; // the user knows the own file; a command may set it
    if (piece.find_first_not_of(" \t\n") != std::string::npos)
      p.run_piece(command ? piece : std::string(lines, '\n') + piece);
    if (!command) p.types = shown;
    lines += 1 + static_cast<size_t>(std::ranges::count(piece, '\n'));
  }
  p.place = place, p.failed = false;
}

int run_prompt(Session& session, Output& output, const PromptStart& start) {
  Prompt p{session, &output};
  p.crew = start.crew;
  const bool edits = editor::terminal_can_edit();
  History history(edits ? history_file() : "",
                  [&](const std::string& what) { output.other("nova: " + what + "\n"); });
  history.entries();
  editor::Asker asker(hooks(p, history), session.options().look.colour);
  p.say("Nova " NOVA_VERSION ". :help lists the commands, Ctrl-D leaves.\n");
  p.types = true;
  run_startup_file(p, start.startup_file);
  if (!start.program.empty()) load_command(p, start.program);
  for (uint32_t number = 1; !p.quit; ++number) {
    p.place = "[" + std::to_string(number) + "]";
    output.begin_line();
    const std::optional<std::string> text = asker.ask();
    output.at_line_begin(true);
    if (!text) break;
    const std::string input = editor::without_prompts(*text, is_whole_piece);
    if (input.find_first_not_of(" \t\n") == std::string::npos) continue;
    history.add(input);
    p.session.forget_interrupt(); // an interrupt before this was meant for an earlier run
    p.run_pieces(input);
  }
  return 0;
}

} // namespace nova

#include "repl/complete/complete.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/complete/partial_types.hpp"
#include "repl/help/known_names.hpp"
#include "runtime/element.hpp"
#include <algorithm>
#include <filesystem>

namespace nova {
namespace {

using editor::Candidate;
using editor::Completions;
using editor::Outline;

constexpr size_t most_notes = 200, most_files = 500;

} // namespace

const std::vector<NameInSight>& NamesInSight::all() {
  if (known_) return names_;
  known_ = true;
  names_ = names_in_sight(session_.frontend());
  std::ranges::stable_sort(names_, {}, &NameInSight::name);
  types_.clear();
  std::ranges::copy_if(names_, std::back_inserter(types_),
                       [](const NameInSight& n) { return n.kind == NameInSight::Type; });
  const auto same = [](const NameInSight& a, const NameInSight& b) { return a.name == b.name; };
  names_.erase(std::unique(names_.begin(), names_.end(), same), names_.end());
  keywords_.clear();
  for (const NameInSight& n : names_)
    if (n.kind == NameInSight::Form || n.kind == NameInSight::Macro) keywords_.insert(n.name);
  return names_;
}

const std::vector<NameInSight>& NamesInSight::types() { return all(), types_; }

namespace {
/// Returns the names of the built-in types, which no file declares.
std::vector<std::string_view> types_of_language() {
  std::vector<std::string_view> out;
  for (int e = 0; e < element_count; ++e) out.push_back(element_name(static_cast<Element>(e)));
  out.insert(out.end(), {"vector", "unit"});
  return out;
}
} // namespace

bool NamesInSight::is_type(std::string_view name) {
  const auto language = types_of_language();
  return std::ranges::find(language, name) != language.end() ||
         std::ranges::any_of(types(), [&](const NameInSight& n) { return n.name == name; });
}

bool NamesInSight::is_keyword(std::string_view name) {
  all();
  return keywords_.contains(name);
}

bool NamesInSight::is_result(std::string_view name) const {
  return std::ranges::find(results_, name, &Candidate::text) != results_.end();
}

namespace {

/// Returns the name up to its first hyphen, for example `fft` for `fft-pass-2`. Returns "" if there is no hyphen.
std::string_view shorter(std::string_view name) {
  return name.substr(0, name.find_last_of('-') == name.npos ? 0 : name.find('-'));
}

} // namespace

NamesInSight::Rank NamesInSight::rank(const NameInSight& n) {
  const Program& program = session_.frontend().program;
  if (n.kind == NameInSight::Type || n.kind == NameInSight::Constructor)
    return session_.names().in_prelude(program[n.type].span) ? Rank::Language : Rank::Own;
  if (n.kind != NameInSight::Definition) return Rank::Language;
  if (!program[n.global].prelude) return Rank::Own;
  const std::string_view whole = shorter(n.name);
  const auto it = std::ranges::lower_bound(all(), whole, {}, &NameInSight::name);
  const bool part = it != names_.end() && it->name == whole && it->kind == NameInSight::Definition &&
                    helpers_.is_helper(n.global, it->global);
  return part ? Rank::Part : Rank::Language;
}

std::string NamesInSight::note(const NameInSight& n) { return describe_name(session_.frontend(), n); }

Completions complete_word(std::string_view text, size_t begin, size_t cursor,
                          const std::vector<Candidate>& words) {
  Completions c{begin};
  const std::string_view typed = text.substr(begin, cursor - begin);
  for (const Candidate& w : words)
    if (w.text.starts_with(typed)) c.candidates.push_back(w);
  return c;
}

Completions complete_path(std::string_view text, size_t begin, size_t cursor) {
  namespace fs = std::filesystem;
  const std::string_view typed = text.substr(begin, cursor - begin);
  const size_t slash = typed.rfind('/');
  const std::string_view folder = slash == typed.npos ? "" : typed.substr(0, slash + 1);
  const std::string_view name = typed.substr(folder.size());
  Completions c{begin + folder.size()};
  std::error_code ec;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : fs::path(folder), ec), end;
       !ec && it != end && c.candidates.size() < most_files; it.increment(ec)) {
    std::string file = it->path().filename().string();
    const bool hidden = file.starts_with(".") && !name.starts_with(".");
    if (hidden || !file.starts_with(name) || file.find_first_of("\"\\") != file.npos || has_invisible(file))
      continue;
    std::error_code unknown;
    if (it->is_directory(unknown)) file += '/';
    c.candidates.push_back({std::move(file), ""});
  }
  std::ranges::sort(c.candidates, {}, &Candidate::text);
  return c;
}

namespace {

/// Returns the token that ends at the cursor or contains it; null if there is none.
const Token* token_at(const Outline& o, size_t cursor) {
  const uint32_t i = cursor == 0 ? editor::no_token : o.token_after(cursor - 1);
  return i != editor::no_token && o.tokens[i].begin < cursor ? &o.tokens[i] : nullptr;
}

/// If `typed` begins with a module's name and a dot, adds the module's definitions by their qualified names.
void add_members(Completions& c, Session& session, std::string_view typed, bool notes) {
  const size_t dot = typed.rfind('.');
  if (dot == typed.npos) return;
  const std::string_view module = typed.substr(0, dot), name = typed.substr(dot + 1);
  const Program& program = session.frontend().program;
  for (uint32_t i = 1; i < program.globals.size(); ++i) {
    const auto g = static_cast<GlobalId>(i);
    if (program[g].failed || program[g].module != module || !session.names().name_of(g).starts_with(name))
      continue;
    const std::string text = std::string(module) + "." + std::string(session.names().name_of(g));
    std::erase_if(c.candidates, [&](const Candidate& k) { return k.text == text; }); // keeps the latest only
    c.candidates.push_back({text, notes ? print_scheme(session.frontend(), g) : ""});
  }
}

bool is_blank_or_open(char c) { return std::string_view(" \n\t([,|;\"").find(c) != std::string_view::npos; }

/// Removes the names in scope that a result's name or a local name shadows. The first `locals` candidates are the
/// results' and local names.
void drop_hidden(Completions& c, size_t locals) {
  const auto first = c.candidates.begin() + static_cast<std::ptrdiff_t>(locals);
  const auto hidden = [&](const Candidate& k) {
    return std::find_if(c.candidates.begin(), first, [&](const Candidate& l) { return l.text == k.text; }) !=
           first;
  };
  c.candidates.erase(std::remove_if(first, c.candidates.end(), hidden), c.candidates.end());
}

/// Returns the index of the dot behind which a tuple's field number or a record's field name is being typed; npos if
/// there is none.
size_t dot_before(std::string_view text, size_t cursor) {
  constexpr std::string_view ends_name = " \n\t()[],|;\"!'.";
  size_t at = cursor;
  while (at > 0 && ends_name.find(text[at - 1]) == ends_name.npos) --at;
  return at > 1 && text[at - 1] == '.' && !is_blank_or_open(text[at - 2]) ? at - 1 : text.npos;
}

/// Returns the fields of a record, or of the records of a vector, with their types as declared. `type` is its type as
/// text. Returns none for other types.
std::vector<Candidate> record_fields(const Frontend& f, std::string_view type) {
  while (type.starts_with("vector ") || type.starts_with("vector#")) type.remove_prefix(type.find(' ') + 1);
  if (type.starts_with('(')) type.remove_prefix(1);
  const std::string_view name = type.substr(0, type.find_first_of(" )"));
  const auto& types = f.program.types;
  const auto t = std::find_if(types.rbegin(), types.rend(), [&](const TypeDecl& d) {
    return !d.failed && d.constructors.size() == 1 && f.symbols.text(d.name) == name;
  });
  if (t == types.rend()) return {};
  const TypeDecl::Constructor& c = t->constructors[0];
  std::vector<Candidate> out;
  for (size_t i = 0; i < c.names.size(); ++i) {
    const Span at = c.fields[i].span;
    out.push_back({std::string(f.symbols.text(c.names[i])),
                   std::string(f.sources.text(at.file).substr(at.begin, at.end - at.begin))});
  }
  return out;
}

} // namespace

Completions complete_place(NamesInSight& names, const Outline& o, std::string_view text, size_t cursor) {
  const size_t dot = dot_before(text, cursor);
  if (dot == text.npos) return {cursor};
  Completions c{dot + 1};
  const std::string_view typed = text.substr(dot + 1, cursor - dot - 1), whole = expression_before(text, dot);
  if (whole.empty()) return c;
  const size_t begin = static_cast<size_t>(whole.data() - text.data());
  const std::string type = type_at(names, o, text, begin, cursor, whole);
  const auto fields = fields_of(type);
  for (size_t k = 0; k < fields.size(); ++k) c.candidates.push_back({std::to_string(k), fields[k]});
  if (fields.empty()) c.candidates = record_fields(names.session().frontend(), type);
  std::erase_if(c.candidates, [&](const Candidate& k) { return !k.text.starts_with(typed); });
  return c;
}

namespace {

bool has(const Completions& c, std::string_view name) {
  return std::ranges::find(c.candidates, name, &Candidate::text) != c.candidates.end();
}

/// Adds the symbols that occur elsewhere in the text, if they start with the characters before the cursor. These may
/// be parameters and names bound by `let`.
void add_local_names(Completions& c, NamesInSight& names, const Outline& o, std::string_view text,
                     size_t cursor, bool notes) {
  const std::string_view typed = text.substr(c.begin, cursor - c.begin);
  for (const Token& t : o.tokens) {
    const std::string_view name = text.substr(t.begin, t.end - t.begin);
    if (t.kind != TokenKind::Symbol || name.size() <= typed.size() || !name.starts_with(typed)) continue;
    if (t.begin == c.begin || has(c, name)) continue;
    std::string type = notes ? type_at(names, o, text, c.begin, cursor, name) : "";
    if (type.starts_with("'") || type == "unit") type.clear(); // its type is unknown
    c.candidates.push_back({std::string(name), std::move(type)});
  }
}

void add_results(Completions& c, const NamesInSight& names, std::string_view typed) {
  for (const Candidate& r : names.results())
    if (r.text.starts_with(typed)) c.candidates.push_back(r);
}

/// Adds the names in scope that start with `typed`, ordered by rank and then by name.
void add_names(Completions& c, NamesInSight& names, std::string_view typed, bool notes) {
  std::vector<const NameInSight*> found;
  const auto& all = names.all();
  for (auto it = std::ranges::lower_bound(all, typed, {}, &NameInSight::name);
       it != all.end() && it->name.starts_with(typed); ++it)
    if (!names.is_result(it->name)) found.push_back(&*it);
  std::ranges::stable_sort(found, {}, [&](const NameInSight* n) { return names.rank(*n); });
  for (size_t i = 0; i < found.size(); ++i)
    c.candidates.push_back(
        {std::string(found[i]->name), notes && i < most_notes ? names.note(*found[i]) : ""});
}

/// Adds the names of the types of the session and the prelude, and of the built-in types.
void add_types(Completions& c, NamesInSight& names, std::string_view typed, bool notes) {
  const auto add = [&](std::string_view name, std::string note) {
    if (name.starts_with(typed) && !has(c, name))
      c.candidates.push_back({std::string(name), notes ? note : ""});
  };
  for (const NameInSight& n : names.types()) add(n.name, names.note(n));
  for (const std::string_view name : types_of_language()) add(name, "a type");
}

} // namespace

Completions complete_form(NamesInSight& names, std::string_view text, size_t cursor, bool notes) {
  const Outline o(text);
  const Token* t = token_at(o, cursor);
  if (!t) return {cursor};
  const bool closed = t->kind == TokenKind::String && cursor == t->end;
  if ((t->kind == TokenKind::String || t->kind == TokenKind::OpenString) && !closed)
    return complete_path(text, t->begin + 1, cursor);
  if (dot_before(text, cursor) != text.npos) {
    Completions c = notes ? complete_place(names, o, text, cursor) : Completions{cursor};
    if (!c.candidates.empty() || text[t->begin] == '.' || t->kind != TokenKind::Symbol) return c;
  }
  if (t->kind != TokenKind::Symbol || cursor != t->end) return {cursor};
  const std::string_view typed = text.substr(t->begin, cursor - t->begin);
  Completions c{t->begin};
  run_on_big_stack([&] {
    if (is_type_place(o, text, static_cast<uint32_t>(t - o.tokens.data())))
      return add_types(c, names, typed, notes);
    add_results(c, names, typed);
    add_local_names(c, names, o, text, cursor, notes);
    const size_t own = c.candidates.size();
    add_names(c, names, typed, notes);
    drop_hidden(c, own);
    add_members(c, names.session(), typed, notes);
  });
  return c;
}

} // namespace nova

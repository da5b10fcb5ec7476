#include "repl/complete.hpp"
#include "frontend/big_stack.hpp"
#include "frontend/check.hpp"
#include "frontend/utf8.hpp"
#include "repl/completion.hpp"
#include "repl/editor/outline.hpp"
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
  const auto same = [](const NameInSight& a, const NameInSight& b) { return a.name == b.name; };
  names_.erase(std::unique(names_.begin(), names_.end(), same), names_.end());
  keywords_.clear();
  for (const NameInSight& n : names_)
    if (n.kind == NameInSight::Form || n.kind == NameInSight::Macro) keywords_.insert(n.name);
  return names_;
}

bool NamesInSight::is_keyword(std::string_view name) {
  all();
  return keywords_.contains(name);
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

/// The token that ends at the cursor or goes on over it.
const Token* token_at(const Outline& o, size_t cursor) {
  const uint32_t i = cursor == 0 ? editor::no_token : o.token_after(cursor - 1);
  return i != editor::no_token && o.tokens[i].begin < cursor ? &o.tokens[i] : nullptr;
}

/// What a module defines, by its qualified name.
void add_members(Completions& c, Session& session, std::string_view typed, bool notes) {
  const size_t dot = typed.rfind('.');
  if (dot == typed.npos) return;
  const std::string_view module = typed.substr(0, dot), name = typed.substr(dot + 1);
  const Program& program = session.frontend().program;
  for (uint32_t i = 1; i < program.globals.size(); ++i) {
    const auto g = static_cast<GlobalId>(i);
    if (program[g].failed || program[g].module != module || !session.name_of(g).starts_with(name)) continue;
    const std::string text = std::string(module) + "." + std::string(session.name_of(g));
    std::erase_if(c.candidates, [&](const Candidate& k) { return k.text == text; }); // the latest is meant
    c.candidates.push_back({text, notes ? print_scheme(session.frontend(), g) : ""});
  }
}

/// A tuple's places, after the dot that follows its name.
Completions complete_place(NamesInSight& names, std::string_view text, size_t cursor) {
  size_t begin = cursor;
  while (begin > 0 && std::string_view(" \n\t()[],|;\"").find(text[begin - 1]) == std::string_view::npos)
    --begin;
  const size_t dot = text.substr(0, cursor).rfind('.');
  if (dot == text.npos || dot < begin) return {cursor};
  Completions c{dot + 1};
  const std::string_view name = text.substr(begin, dot - begin),
                         typed = text.substr(dot + 1, cursor - dot - 1);
  const auto& all = names.all();
  const auto it = std::ranges::lower_bound(all, name, {}, &NameInSight::name);
  if (it == all.end() || it->name != name || it->kind != NameInSight::Definition) return c;
  Frontend& f = names.session().frontend();
  if (print_scheme(f, it->global).empty()) return c;
  const TypeId type = names.session().value_of(it->global).type;
  if (!f.types.is(type, TypeKind::Tuple)) return c;
  const auto fields = f.types.args(f.types.resolve(type));
  for (size_t k = 0; k < fields.size(); ++k)
    if (const std::string place = std::to_string(k); place.starts_with(typed))
      c.candidates.push_back({place, f.types.print(fields[k], f.symbols)});
  return c;
}

/// Names of the text's own: parameters and what `let` binds.
void add_local_names(Completions& c, const Outline& o, std::string_view text, std::string_view typed) {
  for (const Token& t : o.tokens) {
    const std::string_view name = text.substr(t.begin, t.end - t.begin);
    const auto same = [&](const Candidate& k) { return k.text == name; };
    if (t.kind != TokenKind::Symbol || name.size() <= typed.size() || !name.starts_with(typed)) continue;
    if (t.begin != c.begin && std::ranges::none_of(c.candidates, same))
      c.candidates.push_back({std::string(name), ""});
  }
}

} // namespace

Completions complete_form(NamesInSight& names, std::string_view text, size_t cursor, bool notes) {
  const Outline o(text);
  const Token* t = token_at(o, cursor);
  if (!t) return {cursor};
  const bool closed = t->kind == TokenKind::String && cursor == t->end;
  if ((t->kind == TokenKind::String || t->kind == TokenKind::OpenString) && !closed)
    return complete_path(text, t->begin + 1, cursor);
  if (t->kind != TokenKind::Symbol) return complete_place(names, text, cursor);
  if (cursor != t->end) return {cursor};
  const std::string_view typed = text.substr(t->begin, cursor - t->begin);
  Completions c{t->begin};
  const auto& all = names.all();
  auto it = std::ranges::lower_bound(all, typed, {}, &NameInSight::name);
  const auto first = it;
  for (; it != all.end() && it->name.starts_with(typed); ++it)
    c.candidates.push_back({std::string(it->name), ""});
  run_on_big_stack([&] {
    for (size_t i = 0; notes && i < std::min(c.candidates.size(), most_notes); ++i)
      c.candidates[i].note = names.note(first[static_cast<std::ptrdiff_t>(i)]);
    add_members(c, names.session(), typed, notes);
  });
  add_local_names(c, o, text, typed);
  return c.candidates.empty() ? complete_place(names, text, cursor) : c;
}

} // namespace nova

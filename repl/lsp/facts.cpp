#include "repl/lsp/facts.hpp"
#include "frontend/format/format.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/read/lexer.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/help/documentation.hpp"
#include "repl/lsp/read_only_files.hpp"
#include <algorithm>
#include <filesystem>

namespace nova::lsp {

namespace {

bool is_prelude(const Sources& sources, FileId file) { return sources.name(file).starts_with("prelude/"); }

std::string code_block(const std::string& code) { return "```nova\n" + code + "\n```\n"; }

} // namespace

Facts::Facts(Session& session, std::string path, std::string text)
    : session_(session), path_(std::move(path)), text_(std::move(text)),
      first_expr_(f().program.exprs.size()), first_core_(f().core.nodes.size()),
      first_variable_(f().program.variables.size()) {
  session_.reports().listener = [this](const Diagnostic& d) { messages_.push_back(convert(d)); };
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  session_.files().allow_read(folder.empty() ? "." : folder);
  file_ = session_.add_text(path_, text_.all());
  run_on_big_stack([&] {
    Diagnostics again; // ignored, since the check reports the same errors
    data_ = read(f().sources, file_, f().symbols, f().data, again);
  });
  session_.check_program(file_, false);
}

// ---- diagnostics ----

/// Returns the span of the user's text from which `s` comes: for generated text, the span of the macro use. If that
/// span is not in this document, returns an empty span at the document's begin.
Span Facts::in_document(Span s) const {
  s = session_.frontend().sources.user_span(s);
  if (s.file != file_) return {file_, 0, 0, 0};
  return s;
}

Location Facts::location(Span s) const {
  const Sources& sources = session_.frontend().sources;
  s = sources.user_span(s);
  if (s.file == file_) return {path_, range(s)};
  const Range there = Text(std::string(sources.text(s.file))).range_of(s.begin, s.end);
  const std::string& name = sources.name(s.file);
  return {is_prelude(sources, s.file) ? copy_of(name, std::string(sources.text(s.file))) : name, there};
}

/// Converts a diagnostic. Notes with a location become related information; other notes and helps are appended to the
/// message.
Message Facts::convert(const Diagnostic& d) const {
  const Sources& sources = session_.frontend().sources;
  Message m;
  m.range = range(in_document(d.span));
  m.warning = d.severity() == Severity::Warning, m.code = d.code, m.text = message(d);
  const Span own = sources.user_span(d.span);
  const bool elsewhere = own.file != file_ && own.file != 0;
  if (elsewhere)
    m.text = sources.place(own) + ": " + m.text, m.related.push_back({location(own), message(d)});
  for (const Note& n : d.notes) {
    const bool points = n.span.file != 0 && n.kind == Note::Plain;
    if (points)
      m.related.push_back({location(n.span), n.text});
    else
      m.text += (n.kind == Note::Help ? "\nhelp: " : "\nnote: ") + n.text;
    if (n.kind == Note::Help) m.helps.push_back(n.text);
  }
  std::erase_if(m.related, [](const Message::Related& r) { return r.where.path.empty(); });
  return m;
}

bool Facts::has_errors() const {
  return std::ranges::any_of(messages_, [](const Message& m) { return !m.warning; });
}

// ---- the syntax at a position ----

/// Returns the name that contains the byte or ends at it; nothing if there is none.
std::optional<Facts::Word> Facts::word_at(uint32_t byte) const {
  const std::string_view all = text_.all();
  const auto in_name = [&](size_t at) {
    return std::string_view("][()\",;' \t\r\n\f\v").find(all[at]) == all.npos;
  };
  size_t begin = byte, end = byte;
  while (begin > 0 && in_name(begin - 1)) --begin;
  while (end < all.size() && in_name(end)) ++end;
  // The lexer finds the names in this range, of which there may be several, as in x!i, p.0 and x:int.
  Lexer lexer(all.substr(begin, end - begin));
  for (Token t = lexer.next(true); t.kind != TokenKind::End; t = lexer.next(true)) {
    const Word w{static_cast<uint32_t>(begin) + t.begin, static_cast<uint32_t>(begin) + t.end,
                 std::string(all.substr(begin + t.begin, t.end - t.begin))};
    const bool named = t.kind == TokenKind::Symbol || t.kind == TokenKind::TypeVariable;
    if (named && w.begin <= byte && byte <= w.end) return w;
  }
  return {};
}

const Expr* Facts::expr_of(const Word& w) {
  const auto& all = f().program.exprs;
  for (size_t k = first_expr_; k < all.size(); ++k) {
    const Span s = all[k].span;
    const bool named = all[k].kind >= ExprKind::Local && all[k].kind <= ExprKind::Constructor;
    if (named && is_here(s) && s.begin == w.begin && s.end == w.end) return &all[k];
  }
  return nullptr;
}

const Core* Facts::core_at(uint32_t begin, uint32_t end) {
  const auto& all = f().core.nodes;
  for (size_t k = first_core_; k < all.size(); ++k) {
    const Span s = all[k].span;
    if (is_here(s) && s.begin == begin && s.end == end) return &all[k];
  }
  return nullptr;
}

/// Returns the smallest expression around a byte; null if there is none.
const Core* Facts::core_around(uint32_t byte) {
  const auto& all = f().core.nodes;
  const Core* best = nullptr;
  for (size_t k = first_core_; k < all.size(); ++k) {
    const Span s = all[k].span;
    const bool around = is_here(s) && s.begin <= byte && byte < s.end;
    if (around && (!best || s.end - s.begin < best->span.end - best->span.begin)) best = &all[k];
  }
  return best;
}

bool Facts::is_written(const Variable& v) const {
  const std::string_view name = session_.frontend().symbols.text(v.name);
  return is_here(v.span) && text_.all().compare(v.span.begin, v.span.end - v.span.begin, name) == 0;
}

std::optional<VarId> Facts::binder_of(const Word& w) {
  const auto& all = f().program.variables;
  for (size_t k = first_variable_; k < all.size(); ++k) {
    const Span s = all[k].span;
    if (s.begin == w.begin && s.end == w.end && is_written(all[k])) return VarId{static_cast<uint32_t>(k)};
  }
  return {};
}

std::string Facts::print(TypeId t) { return f().types.print(f().types.substitute(t, {}, {}), f().symbols); }

const std::unordered_map<uint32_t, TypeId>& Facts::variable_types() {
  if (variable_types_) return *variable_types_;
  variable_types_.emplace();
  const auto& all = f().core.nodes;
  for (size_t k = first_core_; k < all.size(); ++k) note_types(all[k]);
  return *variable_types_;
}

/// Notes the types of the variables that an expression uses or binds.
void Facts::note_types(const Core& c) {
  const auto note = [&](VarId v, TypeId t) { variable_types_->try_emplace(static_cast<uint32_t>(v), t); };
  if (c.kind == CoreKind::Local) note(c.var, c.type);
  if (binds_variable(c) && !c.items.empty()) note(c.var, c.items[0]->type);
  if (c.kind != CoreKind::Lambda) return;
  TypeId function = f().types.resolve(c.type);
  for (VarId parameter : c.vars) {
    if (!f().types.is(function, TypeKind::Fun)) break;
    note(parameter, f().types.arg(function, 0));
    function = f().types.resolve(f().types.arg(function, 1));
  }
}

/// Returns the type of a variable. Returns nothing if no expression uses or binds it.
std::optional<TypeId> Facts::type_of(VarId v) {
  const auto& all = variable_types();
  const auto found = all.find(static_cast<uint32_t>(v));
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

// ---- hover: the type and documentation of a name ----

std::string Facts::about_variable(VarId v) {
  const std::string name(f().symbols.text(f().program[v].name));
  const std::optional<TypeId> type = type_of(v);
  return code_block(type ? name + " : " + print(*type) : name);
}

/// Returns the documentation of a name in Markdown: the first line and the examples as code, the rest as text.
std::string Facts::about_name(const std::string& name) {
  const std::optional<std::string> told = documentation_of(session_.frontend(), name);
  if (!told) return {};
  const size_t line = told->find('\n');
  std::string out = code_block(told->substr(0, line)), code;
  const auto close = [&] { out += code.empty() ? "" : code_block(std::exchange(code, {})); };
  for (size_t at = line, end; at < told->size(); at = end) {
    end = std::min(told->find('\n', ++at), told->size());
    const std::string one = told->substr(at, end - at);
    if (one.starts_with("(") || one.starts_with("[") || one.starts_with("=> "))
      code += (code.empty() ? "" : "\n") + one;
    else if (close(); !one.empty())
      out += one + "  \n";
  }
  close();
  return out;
}

std::optional<Hover> Facts::hover(Place at) {
  const uint32_t byte = text_.byte_at(at);
  std::optional<Hover> out;
  run_on_big_stack([&] {
    if (const std::optional<Word> w = word_at(byte)) {
      const Expr* e = expr_of(*w);
      const std::optional<VarId> v = e && e->kind == ExprKind::Local ? e->var : binder_of(*w);
      const std::string told = v ? about_variable(*v) : about_name(w->text);
      if (!told.empty()) out = Hover{text_.range_of(w->begin, w->end), told};
      const Core* here = out && e && !v ? core_at(w->begin, w->end) : nullptr;
      if (here && !here->instance.empty()) out->markdown += "here: `" + print(here->type) + "`";
    }
    if (out) return;
    if (const Core* c = core_around(byte)) out = Hover{range(c->span), code_block(print(c->type))};
  });
  return out;
}

// ---- definition: where a name is defined ----

Span Facts::definition_of(const Expr& e) {
  const Program& p = f().program;
  switch (e.kind) {
  case ExprKind::Local: return p[e.var].span;
  case ExprKind::Global: return p[e.global].span;
  case ExprKind::Constructor: return p[e.decl].constructors[e.number].span;
  default: return {};
  }
}

/// Returns what `name` means by its text: the last definition of that name, a built-in or a form. Used for names that
/// are not checked expressions: of types and macros, of constructors in patterns, and in forms with errors.
Name Facts::meaning_of(const std::string& name) {
  const HeadFacts head = head_facts(f(), name);
  const auto found = [](NameKind kind, Span at) { return Name{0, 0, "", kind, at}; };
  if (head.macro.end) return found(NameKind::Macro, head.macro);
  const Program& p = f().program;
  for (size_t k = p.globals.size(); k-- > 1;) {
    const std::string plain(f().symbols.text(p.globals[k].name));
    if (plain == name || p.globals[k].module + "." + plain == name)
      return found(kind_of(p.globals[k]), p.globals[k].span);
  }
  for (size_t k = p.types.size(); k-- > 1;) {
    if (f().symbols.text(p.types[k].name) == name) return found(NameKind::Type, p.types[k].span);
    for (const TypeDecl::Constructor& c : p.types[k].constructors)
      if (f().symbols.text(c.name) == name) return found(NameKind::Constructor, c.span);
  }
  if (!head.grammar.empty()) return found(NameKind::Form, {});
  return found(documentation_of(f(), name) ? NameKind::Builtin : NameKind::Unknown, {});
}

/// Returns the location of a built-in or form in the reference page; nothing if the name is neither.
std::optional<Location> Facts::in_reference(const std::string& name) {
  Reference page;
  run_on_big_stack([&] { page = reference_page(session_); });
  const auto at = page.places.find(name);
  if (at == page.places.end()) return {};
  const auto end = at->second + static_cast<uint32_t>(name.size());
  Location there{copy_of("language.md", page.text), Text(page.text).range_of(at->second, end)};
  if (there.path.empty()) return {};
  return there;
}

std::optional<Location> Facts::definition(Place at) {
  const Name* n = name_at(text_.byte_at(at));
  if (!n) return {};
  if (n->definition.file == 0) return in_reference(n->text);
  Location there = location(n->definition);
  if (there.path.empty()) return {};
  return there;
}

// ---- format: the canonical code style ----

std::optional<std::string> Facts::formatted() {
  std::optional<std::string> out;
  run_on_big_stack([&] {
    Diagnostics errors;
    out = format(f().sources, file_, errors);
    if (out && !reads_alike(text_.all(), *out)) out.reset();
  });
  return out;
}

} // namespace nova::lsp

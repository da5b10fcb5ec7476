#include "repl/lsp/names.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/complete/complete.hpp"
#include "repl/lsp/facts.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::lsp {

NameKind kind_of(const Global& g) {
  const bool is_function = g.kind == Global::Function || g.kind == Global::Foreign;
  return is_function ? NameKind::Function : NameKind::Constant;
}

bool mean_the_same(const Name& a, const Name& b) {
  if (a.definition.file || b.definition.file) return a.definition == b.definition;
  return a.kind == b.kind && a.kind >= NameKind::Form && a.text == b.text;
}

/// Finds the names of a document: expressions by the places of their names, all others by their texts.
class NameFinder {
 public:
  explicit NameFinder(Facts& facts) : facts_(facts) { index(); }

  std::vector<Name> all() {
    const std::string_view text = facts_.text_.all();
    std::vector<Name> out;
    for (const Token& t : editor::Outline(text).tokens) {
      if (t.kind == TokenKind::Symbol) out.push_back(name(t.begin, t.end));
      if (t.kind == TokenKind::TypeVariable)
        out.push_back({t.begin, t.end, spelling(t.begin, t.end), NameKind::TypeVariable});
    }
    return out;
  }

 private:
  Facts& facts_;
  std::unordered_map<uint64_t, Name> by_place_; ///< names of expressions and definitions, by their bytes
  std::unordered_map<std::string, Name> by_text_;

  static uint64_t key(uint32_t begin, uint32_t end) { return uint64_t{begin} << 32 | end; }
  std::string spelling(uint32_t begin, uint32_t end) const {
    return facts_.text_.all().substr(begin, end - begin);
  }
  Span user(Span s) const { return facts_.f().sources.user_span(s); }

  void index() {
    const Program& p = facts_.f().program;
    for (size_t k = facts_.first_variable_; k < p.variables.size(); ++k)
      if (facts_.is_written(p.variables[k])) add_definition(p.variables[k].span, NameKind::Variable);
    for (size_t k = 1; k < p.globals.size(); ++k) add_definition(p.globals[k].span, kind_of(p.globals[k]));
    for (size_t k = 1; k < p.types.size(); ++k) {
      add_definition(p.types[k].span, NameKind::Type);
      for (const TypeDecl::Constructor& c : p.types[k].constructors)
        add_definition(c.span, NameKind::Constructor);
    }
    for (size_t k = facts_.first_expr_; k < p.exprs.size(); ++k) add_use(p.exprs[k]);
  }
  void add_definition(Span s, NameKind kind) {
    if (facts_.is_here(s)) by_place_.try_emplace(key(s.begin, s.end), Name{0, 0, "", kind, s, true});
  }
  void add_use(const Expr& e) {
    if (facts_.is_here(e.span) && e.kind >= ExprKind::Local && e.kind <= ExprKind::Constructor)
      by_place_.try_emplace(key(e.span.begin, e.span.end), meaning(e));
  }
  Name meaning(const Expr& e) const {
    Name n;
    n.definition = user(facts_.definition_of(e));
    switch (e.kind) {
    case ExprKind::Local: n.kind = NameKind::Variable; break;
    case ExprKind::Global: n.kind = kind_of(facts_.f().program[e.global]); break;
    case ExprKind::Builtin: n.kind = NameKind::Builtin; break;
    default: n.kind = NameKind::Constructor;
    }
    return n;
  }

  /// Returns the name that a token has or is. Of `x.field` only x may have a place.
  Name name(uint32_t begin, uint32_t end) {
    const std::string whole = spelling(begin, end);
    if (const auto at = by_place_.find(key(begin, end)); at != by_place_.end())
      return own_part(at->second, begin, end);
    for (size_t dot = whole.find('.', 1); dot != whole.npos; dot = whole.find('.', dot + 1)) {
      const uint32_t stop = begin + static_cast<uint32_t>(dot);
      if (const auto at = by_place_.find(key(begin, stop)); at != by_place_.end())
        return own_part(at->second, begin, stop);
    }
    const auto [known, is_new] = by_text_.try_emplace(whole);
    if (is_new) known->second = facts_.meaning_of(whole);
    return own_part(known->second, begin, end);
  }
  /// Returns the name with its place in the text: of `module.f` that of f, of `x.field` that of x.
  Name own_part(Name n, uint32_t begin, uint32_t end) const {
    const Span d = n.definition;
    const std::string whole = spelling(begin, end);
    const std::string own(d.file ? facts_.f().sources.text(d.file).substr(d.begin, d.end - d.begin) : "");
    for (size_t at = 0; !own.empty() && at < whole.size();
         at = std::min(whole.find('.', at), whole.size()) + 1) {
      if (whole.compare(at, whole.find('.', at) - at, own) != 0) continue;
      begin += static_cast<uint32_t>(at), end = begin + static_cast<uint32_t>(own.size());
      break;
    }
    n.begin = begin, n.end = end, n.text = spelling(begin, end);
    n.defines = facts_.is_here(d) && d.begin == begin && d.end == end;
    return n;
  }
};

const std::vector<Name>& Facts::names() {
  if (!names_) run_on_big_stack([&] { names_ = NameFinder(*this).all(); });
  return *names_;
}

const Name* Facts::name_at(uint32_t byte) {
  const Name* before = nullptr;
  for (const Name& n : names()) {
    if (n.begin <= byte && byte < n.end) return &n;
    if (n.end == byte) before = &n;
  }
  return before;
}

std::vector<Name> Facts::uses_of(const Name& name) {
  std::vector<Name> out;
  std::ranges::copy_if(names(), std::back_inserter(out),
                       [&](const Name& n) { return mean_the_same(n, name); });
  return out;
}

} // namespace nova::lsp

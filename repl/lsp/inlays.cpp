// Inlay hints: types that are inferred, beside the names that have them.
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/lsp/queries.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::lsp {

namespace {

/// Collects the hints form by form. Within one, the same type variable has the same name.
class Inlayer {
 public:
  Inlayer(Facts& facts, const Range& range)
      : facts_(facts), begin_(facts.text().byte_at(range.begin)), end_(facts.text().byte_at(range.end)) {
    for (const auto& [v, type] : facts.variable_types())
      if (is_written(program().variables[v])) variables_.emplace_back(program().variables[v].span.end, type);
    std::ranges::sort(variables_, {}, &Typed::first);
    for (size_t k = 1; k < program().globals.size(); ++k)
      if (const Global& g = program().globals[k]; facts.is_here(g.span) && !g.failed)
        globals_[g.span.begin] = static_cast<uint32_t>(k);
  }

  std::vector<Inlay> all() {
    for (const Datum* d : facts_.data()) {
      namer_ = {};
      add_definitions(*d);
      add_variables(d->span);
    }
    std::ranges::stable_sort(found_, {}, &std::pair<uint32_t, std::string>::first);
    std::vector<Inlay> out;
    PlaceFinder places(facts_.text());
    for (auto& [byte, label] : found_) out.push_back({places.place_of(byte), std::move(label)});
    return out;
  }

 private:
  using Typed = std::pair<uint32_t, TypeId>; ///< where a name ends, and its type
  Facts& facts_;
  const uint32_t begin_, end_;
  std::vector<Typed> variables_;
  std::unordered_map<uint32_t, uint32_t> globals_; ///< indices of definitions, by the byte of their names
  Types::Namer namer_;
  std::vector<std::pair<uint32_t, std::string>> found_;

  const Program& program() const { return facts_.frontend().program; }
  std::string_view text() const { return facts_.text().all(); }
  std::string_view spelling(const Datum& name) const { return facts_.frontend().symbols.text(name.symbol); }

  bool is_written(const Variable& v) const {
    return facts_.is_written(v) && facts_.frontend().symbols.text(v.name) != "_";
  }
  /// Whether a colon follows, behind which the type is written.
  bool has_type(uint32_t end) const {
    const size_t next = text().find_first_not_of(" \t\r\n", end);
    return next != std::string_view::npos && text()[next] == ':';
  }
  void add(uint32_t byte, TypeId type) {
    Types& types = facts_.frontend().types;
    std::string label =
        " : " + types.print(types.substitute(type, {}, {}), facts_.frontend().symbols, namer_);
    if (begin_ <= byte && byte <= end_ && !has_type(byte)) found_.emplace_back(byte, std::move(label));
  }
  void add_variables(Span form) {
    const auto first = std::ranges::lower_bound(variables_, form.begin, {}, &Typed::first);
    for (auto v = first; v != variables_.end() && v->first <= form.end; ++v) add(v->first, v->second);
  }

  /// Adds the types of definitions: a constant's behind its name, a function's result behind its parameters.
  void add_definitions(const Datum& d) {
    if (!d.is(DatumKind::List) || d.items.size() < 2 || !d.items[0]->is(DatumKind::Symbol)) return;
    if (spelling(*d.items[0]) == "module")
      for (const Datum* inner : d.items.subspan(1)) add_definitions(*inner);
    if (spelling(*d.items[0]) == "define") add_definition(*d.items[1]);
  }
  void add_definition(const Datum& signature) {
    const bool is_list = signature.is(DatumKind::List) && !signature.items.empty();
    const Datum& name = is_list ? *signature.items[0] : signature;
    const auto global = name.is(DatumKind::Symbol) ? globals_.find(name.span.begin) : globals_.end();
    const bool typed = is_list && signature.items.size() > 1 && signature.items[1]->is(DatumKind::Symbol) &&
                       spelling(*signature.items[1]) == ":";
    if (global == globals_.end() || typed) return;
    add_result(GlobalId{global->second}, is_list ? signature.items.size() - 1 : 0, signature.span.end);
  }
  void add_result(GlobalId g, size_t parameters, uint32_t byte) {
    if (!facts_.frontend().checker->need(g)) return;
    Types& types = facts_.frontend().types;
    TypeId t = facts_.frontend().core.globals[static_cast<uint32_t>(g)].scheme.type;
    facts_.frontend().types.print(t, facts_.frontend().symbols,
                                  namer_); // names are in order of the whole type
    for (t = types.resolve(t); parameters > 0 && types.is(t, TypeKind::Fun); --parameters)
      t = types.resolve(types.arg(t, 1));
    if (parameters == 0) add(byte, t);
  }
};

} // namespace

std::vector<Inlay> inlays(Facts& facts, const Range& range) {
  std::vector<Inlay> out;
  run_on_big_stack([&] { out = Inlayer(facts, range).all(); });
  return out;
}

} // namespace nova::lsp

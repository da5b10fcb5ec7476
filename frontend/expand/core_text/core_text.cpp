#include "frontend/expand/core_text/core_text.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/expand/expressions.hpp"
#include <algorithm>
#include <map>
#include <set>

namespace nova {
namespace {

using Items = std::vector<const Datum*>;

/// Makes data, and reports what is malformed.
class CoreData {
 protected:
  explicit CoreData(ExpanderState& ex)
      : ex_(ex), words_site_(ex.names.add_site({.depth = 0})),
        prelude_site_(ex.names.add_site({.space = ex.prelude, .depth = 0})) {}

  std::string_view text(const Datum& d) const {
    return d.is(DatumKind::Symbol) ? ex_.f.symbols.text(d.symbol) : std::string_view();
  }
  std::string_view head(const Datum& d) const {
    return d.is(DatumKind::List) && !d.items.empty() ? text(*d.items[0]) : std::string_view();
  }
  std::optional<size_t> colon(const Datum& d) const { return ex_.find_word(d.items, ex_.words.colon); }

  const Datum* malformed(const Datum& d, std::string why) {
    ex_.f.diagnostics.report("E0337", d.span, {std::move(why)});
    return &d;
  }
  Datum* make(DatumKind kind, Span span, const Items& items) {
    Datum* made = ex_.f.data.make(kind, span);
    made->items = ex_.f.data.items(items);
    return made;
  }
  const Datum* list(Span span, const Items& items) { return make(DatumKind::List, span, items); }
  const Datum* symbol(Span span, Symbol s) {
    Datum* made = ex_.f.data.make(DatumKind::Symbol, span);
    return made->symbol = s, made;
  }
  /// Returns the name as it is known outside of all definitions (site: words_site_), or in the prelude.
  const Datum* outer(Span span, std::string_view name, uint32_t site) {
    auto [at, added] = outer_.try_emplace({std::string(name), site});
    if (added) at->second = ex_.names.alias(ex_.f.symbols.intern(name), site);
    return symbol(span, at->second);
  }
  const Datum* word(const Datum& d, std::string_view name) {
    return outer(d.items.empty() ? d.span : d.items[0]->span, name, words_site_);
  }
  /// Returns (e : t) for an expression e, where t is what stands behind the colon of d.
  const Datum* typed(const Datum& d, const Datum* e) {
    Items items{e};
    const Data written = d.items.subspan(*colon(d));
    items.insert(items.end(), written.begin(), written.end());
    return list(d.span, items);
  }

  ExpanderState& ex_;
  uint32_t words_site_, prelude_site_;

 private:
  std::map<std::pair<std::string, uint32_t>, Symbol> outer_;
};

/// Makes the program's data from the text's. Errors are reported; the datum then stands for itself.
class CoreText : CoreData {
 public:
  explicit CoreText(ExpanderState& ex) : CoreData(ex) {}

  /// Notes the names that the form defines: its definitions, foreign functions or inputs. Other names are the prelude's.
  void note_own(const Datum& d) {
    if (!d.is(DatumKind::List)) return;
    const std::string_view word = head(d);
    if (word == "define" && d.items.size() > 1) own_.insert(text(*d.items[1]));
    const bool declares = word.starts_with("foreign") || (word.empty() && !d.items.empty());
    for (const Datum* part : d.items)
      if (word == "module")
        note_own(*part);
      else if (declares && part->is(DatumKind::List) && !part->items.empty())
        own_.insert(text(*part->items[0]));
  }

  const Datum* top(const Datum& d) {
    locals_.clear();
    const std::string_view word = head(d);
    if (word == "define") return definition(d);
    if (word == "module") return module(d);
    constexpr std::string_view declared[] = {"define-datatype", "define-record", "types",         "foreign",
                                             "foreign-c",       "foreign-cuda",  "foreign-kernel"};
    const bool inputs = d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::List);
    const bool typed = inputs && d.items[0]->items.size() > 2 && colon(*d.items[0]) == 1u;
    if (typed || std::ranges::find(declared, word) != std::end(declared)) return &d;
    return expression(d);
  }

 private:
  // ---- names ----

  /// Whether d is a variable, as x.1.
  static bool is_variable(const Datum& d) {
    return d.is(DatumKind::Project) && d.items[0]->is(DatumKind::Symbol);
  }
  const Datum* variable(const Datum& d) {
    if (!is_variable(d)) return malformed(d, "a variable with its number, as x.1, should stand here");
    auto [at, added] = locals_.try_emplace({text(*d.items[0]), d.integer});
    if (added) at->second = ex_.names.alias(ex_.f.symbols.fresh(std::string(text(*d.items[0]))), words_site_);
    return symbol(d.span, at->second);
  }
  const Datum* name(const Datum& d) {
    if (is_variable(d)) return variable(d);
    constexpr std::string_view prefix = "prelude/";
    const std::string_view spelling = text(d);
    if (spelling.empty()) return malformed(d, "a name should stand here");
    if (spelling.starts_with(prefix)) return outer(d.span, spelling.substr(prefix.size()), prelude_site_);
    const bool qualified = spelling.find('.') != spelling.npos;
    return own_.contains(spelling) || qualified ? &d : outer(d.span, spelling, prelude_site_);
  }
  const Datum* constructor_name(const Datum& d) {
    return text(d).empty() ? malformed(d, "a constructor should stand here") : &d;
  }

  // ---- expressions ----

  const Datum* expression(const Datum& d) {
    if (too_deep(ex_, d)) return &d;
    switch (d.kind) {
    case DatumKind::Integer: return literal(d, d.element == Element::I64 ? "int" : "uint64");
    case DatumKind::Floating: return literal(d, "double");
    case DatumKind::Boolean:
    case DatumKind::Nil:
    case DatumKind::Character:
    case DatumKind::String: return &d;
    case DatumKind::Symbol:
    case DatumKind::Project: return name(d);
    case DatumKind::List: return d.items.empty() ? malformed(d, "a form should stand here") : form(d);
    default: return malformed(d, "a form should stand here");
    }
  }
  /// Returns a numeral with its own type.
  const Datum* literal(const Datum& d, std::string_view type) {
    if (d.suffixed) return &d;
    return list(d.span, {&d, symbol(d.span, ex_.words.colon), outer(d.span, type, words_site_)});
  }
  Items expressions(Data data) {
    Items all;
    for (const Datum* d : data) all.push_back(expression(*d));
    return all;
  }

  const Datum* form(const Datum& d) {
    if (d.items.size() == 3 && text(*d.items[1]) == "@") return instance(d);
    const std::optional<size_t> at = colon(d);
    if (!at || *at == 0 || *at + 1 == d.items.size())
      return malformed(d, "a type should stand behind the form, as in (form : type)");
    for (const Datum* part : d.items.subspan(*at))
      if (is_cut(*part)) return malformed(d, "a type is too long to be printed whole");
    const std::string_view spelling = text(*d.items[0]);
    if (*at == 1 && spelling != "vector") return numeral(d);
    const auto row = std::ranges::find(rows, spelling, &Row::word);
    if (row != std::end(rows)) return special(d, *row, d.items.subspan(1, *at - 1));
    if (find_builtin(spelling)) return typed(d, primitive(d, spelling, d.items.subspan(1, *at - 1)));
    return malformed(*d.items[0], "a word of the core language, or a built-in, should stand here");
  }
  /// Whether a part of the type is left out, since it is too long or nests too deep.
  bool is_cut(const Datum& type) {
    return text(type) == "..." || too_deep(ex_, type) ||
           std::ranges::any_of(type.items, [this](const Datum* part) { return is_cut(*part); });
  }
  /// Returns the name in (f @ [int]), with the span of the whole.
  const Datum* instance(const Datum& d) {
    const Datum* const used = name(*d.items[0]);
    return used->is(DatumKind::Symbol) ? symbol(d.span, used->symbol) : used;
  }
  /// Returns (3 : float) as it is.
  const Datum* numeral(const Datum& d) {
    const bool is = d.items[0]->is(DatumKind::Integer) || d.items[0]->is(DatumKind::Floating);
    return is ? &d : malformed(*d.items[0], "a numeral should stand here");
  }

  /// A form of the core language: its word, the least number of parts between the word and the type, and the function
  /// that makes the program's form of the parts.
  struct Row {
    std::string_view word;
    size_t least;
    const Datum* (CoreText::*make)(const Datum&, Data);
  };
  static const Row rows[16];

  const Datum* special(const Datum& d, const Row& row, Data parts) {
    if (parts.size() < row.least) return malformed(d, "`" + std::string(row.word) + "` has too few parts");
    return typed(d, (this->*row.make)(d, parts));
  }

  const Datum* primitive(const Datum& d, std::string_view spelling, Data parts) {
    const bool has_word = !parts.empty() && (spelling == "join-by" ? text(*parts[0]) == "turned"
                                                                   : is_shape(spelling, text(*parts[0])));
    if (has_word && spelling == "join-by") turned.push_back(d.span);
    Items items = expressions(parts.subspan(has_word));
    items.insert(items.begin(), word(d, spelling));
    return list(d.span, items);
  }
  static bool is_shape(std::string_view builtin, std::string_view word) {
    const bool reduction = builtin == "reduce" || builtin == "reduce-comm" || builtin == "accumulate";
    return reduction && (word == "lane" || word == "ordered");
  }

  const Datum* apply(const Datum& d, Data parts) { return list(d.span, expressions(parts)); }
  const Datum* construct(const Datum& d, Data parts) {
    Items items = expressions(parts.subspan(1));
    items.insert(items.begin(), constructor_name(*parts[0]));
    return list(d.span, items);
  }
  const Datum* constructor(const Datum&, Data parts) { return constructor_name(*parts[0]); }
  const Datum* builtin_value(const Datum&, Data parts) {
    if (!find_builtin(text(*parts[0])))
      return malformed(*parts[0], "the name of a built-in should stand here");
    return outer(parts[0]->span, text(*parts[0]), words_site_);
  }
  const Datum* tuple(const Datum& d, Data parts) {
    return make(DatumKind::Tuple, d.span, expressions(parts));
  }
  const Datum* vector(const Datum& d, Data parts) {
    return make(DatumKind::Vector, d.span, expressions(parts));
  }
  const Datum* project(const Datum& d, Data parts) {
    if (!parts[0]->is(DatumKind::Integer) || parts[0]->integer < 0 || parts[0]->integer > UINT32_MAX)
      return malformed(*parts[0], "a position should stand here");
    Datum* made = make(DatumKind::Project, d.span, {expression(*parts[1])});
    return made->integer = parts[0]->integer, made;
  }
  /// Makes the form of the same word: if, while, begin.
  const Datum* same(const Datum& d, Data parts) {
    Items items = expressions(parts);
    items.insert(items.begin(), word(d, text(*d.items[0])));
    return list(d.span, items);
  }
  const Datum* assign(const Datum& d, Data parts) {
    return list(d.span, {word(d, "set!"), variable(*parts[0]), expression(*parts[1])});
  }
  const Datum* loop(const Datum& d, Data parts) {
    Items range = expressions(parts.subspan(1, parts.size() - 2));
    range.insert(range.begin(), variable(*parts[0]));
    return list(d.span, {word(d, "for"), list(d.span, range), expression(*parts.back())});
  }

  // ---- forms that bind variables ----

  /// Returns the parts without `forall [..]` at the index `at`; the checker finds these type variables.
  static Items without_forall(const CoreText& t, Data parts, size_t at) {
    Items rest(parts.begin(), parts.end());
    const auto where = rest.begin() + static_cast<ptrdiff_t>(std::min(at, rest.size()));
    if (rest.end() - where > 2 && t.text(**where) == "forall" && where[1]->is(DatumKind::Vector))
      rest.erase(where, where + 2);
    return rest;
  }
  const Datum* let(const Datum& d, Data all) {
    const Items parts = without_forall(*this, all, 1);
    if (parts.size() != 3) return malformed(d, "a let is (let x.1 value body : type)");
    const Datum* const value = expression(*parts[1]);
    const Datum* const binding = list(parts[0]->span, {variable(*parts[0]), value});
    return list(d.span, {word(d, "let"), list(d.span, {binding}), expression(*parts[2])});
  }
  const Datum* letrec(const Datum& d, Data all) {
    const Items parts = without_forall(*this, all, 1);
    const Datum& names = *parts[0];
    if (!names.is(DatumKind::List) || parts.size() != names.items.size() + 2)
      return malformed(d, "a letrec is (letrec (f.1 ..) lambda .. body : type)");
    Items bindings;
    for (size_t k = 0; k < names.items.size(); ++k) {
      const Datum* const f = variable(*names.items[k]);
      bindings.push_back(list(parts[k + 1]->span, {f, function(*parts[k + 1])}));
    }
    return list(d.span, {word(d, "letrec"), list(names.span, bindings), expression(*parts.back())});
  }
  const Datum* lambda(const Datum& d, Data parts) {
    if (parts.size() != 2 || !parts[0]->is(DatumKind::List) || parts[0]->items.empty())
      return malformed(d, "a lambda is (lambda ((x.1 : t) ..) body : type)");
    Items parameters;
    for (const Datum* p : parts[0]->items) parameters.push_back(parameter(*p));
    return list(d.span, {word(d, "lambda"), list(parts[0]->span, parameters), expression(*parts[1])});
  }
  const Datum* parameter(const Datum& d) {
    const bool good = d.is(DatumKind::List) && d.items.size() > 2 && colon(d) == 1u;
    return good ? typed(d, variable(*d.items[0])) : malformed(d, "a parameter is (x.1 : t)");
  }
  /// Returns a function of a letrec, which stands there without an ascription. The type of its result is what follows
  /// the arrow behind its last parameter.
  const Datum* function(const Datum& d) {
    const std::optional<size_t> at = head(d) == "lambda" ? colon(d) : std::nullopt;
    if (!at || *at != 3) return malformed(d, "a lambda should stand here");
    const Datum* const made = lambda(d, d.items.subspan(1, 2));
    if (made == &d) return made;
    size_t from = *at;
    for (size_t k = made->items[1]->items.size(); k > 0; --k) {
      const auto arrow = ex_.find_word(d.items, ex_.words.arrow, from + 1);
      if (!arrow) return malformed(d, "its type has fewer arrows than it has parameters");
      from = *arrow;
    }
    const Datum* const colon_word = d.items[*at];
    Items items{made->items[0], made->items[1], colon_word};
    items.insert(items.end(), d.items.begin() + static_cast<ptrdiff_t>(from) + 1, d.items.end());
    return items.push_back(made->items[2]), list(d.span, items);
  }

  // ---- match ----

  const Datum* match(const Datum& d, Data parts) {
    Items items{word(d, "match"), expression(*parts[0])};
    for (const Datum* arm : parts.subspan(1)) {
      if (!arm->is(DatumKind::List) || arm->items.size() != 2)
        return malformed(*arm, "an arm is (pattern body)");
      const Datum* const p = pattern(*arm->items[0]);
      items.push_back(list(arm->span, {p, expression(*arm->items[1])}));
    }
    return list(d.span, items);
  }
  const Datum* pattern(const Datum& d) {
    if (too_deep(ex_, d) || text(d) == "_") return &d;
    switch (d.kind) {
    case DatumKind::Project: return variable(d);
    case DatumKind::List:
    case DatumKind::Tuple: break;
    case DatumKind::Symbol:
    case DatumKind::Vector: return malformed(d, "a pattern should stand here");
    default: return &d;
    }
    if (d.items.empty() || (d.is(DatumKind::List) && text(*d.items[0]).empty()))
      return malformed(d, "a pattern should stand here");
    Items items;
    for (const Datum* part : d.items)
      items.push_back(items.empty() && d.is(DatumKind::List) ? part : pattern(*part));
    return make(d.kind, d.span, items);
  }

  // ---- top level ----

  const Datum* definition(const Datum& d) {
    const Items parts = without_forall(*this, d.items, 2);
    if (parts.size() != 3 || text(*parts[1]).empty())
      return malformed(d, "a definition is (define name value)");
    return list(d.span, {word(d, "define"), parts[1], value(*parts[2])});
  }
  /// Returns a definition's value. A lambda stands in it without an ascription, since it is a function then.
  const Datum* value(const Datum& d) {
    const std::optional<size_t> at = head(d) == "lambda" ? colon(d) : std::nullopt;
    return at == 3u ? function(d) : expression(d);
  }
  const Datum* module(const Datum& d) {
    Items items{word(d, "module")};
    for (const Datum* form : d.items.subspan(1))
      items.push_back(form->is(DatumKind::Symbol) ? form : top(*form)); // a module's name, or none
    return list(d.span, items);
  }

  std::set<std::string_view> own_; ///< names of the text's definitions
  std::map<std::pair<std::string_view, int64_t>, Symbol>
      locals_; ///< aliases of the variables of the form at hand

 public:
  std::vector<Span> turned; ///< the joins whose second function comes first
};

const CoreText::Row CoreText::rows[16] = {{"apply", 2, &CoreText::apply},
                                          {"construct", 2, &CoreText::construct},
                                          {"constructor", 1, &CoreText::constructor},
                                          {"builtin", 1, &CoreText::builtin_value},
                                          {"tuple", 2, &CoreText::tuple},
                                          {"vector", 0, &CoreText::vector},
                                          {"project", 2, &CoreText::project},
                                          {"if", 3, &CoreText::same},
                                          {"while", 2, &CoreText::same},
                                          {"begin", 1, &CoreText::same},
                                          {"set!", 2, &CoreText::assign},
                                          {"for", 4, &CoreText::loop},
                                          {"let", 3, &CoreText::let},
                                          {"letrec", 2, &CoreText::letrec},
                                          {"lambda", 2, &CoreText::lambda},
                                          {"match", 2, &CoreText::match}};

} // namespace

ProgramOfCore program_of_core(ExpanderState& ex, Data data) {
  CoreText text(ex);
  ProgramOfCore made;
  for (const Datum* d : data) text.note_own(*d);
  for (const Datum* d : data) made.data.push_back(text.top(*d));
  made.turned = std::move(text.turned);
  return made;
}

void mark_turned(ExpanderState& ex, size_t first, std::span<const Span> turned) {
  std::set<std::pair<uint32_t, uint32_t>> places;
  for (const Span at : turned) places.emplace(at.begin, at.end);
  for (size_t k = first; !places.empty() && k < ex.f.program.exprs.size(); ++k)
    if (Expr& e = ex.f.program.exprs[k];
        e.kind == ExprKind::Apply && places.contains({e.span.begin, e.span.end}))
      e.number = 2;
}

} // namespace nova

// Completion at a position, and the outline of a document. Both use the S-expressions of the text, so that they work
// while forms have errors.
#include "repl/complete/complete.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/help/documentation.hpp"
#include "repl/lsp/facts.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::lsp {

namespace {

bool is_list(const Datum& d) { return d.is(DatumKind::List) && !d.items.empty(); }

} // namespace

/// Adds to a Completer the local names that are bound by the forms around a byte. Those of inner forms are added
/// after those of outer forms.
class LocalNames {
 public:
  LocalNames(Facts& facts, uint32_t byte, Completer& out) : facts_(facts), byte_(byte), out_(out) {
    for (const Datum* d : facts_.data_) add_locals(*d);
  }

 private:
  Facts& facts_;
  uint32_t byte_;
  Completer& out_;

  std::string_view text(Symbol s) { return facts_.f().symbols.text(s); }

  // The functions below add the names that each kind of form binds.

  bool holds(const Datum& d) const { return d.span.begin < byte_ && byte_ <= d.span.end; }
  void add_locals(const Datum& form) {
    for (const Datum* d = &form; d && holds(*d);) {
      if (is_list(*d)) add_bound(*d);
      if (d->is(DatumKind::Comprehension))
        for (size_t k = 1; k < d->items.size(); ++k) add_qualifiers(*d->items[k]);
      const auto inner = std::ranges::find_if(d->items, [&](const Datum* x) { return holds(*x); });
      d = inner == d->items.end() ? nullptr : *inner;
    }
  }
  void add_bound(const Datum& d) {
    const std::string_view head = d.items[0]->is(DatumKind::Symbol) ? text(d.items[0]->symbol) : "";
    const auto rest = d.items.subspan(1);
    if (head == "lambda" || head == "define" || head == "mu")
      for (const Datum* x : rest.first(std::min<size_t>(rest.size(), head == "lambda" ? rest.size() : 1)))
        add_parameters(*x);
    else if (head.starts_with("let") || head.starts_with("kernel"))
      for (const Datum* x : rest) add_bindings(*x);
    else if (head == "for" && !rest.empty())
      add_bindings(*rest[0]);
    else if (head.empty() && d.items.size() > 1)
      add_pattern(*d.items[0]); // a clause of match begins with its pattern
  }
  /// Adds the names of bindings: `((x e) (y e))`, or `(x e)` for a single one.
  void add_bindings(const Datum& d) {
    if (!is_list(d)) return;
    if (is_list(*d.items[0]))
      for (const Datum* b : d.items) {
        if (is_list(*b)) add_pattern(*b->items[0]);
      }
    else
      add_pattern(*d.items[0]);
  }
  void add_parameters(const Datum& d) {
    if (is_list(d))
      for (const Datum* p : d.items) add_pattern(*p);
    else if (d.is(DatumKind::Tuple))
      add_pattern(d);
  }
  void add_qualifiers(const Datum& branch) {
    for (const Datum* q : branch.items)
      if (is_list(*q) && q->items.size() > 2 && q->items[1]->is(DatumKind::Symbol) &&
          text(q->items[1]->symbol) == "<-")
        add_pattern(*q->items[0]);
  }
  /// Adds the names in a pattern, without those in its types.
  void add_pattern(const Datum& d) {
    if (d.is(DatumKind::Symbol)) return add_local(d);
    for (const Datum* x : d.items) {
      if (x->is(DatumKind::Symbol) && text(x->symbol) == ":") return;
      add_pattern(*x);
    }
  }
  void add_local(const Datum& name) {
    const std::string_view spelling = text(name.symbol);
    if (!out_.fits(spelling) || spelling == "_" || spelling == "." ||
        (name.span.begin < byte_ && byte_ <= name.span.end))
      return;
    const Facts::Word w{name.span.begin, name.span.end, std::string(spelling)};
    const auto v = facts_.binder_of(w);
    const auto type = v ? facts_.type_of(*v) : std::nullopt;
    if (v || !documentation_of(facts_.session_.frontend(), w.text))
      out_.add(w.text, type ? facts_.print(*type) : "", CompletionKind::Variable);
  }
};

/// Returns the field numbers of a tuple as completions, if an expression of a tuple type and a dot are before the
/// byte. Else returns no completions.
Completions Facts::places(uint32_t byte) {
  NamesInSight names(session_);
  const editor::Completions found = complete_place(names, editor::Outline(text_.all()), text_.all(), byte);
  Completions out{{}, text_.range_of(static_cast<uint32_t>(found.begin), byte)};
  for (const editor::Candidate& c : found.candidates)
    out.all.push_back({c.text, c.note, "", CompletionKind::Field});
  return out;
}

Completions Facts::completions(Place at) {
  const uint32_t byte = text_.byte_at(at);
  if (Completions of_tuple = places(byte); !of_tuple.all.empty()) return of_tuple;
  Completions out;
  run_on_big_stack([&] {
    const std::optional<Word> word = word_at(byte);
    Completer names(f(), word ? word->text.substr(0, byte - word->begin) : "");
    LocalNames(*this, byte, names);
    names.add_names();
    out.all = names.take();
  });
  return out;
}

/// Collects the definitions of a document, in the text's order.
class Outliner {
 public:
  explicit Outliner(Facts& facts) : facts_(facts) {
    const auto& all = facts.f().program.globals;
    for (size_t k = 1; k < all.size(); ++k)
      if (all[k].span.file == facts.file_ && !all[k].failed)
        globals_.emplace(all[k].span.begin, static_cast<uint32_t>(k));
  }

  void add(const Datum& d, std::vector<Outline>& out) {
    if (!is_list(d) || d.items.size() < 2 || !d.items[0]->is(DatumKind::Symbol)) return;
    const std::string_view head = facts_.f().symbols.text(d.items[0]->symbol);
    const Datum& second = *d.items[1];
    if (head == "module") return add_module(d, out);
    if (head == "define") return void(add_one(d, second, OutlineKind::Function, out));
    if (head == "define-macro") return void(add_one(d, second, OutlineKind::Macro, out));
    if (head == "define-datatype") return add_type(d, second, d.items.subspan(2), out);
    if (head == "define-record") return add_type(d, second, {}, out);
    if (head != "types") return;
    for (const Datum* t : d.items.subspan(1))
      if (is_list(*t))
        add_type(*t, *t->items[0], t->items.back()->is(DatumKind::List) ? t->items.back()->items : Items{},
                 out);
  }

 private:
  using Items = std::span<const Datum* const>;
  Facts& facts_;
  std::unordered_map<uint32_t, uint32_t> globals_; // indices of definitions, by the byte of their names

  /// Returns the name in a signature, for example f in (f x), or x in (x : t). Returns null if there is none.
  static const Datum* name_of(const Datum& d) {
    const Datum* n = &d;
    while (n->is(DatumKind::List) && !n->items.empty()) n = n->items[0];
    return n->is(DatumKind::Symbol) ? n : nullptr;
  }
  Outline* add_one(const Datum& form, const Datum& signature, OutlineKind kind, std::vector<Outline>& out) {
    const Datum* name = name_of(signature);
    if (!name) return nullptr;
    Outline o{std::string(facts_.f().symbols.text(name->symbol)),
              "",
              kind,
              facts_.range(form.span),
              facts_.range(name->span),
              {}};
    const auto global = globals_.find(name->span.begin);
    if (global != globals_.end()) describe(o, GlobalId{global->second});
    return &out.emplace_back(std::move(o));
  }
  void describe(Outline& o, GlobalId g) {
    o.detail = print_scheme(facts_.f(), g);
    if (facts_.f().program[g].kind == Global::Constant) o.kind = OutlineKind::Constant;
  }
  void add_type(const Datum& form, const Datum& signature, Items constructors, std::vector<Outline>& out) {
    Outline* o = add_one(form, signature, OutlineKind::Enum, out);
    if (!o) return;
    for (const Datum* c : constructors)
      if (c->is(DatumKind::List)) add_one(*c, *c, OutlineKind::Constructor, o->inner);
  }
  void add_module(const Datum& d, std::vector<Outline>& out) {
    const bool named = d.items[1]->is(DatumKind::Symbol);
    std::vector<Outline> inner;
    for (const Datum* form : d.items.subspan(named ? 2 : 1)) add(*form, inner);
    if (named) {
      if (Outline* o = add_one(d, *d.items[1], OutlineKind::Module, out)) o->inner = std::move(inner);
    } else
      std::ranges::move(inner, std::back_inserter(out));
  }
};

std::vector<Outline> Facts::outline() {
  std::vector<Outline> out;
  run_on_big_stack([&] {
    Outliner outliner(*this);
    for (const Datum* d : data_) outliner.add(*d, out);
  });
  return out;
}

} // namespace nova::lsp

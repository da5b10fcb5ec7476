// Name resolution: finds what a symbol means at a position in the program.
//
// Local names lie on a stack of binders; a symbol means its innermost binder. Definitions lie in namespaces,
// called spaces, which are nested. Space 0 has core forms and built-ins; inside of it is the prelude; inside of that
// are the session's own definitions and those of imported files; modules lie inside of these. Each definition has a
// position. If a name has several definitions, a use means the nearest one above the use (language.md section 2).
// If there is none above, a use in a function means the first one below.
//
// Hygiene: each use of a macro renames every symbol that its template inserts to an alias: a fresh symbol that
// remembers the original and the site where the macro was defined. A binder in the template binds the alias alone, so
// the macro's temporaries never clash with the user's names. An alias that nothing binds means what its original
// means at the macro's definition, so a user's binding never captures a name of a template.
#pragma once
#include "frontend/state/frontend.hpp"

namespace nova {

enum class SpaceId : uint32_t {};
enum class Table : uint8_t { Values, Types, Modules };

/// The kinds of meaning that a use accepts. Head, for the head of a list: all. Value, for other expressions: all but
/// macros and core forms, which are skipped. Constructor, for patterns: constructors alone.
enum class Want : uint8_t { Head, Value, Constructor };

struct Meaning {
  enum Kind : uint8_t {
    Unbound,
    Local,
    Macro,
    Form,
    Builtin,
    Global,
    Constructor,
    Type,
    Module
  } kind = Unbound;
  uint32_t id = 0;     ///< by kind: VarId, index of a macro or form, BuiltinId, GlobalId, TypeDeclId, SpaceId
  uint32_t number = 0; ///< Constructor: its index in the type's declaration; `id` is the type
  bool operator==(const Meaning&) const = default;
  explicit operator bool() const { return kind != Unbound; }
};

/// A scope in which names are looked up.
struct Site {
  SpaceId space{};
  uint32_t unit = 0;           ///< number of the scope's text, whose later definitions may be visible too
  uint32_t limit = UINT32_MAX; ///< definitions at positions less than this stand above the scope
  uint32_t depth = UINT32_MAX; ///< how many of the local binders are visible
};

class Names {
 public:
  explicit Names(Frontend& f) : f_(f) { spaces_.resize(1); } // space 0: core forms and built-ins

  /// The scope of the current form.
  Site here;
  /// Whether the current form may use definitions below it, as function definitions and declarations may.
  bool in_function = false;

  /// Returns what `s` means in the current form, among the kinds of meaning that `want` accepts; or an empty meaning.
  Meaning resolve(Symbol s, Want want, Table table = Table::Values) const;
  /// Returns the span of a definition of `s` below the current form in the same text, or {} if there is none.
  Span defined_below(Symbol s) const;

  // Spaces. `add_space` makes a space inside of the scope `outer`; `import` makes the definitions of `from` visible
  // in `into`.
  SpaceId add_space(Site outer);
  /// Defines `s` at the site `at`. An `ordered` definition (of a value or macro) is visible only below the
  /// definition, and in forms above it for which `in_function` is true. Others (functions, constructors, types) are
  /// visible in their whole text.
  void define(Symbol s, Meaning m, Span span, Site at, bool ordered, Table table = Table::Values);
  /// The result of `earlier`: the meaning of a definition and the span of its name.
  struct Earlier {
    Meaning meaning;
    Span span;
  };
  /// Returns the last definition of `s` in the current text and space so far, or nothing if there is none.
  std::optional<Earlier> earlier(Symbol s, Table table) const;
  /// Makes the definition of `s` at `position` visible in its whole text, since its value is a function.
  void set_unordered(Symbol s, SpaceId space, uint32_t position);
  /// Marks the definition of `s` at `position` as having errors. The definition is then invisible in later texts.
  void set_failed(Symbol s, SpaceId space, uint32_t position);
  void import(SpaceId into, SpaceId from) { space(into).imports[from] = static_cast<uint32_t>(++imports_); }

  /// Returns what the space `of` itself defines as `s`. Its imports and the spaces around it are not searched.
  Meaning member(SpaceId of, Symbol s, Table table) const;

  // Local binders, a stack. A mark is the number of binders on it; `pop_to` removes the binders above the mark.
  uint32_t mark() const { return static_cast<uint32_t>(locals_.size()); }
  void bind(Symbol s, Meaning m);
  void pop_to(uint32_t mark);
  bool bound_since(Symbol s, uint32_t mark) const;
  std::vector<Symbol> bound_from(uint32_t mark) const;

  // Aliases. `add_site` stores a scope and returns its number. `alias` makes a fresh symbol for `original`, which is
  // looked up in that scope if nothing binds the alias itself.
  uint32_t add_site(Site s) { return sites_.push_back(s), static_cast<uint32_t>(sites_.size() - 1); }
  Symbol alias(Symbol original, uint32_t site);
  /// Returns the symbol as it was written: all renamings of macros are undone.
  Symbol root(Symbol s) const;

  struct Mark {
    size_t definitions, aliases, lasting;
  };
  Mark mark_all() const { return {made_.size(), aliases_.size(), lasting()}; }
  /// Whether a space, an import or a macro was added since the mark. These are what `forget` does not remove.
  bool lasts_since(const Mark& m) const { return lasting() != m.lasting; }
  /// Removes the definitions and aliases made since the mark, and all meanings of symbols with numbers from `first`
  /// on.
  void forget(const Mark& m, uint32_t first);

  /// Returns how many definitions all lookups have examined so far.
  uint64_t steps() const { return steps_; }

  /// Returns all visible names of a table whose meaning `want` accepts, for suggestions in error messages.
  std::vector<std::string_view> candidates(Table table, Want want) const;

 private:
  struct Definition {
    Meaning meaning;
    Span span;
    uint32_t position, unit;
    bool ordered;
    bool failed = false; ///< for a macro: whether it has errors
  };
  struct Shelf { ///< the definitions of one symbol in one space, in order of position
    SpaceId space;
    Table table;
    std::vector<Definition> definitions;
  };
  struct Space {
    Site outer;
    bool inner = false;                            ///< whether lookups continue in the scope `outer`
    std::unordered_map<SpaceId, uint32_t> imports; ///< imported spaces, each with its latest import's number
  };
  struct LocalBinder {
    Symbol name;
    uint32_t previous; ///< index in locals_ of the next outer binder of the same symbol, plus 1; 0: none
    Meaning meaning;
  };
  struct Alias {
    Symbol original, root;
    uint32_t site;
  };

  Frontend& f_;
  std::vector<std::vector<Shelf>> shelves_; // indexed by symbol
  std::vector<Space> spaces_;
  std::vector<LocalBinder> locals_;
  std::vector<uint32_t> innermost_; // by symbol: index in locals_ of its innermost binder, plus 1; 0: none
  std::vector<uint32_t> alias_of_;  // by symbol: its index in aliases_, plus 1; 0: it is no alias
  std::vector<Alias> aliases_;
  std::vector<Site> sites_;
  struct Made {
    Symbol name;
    SpaceId space;
    Table table;
  };
  std::vector<Made> made_; // all definitions, in the order in which they were made
  size_t imports_ = 0;
  mutable uint64_t steps_ = 0;

  size_t lasting() const { return spaces_.size() + imports_ + sites_.size(); }
  Space& space(SpaceId s) { return spaces_[static_cast<uint32_t>(s)]; }
  const Space& space(SpaceId s) const { return spaces_[static_cast<uint32_t>(s)]; }
  const Alias* find_alias(Symbol s) const;
  std::vector<Definition>& definitions(Symbol s, SpaceId space, Table table);
  Definition* defined_at(Symbol s, SpaceId space, uint32_t position);
  const Shelf* find_shelf(Symbol s, SpaceId space, Table table) const;
  Meaning find_local(Symbol s, uint32_t depth, Want want) const;
  Meaning find_outside(Symbol s, Site at, Want want, Table table) const;
  Meaning find_imported(Symbol s, const Space& into, Want want, Table table) const;
  Meaning find_in_space(Symbol s, Site at, Want want, Table table) const;
  Meaning find_qualified(Symbol s, Site at, Want want, Table table) const;
  const Definition* pick(const std::vector<Definition>& of, const Site& at, Want want) const;
  bool fits(const Definition& d, Want want) const;
  bool failed_before(const Definition& d) const;
  bool in_sight(const Definition& d) const { return !d.ordered || in_function || d.position < here.limit; }
};

} // namespace nova

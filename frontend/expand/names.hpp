// Name resolution: finds what a symbol means at a position in the program.
//
// Local names lie on a stack of binders; the innermost binder of a symbol counts. Definitions lie in namespaces,
// called spaces, which are nested. Space 0 has core forms and built-ins; inside of it is the prelude; inside of that
// are the session's own definitions and those of imported files; modules lie inside of these. Each definition has a
// position. If a name has several, a use means the nearest one above it (language.md section 2). A use in a function
// with none above means the first one below.
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
  uint32_t id = 0;     ///< VarId, macro, core form, BuiltinId, GlobalId, TypeDeclId or SpaceId
  uint32_t number = 0; ///< Constructor: its index in the type's declaration
  bool operator==(const Meaning&) const = default;
  explicit operator bool() const { return kind != Unbound; }
};

/// A scope in which names are looked up.
struct Site {
  SpaceId space{};
  uint32_t unit = 0;           ///< number of its text; definitions below in the same text may be visible
  uint32_t limit = UINT32_MAX; ///< definitions at positions less than this stand above it
  uint32_t depth = UINT32_MAX; ///< how many of the local binders are visible
};

class Names {
 public:
  explicit Names(Frontend& f) : f_(f) { spaces_.resize(1); } // space 0: core forms and built-ins

  /// The site of the current form, and whether the form defines a function, which may use definitions below.
  Site here;
  bool in_function = false;

  /// Returns what `s` means in the current form, or an empty meaning.
  Meaning resolve(Symbol s, Want want, Table table = Table::Values) const;
  /// Returns the span of a definition of `s` below the current form in the same text, or {} if there is none.
  Span defined_below(Symbol s) const;

  // Spaces.
  SpaceId add_space(Site outer);
  /// Defines `s` at the site `at`. An `ordered` definition (of a value or macro) is visible only below it; others
  /// (functions, constructors, types) are visible in their whole text.
  void define(Symbol s, Meaning m, Span span, Site at, bool ordered, Table table = Table::Values);
  /// The last definition of a name in the current text and space.
  struct Earlier {
    Meaning meaning;
    Span span;
  };
  std::optional<Earlier> earlier(Symbol s, Table table) const;
  /// Makes the definition of `s` at `position` visible in its whole text, since its value is a function.
  void set_unordered(Symbol s, SpaceId space, uint32_t position);
  /// Marks the definition of `s` at `position` as one with errors, which later texts do not see.
  void set_failed(Symbol s, SpaceId space, uint32_t position);
  void import(SpaceId into, SpaceId from) { space(into).imports[from] = static_cast<uint32_t>(++imports_); }

  /// Returns what a space itself defines as `s`, without its imports and the spaces around it.
  Meaning member(SpaceId of, Symbol s, Table table) const;

  // Local binders.
  uint32_t mark() const { return static_cast<uint32_t>(locals_.size()); }
  void bind(Symbol s, Meaning m);
  void pop_to(uint32_t mark);
  bool bound_since(Symbol s, uint32_t mark) const;
  std::vector<Symbol> bound_from(uint32_t mark) const;

  // Aliases.
  uint32_t add_site(Site s) { return sites_.push_back(s), static_cast<uint32_t>(sites_.size() - 1); }
  Symbol alias(Symbol original, uint32_t site);
  /// Returns the symbol as it was written: all renamings of macros are undone.
  Symbol root(Symbol s) const;

  struct Mark {
    size_t definitions, aliases, lasting;
  };
  Mark mark_all() const { return {made_.size(), aliases_.size(), lasting()}; }
  /// Whether a space, an import or a macro was added since the mark, which `forget` does not remove.
  bool lasts_since(const Mark& m) const { return lasting() != m.lasting; }
  /// Removes the definitions and aliases since the mark, and all meanings of symbols with numbers from `first` on.
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
    bool failed = false; ///< of a macro: it has errors
  };
  struct Shelf { ///< the definitions of one symbol in one space, in order of position
    SpaceId space;
    Table table;
    std::vector<Definition> definitions;
  };
  struct Space {
    Site outer;
    bool inner = false;                            ///< it stands inside of another space
    std::unordered_map<SpaceId, uint32_t> imports; ///< with the number of the last import of each
  };
  struct LocalBinder {
    Symbol name;
    uint32_t previous; ///< index of the next outer binder of the symbol, + 1; 0: none
    Meaning meaning;
  };
  struct Alias {
    Symbol original, root;
    uint32_t site;
  };

  Frontend& f_;
  std::vector<std::vector<Shelf>> shelves_; // by symbol
  std::vector<Space> spaces_;
  std::vector<LocalBinder> locals_;
  std::vector<uint32_t> innermost_; // by symbol: index of its innermost binder, + 1
  std::vector<uint32_t> alias_of_;  // by symbol: index into aliases_, + 1
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

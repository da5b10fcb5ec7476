// Names: what a symbol means at the place where it stands.
//
// Inside a form, names are local: a stack of binders, the innermost binder of a symbol first. Outside, names
// live in spaces, one inside the other: core forms and built-ins, around them the prelude, around it the
// session's own definitions, an imported file's, a module's. Each definition has a position; of several, a
// use sees the nearest above it (language.md section 2), a function's use with none above it the first below.
//
// Hygiene: every symbol that a macro's template inserts is renamed, per use of the macro, to an alias: a
// fresh symbol that remembers the original and the place where the macro was defined. A binder binds the
// alias alone, so the macro's temporaries never meet the user's names; an alias that nothing binds means what
// its original means at the macro's definition, so a user's binding never captures what a template means.
#pragma once
#include "frontend/state/frontend.hpp"

namespace nova {

enum class SpaceId : uint32_t {};
enum class Table : uint8_t { Values, Types, Modules };

/// What a use asks for: at the head of a list anything; elsewhere a value, past macros and forms of that
/// name; in a pattern a constructor.
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
  uint32_t number = 0; ///< Constructor: which
  bool operator==(const Meaning&) const = default;
  explicit operator bool() const { return kind != Unbound; }
};

/// A place where names are looked up.
struct Site {
  SpaceId space{};
  uint32_t unit = 0; ///< the text it belongs to; definitions further below in the same text may be seen
  uint32_t limit = UINT32_MAX; ///< definitions at positions less than this stand above
  uint32_t depth = UINT32_MAX; ///< how many of the local binders are in sight
};

class Names {
 public:
  explicit Names(Frontend& f) : f_(f) { spaces_.resize(1); } // space 0: core forms and built-ins

  /// The site of the form at hand, and whether it is a function's definition (which may see what stands
  /// below).
  Site here;
  bool in_function = false;

  Meaning resolve(Symbol s, Want want, Table table = Table::Values) const;
  /// A value of that name that stands below the form at hand, in the same text: {} if there is none.
  Span defined_below(Symbol s) const;

  // Spaces.
  SpaceId add_space(Site outer);
  /// `ordered`: only seen from below (values); otherwise from everywhere in its text (functions,
  /// constructors, types).
  void define(Symbol s, Meaning m, Span span, Site at, bool ordered, Table table = Table::Values);
  /// What the same text, in the same space, has defined last under that name.
  struct Earlier {
    Meaning meaning;
    Span span;
  };
  std::optional<Earlier> earlier(Symbol s, Table table) const;
  /// What was defined as a value at `position` turns out to be a function.
  void set_unordered(Symbol s, SpaceId space, uint32_t position);
  /// What was defined at `position` has errors: later texts don't see it.
  void set_failed(Symbol s, SpaceId space, uint32_t position);
  void import(SpaceId into, SpaceId from) { space(into).imports[from] = static_cast<uint32_t>(++imports_); }

  /// What a space itself defines under a name.
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
  /// The symbol as it was written: renamings undone.
  Symbol root(Symbol s) const;

  struct Mark {
    size_t definitions, aliases, lasting;
  };
  Mark mark_all() const { return {made_.size(), aliases_.size(), lasting()}; }
  /// Was a space, an import or a macro added?
  bool lasts_since(const Mark& m) const { return lasting() != m.lasting; }
  /// What was defined since then is not, and symbols from `first` on mean nothing.
  void forget(const Mark& m, uint32_t first);

  /// How many definitions all lookups have looked at so far.
  uint64_t steps() const { return steps_; }

  /// All names of values in sight, for the help of an error.
  std::vector<std::string_view> candidates(Table table, Want want) const;

 private:
  struct Definition {
    Meaning meaning;
    Span span;
    uint32_t position, unit;
    bool ordered;
    bool failed = false; ///< a macro that has errors
  };
  struct Shelf { ///< the definitions of one symbol in one space, by position
    SpaceId space;
    Table table;
    std::vector<Definition> definitions;
  };
  struct Space {
    Site outer;
    bool inner = false;                            ///< stands inside another space
    std::unordered_map<SpaceId, uint32_t> imports; ///< and the last import's number
  };
  struct LocalBinder {
    Symbol name;
    uint32_t previous; ///< binder of the same symbol further out, + 1
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
  std::vector<Made> made_; // the definitions, in the order of their making
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

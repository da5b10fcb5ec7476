// The checker's public interface for the prompt, besides the function `check` of frontend.hpp.
//
// Definitions of the prelude are checked when they are first used, so that a session's start checks none. `check`
// returns no CoreTop at the position of their definition. The CoreTop of a prelude constant comes before the first
// form that needs it.
#pragma once
#include "frontend/infer/effects.hpp"
#include "frontend/state/frontend.hpp"

namespace nova {

struct Inference;

/// What is done with an expression whose type stays open: E0202 is reported; it gets one of its instances, at which it
/// can run; it keeps its variables, and can't run.
enum class WhenOpen : uint8_t { Error, Instance, Variables };

class Checker {
 public:
  explicit Checker(Frontend& f);
  ~Checker();
  std::vector<CoreTop> check(std::span<const Top> forms);
  /// Checks a definition now, if it is not checked yet. Returns false if it has errors.
  bool need(GlobalId g);
  /// Sets the type of a definition that has a value but no source text, such as the prompt's `it`.
  void give_type(GlobalId g, TypeId type);

  /// Whether the type of the last checked expression is a free type variable, as the type of (error! "no") is. Such
  /// an expression runs at type unit.
  bool has_every_type() const;
  /// Sets what is done with the type of an expression that stays open, as that of `[]` or (lambda (x) x). Where it is no
  /// error, CoreTop::open_type has the type.
  void set_open_types(WhenOpen what);

  /// Returns how many type nodes all walks have visited so far, including those that `note_type_visits` added.
  uint64_t type_visits() const;
  void note_type_visits(uint64_t n) { type_visits_ += n; }

  struct Mark {
    size_t polys, lasting;
    Effects::Mark effects;
  };
  Mark mark();
  /// Whether anything was made or changed since the mark that no rollback undoes: a checked prelude definition, the
  /// type of a built-in, or an effect node from before the mark.
  bool lasts_since(const Mark& m) const;
  void forget(const Mark& m, const Program::Mark& program);

 private:
  void need_all(std::span<const GlobalId> globals);
  void drop_repeated();
  std::optional<CoreTop> check_form(const Top& form);
  Frontend& f_;
  std::unique_ptr<Inference> state_;
  uint64_t type_visits_ = 0;      ///< visits that note_type_visits has added
  std::vector<CoreTop> demanded_; ///< prelude constants that the current form is the first to use
};

/// Lets the types of expressions be open while it exists.
class OpenTypes {
 public:
  explicit OpenTypes(Checker& checker, WhenOpen what = WhenOpen::Instance) : checker_(checker) {
    checker_.set_open_types(what);
  }
  ~OpenTypes() { checker_.set_open_types(WhenOpen::Error); }
  OpenTypes(const OpenTypes&) = delete;

 private:
  Checker& checker_;
};

/// Returns the definitions that an expression mentions, one entry for each mention.
std::vector<GlobalId> references(const Expr& e);
/// Returns the parts of a complex number that is written as a real numeral: the numeral, and 0; of nan, nan twice.
std::array<const Datum*, 2> parts_of_numeral(Frontend& f, const Datum& numeral);
/// Returns the pattern of a numeral at a type of complex numbers: a Constructor of the patterns of its parts.
CorePattern complex_pattern(Frontend& f, const CorePattern& numeral);

/// Returns a type as the prompt shows it: classes before `=>`, variables 'a 'b ... in order of appearance.
std::string print_scheme(const Frontend& f, const Scheme& s);
std::string print_scheme(const Frontend& f, const Scheme& s, Types::Namer& namer);
/// Returns a definition's type as text, or an empty string if it has errors. Checks the definition first if needed.
std::string print_scheme(Frontend& f, GlobalId g);
/// Returns a built-in's type, as it is written in the built-in's row.
std::string print_scheme(BuiltinId id);

} // namespace nova

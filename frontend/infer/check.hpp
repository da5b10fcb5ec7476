// The checker's public face besides the verb `check` (frontend.hpp): what the prompt asks of it.
//
// Definitions of the prelude are checked when they are first used, so that a start costs nothing: `check`
// gives no CoreTop for them where they stand; the CoreTop of a prelude constant comes before the first form
// that needs it.
#pragma once
#include "frontend/infer/effects.hpp"
#include "frontend/state/frontend.hpp"

namespace nova {

struct Inference;

class Checker {
 public:
  explicit Checker(Frontend& f);
  ~Checker();
  std::vector<CoreTop> check(std::span<const Top> forms);
  /// Checks a definition now, if it is not yet. False if it has errors.
  bool need(GlobalId g);
  /// A definition that has a value and no text is of this type.
  void give_type(GlobalId g, TypeId type);

  /// Had the last expression every type, as (error! "no") has? It ran as one of type unit.
  bool has_every_type() const;

  /// How many nodes of types all walks have visited so far, those of monomorphise included.
  uint64_t type_visits() const;
  void note_type_visits(uint64_t n) { type_visits_ += n; }

  struct Mark {
    size_t polys, lasting;
    Effects::Mark effects;
  };
  Mark mark();
  /// Was something checked or read that was there before?
  bool lasts_since(const Mark& m) const;
  void forget(const Mark& m, const Program::Mark& program);

 private:
  void need_all(std::span<const GlobalId> globals);
  void drop_repeated();
  std::optional<CoreTop> check_form(const Top& form);
  Frontend& f_;
  std::unique_ptr<Inference> state_;
  uint64_t type_visits_ = 0;      ///< those of others than the inference
  std::vector<CoreTop> demanded_; ///< prelude constants that the form at hand is the first to use
};

/// The type as the prompt shows it: classes before `=>`, variables 'a 'b ... in order of appearance.
std::string print_scheme(const Frontend& f, const Scheme& s);
std::string print_scheme(const Frontend& f, const Scheme& s, Types::Namer& namer);
/// A definition's type (checked now if it was not); empty if it has errors.
std::string print_scheme(Frontend& f, GlobalId g);
/// A built-in's type, as its row writes it.
std::string print_scheme(BuiltinId id);

} // namespace nova

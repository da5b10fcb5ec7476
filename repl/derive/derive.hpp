// `nova derive`: derivations of values and of types, as text, HTML or LaTeX.
#pragma once
#include "repl/derive/proof.hpp"
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// The options of `nova derive`.
struct DeriveArguments {
  bool typing = false, prelude = false, html = false, latex = false, step = false;
  bool typed = false;            ///< whether the prompt shows the output, which is kept short then
  uint32_t depth = 0, width = 0; ///< limits as in ProofLimits; 0: the default of the output format
};

class Derivation;

/// Limits on the part of a proof that is printed.
struct ProofLimits {
  uint32_t depth = 30; ///< most levels of premises below a root
  uint32_t width = 20; ///< most premises of one judgement
  size_t lines = 2000; ///< most lines of text output
};

/// Makes a proof from the recorded evaluation `d`. The texts of terms and values are cut to `characters` characters.
/// The steps inside of prelude functions are left out unless `prelude` is true.
Proof evaluation_proof(const Derivation& d, Session& session, bool prelude, size_t characters);
/// Makes the typing derivation of the forms. The texts of terms and types are cut to `characters` characters.
Proof typing_proof(std::span<const CoreTop> forms, Session& session, size_t characters);

using Write = std::function<void(std::string_view)>;
/// Writes the proof as an outline. The premises of a judgement are below it, indented by two columns. Writes the tree
/// of judgement `root`, or all trees if `root` is none.
void write_text(const Proof& p, const ProofLimits& limits, const Write& out, uint32_t root = Judgement::none);
/// Writes one self-contained HTML page: foldable trees, environments, and the rules' text from docs/semantics.md.
void write_html(const Proof& p, const ProofLimits& limits, const Write& out);
/// Writes a LaTeX document that uses the package bussproofs.
void write_latex(const Proof& p, const ProofLimits& limits, const Write& out);

/// A line of an outline: a judgement, or an ellipsis for judgements beyond the limits.
struct ProofLine {
  /// Index of the judgement shown. For an ellipsis, index of the conclusion of the hidden judgements, or of the first
  /// one that is hidden.
  uint32_t judgement;
  uint32_t hidden = 0; ///< number of judgements that an ellipsis replaces; 0: the line is no ellipsis
  uint32_t depth = 0;
};
/// Returns the lines of an outline of the tree of judgement `root`, or of all trees if `root` is none. All trees
/// together have about `most` lines.
std::vector<ProofLine> lines_of(const Proof& p, const ProofLimits& limits, size_t most,
                                uint32_t root = Judgement::none);

/// Runs the program and writes the derivation of its value. For a typing derivation, only checks the program. Returns
/// the exit status.
int derive_program(Session& session, FileId file, const InputTexts& inputs, const DeriveArguments& a,
                   const Write& out);
/// Runs forms typed at the prompt and returns the derivation of their values, or of their types. Returns nothing if
/// no evaluation was recorded. In this case, prints a message to `out`, unless a form failed.
std::optional<Proof> proof_of_forms(Session& session, FileId file, const DeriveArguments& a,
                                    const Write& out);
/// Runs the forms of a text as Session::run_forms does, and records their evaluation. If one of the functions was called,
/// steps with the user through the evaluation, from the first such call on.
bool run_to_calls(Session& session, FileId file, const FormHooks& hooks, OnError on_error,
                  std::span<const std::string> functions);
/// Writes the proof as text, HTML or LaTeX, or steps through it with the user, as the options say.
void write_proof(const Proof& p, const DeriveArguments& d, const Write& out);

} // namespace nova

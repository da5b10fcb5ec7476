// `nova derive`: derivations of values and of types, as text, HTML or LaTeX.
#pragma once
#include "repl/derive/proof.hpp"
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// The options of `nova derive`.
struct DeriveArguments {
  bool typing = false, prelude = false, html = false, latex = false, step = false;
  bool typed = false;            ///< whether the output is shown at the prompt
  uint32_t depth = 0, width = 0; ///< limits as in ProofLimits; 0: the default of the output format
};

class Derivation;

/// The largest part of a proof that is printed.
struct ProofLimits {
  uint32_t depth = 30; ///< levels of premises below a root
  uint32_t width = 20; ///< number of premises of one judgement
  size_t lines = 2000; ///< lines of text output
};

/// Makes a proof of the recorded evaluation `d`. Terms and values are cut to `characters`. The steps inside of
/// prelude functions are left out unless `prelude` is true.
Proof evaluation_proof(const Derivation& d, Session& session, bool prelude, size_t characters);
/// Makes the typing derivation of the forms. Terms and types are cut to `characters`.
Proof typing_proof(std::span<const CoreTop> forms, Session& session, size_t characters);

using Write = std::function<void(std::string_view)>;
/// Writes the proof as an outline: a judgement, and its premises below it, indented by two columns. Writes the tree
/// of `root`, or all trees if `root` is none.
void write_text(const Proof& p, const ProofLimits& limits, const Write& out, uint32_t root = Judgement::none);
/// Writes one self-contained HTML page: foldable trees, environments, and the rules' text from docs/semantics.md.
void write_html(const Proof& p, const ProofLimits& limits, const Write& out);
/// Writes a LaTeX document that uses the package bussproofs.
void write_latex(const Proof& p, const ProofLimits& limits, const Write& out);

/// A line of an outline: a judgement, or an ellipsis for judgements beyond the limits.
struct ProofLine {
  uint32_t judgement;  ///< the judgement shown; for an ellipsis, a judgement that it belongs to
  uint32_t hidden = 0; ///< number of judgements that an ellipsis stands for; 0: no ellipsis
  uint32_t depth = 0;
};
/// Returns the lines of an outline of the tree of `root`, or of all trees if `root` is none. The trees share about
/// `most` lines.
std::vector<ProofLine> lines_of(const Proof& p, const ProofLimits& limits, size_t most,
                                uint32_t root = Judgement::none);

/// Runs the program, or only checks it for a typing derivation, and writes the derivation. Returns the exit status.
int derive_program(Session& session, FileId file, const InputTexts& inputs, const DeriveArguments& a,
                   const Write& out);
/// Runs forms typed at the prompt and returns the derivation of their values, or of their types. Returns nothing if
/// no evaluation was recorded; if the forms ran well, `out` gets a message then.
std::optional<Proof> proof_of_forms(Session& session, FileId file, const DeriveArguments& a,
                                    const Write& out);
/// Writes the proof as text, HTML or LaTeX, or steps through it with the user, as the options say.
void write_proof(const Proof& p, const DeriveArguments& d, const Write& out);

} // namespace nova

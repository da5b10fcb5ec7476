// `nova derive`: derivations of values and of types, as text, as a page, as LaTeX.
#pragma once
#include "repl/derive/proof.hpp"
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// `nova derive`: what is told of a derivation, and how.
struct DeriveArguments {
  bool typing = false, prelude = false, html = false, latex = false, step = false;
  bool typed = false;            ///< at the prompt
  uint32_t depth = 0, width = 0; ///< 0: as many as suit the format
};

class Derivation;

/// How much of a proof is told.
struct ProofLimits {
  uint32_t depth = 30; ///< premises of premises of ..
  uint32_t width = 20; ///< premises of one judgement
  size_t lines = 2000; ///< of text
};

/// What was recorded, as a proof; terms and values in at most `characters`. What the prelude's functions do
/// is left out unless it is asked for.
Proof evaluation_proof(const Derivation& d, Session& session, bool prelude, size_t characters);
/// Why the forms have their types.
Proof typing_proof(std::span<const CoreTop> forms, Session& session, size_t characters);

using Write = std::function<void(std::string_view)>;
/// An outline: a judgement, and its premises below it, two columns further in.
/// Of one tree, or of all.
void write_text(const Proof& p, const ProofLimits& limits, const Write& out, uint32_t root = Judgement::none);
/// One page that needs nothing else: trees that fold, environments, and the rules as docs/semantics.md has
/// them.
void write_html(const Proof& p, const ProofLimits& limits, const Write& out);
/// A document for LaTeX with the package bussproofs.
void write_latex(const Proof& p, const ProofLimits& limits, const Write& out);

/// A judgement or an ellipsis, as the limits leave them, in the order of an outline.
struct ProofLine {
  uint32_t judgement;  ///< of an ellipsis: the conclusion it stands for premises of
  uint32_t hidden = 0; ///< an ellipsis: so many judgements
  uint32_t depth = 0;
};
/// Of one tree, or of all.
std::vector<ProofLine> lines_of(const Proof& p, const ProofLimits& limits, size_t most,
                                uint32_t root = Judgement::none);

/// Runs a program, or for typing only checks it, and writes its derivation; the program's exit status.
int derive_program(Session& session, FileId file, const InputTexts& inputs, const DeriveArguments& a,
                   const Write& out);
/// Runs forms typed at the prompt. The derivation of their values, or of their types; nothing where they fail or
/// there is none, which is said.
std::optional<Proof> proof_of_forms(Session& session, FileId file, const DeriveArguments& a,
                                    const Write& out);
/// As text, a page, LaTeX, or walked through.
void write_proof(const Proof& p, const DeriveArguments& d, const Write& out);

} // namespace nova

#include "repl/derive/derive.hpp"
#include "frontend/infer/check.hpp"
#include "interp/derivation.hpp"
#include "repl/derive/step.hpp"

namespace nova {
namespace {

constexpr size_t text_characters = 72, page_characters = 200, paper_characters = 40;

size_t characters(const DeriveArguments& d) {
  return d.html ? page_characters : d.latex ? paper_characters : text_characters;
}

/// Returns the default limits of the output format, changed by the user's options. An HTML page can fold its trees,
/// so it has high limits; a LaTeX page has little space.
ProofLimits limits(const DeriveArguments& d) {
  ProofLimits l;
  if (d.html) l = {UINT32_MAX, 1000};
  if (d.latex) l = {8, 5};
  if (d.typed) l.lines = 100; // keeps the output at the prompt short
  if (d.depth) l.depth = d.depth;
  if (d.width) l.width = d.width;
  return l;
}

} // namespace

void write_proof(const Proof& p, const DeriveArguments& d, const Write& out) {
  if (d.step) return walk(p);
  if (p.judgements.empty()) return; // writes no document if it would be empty
  if (d.html) return write_html(p, limits(d), out);
  if (d.latex) return write_latex(p, limits(d), out);
  write_text(p, limits(d), out);
}

namespace {

int derive_types(Session& session, FileId file, const DeriveArguments& d, const Write& out) {
  const OpenTypes open(*session.frontend().checker, WhenOpen::Variables);
  const auto forms = session.checked_forms(file);
  if (forms) write_proof(typing_proof(*forms, session, characters(d)), d, out);
  return forms ? 0 : 1;
}

Proof proof_of_types(Session& session, FileId file, const DeriveArguments& d) {
  const OpenTypes open(*session.frontend().checker, WhenOpen::Variables);
  std::vector<CoreTop> forms;
  session.run_forms(file, [&](const Outcome& o) { forms.push_back(*o.top); });
  return typing_proof(forms, session, characters(d));
}

} // namespace

int derive_program(Session& session, FileId file, const InputTexts& inputs, const DeriveArguments& a,
                   const Write& out) {
  if (a.typing) return derive_types(session, file, a, out);
  Derivation d;
  session.record(&d);
  const int status = session.run_program(file, inputs);
  write_proof(evaluation_proof(d, session, a.prelude, characters(a)), a, out);
  session.record(nullptr);
  return status;
}

std::optional<Proof> proof_of_forms(Session& session, FileId file, const DeriveArguments& a,
                                    const Write& out) {
  if (a.typing) return proof_of_types(session, file, a);
  Derivation d;
  session.record(&d);
  const bool ran = session.run_forms(file, [](const Outcome&) {});
  Proof p = evaluation_proof(d, session, a.prelude, characters(a));
  session.record(nullptr);
  if (!p.judgements.empty()) return p;
  if (ran) out("nothing was evaluated: a definition of a function is a value\n");
  return {};
}

} // namespace nova

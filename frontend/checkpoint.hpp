// Checkpoints: a form that defines nothing leaves nothing in the frontend. All that the frontend makes is
// appended somewhere; a mark says how far everything had come, and `forget` cuts off what came after it. This
// requires that nothing older refers to it: no definition was made, no type without variables, no module or
// macro, and nothing was checked that had waited for its first use. A form in which one of these happened is
// kept, with all that it made; each of them happens once.
#pragma once
#include "frontend/expand/expander.hpp"
#include "frontend/infer/check.hpp"

namespace nova {

struct FrontendMark {
  Sources::Mark sources;
  uint32_t symbols;
  DatumArena::Mark data;
  Program::Mark program;
  Types::Mark types;
  CoreProgram::Mark core;
  Expander::Mark names;
  Checker::Mark checker;
};

/// The last mark is in force; what was made since then is asked about, and forgotten, as of it.
FrontendMark mark(Frontend& f);
/// Is there something since then that later forms see, or that what was there has met?
bool lasts_since(const Frontend& f, const FrontendMark& m);
/// Rolls back to the mark. Ids are given anew; requires that no id or address of what goes is still held.
void forget(Frontend& f, const FrontendMark& m);

} // namespace nova

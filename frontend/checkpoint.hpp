// Checkpoints, by which a form that defines nothing leaves nothing in the frontend. The frontend appends all that it
// makes to tables. A mark holds the sizes of all tables, and `forget` removes what was appended after it. This
// requires that nothing older refers to what is removed. So the form must have made no definition, no type without
// variables, no module and no macro. It must also use no prelude definition or built-in for the first time, because
// its type is inferred or read then. A form that did one of these is kept, with all that it made.
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

/// Sets a checkpoint. Only the last one may be passed to `lasts_since` and `forget`.
FrontendMark mark(Frontend& f);
/// Whether anything was made since the mark that later forms can see, or that older data refers to.
bool lasts_since(const Frontend& f, const FrontendMark& m);
/// Rolls back to the mark. Ids are used again, so the caller must hold no id or address of anything that is removed.
void forget(Frontend& f, const FrontendMark& m);

} // namespace nova

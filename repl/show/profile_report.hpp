// What a profile (interp/profile.hpp) tells: a table of the forms by their places, folded stacks for other programs, and
// a flame graph.
#pragma once
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// A profile as texts.
struct ProfileTexts {
  /// A table of the forms that need the most time, the dearest first. Places in the text that ran are told without its
  /// name.
  std::string table;
  /// A line for each stack of forms: the forms from the outermost on, with semicolons between them, and the
  /// microseconds that the last one needed itself.
  std::string folded;
  std::string
      flame_graph; ///< as SVG: a form's box stands above that of the form around it, its width is its time
};

/// Calls `run`, which runs the forms of a text and returns it, and tells what each form in it needed.
ProfileTexts profile_of(Session& session, const std::function<FileId()>& run);

} // namespace nova

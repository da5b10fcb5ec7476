// What a profile (interp/profile.hpp) tells: a table of the forms by their places, folded stacks for other programs, and
// a flame graph.
#pragma once
#include "interp/profile.hpp"
#include "repl/session/session.hpp"
#include <functional>

namespace nova {

/// A profile of a text's forms. Each text that it tells is made where it is asked for.
class ProfileReport {
 public:
  /// Calls `run`, which runs the forms of the text, and measures what each form in it needs.
  ProfileReport(Session& session, FileId text, const std::function<void()>& run);
  /// Whether nothing was measured: no form ran.
  bool is_empty() const;
  /// Returns a table of the forms that need the most time, the dearest first. Places in the text that ran are told
  /// without its name.
  std::string table() const;
  /// Returns a line for each stack of forms: the forms from the outermost on, with semicolons between them, and the
  /// microseconds that the last one needed itself.
  std::string folded_stacks() const;
  /// Returns an SVG picture: a form's box stands above that of the form around it, its width is its time.
  std::string flame_graph() const;

 private:
  Session& session_;
  Profile profile_;
  FileId text_;
};

} // namespace nova

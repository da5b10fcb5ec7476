// Reporting of a session's diagnostics. Errors inside of the prelude are reported at the user's code.
#pragma once
#include "frontend/state/frontend.hpp"
#include "repl/session/options.hpp"
#include "repl/session/own_names.hpp"

namespace nova {

class Reports {
 public:
  /// `warnings` collects the warnings of running programs. They are reported after the frontend's diagnostics.
  Reports(Frontend& frontend, Diagnostics& warnings, const OwnNames& names, const SessionOptions& options)
      : frontend_(frontend), warnings_(warnings), names_(names), options_(options) {}

  /// Receives each reported diagnostic. If there is no listener, diagnostics are printed by the session's `err`.
  std::function<void(const Diagnostic&)> listener;
  /// Hears of each plot that is drawn: its SVG text, and its description in Vega-Lite if it has one. May be empty.
  std::function<void(std::string_view, std::optional<std::string>)> drawn;

  /// Resets `stopped` and `was_interrupted`. Must be called before a text runs.
  void begin() { stopped_ = interrupted_ = false; }
  void report(const Diagnostic& d);
  /// Reports the diagnostics collected since the last call. Returns false if there was an error.
  bool flush();
  /// Whether an error was reported in this session. Errors that went to `listener` do not count.
  bool failed() const { return failed_; }
  /// Whether Ctrl-C ended the last run.
  bool was_interrupted() const { return interrupted_; }
  /// Whether the remaining forms of the text must not run.
  bool stopped() const { return stopped_; }
  void stop() { stopped_ = true; }
  /// Returns the diagnostic with its location moved from the prelude to the user's call of the prelude function. Of the
  /// notes with locations in the prelude, keeps only those that say for which element of an array a call was made.
  Diagnostic at_user_call(Diagnostic d) const;

 private:
  Frontend& frontend_;
  Diagnostics& warnings_;
  const OwnNames& names_;
  const SessionOptions& options_;
  bool failed_ = false, stopped_ = false, interrupted_ = false;
};

} // namespace nova

// Diagnostics of a session, told in terms of what the user wrote.
#pragma once
#include "frontend/state/frontend.hpp"
#include "repl/session/options.hpp"
#include "repl/session/own_names.hpp"

namespace nova {

class Reports {
 public:
  /// `warnings`: those of runs, which are told behind the frontend's.
  Reports(Frontend& frontend, Diagnostics& warnings, const OwnNames& names, const SessionOptions& options)
      : frontend_(frontend), warnings_(warnings), names_(names), options_(options) {}

  /// Diagnostics go here instead of to `err`, rendered; empty: to `err`.
  std::function<void(const Diagnostic&)> listener;

  /// A text is about to run.
  void begin() { stopped_ = interrupted_ = false; }
  void report(const Diagnostic& d);
  /// Tells what was reported since the last call; false if there was an error.
  bool flush();
  /// Was an error told?
  bool failed() const { return failed_; }
  /// Did Ctrl-C end the last run?
  bool was_interrupted() const { return interrupted_; }
  /// Is nothing more of the text to run?
  bool stopped() const { return stopped_; }
  void stop() { stopped_ = true; }

 private:
  Diagnostic at_user_call(Diagnostic d) const;

  Frontend& frontend_;
  Diagnostics& warnings_;
  const OwnNames& names_;
  const SessionOptions& options_;
  bool failed_ = false, stopped_ = false, interrupted_ = false;
};

} // namespace nova

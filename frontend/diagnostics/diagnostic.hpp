// Diagnostics are data: a row of the tables in frontend/diagnostics/, a span, and the arguments of the row's words.
// The words live in the tables alone; only `render` puts the two together.
//
// Codes: E01xx reading, E02xx types, E03xx names, forms and macros, E04xx running, E05xx files and formats,
// E06xx limits, E07xx the command line; W0xxx warnings.
#pragma once
#include "frontend/source/source.hpp"
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nova {

enum class Severity : uint8_t { Error, Warning };

/// One row of a table: code, the message with {0} {1} ... for its arguments, the story for `nova explain`, and a
/// program that shows it (checked by a test).
struct DiagnosticRow {
  std::string_view code, message, story, example;
};

/// The row of a code, or null.
const DiagnosticRow* find_diagnostic(std::string_view code);
std::span<const DiagnosticRow> all_diagnostics();

struct Note {
  enum Kind : uint8_t { Plain, Help } kind = Plain;
  std::string text;
  Span span;             ///< where it points, if anywhere (file 0: nowhere)
  std::string callee{};  ///< of a call: the function's name
  std::string element{}; ///< of a call that a SOAC makes: for which element
};

struct Diagnostic {
  std::string code;
  Span span;
  std::vector<std::string> args;
  std::vector<Note> notes;
  Span within{}; ///< of a user's own text: what a macro has written around it, if anything
  Severity severity() const { return code[0] == 'W' ? Severity::Warning : Severity::Error; }
  Diagnostic& note(std::string text, Span at = {}) & {
    return notes.push_back({Note::Plain, std::move(text), at}), *this;
  }
  Diagnostic& help(std::string text, Span at = {}) & {
    return notes.push_back({Note::Help, std::move(text), at}), *this;
  }
};

/// What a phase reports to. Errors do not stop a phase: it goes on and reports the next one.
class Diagnostics {
 public:
  Diagnostic& report(std::string code, Span span, std::vector<std::string> args = {}) {
    return add({std::move(code), span, std::move(args), {}, span.expansion == 0 ? form_ : Span{}});
  }
  Diagnostic& add(Diagnostic d) {
    errors_ += d.severity() == Severity::Error;
    return list_.emplace_back(std::move(d));
  }
  Diagnostic& last() { return list_.back(); }
  size_t errors() const { return errors_; }
  bool has_errors() const { return errors_ > 0; }
  const std::vector<Diagnostic>& all() const { return list_; }
  /// Forgets all but the first n, and but those of a code.
  void keep(size_t n, std::string_view code);
  std::vector<Diagnostic> take() { return errors_ = 0, std::exchange(list_, {}); }

  Span form() const { return form_; }
  /// As long as it lives, what is reported concerns this form: if a macro has written it, but not the place that an
  /// error points at, both are shown.
  class Form {
   public:
    Form(Diagnostics& of, Span form) : of_(of), outer_(of.form_) {
      of.form_ = form.expansion == 0 ? Span{} : form;
    }
    ~Form() { of_.form_ = outer_; }
    Form(const Form&) = delete;

   private:
    Diagnostics& of_;
    Span outer_;
  };

 private:
  std::vector<Diagnostic> list_;
  size_t errors_ = 0; ///< of them; the others are warnings
  Span form_{};       ///< of a macro's writing: what is looked at
};

/// A value or the diagnostic that says why there is none.
template <class T> class Result {
 public:
  Result(T v) : v_(std::move(v)) {}
  Result(Diagnostic d) : v_(std::move(d)) {}
  explicit operator bool() const { return v_.index() == 0; }
  T& operator*() { return std::get<0>(v_); }
  const T& operator*() const { return std::get<0>(v_); }
  T* operator->() { return &std::get<0>(v_); }
  const Diagnostic& error() const { return std::get<1>(v_); }

 private:
  std::variant<T, Diagnostic> v_;
};

/// The message alone: the row's words with the arguments put in.
std::string message(const Diagnostic& d);

/// `file.nv:3:14: error[E0203]: ...`, the source line, a caret span, notes and helps (language.md section 8).
/// Text of the user's is made inert (no control bytes reach a terminal). `colour` adds SGR colours. Where
/// `columns` are given, lines of words are broken at blanks to be no longer.
std::string render(const Diagnostic& d, const Sources& sources, bool colour = false, size_t columns = 0);

/// Lines broken at blanks, so that none takes more than `columns` (0: as many as it takes), `used` of which lie before
/// the text; what goes on is `indent` further in. No word is broken.
std::string broken_lines(std::string_view text, size_t used, size_t columns, size_t indent = 0);

/// "1 argument", "2 arguments".
std::string count(size_t n, std::string_view thing);

} // namespace nova

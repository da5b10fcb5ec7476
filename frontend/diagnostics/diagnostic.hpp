// Diagnostics (errors and warnings) as data: a code, which names a row of a table, a span, and arguments for the
// row's message. Only the tables frontend/diagnostics/*.def contain messages; the function `message` inserts the
// arguments.
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

/// One row of a table: the code, the message with {0} {1} ... for its arguments, the story (the long explanation that
/// `nova explain` prints), and an example program with this diagnostic (checked by a test).
struct DiagnosticRow {
  std::string_view code, message, story, example;
};

/// Returns the row of a code, or null if there is none.
const DiagnosticRow* find_diagnostic(std::string_view code);
std::span<const DiagnosticRow> all_diagnostics();

/// A note or a help under a diagnostic.
struct Note {
  enum Kind : uint8_t { Plain, Help } kind = Plain;
  std::string text;
  Span span;             ///< the source that the note points at; file 0: none
  std::string callee{};  ///< for a note about a call: the name of the called function
  std::string element{}; ///< the element, as text, for which `map` or the like made the call
};

/// An error or a warning. `args` are the arguments for the message of the table's row `code`.
struct Diagnostic {
  std::string code;
  Span span;
  std::vector<std::string> args;
  std::vector<Note> notes;
  /// If `span` is the user's own text inside of a form that a macro generated: that form. Otherwise empty.
  Span within{};
  /// Whether it is about a name whose own definition had an error, which has been told.
  bool follows = false;
  Severity severity() const { return code[0] == 'W' ? Severity::Warning : Severity::Error; }
  Diagnostic& note(std::string text, Span at = {}) & {
    return notes.push_back({Note::Plain, std::move(text), at}), *this;
  }
  Diagnostic& help(std::string text, Span at = {}) & {
    return notes.push_back({Note::Help, std::move(text), at}), *this;
  }
};

/// The list to which a phase reports. An error does not stop the phase: it goes on and reports further ones.
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
  /// Removes all diagnostics after the first `n`, except those with the code `code`.
  void keep(size_t n, std::string_view code);
  std::vector<Diagnostic> take() { return errors_ = 0, std::exchange(list_, {}); }

  Span form() const { return form_; }
  /// Sets the form that is being processed, for the lifetime of the object. If a macro generated this form, but an
  /// error in it points at the user's own text, the error shows both.
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
  size_t errors_ = 0; ///< how many diagnostics in list_ are errors; the others are warnings
  Span form_{};       ///< the form that is being processed, if a macro generated it; otherwise empty
};

/// Either a value, or the diagnostic that says why there is none.
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

/// Puts the name of the prelude's function that the user called into the arguments of an error that arose in it. Returns whether
/// the message says the name now, or has no need of it; else the name stands before the message.
bool name_callee(const std::string& code, const std::string& callee, std::vector<std::string>& args);

/// Returns the text of the message of `d`: the message of its table's row, with the arguments inserted.
std::string message(const Diagnostic& d);

/// Returns the lines that show a diagnostic: `file.nv:3:14: error[E0203]: ...`, the source line, carets under the
/// span, notes and helps (language.md section 8). Control characters in the user's text are escaped. `colour` says
/// whether SGR colours are added. If `columns` is not 0, lines of text longer than `columns` columns are wrapped at
/// blanks.
std::string render(const Diagnostic& d, const Sources& sources, bool colour = false, size_t columns = 0);

/// Returns `text` wrapped at blanks, so that lines take at most `columns` columns (0: no wrapping). `used` columns of
/// the first line are taken before the text begins. Continuation lines are indented by `indent`. A word that is too
/// long stays whole.
std::string broken_lines(std::string_view text, size_t used, size_t columns, size_t indent = 0);

/// Returns a count with its noun in singular or plural: "1 argument", "2 arguments".
std::string count(size_t n, std::string_view thing);

} // namespace nova

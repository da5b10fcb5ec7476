// Diagnostics, which are errors and warnings, as data: the code of a table's row, a span, and arguments for the row's
// message. Messages stand in the tables frontend/diagnostics/*.def alone; `message` inserts the arguments.
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

struct Note {
  enum Kind : uint8_t { Plain, Help } kind = Plain;
  std::string text;
  Span span;             ///< the source that it points at; file 0: none
  std::string callee{};  ///< name of the called function, for a note about a call
  std::string element{}; ///< element for which `map` or the like made the call
};

struct Diagnostic {
  std::string code;
  Span span;
  std::vector<std::string> args;
  std::vector<Note> notes;
  Span within{}; ///< if `span` is the user's own text: the generated form around it, if a macro made one
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
  /// Removes all diagnostics after the first `n`, except those with this code.
  void keep(size_t n, std::string_view code);
  std::vector<Diagnostic> take() { return errors_ = 0, std::exchange(list_, {}); }

  Span form() const { return form_; }
  /// Sets the form that reports concern, for its lifetime. If a macro generated the form, but an error in it points
  /// at the user's own text, the error shows both.
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
  size_t errors_ = 0; ///< how many of them are errors; the others are warnings
  Span form_{};       ///< the form that is processed, if a macro generated it
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

/// Returns the message text: the row's message with the arguments inserted.
std::string message(const Diagnostic& d);

/// Returns the lines that show a diagnostic: `file.nv:3:14: error[E0203]: ...`, the source line, carets under the
/// span, notes and helps (language.md section 8). Control characters in text of the user's are escaped. `colour` adds
/// SGR colours. If `columns` is not 0, longer lines of text are wrapped at blanks.
std::string render(const Diagnostic& d, const Sources& sources, bool colour = false, size_t columns = 0);

/// Wraps `text` at blanks, so that no line takes more than `columns` columns (0: no wrapping). The first line has
/// `used` columns before the text; lines that continue it are indented by `indent`. No word is broken.
std::string broken_lines(std::string_view text, size_t used, size_t columns, size_t indent = 0);

/// Returns a count with its noun in singular or plural: "1 argument", "2 arguments".
std::string count(size_t n, std::string_view thing);

} // namespace nova

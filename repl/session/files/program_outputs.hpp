// The results of a program that are written to files, as `--output name=file` asks for.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

class ProgramOutputs {
 public:
  /// `outputs` are names of definitions, each with a file. The name `it` stands for the value of the last form.
  ProgramOutputs(Session& session, const InputTexts& outputs) : session_(session), outputs_(outputs) {}

  /// Checks, before the program runs, that the values can be written. `forms` are the program's. Allows to write these
  /// files. Reports errors and returns false if there are some.
  bool check(std::span<const CoreTop> forms);
  /// Whether the value of the last form is written, so that it needs not be printed.
  bool takes_last() const { return last_.has_value(); }
  void set_last(const Value& v);
  /// Writes the values, after the program has run. Returns false after an error.
  bool write();

 private:
  std::string form_of(const std::string& name, const std::string& path) const;
  void add(const std::string& name, const std::string& path);
  void define_last(std::span<const CoreTop> forms);
  Session& session_;
  const InputTexts& outputs_;
  std::vector<CoreTop> forms_;   ///< the forms that write, and constants of the prelude that they use
  std::optional<GlobalId> last_; ///< the definition of `it`
};

} // namespace nova

#include "repl/session/files/program_outputs.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/read/lexer.hpp"
#include "jit/values/value_shape.hpp"
#include "repl/session/files/file_formats.hpp"
#include "repl/session/limits.hpp"

namespace nova {

/// Returns the form that writes the value of `name`, such as `(write-npy "total.npy" total)`.
std::string ProgramOutputs::form_of(const std::string& name, const std::string& path) const {
  const Symbols& symbols = session_.frontend_.symbols;
  const auto literal = [&](const std::string& text) {
    Datum d;
    d.kind = DatumKind::String, d.text = text;
    return print_datum(d, symbols);
  };
  const BuiltinId writer = *file_format(path)->writer;
  const std::string value = writer == BuiltinId::WriteNpz ? "[(" + literal(name) + ", " + name + ")]" : name;
  return "(" + std::string(builtin(writer).spelling) + " " + literal(path) + " " + value + ")";
}

/// Defines `it` as the value of the last form, which has no value yet. If it can have none, reports that.
void ProgramOutputs::define_last(std::span<const CoreTop> forms) {
  Frontend& f = session_.frontend_;
  if (forms.empty() || forms.back().kind != CoreTop::Expression)
    return void(f.diagnostics.report("E0715", {}, {"it", "the program's last form is no expression"}));
  const TypeId type = forms.back().type;
  if (!f.types.is_concrete(type) || plan::reaches_function(f.types, type))
    return void(f.diagnostics.report("E0715", {}, {"it", "it holds a function"}));
  last_ = define_value(f, "it", type);
}

/// Adds the form that writes one value to `forms_`.
void ProgramOutputs::add(const std::string& name, const std::string& path) {
  Session& s = session_;
  Frontend& f = s.frontend_;
  const FileId file = s.add_text("--output " + name, form_of(name, path));
  limited(s.machine_, {file, 0, 0, 0}, [&] {
    s.files_.allow_write(path);
    const auto data = s.read_text(file);
    if (f.diagnostics.has_errors()) return;
    const std::vector<CoreTop> made = nova::check(f, expand(f, data, Unit::Prompt));
    forms_.insert(forms_.end(), made.begin(), made.end());
  });
}

bool ProgramOutputs::check(std::span<const CoreTop> forms) {
  Diagnostics& diagnostics = session_.frontend_.diagnostics;
  bool good = true;
  for (const auto& [name, path] : outputs_) {
    if (name == "it" && !last_) define_last(forms);
    if (!is_name(name)) diagnostics.report("E0301", {}, {name});
    const FileFormat* const format = file_format(path);
    if (!format || !format->writer) diagnostics.report("E0717", {}, {path, "--output", file_endings(true)});
    if (!diagnostics.has_errors()) add(name, path);
    good &= session_.reports_.flush();
  }
  return good;
}

void ProgramOutputs::set_last(const Value& v) {
  if (last_) session_.machine_.set_input(*last_, v);
}

bool ProgramOutputs::write() {
  bool failed = false;
  for (const CoreTop& form : forms_)
    if (session_.run_one(form, failed); failed) return false;
  return true;
}

} // namespace nova

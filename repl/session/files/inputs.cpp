// A program's inputs: values from the command line, which are checked at the types that the program declares.
#include "frontend/infer/check.hpp"
#include "frontend/read/lexer.hpp"
#include "frontend/read/reader.hpp"
#include "repl/session/files/file_formats.hpp"
#include "repl/session/limits.hpp"
#include "repl/session/session.hpp"
#include "runtime/fault.hpp"
#include <algorithm>

namespace nova {

bool Session::give_inputs(const InputTexts& inputs) {
  std::vector<GlobalId> declared = unit_facts(frontend_).inputs;
  bool ok = true;
  for (const auto& [name, value] : inputs) {
    auto it = std::find_if(declared.begin(), declared.end(), [&, &name = name](GlobalId g) {
      return frontend_.symbols.text(frontend_.program[g].name) == name;
    });
    bool twice = std::ranges::count_if(inputs, [&, &name = name](auto& i) { return i.first == name; }) > 1;
    if (it == declared.end())
      frontend_.diagnostics.report(twice ? "E0709" : "E0704", {}, {name});
    else
      ok &= give_input(*it, value);
    if (it != declared.end()) declared.erase(it);
  }
  for (GlobalId g : declared)
    frontend_.diagnostics.report("E0705", frontend_.program[g].span,
                                 {std::string(frontend_.symbols.text(frontend_.program[g].name))});
  return reports_.flush() && ok;
}

namespace {

/// Returns a call of `reader` as a form, such as `(read-npy "path")`. Of an .npz archive or an HDF5 file, the call reads
/// what has the input's name.
const Datum* call_of_reader(Frontend& f, BuiltinId reader, FileId file, GlobalId global,
                            const std::string& value) {
  Span span{file, 0, static_cast<uint32_t>(value.size())};
  auto string = [&](std::string_view text) {
    Datum* d = f.data.make(DatumKind::String, span);
    d->text = f.data.text(text);
    return d;
  };
  Datum* name = f.data.make(DatumKind::Symbol, span);
  name->symbol = f.symbols.intern(builtin(reader).spelling);
  std::vector<const Datum*> items = {name, string(value)};
  if (reader == BuiltinId::ReadNpz || reader == BuiltinId::ReadH5)
    items.push_back(string(f.symbols.text(f.program[global].name)));
  Datum* call = f.data.make(DatumKind::List, span);
  call->items = f.data.items(items);
  return call;
}

std::vector<CoreTop> check_at_type(Frontend& f, Top& top, const TypeExpr& type) {
  Expr& typed = f.program.exprs.emplace_back();
  typed.kind = ExprKind::Ascribe, typed.items = {top.value}, typed.type = type, typed.span = top.span;
  top.value = &typed;
  return check(f, std::span(&top, 1));
}

} // namespace

/// Sets an input of a program. If `value` has the ending of a known file format, it is the path of a file with the
/// value, else it is an expression. The value must have the declared type. On an error, reports it and returns false.
bool Session::give_input(GlobalId global, const std::string& value) {
  std::string where = "--input " + std::string(frontend_.symbols.text(frontend_.program[global].name));
  FileId file = add_text(where, value);
  std::vector<CoreTop> forms;
  limited(machine_, {file, 0, 0, 0}, [&] {
    const FileFormat* const format = file_format(value);
    if (format) files_.allow_read(value);
    const auto data = format ? std::vector{call_of_reader(frontend_, format->reader, file, global, value)}
                             : read_text(file);
    if (frontend_.diagnostics.has_errors()) return;
    std::vector<Top> tops = expand(frontend_, data, Unit::Prompt);
    if (frontend_.diagnostics.has_errors())
      frontend_.diagnostics.last().help("a value is a file (" + file_endings() +
                                        ") or an expression; a text is quoted twice: '\"text\"'");
    else if (tops.size() == 1 && tops[0].value)
      forms = check_at_type(frontend_, tops[0], *frontend_.program[global].type);
    else
      frontend_.diagnostics.report("E0706", {file, 0, 0, 0}, {where});
  });
  if (!reports_.flush() || forms.empty()) return false;
  bool failed = false;
  std::optional<Value> result;
  // The last form makes the value. The forms before it are prelude constants that the value is the first to use.
  for (const CoreTop& form : forms)
    if (result = run_one(form, failed); failed) return false;
  if (!result) return false;
  machine_.set_input(global, std::move(*result));
  return true;
}

} // namespace nova

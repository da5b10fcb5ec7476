#include "repl/build/build.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/build/device_code.hpp"
#include "repl/build/exported.hpp"
#include "repl/build/parts.hpp"
#include "repl/build/test_inputs.hpp"
#include <filesystem>
#include <fstream>

namespace nova {

namespace {

namespace fs = std::filesystem;

/// Returns what an unmarked program exports: its last function.
std::vector<Exported> last_function(Session& session, FileId file) {
  Frontend& f = session.frontend();
  for (size_t k = f.program.globals.size(); k-- > 1;) {
    const Global& g = f.program.globals[k];
    if (g.form.file != file || g.kind != Global::Function || !g.module.empty()) continue;
    return {{static_cast<GlobalId>(k), c_name(std::string(f.symbols.text(g.name))), g.span}};
  }
  return {};
}

std::string hex(uint64_t n) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(n));
  return text;
}

/// Writes a file with this text. Returns "", or why that failed.
std::string write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  return out ? "" : std::strerror(errno);
}

/// Returns why the path can't be written without a loss: a file is there that nova build has not written. "" if it can.
std::string stands_in_the_way(const fs::path& path) {
  std::error_code failed;
  const fs::file_status found = fs::status(path, failed);
  if (!fs::exists(found)) return "";
  if (!fs::is_regular_file(found)) return "what is there is no file";
  std::ifstream in(path, std::ios::binary);
  std::string first, second;
  std::getline(in, first), std::getline(in, second);
  const bool own = plan::is_ahead_file(first + second) || fs::file_size(path, failed) == 0;
  return own ? "" : "a file of this name is there, which nova build has not written";
}

/// Writes the files into the folder, or none of them if one would replace a file of somebody else. Reports errors.
bool write_files(Diagnostics& diagnostics, const plan::AheadProgram& p, const fs::path& folder) {
  const auto files = plan::ahead_files(p);
  std::error_code failed;
  for (const auto& [name, text] : files)
    if (const std::string why = stands_in_the_way(folder / name); !why.empty()) {
      diagnostics.report("E0506", {}, {(folder / name).string(), why})
          .help("-o names a folder for the library's own files; the file can also be moved or removed");
      return false;
    }
  fs::create_directories(folder, failed);
  for (const auto& [name, text] : files)
    if (const std::string why = write_file(folder / name, text); !why.empty()) {
      diagnostics.report("E0506", {}, {(folder / name).string(), why});
      return false;
    }
  return true;
}

constexpr const char* another_name = "another name is chosen by (export (f as g))";

void report(Frontend& f, const Exported& e, const NotBuilt& why) {
  const Span at = why.at.file ? why.at : f.program[e.global].span;
  Diagnostic& d =
      f.diagnostics.report("E0719", at, {std::string(f.symbols.text(f.program[e.global].name)), why.reason});
  if (!why.help.empty()) d.help(why.help);
}

/// Whether a type of the library, a constructor's number, or a function for its values has this name.
bool is_name_of_type(const plan::AheadProgram& p, const std::string& name) {
  const auto is_number = [&](const plan::AheadType& t) {
    return std::ranges::any_of(t.constructors,
                               [&](const std::string& c) { return name == t.name + "_is_" + c; });
  };
  return std::ranges::any_of(p.types, [&](const plan::AheadType& t) { return t.name == name; }) ||
         std::ranges::any_of(p.types, is_number) || std::ranges::any_of(p.sums, is_number) ||
         std::ranges::any_of(p.functions, [&](const plan::AheadFunction& f) {
           return f.role == plan::AheadFunction::Helper && f.name == name;
         });
}

/// Adds the functions for values of recursive types, and the self-test.
void complete_program(Session& session, const DefinitionsRun& ran, Exporter& exporter,
                      plan::AheadProgram& p) {
  try {
    exporter.add_helpers(p.functions);
    exporter.add_tests(p.functions);
    p.regions = exporter.regions(), p.types = exporter.types(), p.sums = exporter.sums();
  } catch (const NotBuilt& why) {
    report(session.frontend(), ran.facts.exports[0], why);
  }
  for (const Exported& e : ran.facts.exports)
    if (is_name_of_type(p, e.c_name))
      report(session.frontend(), e, {"the library itself has the name " + e.c_name, {}, another_name});
}

/// Makes the functions' plans. Reports those that cannot be built.
void make_functions(Session& session, FileId file, const DefinitionsRun& ran, plan::AheadProgram& p) {
  const fs::path source = session.frontend().sources.name(file);
  Exporter exporter(session, ran, p.name, source.is_absolute() ? source.parent_path() / "" : "");
  for (const Exported& e : ran.facts.exports) {
    try {
      if (is_own_name(p.name, e.c_name))
        throw NotBuilt{"the library itself has the name " + e.c_name, {}, another_name};
      exporter.add(e, p.functions);
    } catch (const NotBuilt& why) {
      report(session.frontend(), e, why);
    }
  }
  p.foreigns = exporter.foreigns();
  for (const Exported& e : ran.facts.exports)
    if (std::ranges::any_of(p.foreigns, [&](const auto& f) { return f->in_library && f->name == e.c_name; }))
      report(session.frontend(), e, {"a library has a function of the name " + e.c_name, {}, another_name});
  if (session.frontend().diagnostics.has_errors()) return;
  complete_program(session, ran, exporter, p);
}

} // namespace

int build_program(Session& session, FileId file, const BuildArguments& a,
                  const std::function<void(std::string_view)>& out) {
  Frontend& f = session.frontend();
  std::optional<DefinitionsRun> ran = Exporter::run_definitions(session, file);
  if (!ran) return session.reports().flush(), 1;
  if (ran->facts.exports.empty()) ran->facts.exports = last_function(session, file);
  if (ran->facts.exports.empty())
    return f.diagnostics.report("E0720", {file, 0, 0, 0}), session.reports().flush(), 1;
  plan::AheadProgram p;
  const fs::path source = f.sources.name(file);
  p.name = library_name(source.stem().string()), p.source = source.filename().string(),
  p.version = NOVA_VERSION;
  p.hash = hex(nova_hash_text(0xcbf29ce484222325ull, std::string(f.sources.text(file)).c_str()));
  for (const GlobalId g : ran->facts.inputs)
    p.inputs += (p.inputs.empty() ? "" : ", ") + std::string(f.symbols.text(f.program[g].name));
  p.openmp = a.target == "openmp", p.cuda = a.target == "cuda";
  p.block_size = a.block_size, p.max_blocks = a.max_blocks;
  run_on_big_stack([&] {
    make_functions(session, file, *ran, p);
    for (plan::AheadFunction& made : p.functions)
      if (p.cuda) plan::print_for_device(made);
  });
  if (!session.reports().flush()) return 1;
  if (const std::string why = compile_for_gpus(p, a.archs); !why.empty())
    return f.diagnostics.report("E0426", {}, {why}), session.reports().flush(), 1;
  if (!write_files(f.diagnostics, p, a.folder)) return session.reports().flush(), 1;
  const std::string inputs =
      p.inputs.empty() ? "" : " (its first parameters are the program's inputs: " + p.inputs + ")";
  for (const plan::AheadFunction& made : p.functions)
    if (made.role == plan::AheadFunction::Exported)
      out(made.name + " : " + made.type + inputs +
          (made.on_host.empty() ? "" : " (on the host: " + made.on_host + ")") + "\n");
  return 0;
}

} // namespace nova

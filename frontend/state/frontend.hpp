// The frontend's state for one session, and its three main functions: read (reader.hpp), expand, check.
#pragma once
#include "frontend/core/core.hpp"
#include "frontend/core/expr.hpp"
#include "frontend/core/types.hpp"
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/read/reader.hpp"
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace nova {

/// An option of define-table, such as (separator #\;), with the literals behind its name.
struct TableOption {
  std::string name;
  std::vector<const Datum*> values;
};

class Expander;
class Checker;

/// The state of the frontend for a session. All phases share it by reference.
struct Frontend {
  Sources sources;
  Symbols symbols;
  DatumArena data;
  Program program;
  Types types;
  CoreProgram core;
  Diagnostics diagnostics;
  /// Loads an imported file. The session sets this function, which checks permissions. It returns nothing if the
  /// file can't be read, which it has then reported.
  std::function<std::optional<FileId>(const std::string& path, Span at)> load;
  /// Returns the definitions that `(define-table name "path" (option ..) ..)` stands for, as a text. Otherwise as `load`.
  std::function<std::optional<FileId>(const std::string& name, const std::string& path,
                                      const std::vector<TableOption>& options, Span at)>
      load_table;
  /// Where the prompt's definitions stand that had errors, by their names. A later definition takes its name out.
  std::map<std::string, std::string, std::less<>> failed_definitions;

  Frontend();
  ~Frontend();
  std::unique_ptr<Expander> expander;
  std::unique_ptr<Checker> checker;
};

/// Whether a definition's text has errors, or the evaluation of its value failed.
bool has_errors(const Frontend& f, GlobalId g);

/// The kind of text that is expanded. The rules differ a little (language.md section 3).
enum class Unit : uint8_t { Prelude, File, Prompt };

/// Expands data to forms with resolved names. Definitions become visible to later calls. A form with errors is
/// reported and left out.
std::vector<Top> expand(Frontend& f, std::span<const Datum* const> data, Unit unit);

/// Expands the prelude's files as one text. Their functions are read and expanded when `body` is first asked for them.
std::vector<Top> expand_prelude(Frontend& f, std::span<const FileId> files);
/// Returns the expression of a definition; null for inputs and foreign functions. A limit of memory or time that the
/// expansion of a function of the prelude reaches throws its Fault.
const Expr* body(Frontend& f, GlobalId g);

/// Converts resolved forms to typed Core, in order of running. Also fills f.core.globals. A form with type errors is
/// reported and left out: its definitions get no type, and uses of them cause no further errors.
std::vector<CoreTop> check(Frontend& f, std::span<const Top> forms);

/// A definition that `(export f)` or `(export (f as c_name))` marks for `nova build`, and where it is named there.
struct Exported {
  GlobalId global{};
  std::string c_name;
  Span span;
};

/// What `expand` has found in a Harlan program (one unnamed module with a main), or in a NOVA program with inputs.
struct UnitFacts {
  std::optional<GlobalId> main; ///< the function to be run; an int that it returns is the exit status
  std::vector<GlobalId> inputs; ///< inputs, which must be given with --input
  std::vector<Exported> exports{};
};
const UnitFacts& unit_facts(const Frontend& f);

/// What a name means at the head of a list, as the session's next form would see it. `macro` is where the macro is
/// defined, `grammar` how the core form is written. Both are empty if the name is neither.
struct HeadFacts {
  Span macro;
  std::string_view grammar;
};
HeadFacts head_facts(Frontend& f, std::string_view name);

/// A name that the session's next form may use, and what it means there.
struct NameInSight {
  enum Kind : uint8_t { Form, Macro, Builtin, Definition, Constructor, Type, Module } kind = Form;
  std::string_view name;
  BuiltinId builtin{};
  GlobalId global{}; ///< of a Definition
  TypeDeclId type{}; ///< of a Constructor or Type
  uint32_t constructor = 0;
};
std::vector<NameInSight> names_in_sight(Frontend& f);

/// Defines a name that stands for a value of no form, such as the prompt's `it`, for use in later forms. Returns the
/// new definition. The type must be concrete and contain no function.
GlobalId define_value(Frontend& f, std::string_view name, TypeId type);

} // namespace nova

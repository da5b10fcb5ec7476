// The frontend's state for one session, and its three verbs: read (reader.hpp), expand, check.
#pragma once
#include "frontend/core/core.hpp"
#include "frontend/core/expr.hpp"
#include "frontend/core/types.hpp"
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/read/reader.hpp"
#include <filesystem>
#include <functional>
#include <memory>

namespace nova {

class Expander;
class Checker;

/// Everything the frontend knows of a session; phases share it by reference.
struct Frontend {
  Sources sources;
  Symbols symbols;
  DatumArena data;
  Program program;
  Types types;
  CoreProgram core;
  Diagnostics diagnostics;
  /// Finds an imported file's text: the session checks permissions. Empty: the file cannot be had (already reported).
  std::function<std::optional<FileId>(const std::string& path, Span at)> load;

  Frontend();
  ~Frontend();
  std::unique_ptr<Expander> expander;
  std::unique_ptr<Checker> checker;
};

/// Is it a definition whose text has errors, or whose value failed to run?
bool has_errors(const Frontend& f, GlobalId g);

/// What kind of text is being expanded: rules differ a little (language.md section 3).
enum class Unit : uint8_t { Prelude, File, Prompt };

/// data -> resolved forms. Definitions become visible to later calls; a form with errors is reported and left out.
std::vector<Top> expand(Frontend& f, std::span<const Datum* const> data, Unit unit);

/// resolved forms -> typed core, in order of running. Also fills f.core.globals. A form with type errors is reported
/// and left out (what it defines gets no type, and uses of it raise no further errors).
std::vector<CoreTop> check(Frontend& f, std::span<const Top> forms);

/// After expand of a Harlan program (one unnamed module with a main) or a NOVA program with inputs.
struct UnitFacts {
  std::optional<GlobalId> main; ///< run it; an int from it is the exit status
  std::vector<GlobalId> inputs; ///< must be given with --input
};
const UnitFacts& unit_facts(const Frontend& f);

/// What a name means at the head of a list, as the session's next form would see it: where a macro is defined, or how a
/// core form is written; both empty where it is neither.
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
  GlobalId global{}; ///< Definition
  TypeDeclId type{}; ///< Constructor, Type
  uint32_t constructor = 0;
};
std::vector<NameInSight> names_in_sight(Frontend& f);

/// Names a value that no form defines (the prompt's `it`), for later forms. Its type is concrete and holds no function.
GlobalId define_value(Frontend& f, std::string_view name, TypeId type);

} // namespace nova

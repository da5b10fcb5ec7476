#include "repl/completion.hpp"
#include "frontend/check.hpp"

namespace nova {

void Completer::add(std::string name, std::string detail, CompletionKind kind, std::string documentation) {
  if (!fits(name) || !seen_.insert(name).second) return;
  found_.push_back({std::move(name), std::move(detail), std::move(documentation), kind});
}

void Completer::add_names() {
  add_globals();
  add_types();
  for (const BuiltinRow& row : all_builtins())
    if (fits(row.spelling))
      add(std::string(row.spelling), std::string(row.scheme), CompletionKind::Function, std::string(row.doc));
  add_forms();
}

void Completer::add_globals() {
  const auto& all = f_.program.globals;
  for (size_t k = all.size(); k-- > 1;) {
    const std::string name =
        (all[k].module.empty() ? "" : all[k].module + ".") + std::string(f_.symbols.text(all[k].name));
    if (!fits(name) || seen_.contains(name)) continue;
    const std::string type = all[k].failed ? "" : print_scheme(f_, GlobalId{static_cast<uint32_t>(k)});
    const bool function = all[k].kind == Global::Function || all[k].kind == Global::Foreign;
    add(name, type, function ? CompletionKind::Function : CompletionKind::Constant);
  }
}

void Completer::add_types() {
  const auto& all = f_.program.types;
  for (size_t k = all.size(); k-- > 1;) {
    const std::string name(f_.symbols.text(all[k].name));
    for (const TypeDecl::Constructor& c : all[k].constructors) {
      std::string fields;
      for (const TypeExpr& t : c.fields) fields += std::string(f_.sources.text(t.span)) + " -> ";
      add(std::string(f_.symbols.text(c.name)), fields + name, CompletionKind::Constructor);
    }
    add(name,
        all[k].alias ? "a type" : "a type of " + std::to_string(all[k].constructors.size()) + " constructors",
        CompletionKind::Type);
  }
  for (const char* t :
       {"int", "int32", "int16", "int8", "uint8", "float", "double", "bool", "char", "unit", "vector"})
    add(t, "a type", CompletionKind::Type);
}

/// Core forms and macros, by every word that the session has met.
void Completer::add_forms() {
  const uint32_t words = f_.symbols.size();
  for (uint32_t k = 0; k < words; ++k) {
    const std::string name(f_.symbols.text(Symbol{k}));
    if (name.empty() || !fits(name) || seen_.contains(name)) continue;
    const HeadFacts head = head_facts(f_, name);
    if (!head.grammar.empty())
      add(name, std::string(head.grammar), CompletionKind::Keyword);
    else if (head.macro.end)
      add(name, "a macro", CompletionKind::Keyword);
  }
}

} // namespace nova

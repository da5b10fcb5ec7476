#include "repl/help/known_names.hpp"
#include "frontend/infer/check.hpp"

namespace nova {

void Completer::add(std::string name, std::string detail, CompletionKind kind, std::string documentation) {
  if (!fits(name) || !seen_.insert(name).second) return;
  found_.push_back({std::move(name), std::move(detail), std::move(documentation), kind});
}

void Completer::add_names() {
  for (const NameInSight& n : names_in_sight(f_))
    if (fits(n.name)) add_name(n);
  for (int e = 0; e < element_count; ++e)
    add(std::string(element_name(static_cast<Element>(e))), "a type", CompletionKind::Type);
  add("vector", "a type", CompletionKind::Type);
  add_members();
}

namespace {

std::string describe(const Frontend& f, const TypeDecl& type, size_t number) {
  std::string fields;
  for (const TypeExpr& t : type.constructors[number].fields)
    fields += std::string(f.sources.text(t.span)) + " -> ";
  return fields + std::string(f.symbols.text(type.name));
}

} // namespace

CompletionKind kind_of(const Frontend& f, const NameInSight& n) {
  switch (n.kind) {
  case NameInSight::Form:
  case NameInSight::Macro: return CompletionKind::Keyword;
  case NameInSight::Type: return CompletionKind::Type;
  case NameInSight::Module: return CompletionKind::Module;
  case NameInSight::Constructor: return CompletionKind::Constructor;
  case NameInSight::Builtin: return CompletionKind::Function;
  case NameInSight::Definition: break;
  }
  const Global::Kind k = f.program[n.global].kind;
  return k == Global::Function || k == Global::Foreign ? CompletionKind::Function : CompletionKind::Constant;
}

std::string describe_name(Frontend& f, const NameInSight& n) {
  switch (n.kind) {
  case NameInSight::Form: return std::string(head_facts(f, n.name).grammar);
  case NameInSight::Macro: return "a macro";
  case NameInSight::Module: return "a module";
  case NameInSight::Builtin: return std::string(builtin(n.builtin).scheme);
  case NameInSight::Constructor: return describe(f, f.program[n.type], n.constructor);
  case NameInSight::Definition: return f.program[n.global].failed ? "" : print_scheme(f, n.global);
  case NameInSight::Type: break;
  }
  const TypeDecl& type = f.program[n.type];
  return type.alias ? "a type" : "a type of " + count(type.constructors.size(), "constructor");
}

void Completer::add_name(const NameInSight& n) {
  const std::string doc = n.kind == NameInSight::Builtin ? std::string(builtin(n.builtin).doc) : "";
  add(std::string(n.name), describe_name(f_, n), kind_of(f_, n), doc);
}

/// Adds the definitions of modules by their qualified names, beginning with the definition that was made last.
void Completer::add_members() {
  const auto& all = f_.program.globals;
  for (size_t k = all.size(); k-- > 1;) {
    const std::string name = all[k].module + "." + std::string(f_.symbols.text(all[k].name));
    if (all[k].module.empty() || !fits(name) || seen_.contains(name)) continue;
    NameInSight member;
    member.kind = NameInSight::Definition, member.name = name,
    member.global = GlobalId{static_cast<uint32_t>(k)};
    add_name(member);
  }
}

} // namespace nova

// The names that a session knows, to complete what is typed.
#pragma once
#include "frontend/infer/check.hpp"
#include "frontend/state/frontend.hpp"
#include <string>
#include <unordered_set>
#include <vector>

namespace nova {

/// What a name is; numbered as the language server protocol does.
enum class CompletionKind : uint8_t {
  Function = 3,
  Constructor = 4,
  Field = 5,
  Variable = 6,
  Module = 9,
  Keyword = 14,
  Constant = 21,
  Type = 22
};

struct Completion {
  std::string label, detail, documentation; ///< detail: its type
  CompletionKind kind = CompletionKind::Function;
};

/// What is said beside a name: its type, or what it is. May check definitions of the prelude: on a big stack.
std::string describe_name(Frontend& f, const NameInSight& n);

CompletionKind kind_of(const Frontend& f, const NameInSight& n);

/// Gathers names that begin with a prefix, each once: what is added first hides the others.
class Completer {
 public:
  Completer(Frontend& f, std::string prefix) : f_(f), prefix_(std::move(prefix)) {}
  bool fits(std::string_view name) const { return name.starts_with(prefix_); }
  void add(std::string name, std::string detail, CompletionKind kind, std::string documentation = {});
  /// Definitions, types with their constructors, built-ins, forms and macros. May check definitions of the
  /// prelude: on a big stack.
  void add_names();
  std::vector<Completion> take() { return std::move(found_); }

 private:
  Frontend& f_;
  std::string prefix_;
  std::vector<Completion> found_;
  std::unordered_set<std::string> seen_;

  void add_name(const NameInSight& n);
  void add_members();
};

} // namespace nova

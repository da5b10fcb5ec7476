// Completion items for the names of a session, with their kinds and descriptions.
#pragma once
#include "frontend/infer/check.hpp"
#include "frontend/state/frontend.hpp"
#include <string>
#include <unordered_set>
#include <vector>

namespace nova {

/// The kind of a name, numbered as in the language server protocol.
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
  std::string label, detail, documentation; ///< detail: the name's type or kind
  CompletionKind kind = CompletionKind::Function;
};

/// Returns the text shown beside a name: its type, or its kind. It may infer types of prelude definitions, and so
/// must be called in run_on_big_stack.
std::string describe_name(Frontend& f, const NameInSight& n);

CompletionKind kind_of(const Frontend& f, const NameInSight& n);

/// Collects the names that begin with a prefix. Of several additions with the same name, the first counts.
class Completer {
 public:
  Completer(Frontend& f, std::string prefix) : f_(f), prefix_(std::move(prefix)) {}
  bool fits(std::string_view name) const { return name.starts_with(prefix_); }
  void add(std::string name, std::string detail, CompletionKind kind, std::string documentation = {});
  /// Adds definitions, types, constructors, built-ins, forms and macros. It may infer types of prelude
  /// definitions, and so must be called in run_on_big_stack.
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

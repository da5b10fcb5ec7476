// The names in a document and what each of them means: the basis of references, renaming, colours and calls.
#pragma once
#include "frontend/source/source.hpp"
#include <cstdint>
#include <string>

namespace nova::lsp {

enum class NameKind : uint8_t {
  Unknown,
  Variable,
  Function,
  Constant,
  Constructor,
  Type,
  TypeVariable,
  Macro,
  Form,
  Builtin
};

/// A name in a document. Of `module.f` and of `x.field` it is the part that has a definition: f, and x.
struct Name {
  uint32_t begin = 0, end = 0; ///< byte offsets
  std::string text;
  NameKind kind = NameKind::Unknown;
  Span definition{};    ///< the name where it is defined; file 0: nowhere, as a built-in
  bool defines = false; ///< whether it is that name itself
};

/// Whether both names mean the same definition, built-in or form.
bool mean_the_same(const Name& a, const Name& b);

} // namespace nova::lsp

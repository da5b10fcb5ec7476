// Built-ins: one row each, in frontend/builtins/*.def. From the row come the type rule, the interpreter's case, `:doc`,
// the reference page and the example's test; the scalar body stands once in runtime/scalar/scalar_ops.h.
//
//   NOVA_BUILTIN(Add, add, "+", Scalar, "Num 'a => 'a -> 'a -> 'a", "cost", "what it does", "(+ 1 2)", "3")
//
// The function is nv_add_i64, nv_add_f32 .. of a Scalar row; arrays::reverse of interp/arrays, and lower_reverse of
// jit/lower/arrays, of another row that is named so.
//
// Kind says what gives the meaning: Scalar (numbers to a number; scalar_ops), Array (a loop in interp/), Effect (does
// IO), Special (the type rule is written by hand in frontend/infer/builtins.cpp; the scheme then documents it).
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace nova {

enum class BuiltinId : uint16_t {
#define NOVA_BUILTIN(id, ...) id,
#include "frontend/builtins/arrays.def"
#include "frontend/builtins/effects.def"
#include "frontend/builtins/scalars.def"
#undef NOVA_BUILTIN
  Count_
};

enum class BuiltinKind : uint8_t { Scalar, Array, Effect, Special };

struct BuiltinRow {
  BuiltinId id;
  std::string_view function; ///< its name in runtime/scalar, or in interp/arrays and jit/lower/arrays
  std::string_view spelling;
  BuiltinKind kind;
  std::string_view scheme; ///< read by the type reader: classes before =>, `'a` variables
  std::string_view cost, doc, example, result;
  uint8_t arity; ///< arrows of the scheme's spine; Special rows: the least number of arguments
};

const BuiltinRow& builtin(BuiltinId id);
std::optional<BuiltinId> find_builtin(std::string_view spelling);
std::span<const BuiltinRow> all_builtins();

} // namespace nova

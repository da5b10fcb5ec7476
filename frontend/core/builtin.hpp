// Built-ins: each has one row, in frontend/builtins/*.def. The type rule, the interpreter's case, `:doc`, the
// reference page and the example's test are made from it. A scalar built-in's body stands once, in
// runtime/scalar/scalar_ops.h.
//
//   NOVA_BUILTIN(Add, add, "+", Scalar, "Num 'a => 'a -> 'a -> 'a", "cost", "what it does", "(+ 1 2)", "3")
//
// The second item names the functions that implement the built-in. For `add` of a Scalar row they are nv_add_i64,
// nv_add_f32 and so on. For `reverse` of another row they are arrays::reverse in interp/arrays, and lower_reverse in
// jit/lower/arrays.
//
// The kind says where the meaning is defined. Scalar: a function of numbers to a number, in scalar_ops. Array: a
// loop in interp/. Effect: it does IO. Special: the type rule is written by hand in frontend/infer/builtins.cpp, and
// the scheme only documents it.
#pragma once
#include "runtime/element.hpp"
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
  std::string_view function; ///< base name of the functions that implement it (see above)
  std::string_view spelling;
  BuiltinKind kind;
  std::string_view scheme; ///< its type as text: classes before =>, variables as `'a`
  std::string_view cost, doc, example, result;
  uint8_t arity; ///< number of the scheme's top-level arrows; one less for Reduce, whose start is optional
};

/// What a call of a built-in of two operands means with more than two (language.md, section 9). Fold: the left fold,
/// (- (- a b) c). Chain: whether it holds of each two neighbours, (< a b) and (< b c). None: an error.
enum class Several : uint8_t { None, Fold, Chain };

/// What stands around an array in the windows of `stencil-with`: the constructors of the prelude's type Border, in their
/// order.
enum class Border : uint8_t { Edge, Wrap, Mirror, Constant, Interior };

const BuiltinRow& builtin(BuiltinId id);
Several several(BuiltinId id);
/// Returns the conversion to a number type, such as `to_int32`.
BuiltinId conversion_to(Element number);
std::optional<BuiltinId> find_builtin(std::string_view spelling);
std::span<const BuiltinRow> all_builtins();

} // namespace nova

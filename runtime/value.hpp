// Value: the result of an expression, in 16 bytes. Numbers are stored inside; tuples, constructor cells, vectors and
// functions are reference-counted pointers to immutable objects. A value does not store its full type (typed Core
// does); its tag suffices to copy, compare and free it.
//
// A Cell is a heap block with a fixed number of Values: a tuple's items, a constructor's fields or a function's
// captured variables.
#pragma once
#include "runtime/element.hpp"
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

namespace nova {

class Array;

/// The first tags are the element types, in the same order as in Element.
enum class Tag : uint8_t {
  I64,
  I32,
  I16,
  I8,
  U64,
  U32,
  U16,
  U8,
  F32,
  F64,
  Bool,
  Char,
  F16,
  BF16,
  Unit,
  Tuple,
  Sum,
  Vector,
  Function
};

/// The header of a heap object, which is shared by reference counting.
struct Object {
  uint32_t references = 1;
  Tag tag;                 ///< how to free it: Tuple, Sum and Function are Cells, Vector holds an Array
  uint32_t count : 24 = 0; ///< number of values of a Cell; they follow this header (or a Function's code)
  explicit Object(Tag t) : tag(t) {}
};
static_assert(sizeof(Object) == 8);

class Value {
 public:
  Value() : tag_(Tag::Unit), i_(0) {}
  Value(const Value& o) : tag_(o.tag_), aux_(o.aux_), i_(o.i_) {
    if (is_object()) ++o_->references;
  }
  Value(Value&& o) noexcept : tag_(o.tag_), aux_(o.aux_), i_(o.i_) { o.tag_ = Tag::Unit; }
  Value& operator=(const Value& o) {
    Value copy(o);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& o) noexcept {
    swap(o);
    return *this;
  }
  ~Value() {
    if (is_object() && --o_->references == 0) destroy(o_);
  }
  void swap(Value& o) noexcept { std::swap(tag_, o.tag_), std::swap(aux_, o.aux_), std::swap(i_, o.i_); }

  /// Makes a value of type e from v. If e is an integer type, v wraps to its width. Integers, bools and chars are
  /// stored sign- or zero-extended in 64 bits.
  static Value integer(Element e, int64_t v);
  static Value of(int64_t v) { return Value(Tag::I64, v); }
  static Value of(bool v) { return Value(Tag::Bool, int64_t{v}); }
  static Value of_char(uint8_t v) { return Value(Tag::Char, int64_t{v}); }
  static Value of(double v) {
    Value r(Tag::F64, 0);
    return r.d_ = v, r;
  }
  static Value of(float v) {
    Value r(Tag::F32, 0);
    return r.f_ = v, r;
  }
  static Value unit() { return Value(); }
  static Value tuple(std::span<Value> items);                           ///< moves from `items`, at least 2
  static Value sum(uint32_t constructor, std::span<Value> fields = {}); ///< moves from `fields`
  static Value vector(Array a);
  /// Makes a function value. `code` is opaque here: only the interpreter reads what it points to.
  static Value function(const void* code, std::span<Value> captured);

  Tag tag() const { return tag_; }
  bool is_object() const { return tag_ >= Tag::Tuple && o_ != nullptr; }
  Element element() const { return static_cast<Element>(tag_); } ///< only for a number, bool, char or unit
  int64_t as_int() const { return i_; }
  bool as_bool() const { return i_ != 0; }
  uint8_t as_char() const { return static_cast<uint8_t>(i_); }
  double as_double() const { return d_; }
  float as_float() const { return f_; }
  uint32_t constructor() const { return aux_; }
  /// bits() returns the 64 bits in which a primitive is stored (a float in the low half). from_bits makes the
  /// primitive with these bits.
  uint64_t bits() const { return static_cast<uint64_t>(i_); }
  static Value from_bits(Tag primitive, uint64_t bits) {
    return Value(primitive, static_cast<int64_t>(bits));
  }
  /// Returns a tuple's items, a constructor's fields or a function's captured values. Other values have none.
  std::span<const Value> items() const;
  const Array& array() const;
  const void* code() const;
  /// Whether this value is the only reference to its heap object, which may then be updated in place.
  bool unique() const { return is_object() && o_->references == 1; }
  const Object* object() const { return is_object() ? o_ : nullptr; }

 private:
  friend struct Cells;
  Value(Tag t, int64_t i) : tag_(t), i_(i) {}
  static void destroy(Object* o) noexcept; // frees deep structures in a loop, never by recursion
  Tag tag_;
  uint32_t aux_ = 0;
  union {
    int64_t i_;
    double d_;
    float f_;
    Object* o_;
  };
};
static_assert(sizeof(Value) == 16);

inline std::span<const Value> Value::items() const {
  if (!is_object()) return {};
  const size_t header = o_->tag == Tag::Function ? 16 : 8;
  return {reinterpret_cast<const Value*>(reinterpret_cast<const char*>(o_) + header), o_->count};
}

/// Whether a and b are structurally equal, as `=` defines it (NaN differs from itself, -0.0 equals 0.0). Fails with
/// E0414 if it has to compare functions. Deep values are traversed with an explicit stack, without recursion.
bool equal(const Value& a, const Value& b);
/// Compares a and b in the order of `sort` (language.md section 2). Returns a number below, equal to or above 0.
/// Vectors and tuples are compared lexicographically. NaN comes last and equals itself, so the order is total.
int compare_total(const Value& a, const Value& b);
/// Whether a < b, as the operator `<` defines it. If the comparison comes to a NaN before it finds a difference, the
/// result is false.
bool less(const Value& a, const Value& b);
/// Whether a and b have the same bits, where all NaNs count as the same. The results of different tiers are compared
/// in this way.
bool same_bits(const Value& a, const Value& b);

} // namespace nova

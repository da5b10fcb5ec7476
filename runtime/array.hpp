// Array: vectors of any rank, stored by columns (architecture.md, runtime).
//
//   elements            column
//   numbers, bool, char one buffer of them (bool and char one byte each; unit has no bytes)
//   tuples              one child column per field
//   vectors             Rows: all rows' elements in one flat child column + offsets[n + 1]; elements that are
//                       vector#r, r > 1, also have their dimensions, r int64 each
//   values of a sum's only constructor, such as records
//                       one child column per field
//   other sums          a tag per element, the element's index in its constructor's child column, and one child per
//                       constructor (its fields as a tuple column, the field itself if single, unit if none)
//   functions, and sums that contain themselves
//                       Boxed: one Value per element. Types that would take more than most_columns columns are also
//                       Boxed: nested tuples can take exponentially many
//
// An Array is a view (begin, dimensions) of a shared, immutable column, so slices and rows need no copy.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/scalar/scalar_narrow.h"
#include "runtime/value.hpp"
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace nova {

enum class ColumnKind : uint8_t { Primitive, Tuple, Rows, Sum, Boxed };

/// How elements of one type are stored. Layouts are interned by `Layouts`, which owns them: equal layouts are the
/// same pointer.
struct Layout {
  ColumnKind kind = ColumnKind::Primitive;
  Element element = Element::Unit;     ///< Primitive: the type of the elements
  uint32_t rank = 1;                   ///< Rows: the rank of each element
  std::vector<const Layout*> children; ///< layouts: of Tuple's fields, Rows' element, Sum's constructors
  std::vector<uint32_t> field_counts;  ///< Sum: the number of fields of each constructor
  bool constructed = false;            ///< Tuple: whether the elements are values of a sum's only constructor
  uint64_t columns = 1;                ///< number of columns of such an array, nested ones included
};

/// Whether these may be complex numbers: values of a sum's only constructor, of two floating-point numbers of one type.
inline bool is_complex(const Layout* l) {
  return l->constructed && l->children.size() == 2 && l->children[0] == l->children[1] &&
         l->children[0]->kind == ColumnKind::Primitive && is_floating(l->children[0]->element);
}

inline constexpr uint64_t most_columns = 1 << 16;

/// Makes and owns layouts; equal ones are made once (interned).
class Layouts {
 public:
  Layouts();
  const Layout* primitive(Element e) const { return primitives_[static_cast<int>(e)]; }
  const Layout* boxed() const { return boxed_; }
  /// Returns the layout of tuples with these fields, or boxed() if it would have more than most_columns columns.
  /// `record`, `rows` and `sum` return boxed() in the same case.
  const Layout* tuple(std::vector<const Layout*> fields);
  /// Returns the layout of the values of a sum type's only constructor with these fields, of which there is one or more.
  const Layout* record(std::vector<const Layout*> fields);
  const Layout* rows(const Layout* element, uint32_t rank);
  /// Returns the layout of a sum type. `constructors` has the layout of each constructor's payload: its fields as a
  /// tuple, its only field, or unit if it has none. `field_counts` has the number of fields of each constructor.
  const Layout* sum(std::vector<const Layout*> constructors, std::vector<uint32_t> field_counts);

 private:
  const Layout* intern(Layout l);
  std::vector<std::unique_ptr<Layout>> all_;
  std::unordered_multimap<size_t, const Layout*> by_hash_;
  const Layout* primitives_[element_count];
  const Layout* boxed_;
};

struct Column;
using ColumnRef = std::shared_ptr<const Column>;

/// Stored elements of one type, as `layout` describes. The kind of the layout determines which members are used.
struct Column {
  const Layout* layout = nullptr;
  int64_t length = 0;
  /// Primitive: the elements. Rows: offsets, int64[length + 1]. Sum: tags, uint32[length].
  BufferRef data;
  /// Rows of rank > 1: dimensions, int64[length * rank]. Sum: index of each element in its constructor's child,
  /// int64[length].
  BufferRef extra;
  bool sole = false;               ///< Sum: whether no two elements share their fields; gathered elements may
  std::vector<ColumnRef> children; ///< one per child of the layout
  std::vector<Value, CountingAllocator<Value>> boxed; ///< Boxed: the elements

  template <class T> const T* as() const { return data ? data->as<T>() : nullptr; }
  const int64_t* offsets() const { return data->as<int64_t>(); }
  /// Returns the length that all rows have; none if there are no rows, rows of several lengths or of rank above 1. Looks at
  /// the rows once.
  std::optional<int64_t> common_length() const;

 private:
  static constexpr int64_t not_asked = -1, no_length = -2;
  mutable std::atomic<int64_t> common_length_ = not_asked;
};
/// Returns the length of all rows between these offsets; none if there are no rows, or rows of several lengths.
std::optional<int64_t> common_length(std::span<const int64_t> offsets);

class Array {
 public:
  /// Views the whole column as a vector.
  explicit Array(ColumnRef column);
  /// Views the elements from index `begin` on in row-major order, as many as the product of `dimensions`.
  Array(ColumnRef column, int64_t begin, std::vector<int64_t> dimensions);
  /// Views `length` elements from index `begin` on, as a vector of rank 1.
  Array(ColumnRef column, int64_t begin, int64_t length)
      : column_(std::move(column)), begin_(begin), count_(length) {}

  int64_t length() const { return rank_ == 1 ? count_ : dims_[0]; } ///< the first dimension
  int64_t count() const { return count_; }                          ///< number of elements in all dimensions
  uint32_t rank() const { return rank_; }
  int64_t dimension(uint32_t d) const { return rank_ == 1 ? count_ : dims_[d]; }
  std::vector<int64_t> dimensions() const;
  /// Returns the dimensions without a copy. The span is valid as long as the array lives and is not assigned to.
  std::span<const int64_t> shape() const { return rank_ == 1 ? std::span(&count_, 1) : std::span(dims_); }

  const Column& column() const { return *column_; }
  const ColumnRef& column_ref() const { return column_; }
  int64_t begin() const { return begin_; }
  const Layout* layout() const { return column_->layout; } ///< layout of the elements
  Element element() const { return layout()->element; }
  bool is_primitive() const { return layout()->kind == ColumnKind::Primitive; }

  /// Returns the address of the first element of a primitive array. Elements of type unit have no bytes to read.
  template <class T> const T* data() const { return column_->as<T>() + begin_; }
  template <class T> std::span<const T> elements() const { return {data<T>(), static_cast<size_t>(count_)}; }

  /// Returns element i in row-major order; the caller ensures 0 <= i < count(). A row is returned as a view.
  Value at(int64_t i) const;
  /// Returns a view of elements [b, e) of a vector (rank 1). The bounds are not checked.
  Array window(int64_t b, int64_t e) const;
  /// Returns a view of the same elements with other dimensions, whose product must be count().
  Array shaped(std::vector<int64_t> dimensions) const;
  /// Returns field f of an array of tuples, as a view with the same dimensions.
  Array field(uint32_t f) const;

 private:
  ColumnRef column_;
  int64_t begin_ = 0, count_ = 0;
  uint32_t rank_ = 1;
  std::vector<int64_t> dims_; ///< empty for rank 1
};

/// Builds one column by appending elements. Its memory is counted against the memory limit as it grows.
class ColumnBuilder {
 public:
  explicit ColumnBuilder(const Layout* layout, int64_t reserve = 0);
  ColumnBuilder(ColumnBuilder&&) noexcept;
  ~ColumnBuilder();
  const Layout* layout() const { return layout_; }
  int64_t length() const { return length_; }
  void push(const Value& v);
  /// Appends elements [b, e) of an array of the same layout, column by column, without a Value for each element.
  void append(const Array& from, int64_t b, int64_t e);
  void push_from(const Array& from, int64_t i) { append(from, i, i + 1); }
  ColumnRef finish();

 private:
  const Layout* layout_;
  int64_t length_ = 0;
  struct State;
  std::unique_ptr<State> state_;
};

/// A primitive column that the caller fills in place: write the elements through `as`, then call `finish`.
class PrimitiveFill {
 public:
  PrimitiveFill(const Layout* primitive, int64_t length, Buffer::Contents contents = Buffer::Contents::Any);
  template <class T> T* as() { return buffer_ ? buffer_->as<T>() : nullptr; }
  ColumnRef finish();

 private:
  const Layout* layout_;
  int64_t length_;
  BufferRef buffer_;
};

/// Returns a column of tuples: element k has the elements k of all `fields`, which have the same length.
ColumnRef zip_columns(const Layout* tuple, std::vector<ColumnRef> fields);
/// Returns a column of rows: row k has the elements [offsets[k], offsets[k + 1]) of `flat`. `offsets` has one int64
/// more than there are rows; it begins with 0 and never falls. If the rank of the rows is above 1, `dims` has the
/// dimensions of each row, else it is null.
ColumnRef rows_column(const Layout* rows, ColumnRef flat, BufferRef offsets, BufferRef dims = nullptr);
/// A callback that a long copy calls after every 65,536 elements. The callback may throw, which ends the copy.
using Poll = std::function<void()>;
/// Returns the column y with y[k] = a[indices[k]]. The caller has checked the indices.
ColumnRef gather_column(const Array& a, std::span<const int64_t> indices, const Poll& poll = {});
/// Appends elements [b, e) of `from` to `out` in blocks of 65,536, and calls `poll` after each block.
void append_in_blocks(ColumnBuilder& out, const Array& from, int64_t b, int64_t e, const Poll& poll);
/// Returns an array of the elements of a, then those of b. Both have rank 1 and the same layout. If one of them is
/// empty, returns the other without a copy.
Array concat(const Array& a, const Array& b, const Poll& poll = {});
/// Returns one vector of the elements of all rows, if the elements of the array `rows` are vectors. Else returns all
/// elements of the array, of whatever rank, as one vector. The result is a view, not a copy.
Array flatten(const Array& rows);
/// Whether the rows in a column of `a`, to which the indices of children in `path` lead from the array's own column, all have
/// one length: `length`, or any if there is none. True if there are no rows, unless a length is given. With `from_start`, the
/// first row must also begin where the column of its elements begins.
bool has_even_rows(const Array& a, std::span<const uint32_t> path, std::optional<int64_t> length,
                   bool from_start = false);
Array empty_array(const Layout* element);
/// text_array returns a vector of chars with these bytes. array_text returns the bytes of a vector of chars as a
/// string.
Array text_array(Layouts& layouts, std::string_view bytes);
std::string array_text(const Array& chars);
/// Whether the C++ type stores halves or bfloat16s.
template <class T> constexpr bool is_narrow_type = std::is_same_v<T, nv_f16> || std::is_same_v<T, nv_bf16>;
/// Calls f(x) and returns its result. x is 0 in the C++ type of an element type that the tiers compute with: int64_t ..
/// double, and uint8_t for bool, char and unit.
template <class F> decltype(auto) with_computed_element(Element e, F&& f) {
  switch (e) {
  case Element::I64: return f(int64_t{});
  case Element::I32: return f(int32_t{});
  case Element::I16: return f(int16_t{});
  case Element::I8: return f(int8_t{});
  case Element::U64: return f(uint64_t{});
  case Element::U32: return f(uint32_t{});
  case Element::U16: return f(uint16_t{});
  case Element::F32: return f(float{});
  case Element::F64: return f(double{});
  default: return f(uint8_t{});
  }
}
/// Calls f(x) and returns its result. x is 0 in the C++ type that stores elements of type e: int64_t .. double, and
/// uint8_t for bool, char and unit, nv_f16 and nv_bf16 (scalar_narrow.h).
template <class F> decltype(auto) with_element(Element e, F&& f) {
  if (e == Element::F16) return f(nv_f16{});
  if (e == Element::BF16) return f(nv_bf16{});
  return with_computed_element(e, std::forward<F>(f));
}
/// Returns how many bytes the columns of an array take in memory. A column or buffer that is used several times
/// counts once.
uint64_t footprint(const Array& a);

} // namespace nova

// Array: vectors of any rank, stored by columns (architecture.md, runtime).
//
//   elements            column
//   numbers, bool, char one buffer of them (bool and char one byte each; unit has no bytes)
//   tuples              one child column per field
//   vectors             Rows: all rows' elements in one flat child column + offsets[n + 1]; elements that are
//                       vector#r, r > 1, also have their dimensions, r int64 each
//   sums                a tag per element, the element's place in its constructor's child column, and one child per
//                       constructor (its fields as a tuple column, the field itself if single, unit if none)
//   functions, and sums that contain themselves
//                       Boxed: one Value each; so is what would take more than most_columns (tuples of tuples of
//                       tuples are exponentially many)
//
// An Array is a window (begin, dimensions) on a shared, immutable column: slices and rows cost nothing.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/value.hpp"
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace nova {

enum class ColumnKind : uint8_t { Primitive, Tuple, Rows, Sum, Boxed };

/// How elements of one type are stored; made from a concrete type by the frontend, interned, lives as long as the
/// session. Equal layouts are the same pointer.
struct Layout {
  ColumnKind kind = ColumnKind::Primitive;
  Element element = Element::Unit;     ///< Primitive
  uint32_t rank = 1;                   ///< Rows: the rank of each element
  std::vector<const Layout*> children; ///< Tuple: fields; Rows: one; Sum: one per constructor
  std::vector<uint32_t> field_counts;  ///< Sum: how many fields each constructor has
  uint64_t columns = 1;                ///< how many columns an array of it has, those in columns counted
};

inline constexpr uint64_t most_columns = 1 << 16;

/// Interns layouts.
class Layouts {
 public:
  Layouts();
  const Layout* primitive(Element e) const { return primitives_[static_cast<int>(e)]; }
  const Layout* boxed() const { return boxed_; }
  /// Boxed where the fields have too many columns.
  const Layout* tuple(std::vector<const Layout*> fields);
  const Layout* rows(const Layout* element, uint32_t rank);
  /// The same.
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

struct Column {
  const Layout* layout = nullptr;
  int64_t length = 0;
  BufferRef data;  ///< Primitive: the elements; Rows: offsets, int64[length + 1]; Sum: tags, uint32
  BufferRef extra; ///< Rows of rank > 1: dimensions, int64[length * rank]; Sum: places, int64[length]
  std::vector<ColumnRef> children;                    ///< as the layout's
  std::vector<Value, CountingAllocator<Value>> boxed; ///< Boxed

  template <class T> const T* as() const { return data ? data->as<T>() : nullptr; }
  const int64_t* offsets() const { return data->as<int64_t>(); }
};

class Array {
 public:
  /// The whole column as a vector.
  explicit Array(ColumnRef column);
  /// A window of it, row-major; the product of the dimensions elements from `begin`.
  Array(ColumnRef column, int64_t begin, std::vector<int64_t> dimensions);
  /// A window of rank 1.
  Array(ColumnRef column, int64_t begin, int64_t length)
      : column_(std::move(column)), begin_(begin), count_(length) {}

  int64_t length() const { return rank_ == 1 ? count_ : dims_[0]; } ///< rows: what `length` gives
  int64_t count() const { return count_; }                          ///< elements in all dimensions
  uint32_t rank() const { return rank_; }
  int64_t dimension(uint32_t d) const { return rank_ == 1 ? count_ : dims_[d]; }
  std::vector<int64_t> dimensions() const;
  /// The same, seen in place: as long as the array lives and is not changed.
  std::span<const int64_t> shape() const { return rank_ == 1 ? std::span(&count_, 1) : std::span(dims_); }

  const Column& column() const { return *column_; }
  const ColumnRef& column_ref() const { return column_; }
  int64_t begin() const { return begin_; }
  const Layout* layout() const { return column_->layout; } ///< of the elements
  Element element() const { return layout()->element; }
  bool is_primitive() const { return layout()->kind == ColumnKind::Primitive; }

  /// The elements of a primitive array (null for unit).
  template <class T> const T* data() const { return column_->as<T>() + begin_; }
  template <class T> std::span<const T> elements() const { return {data<T>(), static_cast<size_t>(count_)}; }

  /// Element i of the flat order, 0 <= i < count(), unchecked. A row is a window, not a copy.
  Value at(int64_t i) const;
  /// Elements [b, e) of a vector (rank 1), unchecked: a window.
  Array window(int64_t b, int64_t e) const;
  /// The same elements under other dimensions (their product must be count()).
  Array shaped(std::vector<int64_t> dimensions) const;
  /// Field f of an array of tuples, as an array of the same dimensions: a window.
  Array field(uint32_t f) const;

 private:
  ColumnRef column_;
  int64_t begin_ = 0, count_ = 0;
  uint32_t rank_ = 1;
  std::vector<int64_t> dims_; ///< empty for rank 1
};

/// Builds one column by appending elements. Memory is charged as it grows.
class ColumnBuilder {
 public:
  explicit ColumnBuilder(const Layout* layout, int64_t reserve = 0);
  ColumnBuilder(ColumnBuilder&&) noexcept;
  ~ColumnBuilder();
  const Layout* layout() const { return layout_; }
  int64_t length() const { return length_; }
  void push(const Value& v);
  /// Appends elements [b, e) of an array of the same layout, column by column (no boxing).
  void append(const Array& from, int64_t b, int64_t e);
  void push_from(const Array& from, int64_t i) { append(from, i, i + 1); }
  ColumnRef finish();

 private:
  const Layout* layout_;
  int64_t length_ = 0;
  struct State;
  std::unique_ptr<State> state_;
};

/// A primitive column to be filled in place: write through `as`, then `finish`.
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

/// A column of tuples from its fields' columns (all of one length).
ColumnRef zip_columns(const Layout* tuple, std::vector<ColumnRef> fields);
/// A column of rows from a flat column and offsets (length + 1, rising, first 0); `dims` for rank > 1.
ColumnRef rows_column(const Layout* rows, ColumnRef flat, BufferRef offsets, BufferRef dims = nullptr);
/// What long copies call every 65,536 elements; it may throw.
using Poll = std::function<void()>;
/// y[k] = a[indices[k]], indices checked by the caller.
ColumnRef gather_column(const Array& a, std::span<const int64_t> indices, const Poll& poll = {});
/// Appends elements [b, e) block by block.
void append_in_blocks(ColumnBuilder& out, const Array& from, int64_t b, int64_t e, const Poll& poll);
/// a then b (rank 1, same layout).
Array concat(const Array& a, const Array& b, const Poll& poll = {});
/// All rows' elements of an array of rows, as one vector (a window where the rows lie side by side).
Array flatten(const Array& rows);
Array empty_array(const Layout* element);
/// A vector of chars holding the bytes, and back.
Array text_array(Layouts& layouts, std::string_view bytes);
std::string array_text(const Array& chars);
/// Calls f with a value of the C++ type that stores a primitive element (int64_t ... double; bool and char: uint8_t).
template <class F> decltype(auto) with_element(Element e, F&& f) {
  switch (e) {
  case Element::I64: return f(int64_t{});
  case Element::I32: return f(int32_t{});
  case Element::I16: return f(int16_t{});
  case Element::I8: return f(int8_t{});
  case Element::F32: return f(float{});
  case Element::F64: return f(double{});
  default: return f(uint8_t{});
  }
}
/// Bytes of memory the array's columns hold (shared ones counted once per column).
uint64_t footprint(const Array& a);

} // namespace nova

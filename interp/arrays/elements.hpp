// Reading and writing the elements of arrays one by one, each as a Value on the C++ stack. Elements of primitive
// columns are read and written directly in the column.
#pragma once
#include "interp/machine.hpp"
#include "runtime/array.hpp"
#include <algorithm>

namespace nova::arrays {

/// Returns the C++ value inside a primitive Value.
template <class T> T unboxed(const Value& v) {
  if constexpr (std::is_same_v<T, double>)
    return v.as_double();
  else if constexpr (std::is_same_v<T, float>)
    return v.as_float();
  else
    return static_cast<T>(v.as_int());
}

/// Returns a C++ value as a primitive Value of element type e.
template <class T> Value boxed(Element e, T x) {
  if constexpr (std::is_floating_point_v<T>)
    return Value::of(x);
  else if constexpr (std::is_same_v<T, int64_t>)
    return Value::of(x);
  else
    return Value::integer(e, static_cast<int64_t>(x));
}

/// Read access to an array's elements in row-major order.
class Elements {
 public:
  explicit Elements(const Array& a) : array_(a) {
    if (!a.is_primitive() || a.element() == Element::Unit) return;
    with_element(a.element(), [&](auto t) { data_ = a.data<decltype(t)>(); });
  }
  Value operator[](int64_t i) const {
    if (!data_) return array_.at(i);
    const Element e = array_.element();
    return with_element(e, [&](auto t) { return boxed(e, static_cast<const decltype(t)*>(data_)[i]); });
  }
  int64_t count() const { return array_.count(); }

 private:
  Array array_;
  const void* data_ = nullptr;
};

/// Builds a column whose length is known beforehand: `push` appends its elements from left to right. The column's
/// memory is counted against the memory limit at construction. Only the elements of rows and the fields of
/// constructors are counted later, as they are appended.
class Results {
 public:
  Results(const Layout* layout, int64_t length) {
    if (layout->kind == ColumnKind::Primitive)
      fill_.emplace(layout, length), element_ = layout->element;
    else
      builder_.emplace(layout, length);
    if (fill_ && element_ != Element::Unit) data_ = fill_->as<char>();
  }
  void push(const Value& v) {
    if (builder_) return builder_->push(v);
    if (data_)
      with_element(element_,
                   [&](auto t) { static_cast<decltype(t)*>(data_)[at_++] = unboxed<decltype(t)>(v); });
  }
  ColumnRef finish() { return builder_ ? builder_->finish() : fill_->finish(); }

 private:
  std::optional<ColumnBuilder> builder_;
  std::optional<PrimitiveFill> fill_;
  Element element_ = Element::Unit;
  void* data_ = nullptr;
  int64_t at_ = 0;
};

/// Returns the dimensions that an int or a tuple of ints gives. Fails with E0403, whose message names `builtin`, if one
/// is negative.
std::vector<int64_t> dimensions(const char* builtin, const Value& dims);
/// Returns the number of elements of an array of these dimensions. Fails with E0601 if they take too much memory.
int64_t checked_count(std::span<const int64_t> dims, const Layout* element);

/// Polls the machine for Ctrl-C and deadlines about every 1,024 elements of a loop. The loop calls operator() in each
/// iteration, with the number of elements that this iteration has processed. `all` is the number of elements that the
/// whole loop processes, or 0 if it is unknown.
class Polling {
 public:
  explicit Polling(Machine& machine, int64_t all = 0) : machine_(machine), loop_(machine, all) {}
  void operator()(int64_t elements = 1) {
    if ((loop_.done += elements) - polled_ >= 1024)
      machine_.poll(loop_.done - std::exchange(polled_, loop_.done));
  }

 private:
  Machine& machine_;
  Loop loop_;
  int64_t polled_ = 0;
};

/// Returns n * times, the number of iterations of a nested loop, as Polling takes it: 0 (unknown) if the product
/// overflows.
inline int64_t rounds(int64_t n, int64_t times) {
  int64_t all;
  return __builtin_mul_overflow(n, times, &all) ? 0 : all;
}

/// Calls f(b, e) for consecutive blocks [b, e) of [0, n), and polls after each.
template <class F> void in_blocks(Machine& m, int64_t n, F f) {
  constexpr int64_t block = 4096;
  Polling poll(m, n);
  for (int64_t b = 0; b < n; b += block) {
    const int64_t e = std::min(n, b + block);
    f(b, e);
    poll(e - b);
  }
}

/// A buffer of n int64, such as indices or offsets. Its memory is counted against the limit.
class Indices {
 public:
  explicit Indices(int64_t n)
      : buffer_(std::make_shared<Buffer>(checked_bytes(uint64_t(n), sizeof(int64_t)))), n_(n) {}
  int64_t& operator[](int64_t k) { return buffer_->as<int64_t>()[k]; }
  int64_t operator[](int64_t k) const { return std::as_const(*buffer_).as<int64_t>()[k]; }
  int64_t* begin() { return buffer_->as<int64_t>(); }
  int64_t* end() { return begin() + n_; }
  std::span<const int64_t> span() const { return {std::as_const(*buffer_).as<int64_t>(), size_t(n_)}; }
  BufferRef buffer() const { return buffer_; }

 private:
  BufferRef buffer_;
  int64_t n_;
};

/// Appends elements [b, e) of the array a to `out` in blocks, and polls after each block.
inline void append(Machine& m, ColumnBuilder& out, const Array& a, int64_t b, int64_t e) {
  append_in_blocks(out, a, b, e, [&] { m.poll(65536); });
}

/// Returns a column that has exactly the elements of a. If a is a view of a part of its column, they are copied.
inline ColumnRef whole_column(Machine& m, const Array& a) {
  if (a.begin() == 0 && a.count() == a.column().length) return a.column_ref();
  ColumnBuilder out(a.layout(), a.count());
  append(m, out, a, 0, a.count());
  return out.finish();
}

/// Returns the column y with y[k] = a[indices[k]].
inline ColumnRef gathered(Machine& m, const Array& a, std::span<const int64_t> indices) {
  return gather_column(a, indices, [&] { m.poll(65536); });
}

/// Returns the column of n elements whose element k is a[from(k)].
template <class From> ColumnRef gathered(Machine& m, const Array& a, int64_t n, From from) {
  Indices indices(n);
  in_blocks(m, n, [&](int64_t b, int64_t e) {
    for (int64_t k = b; k < e; ++k) indices[k] = from(k);
  });
  return gathered(m, a, indices.span());
}

inline Value vector_of(ColumnRef column) { return Value::vector(Array(std::move(column))); }
inline Value shaped_like(const Array& a, ColumnRef column) {
  return Value::vector(Array(std::move(column), 0, a.dimensions()));
}

/// Returns the layout by which the elements of a vector type are stored.
inline const Layout* element_layout(Machine& m, TypeId vector) {
  return m.layout(m.frontend.types.element_of(vector));
}

/// Returns a view of the bytes of a vector of chars, without a copy.
inline std::string_view array_view(const Array& chars) {
  return {reinterpret_cast<const char*>(chars.data<uint8_t>()), static_cast<size_t>(chars.count())};
}

inline std::string text_of(int64_t n) { return std::to_string(n); }
/// Returns the dimensions of a as text: "(2, 3)", or "6" if its rank is 1.
std::string shape_text(const Array& a);

/// An unsigned index above 2^63 - 1 comes here as that number (frontend/monomorphise/arguments.cpp).
inline std::string index_text(int64_t i) { return text_of(i) + (i == INT64_MAX ? " or more" : ""); }

/// Fails with E0402 unless 0 <= i < length.
inline void check_index(int64_t i, int64_t length) {
  if (static_cast<uint64_t>(i) >= static_cast<uint64_t>(length))
    fail("E0402", {index_text(i), text_of(length)});
}
/// Fails with E0402 unless 0 <= i < length. The message says that i is element k of a vector of indices.
inline void check_index(int64_t i, int64_t length, int64_t k) {
  if (static_cast<uint64_t>(i) >= static_cast<uint64_t>(length))
    fail("E0402", {index_text(i) + ", element " + text_of(k) + " of the indices,", text_of(length)});
}

} // namespace nova::arrays

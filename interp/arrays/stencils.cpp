// stencil and stencil-with: map a function over the windows around all elements. A border says what stands in a window
// outside of the array (language.md, section 9; meta-repa 4.2).
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/lengths.hpp"
#include <algorithm>

namespace nova::arrays {

namespace {

/// An array with what stands around it.
struct Bordered {
  Array array; ///< the array's elements in row-major order; then the constant, if the border is one
  Border border;
  std::vector<int64_t> dims; ///< of the array

  Bordered(Machine& m, const Array& x, const Value& border)
      : array(x), border(static_cast<Border>(border.constructor())), dims(x.dimensions()) {
    if (this->border != Border::Constant) return;
    ColumnBuilder one(x.layout(), 1);
    one.push(border.items()[0]);
    array = nova::concat(x.shaped({x.count()}), Array(one.finish()), [&] { m.poll(65536); });
  }

  /// Returns the coordinate in 0 .. n - 1 for which coordinate i of dimension d stands; -1 for the constant.
  int64_t coordinate(size_t d, int64_t i) const {
    const int64_t n = dims[d];
    if (i >= 0 && i < n) return i;
    if (border == Border::Constant) return -1;
    if (border != Border::Wrap && border != Border::Mirror) return std::clamp<int64_t>(i, 0, n - 1);
    const int64_t period = border == Border::Wrap ? n : std::max<int64_t>(1, 2 * n - 2);
    const int64_t at = i % period + (i % period < 0 ? period : 0);
    return at < n ? at : period - at;
  }
  /// Returns how many windows of this size there are along dimension d.
  int64_t windows(size_t d, int64_t size) const {
    return border == Border::Interior ? std::max<int64_t>(0, dims[d] - size + 1) : dims[d];
  }
  /// Returns how far the first window of this size reaches in front of the array.
  int64_t margin(int64_t size) const { return border == Border::Interior ? 0 : size / 2; }
};

int64_t window_size(const Value& v) {
  if (v.as_int() < 1 || v.as_int() % 2 == 0) fail("E0412", {text_of(v.as_int())});
  return v.as_int();
}

/// The arguments of a stencil without its border.
struct Call {
  const Core& node;
  Args args; ///< the built-in's
  size_t at; ///< the place of the window's size among them; f and the array follow
  const Value& size() const { return args[at]; }
  const Value& f() const { return args[at + 1]; }
};

/// Returns x, which is not empty, with what stands around it in windows of this size.
Array padded(Machine& m, const Bordered& x, int64_t size) {
  const int64_t margin = x.margin(size), n = x.dims[0];
  if (margin == 0) return x.array;
  checked_bytes(static_cast<uint64_t>(n) + 2 * static_cast<uint64_t>(margin), sizeof(int64_t));
  return Array(gathered(m, x.array, n + 2 * margin, [&](int64_t k) {
    const int64_t at = x.coordinate(0, k - margin);
    return at < 0 ? n : at;
  }));
}

Value stencil_line(Machine& m, const Call& c, const Bordered& x) {
  const int64_t size = window_size(c.size()), n = x.windows(0, size);
  Results out(element_layout(m, c.node.type), n);
  if (n == 0) return vector_of(out.finish());
  const Array around = padded(m, x, size);
  int64_t k = 0;
  Caller call(m, c.f(), 1);
  call.follows({c.node, c.args, c.at + 2, 1, k});
  Polling poll(m, n);
  for (; k < n; ++k, poll()) out.push(call(Value::vector(around.window(k, k + size))));
  return vector_of(out.finish());
}

/// Computes the indices of the elements in one window after the other, in row-major order.
class WindowPositions {
 public:
  WindowPositions(const Bordered& x, std::vector<int64_t> sizes) : x_(x), sizes_(std::move(sizes)) {
    for (size_t d = 0; d < sizes_.size(); ++d) windows_.push_back(x.windows(d, sizes_[d]));
  }

  /// The dimensions of the array of all windows.
  const std::vector<int64_t>& windows() const { return windows_; }

  /// Stores in `from` the indices of the elements in window k.
  void of(int64_t k, Indices& from) {
    first_ = coordinates(k, windows_);
    for (size_t d = 0; d < first_.size(); ++d) first_[d] -= x_.margin(sizes_[d]);
    int64_t next = 0;
    fill(0, 0, next, from);
  }

 private:
  /// Returns the coordinates of element k in an array of dimensions `dims`.
  static std::vector<int64_t> coordinates(int64_t k, std::span<const int64_t> dims) {
    std::vector<int64_t> at(dims.size());
    for (size_t d = dims.size(); d-- > 0; k /= dims[d]) at[d] = k % dims[d];
    return at;
  }

  /// Stores in `from`, from index `next` on, the indices of the window's elements that have the same coordinates in
  /// the dimensions before d. `place` is the row-major index of these coordinates, or -1 outside of an array that a
  /// constant surrounds. Advances `next`.
  void fill(size_t d, int64_t place, int64_t& next, Indices& from) const {
    for (int64_t q = 0; q < sizes_[d]; ++q) {
      const int64_t i = x_.coordinate(d, first_[d] + q),
                    here = place < 0 || i < 0 ? -1 : place * x_.dims[d] + i;
      if (d + 1 < sizes_.size())
        fill(d + 1, here, next, from);
      else
        from[next++] = here < 0 ? x_.array.count() - 1 : here; // the constant is the last element
    }
  }

  const Bordered& x_;
  std::vector<int64_t> sizes_, windows_, first_;
};

/// Returns the sizes of a window of several dimensions, given as a tuple, and the number of its elements. Fails with
/// E0412 if a size is even or less than 1.
std::pair<std::vector<int64_t>, int64_t> window_sizes(const Value& v) {
  std::vector<int64_t> sizes;
  for (const Value& size : v.items()) sizes.push_back(window_size(size));
  int64_t count = 1;
  for (const int64_t size : sizes) count = checked_product(count, size, sizeof(int64_t));
  return {std::move(sizes), count};
}

Value stencil_grid(Machine& m, const Call& c, const Bordered& x) {
  const auto [sizes, size] = window_sizes(c.size());
  WindowPositions positions(x, sizes);
  const std::span<const int64_t> windows = positions.windows();
  const bool none = std::ranges::count(windows, 0) > 0; // other dimensions may then have any length
  int64_t n = none ? 0 : 1;
  for (const int64_t d : none ? std::span<const int64_t>() : windows) n *= d;
  Results out(element_layout(m, c.node.type), n);
  Indices from(size);
  int64_t k = 0;
  Caller call(m, c.f(), 1);
  call.follows({c.node, c.args, c.at + 2, 1, k});
  Polling poll(m, rounds(n, size));
  for (; k < n; ++k, poll(size)) {
    positions.of(k, from);
    out.push(call(Value::vector(Array(gather_column(x.array, from.span()), 0, sizes))));
  }
  return Value::vector(Array(out.finish(), 0, positions.windows()));
}

Value run(Machine& m, const Call& c, const Bordered& x) {
  return c.size().tag() == Tag::Tuple ? stencil_grid(m, c, x) : stencil_line(m, c, x);
}

} // namespace

Value stencil(Machine& m, const Core& node, Args args) {
  return run(m, {node, args, 0},
             Bordered(m, args[2].array(), Value::sum(static_cast<uint32_t>(Border::Edge))));
}

Value stencil_with(Machine& m, const Core& node, Args args) {
  return run(m, {node, args, 1}, Bordered(m, args[3].array(), args[0]));
}

} // namespace nova::arrays

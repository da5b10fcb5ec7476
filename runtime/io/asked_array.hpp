// What a program asks for of a rectangular array in a file, compared with what the file holds: for `.npy` and HDF5.
#pragma once
#include "runtime/array.hpp"
#include <optional>

namespace nova {

/// The layout that the elements must have (char accepts uint8 too), or null for any, and the number of dimensions, that
/// of a text's chars included, or nothing for any number.
struct AskedArray {
  const Layout* element = nullptr;
  std::optional<uint32_t> rank{};
};

/// Returns the layout to read elements of the layout `own` as. Fails with E0507 if their type or the number of dimensions
/// is not what is asked for. `name` is the file's, for the message.
const Layout* checked_layout(const std::string& name, const Layout* own, std::span<const int64_t> shape,
                             const AskedArray& asked);
/// Fails with E0507 unless chars are asked for, with one dimension more than the file's texts have.
void check_text_type(const std::string& name, std::span<const int64_t> shape, Layouts& layouts,
                     const AskedArray& asked);
/// Makes both parts of a complex number NaN where one of them is, as in all of Nova's complex numbers.
void join_nans(const Layout* part, PrimitiveFill& real, PrimitiveFill& imaginary, int64_t count);

} // namespace nova

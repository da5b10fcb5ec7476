#include "runtime/io/hdf5/attributes.hpp"
#include "runtime/io/hdf5/protocol.hpp"
#include "runtime/io/hdf5/stored_types.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <cstring>

namespace nova::hdf5 {

namespace {

constexpr size_t most_bytes = 1 << 20, most_elements = 1 << 16; ///< of an attribute that is read
constexpr size_t shown = 5, longest_name = 256;                 ///< elements, and characters

/// The names of what links dimensions to datasets, and of what NetCDF keeps for itself.
constexpr std::string_view link_names[] = {"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST",
                                           "DIMENSION_LABELS"};

bool is_link(std::string_view name) {
  return std::ranges::count(link_names, name) || name.starts_with("_Netcdf4") || name.starts_with("_NC") ||
         name.starts_with("_nc3");
}

/// An attribute that is open.
class Attribute {
 public:
  Attribute(const Library& h, Id id) : h_(h), id_(id) {}
  Attribute(const Attribute&) = delete;
  Attribute& operator=(const Attribute&) = delete;
  ~Attribute() { h_.H5Aclose(id_); }

  std::string name() const {
    char text[longest_name];
    const auto length = h_.H5Aget_name(id_, sizeof text, text);
    return length > 0 && static_cast<size_t>(length) < sizeof text ? text : "";
  }
  /// Returns the elements as text, of many the first; "" if Nova reads none such.
  std::string text() const {
    const Id type = h_.checked(h_.H5Aget_type(id_));
    const H5Part part = part_of(h_, type);
    if (!part.unread.empty()) return "";
    const size_t count = this->count();
    std::string out;
    const std::vector<std::string> all =
        part.element ? numbers(*part.element, count) : texts(type, part.text_size, count);
    for (const std::string& one : all) out += (out.empty() ? "" : " ") + one;
    return out + (count > all.size() ? " ..." : "");
  }

 private:
  /// Returns the number of elements; 0 if there are more than are read.
  size_t count() const {
    const Id space = h_.checked(h_.H5Aget_space(id_));
    if (h_.checked(h_.H5Sget_simple_extent_type(space)) == NullSpace) return 0;
    std::vector<Size> shape(static_cast<size_t>(h_.checked(h_.H5Sget_simple_extent_ndims(space))));
    if (!shape.empty()) h_.checked(h_.H5Sget_simple_extent_dims(space, shape.data(), nullptr));
    Size count = 1;
    for (const Size d : shape)
      if (__builtin_mul_overflow(count, d, &count) || count > most_elements) return 0;
    return count;
  }
  std::vector<std::string> numbers(Element e, size_t count) const {
    Layouts layouts;
    PrimitiveFill fill(layouts.primitive(e), static_cast<int64_t>(count), Buffer::Contents::Zeros);
    h_.checked(h_.H5Aread(id_, memory_type(h_, e), fill.as<std::byte>()));
    const Array all(fill.finish());
    std::vector<std::string> out;
    for (size_t k = 0; k < std::min(count, shown); ++k)
      out.push_back(scalar_text(all.at(static_cast<int64_t>(k))));
    return out;
  }
  /// Returns texts of this size, or of any length where it is 0.
  std::vector<std::string> texts(Id type, size_t size, size_t count) const {
    const size_t each = size ? size : sizeof(char*);
    if (each > most_bytes / std::max<size_t>(count, 1)) return {};
    std::vector<char> bytes(each * count);
    h_.checked(h_.H5Aread(id_, type, bytes.data()));
    std::vector<std::string> out;
    for (size_t k = 0; k < std::min(count, shown); ++k) {
      const char* text = bytes.data() + k * each;
      if (size == 0) std::memcpy(&text, static_cast<const void*>(text), sizeof(char*));
      const size_t length = !text ? 0 : size ? strnlen(text, size) : std::strlen(text);
      out.push_back('"' + std::string(text ? text : "", length) + '"');
    }
    return out;
  }

  const Library& h_;
  const Id id_;
};

} // namespace

std::vector<H5Attribute> attributes_of(const Library& h, Id object) {
  constexpr int by_name = 0, ascending = 0; // H5_INDEX_NAME, H5_ITER_INC
  std::vector<H5Attribute> all;
  for (Size k = 0; k < most_attributes; ++k) {
    const Id id = h.H5Aopen_by_idx(object, ".", by_name, ascending, k, usual, usual);
    if (id < 0) break;
    const Attribute attribute(h, id);
    H5Attribute one{attribute.name(), ""};
    try {
      if (!is_link(one.name)) one.text = attribute.text();
    } catch (const Failure&) { // one that is damaged is left out
    }
    if (!one.text.empty()) all.push_back(std::move(one));
  }
  return all;
}

bool is_bare_dimension(const Library& h, Id object) {
  const Id id = h.H5Aopen(object, "NAME", usual);
  if (id < 0) return false;
  try {
    return Attribute(h, id).text().starts_with("\"This is a netCDF dimension but not a netCDF variable");
  } catch (const Failure&) {
    return false;
  }
}

} // namespace nova::hdf5

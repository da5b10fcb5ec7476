// Fixed-length strings in .npy files.
#include "runtime/fault.hpp"
#include "runtime/io/npy_header.hpp"
#include <algorithm>
#include <bit>
#include <cstring>

namespace nova {

namespace {

constexpr uint64_t block_bytes = 64 << 10;

/// A character in UTF-8.
struct Utf8 {
  char bytes[4];
  uint32_t length;
};

/// Returns the UTF-8 bytes of a Unicode character.
Utf8 encode(uint32_t c) {
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
  if (c < 0x80) return {{static_cast<char>(c)}, 1};
  if (c < 0x800) return {{static_cast<char>(0xc0 | c >> 6), tail(0)}, 2};
  if (c < 0x10000) return {{static_cast<char>(0xe0 | c >> 12), tail(6), tail(0)}, 3};
  return {{static_cast<char>(0xf0 | c >> 18), tail(12), tail(6), tail(0)}, 4};
}

/// The texts of a file, element by element.
class Texts {
 public:
  Texts(ByteSource& source, const NpyHeader& h, const NpyTextPlace& place)
      : source_(source), h_(h), place_(place) {}

  /// Calls f(bytes, n) for each part of each text, and done() behind each text. For strings of bytes a part is the text,
  /// for Unicode strings a character.
  template <class Part, class Done> void each(Part part, Done done) {
    const auto count = static_cast<uint64_t>(h_.count);
    if (place_.size == 0) {
      for (uint64_t k = 0; k < count; ++k) done();
      return;
    }
    const uint64_t block = std::max<uint64_t>(1, block_bytes / h_.item_size);
    Buffer records(checked_bytes(std::min(block, count), h_.item_size));
    for (uint64_t first = 0; first < count; first += block) {
      const uint64_t n = std::min(block, count - first), at = h_.data_at + first * h_.item_size;
      source_.read(at, records.bytes(), n * h_.item_size);
      for (uint64_t k = 0; k < n; ++k) {
        const uint64_t begin = k * h_.item_size + place_.offset;
        const std::byte* from = records.bytes() + begin;
        if (place_.text.unicode)
          characters(from, at + begin, part);
        else
          part(reinterpret_cast<const char*>(from), length<uint8_t>(from));
        done();
      }
    }
  }

 private:
  /// Returns how many elements of type T stand before the zeros at the end.
  template <class T> uint64_t length(const std::byte* from) const {
    uint64_t n = place_.size / sizeof(T);
    const auto is_zero = [](std::byte b) { return b == std::byte{0}; };
    while (n > 0 && std::all_of(from + (n - 1) * sizeof(T), from + n * sizeof(T), is_zero)) --n;
    return n;
  }

  template <class Part> void characters(const std::byte* from, uint64_t at, Part part) const {
    for (uint64_t k = 0, n = length<uint32_t>(from); k < n; ++k) {
      uint32_t c;
      std::memcpy(&c, from + k * sizeof c, sizeof c);
      if (place_.text.swapped) c = __builtin_bswap32(c);
      if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        fail_format(source_, ".npy", at + k * sizeof c, std::to_string(c) + " is no Unicode character");
      const Utf8 encoded = encode(c);
      part(encoded.bytes, encoded.length);
    }
  }

  ByteSource& source_;
  const NpyHeader& h_;
  const NpyTextPlace& place_;
};

} // namespace

ColumnRef read_npy_texts(ByteSource& source, const NpyHeader& h, const NpyTextPlace& place,
                         const Layout* texts) {
  const auto count = static_cast<uint64_t>(h.count);
  auto offsets = std::make_shared<Buffer>(checked_bytes(count + 1, sizeof(int64_t)));
  int64_t *end = offsets->as<int64_t>(), total = 0;
  *end++ = 0;
  Texts(source, h, place)
      .each([&](const char*, uint64_t n) { total += static_cast<int64_t>(n); }, [&] { *end++ = total; });
  PrimitiveFill flat(texts->children[0], total);
  char* to = flat.as<char>();
  Texts(source, h, place).each([&](const char* bytes, uint64_t n) { to = std::copy_n(bytes, n, to); }, [] {});
  return rows_column(texts, flat.finish(), offsets);
}

int64_t npy_text_width(const Array& a) {
  const Column& texts = a.column();
  const int64_t* offset = texts.offsets() + a.begin();
  const char* characters = texts.children[0]->as<char>();
  int64_t width = 1;
  for (int64_t k = 0; k < a.count(); ++k) {
    width = std::max(width, offset[k + 1] - offset[k]);
    if (offset[k + 1] > offset[k] && characters[offset[k + 1] - 1] == '\0')
      fail("E0509", {"a .npy file", "a text that ends with a zero byte"});
  }
  return width;
}

void write_npy_texts(ByteSink& sink, const Array& a, int64_t width) {
  const Column& texts = a.column();
  const int64_t* offset = texts.offsets() + a.begin();
  const char* characters = texts.children[0]->as<char>();
  const int64_t block = std::max<int64_t>(1, static_cast<int64_t>(block_bytes) / width);
  Buffer records(
      checked_bytes(static_cast<uint64_t>(std::min(block, a.count())), static_cast<uint64_t>(width)));
  for (int64_t first = 0; first < a.count(); first += block) {
    const int64_t n = std::min(block, a.count() - first);
    std::memset(records.bytes(), 0, static_cast<uint64_t>(n * width));
    for (int64_t k = 0; k < n; ++k) {
      const int64_t begin = offset[first + k], length = offset[first + k + 1] - begin;
      if (length > 0)
        std::memcpy(records.bytes() + k * width, characters + begin, static_cast<uint64_t>(length));
    }
    sink.write(records.bytes(), static_cast<uint64_t>(n * width));
  }
}

} // namespace nova

#include "runtime/io/images/pnm.hpp"
#include "runtime/fault.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <bit>

namespace nova {

namespace {

class PnmReader {
 public:
  explicit PnmReader(ByteSource& source)
      : source_(source), bytes_(source.read_all()),
        text_(reinterpret_cast<const char*>(bytes_->bytes()), bytes_->size()) {}

  Array read(Layouts& layouts) {
    const char kind = text_[1];
    const bool plain = kind <= '3', colour = kind == '3' || kind == '6';
    const int64_t columns = number("the width"), rows = number("the height");
    const uint64_t place = at_;
    const int64_t greatest = number("the greatest value");
    if (greatest == 0 || greatest > 65535)
      fail_format(source_, "PNM", place, "the greatest value is not of 1 to 65535");
    const bool wide = greatest > 255;
    const std::vector<int64_t> shape =
        colour ? std::vector<int64_t>{rows, columns, 3} : std::vector<int64_t>{rows, columns};
    const int64_t samples = check_size(shape, plain || wide);
    PrimitiveFill fill(layouts.primitive(wide ? Element::U16 : Element::U8), samples);
    if (wide)
      plain ? read_plain(fill.as<uint16_t>(), samples, greatest)
            : read_raw(fill.as<uint16_t>(), samples, greatest);
    else
      plain ? read_plain(fill.as<uint8_t>(), samples, greatest)
            : read_raw(fill.as<uint8_t>(), samples, greatest);
    return Array(fill.finish(), 0, shape);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  void skip_blanks() {
    for (; at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '#'); ++at_)
      if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size() - 1);
  }

  int64_t number(const char* what) {
    skip_blanks();
    const size_t from = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    if (from == text_.size()) fail("E0505", {source_.name(), std::to_string(text_.size()), "more"});
    const auto n = parse_number<int32_t>(text_.substr(from, at_ - from));
    if (!n) fail_format(source_, "PNM", from, std::string(what) + " is missing or too large");
    return *n;
  }

  /// Returns the number of samples of an image with this shape. Fails with E0505 if the file has too few bytes: a
  /// plain (decimal) sample takes at least two bytes, as one of 16 bits does, another raw sample one.
  int64_t check_size(const std::vector<int64_t>& shape, bool two_bytes) {
    int64_t samples = shape.size() == 3 ? 3 : 1, needed;
    if (__builtin_mul_overflow(samples, shape[0], &samples) ||
        __builtin_mul_overflow(samples, shape[1], &samples) ||
        __builtin_mul_overflow(samples, two_bytes ? 2 : 1, &needed))
      fail_format(source_, "PNM", at_, "the image is too large");
    const uint64_t have = text_.size() - at_;
    if (static_cast<uint64_t>(needed) > have)
      fail("E0505", {source_.name(), std::to_string(text_.size()),
                     std::to_string(at_ + static_cast<uint64_t>(needed))});
    return samples;
  }

  template <class T> void read_plain(T* to, int64_t samples, int64_t greatest) {
    for (int64_t k = 0; k < samples; ++k) {
      const int64_t v = number("a value");
      if (v > greatest) fail_format(source_, "PNM", at_, "a value is above the greatest");
      to[k] = static_cast<T>(v);
    }
  }

  /// Reads raw samples, which begin after the header and one blank. Those of 16 bits have the high byte first.
  template <class T> void read_raw(T* to, int64_t samples, int64_t greatest) {
    if (at_ == text_.size() || !is_blank(text_[at_])) fail_format(source_, "PNM", at_, "a blank is missing");
    source_.read(at_ + 1, to, static_cast<uint64_t>(samples) * sizeof(T));
    if (sizeof(T) == 2 && std::endian::native == std::endian::little)
      for (int64_t k = 0; k < samples; ++k) to[k] = static_cast<T>(to[k] << 8 | to[k] >> 8);
    const T* bad = std::find_if(to, to + samples, [&](T v) { return v > greatest; });
    if (bad != to + samples)
      fail_format(source_, "PNM", at_ + 1 + static_cast<uint64_t>(bad - to) * sizeof(T),
                  "a value is above the greatest");
  }

  ByteSource& source_;
  BufferRef bytes_;
  std::string_view text_;
  size_t at_ = 2;
};

} // namespace

Array read_pnm(ByteSource& source, Layouts& layouts) { return PnmReader(source).read(layouts); }

void write_pnm(ByteSink& sink, const Array& pixels) {
  const std::string size = std::to_string(pixels.dimension(1)) + " " + std::to_string(pixels.dimension(0));
  const bool wide = pixels.element() == Element::U16;
  sink.write(std::string(pixels.rank() == 2 ? "P5" : "P6") + "\n" + size + (wide ? "\n65535\n" : "\n255\n"));
  if (!wide && pixels.count() > 0) sink.write(pixels.data<uint8_t>(), static_cast<uint64_t>(pixels.count()));
  std::string row;
  for (int64_t k = 0; wide && k < pixels.count(); ++k) {
    const uint16_t v = pixels.data<uint16_t>()[k];
    (row += static_cast<char>(v >> 8)) += static_cast<char>(v & 255);
    if (row.size() >= 1 << 16) sink.write(row), row.clear();
  }
  sink.write(row);
}

} // namespace nova

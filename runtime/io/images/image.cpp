#include "runtime/io/images/image.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/images/jpeg.hpp"
#include "runtime/io/images/png.hpp"
#include "runtime/io/images/pnm.hpp"
#include <algorithm>
#include <cstring>

namespace nova {

namespace {

struct FormatRow {
  ImageFormat format;
  std::string_view ending, name;
  bool gray, alpha, rgb; ///< which pixels the format can hold
};
constexpr FormatRow formats[] = {{ImageFormat::Pgm, ".pgm", "a PGM image", true, false, false},
                                 {ImageFormat::Ppm, ".ppm", "a PPM image", false, false, true},
                                 {ImageFormat::Png, ".png", "a PNG image", true, true, true}};

bool has_pixels(const FormatRow& row, const Array& a) {
  if (!a.is_primitive() || (a.element() != Element::U8 && a.element() != Element::U16)) return false;
  if (a.rank() == 2) return row.gray;
  if (a.rank() != 3) return false;
  const int64_t channels = a.dimension(2);
  return channels == 3 ? row.rgb : row.alpha && (channels == 2 || channels == 4);
}

} // namespace

Array read_image(ByteSource& source, Layouts& layouts) {
  char start[8] = {};
  source.read(0, start, std::min<uint64_t>(source.size(), sizeof start));
  if (std::memcmp(start, "\x89PNG\r\n\x1a\n", 8) == 0) return read_png(source, layouts);
  if (std::memcmp(start, "\xff\xd8\xff", 3) == 0) return read_jpeg(source, layouts);
  if (start[0] == 'P' && start[1] && std::strchr("2356", start[1])) return read_pnm(source, layouts);
  fail_format(source, "image", 0, "none of PGM, PPM, PNG and JPEG begins so");
}

ImageFormat image_format(std::string_view path) {
  for (const FormatRow& row : formats)
    if (path.ends_with(row.ending)) return row.format;
  fail("E0509", {std::string(path), "an image: its name ends in none of .pgm .ppm .png"});
}

bool is_image(const Array& pixels) {
  return pixels.element() == Element::U8 &&
         has_pixels(*std::ranges::find(formats, ImageFormat::Png, &FormatRow::format), pixels);
}

void write_image(ByteSink& sink, const Array& pixels, ImageFormat format) {
  const auto& row = *std::ranges::find(formats, format, &FormatRow::format);
  if (!has_pixels(row, pixels))
    fail("E0509", {std::string(row.name), describe_array(pixels.layout(), pixels.shape())});
  if (format == ImageFormat::Png)
    write_png(sink, pixels);
  else
    write_pnm(sink, pixels);
}

} // namespace nova

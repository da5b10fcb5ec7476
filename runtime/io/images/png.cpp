#include "runtime/io/images/png.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/zip.hpp"
#include <spng.h>

namespace nova {

namespace {

struct Context {
  spng_ctx* ctx;
  explicit Context(int flags) : ctx(spng_ctx_new(flags)) {
    if (!ctx) fail("E0601", {"an image's state", "all that the machine gives", "none"});
  }
  ~Context() { spng_ctx_free(ctx); }
};

void check(const ByteSource& source, int error) {
  if (error == SPNG_EMEM) fail("E0601", {"an image's rows", "all that the machine gives", "none"});
  if (error) fail("E0504", {source.name(), "PNG", std::to_string(source.size()), spng_strerror(error)});
}

/// libspng's format in which an image's pixels are decoded, and its number of channels. Palettes and depths below 8
/// bits are expanded.
struct PixelForm {
  int format;
  int64_t channels;
};

/// Returns the form of an image with this header. One of 16 bits has twice the bytes.
PixelForm form_of(const ByteSource& source, Context& png, const spng_ihdr& header) {
  spng_trns transparency;
  const int error = spng_get_trns(png.ctx, &transparency);
  if (error != SPNG_ECHUNKAVAIL) check(source, error);
  const bool transparent = error == 0;
  if (header.bit_depth == 16) {
    const bool gray = !(header.color_type & SPNG_COLOR_TYPE_TRUECOLOR), has_alpha = header.color_type & 4;
    if (transparent) return gray ? PixelForm{SPNG_FMT_GA16, 2} : PixelForm{SPNG_FMT_RGBA16, 4};
    return {SPNG_FMT_PNG, (gray ? 1 : 3) + (has_alpha ? 1 : 0)};
  }
  switch (header.color_type) {
  case SPNG_COLOR_TYPE_GRAYSCALE: return transparent ? PixelForm{SPNG_FMT_GA8, 2} : PixelForm{SPNG_FMT_G8, 1};
  case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA: return {SPNG_FMT_PNG, 2};
  case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA: return {SPNG_FMT_RGBA8, 4};
  default: return transparent ? PixelForm{SPNG_FMT_RGBA8, 4} : PixelForm{SPNG_FMT_RGB8, 3};
  }
}

/// Fails with E0505 if the end chunk is incomplete. libspng accepts an image whose last four bytes are missing.
void check_end(const ByteSource& source, const Buffer& bytes) {
  constexpr std::string_view end_chunk("\0\0\0\0IEND\xae\x42\x60\x82", 12);
  const std::string_view all(bytes.as<char>(), bytes.size());
  if (all.rfind(end_chunk) == all.npos)
    fail("E0505", {source.name(), std::to_string(bytes.size()), std::to_string(bytes.size() + 1)});
}

void open(const ByteSource& source, Context& png, const Buffer& bytes) {
  constexpr size_t largest_chunk = 64 << 20;
  spng_set_chunk_limits(png.ctx, largest_chunk, 2 * largest_chunk);
  spng_set_crc_action(png.ctx, SPNG_CRC_ERROR, SPNG_CRC_ERROR);
  check(source, spng_set_png_buffer(png.ctx, bytes.bytes(), bytes.size()));
}

/// Fails with E0504 if a pixel has a colour that is not in the palette. libspng would make it black.
void check_palette(const ByteSource& source, const Buffer& bytes, const spng_ihdr& header) {
  if (header.color_type != SPNG_COLOR_TYPE_INDEXED) return;
  Context png(0);
  open(source, png, bytes);
  spng_plte palette;
  check(source, spng_get_plte(png.ctx, &palette));
  if (palette.n_entries >= 1u << header.bit_depth) return;
  size_t size = 0;
  check(source, spng_decoded_image_size(png.ctx, SPNG_FMT_PNG, &size));
  Buffer packed(size);
  check(source, spng_decode_image(png.ctx, packed.as<uint8_t>(), size, SPNG_FMT_PNG, 0));
  const uint32_t depth = header.bit_depth, in_byte = 8 / depth, mask = (1u << depth) - 1;
  const size_t pitch = size / header.height;
  for (uint32_t y = 0; y < header.height; ++y)
    for (uint32_t x = 0; x < header.width; ++x) {
      const uint8_t byte = packed.as<uint8_t>()[y * pitch + x / in_byte];
      const uint32_t colour = byte >> (8 - depth - x % in_byte * depth) & mask;
      if (colour >= palette.n_entries)
        fail_format(source, "PNG", bytes.size(),
                    "the pixel in row " + std::to_string(y) + ", column " + std::to_string(x) +
                        " has colour " + std::to_string(colour) + " of a palette of " +
                        std::to_string(palette.n_entries));
    }
}

} // namespace

Array read_png(ByteSource& source, Layouts& layouts) {
  const BufferRef bytes = source.read_all();
  Context png(0);
  open(source, png, *bytes);
  spng_ihdr header;
  check(source, spng_get_ihdr(png.ctx, &header));
  const PixelForm form = form_of(source, png, header);
  const uint64_t pixels = uint64_t{header.width} * header.height; // both below 2^31
  if (pixels / 8 / deflate_gains_at_most > bytes->size())
    fail_format(source, "PNG", 16,
                std::to_string(header.width) + " x " + std::to_string(header.height) +
                    " pixels cannot be packed so small");
  check_palette(source, *bytes, header);
  const Element sample = header.bit_depth == 16 ? Element::U16 : Element::U8;
  const uint64_t size = pixels * static_cast<uint64_t>(form.channels) * element_size(sample);
  PrimitiveFill fill(layouts.primitive(sample), static_cast<int64_t>(pixels) * form.channels);
  const int flags = form.channels % 2 == 0 && form.format != SPNG_FMT_PNG ? SPNG_DECODE_TRNS : 0;
  check(source, spng_decode_image(png.ctx, fill.as<uint8_t>(), size, form.format, flags));
  check(source, spng_decode_chunks(png.ctx)); // reads up to the end, to detect a truncated image
  check_end(source, *bytes);
  std::vector<int64_t> shape{header.height, header.width};
  if (form.channels > 1) shape.push_back(form.channels);
  return Array(fill.finish(), 0, std::move(shape));
}

namespace {

int take_bytes(spng_ctx*, void* sink, void* from, size_t n) {
  static_cast<StringSink*>(sink)->write(from, n);
  return 0;
}

} // namespace

void write_png(ByteSink& sink, const Array& pixels) {
  Context png(SPNG_CTX_ENCODER);
  StringSink out; // the sink may throw, which must not pass through C
  spng_set_png_stream(png.ctx, take_bytes, &out);
  const int64_t channels = pixels.rank() == 2 ? 1 : pixels.dimension(2);
  spng_ihdr header{};
  header.width = static_cast<uint32_t>(pixels.dimension(1)),
  header.height = static_cast<uint32_t>(pixels.dimension(0));
  header.bit_depth = pixels.element() == Element::U16 ? 16 : 8;
  header.color_type = channels == 1   ? SPNG_COLOR_TYPE_GRAYSCALE
                      : channels == 2 ? SPNG_COLOR_TYPE_GRAYSCALE_ALPHA
                      : channels == 3 ? SPNG_COLOR_TYPE_TRUECOLOR
                                      : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
  int error = spng_set_ihdr(png.ctx, &header);
  if (!error)
    error = with_element(pixels.element(), [&](auto t) {
      return spng_encode_image(png.ctx, pixels.data<decltype(t)>(),
                               static_cast<size_t>(pixels.count()) * sizeof t, SPNG_FMT_PNG,
                               SPNG_ENCODE_FINALIZE);
    });
  if (error) fail("E0509", {"a PNG image", std::string("these pixels: ") + spng_strerror(error)});
  sink.write(out.text);
}

} // namespace nova

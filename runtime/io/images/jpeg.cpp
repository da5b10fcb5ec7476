#include "runtime/io/images/jpeg.hpp"
#include "runtime/fault.hpp"
#include <csetjmp>
#include <cstdio> // jpeglib.h needs it
#include <exception>
#include <jerror.h>
#include <jpeglib.h>

namespace nova {

namespace {

/// The library's state, and where it goes on after an error: exceptions must not pass through C.
struct Decoder {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf on_error{};
  char message[JMSG_LENGTH_MAX] = "";
  bool truncated = false;
  const ByteSource* source = nullptr;
  std::exception_ptr stopped{}; ///< what a poll has thrown
};

Decoder& decoder_of(j_common_ptr jpeg) { return *static_cast<Decoder*>(jpeg->client_data); }

[[noreturn]] void on_fatal(j_common_ptr jpeg) {
  Decoder& d = decoder_of(jpeg);
  jpeg->err->format_message(jpeg, d.message);
  std::longjmp(d.on_error, 1);
}

/// Hears warnings. One of damaged data is an error: the library would fill the gap with gray.
void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  const int code = jpeg->err->msg_code;
  if (code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM) return;
  decoder_of(jpeg).truncated = code == JWRN_JPEG_EOF;
  on_fatal(jpeg);
}

void on_progress(j_common_ptr jpeg) {
  Decoder& d = decoder_of(jpeg);
  try {
    d.source->passed(1 << 10);
  } catch (...) {
    d.stopped = std::current_exception();
  }
  if (d.stopped) std::longjmp(d.on_error, 1);
}

/// Prepares the state and reads the header. Returns false after an error.
bool begin(Decoder& d, const Buffer& bytes) {
  d.jpeg.err = jpeg_std_error(&d.errors);
  d.errors.error_exit = on_fatal, d.errors.emit_message = on_message;
  d.errors.output_message = [](j_common_ptr) {};
  d.jpeg.client_data = &d;
  if (setjmp(d.on_error)) return false;
  jpeg_create_decompress(&d.jpeg);
  d.progress.progress_monitor = on_progress, d.jpeg.progress = &d.progress;
  jpeg_mem_src(&d.jpeg, bytes.as<const unsigned char>(), bytes.size());
  jpeg_read_header(&d.jpeg, TRUE);
  return true;
}

/// Decodes all rows. Returns false after an error.
bool decode(Decoder& d, uint8_t* to, size_t pitch) {
  if (setjmp(d.on_error)) return false;
  jpeg_start_decompress(&d.jpeg);
  while (d.jpeg.output_scanline < d.jpeg.output_height) {
    JSAMPROW row = to + d.jpeg.output_scanline * pitch;
    jpeg_read_scanlines(&d.jpeg, &row, 1);
  }
  jpeg_finish_decompress(&d.jpeg);
  return true;
}

[[noreturn]] void fail_decoding(const ByteSource& source, const Decoder& d) {
  if (d.stopped) std::rethrow_exception(d.stopped);
  if (d.truncated)
    fail("E0505", {source.name(), std::to_string(source.size()), std::to_string(source.size() + 1)});
  if (d.errors.msg_code == JERR_OUT_OF_MEMORY) fail("E0601", no_memory_left("an image's rows"));
  fail_format(source, "JPEG", d.jpeg.src ? source.size() - d.jpeg.src->bytes_in_buffer : 0, d.message);
}

/// Fails if the image has more pixels than its bytes can say, or colours of printers.
void check_header(const ByteSource& source, Decoder& d) {
  // A block of 8 x 8 values takes a bit at least, and a pixel one of the blocks for brightness.
  constexpr uint64_t pixels_in_byte = 512;
  const uint64_t pixels = uint64_t{d.jpeg.image_width} * d.jpeg.image_height;
  if (pixels / pixels_in_byte > source.size())
    fail_format(source, "JPEG", 0,
                std::to_string(d.jpeg.image_width) + " x " + std::to_string(d.jpeg.image_height) +
                    " pixels cannot be packed so small");
  if (d.jpeg.jpeg_color_space == JCS_CMYK || d.jpeg.jpeg_color_space == JCS_YCCK)
    fail("E0508", {source.name(), "an image in the colours of printers (CMYK)"});
  d.jpeg.out_color_space = d.jpeg.jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
}

/// Frees the library's state.
struct DecoderEnd {
  Decoder& d;
  ~DecoderEnd() { jpeg_destroy_decompress(&d.jpeg); }
};

} // namespace

Array read_jpeg(ByteSource& source, Layouts& layouts) {
  const BufferRef bytes = source.read_all();
  Decoder d;
  d.source = &source;
  const DecoderEnd end{d};
  if (!begin(d, *bytes)) fail_decoding(source, d);
  check_header(source, d);
  const int64_t rows = d.jpeg.image_height, columns = d.jpeg.image_width;
  const int64_t channels = d.jpeg.out_color_space == JCS_GRAYSCALE ? 1 : 3;
  const auto coefficients = static_cast<uint64_t>(rows * columns * channels) * sizeof(JCOEF);
  // The library keeps them until the last of several scans.
  const Charge all_scans(jpeg_has_multiple_scans(&d.jpeg) ? coefficients : 0);
  PrimitiveFill fill(layouts.primitive(Element::U8), rows * columns * channels);
  if (!decode(d, fill.as<uint8_t>(), static_cast<size_t>(columns * channels))) fail_decoding(source, d);
  std::vector<int64_t> shape{rows, columns};
  if (channels > 1) shape.push_back(channels);
  return Array(fill.finish(), 0, std::move(shape));
}

} // namespace nova

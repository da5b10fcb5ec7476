// Matrix Market and images against files that SciPy and Pillow wrote, and against damage.
#include "runtime/io/images/image.hpp"
#include "runtime/io/mtx.hpp"
#include "runtime/io/npy.hpp"
#include "tests/unit/io_help.hpp"
#include <doctest/doctest.h>

using namespace nova;
using namespace nova::test;

namespace {

/// row column value, row column value, ...
std::string entries(const SparseMatrix& m) {
  std::string out;
  for (int64_t k = 0; k < m.entries.count(); ++k) {
    const Value e = m.entries.at(k);
    const double v = e.items()[2].tag() == Tag::F64 ? e.items()[2].as_double()
                                                    : static_cast<double>(e.items()[2].as_int());
    char text[64];
    snprintf(text, sizeof text, "%d %d %g, ", int(e.items()[0].as_int()), int(e.items()[1].as_int()), v);
    out += text;
  }
  return out;
}
Fault mtx_fault(const std::string& text) {
  return fault_of([&] {
    Layouts l;
    auto s = source_of(text);
    read_mtx(s, l);
  });
}
const std::string banner = "%%MatrixMarket matrix coordinate real general\n";

Fault image_fault(std::string_view bytes) {
  return fault_of([&] {
    Layouts l;
    auto s = source_of(bytes);
    read_image(s, l);
  });
}

} // namespace

TEST_CASE("Matrix Market files that SciPy wrote") {
  Layouts l;
  const SparseMatrix general = read_mtx(*data("general.mtx"), l);
  CHECK(general.rows == 3);
  CHECK(general.columns == 4);
  CHECK(entries(general) == "0 3 -2, 1 0 3.25, 2 1 1.5, ");
  CHECK(entries(read_mtx(*data("symmetric.mtx"), l)) == "0 0 1, 0 1 2, 1 0 2, 1 1 5, 1 2 6, 2 1 6, 2 2 9, ");
  CHECK(entries(read_mtx(*data("skew.mtx"), l)) == "0 1 -2, 1 0 2, ");
  CHECK(entries(read_mtx(*data("array.mtx"), l)) == "0 0 1, 0 1 2, 1 0 3, 1 1 4, 2 0 5, 2 1 6, ");
  CHECK(read_mtx(*data("array.mtx"), l).entries.layout()->children[2]->element == Element::I64);
  CHECK(entries(read_mtx(*data("pattern.mtx"), l, l.primitive(Element::F64))) == "0 3 1, 1 0 1, 2 1 1, ");
  CHECK(fault_of([&] { read_mtx(*data("general.mtx"), l, l.primitive(Element::I64)); }).code == "E0507");
}

TEST_CASE("Matrix Market files are written so that they read back") {
  Layouts l;
  const SparseMatrix m = read_mtx(*data("general.mtx"), l);
  StringSink sink;
  write_mtx(sink, m);
  CHECK(sink.text == banner + "3 4 3\n1 4 -2.0\n2 1 3.25\n3 2 1.5\n");
  auto file = source_of(sink.text);
  CHECK(same_bits(Value::vector(read_mtx(file, l).entries), Value::vector(m.entries)));
  StringSink other;
  CHECK(fault_of([&] { write_mtx(other, {2, 2, m.entries}); }).code == "E0509");
}

TEST_CASE("damaged Matrix Market files") {
  CHECK(mtx_fault(banner + "% a comment\n\n1 1 1\n1 1 0.5\n").code == "none");
  CHECK(mtx_fault(banner + "1 1 0\n").code == "none");
  CHECK(mtx_fault("%%MatrixMarket matrix coordinate complex general\n1 1 0\n").code == "none");
  CHECK(mtx_fault("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2\n").code == "E0505");
  CHECK(mtx_fault("%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 1 2 \n").code == "E0505");
  CHECK(mtx_fault("%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n").code == "E0504");
  for (const char* rest : {"", "1", "1 1", "1 1 1\n", "1 1 1\n1 1\n", "1 1 1\n1 1 x\n", "1 1 1\n2 1 1\n",
                           "1 1 1\n0 1 1\n", "1 1 1\n1 1 1\n1 1 1\n", "-1 1 0\n", "1 1 -1\n",
                           "1 1 1000000000000000\n1 1 1\n", "1 1 99999999999999999999\n"}) {
    CAPTURE(rest);
    const std::string code = mtx_fault(banner + rest).code;
    CHECK((code == "E0504" || code == "E0505"));
  }
  const std::string array = "%%MatrixMarket matrix array real ";
  CHECK(mtx_fault(array + "general\n4000000000 4000000000\n1\n").code == "E0504");
  CHECK(mtx_fault(array + "general\n0 4000000000000000000\n").code == "none");
  CHECK(mtx_fault(array + "general\n2 2\n1 2 3\n").code == "E0505");
  CHECK(mtx_fault(array + "symmetric\n2 3\n1 2 3\n").code == "E0504");
  CHECK(mtx_fault("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3\n").code == "E0504");
  CHECK(mtx_fault("%%MatrixMarket tensor coordinate real general\n").code == "E0508");
  CHECK(mtx_fault("hello").code == "E0504");
}

TEST_CASE("images that Pillow wrote") {
  Layouts l;
  const char* names[][2] = {{"gray.png", "gray"},       {"rgb.png", "rgb"},   {"rgba.png", "rgba"},
                            {"palette.png", "palette"}, {"bits.png", "bits"}, {"gray.pgm", "gray"},
                            {"rgb.ppm", "rgb"}};
  for (const auto& [image, pixels] : names) {
    CAPTURE(image);
    const Array a = read_image(*data(image), l),
                expected = read_npy(*data(std::string("pixels-") + pixels + ".npy"), l);
    CHECK(same_bits(Value::vector(a), Value::vector(expected)));
  }
  const Array deep = read_image(*data("deep.png"), l);
  CHECK(deep.element() == Element::U16);
}

TEST_CASE("images are written so that they read back") {
  Layouts l;
  const Array gray = read_npy(*data("pixels-gray.npy"), l), rgb = read_npy(*data("pixels-rgb.npy"), l),
              rgba = read_npy(*data("pixels-rgba.npy"), l);
  const auto round_trip = [&](const Array& a, ImageFormat f) {
    StringSink sink;
    write_image(sink, a, f);
    auto file = source_of(sink.text);
    return same_bits(Value::vector(read_image(file, l)), Value::vector(a));
  };
  CHECK(round_trip(gray, image_format("x.pgm")));
  CHECK(round_trip(rgb, image_format("x.ppm")));
  for (const Array& a : {gray, rgb, rgba}) CHECK(round_trip(a, image_format("x.png")));
  for (const char* name : {"x.png", "x.pgm"})
    CHECK(round_trip(read_image(*data("deep.png"), l), image_format(name)));
  CHECK(fault_of([&] { round_trip(rgb, ImageFormat::Pgm); }).code == "E0509");
  CHECK(fault_of([&] { round_trip(rgba, ImageFormat::Ppm); }).code == "E0509");
  CHECK(fault_of([&] { round_trip(gray.shaped({12}), ImageFormat::Png); }).code == "E0509");
  CHECK(fault_of([&] {
          round_trip(empty_array(l.primitive(Element::U8)).shaped({0, 0}), ImageFormat::Png);
        }).code == "E0509");
  CHECK(fault_of([&] { image_format("x.jpg"); }).code == "E0509");
}

TEST_CASE("plain images, comments, and damage") {
  Layouts l;
  auto plain = source_of("P2 # gray\n# two lines\n3 1\n255\n0 128 255\n");
  CHECK(items<uint8_t>(read_image(plain, l)) == std::vector<uint8_t>{0, 128, 255});
  auto colour = source_of("P3 1 1 9 1 2 9");
  CHECK(read_image(colour, l).dimensions() == std::vector<int64_t>{1, 1, 3});
  const std::string two_bytes("P5 2 1 1000 \x03\xe8\x00\x07", 16);
  auto wide = source_of(two_bytes);
  CHECK(items<uint16_t>(read_image(wide, l)) == std::vector<uint16_t>{1000, 7});
  CHECK(image_fault("P2 1 1 65536 9").code == "E0504");
  for (const char* bad :
       {"", "P", "P7 1 1 255 a", "P5", "P5 1", "P5 4 4 255 abc", "P5 1 1 0 a", "P5 1 1 9 a", "P2 1 1 255 256",
        "P2 1 1 255 x", "P5 99999999999 1 255 a", "P5 2000000000 2000000000 255 a",
        "P6 2000000000 2000000000 255 a", "P2 1 1 255", "P5 -1 1 255 a", "P5 1 1 255#"}) {
    CAPTURE(bad);
    const std::string code = image_fault(bad).code;
    CHECK((code == "E0504" || code == "E0505"));
  }
  const std::string png = bytes_of(*data("rgb.png"));
  for (size_t n = 0; n < png.size(); ++n)
    CHECK(image_fault(std::string_view(png).substr(0, n)).code != "none");
  for (size_t n = 0; n < png.size(); ++n) {
    std::string damaged = png;
    damaged[n] ^= 0x40;
    CHECK(image_fault(damaged).code != "none");
  }
}

// Pictures in SVG made of characters, on a terminal without pixels.
#include "repl/show/svg_picture.hpp"
#include <doctest/doctest.h>
#include <random>

using namespace nova;

namespace {

std::string picture_of(const std::string& elements) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"32\">\n"
         "<rect fill=\"#fff\" x=\"0\" y=\"0\" width=\"64\" height=\"32\"/>\n" +
         elements + "</svg>\n";
}

} // namespace

TEST_CASE("a picture of dots: a line and an area in their colours") {
  const std::string line =
      picture_of("<g stroke=\"#ff0000\"><line x1=\"0\" y1=\"1\" x2=\"63\" y2=\"1\"/></g>");
  CHECK(dotted_picture(line, 8, 2, true) == "\x1b[38;2;255;0;0m⠉⠉⠉⠉⠉⠉⠉⠉\x1b[0m\n");
  CHECK(dotted_picture(line, 8, 2, false) == "⠉⠉⠉⠉⠉⠉⠉⠉\n");
  const std::string area = picture_of("<line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"0\" stroke=\"#000\"/>"
                                      "<rect x=\"0\" y=\"0\" width=\"32\" height=\"8\" fill=\"#0072B2\"/>"
                                      "<rect x=\"0\" y=\"8\" width=\"32\" height=\"8\" fill=\"#E69F00\"/>");
  CHECK(dotted_picture(area, 8, 2, true).value_or("") ==
        "\x1b[38;2;0;114;178m\x1b[48;2;230;159;0m▀▀▀▀\x1b[0m\n");
}

TEST_CASE("a picture of dots: texts stand where their anchors say, and none on another") {
  const std::string texts =
      picture_of("<text class=\"y\" x=\"32\" y=\"12\">12</text><text x=\"40\" y=\"12\">a &amp; b</text>"
                 "<text class=\"x\" x=\"32\" y=\"28\">mid</text><text x=\"33\" y=\"28\">covers</text>");
  CHECK(dotted_picture(texts, 16, 4, false) == "       12 a & b\n\n       mid\n");
}

TEST_CASE("a picture of dots: a wide letter takes two columns") {
  const std::string texts = picture_of(
      "<text class=\"x\" x=\"32\" y=\"12\">日本</text><text class=\"y\" x=\"32\" y=\"28\">日本</text>");
  CHECK(dotted_picture(texts, 16, 4, false) == "      日本\n\n     日本\n");
}

TEST_CASE("a picture of dots: a part cuts off what is outside of it") {
  const std::string part = picture_of("<svg x=\"0\" y=\"0\" width=\"16\" height=\"32\" viewBox=\"0 0 16 32\">"
                                      "<path d=\"M0,1L63,1\" stroke=\"#000\"/></svg>");
  CHECK(dotted_picture(part, 8, 2, false).value_or("") == "⠉⠉\n");
}

TEST_CASE("a picture of dots: what is no picture has none") {
  CHECK_FALSE(dotted_picture("", 8, 4, true));
  CHECK_FALSE(dotted_picture("<svg width=\"64\" height=\"0\"><line/></svg>", 8, 4, true));
  CHECK_FALSE(dotted_picture("<svg width=\"64\" height=\"32\"></svg>", 8, 4, true));
  CHECK_FALSE(dotted_picture(
      picture_of("<image width=\"9\" height=\"9\" href=\"data:image/png;base64,AAAA\"/>"), 8, 4, true));
}

TEST_CASE("a picture of dots: any text ends, and sends no code that is not the canvas's") {
  const std::string whole = picture_of("<g class=\"bars\" stroke=\"#fff\"><rect fill=\"#E69F00\" x=\"1e300\" "
                                       "y=\"-5\" width=\"9e9\" height=\"70\"/></g>"
                                       "<text x=\"1\" y=\"9\" transform=\"rotate(-90 1 "
                                       "9)\">\x1b[2Jup\xc2\x9b</text><circle cx=\"5\" cy=\"nan\" r=\"3\"/>"
                                       "<path stroke=\"#000\" d=\"M1,1L1e308,-1e308M\"/><rect "
                                       "class=\"frame\" x=\"-9\" y=\"0\" width=\"80\" height=\"31\"/>");
  std::mt19937 random(7);
  for (int k = 0; k < 3000; ++k) {
    std::string text = whole;
    for (int n = 0; n < 4; ++n) text[random() % text.size()] = static_cast<char>(random());
    if (k % 3 == 0) text.resize(random() % text.size());
    const auto drawn = dotted_picture(text, 12, 5, false);
    if (drawn) CHECK(drawn->find('\x1b') == std::string::npos);
  }
}

#include "repl/show/show.hpp"
#include "repl/show/chafa.hpp"
#include "repl/show/matrix.hpp"
#include "repl/show/plot.hpp"
#include "repl/show/svg_picture.hpp"
#include "repl/show/table.hpp"
#include "runtime/io/images/image.hpp"
#include "runtime/io/plot_series.hpp"
#include "runtime/io/svg.hpp"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace nova {
namespace {

constexpr size_t plot_columns = 64, plot_rows = 14;
constexpr size_t picture_columns = 100, picture_rows = 32; ///< size of a plot made of pixels, in characters
constexpr size_t least_dotted_columns = 40, least_dotted_rows = 12; ///< of a picture made of dots

bool is_nested(const Array& a) { return a.rank() == 1 && a.layout()->kind == ColumnKind::Rows; }

/// Converts a vector of vectors that all have the same shape to an array of more dimensions (vector#n). Returns any
/// other array unchanged.
Array evened(const Array& a) {
  if (!is_nested(a) || a.length() == 0) return a;
  const std::vector<int64_t> first = a.at(0).array().dimensions();
  for (int64_t k = 1; k < a.length(); ++k)
    if (!std::ranges::equal(a.at(k).array().shape(), first)) return a;
  const Array inner = evened(flatten(a));
  std::vector<int64_t> dims{a.length()};
  dims.insert(dims.end(), first.begin(), first.end());
  if (inner.count() == 0) return a;
  const auto shape = inner.shape();
  dims.insert(dims.end(), shape.begin() + 1, shape.end());
  return inner.shaped(std::move(dims));
}

/// Returns the pixels of an array that is an image as `read-image` returns it: bytes, with one or three channels.
/// Returns nothing for another array.
std::optional<Pixels> pixels_of(const Array& a) {
  if (!a.is_primitive() || a.element() != Element::U8 || a.rank() < 2 || a.rank() > 3 || a.count() == 0)
    return {};
  const auto d = a.dimensions();
  const auto channels = a.rank() == 3 ? static_cast<size_t>(d[2]) : 1;
  if (channels != 1 && channels != 3) return {};
  return Pixels{static_cast<size_t>(d[0]), static_cast<size_t>(d[1]), channels, a.elements<uint8_t>()};
}

std::string shape_of(const Array& a) {
  std::string out;
  for (const int64_t d : a.dimensions()) out += (out.empty() ? "" : " x ") + std::to_string(d);
  return out;
}

/// Returns the array's shape as text. If its rows differ in length, the text has the least and the greatest length.
std::string shape_text(const Array& a) {
  if (!is_nested(a) || a.length() == 0) return shape_of(a);
  int64_t least = INT64_MAX, greatest = 0;
  for (int64_t k = 0; k < a.length(); ++k) {
    const int64_t n = a.at(k).array().length();
    least = std::min(least, n), greatest = std::max(greatest, n);
  }
  const std::string all = std::to_string(greatest);
  return shape_of(a) + " x " + (least == greatest ? all : std::to_string(least) + ".." + all);
}

/// Returns the median: the middle number, or the mean of the two middle ones. Reorders the numbers.
double median(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  if (numbers.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(numbers.begin(), middle), *middle);
}

std::string statistics(const Array& a, std::vector<double> numbers, int64_t every) {
  const size_t n = numbers.size();
  const auto bad =
      static_cast<size_t>(std::ranges::count_if(numbers, [](double x) { return std::isnan(x); }));
  std::erase_if(numbers, [](double x) { return std::isnan(x); });
  std::string out = "shape " + shape_text(a);
  if (numbers.empty()) return out + "\n";
  if (every > 1) out += ", of every " + std::to_string(every) + "th:";
  long double sum = 0, squares = 0;
  for (const double x : numbers) sum += x;
  const long double mean = sum / static_cast<long double>(numbers.size());
  for (const double x : numbers) squares += (x - mean) * (x - mean);
  const double deviation = std::sqrt(static_cast<double>(squares / static_cast<long double>(numbers.size())));
  const auto [least, greatest] = std::ranges::minmax(numbers);
  out += ", least " + short_number(least) + ", median " + short_number(median(numbers)) + ", mean " +
         short_number(static_cast<double>(mean)) + ", greatest " + short_number(greatest);
  if (std::isfinite(deviation))
    out += ", deviation " + short_number(deviation); // it is not finite if a number is infinite
  if (bad > 0) out += ", nan " + std::to_string(bad) + " of " + std::to_string(n);
  return out + "\n" + short_number(least) + " " + histogram(numbers, 40) + " " + short_number(greatest) +
         "\n";
}

std::string png_of(const Array& image) {
  StringSink png;
  write_image(png, image, ImageFormat::Png);
  return std::move(png.text);
}

/// Returns the room for a picture of `columns` by `rows` characters, which is no larger than the terminal. Returns
/// nothing if pictures may not be sent to the terminal.
std::optional<PictureRoom> room_for(size_t columns, size_t rows, const ShowSettings& s) {
  if (!s.drawing || s.rows < 3) return {};
  return PictureRoom{std::min(columns, s.columns), std::min(rows, s.rows - 2), s.colour, s.pictures};
}

/// Returns a drawing of the image by iTerm or chafa. If neither can draw it, returns one of half blocks or braille dots.
std::string image_text(const Array& a, const Pixels& image, const ShowSettings& s) {
  const auto room = room_for(image.columns, (image.rows + 1) / 2, s);
  if (room && room->colour && format_of_terminal(room->format) == PictureFormat::ITerm)
    return iterm_picture(png_of(a), *room);
  const std::string head = (image.channels == 1 ? "P5\n" : "P6\n") + std::to_string(image.columns) + " " +
                           std::to_string(image.rows) + "\n255\n";
  const std::string pnm = head + std::string(image.bytes.begin(), image.bytes.end());
  const auto drawn = room ? draw_with_chafa(pnm, *room) : std::nullopt;
  return drawn ? drawn->text : picture(image, s.columns - 1, s.rows - 2, s.colour);
}

std::string plain_result(Session& session, const Outcome& o) {
  const std::string type = type_text(session, o);
  const bool open = o.top && !o.top->open_type.empty();
  const std::string value =
      open && o.value->tag() == Tag::Function ? "<fun : " + type + ">" : session.print(o, true);
  return value + " : " + type + "\n";
}

} // namespace

std::string show_result(Session& session, const Outcome& o, const ShowSettings& s) {
  if (const auto table = s.tables ? table_text(session, o, s.columns, WideTable::Elided) : std::nullopt)
    return *table;
  const std::string plain = plain_result(session, o);
  const auto matrix =
      s.tables && plain.size() > s.columns ? matrix_text(session, o, s.columns) : std::nullopt;
  return matrix.value_or(plain);
}

std::optional<std::string> png_of(const Outcome& o) {
  if (o.value->tag() != Tag::Vector) return {};
  const Array a = evened(o.value->array());
  return is_image(a) && a.count() > 0 ? std::optional(png_of(a)) : std::nullopt;
}

/// The least number of rows and of columns of an array that a rich result shows as an image. A smaller array is not
/// shown as one, since its values are likely to be just numbers.
constexpr int64_t least_side = 16;

RichResult rich_result(Session& session, const Outcome& o, const ShowSettings& s) {
  RichResult r{show_result(session, o, s)};
  if (o.value->tag() != Tag::Vector) return r;
  if (const auto cells = s.tables ? page_table(session, o) : std::nullopt)
    r.html = html_of(*cells, table_end(session, o), rows_of_html.cuts(o.value->array().length()));
  r.svg = drawn_text(o.value->array()).value_or("");
  const Array a = evened(o.value->array());
  if (is_image(a) && a.dimension(0) >= least_side && a.dimension(1) >= least_side)
    r.png = png_of(o).value_or("");
  return r;
}

std::optional<std::string> show_image(Session& session, const Outcome& o, const ShowSettings& s) {
  if (!session.frontend().types.is(o.type, TypeKind::Vector)) return {};
  const Array a = evened(o.value->array());
  const auto image = pixels_of(a);
  if (!image) return {};
  return image_text(a, *image, s) + "shape " + shape_of(a) + " : " + type_text(session, o) + "\n";
}

std::string show_at_length(Session& session, const Outcome& o, const ShowSettings& s) {
  if (!session.frontend().types.is(o.type, TypeKind::Vector)) return plain_result(session, o);
  if (auto image = show_image(session, o, s)) return std::move(*image);
  const Array a = evened(o.value->array());
  if (const auto table = table_text(session, o, s.columns, WideTable::Blocks)) return *table;
  std::string out = plain_result(session, o);
  int64_t every = 1;
  Array flat = a;
  while (is_nested(flat)) flat = flatten(flat);
  if (auto numbers = numbers_of(flat, &every))
    out += statistics(a, std::move(*numbers), every);
  else
    out += "shape " + shape_text(a) + "\n";
  return out;
}

std::optional<std::string> svg_of(const Outcome& o) {
  if (o.value->tag() != Tag::Vector) return {};
  if (auto drawn = drawn_text(o.value->array())) return drawn;
  const auto all = plot_series(o.value->array());
  return all ? std::optional(svg_plot(*all)) : std::nullopt;
}

namespace {

/// Returns a plot of the only series by braille dots.
std::string dotted_plot(const std::vector<PlotSeries>& one, const ShowSettings& s) {
  const size_t columns = std::clamp<size_t>(s.columns - std::min<size_t>(s.columns, 14), 10, plot_columns);
  const std::string picture = plot(one[0].xs, one[0].ys, columns, plot_rows);
  if (picture.empty()) return "there is no finite number to plot\n";
  const size_t n = unplottable(one);
  return picture + (n ? left_out_note(n, "point") + "\n" : "");
}

} // namespace

std::optional<std::string> show_plot(const Outcome& o, const ShowSettings& s) {
  const auto svg = svg_of(o);
  if (!svg) return {};
  const auto room = room_for(picture_columns, picture_rows, s);
  const auto drawn = room ? draw_with_chafa(*svg, *room) : std::nullopt;
  if (drawn && drawn->pixels) return drawn->text;
  const auto all = plot_series(o.value->array());
  if (all && all->size() == 1 && (*all)[0].name.empty()) return dotted_plot(*all, s);
  const size_t columns = std::clamp<size_t>(s.columns - 1, least_dotted_columns, picture_columns);
  const size_t rows =
      std::clamp<size_t>(s.rows - std::min<size_t>(s.rows, 3), least_dotted_rows, picture_rows);
  if (auto dotted = dotted_picture(*svg, columns, rows, s.colour)) return dotted;
  return drawn ? drawn->text
               : "an SVG picture: :plot e > x.svg writes it, and the program chafa shows it here\n";
}

} // namespace nova

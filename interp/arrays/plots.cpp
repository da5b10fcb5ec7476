// plot: its description and the columns of its data, as a picture needs them.
#include "frontend/source/spelling.hpp"
#include "interp/arrays/streams.hpp"
#include "interp/arrays/value_types.hpp"
#include "runtime/array.hpp"
#include "runtime/io/plots/figure.hpp"
#include "runtime/io/plots/vega_lite.hpp"
#include "runtime/plot_words.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <cmath>
#include <optional>

namespace nova::arrays {

namespace {

constexpr int64_t most_rows = 1'000'000; ///< so that no picture takes seconds, or much memory
constexpr double micros_of_day = 86'400e6;
constexpr std::string_view index_name = "index";

/// Whether the values of a type are a column of a plot.
bool is_column(const ValueType& type) {
  const ValueType& t = present_type(type);
  return t.kind == ValueType::Text || t.kind == ValueType::Date || t.kind == ValueType::Datetime ||
         (t.kind == ValueType::Scalar && t.layout->kind == ColumnKind::Primitive &&
          t.layout->element != Element::Unit);
}

std::string text_at(const Array& a, int64_t k) {
  if (!a.is_primitive()) return array_text(a.at(k).array());
  if (a.element() == Element::Char) return {a.data<char>()[k]};
  return a.data<uint8_t>()[k] ? "true" : "false";
}

double number_at(const Array& a, int64_t k) {
  return with_element(a.element(), [&]<class T>(T) { return static_cast<double>(a.data<T>()[k]); });
}

/// The values of a column that may be missing, and where each row's stands among them: at -1 if it is missing.
struct PresentValues {
  Array values;
  std::vector<int64_t> places{};
};

PresentValues present_values(const ValueType& type, const Array& a) {
  if (type.kind != ValueType::Optional) return {a};
  if (a.layout()->kind != ColumnKind::Sum) fail_plot("its data have a column of type " + type.name);
  const Column& c = a.column();
  PresentValues out{Array(c.children[type.present])};
  for (int64_t k = a.begin(); k < a.begin() + a.count(); ++k)
    out.places.push_back(c.as<uint32_t>()[k] == type.present ? c.extra->as<int64_t>()[k] : -1);
  return out;
}

/// Makes a column of values. A number that is missing is NaN, a text that is missing has no characters.
PlotColumn column_of(std::string name, const ValueType& type, const Array& a) {
  const ValueType& t = present_type(type);
  PlotColumn c{std::move(name)};
  c.is_time = t.kind == ValueType::Date || t.kind == ValueType::Datetime;
  c.is_text = t.kind == ValueType::Text ||
              (!c.is_time && (t.layout->element == Element::Char || t.layout->element == Element::Bool));
  const PresentValues all = present_values(type, a);
  const Array values = c.is_time ? all.values.field(0) : all.values;
  const double unit = t.kind == ValueType::Datetime ? micros_of_day : 1;
  for (int64_t k = 0; k < a.count(); ++k) {
    Watch::poll();
    const int64_t at = type.kind == ValueType::Optional ? all.places[static_cast<size_t>(k)] : k;
    if (c.is_text)
      c.texts.push_back(at < 0 ? "" : text_at(values, at));
    else
      c.numbers.push_back(at < 0 ? NAN : number_at(values, at) / unit);
  }
  return c;
}

/// The columns of a plot's data by their names.
class PlotData {
 public:
  PlotData(const ValueType& type, const Value& data) {
    if (type.kind != ValueType::Vector) fail_plot("its data are a vector, and this is of type " + type.name);
    const Array& a = data.array();
    const ValueType& row = *type.parts[0];
    if (a.count() > most_rows)
      fail_plot("its data have " + std::to_string(a.count()) + " rows, and a picture shows " +
                std::to_string(most_rows) + " at most: random-sample takes some of them");
    const bool nested = row.kind == ValueType::Vector && row.rank == 1 && a.rank() == 1;
    if (a.rank() > 1 || nested) {
      nested ? matrix(*row.parts[0], type, evenly(a, type)) : matrix(row, type, a);
      return;
    }
    rows_ = a.count();
    if (row.kind == ValueType::Record || row.kind == ValueType::Tuple)
      fields(row, a);
    else if (is_column(row))
      add("0", row, a);
    else
      fail_plot("its data are records, tuples, numbers or a matrix, and this is of type " + type.name);
  }

  /// Returns the column of that name. Fails, and tells which there are, if there is none.
  PlotColumn column(std::string_view name) const {
    for (const Known& k : known_)
      if (k.name == name) {
        if (k.made) return *k.made;
        if (!is_column(*k.type)) fail_plot("the column " + k.name + " is of type " + k.type->name);
        return column_of(k.name, *k.type, *k.array);
      }
    if (name == index_name) return index();
    std::vector<std::string_view> names;
    std::string all;
    for (const Known& k : known_) names.push_back(k.name), all += (all.empty() ? "" : ", ") + k.name;
    const auto meant = nearest_name(name, names);
    fail_plot("the data have no column " + std::string(name) + ", but " + all +
              (meant ? "; did you mean " + *meant + "?" : ""));
  }
  /// Returns the columns of a mark that names none: the first n that there are, behind the rows' numbers if there are fewer.
  std::vector<PlotColumn> first(size_t n) const {
    std::vector<PlotColumn> out;
    if (known_.size() < n) out.push_back(index());
    for (const Known& k : known_)
      if (out.size() < n) out.push_back(column(k.name));
    return out;
  }
  bool is_matrix() const { return pixels_.has_value(); }
  const std::optional<Array>& pixels() const { return pixels_; }

 private:
  struct Known {
    std::string name;
    const ValueType* type = nullptr;
    std::optional<Array> array{};
    std::optional<PlotColumn> made{};
  };
  void add(std::string name, const ValueType& t, Array a) {
    known_.push_back({std::move(name), &t, std::move(a)});
  }
  void fields(const ValueType& row, const Array& a) {
    if (a.layout()->kind != ColumnKind::Tuple && a.layout()->kind != ColumnKind::Sum)
      fail_plot("its rows are of type " + row.name);
    for (uint32_t k = 0; k < row.parts.size(); ++k)
      add(row.kind == ValueType::Tuple ? std::to_string(k)
          : row.fields.empty()         ? row.names[k]
                                       : row.fields[k],
          *row.parts[k], a.field(k));
  }
  /// Returns the matrix that rows of one length are.
  static Array evenly(const Array& rows, const ValueType& type) {
    if (rows.count() == 0) fail_plot("there are no rows");
    const int64_t length = rows.at(0).array().count();
    for (int64_t k = 1; k < rows.count(); ++k)
      if (rows.at(k).array().count() != length)
        fail_plot("its data, of type " + type.name + ", have rows of " + std::to_string(length) + " and " +
                  std::to_string(rows.at(k).array().count()) + " elements");
    Array flat = flatten(rows);
    if (flat.count() > most_rows)
      fail_plot("its data have more than " + std::to_string(most_rows) + " numbers");
    return flat.shaped({rows.count(), length});
  }
  /// Columns x, y and z of a matrix: the place in the row, the row, and the number there.
  void matrix(const ValueType& element, const ValueType& type, const Array& a) {
    if (!is_column(element) || a.rank() > 3) fail_plot("its data are of type " + type.name);
    pixels_ = a;
    if (a.rank() != 2) return;
    rows_ = a.count();
    PlotColumn x{"x"}, y{"y"};
    for (int64_t k = 0; k < a.count(); ++k) {
      Watch::poll();
      const int64_t row = k / a.dimension(1), column = k % a.dimension(1);
      x.numbers.push_back(static_cast<double>(column)), y.numbers.push_back(static_cast<double>(row));
    }
    known_.push_back({"x", nullptr, {}, std::move(x)}), known_.push_back({"y", nullptr, {}, std::move(y)});
    known_.push_back({"z", nullptr, {}, column_of("z", element, a)});
  }
  PlotColumn index() const {
    PlotColumn c{std::string(index_name)};
    for (int64_t k = 0; k < rows_; ++k) Watch::poll(), c.numbers.push_back(static_cast<double>(k));
    return c;
  }
  std::vector<Known> known_;
  std::optional<Array> pixels_;
  int64_t rows_ = 0;
};

/// A word of a description with its arguments.
struct GivenWord {
  const PlotWordRow* row = nullptr;
  std::vector<std::string> texts{};
  std::vector<double> numbers{};
};

GivenWord given_word(const Value& v) {
  const auto parts = v.items();
  const std::string name = text_argument(parts[0]);
  GivenWord w{find_plot_word(name)};
  if (!w.row) fail_plot("a description has no word " + name);
  for (int64_t k = 0; k < parts[1].array().count(); ++k)
    w.texts.push_back(array_text(parts[1].array().at(k).array()));
  for (const double x : parts[2].array().elements<double>()) w.numbers.push_back(x);
  const size_t n = w.row->takes_numbers ? w.numbers.size() : w.texts.size();
  const size_t other = w.row->takes_numbers ? w.texts.size() : w.numbers.size();
  if (n < w.row->least || n > w.row->most || other > 0) fail_plot("a word is " + std::string(w.row->usage));
  return w;
}

PlotLayer layer_of(const GivenWord& w, const PlotData& data) {
  PlotLayer l{w.row->word};
  if (l.mark == PlotWord::Image) {
    l.image = data.pixels(), l.downwards = true;
    if (!l.image || !(l.image->element() == Element::U8) ||
        (l.image->rank() == 3 && l.image->dimension(2) > 4))
      fail_plot("an image is a vector#2 uint8, or a vector#3 uint8 of 1 to 4 channels");
    return l;
  }
  for (const std::string& name : w.texts) l.columns.push_back(data.column(name));
  const size_t n = w.row->columns;
  if (l.columns.empty()) l.columns = data.first(n), l.downwards = n == 3 && data.is_matrix();
  if (l.columns.size() < n) fail_plot("it takes the columns " + std::string(w.row->usage));
  return l;
}

void add_word(PlotFigure& f, const GivenWord& w, const PlotData& data) {
  const auto text = [&] { return w.texts[0]; };
  const auto pair = [&] { return NumberPair{w.numbers[0], w.numbers[1]}; };
  switch (w.row->word) {
  case PlotWord::Colour: f.colour = data.column(w.texts[0]); break;
  case PlotWord::Panels: f.panels = data.column(w.texts[0]); break;
  case PlotWord::Title: f.title = text(); break;
  case PlotWord::XLabel: f.x_label = text(); break;
  case PlotWord::YLabel: f.y_label = text(); break;
  case PlotWord::LogX: f.log_x = true; break;
  case PlotWord::LogY: f.log_y = true; break;
  case PlotWord::Size: f.size = pair(); break;
  case PlotWord::XRange: f.x_range = pair(); break;
  case PlotWord::YRange: f.y_range = pair(); break;
  case PlotWord::Bins: f.bins = w.numbers[0]; break;
  case PlotWord::Levels: f.levels = w.numbers[0]; break;
  default: f.layers.push_back(layer_of(w, data));
  }
}

} // namespace

Value plot(Machine& m, const Core& node, Args args) {
  ValueTypes types(m);
  const PlotData data(types.of(node.items[1]->type), args[1]);
  PlotFigure figure;
  const Array& words = args[0].array();
  for (int64_t k = 0; k < words.count(); ++k) add_word(figure, given_word(words.at(k)), data);
  if (figure.layers.empty()) fail_plot("its description has no word that draws, such as (points x y)");
  const std::string svg = figure_svg(figure);
  if (m.options.drawn) m.options.drawn(svg, [&figure] { return vega_lite(figure); });
  return Value::vector(text_array(m.layouts, svg));
}

} // namespace nova::arrays

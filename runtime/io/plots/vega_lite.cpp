#include "runtime/io/plots/vega_lite.hpp"
#include "runtime/io/base64.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/images/png.hpp"
#include "runtime/io/plots/draw.hpp"
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace nova {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t most_values = 20'000, most_bytes = 500'000;
constexpr double millis_of_day = 86'400'000;

/// A field's name as a path: dots and brackets in it would have a meaning of their own.
std::string field_path(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (std::string_view(".[]'\"\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

Json value_at(const PlotColumn& c, size_t row) {
  if (c.is_text) return c.texts[row];
  const double x = c.is_time ? c.numbers[row] * millis_of_day : c.numbers[row];
  if (!std::isfinite(x)) return nullptr;
  constexpr double exact = 9007199254740992; // up to it, whole numbers are written as such
  return x == std::floor(x) && std::abs(x) <= exact ? Json(static_cast<int64_t>(x)) : Json(x);
}

/// The different values of a column, as the SVG of the plot has them.
std::vector<std::string> categories_of(const PlotColumn& c) {
  std::vector<size_t> index;
  return categories_of(c, index);
}

/// The description of a plot while it is made.
class VegaLite {
 public:
  explicit VegaLite(const PlotFigure& figure) : f_(figure), numbers_rows_(goes_back()) {
    const auto all = columns();
    while (std::ranges::any_of(all, [&](const PlotColumn* c) { return c->name == row_number_; }))
      row_number_ += '+';
  }
  Json description();
  /// The columns, of which each has a name of its own.
  std::vector<const PlotColumn*> columns() const;

 private:
  /// Whether a line goes back, so that its rows need numbers: they are joined in the order of x without.
  bool goes_back() const {
    return std::ranges::any_of(f_.layers, [](const PlotLayer& l) {
      return l.mark == PlotWord::Lines && !l.columns[0].is_text &&
             !std::ranges::is_sorted(l.columns[0].numbers);
    });
  }
  Json data() const;
  Json layer(const PlotLayer& l) const;
  Json image(const PlotLayer& l) const;
  Json channel(const PlotColumn& c, const char* type) const;
  Json axis(const PlotColumn& c, bool across, const PlotLayer& l) const;
  Json histogram(const PlotLayer& l) const;
  Json colour() const;
  Json encoding(const PlotLayer& l) const;
  const PlotFigure& f_;
  const bool numbers_rows_;
  std::string row_number_ = "row number"; ///< the name of a field that no column has
};

std::vector<const PlotColumn*> VegaLite::columns() const {
  std::vector<const PlotColumn*> all;
  const auto add = [&](const PlotColumn& c) {
    if (std::ranges::none_of(all, [&](const PlotColumn* known) { return known->name == c.name; }))
      all.push_back(&c);
  };
  for (const PlotLayer& l : f_.layers) std::ranges::for_each(l.columns, add);
  for (const auto* c : {&f_.colour, &f_.panels})
    if (*c) add(**c);
  return all;
}

Json VegaLite::data() const {
  Json rows = Json::array();
  const auto all = columns();
  for (size_t k = 0; !all.empty() && k < all[0]->size(); ++k) {
    Json row = Json::object();
    for (const PlotColumn* c : all) row[c->name] = value_at(*c, k);
    if (numbers_rows_) row[row_number_] = k;
    rows.push_back(std::move(row));
  }
  return {{"values", std::move(rows)}};
}

/// What a column is to a channel: its field, and how its values are meant. Texts stand in the order of the data.
Json VegaLite::channel(const PlotColumn& c, const char* type) const {
  Json out = {{"field", field_path(c.name)}, {"type", type}};
  if (c.is_text) out["sort"] = nullptr;
  return out;
}

Json VegaLite::axis(const PlotColumn& c, bool across, const PlotLayer& l) const {
  const bool cells = l.mark == PlotWord::HeatMap,
             discrete = c.is_text || cells || (l.mark == PlotWord::Box && across);
  Json out = channel(c, discrete    ? (c.is_text ? "nominal" : "ordinal")
                        : c.is_time ? "temporal"
                                    : "quantitative");
  if (cells && !across && !l.downwards && !c.is_text) out["sort"] = "descending";
  const std::string& label = across ? f_.x_label : f_.y_label;
  const bool named = !std::ranges::all_of(c.name, [](char d) { return d >= '0' && d <= '9'; });
  out["title"] = !label.empty() ? Json(label)
                 : named        ? Json(c.name)
                                : Json(nullptr); // a tuple's number says nothing
  Json scale = Json::object();
  if (across ? f_.log_x : f_.log_y) scale["type"] = "log";
  if (c.is_time && !discrete) scale["type"] = "utc";
  if (const auto& range = across ? f_.x_range : f_.y_range) scale["domain"] = *range, scale["nice"] = false;
  if (l.mark != PlotWord::Bars && !discrete && !c.is_time) scale["zero"] = false;
  if (!scale.empty()) out["scale"] = std::move(scale);
  return out;
}

Json VegaLite::histogram(const PlotLayer& l) const {
  Json x = axis(l.columns[0], true, l);
  x["bin"] = f_.bins ? Json{{"maxbins", *f_.bins}} : Json(true);
  return {{"x", std::move(x)},
          {"y", {{"aggregate", "count"}, {"title", f_.y_label.empty() ? "count" : f_.y_label}}}};
}

/// The colours are those of the picture: the palette for groups, a gradient for many numbers.
Json VegaLite::colour() const {
  const PlotColumn& c = *f_.colour;
  if (!c.is_text && categories_of(c).size() > most_shades) {
    Json out = channel(c, "quantitative");
    out["scale"] = {{"scheme", "viridis"}};
    return out;
  }
  Json out = channel(c, "nominal"), range = Json::array();
  for (size_t k = 0; k < most_shades; ++k) range.push_back(std::string(group_colour(k)));
  out["scale"] = {{"range", std::move(range)}};
  return out;
}

Json VegaLite::encoding(const PlotLayer& l) const {
  if (l.mark == PlotWord::Histogram) return histogram(l);
  const bool one = l.columns.size() == 1; // of a box: the numbers alone
  Json out = Json::object();
  if (!one) out["x"] = axis(l.columns[0], true, l);
  out["y"] = axis(l.columns[one ? 0 : 1], false, l);
  if (l.mark == PlotWord::HeatMap) {
    out["color"] = channel(l.columns[2], "quantitative");
    out["color"]["scale"] = {{"scheme", "viridis"}};
  }
  if (l.mark == PlotWord::ErrorBars) out["yError"] = {{"field", field_path(l.columns[2].name)}};
  return out;
}

Json VegaLite::image(const PlotLayer& l) const {
  StringSink png;
  write_png(png, *l.image);
  const NumberPair size = f_.size.value_or(NumberPair{picture_width, picture_height});
  return {{"data", {{"values", {{{"url", "data:image/png;base64," + base64(png.text)}}}}}},
          {"mark",
           {{"type", "image"},
            {"align", "left"},
            {"baseline", "top"},
            {"aspect", false},
            {"width", size[0]},
            {"height", size[1]}}},
          {"encoding",
           {{"x", {{"value", 0}}}, {"y", {{"value", 0}}}, {"url", {{"field", "url"}, {"type", "nominal"}}}}}};
}

Json VegaLite::layer(const PlotLayer& l) const {
  if (l.mark == PlotWord::Image) return image(l);
  const bool cut = f_.x_range || f_.y_range;
  Json mark = Json::object(), encoded = encoding(l);
  switch (l.mark) {
  case PlotWord::Points: mark = {{"type", "point"}, {"filled", true}}; break;
  case PlotWord::Lines: mark = {{"type", "line"}}; break;
  case PlotWord::Box: mark = {{"type", "boxplot"}, {"extent", 1.5}}; break;
  case PlotWord::HeatMap: mark = {{"type", "rect"}}; break;
  case PlotWord::ErrorBars: mark = {{"type", "errorbar"}, {"ticks", true}}; break;
  default: mark = {{"type", "bar"}};
  }
  if (l.mark == PlotWord::Lines && numbers_rows_)
    encoded["order"] = {{"field", row_number_}, {"type", "quantitative"}};
  if (cut && l.mark != PlotWord::Box && l.mark != PlotWord::ErrorBars) mark["clip"] = true;
  if (f_.colour && l.mark != PlotWord::HeatMap) {
    encoded["color"] = colour();
    const bool beside = l.mark == PlotWord::Bars || (l.mark == PlotWord::Box && l.columns.size() > 1);
    const bool shared = !l.columns.empty() && l.columns[0].name == f_.colour->name;
    if (beside && !shared) encoded["xOffset"] = channel(*f_.colour, "nominal");
  } else if (l.mark != PlotWord::HeatMap) {
    mark["color"] = std::string(group_colour(0));
  }
  return {{"mark", std::move(mark)}, {"encoding", std::move(encoded)}};
}

Json VegaLite::description() {
  Json out = {{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"}};
  if (!f_.title.empty()) out["title"] = f_.title;
  const NumberPair size = f_.size.value_or(NumberPair{picture_width, picture_height});
  Json layers = Json::array();
  for (const PlotLayer& l : f_.layers) {
    layers.push_back(layer(l));
    if (l.mark != PlotWord::ErrorBars) continue;
    Json middle = layers.back();
    middle["mark"] = {{"type", "point"}, {"filled", true}}, middle["encoding"].erase("yError");
    layers.push_back(std::move(middle));
  }
  if (!columns().empty()) out["data"] = data();
  if (!f_.panels) {
    out["width"] = size[0], out["height"] = size[1], out["layer"] = std::move(layers);
    return out;
  }
  const std::vector<std::string> names = categories_of(*f_.panels);
  const double across = std::ceil(std::sqrt(static_cast<double>(names.size())));
  out["facet"] = channel(*f_.panels, f_.panels->is_time ? "temporal" : "nominal"), out["columns"] = across;
  if (f_.panels->is_text) out["facet"]["sort"] = names;
  out["spec"] = {{"width", size[0] / across}, {"height", size[1] / across}, {"layer", std::move(layers)}};
  return out;
}

/// Whether Vega-Lite can draw the layer: it has no contours, and no bars of errors that reach 0 on a logarithmic axis.
bool can_draw(const PlotFigure& f, const PlotLayer& l) {
  if (l.mark == PlotWord::Contour || l.series) return false;
  if (l.image) return l.image->count() <= static_cast<int64_t>(most_bytes);
  if (l.mark != PlotWord::ErrorBars || !f.log_y) return true;
  for (size_t k = 0; k < l.columns[1].numbers.size(); ++k)
    if (l.columns[1].numbers[k] - l.columns[2].numbers[k] <= 0) return false;
  return true;
}

} // namespace

std::optional<std::string> vega_lite(const PlotFigure& f) {
  size_t values = 0;
  VegaLite made(f);
  for (const PlotColumn* c : made.columns()) values += c->size();
  if (!std::ranges::all_of(f.layers, [&](const PlotLayer& l) { return can_draw(f, l); })) return {};
  if (values > most_values) return {};
  std::string text = made.description().dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= most_bytes ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace nova

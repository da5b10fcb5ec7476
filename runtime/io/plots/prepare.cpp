#include "runtime/io/plots/prepare.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova {

void fail_plot(std::string why) { fail("E0436", {std::move(why)}); }

namespace {

constexpr size_t most_categories = 500;
} // namespace

std::vector<std::string> categories_of(const PlotColumn& c, std::vector<size_t>& index) {
  std::vector<std::string> names;
  index.resize(c.size());
  if (c.is_text) {
    std::unordered_map<std::string_view, size_t> known;
    for (size_t i = 0; i < c.size(); ++i) {
      Watch::poll();
      const auto [at, added] = known.try_emplace(c.texts[i], names.size());
      if (added) names.push_back(c.texts[i]);
      index[i] = at->second;
    }
    return names;
  }
  std::vector<double> all = c.numbers;
  std::erase_if(all, [](double x) { return std::isnan(x); });
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (const double x : all) names.push_back(c.is_time ? time_ticks(x, x + 1, 1)[0].label : number_label(x));
  for (size_t i = 0; i < c.size(); ++i)
    index[i] = static_cast<size_t>(std::ranges::lower_bound(all, c.numbers[i]) - all.begin());
  if (std::ranges::any_of(c.numbers, [](double x) { return std::isnan(x); })) names.emplace_back("nan");
  return names;
}

namespace {

/// Makes the numbers of columns into numbers on an axis, whose kind and categories the first column determines.
class AxisMaker {
 public:
  AxisMaker(Scale& scale, std::string& name, bool log, const char* axis)
      : scale_(scale), name_(name), log_(log), axis_(axis) {}

  std::vector<double> numbers(const PlotColumn& c, bool as_categories = false) {
    const bool text = c.is_text || as_categories;
    if (text && log_)
      fail_plot("a logarithmic axis shows numbers, and the column " + c.name + " holds texts");
    const ScaleKind kind = text        ? ScaleKind::Categories
                           : log_      ? ScaleKind::Log
                           : c.is_time ? ScaleKind::Time
                                       : ScaleKind::Linear;
    if (!begun_) scale_ = Scale(kind), name_ = c.name, begun_ = true;
    if (kind != scale_.kind())
      fail_plot("the marks have one " + std::string(axis_) + " axis, and " + what(scale_.kind()) + " (" +
                name_ + ") and " + what(kind) + " (" + c.name + ") cannot share it");
    if (log_) check_positive(c);
    return text ? places(c) : c.numbers;
  }

 private:
  static std::string what(ScaleKind k) {
    return k == ScaleKind::Categories ? "texts" : k == ScaleKind::Time ? "times" : "numbers";
  }
  void check_positive(const PlotColumn& c) const {
    for (size_t i = 0; i < c.size(); ++i)
      if (c.numbers[i] <= 0)
        fail_plot("a logarithmic axis shows numbers above 0, and " + (c.name.empty() ? "the data" : c.name) +
                  " has " + number_label(c.numbers[i]) + " in row " + std::to_string(i));
  }
  std::vector<double> places(const PlotColumn& c) {
    std::vector<size_t> index;
    const auto names = categories_of(c, index);
    if (names.size() > most_categories)
      fail_plot("the column " + c.name + " has " + std::to_string(names.size()) +
                " different values, and an axis names " + std::to_string(most_categories) + " at most");
    std::vector<double> place;
    for (const std::string& name : names) {
      const auto at = std::ranges::find(scale_.categories, name);
      place.push_back(static_cast<double>(at - scale_.categories.begin()));
      if (at == scale_.categories.end()) scale_.categories.push_back(name);
    }
    std::vector<double> out;
    for (const size_t i : index) out.push_back(place[i]);
    return out;
  }
  Scale& scale_;
  std::string& name_;
  bool log_, begun_ = false;
  const char* axis_;
};

/// Whether the layer's columns begin with x; those of a histogram and of boxes may lack one of the two.
bool has_pair(const PlotLayer& l) { return l.columns.size() >= 2; }

void place_rows(PreparedLayer& out, AxisMaker& x, AxisMaker& y) {
  const PlotLayer& l = *out.layer;
  const PlotColumn& first = l.columns[0];
  if (l.mark == PlotWord::Histogram) return void(out.x = x.numbers(first));
  if (l.mark == PlotWord::Box) {
    const PlotColumn one{"", {}, std::vector<std::string>(first.size(), first.name), true};
    out.x = has_pair(l) ? x.numbers(first, true) : x.numbers(one);
    out.y = y.numbers(l.columns.back());
    return;
  }
  out.x = x.numbers(first), out.y = y.numbers(l.columns[1]);
  if (l.columns.size() < 3) return;
  if (l.columns[2].is_text)
    fail_plot("the third column of a mark holds numbers, and " + l.columns[2].name + " holds texts");
  out.z = l.columns[2].numbers;
}

/// Leaves out the rows that have a number that is not finite. Returns how many there were.
size_t leave_out(PreparedLayer& l) {
  const size_t n = std::max(l.x.size(), l.y.size());
  const auto finite = [](const std::vector<double>& c, size_t i) { return c.empty() || std::isfinite(c[i]); };
  size_t to = 0;
  bool gap = false;
  for (size_t i = 0; i < n; ++i) {
    Watch::poll();
    if (!finite(l.x, i) || !finite(l.y, i) || !finite(l.z, i) || !finite(l.shade, i)) {
      gap = true;
      continue;
    }
    for (auto* c : {&l.x, &l.y, &l.z, &l.shade})
      if (!c->empty()) (*c)[to] = (*c)[i];
    l.group[to] = l.group[i], l.panel[to] = l.panel[i];
    l.gap.push_back(gap), gap = false, ++to;
  }
  for (auto* c : {&l.x, &l.y, &l.z, &l.shade})
    if (!c->empty()) c->resize(to);
  l.group.resize(to), l.panel.resize(to);
  return n - to;
}

void check_lengths(const PlotFigure& f) {
  for (const PlotLayer& l : f.layers) {
    for (const auto* other : {&f.colour, &f.panels})
      if (*other && (l.columns.empty() || (*other)->size() != l.columns[0].size()))
        fail_plot("colour and panels take a column of the rows that all marks show");
    for (const PlotColumn& c : l.columns)
      if (c.size() != l.columns[0].size())
        fail_plot("the columns " + l.columns[0].name + " and " + c.name + " have " +
                  std::to_string(l.columns[0].size()) + " and " + std::to_string(c.size()) + " rows");
    if (!l.image && !l.series && l.columns[0].size() == 0) fail_plot("there are no rows");
  }
}

/// Sets each row's group: the layer's own, or that of the row's colour.
void set_groups(PreparedPlot& plot, const PlotFigure& f) {
  for (PreparedLayer& l : plot.layers) {
    const size_t n = std::max(l.x.size(), l.y.size());
    l.group.assign(n, plot.groups.size()), l.panel.assign(n, 0);
    if (l.layer->series) plot.groups.push_back(*l.layer->series);
    if (!f.colour) continue;
    const PlotColumn* const by = &*f.colour;
    std::vector<size_t> index;
    auto names = categories_of(*by, index);
    if (!by->is_text && names.size() > most_shades) {
      if (l.layer->mark != PlotWord::Points)
        fail_plot("the column " + by->name + " has " + std::to_string(names.size()) +
                  " different numbers: colours of so many are a gradient, which points alone have");
      l.shade = by->numbers, plot.shade_name = by->name;
      continue;
    }
    plot.groups = std::move(names), plot.group_name = by->name, l.group = std::move(index);
  }
}

void set_panels(PreparedPlot& plot, const PlotFigure& f) {
  if (!f.panels) return;
  constexpr size_t most_panels = 36;
  std::vector<size_t> index;
  plot.panels = categories_of(*f.panels, index);
  if (plot.panels.size() > most_panels)
    fail_plot("the column " + f.panels->name + " has " + std::to_string(plot.panels.size()) +
              " different values, and there are " + std::to_string(most_panels) + " panels at most");
  for (PreparedLayer& l : plot.layers) l.panel = index;
}

void widen_axes(PreparedPlot& plot, const PlotFigure& f) {
  const bool solid = std::ranges::any_of(plot.layers, [](const PreparedLayer& l) {
    return l.layer->mark == PlotWord::HeatMap || l.layer->mark == PlotWord::Image ||
           l.layer->mark == PlotWord::Contour;
  });
  const bool based = std::ranges::any_of(
      plot.layers, [](const PreparedLayer& l) { return !l.bars.empty() && l.bars[0].from == 0; });
  for (const bool across : {true, false}) {
    Scale& s = across ? plot.x : plot.y;
    if (s.is_empty()) continue;
    if (s.kind() == ScaleKind::Categories)
      s.limit(-0.5, static_cast<double>(s.categories.size()) - 0.5);
    else
      s.widen(solid ? 0 : 0.04);
    const double bottom = s.reversed ? s.number_at(1) : s.number_at(0), top = s.number_at(1);
    if (based && !across && bottom < 0 && bottom > -0.05 * top) s.limit(0, top);
    if (const auto& range = across ? f.x_range : f.y_range) s.limit((*range)[0], (*range)[1]);
  }
  if (!plot.shade.is_empty()) plot.shade.widen(0);
}

void check_range(const std::optional<NumberPair>& r, const Scale& s, const char* word) {
  if (!r) return;
  if (s.kind() == ScaleKind::Categories)
    fail_plot(std::string(word) + " is for numbers, and this axis has texts");
  if (!std::isfinite((*r)[0]) || !std::isfinite((*r)[1]) || !((*r)[0] < (*r)[1]) ||
      (s.kind() == ScaleKind::Log && (*r)[0] <= 0))
    fail_plot(std::string(word) + " takes two numbers in ascending order" +
              (s.kind() == ScaleKind::Log ? ", above 0 on a logarithmic axis" : ""));
}

/// Whether a column's name is a number, which a tuple's columns have: it says nothing to who looks at the picture.
bool is_index(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

PreparedPlot prepare_plot(const PlotFigure& f) {
  check_lengths(f);
  PreparedPlot plot;
  AxisMaker x(plot.x, plot.x_name, f.log_x, "x"), y(plot.y, plot.y_name, f.log_y, "y");
  for (const PlotLayer& layer : f.layers) {
    PreparedLayer& l = plot.layers.emplace_back();
    l.layer = &layer;
    if (layer.mark != PlotWord::Image) place_rows(l, x, y);
    if (layer.downwards) plot.y.reversed = true;
  }
  set_groups(plot, f), set_panels(plot, f);
  bool some = false;
  for (PreparedLayer& l : plot.layers) {
    const size_t n = leave_out(l);
    plot.left_out = l.layer->series ? plot.left_out + n : std::max(plot.left_out, n);
    some |= l.layer->image || !l.x.empty();
  }
  if (!some) fail_plot("no row has finite numbers");
  for (PreparedLayer& l : plot.layers) summarise(plot, l, f);
  check_range(f.x_range, plot.x, "x-range"), check_range(f.y_range, plot.y, "y-range");
  widen_axes(plot, f);
  for (std::string* name : {&plot.x_name, &plot.y_name, &plot.shade_name, &plot.group_name})
    if (is_index(*name)) name->clear();
  if (!f.x_label.empty()) plot.x_name = f.x_label;
  if (!f.y_label.empty()) plot.y_name = f.y_label;
  return plot;
}

} // namespace nova

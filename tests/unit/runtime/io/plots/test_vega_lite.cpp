// Plots as descriptions in Vega-Lite.
#include "runtime/io/plots/vega_lite.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace nova;
using Json = nlohmann::json;

namespace {

PlotColumn numbers(std::string name, std::vector<double> values) {
  return {std::move(name), std::move(values)};
}

PlotColumn texts(std::string name, std::vector<std::string> values) {
  return {std::move(name), {}, std::move(values), true};
}

Json described(const PlotFigure& f) {
  const auto text = vega_lite(f);
  REQUIRE(text);
  return Json::parse(*text);
}

} // namespace

TEST_CASE("Vega-Lite: data stand inline, and channels name their fields") {
  PlotFigure f;
  f.layers = {{PlotWord::Points, {numbers("a.b", {1, NAN, 0.5}), numbers("y", {INFINITY, 2, -3})}}};
  f.colour = texts("kind", {"u", "v", "u"}), f.log_x = true, f.y_range = NumberPair{-5, 5}, f.title = "T";
  const Json v = described(f);
  CHECK(v["data"]["values"] == Json::parse(R"([{"a.b":1,"y":null,"kind":"u"},{"a.b":null,"y":2,"kind":"v"},
                                               {"a.b":0.5,"y":-3,"kind":"u"}])"));
  const Json& e = v["layer"][0]["encoding"];
  CHECK(e["x"]["field"] == "a\\.b");
  CHECK(e["x"]["title"] == "a.b");
  CHECK(e["x"]["scale"]["type"] == "log");
  CHECK(e["y"]["scale"]["domain"] == Json::parse("[-5.0,5.0]"));
  CHECK(e["color"]["type"] == "nominal");
  CHECK(v["layer"][0]["mark"]["clip"] == true);
  CHECK(v["title"] == "T");
}

TEST_CASE("Vega-Lite: each mark has its own, contours have none") {
  const auto mark = [](PlotWord word) {
    PlotFigure f;
    f.layers = {{word, {numbers("x", {0, 1}), numbers("y", {0, 1}), numbers("z", {2, 3})}}};
    return f;
  };
  const auto kinds = [&](PlotWord word) {
    const Json whole = described(mark(word));
    std::string all;
    for (const Json& l : whole["layer"]) all += l["mark"]["type"].get<std::string>() + " ";
    return all;
  };
  CHECK(kinds(PlotWord::Lines) == "line ");
  CHECK(kinds(PlotWord::Bars) == "bar ");
  CHECK(kinds(PlotWord::Histogram) == "bar ");
  CHECK(kinds(PlotWord::HeatMap) == "rect ");
  CHECK(kinds(PlotWord::ErrorBars) == "errorbar point ");
  CHECK(kinds(PlotWord::Box) == "boxplot ");
  CHECK_FALSE(vega_lite(mark(PlotWord::Contour)));
  PlotFigure below = mark(PlotWord::ErrorBars);
  below.log_y = true;
  CHECK_FALSE(vega_lite(below));
  CHECK(described(mark(PlotWord::Histogram))["layer"][0]["encoding"]["y"]["aggregate"] == "count");
  CHECK(described(mark(PlotWord::HeatMap))["layer"][0]["encoding"]["color"]["field"] == "z");
}

TEST_CASE("Vega-Lite: times are temporal, many colours a gradient, panels a facet") {
  PlotFigure f;
  PlotColumn day = numbers("day", {0, 1, 2, 3, 4, 5, 6, 7, 8});
  day.is_time = true;
  f.layers = {{PlotWord::Points, {day, numbers("y", {1, 2, 3, 4, 5, 6, 7, 8, 9})}}};
  f.colour = f.layers[0].columns[1], f.panels = texts("p", std::vector<std::string>(9, "one"));
  const Json v = described(f), &e = v["spec"]["layer"][0]["encoding"];
  CHECK(e["x"]["type"] == "temporal");
  CHECK(v["data"]["values"][1]["day"] == 86'400'000);
  CHECK(e["color"]["scale"]["scheme"] == "viridis");
  CHECK(v["facet"]["field"] == "p");
  CHECK(v["columns"] == 1);
}

TEST_CASE("Vega-Lite: numbers are told apart beside NaN, for colours and panels") {
  PlotFigure f;
  f.layers = {
      {PlotWord::Points, {numbers("x", std::vector<double>(10)), numbers("y", std::vector<double>(10))}}};
  f.colour = numbers("c", {NAN, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  f.panels = numbers("p", {NAN, 1, 2, 3, 1, 2, 3, 1, 2, 3});
  const Json v = described(f);
  CHECK(v["spec"]["layer"][0]["encoding"]["color"]["type"] == "quantitative");
  CHECK(v["columns"] == 2);
}

TEST_CASE("Vega-Lite: the number of a row has a field of its own") {
  PlotFigure f;
  f.layers = {{PlotWord::Lines, {numbers("row number", {3, 1}), numbers("y", {0, 1})}}};
  const Json v = described(f);
  CHECK(v["data"]["values"] == Json::parse(R"([{"row number":3,"y":0,"row number+":0},
                                               {"row number":1,"y":1,"row number+":1}])"));
  CHECK(v["layer"][0]["encoding"]["order"]["field"] == "row number+");
}

TEST_CASE("Vega-Lite: large data are left out, and texts that are no UTF-8 are mended") {
  PlotFigure f;
  f.layers = {{PlotWord::Lines,
               {numbers("x", std::vector<double>(10'001)), numbers("y", std::vector<double>(10'001))}}};
  CHECK_FALSE(vega_lite(f));
  f.layers = {{PlotWord::Bars, {texts("x", {std::string(600'000, 'a')}), numbers("y", {1})}}};
  CHECK_FALSE(vega_lite(f));
  f.layers = {{PlotWord::Bars, {texts("x", {"\xff"}), numbers("y", {1})}}};
  CHECK(described(f)["data"]["values"][0]["x"] == "\xef\xbf\xbd");
}

#include "repl/show/profile_report.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/show/table.hpp"
#include "runtime/io/svg.hpp"
#include "runtime/limit_text.hpp"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace nova {
namespace {

using Time = Profile::Time;

double milliseconds(Time t) { return std::chrono::duration<double, std::milli>(t).count(); }
std::string time_text(double ms) { return fmt::format("{:.2f} ms", ms); }

/// Returns a form's text on one line, shortened.
std::string form_text(Session& session, const Core& form) {
  constexpr size_t longest = 34;
  if (form.kind == CoreKind::Lambda && !form.name.empty()) return std::string(form.name) + ", a function";
  const Sources& sources = session.frontend().sources;
  std::string text, rest(sources.text(sources.user_span(form.span)));
  for (const char c : rest) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank || (!text.empty() && text.back() != ' ')) text += blank ? ' ' : c;
  }
  return shorten(text, longest);
}

/// What was measured of the forms at one place.
struct Row {
  std::string place, form;
  Profile::Measured all{};
};

std::vector<Row> rows_of(Session& session, const Profile& profile, FileId text) {
  const Sources& sources = session.frontend().sources;
  std::map<std::tuple<FileId, uint32_t, uint32_t, bool>, Row> by_place;
  for (size_t k = 0; k < profile.measured().size(); ++k) {
    const Profile::Measured& m = profile.measured()[k];
    if (m.calls == 0) continue;
    const Core& form = *profile.sites()[k];
    const Span at = sources.user_span(form.span);
    Row& row = by_place[{at.file, at.begin, at.end, form.kind == CoreKind::Lambda}];
    if (row.form.empty()) {
      row.form = form_text(session, form), row.place = sources.place(at);
      if (at.file == text) row.place.erase(0, sources.name(at.file).size() + 1);
    }
    Profile::Measured& all = row.all;
    all.calls += m.calls, all.bytes += m.bytes, all.own += m.own, all.total += m.total;
    all.compiled += m.compiled, all.kernels_ns += m.kernels_ns, all.waited_ns += m.waited_ns;
    all.checks += m.checks;
  }
  std::vector<Row> rows;
  for (auto& [at, row] : by_place) {
    row.all.total = std::min(row.all.total, profile.time()); // one form at a place may be inside of another
    rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(rows, std::greater(), [](const Row& r) { return r.all.own; });
  return rows;
}

/// Returns the cells as lines, with the columns below one another. The first two columns begin at the left.
std::string lines_of(const TextTable& cells) {
  const std::vector<size_t> widths = column_widths(cells);
  std::string out;
  for (const auto& line : cells) {
    std::string text;
    for (size_t k = 0; k < line.size(); ++k) {
      const std::string blanks(widths[k] - width_of(line[k]), ' ');
      text += (k == 0 ? "" : "  ") + (k < 2 ? line[k] + blanks : blanks + line[k]);
    }
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

/// Returns how often tiers ran a form, and how long their kernels did.
std::string compiled_text(const Profile::Measured& m) {
  if (m.compiled == 0) return "";
  const std::string times = std::to_string(m.compiled) + (m.compiled == 1 ? " time" : " times");
  return m.kernels_ns > 0 ? times + ", " + time_text(m.kernels_ns / 1e6) : times;
}

/// Returns what the time holds besides running: waiting for compilers, and checks of what the tiers computed.
std::string besides(const Profile::Measured& all) {
  constexpr double worth_telling = 0.005; // the least time that is told, in ms
  std::string text;
  if (all.waited_ns / 1e6 >= worth_telling)
    text += ", " + time_text(all.waited_ns / 1e6) + " of them waiting for a compiler";
  if (milliseconds(all.checks) >= worth_telling)
    text += ", " + time_text(milliseconds(all.checks)) + " checking compiled code";
  return text;
}

/// The name of a form in a stack: its text and its place.
std::string frame_text(Session& session, const Profile& profile, uint32_t site) {
  const Core& form = *profile.sites()[site];
  const Sources& sources = session.frontend().sources;
  return form_text(session, form) + " " + sources.place(sources.user_span(form.span));
}

constexpr double picture_width = 1200, row_height = 18, letter = 6.6, edge = 10, title_height = 24;

/// Draws a profile's tree of forms.
class FlameGraph {
 public:
  FlameGraph(Session& session, const Profile& profile) : session_(session), profile_(profile) {
    const auto& nodes = profile.nodes();
    for (const Profile::Node& n : nodes) totals_.push_back(milliseconds(n.own));
    for (size_t k = nodes.size(); k-- > 1;) totals_[nodes[k].parent] += totals_[k];
    levels_.resize(nodes.size());
    for (size_t k = 1; k < nodes.size(); ++k)
      if (is_drawn(k)) deepest_ = std::max(deepest_, levels_[k] = levels_[nodes[k].parent] + 1);
  }

  std::string draw() {
    const double height = title_height + edge + static_cast<double>(deepest_) * row_height;
    Svg svg(picture_width, height, "text{font:11px monospace;fill:#222}rect{stroke:#fff;stroke-width:.5}");
    svg.text(edge, title_height - 8, "", "evaluated in " + time_text(totals_[0]));
    std::vector<double> next(profile_.nodes().size(), edge); // where the next child of a node begins
    for (size_t k = 1; k < profile_.nodes().size(); ++k) {
      if (!is_drawn(k)) continue;
      double& x = next[profile_.nodes()[k].parent];
      box(svg, k, x, height - edge / 2 - static_cast<double>(levels_[k]) * row_height);
      next[k] = x, x += width(k);
    }
    return svg.finish();
  }

 private:
  static constexpr double least_width = 0.3;
  double width(size_t k) const {
    return totals_[0] > 0 ? totals_[k] / totals_[0] * (picture_width - 2 * edge) : 0;
  }
  bool is_drawn(size_t k) const { return width(k) >= least_width; }

  /// Returns the colour of a form: one of the warm ones, by its place.
  static std::string colour(const Core& form) {
    const auto shade = (form.span.begin * 2654435761u) >> 24;
    return fmt::format("fill=\"rgb({},{},{})\"", 225 + shade % 30, 120 + shade % 100, 60 + shade % 50);
  }

  void box(Svg& svg, size_t k, double x, double y) const {
    const uint32_t site = profile_.nodes()[k].site;
    const std::string name = frame_text(session_, profile_, site);
    const double share = totals_[0] > 0 ? 100 * totals_[k] / totals_[0] : 0;
    svg.begin_group("");
    svg.title(fmt::format("{}: {}, {:.1f} %, itself {}", name, time_text(totals_[k]), share,
                          time_text(milliseconds(profile_.nodes()[k].own))));
    svg.box(x, y, width(k), row_height - 1, colour(*profile_.sites()[site]));
    const auto room = static_cast<size_t>(width(k) / letter);
    constexpr size_t least_letters = 8, dots = 4;
    if (room >= least_letters)
      svg.text(x + 3, y + row_height - 6, "", name.size() < room ? name : shorten(name, room - dots));
    svg.end_group();
  }

  Session& session_;
  const Profile& profile_;
  std::vector<double> totals_; ///< of each node with those below it, in ms
  std::vector<size_t> levels_; ///< of each node that is drawn
  size_t deepest_ = 0;
};

/// Measures the forms that run while it lives.
class Measuring {
 public:
  Measuring(Session& session, Profile& profile) : session_(session) { session.record(nullptr, &profile); }
  ~Measuring() { session_.record(nullptr); }
  Measuring(const Measuring&) = delete;

 private:
  Session& session_;
};

} // namespace

ProfileReport::ProfileReport(Session& session, FileId text, const std::function<void()>& run)
    : session_(session), text_(text) {
  const Measuring measuring(session, profile_);
  run();
}

bool ProfileReport::is_empty() const { return rows_of(session_, profile_, text_).empty(); }

std::string ProfileReport::table() const {
  constexpr size_t most = 20;
  const std::vector<Row> rows = rows_of(session_, profile_, text_);
  if (rows.empty()) return "nothing was evaluated: a definition of a function is a value\n";
  Profile::Measured all;
  for (const Row& r : rows)
    all.bytes += r.all.bytes, all.compiled += r.all.compiled, all.waited_ns += r.all.waited_ns,
        all.checks += r.all.checks;
  TextTable cells{{"place", "form", "calls", "own", "total", "memory"}};
  if (all.compiled > 0) cells[0].emplace_back("compiled, in kernels");
  for (const Row& r : std::span(rows).first(std::min(most, rows.size()))) {
    const Profile::Measured& m = r.all;
    cells.push_back({r.place, r.form, std::to_string(m.calls), time_text(milliseconds(m.own)),
                     time_text(milliseconds(m.total)), size_text(m.bytes)});
    if (all.compiled > 0) cells.back().push_back(compiled_text(m));
  }
  std::string out = "evaluated in " + time_text(milliseconds(profile_.time())) + besides(all) + "; " +
                    size_text(all.bytes) + " allocated\n" + lines_of(cells);
  if (rows.size() > most) out += "and " + std::to_string(rows.size() - most) + " other forms\n";
  return out;
}

std::string ProfileReport::folded_stacks() const {
  std::vector<std::string> stacks;
  std::string out;
  for (const Profile::Node& n : profile_.nodes()) {
    std::string& stack = stacks.emplace_back();
    if (n.site == Profile::none) continue;
    std::string frame = frame_text(session_, profile_, n.site);
    std::ranges::replace(frame, ';', ',');
    stack = stacks[n.parent].empty() ? frame : stacks[n.parent] + ";" + frame;
    const auto own = std::chrono::duration_cast<std::chrono::microseconds>(n.own).count();
    if (own > 0) out += stack + " " + std::to_string(own) + "\n";
  }
  return out;
}

std::string ProfileReport::flame_graph() const { return FlameGraph(session_, profile_).draw(); }

} // namespace nova

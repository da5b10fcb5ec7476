#include "repl/show/thread_page.hpp"
#include "repl/show/page.hpp"
#include "runtime/io/svg.hpp"
#include <algorithm>

namespace nova {
namespace {

using Launched = plan::SimRecording::Launched;
using Memory = plan::SimRecording::Memory;
using Access = plan::SimRecording::Access;

std::string number(uint64_t n) { return std::to_string(n); }

/// Returns how many elements the page shows of the launch's memory with the index `memory`: all elements up to the
/// last one that was accessed.
uint64_t shown(const Launched& l, uint32_t memory) {
  uint64_t most = 0;
  for (const Access& a : l.accesses)
    if (a.memory == memory) most = std::max(most, (a.offset + a.bytes - 1) / l.memories[memory].element + 1);
  return most;
}

std::string json_of(const Launched& l, uint32_t memory) {
  const Memory& m = l.memories[memory];
  return "{\"name\":" + in_json(m.name) + ",\"type\":" + in_json(m.type) + ",\"size\":" + number(m.element) +
         ",\"count\":" + number(m.bytes / m.element) + ",\"shown\":" + number(shown(l, memory)) +
         ",\"shared\":" + (m.shared ? "true" : "false") + "}";
}

/// Returns the memory accesses of a launch as JSON, ordered by the number of barriers passed. A thread's accesses to
/// neighbouring elements between two barriers are joined to one.
std::string accesses_json(const Launched& l) {
  std::vector<Access> all = l.accesses;
  std::ranges::sort(all, {}, [](const Access& a) {
    return std::tuple(a.barriers, a.block, a.memory, a.thread, a.writes, a.offset, a.bytes);
  });
  std::string out;
  const auto put = [&](const Access& a, uint64_t first, uint64_t last) {
    out += (out.empty() ? "[" : ",\n[") + number(a.barriers) + "," + number(a.block) + "," +
           number(a.memory) + "," + number(a.thread) + "," + number(a.writes) + "," + number(first) + "," +
           number(last) + "]";
  };
  for (size_t k = 0; k < all.size();) {
    const Access& a = all[k];
    const uint64_t each = l.memories[a.memory].element, first = a.offset / each;
    uint64_t last = (a.offset + a.bytes - 1) / each;
    for (++k; k < all.size(); ++k) {
      const Access& b = all[k];
      if (std::tie(a.barriers, a.block, a.memory, a.thread, a.writes) !=
              std::tie(b.barriers, b.block, b.memory, b.thread, b.writes) ||
          b.offset / each > last + 1)
        break;
      last = std::max(last, (b.offset + b.bytes - 1) / each);
    }
    put(a, first, last);
  }
  return out;
}

std::string json_of(const Launched& l) {
  std::string out =
      "{\"blocks\":" + number(l.grid.blocks) + ",\"threads\":" + number(l.grid.threads) + ",\"memories\":[";
  for (uint32_t m = 0; m < l.memories.size(); ++m) out += (m ? ",\n" : "\n") + json_of(l, m);
  return out + "],\n\"accesses\":[\n" + accesses_json(l) + "]}";
}

std::string counted(uint64_t n, const std::string& unit) {
  return number(n) + " " + unit + (n == 1 ? "" : "s");
}

/// Returns the section of launch number k. `place` is HTML: what of the program it computes.
std::string section(const Launched& l, size_t k, const std::string& title, const std::string& place) {
  const std::string grid = counted(l.grid.blocks, "block") + " of " + counted(l.grid.threads, "thread");
  std::string out =
      "<section id=\"launch-" + number(k) + "\">\n<h2>" + title + ": " + grid + "</h2>\n" + place;
  if (!l.whole) out += "<p class=\"note\">It does more than is shown here: take a smaller input.</p>\n";
  return out + "</section>\n";
}

std::string section(const Launched& l, size_t k, const Sources& sources) {
  return section(l, k, number(k + 1) + ". " + std::string(l.what) + ", " + escaped_markup(l.kernel),
                 "<div><code>" + escaped_markup(sources.place(l.span)) + ": " +
                     escaped_markup(sources.text(l.span)) + "</code></div>\n");
}

constexpr std::string_view legend =
    "barrier by barrier, on a simulated GPU. A frame is read, a filled cell is written, in the colour of the "
    "thread; a "
    "dashed frame is touched by several. Click on a thread to see it alone.\n";

/// Returns the page's end: the CUDA text, folded, and the launches as JSON.
std::string page_tail(const plan::SimRecording& r, const std::string& summary) {
  std::string out =
      "<details><summary>" + summary + "</summary><pre>" + escaped_markup(r.text) +
      "</pre></details>\n</main>\n<script type=\"application/json\" id=\"launches\">{\"launches\":[";
  for (size_t k = 0; k < r.launches.size(); ++k) out += (k ? ",\n" : "\n") + json_of(r.launches[k]);
  return out + "\n]}</script>\n" + page_end("threads.js");
}

} // namespace

std::string thread_page(const plan::SimRecording& r, const Sources& sources, std::string_view program) {
  std::string out = page_begin("Threads and elements", "threads.css");
  out += "<header><b>Which thread touches which element</b>, " + std::string(legend) + "<pre>" +
         escaped_markup(program) + "</pre></header>\n<main>\n";
  if (r.launches.empty()) out += "<p>No kernel ran: there is no array expression that has one.</p>\n";
  for (size_t k = 0; k < r.launches.size(); ++k) out += section(r.launches[k], k, sources);
  if (r.left_out) out += "<p class=\"note\">" + counted(r.left_out, "launch") + " more are left out.</p>\n";
  return out + page_tail(r, "The kernels in CUDA");
}

std::string kernel_page(const plan::SimRecording& r, const std::string& failure) {
  std::string out = page_begin("A kernel's failing run", "threads.css");
  out += "<header><b>Which thread touches which element</b> up to the mistake, " + std::string(legend) +
         "<pre>" + escaped_markup(failure) + "</pre></header>\n<main>\n";
  for (size_t k = 0; k < r.launches.size(); ++k)
    out += section(r.launches[k], k, escaped_markup(r.launches[k].kernel), "");
  return out + page_tail(r, "The text");
}

} // namespace nova

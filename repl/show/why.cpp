#include "repl/show/why.hpp"
#include "frontend/source/label.hpp"
#include "repl/show/flow_picture.hpp"
#include "repl/show/thread_page.hpp"
#include <algorithm>
#include <sstream>

namespace nova {
namespace {

constexpr size_t most_columns = 100, most_lines = 6;

/// Splits a text into lines of at most `most_columns` characters. Text after about `most_lines` lines is replaced by
/// "..".
std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (lines.size() == most_lines) return lines.back() += " ..", lines;
    for (; line.size() > most_columns; line = "  " + line.substr(most_columns))
      lines.push_back(line.substr(0, most_columns));
    lines.push_back(line);
  }
  return lines;
}

/// While it exists, collects the dataflow graph of each form with kernels that runs.
class FlowWatch {
 public:
  explicit FlowWatch(Session& session) : session_(session) {
    session_.tiers().watch_flows([this](Span at, plan::Flow flow) {
      const auto holds = [at](const auto& s) {
        return s.first.file == at.file && s.first.begin <= at.begin && at.end <= s.first.end;
      };
      if (std::ranges::none_of(seen_, holds)) seen_.emplace_back(at, std::move(flow));
    });
  }
  ~FlowWatch() { session_.tiers().watch_flows({}); }
  FlowWatch(const FlowWatch&) = delete;

  std::string picture() {
    std::vector<ToldForm> forms;
    const Sources& sources = session_.frontend().sources;
    for (auto& [at, flow] : seen_) {
      std::string told = session_.options().tiers.tier == Tier::Interp
                             ? "interpreted, as it was asked for: what its kernels would be"
                             : session_.tiers().manager()->why(at);
      told.resize(told.find('\n') == std::string::npos ? told.size() : told.find('\n'));
      forms.push_back({lines_of(form_text(sources, at)), lines_of(told), std::move(flow)});
    }
    return flow_picture(forms);
  }

 private:
  Session& session_;
  std::vector<std::pair<Span, plan::Flow>> seen_;
};

/// While it exists, array expressions run on the simulated GPU, whose memory accesses are recorded.
class ThreadWatch {
 public:
  explicit ThreadWatch(Session& session)
      : session_(session), tier_(session.options().tiers.tier), checking_(session.options().tiers.checking) {
    session_.tiers().set_tier(Tier::Sim), session_.tiers().set_checking(Checking::Off),
        session_.tiers().watch_sim(&recording_);
  }
  ~ThreadWatch() {
    session_.tiers().watch_sim(nullptr), session_.tiers().set_checking(checking_),
        session_.tiers().set_tier(tier_);
  }
  ThreadWatch(const ThreadWatch&) = delete;

  std::string page(FileId file) {
    const Sources& sources = session_.frontend().sources;
    return thread_page(recording_, sources, sources.text(file));
  }

 private:
  Session& session_;
  Tier tier_;
  Checking checking_;
  plan::SimRecording recording_;
};

} // namespace

std::optional<std::string> tell_why(Session& session, WhyAs as,
                                    const std::function<std::optional<FileId>()>& run) {
  if (as == WhyAs::Picture) {
    FlowWatch watch(session);
    if (!run()) return {};
    return watch.picture();
  }
  if (as == WhyAs::Page) {
    ThreadWatch watch(session);
    const auto file = run();
    return file ? std::optional(watch.page(*file)) : std::nullopt;
  }
  const auto file = run();
  return file ? std::optional(session.tiers().why(*file)) : std::nullopt;
}

int why_program(Session& session, FileId file, const InputTexts& inputs, WhyAs as,
                const std::function<void(std::string_view)>& out) {
  int status = 0;
  const auto run = [&]() -> std::optional<FileId> {
    status = session.run_program(file, inputs);
    return status == 0 ? std::optional(file) : std::nullopt;
  };
  if (const auto told = tell_why(session, as, run)) out(*told);
  return status;
}

} // namespace nova

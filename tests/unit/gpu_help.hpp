// A session's side of a GPU whose helper simulates one, for tests.
#pragma once
#include "jit/gpu/helper/client.hpp"
#include "jit/passes/passes.hpp"
#include "repl/session/session.hpp"
#include "runtime/fault.hpp"
#include "tests/unit/plan_help.hpp"
#include "tests/unit/test_folder.hpp"

namespace nova::gpu_help {

using namespace nova::plan;
using Clock = std::chrono::steady_clock;

inline std::string once_file() {
  static int made = 0;
  return folder() + "/once" + std::to_string(++made);
}

/// A client whose helper has a fault; `said` is what the user would read.
struct Client {
  std::string said;
  GpuClient gpu;
  explicit Client(std::vector<std::string> fault = {},
                  std::chrono::milliseconds grace = std::chrono::milliseconds(2000),
                  std::chrono::milliseconds compiling = std::chrono::milliseconds(60000))
      : gpu(options(std::move(fault), grace, compiling)) {}

 private:
  GpuClient::Options options(std::vector<std::string> fault, std::chrono::milliseconds grace,
                             std::chrono::milliseconds compiling) {
    setenv("XDG_CACHE_HOME", folder().c_str(), 1);
    GpuClient::Options o;
    o.helper = {NOVA_FAKE_GPU};
    for (std::string& f : fault) o.helper.push_back(std::move(f));
    o.say = [this](std::string_view t) { said += t; };
    o.rerun = [](const Plan& p, const FlatWords& in) { return eval_plan(p, in.words); };
    o.grace = grace, o.compiling = compiling;
    return o;
  }
};

struct MadeForm {
  Lowered lowered;
  GpuForm form;
};

inline MadeForm make(PlanRun& run, const std::string& text) {
  MadeForm m{run.lowered(text), {}};
  REQUIRE(optimise(m.lowered.plan, {{}, {}, 20}) == "");
  m.form.plan = std::make_shared<const Plan>(m.lowered.plan);
  return m;
}

inline std::optional<Value> value(PlanRun& run, Client& c, MadeForm& m) {
  return run.value(m.lowered, c.gpu.run(m.form, run.inputs(m.lowered), {}));
}

/// The same as the plan's interpreter gives.
inline void check_same(PlanRun& run, Client& c, const std::string& text) {
  MadeForm m = make(run, text);
  INFO(text);
  CHECK(agree(run.answer(m.lowered, m.lowered.plan), value(run, c, m)));
}

inline std::string refusal(Client& c, PlanRun& run, MadeForm& m) {
  try {
    value(run, c, m);
  } catch (const GpuRefusal& r) {
    return r.why;
  }
  return "";
}

/// Throws a fault once so long has passed.
inline Poll after(std::chrono::milliseconds time, const char* code) {
  return [until = Clock::now() + time, code] {
    if (Clock::now() > until) fail(code);
  };
}

inline double seconds_since(Clock::time_point t) {
  return std::chrono::duration<double>(Clock::now() - t).count();
}

/// A session of which we hear the value and all that is said.
struct Typed {
  std::string said;
  Session session;
  FileId last{}; ///< what was typed
  Typed(Tier tier, std::vector<std::string> helper) : session(options(tier, std::move(helper))) {}
  SessionOptions options(Tier tier, std::vector<std::string> helper) {
    setenv("XDG_CACHE_HOME", folder().c_str(), 1);
    SessionOptions o;
    o.tiers.tier = tier, o.tiers.checking = Checking::Off, o.tiers.gpu_helper = std::move(helper),
    o.threads = 2;
    o.out = o.err = [this](std::string_view t) { said += t; };
    return o;
  }
  std::string operator()(const std::string& text) {
    said.clear();
    std::string value;
    session.run_forms(last = session.type_text("prompt", text), [&](const Outcome& o) {
      if (o.value) value = session.print(o, false);
    });
    return value;
  }
};

} // namespace nova::gpu_help

// Private to tiers.cpp, tiers/form_plans.cpp and tiers/run_and_check.cpp: what a session's tiers know.
#pragma once
#include "jit/tiers/devices.hpp"
#include "jit/tiers/form_equality.hpp"
#include "jit/tiers/form_finder.hpp"
#include "jit/tiers/shrunk_form.hpp"
#include "jit/tiers/tiers.hpp"
#include "jit/values/marshal.hpp"
#include <deque>

namespace nova {

struct TierManager::Impl {
  using Form = Tiers::Form;
  using Answer = Tiers::Answer;
  using Then = Tiers::Then;
  using TierForm = plan::TierForm;
  using Input = plan::Input;

  // Measured on two cores of an EPYC: the interpreter takes about 20 ns for a plan's statement, a run of a
  // kernel about 10 us before it begins.
  static constexpr double statement_ns = 20;
  static constexpr double worth_running_ns = 50e3; ///< a form that takes less stays with the interpreter

  /// A form as it was made, once for each set of functions that it met; all who read alike share it.
  struct Group {
    const Core* core = nullptr; ///< the first
    std::vector<std::string> passes_off;
    Tier tier{}; ///< in which they run
    std::deque<TierForm> made;
    uint64_t hash = 0; ///< where it is found
    size_t number = 0; ///< of those that were ever made
  };
  /// A function that calls itself: what its calls cost in the interpreter.
  struct Heat {
    double ns = 0, longest = 0;
  };
  /// A form where it stands.
  struct Node : Form {
    const Core* core = nullptr;
    Group* group = nullptr; ///< once it was asked for
    uint32_t shown = 0;     ///< the dump that it is in
    Heat* heat =
        nullptr; ///< of a recursion without arrays: what is called; of a form with counts that no formula tells: its own
    bool timed = false;         ///< it is or was such a form
    std::optional<bool> pure{}; ///< whether a run may be stopped and forgotten; once somebody asked
    bool gone = false;          ///< with its text

    /// As if it had never been; the heat of a recursion is its function's.
    void ask_anew() {
      if (timed) heat = nullptr, timed = false;
      group = nullptr, small = {};
    }
    uint32_t quick = 0; ///< runs of it that took next to nothing, since one that did not
    uint32_t round = 0; ///< when it was asked for last
  };
  /// The check under way.
  struct Check {
    TierForm* form = nullptr;
    std::optional<Value>
        expected;              ///< what the kernel gave for what the interpreter runs on; nothing: it failed
    std::vector<Value> inputs; ///< of both
    std::shared_ptr<plan::ShorterForm> shorter{}; ///< what ran instead of the form, if it did
    std::vector<std::pair<Value*, Value>> slots;
    std::vector<std::pair<uint32_t, Value>> globals;
    bool whole = false;
    double slower = 1; ///< than its formula the interpreter is taken for
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    bool hurried = false; ///< its time is short; `deadline` was the run's
    std::optional<std::chrono::steady_clock::time_point> deadline;
  };

  Impl(Machine& m, TierOptions o)
      : machine(m), options(std::move(o)), devices(machine, options), finder(machine), hashes(m.frontend.types) {}

  // ---- forms that read alike (tiers.cpp) ----
  Group& group(const Core& c);
  Group& add_group(uint64_t hash, const Core& first);
  bool is_covered(Node& node);
  TierForm* form(Node& node, std::span<Value> frame);
  Answer answer(Node& node, TierForm& f, std::span<Value> frame);
  Answer by_time(Node& node, TierForm& f, std::span<Value> frame);
  Answer interpret(Node& node, TierForm& f, std::span<Value> frame);

  // ---- races with the interpreter (tiers/race.cpp) ----
  /// While it lives the tiers are at work: what polls meanwhile asks no race.
  struct Busy {
    bool& busy;
    const bool before;
    explicit Busy(bool& b) : busy(b), before(std::exchange(b, true)) {}
    ~Busy() { busy = before; }
    Busy(const Busy&) = delete;
  };
  bool may_race(Node& node);
  std::optional<Then> not_yet(Node& node);
  TierForm* contender(Node& node, std::span<Value> frame, double ns);

  // ---- their plans (tiers/form_plans.cpp) ----
  const Value* at(const Input& in, std::span<Value> frame) const;
  std::optional<plan::KnownFunction> function_at(const Input& in, std::span<Value> frame) const;
  plan::Border border(const plan::BoxedFunctions* boxed = nullptr) const;
  bool takes(const TierForm& f, const Input& in, std::span<Value> frame) const;
  void make(TierForm& f, std::span<Value> frame);
  bool find_plan(TierForm& f, std::span<Value> frame);
  template <class Make> bool in_time(TierForm& f, Make make);
  bool print(TierForm& f);
  bool finish(TierForm& f);
  plan::PassOptions plain_passes() const { return {options.passes_off, {}, 20, options.planted}; }
  bool dumps() const;
  bool dump(Node& node, TierForm& f, std::span<Value> frame);
  void tell_flow(TierForm& f, std::span<Value> frame);
  void dump_passes(plan::Plan p) const;
  plan::WorkFormula::Places places(const TierForm& f) const;
  std::optional<double> work(TierForm& f, std::span<Value> frame);
  void ask_no_more(Node& node, TierForm& f, std::vector<Form::Small::Bound> bounds, std::span<Value> frame);
  Answer refused(Node& node, TierForm& f, std::span<Value> frame);
  Answer too_small(Node& node, TierForm& f, std::span<Value> frame);

  // ---- runs and their verdicts (tiers/run_and_check.cpp) ----
  std::vector<Value> inputs(const TierForm& f, std::span<Value> frame) const;
  plan::KeptCells cells_kept_for(const TierForm& f);
  void keep_cells(const TierForm& f, plan::KeptCells&& kept, const plan::Answer& answer, const Value& made);
  std::optional<Value> run(TierForm& f, const std::vector<Value>& inputs, bool again = false);
  std::optional<Value> run_with_room(TierForm& f, int64_t room, const std::vector<Value>& inputs, bool again);
  bool tries(TierForm& f);
  bool is_trial_due(TierForm& f, double work_ns);
  bool check_is_due(TierForm& f, double work_ns);
  void saw(Verdict v) { verdict = std::max(verdict, v); }
  void note_first(TierForm& f);
  Answer run_checked(TierForm& f, std::span<Value> frame, std::vector<Value> inputs, double work_ns);
  bool is_short(const Check& c, TierForm& f, std::span<Value> frame);
  std::optional<std::vector<Value>> sampled(Check& c, std::span<Value> frame,
                                            const std::vector<Value>& inputs, bool numbers);
  std::optional<std::vector<Value>> shortened(Check& c, std::span<Value> frame,
                                              const std::vector<Value>& inputs);
  bool run_sample(Check& c, TierForm& f, std::vector<Value> cut);
  bool same_kernel(const TierForm& f, TierForm& other, std::span<Value> frame);
  void address_literals(const Node& node, const TierForm& f, Answer& answer);
  std::shared_ptr<plan::ShorterForm> shorter_form(const TierForm& f, int64_t most, std::span<Value> frame);
  void begin_sample(Check& c, std::span<Value> frame, const std::vector<Value>& cut);
  bool take_sample(Check& c, std::span<Value> frame, const std::vector<Value>& inputs);
  double likely_ns(TierForm& f, double work_ns, std::chrono::nanoseconds took);
  void hurry(Check& c);
  void put_back(Check& c);
  void end_check();
  void quarantine(const Check& c, const Value* interpreted);
  std::string text_of(const TierForm& f, const Value* v) const;
  std::string lines(const Node& node);
  // ---- forms that are gone (tiers/evict.cpp) ----
  void forget_core(const Core* c);
  void forget_plans(size_t from);
  void forget_group(Group& g);
  std::string place(const TierForm& f) const { return machine.frontend.sources.place(f.core->span); }

  Machine& machine;
  TierOptions options;
  plan::TierDevices devices;
  FormFinder finder;
  std::unordered_map<const Core*, Heat> heats; ///< by function, or form
  std::unordered_map<const Core*, Node> forms;
  std::vector<Node*> asked;           ///< in the order of their first runs
  std::vector<const Form*> asked_now; ///< since the last `take_asked`
  uint32_t round = 1;                 ///< the number of the list `asked_now`
  plan::FormHashes hashes;
  std::unordered_multimap<uint64_t, Group> groups;
  size_t groups_made = 0;
  std::vector<TierForm*> order; ///< of their first runs
  std::vector<Group*> order_in; ///< and whose each is
  plan::KeptCells cells;        ///< of the last run that had some
  uint32_t kernel_runs = 0, mismatches = 0;
  Verdict verdict = Verdict::Interpreted; ///< since the last `take_verdict`
  std::chrono::nanoseconds checked{};     ///< how long checks took, since the last `take_prepared`
  std::optional<Check> check;
  bool busy = false; ///< Busy
};

} // namespace nova

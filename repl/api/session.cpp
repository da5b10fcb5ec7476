// Sessions: their options, entries into them, and what runs in them.
#include "frontend/read/lexer.hpp"
#include "jit/values/value_shape.hpp"
#include "repl/api/handles.hpp"
#include "repl/session/files/exchange.hpp"
#include "runtime/watch.hpp"
#include <array>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>
#include <utility>

namespace nova::api {

namespace {

template <class T, size_t N>
T choice(const char* given, const std::array<std::pair<std::string_view, T>, N>& all, const char* of) {
  if (!given) return all[0].second;
  std::string names;
  for (const auto& [name, value] : all) {
    if (name == given) return value;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  refuse("there is no " + std::string(of) + " " + given + "; there are " + names);
}

Tier tier_of(const char* given) {
  return choice<Tier, 5>(given,
                         {{{"auto", Tier::Auto},
                           {"interp", Tier::Interp},
                           {"cpu", Tier::Cpu},
                           {"cuda", Tier::Cuda},
                           {"sim", Tier::Sim}}},
                         "tier");
}
Checking checking_of(const char* given) {
  return choice<Checking, 4>(given,
                             {{{"first", Checking::First},
                               {"all", Checking::All},
                               {"sample", Checking::Sample},
                               {"off", Checking::Off}}},
                             "check");
}

std::vector<std::string> paths_of(const char* const* list) {
  std::vector<std::string> paths;
  for (; list && *list; ++list) paths.emplace_back(*list);
  return paths;
}

/// Returns the program `nova` beside the library, which runs what needs a process of its own. Nothing else is looked
/// for: a host's folder or environment must not choose a program.
std::string helper_program() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&nova_version), &info) == 0 || !info.dli_fname) return "";
  const std::string library = info.dli_fname;
  const size_t slash = library.rfind('/');
  return slash == library.npos ? "" : library.substr(0, slash + 1) + "nova";
}

SessionOptions session_options(const nova_options* given) {
  nova_options all{};
  if (given) {
    if (given->size < sizeof(size_t) || given->size > sizeof all)
      refuse("nova_options.size is not sizeof(nova_options)");
    std::memcpy(&all, given, given->size);
  }
  SessionOptions o;
  o.embedded = true;
  o.tiers.tier = tier_of(all.tier), o.tiers.checking = checking_of(all.check);
  o.tiers.program = helper_program();
  if (all.gpu_helper) o.tiers.gpu_helper = {all.gpu_helper};
  o.threads = all.threads, o.max_memory = all.max_memory, o.max_depth = all.max_depth;
  if (all.timeout_ms) o.timeout = std::chrono::milliseconds(all.timeout_ms);
  o.allow_read = paths_of(all.allow_read), o.allow_write = paths_of(all.allow_write);
  o.allow_foreign = paths_of(all.allow_foreign);
  return o;
}

Host host_of(const nova_options* given) {
  nova_options all{};
  if (given) std::memcpy(&all, given, std::min(given->size, sizeof all));
  return {all.output, all.warn, all.poll, all.context};
}

} // namespace

Shared::Shared(SessionOptions options, const Host& host) : process_(::getpid()), host_(host) {
  const CellHeap::Use heap(heap_);
  session_ = std::make_unique<Session>(calling(std::move(options)));
  session_->reports().listener = [this](const Diagnostic& d) {
    Told t = told(d, session_->frontend().sources);
    if (d.severity() == Severity::Error) return errors_.push_back(std::move(t));
    if (!host_.warn) return;
    const nova_error warning{std::move(t)};
    host_.warn(host_.context, &warning);
  };
}

/// In a child of a fork a session that was not used there lacks its threads, so that it cannot end: what it holds is left
/// to the process.
Shared::~Shared() {
  const CellHeap::Use heap(heap_);
  late_.clear();
  is_of_parent() ? static_cast<void>(session_.release()) : session_.reset();
}

SessionOptions Shared::calling(SessionOptions o) {
  o.out = [this](std::string_view text) {
    if (host_.output) host_.output(host_.context, text.data(), text.size());
  };
  o.err = [](std::string_view) {};
  o.stops = [this] { return host_.poll && must_stop(); };
  return o;
}

bool Shared::must_stop() {
  constexpr auto interval = std::chrono::milliseconds(20);
  const auto now = last_tick();
  if (now - polled_ < interval) return false;
  polled_ = now;
  before();
  return host_.poll(host_.context) != 0;
}

/// Keeps the activity at the running call's first poll, since which `activity` tells the bytes that are moved.
void Shared::before() {
  const std::lock_guard lock(small_);
  if (!before_) before_ = session_->tiers().activity();
}

/// Whether the process is a child of a fork in which the session was not used. Its locks may be held by threads that are not
/// there.
bool Shared::is_of_parent() const { return process_ != ::getpid(); }

std::optional<std::string> Shared::activity(double& seconds) {
  if (is_of_parent()) return {};
  const std::lock_guard lock(small_);
  if (!runs_) return {};
  const Activity now = session_->tiers().activity();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  return activity_text(seconds, now, before_ ? *before_ : now);
}

void Shared::cancel() {
  if (is_of_parent()) return;
  const std::lock_guard lock(small_);
  if (runs_) session_->interrupt();
}

void Shared::release(Value value) {
  if (!value.is_object()) return;
  if (is_of_parent()) return static_cast<void>(new Value(std::move(value))); // never destroyed, as in ~Shared
  const GivingBack giving_back;
  if (owner_ != std::this_thread::get_id() && inside_.try_lock()) {
    const std::lock_guard lock(inside_, std::adopt_lock);
    const CellHeap::Use heap(heap_);
    value = Value();
    return;
  }
  const std::lock_guard lock(small_);
  late_.push_back(std::move(value));
}

void Shared::release_late() {
  std::vector<Value> values;
  const std::lock_guard lock(small_);
  values.swap(late_);
}

std::unique_lock<std::mutex> Shared::enter() {
  if (owner_ == std::this_thread::get_id()) refuse("the session is called by a function that it has called");
  while (is_of_parent())
    if (std::unique_lock lock = revived()) return lock;
  return std::unique_lock(inside_);
}

/// Makes the session one of this process, unless another thread does so or has done so. A lock that is held is of a thread
/// of the parent.
std::unique_lock<std::mutex> Shared::revived() {
  const pid_t here = ::getpid();
  if (reviver_.exchange(here) == here) return std::this_thread::yield(), std::unique_lock<std::mutex>();
  const std::shared_ptr<void> end(nullptr, [this](void*) { reviver_ = 0; });
  if (process_ == here) return {};
  std::unique_lock lock(inside_, std::try_to_lock);
  const std::unique_lock small(small_, std::try_to_lock);
  if (!lock || !small) refuse("the session was busy at the fork of its process; a new one works here");
  survive_fork();
  return lock;
}

/// The session's threads are the parent's, so it gets new ones. Processes of a GPU and of foreign functions are the
/// parent's too, and cannot be shared.
void Shared::survive_fork() {
  const CellHeap::Use heap(heap_);
  TierManager* const manager = session_->tiers().manager();
  if (!session_->options().allow_foreign.empty() || (manager && !manager->survive_fork()))
    refuse("the session has processes of the process before the fork; a new one works here");
  process_ = ::getpid();
}

thread_local GivingBack* GivingBack::innermost_ = nullptr;

GivingBack::GivingBack() : outer_(std::exchange(innermost_, this)) {}
GivingBack::~GivingBack() {
  innermost_ = outer_;
  for (const auto& [release, context] : late_) give_back(release, context);
}

void GivingBack::give_back(void (*release)(void*), void* context) noexcept {
  if (innermost_)
    innermost_->late_.emplace_back(release, context);
  else
    release(context);
}

Entry::Entry(Shared& shared) : shared_(shared), lock_(shared.enter()), heap_(shared.heap_) {
  shared.owner_ = std::this_thread::get_id();
}
Entry::~Entry() {
  shared_.release_late();
  shared_.owner_ = std::thread::id();
}

Run::Run(Shared& shared) : Entry(shared) {
  shared.errors_.clear();
  const std::lock_guard lock(shared.small_);
  shared.session_->forget_interrupt();
  shared.began_ = std::chrono::steady_clock::now(), shared.before_.reset();
  shared.runs_ = true;
}
Run::~Run() {
  const std::lock_guard lock(shared_.small_);
  shared_.runs_ = false;
}

void Run::check() {
  if (!shared_.errors_.empty()) throw Failure{std::exchange(shared_.errors_, {})};
}
void Run::fail(std::string why) {
  check();
  refuse(std::move(why));
}

TypeId type_of_handle(Session& session, nova_type type) {
  if (type == 0 || type > session.frontend().types.mark().nodes) refuse("there is no such type");
  return TypeId{type - 1};
}

} // namespace nova::api

using namespace nova;
using api::Run, api::returning;

const char* nova_version(void) { return NOVA_VERSION; }

nova_session* nova_session_new(const nova_options* options, nova_error** error) {
  return returning(error, [&] {
    return new nova_session{
        std::make_shared<api::Shared>(api::session_options(options), api::host_of(options))};
  });
}
void nova_session_free(nova_session* session) { delete session; }
void nova_cancel(nova_session* session) { session->shared->cancel(); }

char* nova_activity(nova_session* session, double* seconds) {
  double took = 0;
  const std::optional<std::string> text = session->shared->activity(took);
  if (seconds) *seconds = took;
  return text ? api::text_copy(*text) : nullptr;
}

nova_value* nova_eval(nova_session* session, const char* text, nova_error** error) {
  return returning(error, [&] {
    Run run(*api::given(session).shared);
    Outcome last{Value(), run->frontend().types.prim(Element::Unit)};
    const auto keep = [&](const Outcome& o) {
      last = {Value(), run->frontend().types.prim(Element::Unit)};
      if (o.value) last = {o.value, run->frontend().types.substitute(o.type, {}, {}), nullptr, o.made};
    };
    const bool good = run->run_forms(run->type_text("text", text), keep);
    if (!good) run.fail("a form has failed");
    if (plan::reaches_function(run->frontend().types, last.type)) Exchange(*run).keep_functions();
    return api::handle(session->shared, std::move(last));
  });
}

int nova_define(nova_session* session, const char* name, const nova_value* value, nova_error** error) {
  return returning(error, [&] {
    Run run(*api::given(session).shared);
    if (value->shared != session->shared) api::refuse("the value is of another session");
    if (!is_name(name)) api::refuse("`" + std::string(name) + "` is no name");
    Exchange(*run).end_text();
    run->define_value(name, value->outcome);
    return 1;
  });
}

#include "jit/gpu/helper/client.hpp"
#include "frontend/source/utf8.hpp"
#include "jit/gpu/helper/link.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr auto start_patience = std::chrono::seconds(60), transfer_patience = std::chrono::seconds(30);
constexpr size_t most_deaths = 3;    ///< after so many deaths of helpers in a minute, the GPU is off
constexpr size_t most_loaded = 512;  ///< plans that a helper keeps loaded at once
constexpr size_t longest_log = 4000; ///< bytes kept of a compiler's messages
constexpr size_t longest_text = 500; ///< bytes kept of other texts from a helper
constexpr double longest_ns = 1e18;  ///< nanoseconds of a run; a longer time is invalid
constexpr uint32_t most_depth = 8;   ///< results with longer chains of recipes are fetched at once

} // namespace

// ---- start and end of the helper ----

struct GpuClient::Impl : GpuLink {
  using GpuLink::GpuLink;
  Answer run_once(GpuForm& form, const FlatWords& inputs, const Poll& poll);
  GpuFrame reply(const Poll& poll);
  using Columns = std::vector<std::shared_ptr<DeviceColumn>>; ///< one for each input; null for a scalar
  /// The columns that a run may create: their ids are from `first` to below `end`, and each has at most `most_bytes`
  /// bytes.
  struct Fresh {
    uint64_t first, end, most_bytes;
  };
  Answer answer(GpuForm& form, FrameReader in, const FlatWords& inputs, const Columns& there,
                const Fresh& made);
  Answer results(const GpuForm& form, FrameReader in, const FlatWords& inputs, const Columns& there,
                 const Fresh& made);
};

bool GpuLink::start() {
  if (off || process) return !off;
  greeted = false, ++life, loaded.clear(), loading.clear();
  {
    const std::lock_guard lock(columns_mutex);
    released.clear();
  }
  process = options.start ? options.start(why) : GpuProcess::start(options.helper, why);
  return process || !(off = true);
}

void GpuLink::take_hello(const GpuFrame& f) {
  if (f.kind != GpuSays::Hello) throw WireError{"it does not say hello"};
  FrameReader in(f.body);
  greeted = in.take<bool>();
  name = shorten(in.text(), longest_text), about = shorten(in.text(), longest_text);
  if (greeted) return;
  off = true, why = about, process.reset();
}

void GpuLink::died(const std::string& what) {
  process.reset(), greeted = false, ++counts.deaths;
  const auto now = Clock::now();
  deaths.push_back(now);
  while (now - deaths.front() > std::chrono::minutes(1)) deaths.pop_front();
  off = deaths.size() >= most_deaths;
  if (off) why = "its helper ended three times within a minute, at last: " + what;
  if (!options.say) return;
  options.say("nova: the GPU's helper has ended: " + what +
              (off ? "; that was the third time within a minute: the GPU is off for this session\n"
                   : "; another one takes its place\n"));
}

Poll GpuLink::soon() const {
  return [until = Clock::now() + transfer_patience] {
    if (Clock::now() > until) throw WireError{"it does not answer"};
  };
}

void GpuLink::take_loaded(const GpuFrame& f) {
  FrameReader in(f.body);
  const auto id = in.take<uint64_t>();
  const bool good = in.take<bool>();
  if (!std::erase(loading, id)) throw WireError{"a plan that nobody asked for"};
  compiling = Clock::now();
  if (!good) return void(refused[id] = shorten(in.text(), longest_log));
  loaded[id] = ++asked, ++counts.loaded;
  if (loaded.size() > most_loaded) forget_oldest();
}

void GpuLink::ask_for(uint64_t id, const Plan& plan) {
  if (is_loaded(id) || std::ranges::find(loading, id) != loading.end()) return;
  if (loading.empty()) compiling = Clock::now();
  loading.push_back(id);
  send_frame(process->socket(), GpuSays::Load, FrameWriter().put(id).text(print_plan(plan)).body);
}

void GpuLink::check_compiling() {
  if (loading.empty() || Clock::now() - compiling < options.compiling) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options.compiling).count();
  refused[loading.front()] = "its kernels were not compiled in " + std::to_string(seconds) + " s";
  throw WireError{"a form's kernels were not compiled in " + std::to_string(seconds) + " s"};
}

bool GpuLink::is_loaded(uint64_t id) {
  const auto at = loaded.find(id);
  if (at == loaded.end()) return false;
  return at->second = ++asked, true;
}

/// Unloads the least recently used plan, which is loaded again if it is needed.
void GpuLink::forget_oldest() {
  const auto oldest = std::ranges::min_element(loaded, {}, [](const auto& l) { return l.second; });
  send_frame(process->socket(), GpuSays::Forget, FrameWriter().put(oldest->first).body);
  loaded.erase(oldest);
}

GpuFrame GpuLink::expect(GpuSays kind, const Poll& meanwhile) {
  for (;;) {
    GpuFrame f = receive_frame(process->socket(), meanwhile);
    if (f.kind == GpuSays::Loaded) take_loaded(f);
    if (f.kind == kind) return f;
    if (f.kind != GpuSays::Loaded) throw WireError{"another answer than was asked for"};
  }
}

GpuClient::GpuClient(Options options) : impl_(std::make_shared<Impl>(std::move(options))) {}
GpuClient::~GpuClient() {
  const std::lock_guard lock(impl_->mutex);
  impl_->process.reset(), impl_->off = true, impl_->options.say = nullptr, impl_->options.copy = nullptr;
  impl_->options.rerun = [](const Plan& p, const FlatWords& in) { return eval_plan(p, in.words); };
}

GpuClient::State GpuClient::state() {
  Impl& m = *impl_;
  const std::lock_guard lock(m.mutex);
  try {
    if (!m.start()) return Off;
    if (!m.greeted && has_frame(m.process->socket()))
      m.take_hello(receive_frame(m.process->socket(), m.soon()));
  } catch (const WireError& e) {
    m.died(e.what);
  }
  return m.off ? Off : m.greeted ? Ready : Starting;
}

bool GpuClient::wait(const Poll& poll) {
  Impl& m = *impl_;
  const std::lock_guard lock(m.mutex);
  while (m.start() && !m.greeted) try {
      const auto until = Clock::now() + start_patience;
      m.take_hello(receive_frame(m.process->socket(), [&] {
        if (poll) poll();
        if (Clock::now() > until) throw WireError{"it does not start"};
      }));
    } catch (const WireError& e) {
      m.died(e.what);
    }
  return !m.off;
}

const std::string& GpuClient::name() const { return impl_->name; }
const std::string& GpuClient::about() const { return impl_->about; }
const std::string& GpuClient::why() const { return impl_->why; }
GpuCounts GpuClient::counts() const {
  GpuCounts n = impl_->counts;
  n.sent = impl_->options.copied->sent, n.fetched = impl_->options.copied->fetched;
  return n;
}

// ---- plans ----

bool GpuClient::request(GpuForm& form) {
  Impl& m = *impl_;
  const std::lock_guard lock(m.mutex);
  if (!form.error.empty() || state() != Ready) return false;
  if (!form.id) form.id = m.next_id++;
  if (!m.refused.contains(form.id)) try {
      m.ask_for(form.id, *form.plan);
      while (has_frame(m.process->socket())) m.expect(GpuSays::Loaded, m.soon());
      m.check_compiling();
    } catch (const WireError& e) {
      m.died(e.what);
    }
  if (const auto refused = m.refused.extract(form.id))
    return form.error = "NVRTC: " + refused.mapped(), false;
  return m.process && m.loading.empty() && m.is_loaded(form.id);
}

bool GpuClient::load(GpuForm& form, const Poll& poll) {
  Impl& m = *impl_;
  const std::lock_guard lock(m.mutex);
  const auto meanwhile = [&] {
    if (poll) poll();
    m.check_compiling();
  };
  while (wait(poll) && !request(form) && form.error.empty()) try {
      if (m.greeted) m.expect(GpuSays::Loaded, meanwhile);
    } catch (const WireError& e) {
      m.died(e.what);
    }
  return m.greeted && form.error.empty();
}

// ---- runs ----

uint64_t GpuClient::missing(const FlatWords& inputs) const {
  uint64_t bytes = 0;
  for (size_t k = 0; k < inputs.words.size(); ++k)
    if (!inputs.buffers[k])
      bytes += inputs.rooms[k];
    else if (!column_at(*impl_, inputs.buffers[k]))
      bytes += inputs.buffers[k]->size();
  return bytes;
}

double GpuClient::time_to_send(const std::byte* from, uint64_t bytes) {
  Impl& m = *impl_;
  const std::lock_guard lock(m.mutex);
  if (!m.process) throw GpuRefusal{"its helper has ended"};
  const auto begin = Clock::now();
  try {
    m.sent(from, bytes);
    m.tell_released();
  } catch (const WireError& e) {
    m.died(e.what);
  } catch (const OutOfMemory& e) {
    throw GpuRefusal{e.what, false, true};
  }
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

Answer GpuClient::run(GpuForm& form, const FlatWords& inputs, const Poll& poll) {
  Impl& m = *impl_;
  const std::lock_guard lock(m.mutex);
  std::string death;
  for (bool spilled = false;;) {
    if (form.broken >= GpuForm::most_broken)
      throw GpuRefusal{"two helpers have died of it" + (death.empty() ? "" : ", at last: " + death), true};
    if (!load(form, poll)) throw GpuRefusal{form.error.empty() ? m.why : form.error, !form.error.empty()};
    try {
      return m.run_once(form, inputs, poll);
    } catch (const WireError& e) {
      ++form.broken, death = e.what, m.died(e.what);
    } catch (const OutOfMemory& e) {
      if (std::exchange(spilled, true)) throw GpuRefusal{"the GPU's memory is full: " + e.what, false, true};
      try {
        m.spill(inputs);
      } catch (const WireError& dead) {
        m.died(dead.what);
      }
    }
  }
}

void GpuClient::distrust(GpuForm& form, const std::string& what) {
  const std::lock_guard lock(impl_->mutex);
  ++form.broken, impl_->died(what);
}

/// Waits for the answer of a run and returns it. If `poll` throws a Fault, stops the run and passes the Fault on. A
/// run that does not stop in time, or a second Ctrl-C, ends the helper.
GpuFrame GpuClient::Impl::reply(const Poll& poll) {
  try {
    return expect(GpuSays::Ran, poll);
  } catch (const Fault&) {
    process->ring().stop() = 1;
    const auto until = Clock::now() + options.grace;
    try {
      const GpuFrame late = expect(GpuSays::Ran, [&] {
        if (Clock::now() > until) throw WireError{"it did not hear that it was to stop"};
        try {
          poll();
        } catch (const Fault& f) {
          if (f.code == "E0603") throw WireError{"a second Ctrl-C"};
        }
      });
      process->ring().stop() = 0;
    } catch (const WireError& e) {
      died(e.what);
    }
    throw;
  }
}

Answer GpuClient::Impl::run_once(GpuForm& form, const FlatWords& inputs, const Poll& poll) {
  tell_released();
  const auto is_column = [&](size_t k) { return (*form.plan)[form.plan->body.params[k]].column; };
  Columns there(inputs.words.size());
  for (size_t k = 0; k < there.size(); ++k)
    if (is_column(k))
      there[k] = inputs.buffers[k]
                     ? copy_of(inputs.buffers[k])
                     : sent(static_cast<const std::byte*>(inputs.words[k].column), inputs.rooms[k]);
  const uint64_t next = next_id; // the id of the run's first new column
  next_id += form.plan->body.results.size();
  FrameWriter w;
  const uint64_t limit = Memory::limit(), used = Memory::used();
  const uint64_t room = limit == UINT64_MAX ? limit : limit - std::min(limit, used);
  w.put(form.id).put(next).put(room);
  w.put(static_cast<uint32_t>(there.size()));
  for (size_t k = 0; k < there.size(); ++k) {
    const auto* at = static_cast<const std::byte*>(inputs.words[k].column);
    const int64_t offset = is_column(k) && inputs.buffers[k] ? at - inputs.buffers[k]->place() : 0;
    w.put(static_cast<uint8_t>(is_column(k)))
        .put(is_column(k) ? there[k]->id : inputs.words[k].bits)
        .put(offset);
  }
  send_frame(process->socket(), GpuSays::Run, w.body);
  ++counts.runs;
  try {
    const GpuFrame f = reply(poll);
    return answer(form, FrameReader(f.body), inputs, there, {next, next_id, room});
  } catch (const Fault&) { // the run may have created columns nevertheless
    const std::lock_guard lock(columns_mutex);
    for (uint64_t id = next; id < next_id; ++id) released.push_back(id);
    throw;
  }
}

/// Reads a run's answer. Returns its results or its failed check; throws in all other cases.
Answer GpuClient::Impl::answer(GpuForm& form, FrameReader in, const FlatWords& inputs, const Columns& there,
                               const Fresh& made) {
  Answer a;
  switch (in.take<GpuEnd>()) {
  case GpuEnd::Done:
    form.device_ns = in.take<double>(), form.better = in.take<bool>();
    if (!(form.device_ns >= 0 && form.device_ns < longest_ns)) throw WireError{"a time that is none"};
    return results(form, in, inputs, there, made);
  case GpuEnd::Failed:
    a.failed = true, a.site = in.take<uint32_t>();
    if (a.site >= form.plan->sites.size()) throw WireError{"a check that the plan does not have"};
    return a;
  case GpuEnd::Memory: throw OutOfMemory{shorten(in.text(), longest_text)};
  case GpuEnd::Limit:
    throw GpuRefusal{"the memory limit leaves no room for " + shorten(in.text(), longest_text) +
                         " on the GPU",
                     false, true};
  case GpuEnd::Unfit: throw GpuRefusal{shorten(in.text(), longest_text), true};
  case GpuEnd::Deep:
    throw GpuRefusal{.why = "its calls nest deeper than the GPU's stack carries", .stack = true};
  case GpuEnd::Broken: throw WireError{shorten(in.text(), longest_text)};
  case GpuEnd::Stopped: break;
  }
  throw WireError{"it stopped by itself"};
}

namespace {

/// The description of one result column in an answer.
struct ColumnThere {
  uint64_t id;
  int64_t offset;
  uint64_t bytes;   ///< bytes of the whole buffer
  std::string here; ///< the buffer's bytes if they came with the answer, else ""
  ColumnThere(uint64_t number, FrameReader& in)
      : id(number), offset(in.take<int64_t>()), bytes(in.take<uint64_t>()), here(in.text()) {
    if (offset < 0 || (!here.empty() && here.size() != bytes)) throw WireError{"a column that is none"};
    offset = std::min(offset, static_cast<int64_t>(bytes)); // only an empty column begins beyond the end
  }
};

/// Returns the recipe for recomputing a run's results, with the length of its chain of recipes.
std::shared_ptr<Recipe> recipe_for(const GpuLink& link, const GpuForm& form, const FlatWords& inputs) {
  auto r = std::make_shared<Recipe>();
  r->plan = form.plan, r->inputs = inputs;
  for (const BufferRef& b : inputs.buffers)
    if (const auto c = b && b->is_away() ? column_at(link, b) : nullptr; c && c->recipe)
      r->depth = std::max(r->depth, c->recipe->depth + 1);
  return r;
}

/// Returns a host buffer for a new column: filled if the answer has its bytes, otherwise resident on the device only.
BufferRef buffer_for(GpuLink& link, const ColumnThere& c, const std::shared_ptr<Recipe>& recipe) {
  auto column = std::make_shared<DeviceColumn>(link.shared_from_this(), c.id, c.bytes);
  auto buffer = std::make_shared<Buffer>(std::max<uint64_t>(c.bytes, 1));
  column->buffer = buffer;
  if (c.here.size() == c.bytes) { // also true for an empty column
    std::memcpy(buffer->bytes(), c.here.data(), c.here.size());
    return buffer->mirror_at(column), buffer;
  }
  column->recipe = recipe;
  return buffer->leave_at(column), buffer;
}

/// Returns a host buffer with a new column that is fetched at once. This is for plans that make cells: cells get
/// their indices in no fixed order, so columns of a repeated run would not match the others.
BufferRef fetched(GpuLink& link, const ColumnThere& c) {
  const auto column = std::make_shared<DeviceColumn>(link.shared_from_this(), c.id, c.bytes);
  auto buffer = std::make_shared<Buffer>(std::max<uint64_t>(c.bytes, 1));
  if (c.here.size() == c.bytes)
    std::memcpy(buffer->bytes(), c.here.data(), c.here.size());
  else
    link.fetch_column(c.id, buffer->bytes(), c.bytes);
  return buffer;
}

/// Returns a result column that lies in input k, as a column on the host.
ResultColumn in_input(const FlatWords& inputs, size_t k, const ColumnThere& c, uint64_t size) {
  const uint64_t room = inputs.buffers[k] ? inputs.buffers[k]->size() : inputs.rooms[k];
  const auto offset = std::min(c.offset, static_cast<int64_t>(room));
  if (inputs.buffers[k]) return {inputs.buffers[k], offset / static_cast<int64_t>(size), nullptr};
  auto copy = std::make_shared<Buffer>(std::max<uint64_t>(room, 1)); // since a result's end must be known
  if (room > 0) std::memcpy(copy->bytes(), inputs.words[k].column, room);
  return {copy, offset / static_cast<int64_t>(size), nullptr};
}

} // namespace

/// Reads a run's results. Their columns stay on the device, except small ones, those of plans that make cells, and
/// those with long chains of recipes.
Answer GpuClient::Impl::results(const GpuForm& form, FrameReader in, const FlatWords& inputs,
                                const Columns& there, const Fresh& fresh) {
  Answer a;
  const auto recipe = recipe_for(*this, form, inputs);
  const bool cells = makes_cells(*form.plan);
  std::vector<std::pair<uint64_t, BufferRef>> made;
  if (in.take<uint32_t>() != form.plan->body.results.size()) throw WireError{"results of another plan"};
  for (const Var v : form.plan->body.results) {
    const VarType t = (*form.plan)[v];
    if (in.take<bool>() != t.column) throw WireError{"results of another plan"};
    const auto bits = in.take<uint64_t>();
    if (!t.column) {
      a.scalars.push_back(bits);
      continue;
    }
    const ColumnThere c(bits, in);
    if (c.offset % static_cast<int64_t>(element_size(t.element)) != 0)
      throw WireError{"a column that begins within an element"};
    recipe->columns.push_back({c.id, static_cast<uint64_t>(c.offset)});
    const auto input = std::ranges::find_if(there, [&](const auto& one) { return one && one->id == c.id; });
    if (input != there.end()) {
      a.columns.push_back(
          in_input(inputs, static_cast<size_t>(input - there.begin()), c, element_size(t.element)));
      continue;
    }
    if (c.id < fresh.first || c.id >= fresh.end || c.bytes > fresh.most_bytes)
      throw WireError{"a column that no run can make"};
    auto known = std::ranges::find(made, c.id, [](const auto& m) { return m.first; });
    if (known == made.end())
      known = made.insert(made.end(), {c.id, cells ? fetched(*this, c) : buffer_for(*this, c, recipe)});
    a.columns.push_back({known->second, c.offset / static_cast<int64_t>(element_size(t.element)), nullptr});
  }
  if (!in.is_done()) throw WireError{"a frame that goes on behind its end"};
  if (recipe->depth > most_depth)
    for (const auto& [id, buffer] : made) buffer->bytes();
  return a;
}

} // namespace nova::plan

#include "jit/gpu/helper/server.hpp"
#include "frontend/source/big_stack.hpp"
#include "jit/gpu/execute.hpp"
#include "jit/gpu/helper/protocol.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {
namespace {

struct Stopped {};
struct Gone {};

/// A loaded plan with its kernels, which refer to the plan's statements by address.
struct Loaded {
  Plan plan;
  std::optional<GpuProgram> program;
};

/// Returns a message for a Fault of the device, which is always E0601 (no memory).
std::string story(const Fault& f) {
  return f.args.size() == 3 ? f.args[0] + " are asked for, " + f.args[1] + " in use of " + f.args[2] : f.code;
}

class Server {
 public:
  Server(GpuDevice& device, int socket, int ring) : device_(device), socket_(socket), ring_(ring) {
    device_.pin(ring_.slot(0), GpuRing::slots * GpuRing::slot_bytes);
  }
  /// Executes one command and answers it. Returns false if the device can no longer be used.
  bool answer(const GpuFrame& f);

 private:
  void load(FrameReader in);
  void upload(FrameReader in);
  void download(FrameReader in);
  bool run(FrameReader in);
  GpuAnswer run_deep(const Loaded& l, const std::vector<GpuWord>& inputs, const Poll& poll);
  void release(FrameReader in);
  std::vector<GpuWord> words(FrameReader& in);
  std::vector<GpuWord> with_own_regions(const Plan& plan, std::vector<GpuWord> inputs);
  std::string results(const GpuAnswer& got, const std::vector<GpuWord>& inputs, uint64_t next);
  DeviceBufferRef buffer(uint64_t id) const {
    const auto at = buffers_.find(id);
    if (at == buffers_.end()) throw WireError{"a buffer that is not there"};
    return at->second;
  }
  std::string bytes_of(const DeviceBuffer& b) {
    std::string bytes(b.bytes, '\0');
    device_.download(bytes.data(), b.place, b.bytes);
    return bytes;
  }
  void say(GpuSays kind, const FrameWriter& w) { send_frame(socket_, kind, w.body); }
  /// Calls `move`, which moves the slot's bytes, and reports in a Moved frame whether that succeeded.
  void moved(uint32_t slot, const std::function<void()>& move);

  GpuDevice& device_;
  const int socket_;
  GpuRing ring_;
  std::unordered_map<uint64_t, DeviceBufferRef> buffers_;
  std::unordered_map<uint64_t, std::unique_ptr<Loaded>> plans_;
};

bool Server::answer(const GpuFrame& f) {
  FrameReader in(f.body);
  switch (f.kind) {
  case GpuSays::Load: return load(in), true;
  case GpuSays::Upload: return upload(in), true;
  case GpuSays::Download: return download(in), true;
  case GpuSays::Run: return run(in);
  case GpuSays::Release: return release(in), true;
  case GpuSays::Forget: return plans_.erase(in.take<uint64_t>()), true;
  default: throw WireError{"a command that is none"};
  }
}

void Server::load(FrameReader in) {
  const auto id = in.take<uint64_t>();
  auto l = std::make_unique<Loaded>();
  std::string error;
  if (!read_plan(in.text(), l->plan, error) || !(error = check_plan(l->plan)).empty())
    throw WireError{"a plan that is none: " + error};
  // Removes the variables' names, so that forms that differ only in these names have the same text.
  l->plan.names.assign(l->plan.types.size(), {});
  CudaText cuda = emit_cuda(l->plan);
  std::shared_ptr<GpuModule> module = device_.load(device_.whole(cuda.text), error);
  const bool good = module != nullptr;
  l->program.emplace(GpuProgram{std::move(cuda), std::move(module)});
  if (good) plans_[id] = std::move(l);
  say(GpuSays::Loaded, FrameWriter().put(id).put(good).text(error));
}

void Server::moved(uint32_t slot, const std::function<void()>& move) {
  std::string error;
  try {
    move();
  } catch (const Fault& f) {
    error = story(f);
  } catch (const WireError& e) { // the buffer does not exist, since its first piece found no memory
    error = e.what;
  }
  say(GpuSays::Moved, FrameWriter().put(slot).put(error.empty()).text(error));
}

struct Chunk {
  uint64_t id, total, offset, bytes;
  uint32_t slot;
  explicit Chunk(FrameReader& in)
      : id(in.take<uint64_t>()), total(in.take<uint64_t>()), offset(in.take<uint64_t>()),
        bytes(in.take<uint64_t>()), slot(in.take<uint32_t>()) {
    if (slot >= GpuRing::slots || bytes > GpuRing::slot_bytes || offset > total || bytes > total - offset)
      throw WireError{"a piece of a column that is none"};
  }
};

void Server::upload(FrameReader in) {
  const Chunk c(in);
  moved(c.slot, [&] {
    if (c.offset == 0) buffers_[c.id] = std::make_shared<DeviceBuffer>(device_, c.total);
    const DeviceBufferRef to = buffer(c.id);
    if (to->bytes < c.total) throw WireError{"a column that has grown"};
    device_.upload(to->place + c.offset, ring_.slot(c.slot), c.bytes);
  });
}

void Server::download(FrameReader in) {
  const Chunk c(in);
  moved(c.slot, [&] {
    const DeviceBufferRef from = buffer(c.id);
    if (from->bytes < c.total) throw WireError{"a column that is shorter"};
    device_.download(ring_.slot(c.slot), from->place + c.offset, c.bytes);
  });
}

void Server::release(FrameReader in) {
  for (auto n = in.take<uint64_t>(); n > 0; --n) buffers_.erase(in.take<uint64_t>());
}

std::vector<GpuWord> Server::words(FrameReader& in) {
  std::vector<GpuWord> all;
  for (auto n = in.take<uint32_t>(); n > 0; --n) {
    GpuWord& w = all.emplace_back();
    const bool column = in.take<uint8_t>();
    w.bits = in.take<uint64_t>(), w.offset = in.take<int64_t>();
    if (!column) continue;
    w.buffer = buffer(w.bits);
    if (w.offset < 0 || static_cast<uint64_t>(w.offset) > w.buffer->bytes)
      throw WireError{"a column outside of its buffer"};
  }
  return all;
}

/// Returns the inputs with copies in place of those to which the plan adds cells. The columns that the session has
/// sent stay unchanged for later runs.
std::vector<GpuWord> Server::with_own_regions(const Plan& plan, std::vector<GpuWord> inputs) {
  if (!makes_cells(plan)) return inputs;
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (!in_region(plan, plan.body.params[k])) continue;
    const uint64_t bytes = inputs[k].buffer->bytes - static_cast<uint64_t>(inputs[k].offset);
    auto own = std::make_shared<DeviceBuffer>(device_, bytes);
    if (bytes > 0) device_.copy(own->place, inputs[k].buffer->place + inputs[k].offset, bytes);
    inputs[k] = {0, std::move(own), 0};
  }
  return inputs;
}

/// Returns the part of a Ran frame that describes the results. A column that lies in an input has the input's id; new
/// columns get ids from `next` on.
std::string Server::results(const GpuAnswer& got, const std::vector<GpuWord>& inputs, uint64_t next) {
  FrameWriter out;
  const uint64_t first = next;
  out.put(static_cast<uint32_t>(got.results.size()));
  std::vector<std::pair<DeviceBufferRef, uint64_t>> known;
  for (const GpuWord& in : inputs)
    if (in.buffer) known.emplace_back(in.buffer, in.bits);
  for (const GpuWord& r : got.results) {
    out.put(r.buffer != nullptr);
    if (!r.buffer) {
      out.put(r.bits);
      continue;
    }
    auto at = std::ranges::find(known, r.buffer, [](const auto& k) { return k.first; });
    if (at == known.end()) {
      buffers_[next] = r.buffer;
      at = known.insert(known.end(), {r.buffer, next++});
    }
    out.put(at->second).put(r.offset).put(r.buffer->bytes);
    const bool fresh = at->second >= first;
    out.text(fresh && r.buffer->bytes <= gpu_small ? bytes_of(*r.buffer) : "");
  }
  return std::move(out.body);
}

/// Whether the site belongs to a Call of the plan. A run fails at such a site if no stack is left.
bool is_call(const Plan& plan, uint32_t site) {
  bool found = false;
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) { found |= s.op == Op::Call && s.site == site; });
  });
  return found;
}

/// Allows `bytes` more bytes of memory than are in use, for the lifetime of this object. Columns that the session has
/// sent are counted in the session itself.
struct Room {
  explicit Room(uint64_t bytes) {
    const uint64_t used = Memory::used();
    Memory::set_limit(bytes > UINT64_MAX - used ? UINT64_MAX : used + bytes);
  }
  ~Room() { Memory::set_limit(UINT64_MAX); }
  Room(const Room&) = delete;
};

/// Runs the plan. If its calls run out of stack, runs the plan again with a larger stack, as long as the device has
/// memory for that.
GpuAnswer Server::run_deep(const Loaded& l, const std::vector<GpuWord>& inputs, const Poll& poll) {
  for (;;) {
    GpuAnswer got = run_there(device_, *l.program, with_own_regions(l.plan, inputs), poll);
    if (!got.failed || !is_call(l.plan, got.site) || !device_.grow_stack(*l.program->module)) return got;
  }
}

bool Server::run(FrameReader in) {
  const auto id = in.take<uint64_t>(), next = in.take<uint64_t>();
  const Room room(in.take<uint64_t>());
  const auto at = plans_.find(id);
  if (at == plans_.end()) throw WireError{"a plan that was not loaded"};
  const Loaded& l = *at->second;
  const bool better = l.program->module->improve();
  const std::vector<GpuWord> inputs = words(in);
  if (inputs.size() != l.plan.body.params.size()) throw WireError{"inputs of another plan"};
  for (size_t k = 0; k < inputs.size(); ++k)
    if (l.plan[l.plan.body.params[k]].column != (inputs[k].buffer != nullptr))
      throw WireError{"inputs of another plan"};
  const auto poll = [this] {
    if (ring_.stop().load(std::memory_order_relaxed)) throw Stopped{};
    if (is_hung_up(socket_)) throw Gone{};
  };
  FrameWriter out;
  const auto broken = [&](const std::string& what) {
    return say(GpuSays::Ran, out.put(GpuEnd::Broken).text(what)), false;
  };
  try {
    device_.start_clock();
    const GpuAnswer got = run_deep(l, inputs, poll);
    if (got.failed && is_call(l.plan, got.site))
      out.put(GpuEnd::Deep);
    else if (got.failed)
      out.put(GpuEnd::Failed).put(got.site);
    else {
      const double ns = device_.stop_clock();
      const std::string all = results(got, inputs, next); // throws if the device is broken
      out.put(GpuEnd::Done).put(ns).put(better).body += all;
    }
  } catch (const Stopped&) {
    out.put(GpuEnd::Stopped);
  } catch (const OverLimit& f) {
    out.put(GpuEnd::Limit).text(f.args[0]);
  } catch (const Fault& f) {
    const bool memory = f.code == "E0601"; // other faults are those of the user's kernels
    out.put(memory ? GpuEnd::Memory : GpuEnd::Unfit);
    out.text(memory ? story(f) : "the CUDA kernel " + f.args[0] + " failed: " + f.args[1]);
  } catch (const GpuUnfit& e) {
    out.put(GpuEnd::Unfit).text(e.what);
  } catch (const GpuBroken& e) {
    return broken(e.what);
  } catch (const DeviceError& e) {
    return broken(e.what);
  }
  return say(GpuSays::Ran, out), true;
}

int serve(const std::function<GpuOpening()>& open, int socket, int ring) {
  GpuOpening o = open();
  const bool good = o.device != nullptr;
  send_frame(socket, GpuSays::Hello,
             FrameWriter().put(good).text(good ? o.device->name() : "").text(o.about).body);
  if (!good) return 1;
  Server server(*o.device, socket, ring);
  while (server.answer(receive_frame(socket, {}))) {
  }
  return 3;
}

} // namespace

int serve_gpu(const std::function<GpuOpening()>& open, int socket, int ring) {
  int status = 2;
  run_on_big_stack([&] {
    try {
      status = serve(open, socket, ring);
    } catch (const WireError& e) {
      status = is_hung_up(socket) ? 0 : 2;
    } catch (const Gone&) {
      status = 0;
    } catch (const GpuBroken&) {
      status = 3;
    }
  });
  return status;
}

} // namespace nova::plan

#include "jit/gpu/device_run.hpp"
#include <algorithm>

namespace nova::plan::gpu {

DeviceRun::DeviceRun(GpuDevice& d, const GpuProgram& p, const Poll& poll)
    : device(d), plan(*p.cuda.plan), program(p), restarts(!makes_cells(plan)), guesses(restarts), poll_(poll),
      items_(plan.types.size()), soundness_(make(8)) {
  device.give_up = poll;
}

void DeviceRun::begin(std::span<const GpuWord> inputs) {
  items_.assign(plan.types.size(), {}), unknown_.clear();
  device.clear(soundness_->place, 8);
  for_each_stm(plan.body, [this](const Stm& s) { // constants within bodies are kernels' arguments
    if (s.op == Op::Constant) set(s.outs[0], s.bits);
  });
  for (size_t k = 0; k < inputs.size(); ++k) {
    const GpuWord& in = inputs[k];
    item(plan.body.params[k]) = {in.bits, in.buffer ? in.buffer->place + in.offset : nullptr, in.buffer,
                                 true};
  }
}

// ---- values ----

uint64_t DeviceRun::bits(Var v) {
  Item& i = item(v);
  if (i.fetched) return i.bits;
  finish_sound();
  i.bits = 0, device.download(&i.bits, i.place, size(v)), i.fetched = true;
  const Element e = plan[v].element; // as Value::bits: integers carry their sign
  if (is_integer(e) && e != Element::U8) {
    const int shift = 64 - static_cast<int>(size(v)) * 8;
    i.bits = static_cast<uint64_t>(static_cast<int64_t>(i.bits << shift) >> shift);
  }
  return i.bits;
}

DeviceBufferRef DeviceRun::column(Var v, int64_t n) {
  const uint64_t bytes = checked_bytes(static_cast<uint64_t>(n), size(v));
  DeviceBufferRef b = make(bytes);
  item(v) = {0, b->place, b, true};
  return b;
}

DeviceBufferRef DeviceRun::column(Var v, const Item& length, int64_t most) {
  DeviceBufferRef b = column(v, most);
  if (!length.fetched) {
    std::erase_if(unknown_, [](const Unknown& u) { return u.column.expired(); });
    unknown_.push_back({b, length, size(v)});
  }
  return b;
}

void DeviceRun::note_lengths() {
  for (const Unknown& u : unknown_)
    if (const DeviceBufferRef column = u.column.lock()) {
      int64_t n = 0;
      device.download(&n, u.length.place, sizeof n);
      column->bytes = static_cast<uint64_t>(std::max<int64_t>(n, 0)) * u.size;
    }
}

/// Parameters are known here, wherever their values come from.
void DeviceRun::bind(const Vars& vars, const State& s) {
  for (size_t k = 0; k < vars.size(); ++k) item(vars[k]) = s[k];
}

State DeviceRun::state(std::span<const Var> vars) {
  State s;
  for (Var v : vars) {
    if (!plan[v].column) bits(v);
    s.push_back(item(v));
  }
  return s;
}

// ---- kernels that were launched ----

std::pair<int, int> DeviceRun::finished() {
  int state[2];
  device.finish();
  device.download(state, soundness(), sizeof state);
  return {state[0], state[1]};
}

void DeviceRun::finish_sound() {
  const auto [failed, lacks] = finished();
  if (failed) throw Failed{static_cast<uint32_t>(failed - 1)};
  if (lacks == full_arena) program.remembers->slice *= 8;
  if (lacks == full_rows) guesses = false;
  if (lacks) throw Again();
}

} // namespace nova::plan::gpu

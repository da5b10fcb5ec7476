#include "jit/gpu/device_run.hpp"
#include <algorithm>
#include <utility>

namespace nova::plan::gpu {

DeviceRun::DeviceRun(GpuDevice& d, const GpuProgram& p, const Poll& poll)
    : device(d), plan(*p.cuda.plan), program(p), restarts(!makes_cells(plan)), guesses(restarts), poll_(poll),
      items_(plan.types.size()), soundness_(make(8)) {
  device.give_up = poll;
}

void DeviceRun::begin(std::span<const GpuWord> inputs) {
  items_.assign(plan.types.size(), {}), unknown_.clear();
  device.clear(soundness_->place, 8);
  for_each_stm(plan.body, [this](const Stm& s) { // also in inner bodies: kernels get constants as arguments
    if (s.op == Op::Constant) set(s.outs[0], s.bits);
  });
  for (size_t k = 0; k < inputs.size(); ++k) {
    const GpuWord& in = inputs[k];
    item(plan.body.params[k]) = {in.bits, in.buffer ? in.buffer->place + in.offset : nullptr, in.buffer,
                                 true};
  }
}

// ---- values ----

std::vector<GpuDevice::Fetch> DeviceRun::wanted_for(std::span<const Var> vars) {
  std::vector<GpuDevice::Fetch> all;
  for (Var v : vars)
    if (Item& i = item(v); !plan[v].column && !i.fetched)
      i.bits = 0, all.push_back({&i.bits, i.place, size(v)});
  return all;
}

/// Marks the scalars among the variables as fetched. Sign-extends the bits of newly fetched signed integers, as
/// Value::bits does.
void DeviceRun::take_bits(std::span<const Var> vars) {
  for (Var v : vars) {
    Item& i = item(v);
    if (plan[v].column || std::exchange(i.fetched, true)) continue;
    const Element e = plan[v].element;
    const int shift = is_signed(e) ? 64 - static_cast<int>(size(v)) * 8 : 0;
    if (shift) i.bits = static_cast<uint64_t>(static_cast<int64_t>(i.bits << shift) >> shift);
  }
}

uint64_t DeviceRun::bits(Var v) {
  if (item(v).fetched) return item(v).bits;
  finish_sound(wanted_for({&v, 1})), take_bits({&v, 1});
  return item(v).bits;
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

/// Sets the variables to the values of the state.
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

std::pair<int, int> DeviceRun::finished(std::vector<GpuDevice::Fetch> wanted) {
  int state[2];
  wanted.push_back({state, soundness(), sizeof state});
  device.fetch(wanted);
  return {state[0], state[1]};
}

void DeviceRun::finish_results() {
  std::vector<int64_t> lengths(unknown_.size());
  std::vector<GpuDevice::Fetch> wanted = wanted_for(plan.body.results);
  for (size_t k = 0; k < lengths.size(); ++k)
    wanted.push_back({&lengths[k], unknown_[k].length.place, sizeof lengths[k]});
  finish_sound(std::move(wanted)), take_bits(plan.body.results);
  for (size_t k = 0; k < lengths.size(); ++k)
    if (const DeviceBufferRef column = unknown_[k].column.lock())
      column->bytes = static_cast<uint64_t>(std::max<int64_t>(lengths[k], 0)) * unknown_[k].size;
}

void DeviceRun::finish_sound(std::vector<GpuDevice::Fetch> wanted) {
  const auto [failed, lacks] = finished(std::move(wanted));
  if (failed) throw Failed{static_cast<uint32_t>(failed - 1)};
  if (lacks == full_arena) program.remembers->slice *= 8;
  if (lacks == full_rows) guesses = false;
  if (lacks) throw Again();
}

} // namespace nova::plan::gpu

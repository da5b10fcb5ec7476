// Moves columns between a session and its helper, and recomputes those that were lost with a helper.
#include "jit/gpu/helper/link.hpp"
#include <algorithm>

namespace nova::plan {

DeviceColumn::DeviceColumn(std::shared_ptr<GpuLink> l, uint64_t number, uint64_t size)
    : link(std::move(l)), id(number), bytes(size), life(link->life) {
  const std::lock_guard lock(link->columns_mutex);
  link->columns[id] = this;
}

DeviceColumn::~DeviceColumn() {
  const std::lock_guard lock(link->columns_mutex);
  link->columns.erase(id);
  if (life == link->life) link->released.push_back(id);
}

std::shared_ptr<DeviceColumn> column_at(const GpuLink& link, const BufferRef& b) {
  auto c = std::dynamic_pointer_cast<DeviceColumn>(b->mirror());
  return c && c->link.get() == &link && c->lives() ? c : nullptr;
}

// ---- from the host to the device ----

/// Returns the body of an Upload or Download frame, which moves the bytes of one slot.
std::string chunk(uint64_t id, uint64_t total, uint64_t offset, uint64_t bytes, uint32_t slot) {
  return FrameWriter().put(id).put(total).put(offset).put(bytes).put(slot).body;
}

namespace {

/// Moves a column in pieces through the ring's slots, which are used one after the other, again and again. Calls
/// `send` to request a piece, and `taken` once the helper has moved it. As many pieces as there are slots are in
/// transit at once. Throws OutOfMemory if the helper reports an error.
template <class Send, class Taken>
void in_pieces(GpuLink& link, uint64_t bytes, const Send& send, const Taken& taken) {
  std::string error;
  uint64_t asked = 0, answered = 0;
  const uint64_t pieces = std::max<uint64_t>((bytes + GpuRing::slot_bytes - 1) / GpuRing::slot_bytes, 1);
  const auto piece = [&](uint64_t k, const auto& use) {
    const uint64_t offset = k * GpuRing::slot_bytes;
    use(offset, std::min(GpuRing::slot_bytes, bytes - offset), static_cast<uint32_t>(k % GpuRing::slots));
  };
  while (answered < pieces) {
    if (asked < pieces && asked - answered < GpuRing::slots && error.empty()) {
      piece(asked++, send);
      continue;
    }
    if (answered == asked) break; // after an error, once all requests are answered
    const GpuFrame f = link.expect(GpuSays::Moved, link.soon());
    FrameReader in(f.body);
    const auto slot = in.take<uint32_t>();
    if (slot != answered % GpuRing::slots) throw WireError{"another piece than was asked for"};
    if (in.take<bool>())
      piece(answered, taken);
    else
      error = in.text();
    ++answered;
  }
  if (!error.empty()) throw OutOfMemory{error};
}

} // namespace

void GpuLink::copy(std::byte* to, const std::byte* from, uint64_t bytes) const {
  if (options.copy) return options.copy(to, from, bytes);
  if (bytes > 0) std::memcpy(to, from, bytes);
}

void GpuLink::send_column(uint64_t id, const std::byte* from, uint64_t bytes) {
  in_pieces(
      *this, bytes,
      [&](uint64_t offset, uint64_t n, uint32_t slot) {
        copy(process->ring().slot(slot), from + offset, n);
        options.copied->sent += n;
        send_frame(process->socket(), GpuSays::Upload, chunk(id, bytes, offset, n, slot));
      },
      [](uint64_t, uint64_t, uint32_t) {});
}

void GpuLink::fetch_column(uint64_t id, std::byte* to, uint64_t bytes) {
  in_pieces(
      *this, bytes,
      [&](uint64_t offset, uint64_t n, uint32_t slot) {
        send_frame(process->socket(), GpuSays::Download, chunk(id, bytes, offset, n, slot));
      },
      [&](uint64_t offset, uint64_t n, uint32_t slot) {
        copy(to + offset, process->ring().slot(slot), n);
        options.copied->fetched += n;
      });
}

void GpuLink::tell_released() {
  if (!process) return; // the helper's columns ended with it
  std::vector<uint64_t> all;
  {
    const std::lock_guard lock(columns_mutex);
    all.swap(released);
  }
  if (all.empty()) return;
  FrameWriter w;
  w.put<uint64_t>(all.size());
  for (const uint64_t id : all) w.put(id);
  send_frame(process->socket(), GpuSays::Release, w.body);
}

std::shared_ptr<DeviceColumn> GpuLink::sent(const std::byte* from, uint64_t bytes) {
  auto c = std::make_shared<DeviceColumn>(shared_from_this(), next_id++, bytes);
  send_column(c->id, from, bytes);
  return c;
}

std::shared_ptr<DeviceColumn> GpuLink::copy_of(const BufferRef& b) {
  if (auto c = column_at(*this, b)) return c;
  const std::byte* from = b->bytes();
  auto c = sent(from, b->size());
  c->buffer = b;
  b->mirror_at(c);
  return c;
}

/// Releases all columns on the device except the inputs `but` of the present run. First fetches those of them that
/// only the device has.
void GpuLink::spill(const FlatWords& but) {
  std::vector<BufferRef> others; // keeps the buffers alive, since fetching one may free another
  {
    const std::lock_guard lock(columns_mutex);
    const auto is_needed = [&](const BufferRef& b) {
      return std::ranges::any_of(but.buffers, [&](const BufferRef& in) { return in == b; });
    };
    for (const auto& known : columns)
      if (BufferRef b = known.second->buffer.lock(); b && !is_needed(b)) others.push_back(std::move(b));
  }
  for (const BufferRef& b : others) b->bytes(), b->mirror_at(nullptr);
  counts.spilled += others.size();
  tell_released();
}

// ---- from the device to the host ----

void DeviceColumn::fetch(std::byte* to, uint64_t) {
  const auto keep = recipe; // keeps the recipe alive until the end of this function
  recipe.reset();
  if (lives()) try {
      return link->fetch_column(id, to, bytes);
    } catch (const WireError& e) {
      link->died(e.what);
    } catch (const OutOfMemory&) { // the helper reports that it has no such column, so it is unreliable
      link->died("it has lost a column");
    }
  recipe = keep;
  make_anew(to);
  recipe.reset();
}

namespace {

/// Returns where a result column of a run on the host begins, and how many bytes may be read there.
std::pair<const std::byte*, uint64_t> extent(const ResultColumn& c, uint64_t size, const FlatWords& inputs) {
  if (c.buffer) {
    const uint64_t begin = static_cast<uint64_t>(c.begin) * size;
    return {c.buffer->bytes() + begin, c.buffer->size() - begin};
  }
  const auto* at = static_cast<const std::byte*>(c.place);
  for (size_t k = 0; k < inputs.words.size(); ++k) {
    const auto* from = static_cast<const std::byte*>(inputs.words[k].column);
    if (inputs.rooms[k] && at >= from && at <= from + inputs.rooms[k])
      return {at, static_cast<uint64_t>(from + inputs.rooms[k] - at)};
  }
  return {at, 0};
}

} // namespace

/// Recomputes the column on the host, since its helper has died. The run succeeded before, so it gives the same value
/// again.
void DeviceColumn::make_anew(std::byte* to) const {
  recipe->inputs.fetch();
  const Plan& plan = *recipe->plan;
  const Answer again = link->options.rerun(plan, recipe->inputs);
  size_t k = 0;
  for (const Var v : plan.body.results) {
    if (!plan[v].column) continue;
    const auto [from, there] = extent(again.columns[k], element_size(plan[v].element), recipe->inputs);
    const Recipe::Place& place = recipe->columns[k++];
    if (place.id == id && place.offset < bytes)
      std::memcpy(to + place.offset, from, std::min(there, bytes - place.offset));
  }
}

} // namespace nova::plan

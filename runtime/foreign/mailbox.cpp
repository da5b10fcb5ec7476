#include "runtime/foreign/mailbox.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace nova {

/// What lies in the memory. A side may touch it only when it is its turn; a hostile child does so at any time, so each
/// field is read once.
struct Mailbox::Shared {
  std::atomic<Side> turn{Side::Parent};
  std::atomic<uint32_t> bytes{0}; ///< of the part of a message
  char part[(1 << 20) - 64];
};

Mailbox::Mailbox() {
  void* const place =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) fail("E0429", {"of this form", std::strerror(errno)});
  shared_ = new (place) Shared; // `part` is not written, so it takes no memory before it is used
}

Mailbox::~Mailbox() { munmap(shared_, sizeof(Shared)); }

void Mailbox::hide() { madvise(shared_, sizeof(Shared), MADV_DONTFORK); }

void Mailbox::pass_on(Side own) {
  shared_->turn = own == Side::Parent ? Side::Child : Side::Parent;
  syscall(SYS_futex, &shared_->turn, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

/// Waits for this side's turn: first awake, for the time of a short call, then asleep. The child has nothing else to
/// see to, and ends with its parent (end_with), so it sleeps until it is woken.
void Mailbox::await(Side own, const std::function<void()>& wait) {
  constexpr int yields = 50;
  constexpr timespec nap{0, 5'000'000};
  for (int k = 0; k < yields; ++k) {
    if (shared_->turn == own) return;
    sched_yield();
  }
  for (Side now = shared_->turn; now != own;) {
    syscall(SYS_futex, &shared_->turn, FUTEX_WAIT, now, own == Side::Parent ? &nap : nullptr, nullptr, 0);
    now = shared_->turn;
    if (now != own) wait();
  }
}

void Mailbox::send(Side own, Message& m, const std::function<void()>& wait) {
  const std::span<const char> all = m.sent();
  for (size_t done = 0; done < all.size();) {
    if (done > 0) await(own, wait), wait(); // the other side has taken the part before
    const size_t n = std::min(sizeof shared_->part, all.size() - done);
    std::memcpy(shared_->part, all.data() + done, n);
    shared_->bytes = static_cast<uint32_t>(n), done += n;
    pass_on(own);
  }
}

MessageReader Mailbox::receive(Side own, const std::function<void()>& wait) {
  uint64_t size = 0;
  await(own, wait);
  size_t n = shared_->bytes;
  if (n < sizeof size || n > sizeof shared_->part) throw ChannelClosed{};
  std::memcpy(&size, shared_->part, sizeof size);
  n -= sizeof size;
  if (n > size) throw ChannelClosed{};
  std::vector<char> bytes = room_for_message(size);
  std::memcpy(bytes.data(), shared_->part + sizeof size, n);
  for (size_t done = n; done < size; done += n) {
    pass_on(own);
    await(own, wait), wait();
    n = shared_->bytes;
    if (n == 0 || n > std::min(sizeof shared_->part, size - done)) throw ChannelClosed{};
    std::memcpy(bytes.data() + done, shared_->part, n);
  }
  return MessageReader(std::move(bytes));
}

} // namespace nova

// Sets of bits: small enough for a core's own cache where a number each would not be.
#include "bench/rich/pages.hpp"
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <omp.h>

namespace rich {

namespace {

using Bits = std::vector<uint64_t>;

/// Level by level. A level is a set of bits. Of a small one, the nodes' edges are read in the order of memory
/// and what they reach needs no test: it is added to the thread's own set, and who was there before leaves it
/// all at once. Of a large one, each node that is not reached yet looks for one among those whose edges lead
/// to it.
class Bfs : public Peer {
 public:
  explicit Bfs(const Inputs& in)
      : n_(static_cast<size_t>(in.whole[0][0])), edges_(in.whole[1].begin(), in.whole[1].end()),
        parents_(edges_.size()), starts_(n_ + 2) {
    for (const int32_t to : edges_) ++starts_[static_cast<size_t>(to) + 2];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    for (size_t e = 0; e < edges_.size(); ++e)
      parents_[starts_[static_cast<size_t>(edges_[e]) + 1]++] = static_cast<int32_t>(e / 16);
  }
  void run(int threads, Output& out) override {
    const size_t words = (n_ + 63) / 64;
    out.whole.assign(n_, -1), out.whole[0] = 0;
    front_.assign(words, 0), front_[0] = 1, seen_ = front_, next_.resize(words);
    reached_.assign(static_cast<size_t>(threads), Bits(words));
    size_t count = 1; // in the level
    for (int32_t level = 1; count; ++level) {
      const bool down = 16 * count < n_;
      size_t fresh = 0;
#pragma omp parallel num_threads(threads) if (count > 1024)
      {
        if (down) reach(reached_[static_cast<size_t>(omp_get_thread_num())].data());
#pragma omp for schedule(dynamic, 64) reduction(+ : fresh)
        for (size_t k = 0; k < words; ++k)
          fresh += settle(k, level, down ? reached(k) : from_parents(k), out.whole.data());
      }
      count = fresh, front_.swap(next_);
    }
  }

 private:
  static size_t lowest(uint64_t nodes) { return static_cast<size_t>(std::countr_zero(nodes)); }
  const int32_t* edges_of(size_t k, uint64_t nodes) const { return &edges_[16 * (64 * k + lowest(nodes))]; }
  void reach(uint64_t* reached) const {
#pragma omp for schedule(dynamic, 64)
    for (size_t k = 0; k < front_.size(); ++k) {
      if (const size_t soon = k + 8; soon < front_.size())
        for (uint64_t rest = front_[soon]; rest; rest &= rest - 1) __builtin_prefetch(edges_of(soon, rest));
      for (uint64_t rest = front_[k]; rest; rest &= rest - 1) {
        const int32_t* const to = edges_of(k, rest);
        for (size_t j = 0; j < 16; ++j) reached[to[j] >> 6] |= uint64_t{1} << (to[j] & 63);
      }
    }
  }
  uint64_t reached(size_t k) {
    uint64_t all = 0;
    for (Bits& reached : reached_) all |= reached[k], reached[k] = 0;
    return all & ~seen_[k];
  }
  uint64_t unseen(size_t k) const {
    return 64 * k + 64 <= n_ ? ~seen_[k] : ~seen_[k] & ((uint64_t{1} << n_ % 64) - 1);
  }
  uint64_t from_parents(size_t k) const {
    if (const size_t soon = k + 1; soon < front_.size())
      for (uint64_t rest = unseen(soon); rest; rest &= rest - 1)
        __builtin_prefetch(&parents_[starts_[64 * soon + lowest(rest)]]);
    uint64_t found = 0;
    for (uint64_t rest = unseen(k); rest; rest &= rest - 1) {
      const size_t v = 64 * k + lowest(rest);
      for (size_t e = starts_[v]; e < starts_[v + 1]; ++e)
        if (front_[static_cast<size_t>(parents_[e]) / 64] >> (parents_[e] & 63) & 1) {
          found |= rest & -rest;
          break;
        }
    }
    return found;
  }
  size_t settle(size_t k, int32_t level, uint64_t fresh, int32_t* levels) {
    seen_[k] |= fresh, next_[k] = fresh;
    for (uint64_t rest = fresh; rest; rest &= rest - 1) levels[64 * k + lowest(rest)] = level;
    return static_cast<size_t>(std::popcount(fresh));
  }
  size_t n_;
  Large<int32_t> edges_, parents_; ///< of each node: where its edges lead, whose edges lead to it
  Large<uint32_t> starts_;
  Bits front_, next_, seen_;
  std::vector<Bits> reached_;
};

/// A bit for each number without divisor 2, 3 or 5: a byte has 30 numbers. Segments fit the first cache; the
/// multiples of 7 to 19 come as copies of two patterns; the rest is crossed out by one loop for each bit,
/// whose steps are p bytes long.
class Sieve : public Peer {
 public:
  explicit Sieve(const Inputs& in) : n_(static_cast<size_t>(in.whole[0][0])), bytes_((n_ + 29) / 30) {
    sieved_.resize((bytes_ + 7) / 8 * 8);
    small_ = pattern({7, 11, 13}, 1001), next_ = pattern({17, 19}, 323);
  }
  void run(int threads, Output& out) override {
    const std::vector<uint32_t> base = primes_to_root();
    const size_t segments = (sieved_.size() + segment - 1) / segment;
    at_.assign(segments + 1, 0);
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (size_t s = 0; s < segments; s += 8) sieve(s, std::min(s + 8, segments), base);
    at_[0] = 3; // 2, 3 and 5
    for (size_t s = 0; s < segments; ++s) at_[s + 1] += at_[s];
    resize_large(out.longs, at_[segments]);
    std::copy_n(std::array{2, 3, 5}.begin(), 3, out.longs.begin());
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (size_t s = 0; s < segments; ++s) list(s, out.longs.data() + at_[s], out.longs.data() + at_[s + 1]);
  }

 private:
  static constexpr size_t segment = 32768;
  static constexpr std::array<uint32_t, 8> wheel = {1, 7, 11, 13, 17, 19, 23, 29};
  struct Prime {
    uint32_t p;
    uint32_t next[8]; ///< where the next multiple lies, for each bit
  };
  static size_t bit_of(size_t number) {
    return static_cast<size_t>(std::find(wheel.begin(), wheel.end(), number % 30) - wheel.begin());
  }
  static std::vector<uint8_t> pattern(std::vector<size_t> primes, size_t period) {
    std::vector<uint8_t> all(segment + period, 255);
    for (const size_t p : primes)
      for (size_t m = p; m < 30 * all.size(); m += 2 * p)
        if (const size_t bit = bit_of(m); bit < 8) all[m / 30] &= static_cast<uint8_t>(~(1u << bit));
    return all;
  }
  std::vector<uint32_t> primes_to_root() const {
    std::vector<uint32_t> primes;
    for (uint32_t p = 23; size_t{p} * p < n_; p += 2) {
      bool prime = p % 3 && p % 5 && p % 7 && p % 11 && p % 13 && p % 17 && p % 19;
      for (size_t k = 0; prime && k < primes.size() && primes[k] * primes[k] <= p; ++k)
        prime = p % primes[k] != 0;
      if (prime) primes.push_back(p);
    }
    return primes;
  }
  static Prime first_multiples(uint32_t p, size_t low) {
    Prime prime{p, {}};
    const size_t least = std::max<size_t>(p, (30 * low + p - 1) / p);
    for (const uint32_t w : wheel) {
      const size_t multiple = p * (least + (w + 30 - least % 30) % 30);
      prime.next[bit_of(multiple)] = static_cast<uint32_t>(multiple / 30);
    }
    return prime;
  }
  void sieve(size_t s, size_t end, const std::vector<uint32_t>& base) {
    std::vector<Prime> primes;
    for (const uint32_t p : base)
      if (size_t{p} * p < 30 * end * segment) primes.push_back(first_multiples(p, s * segment));
    for (; s < end; ++s) {
      const size_t low = s * segment, high = std::min(low + segment, sieved_.size());
      const uint8_t *const a = &small_[low % 1001], *const b = &next_[low % 323];
      for (size_t k = low; k < high; ++k) sieved_[k] = a[k - low] & b[k - low];
      cross(primes, high);
      if (low == 0) sieved_[0] = 0xFE; // the patterns' own primes; 1 is none
      for (size_t k = high; k-- > low && 30 * k + 30 > n_;)
        for (size_t bit = 0; bit < 8; ++bit)
          if (30 * k + wheel[bit] >= n_) sieved_[k] &= static_cast<uint8_t>(~(1u << bit));
      for (size_t k = low; k < high; k += 8) at_[s + 1] += static_cast<size_t>(std::popcount(word(k)));
    }
  }
  void cross(std::vector<Prime>& primes, size_t high) {
    for (Prime& prime : primes) {
      if (size_t{prime.p} * prime.p >= 30 * high) break;
      for (size_t bit = 0; bit < 8; ++bit) {
        size_t at = prime.next[bit];
        for (; at < high; at += prime.p) sieved_[at] &= static_cast<uint8_t>(~(1u << bit));
        prime.next[bit] = static_cast<uint32_t>(at);
      }
    }
  }
  uint64_t word(size_t k) const {
    uint64_t bits;
    std::memcpy(&bits, &sieved_[k], 8);
    return bits;
  }
  // Eight primes at a time as long as there is room: what is too many is overwritten.
  void list(size_t s, int64_t* to, const int64_t* end) const {
    for (size_t k = s * segment; k < std::min((s + 1) * segment, sieved_.size()); k += 8) {
      uint64_t rest = word(k);
      int64_t* const after = to + std::popcount(rest);
      const auto put = [&] {
        const auto bit = static_cast<size_t>(std::countr_zero(rest));
        *to++ = static_cast<int64_t>(30 * (k + bit / 8) + wheel[bit % 8]), rest &= rest - 1;
      };
      while (to < after && end - to >= 8)
        for (int j = 0; j < 8; ++j) put();
      while (to < after) put();
      to = after;
    }
  }
  size_t n_, bytes_;
  std::vector<uint8_t> sieved_, small_, next_;
  std::vector<size_t> at_;
};

} // namespace

std::unique_ptr<Peer> bfs(const Inputs& in) { return std::make_unique<Bfs>(in); }
std::unique_ptr<Peer> sieve(const Inputs& in) { return std::make_unique<Sieve>(in); }

} // namespace rich

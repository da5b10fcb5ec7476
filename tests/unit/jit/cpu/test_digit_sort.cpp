// Sorts by digits agree with the standard library's stable sort, for every type, on keys of every kind.
#include "jit/cpu/digit_sort.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <random>

using namespace nova;
using namespace nova::plan;

namespace {

constexpr const DigitSorts* both[] = {&digit_sorts, &digit_sorts_v3};

/// A task whose host runs parts one after the other, the last first.
struct TestTask : nova_task {
  std::vector<std::unique_ptr<char[]>> buffers;
  explicit TestTask(nv_i64 threads) : nova_task{} {
    static const nova_host table = make_table();
    host = &table, this->threads = threads;
  }
  static nova_host make_table() {
    nova_host h{};
    h.alloc = [](nova_task* t, nv_i64 count, nv_i64 size) -> void* {
      auto& all = static_cast<TestTask*>(t)->buffers;
      return all.push_back(std::make_unique<char[]>(static_cast<size_t>(count * size))), all.back().get();
    };
    h.drop = [](nova_task*, void*) {};
    h.poll = [](nova_task*) { return 0; };
    h.parallel = [](nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel f, const void* given) {
      const nv_i64 step = grain < 0 ? -grain : grain;
      for (nv_i64 k = (units + step - 1) / step; k-- > 0;)
        if (f(t, given, k * step, std::min(units, (k + 1) * step))) return 1;
      return 0;
    };
    return h;
  }
};

/// As sort orders: NaN last.
template <class T> bool before(T a, T b) { return a < b || (b != b && a == a); }

template <class T> bool same(T a, T b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

template <class T> void check(int type, const std::vector<T>& keys) {
  const auto n = static_cast<nv_i64>(keys.size());
  std::vector<nv_i64> wanted(keys.size());
  std::iota(wanted.begin(), wanted.end(), 0);
  std::stable_sort(wanted.begin(), wanted.end(), [&](nv_i64 a, nv_i64 b) {
    return before(keys[static_cast<size_t>(a)], keys[static_cast<size_t>(b)]);
  });
  for (const DigitSorts* sorts : both)
    for (const int threads : {1, 2}) {
      TestTask task(threads);
      std::vector<nv_i64> order(keys.size()), words(keys.size()), other(keys.size());
      std::vector<T> sorted(keys.size());
      // The keys themselves, and a byte of each place, move with the keys.
      std::vector<T> moved(keys.size());
      std::vector<unsigned char> bytes(keys.size()), moved_bytes(keys.size());
      for (size_t i = 0; i < keys.size(); ++i) bytes[i] = static_cast<unsigned char>(i * 37);
      const nova_carried carried[] = {{keys.data(), moved.data(), sizeof(T)},
                                      {bytes.data(), moved_bytes.data(), 1}};
      for (const int needs_order : {0, 1}) {
        const nova_ordering sorting{
            type,    1, needs_order, keys.data(), n, order.data(), sorted.data(), words.data(), other.data(),
            carried, 2};
        REQUIRE(sorts->order(&task, &sorting) == 0);
        size_t wrong = 0;
        for (size_t i = 0; i < keys.size(); ++i)
          wrong += !same(moved[i], keys[static_cast<size_t>(wanted[i])]) ||
                   moved_bytes[i] != bytes[static_cast<size_t>(wanted[i])];
        CHECK(wrong == 0);
      }
      CHECK(order == wanted);
      const auto wrong_keys = [&](const std::vector<T>& found) {
        size_t wrong = 0;
        for (size_t i = 0; i < keys.size(); ++i)
          wrong += !same(found[i], keys[static_cast<size_t>(wanted[i])]);
        return wrong;
      };
      CHECK(wrong_keys(sorted) == 0);
      std::vector<T> in = keys, out(keys.size()), room(keys.size());
      for (T* const from : {in.data(), out.data(), room.data()}) {
        if (n) std::memmove(from, keys.data(), keys.size() * sizeof(T));
        REQUIRE(sorts->sort(&task, type, 1, from, out.data(), room.data(), n) == 0);
        CHECK(wrong_keys(out) == 0);
      }
    }
}

template <class T> std::vector<T> made(size_t n, const std::function<T(size_t)>& key) {
  std::vector<T> keys(n);
  for (size_t i = 0; i < n; ++i) keys[i] = key(i);
  return keys;
}

constexpr size_t sizes[] = {0, 1, 2, 63, 64, 65, 1000, 2047, 5000, 200000};

template <class T> void check_integers(int type) {
  std::mt19937_64 random(1);
  const auto any = [&](size_t) { return static_cast<T>(random()); };
  for (const size_t n : sizes) {
    check<T>(type, made<T>(n, any));
    check<T>(type, made<T>(n, [&](size_t) { return static_cast<T>(random() % 3); }));
    check<T>(type, made<T>(n, [&](size_t i) {
               return static_cast<T>(i % 17 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min());
             }));
    check<T>(type, made<T>(n, [&](size_t) { return static_cast<T>(random() << 4); }));
    check<T>(type, made<T>(n, [&](size_t i) { return static_cast<T>(n - i); }));
  }
}

template <class T> void check_floats(int type) {
  std::mt19937_64 random(2);
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const auto unit = [&] { return static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-53); };
  const std::vector<T> edges = {T(0), T(-0.0), nan, -nan, inf, -inf, std::numeric_limits<T>::denorm_min(),
                                T(1), T(-1)};
  for (const size_t n : sizes) {
    check<T>(type, made<T>(n, [&](size_t) { return unit(); }));
    check<T>(type, made<T>(n, [&](size_t) { return edges[random() % edges.size()]; }));
    check<T>(type, made<T>(n, [&](size_t) { return static_cast<T>(static_cast<int>(random() % 1000)); }));
    // One far off, all others near to each other: equal by their leading bits, so that they are ordered by
    // the rest.
    check<T>(type, made<T>(n, [&](size_t i) {
               return i == n / 2 ? T(-1e30) : std::nextafter(T(1), T(2)) + unit() * T(1e-9);
             }));
    check<T>(type, made<T>(n, [&](size_t i) {
               T x = T(1 + static_cast<int>(i % 3));
               for (size_t k = random() % 5; k-- > 0;) x = std::nextafter(x, inf);
               return i == 0 ? inf : x;
             }));
  }
}

} // namespace

TEST_CASE("sorts by digits: integers") {
  check_integers<nv_i64>(NOVA_KEY_i64);
  check_integers<nv_i32>(NOVA_KEY_i32);
  check_integers<nv_i16>(NOVA_KEY_i16);
  check_integers<nv_i8>(NOVA_KEY_i8);
  check_integers<nv_u8>(NOVA_KEY_u8);
}

TEST_CASE("sorts by digits: floating numbers, equal zeros in their order, NaN last") {
  check_floats<nv_f32>(NOVA_KEY_f32);
  check_floats<nv_f64>(NOVA_KEY_f64);
}

TEST_CASE("sorts by digits: most keys in one bucket, bits that words have no room for") {
  std::mt19937_64 random(3);
  check<nv_i64>(NOVA_KEY_i64, made<nv_i64>(1500000, [&](size_t i) {
                  return i % 100 ? static_cast<nv_i64>(random() % 4096) : static_cast<nv_i64>(random());
                }));
  check<nv_i64>(NOVA_KEY_i64,
                made<nv_i64>(1500000, [&](size_t i) { return i % 100 ? 7 : static_cast<nv_i64>(random()); }));
  check<nv_f64>(NOVA_KEY_f64, made<nv_f64>(1500000, [&](size_t i) {
                  return i % 1000 ? 1.0 + static_cast<double>(random() % 4096) * 0x1p-52
                                  : static_cast<double>(random());
                }));
}

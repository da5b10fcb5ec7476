// What the peers in C++ share: reading and writing .npy files, and the best time of five runs.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

template <class T> struct Array {
  std::vector<long> shape;
  std::vector<T> data;
  const T& operator[](size_t i) const { return data[i]; }
};

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

// The numbers between the brackets of a header's shape.
inline std::vector<long> shape_of(const std::string& header) {
  std::vector<long> shape;
  for (const char* at = header.c_str() + header.find("'shape': (") + 10; *at != ')';) {
    char* end;
    long n = std::strtol(at, &end, 10);
    if (end == at)
      ++at;
    else
      shape.push_back(n), at = end;
  }
  return shape;
}

// data/NAME.npy, whose elements must have T's size.
template <class T> Array<T> load(const std::string& name) {
  std::ifstream file("data/" + name + ".npy", std::ios::binary);
  unsigned char start[10];
  if (!file.read(reinterpret_cast<char*>(start), 10)) fail("there is no data/" + name + ".npy");
  std::string header(start[8] + 256 * start[9], ' ');
  file.read(header.data(), header.size());
  if (std::atoi(header.c_str() + header.find("'descr': '") + 12) != int(sizeof(T)))
    fail(name + " has another type: " + header);
  Array<T> array{shape_of(header), {}};
  size_t size = 1;
  for (long n : array.shape) size *= n;
  array.data.resize(size);
  file.read(reinterpret_cast<char*>(array.data.data()), size * sizeof(T));
  return array;
}

// out/NAME_cpp.npy, little-endian.
template <class T>
void save(const std::string& name, const std::vector<T>& data, std::vector<long> shape = {}) {
  if (shape.empty()) shape = {long(data.size())};
  std::string sizes, kind = std::is_floating_point_v<T> ? "f" : std::is_unsigned_v<T> ? "u" : "i";
  for (long n : shape) sizes += std::to_string(n) + ", ";
  std::string header = "{'descr': '<" + kind + std::to_string(sizeof(T)) +
                       "', 'fortran_order': False, 'shape': (" + sizes + "), }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  const char length[2] = {char(header.size() & 255), char(header.size() >> 8)};
  std::ofstream file("out/" + name + "_cpp.npy", std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8).write(length, 2) << header;
  file.write(reinterpret_cast<const char*>(data.data()), data.size() * sizeof(T));
}

// The value of f, whose best time of five runs is printed.
template <class F> auto best_of_five(F f) {
  using Clock = std::chrono::steady_clock;
  decltype(f()) value;
  double best = HUGE_VAL;
  for (int run = 0; run < 5; ++run) {
    auto start = Clock::now();
    value = f();
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::printf("time_ms %.3f\n", best);
  return value;
}

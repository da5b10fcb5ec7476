#include "jit/user_kernels/elements.hpp"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace nova::plan {
namespace {

/// Calls `f` with a zero of the C type.
template <class F> auto with_type(std::string_view type, F f) {
  if (type == "float") return f(float{});
  if (type == "double") return f(double{});
  if (type == "int64_t") return f(int64_t{});
  if (type == "int32_t" || type == "int") return f(int32_t{});
  if (type == "int16_t") return f(int16_t{});
  if (type == "int8_t" || type == "char") return f(int8_t{});
  if (type == "uint64_t") return f(uint64_t{});
  if (type == "uint32_t" || type == "unsigned") return f(uint32_t{});
  if (type == "uint16_t") return f(uint16_t{});
  if (type == "bool") return f(bool{});
  return f(uint8_t{});
}

template <class T> T loaded_from(const std::byte* at) {
  T v;
  std::memcpy(&v, at, sizeof v);
  return v;
}

template <class T> T edge(uint64_t r) {
  using L = std::numeric_limits<T>;
  const T edges[] = {T(0), T(1), L::max(), L::lowest(), L::min(), T(L::is_signed ? -1 : 2)};
  if constexpr (std::is_floating_point_v<T>) {
    const T more[] = {T(-0.0), L::infinity(), -L::infinity(), L::quiet_NaN(), L::denorm_min(), L::epsilon()};
    if (r & 1) return more[(r >> 1) % std::size(more)];
  }
  return edges[(r >> 1) % std::size(edges)];
}

template <class T> T any(std::mt19937_64& random) {
  const uint64_t r = random();
  if constexpr (std::is_same_v<T, bool>) {
    return r & 1;
  } else if constexpr (std::is_floating_point_v<T>) {
    const double fraction = static_cast<double>(r >> 11) * 0x1p-53; // in [0, 1)
    return static_cast<T>(std::ldexp(fraction - 0.5, static_cast<int>(random() % 12)));
  } else {
    return static_cast<T>(r >> random() % 64); // numbers of any count of bits
  }
}

/// Whether two floats are within the distance, as a checked run of a form decides it (is_near in
/// jit/lower/foreign/foreign.cpp): an ulp is that of the reference's value, and the arithmetic is that of the type.
template <class T> bool are_near(T got, T wanted, const Distance& d) {
  if (got == wanted) return true;
  const T size = std::abs(wanted), amount = static_cast<T>(d.amount),
          low = std::min(size, std::nextafter(std::numeric_limits<T>::max(), T(0))); // has a next number
  const T greatest = d.kind == Distance::Absolute ? amount
                     : d.kind == Distance::Relative
                         ? amount * size
                         : amount * (std::nextafter(low, std::numeric_limits<T>::infinity()) - low);
  return std::isfinite(greatest) && std::abs(got - wanted) <= greatest;
}

template <class T> bool is_near_as(T got, T wanted, const Distance& d) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(got) || std::isnan(wanted)) return std::isnan(got) && std::isnan(wanted);
    if (d.kind == Distance::Bits) return got == wanted && std::signbit(got) == std::signbit(wanted);
    return are_near(got, wanted, d);
  } else {
    return got == wanted;
  }
}

} // namespace

void add_random(std::vector<std::byte>& out, std::string_view type, Values values, std::mt19937_64& random) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    constexpr uint64_t digits = 10;
    const T v = values == Values::Small   ? static_cast<T>(random() % digits)
                : values == Values::Edges ? edge<T>(random())
                                          : any<T>(random);
    const auto bytes = std::as_bytes(std::span(&v, 1));
    out.insert(out.end(), bytes.begin(), bytes.end());
  });
}

std::string print_element(const std::byte* at, std::string_view type) {
  return with_type(type, [&](auto zero) -> std::string {
    using T = decltype(zero);
    const T v = loaded_from<T>(at);
    if constexpr (std::is_same_v<T, bool>) {
      return v ? "true" : "false";
    } else {
      char text[64];
      return {text, std::to_chars(text, text + sizeof text, v).ptr};
    }
  });
}

bool is_near(const std::byte* got, const std::byte* wanted, std::string_view type, const Distance& distance) {
  return with_type(type, [&](auto zero) {
    using T = decltype(zero);
    return is_near_as(loaded_from<T>(got), loaded_from<T>(wanted), distance);
  });
}

std::string printed(const KernelValue& v) {
  constexpr uint64_t most = 12;
  const uint32_t size = c_type_bytes(v.type);
  if (!v.vector) return print_element(v.bytes.data(), v.type);
  std::string out;
  for (uint64_t k = 0; k < std::min(v.count(), most); ++k)
    out += (k ? " " : "[") + print_element(v.bytes.data() + k * size, v.type);
  if (v.count() > most) out += " .. of " + std::to_string(v.count());
  return (out.empty() ? "[" : out) + "]";
}

} // namespace nova::plan

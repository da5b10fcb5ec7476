// What the simulator tells of a mistake in a user's kernel.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace nova::plan {

/// The kind of a mistake. cuda_words.h names some of them by number.
enum class KernelMistake : uint8_t {
  None,
  OutOfBounds,
  Uninitialised,
  Race,
  BarrierDivergence,
  WrongMask,
  Deadlock,
  Endless,
  Unwritten,
  WritesInput,
  DivisionByZero = 10,
  Misaligned = 11,
  IndexOutOfBounds = 12,
  Shift = 13,
  Assertion = 14,
  Trap = 15,
  Recursion,
  Crash,
  Geometry,
  Difference,    ///< the outputs differ from those of the reference
  Unjudged = 20, ///< the check can't follow the text
};
/// Returns the kind's name, such as "race".
std::string_view mistake_name(KernelMistake kind);

/// Three indices or sizes, along x, y and z.
using Triple = std::array<uint32_t, 3>;

/// A thread in a grid, and where in the text it is. Line 0: unknown.
struct KernelPosition {
  Triple block{}, thread{};
  std::string file{};
  uint32_t line = 0;
};

struct KernelFault {
  KernelMistake kind = KernelMistake::None;
  /// The mistake in a sentence, which names threads, blocks and lines.
  std::string sentence{};
  KernelPosition position{};
  std::optional<KernelPosition> other{}; ///< of a race: the thread that touched the element before
  std::string array{};                   ///< the array's name; "" if unknown
  int64_t element = 0;                   ///< the element's index in it
};

} // namespace nova::plan

#include "jit/user_kernels/sentences.hpp"
#include "jit/user_kernels/module.hpp"
#include <algorithm>
#include <array>

namespace nova::plan {
namespace {

std::string decimal(int64_t n) { return std::to_string(n); }
std::string triple(const Triple& t) {
  return "(" + decimal(t[0]) + "," + decimal(t[1]) + "," + decimal(t[2]) + ")";
}

class KernelSentence {
 public:
  KernelSentence(const FoundMistake& m, const LaunchContext& launch) : m_(m), launch_(launch) {}

  KernelFault fault() {
    fault_.kind = m_.kind;
    fault_.position = position(m_.by, m_.at);
    if (has_other()) fault_.other = position(m_.other, m_.other_at);
    if (m_.array) fault_.array = m_.array->name, fault_.element = element();
    fault_.sentence = sentence();
    return fault_;
  }

  std::string doubt() {
    fault_.position = position(m_.by, m_.at);
    return who() + "takes a value from lane " + decimal(m_.number) +
           " of its warp, which takes no part in the shuffle";
  }

 private:
  bool has_other() const {
    return m_.kind == KernelMistake::Race || m_.kind == KernelMistake::BarrierDivergence ||
           (m_.kind == KernelMistake::WrongMask && m_.other.clock);
  }

  KernelPosition position(const Moment& m, const void* at) const {
    const uint32_t size = launch_.grid.block_size(), t = m.thread % size, b = m.thread / size;
    const auto indices = [](uint32_t n, const Triple& of) {
      return Triple{n % of[0], n / of[0] % of[1], n / of[0] / of[1]};
    };
    const SourceLine line = at && launch_.lines ? line_before(at) : SourceLine{};
    return {indices(b, launch_.grid.blocks), indices(t, launch_.grid.threads), line.file, line.line};
  }

  int64_t unit() const {
    return m_.array && m_.array->element ? m_.array->element : m_.bytes ? static_cast<int64_t>(m_.bytes) : 1;
  }
  /// Returns the index of the element at the mistake's offset. It may lie before the array.
  int64_t element() const {
    return m_.offset >= 0 ? m_.offset / unit() : -((-m_.offset + unit() - 1) / unit());
  }
  std::string place() const {
    const bool single = static_cast<int64_t>(m_.array->bytes) == unit() && element() == 0;
    return m_.array->name + (single ? "" : indices());
  }
  /// Returns the element's indices, such as "[3][5]", if the text says the array's dimensions; else one index.
  std::string indices() const {
    const auto [first, end] = launch_.shapes.equal_range(m_.array->name);
    for (auto s = first; s != end && element() >= 0; ++s) {
      auto rest = static_cast<uint64_t>(element());
      uint64_t count = 1;
      std::string out;
      for (auto size = s->second.rbegin(); size != s->second.rend(); ++size) {
        if (!*size) return "[0]";
        out = "[" + std::to_string(rest % *size) + "]" + out, rest /= *size, count *= *size;
      }
      if (count * static_cast<uint64_t>(unit()) == m_.array->bytes && rest == 0) return out;
    }
    return "[" + decimal(element()) + "]";
  }
  std::string count() const {
    const int64_t n = static_cast<int64_t>(m_.array->bytes) / unit();
    return decimal(n) + (n == 1 ? " element" : " elements");
  }

  std::string line(const KernelPosition& p) const {
    return p.line == 0               ? ""
           : p.file == launch_.shown ? "line " + decimal(p.line)
                                     : p.file + ":" + decimal(p.line);
  }
  static std::string thread(const KernelPosition& p) {
    return "thread " + triple(p.thread) + " of block " + triple(p.block);
  }
  /// Returns who makes the mistake and where, such as "line 12: thread (3,0,0) of block (0,0,0) ".
  std::string who() const {
    const std::string where = line(fault_.position);
    return (where.empty() ? "" : where + ": ") + thread(fault_.position) + " ";
  }
  static std::string verb(Touch how) {
    constexpr std::array verbs{"reads", "writes", "reads (volatile)", "writes (atomic or volatile)"};
    return verbs[static_cast<size_t>(how)];
  }

  std::string sentence() const {
    switch (m_.kind) {
    case KernelMistake::OutOfBounds: return out_of_bounds();
    case KernelMistake::Uninitialised:
      return who() + "reads " + place() + " before any thread has written it";
    case KernelMistake::Race: return race();
    case KernelMistake::BarrierDivergence: return divergence();
    case KernelMistake::WrongMask: return wrong_mask();
    case KernelMistake::Deadlock:
      return who() + "still reads or changes " + place() + " when its time is up, and may wait for ever";
    case KernelMistake::Endless: return who() + "has not ended in time";
    case KernelMistake::Unwritten:
      return "no thread writes " + place() + " (" + decimal(m_.number) + " of its " + count() +
             " are not written)";
    case KernelMistake::WritesInput: return who() + "writes " + place() + ", which is only to be read";
    case KernelMistake::DivisionByZero:
      return who() + "divides an integer by zero, or the least integer by -1";
    case KernelMistake::Misaligned:
      return who() + "takes a " + type() + " at an address that is no multiple of " + decimal(m_.number);
    case KernelMistake::IndexOutOfBounds:
      return who() + "uses index " + decimal(m_.number) + " of an array of type " + type();
    case KernelMistake::Shift: return who() + "shifts a " + type() + " by " + decimal(m_.number) + " bits";
    case KernelMistake::Assertion: return who() + "finds that an assertion fails: " + m_.text;
    case KernelMistake::Trap: return who() + "calls __trap";
    case KernelMistake::Recursion: return who() + "calls functions too deep";
    case KernelMistake::Unjudged:
      return who() + "has more than " + decimal(m_.number) +
             " numbers at once to convert to integers, so the kernel can't be judged; convert them in "
             "several statements";
    case KernelMistake::Crash: return who() + "crashes: " + m_.text;
    default: return m_.text;
    }
  }

  /// Returns the type in the compiler's description, which stands in quotes.
  std::string type() const {
    std::string t = m_.text;
    std::erase(t, '\'');
    return t;
  }

  std::string out_of_bounds() const {
    const std::string begin = who() + verb(m_.how) + " ";
    if (!m_.array) return begin + "memory that belongs to no array";
    if (m_.array->name.empty()) return begin + "beyond the shared memory of its block";
    return begin + m_.array->name + "[" + decimal(element()) + "], but " + m_.array->name + " has " + count();
  }

  std::string race() const {
    const KernelPosition &a = *fault_.other, &b = fault_.position;
    const bool together = a.block == b.block;
    const std::string threads =
        together ? "threads " + triple(a.thread) + " and " + triple(b.thread) + " of block " + triple(a.block)
                 : thread(a) + " and " + thread(b);
    return threads + " both touch " + place() + ", and nothing orders them: " + line(a) + " " +
           verb(m_.other_how) + ", " + line(b) + " " + verb(m_.how);
  }

  std::string divergence() const {
    const KernelPosition& o = *fault_.other;
    return who() + "waits at a barrier, but thread " + triple(o.thread) + " of its block " +
           (o.line ? "waits at another one, in " + line(o) : "has ended");
  }

  std::string wrong_mask() const {
    if (!fault_.other) return who() + "calls with a mask that does not name its own lane";
    const KernelPosition& o = *fault_.other;
    return who() + "waits for thread " + triple(o.thread) + " of its warp, which the mask names, but which " +
           (o.line ? "waits in " + line(o) : "has ended");
  }

  const FoundMistake& m_;
  const LaunchContext& launch_;
  KernelFault fault_;
};

} // namespace

KernelFault described(const FoundMistake& m, const LaunchContext& launch) {
  return KernelSentence(m, launch).fault();
}

std::string doubt_sentence(const FoundMistake& m, const LaunchContext& launch) {
  return KernelSentence(m, launch).doubt();
}

std::string_view mistake_name(KernelMistake kind) {
  constexpr std::string_view names[] = {"none",
                                        "out of bounds",
                                        "uninitialised",
                                        "race",
                                        "barrier divergence",
                                        "wrong mask",
                                        "deadlock",
                                        "endless",
                                        "unwritten",
                                        "writes input",
                                        "division by zero",
                                        "misaligned",
                                        "index out of bounds",
                                        "shift",
                                        "assertion",
                                        "trap",
                                        "recursion",
                                        "crash",
                                        "geometry",
                                        "difference",
                                        "unjudged"};
  return names[static_cast<size_t>(kind)];
}

} // namespace nova::plan

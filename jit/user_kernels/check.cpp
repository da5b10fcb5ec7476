#include "jit/user_kernels/check.hpp"
#include "jit/user_kernels/elements.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

using Kind = KernelParameter::Kind;

/// Lengths at which kernels tend to be wrong: around warps and blocks.
constexpr uint64_t edge_lengths[] = {1, 2, 32, 33, 31, 256, 257, 255, 1000, 64, 65, 0};

class KernelChecker {
 public:
  KernelChecker(const LaunchableKernel& program, const KernelReference& reference, const Distance& distance,
                const KernelCheckOptions& options, const std::function<void()>& give_up)
      : program_(program), reference_(reference), distance_(distance), options_(options), give_up_(give_up),
        random_(options.seed) {}

  KernelCheckResult checked() {
    const uint32_t most_tries = 8 * options_.inputs;
    for (uint32_t k = 0; k < most_tries && result_.inputs < options_.inputs; ++k) {
      if (give_up_) give_up_();
      if (auto failure = tried(drawn(k))) {
        result_.failure = smaller(std::move(*failure));
        explain(*result_.failure);
        break;
      }
    }
    return result_;
  }

 private:
  // ---- inputs ----

  /// Draws the input number k: all lengths with small numbers first, then other numbers and lengths. Vectors have the same
  /// length, since kernels mostly take this for granted. Of kernels with integers, these may be the sizes of vectors.
  KernelInputs drawn(uint32_t k) {
    constexpr size_t edges = std::size(edge_lengths);
    const Values values = k < edges    ? Values::Small
                          : k % 3 == 0 ? Values::Edges
                          : k % 3 == 1 ? Values::Any
                                       : Values::Small;
    KernelInputs in;
    std::vector<uint64_t> sizes;
    for (const KernelParameter& p : program_.parameters()) {
      if (p.kind == Kind::Output) continue;
      in.push_back({p.type, p.kind == Kind::Input, {}});
      if (in.back().vector) continue;
      if (k % 4 < 3 && is_integer(p.type))
        sizes.push_back(add_size(in.back().bytes, p.type));
      else
        add_random(in.back().bytes, p.type, values, random_);
    }
    const uint64_t length = drawn_length(k, sizes);
    size_t number = 0; // of the vector
    for (KernelValue& v : in) {
      if (!v.vector) continue;
      const uint64_t own = k % 4 == 1 && !sizes.empty() ? matrix_length(number++, sizes) : length;
      for (uint64_t n = own; n > 0; --n) add_random(v.bytes, v.type, values, random_);
    }
    return in;
  }

  static bool is_integer(std::string_view type) { return type.find("int") != type.npos; }

  /// Appends a number that may be the size of a vector or a matrix, and returns it.
  uint64_t add_size(std::vector<std::byte>& out, std::string_view type) {
    constexpr uint8_t some[] = {0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 64};
    const uint64_t size = some[random_() % std::size(some)];
    const auto bytes = std::as_bytes(std::span(&size, 1)).first(c_type_bytes(type));
    out.insert(out.end(), bytes.begin(), bytes.end());
    return size;
  }

  /// Returns the length of a matrix whose sides are two of the sizes, one after the other: of n, of n and k, of n, k and m the
  /// matrices are n x n, or n x k and k x n, or n x k, k x m and m x n.
  static uint64_t matrix_length(size_t number, const std::vector<uint64_t>& sizes) {
    return sizes[number % sizes.size()] * sizes[(number + 1) % sizes.size()];
  }

  /// Returns the length of the vectors of input number k: an edge, a random one, or, of kernels that take sizes, their
  /// product or one of them.
  uint64_t drawn_length(uint32_t k, const std::vector<uint64_t>& sizes) {
    constexpr uint64_t longest = 2000;
    constexpr size_t edges = std::size(edge_lengths);
    uint64_t product = sizes.empty() ? longest + 1 : 1;
    for (const uint64_t s : sizes) product *= s;
    if (k % 4 == 0 && product <= longest) return product;
    if (k % 4 == 2 && !sizes.empty()) return sizes[random_() % sizes.size()];
    return k < 2 * edges ? edge_lengths[k % edges] : random_() % longest;
  }

  // ---- runs ----

  /// Runs the kernel on the inputs in several orders. Returns the first failure.
  std::optional<KernelFailure> tried(const KernelInputs& in) {
    const auto expected = reference_(in);
    if (!expected) return ++result_.skipped, std::nullopt;
    ++result_.inputs;
    for (uint32_t k = 0; k < options_.orders; ++k)
      if (auto failure = run(in, *expected, options_.seed + k, false)) return failure;
    return {};
  }

  std::optional<KernelFailure> run(const KernelInputs& in, const KernelExpectation& expected, uint64_t seed,
                                   bool lines) {
    const bool idle = std::ranges::find(expected.grid, 0u) != expected.grid.end();
    const auto is_empty = [](const std::vector<std::byte>& bytes) { return bytes.empty(); };
    if (idle && std::ranges::all_of(expected.outputs, is_empty)) return {};
    ++result_.runs;
    KernelLaunch launch = launch_on(program_, in, expected, seed);
    const uint64_t blocks = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    result_.most_blocks = std::max(result_.most_blocks, blocks);
    launch.longest = options_.longest, launch.finds_lines = lines;
    KernelAnswer got = program_.run(launch, give_up_);
    if (!got.fault && expected.compares) got.fault = difference(got.outputs, expected.outputs);
    if (!got.fault) return {};
    return KernelFailure{std::move(*got.fault), in, expected, seed, std::move(got.doubt)};
  }

  std::optional<KernelFault> difference(const std::vector<std::vector<std::byte>>& got,
                                        const std::vector<std::vector<std::byte>>& wanted) const {
    size_t output = 0;
    for (const KernelParameter& p : program_.parameters()) {
      if (p.kind != Kind::Output) continue;
      const uint32_t size = c_type_bytes(p.type);
      const std::byte *ours = got.at(output).data(), *theirs = wanted.at(output).data();
      for (uint64_t k = 0; k < wanted[output].size() / size; ++k)
        if (!is_near(ours + k * size, theirs + k * size, p.type, distance_))
          return differs(p, k, ours, theirs);
      ++output;
    }
    return {};
  }

  static KernelFault differs(const KernelParameter& p, uint64_t k, const std::byte* got,
                             const std::byte* wanted) {
    KernelFault f;
    const uint32_t size = c_type_bytes(p.type);
    f.kind = KernelMistake::Difference, f.array = p.name, f.element = static_cast<int64_t>(k);
    f.sentence = p.name + "[" + std::to_string(k) + "] is " + print_element(got + k * size, p.type) +
                 ", but the reference makes " + print_element(wanted + k * size, p.type);
    return f;
  }

  /// Adds what the text's compiler suspects, if a wrong value may come of it.
  void explain(KernelFailure& f) const {
    constexpr KernelMistake of_values[] = {KernelMistake::Difference, KernelMistake::OutOfBounds,
                                           KernelMistake::IndexOutOfBounds};
    if (f.doubt.empty() && std::ranges::find(of_values, f.fault.kind) != std::end(of_values))
      f.doubt = program_.suspicion(give_up_);
  }

  // ---- smaller inputs ----

  /// Whether these inputs fail in the same way, in some order. If so, they replace those of the failure.
  bool still_fails(KernelFailure& f, const KernelInputs& in) {
    if (++tries_ > 150) return false;
    const auto expected = reference_(in);
    if (!expected) return false;
    for (const uint64_t seed : {f.seed, f.seed + 1})
      if (auto other = run(in, *expected, seed, false); other && other->fault.kind == f.fault.kind)
        return f = std::move(*other), true;
    return false;
  }

  static KernelInputs cut(KernelInputs in, uint64_t length) {
    for (KernelValue& v : in)
      if (v.vector) v.bytes.resize(std::min<uint64_t>(v.bytes.size(), length * c_type_bytes(v.type)));
    return in;
  }

  /// Shortens the vectors, then makes their elements zero, as long as the run fails. Then looks for the lines.
  KernelFailure smaller(KernelFailure f) {
    if (program_.is_slow_to_fail(f.fault.kind)) return f;
    shorten(f);
    simplify_values(f);
    const auto told = run(f.inputs, f.expected, f.seed, true);
    return told ? *told : f;
  }

  void shorten(KernelFailure& f) {
    uint64_t length = 0;
    for (const KernelValue& v : f.inputs)
      if (v.vector) length = std::max(length, v.count());
    uint64_t low = 0; // the run is taken to succeed below this length
    while (low < length) {
      const uint64_t middle = low + (length - low) / 2;
      if (still_fails(f, cut(f.inputs, middle)))
        length = middle;
      else
        low = middle + 1;
    }
  }

  void simplify_values(KernelFailure& f) {
    constexpr size_t few = 8; // elements that are tried one by one
    for (size_t v = 0; v < f.inputs.size(); ++v) {
      if (with_zeros(f, v, 0, f.inputs[v].count())) continue;
      for (size_t k = 0; k < std::min<size_t>(f.inputs[v].count(), few); ++k) with_zeros(f, v, k, 1);
    }
  }

  /// Makes elements of the value number v zero, if the run then still fails.
  bool with_zeros(KernelFailure& f, size_t v, uint64_t first, uint64_t count) {
    KernelInputs in = f.inputs;
    const uint64_t size = c_type_bytes(in[v].type);
    const auto begin = in[v].bytes.begin() + static_cast<ptrdiff_t>(first * size);
    const auto end = begin + static_cast<ptrdiff_t>(count * size);
    if (std::all_of(begin, end, [](std::byte b) { return b == std::byte{}; })) return true;
    std::fill(begin, end, std::byte{});
    return still_fails(f, in);
  }

  const LaunchableKernel& program_;
  const KernelReference& reference_;
  const Distance& distance_;
  const KernelCheckOptions& options_;
  const std::function<void()>& give_up_;
  std::mt19937_64 random_;
  KernelCheckResult result_;
  uint32_t tries_ = 0; ///< how many smaller inputs have been tried
};

} // namespace

KernelLaunch launch_on(const LaunchableKernel& program, const KernelInputs& inputs,
                       const KernelExpectation& expected, uint64_t seed) {
  KernelLaunch l{.grid = expected.grid, .block = expected.block, .shared = expected.shared, .seed = seed};
  size_t input = 0, output = 0;
  for (const KernelParameter& p : program.parameters()) {
    if (p.kind == Kind::Output) {
      KernelArgument a{.count = expected.outputs.at(output).size() / c_type_bytes(p.type)};
      if (!expected.before.empty()) a.bytes = expected.before.at(output);
      l.arguments.push_back(a), ++output;
    } else
      l.arguments.push_back({inputs.at(input).bytes, inputs.at(input).count()}), ++input;
  }
  return l;
}

KernelCheckResult check_kernel(const LaunchableKernel& program, const KernelReference& reference,
                               const Distance& distance, const KernelCheckOptions& options,
                               const std::function<void()>& give_up) {
  return KernelChecker(program, reference, distance, options, give_up).checked();
}

} // namespace nova::plan

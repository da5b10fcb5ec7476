// Loop fission: prints a long loop body in stages, each of which runs over a block of iterations before the next
// stage.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// Returns the indices of the statements at which stages begin, followed by the number of statements. The stages have
/// about the same length. Each cut is where the fewest values have to be kept for later stages. Fewer than three
/// returned numbers mean that the loop is not cut.
std::vector<size_t> stages(const BodyPrinter& p, const Body& b);
/// Prints the map's iterations `from` .. `to` - 1, block by block. In a block, each stage runs over all iterations
/// before the next stage. `stages` is the result of the function of that name.
void staged_loop(BodyPrinter& p, const Stm& map, const std::vector<size_t>& stages, const std::string& from,
                 const std::string& to);

/// If the body has loops, and behind them maths functions among arithmetic, returns the index of the statement behind
/// the last loop.
std::optional<size_t> maths_behind_loops(const BodyPrinter& p, const Body& b);
/// Prints the map's iterations `from` .. `to` - 1, block by block: first the statements before number `at` of all
/// iterations of a block, one by one, then the others in SIMD.
void loops_then_maths(BodyPrinter& p, const Stm& map, size_t at, const std::string& from,
                      const std::string& to);

} // namespace nova::plan

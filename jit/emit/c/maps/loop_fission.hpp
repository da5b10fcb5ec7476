// Long loops in stages, each over a block of rounds.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Where the stages begin and end: each of about the same length, at the places near there where the least is
/// kept. Less than three places: one stage.
std::vector<size_t> stages(const BodyPrinter& p, const Body& b);
/// The map's rounds `from` .. `to` - 1, block by block, each stage after the other.
void staged_loop(BodyPrinter& p, const Stm& map, const std::vector<size_t>& stages, const std::string& from,
                 const std::string& to);

} // namespace nova::plan

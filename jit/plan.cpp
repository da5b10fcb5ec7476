#include "jit/plan.hpp"

namespace nova::plan {

namespace {

constexpr OpRow rows[] = {
    {"constant", 0}, {"scalar", 0}, {"check", 0},      {"if", 2},   {"loop", 2},  {"read", 0},
    {"shift", 0},    {"iota", 0},   {"map", 1},        {"reduce", 2}, {"accumulate", 2}, {"scan", 2},
    {"foldl", 1},    {"filter", 1}, {"rows", 1},       {"scatter", 1}, {"copy", 0}, {"sort", 1},
};
static_assert(std::size(rows) == static_cast<size_t>(Op::Count_));

} // namespace

const OpRow& op_row(Op op) { return rows[static_cast<size_t>(op)]; }

} // namespace nova::plan

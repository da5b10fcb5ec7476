// Kernels: functions over a range of units, which threads share.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Extra things that a kernel gets beside what it captures: declaration (`nv_i64* turn`) and value.
struct Given {
  std::string type, name, value;
};

/// What calls itself may take long for a single element.
std::string grain(const BodyPrinter& p, const Body& b, int64_t flat);
/// units: how many there are; grain: how many a thread takes at first. A grain below zero is fixed, and threads take
/// their ranges in order (for kernels that wait for their turn).
void kernel(BodyPrinter& p, const Stm& s, const std::string& what, const Vars& captured,
            const std::vector<Given>& given, const std::string& units, const std::string& grain,
            const std::function<void()>& body);

} // namespace nova::plan

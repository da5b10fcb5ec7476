// Faults as bytes, for other ranks.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"

namespace nova {

BufferRef fault_bytes(const Fault& fault);
/// Returns the fault that `bytes` hold. Bytes that are none give E0606.
Fault fault_of(const BufferRef& bytes);

} // namespace nova

// The memory limit for the whole process, which covers memory that buffer.hpp does not count: texts, types and plans.
#pragma once
#include <cstdint>

namespace nova {

/// Returns how many bytes of resident memory belong to this process alone. Pages of files are not counted, since they
/// can be read again. Returns 0 if the system does not report the numbers.
uint64_t private_bytes();
/// Records how much memory the process holds at the start (code, the prelude, threads). The limit applies to what it
/// holds beyond that.
void note_start_memory();
/// Fails with E0601 if the process has grown by more than the limit plus a tolerance since note_start_memory. Does
/// nothing if that was never called, as in a process of another program, whose memory is not Nova's.
void check_process_memory();

} // namespace nova

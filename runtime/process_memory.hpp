// What the whole process holds, counted (buffer.hpp) or not: texts, types and plans are not.
#pragma once

namespace nova {

/// What the process holds now is none of what the limit is for: code, the prelude, what threads need.
void note_start_memory();
/// Fails with E0601 where the process has come to hold more than the limit.
void check_process_memory();

} // namespace nova

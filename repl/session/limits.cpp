#include "repl/session/limits.hpp"
#include "frontend/source/big_stack.hpp"
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include "runtime/process_memory.hpp"
#include "runtime/watch.hpp"
#include <new>
#include <unistd.h>

namespace nova {

uint64_t half_of_memory() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

Limits::Limits(const SessionOptions& options) : watch_([this] { check_time(); }) {
  if (options.timeout) end_ = std::chrono::steady_clock::now() + *options.timeout;
  Memory::set_limit(options.max_memory ? options.max_memory : half_of_memory());
  note_start_memory();
}

void Limits::check_time() const {
  if (end_ && last_tick() >= *end_) fail("E0604");
}

void limited(Machine& machine, Span at, const std::function<void()>& work) {
  try {
    const Watch watch([&machine] { machine.check_stop(); });
    run_on_big_stack(work);
  } catch (const Fault& limit) {
    machine.frontend.diagnostics.report(limit.code, at, limit.args);
  } catch (const std::bad_alloc&) {
    machine.frontend.diagnostics.report("E0601", at,
                                        no_memory_left("the program's text, its types and its code"));
  }
}

} // namespace nova

// A job of ranks around one command: joining, what a rank's session may do, and the job's end.
#pragma once
#include "repl/session/session.hpp"
#include "runtime/ranks/ranks.hpp"

namespace nova {

/// What the user asks about ranks.
struct RanksWanted {
  uint32_t count = 0;                  ///< --ranks; 0: not given
  std::string mpirun = "mpirun";       ///< --mpirun
  char** argv = nullptr;               ///< the whole command line
  void (*on_interrupt)(int) = nullptr; ///< a rank's handler of the launcher's SIGINT and SIGTERM
};

class Job {
 public:
  using Write = std::function<void(std::string_view)>;
  /// `ends_forms`: as Ranks has it.
  Job(std::unique_ptr<Network> network, std::vector<Hello> hellos, bool ends_forms = false);

  /// Makes a session's options those of a rank: rank 0 alone prints and has a time limit; the processors and the memory
  /// of a machine are shared by its ranks.
  void prepare(SessionOptions& options);
  /// Lets a session have its part of the machine's processors and memory, unless the user has said what it has.
  void share_machine(SessionOptions& options) const;
  /// Meets the other ranks at the end of the program. Returns the exit status of this rank: rank 0's decides.
  int end(Session& session, int status, const std::function<bool()>& interrupted);
  Ranks& ranks() { return ranks_; }

 private:
  void note_error(std::string_view text);
  std::string report() const;
  void tell_lost();

  std::unique_ptr<Network> network_;
  Ranks ranks_;
  std::vector<Hello> hellos_;
  Write tell_report_; ///< writes the report of --stats; empty: none is wanted
  std::string why_;   ///< the program's first error on this rank
  std::optional<std::chrono::steady_clock::time_point> deadline_;
};

/// Returns what a process with this command line tells the others before a job. `program`: the path of its program, or "".
Hello hello(char** argv, const std::string& program);

/// What comes of joining a job.
struct Joining {
  std::unique_ptr<Job> job;  ///< null: the program runs in this process alone
  std::optional<int> status; ///< the exit status if the process is to end at once
};

/// Joins the job whose launcher started this process, or starts one as the user wants. `program` is the path of the
/// program's file, or "".
Joining join_job(const RanksWanted& wanted, const std::string& program);

} // namespace nova

// The ranks of a prompt: a job that it starts by mpirun. The prompt is rank 0 of it, by a bridge (runtime/ranks/relay.hpp),
// so that the job's end is not the prompt's. The others, its workers, run what is typed at the prompt as it does.
#pragma once
#include "repl/ranks/job.hpp"
#include <sys/types.h>

namespace nova {

struct RankStart; // repl/ranks/mpirun.hpp

/// What is typed at a prompt, for its workers.
struct PromptInput {
  std::string place;       ///< the input's name in messages
  std::string text;        ///< forms, or one command
  bool is_program = false; ///< whether the text is a program, all of which is checked before any of it runs
};

class Crew {
 public:
  /// `mpirun`: as --mpirun has it. `words`: the options of the prompt's session, as words of a command line.
  Crew(std::string mpirun, std::vector<std::string> words)
      : mpirun_(std::move(mpirun)), words_(std::move(words)) {}
  ~Crew();
  Crew(const Crew&) = delete;

  /// Starts a job of `ranks` ranks, once there is none. Returns why that can't be, or "". `poll` may throw to end the
  /// wait for them.
  std::string start(uint32_t ranks, const Network::Poll& poll);
  /// Returns the lines of the launcher that `start` has not returned.
  const std::string& said_besides() const { return said_besides_; }
  /// Ends the job and waits for its end.
  void end();
  /// The job's ranks; null: there is no job.
  Ranks* ranks() { return job_ ? &job_->ranks() : nullptr; }
  int size() const { return static_cast<int>(hellos_.size()); } ///< of the last job; 0: there was none
  /// Makes the options of a new session those of the job's rank 0.
  void prepare(SessionOptions& options);
  /// Hands the prompt's next input to the workers. `done`: as in Ranks::input_of_first. Fails with E0606 if the ranks can't
  /// run it together; then there is no job any more.
  void hand_on(const PromptInput& input, uint64_t done, const Network::Poll& poll);
  /// Gives the prompt another session in place of its own one: the owner of the sessions.
  std::function<void(std::unique_ptr<Session>)> seat{};
  /// Directs Ctrl-C to a session.
  std::function<void(Session&)> interrupts{};
  /// Whether what runs has run before, so that nothing of it is shown.
  bool repeats = false;
  /// Whether the job has ended by itself. There is none then. Without effect on a job that goes on.
  bool is_over();
  /// Returns a line that says what runs forms now.
  std::string what_runs() const;
  /// Tells about the job: its launcher, its ranks, the memory of each and what they have done.
  std::string about() const;

 private:
  struct Launched {
    pid_t process = -1; ///< the launcher's; -1: none
    int signal = 0;     ///< that ended it; 0: none did
    int said = -1;      ///< a file with what the launcher and the ranks have written
  };
  std::string launch(RankStart start, const std::string& socket);
  bool has_ended();
  std::string said() const;
  NetworkError why_gone();
  void stop_launcher();

  const std::string mpirun_;
  const std::vector<std::string> words_;
  Launched launched_;
  std::string path_;         ///< the launcher's
  std::string said_besides_; ///< by it
  std::unique_ptr<Job> job_;
  /// The threads and the memory that the user has given to a session, 0 where they are not given.
  std::optional<std::pair<uint32_t, uint64_t>> given_;
  std::vector<Hello> hellos_;
};

/// Joins, as one of a prompt's workers or as its bridge, the job that the prompt has started. `socket`: the name of the prompt's.
/// Returns no job if this process has done its part.
Joining join_crew(const RanksWanted& wanted, const std::string& socket);

/// Returns the prompt's next input on a worker; nothing: the prompt has ended the job.
std::optional<PromptInput> next_input(Ranks& ranks, uint64_t done);

/// The word of the command line that makes a process one of a prompt's ranks. The prompt's socket follows.
constexpr const char* crew_word = "--of-prompt";

} // namespace nova

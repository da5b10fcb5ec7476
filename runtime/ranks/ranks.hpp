// The ranks of a job: processes that run one program together (control replication).
//
// Every rank evaluates the whole program. What is no function of the program (files, standard input, the clock) comes
// from rank 0: all ranks meet there, in the order of the program, and rank 0 sends what it has. At a meeting each rank
// says where it is, so that a rank that stopped or went astray is an error and no deadlock.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/ranks/network.hpp"
#include <atomic>
#include <cstring>
#include <exception>
#include <optional>
#include <string_view>

namespace nova {

class Ranks {
 public:
  using Poll = Network::Poll;

  /// `ends_forms`: whether the ranks meet at the end of each form, as those of a prompt do.
  explicit Ranks(Network& network, bool ends_forms = false) : network_(network), ends_forms_(ends_forms) {}
  Ranks(const Ranks&) = delete;
  int rank() const { return network_.rank(); }
  int size() const { return network_.size(); }
  bool is_first() const { return rank() == 0; }

  /// Returns on every rank the bytes that `make` returns on rank 0, where alone it runs. A Fault of `make` is thrown on
  /// every rank. `poll` may throw to end the wait for the other ranks. Fails with E0606 if a rank is elsewhere.
  BufferRef from_first(const std::function<BufferRef()>& make, const Poll& poll);
  /// Opens a file by `open` on rank 0, for every rank. A rank reads a big file itself where it has the same one.
  std::unique_ptr<ByteSource> file_of_first(const std::string& name,
                                            const std::function<std::unique_ptr<ByteSource>()>& open,
                                            const Poll& poll);
  /// Returns on every rank the number that `look` returns on rank 0.
  double number_of_first(const std::function<double()>& look, const Poll& poll);
  /// Does `act` on rank 0 alone. Its Fault is thrown on every rank.
  void at_first(const std::function<void()>& act, const Poll& poll);

  /// Whether all ranks say yes. `about`: what is asked, the same number on all ranks.
  bool all_agree(bool here, uint64_t about, const Poll& poll);
  /// What a rank tells the others during a form that they run together.
  struct Note {
    uint64_t failure, number;
  };
  /// Returns the notes of all ranks, in their order.
  std::vector<Note> exchange(Note mine, const Poll& poll);
  /// Copies parts of `whole` to all ranks: from rank k the bytes from ends[k - 1] (from 0) to ends[k]. Requires that all
  /// ranks have just met.
  void spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll);
  /// Sends and receives messages of other ranks. Requires that all ranks have just met.
  void exchange(std::span<const RankMessage> out, std::span<const RankMessage> in, const Poll& poll);

  /// Whether the ranks share each loop that they can, however short it is: for tests.
  bool shares_all() const { return shares_all_; }
  void share_all() { shares_all_ = true; }

  /// Notes what the program has printed. All ranks must have printed the same at each meeting.
  void note_output(std::string_view text);
  /// Whether another rank wants this rank to stop. Asked often, it looks for itself some fifty times a second.
  bool is_called();

  /// The last meeting. `why` tells why the program failed on this rank, or is "". Where it did not, fails with E0606 if
  /// it failed on another rank. `poll` may throw to end the wait for the other ranks. A limit ends the program on this
  /// rank alone (`alone`), so it calls the others, and gives them up if they do not come.
  void end(const std::string& why, bool alone, const Poll& poll);
  /// As `end`, of a form after which others follow: it fails on all ranks or on none.
  void end_form(const std::string& why, bool alone, const Poll& poll);
  /// Returns on every rank the next input of rank 0's prompt, which alone passes it. `done`: how many texts have run so
  /// far, the same number on all ranks. Rank 0 does not wait for the others: what they say is heard at the next meeting.
  BufferRef input_of_first(BufferRef input, uint64_t done, const Poll& poll);
  static constexpr uint64_t any_number = ~uint64_t{0}; ///< for `done`, where it does not matter any more
  bool ends_forms() const { return ends_forms_; }
  /// Leaves the job, or ends it with `status` where a rank does not answer any more, or this one can't go on with them.
  void leave(int status, bool with_others = true);
  /// The memory of each rank at the end of the last form, in bytes; 0: not known. Empty before the first end.
  const std::vector<uint64_t>& memory() const { return memory_; }
  bool was_called() const { return called_; }
  bool lost() const { return lost_; } ///< whether a rank does not answer any more

  /// Numbers of meetings so far, of bytes that rank 0 has sent to each other rank besides, of columns that
  /// ranks have filled together, and of the bytes of these. Then: how often ranks copied parts of such columns to
  /// each other, the messages of all ranks, and their bytes. What a byte takes.
  struct Counts {
    uint64_t meetings = 0, bytes = 0, columns = 0, column_bytes = 0;
    uint64_t moves = 0, messages = 0, moved_bytes = 0;
    double byte_ns = 0.5; ///< what `spread` takes for a byte: an estimate, renewed by the ranks' measurements
    void note_byte_ns(double ns) { byte_ns += (ns - byte_ns) / 4; }
    /// Counts what all ranks together have copied to each other, and in how many messages.
    void note_moved(uint64_t with, uint64_t size) { ++moves, messages += with, moved_bytes += size; }
    /// Counts a column that ranks have filled together.
    void note_column(uint64_t size) { ++columns, column_bytes += size; }
  };
  const Counts& counts() const { return counts_; }
  Counts& counts() { return counts_; }

 private:
  /// What a rank says at a meeting. All bytes of it are sent.
  struct Word {
    uint64_t mark, turn;
    uint32_t rank, place; ///< a Place
    uint64_t printed;     ///< hash of the program's output so far
    uint64_t calls;       ///< how often it has called each other rank
    uint64_t length;      ///< number of bytes that rank 0 sends next
    uint32_t good,
        fault;     ///< whether all is well here; whether the bytes are a Fault, or at the end: it was called
    Note note;     ///< in a form that all run together
    char why[184]; ///< why not
  };
  enum Place : uint32_t { Sharing = 1, Agreeing = 2, Dividing = 3, Ending = 4, Asking = 5, Calming = 6 };

  Word signed_word(Word mine);
  std::vector<Word> meet(Word mine, const Poll& poll);
  void check_words(const std::vector<Word>& words);
  void follow_input(const Poll& poll);
  void check_word(const Word& word, int rank);
  [[noreturn]] void fail_for(const Word& word) const;
  const Word* culprit(const std::vector<Word>& words) const;
  void follow(const std::vector<Word>& words, Place place);
  BufferRef send(BufferRef bytes, uint64_t length, const Poll& poll);
  void wait(const std::function<void(const Poll&)>& transfer, const Poll& poll);
  void hear(const Poll& poll);
  void rethrow_ended();
  void call_others();
  void take_calls(const Poll& poll);

  Network& network_;
  uint64_t turn_ = 0;
  Counts counts_;
  std::vector<uint64_t> memory_;
  const bool ends_forms_;
  bool shares_all_ = false;
  uint64_t printed_ = 0xcbf29ce484222325;
  std::atomic<bool> called_{false};
  std::vector<Word>
      asked_words_; ///< of the meeting for the last input, on rank 0 while they are not known yet
  uint64_t calls_ = 0,
           calls_of_others_ = 0;     ///< how often this rank has called each other one, and they this one
  std::atomic<uint64_t> taken_{0};   ///< how many of these calls have been heard
  bool failed_ = false;              ///< whether a rank has ended a form with a failure, in the last meeting
  std::atomic<int64_t> asked_{0};    ///< when the network was last asked whether this rank is called, in ms
  bool over_ = false, lost_ = false; ///< whether the last meeting was; whether a rank does not answer
  std::exception_ptr ended_;         ///< what ended the wait of this meeting; thrown when the meeting is over
  int64_t ended_at_ = 0;             ///< when, in ms
};

/// Copies a text to a field of fixed size. The text is cut if it is too long, and ends with a zero.
template <size_t n> void put_text(char (&to)[n], std::string_view text) {
  const size_t length = std::min(text.size(), n - 1);
  std::memcpy(to, text.data(), length);
  std::memset(to + length, 0, n - length);
}

/// What every rank must have in common before a job begins.
struct Hello {
  char mark[8];     ///< "novarank"
  char version[32]; ///< of Nova
  char options[65]; ///< hash of the command line
  char program[65]; ///< hash of the program's file, or "" where this rank can't read it
  char machine[70]; ///< host name
  int32_t process;  ///< its number there
};

/// Returns "rank 1 of 2", as messages name a rank.
std::string name_of_rank(int rank, int size);
/// Returns why these ranks can't run a program together, or "".
std::string disagreement(std::span<const Hello> hellos);
/// Gathers what all ranks say.
std::vector<Hello> exchange(Network& network, const Hello& mine);

} // namespace nova

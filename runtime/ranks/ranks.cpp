#include "runtime/ranks/ranks.hpp"
#include "runtime/fault.hpp"
#include "runtime/process_memory.hpp"
#include "runtime/ranks/fault_bytes.hpp"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <new>
#include <sched.h>
#include <utility>

namespace nova {
namespace {

constexpr uint64_t word_mark = 0x31304b4e41524e; // "NRANK01"
constexpr const char* no_message = "sent what is no message of Nova";

int64_t now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

template <size_t n> std::string text_in(const char (&from)[n]) { return {from, strnlen(from, n)}; }

} // namespace

std::string name_of_rank(int rank, int size) {
  return "rank " + std::to_string(rank) + " of " + std::to_string(size);
}

// ---- meetings ----

void Ranks::call_others() {
  ++calls_;
  for (int k = 0; k < size(); ++k)
    if (k != rank()) network_.call(k);
}

namespace {
struct Lost {};
} // namespace

/// Polls during a wait. If `poll` throws, the others are called, and have a grace to come to the meeting.
void Ranks::hear(const Poll& poll) {
  constexpr int64_t grace_ms = 5000;
  if (ended_ && now_ms() - ended_at_ > grace_ms) throw Lost();
  if (ended_ || !poll) return;
  try {
    poll();
  } catch (...) {
    ended_ = std::current_exception(), ended_at_ = now_ms();
    call_others();
  }
}

/// Runs a transfer. What `poll` throws meanwhile is kept for the end of the meeting: a transfer can't be taken back, and
/// the others count on this rank's part in the meeting.
void Ranks::wait(const std::function<void(const Poll&)>& transfer, const Poll& poll) {
  try {
    transfer([&] { hear(poll); });
  } catch (const Lost&) {
    lost_ = true, over_ = true;
    rethrow_ended();
  } catch (const NetworkError& error) {
    lost_ = true, over_ = true;
    if (!error.who.empty()) fail("E0606", {error.who, error.what});
    fail("E0606", {name_of_rank(rank(), size()), "can't reach the others: " + error.what});
  }
}

/// Throws what ended the wait, once the meeting is over.
void Ranks::rethrow_ended() {
  if (ended_) std::rethrow_exception(std::exchange(ended_, nullptr));
}

/// Fails with E0606 unless this is what rank `k` of this job says at this turn. The ranks can't meet again then.
void Ranks::check_word(const Word& word, int k) {
  const bool known = word.mark == word_mark && word.rank == static_cast<uint32_t>(k) &&
                     word.place >= Sharing && word.place <= Calming;
  if (known && word.turn == turn_) return;
  lost_ = true, over_ = true;
  fail("E0606", {name_of_rank(k, size()), known ? "is at another turn of the program" : no_message});
}

/// Returns this rank's word for the next meeting.
Ranks::Word Ranks::signed_word(Word mine) {
  mine.mark = word_mark, mine.turn = ++turn_, mine.rank = static_cast<uint32_t>(rank());
  mine.printed = printed_, mine.calls = calls_;
  ++counts_.meetings;
  return mine;
}

/// Checks all words of a meeting, and keeps what they tell about calls and failures.
void Ranks::check_words(const std::vector<Word>& words) {
  for (size_t k = 0; k < words.size(); ++k) check_word(words[k], static_cast<int>(k));
  calls_of_others_ = 0;
  for (const Word& w : words) {
    if (w.rank != static_cast<uint32_t>(rank())) calls_of_others_ += w.calls;
    failed_ = failed_ || (w.place == Ending && !w.good);
  }
}

std::vector<Ranks::Word> Ranks::meet(Word mine, const Poll& poll) {
  follow_input(poll);
  mine = signed_word(mine);
  std::vector<Word> all(static_cast<size_t>(size()));
  const std::span<const Word> one(&mine, 1);
  wait([&](const Poll& p) { network_.gather(std::as_bytes(one), std::as_writable_bytes(std::span(all)), p); },
       poll);
  check_words(all);
  return all;
}

/// Fails with what a rank has failed with. An interrupt is the user's, whichever rank heard it first.
void Ranks::fail_for(const Word& word) const {
  if (text_in(word.why).starts_with("error[E0603]")) fail("E0603");
  fail("E0606", {name_of_rank(static_cast<int>(word.rank), size()), "failed: " + text_in(word.why)});
}

/// Returns the word of another rank whose program failed, or null. A rank that another one has called is not to blame.
const Ranks::Word* Ranks::culprit(const std::vector<Word>& words) const {
  const Word* found = nullptr;
  for (const Word& w : words) {
    const bool failed = w.place == Ending && !w.good && w.rank != static_cast<uint32_t>(rank());
    if (failed && (!found || found->fault > w.fault)) found = &w;
  }
  return found;
}

/// Fails with E0606 if a rank has not come to this place, or has printed something else on the way. If this rank has called
/// the one that did not come, it fails with what made it call.
void Ranks::follow(const std::vector<Word>& words, Place place) {
  if (const Word* const failed = culprit(words)) {
    over_ = true;
    if (failed->fault) rethrow_ended();
    fail_for(*failed);
  }
  for (const Word& word : words) {
    const std::string who = name_of_rank(static_cast<int>(word.rank), size());
    if (word.place == place && word.printed == words[0].printed) continue;
    over_ = over_ || word.place == Ending;
    if (word.place == Ending) fail("E0606", {who, "ended the program early"});
    if (word.place != place) fail("E0606", {who, "is elsewhere in the program"});
    fail("E0606", {who, "printed something else than rank 0"});
  }
}

BufferRef Ranks::send(BufferRef bytes, uint64_t length, const Poll& poll) {
  if (!is_first()) bytes = std::make_shared<Buffer>(length);
  counts_.bytes += length;
  if (length > 0) wait([&](const Poll& p) { network_.broadcast({bytes->bytes(), length}, p); }, poll);
  return bytes;
}

// ---- what rank 0 has ----

BufferRef Ranks::from_first(const std::function<BufferRef()>& make, const Poll& poll) {
  BufferRef bytes;
  std::optional<Fault> fault;
  if (is_first()) try {
      bytes = make();
    } catch (const Fault& f) {
      fault = f;
    } catch (const std::bad_alloc&) {
      fault = Fault{"E0601", no_memory_left("what rank 0 reads")};
    }
  if (fault) bytes = fault_bytes(*fault);
  Word mine{};
  mine.place = Sharing, mine.good = true, mine.fault = fault.has_value(),
  mine.length = bytes ? bytes->size() : 0;
  const std::vector<Word> words = meet(mine, poll);
  follow(words, Sharing);
  bytes = send(std::move(bytes), words[0].length, poll);
  rethrow_ended();
  if (fault) throw Fault(*fault);
  if (words[0].fault) throw fault_of(bytes);
  return bytes;
}

double Ranks::number_of_first(const std::function<double()>& look, const Poll& poll) {
  const auto made = from_first(
      [&] {
        const double number = look();
        auto bytes = std::make_shared<Buffer>(sizeof number);
        std::memcpy(bytes->bytes(), &number, sizeof number);
        return bytes;
      },
      poll);
  double number = 0;
  if (made->size() != sizeof number) fail("E0606", {name_of_rank(0, size()), no_message});
  std::memcpy(&number, made->bytes(), sizeof number);
  return number;
}

void Ranks::at_first(const std::function<void()>& act, const Poll& poll) {
  from_first([&] { return act(), std::make_shared<Buffer>(0); }, poll);
}

// ---- together ----

bool Ranks::all_agree(bool here, uint64_t about, const Poll& poll) {
  Word mine{};
  mine.place = Agreeing, mine.good = here, mine.length = about;
  const std::vector<Word> words = meet(mine, poll);
  follow(words, Agreeing);
  rethrow_ended();
  return std::ranges::all_of(words, [&](const Word& w) { return w.good != 0 && w.length == about; });
}

std::vector<Ranks::Note> Ranks::exchange(Note mine, const Poll& poll) {
  Word word{};
  word.place = Dividing, word.good = true, word.note = mine;
  const std::vector<Word> words = meet(word, poll);
  follow(words, Dividing);
  rethrow_ended();
  std::vector<Note> notes;
  for (const Word& w : words) notes.push_back(w.note);
  return notes;
}

void Ranks::spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) {
  if (!whole.empty()) wait([&](const Poll& p) { network_.spread(whole, ends, p); }, poll);
  rethrow_ended();
}

void Ranks::exchange(std::span<const RankMessage> out, std::span<const RankMessage> in, const Poll& poll) {
  wait([&](const Poll& p) { network_.exchange(out, in, p); }, poll);
  rethrow_ended();
}

// ---- files of rank 0 ----

namespace {

/// What tells a file from another one.
struct FileIs {
  uint64_t size;
  int64_t modified; ///< when, in ns; -1: it is no regular file
};

FileIs file_is(const ByteSource& source) { return {source.size(), source.modified().value_or(-1)}; }

} // namespace

std::unique_ptr<ByteSource> Ranks::file_of_first(const std::string& name,
                                                 const std::function<std::unique_ptr<ByteSource>()>& open,
                                                 const Poll& poll) {
  constexpr uint64_t big = 1 << 20;
  std::unique_ptr<ByteSource> here;
  const BufferRef told = from_first(
      [&] {
        here = open();
        const FileIs is = file_is(*here);
        auto bytes = std::make_shared<Buffer>(sizeof is);
        std::memcpy(bytes->bytes(), &is, sizeof is);
        return bytes;
      },
      poll);
  FileIs is{};
  if (told->size() != sizeof is) fail("E0606", {name_of_rank(0, size()), no_message});
  std::memcpy(&is, told->bytes(), sizeof is);
  if (is.size >= big && is.modified >= 0) {
    if (!is_first()) try {
        here = open();
      } catch (const Fault&) { // rank 0 sends its file
      }
    const FileIs mine = here ? file_is(*here) : FileIs{};
    if (all_agree(mine.size == is.size && mine.modified == is.modified, is.size, poll)) return here;
  }
  BufferRef all = from_first([&] { return here->read_all(); }, poll);
  const std::span<const std::byte> bytes(all->bytes(), all->size());
  return std::make_unique<MemorySource>(name, bytes, std::move(all));
}

// ---- output and end ----

void Ranks::note_output(std::string_view text) {
  for (const char c : text) printed_ = (printed_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
}

bool Ranks::is_called() {
  constexpr int64_t interval_ms = 20;
  if (called_) return true;
  const int64_t now = now_ms();
  if (now - asked_ < interval_ms) return false;
  asked_ = now;
  try {
    called_ = network_.called();
    taken_ += called_;
  } catch (const NetworkError&) {
    called_ = true;
  }
  return called_;
}

void Ranks::end(const std::string& why, bool alone, const Poll& poll) {
  if (over_) return;
  // The other ranks may soon come to the same limit by themselves.
  const int64_t patience_ms = is_first() ? 0 : 2000, begin = now_ms();
  const Poll heard = [&] {
    if (alone && now_ms() - begin >= patience_ms) fail("E0603");
    if (why.empty() && poll) poll();
  };
  Word mine{};
  mine.place = Ending, mine.good = why.empty(), mine.fault = called_;
  if (ends_forms_) mine.note.number = private_bytes();
  put_text(mine.why, why);
  const std::vector<Word> words = meet(mine, heard);
  over_ = true, memory_.clear();
  for (const Word& w : words) memory_.push_back(w.place == Ending ? w.note.number : 0);
  if (why.empty()) rethrow_ended();
  const Word* const failed = culprit(words);
  if (failed && (why.empty() || called_)) fail_for(*failed);
  if (why.empty()) follow(words, Ending);
}

/// Takes all calls that were meant for what has ended, so that they do not end what comes next.
void Ranks::take_calls(const Poll& poll) {
  Word mine{};
  mine.place = Calming, mine.good = true;
  follow(meet(mine, poll), Calming);
  const int64_t patience_ms = 5000, begin = now_ms();
  const auto takes_one = [&] {
    try {
      return network_.called();
    } catch (const NetworkError&) { // the next meeting tells why
      return false;
    }
  };
  while (taken_ < calls_of_others_) {
    taken_ += takes_one();
    if (now_ms() - begin > patience_ms) {
      lost_ = over_ = true;
      fail("E0606", {name_of_rank(rank(), size()), "does not hear the others"});
    }
    sched_yield();
  }
  called_ = false, failed_ = false;
}

void Ranks::end_form(const std::string& why, bool alone, const Poll& poll) {
  std::optional<Fault> failed;
  try {
    end(why, alone, poll);
  } catch (const Fault& fault) {
    failed = fault;
  }
  if (!lost_) {
    over_ = false, ended_ = nullptr;
    if (failed_) take_calls({});
  }
  if (failed) throw Fault(*failed);
}

/// Hears what the others have said when rank 0 had an input for them. Ranks that were elsewhere can't go on together.
void Ranks::follow_input(const Poll& poll) {
  if (asked_words_.empty()) return;
  wait([&](const Poll& p) { network_.end_gather(p); }, poll);
  const std::vector<Word> words = std::exchange(asked_words_, {});
  try {
    check_words(words);
    follow(words, Asking);
    for (const Word& w : words)
      if (words[0].note.number != any_number && w.note.number != words[0].note.number)
        fail("E0606",
             {name_of_rank(static_cast<int>(w.rank), size()), "has run other forms than the prompt"});
  } catch (const Fault&) {
    lost_ = over_ = true;
    throw;
  }
}

BufferRef Ranks::input_of_first(BufferRef input, uint64_t done, const Poll& poll) {
  follow_input(poll);
  Word mine{};
  mine.place = Asking, mine.good = true, mine.length = input ? input->size() : 0, mine.note.number = done;
  mine = signed_word(mine);
  asked_words_.resize(static_cast<size_t>(size()));
  const std::span<const Word> one(&mine, 1);
  const std::span<std::byte> all = std::as_writable_bytes(std::span(asked_words_));
  wait([&](const Poll& p) { network_.begin_gather(std::as_bytes(one), all, p); }, poll);
  const uint64_t length = is_first() ? mine.length : asked_words_[0].length;
  if (!is_first()) follow_input(poll);
  return send(std::move(input), length, poll);
}

void Ranks::leave(int status, bool with_others) {
  lost_ = lost_ || !with_others;
  try {
    if (!lost_) follow_input({});
  } catch (const Fault&) { // so a rank is lost
  }
  try {
    if (lost_) return network_.abort(status);
    while (network_.called()) continue; // a library may complain of messages that nobody took
    return network_.finish();
  } catch (const NetworkError&) { // the job ends all the same
  }
  network_.abort(status);
}

// ---- before the beginning ----

std::vector<Hello> exchange(Network& network, const Hello& mine) {
  std::vector<Hello> all(static_cast<size_t>(network.size()));
  network.gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)), {});
  return all;
}

std::string disagreement(std::span<const Hello> hellos) {
  const Hello& first = hellos[0];
  const int size = static_cast<int>(hellos.size());
  for (int k = 0; k < size; ++k) {
    const Hello& one = hellos[static_cast<size_t>(k)];
    const std::string who = name_of_rank(k, size);
    if (std::memcmp(one.mark, "novarank", sizeof one.mark) != 0) return who + " is no Nova that knows ranks";
    if (text_in(one.version) != text_in(first.version))
      return who + " is Nova " + text_in(one.version) + ", rank 0 is Nova " + text_in(first.version);
    if (text_in(one.options) != text_in(first.options))
      return who + " was started with another command line than rank 0";
    if (one.program[0] && first.program[0] && text_in(one.program) != text_in(first.program))
      return who + " on " + text_in(one.machine) + " has another text of the program than rank 0 on " +
             text_in(first.machine);
  }
  return "";
}

} // namespace nova

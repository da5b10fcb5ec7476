// Makes the table of a regular expression: byte classes, the DFA that runs from the end of a text to its beginning, and
// what may follow each position. README.md describes the layout.
#include "frontend/regex/regex.hpp"
#include "frontend/regex/program.hpp"
#include "runtime/watch.hpp"
#include <array>
#include <map>
#include <unordered_map>

namespace nova::regex {

namespace {

/// What stands on a side of a place in a text, as far as conditions ask.
enum Side : uint8_t { Other, Word, Newline, Edge, SideCount };

Side side_of(unsigned byte) {
  const unsigned letter = byte | 32;
  if (byte == '\n') return Newline;
  const bool word =
      (byte >= '0' && byte <= '9') || byte == '_' || (byte < 128 && letter >= 'a' && letter <= 'z');
  return word ? Word : Other;
}

bool holds(uint8_t conditions, Side left, Side right) {
  const bool word_edge = (left == Word) != (right == Word);
  uint8_t fails = 0;
  if (left != Edge) fails |= TextBegin;
  if (right != Edge) fails |= TextEnd;
  if (left != Edge && left != Newline) fails |= LineBegin;
  if (right != Edge && right != Newline) fails |= LineEnd;
  fails |= word_edge ? NoWordEdge : WordEdge;
  return (conditions & fails) == 0;
}

/// A state of the DFA at a place: the positions from which the text behind the place can be matched, as a bit set, and
/// what stands right of the place.
struct State {
  std::string alive;
  Side right = Other;
};

constexpr size_t header = 24, classes_at = header, moves_at = classes_at + 256;
static_assert(moves_at == least_table && table_mark_at == header - 3);
constexpr uint32_t starts_bit = 1 << 15; ///< of a move: whether a match begins at the place that it leaves

class TableMaker {
 public:
  TableMaker(Program program, size_t length) : program_(std::move(program)), length_(length) {
    row_ = (program_.bytes.size() + 7) / 8;
    make_classes();
  }

  std::string table() {
    state({std::string(row_, '\0'), side(Edge)});
    for (size_t s = 0; s < states_.size(); ++s) add_moves(s);
    return laid_out();
  }

 private:
  [[noreturn]] void too_large(const std::string& what) const {
    throw PatternError{0, length_, "it is too large: " + what};
  }
  /// Sides are told apart only if a condition asks for them.
  Side side(Side s) const { return program_.conditions ? s : Other; }

  /// Gives two bytes the same class if all positions and conditions treat them alike.
  void make_classes() {
    std::array<uint32_t, 256> all{};
    for (unsigned b = 0; b < 256; ++b) all[b] = side(side_of(b));
    for (const ByteSet& bytes : program_.bytes) {
      std::map<std::pair<uint32_t, bool>, uint32_t> numbers;
      for (unsigned b = 0; b < 256; ++b)
        all[b] = numbers.try_emplace({all[b], bytes[b]}, static_cast<uint32_t>(numbers.size())).first->second;
    }
    std::map<uint32_t, uint32_t> numbers;
    for (unsigned b = 0; b < 256; ++b) {
      const auto [at, added] = numbers.try_emplace(all[b], static_cast<uint32_t>(numbers.size()));
      class_of_[b] = static_cast<char>(at->second);
      if (added) examples_.push_back(b);
    }
  }

  uint32_t state(State s) {
    const auto [at, added] =
        by_key_.try_emplace(s.alive + static_cast<char>(s.right), static_cast<uint32_t>(states_.size()));
    if (!added) return at->second;
    if (states_.size() == most_states)
      too_large("its automaton has more than " + std::to_string(most_states) + " states");
    states_.push_back(std::move(s));
    if (states_.size() * (2 * (examples_.size() + 1) + row_) > most_table)
      too_large("its table has more than " + std::to_string(most_table >> 20) + " MiB");
    return at->second;
  }

  bool is_alive(const State& s, uint32_t position) const {
    return (static_cast<uint8_t>(s.alive[position / 8]) >> (position % 8)) & 1;
  }

  /// Whether a match can go on behind a position, at a place with this state and this left side.
  bool goes_on(uint32_t position, const State& s, Side left) const {
    for (const Follow& f : program_.follows[position])
      if ((f.to == 0 || is_alive(s, f.to)) && holds(f.conditions, left, s.right)) return true;
    return false;
  }

  /// Appends the row of moves of a state: for each class of the byte left of the place, and for the text's begin.
  void add_moves(size_t number) {
    const State s = states_[number];
    std::array<std::string, SideCount> going; // by left side: positions behind which a match can go on
    for (const unsigned b : examples_) {
      const Side left = side(side_of(b));
      if (going[left].empty()) going[left] = all_going_on(s, left);
      State next{going[left], left};
      for (uint32_t p = 0; p < program_.bytes.size(); ++p)
        if (!program_.bytes[p][b]) next.alive[p / 8] &= static_cast<char>(~(1 << (p % 8)));
      const uint32_t starts = going[left][0] & 1 ? starts_bit : 0;
      append(moves_, state(std::move(next)) | starts, 2);
    }
    append(moves_, goes_on(0, s, side(Edge)) ? starts_bit : 0, 2);
  }
  std::string all_going_on(const State& s, Side left) const {
    std::string all(row_, '\0');
    for (uint32_t p = 0; p < program_.bytes.size(); ++p) {
      Watch::poll();
      if (goes_on(p, s, left)) all[p / 8] |= static_cast<char>(1 << (p % 8));
    }
    return all;
  }

  static void append(std::string& to, size_t number, unsigned bytes) {
    for (unsigned k = 0; k < bytes; ++k) to += static_cast<char>(number >> (8 * k));
  }

  std::string laid_out() const {
    std::string alive, index, follows;
    for (const State& s : states_) alive += s.alive;
    for (const auto& all : program_.follows) {
      append(index, follows.size(), 3);
      for (const Follow& f : all) {
        append(follows, f.to, 2), append(follows, f.conditions, 1), append(follows, f.saves.size(), 1);
        for (const uint8_t slot : f.saves) append(follows, slot, 1);
      }
    }
    append(index, follows.size(), 3);
    std::string table;
    const size_t alive_at = moves_at + moves_.size(), index_at = alive_at + alive.size(),
                 follows_at = index_at + index.size();
    for (const size_t number : {examples_.size() + 1, row_, moves_at, alive_at, index_at, follows_at,
                                size_t{program_.groups}, table_mark})
      append(table, number, 3);
    table.append(class_of_.data(), class_of_.size());
    table += moves_ + alive + index + follows;
    if (table.size() > most_table)
      too_large("its table has more than " + std::to_string(most_table >> 20) + " MiB");
    return table;
  }

  Program program_;
  size_t length_, row_ = 0;
  std::array<char, 256> class_of_{};
  std::vector<unsigned> examples_; ///< by class: one of its bytes
  std::vector<State> states_;
  std::unordered_map<std::string, uint32_t> by_key_;
  std::string moves_;
};

} // namespace

bool is_table(std::string_view text) {
  return text.size() > least_table && text.substr(table_mark_at, 3) == "\xFF\xFF\xFF";
}

std::variant<std::string, PatternError> compile(std::string_view pattern) {
  try {
    return TableMaker(make_program(parse(pattern), pattern.size()), pattern.size()).table();
  } catch (PatternError& e) {
    return std::move(e);
  }
}

} // namespace nova::regex

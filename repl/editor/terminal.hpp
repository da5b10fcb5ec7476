// The terminal: reads and writes its bytes, and returns its size. The only part of the editor that calls the system.
//
// While a Terminal exists, the terminal is in raw mode. Its earlier mode is restored on every way out, also when a
// signal ends the process.
#pragma once
#include "repl/editor/screen.hpp"
#include <optional>
#include <string>

namespace nova::editor {

/// Whether standard input and standard output are both rich terminals.
bool terminal_can_edit();
/// Whether the descriptor is a terminal with more abilities than plain text, so that lines may be broken to fit it.
bool is_rich_terminal(int fd);
/// Whether the descriptor is a rich terminal, and NO_COLOR does not turn colours off.
bool shows_colour(int fd);

/// Returns the size of the terminal that standard output writes to, or 80 by 24 if it is unknown.
Size terminal_size();

class Terminal {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;

  enum class Event : uint8_t {
    Bytes,
    Nothing,   ///< no event came within the given time
    Resized,   ///< the size has changed, or the process was continued after a stop
    Interrupt, ///< a signal came that means the same as Ctrl-C
    Closed
  };
  /// Waits for an event, for at most the given number of milliseconds, or without a limit if there is no number. For
  /// the event Bytes, stores the bytes that were read in `bytes`.
  Event wait(std::string& bytes, std::optional<int> milliseconds);
  void write(std::string_view bytes);
  /// Stops the process, as ^Z does. Returns when the process is continued.
  void suspend();
};

/// While an EchoOff exists, the terminal shows neither what is typed nor ^C, which would appear in the middle of the
/// output. What is typed is read afterwards, as if it had been typed then.
class EchoOff {
 public:
  EchoOff();
  ~EchoOff();
  EchoOff(const EchoOff&) = delete;
};
/// Makes the terminal show what is typed again, for a program that reads input.
void show_what_is_typed();

/// Writes bytes to a descriptor. At an error, the rest is dropped without a report.
void write_bytes(int fd, std::string_view bytes);

/// Returns a text in the form in which it may be written to a descriptor. If that is a terminal, characters that
/// control a terminal are escaped (see inert_lines). Otherwise the text is unchanged.
std::string fit_for(int fd, std::string_view text);
/// As fit_for, but keeps colour sequences, for Nova's own output.
std::string fit_with_colours(int fd, std::string_view text);
/// Makes C's stdout and stderr escape the characters that control a terminal, if they write to one. Text that is
/// printed through them then can't steer the terminal.
void make_streams_inert();

/// Returns a line from standard input, with its newline, where the editor can't be used. Returns nothing after
/// Ctrl-C, which sets `dropped`, and at the end of input.
std::optional<std::string> read_plain_line(bool& dropped);

} // namespace nova::editor

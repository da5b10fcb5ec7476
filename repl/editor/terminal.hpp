// The terminal: raw bytes in, bytes out, its size. The one place of the editor that calls the system.
//
// While a Terminal lives the terminal is raw; on every way out, also when a signal ends the process, it is as
// it was.
#pragma once
#include "repl/editor/screen.hpp"
#include <optional>
#include <string>

namespace nova::editor {

/// Are both ends a terminal that can move its cursor?
bool terminal_can_edit();
/// Is it a terminal that knows more than text, so that lines may be broken to fit it?
bool is_rich_terminal(int fd);
/// The same, and colours are wanted.
bool shows_colour(int fd);

/// Of the terminal that is written to; 80 by 24 where it does not tell.
Size terminal_size();

class Terminal {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;

  enum class Event : uint8_t {
    Bytes,
    Nothing,   ///< within the time
    Resized,   ///< or another program has written to the screen
    Interrupt, ///< a signal asks for what Ctrl-C does
    Closed
  };
  /// Waits for something to happen; without a time, for ever. Bytes are put into `bytes`.
  Event wait(std::string& bytes, std::optional<int> milliseconds);
  void write(std::string_view bytes);
  /// ^Z: stops the process; on return it goes on.
  void suspend();
};

/// While it lives what is typed is not shown, nor is ^C: it would stand in the middle of what is printed. It
/// is read afterwards, as if it had been typed then.
class EchoOff {
 public:
  EchoOff();
  ~EchoOff();
  EchoOff(const EchoOff&) = delete;
};
/// A program reads what is typed: it is shown all the same.
void show_what_is_typed();

/// Writes to a descriptor what it takes; what fails is left.
void write_bytes(int fd, std::string_view bytes);

/// What may be sent to a descriptor: on a terminal a text is made inert, elsewhere it goes out as it is.
std::string fit_for(int fd, std::string_view text);
/// The same, and colours stay: for what Nova says itself.
std::string fit_with_colours(int fd, std::string_view text);
/// From now on what C's streams write to a terminal is inert.
void make_streams_inert();

/// A line from standard input as the system edits it, with its newline: for what is no terminal to edit on.
/// `dropped` is set where Ctrl-C came; nothing at the end of input.
std::optional<std::string> read_plain_line(bool& dropped);

} // namespace nova::editor

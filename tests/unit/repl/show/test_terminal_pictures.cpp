// Pictures for terminals that show pixels.
#include "repl/show/chafa.hpp"
#include <cstdlib>
#include <doctest/doctest.h>

using namespace nova;

TEST_CASE("iTerm's pictures are PNG files in base64 with their size in characters") {
  CHECK(iterm_picture("abc", {10, 4, true, PictureFormat::ITerm}) ==
        "\x1b]1337;File=inline=1;size=3;width=10;height=4:YWJj\a\n");
}

TEST_CASE("iTerm is known by its environment, but not behind tmux") {
  setenv("TERM", "xterm-256color", 1), unsetenv("TERM_PROGRAM"), unsetenv("LC_TERMINAL");
  CHECK(format_of_terminal(PictureFormat::Auto) == PictureFormat::Auto);
  setenv("LC_TERMINAL", "iTerm2", 1);
  CHECK(format_of_terminal(PictureFormat::Auto) == PictureFormat::ITerm);
  CHECK(format_of_terminal(PictureFormat::Kitty) == PictureFormat::Kitty);
  setenv("TERM", "tmux-256color", 1);
  CHECK(format_of_terminal(PictureFormat::Auto) == PictureFormat::Auto);
  unsetenv("LC_TERMINAL");
}

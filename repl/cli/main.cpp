// The program `nova`.
#include "repl/cli/commands.hpp"

int main(int argc, char** argv) { return nova::run_command_line(argc, argv); }

// `nova serve`: requests of other programs as JSON lines, on standard input and output or on a Unix socket.
#pragma once
#include "repl/session/options.hpp"
#include <string>
#include <sys/types.h>

namespace nova {

namespace serve {

class Runner;

/// The connection to a client.
struct Client {
  int in, out;         ///< descriptors; they may be equal
  std::string token{}; ///< what the client has to know; "" if it needs no token
};
/// Answers the client's requests, until there will be no more or the client is gone. Returns the exit status.
int serve_client(Runner& runner, const Client& client);
/// Gives the process an empty standard input, and sends its standard output to standard error. So a program does not
/// read the requests, and what a library prints is no reply. Returns false on an error.
bool put_streams_aside();

} // namespace serve

/// Serves the process that started Nova on standard input and output. Returns the exit status.
int serve_requests(SessionOptions options);
/// Serves any number of clients on a Unix socket, each with a session and a process of its own, until a signal ends
/// it. Writes the token that clients need to the file `path`.token. Returns the exit status.
int serve_socket(const SessionOptions& options, const std::string& path);

} // namespace nova

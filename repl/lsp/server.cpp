// `nova lsp`: the language server protocol on standard input and output. This process exchanges messages with the
// editor and holds the documents' texts. A worker process for each document checks it and answers queries.
#include "repl/lsp/server.hpp"
#include "repl/lsp/code_actions.hpp"
#include "repl/lsp/query_json.hpp"
#include "repl/protocol/bytes.hpp"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <list>
#include <map>
#include <poll.h>
#include <unistd.h>

namespace nova {
namespace lsp {
namespace {

constexpr size_t most_bytes = size_t{256} << 20; ///< largest number of bytes of a message
constexpr int poll_milliseconds = 1000;          ///< interval between checks for late workers

// The protocol's error codes.
constexpr int parse_error = -32700, invalid_request = -32600, unknown_method = -32601,
              invalid_params = -32602, not_initialized = -32002, content_modified = -32801,
              request_failed = -32803;

/// Splits a stream of bytes into messages: headers, an empty line, and as many bytes as Content-Length says.
class Stream {
 public:
  void append(const char* bytes, size_t n) { bytes_.append(bytes, n); }
  /// Returns the next message. Returns nothing if it is not received completely yet. Skips headers without a
  /// Content-Length.
  std::optional<std::string> next() {
    for (;;) {
      const size_t end = bytes_.find("\r\n\r\n", at_);
      if (end == bytes_.npos) return trim(), std::nullopt;
      const std::optional<size_t> length =
          content_length(std::string_view(bytes_).substr(at_, end + 2 - at_));
      if (!length) {
        at_ = end + 4, ++faults_;
        continue;
      }
      if (bytes_.size() - end - 4 < *length) return std::nullopt;
      std::string message = bytes_.substr(end + 4, *length);
      at_ = end + 4 + *length;
      return trim(), message;
    }
  }
  /// Returns the number of invalid headers found since the last call.
  int take_faults() { return std::exchange(faults_, 0); }

 private:
  std::string bytes_;
  size_t at_ = 0;
  int faults_ = 0;

  void trim() {
    if (at_ > bytes_.size() / 2) bytes_.erase(0, std::exchange(at_, 0));
    const size_t most_header = 65536; // bytes; longer headers are invalid
    if (bytes_.size() - at_ > most_header && bytes_.find("\r\n\r\n", at_) == bytes_.npos)
      bytes_.clear(), at_ = 0, ++faults_;
  }
  static std::optional<size_t> content_length(std::string_view headers) {
    std::string lower(headers);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::string_view name = "content-length:";
    const size_t found = lower.rfind(name);
    if (found == lower.npos) return {};
    const size_t digits = lower.find_first_not_of(' ', found + name.size());
    size_t n = 0;
    const auto [end, error] =
        std::from_chars(lower.data() + std::min(digits, lower.size()), lower.data() + lower.size(), n);
    const bool whole = error == std::errc() && *end == '\r' && n <= most_bytes;
    return whole ? std::optional(n) : std::nullopt;
  }
};

struct Document {
  Text text;
  std::optional<int64_t> version;
  std::unique_ptr<Worker> worker;
  bool changed = false; ///< whether the text has changed since the worker was made
};

class Server {
 public:
  Server(Session& session, int in, int out) : session_(session), in_(in), out_(out) {}

  /// Serves until the editor sends `exit` or closes the stream. Returns 0 if it sent `shutdown` before, else 1.
  int serve() {
    while (!exit_) {
      wait();
      while (std::optional<std::string> message = exit_ ? std::nullopt : stream_.next()) handle(*message);
      for (int n = stream_.take_faults(); n > 0; --n)
        send(error_response("", parse_error, "the header has no Content-Length"));
      for (auto& [uri, d] : documents_) tend(uri, d);
      tend_code_actions();
    }
    return shut_down_ ? 0 : 1;
  }

 private:
  struct Method {
    const char* name;
    void (Server::*run)(const Request&);
  };
  static const Method methods[];

  Session& session_;
  const int in_, out_;
  Stream stream_;
  std::map<std::string, Document> documents_;
  std::list<CodeActions> code_actions_; ///< requests whose changes are being tried
  struct Search {
    std::string id;
    size_t open = 0; ///< documents that have not answered
    std::vector<std::string> found{};
  };
  std::list<Search> searches_; ///< for symbols of all documents
  bool initialized_ = false, shut_down_ = false, exit_ = false;

  // The functions below wait for messages, read them from the editor, and send messages to it.

  void wait() {
    std::vector<pollfd> fds{{in_, POLLIN, 0}};
    bool idle = true;
    for (const auto& [uri, d] : documents_)
      if (d.worker) fds.push_back({d.worker->fd(), POLLIN, 0}), idle &= d.worker->checked();
    for (const CodeActions& a : code_actions_)
      for (int fd : a.fds()) fds.push_back({fd, POLLIN, 0}), idle = false;
    if (::poll(fds.data(), fds.size(), idle ? -1 : poll_milliseconds) < 0) return;
    if (fds[0].revents != 0) read_input();
  }
  void read_input() {
    char block[65536];
    const ssize_t n = ::read(in_, block, sizeof block);
    if (n > 0)
      stream_.append(block, static_cast<size_t>(n));
    else if (n == 0 || errno != EINTR)
      exit_ = true;
  }
  void send(const std::string& json) {
    const std::string message = "Content-Length: " + std::to_string(json.size()) + "\r\n\r\n" + json;
    if (!protocol::write_all(out_, message)) exit_ = true;
  }
  void fail(const Request& r, int code, const std::string& why) {
    if (!r.id.empty()) send(error_response(r.id, code, why));
  }

  // `handle` finds the message's method in the table `methods` and calls its function. The functions after `handle`
  // serve the methods that concern no document.

  void handle(const std::string& message) {
    const std::optional<Request> r = parse_request(message);
    if (!r) return send(error_response("", parse_error, "this is no message of JSON-RPC"));
    if (r->method.empty()) return; // a response, which is ignored: the server sends no requests
    if (r->method == "exit") return void(exit_ = true);
    if (!initialized_ && r->method != "initialize")
      return fail(*r, not_initialized, "the first request is initialize");
    if (shut_down_) return fail(*r, invalid_request, "the server was shut down");
    for (const Method* m = methods; m->name; ++m)
      if (r->method == m->name) return (this->*m->run)(*r);
    fail(*r, unknown_method, "there is no method " + r->method + " here");
  }
  void initialize(const Request& r) {
    initialized_ = true;
    send(response(r.id, initialize_result(NOVA_VERSION)));
  }
  void ignore(const Request&) {}
  void shutdown(const Request& r) {
    for (auto& [uri, d] : documents_) finish_answers(uri, d);
    while (!code_actions_.empty()) wait_for_code_actions(), tend_code_actions();
    shut_down_ = true, documents_.clear();
    send(response(r.id, "null"));
  }

  // The functions below open, change and close documents, and start and end their workers.

  Document* find(const Request& r) {
    const auto found = documents_.find(r.uri);
    return found == documents_.end() ? nullptr : &found->second;
  }
  void did_open(const Request& r) {
    if (r.uri.empty() || !r.text) return;
    Document& d = documents_[r.uri];
    d.text = Text(*r.text), d.version = r.version, d.changed = true;
  }
  void did_change(const Request& r) {
    Document* d = find(r);
    if (!d || !r.changes) return;
    for (const Change& c : *r.changes)
      if (c.range)
        d->text.replace(*c.range, c.text);
      else
        d->text = Text(c.text);
    d->version = r.version, d->changed = true;
  }
  void did_close(const Request& r) {
    Document* d = find(r);
    if (!d) return;
    drop(*d);
    documents_.erase(r.uri);
    send(diagnostics_notification(r.uri, {}, {}));
  }
  /// Ends the document's worker. Answers its open queries with the error that the text has changed.
  void drop(Document& d) {
    if (!d.worker) return;
    for (std::string id = d.worker->take_id(); !id.empty(); id = d.worker->take_id())
      answer_by_error(id, content_modified, "the text has changed");
    d.worker.reset();
  }
  /// Starts a new worker if the text has changed, and forwards the worker's messages to the editor. Ends a worker
  /// that has crashed or takes too long.
  void tend(const std::string& uri, Document& d) {
    if (d.changed) start(uri, d);
    if (!d.worker) return;
    const bool alive = d.worker->receive();
    while (std::optional<std::string> text = d.worker->take())
      if (d.worker->checked())
        take_answer(uri, d, d.worker->take_id(), *text);
      else
        d.worker->set_checked(), send(*text);
    if (!alive)
      give_up(uri, d, std::string(crashed_check));
    else if (d.worker->is_late())
      give_up(uri, d, "the check of this text takes too long and was ended");
  }
  /// Waits until all queries about a document are answered, or its worker has crashed or taken too long.
  void finish_answers(const std::string& uri, Document& d) {
    while (d.worker && d.worker->is_asked()) {
      pollfd at{d.worker->fd(), POLLIN, 0};
      ::poll(&at, 1, poll_milliseconds);
      tend(uri, d);
    }
  }
  void start(const std::string& uri, Document& d) {
    drop(d);
    std::erase_if(code_actions_, [&](const CodeActions& a) {
      if (a.uri() == uri) send(error_response(a.id(), content_modified, "the text has changed"));
      return a.uri() == uri;
    });
    d.changed = false;
    d.worker = std::make_unique<Worker>(session_, uri, d.version, d.text.all());
    if (d.worker->fd() < 0) d.worker.reset();
  }
  void give_up(const std::string& uri, Document& d, const std::string& why) {
    Message m;
    m.text = why;
    const bool checked = d.worker->checked();
    for (std::string id = d.worker->take_id(); !id.empty(); id = d.worker->take_id())
      answer_by_error(id, request_failed, why);
    d.worker.reset();
    if (checked)
      d.changed = true; // a query crashed; the text itself can be checked again
    else
      send(diagnostics_notification(uri, d.version, {m}));
  }

  // The functions below take the workers' answers. The ids of two sorts of queries have a letter in front: those of code
  // actions, whose changes are tried next, and those of a search through all documents.

  static constexpr char of_mends = 'm', of_search = 's';

  void take_answer(const std::string& uri, Document& d, const std::string& id, const std::string& text) {
    if (id[0] == of_mends)
      return void(code_actions_.emplace_back(session_, uri, d.text.all(), id.substr(1), text));
    if (id[0] == of_search) return take_found(id.substr(1), text);
    if (text.starts_with(refused)) return send(error_response(id, request_failed, text.substr(1)));
    send(response(id, text));
  }
  void answer_by_error(const std::string& id, int code, const std::string& why) {
    if (id[0] == of_search) return take_found(id.substr(1), "[]");
    send(error_response(id[0] == of_mends ? id.substr(1) : id, code, why));
  }
  void take_found(const std::string& id, const std::string& text) {
    const auto search = std::ranges::find(searches_, id, &Search::id);
    if (search == searches_.end()) return;
    search->found.push_back(text);
    if (--search->open > 0) return;
    send(response(id, joined(search->found)));
    searches_.erase(search);
  }
  void wait_for_code_actions() {
    std::vector<pollfd> fds;
    for (const CodeActions& a : code_actions_)
      for (int fd : a.fds()) fds.push_back({fd, POLLIN, 0});
    ::poll(fds.data(), fds.size(), poll_milliseconds);
  }
  void tend_code_actions() {
    for (auto a = code_actions_.begin(); a != code_actions_.end();) {
      if (!a->is_done()) {
        ++a;
        continue;
      }
      send(response(a->id(), a->result()));
      a = code_actions_.erase(a);
    }
  }

  // The functions below send the editor's queries about a document to the document's worker.

  enum Needs : uint8_t { Nothing, APlace, ARange };
  void ask(const Request& r, Query q, Needs needs, const std::string& prefix = {}) {
    if (r.id.empty()) return;
    Document* d = find(r);
    if (!d) return fail(r, invalid_params, "no such text is open");
    if (needs == APlace && !r.place) return fail(r, invalid_params, "the position is missing");
    if (needs == ARange && !r.range) return fail(r, invalid_params, "the range is missing");
    if (needs == APlace) q.range.begin = *r.place;
    if (needs == ARange) q.range = *r.range;
    if (d->changed) start(r.uri, *d);
    if (!d->worker) return fail(r, request_failed, "this text cannot be checked");
    d->worker->ask(q, prefix + r.id);
  }
  void hover(const Request& r) { ask(r, {Question::Hover}, APlace); }
  void definition(const Request& r) { ask(r, {Question::Definition}, APlace); }
  void completion(const Request& r) { ask(r, {Question::Completion}, APlace); }
  void outline(const Request& r) { ask(r, {Question::Outline}, Nothing); }
  void format(const Request& r) { ask(r, {Question::Format}, Nothing); }
  void references(const Request& r) { ask(r, {Question::References, {}, "", r.declaration}, APlace); }
  void highlights(const Request& r) { ask(r, {Question::Highlights}, APlace); }
  void prepare_rename(const Request& r) { ask(r, {Question::RenamedName}, APlace); }
  void rename(const Request& r) { ask(r, {Question::Rename, {}, r.new_name}, APlace); }
  void signature(const Request& r) { ask(r, {Question::Signature}, APlace); }
  void tokens(const Request& r) { ask(r, {Question::Tokens}, Nothing); }
  void inlays(const Request& r) { ask(r, {Question::Inlays}, ARange); }
  void folds(const Request& r) { ask(r, {Question::Folds}, Nothing); }
  void indent(const Request& r) { ask(r, {Question::Indentation}, APlace); }
  void call_item(const Request& r) { ask(r, {Question::CallItem}, APlace); }
  void callers(const Request& r) { ask(r, {Question::Callers}, APlace); }
  void callees(const Request& r) { ask(r, {Question::Callees}, APlace); }
  void code_actions(const Request& r) { ask(r, {Question::Mends}, ARange, {of_mends}); }
  void symbols(const Request& r) {
    if (r.id.empty()) return;
    Search search{r.id};
    for (auto& [uri, d] : documents_) {
      if (d.changed) start(uri, d);
      if (!d.worker) continue;
      d.worker->ask({Question::Symbols, {}, r.query}, of_search + r.id);
      ++search.open;
    }
    if (search.open == 0) return send(response(r.id, "[]"));
    searches_.push_back(std::move(search));
  }
};

const Server::Method Server::methods[] = {{"initialize", &Server::initialize},
                                          {"initialized", &Server::ignore},
                                          {"shutdown", &Server::shutdown},
                                          {"$/cancelRequest", &Server::ignore},
                                          {"textDocument/didOpen", &Server::did_open},
                                          {"textDocument/didChange", &Server::did_change},
                                          {"textDocument/didClose", &Server::did_close},
                                          {"textDocument/hover", &Server::hover},
                                          {"textDocument/definition", &Server::definition},
                                          {"textDocument/completion", &Server::completion},
                                          {"textDocument/documentSymbol", &Server::outline},
                                          {"textDocument/formatting", &Server::format},
                                          {"textDocument/onTypeFormatting", &Server::indent},
                                          {"textDocument/references", &Server::references},
                                          {"textDocument/documentHighlight", &Server::highlights},
                                          {"textDocument/prepareRename", &Server::prepare_rename},
                                          {"textDocument/rename", &Server::rename},
                                          {"textDocument/signatureHelp", &Server::signature},
                                          {"textDocument/semanticTokens/full", &Server::tokens},
                                          {"textDocument/inlayHint", &Server::inlays},
                                          {"textDocument/foldingRange", &Server::folds},
                                          {"textDocument/prepareCallHierarchy", &Server::call_item},
                                          {"callHierarchy/incomingCalls", &Server::callers},
                                          {"callHierarchy/outgoingCalls", &Server::callees},
                                          {"textDocument/codeAction", &Server::code_actions},
                                          {"workspace/symbol", &Server::symbols},
                                          {nullptr, nullptr}};

} // namespace
} // namespace lsp

int serve_editor(Session& session, int in, int out) { return lsp::Server(session, in, out).serve(); }

int language_server(SessionOptions options) {
  std::signal(SIGPIPE, SIG_IGN);
  options.tiers.tier = Tier::Interp; // nothing is run
  options.out = options.err = nullptr;
  Session session(std::move(options));
  return serve_editor(session, STDIN_FILENO, STDOUT_FILENO);
}

} // namespace nova

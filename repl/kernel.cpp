// nova kernel: Nova in a notebook. Cells run in one session, as forms at the prompt do; the sockets have a
// thread of their own, so that an interrupt is heard while a cell runs.
#include "frontend/big_stack.hpp"
#include "frontend/lexer.hpp"
#include "frontend/utf8.hpp"
#include "repl/commands.hpp"
#include "repl/derive.hpp"
#include "repl/kernel_json.hpp"
#include "repl/prompt.hpp"
#include "repl/why.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/svg_plot.hpp"
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <unistd.h>

namespace nova {
namespace notebook {
namespace {

Session* interrupted = nullptr; // whom SIGINT stops

constexpr size_t control = 1, iopub = 2; ///< of the ports, as they are listened at

/// Bytes of a text's first characters.
uint32_t bytes_of(std::string_view text, uint32_t characters) {
  uint32_t at = 0;
  for (; at < text.size() && characters > 0; --characters) at += decode_utf8(text, at).length;
  return at;
}
uint32_t characters_of(std::string_view text) {
  uint32_t n = 0;
  for (size_t at = 0; at < text.size(); at += decode_utf8(text, at).length) ++n;
  return n;
}
bool in_name(char c) { return std::string_view("][()\",;:' \t\r\n!").find(c) == std::string_view::npos; }

class Kernel {
 public:
  Kernel(SessionOptions options, Connection c)
      : connection_(std::move(c)), session_(with_streams(std::move(options))) {
    session_.allow_read(".");
    session_.on_diagnostic = [this](const Diagnostic& d) { take(d); };
    interrupted = &session_;
    std::signal(SIGINT, [](int) { interrupted->interrupt(); });
  }
  ~Kernel() { sockets_.stop(), sockets_.join(), std::signal(SIGINT, SIG_DFL), interrupted = nullptr; }

  /// Serves until it is told to end; the exit status.
  int serve() {
    using zmtp::Role;
    const Connection& c = connection_;
    const std::pair<uint16_t, Role> ports[] = {{c.shell, Role::Router},
                                               {c.control, Role::Control},
                                               {c.iopub, Role::Publish},
                                               {c.input, Role::Router},
                                               {c.heartbeat, Role::Echo}};
    for (auto [port, role] : ports)
      if (!sockets_.listen(c.ip, port, role))
        return std::fprintf(stderr, "nova: cannot listen at %s:%d\n", c.ip.c_str(), port), 1;
    sockets_.on_arrival = [this](const zmtp::Incoming& m) {
      if (m.port == control) session_.interrupt(); // to be interrupted or to be shut down
    };
    sockets_.on_tick = [this] { flush(), end_with_parent(); };
    sockets_.start();
    while (std::optional<zmtp::Incoming> m = sockets_.receive()) {
      peer_ = m->peer, order_ = m->order;
      if (const std::optional<Request> r = parse_request(m->frames, connection_.key)) handle(*r);
    }
    return 0;
  }

 private:
  struct Method {
    const char* request;
    const char* reply;
    std::string (Kernel::*run)(const Request&);
  };
  static const Method methods[];
  struct Command {
    const char* name;
    void (Kernel::*run)(const std::string& argument);
  };
  static const Command commands[];

  const pid_t started_by_ = getppid();
  Connection connection_;
  zmtp::Sockets sockets_;
  std::string parent_, printed_; ///< the header of the request at hand; what its cell has printed
  std::mutex printing_;          ///< for these two, which the sockets' thread reads
  std::vector<Failure> failures_;
  Session session_;
  uint64_t peer_ = 0; ///< who asked
  uint32_t count_ = 0;
  const ShowSettings page_{.columns = 100};
  Results results_;            ///< `it` and those before it
  FileId last_{};              ///< what ran last
  uint64_t order_ = 0;         ///< of the message at hand
  uint64_t aborted_up_to_ = 0; ///< a cell has failed: those that waited behind it are not run

  SessionOptions with_streams(SessionOptions o) {
    o.out = [this](std::string_view t) { print(t); };
    o.err = [this](std::string_view t) { // perhaps from a thread that compiles
      const std::lock_guard lock(printing_);
      send_printed(), publish("stream", stream(true, std::string(t)));
    };
    return o;
  }
  void publish(const char* type, const std::string& content) {
    sockets_.publish(iopub, make_message({type}, type, parent_, content, connection_.key));
  }
  /// What is printed goes out with the sockets' next tick, or before whatever else is published.
  void print(std::string_view text) {
    constexpr size_t most = 65536;
    const std::lock_guard lock(printing_);
    printed_ += text;
    if (printed_.size() > most) send_printed();
  }
  void flush() {
    const std::lock_guard lock(printing_);
    send_printed();
  }
  void send_printed() {
    if (!printed_.empty()) publish("stream", stream(false, std::exchange(printed_, {})));
  }
  void take(const Diagnostic& d) {
    std::string text = render(d, session_.frontend().sources, true);
    if (d.severity() == Severity::Warning) return flush(), publish("stream", stream(true, text));
    failures_.push_back({d.code, message(d), std::move(text)});
  }

  /// Without the Jupyter that started it a kernel would run for ever.
  void end_with_parent() {
    if (getppid() != started_by_ && std::getenv("JPY_PARENT_PID")) sockets_.stop(), session_.interrupt();
  }
  void begin(const Request& r) {
    const std::lock_guard lock(printing_);
    parent_ = r.header;
  }
  void handle(const Request& r) {
    for (const Method* m = methods; m->request; ++m) {
      if (r.type != m->request) continue;
      begin(r);
      publish("status", state(true));
      const std::string content = (this->*m->run)(r);
      sockets_.send(peer_, make_message(r.route, m->reply, r.header, content, connection_.key));
      publish("status", state(false));
      if (r.type == "shutdown_request") sockets_.stop();
    }
  }

  std::string info(const Request&) { return kernel_info(NOVA_VERSION); }
  std::string execute(const Request& r) {
    if (order_ <= aborted_up_to_) return aborted();
    if (!r.silent) publish("execute_input", code_shown(r.code, ++count_));
    session_.forget_interrupt();
    run(r);
    flush();
    if (!failures_.empty()) publish("error", failure(failures_));
    if (!failures_.empty() && r.stop_on_error) aborted_up_to_ = sockets_.arrived();
    return executed(count_, std::exchange(failures_, {}));
  }
  void run(const Request& r) {
    if (r.code.starts_with(":")) return command(r);
    run_forms(r.code, r.silent);
  }
  FileId cell(const std::string& code) {
    return session_.type_text("In [" + std::to_string(count_) + "]", code);
  }
  bool run_forms(const std::string& code, bool silent) { return run_file(cell(code), silent); }
  /// All values but the last are printed; each piece's last is the next one's `it`. False where a form
  /// failed.
  bool run_file(FileId file, bool silent) {
    std::optional<RichResult> last;
    Outcome result;
    uint64_t held = 0;
    last_ = file;
    const auto before = [&](std::string_view text) {
      result = {}, held = Memory::used();
      return results_.define_mentioned(session_, text).has_value();
    };
    const auto after = [&](std::string_view) {
      const uint64_t now = Memory::used();
      if (result.value) results_.add(session_, result, now - std::min(now, held), 0);
    };
    const auto done = [&](const Outcome& o) {
      if (o.top) results_.note_definitions(session_, o);
      if (!o.value || o.value->tag() == Tag::Unit) return;
      if (last) print(last->text);
      last = rich_result(session_, o, page_), result = o;
    };
    const bool good = session_.run_forms(last_, {done, before, after});
    if (last && !silent) publish_result(*last);
    return good;
  }
  void publish_result(const RichResult& r) { flush(), publish("execute_result", result(r, count_)); }
  /// The last value of forms that are run to look at it.
  std::optional<Outcome> evaluate(const std::string& code) {
    std::optional<Outcome> last;
    last_ = cell(code);
    const auto before = [&](std::string_view text) {
      return results_.define_mentioned(session_, text).has_value();
    };
    const bool good = session_.run_forms(last_, {[&](const Outcome& o) { last = o; }, before, {}});
    return good && last && last->value ? last : std::nullopt;
  }
  /// The prompt's commands that tell something of the language or of a value.
  void command(const Request& r) {
    const std::string& line = r.code;
    const size_t space = std::min(line.find_first_of(" \n"), line.size());
    const std::string name = line.substr(0, space),
                      rest = line.substr(std::min(line.find_first_not_of(" \n", space), line.size()));
    for (const Command* c = commands; c->name; ++c)
      if (name == c->name) return (this->*c->run)(rest);
    refuse(name);
  }
  /// What there is only at the terminal's prompt is told apart from what there is not.
  void refuse(const std::string& name) {
    const bool elsewhere = name.size() > 1 && find_command(name.substr(1)) != nullptr;
    session_.frontend()
        .diagnostics.report("E0702", {}, {name})
        .help(elsewhere ? "the prompt on a terminal has it; :help lists those of a cell"
                        : ":help lists them");
    session_.flush_diagnostics();
  }
  void help(const std::string&) {
    print("Forms run; `it` is the last result, it1 it2 it3 are those before it. A cell may begin with a "
          "command:\n");
    for (const Command* c = commands; c->name; ++c) {
      const nova::Command& row = *find_command(c->name + 1);
      print("  " + std::string(c->name) + " " + std::string(row.argument) + "  " + std::string(row.help) +
            "\n");
    }
  }
  void derive(const std::string& code) {
    if (!results_.define_mentioned(session_, code)) return void(session_.flush_diagnostics());
    const DeriveArguments a{.typed = true};
    const auto out = [this](std::string_view text) { print(text); };
    if (const auto proof = proof_of_forms(session_, last_ = cell(code), a, out)) write_proof(*proof, a, out);
  }
  void load(const std::string& path) {
    const auto file = session_.load_file(path);
    file ? void(run_file(*file, false)) : void(session_.flush_diagnostics());
  }
  void tell_type(const std::string& code) {
    if (!results_.define_mentioned(session_, code)) return void(session_.flush_diagnostics());
    if (const auto type = session_.type_of(code)) print(code + " : " + *type + "\n");
  }
  void tell_doc(const std::string& name) {
    const auto told = session_.documentation(name);
    told ? print(*told) : complain("E0703", name);
  }
  /// Of a form with a picture; alone of what ran last.
  void tell_why(const std::string& code) {
    if (code.empty()) return print(session_.why(last_));
    const auto picture = nova::tell_why(session_, WhyAs::Picture, [&]() -> std::optional<FileId> {
      return run_forms(code, false) ? std::optional(last_) : std::nullopt;
    });
    if (!picture) return;
    flush(), publish("display_data", displayed({session_.why(last_), {}, *picture}));
  }
  void plot(const std::string& code) {
    const auto o = evaluate(code);
    if (!o) return;
    if (const auto all = plot_of(*o)) return publish_result({*show_plot(*o, page_), {}, svg_plot(*all)});
    complain("E0713", session_.frontend().types.print(o->type, session_.frontend().symbols));
  }
  void show(const std::string& code) {
    const auto o = evaluate(code);
    if (!o) return;
    RichResult r = rich_result(session_, *o, page_);
    r.text = show_at_length(session_, *o, page_), r.png = png_of(*o).value_or("");
    publish_result(r);
  }
  void complain(const char* code, const std::string& what) {
    session_.frontend().diagnostics.report(code, {}, {what});
    session_.flush_diagnostics();
  }

  /// What the cell itself defines, which has not run yet; what has is known with its type.
  std::vector<std::string> defined_in(std::string_view code) {
    std::vector<std::string> out;
    Lexer lexer(code);
    bool defines = false;
    for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next()) {
      const std::string word(code.substr(t.begin, t.end - t.begin));
      if (defines && t.kind == TokenKind::Symbol && !session_.documentation(word)) out.push_back(word);
      defines = word == "define" || (defines && t.kind == TokenKind::Open);
    }
    return out;
  }
  std::string complete(const Request& r) {
    const uint32_t end = bytes_of(r.code, r.cursor);
    uint32_t begin = end;
    while (begin > 0 && in_name(r.code[begin - 1])) --begin;
    std::vector<Completion> found;
    run_on_big_stack([&] {
      Completer names(session_.frontend(), r.code.substr(begin, end - begin));
      for (const std::string& name : defined_in(r.code)) names.add(name, "", CompletionKind::Function);
      names.add_names();
      found = names.take();
    });
    failures_.clear();
    const uint32_t first = characters_of(r.code.substr(0, begin));
    return completed(found, first, characters_of(r.code.substr(0, end)));
  }
  std::string inspect(const Request& r) {
    uint32_t begin = bytes_of(r.code, r.cursor), end = begin;
    while (begin > 0 && in_name(r.code[begin - 1])) --begin;
    while (end < r.code.size() && in_name(r.code[end])) ++end;
    std::optional<std::string> told;
    run_on_big_stack([&] {
      told = begin == end ? std::nullopt : session_.documentation(r.code.substr(begin, end - begin));
    });
    return inspected(told);
  }
  std::string is_whole(const Request& r) { return completeness(is_complete(r.code)); }
  std::string history(const Request&) { return no_history(); }
  std::string comms(const Request&) { return no_comms(); }
  std::string interrupt(const Request&) { return done(); }
  std::string shutdown(const Request& r) { return shut_down(r.restart); }
};

const Kernel::Method Kernel::methods[] = {{"kernel_info_request", "kernel_info_reply", &Kernel::info},
                                          {"execute_request", "execute_reply", &Kernel::execute},
                                          {"complete_request", "complete_reply", &Kernel::complete},
                                          {"inspect_request", "inspect_reply", &Kernel::inspect},
                                          {"is_complete_request", "is_complete_reply", &Kernel::is_whole},
                                          {"history_request", "history_reply", &Kernel::history},
                                          {"comm_info_request", "comm_info_reply", &Kernel::comms},
                                          {"interrupt_request", "interrupt_reply", &Kernel::interrupt},
                                          {"shutdown_request", "shutdown_reply", &Kernel::shutdown},
                                          {nullptr, nullptr, nullptr}};

const Kernel::Command Kernel::commands[] = {
    {":type", &Kernel::tell_type}, {":doc", &Kernel::tell_doc}, {":why", &Kernel::tell_why},
    {":plot", &Kernel::plot},      {":show", &Kernel::show},    {":derive", &Kernel::derive},
    {":load", &Kernel::load},      {":help", &Kernel::help},    {nullptr, nullptr}};

/// Where Jupyter looks for a user's kernels.
std::filesystem::path data_folder() {
  const auto variable = [](const char* name) {
    return std::filesystem::path(std::getenv(name) ? std::getenv(name) : "");
  };
  if (const auto own = variable("JUPYTER_DATA_DIR"); !own.empty()) return own;
  if (const auto data = variable("XDG_DATA_HOME"); !data.empty()) return data / "jupyter";
  return variable("HOME") / ".local/share/jupyter";
}

int install() {
  const std::filesystem::path folder = data_folder() / "kernels/nova", file = folder / "kernel.json";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  Permissions permissions;
  permissions.allow_write(folder);
  FileSink sink(permissions, file.string());
  static_cast<ByteSink&>(sink).write(kernel_spec(std::filesystem::read_symlink("/proc/self/exe").string()));
  sink.commit();
  return std::printf("%s\n", file.c_str()), 0;
}

} // namespace
} // namespace notebook

int notebook_kernel(const Arguments& a) {
  try {
    if (a.operand == "install") return notebook::install();
    Permissions permissions;
    permissions.allow_read(a.operand);
    BufferRef bytes = open_source(permissions, a.operand)->read_all();
    const auto connection = notebook::parse_connection(std::string(bytes->as<const char>(), bytes->size()));
    if (!connection)
      return std::fprintf(stderr, "nova: %s is no connection file of Jupyter's\n", a.operand.c_str()), 2;
    return notebook::Kernel(a.session, *connection).serve();
  } catch (const Fault& fault) {
    return std::fputs(render({fault.code, {}, fault.args, {}}, Sources()).c_str(), stderr), 1;
  }
}

} // namespace nova

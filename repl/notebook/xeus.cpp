// The connection of the cells to Jupyter, and the only file that includes xeus. Cells run on the thread that called
// `serve`. The control channel has a thread of its own, so that an interrupt is handled while a cell runs.
#include "repl/notebook/xeus.hpp"
#include "repl/notebook/cell_output.hpp"
#include "repl/notebook/cells.hpp"
#include "repl/protocol/bytes.hpp"
#include "repl/session/status.hpp"
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>
#include <xeus/xguid.hpp>
#include <xeus/xhelper.hpp>
#include <xeus/xinterpreter.hpp>
#include <xeus/xkernel.hpp>
#include <xeus/xserver_shell_main.hpp>

namespace nova::notebook {
namespace {

using Json = nlohmann::json;

Json data_of(const RichResult& shown) {
  Json data = {{"text/plain", shown.text.substr(0, shown.text.find_last_not_of('\n') + 1)}};
  if (!shown.html.empty()) data["text/html"] = shown.html;
  if (!shown.svg.empty()) data["image/svg+xml"] = shown.svg;
  if (!shown.vega_lite.empty()) data["application/vnd.vegalite.v5+json"] = Json::parse(shown.vega_lite);
  if (!shown.png.empty()) data["image/png"] = protocol::base64(shown.png);
  return data;
}

const char* kind_name(CompletionKind kind) {
  switch (kind) {
  case CompletionKind::Function: return "function";
  case CompletionKind::Constructor: return "class";
  case CompletionKind::Variable: return "instance";
  case CompletionKind::Keyword: return "keyword";
  case CompletionKind::Field:
  case CompletionKind::Constant: return "instance";
  case CompletionKind::Type: return "type";
  case CompletionKind::Module: return "module";
  }
  return "";
}

constexpr const char *out = "stdout", *err = "stderr";
const Json aborted = {{"status", "aborted"}}; ///< the reply for a cell that did not run

class Interpreter : public xeus::xinterpreter {
 public:
  explicit Interpreter(SessionOptions options)
      : cells_(std::in_place, connected(std::move(options)), page()) {
    xeus::register_interpreter(this);
    cells_->set_input([this](const std::function<void()>& poll) { return ask_for_input(poll); });
    watcher_ = std::thread([this] { watch(); });
  }
  ~Interpreter() override { leave(); }

  void interrupt() {
    cells_->interrupt();
    const std::lock_guard lock(asking_mutex_);
    if (asking_) interrupted_ = true, pthread_kill(runs_cells_, SIGUSR1);
  }
  void forget_interrupt() { cells_->forget_interrupt(); }
  /// Must be called before a cell that gets no number, but whose results are shown. Server passes such a cell to xeus
  /// as a silent cell, since xeus numbers all other cells.
  void take_uncounted() { uncounted_ = true; }
  /// Ends the watcher thread and the session. No cell may be running.
  void leave() {
    left_ = true;
    if (watcher_.joinable()) watcher_.join();
    cells_.reset();
    std::fputs(output_.take().c_str(), stderr); // the unsent output goes to Jupyter's log
  }

 private:
  const pid_t started_by_ = getppid();
  const pthread_t runs_cells_ = pthread_self();
  CellOutput output_{ways()};
  std::optional<Cells> cells_;
  int count_ = 0;
  bool uncounted_ = false, may_ask_ = false; ///< may_ask_: whether the client answers requests of input
  std::mutex asking_mutex_;
  bool asking_ = false; ///< whether the thread that runs cells waits for the answer to a request of input
  bool interrupted_ = false; ///< whether this wait is to end
  Activity before_;          ///< what was done before the running cell
  std::string line_id_;      ///< the id of the display of progress
  std::atomic<bool> ending_ = false, left_ = false;
  std::thread watcher_;

  OutputWays ways() {
    return {[this](const char* stream, const std::string& text) { publish_stream(stream, text); },
            [this](const std::string& line, bool again) { show_progress(line, again); },
            [this] { clear_output(false); }};
  }
  void show_progress(const std::string& line, bool again) {
    if (!again) line_id_ = xeus::new_xguid();
    const Json data = {{"text/plain", line}}, id = {{"display_id", line_id_}};
    again ? update_display_data(data, Json::object(), id) : display_data(data, Json::object(), id);
  }
  SessionOptions connected(SessionOptions o) {
    o.out = [this](std::string_view text) { output_.add(out, text); };
    o.err = [this](std::string_view text) { output_.add(err, text); };
    return o;
  }
  Page page() {
    return {[this](const RichResult& r) {
              output_.begin_other(), publish_execution_result(count_, data_of(r), Json::object());
            },
            [this](const RichResult& r) {
              output_.begin_other(), display_data(data_of(r), Json::object(), Json::object());
            }};
  }
  /// Asks the notebook's user for the text of standard input, line by line up to an empty line. Returns nothing if the
  /// client does not ask its user.
  std::optional<std::string> ask_for_input(const std::function<void()>& poll) {
    if (!may_ask_) return {};
    output_.begin_other();
    std::string all;
    for (std::string line = ask_for_line(poll); !line.empty(); line = ask_for_line(poll)) all += line + "\n";
    return all;
  }
  /// Asks once more after an answer that could not be read. An interrupt ends the wait: `poll` then throws.
  std::string ask_for_line(const std::function<void()>& poll) {
    std::optional<std::string> answer;
    while (!answer) {
      const Asking asking(*this);
      register_input_handler([&](const std::string& text) { answer = text; });
      poll(); // an interrupt until now; a later one wakes the wait
      try {
        input_request("standard input, ended by an empty line:", false);
      } catch (const zmq::error_t& e) {
        if (e.num() != EINTR) throw;
      }
      poll();
    }
    return *answer;
  }
  /// Marks the time in which the thread that runs cells waits for an answer. The signal that ends the wait is sent
  /// only then, since it would also end the wait for messages, and with it the kernel.
  struct Asking {
    explicit Asking(Interpreter& i) : self(i) { set(true); }
    ~Asking() { set(false), self.register_input_handler({}); }
    void set(bool on) {
      const std::lock_guard lock(self.asking_mutex_);
      self.asking_ = on, self.interrupted_ = false;
    }
    Interpreter& self;
  };
  /// The loop of the watcher thread. Each iteration waits at most 0.1 s for SIGINT, which the other threads block. It
  /// then sends the printed output and the progress, and checks whether Jupyter still runs. It repeats the signal that
  /// ends a wait for input, which has no effect just before that wait.
  void watch() {
    sigset_t heard;
    sigemptyset(&heard), sigaddset(&heard, SIGINT);
    for (const timespec tenth{0, 100'000'000}; !left_;) {
      if (sigtimedwait(&heard, nullptr, &tenth) == SIGINT) interrupt();
      output_.flush();
      if (!cells_->waits_for_input())
        output_.tell([this](double seconds) { return activity_text(seconds, cells_->activity(), before_); });
      if (const std::lock_guard lock(asking_mutex_); interrupted_) pthread_kill(runs_cells_, SIGUSR1);
      if (getppid() != started_by_ && std::getenv("JPY_PARENT_PID")) end_with_parent();
    }
  }
  /// Ends the kernel when the Jupyter process that started it is gone. The signal SIGUSR1 ends xeus' wait for
  /// messages.
  void end_with_parent() { ending_ = true, interrupt(), pthread_kill(runs_cells_, SIGUSR1); }

  void configure_impl() override {}
  Json execute_request_impl(int count, const std::string& code, bool silent, bool, Json,
                            bool allow_stdin) override {
    if (std::exchange(uncounted_, false)) silent = false, publish_execution_input(code, count);
    if (ending_) return aborted;
    count_ = count, may_ask_ = allow_stdin;
    before_ = cells_->activity();
    output_.begin_cell(silent);
    const std::vector<Failure> failures = cells_->run(code, count, silent);
    output_.end_cell();
    if (failures.empty()) return xeus::create_successful_reply();
    std::vector<std::string> texts;
    for (const Failure& f : failures) texts.push_back(f.text);
    publish_execution_error(failures[0].name, failures[0].message, texts);
    // xeus::create_error_reply would exchange ename and evalue
    return {{"status", "error"},
            {"ename", failures[0].name},
            {"evalue", failures[0].message},
            {"traceback", texts}};
  }
  Json complete_request_impl(const std::string& code, int cursor) override {
    const Found found = cells_->complete(code, static_cast<uint32_t>(cursor)); // -1: the end of the code
    Json names = Json::array(), types = Json::array();
    for (const Completion& c : found.names) {
      names.push_back(c.label);
      types.push_back({{"text", c.label},
                       {"type", kind_name(c.kind)},
                       {"signature", c.detail},
                       {"start", found.begin},
                       {"end", found.end}});
    }
    return xeus::create_complete_reply(names, static_cast<int>(found.begin), static_cast<int>(found.end),
                                       {{"_jupyter_types_experimental", std::move(types)}});
  }
  Json inspect_request_impl(const std::string& code, int cursor, int) override {
    const std::optional<std::string> told = cells_->inspect(code, static_cast<uint32_t>(cursor));
    return xeus::create_inspect_reply(told.has_value(), told ? Json{{"text/plain", *told}} : Json::object());
  }
  Json is_complete_request_impl(const std::string& code) override {
    if (!cells_->is_whole(code)) return xeus::create_is_complete_reply("incomplete", "  ");
    return xeus::create_is_complete_reply(Cells::reads(code) ? "complete" : "invalid");
  }
  Json kernel_info_request_impl() override {
    return xeus::create_info_reply("", "nova", NOVA_VERSION, "nova", NOVA_VERSION, "text/x-nova", ".nv",
                                   "scheme", "scheme", "",
                                   "Nova " NOVA_VERSION ", a language for data-parallel programs");
  }
  void shutdown_request_impl() override;
};

Interpreter& interpreter() { return static_cast<Interpreter&>(xeus::get_interpreter()); }

/// Stops the running cell. xeus then ends the process by `exit`, at which the handler ends the session and its
/// threads, before static objects are destroyed.
void Interpreter::shutdown_request_impl() {
  ending_ = true, interrupt();
  std::atexit([] { interpreter().leave(); });
}

bool is_on(const Json& content, const char* name) {
  const auto at = content.find(name);
  return at != content.end() && *at == true;
}

std::string type_of(const xeus::xmessage& m) { return m.header().value("msg_type", ""); }

/// A server between xeus' sockets and xeus' kernel. It forwards messages between them, but handles three cases in its
/// own way: interrupts, cells without a number, and cells that follow a failed cell.
class Server : public xeus::xserver {
 public:
  explicit Server(std::unique_ptr<xserver> sockets) : sockets_(std::move(sockets)) {
    sockets_->register_shell_listener([this](xeus::xmessage m) { take(std::move(m)); });
    sockets_->register_control_listener([this](xeus::xmessage m) {
      if (type_of(m) == "interrupt_request") interpreter().interrupt(); // xeus only replies to it
      notify_control_listener(std::move(m));
    });
    sockets_->register_stdin_listener([this](xeus::xmessage m) {
      if (answers_last(m)) notify_stdin_listener(std::move(m));
    });
    sockets_->register_internal_listener([this](Json m) { return notify_internal_listener(std::move(m)); });
  }

 private:
  const std::unique_ptr<xserver> sockets_;
  std::mutex publishing_; ///< guards sockets_->publish, which the watcher thread calls too
  const std::string id_ = xeus::new_xguid();
  std::deque<xeus::xmessage> waiting_; ///< requests to handle next, such as those queued after a failed cell
  std::string asked_;                  ///< the id of the last request of input
  bool stops_on_error_ = false;        ///< whether an error in the running cell aborts the cells after it

  void take(xeus::xmessage asked) {
    for (waiting_.push_back(std::move(asked)); !waiting_.empty();) {
      xeus::xmessage m = std::move(waiting_.front());
      waiting_.pop_front();
      stops_on_error_ = is_on(m.content(), "stop_on_error") && !is_on(m.content(), "silent");
      interpreter().forget_interrupt(); // an earlier interrupt is not meant for this request
      notify_shell_listener(is_uncounted(m) ? without_number(m) : std::move(m));
    }
  }
  /// Whether the message is a cell without a number: it is blank, or is not to be stored in the history.
  static bool is_uncounted(const xeus::xmessage& m) {
    if (type_of(m) != "execute_request" || is_on(m.content(), "silent")) return false;
    const bool is_blank = m.content().value("code", "").find_first_not_of(" \t\r\n") == std::string::npos;
    return is_blank || !m.content().value("store_history", true);
  }
  static xeus::xmessage without_number(xeus::xmessage& m) {
    Json content = m.content();
    content["silent"] = true;
    interpreter().take_uncounted();
    return {m.identities(), m.header(), m.parent_header(), m.metadata(), std::move(content), m.buffers()};
  }
  /// Sends a reply. If it reports a failed cell, aborts the cells that are queued after that cell. xeus itself would
  /// abort them after the reply, and so would also abort cells that Jupyter sends in response to the reply. xeus
  /// would also publish no state for aborted cells, so that a notebook would show them as waiting for ever.
  void send_shell_impl(xeus::xmessage m) override {
    std::vector<xeus::xmessage> behind;
    if (stops_on_error_ && type_of(m) == "execute_reply" && m.content().value("status", "") == "error")
      sockets_->abort_queue([&](xeus::xmessage b) { behind.push_back(std::move(b)); }, 0);
    sockets_->send_shell(std::move(m));
    for (xeus::xmessage& b : behind)
      type_of(b) == "execute_request" ? abort(b) : void(waiting_.push_back(std::move(b)));
  }
  void abort_queue_impl(const listener&, long) override {}
  void abort(const xeus::xmessage& cell) {
    publish_state("busy", cell.header());
    sockets_->send_shell(
        {cell.identities(), header("execute_reply"), cell.header(), Json::object(), aborted, {}});
    publish_state("idle", cell.header());
  }
  Json header(const char* type) const { return xeus::make_header(type, xeus::get_user_name(), id_); }
  void publish_state(const char* state, const Json& parent) {
    publish_impl({"status", header("status"), parent, Json::object(), {{"execution_state", state}}, {}},
                 xeus::channel::SHELL);
  }
  void publish_impl(xeus::xpub_message m, xeus::channel c) override {
    const std::lock_guard lock(publishing_);
    sockets_->publish(std::move(m), c);
  }

  xeus::xcontrol_messenger& get_control_messenger_impl() override {
    return sockets_->get_control_messenger();
  }
  void send_control_impl(xeus::xmessage m) override { sockets_->send_control(std::move(m)); }
  /// Asks for input and waits for the answer. The protocol wants the word `password`; this xeus writes `pwd`.
  void send_stdin_impl(xeus::xmessage m) override {
    asked_ = m.header().value("msg_id", "");
    Json content = m.content();
    content["password"] = false, content.erase("pwd");
    sockets_->send_stdin(
        {m.identities(), m.header(), m.parent_header(), m.metadata(), std::move(content), m.buffers()});
  }
  /// Whether a message from the channel of input answers the last request, and not one whose cell was interrupted.
  /// Some clients name no request.
  bool answers_last(const xeus::xmessage& m) const {
    const std::string request = m.parent_header().value("msg_id", "");
    return request.empty() || request == asked_;
  }
  void start_impl(xeus::xpub_message m) override { sockets_->start(std::move(m)); }
  void stop_impl() override { sockets_->stop(); }
  void update_config_impl(xeus::xconfiguration& c) const override { sockets_->update_config(c); }
};

std::unique_ptr<xeus::xserver> make_server(xeus::xcontext& context, const xeus::xconfiguration& c,
                                           Json::error_handler_t e) {
  return std::make_unique<Server>(xeus::make_xserver_shell_main(context, c, e));
}

/// Blocks SIGINT in this thread and in all threads that it starts later; the watcher thread waits for this signal.
/// Installs an empty handler of SIGUSR1, so that this signal only interrupts a wait.
void take_signals() {
  sigset_t taken;
  sigemptyset(&taken), sigaddset(&taken, SIGINT);
  pthread_sigmask(SIG_BLOCK, &taken, nullptr);
  struct sigaction wake {};
  wake.sa_handler = [](int) {}, wake.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &wake, nullptr);
}

xeus::xconfiguration connection(const std::string& file) {
  try {
    return xeus::load_configuration(file);
  } catch (const std::exception&) {
    throw std::runtime_error(file + " is no connection file of Jupyter's");
  }
}

} // namespace

int serve(SessionOptions options, const std::string& connection_file) {
  take_signals();
  try {
    xeus::xkernel kernel(connection(connection_file), xeus::get_user_name(),
                         xeus::make_context<zmq::context_t>(),
                         std::make_unique<Interpreter>(std::move(options)), make_server,
                         xeus::make_in_memory_history_manager(), nullptr, xeus::make_null_debugger,
                         Json::object(), Json::error_handler_t::replace);
    try {
      kernel.start();
    } catch (const zmq::error_t&) { // end_with_parent has ended the wait: Jupyter is gone
      interpreter().leave();
    }
    std::exit(0); // without destroying the kernel, which xeus' threads still use
  } catch (const std::exception& e) {
    return std::fprintf(stderr, "nova-kernel: %s\n", e.what()), 1;
  }
}

} // namespace nova::notebook

#include "repl/kernel_json.hpp"
#include "repl/sha256.hpp"
#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <random>

namespace nova::notebook {

namespace {

using Json = nlohmann::json;

const std::string delimiter = "<IDS|MSG>";
constexpr size_t parts = 4; ///< header, parent header, metadata, content

std::string dump(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

template <class T> T get(const Json& j, const char* name, T otherwise) {
  const auto found = j.is_object() ? j.find(name) : j.end();
  if (!j.is_object() || found == j.end()) return otherwise;
  if constexpr (std::is_same_v<T, std::string>)
    return found->is_string() ? found->template get<T>() : otherwise;
  else if constexpr (std::is_same_v<T, bool>)
    return found->is_boolean() ? found->template get<T>() : otherwise;
  else
    return found->is_number_unsigned() && found->template get<uint64_t>() <= std::numeric_limits<T>::max()
               ? found->template get<T>()
               : otherwise;
}

bool same_secret(const std::string& a, const std::string& b) {
  unsigned char difference = a.size() != b.size();
  for (size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    difference |= static_cast<unsigned char>(a[k] ^ b[k]);
  return difference == 0;
}

std::string unique_id() {
  static std::random_device random;
  std::string id;
  for (int k = 0; k < 32; ++k) id += "0123456789abcdef"[random() & 15];
  return id;
}

std::string now() {
  const std::time_t t = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&t, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string status_ok(Json more) {
  more["status"] = "ok";
  return dump(more);
}

const char* kind_name(CompletionKind kind) {
  switch (kind) {
  case CompletionKind::Function: return "function";
  case CompletionKind::Constructor: return "class";
  case CompletionKind::Variable: return "instance";
  case CompletionKind::Keyword: return "keyword";
  case CompletionKind::Constant: return "instance";
  case CompletionKind::Type: return "type";
  case CompletionKind::Module: return "module";
  }
  return "";
}

} // namespace

std::optional<Connection> parse_connection(const std::string& text) {
  const Json j = Json::parse(text, nullptr, false);
  if (get<std::string>(j, "transport", "tcp") != "tcp" ||
      get<std::string>(j, "signature_scheme", "hmac-sha256") != "hmac-sha256")
    return {};
  Connection c;
  c.ip = get<std::string>(j, "ip", ""), c.key = get<std::string>(j, "key", "");
  c.shell = get<uint16_t>(j, "shell_port", 0), c.iopub = get<uint16_t>(j, "iopub_port", 0),
  c.input = get<uint16_t>(j, "stdin_port", 0);
  c.control = get<uint16_t>(j, "control_port", 0), c.heartbeat = get<uint16_t>(j, "hb_port", 0);
  return c.ip.empty() || !c.shell || !c.iopub || !c.input || !c.control || !c.heartbeat ? std::nullopt
                                                                                        : std::optional(c);
}

std::optional<Request> parse_request(const zmtp::Frames& frames, const std::string& key) {
  const auto mark = std::ranges::find(frames, delimiter);
  if (static_cast<size_t>(frames.end() - mark) < 2 + parts) return {};
  const std::span<const std::string> signed_parts(&*mark + 2, parts);
  if (!key.empty() && !same_secret(mark[1], hmac_sha256(key, signed_parts))) return {};
  const Json header = Json::parse(signed_parts[0], nullptr, false),
             content = Json::parse(signed_parts[3], nullptr, false);
  if (!header.is_object() || !content.is_object()) return {};
  Request r;
  r.route.assign(frames.begin(), mark);
  r.header = signed_parts[0], r.type = get<std::string>(header, "msg_type", "");
  r.code = get<std::string>(content, "code", "");
  r.cursor = get<uint32_t>(content, "cursor_pos", UINT32_MAX);
  r.silent = get(content, "silent", false), r.stop_on_error = get(content, "stop_on_error", true),
  r.restart = get(content, "restart", false);
  return r;
}

zmtp::Frames make_message(const zmtp::Frames& route, const std::string& type, const std::string& parent,
                          const std::string& content, const std::string& key) {
  static const std::string session = unique_id();
  const Json header = {{"msg_id", unique_id()}, {"msg_type", type}, {"session", session},
                       {"username", "nova"},    {"date", now()},    {"version", "5.3"}};
  const std::string signed_parts[parts] = {dump(header), parent.empty() ? "{}" : parent, "{}", content};
  zmtp::Frames out = route;
  out.push_back(delimiter);
  out.push_back(key.empty() ? "" : hmac_sha256(key, signed_parts));
  out.insert(out.end(), std::begin(signed_parts), std::end(signed_parts));
  return out;
}

std::string kernel_info(const std::string& version) {
  const Json language = {
      {"name", "nova"},          {"version", version},         {"mimetype", "text/x-nova"},
      {"file_extension", ".nv"}, {"pygments_lexer", "scheme"}, {"codemirror_mode", "scheme"}};
  return status_ok({{"protocol_version", "5.3"},
                    {"implementation", "nova"},
                    {"implementation_version", version},
                    {"language_info", language},
                    {"banner", "Nova " + version + ", a language for data-parallel programs"},
                    {"help_links", Json::array()}});
}
std::string state(bool busy) { return dump({{"execution_state", busy ? "busy" : "idle"}}); }
std::string code_shown(const std::string& code, uint32_t count) {
  return dump({{"code", code}, {"execution_count", count}});
}
std::string stream(bool error, const std::string& text) {
  return dump({{"name", error ? "stderr" : "stdout"}, {"text", text}});
}

namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t three = 0;
    const size_t n = std::min<size_t>(3, bytes.size() - at);
    for (size_t k = 0; k < 3; ++k) three = three << 8 | (k < n ? static_cast<unsigned char>(bytes[at + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= n ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

Json data_of(const RichResult& shown) {
  Json data = {{"text/plain", shown.text.substr(0, shown.text.find_last_not_of('\n') + 1)}};
  if (!shown.html.empty()) data["text/html"] = shown.html;
  if (!shown.svg.empty()) data["image/svg+xml"] = shown.svg;
  if (!shown.png.empty()) data["image/png"] = base64(shown.png);
  return data;
}

} // namespace

std::string result(const RichResult& shown, uint32_t count) {
  return dump({{"execution_count", count}, {"data", data_of(shown)}, {"metadata", Json::object()}});
}
std::string displayed(const RichResult& shown) {
  return dump({{"data", data_of(shown)}, {"metadata", Json::object()}});
}

namespace {

Json as_json(const std::vector<Failure>& failures) {
  Json traceback = Json::array();
  for (const Failure& f : failures) traceback.push_back(f.text);
  return {{"ename", failures[0].name}, {"evalue", failures[0].message}, {"traceback", std::move(traceback)}};
}

} // namespace

std::string failure(const std::vector<Failure>& failures) { return dump(as_json(failures)); }
std::string executed(uint32_t count, const std::vector<Failure>& failures) {
  Json j = failures.empty() ? Json{{"user_expressions", Json::object()}, {"payload", Json::array()}}
                            : as_json(failures);
  j["execution_count"] = count, j["status"] = failures.empty() ? "ok" : "error";
  return dump(j);
}
std::string aborted() { return dump({{"status", "aborted"}}); }

std::string completed(const std::vector<Completion>& all, uint32_t begin, uint32_t end) {
  Json matches = Json::array(), types = Json::array();
  for (const Completion& c : all) {
    matches.push_back(c.label);
    types.push_back({{"text", c.label},
                     {"type", kind_name(c.kind)},
                     {"signature", c.detail},
                     {"start", begin},
                     {"end", end}});
  }
  return status_ok({{"matches", std::move(matches)},
                    {"cursor_start", begin},
                    {"cursor_end", end},
                    {"metadata", {{"_jupyter_types_experimental", std::move(types)}}}});
}
std::string inspected(const std::optional<std::string>& text) {
  Json data = Json::object();
  if (text) data["text/plain"] = *text;
  return status_ok({{"found", text.has_value()}, {"data", std::move(data)}, {"metadata", Json::object()}});
}
std::string completeness(bool complete) {
  return complete ? dump({{"status", "complete"}}) : dump({{"status", "incomplete"}, {"indent", "  "}});
}
std::string shut_down(bool restart) { return status_ok({{"restart", restart}}); }
std::string no_history() { return status_ok({{"history", Json::array()}}); }
std::string no_comms() { return status_ok({{"comms", Json::object()}}); }
std::string done() { return status_ok(Json::object()); }

std::string kernel_spec(const std::string& program) {
  const Json spec = {{"argv", {program, "kernel", "{connection_file}"}},
                     {"display_name", "Nova"},
                     {"language", "nova"},
                     {"interrupt_mode", "message"}};
  return spec.dump(2) + "\n";
}

} // namespace nova::notebook

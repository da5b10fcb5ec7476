#include "repl/serve/runner.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/read/lexer.hpp"
#include "repl/protocol/bytes.hpp"
#include "repl/session/files/exchange.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <cstdio>
#include <new>

namespace nova::serve {

namespace {

constexpr const char* text_name = "request"; ///< the name of a request's texts in messages

/// A string that grows by pieces, and counts against the memory limit.
class CountedSink : public ByteSink {
 public:
  using ByteSink::write;
  void write(const void* from, uint64_t n) override {
    Watch::answer();
    charge_.grow(n), text.append(static_cast<const char*>(from), n);
  }
  std::string text;

 private:
  Charge charge_;
};

/// Returns the text so that a comment in it does not hide what follows.
std::string closed(const std::string& text) { return text.find(';') == text.npos ? text : text + "\n"; }

} // namespace

Printed::~Printed() { std::fputs(remarks_.c_str(), stderr); }

void Printed::output(std::string_view text) {
  const std::lock_guard lock(mutex_);
  charge_.grow(text.size());
  output_ += text;
}

void Printed::remark(std::string_view text) {
  constexpr size_t most = 65'536;
  const std::lock_guard lock(mutex_);
  remarks_ += text.substr(0, most - std::min(most, remarks_.size()));
}

void Printed::move_to(Reply& reply) {
  const std::lock_guard lock(mutex_);
  reply.output = std::exchange(output_, {}), reply.remarks = std::exchange(remarks_, {});
  charge_ = {};
}

Runner::Runner(SessionOptions options, pid_t client)
    : session_(printing(std::move(options))), columns_(session_.files().permissions(), client) {
  session_.reports().listener = [this](const Diagnostic& d) {
    const bool is_error = d.severity() == Severity::Error;
    (is_error ? reply_.errors : reply_.warnings).push_back(told(d, session_.frontend().sources));
  };
}

SessionOptions Runner::printing(SessionOptions o) {
  o.out = [this](std::string_view text) { printed_.output(text); };
  o.err = [this](std::string_view text) { printed_.remark(text); };
  return o;
}

Reply Runner::run(const Request& r) {
  reply_ = {}, reply_.id = r.id;
  try {
    dispatch(r);
  } catch (const std::bad_alloc&) {
    session_.reports().report({"E0601", {}, no_memory_left("the request and its reply"), {}});
  }
  printed_.move_to(reply_);
  return std::move(reply_);
}

void Runner::dispatch(const Request& r) {
  switch (r.method) {
  case Method::Eval: return eval(r);
  case Method::Define: return define(r);
  case Method::Call: return call(r);
  case Method::Why: return why(r);
  case Method::Cancel:
  case Method::Hello: return;
  }
}

void Runner::refuse(std::string why) { session_.reports().report({"E0718", {}, {std::move(why)}, {}}); }

void Runner::eval(const Request& r) { run_text(r.text, &r.result); }

void Runner::define(const Request& r) {
  if (r.arguments.empty()) return void(run_text(r.text, nullptr));
  if (!is_name(r.name)) return refuse("`" + r.name + "` is no name");
  std::vector<Bound> bound;
  const auto value = form_of(r.arguments[0], bound);
  if (value) run_text("(define " + r.name + " " + *value + ")", nullptr, bound);
}

/// Runs a call of the function. Each column is defined under a name `$1`, `$2`, .. for this form. A form that defines
/// nothing leaves nothing, so these definitions are gone afterwards.
void Runner::call(const Request& r) {
  const auto types = Exchange(session_).parameter_types(text_name, r.function);
  if (!types) return;
  std::string text = "(" + closed(r.function);
  std::vector<Bound> bound;
  for (size_t k = 0; k < r.arguments.size(); ++k) {
    const size_t bound_before = bound.size();
    const auto form = form_of(r.arguments[k], bound);
    if (!form) return;
    if (bound.size() > bound_before && !bound.back().type && k < types->size())
      bound.back().type = (*types)[k];
    text += " " + *form;
  }
  run_text(text + ")", &r.result, bound);
}

void Runner::why(const Request& r) {
  if (!r.text.empty() && !run_text(r.text, nullptr)) return;
  if (!last_) return refuse("nothing has run, of which could be told why");
  reply_.why = session_.tiers().why(*last_);
}

/// Returns the form that stands for an argument in a call. Adds a column to `bound`. If the argument is wrong, reports
/// that and returns nothing.
std::optional<std::string> Runner::form_of(const Argument& a, std::vector<Bound>& bound) {
  if (a.carrier == Carrier::Text)
    return a.literal || Exchange(session_).look_at(text_name, a.bytes, [](const Top&) {})
               ? std::optional(closed(a.bytes))
               : std::nullopt;
  std::optional<TypeId> type;
  if (!a.type.empty() && !(type = Exchange(session_).type_named(a.type))) return {};
  bound.push_back({"$" + std::to_string(bound.size() + 1), &a, type});
  return bound.back().name;
}

/// Reads the columns and defines their names. If one cannot be read, reports that and returns nothing.
std::optional<std::vector<GlobalId>> Runner::define_columns(const std::vector<Bound>& bound) {
  std::vector<GlobalId> defined;
  for (const Bound& b : bound) {
    const auto column = Exchange(session_).read([&] { return columns_.open(*b.argument, b.name); }, b.type);
    if (!column) return {};
    defined.push_back(session_.define_value(b.name, *column));
  }
  return defined;
}

/// Runs the forms of a text, up to the first that fails. Adds their values to the reply if there is a `result`, else
/// only the definitions. Returns false if a form failed.
bool Runner::run_text(const std::string& text, const Target* result, const std::vector<Bound>& bound) {
  std::optional<std::vector<GlobalId>> columns;
  const FormHooks hooks{[&](const Outcome& o) {
                          note_definitions(*o.top);
                          if (result && o.value && o.value->tag() != Tag::Unit)
                            reply_.values.push_back(show(o, *result));
                        },
                        [&](std::string_view) { return (columns = define_columns(bound)).has_value(); },
                        {}};
  last_ = session_.type_text(text_name, text);
  const bool good = session_.run_forms(*last_, hooks, OnError::Stop);
  printed_.remark(session_.what_ran());
  if (columns)
    for (const GlobalId g : *columns) Exchange(session_).forget(g);
  return good;
}

Shown Runner::show(const Outcome& o, const Target& target) {
  Frontend& f = session_.frontend();
  Shown shown{f.types.print(o.type, f.symbols),
              std::string(describe(o.made ? o.made->verdict : Verdict::Interpreted))};
  CountedSink sink;
  if (target.carrier == Carrier::Text) {
    Exchange(session_).print(o, [&](std::string_view piece) { sink.write(piece); });
    shown.text = std::move(sink.text);
    return shown;
  }
  Exchange(session_).write(sink, o);
  if (target.carrier == Carrier::Npy)
    shown.npy = protocol::base64(sink.text);
  else
    columns_.write(target, sink.text), shown.written = sink.text.size();
  return shown;
}

void Runner::note_definitions(const CoreTop& top) {
  for (const GlobalId g : top.globals)
    if (session_.names().is_own(g))
      reply_.defined.push_back(
          {std::string(session_.names().name_of(g)), print_scheme(session_.frontend(), g)});
}

} // namespace nova::serve

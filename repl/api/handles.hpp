// What the handles of nova.h are: a session shared by its values and functions, and entries into it.
#pragma once
#include "repl/api/nova.h"
#include "repl/session/callable.hpp"
#include "repl/session/status.hpp"
#include "repl/session/told.hpp"
#include "runtime/cell_heap.hpp"
#include <mutex>
#include <thread>

namespace nova::api {

/// A failed call of the library, as diagnostics. Thrown inside of the library only (returning).
struct Failure {
  std::vector<Told> told;
};
/// Throws the error of a call whose arguments are wrong (E0718).
[[noreturn]] void refuse(std::string why);
/// Returns the handle's object, or fails if the handle is NULL.
template <class T> T& given(T* handle) {
  if (!handle) refuse("a handle is NULL");
  return *handle;
}

/// What the options of a session call.
struct Host {
  void (*output)(void*, const char*, size_t) = nullptr;
  void (*warn)(void*, const nova_error*) = nullptr;
  int (*poll)(void*) = nullptr;
  void* context = nullptr;
};

/// A session, its lock, and what the running call has reported. Values and functions share it, so that it lives as long as
/// they do. One thread at a time is inside (Entry).
class Shared {
 public:
  Shared(SessionOptions options, const Host& host);
  ~Shared();
  Shared(const Shared&) = delete;

  /// Ends the running call with E0603. Any thread may call it.
  void cancel();
  /// Returns what the running call does, and how long it runs; nothing if none runs. Any thread may call it.
  std::optional<std::string> activity(double& seconds);
  /// Releases a value, or has the next entry release it if a thread is inside.
  void release(Value value);

 private:
  friend class Entry;
  friend class Run;
  SessionOptions calling(SessionOptions o);
  bool must_stop();
  void before();
  void release_late();
  std::unique_lock<std::mutex> enter();
  std::unique_lock<std::mutex> revived();
  void survive_fork();
  bool is_of_parent() const;

  std::atomic<pid_t> process_;    ///< in which the session's threads are
  std::atomic<pid_t> reviver_{0}; ///< the process of which a thread gives the session new ones; 0: none
  const Host host_;
  CellHeap heap_;
  std::unique_ptr<Session> session_;
  std::mutex inside_;
  std::atomic<std::thread::id> owner_{};
  std::vector<Told> errors_; ///< the errors of the running call
  std::chrono::steady_clock::time_point polled_{};
  std::mutex small_; ///< guards what stands below
  bool runs_ = false;
  std::chrono::steady_clock::time_point began_{}; ///< when the running call began
  std::optional<Activity> before_;                ///< what was done at its first poll
  std::vector<Value> late_;                       ///< values that were released while a thread was inside
};
using SharedRef = std::shared_ptr<Shared>;

/// While it exists, what this thread gives back to the host waits until the outermost one ends. A function of the host
/// may then use a session that the thread was in.
class GivingBack {
 public:
  GivingBack();
  ~GivingBack();
  GivingBack(const GivingBack&) = delete;
  /// Calls the host's function, now or at the end of the outermost one.
  static void give_back(void (*release)(void*), void* context) noexcept;

 private:
  static thread_local GivingBack* innermost_;
  GivingBack* const outer_;
  std::vector<std::pair<void (*)(void*), void*>> late_;
};

/// A thread's way into a session. It waits until the thread before it has left. Fails if that is this thread, which runs
/// a function of the host, or if the session is a process' before a fork and cannot be used after it.
class Entry {
 public:
  explicit Entry(Shared& shared);
  ~Entry();
  Entry(const Entry&) = delete;
  Session* operator->() { return shared_.session_.get(); }
  Session& operator*() { return *shared_.session_; }

 protected:
  Shared& shared_;

 private:
  const GivingBack giving_back_; // first, so that it ends last
  const std::unique_lock<std::mutex> lock_;
  const CellHeap::Use heap_;
};

/// An entry in which a program may run, which can be cancelled.
class Run : public Entry {
 public:
  explicit Run(Shared& shared);
  ~Run();
  /// Throws what was reported, if an error was.
  void check();
  /// Throws what was reported; `why` if that is nothing.
  [[noreturn]] void fail(std::string why);
};

/// Makes a list of errors of what was told, which the caller frees.
nova_error* errors_of(std::vector<Told> told);
/// Calls f and returns its result. If it fails, stores the error at `error`, unless that is null, and returns the zero of
/// the result's type.
template <class F> auto returning(nova_error** error, F f) -> decltype(f());

/// Returns a copy for nova_text_free.
char* text_copy(std::string_view text);

} // namespace nova::api

struct nova_session {
  nova::api::SharedRef shared;
};

/// A value with its type, which handles share. What other threads read stands here, so that they need no entry.
struct nova_value {
  nova::api::SharedRef shared;
  nova::Outcome outcome;
  mutable std::atomic<uint32_t> handles = 1;
  mutable std::vector<int64_t> offsets{}; ///< of rows that do not begin at 0 (nova_offsets)
  nova_value(nova::api::SharedRef s, nova::Outcome o) : shared(std::move(s)), outcome(std::move(o)) {}
  ~nova_value() { shared->release(std::move(*outcome.value)); }
  nova_value(const nova_value&) = delete;
  const nova::Value& value() const { return *outcome.value; }
};

struct nova_function {
  nova::api::SharedRef shared;
  std::unique_ptr<nova::Callable> callable;
};

struct nova_error {
  nova::Told told;
  nova_error* next = nullptr;
};

namespace nova::api {

Failure failure_of_exception();

template <class F> auto returning(nova_error** error, F f) -> decltype(f()) {
  std::vector<Told> told;
  try {
    return f();
  } catch (Failure& failure) {
    told = std::move(failure.told);
  } catch (...) {
    told = failure_of_exception().told;
  }
  if (error) *error = errors_of(std::move(told));
  return {};
}

/// Returns a handle of a value of the session.
inline nova_value* handle(const SharedRef& shared, Outcome o) { return new nova_value(shared, std::move(o)); }
inline Element element_of(nova_kind kind) { return static_cast<Element>(kind); }
inline bool is_element(nova_kind kind) { return kind >= NOVA_INT64 && kind <= NOVA_UNIT; }
/// A type as a number that is not 0.
inline nova_type type_handle(TypeId t) { return static_cast<nova_type>(t) + 1; }
nova_kind kind_of(Types& types, TypeId t);
/// Returns the type of field k of a tuple or of the only constructor of a sum.
TypeId part_of(Types& types, TypeId t, size_t k);
/// Returns the record or sum type of a type, or of the elements of a vector type; null if there is none.
const SumType* sum_of(const Types& types, TypeId t);
/// Returns the name of field k of a record type, or of the elements of a vector type; null if there is none.
const char* field_name(const Frontend& f, TypeId t, size_t k);
/// Returns a column with the array's elements alone: the array's own, or a copy.
ColumnRef whole_column(const Array& a);
/// Returns the type of a handle, or fails if there is none.
TypeId type_of_handle(Session& session, nova_type type);

} // namespace nova::api

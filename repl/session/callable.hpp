// A function that another program calls with values, again and again.
//
// The function gets a name of the session's own, `$f1`, so that it means the same at each call. A polymorphic function
// becomes a concrete one at each list of argument types with which it is called. So only the first call at some types
// reads, checks and links text, and further calls leave nothing.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

class Callable {
 public:
  /// Returns the function from a CUDA kernel's arguments to the geometry of its launch: a tuple of the results' lengths,
  /// the threads, the block, and the bytes of shared memory. If that fails, reports the error and returns nothing.
  static std::optional<Outcome> geometry_of(Session& session, GlobalId kernel);
  /// Evaluates an expression whose value is a function. `name` is the name of the text in messages. If there is no
  /// such function, reports an error and returns null.
  static std::unique_ptr<Callable> of_text(Session& session, const std::string& name, std::string text);
  /// Makes a function value of an earlier form callable. If it is no function, reports an error and returns null.
  static std::unique_ptr<Callable> of_value(Session& session, const Outcome& function);

  /// Returns the function's type; nothing if it is polymorphic.
  std::optional<TypeId> type() const;
  std::string type_text() const;
  /// Calls the function; with fewer arguments than it takes, the value is a partial application. If it fails, reports
  /// the error and returns nothing.
  std::optional<Outcome> call(std::span<const Outcome> arguments);
  /// Returns the text of `:why` about the last call.
  std::string why() const;

 private:
  Callable(Session& session, GlobalId definition, std::string name)
      : session_(session), definition_(definition), name_(std::move(name)) {}
  /// The function at some types of its arguments.
  struct Instance {
    std::vector<TypeId> types;
    Value function;
    TypeId result{};
    MadeRef made;
    Span at;
  };
  static void keep_texts(Session& session);
  Instance* instance(std::span<const Outcome> arguments);
  std::optional<Instance> make(std::span<const Outcome> arguments);
  std::string form(std::span<const Outcome> arguments) const;
  bool takes(std::span<const Outcome> arguments) const;
  bool accepts(std::span<const Outcome> arguments, const std::string& form) const;
  bool refuse(std::string why, std::vector<Note> notes = {}) const;

  Session& session_;
  const GlobalId definition_;
  const std::string name_; ///< the name of the definition
  std::vector<Instance> instances_;
  MadeRef last_; ///< the provenance of the last call's value
};

} // namespace nova

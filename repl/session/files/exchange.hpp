// Values and types that go between a session and other programs, which have arrays in .npy form.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

class ByteSink;   // runtime/io/bytes.hpp
class ByteSource; // runtime/io/bytes.hpp

class Exchange {
 public:
  explicit Exchange(Session& session) : session_(session) {}

  /// Expands one expression and calls `look` with it. It does not run, and nothing of it stays. If there are errors,
  /// reports them and returns false. `name` is the name of the text in messages.
  bool look_at(const std::string& name, const std::string& text, const std::function<void(const Top&)>& look);
  /// Returns the concrete type that `text` writes. If there is none, reports an error and returns nothing.
  std::optional<TypeId> type_named(const std::string& text);
  /// Returns the types of a function's parameters. A type is empty unless it is concrete and a .npy file can hold it.
  /// Only the name of a definition has such types. If `function` is not one correct expression, reports that and
  /// returns nothing. `name` is as in look_at.
  std::optional<std::vector<std::optional<TypeId>>> parameter_types(const std::string& name,
                                                                    const std::string& function);

  /// Ends the last text typed, which leaves what it has defined. What comes next stays.
  void end_text();
  /// Keeps the last text typed, since functions made by it may still be called.
  void keep_functions();
  /// Returns the layout in which a vector stores elements of a concrete type.
  const Layout* layout(TypeId element);
  Layouts& layouts();

  /// Opens the bytes of a .npy file. May fail with a Fault.
  using Open = std::function<std::unique_ptr<ByteSource>()>;
  /// Reads the array of a .npy file as a value of this type, else of the type that read_npy_value chooses. If that
  /// fails, reports an error and returns nothing.
  std::optional<Outcome> read(const Open& open, std::optional<TypeId> type);
  /// Writes a value as the bytes of a .npy file. Fails as write_npy_value does.
  void write(ByteSink& sink, const Outcome& o);
  /// Calls `out` with consecutive pieces of a value's text, so that limits can end the printing.
  void print(const Outcome& o, const std::function<void(std::string_view)>& out);
  /// Drops the value of a definition that Session::define_value made and that no form will use again.
  void forget(GlobalId g);

 private:
  Session& session_;
};

} // namespace nova

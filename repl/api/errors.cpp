// Errors of the library, and how a host reads them.
#include "repl/api/handles.hpp"
#include "runtime/fault.hpp"
#include <cstring>
#include <new>

namespace nova::api {

void refuse(std::string why) {
  static const Sources none;
  throw Failure{{told({"E0718", {}, {std::move(why)}, {}}, none)}};
}

/// Returns what the exception that is being handled tells.
Failure failure_of_exception() {
  static const Sources none;
  try {
    throw;
  } catch (const Fault& f) {
    return {{told({f.code, {}, f.args, {}}, none)}};
  } catch (const std::bad_alloc&) {
    return {{told({"E0601", {}, no_memory_left("the call and its result"), {}}, none)}};
  } catch (const std::exception& e) {
    return {{told({"E0718", {}, {e.what()}, {}}, none)}};
  }
}

nova_error* errors_of(std::vector<Told> told) {
  nova_error* first = nullptr;
  for (size_t k = told.size(); k-- > 0;) first = new nova_error{std::move(told[k]), first};
  return first;
}

char* text_copy(std::string_view text) {
  char* const copy = new char[text.size() + 1];
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = 0;
  return copy;
}

} // namespace nova::api

void nova_text_free(char* text) { delete[] text; }

void nova_error_free(nova_error* error) {
  while (error) delete std::exchange(error, error->next);
}

const nova_error* nova_error_next(const nova_error* error) { return error->next; }
const char* nova_error_code(const nova_error* error) { return error->told.code.c_str(); }
const char* nova_error_message(const nova_error* error) { return error->told.message.c_str(); }
const char* nova_error_text(const nova_error* error) { return error->told.text.c_str(); }

int nova_error_place(const nova_error* error, nova_place* place) {
  const auto& at = error->told.place;
  if (!at) return 0;
  *place = {at->file.c_str(), at->begin.line, at->begin.column, at->end.line, at->end.column};
  return 1;
}

const char* nova_error_note(const nova_error* error, size_t k) {
  return k < error->told.notes.size() ? error->told.notes[k].c_str() : nullptr;
}
const char* nova_error_help(const nova_error* error, size_t k) {
  return k < error->told.hints.size() ? error->told.hints[k].c_str() : nullptr;
}

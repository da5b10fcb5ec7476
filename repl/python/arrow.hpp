// Arrow's C data and C stream interfaces (https://arrow.apache.org/docs/format/CDataInterface.html), by which libraries lend
// each other columns. The three structures are the specification's.
#pragma once
#include "repl/python/arrays.hpp"

extern "C" {
struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  ArrowSchema **children, *dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void** buffers;
  ArrowArray **children, *dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace nova::python::arrow {

constexpr const char *schema_name = "arrow_schema", *array_name = "arrow_array",
                     *stream_name = "arrow_array_stream";
constexpr int64_t nullable = 2; ///< a schema's flag, which fields have unless their makers say otherwise

/// Nova's kind and Arrow's letter of a number type.
struct LetterRow {
  nova_kind kind;
  char letter;
};
inline constexpr LetterRow letters[] = {{NOVA_INT64, 'l'},  {NOVA_INT32, 'i'},  {NOVA_INT16, 's'},
                                        {NOVA_INT8, 'c'},   {NOVA_UINT64, 'L'}, {NOVA_UINT32, 'I'},
                                        {NOVA_UINT16, 'S'}, {NOVA_UINT8, 'C'},  {NOVA_FLOAT, 'f'},
                                        {NOVA_DOUBLE, 'g'}, {NOVA_HALF, 'e'},   {NOVA_CHAR, 'C'}};

inline bool bit(const void* bits, int64_t k) {
  return static_cast<const uint8_t*>(bits)[k / 8] >> (k % 8) & 1;
}
inline bool is_null(const ArrowArray& a, int64_t k) {
  return a.n_buffers > 0 && a.buffers[0] && a.null_count != 0 && !bit(a.buffers[0], k);
}

/// Returns the field's name, which a lender may leave out.
inline std::string name_of(const ArrowSchema& field) { return field.name ? field.name : ""; }

/// Some elements of an array, which begin at place `begin` of its buffers.
struct Span {
  const ArrowArray* array;
  int64_t begin, count;
};

/// A column in pieces, of one type.
struct Column {
  const ArrowSchema* schema = nullptr;
  std::vector<Span> spans{};
  Owner owner{};               ///< keeps the memory of all buffers
  std::string what{};          ///< its name in messages
  std::string library{};       ///< the package of its type in Python, such as polars
  bool may_have_nulls = false; ///< whether the caller knows what to do with them
  std::string_view format() const { return schema->format; }
  int64_t count() const {
    int64_t n = 0;
    for (const Span& s : spans) n += s.count;
    return n;
  }
};

/// Refuses the column. `write` says what to write in its place.
[[noreturn]] void refuse(const Column& c, const Type* wanted, const std::string& write);
/// Refuses the column if it has nulls and nobody expects them.
void refuse_nulls(const Column& c, const std::string& write);
/// Whether the column's elements are texts, as such or by numbers in a dictionary.
bool has_texts(const Column& c);
/// Makes a vector of strings.
Handle<nova_value> convert_texts(SessionObject* s, const Column& c);
/// Makes a vector of what the column has.
Handle<nova_value> convert_column(SessionObject* s, const Column& c, const Type* wanted);

} // namespace nova::python::arrow

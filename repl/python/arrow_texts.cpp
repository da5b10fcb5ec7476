// Vectors of strings of Arrow's columns: with offsets of 32 or 64 bits, as views, or by numbers in a dictionary.
#include "repl/python/arrow.hpp"

namespace nova::python::arrow {
namespace {

bool is_text(std::string_view format) {
  for (const char* each : {"u", "U", "z", "Z", "vu", "vz"})
    if (format == each) return true;
  return false;
}

int64_t offset_at(const void* offsets, bool are_long, int64_t k) {
  return are_long ? static_cast<const int64_t*>(offsets)[k] : static_cast<const int32_t*>(offsets)[k];
}

[[noreturn]] void refuse_place(const Column& c) {
  raise(PyExc_ValueError,
        "a text of " + c.what + " is outside of its buffers: x.validate(full=True) tells where");
}

/// Returns the text of a view: at most 12 bytes stand in it, others in the buffer that it names. The last buffer has the
/// others' sizes.
std::string_view view_at(const Column& c, const ArrowArray& a, int64_t k) {
  struct View {
    int32_t length;
    char begin[4];
    int32_t buffer, offset;
  };
  const auto* const view = static_cast<const View*>(a.buffers[1]) + k;
  const int32_t n = view->length;
  if (n < 0) refuse_place(c);
  if (n <= 12) return {view->begin, static_cast<size_t>(n)};
  const auto* const sizes = static_cast<const int64_t*>(a.buffers[a.n_buffers - 1]);
  if (view->buffer < 0 || view->buffer >= a.n_buffers - 3 || view->offset < 0 ||
      n > sizes[view->buffer] - view->offset)
    refuse_place(c);
  return {static_cast<const char*>(a.buffers[2 + view->buffer]) + view->offset, static_cast<size_t>(n)};
}

std::string_view plain_at(const Column& c, std::string_view format, const ArrowArray& a, int64_t k) {
  if (format.size() == 2) return view_at(c, a, k);
  const bool are_long = format == "U" || format == "Z";
  const int64_t from = offset_at(a.buffers[1], are_long, k), to = offset_at(a.buffers[1], are_long, k + 1);
  if (from < 0 || to < from || to > offset_at(a.buffers[1], are_long, a.offset + a.length)) refuse_place(c);
  return {static_cast<const char*>(a.buffers[2]) + from, static_cast<size_t>(to - from)};
}

/// Returns number k of the numbers of a dictionary array.
int64_t number_at(char letter, const void* numbers, int64_t k) {
  switch (letter) {
  case 'c': return static_cast<const int8_t*>(numbers)[k];
  case 'C': return static_cast<const uint8_t*>(numbers)[k];
  case 's': return static_cast<const int16_t*>(numbers)[k];
  case 'S': return static_cast<const uint16_t*>(numbers)[k];
  case 'i': return static_cast<const int32_t*>(numbers)[k];
  case 'I': return static_cast<const uint32_t*>(numbers)[k];
  default: return static_cast<const int64_t*>(numbers)[k];
  }
}

/// Returns the text at a place; an empty one for a null.
std::string_view text_at(const Column& c, const ArrowArray& a, int64_t k) {
  if (is_null(a, k)) return {};
  if (!c.schema->dictionary) return plain_at(c, c.format(), a, k);
  const ArrowArray& texts = *a.dictionary;
  const int64_t number = number_at(c.format()[0], a.buffers[1], k);
  if (number < 0 || number >= texts.length)
    raise(PyExc_ValueError, c.what + " has the number " + std::to_string(number) +
                                " outside of its dictionary of " + std::to_string(texts.length) +
                                " texts: x.validate(full=True) tells where");
  const int64_t at = texts.offset + number;
  return is_null(texts, at) ? std::string_view() : plain_at(c, c.schema->dictionary->format, texts, at);
}

bool may_have_nulls(const ArrowArray& a) { return a.null_count != 0 && a.buffers[0]; }

/// A dictionary may have a null of its own, to which numbers that are no nulls lead.
void refuse_null_in_dictionary(const Column& c) {
  for (const Span& s : c.spans) {
    const ArrowArray* const texts = s.array->dictionary;
    for (int64_t k = 0; texts && may_have_nulls(*texts) && k < texts->length; ++k)
      if (is_null(*texts, texts->offset + k))
        raise(PyExc_TypeError, c.what + " has a null in its dictionary: write x.dictionary_decode()");
  }
}

/// Makes strings of a piece with offsets, whose bytes are not copied.
Handle<nova_value> lent(SessionObject* s, const Column& c) {
  const Span& piece = c.spans[0];
  const bool are_long = c.format() == "U" || c.format() == "Z";
  const void* const places = piece.array->buffers[1];
  const int64_t first = offset_at(places, are_long, piece.begin);
  if (first < 0 || first > offset_at(places, are_long, piece.begin + piece.count)) refuse_place(c);
  std::vector<int64_t> offsets;
  for (int64_t k = 0; k <= piece.count; ++k)
    offsets.push_back(offset_at(places, are_long, piece.begin + k) - first);
  const char* const bytes = static_cast<const char*>(piece.array->buffers[2]);
  return rows_of(s,
                 vector_of(s, {NOVA_CHAR, bytes ? bytes + first : nullptr, {offsets.back()}, c.owner}).get(),
                 offsets);
}

Handle<nova_value> copied(SessionObject* s, const Column& c) {
  const auto bytes = std::make_shared<std::string>();
  std::vector<int64_t> offsets{0};
  for (const Span& piece : c.spans)
    for (int64_t k = 0; k < piece.count; ++k) {
      *bytes += text_at(c, *piece.array, piece.begin + k);
      offsets.push_back(static_cast<int64_t>(bytes->size()));
    }
  return rows_of(s, vector_of(s, {NOVA_CHAR, bytes->data(), {offsets.back()}, bytes}).get(), offsets);
}

} // namespace

bool has_texts(const Column& c) {
  return is_text(c.schema->dictionary ? c.schema->dictionary->format : c.format());
}

Handle<nova_value> convert_texts(SessionObject* s, const Column& c) {
  refuse_nulls(c, "write x.fill_null('')");
  refuse_null_in_dictionary(c);
  const bool are_in_one = c.spans.size() == 1 && c.spans[0].count > 0;
  const bool have_offsets = !c.schema->dictionary && c.format().size() == 1;
  return are_in_one && have_offsets && !may_have_nulls(*c.spans[0].array) ? lent(s, c) : copied(s, c);
}

} // namespace nova::python::arrow

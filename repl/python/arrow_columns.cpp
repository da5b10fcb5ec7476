// Vectors of Arrow's columns: numbers, bools, lists, structs. A column in one piece is not copied, if it has no nulls.
#include "repl/python/arrow.hpp"
#include "repl/python/values_out.hpp"
#include <charconv>
#include <optional>

namespace nova::python::arrow {
namespace {

const LetterRow* row_of(std::string_view format) {
  for (const LetterRow& r : letters)
    if (format.size() == 1 && format[0] == r.letter) return &r;
  return nullptr;
}

/// Returns Arrow's name of a type.
std::string type_text(const ArrowSchema& schema) {
  const std::string_view f = schema.format;
  if (schema.dictionary) return "dictionary of " + type_text(*schema.dictionary);
  if (const LetterRow* const row = row_of(f)) return numpy_name(row->kind);
  constexpr std::pair<std::string_view, const char*> names[] = {
      {"n", "null"},    {"b", "bool"},   {"u", "string"},     {"U", "large_string"}, {"vu", "string_view"},
      {"z", "binary"},  {"Z", "binary"}, {"vz", "binary"},    {"w:", "binary"},      {"d:", "decimal"},
      {"td", "date"},   {"tt", "time"},  {"ts", "timestamp"}, {"tD", "duration"},    {"ti", "interval"},
      {"+l", "list"},   {"+L", "list"},  {"+w", "list"},      {"+vl", "list_view"},  {"+vL", "list_view"},
      {"+s", "struct"}, {"+m", "map"},   {"+u", "union"},     {"+r", "run_end"}};
  for (const auto& [begin, name] : names)
    if (f.starts_with(begin)) return name;
  return std::string(f);
}

/// Returns the place in the column of its first null; nothing if there is none.
std::optional<int64_t> first_null(const Column& c) {
  int64_t before = 0;
  for (const Span& s : c.spans) {
    for (int64_t k = 0; s.array->null_count != 0 && k < s.count; ++k)
      if (is_null(*s.array, s.begin + k)) return before + k;
    before += s.count;
  }
  return {};
}

/// What to write in place of numbers of the type that is wanted, but not of its dimensions.
std::string reshaped(const Type& wanted, const Type& element) {
  return wanted.rank > 1 ? "write numpy.asarray(x).reshape(...)"
                         : "declare the parameter as vector " + element.text;
}

/// What to write in place of numbers of another type.
std::string cast_to(const Column& c, const Type* wanted) {
  const Type* const element = innermost(wanted);
  std::string to = element ? numpy_name(element->kind) : "";
  if (to.empty()) return "";
  const LetterRow* const row = row_of(c.format());
  if (row && row->kind == element->kind) return reshaped(*wanted, *element);
  if (row && row->kind == NOVA_UINT8 && element->kind == NOVA_CHAR) return "write numpy.asarray(x).tobytes()";
  if (c.library != "polars") return "write x.cast('" + to + "')";
  const size_t capitals = to.starts_with("uint") ? 2 : 1;
  for (size_t k = 0; k < capitals; ++k) to[k] = static_cast<char>(to[k] - 'a' + 'A');
  return "write x.cast(pl." + (to == "Bool" ? "Boolean" : to) + ")";
}

/// Fails if the column is no vector of what is wanted.
void check_kind(const Column& c, const Type* wanted, nova_kind kind) {
  if (!wanted || wanted->is_vector_of(kind)) return;
  refuse(c, wanted, cast_to(c, wanted));
}

constexpr uint64_t nan_bits(nova_kind kind) {
  return kind == NOVA_DOUBLE ? 0x7ff8000000000000 : kind == NOVA_FLOAT ? 0x7fc00000 : 0x7e00;
}
bool is_floating(nova_kind kind) { return kind == NOVA_DOUBLE || kind == NOVA_FLOAT || kind == NOVA_HALF; }

/// Copies a column's numbers, with NaN or 0 for nulls.
Elements copied_numbers(const Column& c, const ElementRow& row) {
  const auto size = static_cast<size_t>(row.size);
  const uint64_t missing = is_floating(row.kind) ? nan_bits(row.kind) : 0;
  const std::shared_ptr<uint8_t[]> all = memory(static_cast<size_t>(c.count()) * size);
  uint8_t* to = all.get();
  for (const Span& piece : c.spans) {
    const auto n = static_cast<size_t>(piece.count);
    if (n == 0) continue;
    std::memcpy(
        to, static_cast<const uint8_t*>(piece.array->buffers[1]) + static_cast<size_t>(piece.begin) * size,
        n * size);
    for (size_t k = 0; piece.array->null_count != 0 && k < n; ++k)
      if (is_null(*piece.array, piece.begin + static_cast<int64_t>(k)))
        std::memcpy(to + k * size, &missing, size);
    to += n * size;
  }
  return {row.kind, all.get(), {c.count()}, all};
}

Elements numbers(const Column& c, const Type* wanted) {
  const ElementRow& row = *python::row_of(row_of(c.format())->kind);
  check_kind(c, wanted, row.kind);
  if (!is_floating(row.kind))
    refuse_nulls(c, "write x.fill_null(0), or declare the elements as (Maybe " + std::string(row.nova) + ")");
  if (c.spans.size() != 1 || first_null(c)) return copied_numbers(c, row);
  const Span& piece = c.spans[0];
  const auto* const bytes = static_cast<const uint8_t*>(piece.array->buffers[1]);
  return {row.kind, bytes ? bytes + piece.begin * row.size : nullptr, {piece.count}, c.owner};
}

/// Copies a column's bits, one to a byte.
Elements bools(const Column& c, const Type* wanted) {
  check_kind(c, wanted, NOVA_BOOL);
  refuse_nulls(c, "write x.fill_null(False), or declare the elements as (Maybe bool)");
  const std::shared_ptr<uint8_t[]> all = memory(static_cast<size_t>(c.count()));
  uint8_t* to = all.get();
  for (const Span& piece : c.spans)
    for (int64_t k = piece.begin; k < piece.begin + piece.count; ++k)
      *to++ = !is_null(*piece.array, k) && bit(piece.array->buffers[1], k);
  return {NOVA_BOOL, all.get(), {c.count()}, all};
}

bool has_elements(const Column& c) {
  return !c.schema->dictionary && (c.format() == "b" || row_of(c.format()));
}

/// Returns the column's numbers or bools.
Elements elements_of(const Column& c, const Type* wanted) {
  return c.format() == "b" ? bools(c, wanted) : numbers(c, wanted);
}

/// Returns a child of all pieces. `places` gives the elements that belong to a piece.
template <class F> Column child_of(const Column& c, size_t child, const std::string& what, F places) {
  Column made{c.schema->children[child], {}, c.owner, what, c.library};
  for (const Span& piece : c.spans) {
    if (static_cast<int64_t>(child) >= piece.array->n_children)
      raise(PyExc_ValueError, c.what + " has a piece with fewer fields than its schema");
    const ArrowArray* const of_piece = piece.array->children[child];
    const auto [begin, count] = places(piece);
    if (count < 0 || (count > 0 && (begin < 0 || count > of_piece->length - begin)))
      raise(PyExc_ValueError,
            c.what + " has rows outside of its elements: x.validate(full=True) tells where");
    if (count > 0) made.spans.push_back({of_piece, of_piece->offset + begin, count});
  }
  return made;
}

int64_t list_offset(const Column& c, const Span& piece, int64_t k) {
  if (c.format() == "+L") return static_cast<const int64_t*>(piece.array->buffers[1])[piece.begin + k];
  return static_cast<const int32_t*>(piece.array->buffers[1])[piece.begin + k];
}

/// What to write in place of rows.
std::string rows_advice(const Column& c, const Type& wanted) {
  const bool is_polars = c.library == "polars";
  if (wanted.rank > 1)
    return is_polars ? "write numpy.array(x.to_list())" : "write numpy.array(x.to_pylist())";
  return std::string(is_polars ? "write x.explode()" : "write x.flatten()") +
         ", or declare the parameter as vector vector " + innermost(&wanted)->text;
}

std::string without_nulls(const Column& c) {
  return c.library == "polars" ? "write x.drop_nulls()" : "write x.drop_null()";
}

/// Returns the type of the rows' elements as a vector, if something is wanted.
const Type* rows_wanted(const Column& c, const Type* wanted) {
  if (!wanted) return nullptr;
  if (wanted->rank != 1 || wanted->parts[0].kind != NOVA_VECTOR || wanted->parts[0].rank != 1)
    refuse(c, wanted, rows_advice(c, *wanted));
  return &wanted->parts[0];
}

/// Makes a vector of vectors of lists of any lengths.
Handle<nova_value> lists(SessionObject* s, const Column& c, const Type* wanted) {
  const Type* const row = rows_wanted(c, wanted);
  refuse_nulls(c, "write x.fill_null([])");
  std::vector<int64_t> offsets{0};
  const Column flat = child_of(c, 0, "a row of " + c.what, [&](const Span& piece) {
    const int64_t before = offsets.back(), first = piece.count > 0 ? list_offset(c, piece, 0) : 0;
    for (int64_t k = 1; k <= piece.count; ++k) offsets.push_back(before + list_offset(c, piece, k) - first);
    return std::pair(first, offsets.back() - before);
  });
  return rows_of(s, convert_column(s, flat, row).get(), offsets);
}

/// Makes a vector#2 or a vector of vectors of lists of one length.
Handle<nova_value> equal_lists(SessionObject* s, const Column& c, const Type* wanted) {
  refuse_nulls(c, without_nulls(c));
  int32_t width = 0;
  const std::string_view digits = c.format().substr(3);
  std::from_chars(digits.data(), digits.data() + digits.size(), width);
  const Column flat = child_of(c, 0, "a row of " + c.what, [&](const Span& piece) {
    return std::pair(piece.begin * width, piece.count * width);
  });
  const bool is_grid = wanted && wanted->rank == 2 && wanted->parts[0].kind < NOVA_UNIT;
  if (is_grid) {
    Type of_flat = *wanted;
    of_flat.rank = 1;
    if (!has_elements(flat)) refuse(flat, &of_flat, "");
    Elements all = elements_of(flat, &of_flat);
    all.shape = {c.count(), width};
    return vector_of(s, all);
  }
  std::vector<int64_t> offsets{0};
  for (int64_t k = 0; k < c.count(); ++k) offsets.push_back(offsets.back() + width);
  return rows_of(s, convert_column(s, flat, rows_wanted(c, wanted)).get(), offsets);
}

/// Returns the number of the struct's field of a name, or of a place where fields have no names.
size_t field_of(const Column& c, const Type& element, size_t k) {
  const auto n = static_cast<size_t>(c.schema->n_children);
  if (element.names.empty()) {
    if (n == element.parts.size()) return k;
    raise(PyExc_TypeError, c.what + " has to be a Nova vector " + element.text + ", but is an array of " +
                               std::to_string(n) + " fields");
  }
  for (size_t field = 0; field < n; ++field)
    if (element.names[k] == name_of(*c.schema->children[field])) return field;
  raise(PyExc_TypeError, c.what + " has no `" + element.names[k] + "`, which " + element.text + " has");
}

Type vector_type(const Type& element) {
  Type t;
  t.kind = NOVA_VECTOR, t.rank = 1, t.parts = {element}, t.text = "vector " + element.text;
  return t;
}

std::string nova_name(const ArrowSchema& field) {
  const LetterRow* const row = row_of(field.format);
  return std::string_view(field.format) == "b" ? "bool"
         : row                                 ? python::row_of(row->kind)->nova
                                               : "vector char";
}

/// What to write to get a struct's fields: the definition of a record.
std::string record_of(const Column& c) {
  std::string fields;
  for (int64_t k = 0; k < c.schema->n_children; ++k)
    fields += " (" + name_of(*c.schema->children[k]) + " : " + nova_name(*c.schema->children[k]) + ")";
  return "write session(\"(define-record Row" + fields + ")\"), then session.value(x, 'vector Row')";
}

Handle<nova_value> structs(SessionObject* s, const Column& c, const Type* wanted) {
  const bool has_fields = wanted && wanted->rank == 1 &&
                          (wanted->parts[0].kind == NOVA_TUPLE ||
                           (wanted->parts[0].kind == NOVA_SUM && !wanted->parts[0].is_maybe()));
  refuse_nulls(c, without_nulls(c));
  const auto child = [&](size_t field, const std::string& what) {
    return child_of(c, field, what, [](const Span& p) { return std::pair(p.begin, p.count); });
  };
  if (!has_fields && wanted && c.schema->n_children == 1)
    return convert_column(s, child(0, "`" + name_of(*c.schema->children[0]) + "` of " + c.what), wanted);
  if (!has_fields) refuse(c, wanted, record_of(c));
  const Type& element = wanted->parts[0];
  std::vector<Handle<nova_value>> columns;
  for (size_t k = 0; k < element.parts.size(); ++k) {
    const size_t field = field_of(c, element, k);
    const Type type = vector_type(element.parts[k]);
    const std::string what = "`" + name_of(*c.schema->children[field]) + "` of " + c.what;
    columns.push_back(convert_column(s, child(field, what), &type));
  }
  return zip_of(s, element, columns);
}

/// Makes a vector of (Maybe t): the values, and which of them there are, are joined by a function of Nova. It calls
/// no function by name, since the session may have another one of that name.
Handle<nova_value> maybes(SessionObject* s, Column c, const Type& wanted) {
  const Type type = vector_type(maybe_of(s->session, wanted.parts[0]));
  c.may_have_nulls = true;
  const Handle<nova_value> values = convert_column(s, c, &type);
  const std::shared_ptr<uint8_t[]> valid = memory(static_cast<size_t>(c.count()));
  uint8_t* to = valid.get();
  for (const Span& piece : c.spans)
    for (int64_t k = piece.begin; k < piece.begin + piece.count; ++k) *to++ = !is_null(*piece.array, k);
  const Handle<nova_value> present = vector_of(s, {NOVA_BOOL, valid.get(), {c.count()}, valid});
  nova_value* const both[] = {values.get(), present.get()};
  const std::string pair = "(" + type.parts[0].text + ", bool)";
  const std::string text =
      "(lambda (v : vector " + pair + ") [(if is-there (Some x) (None)) | (x, is-there) <- v])";
  Handle<nova_value> made(without_gil([&](nova_error** e) -> nova_value* {
    const nova_type element = nova_type_named(s->session, pair.c_str(), e);
    const Handle<nova_value> zipped(element ? nova_zip(s->session, element, both, 2, e) : nullptr);
    nova_value* argument = zipped.get();
    const Handle<nova_function> join(argument ? nova_function_new(s->session, text.c_str(), e) : nullptr);
    return join ? nova_call(join.get(), &argument, 1, e) : nullptr;
  }));
  if (type_of(made.get()).text != wanted.text)
    refuse(c, &wanted, "the session has a constructor `Some` or `None` of its own");
  return made;
}

} // namespace

void refuse(const Column& c, const Type* wanted, const std::string& write) {
  refuse_array(c.what, wanted, "an Arrow array of " + type_text(*c.schema), write);
}

void refuse_nulls(const Column& c, const std::string& write) {
  if (c.may_have_nulls) return;
  if (const auto at = first_null(c))
    raise(PyExc_TypeError, c.what + " has a null at element " + std::to_string(*at) + ": " + write);
}

Handle<nova_value> convert_column(SessionObject* s, const Column& c, const Type* wanted) {
  const std::string_view f = c.format();
  if (wanted && wanted->rank == 1 && wanted->parts[0].is_maybe()) return maybes(s, c, *wanted);
  if (has_texts(c)) {
    if (wanted && !(wanted->rank == 1 && wanted->parts[0].is_vector_of(NOVA_CHAR)))
      refuse(c, wanted, "declare the parameter as vector vector char");
    return convert_texts(s, c);
  }
  if (c.schema->dictionary) refuse(c, wanted, "write x.dictionary_decode()");
  if (has_elements(c)) return vector_of(s, elements_of(c, wanted));
  if (f == "+l" || f == "+L") return lists(s, c, wanted);
  if (f.starts_with("+w:")) return equal_lists(s, c, wanted);
  if (f == "+s") return structs(s, c, wanted);
  Type number;
  const bool is_short = f == "tdD" || f == "tts" || f == "ttm"; // the formats whose numbers have 32 bits
  number.kind = is_short ? NOVA_INT32 : f.starts_with('t') ? NOVA_INT64 : NOVA_DOUBLE;
  const bool is_number = f.starts_with('t') || f.starts_with("d:");
  refuse(c, wanted, is_number ? cast_to(c, &number) : "Nova has no such elements");
}

} // namespace nova::python::arrow

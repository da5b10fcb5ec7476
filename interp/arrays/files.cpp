// Reading and writing files: text, NumPy arrays, Matrix Market, CSV, images. The formats are in runtime/io; here
// their arrays are converted to and from the types of the program.
#include "frontend/source/spelling.hpp"
#include "interp/arrays/elements.hpp"
#include "interp/arrays/file_shapes.hpp"
#include "interp/arrays/streams.hpp"
#include "interp/npy_values.hpp"
#include "runtime/io/csv/csv.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/hdf5/hdf5.hpp"
#include "runtime/io/images/image.hpp"
#include "runtime/io/images/rasterise.hpp"
#include "runtime/io/mtx.hpp"
#include "runtime/io/npy.hpp"
#include "runtime/io/plot_series.hpp"
#include "runtime/io/svg.hpp"
#include "runtime/io/text.hpp"

namespace nova::arrays {

namespace {

std::string text(const Value& v) { return text_argument(v); }

/// Returns what CSV files have of records of a type. A date is a column, not a record.
CsvRecord csv_record(Machine& m, TypeId t) {
  Types& types = m.frontend.types;
  t = types.resolve(t);
  CsvRecord record{m.layout(t)};
  std::vector<TypeId> columns{t};
  if (types.is(t, TypeKind::Tuple)) columns.assign(types.args(t).begin(), types.args(t).end());
  if (is_record(types, t) && moment_kind(m, t) == CsvKind::Plain)
    record.names = field_names(m, t), columns = types.fields_at(t, 0);
  for (const TypeId c : columns) record.kinds.push_back(moment_kind(m, c));
  return record;
}

/// Converts an array that was read from a .npy or HDF5 file to the type that is asked for. Fails with E0507 where texts are asked
/// for as matrices of chars.
Value from_array_file(Machine& m, const ByteSource& from, TypeId t, const FileShape& asked, const Array& a) {
  const bool asks_chars = m.layout(asked.element) == m.layouts.primitive(Element::Char);
  if (is_text(a.layout()) && asks_chars && !asked.in_rows)
    fail("E0507", {from.name(), describe_array(a.layout(), a.dimensions()),
                   m.frontend.types.print(t, m.frontend.symbols)});
  return from_file(m, t, a);
}

} // namespace

Value read_text(Machine& m, const Core&, Args args) {
  FileReading file(m, args[0], 1);
  return Value::vector(nova::read_text(file.source(), m.layouts));
}

Value write_text(Machine& m, const Core&, Args args) {
  return write_file(m, args[0], [&](ByteSink& sink) { nova::write_text(sink, args[1].array()); });
}

Value read_npy(Machine& m, const Core& node, Args args) {
  FileReading file(m, args[0], 1);
  return read_npy_value(m, file.source(), node.type);
}

Value write_npy(Machine& m, const Core& node, Args args) {
  return write_file(m, args[0],
                    [&](ByteSink& sink) { write_npy_value(m, sink, node.items[1]->type, args[1]); });
}

Value read_npz(Machine& m, const Core& node, Args args) {
  const FileShape asked = file_shape(m.frontend.types, node.type);
  FileReading file(m, args[0], 1, FileReading::Plain);
  ByteSource& from = file.source();
  const Array a = nova::read_npz(from, text(args[1]), m.layouts, file_layout(m, asked.element), asked.rank,
                                 csv_record(m, asked.element).kinds);
  return from_array_file(m, from, node.type, asked, a);
}

Value write_npz(Machine& m, const Core& node, Args args) {
  Types& types = m.frontend.types;
  const TypeId type = types.arg(types.element_of(node.items[1]->type), 1);
  const bool scalar = file_shape(types, type).rank == 0;
  return write_file(m, args[0], [&](ByteSink& sink) {
    NpzWriter archive(sink);
    const Array& members = args[1].array();
    for (int64_t k = 0; k < members.count(); ++k) {
      const Value member = members.at(k);
      archive.add(text(member.items()[0]), to_file(m, "write-npz", type, member.items()[1]), scalar);
    }
    archive.finish();
  });
}

namespace {

/// Whether an object lies in a group of the file.
bool is_below(std::string_view path, std::string_view group) {
  while (group.starts_with('/')) group.remove_prefix(1);
  while (group.ends_with('/')) group.remove_suffix(1);
  return group.empty() || path.starts_with(std::string(group) + "/");
}

/// Fails because a file has no dataset of this name: with E0507 if it has a group there, with E0518 if what is there can't be
/// opened, else with E0510.
[[noreturn]] void fail_without_dataset(Machine& m, H5File& file, const H5Object& object,
                                       const ByteSource& from, TypeId asked) {
  const std::vector<H5File::Entry> entries = file.entries();
  if (object.kind == H5Object::Missing && std::ranges::count(entries, object.path, &H5File::Entry::path))
    fail("E0518", {file.name_of(object), object.why_missing});
  const bool is_group = object.kind == H5Object::Group;
  std::vector<std::string> names;
  for (const auto& [path, kind] : entries)
    if (kind == H5Object::Dataset && (!is_group || is_below(path, object.path))) names.push_back(path);
  if (object.kind != H5Object::Missing)
    fail("E0507",
         {file.name_of(object), is_group ? "a group with the datasets " + listed(names) : "no dataset",
          m.frontend.types.print(asked, m.frontend.symbols)});
  const auto meant = nearest_name(object.path, std::vector<std::string_view>(names.begin(), names.end()));
  fail("E0510", {from.name(), object.path, listed(names) + (meant ? "; did you mean " + *meant + "?" : "")});
}

} // namespace

Value read_h5(Machine& m, const Core& node, Args args) {
  const FileShape asked = file_shape(m.frontend.types, node.type);
  FileReading reading(m, args[0], 1);
  H5File file(reading.source());
  const H5Object object = file.open(text(args[1]));
  if (object.kind != H5Object::Dataset) fail_without_dataset(m, file, object, reading.source(), node.type);
  const Array a = file.read(object, m.layouts, {file_layout(m, asked.element), asked.rank},
                            csv_record(m, asked.element).names);
  return from_array_file(m, reading.source(), node.type, asked, a);
}

Value read_mtx(Machine& m, const Core& node, Args args) {
  Types& types = m.frontend.types;
  const TypeId entry = types.element_of(types.arg(types.resolve(node.type), 2));
  FileReading file(m, args[0], 2);
  SparseMatrix a = nova::read_mtx(file.source(), m.layouts, m.layout(types.arg(entry, 2)));
  Value parts[] = {Value::of(a.rows), Value::of(a.columns), Value::vector(std::move(a.entries))};
  return Value::tuple(parts);
}

Value write_mtx(Machine& m, const Core&, Args args) {
  const auto parts = args[1].items();
  const SparseMatrix a{parts[0].as_int(), parts[1].as_int(), parts[2].array()};
  return write_file(m, args[0], [&](ByteSink& sink) { nova::write_mtx(sink, a); });
}

namespace {

/// Reads a file, and warns of what is guessed, once for each call in the program.
Value read_records(Machine& m, const Core& node, const Value& path, CsvOptions options) {
  const CsvRecord record = csv_record(m, m.frontend.types.element_of(node.type));
  options.threads = m.options.threads;
  FileReading file(m, path, 2);
  ByteSource& from = file.source();
  return Value::vector(nova::read_csv(from, record, options, [&](std::string guess) {
    if (m.site_counts[site_of(node.span)]++ == 0)
      m.warnings.report("W0406", node.span, {from.name(), std::move(guess)});
  }));
}

std::optional<char> given_char(const Value& option) {
  const std::string given = text(option);
  return given.empty() ? std::nullopt : std::optional(given[0]);
}

CsvOptions options_of(const Value& given) {
  const auto parts = given.items();
  CsvOptions o;
  if (const Array& header = parts[0].array(); header.count() > 0) o.header = header.at(0).as_bool();
  o.separator = given_char(parts[1]).value_or(',');
  if (const Array& skip = parts[2].array(); skip.count() > 0) o.skip = skip.at(0).as_int();
  if (const Array& missing = parts[3].array(); missing.count() > 0) {
    const Value marks = missing.at(0);
    o.missing.emplace();
    for (int64_t k = 0; k < marks.array().count(); ++k) o.missing->push_back(text(marks.array().at(k)));
  }
  o.comment = given_char(parts[4]), o.decimal = given_char(parts[5]);
  return o;
}

} // namespace

Value read_csv(Machine& m, const Core& node, Args args) { return read_records(m, node, args[0], {}); }

Value read_csv_with(Machine& m, const Core& node, Args args) {
  const CsvOptions options = options_of(args[1]);
  check_options(options);
  return read_records(m, node, args[0], options);
}

Value write_csv(Machine& m, const Core& node, Args args) {
  const CsvRecord record = csv_record(m, m.frontend.types.element_of(node.items[1]->type));
  return write_file(m, args[0], [&](ByteSink& sink) { nova::write_csv(sink, args[1].array(), record); });
}

Value read_image(Machine& m, const Core& node, Args args) {
  Types& types = m.frontend.types;
  const FileShape asked = file_shape(types, node.type);
  FileReading file(m, args[0], 1, FileReading::Plain);
  const Array a = nova::read_image(file.source(), m.layouts);
  if (asked.rank == a.rank() && m.layout(asked.element) == a.layout()) return from_file(m, node.type, a);
  fail("E0507", {text(args[0]), describe_array(a.layout(), a.dimensions()),
                 types.print(node.type, m.frontend.symbols)});
}

namespace {

Value write_pixels(Machine& m, const char* builtin, const Core& node, Args args, ImageFormat format) {
  const Array a = to_file(m, builtin, node.items[1]->type, args[1]);
  return write_file(m, args[0], [&](ByteSink& sink) { nova::write_image(sink, a, format); });
}

} // namespace

Value write_image(Machine& m, const Core& node, Args args) {
  return write_pixels(m, "write-image", node, args, image_format(text(args[0])));
}

Value write_png(Machine& m, const Core& node, Args args) {
  const auto drawn = args[1].tag() == Tag::Vector ? drawn_text(args[1].array()) : std::nullopt;
  if (drawn) {
    const Array pixels = rasterised(*drawn, m.layouts);
    return write_file(m, args[0], [&](ByteSink& sink) { nova::write_image(sink, pixels, ImageFormat::Png); });
  }
  return write_pixels(m, "write-png", node, args, ImageFormat::Png);
}

Value write_svg(Machine& m, const Core&, Args args) {
  const Array& a = args[1].array();
  if (const auto drawn = drawn_text(a))
    return write_file(m, args[0], [&](ByteSink& sink) { sink.write(*drawn); });
  const auto series = plot_series(a);
  if (!series) fail("E0509", {"a plot", describe_array(a.layout(), a.dimensions())});
  return write_file(m, args[0], [&](ByteSink& sink) { sink.write(svg_plot(*series)); });
}

} // namespace nova::arrays

namespace nova {

namespace {

/// Returns the type of the elements of an array that was read from a .npy file. `from` is named in an error.
TypeId npy_element_type(Machine& m, const ByteSource& from, const Layout* l) {
  Types& types = m.frontend.types;
  if (l->kind == ColumnKind::Primitive) return types.prim(l->element);
  if (l->kind == ColumnKind::Rows) return types.string();
  if (is_complex(l)) fail("E0508", {from.name(), "complex numbers, for which no type is stated"});
  std::vector<TypeId> fields;
  for (const Layout* field : l->children)
    fields.push_back(is_text(field) ? types.string() : types.prim(field->element));
  return types.tuple(fields);
}

} // namespace

bool is_npy_type(Types& types, TypeId t) {
  const auto is_number = [&](TypeId e) {
    return types.is(e, TypeKind::Prim) && types.element(types.resolve(e)) != Element::Unit;
  };
  const TypeId element = arrays::file_shape(types, t).element;
  if (is_number(element) || types.is_complex(element)) return true;
  if (arrays::is_record(types, element)) return std::ranges::all_of(types.fields_at(element, 0), is_number);
  return types.is(element, TypeKind::Tuple) && std::ranges::all_of(types.args(element), is_number);
}

Value read_npy_value(Machine& m, ByteSource& source, TypeId t) {
  const arrays::FileShape asked = arrays::file_shape(m.frontend.types, t);
  const Array a = read_npy(source, m.layouts, arrays::file_layout(m, asked.element), asked.rank,
                           arrays::csv_record(m, asked.element).kinds);
  return arrays::from_array_file(m, source, t, asked, a);
}

TypedValue read_npy_value(Machine& m, ByteSource& source) {
  Types& types = m.frontend.types;
  Array a = read_npy(source, m.layouts);
  const TypeId type = types.vector(types.rank(a.rank()), npy_element_type(m, source, a.layout()));
  return {Value::vector(std::move(a)), type};
}

void write_npy_value(Machine& m, ByteSink& sink, TypeId t, const Value& v) {
  const bool scalar = arrays::file_shape(m.frontend.types, t).rank == 0;
  write_npy(sink, arrays::to_file(m, "write-npy", t, v), scalar);
}

} // namespace nova

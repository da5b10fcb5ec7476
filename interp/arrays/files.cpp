// Reading and writing files: text, NumPy arrays, Matrix Market, CSV, images. The formats are in runtime/io; here
// their arrays are converted to and from the types of the program.
#include "interp/arrays/elements.hpp"
#include "interp/arrays/file_shapes.hpp"
#include "interp/npy_values.hpp"
#include "runtime/io/csv/csv.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/gzip.hpp"
#include "runtime/io/images/image.hpp"
#include "runtime/io/mtx.hpp"
#include "runtime/io/npy.hpp"
#include "runtime/io/svg_plot.hpp"
#include "runtime/io/text.hpp"

namespace nova::arrays {

namespace {

const Permissions& permissions(const Machine& m) {
  static const Permissions none;
  return m.options.permissions ? *m.options.permissions : none;
}

std::string text(const Value& v) { return array_text(v.array()); }

constexpr uint64_t block = 1 << 20; // bytes between two polls

std::unique_ptr<ByteSource> opened(Machine& m, const Value& path) {
  return open_source(permissions(m), text(path), [&m] { m.check_stop(); });
}

std::function<void(uint64_t)> poll_of(Machine& m) {
  return [&m](uint64_t bytes) { m.poll(static_cast<int64_t>(bytes)); };
}

/// Opens a file whose reading polls for Ctrl-C and deadlines.
PolledSource source(Machine& m, const Value& path) { return PolledSource(opened(m, path), poll_of(m)); }

/// As `source`, of a file that gzip may have packed.
PolledSource unpacked_source(Machine& m, const Value& path) {
  return unpacked_with_polls(opened(m, path), poll_of(m));
}

/// Writes a file block by block, and polls for Ctrl-C and deadlines before each block.
class PolledSink : public ByteSink {
 public:
  PolledSink(Machine& m, ByteSink& file) : machine_(m), file_(file) {}
  using ByteSink::write;
  void write(const void* from, uint64_t n) override {
    auto* bytes = static_cast<const std::byte*>(from);
    for (; n > block; bytes += block, n -= block) write_block(bytes, block);
    write_block(bytes, n);
  }

 private:
  void write_block(const std::byte* from, uint64_t n) {
    machine_.poll(static_cast<int64_t>(n));
    file_.write(from, n);
  }
  Machine& machine_;
  ByteSink& file_;
};

/// Writes the file `path`: calls write(sink), which writes the content. The file appears at its path only when all is
/// written.
template <class Write> Value write_file(Machine& m, const Value& path, Write write) {
  FileSink file(permissions(m), text(path), [&m] { m.check_stop(); });
  PolledSink sink(m, file);
  write(sink);
  file.commit();
  return Value::unit();
}

/// Converts an array that was read from a .npy file to the type that is asked for. Fails with E0507 where texts are asked
/// for as matrices of chars.
Value from_npy(Machine& m, const ByteSource& from, TypeId t, const FileShape& asked, const Array& a) {
  if (is_text(a.layout()) && !asked.in_rows)
    fail("E0507", {from.name(), describe_array(a.layout(), a.dimensions()),
                   m.frontend.types.print(t, m.frontend.symbols)});
  return from_file(m, t, a);
}

} // namespace

Value read_text(Machine& m, const Core&, Args args) {
  PolledSource from = unpacked_source(m, args[0]);
  return Value::vector(nova::read_text(from, m.layouts));
}

Value write_text(Machine& m, const Core&, Args args) {
  return write_file(m, args[0], [&](ByteSink& sink) { nova::write_text(sink, args[1].array()); });
}

Value read_npy(Machine& m, const Core& node, Args args) {
  PolledSource from = unpacked_source(m, args[0]);
  return read_npy_value(m, from, node.type);
}

Value write_npy(Machine& m, const Core& node, Args args) {
  return write_file(m, args[0],
                    [&](ByteSink& sink) { write_npy_value(m, sink, node.items[1]->type, args[1]); });
}

Value read_npz(Machine& m, const Core& node, Args args) {
  const FileShape asked = file_shape(m.frontend.types, node.type);
  PolledSource from = source(m, args[0]);
  const Array a = nova::read_npz(from, text(args[1]), m.layouts, file_layout(m, asked.element), asked.rank);
  return from_npy(m, from, node.type, asked, a);
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

Value read_mtx(Machine& m, const Core& node, Args args) {
  Types& types = m.frontend.types;
  const TypeId entry = types.element_of(types.arg(types.resolve(node.type), 2));
  PolledSource from = unpacked_source(m, args[0]);
  SparseMatrix a = nova::read_mtx(from, m.layouts, m.layout(types.arg(entry, 2)));
  Value parts[] = {Value::of(a.rows), Value::of(a.columns), Value::vector(std::move(a.entries))};
  return Value::tuple(parts);
}

Value write_mtx(Machine& m, const Core&, Args args) {
  const auto parts = args[1].items();
  const SparseMatrix a{parts[0].as_int(), parts[1].as_int(), parts[2].array()};
  return write_file(m, args[0], [&](ByteSink& sink) { nova::write_mtx(sink, a); });
}

namespace {

/// Returns the names of a record type's fields.
std::vector<CsvName> column_names_of(Machine& m, TypeId t) {
  const Constructor& c = m.frontend.types.sum_type(SumId{m.frontend.types[t].payload}).constructors[0];
  std::vector<CsvName> names;
  for (size_t k = 0; k < c.names.size(); ++k)
    names.push_back(
        {std::string(m.frontend.symbols.text(c.names[k])), c.titles.empty() ? std::nullopt : c.titles[k]});
  return names;
}

/// Returns the kind of a column: whether its values are the prelude's dates or datetimes, which may be missing.
CsvKind kind_of(Machine& m, TypeId t) {
  Types& types = m.frontend.types;
  t = types.resolve(t);
  if (!types.is(t, TypeKind::Sum)) return CsvKind::Plain;
  const SumType& sum = types.sum_type(SumId{types[t].payload});
  if (sum.is_optional()) return kind_of(m, types.fields_at(t, sum.constructors[0].fields.empty() ? 1 : 0)[0]);
  if (!sum.prelude) return CsvKind::Plain;
  const std::string_view name = m.frontend.symbols.text(sum.name);
  return name == "Date" ? CsvKind::Date : name == "Datetime" ? CsvKind::Datetime : CsvKind::Plain;
}

/// Returns what CSV files have of records of a type. A date is a column, not a record.
CsvRecord csv_record(Machine& m, TypeId t) {
  Types& types = m.frontend.types;
  t = types.resolve(t);
  CsvRecord record{m.layout(t)};
  std::vector<TypeId> columns{t};
  if (types.is(t, TypeKind::Tuple)) columns.assign(types.args(t).begin(), types.args(t).end());
  if (is_record(types, t) && kind_of(m, t) == CsvKind::Plain)
    record.names = column_names_of(m, t), columns = types.fields_at(t, 0);
  for (const TypeId c : columns) record.kinds.push_back(kind_of(m, c));
  return record;
}

/// Reads a file, and warns of what is guessed, once for each call in the program.
Value read_records(Machine& m, const Core& node, const Value& path, CsvOptions options) {
  const CsvRecord record = csv_record(m, m.frontend.types.element_of(node.type));
  options.threads = m.options.threads;
  PolledSource from = unpacked_source(m, path);
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
  PolledSource from = source(m, args[0]);
  const Array a = nova::read_image(from, m.layouts);
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
  return write_pixels(m, "write-png", node, args, ImageFormat::Png);
}

Value write_svg(Machine& m, const Core&, Args args) {
  const Array& a = args[1].array();
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
  for (const Layout* field : l->children) fields.push_back(types.prim(field->element));
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
  const Array a = read_npy(source, m.layouts, arrays::file_layout(m, asked.element), asked.rank);
  return arrays::from_npy(m, source, t, asked, a);
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

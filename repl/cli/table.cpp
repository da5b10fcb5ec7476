// `nova table`: what a file of data holds. The columns of a CSV or Arrow file, the members of a JSON file and the datasets of an HDF5
// file are printed as definitions that read them, an array as its type, shape and first elements.
#include "frontend/source/utf8.hpp"
#include "repl/cli/commands.hpp"
#include "repl/session/files/tables.hpp"
#include "repl/session/limits.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/gzip.hpp"
#include "runtime/io/images/image.hpp"
#include "runtime/io/json/json.hpp"
#include "runtime/io/mtx.hpp"
#include "runtime/io/npy.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace nova {
namespace {

constexpr int64_t shown = 5; ///< elements of an array

std::string element_text(const Value& v, const Layout* l);

std::string row_text(const Array& row) {
  std::string out = "[";
  for (int64_t k = 0; k < std::min(row.count(), shown); ++k)
    out += (k ? " " : "") + element_text(row.at(k), row.layout());
  return out + (row.count() > shown ? " ...]" : "]");
}

std::string element_text(const Value& v, const Layout* l) {
  if (is_text(l)) return "\"" + array_text(v.array()) + "\"";
  if (l->kind == ColumnKind::Sum) // a value that may be missing
    return v.items().empty() ? "None" : element_text(v.items()[0], l->children[v.constructor()]);
  if (l->kind == ColumnKind::Rows) return row_text(v.array());
  if (l->kind != ColumnKind::Tuple) return scalar_text(v);
  std::string out;
  for (size_t f = 0; f < l->children.size(); ++f)
    out += (out.empty() ? "(" : ", ") + element_text(v.items()[f], l->children[f]);
  return out + ")";
}

/// Returns type, shape and first elements of an array, whose first rows `a` has.
std::string array_summary(const Array& a, std::span<const int64_t> shape) {
  std::string out = describe_array(a.layout(), shape) + ":";
  for (int64_t k = 0; k < std::min(a.count(), shown); ++k) out += " " + element_text(a.at(k), a.layout());
  const bool all = a.count() <= shown && (shape.empty() || shape[0] == a.length());
  return out + (all ? "\n" : " ...\n");
}
std::string array_summary(const Array& a) { return array_summary(a, a.shape()); }

/// Returns the name of the table in a file: the file's, with letters, digits and - only.
std::string table_name(const std::filesystem::path& path) {
  std::filesystem::path stem = path.stem();
  if (path.extension() == ".gz") stem = stem.stem();
  std::string name = column_names({stem.string()})[0];
  if (name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

std::string counted(int64_t n, const std::string& what) {
  return "; " + std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string json_text(ByteSource& file, const std::filesystem::path& path, bool lines) {
  JsonSummary json = json_summary(file, lines);
  std::string out = json_definition(table_name(path), path.string(), json);
  if (json.kind().arrays == 0) return out;
  out += counted(json.elements, "element") + (json.first.empty() ? "" : ", the first:") + "\n";
  for (const std::string& element : json.first) out += "; " + inert(element) + "\n";
  return out;
}

/// Returns a row as JSON, which has names and dates, or where JSON cannot say it as the tuple of its values.
std::string row_of_columns(const ValueType& row, const Value& v) {
  StringSink json;
  try {
    write_json(json, row, v);
    return json.text;
  } catch (const Fault&) {
    return inert(element_text(v, row.layout)) + "\n";
  }
}

/// Returns the first rows as comments, or none if a value of them has no Nova type.
std::string first_rows(ByteSource& file, const ValueType& row) try {
  const Array rows = read_arrow(file, row, shown);
  std::string out;
  for (int64_t k = 0; k < std::min(rows.count(), shown); ++k) out += "; " + row_of_columns(row, rows.at(k));
  return out;
} catch (const Fault& fault) {
  if (fault.code != "E0517") throw;
  return "; which hold values without a type of Nova's\n";
}

std::string arrow_text(ByteSource& file, const std::filesystem::path& path) {
  const ArrowSummary arrow = arrow_summary(file);
  std::string out = arrow_definition(table_name(path), path.string(), arrow);
  Layouts layouts;
  std::deque<ValueType> types;
  const ValueType& row = arrow_rows(file, layouts, types);
  out += counted(arrow.rows, "row") + (arrow.rows == 0 || row.parts.empty() ? "" : ", the first:") + "\n";
  return row.parts.empty() ? out : out + first_rows(file, row);
}

std::string not_read(const std::string& object, const std::string& why) {
  return "; " + inert(object) + " is not read: " + inert(why) + "\n";
}

/// Returns the attributes of the object that was opened last, a line each.
std::string attributes_text(H5File& file) {
  constexpr size_t longest = 100;
  std::string out;
  for (const auto& [name, text] : file.attributes()) {
    const std::string line = inert(name + " = " + text);
    size_t end = std::min(longest, line.size());
    while (end < line.size() && (line[end] & 0xc0) == 0x80) --end; // a whole character
    out += ";   " + line.substr(0, end) + (end < line.size() ? " ...\n" : "\n");
  }
  return out;
}

std::string dataset_text(H5File& file, const std::filesystem::path& path, const std::string& dataset,
                         const std::string& name) try {
  const H5Object object = file.open(dataset);
  if (object.is_dimension)
    return "; dimension " + inert(dataset) + ": " +
           std::to_string(object.shape.empty() ? 0 : object.shape[0]) + "\n";
  Layouts layouts;
  const bool wide = object.shape.size() > 1 && object.shape[1] >= shown;
  const Array first = file.read(object, layouts, {}, {}, wide ? 1 : shown);
  std::string summary = array_summary(first, object.shape);
  summary.pop_back(); // the end of its line
  return h5_definition(name, path.string(), object, first.layout()) + "; " + inert(summary) + "\n" +
         attributes_text(file);
} catch (const Fault& fault) {
  if (fault.code != "E0508" && fault.code != "E0518") throw;
  return not_read(dataset, fault.args.back());
}

std::string h5_text(ByteSource& source, const std::filesystem::path& path) {
  H5File file(source);
  std::vector<std::string> datasets;
  std::string unread;
  for (const auto& [object, kind] : file.entries()) {
    if (kind == H5Object::Dataset) datasets.push_back(object);
    if (kind == H5Object::Missing) unread += not_read(object, file.open(object).why_missing);
  }
  const std::vector<std::string> names = column_names(datasets);
  file.open("/");
  std::string out = attributes_text(file);
  if (!out.empty()) out = "; " + inert(path.filename().string()) + "\n" + out;
  for (size_t k = 0; k < datasets.size(); ++k) out += dataset_text(file, path, datasets[k], names[k]);
  return out + unread + (datasets.empty() ? "; there are no datasets\n" : "");
}

std::string summary(ByteSource& file, const std::filesystem::path& path) {
  const std::string ending = data_ending(path.string());
  Layouts layouts;
  if (ending == ".npy") return array_summary(read_npy(file, layouts));
  if (ending == ".npz") {
    std::string out;
    for (const std::string& name : npz_names(file))
      out += name + ": " + array_summary(read_npz(file, name, layouts));
    return out;
  }
  if (const bool lines = names_json_lines(path.string()); lines || ending == ".json")
    return json_text(file, path, lines);
  if (ending == ".arrow" || ending == ".arrows" || ending == ".feather") return arrow_text(file, path);
  if (ending == ".h5" || ending == ".hdf5" || ending == ".nc") return h5_text(file, path);
  if (ending == ".png" || ending == ".pgm" || ending == ".ppm" || ending == ".jpg" || ending == ".jpeg")
    return array_summary(read_image(file, layouts));
  if (ending == ".mtx") {
    const SparseMatrix m = read_mtx(file, layouts);
    return std::to_string(m.rows) + " rows, " + std::to_string(m.columns) +
           " columns, entries (row, column, value): " + array_summary(m.entries);
  }
  constexpr std::string_view texts[] = {".csv", ".tsv", ".tab", ".txt", ""}; // a pipe has no ending
  if (std::ranges::count(texts, ending)) return file_definition(table_name(path), path.string(), {}, file);
  fail("E0515", {path.string(), "`nova table`",
                 ".csv .tsv .tab .txt .json .jsonl .ndjson .arrow .arrows .feather .npy .npz .h5 .hdf5 .nc "
                 ".mtx .png .pgm .ppm .jpg "
                 ".jpeg, and these packed as .gz"});
}

} // namespace

int describe_table(const Arguments& a) {
  try {
    Limits limits(a.session);
    Permissions permissions;
    permissions.allow_read(a.operand); // the user has named the file
    const std::function<void()> check = limits.check();
    PolledSource file =
        unpacked_with_polls(open_source(permissions, a.operand, check), [&](uint64_t) { check(); });
    std::fputs(summary(file, a.operand).c_str(), stdout);
    return 0;
  } catch (const Fault& fault) {
    Sources none;
    std::fputs(render({fault.code, {}, fault.args, {}}, none).c_str(), stderr);
    return 1;
  }
}

} // namespace nova

#include "repl/session/files/tables.hpp"
#include "frontend/read/datum.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/json/json.hpp"
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace nova {

namespace {

std::string type_text(const CsvColumnType& c) {
  const char* const types[] = {"bool",     "int",         "double", "Date",
                               "Datetime", "vector char", "uint64", "Duration"};
  const std::string type = types[c.kind];
  if (!c.optional) return type;
  return c.kind == CsvColumnType::Text ? "(Maybe (vector char))" : "(Maybe " + type + ")";
}

/// Returns a text as a program writes it.
std::string literal(std::string_view text) {
  Datum d;
  d.kind = DatumKind::String, d.text = text;
  return print_datum(d, Symbols());
}

std::string literal(char c) {
  Datum d;
  d.kind = DatumKind::Character, d.integer = static_cast<unsigned char>(c);
  return print_datum(d, Symbols());
}

/// Returns the options of read-csv that differ from the usual ones.
std::string options_text(const CsvOptions& o) {
  std::string out;
  if (o.separator != ',') out += " (separator " + literal(o.separator) + ")";
  if (o.decimal) out += " (decimal " + literal(*o.decimal) + ")";
  if (o.skip) out += " (skip " + std::to_string(o.skip) + ")";
  if (o.comment) out += " (comment " + literal(*o.comment) + ")";
  if (!o.missing) return out;
  out += " (na";
  for (const std::string& text : *o.missing) out += " " + literal(text);
  return out + ")";
}

/// Returns the name of the record of a table: that of the table with a capital first letter.
std::string record_name(std::string name) {
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

/// Returns the name of the record of a table whose own name is `name`; the two differ.
std::string record_of(const std::string& name) {
  const std::string record = record_name(name);
  return record == name ? record + "-record" : record;
}

/// A field of a record: its name, the title that a file has for it, and its type.
struct FieldText {
  CsvName name;
  std::string type;
};

std::string record_definition(const std::string& record, const std::vector<FieldText>& fields) {
  std::string out = "(define-record " + record;
  for (const FieldText& f : fields) {
    out += "\n  (" + f.name.name;
    if (f.name.title) out += " " + literal(*f.name.title);
    out += " : " + f.type + ")";
  }
  return out + ")\n";
}

/// Returns the names of fields with these titles.
std::vector<CsvName> named(const std::vector<std::string>& titles) {
  const std::vector<std::string> made = column_names(titles);
  std::vector<CsvName> names;
  for (size_t k = 0; k < titles.size(); ++k)
    names.push_back({made[k], made[k] == titles[k] ? std::nullopt : std::optional(titles[k])});
  return names;
}

/// Makes the types of a JSON file's values.
class JsonDefinitions {
 public:
  std::string records;                ///< the definitions of the types
  std::optional<std::string> unknown; ///< the first place whose values no type reads

  /// Returns the type of values; `name` is that of a record of them, and `place` is where they stand.
  std::string type_of(const JsonKind& k, const std::string& name, const std::string& place, int depth = 0) {
    const std::string type = present_type(k, name, place, depth);
    if (!k.null || type == "double") return type; // nan stands for a missing one
    return optional(type);
  }
  static std::string optional(const std::string& type) {
    return type.find(' ') != type.npos && type[0] != '(' ? "(Maybe (" + type + "))" : "(Maybe " + type + ")";
  }

 private:
  std::string present_type(const JsonKind& k, const std::string& name, const std::string& place, int depth) {
    constexpr int deepest = 32;
    const bool number = k.integer || k.negative || k.large || k.floating;
    const int kinds = k.boolean + number + k.text + (k.objects > 0) + (k.arrays > 0);
    if (kinds == 0) return "int"; // null alone, or no value at all
    if (kinds > 1 || depth > deepest || (k.objects > 0 && k.members.empty())) {
      if (!unknown) unknown = place;
      return "int";
    }
    if (k.boolean) return "bool";
    if (number) return k.floating || (k.large && k.negative) ? "double" : k.large ? "uint64" : "int";
    if (k.text) return "vector char";
    if (k.arrays > 0) return "vector " + type_of(*k.element, name, place + "[]", depth + 1);
    return record(k, name, place, depth);
  }
  std::string record(const JsonKind& k, const std::string& wanted, const std::string& place, int depth) {
    std::string name = wanted;
    for (int n = 2; !taken_.insert(name).second; ++n) name = wanted + "-" + std::to_string(n);
    std::vector<std::string> titles;
    for (const JsonMember& m : k.members) titles.push_back(m.name);
    const std::vector<CsvName> names = named(titles);
    std::vector<FieldText> fields;
    for (size_t f = 0; f < names.size(); ++f) {
      const JsonMember& m = k.members[f];
      std::string type = type_of(*m.kind, name + "-" + names[f].name, place + "." + m.name, depth + 1);
      if (m.count < k.objects && !type.starts_with("(Maybe")) type = optional(type);
      fields.push_back({names[f], std::move(type)});
    }
    records += record_definition(name, fields);
    return name;
  }
  std::set<std::string> taken_;
};

} // namespace

std::string table_definition(const std::string& name, const std::string& path, const CsvTable& table) {
  const std::string record = record_of(name);
  std::vector<FieldText> fields;
  for (const CsvColumnType& c : table.columns) fields.push_back({c.name, type_text(c)});
  return record_definition(record, fields) + "(define " + name + " (read-csv " + literal(path) +
         " (header true)" + options_text(table.options) + " : vector " + record + "))\n";
}

std::string data_ending(const std::string& path) {
  const std::filesystem::path whole = path;
  return (whole.extension() == ".gz" ? whole.stem() : whole).extension().string();
}

namespace {

CsvOptions csv_options(const std::vector<TableOption>& given) {
  CsvOptions out;
  for (const TableOption& o : given) {
    const auto first = [&] { return static_cast<char>(o.values[0]->integer); };
    if (o.name == "separator") out.separator = first();
    if (o.name == "decimal") out.decimal = first();
    if (o.name == "comment") out.comment = first();
    if (o.name == "skip") out.skip = o.values[0]->integer;
    if (o.name != "na") continue;
    out.missing.emplace();
    for (const Datum* text : o.values) out.missing->emplace_back(text->text);
  }
  check_options(out);
  return out;
}

} // namespace

std::string file_definition(const std::string& name, const std::string& path,
                            const std::vector<TableOption>& options, ByteSource& file) {
  constexpr std::string_view others[] = {".npy", ".npz", ".h5",  ".hdf5", ".nc",  ".mtx",
                                         ".png", ".pgm", ".ppm", ".jpg",  ".jpeg"};
  const std::string ending = data_ending(path);
  const bool lines = names_json_lines(path), json = lines || ending == ".json",
             arrow = ending == ".arrow" || ending == ".arrows" || ending == ".feather";
  if (std::ranges::count(others, ending))
    fail("E0515",
         {path, "`define-table`",
          "texts with a line of names, JSON and Arrow; `nova table` shows how a program reads the file"});
  if ((json || arrow) && !options.empty())
    fail("E0515", {path, "the options of `define-table`", "texts with a line of names, such as .csv"});
  if (arrow) return arrow_definition(name, path, arrow_summary(file));
  if (!json) {
    const bool separates = std::ranges::count(options, "separator", &TableOption::name);
    return table_definition(name, path, csv_table(file, csv_options(options), !separates));
  }
  JsonSummary summary = json_summary(file, lines);
  return json_definition(name, path, summary);
}

std::string json_definition(const std::string& name, const std::string& path, JsonSummary& summary) {
  JsonDefinitions made;
  const std::string type = made.type_of(summary.kind(), record_of(name), "");
  if (made.unknown)
    return "; no type reads this file: its values" +
           (made.unknown->empty() ? "" : " at " + inert(*made.unknown)) +
           " are of several kinds, or objects without members\n";
  return made.records + "(define " + name + " (read-json " + literal(path) + " : " + type + "))\n";
}

std::string arrow_definition(const std::string& name, const std::string& path, const ArrowSummary& summary) {
  std::vector<std::string> titles;
  std::string unread;
  for (const ArrowColumn& c : summary.columns) titles.push_back(c.name);
  const std::vector<CsvName> names = named(titles);
  std::vector<FieldText> fields;
  for (size_t k = 0; k < titles.size(); ++k) {
    const ArrowColumn& c = summary.columns[k];
    if (c.read_as.empty())
      unread +=
          "; no type is known for the column " + inert(c.name) + " of Arrow's type " + inert(c.type) + "\n";
    else
      fields.push_back({names[k], c.read_as});
  }
  const std::string record = record_of(name);
  if (fields.empty()) return unread;
  return unread + record_definition(record, fields) + "(define " + name + " (read-arrow " + literal(path) +
         " : vector " + record + "))\n";
}

std::string h5_definition(const std::string& name, const std::string& path, const H5Object& dataset,
                          const Layout* element) {
  const auto rank = static_cast<uint32_t>(dataset.shape.size());
  std::string record, type = describe_type(element, rank);
  if (dataset.compound && !is_complex(element)) {
    std::vector<std::string> titles;
    for (const H5Part& part : dataset.parts) titles.push_back(part.name);
    const std::vector<CsvName> names = named(titles);
    std::vector<FieldText> fields;
    for (size_t f = 0; f < names.size(); ++f)
      fields.push_back({names[f], describe_type(names.size() == 1 ? element : element->children[f], 0)});
    record = record_definition(record_of(name), fields);
    type = vector_type(record_of(name), rank);
  }
  return record + "(define " + name + " (read-h5 " + literal(path) + " " + literal(dataset.path) + " : " +
         type + "))\n";
}

} // namespace nova

#include "repl/session/files/tables.hpp"
#include "frontend/read/datum.hpp"

namespace nova {

namespace {

std::string type_text(const CsvColumnType& c) {
  const char* const types[] = {"bool", "int", "double", "Date", "Datetime", "vector char", "uint64"};
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

/// Returns the name of the record of a table: that of the table with a capital first letter.
std::string record_name(std::string name) {
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

} // namespace

std::string table_definition(const std::string& name, const std::string& path,
                             const std::vector<CsvColumnType>& columns) {
  std::string record = record_name(name);
  if (record == name) record += "-record";
  std::string out = "(define-record " + record;
  for (const CsvColumnType& c : columns) {
    out += "\n  (" + c.name.name;
    if (c.name.title) out += " " + literal(*c.name.title);
    out += " : " + type_text(c) + ")";
  }
  return out + ")\n(define " + name + " (read-csv " + literal(path) + " (header true) : vector " + record +
         "))\n";
}

} // namespace nova

// Reads and writes CSV files: records of quoted or bare fields (RFC 4180), with the separator, decimal point, comments
// and marks of missing values that options state, and with or without a first line of names.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace nova {

struct CsvOptions {
  std::optional<bool>
      header{}; ///< whether there is a line of names; nothing: a record's names or evidence decide
  char separator = ',';
  std::optional<char> decimal{}; ///< nothing: a point, and a comma is told of
  int64_t skip = 0;              ///< lines left out at the beginning
  std::optional<char> comment{}; ///< from here to the line's end outside of quotes nothing counts
  std::optional<std::vector<std::string>> missing{}; ///< texts of missing values; nothing: the usual ones
  uint32_t threads = 1;
  uint64_t block = 4 << 20; ///< bytes that each thread reads at once
};

/// Fails with E0514 if the options contradict each other.
void check_options(const CsvOptions& options);

/// A column that a program names: the name of a record's field, and the title that a file's line of names has for it,
/// which may be empty; nothing where the title is the name.
struct CsvName {
  std::string name;
  std::optional<std::string> title{};
};

/// What the ints of a column mean: themselves, or the only field of a record of days or microseconds since 1970, or of
/// a duration's microseconds.
enum class CsvKind : uint8_t { Plain, Date, Datetime, Duration };

/// What the records of a file are: their layout, and their fields' names and kinds. Without names columns go by position;
/// without kinds all are plain.
struct CsvRecord {
  const Layout* layout = nullptr;
  std::vector<CsvName> names{};
  std::vector<CsvKind> kinds{};
  CsvKind kind(size_t column) const { return kinds.empty() ? CsvKind::Plain : kinds[column]; }
};

/// Takes a sentence on what was guessed.
using CsvTell = std::function<void(std::string)>;

/// Reads records of a layout: a primitive (not unit), a text (rows of char), a value of these that may be missing (a sum
/// of a constructor with one field and one without), a date or datetime, or a tuple of such. With names, the first line's titles choose the
/// columns, and others are skipped. Without names and option, the first line is one of titles if there are columns of
/// other things than texts, no field of it in these is a value or missing, and each such field of the second line is.
/// `tell` hears of that guess. Empty lines are skipped, but those of a single text column. Fails with E0511 (with line and
/// column) if a record is malformed, with E0513 if a named column is not there, with E0509 if CSV can't hold the layout.
Array read_csv(ByteSource& source, const CsvRecord& record, const CsvOptions& options = {},
               const CsvTell& tell = {});

/// Writes one line per element, after a line of names if there are any. Texts are quoted where necessary. A missing value
/// is an empty field. Fails with E0509 if CSV can't hold the layout, or a date is not of the years 1 to 9999.
void write_csv(ByteSink& sink, const Array& records, const CsvRecord& record = {});

/// Returns the names of columns with these titles: letters, digits and `-` stay, others become `-`; a digit or nothing at
/// the beginning gets a `c`; a name that stands before gets `-2`, `-3` ..
std::vector<std::string> column_names(const std::vector<std::string>& titles);

/// The columns of a file by their titles, and by the names that are made of these.
class ColumnTitles {
 public:
  static constexpr size_t none = SIZE_MAX;
  explicit ColumnTitles(const std::vector<std::string>& titles);
  /// Returns the column whose title, or else whose name, is that of a record's field; `none` if none is. Of columns of one
  /// title a field has that whose name is the field's.
  size_t find(const CsvName& name) const;

 private:
  using Places = std::unordered_map<std::string_view, size_t>;
  const std::vector<std::string>& titles_;
  std::vector<std::string> made_;
  Places by_title_, by_name_;
};

/// A column of a file: its name and title, and what its fields are.
struct CsvColumnType {
  CsvName name;
  enum Kind : uint8_t { Bool, Int, Double, Date, Datetime, Text, Uint64, Duration } kind = Text;
  bool optional = false; ///< whether values are missing, other than numbers of kind Double
};
/// Returns the columns of a file with a line of names, by all of its records. Integers of more than 64 bits, and numbers that
/// look like codes (00501, +4912, 0x10), are texts: as numbers they would lose digits.
std::vector<CsvColumnType> csv_columns(ByteSource& source, const CsvOptions& options = {});

/// The columns of a file with a line of names, and the options that read it.
struct CsvTable {
  std::vector<CsvColumnType> columns;
  CsvOptions options;
};
/// Returns the columns of a file as `csv_columns` does. With `finds_separator`, what separates fields is the tab, semicolon or bar
/// that the line of names has, where it has no comma. Where it is none and no decimal point is given, that is a comma if texts
/// then are numbers.
CsvTable csv_table(ByteSource& source, CsvOptions options, bool finds_separator);

} // namespace nova

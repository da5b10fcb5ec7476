// The fields of a CSV file's column as values: what reads as which, and what is missing.
#pragma once
#include "runtime/io/csv/lines.hpp"

namespace nova {

/// Whether CSV can hold values of a layout in a column: numbers, bools, chars, texts and moments, or such that may be
/// missing.
bool is_csv_column(const Layout* l, CsvKind kind);
/// Whether the layout is that of a record of one int.
bool is_moment(const Layout* l);
/// Returns the constructor, of a sum of one with one field and one without, that has the field; nothing for other layouts.
std::optional<uint32_t> present_constructor(const Layout* l);

/// Parses fields by a file's options.
class CsvFields {
 public:
  explicit CsvFields(const CsvOptions& options);
  /// Parses a field as a number, bool or char of the C++ type that stores elements of type e. Numbers may have blanks
  /// around them, thousands separators between groups of three digits, a per cent sign (floating ones), or be whole and
  /// hexadecimal. Returns false if it is none.
  template <class T> bool parse(Element e, std::string_view field, T& out) const;
  /// The same for what is mostly there: a bool, a char, or a number that is nothing but digits, sign, point and exponent.
  template <class T> bool parse_plain(Element e, std::string_view field, T& out) const;
  /// Whether a field of other columns than texts is a mark of missing values, which may have blanks around it.
  bool is_missing(std::string_view field) const;
  /// The same for a field of texts, where blanks count.
  bool is_missing_text(std::string_view field) const;
  /// Whether a mark of missing values may read as a value.
  bool has_own_marks() const { return own_marks_; }
  /// Whether a field reads as a value of the element type.
  bool reads(Element e, std::string_view field) const;
  /// Whether a field reads as a date or datetime.
  static bool reads_moment(CsvKind kind, std::string_view field);
  /// Whether a comma in the number may be meant as its decimal point, though it is read as a thousands separator.
  bool is_ambiguous(std::string_view field) const;

 private:
  bool plain_number(std::string_view field, bool floating, std::string& out) const;

  char decimal_, thousands_;
  bool decimal_given_, own_marks_;
  std::vector<std::string> missing_;
};

/// The values of a column in a part of a file.
class CsvColumn {
 public:
  CsvColumn(const Layout* layout, CsvKind kind, const CsvFields& fields);
  /// Appends the field's value. Returns false if it has none.
  bool add(const CsvField& f);
  /// Says why a field has no value.
  std::string problem(const CsvField& f) const;
  /// Returns the values, and begins anew.
  ColumnRef finish();
  int64_t length() const { return length_; }
  /// The first number whose comma is read as a thousands separator, but may be meant as a decimal point; "": none.
  const std::string& ambiguous() const { return ambiguous_; }

 private:
  bool add_text(const CsvField& f);
  bool add_moment(const CsvField& f);
  template <class T> bool store(T value);
  template <class T> bool add_value(const CsvField& f);
  bool note(bool is_there);
  ColumnRef values(int64_t count);
  ColumnRef choices(ColumnRef values) const;

  const Layout *layout_, *value_;
  const CsvFields& fields_;
  std::optional<uint32_t> present_; ///< the constructor of values that are there, if they may be missing
  CsvKind kind_;
  Element element_ = Element::Char;
  bool text_;
  int64_t length_ = 0;
  std::vector<char> bytes_;
  std::vector<int64_t> ends_;  ///< of texts
  std::vector<char> is_there_; ///< of optional values
  std::string ambiguous_;
};

} // namespace nova

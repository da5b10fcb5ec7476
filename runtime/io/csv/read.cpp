// Reading: the first lines decide which columns there are, then parts of the file are parsed side by side.
#include "runtime/fault.hpp"
#include "runtime/io/csv/column.hpp"
#include "runtime/io/csv/stream.hpp"
#include "runtime/io/describe.hpp"
#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

namespace nova {

namespace {

/// Whether the elements are dates or datetimes themselves, and no records of such.
bool is_alone(const CsvRecord& of) {
  return is_moment(of.layout) && of.kind(0) != CsvKind::Plain && of.names.empty();
}

/// Returns the layouts of a record's columns. Fails with E0509 if CSV can't hold the layout.
std::vector<const Layout*> columns_of(const CsvRecord& of) {
  const Layout* record = of.layout;
  std::vector<const Layout*> columns =
      record->kind == ColumnKind::Tuple && !is_alone(of) ? record->children : std::vector{record};
  for (size_t c = 0; c < columns.size(); ++c)
    if (!is_csv_column(columns[c], of.kind(c))) fail("E0509", {"a .csv file", describe_type(record, 1)});
  return columns;
}

const Layout* value_layout(const Layout* column) {
  const auto present = present_constructor(column);
  return present ? column->children[*present] : column;
}

constexpr size_t skipped = ColumnTitles::none;

/// Which columns of a file are read. Several fields of a record may be the same column of the file.
struct Selection {
  std::vector<size_t> targets; ///< for each column of the file the index of a record's column, or `skipped`
  std::vector<size_t> same; ///< for each column of the record a further one that has its fields, or `skipped`
  size_t width() const { return targets.size(); }
  bool by_names = false; ///< whether the first line has chosen them

  void choose(size_t k, size_t column) {
    same[column] = targets[k];
    targets[k] = column;
  }
};

/// A part of a file, and the values in it.
struct Part {
  const char *begin = nullptr, *end = nullptr;
  std::vector<CsvColumn> columns;
  uint64_t lines = 0;
  std::optional<CsvError> error;
  std::exception_ptr failure;
};

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& t : texts) all += (&t == texts.data() ? "" : ", ") + t;
  return all;
}

/// Says which option divides a record of one field, if it has other signs that mostly separate fields; else "".
std::string other_separator(std::string_view field, char separator) {
  for (const auto& [c, name] : {std::pair{';', ";"}, {'\t', "tab"}, {'|', "|"}, {',', ","}})
    if (c != separator && field.find(c) != field.npos)
      return std::string("; (separator #\\") + name + ") divides it";
  return "";
}

class Reader {
 public:
  Reader(ByteSource& source, const CsvRecord& record, const CsvOptions& options, const CsvTell& tell)
      : source_(source), record_(record), options_(options), tell_(tell), columns_(columns_of(record)),
        dialect_(options), fields_(options), stream_(source, dialect_, options) {
    all_texts_ = std::ranges::all_of(columns_, [](const Layout* c) { return is_text(value_layout(c)); });
    skips_empty_ = skips_empty_lines(columns_.size(), all_texts_);
  }

  Array read() {
    choose_columns();
    for (uint32_t k = 0; k < std::max(1u, options_.threads); ++k) {
      Part& p = parts_.emplace_back();
      for (size_t c = 0; c < columns_.size(); ++c)
        p.columns.emplace_back(columns_[c], record_.kind(c), fields_);
    }
    while (stream_.next(options_.threads)) parse_block();
    tell_of_commas();
    return finish();
  }

 private:
  // First lines
  void choose_columns();
  bool is_header(const std::vector<std::string>& first, const std::vector<std::string>& second) const;
  bool reads_or_missing(size_t column, const std::string& field) const;
  void choose_by_names(const std::vector<std::string>& titles);
  [[noreturn]] void fail_without(const CsvName& name, const std::vector<std::string>& titles) const;
  // Records
  void parse_block();
  bool start(std::vector<std::jthread>& threads, Part& part) const;
  void parse(Part& part) const;
  void parse_record(CsvLines& in, Part& part) const;
  std::string expected() const {
    return selection_.by_names ? ", the first line has " + std::to_string(selection_.width())
                               : ", " + std::to_string(selection_.width()) + " were asked for";
  }
  void reserve(int64_t records);
  void append(Part& part);
  void tell_of_commas() const;
  Array finish();

  ByteSource& source_;
  const CsvRecord& record_;
  const CsvOptions& options_;
  const CsvTell& tell_;
  std::vector<const Layout*> columns_;
  CsvDialect dialect_;
  CsvFields fields_;
  CsvStream stream_;
  bool all_texts_, skips_empty_;
  Selection selection_;
  std::vector<Part> parts_;
  std::vector<ColumnBuilder> builders_;
};

// ---- First lines ----

bool Reader::reads_or_missing(size_t column, const std::string& field) const {
  const Layout* l = value_layout(columns_[column]);
  if (record_.kind(column) != CsvKind::Plain)
    return fields_.reads_moment(record_.kind(column), field) || fields_.is_missing(field);
  return is_text(l) || fields_.reads(l->element, field) || fields_.is_missing(field);
}

/// Whether the first line is one of titles though nothing says so: there are columns of other things than texts, and none
/// of its fields there is a value or missing, while each of the second line is.
bool Reader::is_header(const std::vector<std::string>& first, const std::vector<std::string>& second) const {
  if (first.size() != columns_.size() || second.size() != columns_.size()) return false;
  bool any = false;
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (is_text(value_layout(columns_[c]))) continue;
    if (reads_or_missing(c, first[c]) || !reads_or_missing(c, second[c])) return false;
    any = true;
  }
  return any;
}

void Reader::choose_columns() {
  const bool named = !record_.names.empty() && options_.header != std::optional(false);
  const bool titled = named || options_.header == std::optional(true);
  const std::vector<std::vector<std::string>> lines = stream_.first_records(2, titled || skips_empty_);
  const std::vector<std::string> none, &first = lines.empty() ? none : lines[0],
                                       &second = lines.size() > 1 ? lines[1] : none;
  selection_.same.assign(columns_.size(), skipped);
  for (size_t c = 0; c < columns_.size(); ++c) selection_.targets.push_back(c);
  if (titled) skips_empty_ = skips_empty_lines(first.size(), all_texts_);
  if (named) return choose_by_names(first), stream_.drop_record();
  if (titled) return stream_.drop_record();
  if (options_.header || !is_header(first, second)) return;
  stream_.drop_record();
  if (tell_)
    tell_("the first line is taken as the columns' names (" + joined(first) +
          "); (header true) says so, (header false) makes it a record");
}

/// Fails because no column of the file is that of a field.
void Reader::fail_without(const CsvName& name, const std::vector<std::string>& titles) const {
  std::string there = titles.empty() ? "no first line" : "the columns " + joined(titles);
  if (titles.size() == 1) there = "one column, " + titles[0] + other_separator(titles[0], options_.separator);
  fail("E0513", {source_.name(), name.name, there});
}

void Reader::choose_by_names(const std::vector<std::string>& titles) {
  const ColumnTitles by_text(titles);
  selection_.by_names = true;
  selection_.targets.assign(titles.size(), skipped);
  for (size_t c = 0; c < columns_.size(); ++c) {
    const size_t k = by_text.find(record_.names[c]);
    if (k == skipped) fail_without(record_.names[c], titles);
    selection_.choose(k, c);
  }
}

// ---- Records ----

void Reader::parse_record(CsvLines& in, Part& part) const {
  CsvField f;
  for (size_t k = 0; k < selection_.width(); ++k) {
    f = in.field();
    for (size_t c = selection_.targets[k]; c != skipped; c = selection_.same[c])
      if (!part.columns[c].add(f)) throw CsvError{f.line, f.column, part.columns[c].problem(f)};
    if (!in.more() && k + 1 < selection_.width())
      throw CsvError{f.line, f.column,
                     "the record has " + std::to_string(k + 1) + (k == 0 ? " field" : " fields") +
                         expected() + (k == 0 ? other_separator(f.text, options_.separator) : "")};
  }
  if (!in.more()) return;
  f = in.field();
  throw CsvError{f.line, f.column, "the record has more fields" + expected()};
}

void Reader::parse(Part& part) const {
  CsvLines in(dialect_, part.begin, part.end, skips_empty_);
  try {
    while (in.next_record()) parse_record(in, part);
  } catch (CsvError& e) {
    part.error = std::move(e);
  } catch (...) {
    part.failure = std::current_exception();
  }
  part.lines = in.lines();
}

/// Parses a part on a thread of its own. Returns false if the system gives none.
bool Reader::start(std::vector<std::jthread>& threads, Part& part) const {
  try {
    threads.emplace_back([this, &part] { parse(part); });
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

/// Parses the block's parts side by side, and appends their values in order.
void Reader::parse_block() {
  const std::span<const char* const> ends = stream_.parts();
  const char* begin = stream_.begin();
  {
    std::vector<std::jthread> threads; // they are waited for at the end of their scope
    for (size_t k = 0; k < ends.size(); begin = ends[k++]) {
      Part& p = parts_[k];
      p.begin = begin, p.end = ends[k];
      if (k + 1 == ends.size() || !start(threads, p)) parse(p);
    }
  }
  for (size_t k = 0; k < ends.size(); ++k) {
    Part& p = parts_[k];
    if (p.failure) std::rethrow_exception(p.failure);
    if (p.error) fail_at(source_, *p.error, stream_.lines_before());
    append(p);
    stream_.passed_lines(p.lines);
  }
}

/// Makes room for so many records as there may be. What is too much for the memory limit is not needed yet, so the columns
/// then grow as they are read.
void Reader::reserve(int64_t records) {
  try {
    for (const Layout* c : columns_) builders_.emplace_back(c, records);
  } catch (const Fault&) {
    builders_.clear();
    for (const Layout* c : columns_) builders_.emplace_back(c);
  }
}

/// Appends a part's values. The first one tells how many there may be in all.
void Reader::append(Part& part) {
  if (builders_.empty()) reserve(stream_.expected_records(part.columns[0].length(), part.end - part.begin));
  for (size_t c = 0; c < columns_.size(); ++c) {
    const Array values(part.columns[c].finish());
    builders_[c].append(values, 0, values.count());
  }
}

void Reader::tell_of_commas() const {
  for (size_t c = 0; c < columns_.size(); ++c)
    for (const Part& p : parts_) {
      if (p.columns[c].ambiguous().empty() || !tell_) continue;
      tell_("the comma in " + p.columns[c].ambiguous() +
            " is read as a thousands separator; (decimal #\\,) makes it a decimal point, (decimal #\\.) says "
            "so");
      return;
    }
}

Array Reader::finish() {
  std::vector<ColumnRef> done;
  if (builders_.empty()) reserve(0);
  for (ColumnBuilder& b : builders_) done.push_back(b.finish());
  const bool tuple = record_.layout->kind == ColumnKind::Tuple && !is_alone(record_);
  return Array(tuple ? zip_columns(record_.layout, std::move(done)) : done[0]);
}

} // namespace

void check_options(const CsvOptions& o) {
  const auto refuse = [](std::string why) { fail("E0514", {std::move(why)}); };
  const char decimal = o.decimal.value_or('.');
  for (const char c : {o.separator, o.comment.value_or('#'), decimal})
    if (c == '"' || c == '\n' || c == '\r') refuse("a quote or a line's end has a meaning already");
  const auto is_of_numbers = [](char c) {
    return std::string_view("0123456789+-").find(c) != std::string_view::npos;
  };
  const auto refuse_of_numbers = [&](char c, const char* what) {
    if (is_of_numbers(c)) refuse(std::string(what) + " is `" + c + "`, which is a part of numbers");
  };
  refuse_of_numbers(o.separator, "the separator");
  refuse_of_numbers(decimal, "the decimal point");
  if (o.comment) refuse_of_numbers(*o.comment, "a comment's sign");
  if (!o.decimal && o.separator == decimal)
    refuse("the separator is the decimal point; another is stated by (decimal #\\,)");
  if (o.comment && *o.comment == o.separator) refuse("comments begin with the separator");
  if (o.comment && *o.comment == decimal) refuse("comments begin with the decimal point");
  if (o.decimal && decimal == o.separator)
    refuse("the decimal point is the separator; another is stated by (separator #\\;)");
  if (o.skip < 0) refuse(std::to_string(o.skip) + " lines cannot be skipped");
}

Array read_csv(ByteSource& source, const CsvRecord& record, const CsvOptions& options, const CsvTell& tell) {
  return Reader(source, record, options, tell).read();
}

} // namespace nova

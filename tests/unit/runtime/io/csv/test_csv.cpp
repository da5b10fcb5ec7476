// CSV files: what is a field, what is missing, which line has names, and that blocks and threads change nothing.
#include "runtime/io/csv/csv.hpp"
#include "tests/unit/io_help.hpp"
#include <doctest/doctest.h>
#include <pthread.h>
#include <random>

using namespace nova;
using namespace nova::test;

namespace {

struct Csv {
  Layouts l;
  const Layout* i = l.primitive(Element::I64);
  const Layout* d = l.primitive(Element::F64);
  const Layout* b = l.primitive(Element::Bool);
  const Layout* text = l.rows(l.primitive(Element::Char), 1);
  std::vector<std::string> told;

  const Layout* maybe(const Layout* value) { return l.sum({value, l.primitive(Element::Unit)}, {1, 0}); }
  Array read(std::string_view bytes, const CsvRecord& record, const CsvOptions& o = {}) {
    auto s = source_of(bytes);
    return read_csv(s, record, o, [&](std::string what) { told.push_back(std::move(what)); });
  }
  Array read(std::string_view bytes, const Layout* record, const CsvOptions& o = {}) {
    return read(bytes, CsvRecord{record}, o);
  }
  /// line:column message
  std::string fault(std::string_view bytes, const Layout* record, const CsvOptions& o = {}) {
    const Fault f = fault_of([&] { read(bytes, record, o); });
    return f.code == "E0511" ? f.args[1] + ":" + f.args[2] + " " + f.args[3] : f.code;
  }
  std::string written(const Array& a, const CsvRecord& record = {}) {
    StringSink sink;
    write_csv(sink, a, record);
    return sink.text;
  }
  /// The double that a field reads as; or the error.
  std::string number(std::string_view field, const CsvOptions& o = {.header = false}) {
    try {
      return written(read("\"" + std::string(field) + "\"\n", d, o));
    } catch (const Fault& f) {
      return f.args[3];
    }
  }
};

bool same(const Array& a, const Array& b) { return same_bits(Value::vector(a), Value::vector(b)); }

} // namespace

TEST_CASE("CSV: quotes, line ends, blanks, byte order mark") {
  Csv c;
  const Layout* record = c.l.tuple({c.i, c.text, c.d});
  const Array a = c.read("id,name,weight\r\n1,\"a \"\"b\"\", c\nd\",2.5\r\n\r\n 2 ,plain,1e3", record);
  REQUIRE(a.length() == 2);
  CHECK(c.told.size() == 1);
  CHECK(c.written(a) == "1,\"a \"\"b\"\", c\nd\",2.5\n2,plain,1000.0\n");
  CHECK(same(c.read(c.written(a), record), a));
  CHECK(c.read("1\n2\n3\n", c.i).length() == 3);
  CHECK(c.written(c.read("\xef\xbb\xbf"
                         "7\n",
                         c.i)) == "7\n");
  CHECK(c.read("", c.i).length() == 0);
  CHECK(c.read("a\n\n\"\"\n", c.text).length() == 3);
  CHECK(c.written(c.read("x,1\ry,2\r", c.l.tuple({c.text, c.i}))) == "x,1\ny,2\n");
  CHECK(c.written(c.read("5\" pipe,\"a\"b\n", c.l.tuple({c.text, c.text}))) == "\"5\"\" pipe\",ab\n");
}

TEST_CASE("CSV: which first line has names") {
  Csv c;
  const auto lines = [&](std::string_view bytes, const Layout* record) {
    c.told.clear();
    const std::string length = std::to_string(c.read(bytes, record).length());
    return length + (c.told.empty() ? "" : " told");
  };
  const Layout* named = c.l.tuple({c.text, c.d});
  CHECK(lines("Bob,NA\nAl,3\n", named) == "2");
  CHECK(lines("name,weight\nAl,3\n", named) == "1 told");
  CHECK(lines("Bob, NA\nAl, 3\n", named) == "2");
  CHECK(lines("name,weight\nAl, NA \n", named) == "1 told");
  CHECK(lines("name,weight\nAl,NA\n", named) == "1 told");
  CHECK(c.fault("name,weight\n", named) == "1:6 `weight` is no double");
  CHECK(c.fault("name,weight\nAl,x\n", named) == "1:6 `weight` is no double");
  CHECK(lines("city,2020\nRome,5\n", c.l.tuple({c.text, c.i})) == "2");
  CHECK(lines("name,letter\nAl,x\n", c.l.tuple({c.text, c.l.primitive(Element::Char)})) == "1 told");
  CHECK(lines("a,b\nc,d\n", c.l.tuple({c.text, c.text})) == "2");
  CHECK(c.read("a\nb\n", c.text, {.header = true}).length() == 1);
  CHECK(c.fault("a,b\n1,2\n", c.l.tuple({c.i, c.i}), {.header = false}) == "1:1 `a` is no int");
}

TEST_CASE("CSV: columns by name") {
  Csv c;
  const Layout* two = c.l.record({c.i, c.text});
  const std::vector<CsvName> names = {{"year"}, {"body-mass", "body mass"}};
  const Array a = c.read("junk,body mass,year\nx\n1,light,2000\n", {two, names}, {.skip = 0, .comment = 'x'});
  CHECK(c.written(a, {two, names}) == "year,body mass\n2000,light\n");
  CHECK(c.written(c.read("body.mass,year\nlight,2000\n", {two, names})) == "2000,light\n");
  CHECK(c.written(c.read("2000,light\n", {two, names}, {.header = false})) == "2000,light\n");
  const Fault f = fault_of([&] { c.read("year,mass\n1,x\n", {two, names}); });
  CHECK(f.code == "E0513");
  CHECK(f.args[1] == "body-mass");
  CHECK(fault_of([&] {
          c.read("year\tbody mass\n1\tx\n", {two, names});
        }).args[2] == "one column, year\tbody mass; (separator #\\tab) divides it");
  CHECK(fault_of([&] {
          c.read("year,body mass\n1,x,3\n", {two, names});
        }).args[3] == "the record has more fields, the first line has 2");
  const std::vector<CsvName> twice = {{"a"}, {"b", "a"}, {"c"}, {"d", "a"}};
  const Layout* four = c.l.record({c.i, c.text, c.text, c.d});
  const Array same_column = c.read("c,a\nx,1\ny,2\nz,3\n", {four, twice}, {.threads = 2, .block = 4});
  CHECK(same_column.length() == 3);
  CHECK(c.written(same_column) == "1,1,x,1.0\n2,2,y,2.0\n3,3,z,3.0\n");
  CHECK(fault_of([&] { c.read("c,a\nx,1\ny,1.5\n", {four, twice}); }).args[3] == "`1.5` is no int");
  CHECK(column_names({"a b", "1st", "x", "x", "", "true", "-5", "x-2", "Gr\u00f6\u00dfe", "\u00b0C",
                      "\u6e29\u5ea6", "\xff"}) ==
        std::vector<std::string>{"a-b", "c1st", "x", "x-2", "c", "ctrue", "c-5", "x-2-2", "Gr\u00f6\u00dfe",
                                 "-C", "\u6e29\u5ea6", "c-"});
}

TEST_CASE("CSV: missing values") {
  Csv c;
  CHECK(c.written(c.read("1\nNA\nN/A\nNaN\nnull\n\" \"\n", c.d, {.header = false})) ==
        "1.0\nnan\nnan\nnan\nnan\nnan\n");
  CHECK(c.fault("1,2\nNA,3\n", c.l.tuple({c.i, c.i})) ==
        "2:1 a missing value, `NA`, is no int; a column of (Maybe int) takes it");
  CHECK(c.fault(",2\n", c.l.tuple({c.i, c.i})) ==
        "1:1 an empty field is no int; a column of (Maybe int) takes it");
  CHECK(c.fault(",2\n", c.l.tuple({c.i, c.i}), {.missing = std::vector<std::string>{"-"}}) ==
        "1:1 an empty field is no int");
  CHECK(c.fault("1;2\n", c.l.tuple({c.text, c.i})) ==
        "1:1 the record has 1 field, 2 were asked for; (separator #\\;) divides it");
  CHECK(c.written(c.read("1,NaN\n2,nan\n", c.l.tuple({c.i, c.maybe(c.d)}))) == "1,\n2,nan\n");
  const Layout* both = c.l.tuple({c.maybe(c.i), c.maybe(c.text)});
  const Array a = c.read("1,x\n,\nNA,NA\n2,\"\"\n3,\"NA\"\n", both);
  CHECK(c.written(a) == "1,x\n,\n,\n2,\"\"\n3,\"NA\"\n");
  CHECK(same(c.read(c.written(a), both), a));
  CHECK(c.written(c.read("7\nNA\n", c.maybe(c.i))) == "7\nNA\n");
  CHECK(c.written(c.read("-9,x\n1,-\n", both, {.missing = std::vector<std::string>{"-9", "-"}})) ==
        ",x\n1,\n");
  CHECK(c.fault("NA\n", c.d, {.header = false, .missing = std::vector<std::string>{"-"}}) ==
        "1:1 `NA` is no double");
}

TEST_CASE("CSV: numbers as they are written") {
  Csv c;
  for (const auto& [field, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"1,234.5", "1234.5\n"},
                                                                  {"1,234,567", "1234567.0\n"},
                                                                  {"12.5%", "0.125\n"},
                                                                  {"-3e1%", "-0.3\n"},
                                                                  {"0x1F", "31.0\n"},
                                                                  {"1e-9223372036854775808%", "0.0\n"},
                                                                  {"1e-99999999999999999999%", "0.0\n"},
                                                                  {"1e9223372036854775807%", "inf\n"},
                                                                  {"1e99999999999999999999%", "inf\n"},
                                                                  {"1e%", "`1e%` is no double"},
                                                                  {"0,250", "`0,250` is no double"},
                                                                  {"00,250", "`00,250` is no double"},
                                                                  {"0250", "250.0\n"},
                                                                  {"10,250", "10250.0\n"},
                                                                  {"+7", "7.0\n"},
                                                                  {" 8 ", "8.0\n"},
                                                                  {"inf", "inf\n"},
                                                                  {"1e999", "inf\n"},
                                                                  {"1,23", "`1,23` is no double"},
                                                                  {",234", "`,234` is no double"},
                                                                  {"1234,567", "`1234,567` is no double"},
                                                                  {"--1", "`--1` is no double"},
                                                                  {"1.5.2", "`1.5.2` is no double"},
                                                                  {"%", "`%` is no double"},
                                                                  {"0x", "`0x` is no double"},
                                                                  {"-", "`-` is no double"}})
    CHECK(std::string(field) + " is " + c.number(field) == std::string(field) + " is " + value);
  const CsvOptions german{.header = false, .separator = ';', .decimal = ','};
  CHECK(c.number("1.234,5", german) == "1234.5\n");
  CHECK(c.number("1.5", german) == "`1.5` is no double");
  c.told.clear();
  CHECK(c.written(c.read("\"1,234\"\n", c.i)) == "1234\n");
  CHECK(c.told.size() == 1);
  CHECK(c.fault("-0x8000000000000001\n", c.i) == "1:1 `-0x8000000000000001` is no int");
  CHECK(c.written(c.read("-0x8000000000000000\n", c.i)) == "-9223372036854775808\n");
}

TEST_CASE("CSV: dates and datetimes") {
  Csv c;
  const Layout* moment = c.l.record({c.i});
  const CsvRecord two{c.l.tuple({c.maybe(moment), moment}), {}, {CsvKind::Date, CsvKind::Datetime}};
  const Array a = c.read("day,at\n2024-02-29,2024-02-29 12:30\nNA,1969-12-31T23:59:59.999999+00:30\n", two);
  CHECK(c.written(a, two) == "2024-02-29,2024-02-29T12:30:00Z\n,1969-12-31T23:29:59.999999Z\n");
  CHECK(same(c.read(c.written(a, two), two), a));
  const CsvRecord one{moment, {}, {CsvKind::Date}};
  CHECK(c.written(c.read("0001-01-01\n9999-12-31\n", one), one) == "0001-01-01\n9999-12-31\n");
  CHECK(fault_of([&] { c.read("2023-02-29\n", one); }).args[3] == "`2023-02-29` is no Date");
  CHECK(fault_of([&] { c.read("\n2023-02-28\nNA\n", one); }).args[1] == "3");
  CHECK(c.read("1\n", moment).length() == 1);
  auto s = source_of("d,t\n2024-01-01,2024-01-01T10:00\nNA,2024-01-01\n");
  const auto types = csv_columns(s);
  CHECK(types[0].kind == CsvColumnType::Date);
  CHECK(types[0].optional);
  CHECK(types[1].kind == CsvColumnType::Datetime);
}

TEST_CASE("CSV: dates beyond four digits of a year are not written") {
  Csv c;
  const auto one = [&](int64_t n, CsvKind kind) {
    const std::string number = std::to_string(n) + "\n";
    const Array ints = c.read(number, c.i, {.header = false});
    const Array a(zip_columns(c.l.record({c.i}), {ints.column_ref()}));
    try {
      return c.written(a, {c.l.record({c.i}), {}, {kind}});
    } catch (const Fault& f) {
      return f.code + " " + f.args[1];
    }
  };
  CHECK(one(-719162, CsvKind::Date) == "0001-01-01\n");
  CHECK(one(2932896, CsvKind::Date) == "9999-12-31\n");
  CHECK(one(-719163, CsvKind::Date) == "E0509 (Date -719163), which is not of the years 1 to 9999");
  CHECK(one(INT64_MAX, CsvKind::Date).starts_with("E0509 (Date 9223372036854775807)"));
  CHECK(one(INT64_MIN, CsvKind::Datetime).starts_with("E0509 (Datetime -9223372036854775808)"));
  CHECK(one(-62135596800000000, CsvKind::Datetime) == "0001-01-01T00:00:00Z\n");
}

TEST_CASE("CSV: options") {
  Csv c;
  const Layout* two = c.l.tuple({c.i, c.text});
  CHECK(c.written(c.read("rubbish \"\n# more\n1;a#b\n#x\n2;\"#\"\n", two,
                         {.separator = ';', .skip = 1, .comment = '#'})) == "1,a\n2,#\n");
  CHECK(c.read("1,a\n", two, {.skip = 9}).length() == 0);
  for (const CsvOptions& o : {CsvOptions{.separator = '"'}, CsvOptions{.separator = '#', .comment = '#'},
                              CsvOptions{.skip = -1}, CsvOptions{.decimal = ','}})
    CHECK(fault_of([&] { check_options(o); }).code == "E0514");
}

TEST_CASE("CSV errors name line and column") {
  Csv c;
  const Layout* two = c.l.tuple({c.i, c.i});
  CHECK(c.fault("1,2\n3,x\n", two) == "2:3 `x` is no int");
  CHECK(c.fault("12x,2\n", two) == "1:1 `12x` is no int");
  CHECK(c.fault("1,2\n\"a\nb\",4\n", two) == "2:1 `a\nb` is no int");
  CHECK(c.fault("1,2\n3\n", two) == "2:1 the record has 1 field, 2 were asked for");
  CHECK(c.fault("1,2\n3,4,5,6\n", two) == "2:5 the record has more fields, 2 were asked for");
  CHECK(c.fault("1,2\n3,\"4", two) == "2:3 this quote is never closed");
  CHECK(c.fault("1,9223372036854775808\n", two) == "1:3 `9223372036854775808` is no int");
  CHECK(c.fault("1\n", c.l.rows(c.i, 1)) == "E0509");
}

TEST_CASE("CSV: blocks and threads give the same records, or the same error") {
  Csv c;
  std::mt19937 random(7);
  const auto any = [&](uint32_t n) { return random() % n; };
  const Layout* record = c.l.tuple({c.maybe(c.text), c.text, c.d});
  const char* const pieces[] = {"a",  "\"", "\"\"", ",",     "\n",     "\r\n",
                                "\r", "#",  "1.5",  "\",\"", "\"\n\"", "x,y,2\n"};
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = any(2) ? "x,y,1\n" : "";
    for (uint32_t k = any(30); k-- > 0;) bytes += pieces[any(std::size(pieces))];
    CAPTURE(bytes);
    CsvOptions whole{.header = any(2) ? std::optional(false) : std::nullopt, .skip = int64_t(any(2))};
    if (any(2)) whole.comment = '#';
    CsvOptions parts = whole;
    parts.threads = 1 + any(3), parts.block = 1 + any(20);
    const std::string fault = c.fault(bytes, record, whole);
    CHECK(fault == c.fault(bytes, record, parts));
    if (fault == "none") CHECK(same(c.read(bytes, record, whole), c.read(bytes, record, parts)));
  }
}

TEST_CASE("CSV: empty lines are records of an only column of texts") {
  Csv c;
  const CsvRecord name{c.l.record({c.text}), {{"name"}}}, n{c.l.record({c.maybe(c.i)}), {{"n"}}};
  CHECK(c.written(c.read("\nname,age\nBob,3\n\nAl,4\n\n\n", name)) == "Bob\nAl\n");
  CHECK(c.written(c.read("age,name\n\n3,Bob\n\n", name)) == "Bob\n");
  CHECK(c.read("\nname\nBob\n\n", name).length() == 2);
  CHECK(c.read("n\nNA\n1\n\n", n).length() == 2);
  const auto type = [&](std::string_view bytes) {
    auto s = source_of(bytes);
    const CsvColumnType only = csv_columns(s)[0];
    return std::to_string(only.kind) + (only.optional ? "?" : "");
  };
  CHECK(c.written(c.read("1\n  \n2\n \t", c.d)) == "1.0\n2.0\n");
  CHECK(c.read("1\t\n\t\n", c.l.tuple({c.maybe(c.i), c.maybe(c.i)}), {.separator = '\t'}).length() == 2);
  CHECK(type("n\n1\n\n2\n  \n") == "1");
  CHECK(type("n\nNA\n1\n\n") == "1?");
  CHECK(type("\nname\nBob\n\n") == "5?");
  CHECK(type("name\nBob\n\"\"\n") == "5");
}

TEST_CASE("CSV: a quote that is never closed brings no skipped lines back") {
  Csv c;
  const CsvOptions o{.header = true, .skip = 2};
  const std::string_view bytes = "1\n2\n\"x\n3\n";
  CHECK(c.fault(bytes, c.i, o) == "3:1 this quote is never closed");
  CHECK(c.fault(bytes, c.i, {.header = false, .skip = 2}) == "3:1 this quote is never closed");
  CHECK(fault_of([&] { c.read(bytes, {c.l.record({c.i}), {{"a"}}}, {.skip = 2}); }).code == "E0511");
  auto s = source_of(bytes);
  CHECK(fault_of([&] { csv_columns(s, {.skip = 2}); }).args[1] == "3");
  CHECK(c.fault("a\n\"x\n", c.i, {.header = true}) == "2:1 this quote is never closed");
}

TEST_CASE("CSV: what the first records let expect is no need of memory") {
  Csv c;
  std::string bytes; // short records first: a hundredfold of the records is expected
  for (int k = 0; k < 4096; ++k) bytes += "1\n";
  for (int k = 0; k < 4096; ++k) bytes += std::string(500, ' ') + "2\n";
  const uint64_t before = Memory::limit();
  Memory::set_limit(Memory::used() + (1 << 20));
  const Array a = c.read(bytes, c.i, {.header = false, .block = 8192});
  Memory::set_limit(before);
  CHECK(a.length() == 8192);
}

TEST_CASE("CSV: a part whose thread cannot start is read by this one") {
  Csv c;
  std::string bytes;
  for (int k = 0; k < 500; ++k) bytes += std::to_string(k) + "\n";
  const Array alone = c.read(bytes, c.i);
  pthread_attr_t usual, huge;
  REQUIRE(pthread_getattr_default_np(&usual) == 0);
  REQUIRE(pthread_getattr_default_np(&huge) == 0);
  REQUIRE(pthread_attr_setstacksize(&huge, size_t{1} << 60) == 0); // no machine has room for such a stack
  REQUIRE(pthread_setattr_default_np(&huge) == 0);
  const Array parts = c.read(bytes, c.i, {.threads = 4, .block = 64});
  REQUIRE(pthread_setattr_default_np(&usual) == 0);
  CHECK(same(parts, alone));
}

TEST_CASE("CSV: names and types of a file's columns") {
  Csv c;
  auto s = source_of("n,x,flag,who,all gone\n1,2,true,Al,\n,2.5,FALSE,,\n3,NA,true,\"\",\n");
  std::string out;
  for (const CsvColumnType& t : csv_columns(s))
    out += t.name.name + " " + std::to_string(t.kind) + (t.optional ? "?" : "") +
           (t.name.title ? "=" + *t.name.title : "") + "; ";
  CHECK(out == "n 1?; x 2; flag 0; who 5?; all-gone 5?=all gone; ");
  const auto type = [&](std::string_view fields) {
    const std::string bytes = "title\n" + std::string(fields);
    auto column = source_of(bytes);
    const CsvColumnType only = csv_columns(column)[0];
    return std::to_string(only.kind) + (only.optional ? "?" : "");
  };
  CHECK(type("12345678901234567890\n1\nNA\n") == "6?");
  CHECK(type("9223372036854775807\n-1\n") == "1");
  CHECK(type("12345678901234567890\n-1\n") == "5"); // no type of integers holds both
  CHECK(type("123456789012345678901\n") == "5");
  CHECK(type("123456789012345678901\n1.5\n") == "2");
  CHECK(type("00501\n2134\n") == "5");
  CHECK(type("+4912\n") == "5");
  CHECK(type("0x10\n") == "5");
  CHECK(type("PT90M\n-P1DT0.5S\nNA\n") == "7?");
  CHECK(type("12:30\n08:15\n") == "5");
  CHECK(type("0\n-0.5\n+1.5\n1e+05\n") == "2");
  CHECK(type("5%\n6%\n") == "2");
  CHECK(type("\"0,250\"\n") == "5");
  auto untitled = source_of(",c,,\ufeffd\n1,x,2,3\n");
  CsvRecord record{c.l.record({c.i, c.text, c.i, c.i})};
  for (const CsvColumnType& t : csv_columns(untitled)) record.names.push_back(t.name);
  CHECK(record.names[0].name == "c");
  CHECK(record.names[0].title == "");
  CHECK(record.names[1].name == "c-2");
  CHECK(record.names[1].title == "c");
  const Array a = c.read(",c,,\ufeffd\n1,x,2,3\n", record);
  CHECK(c.written(a, record) == ",c,,\"\ufeffd\"\n1,x,2,3\n");
  const std::vector<std::string> many = column_names(std::vector<std::string>(100'000, "")); // in linear time
  CHECK(many[1] == "c-2");
  CHECK(many.back() == "c-100000");
  CHECK(column_names({"x-2", "x", "x", "x", "x-2"}) ==
        std::vector<std::string>{"x-2", "x", "x-3", "x-4", "x-2-2"});
  const CsvRecord only{c.l.record({c.i}), {{"c", ""}}};
  CHECK(c.written(c.read("\"\"\n1\n", only), only) == "\"\"\n1\n");
  auto ragged = source_of("a,b\n1,2\n3\n");
  CHECK(fault_of([&] { csv_columns(ragged); }).args[1] == "3");
}

// Files: what may be touched, that they appear whole, and NumPy's formats against files that NumPy wrote.
#include "runtime/io/npy.hpp"
#include "runtime/io/text.hpp"
#include "tests/unit/io_help.hpp"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <numeric>

using namespace nova;
using namespace nova::test;
namespace fs = std::filesystem;

namespace {

std::string npy(const std::string& dictionary, const std::string& data, char version = 1) {
  const auto n = dictionary.size();
  std::string s =
      std::string("\x93NUMPY") + version + '\0' + static_cast<char>(n & 255) + static_cast<char>(n >> 8);
  if (version > 1) s += std::string(2, '\0');
  return s + dictionary + data;
}
Fault npy_fault(const std::string& bytes) {
  return fault_of([&] {
    Layouts l;
    auto s = source_of(bytes);
    read_npy(s, l);
  });
}
std::string written(const Array& a, bool scalar = false) {
  StringSink sink;
  write_npy(sink, a, scalar);
  return sink.text;
}

} // namespace

TEST_CASE("a program reads and writes below its folders only, links followed") {
  TemporaryFolder t;
  fs::create_directories(t.path / "in/deep");
  fs::create_directories(t.path / "input");
  std::ofstream(t.path / "in/a.txt") << "inside";
  std::ofstream(t.path / "secret.txt") << "outside";
  fs::create_symlink(t.path / "secret.txt", t.path / "in/link.txt");
  fs::create_directory_symlink(t.path, t.path / "in/up");
  fs::create_symlink(t.path / "not-there-yet", t.path / "in/dangling");
  Permissions p;
  p.allow_read(t.path / "in/");
  p.allow_write(t.path / "in/deep");
  CHECK(p.check_read(t.file("in/a.txt")) == t.path / "in/a.txt");
  CHECK(p.check_read(t.file("in/deep/../a.txt")) == t.path / "in/a.txt");
  for (const char* path :
       {"secret.txt", "in/../secret.txt", "in/link.txt", "in/up/secret.txt", "input/x", "in/up/input"}) {
    CAPTURE(path);
    CHECK(fault_of([&] { p.check_read(t.file(path)); }).code == "E0502");
    CHECK(fault_of([&] { FileSink(p, t.file(path)); }).code == "E0503");
  }
  CHECK(fault_of([&] { FileSink(p, t.file("in/a.txt")); }).code == "E0503");
  CHECK(fault_of([&] { p.check_read(std::string("in/a.txt\0/../..", 16)); }).code == "E0501");
  CHECK(fault_of([&] { p.check_read(""); }).code == "E0501");
  CHECK(fault_of([&] { open_source(p, t.file("in/none")); }).code == "E0501");
  CHECK(fault_of([&] { open_source(p, t.file("in/deep")); }).code == "E0501");
  CHECK(fault_of([&] { open_source(p, t.file("in/dangling")); }).code != "none");
  CHECK(fault_of([&] { Permissions().check_read("/etc/hostname"); }).args[1] == "/etc");
}

TEST_CASE("a file appears whole or not at all") {
  TemporaryFolder t;
  Permissions p;
  p.allow_read(t.path);
  p.allow_write(t.path);
  const auto content = [&] { return bytes_of(*open_source(p, t.file("x"))); };
  {
    FileSink sink(p, t.file("x"));
    sink.write("first");
    sink.commit();
  }
  {
    FileSink sink(p, t.file("x"));
    sink.write(std::string(1 << 20, 'y'));
  }
  CHECK(content() == "first");
  {
    FileSink sink(p, t.file("x"));
    const std::string large(300'000, 'z');
    sink.write("second "), sink.write(large), sink.write(" end");
    sink.commit();
    CHECK(content() == "second " + large + " end");
  }
  CHECK(std::distance(fs::directory_iterator(t.path), fs::directory_iterator()) == 1);
  Permissions device;
  device.allow_write("/dev/full");
  CHECK(fault_of([&] {
          FileSink sink(device, "/dev/full");
          sink.write("x");
          sink.commit();
        }).code == "E0506");
}

TEST_CASE("text") {
  TemporaryFolder t;
  Permissions p;
  p.allow_read(t.path);
  p.allow_write(t.path);
  Layouts l;
  const std::string bytes("a\0\xff\n", 4);
  FileSink sink(p, t.file("x"));
  write_text(sink, text_array(l, bytes));
  sink.commit();
  CHECK(array_text(read_text(*open_source(p, t.file("x")), l)) == bytes);
}

TEST_CASE("NumPy's vectors are read as they are, and written byte for byte as NumPy does") {
  Layouts l;
  for (const auto& [e, name] : {std::pair{Element::I64, "int64"},
                                {Element::I32, "int32"},
                                {Element::I16, "int16"},
                                {Element::I8, "int8"},
                                {Element::U64, "uint64"},
                                {Element::U32, "uint32"},
                                {Element::U16, "uint16"},
                                {Element::F32, "float32"},
                                {Element::F64, "float64"}}) {
    const auto file = data(std::string("vector-") + name + ".npy");
    const Array a = read_npy(*file, l, l.primitive(e), 1);
    REQUIRE(a.length() == 12);
    with_element(e, [&](auto t) {
      for (int i = 0; i < 12; ++i) CHECK(a.data<decltype(t)>()[i] == static_cast<decltype(t)>(i - 3));
    });
    CHECK(written(a) == bytes_of(*file));
  }
  CHECK(items<uint8_t>(read_npy(*data("vector-uint8.npy"), l)) ==
        std::vector<uint8_t>{250, 251, 252, 253, 254, 255});
  CHECK(items<uint8_t>(read_npy(*data("vector-bool.npy"), l)) == std::vector<uint8_t>{1, 0, 1});
  CHECK(array_text(read_npy(*data("vector-char.npy"), l)) == "nova");
  for (const char* name : {"vector-uint8.npy", "vector-bool.npy", "vector-char.npy", "cube.npy", "empty.npy",
                           "special.npy", "records.npy"}) {
    CAPTURE(name);
    CHECK(written(read_npy(*data(name), l)) == bytes_of(*data(name)));
  }
  CHECK(written(read_npy(*data("scalar.npy"), l), true) == bytes_of(*data("scalar.npy")));
}

TEST_CASE("order, byte order, versions and shapes") {
  Layouts l;
  std::vector<int32_t> numbers(24);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (const char* name : {"cube.npy", "cube-fortran.npy", "cube-big-endian.npy"}) {
    CAPTURE(name);
    const Array a = read_npy(*data(name), l, l.primitive(Element::I32), 3);
    CHECK(a.dimensions() == std::vector<int64_t>{2, 3, 4});
    CHECK(items<int32_t>(a) == numbers);
  }
  for (const char* name : {"version-2.npy", "version-3.npy"})
    CHECK(items<double>(read_npy(*data(name), l)) == std::vector<double>{0, 1, 2});
  CHECK(read_npy(*data("scalar.npy"), l, nullptr, 0).data<double>()[0] == 2.5);
  CHECK(read_npy(*data("empty.npy"), l).dimensions() == std::vector<int64_t>{0, 3});
  const Array special = read_npy(*data("special.npy"), l);
  CHECK(std::isnan(special.data<double>()[0]));
  CHECK(special.data<double>()[4] == 5e-324);
}

TEST_CASE("structures are tuples") {
  Layouts l;
  const Array a = read_npy(*data("records.npy"), l), b = read_npy(*data("records-padded.npy"), l);
  CHECK(a.layout() ==
        l.tuple({l.primitive(Element::I64), l.primitive(Element::F32), l.primitive(Element::Bool)}));
  CHECK(a.at(1).items()[0].as_int() == -2);
  CHECK(a.at(1).items()[1].as_float() == 1.5f);
  CHECK(a.at(0).items()[2].as_bool());
  CHECK(same_bits(Value::vector(a), Value::vector(b)));
}

TEST_CASE("the type that is asked for must be the file's") {
  Layouts l;
  const auto asked = [&](const char* name, Element e, uint32_t rank) {
    return fault_of([&] { read_npy(*data(name), l, l.primitive(e), rank); });
  };
  CHECK(asked("vector-int64.npy", Element::F64, 1).code == "E0507");
  CHECK(asked("vector-int64.npy", Element::F64, 1).args[1] == "vector int of 12");
  CHECK(asked("vector-int64.npy", Element::F64, 1).args[2] == "vector double");
  CHECK(asked("cube.npy", Element::I32, 2).code == "E0507");
  CHECK(asked("scalar.npy", Element::F64, 1).code == "E0507");
  CHECK(asked("vector-uint8.npy", Element::Char, 1).code == "none");
  CHECK(asked("complex.npy", Element::F64, 1).code == "E0507");
  CHECK(asked("complex.npy", Element::F64, 1).args[1] == "vector (complex double) of 1");
  const Layout* f64 = l.primitive(Element::F64);
  CHECK(read_npy(*data("complex.npy"), l, l.record({f64, f64}), 1).count() == 1);
  CHECK(asked("half.npy", Element::F32, 1).code == "E0507");
  CHECK(asked("object.npy", Element::F32, 1).code == "E0508");
}

TEST_CASE("halves and strings are written byte for byte as NumPy does") {
  Layouts l;
  for (const char* name : {"half.npy", "records-half.npy", "bytes.npy"}) {
    CAPTURE(name);
    CHECK(written(read_npy(*data(name), l)) == bytes_of(*data(name)));
  }
  CHECK(array_text(read_npy(*data("unicode.npy"), l).at(2).array()) == "gr\u00fc\u00df \u20ac \U0001f600");
}

TEST_CASE("NaNs are written as the one NaN") {
  Layouts l;
  PrimitiveFill fill(l.primitive(Element::F64), 1);
  fill.as<uint64_t>()[0] = 0xfff8000000000123;
  const std::string bytes = written(Array(fill.finish()));
  uint64_t bits;
  std::memcpy(&bits, bytes.data() + bytes.size() - 8, 8);
  CHECK(bits == 0x7ff8000000000000);
}

TEST_CASE("damaged .npy files are refused before memory is asked for") {
  const std::string good = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n", two(16, '\0');
  CHECK(npy_fault(npy(good, two)).code == "none");
  CHECK(npy_fault(npy(good, two, 2)).code == "none");
  const std::string whole = npy(good, two);
  for (size_t n = 0; n < whole.size(); ++n) {
    const std::string code = npy_fault(whole.substr(0, n)).code;
    CHECK((code == "E0504" || code == "E0505"));
  }
  CHECK(npy_fault(npy(good, two + "x")).args ==
        std::vector<std::string>{"file", ".npy", "84", "1 bytes follow the elements"});
  const uint64_t before = Memory::used();
  Memory::set_limit(before + (1 << 20));
  for (const char* shape :
       {"(1000000000000,)", "(9223372036854775807, 9223372036854775807)", "(9223372036854775808,)",
        "(4611686018427387904, 4, 0)", "(-1,)", "(2)", "(2,,)", "(2", "2", "(None,)",
        "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2)"}) {
    CAPTURE(shape);
    const std::string code =
        npy_fault(npy("{'descr': '<f8', 'fortran_order': False, 'shape': " + std::string(shape) + "}\n", two))
            .code;
    CHECK((code == "E0504" || code == "E0505"));
  }
  Memory::set_limit(UINT64_MAX);
  for (const char* header : {"", "{", "{}", "{'descr': '<f8'}",
                             "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': '<f8', 'fortran_order': 0, 'shape': (2,)}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'x': 1}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} x",
                             "{'descr': [], 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': 'V8', 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': '|O', 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': '<f8\\n', 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': [('x', [('y', '<i8')])], 'fortran_order': False, 'shape': (2,)}"}) {
    CAPTURE(header);
    const std::string code = npy_fault(npy(header, two)).code;
    CHECK((code == "E0504" || code == "E0508"));
  }
  CHECK(npy_fault(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", "\1\2")).args[3] ==
        "the byte 2 is no bool");
}

TEST_CASE("NumPy's archives, stored and deflated") {
  Layouts l;
  for (const char* name : {"stored.npz", "deflated.npz"}) {
    CAPTURE(name);
    const auto file = data(name);
    CHECK(npz_names(*file) == std::vector<std::string>{"x", "m", "zeros"});
    CHECK(items<double>(read_npz(*file, "x", l)) == std::vector<double>{0, 1, 2, 3, 4});
    CHECK(read_npz(*file, "m", l, l.primitive(Element::I32), 2).dimension(1) == 3);
    CHECK(read_npz(*file, "zeros", l).length() == 1000);
    const Fault missing = fault_of([&] { read_npz(*file, "y", l); });
    CHECK(missing.code == "E0510");
    CHECK(missing.args[2] == "x, m, zeros");
    CHECK(fault_of([&] { read_npz(*file, "m", l, l.primitive(Element::F64), 2); }).args[0].ends_with("[m]"));
  }
}

TEST_CASE("archives are written so that they read back, and damage is found") {
  Layouts l;
  StringSink sink;
  NpzWriter out(sink);
  const Array x = read_npy(*data("special.npy"), l), m = read_npy(*data("cube.npy"), l);
  out.add("x", x);
  out.add("m", m);
  CHECK(fault_of([&] { out.add("x", x); }).code == "E0509");
  out.finish();
  auto file = source_of(sink.text);
  CHECK(same_bits(Value::vector(read_npz(file, "x", l)), Value::vector(x)));
  CHECK(same_bits(Value::vector(read_npz(file, "m", l)), Value::vector(m)));
  for (std::string bytes : {sink.text, bytes_of(*data("deflated.npz"))}) {
    for (size_t n = 0; n < bytes.size(); ++n) { // cut off anywhere, it has no directory
      auto cut = source_of(std::string_view(bytes).substr(0, n));
      CHECK(fault_of([&] { npz_names(cut); }).code != "none");
    }
    auto whole = source_of(bytes);
    const Value original = Value::vector(read_npz(whole, "x", l));
    int faults = 0;
    for (char& byte : bytes) { // what no checksum guards (dates, versions) changes nothing
      byte ^= 16;
      auto damaged = source_of(bytes);
      bool same = false;
      const bool failed = fault_of([&] {
                            same = same_bits(Value::vector(read_npz(damaged, "x", l)), original);
                          }).code != "none";
      faults += failed;
      CHECK(failed != same);
      byte ^= 16;
    }
    CHECK(faults > 100);
  }
}

TEST_CASE("a member that claims more than deflate can give is refused") {
  std::string bytes = bytes_of(*data("deflated.npz"));
  const size_t central = bytes.find("PK\1\2");
  const uint32_t huge = 0xfffffff0;
  std::memcpy(bytes.data() + central + 24, &huge, 4);
  auto bomb = source_of(bytes);
  Layouts l;
  const Fault f = fault_of([&] { read_npz(bomb, "x", l); });
  CHECK(f.code == "E0504");
  CHECK(f.args[3] == "x.npy cannot unpack to 4294967280 bytes");
}

// C text around foreign functions, and the child process in which they run.
#include "runtime/foreign/child.hpp"
#include "runtime/foreign/device_text.hpp"
#include "runtime/foreign/function.hpp"
#include "runtime/foreign/mailbox.hpp"
#include "runtime/foreign/text_names.hpp"
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

namespace nova {

namespace {

ForeignFunction function(std::vector<ForeignType> parameters, ForeignType result) {
  ForeignFunction f{.name = "f", .text = "static int text;", .path = ""};
  f.signature = {std::move(parameters), std::move(result)};
  return f;
}

const ForeignType integer{ForeignType::Scalar, {Element::I64}}, number{ForeignType::Scalar, {Element::F64}},
    floats{ForeignType::Vector, {Element::F32}}, nothing{},
    both{ForeignType::Tuple, {Element::I64, Element::Bool}};

} // namespace

TEST_CASE("the C declaration of a foreign function") {
  CHECK(foreign_c_declaration(function({number}, number)) == "double f(double)");
  CHECK(foreign_c_declaration(function({floats, integer}, both)) ==
        "f_result f(const float*, int64_t, int64_t)");
  CHECK(foreign_c_declaration(function({both}, nothing)) == "void f(f_1)");
  CHECK(foreign_c_declaration(function({nothing}, integer)) == "int64_t f(void)");
}

TEST_CASE("names that a C function can have") {
  for (const char* good : {"f", "cube3", "two_halves", "F"}) CHECK(is_c_name(good));
  for (const char* bad :
       {"", "3f", "two-halves", "while", "nullptr", "int64_t", "nova_run", "nv_add", "_f", "a b", "f;"})
    CHECK_FALSE(is_c_name(bad));
}

TEST_CASE("a foreign function's text stands behind Nova's own") {
  const ForeignFunction f = function({integer}, both);
  const std::shared_ptr<const ForeignFunction> one(std::shared_ptr<void>(), &f);
  const Foreigns all(&one, 1);
  CHECK(foreign_declarations({}).empty());
  CHECK(foreign_declarations(all).find(f.text) == std::string::npos);
  CHECK(foreign_definitions(all).find(f.text) != std::string::npos);
  const std::string shim = foreign_shim(f);
  CHECK(shim.find("typedef struct { int64_t _0; bool _1; } nova_result_0;") != std::string::npos);
  CHECK(shim.find("typedef nova_result_0 f_result;") != std::string::npos);
  CHECK(shim.find("nova_foreign(const int64_t* nova_in, int64_t* nova_out)") != std::string::npos);
}

TEST_CASE("the part of a CUDA text that is for the GPU") {
  const std::string kernel = "__global__ void k(float *x) { x[0] = 1; }\n";
  const auto is_left = [&](const std::string& text) {
    const std::string left = device_text(text + kernel);
    return left.size() == text.size() + kernel.size() && left.ends_with(kernel) &&
           left.substr(0, text.size()).find_first_not_of(" \n") == std::string::npos;
  };
  CHECK(is_left("int main() { printf(\"}\"); // }\n return 0; }\n"));
  CHECK(is_left("template <class T> void run(T *x) { k<<<1, 1>>>(x); }\n"));
  CHECK(is_left("static bool good(cudaError_t e) { return e == 0; }\n"));
  CHECK(is_left("struct Clock { cudaEvent_t begin, end; };\n"));
  CHECK(is_left("typedef struct { cudaEvent_t begin; } Clock;\nstatic Clock now;\nvoid f(Clock c) { }\n"));
  CHECK(is_left("cudaStream_t stream; cudaError_t last = cudaSuccess;\n"));
  CHECK(
      is_left("static std::vector<float> data(10, 1.f);\nvoid fill(std::vector<float> &v) { v[0] = 1; }\n"));
  const char* const kept[] = {"struct P { cudaEvent_t e; __device__ void f() { } };\n",
                              "using namespace std;\n",
                              "__constant__ float w[3] = {1, 2, 3};\n",
                              "__device__ int f(int x) { return x; }\n",
                              "typedef unsigned long word;\n",
                              "enum { n = 3 };\n"};
  for (const char* const text : kept) CHECK(device_text(text) == text);
  CHECK(device_text("struct P { float x; };\n" + kernel) == "struct P { float x; };\n" + kernel);
  CHECK(device_text("float f(float x) { return x; }\n") == "float f(float x) { return x; }\n");
  CHECK(device_text("namespace a { int main() { } const int n = 1; }") ==
        "namespace a {                const int n = 1; }");
  const std::string word =
      "#define TWICE(x) \\\n  (2 * x)\n"; // a directive stays, and so do the lines' numbers
  CHECK(device_text("void run() {\n" + word + "cudaFree(0); }\n") ==
        "            \n" + word + "              \n");
  ForeignFunction f = function({floats}, nothing);
  f.text = "#include \"cuda_runtime.h\"\n#include <cstdio>\n#include \"own.h\"\n" + kernel;
  CHECK(foreign_kernel_text(f).ends_with("\n\n#include \"own.h\"\n" + kernel));
}

TEST_CASE("the names that a C text defines") {
  const auto defined = [](const char* text) { return names_defined(text).defined; };
  using Names = std::set<std::string>;
  CHECK(defined("static int64_t f(int64_t n) { int inner = 3; return n; }") == Names{"f"});
  CHECK(defined("double atof(const char*); size_t g(void);") == Names{}); // prototypes
  CHECK(defined("static const int table[] = {1, 2}; static int a, b = 2; int *p;") ==
        Names{"table", "a", "b", "p"});
  CHECK(defined("struct box { int x; }; typedef struct { int y; } pair; enum kind { A };") ==
        Names{"box", "pair", "kind"});
  CHECK(defined(
            "/* int no(void) {} */ // int no2(void) {}\nstatic char c = '\"'; char *s = \"int no3() {\";") ==
        Names{"c", "s"});
  CHECK(names_defined("#define N 3\n  # define M(x) \\\n  x\nint f(void) { return 1; }\n#define K").macros ==
        Names{"K", "M", "N"});
}

TEST_CASE("texts of one file do not see each other's names") {
  const auto with = [](const char* name, const char* text) {
    ForeignFunction f = function({integer}, integer);
    f.name = name, f.text = text;
    return std::make_shared<const ForeignFunction>(f);
  };
  const std::shared_ptr<const ForeignFunction> all[] = {
      with("f", "#define N 3\nstatic int64_t help(int64_t n) { return N * n; }"),
      with("g", "static int64_t help(int64_t n) { return n; }")};
  const std::string text = foreign_definitions(all);
  CHECK(text.find("#undef N\n") < text.find("#define help nova_u1_help\n"));
  CHECK(text.find("#undef help\n") > text.find("nova_call_1"));
}

TEST_CASE("a library's function has its result first, and vectors as length and address") {
  ForeignFunction f = function({floats, number}, floats);
  f.in_library = true;
  CHECK(
      foreign_shim(f).find("typedef void nova_function(int64_t*, float**, int64_t, const float*, double);") !=
      std::string::npos);
}

TEST_CASE("a child process answers, and tells how it ended") {
  const auto wait = [] {};
  ChildProcess child([](int channel) {
    int n = 0;
    while (receive_all(channel, &n, sizeof n)) {
      if (n < 0) _exit(-n);
      n *= 2;
      send_all(channel, &n, sizeof n);
    }
  });
  for (int k : {1, 21, 300}) {
    int twice = 0;
    REQUIRE(child.send(&k, sizeof k, wait));
    REQUIRE(child.receive(&twice, sizeof twice, wait));
    CHECK(twice == 2 * k);
  }
  const int last = -5;
  int none = 0;
  CHECK(child.send(&last, sizeof last, wait));
  CHECK_FALSE(child.receive(&none, sizeof none, wait));
  CHECK(child.end() == "it ended with status 5");
}

TEST_CASE("a child process keeps one open file, whatever its number is") {
  for (const int number : {3, 4, 5, 100}) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const int pipe_end = fcntl(ends[0], F_DUPFD, number);
    REQUIRE(write(ends[1], "x", 1) == 1);
    ChildProcess child(
        [](int channel) {
          char got[2] = {};
          const bool kept = read(ChildProcess::file_in_child, got, 1) == 1;
          got[1] = fcntl(ChildProcess::file_in_child + 1, F_GETFD) < 0 && kept ? '+' : '-';
          send_all(channel, got, sizeof got);
        },
        pipe_end);
    char got[2] = {};
    CHECK(child.receive(got, sizeof got, [] {}));
    CHECK(std::string(got, 2) == "x+");
    for (const int file : {ends[0], ends[1], pipe_end}) close(file);
  }
}

TEST_CASE("a child process that never answers is killed, and what waits for it may throw") {
  struct Enough {};
  ChildProcess child([](int) {
    for (;;) pause();
  });
  int polls = 0, none = 0;
  const auto wait = [&] {
    if (++polls > 3) throw Enough{};
  };
  CHECK_THROWS_AS(child.receive(&none, sizeof none, wait), Enough);
  CHECK(child.end() == "it was ended by signal 9, Killed");
}

TEST_CASE("a mailbox carries messages of any length both ways, and tells that the child has ended") {
  using Side = Mailbox::Side;
  Mailbox box;
  ChildProcess child([&](int) {
    const auto asleep = [] {};
    for (;;) {
      MessageReader m = box.receive(Side::Child, asleep);
      const std::string text = m.take_text();
      if (text == "end") _exit(4);
      Message twice;
      twice.add_text(text + text);
      box.send(Side::Child, twice, asleep);
    }
  });
  box.hide();
  const auto wait = [&] {
    if (child.has_ended()) throw ChannelClosed{};
  };
  for (const size_t length : {size_t{0}, size_t{5}, size_t{1} << 20, size_t{5'000'001}}) {
    std::string text(length, 'a');
    for (size_t k = 0; k < length; k += 1000) text[k] = static_cast<char>('b' + k / 1000 % 20);
    Message m;
    m.add_text(text);
    box.send(Side::Parent, m, wait);
    MessageReader answer = box.receive(Side::Parent, wait);
    CHECK(answer.take_text() == text + text);
  }
  Message last;
  last.add_text("end");
  box.send(Side::Parent, last, wait);
  CHECK_THROWS_AS(box.receive(Side::Parent, wait), ChannelClosed);
  CHECK(child.end() == "it ended with status 4");
}

TEST_CASE("a mailbox is hidden from later children") {
  Mailbox box;
  box.hide();
  ChildProcess child([&](int) {
    Message m;
    m.add_text("here");
    box.send(Mailbox::Side::Child, m, [] {});
  });
  while (!child.has_ended()) usleep(1000);
  CHECK(child.end() == "it was ended by signal 11, Segmentation fault");
}

} // namespace nova

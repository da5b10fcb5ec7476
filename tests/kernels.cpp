// Every kernel of the test suite through NVRTC, without a GPU.
//   nova_kernels [--seconds N] [--share K [--part P]] [--turn T] [--quick [--sample K]] PATH..
// The transcripts below the paths are interpreted; each plan's CUDA text is taken once, one in K of them (the
// P-th, from 0) compiled, each for one of the architectures in turn, with all effort and, in two parts, with
// little. It is an error if one does not compile, if one spills very much, or if many spill that call
// nothing. --quick: with little effort only, in one part, 15 in 16 to intermediate code alone, and nothing but that they compile; a kernel that
// another text has too, but for the numbers in its names, is left out. --sample K: afterwards one text in K as
// without --quick. What NVRTC said of a text that compiles is kept in
// $XDG_CACHE_HOME between runs.
//   nova_kernels --times FOLDER
// How long NVRTC takes for each of the programs of FOLDER (bench/cpu), with little effort, on one thread and
// on several, and with all, as a table.
//   nova_kernels --table FOLDER
// The kernels of the programs of FOLDER (bench/cpu) as a table: what they use of a GPU, and what they move
// for an element.
#include "jit/compile/nvrtc_compiler.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/emit/prologue.hpp"
#include "nvrtc_help.hpp"
#include "repl/session/session.hpp"
#include "transcripts/transcript.hpp"
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace nova;

namespace {

std::string read_file(const fs::path& p) {
  std::ostringstream out;
  out << std::ifstream(p, std::ios::binary).rdbuf();
  return std::move(out).str();
}

std::vector<fs::path> transcripts(const fs::path& root) {
  std::vector<fs::path> all;
  for (const auto& e : fs::recursive_directory_iterator(root))
    if (e.path().extension() == ".nv") all.push_back(e.path());
  std::sort(all.begin(), all.end());
  return all;
}

// Bytes of registers that a thread keeps in memory. A text with functions that call themselves does so at its
// calls, and large bodies here and there; it must stay bounded, and rare where nothing is called.
constexpr int much_spilled = 64, most_spilled = 2048, one_in = 50;
constexpr int by_chance = 3; // a share of the texts may hold more than its part of the heavy ones

bool has_calls(const std::string& text) { return text.find("NOVA_FUNCTION ") != text.npos; }

// ---- all kernels

/// One in so many texts, the same ones whatever others there are.
struct Share {
  uint64_t of = 1, part = 0;
  size_t turn = 0; ///< which architecture comes first: five turns compile all for each
  bool has(const std::string& text) const { return std::hash<std::string>()(text) % of == part; }
};

/// One of the architectures: the same one for a text, whatever others there are.
int architecture_for(const std::string& text, size_t turn, const std::vector<int>& archs) {
  constexpr size_t mixed = 7919; // shares are remainders of the same hash
  return archs[(std::hash<std::string>()(text) / mixed + turn) % archs.size()];
}

/// The comment above the kernel's functor.
std::string what_for(const std::string& text, const std::string& kernel) {
  const std::string number = kernel.substr(std::string("nova_kernel_").size());
  const size_t at = text.find("struct nova_f_" + number.substr(0, number.find('_')) + " ");
  const size_t from = at == text.npos ? at : text.rfind("//", at);
  return from == text.npos ? "" : text.substr(from, at - from);
}

bool compiles(const cuda::Compiled& c, int arch, const std::string& text) {
  if (!c.good) std::printf("does not compile for sm_%d:\n%s\n%s\n", arch, c.log.c_str(), text.c_str());
  return c.good;
}

/// The text with its numbered identifiers (v12, nova_f_3) numbered anew, in the order in which they occur.
std::string renumbered(std::string_view text) {
  static const std::regex numbered("[A-Za-z_]\\w*\\d");
  std::map<std::string, size_t> numbers;
  std::string out;
  const char *at = text.data(), *const end = at + text.size();
  for (std::cmatch m; std::regex_search(at, end, m, numbered); at = m[0].second)
    out.append(at, m[0].first) +=
        "#" + std::to_string(numbers.emplace(m.str(), numbers.size()).first->second);
  return out.append(at, end);
}

/// The text without the kernels that are in `seen` already, by their text and that of the shared code before them,
/// which has their functions. Adds the others to `seen`; returns "" if there are none.
std::string unseen_kernels(const std::string& text, std::set<std::string>& seen) {
  const std::vector<std::string_view> pieces = plan::shared_and_kernels(text);
  std::string left;
  bool any = false;
  for (size_t k = 0; k < pieces.size(); ++k) {
    const bool is_kernel = k % 2;
    if (is_kernel && !seen.insert(renumbered(std::string(pieces[k - 1]) + std::string(pieces[k]))).second)
      continue;
    left += pieces[k], any |= is_kernel;
  }
  return any ? left : "";
}

/// Some kernels of a plan, and what stands before them.
struct Kernels {
  std::string prologue, text;
};

/// The texts as one, with other names in each. `whole` are the plans' texts, which tell what stands before kernels.
Kernels joined(const std::vector<Kernels>& texts, const std::string& whole) {
  static const std::regex kernel("nova_kernel_");
  Kernels all{plan::cuda_prologue(whole), ""};
  for (size_t k = 0; k < texts.size(); ++k) {
    const std::string number = std::to_string(k);
    all.text += plan::with_suffix(std::regex_replace(texts[k].text, kernel, "nova_kernel_of_" + number + "_"),
                                  "_" + number) +
                "\n";
  }
  return all;
}

/// Texts for one architecture.
struct Group {
  std::vector<Kernels> texts;
  std::string whole;
};

/// How many of the texts NVRTC refuses. It reads them as one, since much of its work is for what stands before each; if it
/// refuses that, each alone.
int refused(const plan::NvrtcLogs& nvrtc, int arch, const Group& group) {
  const Kernels all = joined(group.texts, group.whole);
  const cuda::Compiled together = nvrtc.accepts(all.prologue + all.text, arch);
  if (together.good) return 0;
  int bad = 0;
  for (const Kernels& one : group.texts)
    bad += !compiles(nvrtc.accepts(one.prologue + one.text, arch), arch, one.text);
  if (bad == 0) std::printf("texts that compile alone do not together:\n%s\n", together.log.c_str());
  return std::max(bad, 1);
}

/// The code that a first answer waits for: one text in 16 to machine code, the others to intermediate code.
int compile_quickly(const plan::NvrtcLogs& nvrtc, const std::set<std::string>& texts, const Share& share) {
  const std::vector<int> archs = known_architectures(nvrtc.nvrtc());
  constexpr size_t in_a_group = 16;
  // A text more leaves the others where they are.
  const size_t groups = std::bit_ceil(texts.size() / (in_a_group * archs.size()) + 1);
  std::map<std::pair<int, size_t>, Group> waiting;
  int bad = 0;
  uint64_t k = 0;
  std::set<std::string> seen;
  for (const std::string& all : texts) {
    if (!share.has(all)) continue;
    const std::string text = unseen_kernels(all, seen);
    if (text.empty()) continue;
    const int arch = architecture_for(text, share.turn, archs);
    ++k;
    Kernels own{plan::cuda_prologue(all), text};
    const std::string whole = own.prologue + text;
    if (Share{16, 0}.has(whole)) {
      bad += !compiles(nvrtc.cubin(whole, arch, cuda::Effort::Little), arch, text);
      continue;
    }
    Group& group = waiting[{arch, std::hash<std::string>()(all) % groups}];
    group.texts.push_back(std::move(own)), group.whole += all;
  }
  for (const auto& [group, all] : waiting) bad += refused(nvrtc, group.first, all);
  std::printf("%llu of %zu texts with %zu different kernels for %zu architectures in turn, %d bad\n",
              static_cast<unsigned long long>(k), texts.size(), seen.size(), archs.size(), bad);
  return bad ? 1 : 0;
}

int compile_all(const plan::NvrtcLogs& nvrtc, const std::set<std::string>& texts, const Share& share,
                double seconds) {
  const std::vector<int> archs = known_architectures(nvrtc.nvrtc());
  const auto begin = std::chrono::steady_clock::now();
  std::map<int, int> compiled;
  int bad = 0, kernels = 0, most = 0, spilled = 0, calling = 0;
  std::vector<std::string> heavy;
  for (const std::string& text : texts) {
    if (!share.has(text)) continue;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (took > seconds) break;
    const int arch = architecture_for(text, share.turn, archs);
    const std::string whole = plan::cuda_prologue(text) + text;
    const cuda::Compiled c = nvrtc.cubin(whole, arch);
    ++compiled[arch];
    bad += !compiles(c, arch, text);
    for (const std::string& part : plan::kernel_parts(whole, 2))
      bad += !compiles(nvrtc.cubin(part, arch, cuda::Effort::Little), arch, text);
    for (const cuda::KernelUse& u : cuda::kernel_uses(c.log)) {
      ++kernels, most = std::max(most, u.registers), spilled = std::max(spilled, u.spilled);
      calling += has_calls(text);
      if (u.spilled > much_spilled && !has_calls(text))
        heavy.push_back(u.kernel + ", sm_" + std::to_string(arch) + ": " + std::to_string(u.spilled) +
                        " bytes\n" + what_for(text, u.kernel));
      if (u.spilled > most_spilled)
        ++bad, std::printf("%s spills %d bytes on sm_%d:\n%s\n", u.kernel.c_str(), u.spilled, arch,
                           text.c_str());
    }
  }
  if (static_cast<int>(heavy.size()) > (kernels - calling) / one_in + by_chance) {
    for (const std::string& kernel : heavy) std::printf("%s\n", kernel.c_str());
    ++bad, std::printf("%zu of %d kernels without calls spill more than %d bytes\n", heavy.size(),
                       kernels - calling, much_spilled);
  }
  std::printf("%zu texts;", texts.size());
  for (const auto& [arch, n] : compiled) std::printf(" %d for sm_%d,", n, arch);
  std::printf(" %d kernels, %d registers and %d bytes spilled at most, %d bad\n", kernels, most, spilled,
              bad);
  return bad ? 1 : 0;
}

// ---- the table

/// What a statement's kernel moves and computes for each of its elements, from its plan: columns read and written in order (or
/// by way of shared memory, each place once), places that the data choose, and floating operations.
struct Traffic {
  uint64_t in_order = 0, scattered = 0, flops = 0;
  uint64_t inner = 0; ///< floating operations in a round of a loop inside
};

uint64_t flops_of(const plan::Plan& p, const plan::Stm& s) {
  if (s.op != plan::Op::Scalar || !is_floating(p[s.outs[0]].element)) return 0;
  return s.builtin == BuiltinId::Fma ? 2 : 1;
}

/// `fixed`: places that are the same for all elements; `seen`: columns that are counted.
void reads(const plan::Plan& p, const plan::Body& b, plan::Var index, const std::set<plan::Var>& fixed,
           std::set<plan::Var>& seen, bool inside, Traffic& t) {
  for (const plan::Stm& s : b.stms) {
    const uint64_t size = s.outs.empty() ? 0 : element_size(p[s.outs[0]].element);
    const bool shared = s.op == plan::Op::Read && (seen.contains(s.args[0]) || fixed.contains(s.args[1]));
    if (s.op == plan::Op::Read && s.args[1] != index && !shared) t.scattered += size;
    if (s.op == plan::Op::Read && s.args[1] == index && seen.insert(s.args[0]).second) t.in_order += size;
    (inside ? t.inner : t.flops) += flops_of(p, s);
    for (const plan::Body& inner : s.bodies)
      reads(p, inner, index, fixed, seen, inside || s.op != plan::Op::If, t);
  }
}

Traffic traffic(const plan::Plan& p, const plan::Stm& s, const plan::Launch& l) {
  Traffic t;
  std::set<plan::Var> seen(l.rooms.begin(), l.rooms.end()), fixed;
  plan::for_each_stm(p.body, [&](const plan::Stm& c) {
    if (c.op == plan::Op::Constant) fixed.insert(c.outs[0]);
  });
  for (const plan::Var v : seen) t.in_order += element_size(p[v].element);
  if (!s.bodies.empty() && !s.bodies[0].params.empty())
    reads(p, s.bodies[0], s.bodies[0].params.back(), fixed, seen, false, t);
  if (s.bodies.size() > 1 && s.op != plan::Op::Rows && s.op != plan::Op::Sort)
    for (const plan::Stm& join : s.bodies[1].stms) t.flops += flops_of(p, join);
  if (s.op != plan::Op::Reduce && s.op != plan::Op::Accumulate)
    for (const plan::Var v : s.outs)
      if (p[v].column) t.in_order += element_size(p[v].element);
  return t;
}

/// The least time for a thousand elements on an H200 that copies 4.3 TB/s and computes 60 TFLOP/s (measurements of its limits), in ns,
/// and what it is bound by; "" where rounds of a loop inside tell.
std::string floor_of(const Traffic& t) {
  const double memory = static_cast<double>(t.in_order + t.scattered) / 4.3,
               arithmetic = static_cast<double>(t.flops) / 60;
  char text[64];
  std::snprintf(text, sizeof text, "%.2f by %s", std::max(memory, arithmetic),
                memory >= arithmetic ? "memory" : "arithmetic");
  return t.inner ? "" : text;
}

/// A kernel's instructions as they stand in its PTX, loops and branches counted once.
struct Mix {
  int floating = 0, integer = 0, global = 0, shared = 0, together = 0, jumps = 0;
  std::string text() const {
    std::string out;
    for (const int n : {floating, integer, global, shared, together, jumps})
      out += (out.empty() ? "" : " / ") + std::to_string(n);
    return out;
  }
};

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> heads) {
  return std::ranges::any_of(heads, [&](std::string_view h) { return text.starts_with(h); });
}

void count(Mix& m, std::string_view opcode) {
  const bool moves = starts_with_any(opcode, {"mov", "cvt", "selp", "ld.param"});
  if (starts_with_any(opcode, {"bra", "ret", "call", "exit"}))
    ++m.jumps;
  else if (starts_with_any(opcode, {"bar", "shfl", "vote", "match", "membar", "fence", "redux"}))
    ++m.together;
  else if (starts_with_any(opcode, {"ld.shared", "st.shared", "atom.shared", "red.shared"}))
    ++m.shared;
  else if (!moves && starts_with_any(opcode, {"ld.", "st.", "atom.", "red.", "prefetch"}))
    ++m.global;
  else if (!moves && (opcode.find(".f32") != opcode.npos || opcode.find(".f64") != opcode.npos))
    ++m.floating;
  else
    ++m.integer;
}

/// By kernel.
std::map<std::string, Mix> mixes(const std::string& ptx) {
  std::map<std::string, Mix> all;
  std::istringstream lines(ptx);
  Mix* now = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (const size_t at = line.find(".entry "); at != line.npos)
      now = &all[line.substr(at + 7, line.find('(') - at - 7)];
    if (line.starts_with(".func") || line.find(".func ") != line.npos) now = nullptr;
    size_t from = line.find_first_not_of("\t ");
    if (!now || from == line.npos || line.find(';') == line.npos) continue;
    if (line[from] == '@') from = line.find_first_not_of("\t ", line.find_first_of("\t ", from));
    const std::string_view opcode =
        std::string_view(line).substr(from, line.find_first_of("\t ;", from) - from);
    if (std::isalpha(static_cast<unsigned char>(opcode[0]))) count(*now, opcode);
  }
  return all;
}

/// Of the threads that an sm_90 multiprocessor holds, how many this kernel can have at work: registers come
/// in eights for a thread, 228 KiB of shared memory with one taken for each block.
int occupancy(int registers, uint32_t shared, uint32_t threads) {
  const int per_thread = std::max((registers + 7) / 8 * 8, 8);
  const int by_registers = 65536 / (per_thread * static_cast<int>(threads));
  const int by_shared = static_cast<int>((228u << 10) / (shared + (1u << 10)));
  const int by_threads = 2048 / static_cast<int>(threads);
  return 100 * std::min({by_registers, by_shared, by_threads}) * static_cast<int>(threads) / 2048;
}

/// Inputs of a program as definitions, so that it runs as it stands.
std::string with_inputs(const std::string& text) {
  const size_t begin = text.find("\n((") + 1, end = text.find("))\n", begin) + 2;
  std::string given;
  std::istringstream words(text.substr(begin, end - begin));
  for (std::string name, colon; std::getline(words, name, '(') && std::getline(words, name, ')');) {
    name.erase(0, name.find_first_not_of('('));
    const std::string id = name.substr(0, name.find(' ')), type = name.substr(name.find(": ") + 2);
    given += "(define " + id + " " +
             (id == "offsets"          ? "(map to_int32 (iota 4097))" // of rows: in order
              : type == "int"          ? "64"                         // an image's side, or how far to look
              : type == "vector float" ? "(map to_float (iota 4096))"
              : type == "vector int32" ? "(map (lambda (i) (to_int32 (% i 64))) (iota 4096))"
              : type == "vector uint8" ? "(map to_uint8 (iota 4096))"
                                       : "(reshape (64, 64) (map to_float (iota 4096)))") +
             ")\n";
  }
  return given + text.substr(end);
}

/// Calls `use` with a program's plan and its kernels.
void with_kernels(const fs::path& file,
                  const std::function<void(const plan::Plan&, const plan::CudaText&)>& use) {
  SessionOptions o;
  bool first = true;
  o.out = o.err = [](std::string_view) {};
  o.tiers.kernels = [&](const plan::Plan& p) {
    const plan::CudaText cuda = plan::emit_cuda(p);
    if (std::exchange(first, false) && !cuda.launches.empty()) use(*cuda.plan, cuda);
  };
  Session session(o);
  std::string text = with_inputs(read_file(file));
  text.erase(text.rfind("(job)"));
  first = false; // of what leads to the job, nothing
  session.run_forms(session.add_text("inputs", text), [](const Outcome&) {});
  first = true;
  session.run_forms(session.add_text("job", "(job)"), [](const Outcome&) {});
}

void program_rows(const cuda::Nvrtc& nvrtc, const fs::path& file) {
  with_kernels(file, [&](const plan::Plan& p, const plan::CudaText& cuda) {
    const cuda::Compiled c = nvrtc.cubin(plan::cuda_prologue(cuda.text) + cuda.text, 90);
    const std::vector<cuda::KernelUse> uses = cuda::kernel_uses(c.log);
    std::map<std::string, Mix> mix = mixes(nvrtc.ptx(plan::cuda_prologue(cuda.text) + cuda.text, 90).output);
    plan::for_each_stm(p.body, [&](const plan::Stm& s) {
      const auto at = cuda.launches.find(&s);
      if (at == cuda.launches.end()) return;
      const Traffic t = traffic(p, s, at->second);
      for (const cuda::KernelUse& u : uses)
        if (u.kernel.starts_with(at->second.kernel)) {
          const uint32_t shared = at->second.shared + static_cast<uint32_t>(u.shared);
          std::printf("| %s | %s | %s | %d | %d | %u | %d %% | %llu | %llu | %llu%s | %s | %s |\n",
                      file.stem().c_str(), std::string(op_row(s.op).name).c_str(), u.kernel.c_str(),
                      u.registers, u.spilled, shared, occupancy(u.registers, shared, at->second.threads),
                      static_cast<unsigned long long>(t.in_order),
                      static_cast<unsigned long long>(t.scattered), static_cast<unsigned long long>(t.flops),
                      t.inner ? (" + " + std::to_string(t.inner) + " a round").c_str() : "",
                      floor_of(t).c_str(), mix[u.kernel].text().c_str());
        }
    });
  });
}

// ---- how long it takes

/// Milliseconds of processor time, the least of some.
double compile_ms(const cuda::Nvrtc& nvrtc, const std::string& text, cuda::Effort effort) {
  constexpr int rounds = 3;
  double least = 1e9;
  for (int k = 0; k < rounds; ++k) {
    const std::clock_t begin = std::clock();
    nvrtc.cubin(text, 90, effort);
    least = std::min(least, 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

/// What the last of so many threads takes, which share a text's kernels with little effort, if each has a processor.
double longest_ms(const cuda::Nvrtc& nvrtc, const std::string& text, size_t threads) {
  double longest = 0;
  for (const std::string& part : plan::kernel_parts(text, threads))
    longest = std::max(longest, compile_ms(nvrtc, part, cuda::Effort::Little));
  return longest;
}

int times(const cuda::Nvrtc& nvrtc, const std::string& folder) {
  std::printf("| program | kernels | little effort, ms | two threads | eight threads | all, ms |\n| --- | "
              "--- | --- | --- | --- | --- |\n");
  for (const fs::path& p : transcripts(folder))
    with_kernels(p, [&](const plan::Plan&, const plan::CudaText& cuda) {
      const std::string text = plan::cuda_prologue(cuda.text) + cuda.text;
      size_t kernels = 0;
      for (size_t at = 0; (at = cuda.text.find("__global__", at)) != text.npos; ++at) ++kernels;
      std::printf("| %s | %zu |", p.stem().c_str(), kernels);
      for (const size_t threads : {1, 2, 8}) std::printf(" %.0f |", longest_ms(nvrtc, text, threads));
      std::printf(" %.0f |\n", compile_ms(nvrtc, text, cuda::Effort::All));
    });
  return 0;
}

int table(const cuda::Nvrtc& nvrtc, const std::string& folder) {
  std::printf("# What the kernels of bench/cpu use of a GPU: an estimate, nothing here was run on one\n\n"
              "`nova_kernels --table bench/cpu`, NVRTC %d.%d for sm_90. Occupancy: of an H100's threads, as "
              "registers and shared memory allow "
              "(the launch's own shared memory included). Bytes for an element of the statement, from its "
              "plan: columns that are read and "
              "written in order, which is the floor of a streaming kernel since each is moved once; and "
              "places that the data choose. Flops: floating operations for an element, and for a round of a "
              "loop inside of it. Floor: the least time that an H200 "
              "(4.3 TB/s, 60 TFLOP/s) needs for these bytes and flops, for a thousand elements. Instructions "
              "as they stand in the PTX: floating, integer (with moves "
              "and addresses), device memory, shared memory, between threads, jumps.\n\n"
              "| program | statement | kernel | registers | bytes spilled | shared, bytes a block | "
              "occupancy | in order, B | chosen places, B | flops | floor, ns a thousand | instructions |\n"
              "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
              nvrtc.version() / 100, nvrtc.version() % 100 / 10);
  for (const fs::path& p : transcripts(folder)) program_rows(nvrtc, p);
  return 0;
}

} // namespace

/// The user's kernels (foreign-kernel), of which each is a text of its own: all, to intermediate code.
int compile_user_kernels(const plan::NvrtcLogs& nvrtc, const std::set<std::string>& texts) {
  const int arch = known_architectures(nvrtc.nvrtc()).back();
  int bad = 0;
  for (const std::string& text : texts) bad += !compiles(nvrtc.accepts(text, arch), arch, text);
  if (!texts.empty()) std::printf("%zu kernels of users, %d bad\n", texts.size(), bad);
  return bad ? 1 : 0;
}

int main(int argc, char** argv) {
  const auto nvrtc = cuda::Nvrtc::open();
  constexpr int skipped = 77;
  if (!nvrtc) return std::printf("libnvrtc is not installed: kernels are not compiled for GPUs\n"), skipped;
  double seconds = 1e9;
  bool quick = false;
  Share share;
  std::optional<Share> sample;
  std::set<std::string> texts, user_kernels;
  TierOptions options;
  options.kernels = [&](const plan::Plan& p) {
    if (std::string text = plan::emit_cuda(p).text; text.find("__global__") != text.npos)
      texts.insert(std::move(text));
    for (const auto& f : p.foreigns)
      if (f->cuda == CudaKind::Kernel) user_kernels.insert(foreign_kernel_text(*f));
  };
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg == "--seconds" && i + 1 < argc)
      seconds = std::atof(argv[++i]);
    else if (arg == "--share" && i + 1 < argc)
      share.of = static_cast<uint64_t>(std::max(1, std::atoi(argv[++i])));
    else if (arg == "--part" && i + 1 < argc)
      share.part = static_cast<uint64_t>(std::max(0, std::atoi(argv[++i])));
    else if (arg == "--turn" && i + 1 < argc)
      share.turn = static_cast<size_t>(std::max(0, std::atoi(argv[++i])));
    else if (arg == "--sample" && i + 1 < argc)
      sample = Share{static_cast<uint64_t>(std::max(1, std::atoi(argv[++i])))};
    else if (arg == "--quick")
      quick = true;
    else if (arg == "--times" && i + 1 < argc)
      return times(*nvrtc, argv[++i]);
    else if (arg == "--table" && i + 1 < argc)
      return table(*nvrtc, argv[++i]);
    else
      for (const fs::path& p : transcripts(arg)) replay_session(read_file(p), options);
  }
  const plan::NvrtcLogs kept(*nvrtc, nvrtc_log_folder());
  if (const int bad = compile_user_kernels(kept, user_kernels)) return bad;
  if (!quick) return compile_all(kept, texts, share, seconds);
  const int bad = compile_quickly(kept, texts, share);
  return sample ? compile_all(kept, texts, *sample, seconds) | bad : bad;
}

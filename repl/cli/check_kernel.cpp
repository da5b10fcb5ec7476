// `nova check-kernel k.cu --spec spec.nv`: runs CUDA kernels that foreign-kernel forms declare, on a simulated GPU or a real one,
// on random inputs, and compares them with their references.
#include "frontend/source/utf8.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "jit/user_kernels/check.hpp"
#include "jit/user_kernels/gpu_kernel.hpp"
#include "jit/user_kernels/launcher.hpp"
#include "repl/cli/commands.hpp"
#include "repl/session/callable.hpp"
#include "repl/show/thread_page.hpp"
#include "runtime/array.hpp"
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>
#include <utility>

namespace nova {
namespace {

using plan::KernelInputs;
using plan::KernelValue;

/// A kernel of the specification: its declaration, and its reference and geometry as Nova functions.
class SpecifiedKernel {
 public:
  SpecifiedKernel(Session& session, GlobalId kernel)
      : session_(session), kernel_(kernel), global_(session.frontend().program[kernel]) {}

  const ForeignFunction& function() const { return *global_.foreign; }

  /// Makes the geometry a function. Returns false, after an error is reported, if that fails.
  bool prepare() {
    const std::optional<Outcome> geometry = Callable::geometry_of(session_, kernel_);
    if (geometry) session_.define_value(own_name("geometry"), *geometry);
    return geometry.has_value();
  }

  /// Evaluates the reference and the geometry. Returns nothing if that fails.
  std::optional<plan::KernelExpectation> expect(const KernelInputs& inputs) {
    std::optional<Value> got;
    const FileId text = session_.type_text("check-kernel", call()); // drops the inputs before these
    for (size_t k = 0; k < inputs.size(); ++k)
      session_.define_value(input_name(k), {value_of(k, inputs[k]), parameter_type(k)});
    session_.run_forms(text, [&](const Outcome& o) { got = o.value; });
    return got ? expectation(*got) : std::nullopt;
  }

  std::string shown(const KernelInputs& inputs) const {
    std::string out;
    for (size_t k = 0; k < inputs.size(); ++k)
      out += (k ? ", " : "") + name(k) + " = " + plan::printed(inputs[k]);
    return out;
  }

 private:
  std::string name(size_t k) const {
    const Pattern& p = global_.geometry->parameters[k];
    return std::string(session_.frontend().symbols.text(session_.frontend().program[p.var].name));
  }

  /// Returns the name of something of the kernel in the session, such as an input: "check-kernel-saxpy-2".
  std::string own_name(const std::string& what) const {
    return "check-kernel-" + function().name + "-" + what;
  }
  std::string input_name(size_t k) const { return own_name(std::to_string(k)); }

  /// Returns an expression of the inputs: the reference's result and the geometry.
  std::string call() const {
    std::string values;
    for (size_t k = 0; k < function().signature.parameters.size(); ++k) values += " " + input_name(k);
    const std::string meaning = function().has_reference ? "(" + function().name + values + ")" : "0";
    return "(" + meaning + ", (" + own_name("geometry") + values + "))";
  }

  TypeId parameter_type(size_t k) const {
    const Types& types = session_.frontend().types;
    TypeId t = session_.frontend().core.globals[static_cast<uint32_t>(kernel_)].scheme.type;
    while (k-- > 0) t = types.args(types.resolve(t))[1];
    return types.args(types.resolve(t))[0];
  }

  /// Returns the Nova value of an input, the number k.
  Value value_of(size_t k, const KernelValue& v) {
    const Element e = function().signature.parameters[k].elements[0];
    PrimitiveFill fill(layouts_.primitive(e), static_cast<int64_t>(v.count()));
    if (!v.bytes.empty()) std::memcpy(fill.as<std::byte>(), v.bytes.data(), v.bytes.size());
    const Array all(fill.finish());
    return v.vector ? Value::vector(all) : all.at(0);
  }

  std::optional<plan::KernelExpectation> expectation(const Value& v) const {
    const Value& meaning = v.items()[0];
    const std::span<const Value> geometry = v.items()[1].items();
    const size_t outputs = function().signature.outputs.size();
    plan::KernelExpectation out{};
    out.compares = function().has_reference;
    for (size_t k = 0; k < outputs; ++k) {
      const int64_t length = geometry[k].as_int();
      if (length > most_elements) return {};
      if (!out.compares)
        out.outputs.emplace_back(static_cast<size_t>(std::max<int64_t>(0, length)) *
                                 element_size(function().signature.outputs[k]));
      else if (!add_output(out, (outputs == 1 ? meaning : meaning.items()[k]).array(), length))
        return {};
    }
    const plan::Triple threads = sizes(geometry[outputs]);
    out.block = sizes(geometry[outputs + 1]);
    for (size_t k = 0; k < 3; ++k)
      out.grid[k] = out.block[k] ? (threads[k] + out.block[k] - 1) / out.block[k] : 1;
    out.shared = static_cast<uint64_t>(std::max<int64_t>(0, geometry[outputs + 2].as_int()));
    if (function().zeroed)
      for (const std::vector<std::byte>& bytes : out.outputs) out.before.emplace_back(bytes.size());
    return is_large(out) ? std::nullopt : std::optional(std::move(out));
  }

  /// Whether the launch has more threads than a check should run, since a random number says how many.
  static bool is_large(const plan::KernelExpectation& e) {
    constexpr double most = 1 << 18;
    double threads = 1;
    for (size_t k = 0; k < 3; ++k) threads *= static_cast<double>(e.grid[k]) * e.block[k];
    return threads > most;
  }

  /// Adds what the reference makes. If the form says another length, tells that and returns false.
  bool add_output(plan::KernelExpectation& out, const Array& a, int64_t length) const {
    if (a.count() != length && !told_)
      std::fprintf(stderr, "%s: the reference makes %s, but (result ..) says %lld\n", function().name.c_str(),
                   count(static_cast<size_t>(a.count()), "element").c_str(), static_cast<long long>(length));
    told_ = told_ || a.count() != length;
    const size_t each = element_size(a.element()), bytes = static_cast<size_t>(a.count()) * each;
    const auto* from = reinterpret_cast<const std::byte*>(a.column().as<std::byte>()) +
                       static_cast<size_t>(a.begin()) * each;
    out.outputs.emplace_back(from, from + bytes);
    return a.count() == length;
  }

  /// Returns the sizes along x, y and z, which an int or a tuple of ints gives.
  static plan::Triple sizes(const Value& v) {
    const auto size = [](const Value& n) {
      return static_cast<uint32_t>(std::clamp<int64_t>(n.as_int(), 0, INT32_MAX));
    };
    if (v.is_object()) {
      plan::Triple out{1, 1, 1};
      for (size_t k = 0; k < v.items().size(); ++k) out[k] = size(v.items()[k]);
      return out;
    }
    return {size(v), 1, 1};
  }

  static constexpr int64_t most_elements = 1 << 20; ///< the most elements of a result
  Session& session_;
  const GlobalId kernel_;
  const Global& global_;
  Layouts layouts_;
  mutable bool told_ = false;
};

/// Records the failing run again, and prints its page.
void print_page(const plan::KernelProgram& program, const plan::KernelFailure& f, const std::string& story,
                const std::string& text) {
  plan::KernelLaunch launch = plan::launch_on(program, f.inputs, f.expected, f.seed);
  launch.records = true;
  plan::SimRecording recording;
  if (auto record = program.run(launch, {}).record) recording.launches.push_back(std::move(*record));
  recording.text = text;
  std::printf("%s", kernel_page(recording, story).c_str());
}

/// Checks the kernels of a specification, one by one, and tells what it finds.
class KernelChecks {
 public:
  KernelChecks(const Arguments& a, const std::function<void()>& give_up) : a_(a), give_up_(give_up) {}

  /// Checks a kernel. Returns whether it is right.
  bool check(SpecifiedKernel& kernel) { return a_.check_kernel.on_gpu ? on_gpu(kernel) : simulated(kernel); }

 private:
  bool simulated(SpecifiedKernel& kernel) {
    std::string error;
    const plan::KernelSource source = plan::source_of(kernel.function());
    const auto program = plan::KernelProgram::load(source, a_.session.tiers.cache, give_up_, error);
    if (!program) return tell(kernel, {error}), false;
    const plan::KernelCheckResult r = run(*program, kernel);
    if (!r.failure) return tell(kernel, {passed(kernel, r)}), r.runs > 0;
    const std::string story =
        tell_failure(kernel, *r.failure, "in the order of threads " + std::to_string(r.failure->seed));
    if (a_.check_kernel.html && !std::exchange(drawn_, true))
      print_page(*program, *r.failure, story, source.text);
    return false;
  }

  /// Runs the kernel on a GPU, compiled with little optimisation and with all.
  bool on_gpu(SpecifiedKernel& kernel) {
    plan::KernelCheckResult all;
    std::string device;
    for (const bool best : {false, true}) {
      std::string error;
      const auto loaded = plan::GpuKernel::load(kernel.function(), helper(best), give_up_, error);
      if (!loaded) return tell(kernel, {error}), false;
      device = " on " + loaded->device();
      const plan::KernelCheckResult r = run(*loaded, kernel);
      if (r.failure)
        return tell_failure(kernel, *r.failure,
                            device.substr(1) +
                                (best ? ", with all optimisation" : ", with little optimisation")),
               false;
      all.inputs = r.inputs, all.runs += r.runs, all.most_blocks = r.most_blocks;
    }
    return tell(kernel,
                {passed(kernel, all) + (all.runs ? device + " with little and with all optimisation" : "")}),
           all.runs > 0;
  }

  std::vector<std::string> helper(bool best) const {
    const TierOptions& tiers = a_.session.tiers;
    std::vector<std::string> command = tiers.gpu_helper;
    if (command.empty()) command = {tiers.program, "gpu-helper", plan::cache_folder(tiers.cache)};
    command.emplace_back(best ? "best" : "soon");
    return command;
  }

  plan::KernelCheckResult run(const plan::LaunchableKernel& program, SpecifiedKernel& kernel) const {
    return plan::check_kernel(
        program, [&](const KernelInputs& in) { return kernel.expect(in); }, kernel.function().within,
        {.seed = a_.check_kernel.seed, .inputs = a_.check_kernel.inputs}, give_up_);
  }

  /// Returns what is told of a kernel without a failure.
  static std::string passed(const SpecifiedKernel& kernel, const plan::KernelCheckResult& r) {
    if (!r.runs)
      return r.inputs ? "its grid has no threads on any of the inputs, so that it never ran"
                      : "the reference takes none of the random inputs";
    const bool compared = kernel.function().has_reference;
    return (compared ? "right on " : "without a mistake, but not compared with a reference, on ") +
           count(r.inputs, "input") + ", in " + count(r.runs, "run") +
           (r.most_blocks == 1 ? ", none of more than one block" : "");
  }

  /// Prints the lines about a kernel, and returns them as a text.
  std::string tell(const SpecifiedKernel& kernel, const std::vector<std::string>& lines) const {
    std::string told = kernel.function().name + ": ";
    for (const std::string& line : lines) told += (&line == &lines[0] ? "" : "  ") + inert(line) + "\n";
    std::fputs(told.c_str(), a_.check_kernel.html ? stderr : stdout);
    return told;
  }

  std::string tell_failure(const SpecifiedKernel& kernel, const plan::KernelFailure& f,
                           const std::string& where) {
    std::vector<std::string> lines = {f.fault.sentence, "with " + kernel.shown(f.inputs), where};
    if (!f.doubt.empty()) lines.push_back("perhaps since " + f.doubt);
    return tell(kernel, lines);
  }

  const Arguments& a_;
  const std::function<void()>& give_up_;
  bool drawn_ = false; ///< whether a page has been printed, which shows the first failure
};

} // namespace

/// If the specification's kernels are in other files than the one that the command names, tells that.
static void tell_other_file(Session& session, const Arguments& a) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::string others;
  for (const Global& g : session.frontend().program.globals) {
    if (!g.foreign || g.foreign->cuda != CudaKind::Kernel || g.foreign->path.empty()) continue;
    const fs::path file = fs::path(a.check_kernel.spec).parent_path() / g.foreign->path;
    if (fs::equivalent(file, a.operand, ignored)) return;
    if (others.find(file.string()) == others.npos) others += (others.empty() ? "" : ", ") + file.string();
  }
  if (!others.empty())
    std::fprintf(stderr, "nova: the kernels of %s are in %s, and the command names %s\n",
                 inert(a.check_kernel.spec).c_str(), inert(others).c_str(), inert(a.operand).c_str());
}

int check_kernels(Session& session, const Arguments& a, const std::function<void()>& give_up) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(a.operand, ignored))
    return std::fprintf(stderr, "nova: %s is no file\n", inert(a.operand).c_str()), 1;
  const std::optional<FileId> file = session.load_file(a.check_kernel.spec);
  if (!file || !session.run_forms(*file, [](const Outcome&) {}))
    return session.reports().flush(), tell_other_file(session, a), 1;
  std::vector<GlobalId> kernels;
  const Program& p = session.frontend().program;
  for (size_t k = 0; k < p.globals.size(); ++k) {
    const auto id = static_cast<GlobalId>(k);
    if (p[id].foreign && p[id].foreign->cuda == CudaKind::Kernel && session.names().is_own(id))
      kernels.push_back(id);
  }
  if (kernels.empty())
    return std::fprintf(stderr, "nova: %s declares no foreign-kernel\n", a.check_kernel.spec.c_str()), 1;
  std::string why;
  if (a.check_kernel.on_gpu && a.session.tiers.gpu_helper.empty() && !plan::has_cuda_driver(why))
    return std::fprintf(stderr, "nova: no GPU can run the kernels: %s\n", why.c_str()), 1;
  std::deque<SpecifiedKernel> specified;
  for (const GlobalId id : kernels)
    if (!specified.emplace_back(session, id).prepare()) return 1;
  session.set_timeout(std::chrono::seconds(2)); // for the reference on one input, whose numbers may be large
  session.reports().listener = [](const Diagnostic&) {
  }; // drops errors of references on inputs that they do not accept
  int status = 0;
  KernelChecks checks(a, give_up);
  for (SpecifiedKernel& kernel : specified)
    if (!checks.check(kernel)) status = 1;
  return status;
}

} // namespace nova

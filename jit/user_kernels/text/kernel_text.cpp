#include "jit/user_kernels/text/kernel_text.hpp"
#include "jit/emit/prologue.hpp"
#include "runtime/foreign/device_text.hpp"
#include <algorithm>
#include <cctype>
#include <cstring>
#include <functional>
#include <utility>

namespace nova::plan {
namespace {

/// Files of compiled code begin with this, so that the compiler does not put its working folder before them.
constexpr std::string_view root = "/nova/";

struct Refused {
  std::string_view word, what;
};
/// Words that the simulator does not know. A word that ends with * is the beginning of a name.
constexpr Refused refused_words[] = {
    {"asm", "inline PTX"},
    {"__asm__", "inline PTX"},
    {"__asm", "inline PTX"},
    {"texture", "textures"},
    {"tex1D*", "textures"},
    {"tex2D*", "textures"},
    {"tex3D*", "textures"},
    {"texCubemap*", "textures"},
    {"cudaTextureObject_t", "textures"},
    {"surface", "surfaces"},
    {"surf1D*", "surfaces"},
    {"surf2D*", "surfaces"},
    {"surf3D*", "surfaces"},
    {"cudaSurfaceObject_t", "surfaces"},
    {"cooperative_groups", "cooperative groups"},
    {"this_thread_block", "cooperative groups"},
    {"this_grid", "cooperative groups"},
    {"wmma", "tensor cores"},
    {"nvcuda", "tensor cores"},
    {"mma_sync", "tensor cores"},
    {"__cluster_dims__", "clusters of blocks"},
    {"__managed__", "managed memory"},
    {"__pipeline_memcpy_async", "asynchronous copies"},
    {"memcpy_async", "asynchronous copies"},
    {"<<<", "launches of kernels in kernels"},
    {"malloc", "memory that a kernel allocates"},
    {"new", "memory that a kernel allocates"},
};
/// Headers that the simulator does not know, by the beginning of their names.
constexpr Refused refused_headers[] = {
    {"cooperative_groups", "cooperative groups"},
    {"mma.h", "tensor cores"},
    {"cuda_fp16", "half precision"},
    {"cuda_bf16", "bfloat16"},
    {"cuda_fp8", "8-bit floats"},
    {"cuda/", "libcu++"},
    {"cub/", "CUB"},
    {"thrust/", "Thrust"},
    {"curand", "cuRAND"},
    {"cuda_pipeline", "asynchronous copies"},
    {"texture_", "textures"},
    {"surface_", "surfaces"},
};
/// Headers of C and C++ that CUDA includes by itself.
constexpr std::string_view always =
    "#include <assert.h>\n#include <float.h>\n#include <limits.h>\n#include <math.h>\n"
    "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <time.h>\n#include <type_traits>\n";

bool matches(std::string_view word, std::string_view pattern) {
  return pattern.ends_with('*') ? word.starts_with(pattern.substr(0, pattern.size() - 1)) : word == pattern;
}

bool is_name(std::string_view t) {
  return !t.empty() && (std::isalpha(static_cast<unsigned char>(t[0])) || t[0] == '_');
}

std::string in_quotes(std::string name) {
  std::erase_if(name, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
  return "\"" + std::string(root) + name + "\"";
}

class KernelTextMaker {
 public:
  explicit KernelTextMaker(const KernelSource& source)
      : source_(source), device_(device_text(source.text)), tokens_(cuda_tokens(device_, source.shown)) {}

  KernelText made() {
    read_statements();
    find_kernel();
    refuse_words();
    read_directives();
    if (out_.error.empty()) check_kernel();
    if (!out_.error.empty()) return out_;
    out_.shapes = array_shapes(tokens_);
    apply_edits();
    out_.text = std::string(always) + headers_ + cuda_words() + "#line 1 " + in_quotes(source_.shown) + "\n" +
                text_ + "\n" + weak_ + entry();
    return out_;
  }

 private:
  struct Edit {
    size_t begin, size;
    std::string by;
  };

  template <class T> void refuse(const T& at, const std::string& what) {
    if (out_.error.empty()) out_.error = tokens_.files[at.file] + ":" + std::to_string(at.line) + ": " + what;
  }
  template <class T> void refuse_unknown(const T& at, std::string_view what, std::string_view word) {
    refuse(at, "the simulator does not know " + std::string(what) + " (" + std::string(word) + ")");
  }
  std::string_view token(size_t k) const { return token_text(tokens_, k); }

  void refuse_words() {
    for (const CudaToken& t : tokens_.all) refuse_word(t);
  }
  void refuse_word(const CudaToken& t) {
    for (const Refused& r : refused_words)
      if (matches(t.text, r.word)) return refuse_unknown(t, r.what, t.text);
  }

  /// Moves the headers of C and C++ before CUDA's words, which would change them, and leaves out those of CUDA.
  void read_directives() {
    for (const CudaDirective& d : tokens_.directives) {
      const size_t open = d.text.find_first_of("<\""), include = d.text.find("include");
      if (d.text.starts_with("#line ")) {
        const size_t quote = d.text.find('"');
        if (quote != d.text.npos) edits_.push_back({d.begin + quote + 1, 0, std::string(root)});
      }
      if (include == d.text.npos || open == d.text.npos || open < include) continue;
      const size_t close = d.text.find_first_of(">\"", open + 1);
      read_include(d, d.text.substr(open + 1, close - open - 1), d.text[open] == '<');
    }
  }

  void read_include(const CudaDirective& d, std::string_view name, bool angular) {
    for (const Refused& r : refused_headers)
      if (name.starts_with(r.word)) return refuse_unknown(d, r.what, name);
    const bool known = is_cuda_header(name);
    if (!known && !angular) return;
    if (!known && !is_host_header(name)) headers_ += std::string(d.text) + "\n";
    edits_.push_back({d.begin, d.text.size(), ""});
  }

  /// Finds the kernels and the declarations of dynamic shared memory.
  void read_statements() {
    CudaStatements statements(tokens_);
    for (size_t k = 0; k < tokens_.all.size(); ++k) {
      if (tokens_.all[k].in_directive) continue;
      if (token(k) == "__global__") note_kernel(k);
      if (token(k) == "extern") read_extern(k, statements.is_local());
      statements.pass(k);
    }
  }

  void note_kernel(size_t k) {
    for (++k; k < tokens_.all.size() && token(k) != ";" && token(k) != "{"; ++k) {
      if (token(k + 1) != "(" || !is_name(token(k))) continue;
      if (token(k) == "__launch_bounds__" || token(k) == "__attribute__" || token(k) == "__align__") {
        k = closing_token(tokens_, k + 1, "(", ")");
        continue;
      }
      kernels_.push_back(
          {std::string(token(k)), tokens_.all[k].line, tokens_.all[k].file, parameter_names(k + 1)});
      return;
    }
  }

  /// Returns the last name of each parameter, in the list that begins at token `open`.
  std::vector<std::string> parameter_names(size_t open) const {
    std::vector<std::string> names;
    std::string last;
    for (size_t k = open, end = closing_token(tokens_, open, "(", ")"); k <= end && k < tokens_.all.size();
         ++k) {
      if (token(k) == "," || k == end) names.push_back(std::exchange(last, ""));
      if (is_name(token(k))) last = token(k);
    }
    return names;
  }

  /// Makes `T (&name)[] = nova_dynamic();` of `extern __shared__ T name[];` in a function.
  void read_extern(size_t k, bool local) {
    size_t end = k, shared = 0;
    for (; end < tokens_.all.size() && token(end) != ";" && token(end) != "{"; ++end)
      if (token(end) == "__shared__") shared = end;
    if (!shared || token(end) != ";" || end < 3 || token(end - 1) != "]" || token(end - 2) != "[") return;
    const CudaToken& name = tokens_.all[end - 3];
    if (out_.dynamic_name.empty()) out_.dynamic_name = name.text;
    if (!local) {
      weak_ += "__asm__(\".weak " + std::string(name.text) + "\");\n";
      return;
    }
    for (const size_t word : {k, shared})
      edits_.push_back({tokens_.all[word].begin, tokens_.all[word].text.size(), ""});
    const size_t close = tokens_.all[end - 1].begin + 1;
    edits_.push_back(
        {name.begin, close - name.begin, "(&" + std::string(name.text) + ")[] = nova_dynamic()"});
  }

  /// Returns the kernel's name without namespaces and arguments; "" if it is no name.
  std::string bare_name() const {
    const auto is_odd = [](char c) {
      return !std::isalnum(static_cast<unsigned char>(c)) && !std::strchr("_:<>, ", c);
    };
    const std::string name = source_.kernel.substr(0, source_.kernel.find('<'));
    return std::ranges::any_of(source_.kernel, is_odd) ? "" : name.substr(name.rfind(':') + 1);
  }

  void find_kernel() {
    for (const Kernel& k : kernels_)
      if (k.name == bare_name()) return void((kernel_ = k, out_.names = k.parameters));
  }

  void check_kernel() {
    if (!kernel_.name.empty()) return;
    const std::string base = bare_name();
    if (const CudaToken* const at = device_function(base)) {
      out_.error = tokens_.files[at->file] + ":" + std::to_string(at->line) + ": " + base +
                   " is no kernel: `__global__` stands before one";
      return;
    }
    if (std::ranges::find(tokens_.all, std::string_view(base), &CudaToken::text) != tokens_.all.end())
      return; // a macro may define it, or another text; the compiler judges
    std::string names;
    for (const Kernel& k : kernels_) names += (names.empty() ? "" : ", ") + k.name;
    out_.error = source_.shown + ": the text has no kernel " + source_.kernel +
                 (names.empty() ? ", and no other" : "; it has " + names);
  }

  /// Returns the name in the definition of a function of the device alone; null if there is none of this name.
  const CudaToken* device_function(std::string_view name) const {
    bool device = false;
    for (size_t k = 0; k + 1 < tokens_.all.size(); ++k) {
      const std::string_view t = token(k);
      if (t == ";" || t == "{" || t == "}") device = false;
      device = device || t == "__device__";
      if (device && t == name && token(k + 1) == "(") return &tokens_.all[k];
    }
    return nullptr;
  }

  void apply_edits() {
    std::ranges::sort(edits_, std::greater{}, &Edit::begin);
    for (const Edit& e : edits_) text_.replace(e.begin, e.size, e.by);
  }

  // ---- the entry ----

  /// Returns the C types of the parameters.
  std::vector<std::string> types() const {
    std::vector<std::string> out;
    for (const KernelParameter& p : source_.parameters) {
      if (p.kind == KernelParameter::Kind::Scalar) {
        out.push_back(p.type);
        continue;
      }
      out.push_back((p.kind == KernelParameter::Kind::Input ? "const " : "") + p.type + " *");
      out.push_back("int64_t");
    }
    return out;
  }

  /// Returns the check of the parameters, at the kernel's line, and the entry, which takes the arguments as words.
  std::string entry() const {
    const std::string here = "#line " + std::to_string(kernel_.line) + " " +
                             in_quotes(tokens_.files[kernel_.file]) + "\n",
                      signature = "nova_signature<decltype(&" + source_.kernel + ")>::";
    std::string out, list, arguments;
    const std::vector<std::string> all = types();
    for (const std::string& t : all) list += (list.empty() ? "" : ", ") + t;
    const auto demand = [&](const std::string& what, const std::string& message) {
      out += here + "static_assert(" + signature + what + ", \"" + message + "\");\n";
    };
    demand("is_void", source_.kernel + " returns no void");
    demand("count == " + std::to_string(all.size()),
           source_.kernel + " has not the parameters of its declaration: (" + list + ")");
    for (size_t k = 0; k < all.size(); ++k) {
      demand("alike<" + std::to_string(k) + ", " + all[k] + ">()", "parameter " + std::to_string(k + 1) +
                                                                       " of " + source_.kernel + " is not " +
                                                                       all[k] + ", as declared");
      arguments += (k ? ", " : "") + std::string("*(") + all[k] + "*)&w[" + std::to_string(k) + "]";
    }
    return out +
           "extern \"C\" NOVA_BARE __attribute__((visibility(\"default\"), externally_visible)) void "
           "nova_entry(const unsigned "
           "long* w) {\n" +
           here + source_.kernel + "(" + arguments + "); }\n";
  }

  struct Kernel {
    std::string name{};
    uint32_t line = 1, file = 0;
    std::vector<std::string> parameters{};
  };
  const KernelSource& source_;
  const std::string device_; ///< the text without the host's functions
  const CudaTokens tokens_;
  std::string text_ = device_, headers_, weak_;
  std::vector<Edit> edits_;
  std::vector<Kernel> kernels_;
  Kernel kernel_;
  KernelText out_;
};

} // namespace

KernelText kernel_text(const KernelSource& source) { return KernelTextMaker(source).made(); }

void name_parameters(std::vector<KernelParameter>& parameters, const std::vector<std::string>& names) {
  size_t at = 0;
  for (KernelParameter& p : parameters) {
    const std::string name = at < names.size() ? names[at] : "";
    if (p.name.empty()) p.name = name.empty() ? "parameter " + std::to_string(at + 1) : name;
    at += p.kind == KernelParameter::Kind::Scalar ? 1 : 2;
  }
}

std::string shown_name(const std::string& file) {
  return file.starts_with(root) ? file.substr(root.size()) : file;
}

std::string first_error(const std::string& message) {
  size_t at = std::min(message.find("error: "), message.find("undefined reference"));
  if (at == message.npos) return message.substr(0, message.find('\n'));
  const size_t from = message.rfind('\n', at);
  std::string line = message.substr(from == message.npos ? 0 : from + 1,
                                    message.find('\n', at) - (from == message.npos ? 0 : from + 1));
  for (const std::string_view noise :
       {std::string_view("cc failed: "), root, std::string_view("static assertion failed: ")})
    if (const size_t k = line.find(noise); k != line.npos) line.erase(k, noise.size());
  return line;
}

} // namespace nova::plan

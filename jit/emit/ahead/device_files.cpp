// Prints the CUDA file, the file with its compiled code, and what the C file and CMake need for them.
#include "jit/emit/ahead/parts.hpp"
#include "jit/emit/prologue.hpp"
#include <algorithm>

namespace nova::plan {

bool has_device(const AheadProgram& p) {
  return std::ranges::any_of(p.functions, [](const AheadFunction& f) { return !f.launches.empty(); });
}

std::string ahead_cuda(const AheadProgram& p) {
  std::string text;
  for (const AheadFunction& f : p.functions)
    if (!f.cuda.empty())
      text += "\n// ---- " + f.written + " : " + f.type + " (" + f.place + ") ----\n\n" + f.cuda;
  if (text.empty()) return "";
  return "// " + p.name + ".cu: kernels of " + p.source + ", written by nova build (Nova " + p.version +
         "). Do not edit.\n// Flags: -fmad=false -ftz=false -prec-div=true -prec-sqrt=true, since others "
         "change results.\n"
         "#if defined(__NVCC__) && defined(__USE_FAST_MATH__)\n"
         "#error \"floating-point results would differ from Nova's: compile without "
         "--use_fast_math\"\n#endif\n" +
         cuda_prologue(text) + "\n// ---- kernels ----\n" + text;
}

std::string device_head(const AheadProgram& p) {
  const std::string name = upper_case(p.name);
  std::string out = "#include <dlfcn.h>\n#include <sched.h>\n";
  out += "#define NOVA_BLOCK_SIZE " + name + "_BLOCK_SIZE\n#define NOVA_MAX_BLOCKS " + name + "_MAX_BLOCKS\n";
  const bool deep = std::ranges::any_of(
      p.functions, [](const AheadFunction& f) { return f.cuda.find("nova_deep(t)") != std::string::npos; });
  return out + (deep ? "#define NOVA_DEEP_KERNELS\n" : "");
}

std::string device_images(const AheadProgram& p) {
  return "#include \"" + p.name +
         "_images.h\"\nenum { NOVA_IMAGES = sizeof nova_images / sizeof *nova_images };\n";
}

namespace {

/// Returns the bytes as the elements of an array in C, with a 0 behind them.
std::string bytes_of(const std::string& code) {
  std::string out, line;
  for (const char c : code) {
    line += std::to_string(static_cast<unsigned char>(c)) + ",";
    if (line.size() > 110) out += line + "\n", line.clear();
  }
  return out + line + "0";
}

} // namespace

std::string ahead_images(const AheadProgram& p) {
  std::string out = "// Code for GPUs, which " + p.compiler + " has made of " + p.name +
                    ".cu; written by nova build (Nova " + p.version + ").\n",
              list;
  for (const AheadImage& i : p.images) {
    const std::string name = (i.is_ptx ? "nova_ptx_of_" : "nova_cubin_of_") + std::to_string(i.arch);
    out += "static const unsigned char " + name + "[] = {\n" + bytes_of(i.code) + "};\n";
    list += (list.empty() ? "" : ", ") + ("{" + std::to_string(i.arch)) + (i.is_ptx ? ", 1, " : ", 0, ") +
            name + "}";
  }
  return out + "static const nova_image nova_images[] = {" + list + "};\n";
}

/// Without the file of images, nvcc makes PTX, and a script of CMake the file.
std::string device_cmake(const AheadProgram&) {
  return R"CMAKE(target_link_libraries(NAME PUBLIC ${CMAKE_DL_LIBS})
if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/NAME_images.h)
  find_program(NVCC nvcc PATHS /usr/local/cuda/bin REQUIRED)
  set(flags -ptx -arch=compute_75 -fmad=false -ftz=false -prec-div=true -prec-sqrt=true)
  execute_process(COMMAND ${NVCC} ${flags} ${CMAKE_CURRENT_SOURCE_DIR}/NAME.cu -o NAME.ptx
                  WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${CMAKE_CURRENT_BINARY_DIR}/NAME.ptx code HEX)
  string(REGEX REPLACE "(..)" "0x\\1," code "${code}")
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/NAME_images.h "static const unsigned char nova_ptx_of_75[] = {${code}0};
static const nova_image nova_images[] = {{75, 1, nova_ptx_of_75}};\n")
  target_include_directories(NAME PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endif()
)CMAKE";
}

} // namespace nova::plan

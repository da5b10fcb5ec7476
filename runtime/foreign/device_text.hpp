// The part of a CUDA text that is for the GPU.
#pragma once
#include "runtime/foreign/cuda_tokens.hpp"
#include <string>
#include <string_view>

namespace nova {

/// Returns the text with spaces in place of what only the host can use: main, functions that launch kernels, and functions,
/// classes and variables that use CUDA's runtime or C++'s library and are not marked for the GPU. All else stands where it
/// stood, directives too.
std::string device_text(const std::string& text);
/// Whether the header declares CUDA's own words, such as cuda_runtime.h: a compiler for the GPU knows them without it.
bool is_cuda_header(std::string_view name);

/// Whether the header of C++ declares nothing that a GPU can use, such as iostream.
bool is_host_header(std::string_view name);
/// A CUDA text whose lines that include headers of the system or of CUDA are empty, and the lines of the system's headers.
struct HeadlessText {
  std::string text, headers;
};
/// NVRTC has no header of the system and knows CUDA's own functions.
HeadlessText without_headers(const std::string& text);

} // namespace nova

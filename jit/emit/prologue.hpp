// What stands before a text: the scalar functions and the skeletons that it uses.
#pragma once
#include <span>
#include <string>

namespace nova::plan {

/// Of a text in C: its scalar functions (runtime/scalar/scalar_*.h) and the host's table.
std::string c_prologue(const std::string& text);
/// Of a text in CUDA: scalar functions and skeletons, as far as it uses them; `simulated`: and what makes C++ of
/// it all.
std::string cuda_prologue(const std::string& text, bool simulated = false);
/// Many plans' kernels as one text in C, with its prologue; the entries are nova_run_0, nova_run_1, ..
std::string join_kernels(std::span<const std::string> kernels);

} // namespace nova::plan

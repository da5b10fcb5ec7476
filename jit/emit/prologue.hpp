// The prologue of generated C or CUDA: the scalar functions and the skeletons (kernel templates) that the text uses.
#pragma once
#include <span>
#include <string>

namespace nova::plan {

/// Returns the prologue of a C text: the scalar functions that it uses (runtime/scalar/scalar_*.h) and the host's
/// table.
std::string c_prologue(const std::string& text);
/// Returns the prologue of a CUDA text: the scalar functions and skeletons that it uses. If `simulated`, also the
/// definitions with which it compiles as C++.
std::string cuda_prologue(const std::string& text, bool simulated = false);
/// Joins the kernels of many plans into one C text with its prologue. Its entry points are nova_run_0, nova_run_1, ..
std::string join_kernels(std::span<const std::string> kernels);

} // namespace nova::plan

// The prologue of generated C or CUDA: the scalar functions and the skeletons (kernel templates) that the text uses.
#pragma once
#include <span>
#include <string>

namespace nova::plan {

/// Returns the prologue of a C text: the scalar functions (runtime/scalar/scalar_*.h) and the skeletons that it uses,
/// and the table of functions that the host provides (kernels/c/host.h).
std::string c_prologue(const std::string& text);
/// Returns what stands before the text of a C file for a program without Nova (kernels/c/ahead.h). `device`: whether it
/// launches kernels on a GPU (kernels/c/ahead_kernels.h).
std::string ahead_prologue(const std::string& text, bool device = false);
/// Returns the text with `suffix` appended to each name that the text itself defines, so that texts can be joined.
/// `foreign`: whether it defines what calls its foreign functions, too.
std::string with_suffix(std::string_view text, const std::string& suffix, bool foreign = true);
/// Returns the prologue of a CUDA text: the scalar functions and skeletons that it uses. If `simulated`, the prologue
/// also has the definitions with which the text compiles as C++.
std::string cuda_prologue(const std::string& text, bool simulated = false);
/// Returns the text that stands before a user's CUDA text (jit/user_kernels/text/cuda_words.h).
std::string cuda_words();
/// Joins the kernels of many plans into one C text with its prologue. Its entry points are nova_run_0, nova_run_1, ..
std::string join_kernels(std::span<const std::string> kernels);

} // namespace nova::plan

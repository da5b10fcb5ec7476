// Assembles the prologues of generated texts from the embedded headers, and joins the kernels of many plans.
#include "jit/emit/prologue.hpp"
#include "jit/emit/embedded_texts.hpp"
#include "jit/emit/scalar_definitions.hpp"
#include "runtime/foreign/function.hpp"
#include <set>

namespace nova::plan {
namespace {

/// Appends the text of header `name` to `out`. The headers that it includes take the place of their #include lines.
/// `done` has the headers that were appended before; none is appended twice.
void append(std::string& out, std::string_view name, std::set<std::string_view>& done) {
  if (!done.insert(name).second) return;
  std::string_view text = scalar_text(name);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const size_t from = line.rfind('/') + 1;
    if (line.starts_with("#include \""))
      append(out, line.substr(from, line.rfind('"') - from), done);
    else
      out += std::string(line) + "\n";
  }
}

/// Whether the text uses the skeleton in header `name`, which a certain identifier in the text shows. Returns false
/// for all headers that are not listed here.
bool is_wanted(std::string_view name, const std::string& text) {
  if (name == "matrix_product.h") return text.find("NV_PRODUCT") != text.npos;
  if (name == "constant_division.h")
    return text.find("nova_quotient(") != text.npos || text.find("nova_remainder(") != text.npos;
  if (name == "ahead_arguments.h") return text.find("return nova_refuse") != text.npos;
  if (name == "ahead_cells.h") return text.find("nova_kept_forms") != text.npos;
  if (name == "reach.h") return text.find("nova_reach") != text.npos || text.find("nova_piece") != text.npos;
  if (name == "strides.h") return text.find("nova_stride") != text.npos;
  return name == "permutation_check.h" && text.find("nova_marks") != text.npos;
}

} // namespace

namespace {

/// Returns the scalar functions and skeletons that the text uses, and the header `first` before these skeletons. It lacks the
/// headers of `done`.
std::string prologue_with(std::string_view first, const std::string& text,
                          std::set<std::string_view> done = {}) {
  std::string skeletons;
  append(skeletons, first, done);
  for (const ScalarText& t : scalar_texts())
    if (is_wanted(t.name, text)) append(skeletons, t.name, done);
  return scalar_definitions(skeletons + text, TextLanguage::C) + skeletons;
}

} // namespace

std::string c_prologue(const std::string& text) { return prologue_with("host.h", text); }

std::string ahead_prologue(const std::string& text, bool device) {
  constexpr std::string_view parts[][3] = {{"digit_order.h", "t->host->sort(", "t->host->order("},
                                           {"ahead_trees.h", "t->host->tree(", "t->host->levels("},
                                           {"ahead_scans.h", "t->host->cells(", "t->host->runs("}};
  std::set<std::string_view> unused;
  for (const auto& [header, one, other] : parts)
    if (text.find(one) == text.npos && text.find(other) == text.npos) unused.insert(header);
  return prologue_with(device ? "ahead_kernels.h" : "ahead.h", text, std::move(unused));
}

std::string cuda_prologue(const std::string& text, bool simulated) {
  constexpr std::pair<std::string_view, std::string_view> skeletons[] = {
      {"nova_map(", "map.h"},
      {"nova_reduce<", "reduce.h"},
      {"nova_scan(", "scan.h"},
      {"nova_filter(", "filter.h"},
      {"nova_row_lengths(", "rows.h"},
      {"nova_each_fill(", "rows.h"},
      {"nova_scatter<", "scatter.h"},
      {"nova_permute(", "scatter.h"},
      {"nova_put<", "scatter.h"},
      {"nova_merge(", "sort.h"},
      {"nova_histogram(", "histogram.h"},
      {"nova_short_runs(", "histogram.h"},
      {"nova_in_turn(", "histogram.h"},
      {"nova_sort_counts<", "radix_sort.h"},
      {"nova_row_folds<", "row_folds.h"},
      {"nova_row_scans<", "row_scans.h"},
      {"nova_row_maps(", "row_maps.h"},
      {"nova_grid(", "grid.h"},
      {"nova_rows_scatter<", "rows_scatter.h"},
      {"nova_whole_rows_scatter<", "rows_scatter.h"},
      {"nova_pair_folds<", "tile_folds.h"},
      {"nova_product_folds<", "tile_folds.h"}};
  std::string out;
  std::set<std::string_view> done;
  if (simulated) append(out, "cuda_shim.h", done);
  append(out, "gpu.h", done);
  for (const auto& [call, header] : skeletons)
    if (text.find(call) != std::string::npos) append(out, header, done);
  return scalar_definitions(out + text, simulated ? TextLanguage::C : TextLanguage::Cuda) + out;
}

std::string cuda_words() { return std::string(scalar_text("cuda_words.h")); }

namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Whether the name ends with a number from the emitter, as in nova_kernel_12, or is the entry point's name.
bool is_numbered(std::string_view name) {
  const size_t digits = name.find_last_not_of("0123456789");
  return name == "nova_run" || (digits + 1 < name.size() && name[digits] == '_');
}

bool is_foreign(std::string_view name) {
  return name.starts_with("nova_call_") || name.starts_with("nova_result_");
}

} // namespace

std::string with_suffix(std::string_view text, const std::string& suffix, bool foreign) {
  std::string out;
  for (size_t k = 0; k < text.size();) {
    size_t end = k;
    while (end < text.size() && in_name(text[end])) ++end;
    const std::string_view name = text.substr(k, std::max<size_t>(end - k, 1));
    out += name;
    if (name.starts_with("nova_") && is_numbered(name) && (foreign || !is_foreign(name))) out += suffix;
    k += name.size();
  }
  return out;
}

std::string join_kernels(std::span<const std::string> kernels) {
  std::string all;
  for (size_t k = 0; k < kernels.size(); ++k) all += with_suffix(kernels[k], "_" + std::to_string(k)) + "\n";
  std::string entries; // names of a file with foreign functions are hidden unless it says that they are not
  for (size_t k = 0; k < kernels.size() && all.find(foreign_mark) != all.npos; ++k)
    entries += visible_entry("nova_run_" + std::to_string(k));
  return c_prologue(all) + entries + all;
}

} // namespace nova::plan

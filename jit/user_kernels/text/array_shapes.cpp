#include "jit/user_kernels/text/array_shapes.hpp"
#include <cctype>
#include <charconv>
#include <optional>

namespace nova::plan {
namespace {

using Constants = std::map<std::string_view, uint64_t>;

/// Computes expressions of whole numbers.
class ShapeReader {
 public:
  explicit ShapeReader(const CudaTokens& tokens) : tokens_(tokens.all) {
    for (size_t k = 0; k + 2 < tokens_.size(); ++k) note_constant(k);
  }

  ArrayShapes shapes() {
    ArrayShapes out;
    for (size_t k = 0; k + 1 < tokens_.size(); ++k) {
      if (!is_name(text(k)) || text(k + 1) != "[" || k == 0 || !may_declare(text(k - 1))) continue;
      std::vector<uint64_t> sizes;
      at_ = k + 1;
      while (text(at_) == "[") {
        ++at_;
        const auto size = sum();
        if (!size || text(at_++) != "]") break;
        sizes.push_back(*size);
      }
      if (sizes.size() > 1 && (text(at_) == ";" || text(at_) == "," || text(at_) == "="))
        out.emplace(std::string(text(k)), std::move(sizes));
    }
    return out;
  }

 private:
  std::string_view text(size_t k) const { return k < tokens_.size() ? tokens_[k].text : ""; }
  static bool is_name(std::string_view t) {
    return !t.empty() && (std::isalpha(static_cast<unsigned char>(t[0])) || t[0] == '_');
  }
  static bool may_declare(std::string_view before) {
    return is_name(before) || before == "," || before == ">";
  }

  /// Notes `#define NAME number` and `NAME = number;`.
  void note_constant(size_t k) {
    const bool defines = text(k) == "define" && tokens_[k].in_directive;
    const bool sets = text(k + 1) == "=" && is_name(text(k)) && text(k + 3) == ";";
    if (const auto n = number(text(k + 2)); n && (defines || sets))
      constants_[text(defines ? k + 1 : k)] = *n;
  }

  static std::optional<uint64_t> number(std::string_view t) {
    uint64_t n = 0;
    const auto end = std::from_chars(t.data(), t.data() + t.size(), n);
    return end.ec == std::errc{} && end.ptr == t.data() + t.size() ? std::optional(n) : std::nullopt;
  }

  std::optional<uint64_t> sum() {
    auto a = product();
    while (a && (text(at_) == "+" || text(at_) == "-")) {
      const bool plus = text(at_++) == "+";
      const auto b = product();
      a = b ? std::optional(plus ? *a + *b : *a - *b) : std::nullopt;
    }
    return a;
  }
  std::optional<uint64_t> product() {
    auto a = factor();
    while (a && text(at_) == "*") {
      ++at_;
      const auto b = factor();
      a = b ? std::optional(*a * *b) : std::nullopt;
    }
    return a;
  }
  std::optional<uint64_t> factor() {
    if (const auto n = number(text(at_))) return ++at_, n;
    const auto known = constants_.find(text(at_));
    if (known == constants_.end()) return {};
    return ++at_, known->second;
  }

  const std::vector<CudaToken>& tokens_;
  Constants constants_;
  size_t at_ = 0;
};

} // namespace

ArrayShapes array_shapes(const CudaTokens& tokens) { return ShapeReader(tokens).shapes(); }

} // namespace nova::plan

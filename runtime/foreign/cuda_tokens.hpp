// The tokens of a C++ text, with their lines.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// A name, a number, a literal, one character of punctuation, or "<<<". Comments are left out.
struct CudaToken {
  std::string_view text;
  size_t begin; ///< its offset in the text
  uint32_t line;
  uint32_t file;     ///< an index into CudaTokens::files
  bool in_directive; ///< whether it stands in a line that begins with #
};
/// A line that begins with #.
struct CudaDirective {
  std::string_view text; ///< the line's text
  size_t begin;
  uint32_t line, file;
};
struct CudaTokens {
  std::vector<CudaToken> all;
  std::vector<CudaDirective> directives;
  std::vector<std::string> files; ///< the text's own name, and those of #line directives
};
CudaTokens cuda_tokens(std::string_view text, const std::string& shown);
/// Returns the text of token k; "" behind the last one.
inline std::string_view token_text(const CudaTokens& all, size_t k) {
  return k < all.all.size() ? all.all[k].text : "";
}
/// Returns the token that closes the bracket at token k; the number of tokens if there is none.
size_t closing_token(const CudaTokens& all, size_t k, std::string_view open, std::string_view close);
/// The statements of a text, as its tokens pass one after the other.
class CudaStatements {
 public:
  explicit CudaStatements(const CudaTokens& tokens) : tokens_(tokens) {}
  size_t begins() const { return begins_; } ///< the first token of the statement
  bool is_local() const;                    ///< whether it stands in braces other than a namespace's
  void pass(size_t k);                      ///< goes on behind token k
  void pass_statement(size_t last) { begins_ = last + 1; }

 private:
  const CudaTokens& tokens_;
  size_t begins_ = 0;
  std::vector<bool> namespaces_; ///< for each open brace: whether it is a namespace's
};

/// Whether the statement that begins at token k opens a namespace, or an `extern "C"` of several declarations.
bool begins_namespace(const CudaTokens& all, size_t k);

} // namespace nova

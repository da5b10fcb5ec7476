#include "runtime/foreign/cuda_tokens.hpp"
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>

namespace nova {
namespace {

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class CudaScanner {
 public:
  CudaScanner(std::string_view text, const std::string& shown) : text_(text) { out_.files = {shown}; }

  CudaTokens all() {
    bool line_begins = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        in_directive_ = in_directive_ && at_ > 0 && text_[at_ - 1] == '\\';
        line_begins = true, ++line_, ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (starts("//")) {
        skip_to(text_.find('\n', at_));
      } else if (starts("/*")) {
        skip_past(text_.find("*/", at_ + 2), 2);
      } else {
        if (c == '#' && line_begins)
          directive();
        else
          token();
        line_begins = false;
      }
    }
    return std::move(out_);
  }

 private:
  bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }
  void skip_to(size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<uint32_t>(std::count(text_.begin() + static_cast<ptrdiff_t>(at_),
                                              text_.begin() + static_cast<ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void skip_past(size_t found, size_t size) { skip_to(found == text_.npos ? found : found + size); }

  /// Notes a directive. What it holds is read as tokens, too, unless it is a #line.
  void directive() {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    out_.directives.push_back({line, at_, line_, file_});
    if (line.starts_with("#line ")) return set_line(line, end);
    ++at_, in_directive_ = true;
    if (line.find("include") != line.npos) skip_to(end);
  }

  void set_line(std::string_view directive, size_t end) {
    const size_t open = directive.find('"'), close = directive.rfind('"');
    if (open != directive.npos && close > open) {
      const std::string name(directive.substr(open + 1, close - open - 1));
      const auto known = std::ranges::find(out_.files, name);
      file_ = static_cast<uint32_t>(known - out_.files.begin());
      if (known == out_.files.end()) out_.files.push_back(name);
    }
    skip_to(end);
    line_ =
        static_cast<uint32_t>(std::atoi(std::string(directive.substr(6)).c_str())) - 1; // its newline follows
  }

  void token() {
    const size_t begin = at_;
    const uint32_t line = line_;
    const char c = text_[at_];
    if (is_name_part(c)) {
      while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
      const std::string_view word = text_.substr(begin, at_ - begin);
      if (word.ends_with('R') && at_ < text_.size() && text_[at_] == '"') return raw_literal();
    } else if (c == '"' || c == '\'') {
      literal(c);
    } else {
      at_ += starts("<<<") ? 3 : 1;
    }
    out_.all.push_back({text_.substr(begin, at_ - begin), begin, line, file_, in_directive_});
  }

  void literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) line_ += text_[++at_] == '\n';
    at_ = std::min(at_ + 1, text_.size());
    if (text_[at_ - 1] == '\n') --at_;
  }

  void raw_literal() {
    const size_t open = std::min(text_.find('(', at_), text_.size());
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    skip_past(text_.find(end, open), end.size());
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 1, file_ = 0;
  bool in_directive_ = false;
  CudaTokens out_;
};

} // namespace

CudaTokens cuda_tokens(std::string_view text, const std::string& shown) {
  return CudaScanner(text, shown).all();
}

size_t closing_token(const CudaTokens& all, size_t k, std::string_view open, std::string_view close) {
  for (int depth = 0; k < all.all.size(); ++k) {
    if (all.all[k].in_directive) continue;
    const std::string_view t = all.all[k].text;
    if ((depth += t == open ? 1 : t == close ? -1 : 0) == 0) break;
  }
  return k;
}

bool begins_namespace(const CudaTokens& all, size_t k) {
  const std::string_view t = token_text(all, k);
  return t == "namespace" || t == "inline" || (t == "extern" && token_text(all, k + 1).starts_with('"'));
}

bool CudaStatements::is_local() const { return std::ranges::find(namespaces_, false) != namespaces_.end(); }

void CudaStatements::pass(size_t k) {
  const std::string_view t = token_text(tokens_, k);
  if (t == "{") namespaces_.push_back(begins_namespace(tokens_, begins_));
  if (t == "}" && !namespaces_.empty()) namespaces_.pop_back();
  if (t == "{" || t == "}" || t == ";") begins_ = k + 1;
}

} // namespace nova

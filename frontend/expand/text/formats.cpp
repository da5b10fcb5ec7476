// Parses the templates of `format`.
#include "frontend/expand/text/formats.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <array>
#include <optional>

namespace nova {

namespace {

constexpr uint32_t most_width = 10'000, most_precision = 1'100;

bool has(std::string_view letters, char c) { return letters.find(c) != letters.npos; }

class TemplateParser {
 public:
  explicit TemplateParser(std::string_view text) : text_(text) {}

  std::vector<TemplatePart> parts() {
    while (at_ < text_.size())
      if (next() == '{' && !starts("{{"))
        field();
      else
        literal();
    return std::move(parts_);
  }

 private:
  [[noreturn]] static void error(size_t begin, size_t end, std::string why) {
    throw TemplateError{begin, end, std::move(why)};
  }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool starts(std::string_view s) const { return text_.substr(at_).starts_with(s); }
  bool take(char c) { return next() == c && at_ < text_.size() ? (++at_, true) : false; }

  void literal() {
    TemplatePart part{.begin = at_};
    while (at_ < text_.size() && (next() != '{' || starts("{{"))) {
      if (next() == '}' && !starts("}}")) error(at_, at_ + 1, "the char } is written }}");
      const size_t step = next() == '{' || next() == '}' ? 2 : 1;
      part.text += text_[at_], at_ += step;
    }
    part.end = at_;
    parts_.push_back(std::move(part));
  }

  std::optional<uint32_t> number(uint32_t most, const char* what) {
    const size_t begin = at_;
    uint32_t n = 0;
    for (; next() >= '0' && next() <= '9'; ++at_) n = std::min<uint32_t>(n * 10 + (next() - '0'), 1'000'000);
    if (n > most) error(begin, at_, std::string(what) + " is " + std::to_string(most) + " at most");
    return at_ == begin ? std::nullopt : std::optional(n);
  }

  void field() {
    TemplatePart part{.begin = at_++, .is_field = true};
    const size_t end = text_.find('}', at_);
    if (end == text_.npos)
      error(part.begin, text_.size(), "this field is not closed: } is missing; the char { is written {{");
    const auto index = number(100'000, "an argument's number");
    (index ? by_number_ : in_order_) = true;
    part.argument = index ? *index : arguments_++;
    if (by_number_ && in_order_)
      error(part.begin, end + 1, "its fields have numbers, as {0}, or none of them has one");
    if (take(':'))
      spec(part.spec, end);
    else if (next() != '}')
      error(
          at_, end,
          "a field holds an argument's number or nothing, and a specification behind a colon: {} {0} {:.2f}");
    part.end = at_ = end + 1;
    parts_.push_back(std::move(part));
  }

  /// Parses [[fill]align][sign][#][0][width][,][.precision][type] up to the index `end`.
  void spec(FieldSpec& s, size_t end) {
    constexpr std::string_view aligns = "<>^=";
    const size_t begin = at_, fill = next() == '}' ? 1 : decode_utf8(text_, at_).length;
    if (at_ + fill < end && has(aligns, text_[at_ + fill]))
      s.fill = text_.substr(at_, fill), s.align = text_[at_ + fill], at_ += fill + 1;
    else if (has(aligns, next()))
      s.align = text_[at_++];
    if (next() == '+' || next() == '-' || next() == ' ') s.sign = text_[at_++];
    s.prefix = take('#');
    if (s.fill.empty() && take('0')) {
      s.fill = "0";
      if (!s.align) s.align = '=';
    }
    if (s.fill.empty()) s.fill = " ";
    if (const auto width = number(most_width, "a field's width")) s.width = *width;
    s.commas = take(',');
    if (take('.')) {
      const auto precision = number(most_precision, "a precision");
      if (!precision) error(at_ - 1, at_, "behind the point stands the precision, as in {:.2f}");
      s.precision = static_cast<int32_t>(*precision);
    }
    if (at_ < end) type(s, end);
    if (const std::string why = misfit(s); !why.empty()) error(begin, end, why);
  }

  void type(FieldSpec& s, size_t end) {
    const char c = text_[at_++];
    s.upper = has("XEFG", c);
    s.type = s.upper ? static_cast<char>(c | 32) : c;
    if (has("dxobfeg%s", s.type) && at_ == end) return;
    error(at_ - 1, end,
          "a specification is [[fill]align][sign][#][0][width][,][.precision][type], the type one of d x X o "
          "b f e g % s");
  }

  /// Returns why the parts of a specification don't go together; "" if they do.
  static std::string misfit(FieldSpec& s) {
    const bool signs = s.sign != '-' || s.align == '=' || s.commas;
    if (!s.type && s.precision >= 0) return "a precision asks for a type: f, e, g, %, or s for texts";
    if (!s.type && (signs || s.prefix)) s.type = 'd';
    const bool is_real = has("feg%", s.type);
    if (s.type == 's' && signs) return "signs, commas and zeros are for numbers, and s is for texts";
    if (s.precision >= 0 && !is_real && s.type != 's') return "an integer has no precision";
    if (s.prefix && !has("xob", s.type)) return "# puts a prefix before x, o and b alone";
    if (s.commas && !is_real && s.type != 'd') return "commas go with d, f, e, g and %";
    if (s.commas && s.align == '=') return "commas and zeros before the number do not go together";
    return "";
  }

  std::string_view text_;
  size_t at_ = 0, arguments_ = 0;
  bool by_number_ = false, in_order_ = false;
  std::vector<TemplatePart> parts_;
};

} // namespace

std::variant<std::vector<TemplatePart>, TemplateError> parse_template(std::string_view text) {
  try {
    return TemplateParser(text).parts();
  } catch (TemplateError& e) {
    return std::move(e);
  }
}

} // namespace nova

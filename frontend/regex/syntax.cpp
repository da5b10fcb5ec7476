// Parses regular expressions: alternatives, repetitions, groups, classes and escapes, as RE2 has them.
#include "frontend/regex/syntax.hpp"
#include "frontend/regex/sets.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova::regex {

namespace {

constexpr uint32_t deepest = 200;       ///< nested groups
constexpr uint32_t most_groups = 100;   ///< captured ones
constexpr uint32_t most_repeats = 1000; ///< of a bounded repetition, as in RE2

/// What (?i), (?m) and (?s) switch on.
struct Flags {
  bool any_case = false, lines = false, dot_all = false;
};

class Parser {
 public:
  explicit Parser(std::string_view pattern) : text_(pattern) {}

  Pattern whole() {
    Pattern p;
    p.root = alternatives(0);
    if (at_ < text_.size()) error(at_, at_ + 1, "no group is open that `)` would close");
    p.groups = groups_;
    return p;
  }

 private:
  [[noreturn]] static void error(size_t begin, size_t end, std::string why) {
    throw PatternError{begin, end, std::move(why)};
  }
  bool more() const { return at_ < text_.size(); }
  char next() const { return more() ? text_[at_] : '\0'; }
  bool starts(std::string_view s) const { return text_.substr(at_).starts_with(s); }
  bool take(std::string_view s) { return starts(s) ? (at_ += s.size(), true) : false; }

  static NodePtr node(Node::Kind kind) {
    auto n = std::make_unique<Node>();
    n->kind = kind;
    return n;
  }
  NodePtr set(std::vector<Range> ranges) const {
    NodePtr n = node(Node::Set);
    n->set = flags_.any_case ? with_both_cases(std::move(ranges)) : std::move(ranges);
    return n;
  }
  static NodePtr condition(Condition c) {
    NodePtr n = node(Node::Assert);
    n->condition = c;
    return n;
  }

  /// Parses up to `)` or the end. Flags that are set inside hold up to there.
  NodePtr alternatives(uint32_t depth) {
    const Flags outer = flags_;
    NodePtr all = node(Node::Alternate);
    do all->items.push_back(sequence(depth));
    while (take("|"));
    flags_ = outer;
    return all->items.size() == 1 ? std::move(all->items[0]) : std::move(all);
  }

  NodePtr sequence(uint32_t depth) {
    NodePtr all = node(Node::Concat);
    while (more() && next() != '|' && next() != ')') {
      const size_t begin = at_;
      NodePtr item = atom(depth);
      if (!item) continue; // flags
      all->items.push_back(repeated(std::move(item), begin));
    }
    return all;
  }

  /// Parses what stands behind an atom that begins at `begin`: * + ? {n,m}, and a ? for the fewest.
  NodePtr repeated(NodePtr item, size_t begin) {
    uint32_t least = 0, most = 0;
    if (!repetition(least, most)) return item;
    NodePtr n = node(Node::Repeat);
    n->least = least, n->most = most, n->greedy = !take("?");
    n->items.push_back(std::move(item));
    const size_t end = at_;
    if (repetition(least, most))
      error(begin, at_, "a repetition can't be repeated: put what is repeated in (?:..)");
    at_ = end;
    return n;
  }

  bool repetition(uint32_t& least, uint32_t& most) {
    if (take("*")) return least = 0, most = Node::unbounded, true;
    if (take("+")) return least = 1, most = Node::unbounded, true;
    if (take("?")) return least = 0, most = 1, true;
    return next() == '{' && counts(least, most);
  }

  /// Parses {n}, {n,} or {n,m}. Other text that begins with { stands for itself, and nothing is taken.
  bool counts(uint32_t& least, uint32_t& most) {
    const size_t begin = at_++;
    const auto n = number();
    const bool comma = n && take(",");
    const auto m = comma ? number() : n;
    if (!n || !take("}")) return at_ = begin, false;
    least = *n, most = m ? *m : Node::unbounded;
    if (least > most) error(begin, at_, "the first number is larger than the second");
    if (least > most_repeats || (m && most > most_repeats))
      error(begin, at_, "a repetition is counted up to " + std::to_string(most_repeats));
    return true;
  }

  std::optional<uint32_t> number() {
    const size_t begin = at_;
    uint32_t n = 0;
    for (; next() >= '0' && next() <= '9'; ++at_) n = std::min<uint32_t>(n * 10 + (next() - '0'), 100'000);
    return at_ == begin ? std::nullopt : std::optional(n);
  }

  /// Parses one item of a sequence. Returns null for flags like (?i), which are no item.
  NodePtr atom(uint32_t depth) {
    const size_t begin = at_;
    switch (next()) {
    case '(': return group(depth);
    case '[': return set(bracket());
    case '\\': return escape();
    case '.': ++at_; return set(flags_.dot_all ? complement({}) : complement({{'\n', '\n'}}));
    case '^': ++at_; return condition(flags_.lines ? LineBegin : TextBegin);
    case '$': ++at_; return condition(flags_.lines ? LineEnd : TextEnd);
    case '*':
    case '+':
    case '?': error(begin, begin + 1, std::string("there is nothing before `") + next() + "` to repeat");
    default: break;
    }
    uint32_t least = 0, most = 0;
    if (next() == '{' && counts(least, most)) error(begin, at_, "there is nothing before it to repeat");
    const char32_t c = code_point();
    return set({{c, c}});
  }

  char32_t code_point() {
    const CodePoint c = decode_utf8(text_, at_);
    if (!c.valid) error(at_, at_ + 1, "the pattern is not UTF-8");
    at_ += c.length;
    return c.value;
  }

  // ---- groups ----

  NodePtr group(uint32_t depth) {
    const size_t begin = at_++;
    if (depth >= deepest) error(begin, begin + 1, "groups nest more deeply than " + std::to_string(deepest));
    uint32_t number = 0;
    const Flags outer = flags_;
    if (!starts("?") || starts("?P<") || (starts("?<") && !starts("?<=") && !starts("?<!"))) {
      if (take("?P<") || take("?<")) name(begin);
      number = groups_++;
      if (groups_ > most_groups)
        error(begin, at_, "there are more than " + std::to_string(most_groups - 1) + " groups");
    } else if (!flags(begin)) {
      return nullptr;
    }
    NodePtr inner = alternatives(depth + 1);
    if (!take(")")) error(begin, begin + 1, "this group is not closed: `)` is missing");
    flags_ = outer;
    if (number == 0) return inner;
    NodePtr n = node(Node::Group);
    n->group = number;
    n->items.push_back(std::move(inner));
    return n;
  }

  /// Parses the rest of a group's name. Groups are known by their numbers; a name is only read over.
  void name(size_t begin) {
    const size_t from = at_;
    const auto is_word = [](char c) {
      return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
    };
    while (more() && is_word(next())) ++at_;
    if (at_ == from || !take(">"))
      error(begin, at_, "a named group is (?P<name>..), its name of letters, digits and _");
  }

  /// Parses `?flags:` or `?flags)` and sets the flags. Returns whether a group follows.
  bool flags(size_t begin) {
    for (const char* const look : {"?=", "?!", "?<=", "?<!"})
      if (starts(look))
        error(begin, at_ + std::string_view(look).size(),
              "looking ahead or behind is no part of regular expressions here: a match takes time in "
              "proportion to the text");
    ++at_;
    bool on = true;
    for (; more() && next() != ':' && next() != ')'; ++at_) switch (next()) {
      case '-': on = false; break;
      case 'i': flags_.any_case = on; break;
      case 'm': flags_.lines = on; break;
      case 's': flags_.dot_all = on; break;
      default:
        error(begin, at_ + 1,
              std::string("`(?") + "` is followed by i, m, s or a colon, as in (?i) and (?:..)");
      }
    if (take(":")) return true;
    if (!take(")")) error(begin, at_, "this group is not closed: `)` is missing");
    return false;
  }

  // ---- escapes and classes ----

  NodePtr escape() {
    const size_t begin = at_;
    const char c = begin + 1 < text_.size() ? text_[begin + 1] : '\0';
    const auto take_both = [&] { at_ += 2; };
    switch (c) {
    case 'b': return take_both(), condition(WordEdge);
    case 'B': return take_both(), condition(NoWordEdge);
    case 'A': return take_both(), condition(TextBegin);
    case 'z': return take_both(), condition(TextEnd);
    case 'Z': error(begin, begin + 2, "the end of the text is \\z");
    default: break;
    }
    if (const auto ranges = escape_set(c)) return take_both(), set(*ranges);
    const char32_t one = escaped();
    return set({{one, one}});
  }

  /// Parses an escape that stands for one code point.
  char32_t escaped() {
    const size_t begin = at_++;
    if (!more()) error(begin, at_, "a backslash ends the pattern");
    constexpr std::string_view letters = "tnrfva", meant = "\t\n\r\f\v\a";
    const char c = next();
    if (const size_t k = letters.find(c); k != letters.npos) return ++at_, static_cast<char32_t>(meant[k]);
    if (c == 'x') return hexadecimal(begin);
    if (c >= '0' && c <= '9')
      error(begin, begin + 2, "no regular expression asks for what a group matched before");
    if (c == 'p' || c == 'P')
      error(begin, begin + 2, "Unicode's classes are not known: write ranges, as in [\xC3\xA0-\xC3\xBF]");
    if ((c | 32) >= 'a' && (c | 32) <= 'z') error(begin, begin + 2, std::string("there is no escape \\") + c);
    return code_point();
  }

  /// Parses the digits of \xHH or \x{H..}.
  char32_t hexadecimal(size_t begin) {
    ++at_;
    const bool braces = take("{");
    char32_t value = 0;
    size_t digits = 0;
    for (; more() && digits < (braces ? 7 : 2); ++at_, ++digits) {
      const auto digit =
          std::string_view("0123456789abcdef").find(next() >= 'A' && next() <= 'F' ? next() | 32 : next());
      if (digit == std::string_view::npos) break;
      value = value * 16 + static_cast<char32_t>(digit);
    }
    if (digits == 0 || (!braces && digits < 2) || (braces && !take("}")) || value > last_code_point)
      error(begin, at_, "a code point by its number is \\xHH or \\x{H..}, up to 10FFFF");
    return value;
  }

  std::vector<Range> bracket() {
    const size_t begin = at_++;
    const bool negated = take("^");
    std::vector<Range> all;
    for (bool first = true; !starts("]") || first; first = false) {
      if (!more()) error(begin, begin + 1, "this class is not closed: `]` is missing");
      bracket_item(all);
    }
    ++at_;
    if (flags_.any_case) all = with_both_cases(std::move(all));
    all = normalised(std::move(all));
    return negated ? complement(all) : all;
  }

  /// Parses a char, a range or a class inside of [].
  void bracket_item(std::vector<Range>& all) {
    const size_t begin = at_;
    const auto add = [&](const std::vector<Range>& set) { all.insert(all.end(), set.begin(), set.end()); };
    if (starts("[:")) return add(posix());
    if (starts("\\") && at_ + 1 < text_.size())
      if (const auto set = escape_set(text_[at_ + 1])) return at_ += 2, add(*set);
    const char32_t from = bracket_char();
    char32_t to = from;
    if (starts("-") && !starts("-]")) {
      ++at_;
      if (!more()) return;
      to = bracket_char();
      if (to < from) error(begin, at_, "the range runs backwards");
    }
    all.push_back({from, to});
  }
  char32_t bracket_char() { return next() == '\\' ? escaped() : code_point(); }

  std::vector<Range> posix() {
    const size_t begin = at_, end = text_.find(":]", at_ + 2);
    const bool closed = end != text_.npos;
    const bool negated = closed && text_[begin + 2] == '^';
    const auto set =
        closed ? posix_set(text_.substr(begin + 2 + negated, end - begin - 2 - negated)) : std::nullopt;
    if (!set)
      error(begin, closed ? end + 2 : begin + 2,
            "a class by its name is [:alpha:], [:digit:] and their like");
    at_ = end + 2;
    return negated ? complement(*set) : *set;
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t groups_ = 1;
  Flags flags_;
};

} // namespace

Pattern parse(std::string_view pattern) { return Parser(pattern).whole(); }

} // namespace nova::regex

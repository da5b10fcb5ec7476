// Array expressions of APL, read from right to left: a part of arrays.hpp.
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/divisions.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>

namespace nova {
namespace {

using Text = std::optional<std::string>;

/// A function of APL: the call of it with one argument, with two, and its name as an argument. Empty where there is none.
struct Primitive {
  std::string_view sign, one, two, name;
};

constexpr Primitive primitives[] = {{"+", "$2", "(+ $1 $2)", "+"},
                                    {"-", "(neg $2)", "(- $1 $2)", "-"},
                                    {"\u00d7", "(sign $2)", "(* $1 $2)", "*"},
                                    {"\u00f7", "(/ 1.0 $2)", "(/ $1 $2)", "/"},
                                    {"*", "(exp $2)", "(pow $1 $2)", "pow"},
                                    {"\u235f", "(log $2)", "", "log"},
                                    {"\u2308", "(ceil $2)", "(max $1 $2)", "max"},
                                    {"\u230a", "(floor $2)", "(min $1 $2)", "min"},
                                    {"|", "(abs $2)", "(floor-mod $2 $1)", ""},
                                    {"!", "(product [1..$2])", "", ""},
                                    {"~", "(- 1 $2)", "", ""},
                                    {"=", "", "(= $1 $2)", "="},
                                    {"\u2260", "", "(~= $1 $2)", "~="},
                                    {"<", "", "(< $1 $2)", "<"},
                                    {">", "", "(> $1 $2)", ">"},
                                    {"\u2264", "", "(<= $1 $2)", "<="},
                                    {"\u2265", "", "(>= $1 $2)", ">="},
                                    {"\u2227", "", "(and $1 $2)", "and"},
                                    {"\u2228", "", "(or $1 $2)", "or"},
                                    {"\u2373", "[1..$2]", "(first (indices-where (= $2) $1))", ""},
                                    {"\u2374", "(shape $2)", "(reshape $1 $2)", ""},
                                    {"\u2262", "(length $2)", "", "length"},
                                    {"\u233d", "(reverse $2)", "(rotate $1 $2)", "reverse"},
                                    {"\u2349", "(transpose $2)", "", "transpose"},
                                    {"\u234b", "(argsort $2)", "", "argsort"},
                                    {"\u2352", "(reverse (argsort $2))", "", ""},
                                    {"\u2191", "", "(take $1 $2)", ""},
                                    {"\u2193", "", "(drop $1 $2)", ""},
                                    {"\u2283", "(first $2)", "", "first"},
                                    {"\u222a", "(unique $2)", "", "unique"},
                                    {"\u220a", "", "(contains $1 $2)", ""},
                                    {"\u2208", "", "(contains $1 $2)", ""},
                                    {"\u2355", "(show $2)", "", "show"},
                                    {"\u25cb", "(* pi $2)", "", ""},
                                    {"\u221a", "(sqrt $2)", "", "sqrt"},
                                    {"\u22a5", "", "(foldl (lambda (acc d) (+ (* $1 acc) d)) 0 $2)", ""},
                                    {",", "(flatten $2)", "(++ $1 $2)", ""}};

/// A reduction f/ of APL: its call with the vector.
constexpr std::pair<std::string_view, std::string_view> reductions[] = {
    {"+", "(sum $2)"},
    {"-", "(foldr1 - $2)"},
    {"\u00d7", "(product $2)"},
    {"\u00f7", "(foldr1 / (map to_double $2))"},
    {"\u2308", "(maximum $2)"},
    {"\u230a", "(minimum $2)"},
    {"\u2227", "(all (= 1) $2)"},
    {"\u2228", "(any (= 1) $2)"}};

constexpr std::pair<std::string_view, std::string_view> scans[] = {{"+", "(scan + 0 $2)"},
                                                                   {"\u00d7", "(scan * 1 $2)"}};

std::string with_arguments(std::string_view pattern, const std::string& a, const std::string& b) {
  std::string out;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const bool argument = pattern[at] == '$';
    out += argument ? (pattern[++at] == '1' ? a : b) : std::string(1, pattern[at]);
  }
  return out;
}

const Primitive* find_primitive(std::string_view sign) {
  const auto* at = std::ranges::find(primitives, sign, &Primitive::sign);
  return at == std::end(primitives) ? nullptr : at;
}

/// Returns the call of the reduction by a lambda of two arguments, which APL does from the right.
std::string folded_from_right(const std::string& f) {
  constexpr std::string_view associative[] = {"(+ a x)", "(* a x)", "(max a x)", "(min a x)"};
  const bool any_order = std::ranges::any_of(
      associative, [&](std::string_view body) { return f == "(lambda (a x) " + std::string(body) + ")"; });
  return any_order ? folded(f, "$2") : "(foldr1 " + f + " $2)";
}

bool is_numeral(std::string_view e) {
  e.remove_prefix(e.starts_with('-') && e.size() > 1);
  return !e.empty() && is_digit(e[0]) && e.find_first_of(" ([") == e.npos;
}

/// Returns the words of a line: numerals with their high minus, names, texts and single signs.
std::optional<std::vector<std::string>> apl_words(std::string_view text) {
  std::vector<std::string> words;
  const auto sign_size = [](unsigned char c) { return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4; };
  constexpr std::string_view minus = "\u00af";
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const bool negative = text.substr(at).starts_with(minus);
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    if (text[at] == '\'' || text[at] == '"') {
      const size_t end = text.find(text[at], at + 1);
      if (end == text.npos) return {};
      words.push_back(nova_text(text.substr(at + 1, end - at - 1))), at = end + 1;
      continue;
    }
    if (negative) at += minus.size();
    if (at < text.size() && is_digit(text[at])) {
      while (at < text.size() && (is_digit(text[at]) || text[at] == '.' || text[at] == 'E')) ++at;
      words.push_back((negative ? "-" : "") +
                      std::string(text.substr(begin + (negative ? 2 : 0), at - begin - (negative ? 2 : 0))));
      continue;
    }
    if (std::isalpha(static_cast<unsigned char>(text[at]))) {
      while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_'))
        ++at;
    } else {
      at += static_cast<size_t>(sign_size(static_cast<unsigned char>(text[at])));
    }
    words.emplace_back(text.substr(begin, at - begin));
  }
  return words;
}

class Apl {
 public:
  explicit Apl(std::vector<std::string> words) : words_(std::move(words)), end_(words_.size()) {}

  /// Returns all words as one value; nothing if they are none.
  Text whole() {
    const Text e = value();
    return end_ == 0 ? e : std::nullopt;
  }
  /// Returns all words as a function: {..}, or three functions in a row.
  Text function() {
    if (words_.size() > 2 && words_[0] == "{" && words_.back() == "}") {
      Text f = derived();
      return end_ == 0 ? f : std::nullopt;
    }
    const auto h = applied_part(), g = h ? applied_part() : std::nullopt,
               f = g ? applied_part() : std::nullopt;
    if (!f || end_ > 0) return {};
    const auto with = [](const Part& p, const std::string& a) { return with_arguments(p.one, "", a); };
    const Text body = two(*g, with(*f, "xs"), with(*h, "xs"));
    return body ? Text("(lambda (xs) " + *body + ")") : Text{};
  }

 private:
  std::vector<std::string> words_;
  size_t end_; // words from here on are read
  int depth_ = 0;

  struct Part {
    std::string one, two;
  };
  static constexpr std::string_view omega = "\u2375", alpha = "\u237a", each = "\u00a8";

  std::string_view last(size_t back = 0) const {
    return end_ > back ? std::string_view(words_[end_ - 1 - back]) : std::string_view{};
  }
  bool ends_operand() const {
    const std::string_view w = last();
    return is_numeral(w) || w.starts_with('"') || w == ")" || w == "]" || w == omega || w == alpha ||
           (!w.empty() && std::isalpha(static_cast<unsigned char>(w[0])));
  }
  Text operand() {
    const std::string w(last());
    if (w == ")") {
      --end_;
      Text e = value();
      if (last() != "(") return {};
      return --end_, e;
    }
    if (w == "]") { // x[i]
      --end_;
      const Text i = value();
      if (!i || last() != "[") return {};
      --end_;
      const Text of = ends_operand() ? operand() : Text{};
      const bool several = (*i)[0] == '[' || (*i)[0] == '('; // x[2 3], x[\u234bx]
      return !of ? Text{} : several ? Text("(gather " + *i + " " + *of + ")") : Text(*of + "!" + *i);
    }
    if (w == omega || w == alpha) return --end_, std::string(w == omega ? "x" : "a");
    if (!is_numeral(w)) return --end_, w;
    std::string row;
    size_t count = 0;
    for (; is_numeral(last()); --end_, ++count) row = std::string(last()) + (row.empty() ? "" : " ") + row;
    return count > 1 ? "[" + row + "]" : row;
  }
  /// Returns the braces at the end as a function.
  Text derived() {
    if (last() != "}") return {};
    const size_t close = end_ - 1;
    size_t open = close, depth = 0;
    do {
      depth += words_[open] == "}", depth -= words_[open] == "{";
    } while (depth > 0 && open-- > 0);
    if (depth > 0) return {};
    std::vector<std::string> inner(words_.begin() + static_cast<ptrdiff_t>(open) + 1,
                                   words_.begin() + static_cast<ptrdiff_t>(close));
    const bool two = std::ranges::find(inner, alpha) != inner.end();
    const Text body = Apl(std::move(inner)).whole();
    end_ = open;
    return body ? Text(std::string("(lambda (") + (two ? "a x" : "x") + ") " + *body + ")") : Text{};
  }
  /// Returns the function at the end, with what an operator makes of it.
  std::optional<Part> applied_part() {
    std::string_view w = last();
    if (w == "/" || w == "\\") {
      --end_;
      const Text f = last() == "}" ? derived() : Text{};
      if (f) return Part{w == "/" ? folded_from_right(*f) : std::string(), {}};
      const std::string sign(last() == "*" ? "\u00d7" : last());
      const auto& table =
          w == "/" ? std::span<const std::pair<std::string_view, std::string_view>>(reductions) : scans;
      const auto at = std::ranges::find(table, sign, &std::pair<std::string_view, std::string_view>::first);
      if (at == table.end()) return {};
      return --end_, Part{std::string(at->second), {}};
    }
    if (w == each) {
      --end_;
      Text f = last() == "}" ? derived() : Text{};
      if (const Primitive* p = f ? nullptr : find_primitive(last()); p && !p->name.empty())
        f = std::string(p->name), --end_;
      else if (!f && ends_operand())
        f = operand();
      return f ? std::optional(Part{"(map " + *f + " $2)", "(map " + *f + " $1 $2)"}) : std::nullopt;
    }
    if (w == "}") {
      const Text f = derived();
      return f ? std::optional(Part{"(" + *f + " $2)", "(" + *f + " $1 $2)"}) : std::nullopt;
    }
    if (w == ")")
      if (const Text f = train()) return Part{"(" + *f + " $2)", {}};
    const Primitive* p = find_primitive(w);
    if (!p) return {};
    --end_;
    if (last() == "." && last(1) == "\u2218")
      return end_ -= 2, Part{{}, "(outer " + std::string(p->name) + " $1 $2)"};
    if (last() == "." && last(1) == "+" && w == "\u00d7") return end_ -= 2, Part{{}, "(matmul $1 $2)"};
    return Part{std::string(p->one), std::string(p->two)};
  }
  /// Returns the function in the brackets at the end, as (+/ \u00f7 \u2262); nothing if they hold no functions.
  Text train() {
    size_t open = end_ - 1;
    while (open > 0 && words_[open] != "(") --open;
    std::vector<std::string> inner(words_.begin() + static_cast<ptrdiff_t>(open) + 1,
                                   words_.begin() + static_cast<ptrdiff_t>(end_) - 1);
    const Text f = inner.empty() ? Text{} : Apl(std::move(inner)).function();
    if (f) end_ = open;
    return f;
  }
  /// Whether a function's body has operators on numbers alone.
  static bool takes_numbers(std::string_view body) {
    constexpr std::string_view of_vectors[] = {"(sum ",     "(product ", "(length ", "(reverse ", "(maximum ",
                                               "(minimum ", "(first ",   "(map ",    "(foldl ",   "(++ ",
                                               "(take ",    "(drop ",    "["};
    return std::ranges::none_of(of_vectors, [&](std::string_view f) { return body.find(f) != body.npos; });
  }
  static bool is_row(const std::string& e) {
    return e[0] == '[' || e[0] == '"' || e.starts_with("(++ ") || e.starts_with("(map ") ||
           e.starts_with("(range ");
  }
  static Text two(const Part& f, std::string a, std::string b) {
    if (f.two.empty()) return {};
    if (f.two == "(/ $1 $2)" && b.starts_with("(shape ")) b.replace(1, 5, "length"); // (+/x)\u00f7\u2374x
    if (f.two == "(++ $1 $2)") {
      if (is_numeral(a)) a = "[" + a + "]";
      if (is_numeral(b)) b = "[" + b + "]";
    }
    if (f.two == "(reshape $1 $2)") {
      if (a[0] == '[') {
        a = "(" + a.substr(1, a.size() - 2) + ")";
        for (size_t at = a.find(' '); at != a.npos; at = a.find(' ', at + 2)) a.replace(at, 1, ", ");
        return is_row(b) ? "(reshape " + a + " " + b + ")" : "(array " + a + " " + b + ")";
      }
      return (is_row(b) ? "(take " : "(replicate ") + a + " " + b + ")";
    }
    if (f.two == "(pow $1 $2)" && std::ranges::all_of(b, is_digit)) return "(power " + a + " " + b + ")";
    if (f.two == "(/ $1 $2)") a = as_double(a), b = as_double(b); // APL's quotients have fractions
    return with_arguments(f.two, a, b);
  }
  /// Returns the elements of b that a mask a, left of the sign /, chooses.
  static std::string chosen(const std::string& a, const std::string& b) {
    if (const auto own = chosen_elements(b, a)) return *own;
    return "(map snd (filter (lambda (c, v) (= c 1)) (zip " + a + " " + b + ")))";
  }
  Text value() {
    constexpr int deepest = 40;
    if (++depth_ > deepest || !ends_operand()) return {};
    Text right = operand();
    while (right && end_ > 0 && last() != "(" && last() != "[") {
      if (last() == "/" && end_ > 1 &&
          (is_numeral(last(1)) || last(1) == ")" || std::isalpha(static_cast<unsigned char>(last(1)[0])))) {
        --end_;
        const Text mask = operand();
        right = mask ? Text(chosen(*mask, *right)) : Text{};
        continue;
      }
      const bool brackets = last() == ")";
      const auto f = applied_part();
      if (!f) return {};
      if (!brackets && ends_operand()) {
        const Text left = operand();
        right = left ? two(*f, *left, *right) : Text{};
      } else {
        const bool rows = f->one.starts_with("(product [1..") && (is_row(*right) || right->starts_with("["));
        const std::string each = "((lambda (x) ";
        if (f->one.starts_with(each) && is_row(*right) &&
            takes_numbers(std::string_view(f->one).substr(each.size()))) {
          right = "(map " + f->one.substr(1, f->one.size() - 5) + " " + *right + ")";
          continue;
        }
        const std::string call = rows ? "(map (lambda (n) (product [1..n])) $2)" : f->one; // of a vector
        const auto question =
            call.starts_with("(sum ") ? own_call("sum", std::span(&*right, 1)) : std::nullopt;
        right = question ? question : call.empty() ? Text{} : Text(with_arguments(call, "", *right));
      }
    }
    --depth_;
    return right;
  }
};

} // namespace

std::optional<std::string> nova_array(std::string_view text) {
  constexpr size_t longest = 300;
  auto words = text.size() <= longest ? apl_words(text) : std::nullopt;
  if (!words || words->empty()) return {};
  return Apl(std::move(*words)).whole();
}

std::optional<std::string> nova_array_function(std::string_view text) {
  constexpr size_t longest = 300;
  auto words = text.size() <= longest ? apl_words(text) : std::nullopt;
  if (!words || words->empty()) return {};
  return Apl(std::move(*words)).function();
}

bool has_array_sign(std::string_view text) {
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    quoted ^= text[at] == '"';
    if (text[at] == ';') return false;
    if (!quoted && (text.substr(at).starts_with("\u00a8") || text.substr(at).starts_with("\u2218.")))
      return true;
    if (!quoted && (text[at] & 0x80) && !(at > 0 && (text[at - 1] & 0x80) && (text[at] & 0xc0) == 0x80))
      for (const Primitive& p : primitives)
        if ((p.sign[0] & 0x80) && text.substr(at).starts_with(p.sign)) return true;
  }
  return false;
}

} // namespace nova

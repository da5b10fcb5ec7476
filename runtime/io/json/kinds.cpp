// What a file holds: the kinds of its values, from which a type is made.
#include "runtime/io/json/kinds.hpp"
#include "runtime/io/json/text.hpp"

namespace nova {

namespace {

constexpr size_t most_first = 5, longest_first = 100; ///< elements that are shown, and their bytes

/// Notes the kinds of the values that the parser meets.
class KindsOfJson {
 public:
  KindsOfJson(JsonText& text, JsonSummary& summary, JsonKind& kind, bool is_line)
      : text_(text), summary_(summary), depth_(is_line ? 1 : 0) {
    next_.push_back(&kind);
  }

  // The names of these functions are nlohmann's.
  bool null() { return one(&JsonKind::null); }
  bool boolean(bool) { return one(&JsonKind::boolean); }
  bool number_integer(int64_t n) { return one(n < 0 ? &JsonKind::negative : &JsonKind::integer); }
  bool number_unsigned(uint64_t n) {
    return one(n > static_cast<uint64_t>(INT64_MAX) ? &JsonKind::large : &JsonKind::integer);
  }
  bool number_float(double, const std::string&) { return one(&JsonKind::floating); }
  bool string(std::string&) { return one(&JsonKind::text); }
  bool binary(nlohmann::json::binary_t&) { return false; } // of other formats than JSON
  bool start_object(size_t) {
    JsonKind& k = begin();
    ++k.objects, open_.push_back(&k), next_.push_back(nullptr), ++depth_;
    return text_.take(), true;
  }
  bool key(std::string& name) {
    JsonKind& k = *open_.back();
    const auto [place, is_new] = k.places.emplace(name, k.members.size());
    if (is_new) k.members.push_back({name, &summary_.kinds.emplace_back(), 0});
    JsonMember& m = k.members[place->second];
    ++m.count, next_.back() = m.kind;
    return text_.take(), true;
  }
  bool end_object() { return end(); }
  bool start_array(size_t) {
    JsonKind& k = begin();
    ++k.arrays;
    if (!k.element) k.element = &summary_.kinds.emplace_back();
    open_.push_back(&k), next_.push_back(k.element), ++depth_;
    return text_.take(), true;
  }
  bool end_array() { return end(); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& e) {
    text_.fail_parsing(e);
  }

 private:
  bool one(bool JsonKind::*flag) {
    begin().*flag = true;
    return finish(), true;
  }
  /// Begins a value, and returns its kind.
  JsonKind& begin() {
    if (depth_ == 1) start_ = text_.token();
    return *next_.back();
  }
  bool end() {
    open_.pop_back(), next_.pop_back(), --depth_;
    return finish(), true;
  }
  /// Ends a value; one of the outermost vector is counted, and shown if it is among the first.
  void finish() {
    if (depth_ == 1 && ++summary_.elements <= static_cast<int64_t>(most_first)) {
      std::string shown(text_.text().substr(start_, std::min(text_.at() - start_, longest_first + 1)));
      // The parser has read one character more than a number.
      if (shown.find_first_of("\"[{") != 0)
        shown.resize(std::min(shown.find_first_of(",] \t\r\n"), shown.size()));
      std::ranges::replace_if(
          shown, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
      if (shown.size() > longest_first) shown.replace(longest_first, shown.npos, " ...");
      summary_.first.push_back(std::move(shown));
    }
    text_.take();
  }

  JsonText& text_;
  JsonSummary& summary_;
  std::vector<JsonKind*> open_{}; ///< of the arrays and objects that are begun
  std::vector<JsonKind*> next_{}; ///< of the value that comes next, for each of them
  size_t depth_, start_ = 0;
};

} // namespace

JsonSummary json_summary(ByteSource& source, bool lines) {
  const BufferRef bytes = source.read_all();
  JsonText text(source, json_text_of(bytes));
  JsonSummary summary;
  if (lines) {
    summary.kind().arrays = 1, summary.kind().element = &summary.kinds.emplace_back();
    text.for_each_line([&](size_t begin, size_t end) {
      KindsOfJson kinds(text, summary, *summary.kind().element, true);
      text.parse(begin, end, kinds);
    });
  } else {
    KindsOfJson kinds(text, summary, summary.kind(), false);
    text.parse(0, text.text().size(), kinds);
  }
  return summary;
}

} // namespace nova

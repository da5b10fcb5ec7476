// Writing: a stack of the vectors, tuples and records that are begun, so that deep values need no deep recursion.
#include "runtime/fault.hpp"
#include "runtime/io/csv/moments.hpp"
#include "runtime/io/json/json.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace nova {

namespace {

constexpr std::string_view json_file = "a .json file";
constexpr size_t longest = 1 << 16; ///< bytes that wait to be written

void append_json_text(std::string& out, std::string_view text) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, is_plain)) return void(((out += '"') += text) += '"');
  try {
    out += nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    fail("E0509", {std::string(json_file), "a text that is not in UTF-8"});
  }
}

std::string_view chars_of(const Array& text) {
  return {text.data<char>(), static_cast<size_t>(text.count())};
}

class JsonWriter {
 public:
  explicit JsonWriter(ByteSink& sink) : sink_(sink) {}

  void write(const ValueType& type, const Value& v) {
    begin(type, v);
    while (!open_.empty()) step();
  }
  /// Appends text between values.
  void put(std::string_view text) { out_ += text; }
  void flush() { sink_.write(out_), out_.clear(); }

 private:
  /// A value whose parts are being written.
  struct Open {
    const ValueType* type;
    Value value;
    int64_t next = 0;
  };

  /// Writes a value that has no parts, or opens one.
  void begin(const ValueType& type, const Value& v) {
    if (out_.size() >= longest) flush();
    switch (type.kind) {
    case ValueType::Scalar: return scalar(type, v);
    case ValueType::Text: return append_json_text(out_, chars_of(v.array()));
    case ValueType::Date:
    case ValueType::Datetime:
    case ValueType::Duration: return moment(type, v);
    case ValueType::Optional:
      if (v.constructor() != type.present) return put("null");
      return present(*type.parts[0], v.items()[0]);
    case ValueType::Sum:
      if (!type.parts[v.constructor()]) return append_json_text(out_, type.names[v.constructor()]);
      return put(member(type, v.constructor())), open(type, v);
    case ValueType::Vector:
      if (v.array().count() == 0) return empty(v.array(), 0);
      return open(type, v);
    case ValueType::Record: return put("{"), open(type, v);
    case ValueType::Tuple:
    case ValueType::Complex: return put("["), open(type, v);
    }
  }
  void open(const ValueType& type, const Value& v) { open_.push_back({&type, v}); }

  /// Writes the next part of the value that was opened last, or closes it.
  void step() {
    Open& o = open_.back();
    if (o.type->kind == ValueType::Vector) return element(o);
    if (o.type->kind == ValueType::Sum) return field_of_sum(o);
    const bool record = o.type->kind == ValueType::Record;
    const auto items = o.value.items();
    if (o.next == static_cast<int64_t>(items.size())) {
      put(record ? "}" : "]");
      return open_.pop_back();
    }
    const auto k = static_cast<size_t>(o.next++);
    if (k > 0) put(",");
    if (record) put(std::string_view(member(*o.type, k)).substr(1));
    begin(*o.type->parts[k], items[k]); // may move `o`, but not the items
  }
  void field_of_sum(Open& o) {
    const ValueType& t = *o.type->parts[o.value.constructor()];
    if (o.next++ > 0) {
      put("}");
      return open_.pop_back();
    }
    const auto items = o.value.items();
    if (items.size() == 1) return begin(t, Value(items[0]));
    std::vector<Value> fields(items.begin(), items.end());
    begin(t, Value::tuple(fields));
  }
  void element(Open& o) {
    const Array& a = o.value.array();
    const int64_t k = o.next++;
    brackets(a, k);
    if (k == a.count()) return open_.pop_back();
    begin(*o.type->parts[0], a.at(k)); // may move `o`
  }
  /// Writes what stands between elements k - 1 and k: the ends and beginnings of rows, and a comma.
  void brackets(const Array& a, int64_t k) {
    int64_t row = 1, rows = 0; // how many dimensions begin or end here
    for (uint32_t d = a.rank(); d-- > 0 && k % (row *= a.dimension(d)) == 0;) ++rows;
    if (k > 0) out_.append(static_cast<size_t>(rows), ']');
    if (k > 0 && k < a.count()) put(",");
    if (k < a.count()) out_.append(static_cast<size_t>(rows), '[');
  }
  void empty(const Array& a, uint32_t d) {
    put("[");
    for (int64_t k = 0; d + 1 < a.rank() && k < a.dimension(d); ++k) {
      if (k > 0) put(",");
      if (out_.size() >= longest) flush();
      empty(a, d + 1);
    }
    put("]");
  }

  void scalar(const ValueType& type, const Value& v) {
    const Element e = type.layout->element;
    if (e == Element::Char) {
      const char c = static_cast<char>(v.as_char());
      return append_json_text(out_, {&c, 1});
    }
    const std::string text = without_suffix(scalar_text(v), e);
    if (text == "inf" || text == "-inf") fail("E0509", {std::string(json_file), "the number " + text});
    put(text == "nan" ? "null" : text);
  }
  /// Writes a value that may be missing and is not.
  void present(const ValueType& type, const Value& v) {
    if (type.kind == ValueType::Scalar && is_real(type.layout->element) &&
        without_suffix(scalar_text(v), type.layout->element) == "nan")
      fail("E0509", {std::string(json_file), "(Some nan), since null is a value that is missing"});
    begin(type, v);
  }
  void moment(const ValueType& type, const Value& v) {
    const int64_t n = v.items()[0].as_int();
    const bool date = type.kind == ValueType::Date;
    put("\"");
    if (type.kind == ValueType::Duration)
      append_duration(out_, n);
    else if (!(date ? append_date(out_, n) : append_datetime(out_, n)))
      fail("E0509", {std::string(json_file), (date ? "(Date " : "(Datetime ") + std::to_string(n) +
                                                 "), which is not of the years 1 to 9999"});
    put("\"");
  }
  /// Returns the beginning of an object whose first member has the k-th name.
  const std::string& member(const ValueType& type, size_t k) {
    auto& all = members_[&type];
    if (all.empty())
      for (const std::string& name : type.names)
        append_json_text(all.emplace_back("{"), name), all.back() += ':';
    return all[k];
  }

  ByteSink& sink_;
  std::string out_;
  std::vector<Open> open_;
  std::unordered_map<const ValueType*, std::vector<std::string>> members_;
};

} // namespace

void write_json(ByteSink& sink, const ValueType& type, const Value& v) {
  JsonWriter out(sink);
  const bool in_lines = type.kind == ValueType::Vector && type.rank == 1 &&
                        type.parts[0]->kind != ValueType::Scalar && v.array().count() > 0;
  if (!in_lines) {
    out.write(type, v);
    return out.put("\n"), out.flush();
  }
  for (int64_t k = 0; k < v.array().count(); ++k) {
    out.put(k ? ",\n " : "[");
    out.write(*type.parts[0], v.array().at(k));
  }
  out.put("]\n"), out.flush();
}

void write_json_lines(ByteSink& sink, const ValueType& type, const Value& v) {
  JsonWriter out(sink);
  for (int64_t k = 0; k < v.array().count(); ++k) out.write(*type.parts[0], v.array().at(k)), out.put("\n");
  out.flush();
}

} // namespace nova

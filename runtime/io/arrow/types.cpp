// Arrow's types in words, and what a file's columns are.
#include "runtime/io/arrow/arrow.hpp"
#include "runtime/io/arrow/messages.hpp"
#include "runtime/io/csv/csv.hpp"

namespace nova {

namespace {

std::string_view unit_text(ipc::TimeUnit u) {
  constexpr std::string_view units[] = {"s", "ms", "us", "ns"};
  const auto k = static_cast<size_t>(u);
  return k < std::size(units) ? units[k] : "?";
}

std::string int_text(const ipc::Int* type) {
  if (!type) return "int?";
  return (type->is_signed() ? "int" : "uint") + std::to_string(type->bit_width());
}

std::string float_text(const ipc::FloatingPoint* type) {
  constexpr std::string_view names[] = {"halffloat", "float", "double"};
  const auto k = type ? static_cast<size_t>(type->precision()) : std::size(names);
  return std::string(k < std::size(names) ? names[k] : "float?");
}

std::string children_text(const ipc::Field& field, bool with_names) {
  std::string out;
  if (field.children())
    for (const ipc::Field* child : *field.children())
      out +=
          (out.empty() ? "" : ", ") + (with_names ? arrow_name(*child) + ": " : "") + arrow_type_text(*child);
  return out;
}

std::string timestamp_text(const ipc::Timestamp* type) {
  if (!type) return "timestamp";
  return "timestamp[" + std::string(unit_text(type->unit())) +
         (type->timezone() ? ", tz=" + type->timezone()->str() : "") + "]";
}

/// Makes the types that read a file's columns.
class RowTypes {
 public:
  RowTypes(Layouts& layouts, std::deque<ValueType>& types) : layouts_(layouts), types_(types) {}

  /// Returns the type of a field's values, which may be missing; null if there is none.
  const ValueType* of(const ipc::Field& f, bool has_missing) {
    const ValueType* t = present(f);
    return t && has_missing && !has_nan(*t) ? optional(*t) : t;
  }
  /// Returns the type of rows that have the columns with a type.
  const ValueType& row(const std::vector<std::string>& titles, const std::vector<const ValueType*>& parts) {
    ValueType& t = types_.emplace_back();
    std::vector<const Layout*> layouts;
    const std::vector<std::string> names = column_names(titles);
    for (size_t k = 0; k < titles.size(); ++k) {
      if (!parts[k]) continue;
      t.names.push_back(titles[k]), t.fields.push_back(names[k]);
      t.parts.push_back(parts[k]), layouts.push_back(parts[k]->layout);
    }
    t.kind = ValueType::Record, t.name = "the file's rows", t.layout = layouts_.record(layouts);
    return t;
  }

 private:
  const ValueType* optional(const ValueType& of) {
    ValueType t{ValueType::Optional, layouts_.sum({of.layout, layouts_.primitive(Element::Unit)}, {1, 0})};
    t.name = optional_name(of);
    t.parts = {&of};
    return &types_.emplace_back(std::move(t));
  }
  const ValueType* made(ValueType::Kind kind, const Layout* l, std::string name,
                        const ValueType* part = nullptr) {
    ValueType& t = types_.emplace_back();
    t.kind = kind, t.layout = l, t.name = std::move(name);
    if (part) t.parts = {part};
    return &t;
  }
  const ValueType* present(const ipc::Field& f) {
    if (const auto e = arrow_element(f))
      return made(ValueType::Scalar, layouts_.primitive(*e), std::string(element_name(*e)));
    const Layout* moment = layouts_.record({layouts_.primitive(Element::I64)});
    switch (f.type_type()) {
    case ipc::Type::Date: return made(ValueType::Date, moment, "Date");
    case ipc::Type::Timestamp: return made(ValueType::Datetime, moment, "Datetime");
    case ipc::Type::Duration: return made(ValueType::Duration, moment, "Duration");
    case ipc::Type::Utf8:
    case ipc::Type::Binary:
    case ipc::Type::LargeUtf8:
    case ipc::Type::LargeBinary:
      return made(ValueType::Text, layouts_.rows(layouts_.primitive(Element::Char), 1), "vector char");
    case ipc::Type::List:
    case ipc::Type::LargeList:
    case ipc::Type::FixedSizeList: return list(f);
    default: return nullptr;
    }
  }
  const ValueType* list(const ipc::Field& f) {
    const ValueType* element =
        f.children() && f.children()->size() == 1 ? of(*f.children()->Get(0), false) : nullptr;
    if (!element) return nullptr;
    return made(ValueType::Vector, layouts_.rows(element->layout, 1), "vector " + element->name, element);
  }
  Layouts& layouts_;
  std::deque<ValueType>& types_;
};

/// Returns for each column whether values are missing in it, and counts the rows.
std::vector<bool> missing_in(ByteSource& source, const ArrowMessages& messages, int64_t& rows) {
  std::vector<bool> missing(messages.schema->fields()->size());
  for (const ArrowMessage& m : messages.batches) {
    const ipc::RecordBatch* batch_rows = m.head->header_as_RecordBatch();
    if (!batch_rows) continue;
    ArrowBatch batch(source, m, *batch_rows);
    for (size_t k = 0; k < missing.size(); ++k)
      if (batch.missing(*messages.schema->fields()->Get(static_cast<flatbuffers::uoffset_t>(k))) > 0)
        missing[k] = true;
    if (batch.rows() < 0 || __builtin_add_overflow(rows, batch.rows(), &rows))
      batch.fail_here("a batch's length is wrong");
  }
  return missing;
}

} // namespace

std::string arrow_type_text(const ipc::Field& field, bool in_dictionary) {
  if (field.dictionary() && !in_dictionary) return "dictionary<" + arrow_type_text(field, true) + ">";
  switch (field.type_type()) {
  case ipc::Type::Int: return int_text(field.type_as_Int());
  case ipc::Type::FloatingPoint: return float_text(field.type_as_FloatingPoint());
  case ipc::Type::Timestamp: return timestamp_text(field.type_as_Timestamp());
  case ipc::Type::Date: {
    const ipc::Date* type = field.type_as_Date();
    return type && type->unit() == ipc::DateUnit::DAY ? "date32[day]" : "date64[ms]";
  }
  case ipc::Type::List: return "list<" + children_text(field, false) + ">";
  case ipc::Type::LargeList: return "large_list<" + children_text(field, false) + ">";
  case ipc::Type::FixedSizeList: return "fixed_size_list<" + children_text(field, false) + ">";
  case ipc::Type::Struct_: return "struct<" + children_text(field, true) + ">";
  default: break;
  }
  constexpr std::string_view names[] = {"nothing",
                                        "null",
                                        "int",
                                        "float",
                                        "binary",
                                        "string",
                                        "bool",
                                        "decimal",
                                        "date",
                                        "time",
                                        "timestamp",
                                        "interval",
                                        "list",
                                        "struct",
                                        "union",
                                        "fixed_size_binary",
                                        "fixed_size_list",
                                        "map",
                                        "duration",
                                        "large_binary",
                                        "large_string",
                                        "large_list",
                                        "run_end_encoded",
                                        "binary_view",
                                        "string_view",
                                        "list_view",
                                        "large_list_view"};
  const auto k = static_cast<size_t>(field.type_type());
  return std::string(k < std::size(names) ? names[k] : "an unknown type");
}

std::optional<Element> arrow_element(const ipc::Field& f) {
  if (f.type_type() == ipc::Type::Bool) return Element::Bool;
  if (const auto* t = f.type_as_FloatingPoint())
    return t->precision() == ipc::Precision::HALF     ? Element::F16
           : t->precision() == ipc::Precision::SINGLE ? Element::F32
                                                      : Element::F64;
  const auto* t = f.type_as_Int();
  if (!t) return {};
  switch (t->bit_width()) {
  case 8: return t->is_signed() ? Element::I8 : Element::U8;
  case 16: return t->is_signed() ? Element::I16 : Element::U16;
  case 32: return t->is_signed() ? Element::I32 : Element::U32;
  case 64: return t->is_signed() ? Element::I64 : Element::U64;
  default: return {};
  }
}

ArrowSummary arrow_summary(ByteSource& source) {
  const ArrowMessages messages = arrow_messages(source);
  ArrowSummary all;
  Layouts layouts;
  std::deque<ValueType> types;
  const std::vector<bool> missing = missing_in(source, messages, all.rows);
  for (const ipc::Field* f : *messages.schema->fields()) {
    const ValueType* t = RowTypes(layouts, types).of(*f, missing[all.columns.size()]);
    all.columns.push_back({arrow_name(*f), arrow_type_text(*f), t ? t->name : ""});
  }
  return all;
}

const ValueType& arrow_rows(ByteSource& source, Layouts& layouts, std::deque<ValueType>& types) {
  const ArrowMessages messages = arrow_messages(source);
  int64_t rows = 0;
  const std::vector<bool> missing = missing_in(source, messages, rows);
  RowTypes make(layouts, types);
  std::vector<std::string> titles;
  std::vector<const ValueType*> parts;
  for (const ipc::Field* f : *messages.schema->fields())
    parts.push_back(make.of(*f, missing[titles.size()])), titles.push_back(arrow_name(*f));
  return make.row(titles, parts);
}

} // namespace nova

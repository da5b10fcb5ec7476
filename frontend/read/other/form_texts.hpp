// Forms of Nova in help texts, which are changed once more is known of their names: operators on vectors become maps.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// Whether the word begins a form of Nova, such as `define`, that no other language writes behind a name.
bool is_form_head(std::string_view word);
/// Whether the text begins with such a form: (define x 3).
bool begins_form(std::string_view text);

/// What is known of the value that an operand's text stands for: a number, a text, a vector (Fractions: of doubles; Matrix:
/// of vectors; Pairs: of tuples; Records: of values with fields).
enum class Shape : uint8_t { Unknown, Whole, Fraction, Text, Vector, Fractions, Matrix, Pairs, Records };

inline bool is_vector(Shape s) { return s >= Shape::Vector; }

/// Returns what is known of a name.
using ShapeOf = std::function<Shape(std::string_view name)>;

/// Returns what is known of the value of a form of Nova.
Shape shape_of(std::string_view form, const ShapeOf& names);

/// Returns the text with its forms changed, the inner ones first. `change` gets the head of a form and the texts of its
/// operands; it returns nothing for a form that stays.
using ChangeForm =
    std::function<std::optional<std::string>(std::string_view head, std::span<const std::string> operands)>;
std::string change_forms(std::string_view text, const ChangeForm& change);

/// Returns the text with the length of a vector where it stands as a condition, as lists of Python do: (= (length xs) 0)
/// for (not xs).
std::string with_emptiness(std::string_view text, const ShapeOf& names);

/// Returns the text with the value of a key where pairs are asked for it, as d["a"] means: (snd (first (filter ..))).
std::string with_values_of_keys(std::string_view text);

/// Returns the text with the columns of tables in place of values of keys, and the other way round, as the names' values
/// ask for: df["a"] of records is (map (lambda (r) r.a) df).
std::string with_columns(std::string_view text, const ShapeOf& names);

/// Returns the text with parts in place of elements where a function takes the tuples of a vector: (lambda (p) p.1).
std::string with_parts_of_tuples(std::string_view text, const ShapeOf& names);

/// Returns the text with a choice in place of a map of one, (if (> x 0) 1 2), where the map's vector is a number.
std::string with_scalar_choices(std::string_view text, const ShapeOf& names);

/// Returns the help without the form for a local variable, where the name that it gives a value is the program's.
std::string for_program(const std::string& help, const std::function<bool(std::string_view)>& is_of_program);

/// Returns the text with each operator on a vector as a map: (map (* 2) xs) for (* xs 2).
std::string with_maps(std::string_view text, const ShapeOf& names);

} // namespace nova

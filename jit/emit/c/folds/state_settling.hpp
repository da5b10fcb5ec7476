// Columns in the task's arena that live on: what a state no longer needs is given back (`settle`).
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Its type as part of a state: "nv_f32*".
std::string state_type(const BodyPrinter& p, Var v);
/// What lies in the arena from `mark` on, but for the state's columns, is given back if that is worth it.
void settle(BodyPrinter& p, const Body& sizes, const Names& state, const std::string& mark);
/// The results of a statement, made in the arena from `mark` on: at the host's level they get buffers of
/// their own.
void publish(BodyPrinter& p, const Body& sizes, const Vars& outs, const std::string& mark);
/// Results' columns get memory of their own.
void move_columns(BodyPrinter& p, const Body& sizes, const Vars& outs, bool drops = false);

} // namespace nova::plan

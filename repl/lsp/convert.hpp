// Conversion of places and definitions to JSON. Only json.cpp and query_json.cpp include this header.
#pragma once
#include "repl/lsp/facts.hpp"
#include "repl/protocol/json.hpp"

namespace nova::lsp {

protocol::Json json(Place p);
protocol::Json json(const Range& r);
protocol::Json json(const Location& l);
protocol::Json json(const Outline& o);
protocol::Json json(const Message& m);

template <class T> protocol::Json array(const std::vector<T>& all) {
  protocol::Json out = protocol::Json::array();
  for (const T& x : all) out.push_back(json(x));
  return out;
}

} // namespace nova::lsp

#include "repl/show/page.hpp"
#include "repl/show/rules.hpp"
#include "runtime/io/svg.hpp"

namespace nova {

std::string in_json(std::string_view text) {
  std::string out = "\"";
  for (char c : text)
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (c == '<')
      out += "\\u003c";
    else if (static_cast<unsigned char>(c) >= ' ')
      out += c;
  return out + "\"";
}

std::string page_begin(const std::string& title, std::string_view style) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
         escaped_markup(title) + "</title>\n<style>\n" + std::string(page_text(style)) +
         "</style>\n</head>\n<body>\n";
}

std::string page_end(std::string_view script) {
  return "<script>\n" + std::string(page_text(script)) + "</script>\n</body>\n</html>\n";
}

} // namespace nova

// A request for code actions: each change that a help shows is tried on a copy of the document, and offered only if the
// changed text has fewer errors, or as many and fewer warnings.
#pragma once
#include "repl/lsp/query_json.hpp"
#include "repl/lsp/worker.hpp"
#include <memory>

namespace nova::lsp {

class CodeActions {
 public:
  /// `mends` is what mends_json has printed about the document `uri` with this text. Starts a worker for each change.
  CodeActions(Session& session, std::string uri, const std::string& text, std::string id, std::string mends);
  const std::string& id() const { return id_; } ///< of the request
  const std::string& uri() const { return uri_; }
  std::vector<int> fds() const;
  /// Takes what the workers have found. Returns false while some of them still check.
  bool is_done();
  /// Returns the changes that mend something, as JSON. Requires is_done.
  std::string result() const;

 private:
  struct Trial {
    std::unique_ptr<Worker> worker;      ///< null when it has ended
    std::optional<MessageCounts> counts; ///< of the changed text
  };
  std::string uri_, id_, mends_;
  MessageCounts counts_; ///< of the document
  std::vector<Trial> trials_;
};

} // namespace nova::lsp

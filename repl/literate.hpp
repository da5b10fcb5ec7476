// Documents whose code runs: what it gives stands below it, and is written there anew.
//
//   ```nova       A program. Below a form `; => ` stands its value, `; | ` what was printed, `; ! ` what a
//   diagnostic
//                 says of it (the program goes on without that form). `; nova run --input n=5` as the first
//                 line gives the command line. Marks are filled in where they stand, not added.
//   $ nova ..     In any other block, fenced or indented: what the command prints stands below it, and `[exit
//   N]`.
//                 Words may be quoted; `echo x | nova ..` and `printf '%s\n' x y | nova ..` give it an input.
//                 Other commands are left alone: a document runs no program but Nova.
#pragma once
#include <string>
#include <vector>

namespace nova {

struct LiterateText {
  std::string text;                  ///< as it comes out now
  std::vector<std::string> problems; ///< what could not be run, with the line
};

/// Commands run in the document's folder, programs in a folder of their own.
LiterateText run_document(const std::string& text, const std::string& folder);

} // namespace nova

// The jobs of this folder by hand, twice: with the algorithm of Nova's plain program (same/), and written to win
// with whatever algorithm does. A peer takes its inputs in the layout that serves it best
// before the clock starts, keeps its memory from run to run, and gives the numbers of Nova's value in their
// order. Strict IEEE, as Nova.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rich {

/// The columns that a case's forms gave, in their order.
struct Inputs {
  std::vector<std::vector<int64_t>> whole;
  std::vector<std::vector<double>> real; ///< of floats too
};

/// What a peer made; the parts that it does not use are empty.
struct Output {
  std::vector<int64_t> longs;
  std::vector<int32_t> whole;
  std::vector<double> doubles;
  std::vector<float> floats;
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual void run(int threads, Output& out) = 0;
};

using Make = std::unique_ptr<Peer>(const Inputs&);
Make bfs, groups, hull, kdtree, lambda, lines, queens, raytrace, sieve, spmv, tree;
namespace same {
Make bfs, groups, hull, kdtree, lambda, lines, queens, raytrace, sieve, spmv, tree;
}

} // namespace rich

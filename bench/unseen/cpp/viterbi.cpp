// Viterbi's most probable path of a hidden Markov model, whose probabilities are logarithms.
#include "common.hpp"

std::vector<int64_t> viterbi(const Array<double>& start, const Array<double>& move, const Array<double>& emit,
                             const Array<int64_t>& seen) {
  const long states = start.data.size(), symbols = emit.shape[1], steps = seen.data.size();
  std::vector<double> score(states), next(states);
  std::vector<int64_t> from(steps * states), path(steps);
  for (long j = 0; j < states; ++j) score[j] = start[j] + emit[j * symbols + seen[0]];
  for (long t = 1; t < steps; ++t) {
#pragma omp parallel for
    for (long j = 0; j < states; ++j) {
      double best = -INFINITY;
      long at = 0;
      for (long i = 0; i < states; ++i) {
        const double value = score[i] + move[i * states + j];
        if (value > best) best = value, at = i;
      }
      next[j] = best + emit[j * symbols + seen[t]];
      from[t * states + j] = at;
    }
    std::swap(score, next);
  }
  path[steps - 1] = std::max_element(score.begin(), score.end()) - score.begin();
  for (long t = steps - 1; t > 0; --t) path[t - 1] = from[t * states + path[t]];
  return path;
}

int main() {
  auto start = load<double>("viterbi_pi"), move = load<double>("viterbi_a"), emit = load<double>("viterbi_b");
  auto seen = load<int64_t>("viterbi_obs");
  save("viterbi", best_of_five([&] { return viterbi(start, move, emit, seen); }));
}

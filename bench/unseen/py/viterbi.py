"""Viterbi's most probable path of a hidden Markov model, whose probabilities are logarithms."""
import numpy as np
from common import best_of_five, load, save


def viterbi(start, move, emit, seen):
    """The state at each step."""
    score = start + emit[:, seen[0]]
    back = np.empty((len(seen), len(start)), np.int64)
    for t in range(1, len(seen)):
        values = score[:, None] + move
        back[t] = values.argmax(axis=0)
        score = values.max(axis=0) + emit[:, seen[t]]
    path = np.empty(len(seen), np.int64)
    path[-1] = score.argmax()
    for t in range(len(seen) - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path


inputs = load("viterbi_pi"), load("viterbi_a"), load("viterbi_b"), load("viterbi_obs")
save("viterbi", best_of_five(lambda: viterbi(*inputs)))

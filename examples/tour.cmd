# The tour of the language.
$ nova run tour.nv
Numbers and functions
49
2.25
Vectors
[0 1 4 9 16 25 36 49 64 81]
285
[0 1 3 6 10 15 21 28 36 45]
[0 3 6 9]
32.0
Ragged rows
[1 5 0 15]
[[1 2] [1 2 6 24] [1 2 6 24 120 720]]
Pythagorean triples
[(3, 4, 5) (5, 12, 13) (6, 8, 10) (7, 24, 25) (8, 15, 17) (9, 12, 15) (10, 24, 26) (12, 16, 20) (15, 20, 25) (20, 21, 29)]
Words by length
[(3, 2) (4, 2) (6, 1)]
Trees
[1 2 3 5 8 9]
Functions in a vector
[100 101 102 103 104]
A macro
9
4.5

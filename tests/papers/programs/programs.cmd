# Whole programs of the papers, run as files.
$ nova run list-length.nv --input 'input=(Cons 5 (Cons 6 (Cons 7 Nil)))'
3
$ nova run list-length.nv --input 'input=(Cons (5, (Nil nil)))'
1
$ nova run list-length.nv
list-length.nv:2:3: error[E0705]: the input input is declared but not given
 2 | ((input : (List int)))
   |   ^^^^^
[exit 1]
$ nova run tree-reduction.nv --input 'input=(Node 1 (Leaf 2) (Node 3 (Leaf 4) (Leaf 5)))'
15
$ nova run sections.nv -i 'xs=[1.0 2.0 4.0 8.0]' -i scale=0.5 -i n=3
(Sum 3.5f)
$ nova run sections.nv -i 'xs=[1.0 2.0 4.0 8.0]' -i scale=0.5 -i n=0
(Empty)
$ nova run sections-foreign-first.nv -i 'm=[[1.0 2.0] [3.0 4.0]]' -i flag=true -i 'p=(1, 0)'
(Pair 3.0 1.0)
$ nova run closures.nv
610
$ nova run dispatch.nv
610
$ nova run foreign.nv
foreign.nv:3:1: error[E0422]: the foreign function f is not linked
 3 | (f 3)
   | ^^^^^
[exit 1]
$ nova run harlan-adt.nv
(joined (joined (piece "par") (piece "allel") 8) (piece "!") 9)
parallel!
7
$ nova run harlan-interpreter.nv
[(value 5) (value 3) (undefined) (value 1000)]
$ nova run harlan-kernels.nv
[[1] [2 4] [3 6 9] [4 8 12 16]]
[1 6 18 40]
[[1 4] [2 5] [3 6]]
[[2 1] [4 3]]
[0 5 11]
[0 3 3 4 4]
true
[true false]
[[0 0] [0 0]]
[10 81]
[0 2 4 6]
[exit 3]
$ nova run harlan-loops.nv
[52 9232]
--
[ 1 1 2 6 ]
2 1
$ nova run harlan-macros.nv
9.0f
true
20
[[0 1 2] [10 11 12]]
true
true
$ nova run harlan-libraries.nv
[26 58 62]
[-47 -46 -7]
[1 2 3]
-1
97
[[1 0] [3]]
$ nova run harlan-fails.nv
harlan-fails.nv:5:33: error[E0402]: index 6 is out of range for a vector of length 5
 5 |       (println (kernel ((i xs)) (vector-ref xs (* i 2))))
   |                                 ^^^^^^^^^^^^^^^^^^^^^^^
harlan-fails.nv:5:16: note: in a lambda, called here for element 3: 3
 5 |       (println (kernel ((i xs)) (vector-ref xs (* i 2))))
   |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
harlan-fails.nv:3:12: note: in main, called here
 3 |   (define (main)
   |            ^^^^
[exit 1]
$ nova run harlan-io.nv
harlan-io.nv:5:29: error[E0208]: `show-it` does IO, which is not allowed inside `map`
 5 |     (kernel ((i (iota 3))) (show-it i))
   |                             ^^^^^^^
prelude/forms.nv:58:38: note: in the expansion of macro `kernel`
 58 |   ((_ ((x xs) (y ys) ...) body ...) (map (lambda (x y ...) body ...) xs ys ...)))
    |                                      ^^^
harlan-io.nv:3:23: note: `show-it` does IO here
 3 |   (define (show-it x) (println x))
   |                       ^^^^^^^^^^^
harlan-io.nv:5:5: note: `map` may run its function on many elements at once, in any order
 5 |     (kernel ((i (iota 3))) (show-it i))
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: IO is done in order by a loop, (for (i 0 n) ...) or (let loop ((x e)) ...), and by foldl
[exit 1]

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

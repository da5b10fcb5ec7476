# A module without a main runs nothing; one whose expressions run needs none.
$ d=$(mktemp -d) && cd $d && echo '(module (define x 3))' > a.nv && nova run a.nv; nova check a.nv; echo '(module (define x 3) (println x))' > b.nv && nova run b.nv; echo '(module m (define x 3))' > c.nv && nova run c.nv; echo '(import "a.nv") x' > d.nv && nova run d.nv; rm -r $d
a.nv:1:2: warning[W0301]: this module has no `main`, so nothing is run
 1 | (module (define x 3))
   |  ^^^^^^
help: a program's module has (define (main) ...)
a.nv:1:2: warning[W0301]: this module has no `main`, so nothing is run
 1 | (module (define x 3))
   |  ^^^^^^
help: a program's module has (define (main) ...)
3
3
$ nova explain W0301
W0301: this module has no `main`, so nothing is run

A file that is one unnamed module is a Harlan program: its function `main` is run. Definitions alone do nothing. A module for others to import has a name, or is a file without `module`.

Example:

(module (define x 3))
# One error for one reason: a type that no file holds, an input's file at the wrong type.
$ nova -e '(read-npy "x.npy" : vector (Maybe int))'
-e:1:1: error[E0501]: x.npy cannot be opened: No such file or directory
 1 | (read-npy "x.npy" : vector (Maybe int))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ d=$(mktemp -d) && cd $d && printf '1\n2\n' > x.csv && echo '((m : int)) m' > d.nv && nova run d.nv --input m=x.csv; rm -r $d
--input m:1:1: error[E0203]: this expression should be `int`, but is `vector 'a`
 1 | x.csv
   | ^^^^^
d.nv:1:7: note: the type `int` is written here
 1 | ((m : int)) m
   |       ^^^
$ d=$(mktemp -d) && cd $d && echo '((m : vector#2 double)) (map (+ 1.0) m)' > m.nv && nova run m.nv --input 'm=[[1.0 2.0] [3.0 4.0]]' && nova run m.nv -i 'm=[[1] [2 3]]'; rm -r $d
[[2.0 3.0] [4.0 5.0]]
--input m:1:1: error[E0404]: matrix needs rows of one length: row 0 has length 1, row 1 has length 2
 1 | [[1] [2 3]]
   | ^^^^^^^^^^^

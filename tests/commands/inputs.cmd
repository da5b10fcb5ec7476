# A NOVA program declares its inputs in its first form; they are given on the command line, as files or literals.
$ d=$(mktemp -d) && cd $d && printf '((xs : vector float) (n : int))\n(map (lambda (x) (* x (to_float n))) xs)\n' > f.nv && nova run f.nv --input 'xs=[1.5 2]' --input n=3; nova run f.nv -i 'xs=[1.5 2]' -i n=3; nova run f.nv --input n=3; nova run f.nv -i n=1 -i 'xs=[true]'; nova run f.nv -i n=1 -i 'xs=[1.0]' -i y=2; nova run f.nv -i n -i 'xs=[]'; nova run f.nv -i 'n=1 2' -i 'xs=[]'; nova run f.nv -i 'n=(+ 1' -i 'xs=[]'; nova run f.nv -i n=5 -i xs=nofile.npy; rm -r $d
[4.5f 6.0f]
[4.5f 6.0f]
f.nv:1:3: error[E0705]: the input xs is declared but not given
 1 | ((xs : vector float) (n : int))
   |   ^^
--input xs:1:1: error[E0203]: this expression should be `vector float`, but is `vector bool`
 1 | [true]
   | ^^^^^^
f.nv:1:8: note: the type `vector float` is written here
 1 | ((xs : vector float) (n : int))
   |        ^^^^^^^^^^^^
error[E0704]: the program declares no input y
nova: --input takes name=file or name=literal, not n
--input n:1:1: error[E0706]: --input n takes one expression
 1 | 1 2
   | ^
--input n:1:1: error[E0101]: this `(` is never closed
 1 | (+ 1
   | ^
--input xs:1:1: error[E0501]: nofile.npy cannot be opened: No such file or directory
 1 | nofile.npy
   | ^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && printf '(write-npy "xs.npy" [1.5f 2.5f])(write-text "xs.csv" "4\\n5\\n")(write-npz "xs.npz" [("n", [9.0f]) ("xs", [6f 7f])])' > w.nv && nova run w.nv --allow-write . && printf '((xs : vector float))\n(reduce + 0 xs)\n' > f.nv && nova run f.nv -i xs=xs.npy && nova run f.nv -i xs=xs.csv && nova run f.nv -i xs=xs.npz && printf '((xs : int))\nxs' > g.nv && nova run g.nv -i xs=xs.npy; nova run g.nv -i xs=xs.csv; rm -r $d
4.0f
9.0f
13.0f
--input xs:1:1: error[E0507]: xs.npy holds vector float of 2, but int was asked for
 1 | xs.npy
   | ^^^^^^
--input xs:1:1: error[E0203]: this expression should be `int`, but is `vector 'a`
 1 | xs.csv
   | ^^^^^^
g.nv:1:8: note: the type `int` is written here
 1 | ((xs : int))
   |        ^^^
$ d=$(mktemp -d) && cd $d && printf '((x : vector char))\nx' > f.nv && nova run f.nv -i 'x="bob"'; nova run f.nv -i x=bob; nova run f.nv -i 'x="a"' -i 'x="b"'; rm -r $d
"bob"
--input x:1:1: error[E0301]: unknown name `bob`
 1 | bob
   | ^^^
help: a value is a file (.npy .npz .mtx .csv .json .jsonl .ndjson .arrow .arrows .feather .h5 .hdf5 .nc .txt .png .pgm .ppm) or an expression; a text is quoted twice: '"text"'
error[E0709]: the input x is given twice

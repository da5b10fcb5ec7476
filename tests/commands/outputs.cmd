# Results of a program in files: definitions by their names, `it` is the value of the last form, which is not printed then.
$ d=$(mktemp -d) && cd $d && printf '(define xs (map (* 2.0) [1.0 2.0 3.0]))\n(define total (sum xs))\n(define words ["a" "b"])\n(println "ran")\n(map to_int xs)\n' > f.nv && nova run f.nv --output xs=xs.npy -o total=total.npy --output it=last.csv; printf '((xs : vector double) (total : double) (last : vector int))\n(xs, total, last)\n' > g.nv; nova run g.nv -i xs=xs.npy -i total=total.npy -i last=last.csv; nova run f.nv -o xs=xs.npz -o words=w.npy -o total=t.npz | tail -1; nova run g.nv -i xs=xs.npz -i total=t.npz -i 'last=[]'; nova -e '"a text"' -o it=it.txt; cat it.txt; echo; echo '(define a (+ 1 2)) (+ a 1)' | nova -o a=a.npy -o it=b.npy; nova -e '((read-npy "a.npy" : int), (read-npy "b.npy" : int))'; rm -r $d
ran
([2.0 4.0 6.0], 12.0, [2 4 6])
[2 4 6]
([2.0 4.0 6.0], 12.0, [])
a text
(3, 4)
# What cannot be written is told before the program runs.
$ d=$(mktemp -d) && cd $d && printf '(println "ran")\n(define f (lambda ((x : int)) x))\n(define n 5)\nf\n' > f.nv; nova run f.nv -o m=m.npy; nova run f.nv -o f=f.npy; nova run f.nv -o it=f.npy; nova run f.nv -o n=n.foo; nova run f.nv -o n=n.txt; nova run f.nv -o n; nova check f.nv -o n=n.npy; nova run f.nv -o n=no/where.npy; nova run f.nv -o 'n) (println "injected"=x.npy'; ls; rm -r $d
--output m:1:20: error[E0301]: unknown name `m`
 1 | (write-npy "m.npy" m)
   |                    ^
--output f:1:20: error[E0205]: `write-npy` needs what a file can hold (numbers, bools, chars, and vectors, tuples and records of them), but this is `int -> int`
 1 | (write-npy "f.npy" f)
   |                    ^
help: it is a function that still waits for an argument
error[E0715]: `it` is not kept: it holds a function
error[E0717]: n.foo is not written by --output, which writes .npy .npz .mtx .csv .json .jsonl .ndjson .arrow .arrows .feather .txt .png .pgm .ppm
--output n:1:21: error[E0203]: argument 2 of `write-text` should be `vector char`, but is `int`
 1 | (write-text "n.txt" n)
   |                     ^
note: write-text : vector char -> vector char -> unit
help: the text of a value is (show n)
nova: --output takes name=file, not n
nova: --output stands with a program that runs: nova run FILE, or -e
ran
<fun : int -> int>
--output n:1:1: error[E0501]: no/where.npy cannot be opened: No such file or directory
 1 | (write-npy "no/where.npy" n)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
error[E0301]: unknown name `n) (println "injected"`
f.nv
# A program that fails writes nothing.
$ d=$(mktemp -d) && cd $d && printf '(define n 5)\n(/ 1 0)\n' > f.nv; nova run f.nv -o n=n.npy; ls; rm -r $d
f.nv:2:1: error[E0421]: division by zero: (/ 1 0)
 2 | (/ 1 0)
   | ^^^^^^^
f.nv

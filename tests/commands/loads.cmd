# A program that declares inputs takes at the prompt what is defined under their names, at the declared types.
$ printf '%s\n' '((xs : vector float)' ' (n : int))' '(define total (* (to_float n) (sum xs)))' 'total' > in.nv; printf '%s\n' ':load in.nv' '(define xs [1 2])' '(define n 2)' ':load in.nv' '(define xs [1.0f 2.0f])' ':load in.nv' ':reload' | nova; rm in.nv
error[E0705]: the input xs is declared but not given
help: define xs before: it is taken at the declared type; or nova run in.nv --input xs=..
in.nv:1:29: error[E0203]: this expression should be `vector float`, but is `vector int`
 1 | (define (xs : vector float) xs) (define (n : int) n) 
   |                             ^^
in.nv:1:15: note: the type `vector float` is written here
 1 | (define (xs : vector float) xs) (define (n : int) n) 
   |               ^^^^^^^^^^^^
1 of 4 forms ran; not defined: `xs` and `total` (`xs` as before)
6.0f : float
6.0f : float
# A benchmark of what was read before runs again and again; of what reads or prints, once.
$ printf '%s\n' '(write-npy "x.npy" [1.0 2.0])' '(define v (read-npy "x.npy" : vector double))' ':bench (sum v)' '(define show-it (compose println (+ 1)))' ':bench (show-it 1)' '(define (g) (read-npy "x.npy" : vector double))' ':bench (sum (g))' | nova --allow-write . | sed 's/[0-9.]* ms/T/g; s/; [0-9]* runs/; N runs/'; rm x.npy
T the least, T the median, T the most, T the first; N runs
2
T, run once: it does IO
T, run once: it does IO

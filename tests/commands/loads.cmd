# A program that declares inputs takes at the prompt what is defined under their names, at the declared types.
$ printf '%s\n' '((xs : vector float)' ' (n : int))' '(define total (* (to_float n) (sum xs)))' 'total' > in.nv; printf '%s\n' ':load in.nv' '(define xs [1 2])' '(define n 2)' ':load in.nv' '(define xs [1.0f 2.0f])' ':load in.nv' ':reload' | nova; rm in.nv
# A benchmark of what was read before runs again and again; of what reads or prints, once.
$ printf '%s\n' '(write-npy "x.npy" [1.0 2.0])' '(define v (read-npy "x.npy" : vector double))' ':bench (sum v)' '(define show-it (compose println (+ 1)))' ':bench (show-it 1)' '(define (g) (read-npy "x.npy" : vector double))' ':bench (sum (g))' | nova --allow-write . | sed 's/[0-9.]* ms/T/g; s/; [0-9]* runs/; N runs/'; rm x.npy

# A text and a vector of small integers that grow in place past the size of a block of memory.
$ printf '(let (v [1i16]) (s "a") in (begin (for (k 0 70000) (set! v (++ v [2i16])) (set! s (++ s "bc"))) ((length v), (sum (map to_int v)), (length s))))\n' > f.nv; nova run --tier interp f.nv
(70001, 140001, 140001)

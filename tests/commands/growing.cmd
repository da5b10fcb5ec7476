# A text and a vector of small integers that grow in place past the size of a block of memory.
$ nova --tier interp -e '(let (v [1i16]) (s "a") in (begin (for (k 0 70000) (set! v (++ v [2i16])) (set! s (++ s "bc"))) ((length v), (sum (map to_int v)), (length s))))'
(70001, 140001, 140001)

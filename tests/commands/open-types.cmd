# Types that stay open: :type tells them, and values of them are shown with them. A program needs a concrete type.
$ printf '%s\n' ':type (lambda (x) x)' ':type (map fst)' ':type None' ':type []' ':type (lambda (x y) (= x y))' ':type (read-npy "f.npy")' ':type (error! "no")' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :type (lambda (x) x)
(lambda (x) x) : 'a -> 'a
nova> :type (map fst)
(map fst) : vector ('a, 'b) -> vector 'a
nova> :type None
None : (Maybe 'a)
nova> :type []
[] : vector 'a
nova> :type (lambda (x y) (= x y))
(lambda (x y) (= x y)) : Eq 'a => 'a -> 'a -> bool
nova> :type (read-npy "f.npy")
[6]:1:1: error[E0202]: the type of this expression is not known: `'a`; nothing says what `'a` is
 1 | (read-npy "f.npy")
   | ^^^^^^^^^^^^^^^^^^
help: write the type: (read-npy "x.npy" : vector float); `nova table x.npy` prints that of a file
nova> :type (error! "no")
(error! "no") : 'a
nova> :q
$ printf '%s\n' '[]' 'it' '(None)' '(Some [])' '([], 5)' '(lambda (x) x)' 'it' '(+ 1 2)' 'it' 'it1' '(read-npy "f.npy")' '(define e [])' '((length e), (++ e "a"), (++ e [1]))' ':plot []' ':why (map (lambda (x) x) [])' '((lambda (f) (f 1)) (lambda (x) x))' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> []
[] : vector 'a
nova> it
error[E0715]: `it` is not kept: its type is open
nova> (None)
(None) : (Maybe 'a)
nova> (Some [])
(Some []) : (Maybe (vector 'a))
nova> ([], 5)
([], 5) : (vector 'a, int)
nova> (lambda (x) x)
<fun : 'a -> 'a> : 'a -> 'a
nova> it
error[E0715]: `it` is not kept: it holds a function
nova> (+ 1 2)
3 : int
nova> it
3 : int
nova> it1
3 : int
nova> (read-npy "f.npy")
[11]:1:1: error[E0202]: the type of this expression is not known: `'a`; nothing says what `'a` is
 1 | (read-npy "f.npy")
   | ^^^^^^^^^^^^^^^^^^
help: write the type: (read-npy "x.npy" : vector float); `nova table x.npy` prints that of a file
nova> (define e [])
e : vector 'a
nova> ((length e), (++ e "a"), (++ e [1]))
(0, "a", [1]) : (int, vector char, vector int)
nova> :plot []
there is no finite number to plot
nova> :why (map (lambda (x) x) [])
[15]:1:1 (map (lambda (x) x) []): interpreted: too small to be worth running elsewhere, whatever its inputs are
[] : vector 'a
nova> ((lambda (f) (f 1)) (lambda (x) x))
1 : int
nova> :q
$ nova -e 'None'; nova -e '[]'; echo '[]' | nova
-e:1:1: error[E0202]: the type of this expression is not known: `(Maybe 'a)`; nothing says what `'a` is
 1 | None
   | ^^^^
help: write its type, for example (... : (Maybe int))
-e:1:1: error[E0202]: the type of this expression is not known: `vector 'a`; nothing says what `'a` is
 1 | []
   | ^^
help: write its type, for example (... : vector int)
<stdin>:1:1: error[E0202]: the type of this expression is not known: `vector 'a`; nothing says what `'a` is
 1 | []
   | ^^
help: write its type, for example (... : vector int)
[exit 1]
# A derivation of an open type has its variables.
$ nova derive --typing -e '(lambda (f) (f 1))'; nova derive --typing -e 'None'; nova derive --typing -e '(map fst)'; nova derive --typing -e '[]' --latex | grep -c 'vector'
PROGRAM  G0 |- (lambda (f) (f 1)) : Num 'a => ('a -> 'b) -> 'b    G0 = {}
  LAMBDA  G0 |- (lambda (f) (f 1)) : ('a -> 'b) -> 'b
    APP  G1 |- (f 1) : 'b    G1 = G0{f : 'a -> 'b}
      ID  G1 |- f : 'a -> 'b
      CONST  G1 |- 1 : 'a
PROGRAM  G0 |- None : (Maybe 'a)    G0 = {}
  CONSTRUCT  G0 |- None : (Maybe 'a)
PROGRAM  G0 |- (lambda (_) (map fst _)) : vector ('a, 'b) -> vector 'a    G0 = {}
  LAMBDA  G0 |- (lambda (_) (map fst _)) : vector ('a, 'b) -> vector 'a
    ARRAY  G1 |- (map fst _) : vector 'a    G1 = G0{_ : vector ('a, 'b)}
      GLOBAL  G1 |- fst : ('a, 'b) -> 'a
      ID  G1 |- _ : vector ('a, 'b)
2
$ printf '%s\n' ':derive --typing (lambda (x) x)' ':derive --typing []' ':derive --typing (define (k x) x)' '(k 1)' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :derive --typing (lambda (x) x)
PROGRAM  G0 |- (lambda (x) x) : 'a -> 'a    G0 = {}
  LAMBDA  G0 |- (lambda (x) x) : 'a -> 'a
    ID  G1 |- x : 'a    G1 = G0{x : 'a}
nova> :derive --typing []
PROGRAM  G0 |- [] : vector 'a    G0 = {}
  VECTOR  G0 |- [] : vector 'a
nova> :derive --typing (define (k x) x)
DEFINE  G0 |- (define k (lambda (x) x)) : k has forall 'a. 'a -> 'a    G0 = {}
  LAMBDA  G0 |- (lambda (x) x) : 'a -> 'a
    ID  G1 |- x : 'a    G1 = G0{x : 'a}
nova> (k 1)
1 : int
nova> :q

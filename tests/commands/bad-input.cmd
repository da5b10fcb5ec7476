# Bytes that are no program: each ends in a located error, never in a crash.
$ d=$(mktemp -d) && cd $d && : > f.nv && nova run f.nv; printf '; nothing\n#| at #| all |# |#\n' > f.nv && nova run f.nv; printf '\357\273\277(+ 1 2)\r\n' > f.nv && nova run f.nv; rm -r $d
3
$ d=$(mktemp -d) && cd $d && printf '(println "caf\351")\n(define \377x 1) ; \300\n' > f.nv && nova run f.nv; rm -r $d
f.nv:1:14: error[E0113]: these bytes are no UTF-8: \xe9
 1 | (println "caf\xe9")
   |              ^^^^
f.nv:2:9: error[E0113]: these bytes are no UTF-8: \xff
 2 | (define \xffx 1) ; \xc0
   |         ^^^^
f.nv:2:17: error[E0113]: these bytes are no UTF-8: \xc0
 2 | (define \xffx 1) ; \xc0
   |                    ^^^^
$ d=$(mktemp -d) && cd $d && printf '(+ 1 \001 2)\n(+ 1\0002)\n' > f.nv && nova run f.nv; rm -r $d
f.nv:1:6: error[E0114]: invisible characters stand in the text: \x01
 1 | (+ 1 \x01 2)
   |      ^^^^
f.nv:2:5: error[E0114]: invisible characters stand in the text: \x00
 2 | (+ 1\x002)
   |     ^^^^
$ d=$(mktemp -d) && cd $d && printf '(define (f x)\r\n\t(+ x\ty))\r\n(println "\303\251\346\227\245" z)\r\n' > f.nv && nova run f.nv; rm -r $d
f.nv:2:7: error[E0301]: unknown name `y`
 2 |     (+ x    y))
   |             ^
f.nv:3:15: error[E0301]: unknown name `z`
 3 | (println "é日" z)
   |                ^
$ d=$(mktemp -d) && cd $d && python3 -c 'print("(+ 1 " + "x" * 1000000 + ")")' > f.nv && nova run f.nv 2>&1 | cut -c 1-200; rm -r $d
f.nv:1:6: error[E0301]: unknown name `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...`
 1 | (+ 1 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
   |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ python3 -c 'print("(" * 2100000)' | nova 2>&1 | cut -c 1-80
<stdin>:1:2000001: error[E0124]: brackets are nested deeper than 2000000
 1 | …((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
   |                                                    ^
$ python3 -c 'print(") " * 300)' | nova 2>&1 | grep -c E0102; python3 -c 'print(") " * 300)' | nova 2>&1 | grep -o 'error.E0125.*'
100
error[E0125]: there are 100 errors; the rest of the file is not read
$ python3 -c 'print("(" * 1000000 + ")" * 1000000)' | nova 2>&1 | cut -c 1-80
<stdin>:1:1000000: error[E0324]: an empty list means nothing
 1 | …((((((((((((((((((((((((((((((((((((((((((((((((((()))))))))))))))))))))
   |                                                    ^^
help: the value of type unit is written nil
$ python3 -c 'print("(+ 1 " * 1000000 + "1" + ")" * 1000000)' | nova 2>&1 | grep -o 'error.*' | cut -c 1-80
error[E0602]: this is nested too deeply
$ python3 -c 'print("(if true " * 300000 + "1" + " 2)" * 300000)' | nova 2>&1 | cut -c 1-80
1
$ python3 -c 'print("(let (x 1) in " * 1000000 + "x" + ")" * 1000000)' | nova 2>&1 | grep -o 'error.*' | cut -c 1-80
error[E0602]: this is nested too deeply
$ python3 -c 'print("(lambda (x) " * 1000000 + "x" + ")" * 1000000)' | nova 2>&1 | grep -o 'error.*' | cut -c 1-80
error[E0602]: this is nested too deeply
$ python3 -c 'print("(define (f (x : " + "(vector " * 1000000 + "int" + ")" * 1000000 + ")) x)")' | nova 2>&1 | cut -c 1-80
<stdin>:1:16393: error[E0602]: this is nested too deeply
 1 | …r (vector (vector (vector (vector (vector (vector (vector (vector (vecto
   |                                                    ^^^^^^^^^^^^^^^^^^^^^^^^
$ python3 -c 'print("(define (f (x : " + "int -> " * 1000000 + "int)) x)")' | nova 2>&1 | cut -c 1-80
<stdin>:1:17: error[E0602]: this is nested too deeply
 1 | (define (f (x : int -> int -> int -> int -> int -> int -> int -> int -> int
   |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ python3 -c 'print("(match 1 (" + "(Some " * 1000000 + "x" + ")" * 1000000 + " 1) (else 2))")' | nova 2>&1 | cut -c 1-80
<stdin>:1:24587: error[E0602]: this is nested too deeply
 1 | …e (Some (Some (Some (Some (Some (Some (Some (Some (Some (Some (Some (Som
   |                                                    ^^^^^^^^^^^^^^^^^^^^^^^^
$ python3 -c 'print("[" * 1000000 + "]" * 1000000)' | nova 2>&1 | cut -c 1-80
<stdin>:1:1001: error[E0602]: this is nested too deeply
 1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
   |                                                    ^^^^^^^^^^^^^^^^^^^^^^^^
$ python3 -c 'print("[x | x <- " * 100000 + "[1]" + "]" * 100000)' | nova 2>&1 | cut -c 1-80
[1]
$ python3 -c 'print("[x | x <- " * 3000 + "[1]" + "]" * 3000)' | nova --tier auto --stats 2>&1 | head -2
[1]
<stdin>:1:1: interpreted: it is too large to be compiled as one
$ python3 -c 'print("#|" * 1000000 + "|#" * 1000000 + "(+ 1 2)")' | nova
3
$ python3 -c 'print("#;" * 1000000 + "1 " * 1000000 + "(+ 1 2)")' | nova
3
$ python3 -c 'print("(length [" + "1 " * 1000000 + "])")' | nova
1000000
$ python3 -c 'print("(+ 1 " + "9" * 100000 + ")")' | nova 2>&1 | cut -c 1-120; python3 -c 'print("(+ 1 0." + "9" * 100000 + ")")' | nova; python3 -c 'print("(+ 1 1e" + "9" * 100000 + ")")' | nova 2>&1 | cut -c 1-120
<stdin>:1:6: error[E0107]: 9999999999999999999999999999999999999999... is out of range for int (-9223372036854775808 to 
 1 | (+ 1 99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999
   |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: a numeral with a point, `1.0` or `1e20`, is a double
2.0
<stdin>:1:6: error[E0108]: 1e99999999999999999999999999999999999999... is too large for double
 1 | (+ 1 1e999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999
   |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: infinity is written `inf`
$ python3 -c 'print("(define p0 (lambda (x) x))"); [print("(define p" + str(i) + " (" + ",".join(["p" + str(i-1)] * 16) + "))") for i in range(1, 40)]' | nova 2>&1 | cut -c 1-80
<stdin>:6:9: error[E0215]: the types in this definition grow too large to be che
 6 | (define p5 (p4,p4,p4,p4,p4,p4,p4,p4,p4,p4,p4,p4,p4,p4,p4,p4))
   |         ^^
$ python3 -c 'import random; random.seed(3); n = 60; print("(define (f t) (match t"); [print("((" + ", ".join(c.get(i, "_") for i in range(n)) + ") 1)") for c in (dict((v, random.choice(["true", "false"])) for v in random.sample(range(n), 3)) for k in range(255))]; print("))")' | nova 2>&1
<stdin>:1:15: error[E0216]: this match is too complicated to be checked for missing cases
 1 | (define (f t) (match t
   |               ^^^^^^^^
[exit 1]
# Vectors nest 1,000 deep; long chains take no longer than in proportion.
$ python3 -c 'print("(length " + "[" * 1000 + "1" + "]" * 1000 + ")"); print("(+ 1 " * 20000 + "1" + ")" * 20000)' | nova 2>&1
20001
$ python3 -c 'print("[" * 50000 + "1" + "]" * 50000)' | nova 2>&1 | grep -o 'error.*'
error[E0602]: this is nested too deeply
# A body of many definitions, and a text in one line, take time in proportion to their length.
$ cd $(mktemp -d); python3 -c 'print("(define (f x)" + "".join(" (define x%d %d)" % (i, i) for i in range(40000)) + " x3) (f 1)")' > body.nv; nova --timeout 20s run body.nv; rm body.nv
3
$ cd $(mktemp -d); python3 -c 'print(" ".join("(define v%d %d)" % (i, i) for i in range(40000)) + " (+ v3 1)")' > line.nv; nova --timeout 20s run line.nv; rm line.nv
4

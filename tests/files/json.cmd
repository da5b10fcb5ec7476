# JSON: records, values that may be missing, vectors, tuples, sums by their constructors' names; each is read back.
$ d=$(mktemp -d) && cd $d && printf '(define-record P (name : vector char) (age "years" : int) (h : double) (note : (Maybe (vector char))))\n(define ps [(P "Al \\"x\\"\\n\xc3\xa9" 3 1.5 (None)) (P "Bo" -7 nan (Some ""))])\n(write-json "p.json" ps)\n(print (read-text "p.json"))\n(println (read-json "p.json" : vector P))\n(write-json "p.jsonl" ps)\n(print (read-text "p.jsonl"))\n(println (read-json "p.jsonl" : vector P).age)\n(println (read-json-lines "p.jsonl" : vector P).age)\n(write-json-lines "p.txt" [1.5 2.0])\n(print (read-text "p.txt"))\n' > p.nv; nova --allow-write . run p.nv; rm -r $d
[{"name":"Al \"x\"\né","years":3,"h":1.5,"note":null},
 {"name":"Bo","years":-7,"h":null,"note":""}]
[(P "Al \"x\"\né" 3 1.5 (None)) (P "Bo" -7 nan (Some ""))]
{"name":"Al \"x\"\né","years":3,"h":1.5,"note":null}
{"name":"Bo","years":-7,"h":null,"note":""}
[3 -7]
[3 -7]
1.5
2.0
$ d=$(mktemp -d) && cd $d && printf '(types (Shape : (+ (Dot : unit) (Circle : double) (Box : (double, double)) (Group : vector Shape))))\n(define ss [Dot (Circle 1.5) (Box (2.0, 3.0)) (Group [Dot (Group [])])])\n(write-json "s.json" ss)\n(print (read-text "s.json"))\n(println (= ss (read-json "s.json" : vector Shape)))\n(write-json "o.json" [(Some (None)) (None) (Some (Some 3))])\n(print (read-text "o.json"))\n(println (read-json "o.json" : vector (Maybe (Maybe int))))\n' > s.nv; nova --allow-write . run s.nv; rm -r $d
["Dot",
 {"Circle":1.5},
 {"Box":[2.0,3.0]},
 {"Group":["Dot",{"Group":[]}]}]
true
[{"Some":null},
 "None",
 {"Some":3}]
[(Some (None)) (None) (Some (Some 3))]
$ d=$(mktemp -d) && cd $d && printf '(write-json "m.json" (reshape (2, 3) (range 6)))\n(print (read-text "m.json"))\n(println (read-json "m.json" : vector#2 int))\n(println (read-json "m.json" : vector vector float))\n(write-json "e.json" (reshape (2, 0) (take 0 [1])))\n(print (read-text "e.json"))\n(println (shape (read-json "e.json" : vector#2 int)))\n(write-json "t.json" (1, true, #\\a, "b", [1.0 2.0], 1.0+2.0i, 3u8, (Date 20000), (Datetime 5)))\n(print (read-text "t.json"))\n(println (read-json "t.json" : (int, bool, char, vector char, vector double, (complex double), uint8, Date, Datetime)))\n' > m.nv; nova --allow-write . run m.nv; rm -r $d
[[0,1,2],[3,4,5]]
[[0 1 2] [3 4 5]]
[[0.0f 1.0f 2.0f] [3.0f 4.0f 5.0f]]
[[],[]]
[2 0]
[1,true,"a","b",[1.0,2.0],[1.0,2.0],3,"2024-10-04","1970-01-01T00:00:00.000005Z"]
(1, true, #\a, "b", [1.0 2.0], 1.0+2.0i, 3, (date 2024 10 4), (datetime 1970 1 1 0 0 5e-6))
# What is no JSON, and what is no value of the type.
$ d=$(mktemp -d) && cd $d && json() { printf "$2" > e.json; nova -e "$3 (read-json \"e.json\" : $1)" 2>&1 | head -1; }; for t in '[1,2' '[1, 2.5]' '[1, 2.0]' '[1, null]' '{"a":1}' '[1,"a\\nb"]' '[[1],2]' '' '[1] 2' '[300]' '[1e999]' '[-1]' '[18446744073709551616]' '[1,]' '\xff'; do json 'vector uint8' "$t"; done; json 'vector#2 int' '[[1,2],[3]]'; json 'vector#2 int' '[1]'; json 'vector vector char' '[null]'; json 'vector (Maybe int)' '[{}]'; json '(int, bool)' '[1]'; json '(int, bool)' '[1,true,3]'; json 'vector char' '"\\ud800"'; json 'vector Date' '["2026-13-01"]'; for t in '[{"x":1}]' '[{"x":1,"y":2,"x":3}]' '[{"y":{"a":[1,{"b":2}]},"x":1}]' '[{"z":{"a":[1,{"b":2}]},"y":1,"x":1}]' '[{"x":1,\n"y":[]}]'; do json 'vector R' "$t" '(define-record R (x : int) (y : double))'; done; for t in '["B"]' '["A"]' '[{"A":1}]' '[{"B":1}]' '[{"B":[1,true],"A":2}]' '[{}]' '[{"B":[1,true]}]' '[{"B":[1]}]' '[{"D":1}]'; do json 'vector T' "$t" '(types (T : (+ (A : unit) (B : (int, bool)) (C : int))))'; done; rm -r $d
-e:1:2: error[E0516]: e.json:1:4: syntax error while parsing array - unexpected end of input; expected ']'
-e:1:2: error[E0516]: e.json:1:5: in [1], 2.5 is no uint8
[1 2]
-e:1:2: error[E0516]: e.json:1:5: in [1], null is no uint8; (Maybe uint8) takes it
-e:1:2: error[E0516]: e.json:1:1: an object is no vector uint8
-e:1:2: error[E0516]: e.json:1:4: in [1], "a\nb" is no uint8
-e:1:2: error[E0516]: e.json:1:2: in [0], an array is no uint8
-e:1:2: error[E0516]: e.json:1:1: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal
-e:1:2: error[E0516]: e.json:1:5: syntax error while parsing value - unexpected number literal; expected end of input
-e:1:2: error[E0516]: e.json:1:2: in [0], 300 is no uint8
-e:1:2: error[E0516]: e.json:1:7: a number is out of range
-e:1:2: error[E0516]: e.json:1:2: in [0], -1 is no uint8
-e:1:2: error[E0516]: e.json:1:2: in [0], 18446744073709551616 is no uint8
-e:1:2: error[E0516]: e.json:1:4: syntax error while parsing value - unexpected ']'; expected '[', '{', or a literal
-e:1:2: error[E0516]: e.json:1:1: syntax error while parsing value - invalid literal; last read: '\xff'
-e:1:2: error[E0516]: e.json:1:10: in [1][1], this array has the length 1, those before it 2: the rows of a vector#2 int are equally long
-e:1:2: error[E0516]: e.json:1:2: in [0], an array is missing: this is a vector#2 int
-e:1:2: error[E0516]: e.json:1:2: in [0], null is no vector char; (Maybe (vector char)) takes it
-e:1:2: error[E0516]: e.json:1:2: in [0], an object is no int
-e:1:2: error[E0516]: e.json:1:3: in [1], an array of 1 is no (int, bool)
-e:1:2: error[E0516]: e.json:1:9: in [2], the array is longer than a (int, bool)
-e:1:2: error[E0516]: e.json:1:8: syntax error while parsing value - invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF; last read: '"\ud800"'
-e:1:2: error[E0516]: e.json:1:2: in [0], "2026-13-01" is no Date
-e:1:42: error[E0516]: e.json:1:8: in [0], the member "y" is missing, which is no double; (Maybe double) takes it
-e:1:42: error[E0516]: e.json:1:17: in [0].x, the member "x" stands twice
-e:1:42: error[E0516]: e.json:1:7: in [0].y, an object is no double
[(R 1 1.0)]
-e:1:42: error[E0516]: e.json:2:5: in [0].y, an array is no double
-e:1:58: error[E0516]: e.json:1:2: in [0], the constructor B has fields: it is an object {"B": ..}
[(A)]
-e:1:58: error[E0516]: e.json:1:3: in [0], the constructor A has no fields: it is the text "A"
-e:1:58: error[E0516]: e.json:1:7: in [0].B, 1 is no array of the fields of B
-e:1:58: error[E0516]: e.json:1:16: in [0].B, the object has a second member: a T has one
-e:1:58: error[E0516]: e.json:1:3: in [0], an object without a member is no T
[(B 1 true)]
-e:1:58: error[E0516]: e.json:1:9: in [0].B[1], an array of 1 is no array of the fields of B
-e:1:58: error[E0516]: e.json:1:3: in [0], "D" is no constructor of T; it has A, B, C
# Numbers are read exactly, or not at all.
$ d=$(mktemp -d) && cd $d && json() { printf -- "$2" > e.json; nova -e "(read-json \"e.json\" : $1)" 2>&1 | head -1; }; for t in 9007199254740993.0 0.99999999999999999999 4503599627370496.4 1.5e1 -100e-2 9223372036854775807.0 9223372036854775808.0 1e-99999999999999999999 0e99999999999999999999 -0; do json int "$t"; done; json 'vector double' '[-0, 0 , -0]'; json float -0; json float 1e40; json half 70000; json half -65504; json bfloat16 1e39; json 'vector (complex double)' '[[null, 1], [1, null], [1, -0]]'; rm -r $d
9007199254740993
-e:1:1: error[E0516]: e.json:1:1: 0.99999999999999999999 is no int
-e:1:1: error[E0516]: e.json:1:1: 4503599627370496.4 is no int
15
-1
9223372036854775807
-e:1:1: error[E0516]: e.json:1:1: 9223372036854775808.0 is no int
-e:1:1: error[E0516]: e.json:1:1: 1e-99999999999999999999 is no int
0
0
[-0.0 0.0 -0.0]
-0.0f
-e:1:1: error[E0516]: e.json:1:1: 1e40 is out of the range of float
-e:1:1: error[E0516]: e.json:1:1: 70000 is out of the range of half
-65500.0h
-e:1:1: error[E0516]: e.json:1:1: 1e39 is out of the range of bfloat16
[nan+nani nan+nani 1.0-0.0i]
# A byte 0 ends no text.
$ d=$(mktemp -d) && cd $d && json() { printf "$2" > $3; nova -e "(read-json \"$3\" : $1)" 2>&1 | head -1; }; json int '1\0 2' e.json; json 'vector int' '[1,\n 2]\0' e.json; json 'vector char' '"a\0b"' e.json; json 'vector int' '1\n2\0\n3\n' e.jsonl; nova table e.jsonl; rm -r $d
-e:1:1: error[E0516]: e.json:1:2: a byte 0 is no part of JSON
-e:1:1: error[E0516]: e.json:2:4: a byte 0 is no part of JSON
-e:1:1: error[E0516]: e.json:1:3: a byte 0 is no part of JSON
-e:1:1: error[E0516]: e.jsonl:2:2: a byte 0 is no part of JSON
error[E0516]: e.jsonl:2:2: a byte 0 is no part of JSON
# Lines are the elements of a vector, not the rows of a matrix.
$ d=$(mktemp -d) && cd $d && printf '[1,2]\n[3,4]\n' > m.jsonl; nova -e '(read-json "m.jsonl" : vector vector int)'; nova -e '(read-json "m.jsonl" : vector#2 int)' 2>&1 | head -1; printf '((xs : vector#2 int))\n(shape xs)\n' > p.nv; nova run p.nv --input xs=m.jsonl 2>&1 | head -1; nova --allow-write . -e '(write-json "n.jsonl" (matrix [[1 2] [3 4]]))' 2>&1 | head -1; ls; rm -r $d
[[1 2] [3 4]]
-e:1:1: error[E0507]: m.jsonl holds JSON lines, which are the elements of a vector, but vector#2 int was asked for
--input xs:1:1: error[E0507]: m.jsonl holds JSON lines, which are the elements of a vector, but vector#2 int was asked for
-e:1:1: error[E0509]: a file of JSON lines cannot hold vector#2 int, whose elements are in rows
m.jsonl
p.nv
# What JSON cannot say.
$ d=$(mktemp -d) && cd $d && for v in '[inf]' '[(Some nan)]' '[#\xff]' '(Date 99999999)'; do nova --allow-write . -e "(write-json \"x.json\" $v)" 2>&1 | head -1; done; nova --allow-write . -e '(write-json "x.jsonl" 3)' 2>&1 | head -1; nova -e '(read-json "x.json" : vector (int -> int))' 2>&1 | head -1; nova -e '(read-json "x.json")' 2>&1 | head -1; ls; rm -r $d
-e:1:1: error[E0509]: a .json file cannot hold the number inf
-e:1:1: error[E0509]: a .json file cannot hold (Some nan), since null is a value that is missing
-e:1:1: error[E0509]: a .json file cannot hold a text that is not in UTF-8
-e:1:1: error[E0509]: a .json file cannot hold (Date 99999999), which is not of the years 1 to 9999
-e:1:1: error[E0509]: a file of JSON lines cannot hold int, which is no vector
-e:1:1: error[E0205]: reading a file needs what JSON can hold (numbers, bools, chars, and vectors, tuples, records and sums of them), but this is `int -> int`
-e:1:1: error[E0202]: the type of this expression is not known: `'a`; nothing says what `'a` is
# A file that gzip has packed, a long file and a short time, little memory.
$ d=$(mktemp -d) && cd $d && printf '[1,2]' | gzip > x.json.gz; nova -e '(read-json "x.json.gz" : vector int)'; printf '1\n2\n' | gzip > x.jsonl.gz; nova -e '(read-json "x.jsonl.gz" : vector int)'; (printf '[0'; yes ,1 | head -c 40M | tr -d '\n'; echo ]) > l.json; nova --timeout 0.1 -e '(length (read-json "l.json" : vector int))' 2>&1 | cut -c1-30; nova --max-memory 100M -e '(length (read-json "l.json" : vector int))' 2>&1 | head -1 | cut -c1-30; rm -r $d
[1 2]
[1 2]
-e:1:9: error[E0604]: the time
 1 | (length (read-json "l.jso
   |         ^^^^^^^^^^^^^^^^^
-e:1:9: error[E0601]: there is
# As an input and an output of a program.
$ d=$(mktemp -d) && cd $d && printf '((xs : vector double))\n(map (* 2.0) xs)\n' > p.nv; echo '[1.5, 2]' > xs.json; nova run p.nv --input xs=xs.json --output it=ys.json; cat ys.json; rm -r $d
[3.0,4.0]
# Deep values, and rows without elements, in little memory and time.
$ d=$(mktemp -d) && cd $d && (yes '[' | head -n 4000000 | tr -d '\n') > d.json; (yes '{"N":[' | head -n 1000000 | tr -d '\n') > o.json; for f in d o; do nova --max-memory 100M -e "(types (L : (+ (E : unit) (N : vector L) (M : int))) (K : (+ (A : unit) (B : vector K)))) (read-json \"$f.json\" : $([ $f = d ] && echo K || echo L))" 2>&1 | head -1 | cut -c1-41; done; nova --allow-write . --timeout 0.2 --max-memory 100M -e '(write-json "w.json" (reshape (1000000000, 0) (take 0 [1])))' 2>&1 | head -1; ls; rm -r $d
-e:1:91: error[E0601]: there is no memory
-e:1:91: error[E0601]: there is no memory
-e:1:1: error[E0604]: the time limit is reached
d.json
o.json
# What a JSON file holds.
$ d=$(mktemp -d) && cd $d && printf '[{"id": 1, "2 x": 1.5, "tags": ["a"], "at": {"lat": 1, "lon": null}},\n {"id": 2, "2 x": null, "tags": [], "at": {"lat": 2.5}, "note": "n"}, {"id": null, "2 x": 3, "tags": [], "at": {"lat": 1}}]' > my-places.json; nova table my-places.json | tee q.nv; echo '(println (map (lambda (p) (p.tags, p.at.lon)) my-places))' >> q.nv; nova run q.nv; printf '1\n2.5\n\n3\n4\n5\n6\n' > n.jsonl; nova table n.jsonl; echo '[1, "a"]' > k.json; nova table k.json; echo '[]' > k.json; nova table k.json; echo '{"a": [[1, null]], "b": 18446744073709551615}' > k.json; nova table k.json; for t in '{}' '[-1, 18446744073709551615]' '[1, 2]' '["a, ", [3] ]'; do echo "$t" > k.json; nova table k.json; done; echo '[1' > k.json; nova table k.json; printf '[%.0s' $(seq 100000) > deep.json; nova table deep.json; rm -r $d
(define-record My-places-at
  (lat : double)
  (lon : (Maybe int)))
(define-record My-places
  (id : (Maybe int))
  (c2-x "2 x" : double)
  (tags : vector vector char)
  (at : My-places-at)
  (note : (Maybe (vector char))))
(define my-places (read-json "my-places.json" : vector My-places))
; 3 elements, the first:
; {"id": 1, "2 x": 1.5, "tags": ["a"], "at": {"lat": 1, "lon": null}}
; {"id": 2, "2 x": null, "tags": [], "at": {"lat": 2.5}, "note": "n"}
; {"id": null, "2 x": 3, "tags": [], "at": {"lat": 1}}
[(["a"], (None)) ([], (None)) ([], (None))]
(define n (read-json "n.jsonl" : vector double))
; 6 elements, the first:
; 1
; 2.5
; 3
; 4
; 5
; no type reads this file: its values at [] are of several kinds, or objects without members
; 2 elements, the first:
; 1
; "a"
(define k (read-json "k.json" : vector int))
; 0 elements
(define-record K
  (a : vector vector (Maybe int))
  (b : uint64))
(define k (read-json "k.json" : K))
; no type reads this file: its values are of several kinds, or objects without members
(define k (read-json "k.json" : vector double))
; 2 elements, the first:
; -1
; 18446744073709551615
(define k (read-json "k.json" : vector int))
; 2 elements, the first:
; 1
; 2
; no type reads this file: its values at [] are of several kinds, or objects without members
; 2 elements, the first:
; "a, "
; [3]
error[E0516]: k.json:1:3: syntax error while parsing array - unexpected end of input; expected ']'
error[E0516]: deep.json:1:100000: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal

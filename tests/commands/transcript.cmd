# Documents whose code runs: marks are filled in, outputs written below their commands; --check tells what differs.
$ cd $(mktemp -d); printf '%s\n' '# A page' '```nova' '(define x 2)' '(* x 3)' '; =>' '(println x)' '; | 3' '(/ x 0)' '; !' '(+ x 1)' '; => 3' '```' '' '```' '$ nova -e "(+ 1 2)"' 'old' '$ ls' 'kept' "$ echo '(/ 1 0)' | nova run -" '```' 'Text.' '' "    \$ printf '%s\n' 'f' q | nova derive --step -e 1" '    gone' '' 'End.' > page.md; nova transcript --check page.md; nova transcript page.md; sed 's/^/  /' page.md; nova transcript --check page.md && echo unchanged
page.md:5: this is no longer so
  written: ; =>
  now:     ; => 6
  # A page
  ```nova
  (define x 2)
  (* x 3)
  ; => 6
  (println x)
  ; | 2
  (/ x 0)
  ; ! error[E0421]: division by zero: (/ 2 0)
  (+ x 1)
  ; => 3
  ```
  
  ```
  $ nova -e "(+ 1 2)"
  3
  $ ls
  kept
  $ echo '(/ 1 0)' | nova run -
  <stdin>:1:1: error[E0421]: division by zero: (/ 1 0)
   1 | (/ 1 0)
     | ^^^^^^^
  [exit 1]
  ```
  Text.
  
      $ printf '%s\n' 'f' q | nova derive --step -e 1
      1/2 -> PROGRAM  <1>
      2/2 -> CONST  <1, s0>    s0 = []
  
  End.
unchanged
# Inputs stand in a program's first line.
$ cd $(mktemp -d); printf '%s\n' '```nova' '; nova run --input n=5' '((n : int))' '(* n n)' '; =>' '```' > page.md; nova transcript page.md; sed 's/^/  /' page.md
  ```nova
  ; nova run --input n=5
  ((n : int))
  (* n n)
  ; => 25
  ```
# What cannot be run is told, and left as it is.
$ cd $(mktemp -d); printf '%s\n' '```nova' '(+ 1' '; => 3' '```' '```nova' '(+ 1 2)' '; ! an error' '```' '```' '$ nova -e "(+ 1 2)" > ../out' '$ rm -rf x | nova run -' '$ nova -e "$HOME"' '```' > page.md; nova transcript page.md; ls; nova transcript --check page.md > /dev/null; echo $?
page.md:3: this fails: block.nv:1:1: error[E0101]: this `(` is never closed
 1 | (+ 1
   | ^
page.md:7: this has no error
page.md:10: only one file may stand behind the command, beside the document: nova -e "(+ 1 2)" > ../out
page.md:11: only echo and printf '%s\n' may stand before a pipe: rm -rf x | nova run -
page.md:12: this needs a shell and is not run: nova -e "$HOME"
page.md
1
$ nova transcript /nowhere/page.md
error[E0501]: /nowhere/page.md cannot be opened: No such file or directory
[exit 1]
$ nova transcript
file is required
Run with --help for more information.
[exit 2]
# A value without a mark gets one; the second time there is nothing to change.
$ cd $(mktemp -d); printf '%s\n' '```nova' '(+ 1 2)' '```' >page.md; nova transcript page.md; cat page.md; nova transcript --check page.md && echo the same
```nova
(+ 1 2)
; => 3
```
the same
# Pictures that a document's code writes and the document shows stand beside it.
$ cd $(mktemp -d); printf '%s\n' '```nova' '; nova run --allow-write .' '(write-svg "p.svg" [1 4 9])' '(write-png "i.png" [[1u8 2u8]])' '(write-svg "not-shown.svg" [1])' '```' 'A plot ![of squares](p.svg), an ![image](i.png), ![none](away.svg).' '```' '$ nova why --svg --tier interp -e "(sum (range 10))" > kernels.svg' '$ nova why --svg -e "(sum 1)" > wrong.svg' '```' '![The kernels](kernels.svg)' '![outside](../up.svg)' > page.md; nova transcript --check page.md; ls; nova transcript page.md; ls; cat page.md | sed 's/^/  /'; nova transcript --check page.md && echo unchanged; sed -i 's/9\]/8]/' page.md; nova transcript --check page.md; nova transcript page.md; nova transcript --check page.md && echo unchanged
i.png: this picture is no longer so
kernels.svg: this picture is no longer so
p.svg: this picture is no longer so
page.md:10: this is no longer so
  written: $ nova why --svg -e "(sum 1)" > wrong.svg
  now:     45
page.md
i.png
kernels.svg
p.svg
page.md
  ```nova
  ; nova run --allow-write .
  (write-svg "p.svg" [1 4 9])
  (write-png "i.png" [[1u8 2u8]])
  (write-svg "not-shown.svg" [1])
  ```
  A plot ![of squares](p.svg), an ![image](i.png), ![none](away.svg).
  ```
  $ nova why --svg --tier interp -e "(sum (range 10))" > kernels.svg
  45
  $ nova why --svg -e "(sum 1)" > wrong.svg
  -e:1:6: error[E0203]: argument 1 of `sum` should be a vector of numbers, but is a number
   1 | (sum 1)
     |      ^
  note: sum : Num 'a => vector#'n 'a -> 'a
  [exit 1]
  ```
  ![The kernels](kernels.svg)
  ![outside](../up.svg)
unchanged
p.svg: this picture is no longer so
unchanged

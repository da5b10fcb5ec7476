# Plots in files: the text of plot, and its pixels, with text in them.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-svg "a.svg" (plot [(lines) (title "t")] [1 3 2])) (write-text "b.svg" (plot [(lines) (title "t")] [1 3 2]))' && cmp a.svg b.svg && head -c 40 a.svg && tail -c 7 a.svg; rm -r $d
<svg xmlns="http://www.w3.org/2000/svg" </svg>
$ d=$(mktemp -d) && cd $d && nova --allow-write . --allow-read . -e '(define (dark p) (sum (map (lambda (x) (if (< x 128u8) 1 0)) (p : vector#3 uint8)))) (write-png "a.png" (plot [(lines) (size 300 200)] [1 3 2])) (write-png "b.png" (plot [(lines) (size 300 200) (title "a title with letters")] [1 3 2])) (define a ((read-image "a.png") : vector#3 uint8)) (define b ((read-image "b.png") : vector#3 uint8)) (println (shape a)) (println (> (dark b) (+ 200 (dark a))))'; rm -r $d
[200 300 3]
true
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-png "a.png" "<svg width=\"0\">") (println 1)'; ls; rm -r $d
-e:1:1: error[E0437]: the picture has no pixels: its text is no SVG picture with a size in pixels
 1 | (write-png "a.png" "<svg width=\"0\">") (println 1)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-png "a.png" "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1e9\" height=\"5\"/>")'; ls; rm -r $d
-e:1:1: error[E0437]: the picture has no pixels: its sides are from 1 to 20000 pixels
 1 | (write-png "a.png" "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1e9\" height=\"5\"/>")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# The prompt writes it, and tells where it can't show it.
$ d=$(mktemp -d) && cd $d && printf ':plot (plot [(points)] [1 2]) > x.svg\n:plot (plot [(points)] [1 2])\n' | PATH=$(dirname $(command -v nova)) nova; grep -c '<circle' x.svg; rm -r $d
written: x.svg
    │
 2.0│                                                                     ⠶
    │
    │
 1.8│
    │
    │
    │
 1.6│
    │
    │
 1.4│
    │
    │
 1.2│
    │
    │
 1.0│ ⢀⡀
    └─⠈⠁──────────────────────────────────────────────────────────────────────
      0.0          0.2           0.4          0.6          0.8           1.0
                                      index
2

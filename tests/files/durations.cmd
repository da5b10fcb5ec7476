# Durations in files: by ISO 8601 in CSV and JSON, as such in Arrow; clocks are read, too. What is none is an error.
$ d=$(mktemp -d) && cd $d && printf '%s\n' '(define-record T (name : vector char) (t : Duration) (m : (Maybe Duration)))' '(define ts [(T "a" (duration 1 2 3 4.5) (Some (duration 0 0 0 -0.25))) (T "b" (Duration 0) (None)) (T "c" (Duration -9223372036854775808) (Some (duration 0 0 90 0.0))) (T "d" (duration 2 0 0 0.0) (Some (Duration 9223372036854775807)))])' '(write-csv "t.csv" ts) (print (read-text "t.csv")) (println (= ts (read-csv "t.csv" : vector T)))' '(write-json "t.json" ts) (print (read-text "t.json")) (println (= ts (read-json "t.json" : vector T)))' '(write-arrow "t.arrow" ts) (println (= ts (read-arrow "t.arrow" : vector T)))' > d.nv; nova run --allow-write . d.nv; nova table t.csv; nova table t.arrow | head -5; rm -r $d
name,t,m
a,P1DT2H3M4.5S,-PT0.25S
b,PT0S,
c,-P106751991DT4H54.775808S,PT1H30M
d,P2D,P106751991DT4H54.775807S
true
[{"name":"a","t":"P1DT2H3M4.5S","m":"-PT0.25S"},
 {"name":"b","t":"PT0S","m":null},
 {"name":"c","t":"-P106751991DT4H54.775808S","m":"PT1H30M"},
 {"name":"d","t":"P2D","m":"P106751991DT4H54.775807S"}]
true
true
(define-record T
  (name : vector char)
  (t : Duration)
  (m : (Maybe Duration)))
(define t (read-csv "t.csv" (header true) : vector T))
(define-record T
  (name : vector char)
  (t : Duration)
  (m : (Maybe Duration)))
(define t (read-arrow "t.arrow" : vector T))
$ d=$(mktemp -d) && cd $d && printf '26:03:04.5\n1 days 02:03:04.5\n2 days\n-00:00:01\n+12:30\n1 day 00:00:00\nPT90M\nP1W\n-P1DT2S\nPT0.0000019S\n' > u.csv; nova -e '(read-csv "u.csv" (header false) : vector Duration)'; printf 't\n12:30\n08:15\n' > v.csv; nova table v.csv; for b in 12 1:2 12:60 P PT P1H PT1D P1Y '1 days 2' '1 days12:00' -- --1:00 12:30: 12:30:61 9999999999999:00:00 PT9223372036854.775808S 1.5:00 PT1.5M 12:30:041 P99999999999999WT5S ''; do printf '%s\n' t,u "$b," > w.csv; nova -e '(read-csv "w.csv" (header true) : vector (Duration, vector char))' 2>&1 | head -1; done; rm -r $d
[(duration 1 2 3 4.5) (duration 1 2 3 4.5) (duration 2 0 0 0.0) (duration 0 0 0 -1.0) (duration 0 12 30 0.0) (duration 1 0 0 0.0) (duration 0 1 30 0.0) (duration 7 0 0 0.0) (duration -1 0 0 -2.0) (duration 0 0 0 1e-6)]
(define-record V
  (t : vector char))
(define v (read-csv "v.csv" (header true) : vector V))
-e:1:1: error[E0511]: w.csv:2:1: `12` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `1:2` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `12:60` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `P` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `PT` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `P1H` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `PT1D` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `P1Y` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `1 days 2` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `1 days12:00` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `--` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `--1:00` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `12:30:` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `12:30:61` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `9999999999999:00:00` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `PT9223372036854.775808S` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `1.5:00` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `PT1.5M` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `12:30:041` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: `P99999999999999WT5S` is no Duration
-e:1:1: error[E0511]: w.csv:2:1: an empty field is no Duration; a column of (Maybe Duration) takes it
$ d=$(mktemp -d) && cd $d && printf '"1h"' > a.json && nova -e '(read-json "a.json" : Duration)'; nova --allow-write . -e '(write-arrow "m.arrow" [(Datetime 5)]) (read-arrow "m.arrow" : vector Duration)'; rm -r $d
-e:1:1: error[E0516]: a.json:1:1: "1h" is no Duration
 1 | (read-json "a.json" : Duration)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:40: error[E0507]: m.arrow holds a column f0 of Arrow's type timestamp[us, tz=UTC], but Duration was asked for
 1 | (write-arrow "m.arrow" [(Datetime 5)]) (read-arrow "m.arrow" : vector Duration)
   |                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# A column whose texts may as well be codes is one of texts.
$ d=$(mktemp -d) && cd $d && printf 'part,wait\nP5W,PT5M\nP10D,P1D\n' > c.csv; nova table c.csv; rm -r $d
(define-record C
  (part : vector char)
  (wait : Duration))
(define c (read-csv "c.csv" (header true) : vector C))

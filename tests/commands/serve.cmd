# Other programs' requests, as lines of JSON: forms, definitions, calls.
$ printf '%s\n' '{"id": 1, "method": "eval", "text": "(+ 1 2) (map (* 2) [1 2])"}' '{"id": 2, "method": "define", "text": "(define (square x) (* x x)) (define n 3)"}' '{"id": "three", "method": "call", "function": "square", "arguments": [{"text": "n"}]}' '{"id": 4, "method": "why", "text": "(sum [1 2])"}' '{"id": 5, "method": "eval", "text": "(begin (println \"said\") [1.5])", "result": "npy"}' | nova serve
{"id":1,"ok":true,"values":[{"text":"3","type":"int","verdict":"interpreted"},{"text":"[2 4]","type":"vector int","verdict":"interpreted"}]}
{"id":2,"ok":true,"defined":[{"name":"square","type":"Num 'a => 'a -> 'a"},{"name":"n","type":"int"}]}
{"id":"three","ok":true,"values":[{"text":"9","type":"int","verdict":"interpreted"}]}
{"id":4,"ok":true,"why":"request:1:1 (sum [1 2]): interpreted: too small to be worth running elsewhere, whatever its inputs are\n"}
{"id":5,"ok":true,"output":"said\n","values":[{"npy":"k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDEsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAD4Pw==","type":"vector double","verdict":"interpreted"}]}
# Errors are data.
$ printf '%s\n' '{"id": 1, "method": "eval", "text": "(+ 1\n (lenght [1]))"}' '{"id": 2, "method": "eval", "text": "(! [1 2] 5)"}' '{"id": 3, "method": "call", "function": "+", "arguments": ["a", true]}' '{"id": 4, "method": "eval", "text": "(define x 1) (define y (+ x \"a\")) 5"}' | nova serve
{"id":1,"ok":false,"errors":[{"code":"E0301","hints":["did you mean `length`?"],"message":"unknown name `lenght`","place":{"begin":{"column":3,"line":2},"end":{"column":9,"line":2},"file":"request"},"text":"request:2:3: error[E0301]: unknown name `lenght`\n 2 |  (lenght [1]))\n   |   ^^^^^^\nhelp: did you mean `length`?\n"}]}
{"id":2,"ok":false,"errors":[{"code":"E0402","message":"index 5 is out of range for a vector of length 2","place":{"begin":{"column":1,"line":1},"end":{"column":12,"line":1},"file":"request"},"text":"request:1:1: error[E0402]: index 5 is out of range for a vector of length 2\n 1 | (! [1 2] 5)\n   | ^^^^^^^^^^^\n"}]}
{"id":3,"ok":false,"errors":[{"code":"E0205","hints":["strings are joined by (++ a b)"],"message":"`+` needs numbers, but this is `vector char`","place":{"begin":{"column":4,"line":1},"end":{"column":7,"line":1},"file":"request"},"text":"request:1:4: error[E0205]: `+` needs numbers, but this is `vector char`\n 1 | (+ \"a\" true)\n   |    ^^^\nhelp: strings are joined by (++ a b)\n"}]}
{"id":4,"ok":false,"defined":[{"name":"x","type":"int"}],"errors":[{"code":"E0203","hints":["the number that a text tells is (parse-int text), or (parse-double text)"],"message":"argument 2 of `+` should be `int`, but is `vector char`","place":{"begin":{"column":29,"line":1},"end":{"column":32,"line":1},"file":"request"},"text":"request:1:29: error[E0203]: argument 2 of `+` should be `int`, but is `vector char`\n 1 | (define x 1) (define y (+ x \"a\")) 5\n   |                             ^^^\nhelp: the number that a text tells is (parse-int text), or (parse-double text)\n"}],"remarks":"1 of 3 forms ran; not defined: `y`\n"}
# Lines that are no requests.
$ echo 'sum [1 2]' | nova serve
{"id":null,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: it is not JSON in UTF-8","text":"error[E0718]: the request is wrong: it is not JSON in UTF-8\n"}]}
$ printf '%s\n' 'sum [1 2]' '{"id": 1, "method": "evla"}' '{"id": 2, "method": "eval"}' '{"id": 3, "method": "eval", "txet": "1"}' '{"id": [], "method": "eval", "text": "1"}' '{"id": 4, "method": "call", "function": "+", "arguments": [[1], 2]}' '{"id": 5, "method": "call", "function": "+", "arguments": [{"npy": "?"}]}' | nova serve | sed 's/"text":.*//'
{"id":null,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: it is not JSON in UTF-8",
{"id":1,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: there is no method evla; there are eval, define, call, why, cancel, hello",
{"id":2,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: eval needs the member text",
{"id":3,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: eval has no member txet; it has id, method, text, result",
{"id":null,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: id is neither a number nor a text",
{"id":4,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: an argument is a number, a bool, a text, or an object such as {\"text\": \"[1 2]\"}",
{"id":5,"ok":false,"errors":[{"code":"E0718","message":"the request is wrong: the npy of $1 is no base64",
# A path needs a permission.
$ echo '{"id": 1, "method": "call", "function": "sum", "arguments": [{"path": "/etc/hostname"}]}' | nova serve
{"id":1,"ok":false,"errors":[{"code":"E0502","message":"/etc/hostname may not be read: it lies outside the folders that this program may read; `--allow-read /etc` allows it","text":"error[E0502]: /etc/hostname may not be read: it lies outside the folders that this program may read; `--allow-read /etc` allows it\n"}]}
# A limit holds for each request.
$ printf '%s\n' '{"id": 1, "method": "eval", "text": "(let loop ((k 0)) (loop (+ k 1)))"}' '{"id": 2, "method": "eval", "text": "(+ 1 2)"}' | nova serve --timeout 100ms --tier interp | cut -c 1-90
{"id":1,"ok":false,"errors":[{"code":"E0604","message":"the time limit is reached","notes"
{"id":2,"ok":true,"values":[{"text":"3","type":"int","verdict":"interpreted"}]}
# A socket whose place is taken by something else.
$ mkdir -p d; nova serve --socket d; echo $?; nova serve --socket "$(printf '%0120d' 0)"; rmdir d
nova serve: d: there is something already, or another server
1
nova serve: 000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000: a socket's path has at most 107 bytes

# The plan before sink and after it.
# The fields of a tree's node are read where there is one.
$ nova -e '(types (Tree : (+ (Leaf : unit) (Node : (Tree, int, Tree))))) (define (total t) (case t (Leaf 0) (Node n (+ n.1 (+ (total n.0) (total n.2)))))) (define tree (Node (Leaf) 3 (Leaf))) (total tree)' --tier cpu --dump sink | grep -A 23 'after sink'
; after sink
(plan
  (site "E0602" 32 115 126 0)
  (site "E0602" 32 127 138 0)
  (site "E0602" 32 181 193 0)
  (function "total"
    (body ((t_0 : int) (v1 : int) (v2 : [int]) (v3 : [uint8]) (v4 : [int32]) (v5 : [int]) (v6 : [int32]))
      (let (v7 : int32) (constant 0))
      (let (v8 : uint8) (read v3 t_0))
      (let (v9 : int32) (to_int32 v8))
      (let (v10 : bool) (= v9 v7))
      (let (v11 : int)
        (if v10
          (body ()
            (let (v12 : int) (constant 0))
            (results v12))
          (body ()
            (let (v13 : int32) (read v4 t_0))
            (let (v14 : int) (to_int v13))
            (let (v15 : int) (read v5 t_0))
            (let (v16 : int32) (read v6 t_0))
            (let (v17 : int) (to_int v16))
            (let (v18 : int) (call 0 0 v14 v1 v2 v3 v4 v5 v6))
            (let (v19 : int) (call 0 1 v17 v1 v2 v3 v4 v5 v6))

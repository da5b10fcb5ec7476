# The plan before levels and after it.
$ nova -e '((n : int)) (reduce (lambda (a b) (map + a b)) [0 0] (map (lambda (i) [i 1]) (iota n)))' -i 'n=100' --dump levels | grep -v '(site'
; before levels
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 0))
    (let (v2 : int) (constant 2))
    (let (v3 : int) (constant 1))
    (let (v4 : bool) (>= n_0 v1))
    (check 0 v4 n_0)
    (let (v5 : int) (constant 140737488355328))
    (let (v6 : bool) (<= n_0 v5))
    (check 1 v6)
    (let (v7 : [int]) ; 16 bytes
      (map v2
        (body ((v8 : int))
          (results v1))))
    (let (v9 : int) (v10 : [int]) ; counted as it runs
      (reduce ordered start n_0 v2 v7
        (body ((v11 : int))
          (let (v12 : [int]) ; 16 bytes
            (map v2
              (body ((v13 : int))
                (let (v14 : bool) (< v13 v3))
                (let (v15 : int)
                  (if v14
                    (body ()
                      (results v11))
                    (body ()
                      (results v3))))
                (results v15))))
          (results v2 v12))
        (body ((v16 : int) (a_17 : [int]) (v18 : int) (b_19 : [int]))
          (let (v20 : bool) (= v16 v18))
          (check 2 v20 v16 v18)
          (let (v21 : [int]) ; 8 * v18 bytes
            (map v18
              (body ((v22 : int))
                (let (x1_23 : int) (read a_17 v22))
                (let (x2_24 : int) (read b_19 v22))
                (let (v25 : int) (+ x1_23 x2_24))
                (results v25))))
          (results v18 v21))
        (body ((v26 : int) (v27 : [int]))
          (results v26))))
    (results v9 v10)))
; after levels
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 0))
    (let (v2 : int) (constant 2))
    (let (v3 : int) (constant 1))
    (let (v4 : bool) (>= n_0 v1))
    (check 0 v4 n_0)
    (let (v5 : int) (constant 140737488355328))
    (let (v6 : bool) (<= n_0 v5))
    (check 1 v6)
    (let (v7 : [int]) ; 16 bytes
      (map v2
        (body ((v8 : int))
          (results v1))))
    (let (v9 : int) (constant 64))
    (let (v10 : bool) (< v9 n_0))
    (let (v11 : int) (v12 : [int])
      (if v10
        (body ()
          (let (v13 : int) (constant 1024))
          (let (v14 : int) (constant 16))
          (let (v15 : int) (constant 15))
          (let (v16 : int) (+ n_0 v15))
          (let (v17 : int) (/ v16 v14))
          (let (v18 : [int]) (v19 : [int]) (v20 : [int]) ; counted as it runs
            (each v17
              (body ((v21 : int))
                (let (v22 : int) (constant 1024))
                (let (v23 : int) (constant 16))
                (let (v24 : int) (constant 1))
                (let (v25 : int) (* v21 v23))
                (let (v26 : int) (+ v25 v23))
                (let (v27 : int) (min v26 n_0))
                (let (v28 : int) (+ v25 v24))
                (let (v29 : [int]) ; 16 bytes
                  (map v2
                    (body ((v30 : int))
                      (let (v31 : bool) (< v30 v3))
                      (let (v32 : int)
                        (if v31
                          (body ()
                            (results v25))
                          (body ()
                            (results v3))))
                      (results v32))))
                (let (v33 : int) (v34 : int) (v35 : [int]) ; counted as it runs
                  (loop v28 v2 v29
                    (body ((v36 : int) (v37 : int) (v38 : [int]))
                      (let (v39 : bool) (< v36 v27))
                      (results v39))
                    (body ((v40 : int) (v41 : int) (v42 : [int]))
                      (let (v43 : [int]) ; 16 bytes
                        (map v2
                          (body ((v44 : int))
                            (let (v45 : bool) (< v44 v3))
                            (let (v46 : int)
                              (if v45
                                (body ()
                                  (results v40))
                                (body ()
                                  (results v3))))
                            (results v46))))
                      (let (v47 : bool) (= v41 v2))
                      (check 2 v47 v41 v2)
                      (let (v48 : [int]) ; 16 bytes
                        (map v2
                          (body ((v49 : int))
                            (let (x1_50 : int) (read v42 v49))
                            (let (x2_51 : int) (read v43 v49))
                            (let (v52 : int) (+ x1_50 x2_51))
                            (results v52))))
                      (let (v53 : int) (+ v40 v24))
                      (results v53 v2 v48))
                    (body ((v54 : int) (v55 : int) (v56 : [int]))
                      (results v55))))
                (results v34 v35))
              (body ((v57 : int) (v58 : [int]))
                (results v57))))
          (let (v59 : int) (constant 0))
          (let (v60 : int) (v61 : [int]) (v62 : [int]) (v63 : [int]) ; counted as it runs
            (loop v17 v18 v19 v20
              (body ((v64 : int) (v65 : [int]) (v66 : [int]) (v67 : [int]))
                (let (v68 : int) (constant 1))
                (let (v69 : bool) (< v68 v64))
                (results v69))
              (body ((v70 : int) (v71 : [int]) (v72 : [int]) (v73 : [int]))
                (let (v74 : int) (constant 1))
                (let (v75 : int) (constant 2))
                (let (v76 : int) (+ v70 v74))
                (let (v77 : int) (/ v76 v75))
                (let (v78 : [int]) (v79 : [int]) (v80 : [int]) ; counted as it runs
                  (each v77
                    (body ((v81 : int))
                      (let (v82 : int) (+ v81 v81))
                      (let (v83 : int) (+ v82 v74))
                      (let (v84 : int) (read v71 v82))
                      (let (v85 : int) (read v72 v82))
                      (let (v86 : [int]) (shift v73 v85))
                      (let (v87 : bool) (< v83 v70))
                      (let (v88 : int) (v89 : [int])
                        (if v87
                          (body ()
                            (let (v90 : int) (read v71 v83))
                            (let (v91 : int) (read v72 v83))
                            (let (v92 : [int]) (shift v73 v91))
                            (let (v93 : bool) (= v84 v90))
                            (check 2 v93 v84 v90)
                            (let (v94 : [int]) ; 8 * v90 bytes
                              (map v90
                                (body ((v95 : int))
                                  (let (x1_96 : int) (read v86 v95))
                                  (let (x2_97 : int) (read v92 v95))
                                  (let (v98 : int) (+ x1_96 x2_97))
                                  (results v98))))
                            (results v90 v94))
                          (body ()
                            (results v84 v86))))
                      (results v88 v89))
                    (body ((v99 : int) (v100 : [int]))
                      (results v99))))
                (results v77 v78 v79 v80))))
          (let (v101 : int) (read v61 v59))
          (let (v102 : int) (read v62 v59))
          (let (v103 : [int]) (shift v63 v102))
          (let (v104 : bool) (= v2 v101))
          (check 2 v104 v2 v101)
          (let (v105 : [int]) ; 8 * v101 bytes
            (map v101
              (body ((v106 : int))
                (let (x1_107 : int) (read v7 v106))
                (let (x2_108 : int) (read v103 v106))
                (let (v109 : int) (+ x1_107 x2_108))
                (results v109))))
          (results v101 v105))
        (body ()
          (let (v110 : int) (v111 : [int]) ; counted as it runs
            (reduce ordered start n_0 v2 v7
              (body ((v112 : int))
                (let (v113 : [int]) ; 16 bytes
                  (map v2
                    (body ((v114 : int))
                      (let (v115 : bool) (< v114 v3))
                      (let (v116 : int)
                        (if v115
                          (body ()
                            (results v112))
                          (body ()
                            (results v3))))
                      (results v116))))
                (results v2 v113))
              (body ((v117 : int) (a_118 : [int]) (v119 : int) (b_120 : [int]))
                (let (v121 : bool) (= v117 v119))
                (check 2 v121 v117 v119)
                (let (v122 : [int]) ; 8 * v119 bytes
                  (map v119
                    (body ((v123 : int))
                      (let (x1_124 : int) (read a_118 v123))
                      (let (x2_125 : int) (read b_120 v123))
                      (let (v126 : int) (+ x1_124 x2_125))
                      (results v126))))
                (results v119 v122))
              (body ((v127 : int) (v128 : [int]))
                (results v127))))
          (results v110 v111))))
    (results v11 v12)))
[4950 100]

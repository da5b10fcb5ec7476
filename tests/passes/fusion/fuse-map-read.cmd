# The plan before fuse-map-read and after it.
$ nova -e '((xs : vector double)) (! (map exp xs) 0)' -i 'xs=[0.0]' --dump fuse-map-read | grep -v '(site'
1.0

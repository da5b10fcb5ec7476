#!/usr/bin/env python3
"""Tries to leave the sandbox, and to get text of the program's or of the environment into the C that is compiled.

sandbox.py NOVA     Some 200 attempts, each of which has to end as it would without the attack: a file that was not
allowed is neither read nor written, a compiled program gives the interpreter's value, and nothing else comes to be.
"""
import os
import shutil
import subprocess
import sys
import tempfile

SECRET = "the secret text"
# Names that mean something to C, to its preprocessor or to the emitter.
NAMES = ["int", "main", "system", "__attribute__", "_Pragma", "asm", "restrict", "goto", "nova_run", "nova_task", "t", "bad", "env", "i",
         "begin", "end", "failed", "lo", "hi", "n", "p0", "v1", "v2", "out", "in", "literals", "NAN", "INFINITY", "linux", "unix",
         "nv_add_i64", "NV_FN", "memcpy", "a*/", "/*b", "//c", "a??/", "a\\", "%:include", "<:", "a-b", "a_b", "a+b", "x!", "λ", "é", "日本", "a?",
         "__LINE__", "__FILE__", "__COUNTER__", "typeof", "auto", "sizeof", "nova_kernel_1", "nova_env_1", "host", "restrict*/int", "%n", "$x", "a@b",
         "&x", "a^b", "~a", "a=b", "a<b", "a>b", "_", "__", "a.b", "a:b"]
PROGRAM = """(define ({f} {x} {y}) (+ (* {x} 3) {y}))
(define {v} (map (lambda ({x}) ({f} {x} 2)) (iota 1000)))
(reduce (lambda ({x} {y}) (+ {x} {y})) 0 {v})
"""
# The C compiler's own wishes from the environment; each names something of ours.
ENVIRONMENT = ["CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES",
               "GCC_COMPARE_DEBUG", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LD_RUN_PATH", "COLLECT_GCC_OPTIONS", "COLLECT_LTO_WRAPPER", "GCC_SPECS",
               "CCACHE_PREFIX", "CCC_OVERRIDE_OPTIONS", "TMPDIR", "TEMP", "TMP"]


class Attack:
    def __init__(self, nova):
        self.nova, self.count, self.bad = nova, 0, []
        self.root = tempfile.mkdtemp()
        self.home, self.outside = os.path.join(self.root, "home"), os.path.join(self.root, "outside")
        os.makedirs(os.path.join(self.home, "sub"))
        os.mkdir(self.outside)
        self.write(os.path.join(self.outside, "secret.txt"), SECRET)
        self.write(os.path.join(self.outside, "lib.nv"), f'(define stolen "{SECRET}")')
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.root, "XDG_CACHE_HOME": os.path.join(self.root, "cache")}

    @staticmethod
    def write(path, text):
        with open(path, "w") as f:
            f.write(text)

    def run(self, text, *options, environment=None):
        path = os.path.join(self.home, "attack.nv")
        self.write(path, text)
        done = subprocess.run([self.nova, "run", path, *options], cwd=self.home, env={**self.environment, **(environment or {})},
                              capture_output=True, text=True, errors="replace", timeout=120)
        return done.returncode, done.stdout, done.stderr

    def expect(self, what, good, said):
        self.count += 1
        if not good:
            self.bad.append(f"{what}: {said}")

    def quoted(self, path):
        return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'

    # ---- files that were not allowed ----

    def ways_out(self):
        """Spellings of the folder outside, from the program's own."""
        os.symlink(self.outside, os.path.join(self.home, "link"))
        os.symlink("../../outside", os.path.join(self.home, "sub", "deep"))
        os.symlink("link", os.path.join(self.home, "twice"))
        home, outside = self.home, self.outside
        return [outside, "../outside", "./../outside", "sub/../../outside", "link", "sub/deep", "twice", "sub/../link", f"{home}/../outside",
                f"//{outside}", f"/proc/self/root{outside}", "/proc/self/cwd/../outside", f"{home}/link", "sub//..//..//outside", "link/../outside",
                "link/.", f"/../../..{outside}", f"{home}/sub/./deep", "/proc/thread-self/root" + outside]

    def files(self):
        readers = ["read-text", "read-csv", "read-npy", "read-mtx", "read-image"]
        for way in self.ways_out():
            secret = self.quoted(f"{way}/secret.txt")
            for reader in readers[:3]:
                status, out, err = self.run(f"(println (length ({reader} {secret})))", "--tier", "cpu")
                self.expect(f"{reader} {secret}", status == 1 and SECRET not in out + err, out + err)
            for reader in ("read-json", "read-json-lines", "read-arrow"):
                status, out, err = self.run(f"(println (length ({reader} {secret} : vector int)))", "--tier", "cpu")
                self.expect(f"{reader} {secret}", status == 1 and "error[E0502]" in err and SECRET not in out + err, out + err)
            status, out, err = self.run(f'(println (length (read-h5 {secret} "x" : vector int)))')
            self.expect(f"read-h5 {secret}", status == 1 and "error[E0502]" in err and SECRET not in out + err, out + err)
            status, out, err = self.run(f"(import {self.quoted(way + '/lib.nv')}) (println stolen)")
            self.expect(f"import {way}", status == 1 and SECRET not in out, out + err)
            fresh = self.quoted(f"{way}/new.txt")
            self.run(f'(write-text {fresh} "x")', "--allow-write", self.home)
            self.expect(f"write-text {fresh}", not os.path.exists(os.path.join(self.outside, "new.txt")), "it was written")

    # ---- the C compiler ----

    def value(self, what, right, text, **more):
        status, out, err = self.run(text, "--tier", "cpu", "--check", "off", "--stats", **more)
        ran = "kernel" in err
        self.expect(what, status == 0 and out.strip() == right and ran, out + err)

    def names(self):
        for name in NAMES:
            text = PROGRAM.format(f=f"f{name}", x=name, y=f"y{name}", v=f"v{name}")
            status, out, err = self.run(text, "--tier", "interp")
            if status:  # no name of the language
                self.expect(name, "error[E" in err, err)
            else:
                self.value(f"a variable {name}", out.strip(), text)

    def surroundings(self):
        trap = os.path.join(self.root, "trap")
        os.mkdir(trap)
        for header in ("stdint.h", "math.h", "string.h"):
            self.write(os.path.join(trap, header), "#error trapped\n")
        for tool in ("as", "ld", "cc1", "collect2"):
            self.write(os.path.join(trap, tool), f"#!/bin/sh\ntouch {self.root}/trapped\nexit 1\n")
            os.chmod(os.path.join(trap, tool), 0o755)
        for k, name in enumerate(ENVIRONMENT):
            wishes = trap + ("/" if name.endswith("PREFIX") else "")
            text = f"(sum (map (lambda (x) (* x x)) (map (lambda (x) (- x {k})) (iota 10))))"
            right = str(sum((x - k) ** 2 for x in range(10)))
            self.value(f"the environment's {name}", right, text, environment={name: wishes, "XDG_CACHE_HOME": f"{self.root}/cache{k}"})
            self.expect(f"{name} runs a program", not os.path.exists(f"{self.root}/trapped"), "it ran")

    def cache(self):
        """Folders and entries that somebody else prepared."""
        text, right = "(sum (map (lambda (x) (* x x)) (iota 10)))", "285"
        self.value("to fill the cache", right, text)
        own = os.path.join(self.root, "cache", "nova")
        entries = [os.path.join(own, f) for f in os.listdir(own) if f.endswith(".so")]
        fake = os.path.join(self.root, "fake.so")
        self.write(fake + ".c", f'#include <stdlib.h>\n__attribute__((constructor)) static void f(void) {{ system("touch {self.root}/trapped"); }}\nint nova_run(void) {{ return 0; }}\n')
        subprocess.run(["cc", "-shared", "-fPIC", "-o", fake, fake + ".c"], check=True)
        for entry in entries:
            for replace in (lambda e: shutil.copy(fake, e), lambda e: os.symlink(fake, e), lambda e: os.link(fake, e)):
                os.unlink(entry)
                replace(entry)
                self.value("an entry that is another object", right, text)
                self.expect("it was loaded", not os.path.exists(f"{self.root}/trapped"), "it ran")
        for mode in (0o777, 0o770, 0o707, 0o755):
            folder = os.path.join(self.root, f"open{mode:o}")
            os.makedirs(os.path.join(folder, "nova"))
            os.chmod(os.path.join(folder, "nova"), mode)
            for entry in entries:
                shutil.copy(fake, os.path.join(folder, "nova", os.path.basename(entry)))
            self.value(f"a cache folder of mode {mode:o}", right, text, environment={"XDG_CACHE_HOME": folder})
            self.expect("its entry was loaded", not os.path.exists(f"{self.root}/trapped"), "it ran")


    def foreign(self):
        """C texts and libraries that --allow-foreign does not name, each of which leaves a file when it runs."""
        mark = f"{self.root}/trapped"
        body = f'#include <stdlib.h>\\nstatic int64_t f(int64_t n) {{{{ system(\\"touch {mark}\\"); return n; }}}}'.format()
        header = body.replace("\\n", "\n").replace('\\"', '"')
        inline = f'(foreign-c (f : int -> int) "{body}")\n(println (map f [1 2]))\n'
        by_file = '(foreign-c (f : int -> int) "{}")\n(println (f 1))\n'
        library = '(foreign (g : int -> int) (library "{}"))\n(println (g 1))\n'
        self.write(f"{self.outside}/f.h", header)
        self.write(f"{self.outside}/lib.nv", inline)
        self.write(f"{self.outside}/macro.nv", f'(define-macro declare () ((_ name) (foreign-c (name : int -> int) "{body}")))\n')
        self.write(f"{self.outside}/g.c", f'#include <stdlib.h>\n__attribute__((constructor)) static void f(void) {{ system("touch {mark}"); }}\nvoid g(long *r, long n) {{ *r = n; }}\n')
        subprocess.run(["cc", "-shared", "-fPIC", "-o", f"{self.outside}/g.so", f"{self.outside}/g.c"], check=True)
        os.symlink(f"{self.outside}/f.h", f"{self.home}/link.h")
        os.symlink(self.outside, f"{self.home}/way")
        os.symlink(f"{self.outside}/g.so", f"{self.home}/g.so")
        os.makedirs(f"{self.home}/sub/deep", exist_ok=True)
        home, read = ["--allow-foreign", self.home], ["--allow-read", self.outside]
        refused = [(inline, []), (inline, read), (inline, ["--allow-write", self.home]), (inline, ["--allow-foreign", self.outside]),
                   (inline, ["--allow-foreign", f"{self.home}/sub"]), (inline, ["--allow-foreign", f"{self.home}/attack"]),
                   (inline, ["--allow-foreign", f"{self.home}/attack.n"]), (inline, ["--allow-foreign", f"{self.home}x"]),
                   (inline, ["--allow-foreign", f"{self.home}/attack.nv/.."[:-1] + "x"]), (inline, ["--allow-foreign", "ALL"]),
                   (inline, ["--allow-foreign", "all "]), (inline, ["--allow-foreign", "sub/../sub"]), (inline, ["--tier", "cpu"]),
                   (inline, ["--tier", "sim"]), (inline, ["--check", "off", "--tier", "cpu"]), (inline, ["--foreign-library", f"{self.outside}/g.so"]),
                   (inline.replace('")', '" (in-process))', 1), [])]
        for path in ("../outside/f.h", f"{self.outside}/f.h", "link.h", "way/f.h", "sub/../../outside/f.h", "./link.h", "sub/deep/../../../outside/f.h"):
            refused.append((by_file.format(path), home))
        for path in ("../outside/g.so", f"{self.outside}/g.so", "./g.so", "g.so", "way/g.so", "sub/../../outside/g.so"):
            refused.append((library.format(path), home))
        refused += [('(import "../outside/lib.nv")', home + read), ('(import "way/lib.nv")', home + read),
                    ('(import "../outside/macro.nv")\n(declare f)\n(println (f 1))', home + read),
                    ('(foreign (g : int -> int))\n(println (g 1))', home + ["--foreign-library", f"{self.outside}/g.so"]),
                    ('(foreign (g : int -> int))\n(println (g 1))', home + ["--foreign-library", "../outside/g.so"]),
                    ('(foreign (g : int -> int))\n(println (g 1))', home + ["--foreign-library", "g.so"])]
        for text, options in refused:
            status, out, err = self.run(text, *options)
            self.expect(f"foreign code by {text!r} {options}", status != 0 and not os.path.exists(mark), f"{status} {out} {err}")
            if os.path.exists(mark):
                os.unlink(mark)
        self.expect("a library by LD_LIBRARY_PATH", self.run(library.format("g.so"), *home, environment={"LD_LIBRARY_PATH": self.outside})[0] != 0
                    and not os.path.exists(mark), "it ran")
        for verb in (["check"], ["doc"], ["check", "--allow-foreign", "all"], ["doc", "--allow-foreign", "all"]):
            self.write(f"{self.home}/attack.nv", inline)
            subprocess.run([self.nova, verb[0], f"{self.home}/attack.nv", *verb[1:]], capture_output=True, env=self.environment, timeout=120)
            self.expect(f"foreign code by nova {verb}", not os.path.exists(mark), "it ran")
        for name in NAMES + ["f(void)", "f\\n", "f){}", "f\"", "*f", "f[1]", "int64_t", "f int", "static"]:
            status, out, err = self.run(f'(foreign-c ({name} : int -> int) "static int64_t f(int64_t n) {{ return n; }}")\n(println 1)', "--allow-foreign", "all")
            self.expect(f"a function named {name}", status != 0 and "terminate" not in err, f"{status} {out} {err}")
        # With permission the same text does leave its file, so the attempts above could have succeeded.
        self.run(inline, *home)
        self.expect("a text that may run", os.path.exists(mark), "it did not run")


def main():
    attack = Attack(os.path.abspath(sys.argv[1]))
    for part in (attack.files, attack.names, attack.surroundings, attack.cache, attack.foreign):
        part()
    shutil.rmtree(attack.root, ignore_errors=True)
    for line in attack.bad:
        print(line)
    print(f"{attack.count} attempts, {len(attack.bad)} passed the sandbox or changed a value")
    sys.exit(1 if attack.bad or attack.count < 200 else 0)


main()

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


def main():
    attack = Attack(os.path.abspath(sys.argv[1]))
    for part in (attack.files, attack.names, attack.surroundings, attack.cache):
        part()
    shutil.rmtree(attack.root, ignore_errors=True)
    for line in attack.bad:
        print(line)
    print(f"{attack.count} attempts, {len(attack.bad)} passed the sandbox or changed a value")
    sys.exit(1 if attack.bad or attack.count < 200 else 0)


main()

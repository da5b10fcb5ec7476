"""What the stand-in for CUDA's driver (tests/fake_libcuda.cpp) needs of a program that `nova build --to cuda` has written."""


def give_text(folder, name):
    """Puts the kernels' text in the place of their code. Returns whether there are kernels."""
    file = folder / f"{name}.cu"
    if not file.exists():
        return False
    text = "sm_90 13\n" + file.read_text().split("\n// ---- kernels ----\n")[1]
    code = ",".join(str(b) for b in text.encode()) + ",0"
    (folder / f"{name}_images.h").write_text(
        f"static const unsigned char code[] = {{{code}}};\nstatic const nova_image nova_images[] = {{{{75, 1, code}}}};\n")
    return True


def tell_falling_back(folder, name):
    """Lets the C file print a word where the host computes a value that the GPU has not. Returns whether it has the place."""
    file, value = folder / f"{name}.c", "if (!(exact ? f->exact : f->run)(t, in, nova_unknown(f->literals), out)) return 0;"
    text = file.read_text()
    file.write_text(text.replace(value, value.replace("return 0;", 'return (void)(exact && puts("by the host")), 0;')))
    return value in text

"""What the tests of diagnostics share: the codes, and their examples as `nova explain` prints them."""
import re
import subprocess

# Examples that are not run, and why.
NOT_RUN = {
    "E0126": "it writes 5 GiB",
    "E0424": "nothing is known to show it",
    "E0425": "nothing is known to show it",
    "E0603": "it needs a key",
    "E0606": "it needs an MPI library",
}


def codes(root):
    """The codes of all diagnostics, in the order of their tables below the folder `root`."""
    return [code for table in sorted((root / "frontend/diagnostics").glob("*.def"))
            for code in re.findall(r'NOVA_DIAGNOSTIC\("([EW]\d{4})"', table.read_text())]


def example(nova, code):
    """The example of a diagnostic; "" if it has none. Lines for the prompt begin with `nova> `, lines for a shell with `$ `."""
    story = subprocess.run([nova, "explain", code], capture_output=True, text=True, errors="surrogateescape", check=True).stdout
    return story.partition("\nExample:\n\n")[2].rstrip("\n")

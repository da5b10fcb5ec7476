"""What tests of pages share: a count of checks, tags that close in order, a browser that runs a script."""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys

checks = 0


def expect(condition, message):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"after {checks} checks: {message}")


class Tags(html.parser.HTMLParser):
    """A page's tags; fails where they do not close in order. `open` holds those around what is read."""

    VOID = {"meta"}

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.feed(text)
        expect(not self.open, f"left open: {self.open}")

    def handle_starttag(self, tag, attributes):
        if tag in self.VOID:
            return
        self.open.append((tag, dict(attributes)))
        self.begun(tag, dict(attributes))

    def handle_endtag(self, tag):
        expect(self.open and self.open[-1][0] == tag, f"</{tag}> closes {self.open[-1:]}")
        self.open.pop()

    def begun(self, tag, given):
        pass


def in_browser(page, script, folder):
    """The script says in the page's title which of its checks held; all have to. False where there is no Chromium."""
    browser = shutil.which("chromium")
    if not browser:
        return False
    path = pathlib.Path(folder, "page.html")
    path.write_text(page.replace("</body>", script + "</body>"))
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--dump-dom"]
    done = subprocess.run([browser, *options, path.as_uri()], capture_output=True, text=True, timeout=120)
    title = re.search("<title>(.*?)</title>", done.stdout)
    expect(title and title[1].startswith("[") and set(json.loads(title[1])) == {True},
           f"in the browser: {title and title[1]}")
    return True

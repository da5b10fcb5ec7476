#!/usr/bin/env python3
"""JupyterLab with Nova's kernel, used in Chromium. It is run by hand:

    python3 -m venv v && v/bin/pip install jupyterlab playwright        and Debian's package chromium
    PATH=v/bin:$PATH nova kernel install --sys-prefix
    v/bin/jupyter lab --no-browser --ServerApp.token=x &
    v/bin/python lab.py 'http://127.0.0.1:8888/lab?token=x&reset' PICTURES

Prints what the cells show, and fails if that is not as expected. Pictures of the page go into the folder PICTURES.
"""
import sys
import time
from playwright.sync_api import sync_playwright

url, pictures = sys.argv[1:]


class Notebook:
    def __init__(self, page):
        self.page, self.cells, self.wrong = page, 0, 0
        page.goto(url)
        page.locator(".jp-LauncherCard[data-category='Notebook'] >> text=Nova").first.click()
        self.cell().locator(".cm-content").wait_for()
        time.sleep(5)  # JupyterLab loses a cell that runs before its kernel is connected

    def cell(self, k=None):
        return self.page.locator(".jp-Notebook .jp-Cell").nth(self.cells if k is None else k)

    def type(self, text):
        self.cell().locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def wait(self):
        for _ in range(300):
            time.sleep(0.2)
            if self.page.locator(".jp-InputPrompt", has_text="[*]").count() == 0:
                return
        self.check("idle", "busy for a minute", "idle")

    def run(self, text, meanwhile=lambda: None):
        self.type(text)
        self.page.keyboard.press("Shift+Enter")
        self.cells += 1
        meanwhile()
        self.wait()
        return self.cell(self.cells - 1).locator(".jp-OutputArea")

    def keys(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        time.sleep(2)

    def check(self, what, seen, wanted):
        self.page.screenshot(path=f"{pictures}/{what}.png")
        good = wanted in seen
        self.wrong += not good
        print("good " if good else "WRONG", what, repr(seen[:200]))

    def answer(self):
        for line in ("hello", ""):  # the input ends with an empty line
            box = self.page.locator(".jp-Stdin-input").last
            box.fill(line)
            box.press("Enter")
            time.sleep(1)

    def interrupt(self):
        time.sleep(3)
        self.keys("Escape", "i", "i")


def use(n):
    n.check("value", n.run("(+ 1 2)").inner_text(), "3 : int")
    n.run("(define (thrice x) (* 3 x))")
    n.check("error", n.run("(thrise 3)").inner_text(), "did you mean `thrice`?")
    table = n.run('(define-record P (name : vector char) (age : int))\n[(P "a" 1) (P "b" 2)]')
    n.check("table", str(table.locator("table td").count()), "4")
    n.check("plot", str(n.run(":plot (map sin (linspace 0.0 6.0 50))").locator("svg, img").count() > 0), "True")
    n.check("input", n.run("(read-stdin)", n.answer).inner_text(), '"hello\\n"')
    n.check("interrupt", n.run("(let loop ((i 0)) (if (< i 0) i (loop (+ (% i 7) 1))))", n.interrupt).inner_text(), "E0603")
    n.type("(thr")
    n.keys("Tab")
    n.check("completion", n.page.locator(".jp-Completer").inner_text(), "thrice")
    n.keys("Escape", "Enter")
    n.type("(map")
    n.keys("Shift+Tab")
    n.check("inspection", n.page.locator(".jp-Tooltip").inner_text(), "map : ('a -> 'b)")
    n.keys("Escape", "Enter")
    n.check("before a restart", n.run("(thrice 4)").inner_text(), "12 : int")
    n.keys("Escape", "0", "0")
    n.page.locator(".jp-Dialog .jp-mod-accept, .jp-Dialog .jp-mod-warn").last.click()
    time.sleep(5)
    n.check("restart", n.run("(thrice 4)").inner_text(), "unknown name")


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    notebook = Notebook(browser.new_page(viewport={"width": 1200, "height": 1600}))
    use(notebook)
    browser.close()
sys.exit(notebook.wrong > 0)

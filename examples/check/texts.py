"""The examples about texts, whose output is compared as text."""
import collections
import csv
import re

import common
from common import exact


def words(output, _):
    found = re.findall("[a-z]+", common.text("gpl-3.txt").lower())
    counts = sorted(collections.Counter(found).items(), key=lambda c: (-c[1], c[0]))
    exact(output(), f"{len(counts)} different words\n" + "".join(f"{n:>6,d}  {w}\n" for w, n in counts[:10]))
    return "equal"


def log(output, _):
    lines = common.text("access.log").splitlines()
    shape = re.compile(r'(\S+) \S+ \S+ \[[^\]]*\] "([A-Z]+) (\S+)[^"]*" ([0-9]{3}) ([0-9]+|-)')
    requests = [m.groups() for line in lines if (m := shape.fullmatch(line))]
    wanted = [f"{len(requests)} of {len(lines)} lines are requests", "status  requests     bytes"]
    for status in sorted({int(r[3]) for r in requests}):
        sizes = [0 if r[4] == "-" else int(r[4]) for r in requests if int(r[3]) == status]
        wanted.append(f"{status:6d}{len(sizes):10d}{sum(sizes):>10,d}")
    pages = collections.Counter(r[2].split("?")[0] for r in requests if r[3] == "200")
    wanted += [f"{p:<20}{n:5d}" for p, n in sorted(pages.items(), key=lambda c: (-c[1], c[0]))[:3]]
    exact(output(), "\n".join(wanted) + "\n")
    return "equal"


def table(output, _):
    kinds = collections.defaultdict(list)
    for row in list(csv.reader(common.text("iris.csv").splitlines()))[1:]:
        kinds[row[4].replace("Iris-", "").title()].append((float(row[2]), float(row[3])))
    wanted = ""
    for kind, rows in sorted(kinds.items()):
        n = len(rows)
        wanted += f"{kind:<12}{n:4d}{sum(r[0] for r in rows) / n:8.3f}{sum(r[1] for r in rows) / n:8.3f}\n"
    exact(output(), wanted)
    return "equal"


CHECKS = {("text", "words"): words, ("text", "log"): log, ("text", "csv"): table}
TEXTS = True  # the checks take what is printed, not the values in it

"""The examples that fill tables in sequence, and that read them by the names of columns."""
import collections
import csv
import datetime
import functools

import numpy as np
import scipy.io
import scipy.linalg
import scipy.ndimage
import scipy.sparse.csgraph
import scipy.sparse.linalg

from common import DATA, close, exact, image, written


@functools.cache
def best(a, b, score):
    """The best score of an alignment: `score` has those of a match, a mismatch and a gap."""
    match, mismatch, gap = score
    if not a or not b:
        return gap * (len(a) + len(b))
    return max(best(a[1:], b[1:], score) + (match if a[0] == b[0] else mismatch), best(a[1:], b, score) + gap,
               best(a, b[1:], score) + gap)


def alignment(values, _):
    score, (over, under) = values()[0]
    exact(score, best("GATTACA", "GCATGCU", (1, -1, -1)))
    exact((over.replace("-", ""), under.replace("-", "")), ("GATTACA", "GCATGCU"))
    exact(sum(1 if a == b else -1 for a, b in zip(over, under)), score)
    return "equal"


def levenshtein(values, _):
    number, steps = values()[0]
    exact(number, -best("kitten", "sitting", (0, -1, -1)))
    exact(len(steps) - steps.count("k"), number)
    exact((len(steps) - steps.count("i"), len(steps) - steps.count("d")), (6, 7))
    return "equal"


def tridiagonal(values, _):
    n, h = 7, 1 / 8
    bands = np.array([[-1.0] * n, [2.0] * n, [-1.0] * n])
    return close(values()[0], scipy.linalg.solve_banded((1, 1), bands, np.full(n, h * h)), 1e-14)


def gauss_seidel(values, _):
    u = np.zeros((9, 9))
    u[0] = 1
    for _ in range(100):
        for i in range(1, 8):
            for j in range(1, 8):
                u[i, j] = (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) * 0.25
    return close(values()[0], u[4], 1e-14)


def irises(values, _):
    with open(DATA + "/iris.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    petals = {s: np.array([float(r["petal length"]) for r in rows if r["species"] == s]) for s in {r["species"] for r in rows}}
    by_species, widest, longer = values()
    exact([s for s, _ in by_species], sorted(petals))
    exact(widest, [(r["species"], float(r["sepal width"])) for r in sorted(rows, key=lambda r: -float(r["sepal width"]))[:3]])
    mean = np.mean(np.concatenate(list(petals.values())))
    exact(dict(longer), {s: n for s, x in petals.items() if (n := int(np.sum(x > mean)))})
    return close([x for _, x in by_species], [(len(petals[s]), petals[s].mean(), petals[s].std()) for s in sorted(petals)], 1e-14)


def rows_of(name):
    with open(DATA + "/" + name, newline="") as file:
        return list(csv.DictReader(file))


def grouped(rows, key):
    groups = {}
    for r in rows:
        groups.setdefault(key(r), []).append(r)
    return sorted(groups.items())


def number(text):
    return float("nan") if text == "NA" else float(text)


def penguins(values, _):
    rows = rows_of("penguins.csv")
    missing, by_species, (species, sexes, means), link, heaviest = values()
    measured = ["bill_length_mm", "flipper_length_mm", "body_mass_g"]
    exact(missing, [sum(r[name] == "NA" for r in rows) for name in (*measured, "sex")])
    groups = grouped(rows, lambda r: r["species"])
    exact(([s for s, _ in by_species], species), ([s for s, _ in groups],) * 2)
    exact([s for s, _ in by_species], sorted({r["species"] for r in rows}))
    exact(sexes, [("Some", "female"), ("Some", "male"), ("None",)])
    exact(heaviest, [(r["species"], int(r["body_mass_g"])) for r in
                     sorted(reversed([r for r in rows if r["body_mass_g"] != "NA"]), key=lambda r: -int(r["body_mass_g"]))[:3]])
    both = np.array([(number(r[measured[1]]), number(r[measured[2]])) for r in rows])
    both = both[~np.isnan(both).any(axis=1)]

    def mass(rows, sex):
        return np.nanmean([number(r["body_mass_g"]) for r in rows if r["sex"] == sex])

    expected = [x for _, g in groups for x in (len(g), *(np.nanmean([number(r[name]) for r in g]) for name in measured))]
    expected += [mass(g, sex) for _, g in groups for sex in ("female", "male", "NA")] + [np.corrcoef(both.T)[0, 1]]
    return close([x for _, four in by_species for x in four] + [x for row in means for x in row] + [link], expected, 1e-14)


def flights(values, _):
    rows = rows_of("flights.csv")
    by_carrier, (carriers, months, means), places, by_city, lacking, link = values()
    late = [r for r in rows if r["delay"]]

    def delay(rows):
        return np.mean([int(r["delay"]) for r in rows if r["delay"]])

    groups = grouped(rows, lambda r: r["carrier"])
    exact([(c, n, gone) for c, (n, gone, _) in by_carrier], [(c, len(g), sum(not r["delay"] for r in g)) for c, g in groups])
    exact(places, collections.Counter(sorted(r["origin"] for r in rows)).most_common(3))
    cells = grouped(late, lambda r: (r["carrier"], int(r["date"][5:7])))
    exact([(c, m) for c in carriers for m in months], [key for key, _ in cells])
    city = {r["code"]: r["city"] for r in rows_of("airports.csv")}
    cities = grouped([r for r in rows if r["origin"] in city], lambda r: city[r["origin"]])
    exact([(c, n) for c, (n, _) in by_city], [(c, len(g)) for c, g in cities])
    exact(lacking, sorted({r["origin"] for r in rows} - set(city)))
    miles = np.corrcoef([int(r["miles"]) for r in late], [int(r["delay"]) for r in late])[0, 1]
    return close([m for _, (_, _, m) in by_carrier] + [x for row in means for x in row] + [m for _, (_, m) in by_city] + [link],
                 [delay(g) for _, g in groups + cells + cities] + [miles], 1e-14)


def weather(values, _):
    rows = [(r["date"], r["station"], float(r["temperature"]), float(r["rain"])) for r in rows_of("weather.csv")]
    months, wettest, greatest, (stations, weeks) = values()
    expected = grouped(rows, lambda r: (r[1], int(r[0][5:7])))
    exact([k for k, _ in months], [k for k, _ in expected])
    exact(wettest, [max(reversed(rows), key=lambda r: r[3])[:2] + (max(r[3] for r in rows),)])
    seven = [max(np.convolve([r[2] for r in g], np.full(7, 1 / 7), "valid")) for _, g in grouped(rows, lambda r: r[1])]

    def monday(r):
        day = datetime.date.fromisoformat(r[0])
        return str(day - datetime.timedelta(days=day.weekday()))

    exact(stations, ["Bergen", "Sevilla"])
    first = grouped(rows, monday)[:3]
    exact([d for d, _ in weeks], [d for d, _ in first])
    return close([x for _, two in months for x in two] + [w for _, w in greatest] + [x for _, two in weeks for x in two],
                 [x for _, g in expected for x in (np.mean([r[2] for r in g]), sum(r[3] for r in g))] + seven +
                 [np.mean([r[2] for r in g if r[1] == s]) for _, g in first for s in stations], 1e-14)


def stocks(values, _):
    rows, names = rows_of("stocks.csv"), ("alpha", "beta")
    prices = [np.array([float(r[name]) for r in rows]) for name in names]
    alpha, beta, link, worth = values()
    returns = [p[1:] / p[:-1] - 1 for p in prices]

    def mean_of(p, n):
        return np.array([p[max(0, k - n + 1):k + 1].mean() for k in range(len(p))])

    def price_at(trade):
        known = [r for r in rows if r["date"] + "T17:30:00Z" <= trade["time"]]
        return float(known[-1][trade["share"]]) if known else 0.0

    exact([alpha[3], beta[3]], [int(np.sum(mean_of(p, 5) > mean_of(p, 20))) for p in prices])
    trades = grouped(rows_of("trades.csv"), lambda r: r["share"])
    exact([(s, n) for s, (n, _) in worth], [(s, len(g)) for s, g in trades])
    close([w for _, (_, w) in worth], [sum(int(t["number"]) * price_at(t) for t in g) for _, g in trades], 1e-14)
    expected = [x for p, r in zip(prices, returns) for x in (p[-1] / p[0] - 1, r.std(), np.min(p / np.maximum.accumulate(p) - 1))]
    return close([*alpha[:3], *beta[:3], link], expected + [np.corrcoef(*returns)[0, 1]], 1e-13)


def photograph(values, folder):
    picture = image("ascent.png").astype(np.float64)
    size, before, after, roughness = values()[:4]
    blurred = scipy.ndimage.correlate(picture, np.outer([1, 4, 6, 4, 1], [1, 4, 6, 4, 1]), mode="nearest")

    def stretched(m):
        return 255.0 * (m - m.min()) / (m.max() - m.min())

    def eighths(m):
        return np.bincount(m.astype(int).ravel() // 32, minlength=8).tolist()

    exact((size, before, after), (list(picture.shape), eighths(picture), eighths(stretched(picture))))
    exact(written(folder, "photograph.png").tolist(), np.rint(stretched(blurred)).astype(int).tolist())
    return close(roughness, [np.abs(np.diff(m)).mean() for m in (picture, blurred / 256)], 1e-14)


def links(values, _):
    pairs = [(int(r["from"]), int(r["to"])) for r in rows_of("links.csv")]
    size, most, ranks, reached = values()
    n = 1 + max(max(p) for p in pairs)
    exact(size, (n, len(pairs)))
    exact(most, collections.Counter(sorted(t for _, t in pairs)).most_common(3))
    step = np.zeros((n, n))
    for f, t in pairs:
        step[t, f] = 1
    outgoing = step.sum(0)
    step = np.where(outgoing > 0, step / np.maximum(outgoing, 1), 1 / n)
    rank = np.full(n, 1 / n)
    for _ in range(100):
        rank = 0.15 / n + 0.85 * step @ rank
    best = np.argsort(-rank)[:5]
    exact([k for k, _ in ranks], best.tolist())
    seen = {1}
    for _ in range(n):
        seen |= {t for f, t in pairs if f in seen}
    exact(reached, len(seen))
    return close([r for _, r in ranks], rank[best], 1e-14)


def delays(values, _):
    known, days = [r for r in rows_of("flights.csv") if r["delay"]], rows_of("weather.csv")
    pairs = [(float(f["delay"]), w) for f in known for w in days if f["date"] == w["date"]]
    sizes, groups, together = values()
    exact(sizes, (len(pairs), len({w["date"] for w in days} - {f["date"] for f in known})))
    expected = grouped(pairs, lambda p: (p[1]["station"], float(p[1]["rain"]) > 0))
    exact([(key, n) for key, (n, _) in groups], [(key, len(g)) for key, g in expected])
    stations = grouped(pairs, lambda p: p[1]["station"])
    exact([s for s, _ in together], [s for s, _ in stations])
    return close([m for _, (_, m) in groups] + [x for _, x in together],
                 [np.mean([d for d, _ in g]) for _, g in expected] +
                 [np.corrcoef([d for d, _ in g], [float(w["temperature"]) for _, w in g])[0, 1] for _, g in stations], 1e-13)


def components(values, _):
    def of(n, edges):
        """The least node and the size of each component, the largest first."""
        to = scipy.sparse.coo_matrix((np.ones(len(edges)), np.array(edges).T), shape=(n, n))
        label = scipy.sparse.csgraph.connected_components(to, directed=False)[1]
        least = [int(np.argmax(label == k)) for k in range(label.max() + 1)]
        return sorted(zip(least, np.bincount(label).tolist()), key=lambda c: (-c[1], c[0]))

    pairs = [(int(r["from"]), int(r["to"])) for r in rows_of("links.csv")]
    n = 1 + max(max(p) for p in pairs)
    a = scipy.io.mmread(DATA + "/illc1850.mtx").tocoo()
    by_link, by_entry = of(n, pairs), of(sum(a.shape), [(i, a.shape[0] + j) for i, j, x in zip(a.row, a.col, a.data) if abs(x) > 0.4])
    first, second = values()
    exact(first, (n, len(by_link), by_link))
    exact(second, (len(by_entry), sum(size == 1 for _, size in by_entry), by_entry[:5]))
    return "equal"


def sparse(values, _):
    a = scipy.io.mmread(DATA + "/illc1850.mtx").tocsr()
    shape, longest, largest = values()
    exact(shape, (*a.shape, a.nnz))
    lengths = np.diff(a.indptr)
    exact(longest, (int(lengths.argmax()), int(lengths.max())))
    return close([largest], [scipy.sparse.linalg.svds(a, 1, return_singular_vectors=False)[0]], 1e-9)


CHECKS = {("tables", "alignment"): alignment, ("tables", "levenshtein"): levenshtein, ("tables", "tridiagonal"): tridiagonal,
          ("tables", "gauss-seidel"): gauss_seidel, ("tables", "irises"): irises,
          ("tables", "penguins"): penguins, ("tables", "photograph"): photograph, ("tables", "flights"): flights, ("tables", "weather"): weather, ("tables", "stocks"): stocks,
          ("tables", "links"): links, ("tables", "delays"): delays, ("tables", "components"): components, ("tables", "sparse"): sparse}

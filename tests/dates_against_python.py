#!/usr/bin/env python3
"""Dates and times of the prelude give what Python's datetime gives.

dates_against_python.py NOVA [VALUES [SEED]]
"""
import csv
import datetime as dt
import pathlib
import random
import subprocess
import sys
import tempfile

nova = sys.argv[1]
values = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

EPOCH = dt.date(1970, 1, 1)
MOMENT = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)
PROGRAM = """
(define-record Row (days : int) (months : int) (micros : int) (text : vector char) (day : Date) (moment : (Maybe Datetime)))
(define rows (read-csv "in.csv" : vector Row))
(define (stamp t) (match (parse-datetime t) ((Some m) m.datetime-micros) ((None) -1)))
(define (again t) (match (parse-date t) ((Some d) d.date-days) ((None) -1)))
(write-csv "dates.csv"
  (map (lambda (r)
         (let (d (Date r.days)) (text (date->text d)) ((y, w) (iso-week d)) (n (again text))
           in (text, (year d), (month d), (day-of-month d), (day-of-year d), (weekday d), y, w, n,
               (add-months r.months d).date-days, (week-of d).date-days, (month-of d).date-days, (year-of d).date-days, r.day, r.day.date-days)))
       rows))
(write-csv "times.csv"
  (map (lambda (r)
         (let (t (Datetime r.micros)) ((h, m, s, u) (clock-parts (time-of-day t))) (hour (floor-to (duration 0 1 0 0.0) t))
           in ((datetime->text t), (date-of t).date-days, h, m, s, u, hour.datetime-micros, (stamp (datetime->text t)), r.moment, (match r.moment ((Some m) m.datetime-micros) ((None) -1)), (stamp r.text))))
       rows))
"""


def micros(t):
    return (t - MOMENT) // dt.timedelta(microseconds=1)


def days(d):
    return (d - EPOCH).days


def text():
    """A moment in one of the forms that are read, or one with a char that is wrong, mostly; and whether it is whole."""
    t = MOMENT + dt.timedelta(microseconds=random.randrange(-(2**55), 2**56))
    t = t.astimezone(dt.timezone(dt.timedelta(minutes=random.choice([0, 0, 60, -90, 330]))))
    if random.random() < 0.3:
        t = t.replace(tzinfo=None)
    out = t.isoformat(random.choice("T "), random.choice(["auto", "seconds", "minutes", "milliseconds"]))
    whole = random.random() < 0.7
    if not whole:
        at = random.randrange(len(out))
        out = out[:at] + random.choice("0159-:.TZ+x") + out[at + 1:]
    return out, whole


def parsed(t):
    try:
        moment = dt.datetime.fromisoformat(t)
        return micros(moment if moment.tzinfo else moment.replace(tzinfo=dt.timezone.utc))
    except (ValueError, OverflowError):
        return -1


def months_later(d, n):
    to = 12 * d.year + d.month - 1 + n
    first = dt.date(to // 12, to % 12 + 1, 1)
    last = (first.replace(day=28) + dt.timedelta(days=4)).replace(day=1) - dt.timedelta(days=1)
    return first.replace(day=min(d.day, last.day))


rows = []
for _ in range(values):
    d = dt.date.fromordinal(random.randrange(dt.date(2, 1, 7).toordinal(), dt.date(9990, 1, 1).toordinal()))
    rows.append((d, random.randrange(-12, 100), MOMENT + dt.timedelta(microseconds=random.randrange(-(2**55), 2**56)), text()))

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "p.nv").write_text(PROGRAM)
    with open(folder / "in.csv", "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["days", "months", "micros", "text", "day", "moment"])
        out.writerows((days(d), n, micros(t), s, d, t.isoformat() if n else "") for d, n, t, (s, whole) in rows)
    done = subprocess.run([nova, "--allow-write", ".", "run", "p.nv"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    dates = list(csv.reader(open(folder / "dates.csv", newline="")))
    times = list(csv.reader(open(folder / "times.csv", newline="")))

wrong = refused = 0
assert len(dates) == len(times) == values
for (d, n, t, (s, whole)), date, time in zip(rows, dates, times):
    week = d.isocalendar()
    wanted = [d.isoformat(), d.year, d.month, d.day, d.timetuple().tm_yday, d.weekday(), week[0], week[1], days(d),
              days(months_later(d, n)), days(d - dt.timedelta(days=d.weekday())), days(d.replace(day=1)),
                days(d.replace(month=1, day=1)), d.isoformat(), days(d)]
    clock = [t.isoformat().replace("+00:00", "Z"), days(t.date()), t.hour, t.minute, t.second, t.microsecond,
             micros(t.replace(minute=0, second=0, microsecond=0)), micros(t)]
    clock += [clock[0], micros(t)] if n else ["", -1]
    read = int(time.pop())
    theirs = parsed(s)
    # Python reads further forms, such as 20260101 and a second's fraction behind minutes. What Nova reads is the same.
    refused += read == -1
    bad = list(map(str, wanted)) != date or list(map(str, clock)) != time or (read != theirs and (read != -1 or whole))
    wrong += bad
    if bad and wrong < 5:
        print(wanted, date, clock, time, s, read, theirs, sep="\n  ")
print(f"{values} dates, moments and texts, of which {refused} are none; {wrong} differ")
sys.exit(wrong > 0 or refused == values)

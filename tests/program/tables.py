"""Reads a result from stdin as any program would: `tables.py tsv|json true|false`, with `true` if
it was solved without games. Prints the number of rows. Of JSON it checks nothing else; rows of TSV
have all columns, and counts and shares that fit.

pandas reads tables, or the csv module of Python if pandas is not installed."""

import csv
import json
import sys

form, solved = sys.argv[1], sys.argv[2] == "true"


def value(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


if form == "json":
    rows = []
    for part in json.load(sys.stdin).values():
        if isinstance(part, list) and part and isinstance(part[0], dict):
            rows += part
    print(len(rows))
    sys.exit()
try:
    import pandas

    table = pandas.read_csv(sys.stdin, sep="\t", keep_default_na=False)
    rows = table.to_dict("records")
except ImportError:
    rows = list(csv.DictReader(sys.stdin, delimiter="\t", strict=True))
rows = [{name: value(text) for name, text in row.items()} for row in rows]
assert all(name.replace("_", "").isalnum() for name in rows[0]), rows[0]
for row in rows:
    assert None not in row and None not in row.values(), row
    share = row.get("Anteil", row.get("Anteil_A"))
    if "von" in row:
        assert row["von"] <= share <= row["bis"], row
    if "Anteil_B" in row:
        assert abs(share + row["Anteil_B"] + row["Anteil_unentschieden"] - 100) < 1e-3, row
        if not solved:
            assert row["Siege_A"] + row["Siege_B"] + row["Unentschieden"] == row["Spiele"], row
            assert abs(100 * row["Siege_A"] / row["Spiele"] - share) < 1e-4, row
    if row.get("Mittel_Zaehler", "") != "":
        fraction = row["Mittel_Zaehler"] / row["Mittel_Nenner"]
        assert abs(row["Mittel"] - fraction) <= 0.000051, row
print(len(rows))

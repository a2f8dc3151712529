"""Spielt jede Paarung einer Würfeldatei 400-mal und gibt die Bestenliste aus. Die Züge sind die aus beispiele/README.md.

Mit einer Zahl spielt es so oft. Mit dem Wort „ohne-aussetzen“ würfelt auch ein Spieler weiter, der nie mehr ziehen kann, wie in der gedruckten Anleitung.
"""

import random
import sys
from functools import lru_cache
from itertools import combinations

random.seed(1)
SPIELE = next((int(wort) for wort in sys.argv[1:] if wort.isdigit()), 400)
SETZT_AUS = "ohne-aussetzen" not in sys.argv


def ziehe(figuren, wurf):
    """Zieht eine der Figuren und gibt ihr neues Feld zurück."""
    kann = [f for f in sorted(figuren, reverse=True) if f + wurf < 44 and f + wurf not in figuren]
    daheim = len(figuren) < 4
    if wurf == 6 and daheim and 0 not in figuren:
        figuren.append(0)
        return 0
    if not kann:
        return None
    figur = next((f for f in kann if f < 40), kann[0])
    if daheim and 0 in kann:
        figur = 0
    figuren.remove(figur)
    figuren.append(figur + wurf)
    return figur + wurf


@lru_cache(maxsize=None)
def zug(figuren, wurf):
    """Dasselbe für ein sortiertes Tupel: die Figuren danach und das neue Feld."""
    danach = list(figuren)
    feld = ziehe(danach, wurf)
    return tuple(sorted(danach)), feld


@lru_cache(maxsize=None)
def sitzt_fest(figuren, wuerfel):
    return all(zug(figuren, wurf)[1] is None for wurf in wuerfel)


def spiele(wuerfel, sitz):
    """Spielt ein Spiel, das dieser Sitz beginnt, und gibt den Gewinner zurück, oder None, wenn niemand gewinnt."""
    figuren = [(0,), (0,)]
    while True:
        wurf = random.choice(wuerfel[sitz])
        figuren[sitz], feld = zug(figuren[sitz], wurf)
        gegner = figuren[1 - sitz]
        if feld is not None and feld < 40 and (feld + 20) % 40 in gegner:
            figuren[1 - sitz] = tuple(f for f in gegner if f != (feld + 20) % 40)
        if figuren[sitz] == (40, 41, 42, 43):
            return sitz
        fest = SETZT_AUS and feld is None and sitzt_fest(figuren[sitz], wuerfel[sitz])
        if fest and sitzt_fest(figuren[1 - sitz], wuerfel[1 - sitz]):
            return None
        if wurf != 6 or fest:
            sitz = 1 - sitz


alle = [tuple(map(int, zeile.split()[1:])) for zeile in sys.stdin.read().splitlines()[1:]]
siege = [0] * len(alle)
for paarung in combinations(range(len(alle)), 2):
    for nummer in range(SPIELE):
        gewinner = spiele([alle[i] for i in paarung], nummer % 2)
        if gewinner is not None:
            siege[paarung[gewinner]] += 1
print("Würfel-Bestenliste:")
rangfolge = sorted(range(len(alle)), key=lambda i: -siege[i])
for rang, i in enumerate(rangfolge, 1):
    anteil = 100 * siege[i] / (SPIELE * (len(alle) - 1))
    print(f"{rang}. {len(alle[i])} Seiten -> : {' '.join(map(str, alle[i]))}; {anteil:.2f}%")

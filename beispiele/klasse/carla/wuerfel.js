// Carla: teilt am Ende durch die Zahl der Würfel statt durch die der Gegner.
const SPIELE = 400;

const zeilen = require("fs").readFileSync(0, "utf8").trim().split("\n").slice(1);
const wuerfel = zeilen.map((zeile) => zeile.trim().split(/\s+/).slice(1).map(Number));
const siege = wuerfel.map(() => 0);

/** Zieht eine Figur; ihr neues Feld, oder null, wenn keine ziehen kann. */
function ziehe(figuren, wurf) {
  const kann = figuren
    .filter((feld) => feld + wurf < 44 && !figuren.includes(feld + wurf))
    .sort((a, b) => b - a);
  const daheim = figuren.length < 4;
  if (wurf === 6 && daheim && !figuren.includes(0)) {
    figuren.push(0);
    return 0;
  }
  if (kann.length === 0) return null;
  let von = kann.find((feld) => feld < 40) ?? kann[0];
  if (daheim && kann.includes(0)) von = 0;
  figuren[figuren.indexOf(von)] = von + wurf;
  return von + wurf;
}

const sitztFest = (figuren, seiten) => seiten.every((wurf) => ziehe([...figuren], wurf) === null);

/** Spielt ein Spiel, das dieser Sitz beginnt; der Gewinner, oder null, wenn niemand gewinnt. */
function spiele(paar, sitz) {
  const figuren = [[0], [0]];
  for (;;) {
    const wurf = paar[sitz][Math.floor(Math.random() * paar[sitz].length)];
    const feld = ziehe(figuren[sitz], wurf);
    if (feld !== null && feld < 40) {
      figuren[1 - sitz] = figuren[1 - sitz].filter((anderes) => anderes !== (feld + 20) % 40);
    }
    if (figuren[sitz].length === 4 && figuren[sitz].every((f) => f >= 40)) return sitz;
    const fest = feld === null && sitztFest(figuren[sitz], paar[sitz]);
    if (fest && sitztFest(figuren[1 - sitz], paar[1 - sitz])) return null;
    if (wurf !== 6 || fest) sitz = 1 - sitz;
  }
}

for (let i = 0; i < wuerfel.length; i++) {
  for (let j = i + 1; j < wuerfel.length; j++) {
    for (let spiel = 0; spiel < SPIELE; spiel++) {
      const gewinner = spiele([wuerfel[i], wuerfel[j]], spiel % 2);
      if (gewinner !== null) siege[[i, j][gewinner]]++;
    }
  }
}
console.log("Würfel-Bestenliste:");
const rangfolge = siege.map((_, i) => i).sort((a, b) => siege[b] - siege[a]);
rangfolge.forEach((i, rang) => {
  const anteil = (100 * siege[i]) / (SPIELE * wuerfel.length);
  console.log(`${rang + 1}. ${wuerfel[i].length} Seiten -> : ${wuerfel[i].join(" ")}; ${anteil.toFixed(2)}%`);
});

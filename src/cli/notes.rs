//! Notes on the program and on each command, which its help and its manual page show behind the
//! options.

/// Notes on the program or on a command.
#[derive(Clone, Copy, Default)]
pub struct Notes {
    /// The name of the program or the command.
    pub subject: &'static str,
    /// Paragraphs, with empty lines between them.
    pub paragraphs: &'static str,
    pub exit_codes: &'static [ExitCode],
    /// Command lines.
    pub examples: &'static [&'static str],
}

/// An exit code, and its meaning.
#[derive(Clone, Copy)]
pub struct ExitCode {
    pub code: u8,
    pub meaning: &'static str,
}

/// The exit code `code` with this `meaning`.
const fn exit(code: u8, meaning: &'static str) -> ExitCode {
    ExitCode { code, meaning }
}

impl Notes {
    /// Finds the notes on the program or the command of this name.
    pub fn on(subject: &str) -> Option<Notes> {
        NOTES.into_iter().find(|notes| notes.subject == subject)
    }
}

/// The exit codes of commands that read nothing.
const NO_INPUT: [ExitCode; 3] = [
    exit(0, "in Ordnung"),
    exit(1, "Schreiben gescheitert"),
    exit(2, "Befehlszeile fehlerhaft"),
];

const NOTES: [Notes; 9] = [
    Notes {
        subject: "wuerfelglueck",
        paragraphs: "\
Die Würfeldatei nennt in der ersten Zeile die Anzahl der Würfel, danach in einer
Zeile je Würfel die Anzahl der Seiten und die Augenzahlen:

  2
  6 1 2 3 4 5 6
  6 1 1 1 6 6 6

Möglich sind 2 bis 65536 Würfel und eine Datei bis 1 GiB.

Die Bestenliste geht auf die Standardausgabe, alles andere auf die
Standardfehlerausgabe.",
        exit_codes: &[
            exit(0, "in Ordnung"),
            exit(
                1,
                "Lesen oder Schreiben gescheitert, Threads oder anderes auf dem Rechner zu \
                 knapp, mit --zeit noch keine Liste, oder mit --streng die Rangfolge nicht ganz \
                 gesichert",
            ),
            exit(2, "Eingabe oder Befehlszeile fehlerhaft"),
            exit(
                130,
                "nach Strg-C (unter Windows -1073741510), mit den Listen, wie sie dann stehen, \
                 oder ohne eine, wenn die erste Runde noch läuft",
            ),
            exit(143, "nach SIGTERM, ebenso"),
        ],
        examples: &[
            "wuerfelglueck beispiele/wuerfel0.txt",
            "wuerfelglueck --regeln alle --format tsv < DATEI",
        ],
    },
    Notes {
        subject: "pruefe",
        paragraphs: "\
Jeder Befund ist eine Zeile mit der Nummer der Zeile in der Liste; von mehr als
100 Befunden werden die übrigen gezählt. Die letzte Zeile ist „bestanden“ oder
„nicht bestanden: 3 Mängel, 1 Hinweis“; oder „nicht beurteilt: …“, wenn es
keine Mängel gibt, aber zu wenig über die Wahrheit oder über die Anzahl der
Spiele bekannt ist. Ohne --gespielt sagt ein Hinweis, zu wie vielen Spielen je
Paarung die Anteile höchstens passen, wenn das wenige sind. Bei mehreren Listen
steht vor jeder Zeile, um welche es geht, und am Ende, wie viele bestanden haben
und was die anderen sind. Bei --regeln alle steht vor den Befunden, zu welchen
Regeln die Liste am besten passt. Die Regeln selbst erklärt „wuerfelglueck
regeln“.

Eine Liste darf viele Formen haben, auch CSV, JSON und Paarungen. Die
einfachste: je Zeile die Nummer des Würfels in der Würfeldatei, Tabulator,
Anteil in Prozent.",
        exit_codes: &[
            exit(0, "alle bestanden"),
            exit(
                1,
                "eine nicht bestanden, auch weil sie nicht lesbar oder nicht beurteilt ist",
            ),
            exit(
                2,
                "Würfeldatei oder Befehlszeile fehlerhaft, oder eine Liste ist nicht zu öffnen",
            ),
        ],
        examples: &[
            "wuerfelglueck pruefe beispiele/wuerfel0.txt beispiele/wuerfel0.soll",
            "wuerfelglueck pruefe --gespielt 4000 DATEI abgaben/*.liste",
            "wuerfelglueck pruefe --datei A.txt --datei B.txt abgaben/*",
            "./meinprogramm < DATEI | wuerfelglueck pruefe DATEI",
        ],
    },
    Notes {
        subject: "diagnose",
        paragraphs: "\
Ein BEFEHL bekommt zuerst kleine Würfeldateien, deren Ergebnis bei jedem
Regelwerk feststeht, wie viermal denselben Würfel. Jeder solche Versuch hat eine
Zeile: ✓ es ist, wie es sein muss; ✗ kein richtiges Programm gibt das aus, und
dahinter steht, was die Ursache sein kann; – nicht beurteilt, mit dem Grund.
Wenn nirgends ✗ steht, bekommt er fünf eingebaute Würfeldateien, und Regelwerke
werden verglichen. Er bekommt die Datei auf der Standardeingabe, und ihren
Namen, wo {} steht, und gibt seine Bestenliste auf der Standardausgabe aus.

Verglichen wird mit dem, was jedes Regelwerk mit bis zu zwei Abweichungen
ergäbe, und von den besten aus mit mehr. Dann steht da, was am besten passt, wie
viele Spiele je Paarung die Listen danach haben, und ob das Regelwerk von
--regeln passt. Das dauert auf einem langsamen Rechner einige Minuten.
„wuerfelglueck regeln“ erklärt alle Abweichungen.

Mit --abgaben bekommt jede Abgabe ein Urteil: bestanden; andere Regeln, und
welche; fehlerhaft; nicht beurteilt, mit dem Grund. Was hängt oder abstürzt,
kostet nur das eigene Urteil. Wie lange alles höchstens dauert, steht vorher da.",
        exit_codes: &[
            exit(0, "nirgends steht ✗, und das Regelwerk von --regeln passt"),
            exit(
                1,
                "das ist nicht so, oder eine Liste ist nicht lesbar oder nicht in Ordnung",
            ),
            exit(2, "Würfeldatei oder Befehlszeile fehlerhaft"),
            exit(130, "nach Strg-C, mit dem, was bis dahin bekannt ist"),
        ],
        examples: &[
            "wuerfelglueck diagnose DATEI LISTE DATEI LISTE",
            "wuerfelglueck diagnose -- ./meinprogramm",
            "wuerfelglueck diagnose -- python3 meinprogramm.py {}",
            "wuerfelglueck diagnose --abgaben programme/* -- ./starte {abgabe}",
        ],
    },
    Notes {
        subject: "spiel",
        paragraphs: "\
Eine Stellung nennt für Sitz 1, nach einem Schrägstrich für Sitz 2, wie weit
jede Figur vom eigenen Feld A aus gekommen ist: 0 bis 39 auf der Laufbahn, a bis
d im Ziel; - steht für keine Figur. Unter wlr ist 40 das Feld A nach der Runde,
und ! heißt, dass der Spieler festsitzt; bei drei-versuche sind ? und ?? ein und
zwei Versuche, die misslungen sind. Felder, auf denen geschlagen wird, sind von
Sitz 1 aus gezählt. „wuerfelglueck regeln“ erklärt die Nummern der Regeln
und die Zeichen des Bretts.",
        exit_codes: &[
            exit(0, "in Ordnung"),
            exit(
                1,
                "Schreiben gescheitert, oder mit --vergleiche etwas nicht richtig",
            ),
            exit(2, "Würfeldatei oder Befehlszeile fehlerhaft"),
        ],
        examples: &[
            "wuerfelglueck spiel beispiele/wuerfel0.txt",
            "wuerfelglueck spiel --stellung 0+17/- --wuerfe 6,3 --brett DATEI",
            "python3 meins.py | wuerfelglueck spiel --vergleiche - beispiele/wuerfel0.txt",
        ],
    },
    Notes {
        subject: "regeln",
        paragraphs: "",
        exit_codes: &NO_INPUT,
        examples: &[
            "wuerfelglueck regeln offiziell",
            "wuerfelglueck regeln offiziell+start-leer",
            "wuerfelglueck regeln sixjack",
        ],
    },
    Notes {
        subject: "sammle",
        paragraphs: "\
Die Zeilen dürfen in beliebiger Reihenfolge und von beliebig vielen Rechnern
kommen; jede Paarung muss dabei sein. Die Liste ist Byte für Byte die, die ein
einziger Lauf mit denselben Optionen ausgegeben hätte. Beschädigte Zeilen
erkennt sammle an ihrer Prüfsumme, falsche an einer Stichprobe.",
        exit_codes: &[
            exit(0, "in Ordnung"),
            exit(
                1,
                "Lesen oder Schreiben gescheitert, oder mit --streng die Rangfolge nicht ganz \
                 gesichert",
            ),
            exit(
                2,
                "Zeilen oder Befehlszeile fehlerhaft, oder es fehlen Paarungen",
            ),
        ],
        examples: &[
            "wuerfelglueck --spiele 1000 --format paare --teil 1/2 DATEI > eins",
            "wuerfelglueck --spiele 1000 --format paare --teil 2/2 DATEI > zwei",
            "cat eins zwei | wuerfelglueck sammle",
        ],
    },
    Notes {
        subject: "sixjack",
        paragraphs: "\
Eine Strategie hat sechs Einträge: wie viele brauchbare Karten ein Zug gewinnen
soll, der mit 0, 1, … 5 sicheren Karten beginnt. Bei 3,x,x,2,x,1 sind es ohne
sichere Karten drei, mit dreien zwei und mit fünfen eine; x steht, wo das Spiel
nicht hinkommt. Zu zweit kann ein Computer auch „optimal“ spielen, nach der
Tabelle, die --optimal --duell zeigt. Die Regeln des Spiels erklärt
„wuerfelglueck regeln sixjack“.",
        exit_codes: &NO_INPUT,
        examples: &[
            "wuerfelglueck sixjack 3,x,x,2,x,1 2,x,2,x,1,1",
            "wuerfelglueck sixjack --tabelle",
            "wuerfelglueck sixjack --optimal --spieler 4 --gegen 2,x,2,x,1,1",
        ],
    },
    Notes {
        subject: "erzeuge",
        paragraphs: "\
Das Handbuch hat eine Seite über das Ganze und eine zu jedem Befehl. „make
install“ legt alles an seinen Platz; dann zeigt „man wuerfelglueck-pruefe“ die
Seite zu pruefe. Für die laufende bash genügt das Beispiel mit source.",
        exit_codes: &NO_INPUT,
        examples: &[
            "source <(wuerfelglueck erzeuge bash)",
            "wuerfelglueck erzeuge handbuch pruefe | man -l -",
        ],
    },
    Notes {
        subject: "hilfe",
        paragraphs: "",
        exit_codes: &NO_INPUT,
        examples: &["wuerfelglueck hilfe", "wuerfelglueck hilfe pruefe"],
    },
];

/* Ben: auf der Laufbahn zieht die hinterste Figur, nicht die vorderste. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SPIELE = 400, ZIEL = 44 };

typedef struct { int seiten, augen[100]; long siege; } Wuerfel;
/* 1, wo eine Figur steht: 0 bis 39 auf der Laufbahn, 40 bis 43 im Ziel. */
typedef struct { int steht[ZIEL], daheim; } Spieler;

static Wuerfel wuerfel[100];

/* Zieht eine Figur; ihr neues Feld, oder -1, wenn keine ziehen kann. */
static int ziehe(Spieler *spieler, int wurf) {
    int *steht = spieler->steht, von = -1;
    if (wurf == 6 && spieler->daheim && !steht[0]) {
        spieler->daheim--;
        steht[0] = 1;
        return 0;
    }
    for (int feld = 0; feld < ZIEL && von < 0; feld++)
        if (steht[feld] && feld + wurf < ZIEL && !steht[feld + wurf]) von = feld;
    /* Im Ziel zieht die vorderste. */
    for (int feld = 40; von >= 40 && feld < ZIEL; feld++)
        if (steht[feld] && feld + wurf < ZIEL && !steht[feld + wurf]) von = feld;
    if (von < 0) return -1;
    steht[von] = 0;
    steht[von + wurf] = 1;
    return von + wurf;
}

static int sitzt_fest(const Spieler *spieler, const Wuerfel *w) {
    for (int seite = 0; seite < w->seiten; seite++) {
        Spieler danach = *spieler;
        if (ziehe(&danach, w->augen[seite]) >= 0) return 0;
    }
    return 1;
}

/* Spielt ein Spiel, das dieser Sitz beginnt; der Gewinner, oder -1, wenn niemand gewinnt. */
static int spiele(Wuerfel *w[2], int sitz) {
    Spieler spieler[2] = {{{1}, 3}, {{1}, 3}};
    for (;;) {
        Spieler *ich = &spieler[sitz], *gegner = &spieler[1 - sitz];
        int wurf = w[sitz]->augen[rand() % w[sitz]->seiten];
        int feld = ziehe(ich, wurf), fest = feld < 0 && sitzt_fest(ich, w[sitz]);
        if (feld >= 0 && feld < 40 && gegner->steht[(feld + 20) % 40]) {
            gegner->steht[(feld + 20) % 40] = 0;
            gegner->daheim++;
        }
        if (ich->steht[40] && ich->steht[41] && ich->steht[42] && ich->steht[43]) return sitz;
        if (fest && sitzt_fest(gegner, w[1 - sitz])) return -1;
        if (wurf != 6 || fest) sitz = 1 - sitz;
    }
}

static int mehr_siege(const void *a, const void *b) {
    long x = ((const Wuerfel *)a)->siege, y = ((const Wuerfel *)b)->siege;
    return (x < y) - (x > y);
}

int main(void) {
    int n;
    struct timespec jetzt;
    timespec_get(&jetzt, TIME_UTC);
    srand((unsigned)jetzt.tv_nsec);
    if (scanf("%d", &n) != 1 || n > 100) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &wuerfel[i].seiten) != 1 || wuerfel[i].seiten > 100) return 1;
        for (int j = 0; j < wuerfel[i].seiten; j++)
            if (scanf("%d", &wuerfel[i].augen[j]) != 1) return 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int spiel = 0; spiel < SPIELE; spiel++) {
                Wuerfel *w[2] = {&wuerfel[i], &wuerfel[j]};
                int gewinner = spiele(w, spiel % 2);
                if (gewinner >= 0) w[gewinner]->siege++;
            }
    qsort(wuerfel, n, sizeof *wuerfel, mehr_siege);
    puts("Würfel-Bestenliste:");
    for (int i = 0; i < n; i++) {
        printf("%d. %d Seiten -> :", i + 1, wuerfel[i].seiten);
        for (int j = 0; j < wuerfel[i].seiten; j++) printf(" %d", wuerfel[i].augen[j]);
        printf("; %.2f%%\n", 100.0 * wuerfel[i].siege / (SPIELE * (n - 1)));
    }
    return 0;
}

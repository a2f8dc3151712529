# Makes a class of four programs in a new folder, and prints the name of the folder: a right one, one with another
# rule, one that divides by the number of dice, and one that hangs. The script `starte` starts each.
set -e
d=$(mktemp -d)
cd "$d"
mkdir -p abgaben/anna abgaben/ben abgaben/carla abgaben/dora
echo 'exec wuerfelglueck -q --spiele 400' > abgaben/anna/programm.sh
echo 'exec wuerfelglueck -q --spiele 400 --regeln offiziell+ohne-springen' > abgaben/ben/programm.sh
cat > abgaben/carla/programm.sh << 'PROGRAM'
wuerfelglueck -q --spiele 400 |
    awk -F'; ' 'NR == 1 { print; next } { line[++n] = $1; share[n] = $2 }
        END { for (i = 1; i <= n; i++) printf "%s; %.2f%%\n", line[i], share[i] * (n - 1) / n }'
PROGRAM
echo 'exec sleep 1000' > abgaben/dora/programm.sh
printf '#!/bin/sh\nexec sh "$1/programm.sh"\n' > starte
chmod +x starte
echo "$d"

# Makes a class of submissions in a new folder, and prints the name of the folder: right ones in several forms, each
# deviation, bugs, lists that are missing, garbage, and names that look like commands.
set -e
d=$(mktemp -d)
cp beispiele/wuerfel2.txt tests/fixtures/eingaben/paar.txt "$d"
cd "$d"
printf '3\n6 1 2 3 4 5 6\n6 2 3 4 5 6 7\n4 1 4 5 6\n' > drei.txt
n=10
# handed_in NAME RULES [FILTER]: a submission of lists of 400 games per pairing of two files, drei and wuerfel2, under
# rules, each changed by a filter, if there is one. Each submission has a seed of its own, n.
handed_in() {
    n=$((n + 1))
    mkdir -p "abgaben/$1"
    for file in drei wuerfel2; do
        wuerfelglueck -q --spiele 400 --saat "$n" --regeln "$2" $file.txt | sh -c "${3:-cat}" > "abgaben/$1/$file.liste"
    done
}
handed_in 01_richtig offiziell
handed_in 02_klammern offiziell "sed '1d;s/.*: \(.*\); \(.*\)\.\(.*\)/[\1] -> \2,\3/'"
handed_in 03_alle_spiele offiziell "awk -F'; ' 'NR==1{print;next}{n++;l[n]=\$1;p[n]=\$2+0}END{for(i=1;i<=n;i++)printf \"%s; %.2f%%\n\",l[i],p[i]*2/n}'"
handed_in 04_bruchteile offiziell "awk -F'; ' 'NR==1{print;next}{printf \"%s; %.4f\n\",\$1,\$2/100}'"
handed_in 05_wlr wlr
for rules in start-leer raeumen-immer raeumen-mit-6 ohne-raeumen einsetzen-zuletzt hinterste nur-vorderste ohne-zielzug \
    ohne-springen ohne-schlagen ohne-zusatzwurf zusatzwurf-nach-zug drei-versuche hoechste-setzt-ein auswuerfeln \
    erster-beginnt a-sicher einsetzen-schlaegt-nicht festsitzen-verliert; do
    handed_in "abw_$rules" "offiziell+$rules"
done
handed_in '::add-mask::bestanden' offiziell
handed_in '##[error]x' offiziell "sed '1!G;h;\$!d'"
handed_in '<b>&amp;*_`|' offiziell "awk -F'; ' 'NR==1{print;next}{printf \"%s; %.2f%%\n\",\$1,\$2*0.8}'"
handed_in 'zwei
zeilen' offiziell
rm 'abgaben/zwei
zeilen/wuerfel2.liste'
# The last, so that the seeds above stay the same.
handed_in abw_schlagen-am-zugende offiziell+schlagen-am-zugende
mkdir abgaben/fehlen_alle abgaben/muell
echo 'Hallo' > abgaben/fehlen_alle/LIESMICH
head -c 3000 /dev/zero > abgaben/muell/drei.liste
echo 'Traceback (most recent call last):' > abgaben/muell/wuerfel2.liste
echo "$d"

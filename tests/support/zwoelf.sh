# Makes the submissions of a class of twelve to the contest's four dice files in a new folder, and prints the name of the
# folder: right ones in two forms, several kinds of faults, lists of few games, a list that is no list, lists that are
# missing, and nothing at all.
set -e
d=$(mktemp -d)
cp beispiele/wuerfel[0-3].txt "$d"
cd "$d"
mkdir -p richtig abgaben/8a
# play RULES SEED FOLDER: lists of 400 games of all files, into a folder.
play() {
    for n in 0 1 2 3; do
        wuerfelglueck -q --spiele 400 --saat "$2" --regeln "$1" wuerfel$n.txt > "$3/wuerfel$n.liste"
    done
}
play offiziell 11 richtig
# handed_in NAME [FILE FILTER]...: the right lists, some of them changed by a filter.
handed_in() {
    folder=abgaben/8a/$1
    cp -r richtig "$folder"
    shift
    while [ $# -gt 0 ]; do
        sh -c "$2" < "richtig/wuerfel$1.liste" > "$folder/wuerfel$1.liste"
        shift 2
    done
}
# scaled FRACTION: a filter that multiplies all shares.
scaled() {
    printf '%s' "awk -F'; ' 'NR==1{print;next}{printf \"%s; %.2f%%\n\",\$1,\$2*$1}'"
}
handed_in anna
handed_in bela 0 "sed '1d;s/.*: \(.*\); \(.*\)\.\(.*\)/[\1] -> \2,\3/'" 3 "sed 's/%//'"
# A share that is wrong by a few points.
handed_in carla 0 "sed '3s/; .*/; 57.03%/'"
# Other rules.
mkdir abgaben/8a/deniz
play offiziell+ohne-zielzug 12 abgaben/8a/deniz
# The shares are divided by the number of dice.
handed_in emil 0 "$(scaled 5/6)" 1 "$(scaled 5/6)" 2 "$(scaled 4/5)" 3 "$(scaled 5/6)"
# Upside down, and with rank 1 in each line.
handed_in fatma 1 "sed '1!G;h;\$!d'" 2 "sed '2,\$s/^[0-9]*/1/'"
# A die that is missing, and one that stands there twice.
handed_in greta 1 "sed 4d" 3 "sed 3p"
# The best die has the share of the second, which has half a point less; and a die that is none of the file.
handed_in hugo 3 "awk -F'; ' 'NR==2{a=\$1;next}NR==3{print a\"; \"\$2;print \$1\"; \"\$2-0.5\"%\";next}{print}'" 2 "sed '3s/1/7/g'"
# No list.
handed_in ida 2 "echo 'Traceback (most recent call last):'"
# Lists that are missing.
handed_in jan
rm abgaben/8a/jan/wuerfel[13].liste
mkdir abgaben/8a/kim
# Shares of very few games.
mkdir abgaben/8a/lena
for n in 0 1 2 3; do
    wuerfelglueck -q --spiele 20 --saat 13 wuerfel$n.txt > abgaben/8a/lena/wuerfel$n.liste
done
rm -r richtig
echo "$d"

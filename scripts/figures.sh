#!/bin/sh
# The drawings of the README, in docs/figures; `ctest -R site/figures` makes them again and compares.
#   figures.sh COHGEN DIR
set -eu
cohgen=${1:?usage: figures.sh COHGEN DIR} to=${2:?usage: figures.sh COHGEN DIR}
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$to"

# ---- flow.svg: what is made of a table ----

# box X Y WIDTH CLASS NAME WHAT
box() {
    printf '<rect x="%s" y="%s" width="%s" height="46" rx="6" class="%s"/>\n' "$1" "$2" "$3" "$4"
    printf '<text x="%s" y="%s" class="name">%s</text>\n' $(($1 + $3 / 2)) $(($2 + 20)) "$5"
    printf '<text x="%s" y="%s" class="what">%s</text>\n' $(($1 + $3 / 2)) $(($2 + 36)) "$6"
}
# to X1 Y1 X2 Y2
to() { printf '<line x1="%s" y1="%s" x2="%s" y2="%s" class="to" marker-end="url(#head)"/>\n' "$@"; }
head_of() {   # WIDTH HEIGHT LABEL
    cat <<END
<svg xmlns="http://www.w3.org/2000/svg" width="$1" height="$2" viewBox="0 0 $1 $2" role="img" aria-label="$3">
<style>
text{font:12px 'DejaVu Sans Mono',ui-monospace,Menlo,Consolas,monospace;fill:#1f2328}
.name{font-weight:bold;text-anchor:middle}.what{text-anchor:middle;fill:#59636e;font-size:11px}.end{text-anchor:end}
.in{fill:#dbeafe;stroke:#1d4ed8;stroke-width:1.5}.out{fill:#f3f4f6;stroke:#6b7280}.tool{fill:#fff7e6;stroke:#b45309}
.to{stroke:#374151;stroke-width:1.4}.grid{stroke:#e5e7eb}.axis{stroke:#6b7280}
.a{fill:none;stroke:#1d4ed8;stroke-width:2}.b{fill:none;stroke:#b45309;stroke-width:2}.ta{fill:#1d4ed8}.tb{fill:#b45309}
</style>
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
  <path d="M0 0L10 5L0 10z" fill="#374151"/>
</marker></defs>
<rect width="$1" height="$2" fill="#fff"/>
END
}
{
    head_of 860 330 'from a table to Verilog, a proof, a simulation'
    box 20 140 170 in 'protocol.xml' 'states x events'
    to 190 163 238 163
    box 240 140 170 tool 'cohgen check' 'coverage, deadlocks'
    for y in 33 98 163 228 293; do to 410 163 458 "$y"; done
    box 460 10 170 tool 'cohgen doc' 'pages, drawings'
    box 460 75 170 tool 'cohgen emit' 'Verilog, test bench'
    box 460 140 170 tool 'cohgen verify' 'all states'
    box 460 205 170 tool 'cohgen step' 'SMT-LIB'
    box 460 270 170 tool 'cohgen table' 'tables, bits'
    to 630 98 678 50
    to 630 98 678 115
    to 630 163 678 180
    to 630 228 678 245
    box 680 27 165 out 'synthesis' 'Yosys, FPGA, ASIC'
    box 680 92 165 out 'simulation' 'kernels, checkers'
    box 680 157 165 out 'counterexample' 'chart, replay in RTL'
    box 680 222 165 out 'proof' 'step = table, by z3'
    to 762 157 762 140
    echo '</svg>'
} >"$to/flow.svg"

# ---- states.svg: the L1 of RCC ----
"$cohgen" table "$top/specs/rcc/rcc.xml" --controller L1 --format svg >"$to/states.svg"

# ---- stale.svg: a load that reads an old value, in the tables as published ----
"$cohgen" chart "$top/docs/figures/stale.schedule" --spec "$top/specs/rcc/published.xml" -o "$to/stale.svg"

# ---- lines.svg: what logical times cost, by the size of a line ----
share() {   # STRUCTURE PARTS LINE_BYTES: percent of its bits that these parts take
    "$cohgen" stats "$top/specs/rcc/rcc.xml" --set LINE_BYTES="$3" --set BEAT_BYTES=4 | awk -v want="$1" -v parts="$2" '
        $1 == "controller" { ctl = $2; sub(/:/, "", ctl) }
        $1 == "store" || $1 == "waiters" || $1 == "register" { at = ctl " " $2 }
        at == want && index(" " parts " ", " " $1 " ") { n += $2 }
        at == want && $1 == "entry" { printf "%.2f\n", 100 * n / $2 }'
}
# height PERCENT: where it lies in the picture. point X Y COLOUR CACHE BYTES PERCENT: a dot, and what it says.
height() { awk -v p="$1" 'BEGIN { printf "%.1f", 280 - 4 * p }'; }
point() {
    printf '<circle cx="%s" cy="%s" r="3.5" fill="%s"><title>%s, %s bytes: %s %%</title></circle>\n' "$@"
}
{
    head_of 640 330 'share of timestamps in a cache entry of RCC'
    printf '<text x="20" y="22" class="name" style="text-anchor:start">%s</text>\n' \
        'Share of logical times in a line of RCC (TS_BITS=32)'
    for percent in 0 20 40 60; do
        y=$((280 - percent * 4))
        printf '<line x1="60" y1="%s" x2="600" y2="%s" class="grid"/>\n<text x="52" y="%s" class="end">%s %%</text>\n' \
            "$y" "$y" $((y + 4)) "$percent"
    done
    x=80
    a='' b=''
    for bytes in 4 8 16 32 64 128; do
        l1=$(share 'L1 line' exp "$bytes") l2=$(share 'L2 line' 'exp ver lease' "$bytes")
        ya=$(height "$l1") yb=$(height "$l2")
        a="$a $x,$ya" b="$b $x,$yb"
        point "$x" "$ya" '#1d4ed8' L1 "$bytes" "$l1"
        point "$x" "$yb" '#b45309' L2 "$bytes" "$l2"
        printf '<text x="%s" y="300" class="what">%s</text>\n' "$x" "$bytes"
        x=$((x + 96))
    done
    printf '<polyline points="%s" class="a"/>\n<polyline points="%s" class="b"/>\n' "${a# }" "${b# }"
    echo '<line x1="60" y1="280" x2="600" y2="280" class="axis"/>'
    echo '<text x="330" y="320" class="what">bytes of a line</text>'
    echo '<text x="470" y="70" class="tb">L2: exp, ver, lease</text><text x="470" y="88" class="ta">L1: exp</text>'
    echo '</svg>'
} >"$to/lines.svg"

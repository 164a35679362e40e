#!/bin/sh
# The pages in a browser without a screen: layout, what scripts do, no error. Needs Debian's chromium; without it
# nothing is tested, and a line says so (exit status 77).
#   browser.sh COHGEN [PNG-FOLDER]      PNG-FOLDER: pictures of the main pages are left there
set -u
export LC_ALL=C.UTF-8
cohgen=${1:?usage: browser.sh COHGEN [PNG-FOLDER]} pictures=${2:-}
command -v chromium >/dev/null || { echo "skipped: chromium is not installed"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failed=0
bad() { echo "FAIL: $1"; failed=1; }

# browse OPTION...: the browser, with all of its own files in the scratch folder
browse() {
    HOME=$scratch XDG_CONFIG_HOME=$scratch XDG_CACHE_HOME=$scratch timeout 120 chromium --headless=new --no-sandbox \
        --disable-gpu --disable-dev-shm-usage --no-first-run --user-data-dir="$scratch/profile" --enable-logging=stderr \
        --window-size=1300,900 --virtual-time-budget=3000 "$@"
}

# look PAGE SCRIPT [#HASH]: a copy of the page with a script at its end, which leaves what it finds in the title:
# nothing if all is well
look() {
    page=$1 hash=${3:-}
    copy=${page%.html}_look.html
    { cat "$page"; printf '<script>\n%s\n%s\n</script>\n' "$common" "$2"; } >"$copy"
    browse --dump-dom "file://$copy$hash" >"$scratch/dom" 2>"$scratch/log" || bad "$page: the browser has failed"
    grep -E 'CONSOLE.*(Uncaught|Error|Failed)' "$scratch/log" && bad "$page: errors of a script, or something was not found"
    title=$(sed -n 's:.*<title>\([^<]*\)</title>.*:\1:p' "$scratch/dom" | head -n 1)
    [ "$title" = "looked at: nothing wrong" ] || bad "$page: $title"
    rm -f "$copy"
}
common='
const wrong = [];
const must = (is, what) => { if (!is) wrong.push(what); };
const size = e => e.getBoundingClientRect();
must(document.documentElement.scrollWidth <= window.innerWidth, "the page is wider than the window");
must(size(document.querySelector("h1")).height > 20, "no heading");
for (const f of document.querySelectorAll(".figure svg")) must(size(f).width > 200 && size(f).height > 80, "a drawing without size");
for (const t of document.querySelectorAll(".figure svg text"))
  must(t.getBBox().x >= -1 && t.getBBox().x + t.getBBox().width <= t.ownerSVGElement.viewBox.baseVal.width + 2,
    "text leaves the drawing: " + t.textContent);
const finish = () => { document.title = "looked at: " + (wrong.length ? wrong.join("; ") : "nothing wrong"); };
'
site='
const nav = [...document.querySelectorAll("nav a")];
must(nav.length >= 5 && nav.every(a => size(a).width > 10 && size(a).top < 80), "navigation");
must(getComputedStyle(document.querySelector("nav")).backgroundColor !== "rgba(0, 0, 0, 0)", "the style sheet is not there");
'
table='
const cells = [...document.querySelectorAll("tbody td[id]")];
must(cells.length > 10, "cells");
must(cells.some(c => c.querySelector("a.row") && c.querySelector("a.row").title.includes("row ")), "text under the pointer");
const first = document.querySelector("thead th"), wide = document.querySelector(".wide.tall");
wide.scrollTop = 1000; wide.scrollLeft = 1000;
must(size(first).top >= size(wide).top - 1 && size(first).top < size(wide).top + 60, "the heading stays in sight");
const link = document.querySelector("a.row");
location.hash = link.getAttribute("href");
must(document.querySelector(":target") && document.querySelector(":target").tagName === "TR", "a row leads to its place in the list");
'
explorer='
const fires = () => document.querySelectorAll("td.fires").length;
must(document.body.dataset.step === "2", "the step of the address: " + document.body.dataset.step);
must(fires() === 1, "one cell fires");
must(document.querySelectorAll(".table-of:not([hidden])").length === 1, "one table is shown");
must(document.querySelectorAll("#held tbody tr").length >= 2, "what is held");
document.getElementById("forth").click();
must(document.body.dataset.step === "3", "forth");
must(document.querySelector(".step.on").id === "step3", "the mark in the chart");
document.getElementById("back").click();
document.getElementById("back").click();
must(document.body.dataset.step === "1", "back");
document.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
must(document.body.dataset.step === "0", "Home");
document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
must(document.body.dataset.step === "0", "not before the first");
document.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
must(Number(document.body.dataset.step) === run.steps.length - 1, "End");
document.getElementById("slider").value = "1";
document.getElementById("slider").dispatchEvent(new Event("input"));
must(document.body.dataset.step === "1", "the slider");
document.getElementById("step2").dispatchEvent(new MouseEvent("click"));
must(document.body.dataset.step === "2", "a click on a step");
for (let i = 0; i < run.steps.length; i++) { show(i); must(fires() === 1, "the cell of step " + i); }
must(size(document.getElementById("chart")).right <= size(document.querySelector(".side")).left + 1, "chart and state side by side");
'

for name in rcc getm; do
    "$cohgen" doc "$top/specs/$name/$name.xml" -o "$scratch/$name" || bad "doc $name"
    for page in index messages parameters files source0; do look "$scratch/$name/$page.html" "$site finish();"; done
    for page in "$scratch/$name"/controller*.html; do look "$page" "$site $table finish();"; done
done
look "$scratch/rcc/verilog_rcc_l1_step_v.html" "$site finish();"
"$cohgen" table "$top/specs/mesi/mesi.xml" --format html >"$scratch/mesi.html" || bad "table"
look "$scratch/mesi.html" "$table finish();"
"$cohgen" verify "$top/specs/rcc/published.xml" --warps 1 --lines 2 --set LEASE=1 --stamp-max 4 --allow deadlock \
    --allow livelock --allow conservation --chart "$scratch/run.html" >"$scratch/out"
look "$scratch/run.html" "$explorer finish();" '#2'

# photograph NAME PAGE: a picture, for who looks at it
photograph() {
    browse --window-size=1500,1100 --screenshot="$pictures/$1.png" "file://$2" >"$scratch/out" 2>&1 || bad "picture $1"
}
if [ "$pictures" ]; then
    mkdir -p "$pictures"
    photograph rcc "$scratch/rcc/index.html"
    photograph rcc_l1 "$scratch/rcc/controller0_l1.html"
    photograph getm "$scratch/getm/index.html"
    photograph getm_vu "$scratch/getm/controller1_vu.html"
    photograph messages "$scratch/getm/messages.html"
    photograph run "$scratch/run.html#8"
fi
[ $failed = 0 ] && echo PASSED
exit $failed

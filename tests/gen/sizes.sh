#!/bin/sh
# Sizes given on the command line, and text that does not grow with the nesting of expressions.
#   COHGEN=path/to/cohgen tests/gen/sizes.sh
set -eu
cohgen=${COHGEN:?set COHGEN to the program under test}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
bad=0
fail() { echo "FAIL $1"; bad=$((bad + 1)); }

# refused TEXT SET...: `check` ends with 1, and says TEXT at its place.
refused() {
    text=$1 status=0
    shift
    "$cohgen" check spec.xml "$@" >log 2>&1 || status=$?
    [ $status = 1 ] && grep -qF -e "$text" log && grep -q '^ *| *^' log \
        || { fail "$*: exit $status, expected 1 and '$text'"; cat log; }
}

cat >spec.xml <<'XML'
<protocol name="p">
  <param name="N" default="4" min="0" max="100"/>
  <param name="TWICE" default="N * 30000000" min="0" max="2147483647"/>
  <param name="M" default="2" min="0" max="8"/>
  <rule test="N ne 7 or 12 / M gt 1" why="twelfths"/>
  <rule test="N lt 100 and M lt 8" why="the ends"/>
  <type name="rest" bits="12 - 12 / (N - 90 ge 0 ? 91 - N : 90)"/>
  <type name="small" bits="6"/>
  <controller name="C">
    <register name="r" type="small" reset="M * N"/> <register name="q" type="rest"/>
    <port name="core" kind="core"><event name="load"/><reply name="done"/></port>
    <state name="S" initial="yes"/>
    <in state="S"><on event="load"><set name="r" value="r bitxor 1"/><set name="q" value="q bitxor 1"/><reply name="done"/></on></in>
  </controller>
  <system name="p"><place controller="C" count="1"/></system>
</protocol>
XML
"$cohgen" check spec.xml >log 2>&1 || { fail "the defaults"; cat log; }
"$cohgen" check spec.xml --set N=8 >log 2>&1 || { fail "N=8"; cat log; }
refused 'spec.xml:3:32: error: 72 * 30000000 does not fit in 32 bits with sign' --set N=72
refused 'spec.xml:5:25: error: 12 / 0 divides by 0' --set N=7 --set M=0
refused 'spec.xml:7:32: error: 12 / 0 divides by 0' --set N=91 --set TWICE=1
refused "spec.xml:7:3: error: type 'rest' has 0 bits" --set N=90 --set TWICE=1
refused "spec.xml:10:44: error: this is 68 with the parameters of this design, which does not fit 'small' of 6 bits" \
    --set N=34 --set M=2
for value in 010 0xA 0Xa; do
    "$cohgen" params spec.xml --set "N=$value" >log 2>&1 && "$cohgen" params spec.xml --set N=10 >ten 2>&1 &&
        cmp -s log ten || { fail "--set N=$value is not 10"; cat log; }
done
for value in 2147483648 99999999999999999999 4294967298 -2147483649 0x100000000 1e3 '' 2.0 ' 8' '8 ' +8 0x 8L; do
    status=0
    "$cohgen" check spec.xml --set "N=$value" >log 2>&1 || status=$?
    [ $status != 0 ] && grep -q 'expected PARAM=INTEGER' log || { fail "--set N=$value: exit $status"; cat log; }
done

# nested DEPTH: bytes of the emitted text, where the size of a type is that many choices in each other.
nested() {
    size=$(awk -v n="$1" 'BEGIN { s = "N";
        for (i = 0; i < n; i++) s = (i % 2 ? "max" : "min") "(" s " + 1, " i + 3 ")"; print s }')
    cat >nested.xml <<XML
<protocol name="p">
  <param name="N" default="4" min="1" max="20"/>
  <type name="deep" bits="$size"/> <type name="addr" bits="16" key="yes"/>
  <controller name="C" key="addr">
    <register name="r" type="deep" reset="$size"/>
    <port name="core" kind="core"><event name="load"/><reply name="done"><field name="r" type="deep"/></reply></port>
    <state name="S" at="none" initial="yes"/>
    <in state="S"><on event="load"><set name="r" value="r bitxor 1"/><reply name="done" r="r"/></on></in>
  </controller>
  <system name="p"><place controller="C" count="1"/></system>
</protocol>
XML
    timeout 20 "$cohgen" emit nested.xml -o "out$1" >log 2>&1 || { fail "$1 nested choices" >&2; cat log >&2; }
    cat "out$1"/rtl/p*.v | wc -c
}
few=$(nested 10) many=$(nested 40)
[ "$many" -lt $((few * 4)) ] || fail "40 nested choices are $many bytes, 10 are $few"
echo "nested choices: 10 are $few bytes of Verilog, 40 are $many"
[ $bad = 0 ]

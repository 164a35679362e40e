#!/bin/sh
# What `cohgen emit` writes for others' flows: IP-XACT, and a core that FuseSoC takes (where it is installed) and has
# linted by Verilator.
#   package.sh COHGEN IPXACT SPEC...
set -eu
cohgen=$1 ipxact=$2
shift 2
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
venv=$("$top/scripts/fpga_tools.sh" --have 2>/dev/null) || venv=
bad=0
for spec; do
    "$cohgen" emit "$top/specs/$spec" -o "$scratch/out" >/dev/null
    name=$(basename "$scratch"/out/*.core .core)
    "$ipxact" "$scratch/out/$name.xml" "$scratch/out/$name.f" || { echo "FAIL $name: IP-XACT"; bad=1; }
    sed -n 's/^      - \(rtl.*\)/\1/p' "$scratch/out/$name.core" | cmp - "$scratch/out/$name.f" ||
        { echo "FAIL $name: files of the core"; bad=1; }
    if [ -x "$venv/bin/fusesoc" ]; then
        (cd "$scratch/out" && "$venv/bin/fusesoc" --cores-root . run --target lint "cohgen:protocols:$name") \
            >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log"; echo "FAIL $name: FuseSoC"; bad=1; }
    else
        echo "$name: FuseSoC skipped, it is not installed (scripts/fpga_tools.sh)"
    fi
    rm -rf "$scratch/out"
done
exit $bad

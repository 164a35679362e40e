#!/bin/sh
# The Debian package: what it depends on is enough. A root is made of the files of these packages alone, and of those
# that they depend on, with an entry for each in its list of packages; there dpkg installs ours, and the program runs by
# chroot. Nothing is loaded from a network. Exit status 77: skipped.
#   debian.sh TOP BUILD
set -u
build=${2:?usage: debian.sh TOP BUILD}
skip() { echo "skipped: $1"; exit 77; }
for p in cpack dpkg dpkg-deb dpkg-query; do command -v $p >/dev/null || skip "no $p"; done
[ "$(id -u)" = 0 ] || skip "chroot needs root"
[ -f /var/lib/dpkg/status ] || skip "this is not a Debian system"
dir=$(mktemp -d) || exit 3
trap 'rm -rf "$dir"' EXIT
log=$dir/log bad=0
complain() { echo "FAIL $1"; tail -n 12 "$log"; bad=1; }
# asks STATUS TEXT WHAT COMMAND...: ends with this status and says this
asks() {
    expected=$1 text=$2 what=$3 status=0
    shift 3
    "$@" >"$log" 2>&1 || status=$?
    [ $status = "$expected" ] && { [ -z "$text" ] || grep -qF -e "$text" "$log"; } ||
        complain "$what: exit status $status, expected $expected and '$text'"
}
asks 0 '' cpack cpack -B "$dir" --config "$build/CPackConfig.cmake"
deb=$(echo "$dir"/cohgen_*.deb)
[ -f "$deb" ] || { echo "FAIL: there is no package"; exit 1; }

# names FIELD: the first names of each alternative, without versions and architectures
names() { tr ',' '\n' | sed 's/|.*//; s/(.*//; s/:[a-z0-9]*//; s/ //g' | grep . ; }
closure='' todo=$(dpkg-deb -f "$deb" Depends | names)
while [ -n "$todo" ]; do
    next=
    for p in $todo; do
        case " $closure " in *" $p "*) continue ;; esac
        dpkg-query -W "$p" >/dev/null 2>&1 || continue # given by another one, or the first of several ways
        closure="$closure $p"
        next="$next $(dpkg-query -W -f '${Pre-Depends}, ${Depends}\n' "$p" | names)"
    done
    todo=$(echo $next)
done
case $closure in *libxml2*) ;; *) echo "FAIL: it does not depend on libxml2:$closure"; bad=1 ;; esac
echo "root of the packages$closure"

root=$dir/root
mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64" "$root/usr/sbin" "$root/var/lib/dpkg/info" \
    "$root/var/lib/dpkg/updates" "$root/tmp"
for folder in bin lib lib64 sbin; do ln -s usr/$folder "$root/$folder"; done
: >"$root/var/lib/dpkg/status"
: >"$root/var/lib/dpkg/available"
asks 1 'depends on libc6' "dpkg in an empty root" dpkg --root="$root" --install "$deb"
rm -rf "$root/var/lib/dpkg/info"/* "$root/usr/bin/cohgen"
: >"$root/var/lib/dpkg/status"
for p in $closure; do
    dpkg-query -L "$p" | while read -r file; do [ -d "$file" ] || [ ! -e "$file" ] || echo "$file"; done
    dpkg-query -s "$p" >>"$root/var/lib/dpkg/status"
    echo >>"$root/var/lib/dpkg/status"
done | sort -u >"$dir/files"
tar -C / -cf - -T "$dir/files" 2>/dev/null | tar -C "$root" -xf - --keep-directory-symlink
[ ! -e "$root/usr/bin/gcc" ] && [ ! -e "$root/usr/bin/verilator" ] || complain "the root is not bare"
asks 0 '' "dpkg" dpkg --root="$root" --install "$deb"
in_root() { chroot "$root" "$@"; }
asks 0 "cohgen " "the program in the root" in_root /usr/bin/cohgen --version
asks 0 "no errors" "check in the root" in_root /usr/bin/cohgen check /usr/share/cohgen/specs/rcc/rcc.xml
asks 0 '' "emit in the root" in_root /usr/bin/cohgen emit /usr/share/cohgen/specs/rcc/rcc.xml -o /tmp/rcc
[ -s "$root/tmp/rcc/rtl/rcc.v" ] || complain "no Verilog"
"$build/cohgen" emit "$root/usr/share/cohgen/specs/rcc/rcc.xml" -o "$dir/rcc" >/dev/null &&
    diff -r "$dir/rcc" "$root/tmp/rcc" >"$log" || complain "another Verilog than that of the build"
asks 0 '' "verify in the root" in_root /usr/bin/cohgen verify /usr/share/cohgen/specs/mesi/mesi.xml --ops 1 --cores 2
[ -z "$(dpkg-deb -c "$deb" | awk '$2 != "root/root" || $6 !~ "^./usr/"')" ] || complain "files of others, or elsewhere"
du -sk "$root/usr/share/cohgen" "$deb" | awk '{ print $1 " KB " $2 }' | sed "s|$dir/||"
asks 0 '' "dpkg --remove" dpkg --root="$root" --remove cohgen
[ ! -e "$root/usr/share/cohgen" ] && [ ! -e "$root/usr/bin/cohgen" ] || complain "it leaves something behind"
[ $bad = 0 ] && echo ok
exit $bad

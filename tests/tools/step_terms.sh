#!/bin/sh
# step_terms.sh STEP_TERMS: what becomes of terms and of what Yosys writes, and of an answer.
set -u
program=${1:?usage: step_terms.sh STEP_TERMS}
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
failed=0
cd "$tmp" || exit 3
cat >terms <<'END'
(declare-const a_i (_ BitVec 4))
(declare-const b_i (_ BitVec 1))
(declare-const act_o (_ BitVec 2))
(declare-const x_o (_ BitVec 4))
(declare-const y_o (_ BitVec 1))
(assert (= x_o (bvadd a_i #x1)))
(assert (= act_o #b01))
END
cat >yosys <<'END'
; SMT-LIBv2
(define-sort |m_s| () (_ BitVec 9))
(define-fun |m_is| ((state |m_s|)) Bool ((_ extract 0 0) state))
(define-fun |m#0| ((state |m_s|)) (_ BitVec 4) ((_ extract 4 1) state)) ; \a_i
(define-fun |m_n a_i| ((state |m_s|)) (_ BitVec 4) (|m#0| state))
(define-fun |m_n b_i| ((state |m_s|)) Bool (= ((_ extract 5 5) state) #b1))
(define-fun |m_n act_o| ((state |m_s|)) (_ BitVec 2) #b01)
(define-fun |m_n x_o| ((state |m_s|)) (_ BitVec 4) (bvadd (|m_n a_i| state) #x1))
(define-fun |m_n y_o| ((state |m_s|)) Bool (not (|m_n b_i| state)))
END
"$program" m terms yosys cover difference || { echo "FAIL: exit status $?"; failed=1; }
# has FILE LINE
has() { grep -qxF -- "$2" "$1" || { echo "FAIL: no line '$2' in $1"; failed=1; }; }
for file in cover difference; do
    has $file '(declare-const state (_ BitVec 9))'
    has $file '(declare-const |m#0| (_ BitVec 4))'
    has $file '(assert (= |m#0| ((_ extract 4 1) state)))'
    has $file '(assert (= |m_n x_o| (bvadd |m_n a_i| #x1)))'
    has $file '(assert (= a_i |m_n a_i|))'
    has $file '(assert (= (= b_i #b1) |m_n b_i|))'
done
has cover '(assert (= act_o #b01))'
has difference '(distinct x_o |m_n x_o|)'
has difference '(distinct (= y_o #b1) |m_n y_o|)'
has difference 'y_o |m_n y_o|'
if command -v z3 >/dev/null; then
    [ "$(z3 cover)" = sat ] || { echo "FAIL: the cover"; failed=1; }
    z3 difference >answer # y_o of the terms is anything
    "$program" --show answer >shown
    grep -q '^  differs: y_o is #b[01] in Verilog, #b[01] by the table$' shown && ! grep -q 'x_o\|odd' shown &&
        grep -q '^  a_i = #x' shown || { echo "FAIL: what differs"; cat answer shown; failed=1; }
    sed 's/^(define-fun |m_n y_o|.*/(define-fun |m_n y_o| ((state |m_s|)) Bool true)/' yosys >same
    { cat terms; echo '(assert (= y_o #b1))'; } >terms_same
    "$program" m terms_same same cover difference && [ "$(z3 difference | head -n 1)" = unsat ] ||
        { echo "FAIL: a difference where there is none"; failed=1; }
fi
# refused STATUS ARGUMENT...
refused() {
    expected=$1 status=0
    shift
    "$program" "$@" >out 2>&1 || status=$?
    [ $status = "$expected" ] || { echo "FAIL $*: exit status $status, expected $expected"; failed=1; }
}
sed 's/Bool (not/Int (not/' yosys >odd
refused 1 m terms odd cover difference
refused 1 other terms yosys cover difference
refused 2 m terms yosys
refused 3 m none yosys cover difference
refused 3 m terms yosys none/cover difference
[ $failed = 0 ] && echo ok
exit $failed

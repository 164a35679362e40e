# A specification whose one row sets registers to random expressions: right by its types, so `check` must take it.
#   awk -v seed=N -v rows=N -f expressions.awk
# Truth values, times and numbers of three types (wrapping, signed, one bit), params, and every operator that can stand where
# a truth value or a number is wanted.
function pick(n) { return int(rand() * n) }
function one(list, at, n) { n = split(list, at, " "); return at[1 + pick(n)] }
# A constant, of 32 bits and small: a number as a truth value is whether it is not 0.
function number(d) {
    if (d <= 0) return one("P Q 1 3")
    return one("P Q") " " one("+ shl bitor bitand bitxor") " " one("P 1 2")
}
function type() { return one("t s o") }
function any_number(d) { return value(type(), d) }
function value(t, d, k) {
    k = d <= 0 ? pick(3) : pick(15)
    if (k == 0) return t "1"
    if (k == 1) return t "2"
    if (k == 2) return t == "o" ? one("0 1") : t == "s" ? one("0 1 3 P") : one("0 1 5 7 P")
    if (k == 3) return "(" value(t, d - 1) " " one("+ - bitand bitor bitxor without") " " value(t, d - 1) ")"
    if (k == 4) return "(" truth(d - 1) " ? " value(t, d - 1) " : " value(t, d - 1) ")"
    if (k == 5) return t "(" any_typed(d - 1) ")"
    if (k == 6) return t "(" truth_typed(d - 1) ")"
    if (k == 7) return "(" t "1 " one("shl shr") " " one("t1 o1 1 2 P") ")"
    if (k == 8) return t "(" (t == "o" ? "onehot(t1)" : one("popcount onehot first") "(" one("t1 t2 s1 o1 b1") ")") ")"
    if (k == 9) return t "(1 shl " one("t1 o2") ")"
    if (k == 10 && t != "s") return one("max min") "(" value(t, d - 1) ", " value(t, d - 1) ")"
    if (k == 11) return "(" number(1) " ? " t "1 : " value(t, d - 1) ")"
    if (k == 12) return "(-" t "2)"
    if (k == 13) return "(" t "2 + (" number(1) " ? 1 : 0))"
    return "(" truth(d - 1) " ? " t "2 : " value(t, d - 1) ")"
}
function any_typed(d) { return d <= 0 ? one("t1 t2 s1 s2 o1 o2") : one("t1 s2 o1 (t1+t2) (s1-s2) (t1_shl_t2)") }
function truth_typed(d) {
    return d <= 0 ? one("b1 b2") : one("b1 b2 (b1_and_b2) (b1_bitxor_b2) any(t1) (b1_without_b2)")
}
function truth(d, k, t) {
    k = d <= 0 ? pick(3) : pick(18)
    t = type()
    if (k == 0) return "b1"
    if (k == 1) return "b2"
    if (k == 2) return one("0 1 true false P")
    if (k <= 4) return "(" truth(d - 1) " " one("and or implies bitand bitor bitxor without") " " truth_typed(d - 1) ")"
    if (k == 5) return "not " truth(d - 1)
    if (k == 6) return "(" t "1 " one("eq ne lt le gt ge") " " value(t, d - 1) ")"
    if (k == 16) return "((" t "1 shl " one("t1 o1 1") ") " one("eq ne lt le gt ge") " " value(t, d - 1) ")"
    if (k == 7) return one("any all") "(" one("t1 t2 s1 o1 b1") ")"
    if (k == 8) return "bit(" one("t1 t2 s1 b2") ", " one("o1 t2 1 b1") ")"
    if (k == 9) return "bool(" any_typed(d - 1) ")"
    if (k == 10) return "(" truth(d - 1) " ? " truth_typed(d - 1) " : " one("0 1 P b2") ")"
    if (k == 11) return "(" number(1) " and " truth_typed(d - 1) ")"
    if (k == 12) return "(" number(1) " ? " truth_typed(d - 1) " : " truth_typed(d - 1) ")"
    if (k == 13) return "not " one("P Q (P+1) (P_and_Q)")
    if (k == 14) return one("before after") "(" one("t1 t2") ", " one("t2 t1") ")"
    if (k == 15) return "(" one("popcount first") "(" one("t1 o1") ") " one("eq ne gt") " " one("1 2 P") ")"
    return "(t(1 shl t1) ne 0 and P)"
}
# Times: sums that end at the greatest value, the greatest and the least of several, within a bound.
function term(k) {
    k = pick(6)
    if (k == 0) return "(" one("u1 u2 u3") " + " one("u1 u2 u3 u(o1)") ")"
    if (k == 1) return "(" one("u1 u2") " + " one("1 P 2") ")"
    if (k == 2) return "(1 + " one("u1 u3") ")"
    if (k == 3) return "(u2 + u(o1))"
    return one("u1 u2 u3")
}
function extreme(op, k, text) {
    text = term()
    for (k = pick(4); k >= 0; k--) text = text ", " term()
    return op "(" text ")"
}
function time(k) {
    k = pick(5)
    if (k == 0) return "min(" extreme("max") ", " (pick(2) ? "pow2(W) - 2" : one("P pow2(W)-1 3")) ")"
    if (k == 1) return "max(" one("P 1 0 3") ", " extreme("min") ")"
    if (k == 2) return "max(" term() ", " extreme("min") ")"
    return extreme(one("max min"))
}
function time_truth() { return "(" term() " " one("lt le gt ge") " " time() ")" }
BEGIN {
    srand(seed)
    print "<protocol name=\"expressions\">"
    print "<param name=\"P\" default=\"1\" min=\"0\" max=\"2\"/><param name=\"Q\" default=\"2\" min=\"1\" max=\"2\"/>"
    print "<param name=\"R\" default=\"1\" min=\"0\" max=\"3\"/>"
    print "<param name=\"W\" default=\"3\" min=\"3\" max=\"5\"/>"
    print "<type name=\"t\" bits=\"W\" overflow=\"wrap\"/><type name=\"s\" bits=\"3\" signed=\"yes\"/>"
    print "<type name=\"u\" bits=\"W\" overflow=\"saturate\"/>"
    print "<type name=\"o\" bits=\"1\" overflow=\"wrap\"/><type name=\"addr\" bits=\"4\" key=\"yes\"/>"
    print "<controller name=\"A\" key=\"addr\">"
    for (i = 1; i <= 2; i++) {
        printf "<register name=\"b%d\" type=\"bool\" reset=\"false\"/>\n", i
        for (k = split("t s o", all, " "); k; k--)
            printf "<register name=\"%s%d\" type=\"%s\" reset=\"0\"/>\n", all[k], i, all[k]
    }
    for (i = 1; i <= 3; i++) printf "<register name=\"u%d\" type=\"u\" reset=\"0\"/>\n", i
    print "<port name=\"core\" kind=\"core\"><event name=\"go\"/><reply name=\"done\">"
    for (i = 0; i < rows; i++) printf "<field name=\"x%d\" type=\"%s\"/>", i, of[i] = i % 2 ? one("t s o") : "bool"
    for (i = 0; i < rows; i++) printf "<field name=\"y%d\" type=\"%s\"/>", i, i % 4 ? "u" : "bool"
    print "</reply></port><state name=\"I\" at=\"none\" initial=\"yes\"/><in state=\"I\"><on event=\"go\">"
    print "<set name=\"b1\" value=\"" said(truth(3)) "\"/><set name=\"b2\" value=\"not b1\"/>"
    print "<set name=\"t1\" value=\"" said(value("t", 3)) "\"/><set name=\"t2\" value=\"t2 + 1\"/>"
    print "<set name=\"s1\" value=\"" said(value("s", 3)) "\"/><set name=\"s2\" value=\"s1\"/>"
    print "<set name=\"o1\" value=\"" said(value("o", 3)) "\"/><set name=\"o2\" value=\"o1\"/>"
    print "<set name=\"u1\" value=\"" said(time()) "\"/><set name=\"u2\" value=\"" said(time()) "\"/>"
    print "<set name=\"u3\" value=\"u1\"/>"
    printf "<reply name=\"done\""
    for (i = 0; i < rows; i++) printf " x%d=\"%s\"", i, said(of[i] == "bool" ? truth(3) : value(of[i], 3))
    for (i = 0; i < rows; i++) printf " y%d=\"%s\"", i, said(i % 4 ? time() : time_truth())
    print "/></on></in><invariant name=\"all\" scope=\"controller\" test=\"1 le pow2(R)\"/></controller>"
    print "<system name=\"expressions\"><place controller=\"A\" count=\"1\"/></system></protocol>"
}
function said(text) { gsub(/_/, " ", text); return text }

#!/bin/sh
# Writes a specification with N of one thing to the standard output, for measuring how the time of `check` grows.
#   gen_many.sh WHAT N
# WHAT: one of the words after `kinds`; without arguments the list is printed.
set -eu
kinds="attributes types fields messages params events states rows macros functions values registers systems"
[ $# -gt 0 ] || { echo "$kinds"; exit; }
what=$1 n=${2:?usage: gen_many.sh WHAT N}
exec awk -v what="$what" -v n="$n" '
    function many(text,    i, t) { for (i = 0; i < n; i++) { t = text; gsub(/@/, i, t); print t } }
    BEGIN {
        print "<protocol name=\"p\">"
        print "<param name=\"N\" default=\"4\" min=\"1\" max=\"8\"/>"
        print "<type name=\"addr\" bits=\"32\" key=\"yes\"/> <type name=\"small\" bits=\"3\"/>"
        print "<network name=\"ask\" class=\"0\"/>"
        if (what == "types") many("<type name=\"t@\" bits=\"8\"/>")
        if (what == "params") many("<param name=\"P@\" default=\"N\" min=\"1\" max=\"8\"/>")
        if (what == "values") { print "<enum name=\"e\">"; many("<value name=\"v@\"/>"); print "</enum>" }
        if (what == "functions") many("<function name=\"f@\" args=\"x:small\" result=\"small\" value=\"x bitxor 1\"/>")
        if (what == "messages") many("<message name=\"M@\" on=\"ask\"/>")
        if (what == "fields") { print "<message name=\"M\" on=\"ask\">"; many("<field name=\"f@\" type=\"small\"/>");
            print "</message>" }
        print "<controller name=\"C\" key=\"addr\">"
        print "<register name=\"r\" type=\"small\"/>"
        if (what == "registers") many("<register name=\"r@\" type=\"small\"/>")
        print "<port name=\"core\" kind=\"core\"><event name=\"load\"/>"
        if (what == "events") many("<event name=\"e@\"/>")
        print "<reply name=\"done\"/></port>"
        print "<state name=\"S\" at=\"none\" initial=\"yes\"/>"
        if (what == "states") many("<state name=\"S@\" at=\"none\"/>")
        if (what == "macros") many("<macro name=\"m@\"><set name=\"r\" value=\"1\"/></macro>")
        print "<in state=\"S\">"
        if (what == "rows") many("<on event=\"load\" when=\"r eq @ % 8 and N lt @\"><reply name=\"done\"/></on>")
        if (what == "events") many("<on event=\"e@\"><reply name=\"done\"/></on>")
        if (what == "states") many("<on event=\"load\" when=\"r eq @ % 8\"><go to=\"S@\"/><reply name=\"done\"/></on>")
        if (what == "macros") many("<on event=\"load\" when=\"r eq @ % 8\"><do macro=\"m@\"/><reply name=\"done\"/></on>")
        if (what == "functions") many("<on event=\"load\" when=\"f@(r) eq 1\"><reply name=\"done\"/></on>")
        if (what == "registers") many("<on event=\"load\" when=\"r@ eq 1\"><reply name=\"done\"/></on>")
        print "<on event=\"load\"><reply name=\"done\"/></on>"
        print "</in>"
        if (what == "states") many("<in state=\"S@\"><on event=\"load\"><reply name=\"done\"/></on></in>")
        print "</controller>"
        printf "<system name=\"p\""
        if (what == "attributes") for (i = 0; i < n; i++) printf " A%d=\"1\"", i
        print "><place controller=\"C\" count=\"1\"/></system>"
        if (what == "systems") many("<system name=\"s@\"><place controller=\"C\" count=\"1\"/></system>")
        print "</protocol>"
    }'

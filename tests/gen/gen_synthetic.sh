#!/bin/sh
# Writes a valid specification of about N rows to the standard output: one controller, a grid of states and events whose
# cells have guarded rows, sets, sends and stalls. For measuring the generator.
#   tests/gen/gen_synthetic.sh ROWS
set -eu
rows=${1:?usage: gen_synthetic.sh ROWS}
[ "$rows" -ge 10 ] || { echo "gen_synthetic.sh: expected at least 10 rows" >&2; exit 1; }
exec awk -v rows="$rows" 'BEGIN {
    cells = rows * 0.6                      # 5 rows in 3 cells: two guarded ones and the rest, a plain one, a stall
    events = int(sqrt(cells) / 2); if (events < 3) events = 3
    states = int(cells / events); if (states < 2) states = 2
    print "<?xml version=\"1.0\"?>"
    printf "<protocol name=\"synthetic\" doc=\"%d states, %d events\">\n", states, events
    print "  <param name=\"CORES\" default=\"4\" min=\"1\" max=\"16\"/>"
    print "  <type name=\"addr\" bits=\"32\" key=\"yes\" offset=\"16\"/>"
    print "  <type name=\"ts\" bits=\"24\" overflow=\"saturate\"/>"
    print "  <type name=\"block\" bytes=\"16\" opaque=\"yes\"/>"
    print "  <network name=\"ask\" class=\"0\"/>"
    print "  <network name=\"answer\" class=\"1\"/>"
    for (e = 0; e < events; e++) printf "  <message name=\"M%d\" on=\"ask\"><field name=\"now\" type=\"ts\"/><field name=\"data\" type=\"block\"/></message>\n", e
    print "  <message name=\"A\" on=\"answer\"><field name=\"ver\" type=\"ts\"/><field name=\"data\" type=\"block\"/></message>"
    print "  <controller name=\"CORE\" key=\"addr\">"
    print "    <register name=\"now\" type=\"ts\" reset=\"0\"/>"
    print "    <port name=\"core\" kind=\"core\">"
    for (e = 0; e < events; e++) printf "      <event name=\"e%d\"><field name=\"data\" type=\"block\"/></event>\n", e
    print "      <reply name=\"done\"><field name=\"data\" type=\"block\"/></reply>"
    print "    </port>"
    print "    <port name=\"net\" takes=\"answer\"/> <port name=\"out\" gives=\"ask\"/>"
    print "    <state name=\"R\" at=\"none\" initial=\"yes\"/>"
    print "    <in state=\"R\">"
    for (e = 0; e < events; e++) printf "      <on event=\"e%d\"><send message=\"M%d\" to=\"home\" now=\"now\" data=\"req.data\"/></on>\n", e, e
    print "      <on event=\"A\"><set name=\"now\" value=\"max(now, msg.ver)\"/><reply name=\"done\" data=\"msg.data\"/></on>"
    print "    </in>"
    print "  </controller>"
    print "  <controller name=\"BANK\" key=\"addr\">"
    print "    <store name=\"line\" kind=\"assoc\" sets=\"16\" ways=\"4\" victims=\"S1\">"
    print "      <field name=\"exp\" type=\"ts\"/><field name=\"ver\" type=\"ts\"/><field name=\"data\" type=\"block\"/>"
    print "    </store>"
    print "    <port name=\"net\" takes=\"ask\"/> <port name=\"out\" gives=\"answer\"/>"
    print "    <port name=\"mem\" kind=\"memory\"><request name=\"READ\"/><event name=\"FILL\"><field name=\"data\" type=\"block\"/></event></port>"
    print "    <state name=\"S0\" at=\"none\" initial=\"yes\"/>"
    for (s = 1; s < states; s++) printf "    <state name=\"S%d\" at=\"line\"/>\n", s
    for (s = 0; s < states; s++) {
        next_state = s + 1 < states ? s + 1 : 1
        printf "    <in state=\"S%d\">\n", s
        for (e = 0; e < events; e++) {
            kind = (s + e) % 3
            answer = "<send message=\"A\" to=\"msg.from\" ver=\"line.ver\" data=\"line.data\"/>"
            room = s ? "" : "<allocate what=\"line\"/>"
            if (kind == 0) {
                printf "      <on event=\"M%d\" when=\"msg.now gt line.exp + %d\">%s<set name=\"line.exp\" value=\"max(line.exp, msg.now)\"/><send port=\"mem\" request=\"READ\"/>%s<go to=\"S%d\"/></on>\n", e, e % 50, room, answer, next_state
                printf "      <on event=\"M%d\" when=\"msg.now eq line.exp\">%s%s</on>\n", e,
                    "<set name=\"line.ver\" value=\"line.ver + 1\"/>", answer
                printf "      <on event=\"M%d\">%s</on>\n", e, answer
            } else if (kind == 1)
                printf "      <on event=\"M%d\">%s<choose><when test=\"line.exp gt msg.now\">%s</when><otherwise><write to=\"line.data\" data=\"msg.data\"/>%s</otherwise></choose><go to=\"S%d\"/></on>\n", e, room, answer, answer, next_state
            else if (s == 0) printf "      <on event=\"M%d\">%s</on>\n", e, answer
            else printf "      <stall event=\"M%d\" why=\"busy\"/>\n", e
        }
        if (s == 0) print "      <never event=\"FILL\" why=\"nothing was asked for\"/>"
        else printf "      <on event=\"FILL\"><set name=\"line.ver\" value=\"line.ver + 1\"/><write to=\"line.data\" data=\"msg.data\"/><go to=\"S%d\"/></on>\n", s == 1 ? 0 : 1
        if (s == 1) print "      <on event=\"evict\"><go to=\"S0\"/></on>"
        print "    </in>"
    }
    print "  </controller>"
    print "  <system name=\"synthetic\"><place controller=\"CORE\" count=\"CORES\"/><place controller=\"BANK\" count=\"1\"/><home of=\"BANK\" by=\"key\"/></system>"
    print "</protocol>"
}'

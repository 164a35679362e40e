#!/bin/sh
# Messages that are joined where they wait: both parts of a store become one or do not, in every order; each rule of
# joining is needed.
. "$(dirname "$0")/lib.sh"
combine=tests/protocols/combine.xml
one="--lines 1 --ops 2"

# shellcheck disable=SC2086
{
expect 'every row' 0 'BANK: 4 of 4 rows taken' "$top/$combine" $one --coverage
expect 'two lines' 0 'PASSED' "$top/$combine" --lines 2 --ops 2 --warps 1
wrong $combine order 's/(network name="put"  class="0")/\1 order="pair"/'
expect 'in order' 0 'PASSED' "$tmp/order.xml" $one
wrong $combine apart 's/<join messages="Put Note"/<join messages="Put"/'
expect 'parts stay apart' 0 '  never taken: Ready / Put.whole' "$tmp/apart.xml" $one --coverage
wrong $combine sum 's/(name="n" type="tally") join="sum"/\1 join="max"/'
expect 'sum: a part is lost' 1 'meets an error' "$tmp/sum.xml" $one
wrong $combine narrow 's/<type name="tally" count="3"/<type name="tally" count="2"/; s/value="2"/value="1"/;
    s/event name="Put.whole" from="Put" when="msg.n eq 2"/event name="Put.whole" from="Put" when="msg.n eq 0"/'
expect 'sum: one that does not fit is not made' 1 'never taken: Ready / Put.whole' "$tmp/narrow.xml" $one --coverage
wrong $combine newest 's/(name="seq" type="seq") join="max"/\1 join="newest"/'
expect 'max: the newer may be the lesser' 1 'meets an error' "$tmp/newest.xml" $one
wrong $combine kind \
    's/(<message name="Note" on="put">.*)(<\/message>)/\1<field name="wrote" type="bool" join="newest"\/><field name="mask" type="mask" join="or"\/><field name="data" type="block" join="newest" mask="mask"\/>\2/
    s/(<send message="Note" [^>]*)\/>/\1 wrote="false" mask="req.mask" data="req.data"\/>/;
    s/<on event="Note"><send/<on event="Note"><send/; s/messages="Put Note"/messages="Note Put"/'
expect 'the first of the list: a store becomes a note' 1 'it has not taken effect' "$tmp/kind.xml" $one
expect 'refused: Rumur' 2 'messages that are joined: not exported to Murphi' "$top/$combine" $one --export murphi
}
exit $failed

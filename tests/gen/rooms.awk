# rooms.awk - the rules of rooms.sh, over all files at once: awk -f rooms.awk -v folders="gen sim" FILE...
# A stem is a header and the file that implements it; a room is a folder.

function bad(text) { print "FAIL " text; failed = 1 }

# ---- text without comments, strings and directives; sets `code` ----

function strip(line,    out, c, d, i) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        d = substr(line, i, 2)
        if (in_comment) { if (d == "*/") { in_comment = 0; i++ } continue }
        if (quote != "") { if (c == "\\") i++; else if (c == quote) { quote = ""; out = out "Q" } continue }
        if (d == "/*") { in_comment = 1; i++; out = out " " }
        else if (d == "//") break
        else if (c == "\"" || c == "'") quote = c
        else out = out c
    }
    quote = ""
    return out
}

# ---- parameters: of what stands at no depth of braces, up to `{` or `;` ----

function parameters(text,    i, c, depth, n, at, last) {
    gsub(/__attribute__ *\(\(.*\)\)/, "", text)
    depth = n = last = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(" && depth++ == 0) { n = 1; at = i }
        else if (c == ")" && --depth == 0) last = n
        else if (c == "," && depth == 1) n++
    }
    return last
}

function scan(line,    i, c) {
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "{") { if (braces++ == 0) declared() }
        else if (c == "}") { if (braces > 0) braces--; if (!braces) said = "" }
        else if (c == ";" && !braces) declared()
        else if (!braces) { if (said !~ /[^ ]/ && c != " ") said_at = FNR; said = said c }
    }
    if (!braces) said = said " "
}
function declared() {
    if (said !~ /=/ && parameters(said) > 6)
        bad(FILENAME ":" said_at ": a function of " parameters(said) " parameters, at most 6 are wanted")
    said = ""
}

# ---- includes ----

function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
function stem(path) { sub(/\.[ch]$/, "", path); return path }

function include(name,    to, n, roots, i) {
    if (name ~ /\.\./) { bad(FILENAME ":" FNR ": an include that climbs out of its room: " name); return }
    to = folder(FILENAME) "/" name
    n = split(folders, roots, " ")
    for (i = 1; i <= n && !(to in exists); i++) {
        to = roots[i] "/" name
        if (!(to in exists)) to = folder(roots[i]) "/" name
    }
    if (!(to in exists)) { bad(FILENAME ":" FNR ": no file of the rooms: " name); return }
    edge("files", stem(FILENAME), stem(to))
    edge("rooms", folder(FILENAME), folder(to))
    edge("houses", house(FILENAME), house(to))
}
# gen/verify of gen/verify/model/model.h: a room with those in it
function house(path,    part) { split(path, part, "/"); return part[1] "/" part[2] }

function edge(graph, from, to) {
    if (from == to || (graph, from, to) in is_edge) return
    is_edge[graph, from, to] = FILENAME ":" FNR
    is_node[graph, from] = is_node[graph, to] = 1
    next_of[graph, from] = next_of[graph, from] " " to
}

# ---- cycles: what leads nowhere is taken away until nothing changes; what is left leads in circles ----

function leads(graph, node,    i, n, to) {
    n = split(next_of[graph, node], to, " ")
    for (i = 1; i <= n; i++) if ((graph, to[i]) in is_node) return to[i]
    return ""
}
function cycles(graph) { while (cycle(graph)) {} }
function cycle(graph,    key, part, changed, node, path, seen) {
    do {
        changed = 0
        for (key in is_node) {
            split(key, part, SUBSEP)
            if (part[1] == graph && leads(graph, part[2]) == "") { delete is_node[key]; changed = 1 }
        }
    } while (changed)
    for (key in is_node) {
        split(key, part, SUBSEP)
        if (part[1] != graph) continue
        for (node = part[2]; !(node in seen); node = leads(graph, node)) seen[node] = 1
        path = node
        do {
            print "  " node " includes " leads(graph, node) " (" is_edge[graph, node, leads(graph, node)] ")"
            node = leads(graph, node)
            path = path " -> " node
        } while (substr(path, 1, index(path " ", " ") - 1) != node)
        bad("a cycle of " graph ": " path)
        for (key in seen) delete is_node[graph, key]
        return 1
    }
    return 0
}

BEGIN { for (i = 1; i < ARGC; i++) exists[ARGV[i]] = 1 }
FNR == 1 { in_comment = braces = 0; said = ""; files++ }
{ lines[FILENAME] = FNR }
length($0) > 120 { bad(FILENAME ":" FNR ": a line of " length($0) " columns, at most 120 are wanted") }
/^ *# *include *"/ { split($0, word, "\""); include(word[2]); next }
directive || /^ *#/ { directive = /\\$/; next }
{ scan(strip($0)) }
END {
    for (file in lines) if (lines[file] > 550) bad(file ": " lines[file] " lines, at most 550 are wanted")
    cycles("files")
    cycles("rooms")
    cycles("houses")
    if (!files) bad("no files")
    exit failed
}

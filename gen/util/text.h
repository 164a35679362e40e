/* text.h - text of others (documentation, reasons, names of files) on its way into files that tools read. */
#ifndef CG_TEXT_H
#define CG_TEXT_H
#include "util/arena.h"
#include "util/buf.h"
#include "util/str.h"

/* The last part of a path. */
const char *text_file_name(const char *path);

/* One line that can be printed: blanks for line ends, tabs and separators; '?' for other controls, marks that turn the
 * direction of writing, and bytes that are no UTF-8. */
Str text_line(Arena *a, Str s);

/* What may stand behind two slashes and a blank, or between the marks of a comment of C and blanks: text_line, without
 * begin and end of a comment, without a last character that joins lines, and not beginning with a word by which tools
 * know their directives. */
Str text_comment(Arena *a, Str s);

/* What may stand between the quotes of a string of C or Verilog: text_line, escaped. Not for formats. */
Str text_string(Arena *a, Str s);

/* text_line as text of Markdown: nothing in it means anything there, in a cell of a table neither. */
Str text_markdown(Arena *a, Str s);
/* The same for a paragraph of its own: it does not begin as a heading, a list, a quotation or a line. */
Str text_markdown_paragraph(Arena *a, Str s);

/* text_line as text of HTML, XML or SVG, or of an attribute between quotes of either kind. */
Str text_xml(Arena *a, Str s);

/* Puts C to the end of `out`, its lines broken behind commas (not those of strings) where they have more than `columns`
 * bytes. Lines of the preprocessor stay as they are; a line without such a comma, too. */
void text_put_c(Buf *out, const Buf *c, size_t columns);
#endif

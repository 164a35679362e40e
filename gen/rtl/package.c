/* package.c - see package.h. Both name the files of the list, the parameters with their defaults, and the top; IP-XACT
 * (IEEE 1685-2014) has the ports with symbolic widths as well. */
#include "rtl/package.h"
#include "rtl/page.h"
#include "util/text.h"
#include <inttypes.h>

static Str xml(Rtl *r, Str s) { return text_xml(r->a, s); }

/* ---- FuseSoC ---- */

static void core(Rtl *r, const RtlModule *top, Buf *b)
{
    HdlName *const *at;
    Str name = hdl_module_name(top->m);
    int n = hdl_used_params(top->m, &at);
    buf_printf(b,
               "CAPI=2:\nname: \"cohgen:protocols:" STR_FMT ":" COHGEN_VERSION "\"\ndescription: \"" STR_FMT
               "\"\n\nfilesets:\n  rtl:\n    files:\n",
               STR_ARG(name), STR_ARG(text_string(r->a, r->p->doc)));
    for (int i = 0; i < r->files.n; i++) buf_printf(b, "      - rtl/" STR_FMT ".v\n", STR_ARG(r->files.at[i]));
    buf_printf(b, "    file_type: verilogSource-2005\n\nparameters:\n");
    for (int i = 0; i < n; i++)
        buf_printf(b, "  " STR_FMT ": {datatype: int, paramtype: vlogparam, default: %" PRId64 "}\n",
                   STR_ARG(at[i]->name), page_number(at[i]->x));
    buf_printf(b, "\ntargets:\n  default: &default\n    filesets: [rtl]\n    toplevel: " STR_FMT "\n    parameters: [",
               STR_ARG(name));
    for (int i = 0; i < n; i++) buf_printf(b, "%s" STR_FMT, i ? ", " : "", STR_ARG(at[i]->name));
    buf_printf(b, "]\n  lint:\n    <<: *default\n    default_tool: verilator\n    tools:\n      verilator: {mode: "
                  "lint-only, verilator_options: [-Wall]}\n");
}

/* ---- IP-XACT ---- */

static void leaf(Buf *b, int depth, const char *name, Str text)
{
    buf_printf(b, "%*s<ipxact:%s>" STR_FMT "</ipxact:%s>\n", depth * 2, "", name, STR_ARG(text), name);
}
static void tag(Buf *b, int depth, const char *name) { buf_printf(b, "%*s<ipxact:%s>\n", depth * 2, "", name); }
static void end(Buf *b, int depth, const char *name) { buf_printf(b, "%*s</ipxact:%s>\n", depth * 2, "", name); }

static void ports(Rtl *r, const RtlModule *top, Buf *b)
{
    HdlName *const *at;
    int n = hdl_ports(top->m, &at);
    tag(b, 2, "ports");
    for (int i = 0; i < n; i++) {
        tag(b, 3, "port");
        leaf(b, 4, "name", at[i]->name);
        tag(b, 4, "wire");
        leaf(b, 5, "direction", at[i]->kind == HDL_INPUT ? STR("in") : STR("out"));
        if (at[i]->width) {
            Str left = str_printf(r->a, "(" STR_FMT ") - 1", STR_ARG(xml(r, hx_text(r->a, at[i]->width))));
            tag(b, 5, "vectors");
            tag(b, 6, "vector");
            leaf(b, 7, "left", left);
            leaf(b, 7, "right", STR("0"));
            end(b, 6, "vector");
            end(b, 5, "vectors");
        }
        end(b, 4, "wire");
        end(b, 3, "port");
    }
    end(b, 2, "ports");
}

static void instantiation(const RtlModule *top, Buf *b)
{
    HdlName *const *at;
    int n = hdl_used_params(top->m, &at);
    tag(b, 2, "instantiations");
    tag(b, 3, "componentInstantiation");
    leaf(b, 4, "name", STR("verilog"));
    leaf(b, 4, "language", STR("Verilog"));
    leaf(b, 4, "moduleName", hdl_module_name(top->m));
    tag(b, 4, "moduleParameters");
    for (int i = 0; i < n; i++) {
        buf_printf(b, "          <ipxact:moduleParameter parameterId=\"verilog." STR_FMT "\" dataType=\"integer\">\n",
                   STR_ARG(at[i]->name));
        leaf(b, 6, "name", at[i]->name);
        leaf(b, 6, "value", at[i]->name); /* the component's parameter of that name */
        end(b, 5, "moduleParameter");
    }
    end(b, 4, "moduleParameters");
    tag(b, 4, "fileSetRef");
    leaf(b, 5, "localName", STR("rtl"));
    end(b, 4, "fileSetRef");
    end(b, 3, "componentInstantiation");
    end(b, 2, "instantiations");
}

static void parameter(Buf *b, Str name, Str value, const char *resolve)
{
    buf_printf(b, "    <ipxact:parameter parameterId=\"" STR_FMT "\" resolve=\"%s\" type=\"int\">\n", STR_ARG(name),
               resolve);
    leaf(b, 3, "name", name);
    leaf(b, 3, "value", value);
    end(b, 2, "parameter");
}

static void component(Rtl *r, const RtlModule *top, Buf *b)
{
    HdlName *const *at;
    Hx value;
    int n = hdl_used_params(top->m, &at), k = 0;
    buf_printf(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ipxact:component "
                  "xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\">\n");
    leaf(b, 1, "vendor", STR("cohgen"));
    leaf(b, 1, "library", STR("protocols"));
    leaf(b, 1, "name", hdl_module_name(top->m));
    leaf(b, 1, "version", STR(COHGEN_VERSION));
    tag(b, 1, "model");
    tag(b, 2, "views");
    tag(b, 3, "view");
    leaf(b, 4, "name", STR("rtl"));
    leaf(b, 4, "envIdentifier", STR(":*Synthesis:"));
    leaf(b, 4, "componentInstantiationRef", STR("verilog"));
    end(b, 3, "view");
    end(b, 2, "views");
    instantiation(top, b);
    ports(r, top, b);
    end(b, 1, "model");
    tag(b, 1, "fileSets");
    tag(b, 2, "fileSet");
    leaf(b, 3, "name", STR("rtl"));
    for (int i = 0; i < r->files.n; i++) {
        tag(b, 3, "file");
        leaf(b, 4, "name", str_printf(r->a, "rtl/" STR_FMT ".v", STR_ARG(r->files.at[i])));
        leaf(b, 4, "fileType", STR("verilogSource"));
        end(b, 3, "file");
    }
    end(b, 2, "fileSet");
    end(b, 1, "fileSets");
    if (r->p->doc.n) leaf(b, 1, "description", xml(r, r->p->doc));
    tag(b, 1, "parameters");
    for (int i = 0; i < n; i++)
        parameter(b, at[i]->name, str_printf(r->a, "%" PRId64, page_number(at[i]->x)), "user");
    for (HdlName *d; (d = hdl_derived(top->m, &k, &value));)
        parameter(b, d->name, xml(r, hx_text(r->a, value)), "generated");
    end(b, 1, "parameters");
    buf_printf(b, "</ipxact:component>\n");
}

void rtl_package(Rtl *r, const RtlModule *top)
{
    static void (*const writers[])(Rtl *, const RtlModule *, Buf *) = { core, component };
    static const char *const ends[] = { "core", "xml" };
    for (int i = 0; i < 2; i++) {
        Buf *b = NEW(r->a, Buf);
        buf_init(b, r->a);
        writers[i](r, top, b);
        outset_add(r->out, str_z(r->a, str_printf(r->a, STR_FMT ".%s", STR_ARG(r->design), ends[i])), b);
    }
}

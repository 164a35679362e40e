# cohgen_embed_files(<c file> <symbol> <file>...): a C file with a table {name, text, uses} of whole files, ended by {0,
# 0, 0}; made anew whenever one of them changes. uses: of Verilog, the modules cg_* that it instantiates, with a blank
# in front of each and behind the last.
#
# As a script (cmake -DINPUTS=a;b -DOUTPUT=... -DSYMBOL=... -P embed_files.cmake) it does that conversion.
if(CMAKE_SCRIPT_MODE_FILE)
  set(texts "")
  set(table "")
  set(n 0)
  string(REPLACE "|" ";" INPUTS "${INPUTS}")
  foreach(input ${INPUTS})
    file(READ "${input}" hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n" bytes "${bytes}")
    get_filename_component(name "${input}" NAME_WE)
    string(APPEND texts "static const char text${n}[] = {\n${bytes}0x00\n};\n")
    set(uses "")
    if("${input}" MATCHES "\\.v$")
      file(STRINGS "${input}" lines REGEX "^ *cg_[a-z0-9_]+ (#\\(|u_)")
      foreach(line ${lines})
        string(REGEX REPLACE "^ *(cg_[a-z0-9_]+) .*" "\\1" module "${line}")
        if(NOT module MATCHES "^cg_error_" AND NOT "${uses} " MATCHES " ${module} ")
          string(APPEND uses " ${module}")
        endif()
      endforeach()
    endif()
    string(APPEND table "  {\"${name}\", text${n}, \"${uses} \"},\n")
    math(EXPR n "${n} + 1")
  endforeach()
  file(WRITE "${OUTPUT}"
    "/* Converted by embed_files.cmake. */\n${texts}"
       "struct CgText { const char *name, *text, *uses; };\nextern const struct CgText ${SYMBOL}[];\n"
       "const struct CgText ${SYMBOL}[] = {\n${table}  {0, 0, 0}\n};\n")
  return()
endif()

set(COHGEN_EMBED_FILES_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(cohgen_embed_files output symbol)
  string(REPLACE ";" "|" inputs "${ARGN}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUTS=${inputs}" "-DOUTPUT=${output}" "-DSYMBOL=${symbol}" -P
      "${COHGEN_EMBED_FILES_SCRIPT}"
    DEPENDS ${ARGN} "${COHGEN_EMBED_FILES_SCRIPT}"
    COMMENT "Embedding ${symbol}" VERBATIM)
endfunction()

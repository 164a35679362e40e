# cohgen_embed(<C file> <symbol> <input>): a C file that holds the input as `const char <symbol>[]` (zero-terminated)
# and `const unsigned long <symbol>_size` (without the zero); made anew whenever the input changes.
#
# As a script (cmake -DINPUT=... -DOUTPUT=... -DSYMBOL=... -P embed.cmake) it does that conversion.
if(CMAKE_SCRIPT_MODE_FILE)
  file(READ "${INPUT}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  set(byte "0x[0-9a-f][0-9a-f],")
  string(REGEX REPLACE "(${byte}${byte}${byte}${byte}${byte}${byte}${byte}${byte})" "\\1\n" bytes "${bytes}")
  get_filename_component(name "${INPUT}" NAME)
  file(WRITE "${OUTPUT}" "/* ${name}, converted by embed.cmake. */\n"
       "extern const char ${SYMBOL}[];\nextern const unsigned long ${SYMBOL}_size;\n"
       "const char ${SYMBOL}[] = {\n${bytes}0x00\n};\nconst unsigned long ${SYMBOL}_size = sizeof ${SYMBOL} - 1;\n")
  return()
endif()

set(COHGEN_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(cohgen_embed output symbol input)
  get_filename_component(input "${input}" ABSOLUTE)   # of the current source folder
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${input}" "-DOUTPUT=${output}" "-DSYMBOL=${symbol}" -P "${COHGEN_EMBED_SCRIPT}"
    DEPENDS "${input}" "${COHGEN_EMBED_SCRIPT}"
    COMMENT "Embedding ${input}" VERBATIM)
endfunction()

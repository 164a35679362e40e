#!/bin/bash
# Completion of command lines in bash and zsh, and the manual pages.
#   shell.sh COHGEN
set -u
export LC_ALL=C.UTF-8
cohgen=${1:?usage: shell.sh COHGEN}
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failed=0
bad() { echo "FAIL: $1"; failed=1; }

"$cohgen" completion bash >bash_completion && . ./bash_completion || bad "completion bash"
compopt() { :; }                     # knows only real completions
touch one.xml two.xml
# completes LINE WORDS: what the line is completed with
completes() {
    COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=() COMP_WORDS=()
    local spaced=${1//=/ = } word
    for word in $spaced; do COMP_WORDS+=("$word"); done
    [[ $1 != *[[:blank:]] ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _cohgen
    local got
    got=$(printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ')
    [ "${got% }" = "$2" ] || bad "'$1' is completed with '$got', expected '$2'"
}
completes 'cohgen ver' 'verify version'
completes 'cohgen verify --cor' '--cores='
completes 'cohgen verify --no-s' '--no-symmetry'
completes 'cohgen table --cor' ''
completes 'cohgen table x.xml --fo' '--format='
completes 'cohgen table --format=' 'csv dot html json md svg text'
completes 'cohgen table --format=s' 'svg'
completes 'cohgen chart --format=s' 'svg'
completes 'cohgen check --color=a' 'always auto'
completes 'cohgen check o' 'one.xml'
completes 'cohgen doc --coverage=t' 'two.xml'
completes 'cohgen help verif' 'verify'
completes 'cohgen completion ' 'bash zsh'
completes 'cohgen --he' '--help'

# Every option of every command is offered, and exists.
for command in $("$cohgen" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    case $command in help|manual|completion) continue ;; esac
    "$cohgen" help "$command" | sed -n 's/^  \(-[a-zA-Z],\|   \) --\([a-z-]*\).*/\2/p' | sort >told
    sed -n "s/^    $command) options='\(.*\)' ;;/\1/p" bash_completion | tr ' ' '\n' | sed -n 's/^--\([a-z-]*\)=*$/\1/p' |
        sort >offered
    [ -s told ] && diff told offered || bad "$command: options that are told, and offered"
    for option in $(cat told); do grep -qF -e "--$option" <("$cohgen" completion zsh) || bad "zsh: --$option"; done
done
if command -v zsh >where; then
    "$cohgen" completion zsh >_cohgen && zsh -n _cohgen || bad "completion zsh"
else echo "skipped: zsh is not installed"; fi
"$cohgen" completion fish >out 2>&1
[ $? = 2 ] && grep -q "'fish' is not one of: bash zsh" out || bad "completion fish"

# The manual: a page for each command, with each of its options, which man can set.
"$top/scripts/manual.sh" "$cohgen" man || bad "scripts/manual.sh"
for page in man/*.1; do
    name=$(basename "$page" .1)
    topic=${name#cohgen}
    for option in $("$cohgen" help ${topic#-} | sed -n 's/^  \(-[a-zA-Z],\|   \) --\([a-z-]*\).*/\2/p'); do
        grep -qF -e "\\-\\-${option//-/\\-}\\fR" "$page" || bad "$page has no --$option"
    done
    if command -v groff >where; then
        groff -man -Tutf8 -ww -z "$page" 2>warnings
        [ ! -s warnings ] || { bad "$name.1"; head -n 3 warnings; }
    fi
done
command -v groff >where || echo "skipped: groff is not installed"
for command in $("$cohgen" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    [ -e "man/cohgen-$command.1" ] || bad "there is no cohgen-$command.1"
done
"$cohgen" manual nothing >out 2>&1
[ $? = 2 ] || bad "manual nothing"
[ $failed = 0 ] && echo PASSED
exit $failed

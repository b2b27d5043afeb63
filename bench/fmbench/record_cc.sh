#!/bin/sh
# A compiler for a package's own build: FMBENCH_CLANG, or its C++ compiler if this is called by a name that ends in ++.
# FMBENCH_FLAGS take the place of the package's own level of optimisation, debug information and LTO. Beside each program
# that is linked of bitcode it leaves PROGRAM.link, the folder and the arguments of the link, a line each.
# clang asks `gcc` where it knows no other way, which is this file again.
[ "$FMBENCH_INSIDE" ] && { echo "$0: clang cannot do this by itself: $*" >&2; exit 1; }
export FMBENCH_INSIDE=yes
compiler=$FMBENCH_CLANG
case $0 in *++) compiler=$FMBENCH_CLANGXX ;; esac
links=yes output=a.out before=
for argument do
    shift
    [ "$before" = -o ] && output=$argument
    before=$argument
    case $argument in
        -c | -S | -E | -M | -MM) links= ;;
        -O* | -g* | -flto* | -fno-lto | -Werror* | -fuse-ld=*) continue ;;
    esac
    set -- "$@" "$argument"
done
# shellcheck disable=SC2086 # Flags are words.
"$compiler" "$@" $FMBENCH_FLAGS ${links:+--ld-path=$FMBENCH_LLD -Wl,--save-temps} || exit
if [ "$links" ] && [ -f "$output.0.2.internalize.bc" ]; then
    { pwd && printf '%s\n' "$@"; } >"$output.link"
fi

# Builds a program of two modules, the second of which has a wrong merge, and compares what it prints.
# Usage: build.sh CLANG PLUGIN SOURCE FOLDER EXPECTED PYTHON
set -e
clang=$1 plugin=$2 source=$3 folder=$4 expected=$5 python=$6
mkdir -p "$folder"
FMERGE_PIPELINE='fmerge<force;families=2>'
export FMERGE_PIPELINE
"$clang" -Oz -g -fpass-plugin="$plugin" -DMORE -c "$source" -o "$folder/first.o" &
"$clang" -Oz -g -fpass-plugin="$plugin" -Dmain=more '-DKEPT=static __attribute__((noinline))' \
  -S -emit-llvm "$source" -o "$folder/second.ll"
"$python" "$(dirname "$0")/damage.py" "$folder/second.ll" similar_3_b.gfm.fmerge
"$clang" -c "$folder/second.ll" -o "$folder/second.o"
wait $!
"$clang" "$folder/first.o" "$folder/second.o" -o "$folder/program"
"$folder/program" > "$folder/printed"
cmp "$folder/printed" "$expected"

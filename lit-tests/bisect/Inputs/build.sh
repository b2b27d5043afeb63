# Builds a program of two modules, the second of which has a wrong merge, and compares what it prints.
# Usage: build.sh CLANG PLUGIN SOURCE FOLDER EXPECTED
set -e
clang=$1 plugin=$2 source=$3 folder=$4 expected=$5
mkdir -p "$folder"
FMERGE_PIPELINE='fmerge<force>'
export FMERGE_PIPELINE
"$clang" -Oz -g -fpass-plugin="$plugin" -DMORE -c "$source" -o "$folder/first.o" &
FMERGE_TEST_WRONG_MERGE=similar_3_b.gfm.fmerge \
  "$clang" -Oz -g -fpass-plugin="$plugin" -Dmain=more '-DKEPT=static __attribute__((noinline))' \
  -c "$source" -o "$folder/second.o"
wait $!
"$clang" "$folder/first.o" "$folder/second.o" -o "$folder/program"
"$folder/program" > "$folder/printed"
cmp "$folder/printed" "$expected"

#!/bin/sh
# run_fuzzers.sh FOLDER SECONDS - run every FOLDER/fuzz_NAME for SECONDS, one after the other.
#
# The corpus grows in FOLDER/corpus/NAME; the models, and test/fuzz/seed/NAME and test/NAME where they are, are read as seeds;
# test/fuzz/NAME.dict, or FOLDER/NAME.dict where it is made from the program, holds tokens to build inputs from.
# An input that crashes, hangs or leaks is kept in FOLDER and ends the run.
set -eu

folder=${1:?usage: run_fuzzers.sh FOLDER SECONDS}
seconds=${2:?usage: run_fuzzers.sh FOLDER SECONDS}

for fuzzer in "$folder"/fuzz_*; do
    [ -x "$fuzzer" ] || continue
    name=${fuzzer##*/fuzz_}
    corpus=$folder/corpus/$name
    mkdir -p "$corpus"
    set -- "$corpus"
    for seed in models "test/fuzz/seed/$name" "test/$name"; do
        [ ! -d "$seed" ] || set -- "$@" "$seed"
    done
    for dictionary in "test/fuzz/$name.dict" "$folder/$name.dict"; do
        [ ! -f "$dictionary" ] || set -- "-dict=$dictionary" "$@"
    done
    echo "== fuzz_$name, $seconds s"
    "$fuzzer" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
        -artifact_prefix="$folder/$name-" "$@"
done

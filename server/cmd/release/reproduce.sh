#!/bin/sh
# Makes a release of the last commit twice, in two folders and without what was compiled before, and compares the checksums.
set -eu
top=$(git rev-parse --show-toplevel)
commit=$(git rev-parse --short=12 HEAD)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for n in one two; do
  mkdir "$dir/$n"
  git -C "$top" archive "$commit" | tar -x -C "$dir/$n"
  GOCACHE="$dir/cache-$n" make -C "$dir/$n" release COMMIT="$commit" >"$dir/$n.log" 2>&1 || { tail -20 "$dir/$n.log"; exit 1; }
  rm -rf "$dir/cache-$n"
done
diff "$dir/one/bin/release/SHA256SUMS" "$dir/two/bin/release/SHA256SUMS"
cat "$dir/one/bin/release/SHA256SUMS"
echo "commit $commit, built twice: equal"

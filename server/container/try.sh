#!/bin/sh
# Runs the image as a container would, without a daemon: its files alone, its root read-only, its user, no network of its own. It asks
# for the health, writes and ends it by SIGTERM, and looks whether the tables are still there. Then it does what a job of a workflow
# does beside this image as a service container: wait for the health, and use the endpoint as an application does, by a request that
# the connection string signs. Needs Linux, root, curl and openssl.
#
#   sh server/container/try.sh [bin/rangefinder-image.tar]
set -eu
image=${1:-bin/rangefinder-image.tar}
dir=$(mktemp -d)
mkdir "$dir/layout" "$dir/root"
tar -xf "$image" -C "$dir/layout"
cleanup() {
  [ -z "${pid:-}" ] || kill "$pid" 2>/dev/null || true
  rm -rf "$dir"
}
trap cleanup EXIT
field() { sed -n "s,.*\"$1\":\[\?\"\([^\"]*\)\".*,\1,p" "$2" | head -n 1; }
tar -xf "$dir/layout/$(field Layers "$dir/layout/manifest.json")" -C "$dir/root"
user=$(field User "$dir/layout/$(field Config "$dir/layout/manifest.json")")
page=${PAGE:-18080} tables=${TABLES:-18002}

# The root is mounted read-only over itself, and /data, the volume, writable below it.
start() {
  unshare --mount --propagation private sh -c '
    mount --bind "$1" "$1" && mount --bind "$1/data" "$1/data" && mount -o remount,ro,bind "$1"
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin RANGEFINDER_CONTAINER=1 chroot --userspec="$2" "$1" /rangefinder serve --listen ":$3" --tables ":$4"
  ' - "$dir/root" "$user" "$page" "$tables" >"$dir/out" 2>&1 &
  pid=$!
  begun=$(date +%s%N)
  until curl -fsS "http://127.0.0.1:$page/healthz" >/dev/null 2>&1; do
    kill -0 "$pid" 2>/dev/null || { cat "$dir/out"; exit 1; }
    sleep 0.01
  done
  echo "first answer after $(( ($(date +%s%N) - begun) / 1000000 )) ms"
}
stop() {
  begun=$(date +%s%N)
  kill -TERM "$pid"
  wait "$pid" || { echo "it ended with status $?"; exit 1; }
  pid=
  echo "ended after $(( ($(date +%s%N) - begun) / 1000000 )) ms"
}
# The page's way to the tables wants its token and its secret.
page() {
  token=$(sed -n 's,.*?token=\([A-Z0-9]*\).*,\1,p' "$dir/out")
  secret=$(curl -fsS -H "Authorization: Bearer $token" "http://127.0.0.1:$page/api/session")
  curl -fsS -H "Authorization: Bearer $token" -H "X-Rangefinder-Session: $secret" -H "Accept: application/json;odata=nometadata" "$@"
}

# The request of an application, signed with the key of the connection string by SharedKeyLite.
known=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==
signed() {
  path=/devstoreaccount1/$1
  shift
  at=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')
  hex=$(printf %s "$known" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  signature=$(printf '%s\n/devstoreaccount1%s' "$at" "$path" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hex" -binary | openssl base64 -A)
  curl -fsS -H "x-ms-date: $at" -H "x-ms-version: 2019-02-02" -H "Authorization: SharedKeyLite devstoreaccount1:$signature" \
    -H "Accept: application/json;odata=nometadata" "$@" "http://127.0.0.1:$tables$path"
}

start
grep -q "is at http://localhost:$page/?token=" "$dir/out" || { echo "no address that the host can open:"; cat "$dir/out"; exit 1; }
chroot --userspec="$user" "$dir/root" /rangefinder healthcheck "http://127.0.0.1:$page"
page -X POST -H "Content-Type: application/json" -d '{"TableName":"Kept"}' "http://127.0.0.1:$page/api/accounts/devstoreaccount1/Tables" >/dev/null
signed Tables -X POST -H "Content-Type: application/json" -d '{"TableName":"Orders"}' >/dev/null
signed Orders -X POST -H "Content-Type: application/json" -d '{"PartitionKey":"a","RowKey":"1","Total":7}' >/dev/null
signed "Orders()" -D "$dir/head" -G --data-urlencode "\$filter=PartitionKey eq 'a' and RowKey eq '1'" | grep -q '"Total":7' || { echo "the endpoint has not what was written"; exit 1; }
grep -qi '^x-rangefinder-plan: .*point' "$dir/head" || { echo "the endpoint does not tell the plan:"; cat "$dir/head"; exit 1; }
stop
start
page "http://127.0.0.1:$page/api/accounts/devstoreaccount1/Tables" | grep -q Kept || { echo "the table is gone"; exit 1; }
stop
echo "the image works: $(wc -c <"$image") bytes, user $user"

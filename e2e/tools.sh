#!/bin/sh
# Installs what the tests need beside Go, where it is missing: Chromium to open the page, Node.js and npm for axe-core,
# for Azurite and its client and for checking scripts, Python and curl for the code that the page writes in them, a C compiler for
# Go's race detector. Only root can; everyone else is told what to do.
set -eu

missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing="$missing chromium fonts-dejavu-core"
command -v node >/dev/null || missing="$missing nodejs"
command -v npm >/dev/null || missing="$missing npm"
command -v python3 >/dev/null || missing="$missing python3"
command -v curl >/dev/null || missing="$missing curl"
command -v gcc >/dev/null || missing="$missing gcc libc6-dev"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	echo "installing$missing"
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq
	# shellcheck disable=SC2086 # a list of packages
	exec apt-get install -y -qq --no-install-recommends $missing
fi
echo "The tests need$missing. On Debian and Ubuntu: sudo apt-get install$missing" >&2
exit 1

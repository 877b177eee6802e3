#!/bin/sh
# Installs what the tests need beside Go, where it is missing: Chromium to open the page, Node.js and npm for axe-core,
# for Azurite and its client and for checking scripts, Python and curl for the code that the page writes in them, a C compiler for
# Go's race detector. Only root can; everyone else is told what to do. Firefox is installed where Debian's is to be had; without it
# the journeys of e2e/browsers are skipped. `sh e2e/tools.sh webkit` installs WebKit for them, and a screen in memory.
set -eu

if [ "${1:-}" = webkit ]; then
	command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null && exit 0
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		export DEBIAN_FRONTEND=noninteractive
		apt-get update -qq
		exec apt-get install -y -qq --no-install-recommends webkit2gtk-driver xvfb xauth
	fi
	echo "WebKit is missing. On Debian and Ubuntu: sudo apt-get install webkit2gtk-driver xvfb xauth" >&2
	exit 1
fi

firefox=""
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || firefox=firefox-esr
missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing="$missing chromium fonts-dejavu-core"
command -v node >/dev/null || missing="$missing nodejs"
command -v npm >/dev/null || missing="$missing npm"
command -v python3 >/dev/null || missing="$missing python3"
command -v curl >/dev/null || missing="$missing curl"
command -v gcc >/dev/null || missing="$missing gcc libc6-dev"
[ -n "$missing$firefox" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	echo "installing$missing $firefox"
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq
	# shellcheck disable=SC2086 # a list of packages
	[ -z "$missing" ] || apt-get install -y -qq --no-install-recommends $missing
	[ -z "$firefox" ] || apt-get install -y -qq --no-install-recommends $firefox || echo "There is no Firefox here: its journeys are skipped." >&2
	exit 0
fi
[ -z "$firefox" ] || echo "Firefox is not installed: its journeys are skipped. On Debian: sudo apt-get install firefox-esr" >&2
[ -n "$missing" ] || exit 0
echo "The tests need$missing. On Debian and Ubuntu: sudo apt-get install$missing" >&2
exit 1

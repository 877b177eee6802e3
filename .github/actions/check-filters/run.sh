#!/bin/sh
# Checks the files that FILES names, one a line, with the program RANGEFINDER: the last step of action.yml, which a test runs too.
# DENY and PROFILE are as check takes them; SARIF is a folder for SARIF files, or empty. Inputs come by variables, never as text of
# the script, so that nothing in them is run. Exit status: 0 all is well, 1 a filter reads too much or a file cannot be read, 2
# wrong inputs.
set -u
status=0 number=0 any=
[ -z "${SARIF:-}" ] || mkdir -p -- "$SARIF" || exit 2
while IFS= read -r file; do
	file=$(printf '%s' "$file" | tr -d '\r')
	[ -n "$file" ] || continue
	any=1 number=$((number + 1))
	case $file in -*) file=./$file ;; esac
	set -- check --profile "${PROFILE:-storage}"
	[ -z "${DENY:-}" ] || set -- "$@" --deny "$DENY"
	"$RANGEFINDER" "$@" --format github "$file" </dev/null
	code=$?
	[ "$code" -le "$status" ] || status=$code
	if [ -n "${SARIF:-}" ] && [ "$code" -lt 2 ] && [ -e "$file" ]; then
		"$RANGEFINDER" "$@" --format sarif "$file" </dev/null >"$SARIF/$number.sarif" || [ $? -lt 2 ] || status=2
	fi
done <<LIST
${FILES:-}
LIST
if [ -z "$any" ]; then
	echo "check-filters: FILES names no file" >&2
	exit 2
fi
exit "$status"

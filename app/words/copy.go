package words

import (
	"strconv"
	"strings"
)

// CopyOf returns the name of what a copy is of, and which copy it is: 0 for none.
//
//go:noinline
func CopyOf(name string) (of string, n int) {
	at := strings.LastIndex(name, " copy")
	if at < 0 {
		return name, 0
	}
	number, spaced := strings.CutPrefix(name[at+len(" copy"):], " ")
	if !spaced && number == "" {
		return name[:at], 1
	}
	if n, err := strconv.Atoi(number); spaced && err == nil && n > 1 && n < 1e6 && strconv.Itoa(n) == number {
		return name[:at], n
	}
	return name, 0
}

// NextCopy is what a copy of something of that name is called: "x copy", and "x copy 2" for one of that.
//
//go:noinline
func NextCopy(name string) string {
	of, n := CopyOf(name)
	if n == 0 {
		return name + " copy"
	}
	return of + " copy " + strconv.Itoa(n+1)
}

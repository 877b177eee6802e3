package filterlang

import (
	"slices"
	"strconv"
	"strings"
)

// pageSizes are the names that libraries and tools have for the size of a page: those of Python, C#, JavaScript, Java and az.
var pageSizes = []string{"results_per_page", "maxPerPage", "maxPageSize", "setTop", "--num-results"}

// limits are the names of what ends a result: of LINQ, and of PowerShell.
var limits = []string{".Take", "-First", "-Top"}

// options reads what code asks for besides the filter: select=["Title"] and results_per_page=5.
func (q *SQL) options(code string) {
	for i, name := range slices.Concat(pageSizes, limits) {
		value := optionOf(code, name)
		if n, err := strconv.Atoi(value[:nameEnd(value, 0)]); err == nil && n > 0 {
			q.Top, q.Rows = min(n, 1000), i >= len(pageSizes)
		}
	}
	for _, name := range []string{"select", "setSelect"} {
		if names := namesIn(optionOf(code, name)); names != nil {
			q.Select = names
		}
	}
	if names := properNames(strings.Fields(cutBefore(optionOf(code, "--select"), " -"))); names != nil {
		q.Select = names
	}
	if strings.Contains(code, ".OrderBy") {
		q.Sorted, q.Lost = true, append(q.Lost, "OrderBy: "+keyOrder)
	}
}

// optionOf is what follows the name of an option: behind "=" or ":", in the brackets of a call, or behind a space where the name begins
// with "-"; "" when code has no such option.
func optionOf(code, name string) string {
	for at := 0; ; at += len(name) {
		next := strings.Index(code[at:], name)
		if next < 0 {
			return ""
		}
		if at += next; at > 0 && nameEnd(code, at-1) > at {
			continue // the end of another name
		}
		switch rest := strings.TrimLeft(code[at+len(name):], " \t\r\n'\""); {
		case rest == "":
		case name[0] == '-':
			return rest
		case (name[0] == '.' || strings.HasPrefix(name, "set")) && rest[0] == '(', strings.IndexByte("=:", rest[0]) >= 0 && !strings.HasPrefix(rest, "=="):
			return strings.TrimLeft(rest[1:], " \t\r\n")
		}
	}
}

var closers = map[byte]byte{'[': ']', '{': '}', '(': ')'}

// namesIn are the properties that a text, "Title,Rating", or a list of texts, ["Title", "Rating"], names; nil when it is neither: the name of
// a variable says nothing.
func namesIn(value string) []string {
	at := strings.IndexAny(value, "'\"`")
	if at < 0 {
		return nil
	}
	text := cutBefore(value[at+1:], value[at:at+1])
	if before := strings.TrimSpace(value[:at]); before != "" {
		end := closers[before[len(before)-1]]
		if end == 0 || strings.ContainsAny(before, ",=") {
			return nil
		}
		text = cutBefore(value[at:], string(end))
	}
	return properNames(strings.Split(text, ","))
}

// properNames are the names that the parts of a list are; nil when one is none.
func properNames(parts []string) []string {
	var names []string
	for _, part := range parts {
		if name := strings.Trim(part, " \t\r\n'\"`"); name == "" || nameEnd(name, 0) != len(name) {
			return nil
		} else if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

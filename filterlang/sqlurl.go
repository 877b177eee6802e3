package filterlang

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// fromURL reads what somebody pastes from a URL: "$filter=Genre eq 'War'&$top=5", "?$filter=…" or all of
// "https://account.table.core.windows.net/Movies()?$filter=…", written in percent or not; or a filter alone with what followed it there:
// "Genre eq 'War'&$top=5".
func fromURL(text string, depth int) (*SQL, bool) {
	text = strings.TrimSpace(text)
	q := &SQL{Top: -1, URL: true}
	path, query, whole := strings.Cut(text, "?")
	known, bare := false, false
	switch {
	case text == "":
		return nil, false
	case strings.HasPrefix(strings.ToLower(text), "filter="):
		query = "$" + text
	case !whole && (text[0] == '%' || text[0] == '$' && slices.Contains(urlOptions, strings.ToLower(text[1:nameEnd(text, 1)]))):
		query = text
	case !whole || strings.ContainsFunc(path, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'\"`", r) }):
		if q.Filter, query, bare = filterBefore(text, depth); !bare {
			if q.Filter = filterAlone(text, depth); q.Filter == "" && strings.ContainsAny(text, "\"`$%(") { // else there is neither code nor an address: this is asked with each key
				q.fromCode(text, depth)
			}
			return q, q.Filter != ""
		}
	default:
		q.Table, _, _ = strings.Cut(path[strings.LastIndexByte(path, '/')+1:], "(")
	}
	for _, part := range outsideQuotes(query) {
		name, value, ok := strings.Cut(part, "=")
		value = unescaped(value)
		name = strings.ToLower(strings.TrimSpace(unescaped(name)))
		if !ok || strings.ContainsFunc(name, unicode.IsSpace) || bare && name == "$filter" { // which of the two is meant is not known
			return nil, false
		}
		switch name {
		case "$filter":
			q.Filter = mended(strings.TrimSpace(value), depth)
		case "$select":
			q.Select = nil
			for _, property := range strings.Split(value, ",") {
				if property = strings.TrimSpace(property); property != "" && property != "*" {
					q.Select = append(q.Select, property)
				}
			}
			q.All = q.Select == nil
		case "$top":
			if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 {
				q.Top = min(n, 1000)
			}
		case "$orderby":
			q.Lost = append(q.Lost, "$orderby: "+keyOrder)
		case "nextpartitionkey":
			q.Lost = append(q.Lost, "The continuation token: a run begins with the first page.")
			continue
		default:
			continue
		}
		known = true
	}
	return q, known
}

// urlOptions follow "$" in a URL. Variables of code begin with "$" too.
var urlOptions = []string{"filter", "select", "top", "orderby", "skip", "count", "expand", "format"}

// filterAlone reads "Genre%20eq%20'War'" and "Genre+eq+'War'"; "" for anything else.
func filterAlone(text string, depth int) string {
	filter := unescaped(text)
	if filter == text {
		return ""
	}
	if filter = mended(filter, depth); !isFilter(filter) {
		return ""
	}
	return filter
}

// filterBefore cuts a text into a filter and the query that goes on behind it, from the first "&" before a "$". "sig=5&$top=3" is left
// alone: the first may be a parameter of a URL too.
func filterBefore(text string, depth int) (filter, query string, ok bool) {
	at := 0
	for _, part := range outsideQuotes(text) {
		at += strings.Index(text[at:], part)
		if at > 0 && beginsOption(part) {
			before := strings.TrimRight(text[:at], "& \t\r\n")
			if before == "" || strings.Contains(before, "=") && !strings.ContainsFunc(before, unicode.IsSpace) {
				break
			}
			filter = mended(unescaped(before), depth)
			return filter, text[at:], isFilter(filter)
		}
		at += len(part)
	}
	return "", "", false
}

// beginsOption reports whether a text goes on as a URL does behind "&": "$top=5". No filter does.
func beginsOption(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "$") || strings.HasPrefix(text, "%24")
}

// outsideQuotes cuts a query at each "&" that is in no text.
func outsideQuotes(query string) []string {
	quoted := false
	return strings.FieldsFunc(query, func(r rune) bool {
		quoted = quoted != (r == '\'')
		return r == '&' && !quoted
	})
}

// unescaped is what percent signs and plus signs write. What has a space is not written so.
func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil && !strings.ContainsFunc(text, unicode.IsSpace) {
		return plain
	}
	return text
}

// mended is a filter with the change that makes it one, where one is enough. A URL within a URL is left as it is.
func mended(filter string, depth int) string {
	if strings.Contains(filter, "filter=") {
		return filter
	}
	_, err := read(filter, depth+1)
	if e, ok := err.(*SyntaxError); ok && e.Fix != nil {
		if fixed := e.Fix.Apply(filter); fixed != "" && isFilter(fixed) {
			return fixed
		}
	}
	return filter
}

package workload

import (
	"net/url"
	"strconv"
	"strings"
)

// targetKind is what a URL names.
type targetKind uint8

const (
	entitiesTarget targetKind = iota // /Movies, /Movies(), /Movies(PartitionKey='p',RowKey='r')
	tablesTarget                     // /Tables, /Tables('Movies'), ?comp=acl
	batchTarget                      // /$batch
	serviceTarget                    // /, ?comp=properties
)

// target is what a URL says of a request. What is in quotes in the path, keys, is not read.
type target struct {
	kind      targetKind
	host      string // lower case, with its port; "" if the URL is a path
	table     string
	keys      bool
	filter    string
	top       int
	selects   bool
	continued bool
}

// maxURL bounds, in bytes, a URL that is read: twice what the service takes.
const maxURL = 128 << 10

// parseTarget reads a URL or path as logs have it. below says that no account stands before the table. A URL that names no
// resource of a Table service is not ok.
func parseTarget(text string, below bool) (t target, ok bool) {
	if len(text) > maxURL {
		return t, false
	}
	path, query, _ := strings.Cut(text, "?")
	if scheme := strings.Index(path, "://"); scheme >= 0 && scheme <= 8 {
		rest := path[scheme+3:]
		slash := strings.IndexByte(rest, '/')
		if slash < 0 {
			slash = len(rest)
		}
		t.host, path = strings.ToLower(rest[:slash]), rest[slash:]
		below = below || isTableHost(t.host)
	}
	if path == "" || path[0] != '/' {
		if path != "" {
			return t, false
		}
		path = "/"
	}
	path = strings.TrimLeft(path, "/")
	name := path
	if open := strings.IndexAny(name, "(%"); open >= 0 && !below {
		if slash := strings.LastIndexByte(name[:open], '/'); slash >= 0 {
			path = path[slash+1:]
		}
	} else if slash := strings.IndexByte(name, '/'); slash >= 0 && !below {
		path = path[slash+1:]
	} else if !below && isAccount(name) {
		path = ""
	}
	if !t.parsePath(path) {
		return t, false
	}
	return t, t.parseQuery(query)
}

// isTableHost reports whether a host is that of an account of Azure Table storage or Cosmos DB: the path begins with the table.
func isTableHost(host string) bool {
	return strings.Contains(host, ".table.") || strings.Contains(host, ".table-") || strings.Contains(host, ".tables.") || strings.Contains(host, "-secondary.table.")
}

// isAccount reports whether a path of one name is that of the emulator's account, not of a table.
func isAccount(name string) bool {
	return name == "" || name == emulatorAccount || name == emulatorAccount+"-secondary"
}

const emulatorAccount = "devstoreaccount1"

func (t *target) parsePath(path string) bool {
	name, rest, called := strings.Cut(path, "(")
	if strings.IndexByte(name, '%') >= 0 { // even the parenthesis may be encoded
		decoded, err := url.PathUnescape(path)
		if err != nil {
			return false
		}
		name, rest, called = strings.Cut(decoded, "(")
	}
	name = strings.TrimSuffix(name, "/")
	switch {
	case name == "":
		t.kind = serviceTarget
		return !called
	case strings.EqualFold(name, "$batch"):
		t.kind = batchTarget
		return !called
	case strings.EqualFold(name, "Tables"):
		t.kind = tablesTarget
		return true
	case !isTableName(name):
		return false
	}
	t.table = name
	if !called || strings.HasPrefix(rest, ")") {
		return true
	}
	if !mentions(rest, "PartitionKey") || !mentions(rest, "RowKey") {
		return false
	}
	t.keys = true
	return true
}

// mentions reports whether a name is in s before "=", which may be percent-encoded.
func mentions(s, name string) bool {
	for {
		at := strings.Index(s, name)
		if at < 0 {
			return false
		}
		s = s[at+len(name):]
		if strings.HasPrefix(s, "=") || len(s) >= 3 && strings.EqualFold(s[:3], "%3d") {
			return true
		}
	}
}

// isTableName reports whether a service could have such a table, $Metrics tables with it.
func isTableName(name string) bool {
	name = strings.TrimPrefix(name, "$")
	if len(name) < 3 || len(name) > 63 {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if letter := 'a' <= c|0x20 && c|0x20 <= 'z'; !letter && (c < '0' || c > '9' || i == 0) {
			return false
		}
	}
	return true
}

// parseQuery reads the options of a query. All others, signatures with them, are not looked at.
func (t *target) parseQuery(query string) bool {
	for query != "" {
		var part string
		part, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(part, "=")
		if strings.HasPrefix(name, "%24") {
			name = "$" + name[len("%24"):]
		}
		switch name {
		case "$filter":
			text, err := url.QueryUnescape(value)
			if err != nil {
				return false
			}
			t.filter = strings.TrimSpace(text)
		case "$top":
			if n, err := strconv.Atoi(value); err == nil && n > 0 {
				t.top = n
			}
		case "$select":
			t.selects = value != ""
		case "NextPartitionKey", "NextRowKey", "NextTableName":
			t.continued = true
		case "comp":
			if strings.EqualFold(value, "acl") {
				t.kind = tablesTarget
			} else if t.table == "" && t.kind != batchTarget && t.kind != tablesTarget {
				t.kind = serviceTarget
			}
		}
	}
	return true
}

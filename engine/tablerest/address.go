package tablerest

import (
	"strings"
	"unicode/utf8"

	"rangefinder/engine"
)

// resource is what a path names.
type resource uint8

const (
	account     resource = iota // /
	batch                       // /$batch
	tables                      // /Tables
	oneTable                    // /Tables('Movies')
	entities                    // /Movies, /Movies()
	pointEntity                 // /Movies(PartitionKey='p',RowKey='r')
)

// address is a path read.
type address struct {
	resource     resource
	table        string // as written
	partitionKey string
	rowKey       string
}

// syntaxMessage is what the service says of a path it cannot read.
const syntaxMessage = "Bad Request - Error in query syntax."

// parseAddress reads a path below the account, decoded once. Errors: InvalidInput, OutOfRangeInput and InvalidResourceName
// for table names; InvalidInput for the syntax; InvalidUri when it names nothing. Whether keys can be keys is the engine's to
// say, and so is which tables can be deleted.
func parseAddress(path string) (address, *engine.Error) {
	if !utf8.ValidString(path) {
		return address{}, engine.Errorf(engine.InvalidInput, "The path is not valid UTF-8.")
	}
	path = strings.TrimPrefix(path, "/")
	if strings.EqualFold(path, "tables/") { // some clients send the slash; Azurite takes it too
		path = "Tables"
	}
	name, rest, called := strings.Cut(path, "(")
	switch {
	case path == "":
		return address{resource: account}, nil
	case path == "$batch":
		return address{resource: batch}, nil
	case path == "$metadata":
		return address{}, engine.Errorf(engine.NotImplemented, "There is no metadata document; the service has none either.")
	case strings.EqualFold(name, "tables"):
		return parseTable(rest, called)
	}
	if !isMetrics(name) {
		if err := engine.CheckTableName(name); err != nil {
			return address{}, wrapped(err)
		}
	}
	a := address{resource: entities, table: name}
	if !called || rest == ")" {
		return a, nil
	}
	a.resource = pointEntity
	var err *engine.Error
	a.partitionKey, a.rowKey, err = parseKeys(rest)
	return a, err
}

// isMetrics reports whether a name is that of one of the service's own tables, which an account here never has.
func isMetrics(name string) bool {
	rest, ok := strings.CutPrefix(name, "$Metrics")
	return ok && strings.IndexFunc(rest, func(r rune) bool { return r > 'z' || r < '0' }) < 0
}

// parseTable reads what follows "Tables(".
func parseTable(rest string, called bool) (address, *engine.Error) {
	if !called || rest == ")" {
		return address{resource: tables}, nil
	}
	name, rest, ok := cutQuoted(strings.TrimPrefix(rest, "TableName="))
	if !ok || rest != ")" {
		return address{}, badPath("A table is addressed as Tables('Name').")
	}
	return address{resource: oneTable, table: name}, nil
}

// parseKeys reads what follows "Table(": both keys in any order.
func parseKeys(rest string) (partitionKey, rowKey string, err *engine.Error) {
	var have [2]bool
	for i := range have {
		name, text, _ := strings.Cut(rest, "=")
		value, after, ok := cutQuoted(text)
		end := byte(',')
		if i == 1 {
			end = ')'
		}
		if !ok || after == "" || after[0] != end {
			return "", "", badPath("An entity is addressed as Table(PartitionKey='…',RowKey='…'), with every quote in a key written twice.")
		}
		switch strings.TrimPrefix(name, " ") {
		case "PartitionKey":
			partitionKey, have[0] = value, true
		case "RowKey":
			rowKey, have[1] = value, true
		}
		rest = after[1:]
	}
	if rest != "" || !have[0] || !have[1] {
		return "", "", badPath("An entity is addressed by its PartitionKey and its RowKey, each given once.")
	}
	return partitionKey, rowKey, nil
}

// cutQuoted reads a text in single quotes at the beginning of s.
func cutQuoted(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '\'' {
		return "", "", false
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '\'' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			i++
			continue
		}
		text = s[1:i]
		if strings.IndexByte(text, '\'') >= 0 {
			text = strings.ReplaceAll(text, "''", "'")
		}
		return text, s[i+1:], true
	}
	return "", "", false
}

func badPath(detail string) *engine.Error {
	err := engine.Errorf(engine.InvalidInput, "%s", detail)
	err.Message = syntaxMessage
	return err
}

// appendEntityPath appends the address of an entity below the account, percent-encoded: Movies(PartitionKey='a',RowKey='b').
func appendEntityPath(dst []byte, table, partitionKey, rowKey string) []byte {
	dst = append(dst, table...)
	dst = append(dst, "(PartitionKey='"...)
	dst = appendKey(dst, partitionKey)
	dst = append(dst, "',RowKey='"...)
	dst = appendKey(dst, rowKey)
	return append(dst, "')"...)
}

func appendTablePath(dst []byte, table string) []byte {
	dst = append(dst, "Tables('"...)
	dst = appendKey(dst, table)
	return append(dst, "')"...)
}

const upperHex = "0123456789ABCDEF"

// appendKey appends a key as it stands between the quotes of a path: quotes doubled, everything but unreserved characters
// encoded.
func appendKey(dst []byte, key string) []byte {
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case unreserved(c):
			dst = append(dst, c)
		case c == '\'':
			dst = append(dst, "%27%27"...)
		default:
			dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return dst
}

func unreserved(c byte) bool {
	lower := c | 0x20
	return 'a' <= lower && lower <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' || c == '~'
}

// appendEscaped appends s as the value of a query parameter.
func appendEscaped(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; unreserved(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return dst
}

// unescape decodes percent-encoding once. With plus a "+" is a space, as in queries. ok is false when it is malformed.
func unescape(s string, plus bool) (text string, ok bool) {
	if strings.IndexByte(s, '%') < 0 && (!plus || strings.IndexByte(s, '+') < 0) {
		return s, true
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '%':
			if i+2 >= len(s) {
				return "", false
			}
			high, low := hexDigit(s[i+1]), hexDigit(s[i+2])
			if high < 0 || low < 0 {
				return "", false
			}
			out = append(out, byte(high<<4|low))
			i += 2
		case c == '+' && plus:
			out = append(out, ' ')
		default:
			out = append(out, c)
		}
	}
	return string(out), true
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

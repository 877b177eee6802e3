//go:build !js

package tablerest

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/engine"
)

// queryString is what a request's query says, decoded. The parameters of signatures are left out.
type queryString struct {
	filter, names, top, format  string
	nextPartition, nextRow      string
	nextTable                   string
	restype, comp               string
	timeout                     string
	hasTop, hasFormat, hasNames bool
	hasTimeout                  bool
}

// parseQuery reads a raw query. Unknown parameters are nobody's business, unknown options ("$…") are refused. Errors:
// InvalidQueryParameterValue for what cannot be decoded, NotImplemented for an option the service lacks, InvalidInput for one
// given twice.
func parseQuery(raw string) (queryString, *engine.Error) {
	var q queryString
	var seen [16]bool
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, ok := unescape(rawName, true)
		if !ok {
			return q, malformedParameter(rawName)
		}
		to, number := q.parameter(name)
		if to == nil {
			if strings.HasPrefix(name, "$") {
				return q, engine.Errorf(engine.NotImplemented, "The service has no query option %s.", strconv.Quote(name))
			}
			continue
		}
		value, ok := unescape(rawValue, true)
		if !ok || !utf8.ValidString(value) {
			return q, malformedParameter(name)
		}
		if seen[number] {
			return q, engine.Errorf(engine.InvalidInput, "The query option %s is given twice.", name)
		}
		seen[number] = true
		*to = value
	}
	q.hasTop, q.hasFormat, q.hasNames, q.hasTimeout = seen[2], seen[3], seen[1] && q.names != "", seen[9]
	return q, nil
}

// parameter returns where the value of a parameter goes, nil when nowhere.
func (q *queryString) parameter(name string) (to *string, number int) {
	switch name {
	case "$filter":
		return &q.filter, 0
	case "$select":
		return &q.names, 1
	case "$top":
		return &q.top, 2
	case "$format":
		return &q.format, 3
	case "NextPartitionKey":
		return &q.nextPartition, 4
	case "NextRowKey":
		return &q.nextRow, 5
	case "NextTableName":
		return &q.nextTable, 6
	case "restype":
		return &q.restype, 7
	case "comp":
		return &q.comp, 8
	case "timeout":
		return &q.timeout, 9
	}
	return nil, 0
}

func malformedParameter(name string) *engine.Error {
	if len(name) > 60 {
		name = name[:60]
	}
	return Errorf(InvalidQueryParameterValue, "The query parameter %s is not UTF-8 text in percent-encoding.", strconv.Quote(name))
}

// pageSize returns $top as engine.Query.Top.
func (q *queryString) pageSize() (int, *engine.Error) {
	if !q.hasTop {
		return 0, nil
	}
	n, err := strconv.ParseUint(q.top, 10, 32)
	switch {
	case err != nil || n > engine.MaxPage || q.top[0] == '+':
		e := engine.Errorf(engine.InvalidInput, "$top is %s; it is a page size from 0 to %d.", strconv.Quote(q.top), engine.MaxPage)
		e.Field = "$top"
		return 0, e
	case n == 0:
		return engine.NoEntities, nil
	}
	return int(n), nil
}

// selected returns the names of $select, each once; nil is everything.
func (q *queryString) selected() ([]string, *engine.Error) {
	if !q.hasNames {
		return nil, nil
	}
	if strings.Count(q.names, ",") >= engine.MaxSelect {
		e := engine.Errorf(engine.InvalidInput, "$select has more than %d names.", engine.MaxSelect)
		e.Field = "$select"
		return nil, e
	}
	names := strings.Split(q.names, ",")
	kept := make([]string, 0, len(names))
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		name = strings.Trim(name, " ")
		if name == "*" {
			return nil, nil
		}
		if name != "" && !seen[name] {
			seen[name] = true
			kept = append(kept, name)
		}
	}
	return kept, nil
}

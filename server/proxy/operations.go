package proxy

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rangefinder/engine/tablerest"
)

// operation is one that the proxy passes on.
type operation struct {
	method    string
	kind      tablerest.TargetKind
	comp      string // value of the option of that name
	write     bool
	body      bodyKind
	secondary bool     // it is asked of the secondary endpoint
	options   []string // the options of grammar.go that it may have, besides timeout
}

// operations are all there are: section 3 of the service's description.
var operations = []operation{
	{method: "GET", kind: tablerest.TablesTarget, options: []string{"$filter", "$select", "$top", "$format", "NextTableName"}},
	{method: "POST", kind: tablerest.TablesTarget, write: true, body: objectBody},
	{method: "GET", kind: tablerest.TableTarget, options: []string{"$format"}},
	{method: "DELETE", kind: tablerest.TableTarget, write: true},
	{method: "GET", kind: tablerest.EntitiesTarget, options: []string{"$filter", "$select", "$top", "$format", "NextPartitionKey", "NextRowKey"}},
	{method: "POST", kind: tablerest.EntitiesTarget, write: true, body: objectBody},
	{method: "GET", kind: tablerest.EntityTarget, options: []string{"$select", "$format"}},
	{method: "PUT", kind: tablerest.EntityTarget, write: true, body: objectBody},
	{method: "MERGE", kind: tablerest.EntityTarget, write: true, body: objectBody},
	{method: "PATCH", kind: tablerest.EntityTarget, write: true, body: objectBody},
	{method: "DELETE", kind: tablerest.EntityTarget, write: true},
	{method: "POST", kind: tablerest.BatchTarget, write: true, body: batchBody}, // unless it is one read: see request.go
	{method: "GET", kind: tablerest.EntitiesTarget, comp: "acl"},
	{method: "HEAD", kind: tablerest.EntitiesTarget, comp: "acl"},
	{method: "PUT", kind: tablerest.EntitiesTarget, comp: "acl", write: true, body: policiesBody},
	{method: "GET", kind: tablerest.ServiceTarget, comp: "properties"},
	{method: "PUT", kind: tablerest.ServiceTarget, comp: "properties", write: true, body: propertiesBody},
	{method: "GET", kind: tablerest.ServiceTarget, comp: "stats", secondary: true},
}

// maxOptions bounds the options of a request.
const maxOptions = 16

// option is one of a query, decoded.
type option struct{ name, value string }

// readOptions reads a query: each option in percent-encoding, UTF-8, and given once.
func readOptions(query string) ([]option, *refusal) {
	if query == "" {
		return nil, nil
	}
	options := make([]option, 0, 4)
	for pair := range strings.SplitSeq(query, "&") {
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, ok := tablerest.Unescape(rawName)
		value, decoded := tablerest.Unescape(rawValue)
		switch {
		case !ok || !decoded || !utf8.ValidString(name) || !utf8.ValidString(value):
			return nil, &refusal{InvalidQuery, "The query is not UTF-8 text in percent-encoding."}
		case len(options) == maxOptions || slices.ContainsFunc(options, func(o option) bool { return o.name == name }):
			return nil, &refusal{InvalidQuery, "The query has an option twice, or too many."}
		}
		options = append(options, option{name, value})
	}
	return options, nil
}

// take removes an option and returns its value.
func take(options []option, name string) (value string, rest []option) {
	for i, o := range options {
		if o.name == name {
			return o.value, slices.Delete(options, i, i+1)
		}
	}
	return "", options
}

// find returns the operation that is asked for, and its query written anew.
func find(method string, target tablerest.Target, query string) (*operation, string, *refusal) {
	given, refused := readOptions(query)
	if refused != nil {
		return nil, "", refused
	}
	comp, given := take(given, "comp")
	restype, given := take(given, "restype")
	kind := target.Kind()
	if (restype == "service") != (kind == tablerest.ServiceTarget) || restype != "" && restype != "service" {
		return nil, "", notAllowed("That is not an operation on tables.")
	}
	i := slices.IndexFunc(operations, func(o operation) bool { return o.method == method && o.kind == kind && o.comp == comp })
	if i < 0 {
		return nil, "", notAllowed("That is not an operation on tables.")
	}
	op := &operations[i]
	var out []byte
	add := func(name, value string) {
		if len(out) > 0 {
			out = append(out, '&')
		}
		out = tablerest.AppendQueryValue(append(append(out, name...), '='), value)
	}
	if restype != "" {
		add("restype", restype)
	}
	if comp != "" {
		add("comp", comp)
	}
	for _, o := range given {
		i := slices.IndexFunc(options, func(v value) bool { return v.name == o.name })
		if i < 0 || o.name != "timeout" && !slices.Contains(op.options, o.name) {
			return nil, "", notAllowed(fmt.Sprintf("The operation has no option %.40q.", o.name))
		}
		written, ok := options[i].read(o.value)
		if !ok {
			return nil, "", &refusal{InvalidQuery, fmt.Sprintf("The option %s has to be %s.", o.name, options[i].says)}
		}
		add(o.name, written)
	}
	return op, string(out), nil
}

func notAllowed(message string) *refusal { return &refusal{OperationNotAllowed, message} }

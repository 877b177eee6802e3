package source

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// callTypes are functions and members by what they return. A name with a dot is a function of that package or class; one that begins
// with a dot is any member of that name.
var callTypes = map[string]edm.Type{
	// Go
	"strconv.Itoa": edm.Int32, "strconv.Atoi": edm.Int32, "strconv.FormatInt": edm.Int64, "strconv.FormatUint": edm.Int64, "strconv.ParseInt": edm.Int64,
	"strconv.FormatFloat": edm.Double, "strconv.ParseFloat": edm.Double, "strconv.FormatBool": edm.Boolean, "strconv.ParseBool": edm.Boolean,
	"len": edm.Int32, ".Unix": edm.Int64, ".UnixMilli": edm.Int64, ".UnixNano": edm.Int64, "time.Now": edm.DateTime, "uuid.New": edm.Guid, "uuid.MustParse": edm.Guid,
	// C#
	"Convert.ToInt32": edm.Int32, "Convert.ToInt64": edm.Int64, "Convert.ToDouble": edm.Double, "Convert.ToBoolean": edm.Boolean, "Convert.ToDateTime": edm.DateTime,
	"Guid.NewGuid": edm.Guid, ".Count": edm.Int32, ".Length": edm.Int32, ".Ticks": edm.Int64, ".AddDays": edm.DateTime, ".AddHours": edm.DateTime, ".AddMinutes": edm.DateTime,
	".UtcNow": edm.DateTime, ".Now": edm.DateTime, ".Today": edm.DateTime, "Guid.Empty": edm.Guid, ".ToUniversalTime": edm.DateTime,
	// Java
	"Integer.toString": edm.Int32, "Integer.parseInt": edm.Int32, "Integer.valueOf": edm.Int32, "Long.toString": edm.Int64, "Long.parseLong": edm.Int64, "Long.valueOf": edm.Int64,
	"Double.toString": edm.Double, "Double.parseDouble": edm.Double, "Boolean.toString": edm.Boolean, "Boolean.parseBoolean": edm.Boolean, "UUID.randomUUID": edm.Guid, "UUID.fromString": edm.Guid,
	"Instant.now": edm.DateTime, "OffsetDateTime.now": edm.DateTime, ".intValue": edm.Int32, ".longValue": edm.Int64, ".doubleValue": edm.Double, ".size": edm.Int32, ".length": edm.Int32, ".toInstant": edm.DateTime,
	// JavaScript
	"Number": edm.Int32, "parseInt": edm.Int32, "Number.parseInt": edm.Int32, "parseFloat": edm.Double, "Number.parseFloat": edm.Double, "BigInt": edm.Int64, "Date.now": edm.Int64, ".getTime": edm.Int64,
	"Math.floor": edm.Int32, "Math.round": edm.Int32, "Math.ceil": edm.Int32, "Math.trunc": edm.Int32, ".toFixed": edm.Double, ".toISOString": edm.DateTime, "crypto.randomUUID": edm.Guid,
	// Python
	".isoformat": edm.DateTime, ".strftime": edm.DateTime, "datetime.now": edm.DateTime, "datetime.utcnow": edm.DateTime, "uuid.uuid4": edm.Guid, "uuid4": edm.Guid, ".count": edm.Int32,
}

// likeArgument are functions that write their only argument as text, and likeReceiver members that write what they are of.
var (
	likeArgument = map[string]bool{"str": true, "repr": true, "String": true, "String.valueOf": true, "Convert.ToString": true, "fmt.Sprint": true, "abs": true, "Math.abs": true, "Math.max": true, "Math.min": true, "max": true, "min": true}
	likeReceiver = map[string]bool{"ToString": true, "toString": true, "String": true, "toLocaleString": true, "Value": true, "UTC": true, "utc": true}
)

// maxValue bounds how far a value is followed to those that it is made of.
const maxValue = 6

// typeOfValue returns the type of an expression: by the call that converts it, as strconv.Itoa(n), by its literals, or by how its names
// are declared before a place in the code. It is NoType if the code does not say.
func (d *declared) typeOfValue(v []token, before int, language Language, depth int) edm.Type {
	for len(v) > 0 && v[0].kind == wordToken && (v[0].text == "await" || v[0].text == "return") {
		v = v[1:]
	}
	for len(v) > 1 && (is(v[len(v)-1], "!") || is(v[len(v)-1], ";")) {
		v = v[:len(v)-1]
	}
	if len(v) == 0 || depth > maxValue {
		return edm.NoType
	}
	next := func(v []token) edm.Type { return d.typeOfValue(v, before, language, depth+1) }
	if is(v[0], "(") && closes(v) == len(v)-1 {
		return next(v[1 : len(v)-1])
	}
	if is(v[0], "(") && closes(v) == 2 && len(v) > 3 && typeNames[v[1].text] != edm.NoType && (language == CSharp || language == Java) { // (int)x
		return typeNames[v[1].text]
	}
	if at := topLevel(v, "?"); at > 0 && language != Python && language != Go && at+1 < len(v) && !is(v[at+1], ".") {
		if colon := topLevel(v[at:], ":"); colon > 0 {
			return next(v[at+1 : at+colon])
		}
		return next(v[:at]) // a ?? b
	}
	if at := topLevel(v, "+-*/"); at > 0 && at+1 < len(v) {
		return sum(next(v[:at]), next(v[at+1:]))
	}
	if is(v[0], "-") {
		return next(v[1:])
	}
	if len(v) == 1 {
		return d.typeOfWord(v[0], before, language, depth)
	}
	if v[0].text == "new" && len(v) > 2 {
		end := 1
		for end+2 < len(v) && is(v[end+1], ".") {
			end += 2
		}
		return typeNames[v[end].text]
	}
	return d.typeOfCall(v, before, language, next)
}

// sum returns the type of two values with an operator between them: a text with anything is a text, of numbers the wider one counts.
func sum(a, b edm.Type) edm.Type {
	for _, t := range [...]edm.Type{edm.String, edm.Double, edm.Int64, edm.Int32} {
		if a == t || b == t {
			return t
		}
	}
	return edm.NoType
}

// typeOfWord returns the type of a literal or of a name.
func (d *declared) typeOfWord(t token, before int, language Language, depth int) edm.Type {
	switch {
	case t.kind == stringToken:
		return edm.String
	case t.kind != wordToken:
		return edm.NoType
	case t.text == "true" || t.text == "false" || language == Python && (t.text == "True" || t.text == "False"):
		return edm.Boolean
	case t.text[0] >= '0' && t.text[0] <= '9':
		if last := t.text[len(t.text)-1] | 0x20; last == 'l' || last == 'n' {
			return edm.Int64
		}
		return edm.Int32
	}
	return d.typeOf(t.text, before, language, depth)
}

// typeOfCall returns the type of what a name with a dot or a call returns.
func (d *declared) typeOfCall(v []token, before int, language Language, next func([]token) edm.Type) edm.Type {
	var arguments []token
	callee, called := v, false
	if is(v[len(v)-1], ")") {
		open := len(v) - 2
		for open >= 0 && !(is(v[open], "(") && v[open].depth == v[len(v)-1].depth) {
			open--
		}
		if open < 1 {
			return edm.NoType
		}
		callee, arguments, called = v[:open], v[open+1:len(v)-1], true
	}
	last := callee[len(callee)-1]
	if last.kind != wordToken {
		return edm.NoType // an index, or a function that a function returns
	}
	if len(v) == 3 && is(v[1], ".") && last.text != "" && v[0].text[0] >= '0' && v[0].text[0] <= '9' { // 1.5
		return edm.Double
	}
	var receiver []token
	name := last.text
	if n := len(callee); n > 2 && is(callee[n-2], ".") {
		if receiver = callee[:n-2]; is(receiver[len(receiver)-1], "?") { // a?.b
			receiver = receiver[:len(receiver)-1]
		}
	}
	full := name
	if len(receiver) > 0 && receiver[len(receiver)-1].kind == wordToken {
		full = receiver[len(receiver)-1].text + "." + name
	}
	switch {
	case called && likeArgument[full] && len(arguments) > 0:
		if comma := topLevel(arguments, ","); comma > 0 {
			arguments = arguments[:comma]
		}
		return next(arguments)
	case called && (name == "ToString" || name == "Format" && language == Go || name == "format") && receiver != nil && datePattern(arguments):
		return edm.DateTime
	case callTypes[full] != edm.NoType:
		return callTypes[full]
	case receiver != nil && callTypes["."+name] != edm.NoType:
		return callTypes["."+name]
	case receiver != nil && likeReceiver[name]:
		return next(receiver)
	case called && name == "Parse" && receiver != nil:
		return typeNames[receiver[len(receiver)-1].text]
	case called && receiver == nil:
		return typeNames[name] // int64(n), float(x)
	case !called:
		return d.typeOf(name, before, language, maxValue) // a member
	}
	return edm.NoType
}

// datePattern reports whether the argument of ToString or Format writes a time.
func datePattern(arguments []token) bool {
	if len(arguments) == 0 {
		return false
	}
	if a := arguments[0]; a.kind == stringToken && len(a.parts) == 1 {
		text := a.parts[0].text
		return text == "o" || text == "O" || text == "s" || text == "u" || strings.Contains(text, "yyyy") || strings.Contains(text, "2006")
	}
	return arguments[0].text == "time" // time.RFC3339
}

// maxArguments bounds, in tokens, what stands between brackets.
const maxArguments = 1000

// closes returns where the bracket that tokens begin with is closed, -1 if it is not.
func closes(v []token) int {
	for i := 1; i < min(len(v), maxArguments); i++ {
		if v[i].kind == signToken && strings.Contains(")]}", v[i].text) && v[i].depth == v[0].depth {
			return i
		}
	}
	return -1
}

// topLevel returns the first of some signs that is in no bracket of v, -1 without.
func topLevel(v []token, signs string) int {
	for i, t := range v {
		if t.kind == signToken && t.depth == v[0].depth && strings.Contains(signs, t.text) {
			return i
		}
	}
	return -1
}

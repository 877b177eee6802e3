package source

import (
	"strconv"
	"strings"
)

// arguments are what a format is filled with.
type arguments struct {
	list  [][]token
	named map[string][]token // Python: format(pk=x), % {"pk": x}, parameters={"pk": x}
}

// argumentsAfter returns the arguments of the call that a string stands in: Sprintf("…", a, b), "…".format(a, b), "…" % (a, b).
func argumentsAfter(tokens []token, last int, language Language) (a arguments) {
	v := tokens[min(last+1, len(tokens)):]
	switch {
	case len(v) > 2 && is(v[0], ".") && (v[1].text == "format" || v[1].text == "formatted") && is(v[2], "("):
		if end := closes(v[2:]); end > 0 {
			a.add(v[3:2+end], language)
		}
	case len(v) > 1 && is(v[0], "%") && language == Python:
		if end := closes(v[1:]); end > 0 && (is(v[1], "(") || is(v[1], "{")) {
			a.add(v[2:1+end], language)
			break
		}
		a.add(v[1:max(operand(v, 1), 1)], language)
	case len(v) > 0 && is(v[0], ","):
		end := 1
		for end < len(v) && end < maxArguments && v[end].depth >= v[0].depth && !(is(v[end], ")") && v[end].depth < v[0].depth) {
			end++
		}
		a.add(v[1:end], language)
	}
	return a
}

// add splits a list at its commas.
func (a *arguments) add(v []token, language Language) {
	for len(v) > 0 {
		end := topLevel(v, ",")
		if end < 0 {
			end = len(v)
		}
		value := v[:end]
		switch {
		case language == Python && len(value) > 2 && (is(value[1], "=") || is(value[1], ":")):
			a.name(value, language)
		default:
			a.list = append(a.list, value)
		}
		v = v[min(end+1, len(v)):]
	}
}

// name adds an argument with a name, and what it holds where it is a dictionary.
func (a *arguments) name(value []token, language Language) {
	name := value[0].text
	if value[0].kind == stringToken && len(value[0].parts) == 1 {
		name = value[0].parts[0].text
	}
	if value = value[2:]; is(value[0], "{") {
		if end := closes(value); end > 0 {
			a.add(value[1:end], language)
		}
		return
	}
	if a.named == nil {
		a.named = map[string][]token{}
	}
	a.named[name] = value
}

// of returns the argument for a hole of a format: by its number, by its name, or the next one.
func (a *arguments) of(hole string, next *int) []token {
	name, _, _ := strings.Cut(hole, ":")
	name, _, _ = strings.Cut(name, "!")
	number := *next
	switch n, err := strconv.Atoi(name); {
	case strings.HasPrefix(hole, "%"):
		if n, err := strconv.Atoi(nameOf(hole, -1)); err == nil && n > 0 {
			number = n - 1
		} else {
			*next++
		}
	case name == unnamed || name == "":
		*next++
	case err == nil:
		number = n
	default:
		return a.named[name]
	}
	if number < 0 || number >= len(a.list) {
		return nil
	}
	return a.list[number]
}

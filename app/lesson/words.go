package lesson

import (
	"fmt"
	"strings"
	"unicode"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// splitWords splits a line at white space that is not between single quotes.
func splitWords(text string) []string {
	var words []string
	from, inside := -1, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'':
			inside = !inside
			if from < 0 {
				from = i
			}
		case (c == ' ' || c == '\t') && !inside:
			if from >= 0 {
				words = append(words, text[from:i])
			}
			from = -1
		case from < 0:
			from = i
		}
	}
	if from >= 0 {
		words = append(words, text[from:])
	}
	return words
}

// readKeys reads 'partition','row' with quotes doubled inside.
func readKeys(word string) (partitionKey, rowKey string, err error) {
	partitionKey, rest, ok := unquote(word)
	if ok {
		if rest, ok = strings.CutPrefix(rest, ","); ok {
			rowKey, rest, ok = unquote(rest)
		}
	}
	if plain, other, two := strings.Cut(word, ","); two && !strings.Contains(word, "'") {
		return "", "", fmt.Errorf("the keys %s need single quotes: write '%s','%s'", Clip(word), Clip(plain), Clip(other))
	}
	if !ok || rest != "" {
		return "", "", fmt.Errorf("%q are not keys; write 'partition','row' without spaces between them", Clip(word))
	}
	return partitionKey, rowKey, nil
}

func unquote(s string) (text, rest string, ok bool) {
	if !strings.HasPrefix(s, "'") {
		return "", s, false
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '\'' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			i++
			continue
		}
		return strings.ReplaceAll(s[1:i], "''", "'"), s[i+1:], true
	}
	return "", s, false
}

// readProperty reads Name=literal, with a literal as in a filter, or null.
func readProperty(word string) (engine.Property, error) {
	name, literal, ok := strings.Cut(word, "=")
	if !ok {
		return engine.Property{}, fmt.Errorf("%q is not a property; write Name=4 or Name='text', without spaces around =", Clip(word))
	}
	if literal == "null" {
		return engine.Property{Name: name}, nil
	}
	v, err := readLiteral(name, literal)
	return engine.Property{Name: name, Value: v}, err
}

// isName reports whether a text is letters, digits and _, and begins with a letter.
func isName(text string) bool {
	return text != "" && unicode.IsLetter([]rune(text)[0]) && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// readLiteral reads a value as a filter writes it.
func readLiteral(name, literal string) (edm.Value, error) {
	e, err := filterlang.Parse(name + " eq " + literal)
	if err == nil {
		if c, ok := e.(*filterlang.Comparison); ok && c.Property == name {
			return c.Literal, nil
		}
	}
	if isName(literal) {
		return edm.Value{}, fmt.Errorf("the text %s needs single quotes: write %s='%s'", Clip(literal), Clip(name), Clip(literal))
	}
	return edm.Value{}, fmt.Errorf("%q is not a value; write 4, 4L, 4.5, true, 'text', datetime'2010-11-06T00:00:00Z' or another literal of a filter", Clip(literal))
}

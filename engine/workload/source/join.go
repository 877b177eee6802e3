package source

import (
	"cmp"
	"strings"

	"rangefinder/engine/stable"
)

// expression is a string with holes as it stands in the code, joined from several literals where they are added.
type expression struct {
	line  int
	parts []part
	open  bool // something is added before it that is no string
	first int  // the token it begins with
	last  int  // the one it ends with
}

// maxNested bounds how deep strings are looked for within what is added to a string.
const maxNested = 8

// join returns the strings of the tokens, each with all that is added to it, in the order in which they begin.
func join(tokens []token, language Language) []expression {
	out := joinNested(nil, tokens, 0, language, 0)
	stable.Sort(out, func(a, b expression) int { return cmp.Compare(a.first, b.first) })
	return out
}

// joinNested appends those of tokens that stand at a place in the code.
func joinNested(out []expression, tokens []token, at int, language Language, nested int) []expression {
	for i := 0; i < len(tokens); i++ {
		if tokens[i].kind != stringToken {
			continue
		}
		e := expression{line: tokens[i].line, first: at + i, open: i > 0 && (is(tokens[i-1], "+") || is(tokens[i-1], "=") && i > 1 && is(tokens[i-2], "+"))}
		e.parts = append(e.parts, tokens[i].parts...)
		for i+1 < len(tokens) {
			next := tokens[i+1]
			adjacent := next.kind == stringToken && language == Python && (next.depth > 0 || next.line == tokens[i].line)
			switch {
			case adjacent:
				i++
				e.parts = append(e.parts, next.parts...)
				continue
			case !is(next, "+") || i+2 >= len(tokens) || is(tokens[i+2], "=") || is(tokens[i+2], "+"):
			case tokens[i+2].kind == stringToken:
				i += 2
				e.parts = append(e.parts, tokens[i].parts...)
				continue
			default:
				if end := operand(tokens, i+2); end > i+2 {
					e.parts = append(e.parts, part{hole: spell(tokens[i+2 : end]), value: tokens[i+2 : end]})
					if nested < maxNested {
						out = joinNested(out, tokens[i+2:end], at+i+2, language, nested+1)
					}
					i = end - 1
					continue
				}
			}
			break
		}
		e.last = at + i
		out = append(out, e)
	}
	return out
}

func is(t token, sign string) bool { return t.kind == signToken && t.text == sign }

// operand returns the end of what is added: a name with its members, calls and indexes, or something in parentheses.
func operand(tokens []token, i int) int {
	for i < len(tokens) {
		t := tokens[i]
		switch {
		case t.kind == wordToken, is(t, "."), is(t, "?"), is(t, "!"):
			i++
		case is(t, "(") || is(t, "["):
			depth := t.depth
			for i++; i < len(tokens) && !(tokens[i].kind == signToken && strings.Contains(")]", tokens[i].text) && tokens[i].depth == depth); i++ {
			}
			i = min(i+1, len(tokens))
		default:
			return i
		}
		if i < len(tokens) && tokens[i].kind == wordToken && tokens[i].line != tokens[i-1].line && ends(tokens[i-1]) {
			return i // the next statement, where none ends with a semicolon
		}
	}
	return i
}

// ends reports whether an operand can end with a token.
func ends(t token) bool { return t.kind == wordToken || is(t, ")") || is(t, "]") }

// spell writes the words and signs of an operand.
func spell(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if t.kind == wordToken && i > 0 && tokens[i-1].kind == wordToken {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return nonEmpty(b.String())
}

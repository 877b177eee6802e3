package study

import (
	"strings"
	"unicode"

	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// maxNear is how many stored values near one of the filter are tried.
const maxNear = 4

// asked is a value that a filter compares a property with, or the beginning of one: where both nodes are set they are the bounds of
// a search by prefix.
type asked struct {
	at, end *filterlang.Comparison
	text    string
	form    string // canonical
	near    []string
	kinds   []wire.MissKind
}

// askedOf lists the texts that a filter asks for by eq or by prefix.
func askedOf(nodes []filterlang.Node) []*asked {
	var list []*asked
	for i := range nodes {
		c, ok := nodes[i].Expr.(*filterlang.Comparison)
		if !ok || c.Literal.Type() != edm.String || c.Literal.Text() == "" || len(list) == maxAsked {
			continue
		}
		switch c.Op {
		case filterlang.Eq:
			list = append(list, &asked{at: c, text: c.Literal.Text(), form: canonical(c.Literal.Text())})
		case filterlang.Ge:
			end, ok := edm.PrefixEnd(c.Literal.Text())
			if !ok {
				continue
			}
			for k := range nodes {
				o, ok := nodes[k].Expr.(*filterlang.Comparison)
				if ok && nodes[k].Parent == nodes[i].Parent && o.Op == filterlang.Lt && o.Property == c.Property && o.Literal == edm.NewString(end) {
					list = append(list, &asked{at: c, end: o, text: c.Literal.Text(), form: canonical(c.Literal.Text())})
					break
				}
			}
		}
	}
	return list
}

// maxAsked is how many values of one filter are looked for.
const maxAsked = 8

// meet compares a stored text.
func (a *asked) meet(stored string) {
	if a.end != nil {
		stored = beginning(stored, a.text)
	}
	if len(a.near) == maxNear || stored == a.text || len(stored) > 2*len(a.text)+64 {
		return
	}
	kind, form := wire.MissTypo, canonical(stored)
	if form == a.form {
		kind = nearness(a.text, stored)
	} else if a.end != nil || !mistyped(form, a.form) {
		return
	}
	for _, known := range a.near {
		if known == stored {
			return
		}
	}
	a.near = append(a.near, strings.Clone(stored))
	a.kinds = append(a.kinds, kind)
}

// beginning returns as many characters of a text as another has.
func beginning(text, as string) string {
	n := 0
	for range as {
		n++
	}
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// with returns the filter with a stored value in the place of the one that was asked for.
func (a *asked) with(e filterlang.Expr, stored string) filterlang.Expr {
	low := *a.at
	low.Literal = edm.NewString(stored)
	e = filterlang.Replace(e, a.at, &low)
	if a.end != nil {
		end, ok := edm.PrefixEnd(stored)
		if !ok {
			return nil
		}
		high := *a.end
		high.Literal = edm.NewString(end)
		e = filterlang.Replace(e, a.end, &high)
	}
	return e
}

// canonical returns a text in small letters, without white space, and without zeros before digits.
func canonical(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		c := text[i]
		plain = c > ' ' && c < 0x7f && (c < 'A' || c > 'Z') && c != '0'
	}
	if plain {
		return text
	}
	var b strings.Builder
	digits := false // one that is not a zero has come, or the next is none
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff':
			continue
		case r == '0' && !digits && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9':
			continue
		}
		digits = r >= '0' && r <= '9'
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// mistyped reports whether two words differ in one letter, or two letters that are exchanged. Numbers that differ in a digit are two
// numbers.
func mistyped(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 4 || len(b) > len(a)+1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	letter := func(s string) bool { return s != "" && (s[0] < '0' || s[0] > '9') }
	a, b = a[i:], b[i:]
	if len(a) < len(b) {
		return letter(b) && b[1:] == a
	}
	return letter(a) && letter(b) && (a[1:] == b[1:] || len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:])
}

// nearness says in what two texts of one canonical form differ.
func nearness(a, b string) wire.MissKind {
	switch {
	case strings.EqualFold(a, b):
		return wire.MissCase
	case spaceless(a) == spaceless(b):
		return wire.MissSpace
	case unpadded(a) == unpadded(b):
		return wire.MissPadding
	}
	return wire.MissSpelled
}

func spaceless(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' {
			return -1
		}
		return r
	}, s)
}

// unpadded returns a text without zeros before digits.
func unpadded(s string) string {
	var b strings.Builder
	digits := false
	for i := 0; i < len(s); i++ {
		if s[i] == '0' && !digits && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
			continue
		}
		digits = s[i] >= '0' && s[i] <= '9'
		b.WriteByte(s[i])
	}
	return b.String()
}

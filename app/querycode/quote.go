package querycode

import (
	"strings"
	"unicode"
)

const hex = "0123456789abcdef"

// quoted returns a text between double quotes, as a literal of Go, JavaScript, Python, C# and Java alike. Everything that could
// end it, end the line, or be unseen is escaped. What is not UTF-8 becomes U+FFFD.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff || r != 0xa0 && unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(`\u`)
			for shift := 12; shift >= 0; shift -= 4 {
				b.WriteByte(hex[r>>shift&15])
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

// list returns texts as literals with commas between.
func list(texts []string) string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = quoted(t)
	}
	return strings.Join(all, ", ")
}

// shell returns a text as one word of a POSIX shell, in which nothing is expanded.
func shell(text string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(text, "\x00", ""), "'", `'\''`) + "'"
}

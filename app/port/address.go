package port

import "strings"

// EscapeStray makes a fragment one that can be unescaped: a % that escapes nothing becomes %25, so what was meant is kept.
func EscapeStray(fragment string) string {
	var b strings.Builder
	for i := 0; i < len(fragment); i++ {
		b.WriteByte(fragment[i])
		if fragment[i] == '%' && (i+2 >= len(fragment) || !isHex(fragment[i+1]) || !isHex(fragment[i+2])) {
			b.WriteString("25")
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

package interchange

// number returns the end of a JSON number.
func number(b []byte, i int) (int, fault) {
	digits := func() bool {
		start := i
		for i < len(b) && '0' <= b[i] && b[i] <= '9' {
			i++
		}
		return i > start
	}
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		return i, cutOr(b, i)
	}
	if i < len(b) && b[i] == '.' {
		if i++; !digits() {
			return i, cutOr(b, i)
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return i, cutOr(b, i)
		}
	}
	if i == len(b) {
		return i, short
	}
	return i, fine
}

// cutOr tells a piece that is cut off from one that is wrong.
func cutOr(b []byte, i int) fault {
	if i >= len(b) {
		return short
	}
	return malformed
}

// skip returns the end of the value at b[i]. Of an object or an array it checks strings and brackets only.
func (s *scanner) skip(b []byte, i int) (int, fault) {
	var open []byte
	for {
		if i = skipSpace(b, i); i >= len(b) {
			return i, short
		}
		switch c := b[i]; {
		case c == '"':
			end, f := skipText(b, i)
			if f != fine {
				return end, f
			}
			i = end
		case c == '{' || c == '[':
			open = append(open, c+2) // the closing brackets of ASCII
			i++
		case (c == '}' || c == ']') && len(open) > 0 && open[len(open)-1] == c:
			open = open[:len(open)-1]
			i++
		case (c == ',' || c == ':') && len(open) > 0:
			i++
			continue
		default:
			end, f := word(b, i)
			if f != fine {
				if f == malformed {
					s.why = "A value is neither text in quotes, a number, true, false nor null."
				}
				return end, f
			}
			i = end
		}
		if len(open) == 0 {
			return i, fine
		}
	}
}

func skipText(b []byte, i int) (int, fault) {
	for i++; ; i++ {
		if i = plainRun(b, i); i >= len(b) {
			return len(b), short
		}
		switch b[i] {
		case '"':
			return i + 1, fine
		case '\\':
			i++
		}
	}
}

// word returns the end of true, false, null or a number.
func word(b []byte, i int) (int, fault) {
	for _, w := range [...]string{"true", "false", "null"} {
		if b[i] == w[0] {
			for k := range len(w) {
				if i+k >= len(b) {
					return len(b), short
				}
				if b[i+k] != w[k] {
					return i, malformed
				}
			}
			return i + len(w), fine
		}
	}
	if b[i] == '-' || '0' <= b[i] && b[i] <= '9' {
		return number(b, i)
	}
	return i, malformed
}

package editor

// UTF16Offsets returns a function from byte offsets of text to offsets in UTF-16 code units, as the editor counts. Invalid
// bytes count as one unit each, as the replacement character that JavaScript holds for them.
func UTF16Offsets(text string) func(int) int {
	ascii := true
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return func(b int) int { return min(max(b, 0), len(text)) }
	}
	units := make([]int, len(text)+1)
	n := 0
	for i, r := range text {
		units[i] = n
		n++
		if r > 0xFFFF {
			n++
		}
	}
	units[len(text)] = n
	for i := 1; i < len(text); i++ {
		if units[i] == 0 {
			units[i] = units[i-1] // inside a rune: where it begins
		}
	}
	return func(b int) int { return units[min(max(b, 0), len(text))] }
}

// ByteOffset returns the byte offset of a UTF-16 offset in text.
func ByteOffset(text string, units int) int {
	n := 0
	for i, r := range text {
		if n >= units {
			return i
		}
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return len(text)
}

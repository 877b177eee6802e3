package workload

import (
	"encoding/json"
	"strconv"
)

// maxDepth bounds how deep JSON may be nested.
const maxDepth = 64

// members calls f for each member of a JSON object, with the key as it is between the quotes and the value as it is written. It
// reports whether data is an object and nothing else. It reads a gigabyte in seconds, where encoding/json needs a minute.
func members(data []byte, f func(key, value []byte)) bool {
	i := skipBlank(data, 0)
	if i == len(data) || data[i] != '{' {
		return false
	}
	if i = skipBlank(data, i+1); i < len(data) && data[i] == '}' {
		return skipBlank(data, i+1) == len(data)
	}
	for {
		end := skipString(data, i)
		if end < 0 {
			return false
		}
		key := data[i+1 : end-1]
		if i = skipBlank(data, end); i == len(data) || data[i] != ':' {
			return false
		}
		i = skipBlank(data, i+1)
		if end = skipValue(data, i, 0); end < 0 {
			return false
		}
		f(key, data[i:end])
		if i = skipBlank(data, end); i == len(data) {
			return false
		}
		switch data[i] {
		case ',':
			i = skipBlank(data, i+1)
		case '}':
			return skipBlank(data, i+1) == len(data)
		default:
			return false
		}
	}
}

// elements calls f for each element of a JSON array, as members does.
func elements(data []byte, f func(value []byte)) bool {
	i := skipBlank(data, 0)
	if i == len(data) || data[i] != '[' {
		return false
	}
	if i = skipBlank(data, i+1); i < len(data) && data[i] == ']' {
		return skipBlank(data, i+1) == len(data)
	}
	for {
		end := skipValue(data, i, 0)
		if end < 0 {
			return false
		}
		f(data[i:end])
		if i = skipBlank(data, end); i == len(data) {
			return false
		}
		switch data[i] {
		case ',':
			i = skipBlank(data, i+1)
		case ']':
			return skipBlank(data, i+1) == len(data)
		default:
			return false
		}
	}
}

func skipBlank(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t' || data[i] == '\n' || data[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the place after the string at i, -1 if there is none.
func skipString(data []byte, i int) int {
	if i >= len(data) || data[i] != '"' {
		return -1
	}
	for i++; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			i++
		case c < ' ':
			return -1
		}
	}
	return -1
}

// skipValue returns the place after the value at i, -1 if there is none.
func skipValue(data []byte, i, depth int) int {
	if i >= len(data) || depth > maxDepth {
		return -1
	}
	switch c := data[i]; c {
	case '"':
		return skipString(data, i)
	case '{', '[':
		closing := c + 2 // } follows { by two in ASCII, ] follows [
		if i = skipBlank(data, i+1); i < len(data) && data[i] == closing {
			return i + 1
		}
		for {
			if c == '{' {
				if i = skipString(data, i); i < 0 {
					return -1
				}
				if i = skipBlank(data, i); i >= len(data) || data[i] != ':' {
					return -1
				}
				i = skipBlank(data, i+1)
			}
			if i = skipValue(data, i, depth+1); i < 0 {
				return -1
			}
			if i = skipBlank(data, i); i >= len(data) {
				return -1
			}
			if data[i] == closing {
				return i + 1
			}
			if data[i] != ',' {
				return -1
			}
			i = skipBlank(data, i+1)
		}
	}
	start := i
	for i < len(data) && (data[i] >= '0' && data[i] <= '9' || data[i]|0x20 >= 'a' && data[i]|0x20 <= 'z' || data[i] == '-' || data[i] == '+' || data[i] == '.') {
		i++
	}
	switch word := data[start:i]; {
	case len(word) == 0:
		return -1
	case word[0] == '-' || word[0] >= '0' && word[0] <= '9':
		return i
	case string(word) == "true" || string(word) == "false" || string(word) == "null":
		return i
	}
	return -1
}

// textOf returns the string that a value is, a number as it is written, and "" for all else.
func textOf(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	if value[0] != '"' {
		if c := value[0]; c == '-' || c >= '0' && c <= '9' {
			return string(value)
		}
		return ""
	}
	inner := value[1 : len(value)-1]
	for _, c := range inner {
		if c == '\\' {
			var s string
			if json.Unmarshal(value, &s) != nil {
				return ""
			}
			return s
		}
	}
	return string(inner)
}

// numberOf returns the number that a value is or holds as a string. An empty text is no number.
func numberOf(value []byte) (float64, bool) {
	if len(value) > 1 && value[0] == '"' {
		value = value[1 : len(value)-1]
	}
	return parseNumber(string(value))
}

// parseNumber reads a number that is at least 0 and below 2^53.
func parseNumber(text string) (float64, bool) {
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && n >= 0 && n < 1<<53
}

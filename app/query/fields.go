package query

import (
	"strconv"
	"strings"
)

// SelectNames reads a $select list: names separated by commas, none for all. problem is "" when it can be used.
func SelectNames(text string) (names []string, problem string) {
	if strings.TrimSpace(text) == "" {
		return nil, ""
	}
	for _, part := range strings.Split(text, ",") {
		name := strings.TrimSpace(part)
		if name == "" {
			return nil, "$select has an empty name: separate property names with one comma."
		}
		names = append(names, name)
	}
	if len(names) > 255 {
		return nil, "$select takes at most 255 names."
	}
	return names, ""
}

// TopNumber reads $top: 0 to 1,000, -1 when it is empty. problem is "" when it can be used.
func TopNumber(text string) (top int, problem string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return -1, ""
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1000 {
		return -1, "$top is the size of a page, a whole number from 0 to 1,000."
	}
	return n, ""
}

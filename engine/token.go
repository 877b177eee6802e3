package engine

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// tokenKey returns the sort key of a token: the first that may be on the next page. The keys of a token that came from
// outside may be any text.
func tokenKey(t Token) string {
	form, truncated := edm.KeyBound(t.PartitionKey)
	switch {
	case truncated:
		return form + ended
	case t.HasRow:
		return form + begins + edm.SortForm(t.RowKey)
	default:
		return form + begins
	}
}

// keyToken returns the token of a sort key that an entity has or a partition begins with.
func keyToken(sortKey string, hasRow bool) Token {
	partition, row, _ := edm.CutSortKey(sortKey)
	t := Token{PartitionKey: edm.KeyText(partition), Valid: true, HasRow: hasRow}
	if hasRow {
		t.RowKey = edm.KeyText(row)
	}
	return t
}

var (
	tokenEscape   = strings.NewReplacer("+", "*", "/", "_", "=", "-")
	tokenUnescape = strings.NewReplacer("*", "+", "_", "/", "-", "=")
)

// EncodeTokenKey returns a key as the continuation headers carry it: "1!8!U21pdGg-" is "Smith".
func EncodeTokenKey(key string) string {
	text := tokenEscape.Replace(base64.StdEncoding.EncodeToString([]byte(key)))
	return "1!" + strconv.Itoa(len(text)) + "!" + text
}

// DecodeTokenKey reads what EncodeTokenKey wrote. Any other text is refused with InvalidInput.
func DecodeTokenKey(text string) (string, error) {
	length, code, ok := strings.Cut(strings.TrimPrefix(text, "1!"), "!")
	if ok && strings.HasPrefix(text, "1!") && length == strconv.Itoa(len(code)) && !strings.ContainsAny(code, "+/=\r\n") {
		b, err := base64.StdEncoding.Strict().DecodeString(tokenUnescape.Replace(code))
		if err == nil && utf8.Valid(b) {
			return string(b), nil
		}
	}
	return "", Errorf(InvalidInput, "%s is not a continuation token of this service; leave it out to begin again.", shown(text))
}

// Headers returns the values of x-ms-continuation-NextPartitionKey and -NextRowKey; "" where there is none.
func (t Token) Headers() (partitionKey, rowKey string) {
	if t.Valid {
		partitionKey = EncodeTokenKey(t.PartitionKey)
		if t.HasRow {
			rowKey = EncodeTokenKey(t.RowKey)
		}
	}
	return partitionKey, rowKey
}

// ParseToken reads what Headers returned: both "" is no token, a RowKey needs a PartitionKey. Error: InvalidInput.
func ParseToken(partitionKey, rowKey string) (Token, error) {
	if partitionKey == "" && rowKey == "" {
		return Token{}, nil
	}
	t := Token{Valid: true}
	var err error
	if t.PartitionKey, err = DecodeTokenKey(partitionKey); err != nil {
		return Token{}, err
	}
	if rowKey != "" {
		t.HasRow = true
		if t.RowKey, err = DecodeTokenKey(rowKey); err != nil {
			return Token{}, err
		}
	}
	return t, nil
}

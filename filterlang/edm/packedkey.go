package edm

import "strings"

// sortByte maps a byte of UTF-8 to a byte of the sort form. Only lead bytes can be 0xEE or 0xEF, and no byte of UTF-8 is
// above 0xF4, so the map is one to one on valid text and can be undone.
func sortByte(b byte) byte {
	if b == 0xEE || b == 0xEF {
		return b + 7
	}
	return b
}

// differs reports whether the sort form of key is other than key.
func differs[K string | []byte](key K) bool {
	for i := 0; i < len(key); i++ {
		if key[i] == 0xEE || key[i] == 0xEF {
			return true
		}
	}
	return false
}

func appendSortForm[K string | []byte](dst []byte, key K) []byte {
	if !differs(key) {
		return append(dst, key...)
	}
	for i := 0; i < len(key); i++ {
		dst = append(dst, sortByte(key[i]))
	}
	return dst
}

// SortForm returns the sort form of a text: comparing two sort forms as Go strings is the UTF-16 ordinal order of the texts.
// It holds for any valid UTF-8, control characters included, and allocates only when the form differs from the text.
func SortForm(text string) string {
	if !differs(text) {
		return text
	}
	return string(appendSortForm(make([]byte, 0, len(text)), text))
}

// KeyText undoes SortForm.
func KeyText(sortForm string) string {
	if strings.IndexByte(sortForm, 0xF5) < 0 && strings.IndexByte(sortForm, 0xF6) < 0 {
		return sortForm
	}
	b := []byte(sortForm)
	for i, c := range b {
		if c == 0xF5 || c == 0xF6 {
			b[i] = c - 7
		}
	}
	return string(b)
}

// AppendSortKey appends the sort key of an entity: the sort form of PartitionKey, a zero byte, the sort form of RowKey.
// Neither key may hold a zero byte.
func AppendSortKey(dst []byte, partitionKey, rowKey string) []byte {
	dst = appendSortForm(dst, partitionKey)
	dst = append(dst, 0)
	return appendSortForm(dst, rowKey)
}

// SortKey returns what AppendSortKey appends.
func SortKey(partitionKey, rowKey string) string {
	return string(AppendSortKey(make([]byte, 0, len(partitionKey)+1+len(rowKey)), partitionKey, rowKey))
}

// CutSortKey splits a sort key into the sort forms of its keys, and false when it holds no zero byte.
func CutSortKey(sortKey string) (partition, row string, ok bool) {
	return strings.Cut(sortKey, "\x00")
}

// KeyBound returns the sort form of a literal that a key is compared with, made fit to stand in a sort key. A literal may
// hold any character, a key holds no control characters; only U+0000 matters, because it separates the keys. When the
// literal holds one, sortForm is what precedes the first and truncated is true: then no key equals the literal,
//
//	key ge literal  and  key gt literal  hold exactly when  key gt sortForm
//	key lt literal  and  key le literal  hold exactly when  key le sortForm
//
// Proof. Let the literal be A + U+0000 + R and k a key. If A is a proper prefix of k, then k goes on with a character other
// than U+0000, which is greater than U+0000: k > literal and k > A. If k is A or a proper prefix of A, it is a proper prefix
// of the literal: k < literal and k <= A. Otherwise k and A differ first at a place both have, where the literal has A's
// character: k compares with both alike, and equals neither. So k > literal exactly when k > A, and k = literal never.
// Any other literal needs no care: SortForm keeps the order of all texts.
func KeyBound(literal string) (sortForm string, truncated bool) {
	before, _, found := strings.Cut(literal, "\x00")
	return SortForm(before), found
}

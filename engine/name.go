package engine

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/filterlang"
)

// The limits of section 1.1 of the service's description.
const (
	MaxProperties   = 252       // custom properties of an entity
	MaxPropertyName = 255       // UTF-16 code units
	MaxKey          = 512       // UTF-16 code units of a PartitionKey or RowKey
	MaxString       = 32 * 1024 // UTF-16 code units
	MaxBinary       = 64 * 1024 // bytes
	MaxEntity       = 1 << 20   // bytes, by the formula of section 1.3
	MaxBatchOps     = 100       // operations of an entity group transaction
	MaxBatchBytes   = 4 << 20   // of its request
	MaxPage         = 1000      // entities on a page
	MaxPageBytes    = 4 << 20   // of the entities on a page
	MaxSelect       = 255       // names in $select
)

// CheckTableName says whether a table of that name can be created. Errors: OutOfRangeInput (length), InvalidResourceName
// (characters), InvalidInput (reserved).
func CheckTableName(name string) error {
	if n := utf16Length(name); n < 3 || n > 63 {
		return Errorf(OutOfRangeInput, "A table name has 3 to 63 characters; %s has %d.", shown(name), n).
			saying("The specified resource name length is not within the permissible limits.").about("TableName")
	}
	for i := 0; i < len(name); i++ {
		c := name[i] | 0x20
		if letter := 'a' <= c && c <= 'z'; !letter && (i == 0 || name[i] < '0' || name[i] > '9') {
			return Errorf(InvalidResourceName, "A table name is letters and digits and begins with a letter; %s is not.", shown(name)).
				about("TableName")
		}
	}
	if strings.EqualFold(name, "tables") {
		return Errorf(InvalidInput, "The name %q is reserved by the service; choose another.", name).about("TableName")
	}
	return nil
}

// CheckKey says whether the service stores an entity with that key; field is "PartitionKey" or "RowKey". Errors: InvalidInput
// (not UTF-8), OutOfRangeInput (forbidden character), PropertyValueTooLarge (over 512 UTF-16 code units). The empty string is
// a legal key.
func CheckKey(field, key string) error {
	if err := checkKeyCharacters(field, key); err != nil {
		return err
	}
	if err := checkKeyLength(field, key); err != nil {
		return err
	}
	return nil
}

func checkKeyCharacters(field, key string) *Error {
	ascii := true
	for i := 0; i < len(key); i++ {
		c := key[i]
		if c < utf8.RuneSelf && forbidden(rune(c)) {
			return forbiddenKey(field, key, rune(c))
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	if ascii {
		return nil
	}
	if !utf8.ValidString(key) {
		return Errorf(InvalidInput, "The %s %s is not valid UTF-8 text.", field, shown(key)).about(field)
	}
	for _, r := range key {
		if forbidden(r) {
			return forbiddenKey(field, key, r)
		}
	}
	return nil
}

// forbidden reports whether no key holds a character.
func forbidden(r rune) bool {
	return r < 0x20 || r == '/' || r == '\\' || r == '#' || r == '?' || 0x7f <= r && r <= 0x9f
}

// MendKey returns a key with by in place of each character that no key holds. Text that is not UTF-8 stays, as CheckKey refuses it anyway.
func MendKey(key string, by rune) string {
	if !strings.ContainsFunc(key, forbidden) || !utf8.ValidString(key) {
		return key
	}
	return strings.Map(func(r rune) rune {
		if forbidden(r) {
			return by
		}
		return r
	}, key)
}

func forbiddenKey(field, key string, r rune) *Error {
	return Errorf(OutOfRangeInput, `The %s %s holds %s; keys hold no "/", "\", "#", "?" and no control characters.`,
		field, shown(key), character(r)).saying("The '%s' parameter of value '%s' is out of range.", field, key).about(field)
}

// character is one of a name, in the quotes that stand around names.
func character(r rune) string {
	if r == '\\' {
		return `"\"` // as the list of what keys do not hold has it
	}
	return strconv.Quote(string(r))
}

// checkPointKeys checks the characters of keys that stand in a point URL, where the service has other sentences.
func checkPointKeys(partitionKey, rowKey string) *Error {
	for _, k := range [...]struct{ field, key string }{{"PartitionKey", partitionKey}, {"RowKey", rowKey}} {
		err := checkKeyCharacters(k.field, k.key)
		if err == nil || err.Code != OutOfRangeInput {
			if err != nil {
				return err
			}
			continue
		}
		if strings.ContainsAny(k.key, `/\`) {
			err.Code = InvalidInput
			return err.saying("Bad Request - Error in query syntax.")
		}
		return err.saying("%s", answers[OutOfRangeInput].message)
	}
	return nil
}

func checkKeyLength(field, key string) *Error {
	if len(key) <= MaxKey {
		return nil
	}
	if n := utf16Length(key); n > MaxKey {
		return Errorf(PropertyValueTooLarge, "The %s has %d UTF-16 characters; a key has at most %d.", field, n, MaxKey).about(field)
	}
	return nil
}

// CheckPropertyName says whether a custom property may have that name. Errors: PropertyNameTooLong, PropertyNameInvalid.
func CheckPropertyName(name string) error {
	if err := checkPropertyName(name); err != nil {
		return err
	}
	return nil
}

func checkPropertyName(name string) *Error {
	if len(name) > MaxPropertyName {
		if n := utf16Length(name); n > MaxPropertyName {
			return Errorf(PropertyNameTooLong, "The property name %s has %d characters; at most %d are allowed.", shown(name), n, MaxPropertyName).about(name)
		}
	}
	switch name {
	case "":
		return Errorf(PropertyNameInvalid, "A property needs a name.")
	case filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp:
		return Errorf(PropertyNameInvalid, "%s is a system property and cannot be set as a custom one; choose another name.", name).about(name)
	}
	for i, r := range name {
		if r < utf8.RuneSelf {
			c := r | 0x20
			if 'a' <= c && c <= 'z' || r == '_' || i > 0 && '0' <= r && r <= '9' {
				continue
			}
		} else if r != utf8.RuneError && (unicode.In(r, unicode.L, unicode.Nl) ||
			i > 0 && unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Cf)) {
			continue
		}
		what := character(r)
		if r == ' ' {
			what = "a space"
		}
		verb := "contain"
		if unicode.In(r, unicode.Nd) {
			verb = "begin with"
		}
		return Errorf(PropertyNameInvalid, "A property name cannot %s %s: %s. Use letters, digits and _, and no digit first.", verb, what, shown(name)).about(name)
	}
	return nil
}

// utf16Length returns the number of UTF-16 code units of s, valid UTF-8 or the sort form of a key: there the lead bytes 0xF5
// and 0xF6 stand for 0xEE and 0xEF.
func utf16Length(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < 0x80 || 0xc0 <= c && c < 0xf0 || c >= 0xf5:
			n++
		case c >= 0xf0:
			n += 2
		}
	}
	return n
}

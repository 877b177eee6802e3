package connection

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// sas is a shared access signature as it is given.
type sas struct {
	query       string   // written anew, in percent-encoding
	secrets     []string // forms in which the signature may stand somewhere
	signature   string   // sig
	table       string   // tn, of a table's
	permissions string   // sp, "" when a stored policy has them
	from, until string   // st and se, "" when a stored policy has them
}

// parseSAS reads a signature as a query without '?'. Errors name a parameter, never a value.
func parseSAS(text string) (*sas, error) {
	s := &sas{}
	seen := map[string]string{}
	var query strings.Builder
	for pair := range strings.SplitSeq(text, "&") {
		if pair == "" {
			continue
		}
		name, raw, _ := strings.Cut(pair, "=")
		if len(name) < 2 || len(name) > 6 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" || name == "comp" {
			return nil, errors.New("the shared access signature has a parameter that none has; it is the text from sv= to sig=, or from '?' on")
		}
		if _, twice := seen[name]; twice {
			return nil, fmt.Errorf("the shared access signature has %s twice", name)
		}
		value, err := url.QueryUnescape(raw)
		if err != nil || !utf8.ValidString(value) || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' }) {
			return nil, fmt.Errorf("%s of the shared access signature is not in percent-encoding", name)
		}
		if name == "sig" {
			value = strings.ReplaceAll(value, " ", "+") // Base64 has no spaces: a "+" that nobody encoded
			if b, err := base64.StdEncoding.DecodeString(value); value != "" && (err != nil || len(b) != sha256.Size) {
				return nil, errors.New("sig of the shared access signature is not one: it is the Base64 of 32 bytes")
			}
			s.signature = value
			s.secrets = slices.Compact([]string{value, url.QueryEscape(value)})
		}
		seen[name] = value
		if query.Len() > 0 {
			query.WriteByte('&')
		}
		query.WriteString(name + "=" + strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
	}
	switch {
	case seen["sig"] == "":
		return nil, errors.New("the shared access signature has no sig")
	case seen["sv"] == "":
		return nil, errors.New("the shared access signature has no sv, the version it was made for")
	case seen["ss"] != "" && !strings.Contains(seen["ss"], "t"):
		return nil, errors.New("the shared access signature is not for tables: ss has no t")
	case seen["ss"] == "" && seen["tn"] == "":
		return nil, errors.New("the shared access signature is neither of an account, with ss, nor of a table, with tn")
	}
	s.query, s.table, s.permissions = query.String(), seen["tn"], seen["sp"]
	s.from, s.until = seen["st"], seen["se"]
	return s, nil
}

// readOnly reports whether the signature permits no write.
func (s *sas) readOnly() bool {
	return s.permissions != "" && !strings.ContainsAny(s.permissions, "awdcu")
}

// sasTimes are the forms in which st and se say a time.
var sasTimes = []string{"2006-01-02T15:04:05.9999999Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02"}

// sasTime reads st or se; the zero time when it says none that can be read.
func sasTime(text string) time.Time {
	for _, form := range sasTimes {
		if t, err := time.Parse(form, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

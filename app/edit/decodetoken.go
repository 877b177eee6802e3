package edit

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// tokenRead takes a JSON Web Token apart. Nobody here has the key to check its signature.
func tokenRead(text string, add func(title, text string)) {
	parts := strings.Split(strings.TrimPrefix(text, "Bearer "), ".")
	if len(parts) != 3 || !strings.HasPrefix(parts[0], "eyJ") || len(text) > 1<<17 {
		return
	}
	var read [2]string
	for i := range read {
		raw, err := base64.RawURLEncoding.DecodeString(parts[i])
		laidOut, ok := LaidOutJSON(string(raw))
		if err != nil || !ok {
			return
		}
		read[i] = laidOut
	}
	add("JWT, header", read[0])
	add("JWT, claims; the signature is not checked", read[1])
	var claims map[string]json.RawMessage
	if json.Unmarshal([]byte(read[1]), &claims) != nil {
		return
	}
	var times []string
	for _, c := range [...][2]string{{"iat", "issued"}, {"nbf", "valid from"}, {"exp", "expires"}} {
		if seconds, err := strconv.ParseFloat(string(claims[c[0]]), 64); err == nil && seconds > 0 && seconds < float64(lastTicks-firstTicks)/1e7 {
			times = append(times, c[1]+" "+edm.NewDateTime(edm.Ticks(edm.UnixTicks+int64(seconds)*1e7)).Display())
		}
	}
	if times != nil {
		add("JWT, times", strings.Join(times, "\n"))
	}
}

// percentDecoded is text of which characters stand as in the address of a page, as %2F.
func percentDecoded(text string) (string, bool) {
	if u, err := url.Parse(text); err == nil && u.Host != "" { // an address as it is has its own reading
		return "", false
	}
	plain, err := url.PathUnescape(text)
	return plain, err == nil && plain != text && utf8.ValidString(plain)
}

// hexRead reads the bytes that a text writes in hexadecimal, where they are text or gzip: of a hash there is nothing to read.
func hexRead(text string, add func(title, text string)) {
	digits := strings.TrimPrefix(text, "0x")
	if len(digits) < 8 || len(digits) > 1<<17 || digits == text && !strings.ContainsAny(digits, "abcdefABCDEF") {
		return
	}
	raw, err := hex.DecodeString(digits)
	if err != nil {
		return
	}
	packedRead(string(raw), add)
	if isText(string(raw)) {
		add("Hex, as text", string(raw))
	}
}

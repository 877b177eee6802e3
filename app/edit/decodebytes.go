package edit

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// base64Of decodes Base64 that is likely to be some: long enough, padded, and of more than letters.
func base64Of(s string) (raw, kind string) {
	if len(s) < 12 || len(s)%4 != 0 || len(s) > 1<<17 || strings.Trim(s, "0123456789") == "" {
		return "", ""
	}
	if b, err := base64.StdEncoding.Strict().DecodeString(s); err == nil && (strings.ContainsAny(s, "+/=0123456789") && strings.ToLower(s) != s) {
		return string(b), "Base64"
	}
	if b, err := base64.URLEncoding.Strict().DecodeString(s); err == nil && strings.ContainsAny(s, "-_") && strings.ContainsAny(s, "0123456789=") && strings.ToLower(s) != s {
		return string(b), "Base64 for URLs"
	}
	return "", ""
}

// bytesRead shows bytes as a dump, as text where they are some, and what is packed in them first of all.
func bytesRead(raw, of string, add func(title, text string)) {
	if !strings.HasPrefix(of, unpackedIn) { // of what was packed twice the second time is not unpacked
		packedRead(raw, add)
	}
	add(of+"as hex, "+words.Count(len(raw), "byte", "bytes"), hexDump(raw))
	if len(raw) == 16 {
		g := edm.UUID([]byte(raw))
		add(of+"as a GUID", netOrder(g).String()+" where .NET wrote the bytes\n"+g.String()+" where they are in order")
	}
	if !isText(raw) {
		return
	}
	add(of+"as text", raw)
	if text, ok := LaidOutJSON(strings.TrimSpace(raw)); ok {
		add(of+"as JSON", text)
	}
}

// isText reports whether bytes are text that can be shown.
func isText(raw string) bool {
	return raw != "" && utf8.ValidString(raw) && strings.IndexFunc(raw, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\r' }) < 0
}

// unpackedIn begins the titles of what was unpacked.
const unpackedIn = "gzip, unpacked, "

// packedRead unpacks gzip, as far as it is shown.
func packedRead(raw string, add func(title, text string)) {
	if !strings.HasPrefix(raw, "\x1f\x8b") {
		return
	}
	z, err := gzip.NewReader(strings.NewReader(raw))
	if err != nil {
		return
	}
	inner, err := io.ReadAll(io.LimitReader(z, maxDecoded+utf8.UTFMax))
	text := string(inner)
	if len(text) > maxDecoded {
		text = strings.ToValidUTF8(text, "") // a character cut in two at the end
	}
	switch laidOut, ok := LaidOutJSON(strings.TrimSpace(text)); {
	case ok:
		add(unpackedIn+"as JSON", laidOut)
	case isText(text):
		add(unpackedIn+"as text", text)
	case text != "":
		bytesRead(text, unpackedIn, add)
	}
	if err != nil {
		add("gzip", "It is damaged or cut off after "+words.Count(len(inner), "unpacked byte", "unpacked bytes")+".")
	}
}

// dumpWidth is how many bytes a line of a dump has: as many as fit the inspector.
const dumpWidth = 8

// hexDump writes the bytes by lines, with what of them is ASCII.
func hexDump(raw string) string {
	var b strings.Builder
	for at := 0; at < len(raw) && b.Len() < maxDecoded; at += dumpWidth {
		line := raw[at:min(at+dumpWidth, len(raw))]
		offset := strconv.FormatInt(int64(at), 16)
		b.WriteString(strings.Repeat("0", max(4-len(offset), 0)) + offset + "  ")
		for i := range dumpWidth {
			if i < len(line) {
				b.WriteString(hex.EncodeToString([]byte{line[i]}) + " ")
			} else {
				b.WriteString("   ")
			}
		}
		b.WriteByte(' ')
		for i := range len(line) {
			if c := line[i]; c >= ' ' && c < 0x7f {
				b.WriteByte(c)
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

package edit

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// Decoded is one way to read a value.
type Decoded struct{ Title, Text string }

// maxDecoded bounds what one reading shows, in bytes.
const maxDecoded = 16 << 10

// Decode reads a value in the ways that make sense of it. It guesses, and says what it took it for.
func Decode(t edm.Type, text string) []Decoded {
	var list []Decoded
	add := func(title, text string) {
		if len(text) > maxDecoded {
			text = strings.ToValidUTF8(text[:maxDecoded], "") + "\n…"
		}
		list = append(list, Decoded{title, text})
	}
	switch t {
	case edm.NoType:
		return nil
	case edm.Binary:
		if v, err := edm.ParseText(edm.Binary, text); err == nil {
			bytesRead(v.Text(), "", add)
		}
	case edm.DateTime:
		if v, err := edm.ParseText(edm.DateTime, text); err == nil {
			n := int64(v.Ticks())
			add("Ticks", strconv.FormatInt(n, 10))
			add("Inverted ticks, newest first (DateTime.MaxValue − ticks)", padded(int64(edm.MaxTicks)-n))
			add("Unix time, ms", strconv.FormatInt((n-edm.UnixTicks)/1e4, 10))
		}
	case edm.Int32, edm.Int64:
		numberRead(text, add)
	case edm.Guid:
		guidRead(text, add)
	case edm.String:
		stringRead(text, add)
		switch runes := utf8.RuneCountInString(text); {
		case text == "":
		case runes == len(text):
			add("Length", words.Count(runes, "character", "characters"))
		default:
			add("Length", words.Count(utf8.RuneCountInString(text), "character", "characters")+" · "+words.Count(len(utf16.Encode([]rune(text))), "UTF-16 unit", "UTF-16 units")+" · "+words.Number(len(text))+" bytes as UTF-8")
		}
	}
	return list
}

// padded is a number of ticks as keys hold it.
func padded(n int64) string {
	s := strconv.FormatInt(n, 10)
	return strings.Repeat("0", max(19-len(s), 0)) + s
}

// maxDepth is how deep JSON is laid out: each level is further to the right, so what is only brackets would be laid out as the
// square of its length.
const MaxDepth = 60

// laidOutJSON writes an object or a list of JSON with a line for each member, or as it is where it is too deep for that.
func LaidOutJSON(text string) (laidOut string, ok bool) {
	if text == "" || text[0] != '{' && text[0] != '[' || !json.Valid([]byte(text)) {
		return "", false
	}
	depth, deepest, inText := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	if deepest > MaxDepth {
		return "(" + words.Number(deepest) + " levels deep: as it is)\n" + text, true
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return "", false
	}
	return b.String(), true
}

func stringRead(text string, add func(title, text string)) {
	trimmed := strings.TrimSpace(text)
	if text, ok := LaidOutJSON(trimmed); ok {
		add("JSON", text)
	}
	var inner string
	if strings.HasPrefix(trimmed, `"`) && json.Unmarshal([]byte(trimmed), &inner) == nil && strings.Trim(inner, ` "`) != "" {
		stringRead(inner, func(title, text string) { add("inside the quotes: "+title, text) })
	}
	if u, err := url.Parse(trimmed); err == nil && u.Host != "" && len(trimmed) < 8<<10 {
		add("URL, not a link", urlText(u))
	}
	if !guidRead(trimmed, add) { // whose groups are no numbers
		numberRead(digitsOf(trimmed), add)
	}
	if raw, kind := base64Of(trimmed); raw != "" {
		bytesRead(raw, kind+", ", add)
	}
	odd := ""
	for _, r := range text {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) && len(odd) < 400 {
			odd += fmt.Sprintf(" %U", r)
		}
	}
	if odd != "" {
		add("Characters that do not show", strings.TrimSpace(odd))
	}
}

// digitsOf is the longest run of digits, where a key hides ticks behind a prefix.
func digitsOf(s string) string {
	best := ""
	for i := 0; i < len(s) && len(s) < 2000; {
		j := i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if j-i > len(best) {
			best = s[i:j]
		}
		i = j + 1
	}
	return best
}

// Instants that a number is taken for: from 1970 to 2200.
const (
	firstTicks = edm.UnixTicks
	lastTicks  = 693937152000000000
)

// numberRead reads ticks, inverted ticks and Unix times.
func numberRead(digits string, add func(title, text string)) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return
	}
	date := func(ticks int64) string { return edm.NewDateTime(edm.Ticks(ticks)).Display() }
	if n >= firstTicks && n <= lastTicks {
		add("Ticks as a date", date(n))
	}
	if inverted := int64(edm.MaxTicks) - n; len(digits) >= 18 && inverted >= firstTicks && inverted <= lastTicks {
		add("Inverted ticks as a date", date(inverted))
	}
	switch len(digits) {
	case 9, 10:
		add("Unix time, s, as a date", date(edm.UnixTicks+n*1e7))
	case 12, 13:
		add("Unix time, ms, as a date", date(edm.UnixTicks+n*1e4))
	}
}

// guidRead reads a GUID, and reports whether the text is one. One of version 7 begins with its time.
func guidRead(text string, add func(title, text string)) bool {
	v, err := edm.ParseText(edm.Guid, text)
	if err != nil || len(text) < 32 {
		return false
	}
	g := v.UUID()
	canon := v.Display()
	kind := "version " + strconv.Itoa(int(g[6]>>4))
	if canon == "00000000-0000-0000-0000-000000000000" {
		kind = "the empty GUID"
	}
	net := netOrder(g)
	add("GUID", canon+" · "+kind+"\n.NET byte order: "+hex.EncodeToString(net[:]))
	if g[6]>>4 == 7 {
		ms := int64(0)
		for _, b := range g[:6] {
			ms = ms<<8 | int64(b)
		}
		add("Time in the GUID, version 7", edm.NewDateTime(edm.Ticks(edm.UnixTicks+ms*1e4)).Display())
	}
	return true
}

// netOrder turns round the bytes of the first three groups, which .NET has the other way: from one order into the other.
func netOrder(g edm.UUID) edm.UUID {
	g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7] = g[3], g[2], g[1], g[0], g[5], g[4], g[7], g[6]
	return g
}

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

// bytesRead shows bytes as a dump, and as text where they are some.
func bytesRead(raw, of string, add func(title, text string)) {
	add(of+"as hex, "+words.Count(len(raw), "byte", "bytes"), hexDump(raw))
	if len(raw) == 16 {
		g := edm.UUID([]byte(raw))
		add(of+"as a GUID", netOrder(g).String()+" where .NET wrote the bytes\n"+g.String()+" where they are in order")
	}
	text := utf8.ValidString(raw) && raw != ""
	for _, r := range raw {
		text = text && (unicode.IsPrint(r) || r == '\n' || r == '\t' || r == '\r')
	}
	if !text {
		return
	}
	add(of+"as text", raw)
	if text, ok := LaidOutJSON(strings.TrimSpace(raw)); ok {
		add(of+"as JSON", text)
	}
}

// hexDump writes 8 bytes a line, for which the inspector has room, with what of them is ASCII.
func hexDump(raw string) string {
	var b strings.Builder
	for at := 0; at < len(raw) && b.Len() < maxDecoded; at += 8 {
		line := raw[at:min(at+8, len(raw))]
		offset := strconv.FormatInt(int64(at), 16)
		b.WriteString(strings.Repeat("0", max(4-len(offset), 0)) + offset + "  ")
		for i := range 8 {
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

// urlText takes an address apart.
func urlText(u *url.URL) string {
	text := "scheme  " + u.Scheme + "\nhost    " + u.Host
	if u.User != nil {
		text += "\nuser    " + u.User.Username() + ", which the address would send"
	}
	if u.Path != "" {
		text += "\npath    " + u.Path
	}
	for _, pair := range strings.Split(u.RawQuery, "&") {
		if pair != "" {
			name, value, _ := strings.Cut(pair, "=")
			if v, err := url.QueryUnescape(value); err == nil {
				value = v
			}
			text += "\nquery   " + name + " = " + value
		}
	}
	if u.Fragment != "" {
		text += "\nfragment " + u.Fragment
	}
	return text
}

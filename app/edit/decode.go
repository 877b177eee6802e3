package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf16"

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
			instantRead(v.Ticks(), add)
		}
	case edm.Int32, edm.Int64:
		numberRead(text, add)
	case edm.Guid:
		guidRead(text, add)
	case edm.String:
		stringRead(text, add)
		if length := lengthText(text); len(list) == 0 && text != "" {
			add("Length", length+"; nothing to decode")
		} else if text != "" {
			add("Length", length)
		}
	}
	return list
}

// lengthText says how long a text is. Its UTF-16 units and bytes are told where they are more than its characters.
func lengthText(text string) string {
	runes := []rune(text)
	said := words.Count(len(runes), "character", "characters")
	if len(text) == len(runes) {
		return said
	}
	return said + " · " + words.Count(len(utf16.Encode(runes)), "UTF-16 unit", "UTF-16 units") + " · " + words.Number(len(text)) + " bytes as UTF-8"
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
	structureRead(trimmed, add)
	var inner string
	if strings.HasPrefix(trimmed, `"`) && json.Unmarshal([]byte(trimmed), &inner) == nil && strings.Trim(inner, ` "`) != "" {
		stringRead(inner, func(title, text string) { add("inside the quotes: "+title, text) })
	}
	tokenRead(trimmed, add)
	if plain, ok := percentDecoded(trimmed); ok {
		add("URL-decoded", plain)
		structureRead(plain, func(title, text string) { add("URL-decoded: "+title, text) })
	}
	if !guidRead(trimmed, add) {
		numberRead(digitsOf(trimmed), add)
	}
	dateRead(trimmed, add)
	if raw, kind := base64Of(trimmed); raw != "" {
		bytesRead(raw, kind+", ", add)
	}
	hexRead(trimmed, add)
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

// structureRead reads JSON and addresses.
func structureRead(text string, add func(title, text string)) {
	if text, ok := LaidOutJSON(text); ok {
		add("JSON", text)
	}
	if u, err := url.Parse(text); err == nil && u.Host != "" && len(text) < 8<<10 {
		add("URL, not a link", urlText(u))
	}
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

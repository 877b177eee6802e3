//go:build !js

package tablerest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// Grammar reads a value that a client sent and returns it as it is sent on. ok is false when the value is not of the grammar.
// What a Grammar returns has no control character, and nothing in it that the grammar does not name: a service that parses
// carelessly finds no header and no request in it.
type Grammar func(value string) (written string, ok bool)

// maxTag bounds an ETag, in bytes. Those of the service have some 45.
const maxTag = 256

// ETagCondition is the grammar of If-Match and If-None-Match: "*" or one ETag, "…" or W/"…". An ETag has visible ASCII
// characters between its quotes, so no blank, and no quote.
func ETagCondition(value string) (string, bool) {
	if value == "*" {
		return value, true
	}
	inside, ok := strings.CutPrefix(strings.TrimPrefix(value, "W/"), `"`)
	inside, closed := strings.CutSuffix(inside, `"`)
	return value, ok && closed && len(inside) <= maxTag && IsVisible(inside) && !strings.Contains(inside, `"`)
}

// IsVisible reports whether a text has visible ASCII characters only: no blank and no control character.
func IsVisible(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

// Preference is the grammar of Prefer: return-content or return-no-content.
func Preference(value string) (string, bool) {
	return oneOf(value, returnContent.String(), returnNoContent.String())
}

// DataVersion is the grammar of DataServiceVersion and MaxDataServiceVersion: "1.0" to "3.0", which ";" or ";NetFx" may follow.
func DataVersion(value string) (string, bool) {
	version, end, more := strings.Cut(value, ";")
	return value, slices.Contains([]string{"1.0", "2.0", "3.0"}, version) && (!more || end == "" || end == "NetFx")
}

// ContentID is the grammar of Content-ID: a number of at most nine digits.
func ContentID(value string) (string, bool) { return value, isNumber(value, 9) }

// isNumber reports whether a text is a number of at most that many digits.
func isNumber(text string, digits int) bool {
	return text != "" && len(text) <= digits && strings.Trim(text, "0123456789") == ""
}

// The media types of the protocol.
const (
	mediaJSON = "application/json"
	mediaXML  = "application/xml"
)

// levels are the values of the parameter odata of JSON.
var levels = []string{"minimalmetadata", "nometadata", "fullmetadata"}

// MediaRanges is the grammar of Accept: at most eight media ranges of the protocol with parameters of the protocol. They are
// written anew; of the parameters odata alone is.
func MediaRanges(value string) (string, bool) {
	if value == mediaJSON+";odata=minimalmetadata" {
		return value, true
	}
	if strings.Count(value, ",") >= 8 {
		return "", false
	}
	var out []string
	for item := range strings.SplitSeq(value, ",") {
		written, ok := MediaRange(item)
		if !ok {
			return "", false
		}
		out = append(out, written)
	}
	return strings.Join(out, ","), true
}

// MediaRange is the grammar of one of MediaRanges, and of $format, which may also be "json" or "atom".
func MediaRange(value string) (string, bool) {
	media, parameters, _ := strings.Cut(value, ";")
	written, ok := oneOf(strings.Trim(media, " "), mediaJSON, mediaXML, "application/atom+xml", "multipart/mixed", "application/*", "*/*", "json", "atom")
	if !ok {
		return "", false
	}
	for parameters != "" {
		var p string
		p, parameters, _ = strings.Cut(parameters, ";")
		name, value, _ := strings.Cut(strings.Trim(p, " "), "=")
		value = strings.Trim(value, `"`)
		switch strings.ToLower(name) {
		case "odata":
			if value, ok = oneOf(value, levels...); !ok {
				return "", false
			}
			written += ";odata=" + value
		case "charset":
			ok = strings.EqualFold(value, "utf-8")
		case "q":
			ok = value != "" && len(value) <= 5 && strings.Trim(value, "0123456789.") == ""
		case "streaming":
			_, ok = oneOf(value, "true", "false")
		default:
			ok = name == "" && value == ""
		}
		if !ok || len(written) > 100 {
			return "", false
		}
	}
	return written, true
}

// ContentType returns the grammar of the Content-Type of a body of one media type, which is written without parameters.
func ContentType(media string) Grammar {
	return func(value string) (string, bool) {
		written, ok := MediaRange(value)
		written, _, _ = strings.Cut(written, ";")
		return written, ok && written == media
	}
}

var jsonContent = ContentType(mediaJSON)

// oneOf returns the value that a text is in any case.
func oneOf(text string, values ...string) (string, bool) {
	for _, v := range values {
		if strings.EqualFold(text, v) {
			return v, true
		}
	}
	return "", false
}

// CompactObject writes a body that is one JSON object anew: without white space between its tokens, on one line. ok is false
// when it is no object, or no UTF-8.
//
// JSON has no control character within strings. The other characters at which programs break lines are written as escapes, so
// that one line it is for all of them.
func CompactObject(body []byte) (written []byte, ok bool) {
	body = bytes.TrimLeft(body, " \t\r\n")
	if len(body) == 0 || body[0] != '{' || !utf8.Valid(body) {
		return nil, false
	}
	out := bytes.NewBuffer(make([]byte, 0, len(body)))
	if err := json.Compact(out, body); err != nil {
		return nil, false
	}
	written = out.Bytes()
	for line, escape := range lineEnds {
		if bytes.Contains(written, []byte(line)) {
			written = bytes.ReplaceAll(written, []byte(line), []byte(escape))
		}
	}
	return written, true
}

// lineEnds are the line ends beyond ASCII, with the escapes of JSON for them.
var lineEnds = map[string]string{"\u0085": `\u0085`, "\u2028": `\u2028`, "\u2029": `\u2029`}

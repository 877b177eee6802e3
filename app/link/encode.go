package link

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/app/query"
)

// Encode returns the text after # for a link. Its length is the size to show. Errors (TooLong, NotText) say what to do
// instead; there is no fragment then.
func Encode(l Link) (fragment string, err error) {
	for _, s := range []string{l.Table, l.Filter, l.Select, l.Top, l.Then} {
		if !utf8.ValidString(s) {
			return "", fail(NotText, "The query holds bytes that are not text, so no link can hold it.")
		}
	}
	switch {
	case !IsSource(l.Source):
		return "", fail(OutOfRange, "The account has a name that no link can hold.")
	case holdsSecret(l.Filter):
		return "", fail(Secret, "The query holds an account key or a signature, which goes into no link. Take it out first.")
	case l.Source != "" && len(l.Data) > 0:
		return "", fail(LiveData, "What was read from an account does not go into a link. Send a link to the query instead.")
	}
	var b strings.Builder
	b.WriteString("v=" + Version)
	put := func(name, value string) {
		if value != "" {
			b.WriteString("&" + name + "=" + strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
		}
	}
	put("a", l.Source)
	if IsScreen(l.View.Screen) {
		put("screen", l.View.Screen)
	}
	if IsLesson(l.View.Lesson) && l.View.Lesson != "" {
		put("lesson", l.View.Lesson)
		if l.View.Step > 0 && l.View.Step <= MaxStep {
			put("step", strconv.Itoa(l.View.Step))
		}
	}
	if IsClass(l.View.Class) {
		put("class", l.View.Class)
	}
	if len(l.View.Sim) <= MaxSim && utf8.ValidString(l.View.Sim) {
		put("sim", l.View.Sim)
	}
	put("t", l.Table)
	if q := packedFilter(l.Filter); q != "" {
		put("q", q)
	} else {
		put("f", l.Filter)
	}
	put("s", l.Select)
	put("top", l.Top)
	put("then", l.Then)
	put("beside", besideText(l.Beside))
	if l.View.Why {
		put("why", "1")
	}
	if l.View.Ran {
		put("run", "1")
	}
	if l.View.ZoomFrom >= 0 && l.View.ZoomTo > l.View.ZoomFrom {
		put("map", strconv.Itoa(l.View.ZoomFrom)+"-"+strconv.Itoa(l.View.ZoomTo))
	}
	if l.Lab != "" && l.Source == "" {
		if len(l.Lab) > MaxLab {
			return "", fail(TooLong, "The comparison is too long for a link: "+kilobytes(MaxLab)+" is the most.")
		}
		packed, err := pack([]TableData{{Name: labName, Text: l.Lab}})
		if err != nil {
			return "", err
		}
		b.WriteString("&lab=" + base64.RawURLEncoding.EncodeToString(packed))
	}
	if len(l.Data) > 0 {
		packed, err := pack(l.Data)
		if err != nil {
			return "", err
		}
		b.WriteString("&d=" + base64.RawURLEncoding.EncodeToString(packed))
	}
	if b.Len() > MaxFragment && len(l.Data) == 0 {
		return "", fail(TooLong, "The query is too long for a link: it would be "+kilobytes(b.Len())+" long, and "+kilobytes(MaxFragment)+" is the most. Save the query under a name and send a workspace file, which holds saved queries.")
	}
	if b.Len() > MaxFragment {
		return "", fail(TooLong, "The link would be "+kilobytes(b.Len())+" long; "+kilobytes(MaxFragment)+" is the most. Send a workspace file instead.")
	}
	return b.String(), nil
}

// besideText is the query beside the one of a link, written as a link of its own; "" for none, and for one that no link can hold.
func besideText(q query.Query) string {
	if q.Table == "" {
		return ""
	}
	text, err := Encode(Link{Query: query.Query{Source: q.Source, Table: q.Table, Filter: q.Filter}})
	if err != nil {
		return ""
	}
	return text
}

// filterName is what a long filter is packed as.
const filterName = "Query"

// packedFilter returns a long filter compressed, "" for one that stays as it is: it is short, or compressing makes it no shorter.
func packedFilter(filter string) string {
	plain := len(url.QueryEscape(filter))
	if plain <= MaxReadable || len(filter) > MaxFilter {
		return ""
	}
	packed, err := pack([]TableData{{Name: filterName, Text: filter}})
	if err != nil || base64.RawURLEncoding.EncodedLen(len(packed)) >= plain {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(packed)
}

// labName is what a comparison is packed as.
const labName = "Comparison"

// kilobytes is a size for people.
func kilobytes(n int) string {
	if n < 1000 {
		return strconv.Itoa(n) + " bytes"
	}
	if n >= 1000_000 {
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " MB"
	}
	return strconv.FormatFloat(float64(n)/1e3, 'f', 1, 64) + " kB"
}

// holdsSecret reports whether a text has an account key or a signature in it, as a connection string or an address that was pasted.
func holdsSecret(text string) bool {
	text = strings.ToLower(text)
	for _, mark := range [...]string{"sig=", "sig%3d", "accountkey="} {
		if _, rest, ok := strings.Cut(text, mark); ok && len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz0123456789+/%=")) >= 32 {
			return true
		}
	}
	return false
}

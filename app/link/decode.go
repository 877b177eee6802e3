package link

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/app/query"
)

// Decode reads the text after #, with or without it; "" is the zero Link. With an error of kind OutOfRange, or one about the
// data, the Link holds what could be read, never any data; with any other it is zero.
func Decode(fragment string) (Link, error) {
	fragment = strings.TrimPrefix(fragment, "#")
	if fragment == "" {
		return Link{}, nil
	}
	if len(fragment) > MaxFragment {
		return Link{}, fail(TooLong, "The link is "+kilobytes(len(fragment))+" long, more than a view of Rangefinder can be ("+kilobytes(MaxFragment)+").")
	}
	values, err := url.ParseQuery(fragment)
	if err != nil {
		return Link{}, fail(Damaged, "The link is damaged: it holds characters that no link has. It may have been cut or changed on its way.")
	}
	if v := values.Get("v"); v != Version {
		if v == "" {
			return Link{}, fail(Damaged, "The address ends in something that is not a link of Rangefinder, or in one whose beginning is missing.")
		}
		return Link{}, fail(OtherVersion, "The link was made by another version of Rangefinder: it is of format "+short(v)+", and this version reads format "+Version+".")
	}
	for _, name := range []string{"t", "f", "s", "top", "then"} {
		if !utf8.ValidString(values.Get(name)) {
			return Link{}, fail(NotText, "The link holds bytes that are not text (UTF-8). It was cut in the middle of a character, or changed on its way.")
		}
	}
	l := Link{Query: query.Query{Table: values.Get("t"), Filter: values.Get("f"), Select: values.Get("s"), Then: values.Get("then")}, View: View{Why: values.Get("why") == "1", Ran: values.Get("run") == "1"}}
	if l.Source = values.Get("a"); !IsSource(l.Source) {
		return Link{}, fail(Damaged, "The name of the account in the link is not valid. It may have been changed on its way.")
	}
	if l.View.Screen = values.Get("screen"); !IsScreen(l.View.Screen) {
		l.View.Screen = ""
		err = fail(OutOfRange, "The link asks for a screen that does not exist. Query is shown instead.")
	}
	if l.View.Lesson = values.Get("lesson"); !IsLesson(l.View.Lesson) {
		l.View.Lesson = ""
		err = fail(OutOfRange, "The link names a lesson that does not exist; it was left out.")
	}
	if step := values.Get("step"); step != "" && l.View.Lesson != "" {
		if n, e := strconv.Atoi(step); e != nil || n < 1 || n > MaxStep {
			err = fail(OutOfRange, "The link names a step that no lesson has; the lesson is shown.")
		} else {
			l.View.Step = n
		}
	}
	if l.View.Class = values.Get("class"); !IsClass(l.View.Class) {
		l.View.Class = ""
		err = fail(OutOfRange, "The link names a class that does not exist; it was left out.")
	}
	if l.View.Sim = values.Get("sim"); len(l.View.Sim) > MaxSim || !utf8.ValidString(l.View.Sim) {
		l.View.Sim = ""
		err = fail(OutOfRange, "The link holds settings for the simulator that are out of range; they were left out.")
	}
	if top := values.Get("top"); top != "" {
		if n, e := strconv.Atoi(top); e != nil || n < 0 || n > 1000 {
			err = fail(OutOfRange, "The link asks for a $top that is not 0 to 1,000; it was left out.")
		} else {
			l.Top = top
		}
	}
	if zoom := values.Get("map"); zoom != "" {
		from, to, ok := zoomOf(zoom)
		if !ok {
			err = fail(OutOfRange, "The link asks for a part of the key map that does not exist; the whole map is shown.")
		}
		l.View.ZoomFrom, l.View.ZoomTo = from, to
	}
	if text := values.Get("beside"); text != "" {
		other, e := Decode(text)
		if e != nil || other.Table == "" {
			err = fail(OutOfRange, "The query that the link keeps beside is damaged or was cut; it was left out.")
		} else {
			l.Beside = query.Query{Source: other.Source, Table: other.Table, Filter: other.Filter}
		}
	}
	if text := values.Get("lab"); text != "" && l.Source == "" {
		data, e := unfold(text)
		if e == nil && (len(data) != 1 || data[0].Name != labName || len(data[0].Text) > MaxLab) {
			e = damaged()
		}
		if e != nil {
			err = fail(OutOfRange, "The comparison in the link is damaged or was cut; it was left out.")
		} else {
			l.Lab = data[0].Text
		}
	}
	if text := values.Get("q"); text != "" && l.Filter == "" {
		data, e := unfold(text)
		if e == nil && (len(data) != 1 || data[0].Name != filterName || len(data[0].Text) > MaxFilter) {
			e = damaged()
		}
		if e != nil {
			l.View.Ran = false // without its filter it would read everything
			err = fail(OutOfRange, "The query in the link is damaged or was cut; it was left out. Copy the whole link.")
		} else {
			l.Filter = data[0].Text
		}
	}
	if d := values.Get("d"); d != "" && l.Source == "" {
		data, e := unfold(d)
		if e != nil {
			return l, e
		}
		l.Data = data
	}
	return l, err
}

// unfold takes the data from its base64. A text that was cut may end in the middle of a byte, whose bits are then dropped.
func unfold(d string) ([]TableData, error) {
	for i := range len(d) {
		if c := d[i] | 0x20; (c < 'a' || c > 'z') && (d[i] < '0' || d[i] > '9') && d[i] != '-' && d[i] != '_' {
			return nil, fail(Damaged, "The data in the link is damaged: it holds a character that no link has. Only the link's query is used.")
		}
	}
	whole := d
	if len(d)%4 == 1 {
		d = d[:len(d)-1]
	}
	packed, err := base64.RawURLEncoding.DecodeString(d)
	if err != nil {
		return nil, damaged()
	}
	data, err := unpack(packed)
	if err == nil && base64.RawURLEncoding.EncodeToString(packed) != whole {
		return nil, damaged()
	}
	return data, err
}

func zoomOf(text string) (from, to int, ok bool) {
	a, b, found := strings.Cut(text, "-")
	from, err := strconv.Atoi(a)
	to, err2 := strconv.Atoi(b)
	if !found || err != nil || err2 != nil || from < 0 || to <= from {
		return 0, 0, false
	}
	return from, to, true
}

// short quotes a few characters of something unknown.
func short(s string) string {
	if len(s) > 12 || !utf8.ValidString(s) {
		return "unknown"
	}
	return strconv.Quote(s)
}

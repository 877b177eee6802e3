package files

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// copyRows answers lines of a result as text for the clipboard. Page markers are left out.
func copyRows(j *worker.Job, req wire.CopyRequest) (*wire.CopyReply, error) {
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	l, err := r.LinesIn(req.Order)
	if err != nil {
		return nil, err
	}
	if req.First < 0 || req.First > req.Last || req.First >= l.Len() {
		return nil, wire.Invalid("First", fmt.Sprintf("the result has %d lines, numbered from 0", l.Len()))
	}
	names := req.Columns
	if len(names) == 0 {
		names, _ = r.ColumnNames(nil)
	}
	var text copyText
	switch req.Format {
	case "tsv":
		text = &tsvText{columns: names, formulas: req.Formulas, bare: req.Bare}
	case "rich":
		typed, err := newTyped(r.Table, names)
		if err != nil {
			return nil, err
		}
		text = &tsvText{columns: names, formulas: req.Formulas, bare: req.Bare, rich: true, typed: typed}
	case "cell":
		text = &cellText{column: names[0]}
	case "json":
		if text, err = newJSONText(r); err != nil {
			return nil, err
		}
	default:
		return nil, wire.Invalid("Format", fmt.Sprintf("%q is not a format; use tsv, rich, json or cell", wire.Clip(req.Format)))
	}
	reply, added := &wire.CopyReply{}, 0
	for line := req.First; line <= min(req.Last, l.Len()-1); line++ {
		i, marker := l.At(line)
		if marker {
			continue
		}
		e := r.At(i)
		fits, err := text.add(e)
		if err != nil {
			return nil, err
		}
		if !fits {
			reply.Cut = true
			break
		}
		added++
		if err := j.Pause(line-req.First, req.Last-req.First+1, 0); err != nil {
			return nil, err
		}
	}
	reply.Text, reply.Entities, err = text.end()
	if t, ok := text.(*tsvText); ok && t.rich {
		reply.HTML = t.page()
	}
	reply.Cut = reply.Cut || reply.Entities < added
	return reply, err
}

// typedText is the entities of a copied table with their types, and of their properties those that the table shows.
type typedText struct {
	lines bounded
	file  *interchange.Writer
}

// newTyped returns nil for a table that does not show both keys: entities have them always, and a copy holds what is on screen.
func newTyped(table string, shown []string) (*typedText, error) {
	if !slices.Contains(shown, filterlang.PartitionKey) || !slices.Contains(shown, filterlang.RowKey) {
		return nil, nil
	}
	t := &typedText{lines: bounded{limit: wire.MaxCopy}}
	var err error
	t.file, err = interchange.NewWriter(&t.lines, interchange.WriterOptions{Format: interchange.NDJSON, Table: table, Columns: shown, Project: true, Bare: true})
	return t, err
}

// add returns nil when there is no room for it: the types of so large a copy are left to guess.
func (t *typedText) add(e engine.Entity) *typedText {
	if t == nil || t.file.Write(e) != nil {
		return nil
	}
	return t
}

func (t *typedText) encoded() string {
	if t == nil || t.file.Close() != nil {
		return ""
	}
	return base64.StdEncoding.EncodeToString(t.lines.text)
}

// cellText is one value, whole and as it is: it is no line of a table.
type cellText struct{ column, text string }

func (t *cellText) add(e engine.Entity) (bool, error) {
	if v, ok := e.Value(t.column); ok {
		t.text = v.Display()
	}
	return true, nil
}

func (t *cellText) end() (string, int, error) { return t.text, 1, nil }

// copyText is a text for the clipboard in the making.
type copyText interface {
	// add leaves an entity out that does not fit any more.
	add(e engine.Entity) (fits bool, err error)
	// end returns the text and how many entities it holds, which may be fewer than were added.
	end() (text string, entities int, err error)
}

// tsvText is a table as spreadsheets read it: a header, tabs between the cells, and in quotes what holds a tab, a quote or a
// line end. With rich the same cells are an HTML table too, which keeps line ends inside a cell where a spreadsheet's TSV does
// not, tells it what is text, and holds the entities with their types for Pasted.
type tsvText struct {
	columns  []string
	formulas bool
	bare     bool
	rich     bool
	typed    *typedText // nil: there is none
	text     []byte
	html     []byte
	entities int
	encoded  int // bytes that both take in a message
}

func (t *tsvText) add(e engine.Entity) (bool, error) {
	if t.text == nil {
		t.text = []byte{}
		if !t.bare {
			t.open()
			for i, name := range t.columns {
				t.cell(i, name, "th", false)
			}
			t.close()
		}
		t.encoded = encodedLength(t.text) + encodedLength(t.html)
	}
	before, page := len(t.text), len(t.html)
	t.open()
	for i, name := range t.columns {
		v, ok := e.Value(name)
		switch {
		case !ok:
			t.cell(i, "", "td", false)
		case v.Type() == edm.String && !t.formulas:
			text := interchange.Guard(v.Text())
			t.cell(i, text, "td", mistakable(text))
		default:
			t.cell(i, v.Display(), "td", v.Type() == edm.String && mistakable(v.Text()) || v.Type() == edm.Int64 && (v.Int() < -exactInteger || v.Int() > exactInteger))
		}
	}
	t.close()
	t.encoded += encodedLength(t.text[before:]) + encodedLength(t.html[page:])
	if len(t.text)+len(t.html) > wire.MaxCopy || t.encoded > maxText {
		t.text, t.html = t.text[:before], t.html[:page]
		return false, nil
	}
	t.entities++
	t.typed = t.typed.add(e)
	return true, nil
}

// exactInteger is the greatest number of the fifteen digits that spreadsheets keep.
const exactInteger = 999_999_999_999_999

// mistakable reports whether a spreadsheet may take a text for a number, a date, a truth value or an error, as it does with 007.
// Nothing that is longer is taken for one.
func mistakable(text string) bool {
	return len(text) < 256 && (strings.ContainsAny(text, "0123456789") || strings.HasPrefix(text, "#") || strings.EqualFold(text, "true") || strings.EqualFold(text, "false"))
}

func (t *tsvText) open() {
	if t.rich {
		t.html = append(t.html, "<tr>"...)
	}
}

func (t *tsvText) close() {
	t.text = append(t.text, '\r', '\n')
	if t.rich {
		t.html = append(t.html, "</tr>\n"...)
	}
}

// cell adds a cell. One that is marked is text for Excel, which wants it once more in an attribute of its own, and for
// LibreOffice by a number format; the page's Content-Security-Policy is in the way of a style, which both know too.
func (t *tsvText) cell(i int, text, tag string, marked bool) {
	if i > 0 {
		t.text = append(t.text, '\t')
	}
	t.text = wire.AppendQuoted(t.text, text, '\t')
	if t.rich {
		t.html = append(append(t.html, '<'), tag...)
		if marked {
			t.html = append(appendEscaped(append(t.html, ` x:str="`...), text), `" sdnum="1033;0;@"`...)
		}
		t.html = append(t.html, '>')
		t.html = appendEscaped(t.html, text)
		t.html = append(append(append(t.html, "</"...), tag...), '>')
	}
}

// appendEscaped writes text so that HTML shows it as it is.
func appendEscaped(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '&':
			dst = append(dst, "&amp;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '"':
			dst = append(dst, "&quot;"...)
		case '\'':
			dst = append(dst, "&#39;"...)
		case '\n':
			dst = append(dst, "<br>"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// page is the HTML of the table.
func (t *tsvText) page() string {
	begin, typed := `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><table`, t.typed.encoded()
	if size := len(begin) + len(typed) + 64; typed != "" && len(t.text)+len(t.html)+size <= wire.MaxCopy && t.encoded+size <= maxText {
		begin += " " + wire.TypedMark + typed + `"`
	}
	return begin + ">" + string(t.html) + "</table></html>"
}

func (t *tsvText) end() (string, int, error) { return string(t.text), t.entities, nil }

// maxText is how long a text may be in a message, escapes counted.
const maxText = wire.MaxFrame - 64<<10

// encodedLength returns how many bytes a text takes in a message: JSON escapes some bytes.
func encodedLength(text []byte) int {
	n := len(text)
	for i, b := range text {
		switch {
		case b == '"', b == '\\', b == '\n', b == '\r', b == '\t', b == '\b', b == '\f':
			n++
		case b < 0x20, b == '<', b == '>', b == '&':
			n += 5
		case b == 0xe2 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2]&^1 == 0xa8: // U+2028, U+2029
			n += 3
		}
	}
	return n
}

// jsonText is an OData list: it can be pasted back with every type.
type jsonText struct {
	lines bounded // one entity each
	file  *interchange.Writer
	o     interchange.WriterOptions
}

func newJSONText(r *worker.Result) (*jsonText, error) {
	t := &jsonText{lines: bounded{limit: math.MaxInt}}
	columns, project := r.Exported()
	t.o = interchange.WriterOptions{Format: interchange.NDJSON, Table: r.Table, Columns: columns, Project: project}
	var err error
	t.file, err = interchange.NewWriter(&t.lines, t.o)
	return t, err
}

func (t *jsonText) add(e engine.Entity) (bool, error) {
	if len(t.lines.text) > wire.MaxCopy {
		return false, nil
	}
	return true, t.file.Write(e)
}

// end makes a list of the lines that fit: the frame of an empty list around them, with commas.
func (t *jsonText) end() (string, int, error) {
	if err := t.file.Close(); err != nil {
		return "", 0, err
	}
	frame := bounded{limit: 1 << 10}
	t.o.Format = interchange.ODataJSON
	file, err := interchange.NewWriter(&frame, t.o)
	if err != nil {
		return "", 0, err
	}
	if err := file.Close(); err != nil {
		return "", 0, err
	}
	at := bytes.LastIndexByte(frame.text, ']')
	if at < 0 {
		return "", 0, errors.New("the frame of a list has no list")
	}
	text := append([]byte(nil), frame.text[:at]...)
	size, encoded, entities := len(frame.text)+1, encodedLength(frame.text)+2, 0
	for line := range bytes.Lines(t.lines.text) {
		line = bytes.TrimRight(line, "\r\n")
		size += len(line) + 2
		encoded += encodedLength(line) + 3
		if size > wire.MaxCopy || encoded > maxText {
			break
		}
		if entities > 0 {
			text = append(text, ',')
		}
		text = append(append(text, '\n'), line...)
		entities++
	}
	if entities > 0 {
		text = append(text, '\n')
	}
	return string(append(text, frame.text[at:]...)), entities, nil
}

// bundle answers a table as text for a link.
func bundle(j *worker.Job, req wire.BundleRequest) (*wire.BundleReply, error) {
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	text := &bounded{limit: min(max(req.Limit, 0), wire.MaxCopy)}
	c := &chosen{columns: s.Columns(), bare: true}
	c.add(s.Table(), s, s)
	err = write(j, text, c, wire.ExportRequest{Format: interchange.NDJSON})
	if errors.Is(err, errTooLong) || err == nil && encodedLength(text.text) > maxText {
		return &wire.BundleReply{TooLarge: true}, nil
	}
	if err != nil {
		return nil, err
	}
	return &wire.BundleReply{Text: string(text.text), Entities: s.Len()}, nil
}

// bounded is a text of at most limit bytes.
type bounded struct {
	text  []byte
	limit int
}

var errTooLong = errors.New("the text is too long")

func (b *bounded) Write(p []byte) (int, error) {
	if len(b.text)+len(p) > b.limit {
		return 0, errTooLong
	}
	b.text = append(b.text, p...)
	return len(p), nil
}

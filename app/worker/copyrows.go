package worker

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// copyRows answers lines of a result as text for the clipboard. Page markers are left out.
func (j *job) copyRows(req CopyRequest) (*CopyReply, error) {
	r, err := j.kept(req.Result)
	if err != nil {
		return nil, err
	}
	lines := r.pages.lines()
	if req.First < 0 || req.First > req.Last || req.First >= lines {
		return nil, invalid("First", fmt.Sprintf("the result has %d lines, numbered from 0", lines))
	}
	var text copyText
	switch req.Format {
	case "tsv":
		text = &tsvText{columns: r.columns, formulas: req.Formulas}
	case "json":
		if text, err = newJSONText(r); err != nil {
			return nil, err
		}
	default:
		return nil, invalid("Format", fmt.Sprintf("%q is no format; use tsv or json", clip(req.Format)))
	}
	reply, added := &CopyReply{}, 0
	for line := req.First; line <= min(req.Last, lines-1); line++ {
		i, marker := r.pages.at(line)
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
		if err := j.pause(line-req.First, req.Last-req.First+1, 0); err != nil {
			return nil, err
		}
	}
	reply.Text, reply.Entities, err = text.end()
	reply.Cut = reply.Cut || reply.Entities < added
	return reply, err
}

// copyText is a text for the clipboard in the making.
type copyText interface {
	// add leaves an entity out that does not fit any more.
	add(e engine.Entity) (fits bool, err error)
	// end returns the text and how many entities it holds, which may be fewer than were added.
	end() (text string, entities int, err error)
}

// tsvText is a table as spreadsheets read it: a header, tabs between the cells, and in quotes what holds a tab, a quote or a
// line end.
type tsvText struct {
	columns  []Column
	formulas bool
	text     []byte
	entities int
	encoded  int // bytes that the text takes in a message
}

func (t *tsvText) add(e engine.Entity) (bool, error) {
	if t.text == nil {
		for i, c := range t.columns {
			t.cell(i, c.Name)
		}
		t.text = append(t.text, '\r', '\n')
		t.encoded = encodedLength(t.text)
	}
	before := len(t.text)
	for i, c := range t.columns {
		v, ok := e.Value(c.Name)
		switch {
		case !ok:
			t.cell(i, "")
		case v.Type() == edm.String && !t.formulas:
			t.cell(i, guarded(v.Text()))
		default:
			t.cell(i, v.Display())
		}
	}
	t.text = append(t.text, '\r', '\n')
	t.encoded += encodedLength(t.text[before:])
	if len(t.text) > MaxCopy || t.encoded > maxText {
		t.text = t.text[:before]
		return false, nil
	}
	t.entities++
	return true, nil
}

func (t *tsvText) cell(i int, text string) {
	if i > 0 {
		t.text = append(t.text, '\t')
	}
	t.text = appendQuoted(t.text, text, '\t')
}

func (t *tsvText) end() (string, int, error) { return string(t.text), t.entities, nil }

// maxText is how long a text may be in a message, escapes counted.
const maxText = maxFrame - 64<<10

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

func newJSONText(r *result) (*jsonText, error) {
	t := &jsonText{lines: bounded{limit: math.MaxInt}}
	columns, project := r.exported()
	t.o = interchange.WriterOptions{Format: interchange.NDJSON, Table: r.table, Columns: columns, Project: project}
	var err error
	t.file, err = interchange.NewWriter(&t.lines, t.o)
	return t, err
}

func (t *jsonText) add(e engine.Entity) (bool, error) {
	if len(t.lines.text) > MaxCopy {
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
		if size > MaxCopy || encoded > maxText {
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
func (j *job) bundle(req BundleRequest) (*BundleReply, error) {
	s, err := j.cfg.DB.Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	text := &bounded{limit: min(max(req.Limit, 0), MaxCopy)}
	c := &chosen{columns: s.Columns(), bare: true}
	c.add(s.Table(), s, s)
	err = j.write(text, c, ExportRequest{Format: interchange.NDJSON})
	if errors.Is(err, errTooLong) || err == nil && encodedLength(text.text) > maxText {
		return &BundleReply{TooLarge: true}, nil
	}
	if err != nil {
		return nil, err
	}
	return &BundleReply{Text: string(text.text), Entities: s.Len()}, nil
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

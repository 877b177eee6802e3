package worker

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// found is a search in a result that was carried out.
type found struct {
	req   wire.FindRequest // without where to begin
	lines []uint32         // with a match, ascending
	cells int
	read  int
}

// find looks for a text in all lines of a result. The lines that match are kept, so that the next one is found at once.
func (j *Job) find(req wire.FindRequest) (*wire.FindReply, error) {
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	l, err := r.LinesIn(req.Order)
	if err != nil {
		return nil, err
	}
	if len(req.Columns) == 0 {
		for _, c := range r.Columns {
			req.Columns = append(req.Columns, c.Name)
		}
	}
	search := req
	search.From, search.Back = 0, false
	r.orders.mu.Lock()
	f := r.orders.found
	r.orders.mu.Unlock()
	if f == nil || !sameSearch(f.req, search) {
		if f, err = j.search(l, search); err != nil {
			return nil, err
		}
		r.orders.mu.Lock()
		r.orders.found = f
		r.orders.mu.Unlock()
	}
	reply := &wire.FindReply{Lines: len(f.lines), Cells: f.cells, Read: f.read, Line: -1}
	if len(f.lines) > 0 {
		k := sort.Search(len(f.lines), func(i int) bool { return int(f.lines[i]) >= req.From })
		if req.Back {
			k = sort.Search(len(f.lines), func(i int) bool { return int(f.lines[i]) > req.From }) - 1
		}
		k = (k + len(f.lines)) % len(f.lines)
		reply.Line, reply.Index = int(f.lines[k]), k+1
		i, _ := l.At(reply.Line)
		e, m := r.At(i), newMatcher(req.Text, req.Case)
		for _, name := range req.Columns {
			if v, ok := e.Value(name); ok && m.value(v) {
				reply.Column = name
				break
			}
		}
	}
	reply.Micros = j.Micros()
	return reply, nil
}

func sameSearch(a, b wire.FindRequest) bool {
	return a.Text == b.Text && a.Case == b.Case && a.Order == b.Order && slices.Equal(a.Columns, b.Columns)
}

func (j *Job) search(l Lines, req wire.FindRequest) (*found, error) {
	f, m := &found{req: req}, newMatcher(req.Text, req.Case)
	if req.Text == "" {
		return f, nil
	}
	err := l.Scan(j, func(line int, e *engine.Entity) {
		f.read++
		hits := 0
		for _, name := range req.Columns {
			if v, ok := e.Value(name); ok && m.value(v) {
				hits++
			}
		}
		if hits > 0 {
			f.cells += hits
			f.lines = append(f.lines, uint32(line))
		}
	})
	return f, err
}

// matcher tells whether a value as the grid writes it holds a text.
type matcher struct {
	text  string
	exact bool
	ascii bool // the text: then values need not be folded to be compared
}

func newMatcher(text string, exact bool) matcher {
	m := matcher{text: text, exact: exact, ascii: true}
	if !exact {
		m.text = strings.ToLower(text)
	}
	for i := range len(m.text) {
		m.ascii = m.ascii && m.text[i] < utf8.RuneSelf
	}
	return m
}

func (m *matcher) value(v edm.Value) bool {
	switch v.Type() {
	case edm.NoType:
		return false
	case edm.String:
		return m.holds(v.Text())
	}
	return m.holds(v.Display())
}

func (m *matcher) holds(s string) bool {
	if m.exact {
		return strings.Contains(s, m.text)
	}
	if !m.ascii || !isASCII(s) {
		return strings.Contains(strings.ToLower(s), m.text)
	}
	first := m.text[0]
	for i := 0; i+len(m.text) <= len(s); i++ {
		if lower(s[i]) == first && lowerEqual(s[i:i+len(m.text)], m.text) {
			return true
		}
	}
	return false
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func lowerEqual(s, low string) bool {
	for i := range len(low) {
		if lower(s[i]) != low[i] {
			return false
		}
	}
	return true
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

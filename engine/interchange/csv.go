package interchange

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang"
)

// csvSource reads text separated by a comma, semicolon or tab: quotes as in RFC 4180, lines that end in CR LF, LF or CR. A
// quote inside of an unquoted field is text. A line with nothing on it is skipped.
type csvSource struct {
	w       window
	cols    *columns
	comma   byte
	typed   bool
	line    int // on which the next record begins
	fields  []field
	cells   []cell
	order   []*column // by field
	arena   arena
	unended int   // line of a quote that is never closed, 0 for none
	typings bool  // a cell named a type
	guarded bool  // typed CSV of which the header says that its texts are guarded
	twice   error // the header has a name twice
	ansi    bool  // the text is Windows-1252
	foreign bool  // a row is not UTF-8
}

type field struct {
	text   string
	quoted bool
}

func (c *csvSource) columns() *columns { return c.cols }
func (c *csvSource) annotated() bool   { return c.typings }

// record reads the fields of the record at the next byte. bad is what is wrong with its quotes. It returns io.EOF at the end
// of the file.
func (c *csvSource) record() (bad string, err error) {
	w := &c.w
	for {
		end, lines, f := c.scan(w.b, w.i, w.offset(len(w.b)) >= w.size)
		if f != short {
			if end == w.i {
				return "", io.EOF
			}
			if f == malformed && lines > 1 {
				return c.giveUp(strayQuote) // it began on the first line, most likely
			}
			if c.ansi {
				c.fromWindows()
			} else if !utf8.Valid(w.b[w.i:end]) {
				bad, c.foreign = notUTF8, true
			}
			if f == malformed {
				bad = strayQuote
			}
			if end-w.i > maxRow {
				bad = "The row is longer than 4 MiB, which no entity is."
			}
			w.i = end
			c.line += lines
			return bad, nil
		}
		if len(w.b)-w.i > maxRow {
			return c.giveUp("A quote is not closed within 4 MiB.")
		}
		more, err := w.more(w.i)
		if err != nil {
			return "", err
		}
		if !more { // only a quote that is open at the end of the file
			if c.unended == 0 {
				c.unended = c.line
			}
			return c.giveUp("A quote is never closed.")
		}
	}
}

const notUTF8 = "The row is not valid UTF-8 text; save the file as CSV UTF-8."

// fromWindows takes the fields of the record for Windows-1252.
func (c *csvSource) fromWindows() {
	for i, f := range c.fields {
		if slices.ContainsFunc([]byte(f.text), func(b byte) bool { return b >= utf8.RuneSelf }) {
			out := c.arena.room(3 * len(f.text))
			for _, b := range []byte(f.text) {
				r := rune(b)
				if b >= 0x80 && b < 0xa0 {
					r = windows1252[b-0x80]
				}
				out = utf8.AppendRune(out, r)
			}
			c.fields[i].text = c.arena.take(out)
		}
	}
}

// windows1252 are the characters of 0x80 to 0x9F, which are other than those of Latin-1. Five have none and stay as they are, as in
// browsers.
var windows1252 = [32]rune{'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f, 0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ'}

const strayQuote = "Text follows a closing quote; a quote inside of a value is written twice."

// giveUp ends a record whose quote is not closed, or not where it should be, at the end of its first line: the rows after that
// may be good.
func (c *csvSource) giveUp(reason string) (string, error) {
	w := &c.w
	n := bytes.IndexAny(w.b[w.i:], "\r\n")
	if n < 0 {
		return reason, c.dropLine()
	}
	if w.b[w.i+n] == '\r' && w.i+n+1 < len(w.b) && w.b[w.i+n+1] == '\n' {
		n++
	}
	w.i += n + 1
	c.line++
	c.fields = c.fields[:0]
	return reason, nil
}

// dropLine goes to the end of a line that does not end in the window.
func (c *csvSource) dropLine() error {
	for {
		if n := bytes.IndexByte(c.w.b[c.w.i:], '\n'); n >= 0 {
			c.w.i += n + 1
			break
		}
		c.w.i = len(c.w.b)
		if ok, err := c.w.more(c.w.i); err != nil {
			return err
		} else if !ok {
			break
		}
	}
	c.line++
	return nil
}

// scan splits the record at b[i] into fields and returns the index after it and how many lines it takes. whole says that b is
// the end of the file.
func (c *csvSource) scan(b []byte, i int, whole bool) (end, lines int, f fault) {
	c.fields = c.fields[:0]
	for {
		var text string
		quoted := i < len(b) && b[i] == '"'
		if quoted {
			start, doubled := i+1, false
			for i++; ; i++ {
				if i >= len(b) {
					return i, lines, short
				}
				if b[i] == '"' {
					if i+1 >= len(b) && !whole {
						return i, lines, short
					}
					if i+1 >= len(b) || b[i+1] != '"' {
						break
					}
					doubled = true
					i++
				} else if b[i] == '\n' || b[i] == '\r' && i+1 < len(b) && b[i+1] != '\n' {
					lines++
				}
			}
			if text = shared(b[start:i]); doubled {
				text = c.undoubled(b[start:i])
			}
			i++
			if i < len(b) && b[i] != c.comma && b[i] != '\n' && b[i] != '\r' {
				f = malformed
			}
		}
		start := i
		for i < len(b) && b[i] != c.comma && b[i] != '\n' && b[i] != '\r' {
			i++
		}
		if i >= len(b) && !whole {
			return i, lines, short
		}
		if !quoted {
			text = shared(b[start:i])
		}
		if len(c.fields) <= maxColumns {
			c.fields = append(c.fields, field{text, quoted})
		}
		if i >= len(b) {
			return i, lines, f
		}
		i++
		if b[i-1] == c.comma {
			continue
		}
		if b[i-1] == '\r' {
			if i >= len(b) && !whole {
				return i, lines, short
			}
			if i < len(b) && b[i] == '\n' {
				i++
			}
		}
		return i, lines + 1, f
	}
}

// undoubled returns the content of a field with doubled quotes.
func (c *csvSource) undoubled(raw []byte) string {
	out := c.arena.room(len(raw))
	for i := 0; i < len(raw); i++ {
		out = append(out, raw[i])
		if raw[i] == '"' {
			i++
		}
	}
	return c.arena.take(out)
}

// header reads the names of the columns. Without a header line it counts the fields of the first row.
func (c *csvSource) header(named bool) error {
	bad, err := c.record()
	for n := 0; !named && bad != "" && err == nil && n < sampleRows; n++ {
		bad, err = c.record()
	}
	if err == io.EOF {
		if c.w.size > int64(len("\ufeff")) {
			return &FileError{Reason: "No line of the file can be read. " + bad}
		}
		return &FileError{Reason: "The file is empty."}
	}
	if err != nil {
		return err
	}
	if bad == notUTF8 { // its names are a guess, until somebody says what the text is
		c.fromWindows()
		bad = ""
	}
	if bad != "" {
		return &FileError{Line: 1, Offset: c.w.offset(c.w.i), Reason: "The first line cannot be read. " + bad}
	}
	if len(c.fields) > maxColumns {
		return &FileError{Line: 1, Reason: "The first line has more than 10,000 columns."}
	}
	c.guarded = c.typed && c.fields[0] == field{filterlang.PartitionKey, true} && !slices.ContainsFunc(c.fields[1:], func(f field) bool { return f.quoted })
	names := make([]string, len(c.fields))
	for i, f := range c.fields {
		if names[i] = strings.Trim(f.text, " \t"); !named || names[i] == "" {
			names[i] = "Column" + strconv.Itoa(i+1)
		}
	}
	if !named {
		c.w.seek(0)
		c.line, c.unended = 1, 0
		if err := c.w.skipMark(); err != nil {
			return err
		}
	}
	c.order = make([]*column, len(names))
	owner := make([]string, len(names)) // of a column of types
	exact, folded := map[string]*column{}, map[string]*column{}
	next, place := map[string]int{}, map[string]int{}
	for i, name := range names {
		if first := place[name]; named && first > 0 && c.twice == nil {
			c.twice = &FileError{Reason: "The header names " + cut(name, 80) + " twice (columns " + strconv.Itoa(first) + " and " + strconv.Itoa(i+1) + "). Rename one."}
		}
		if strings.Trim(c.fields[i].text, " \t") != "" {
			place[name] = i + 1
		}
		if of, ok := typeColumn(name); ok && c.typed {
			owner[i] = of
			continue
		}
		unique := name
		for exact[unique] != nil {
			next[name]++
			unique = name + "_" + strconv.Itoa(next[name]+1)
		}
		col := c.cols.named(unique)
		c.order[i], exact[unique] = col, col
		if lower := strings.ToLower(unique); folded[lower] == nil {
			folded[lower] = col
		}
	}
	c.adoptKeys()
	for i, of := range owner {
		if of == "" {
			continue
		}
		col := exact[of]
		if col == nil {
			col = folded[strings.ToLower(of)]
		}
		c.order[i] = &column{name: names[i], note: true, typeOf: col}
	}
	return nil
}

// skipMark goes over a byte order mark at the beginning of the file.
func (w *window) skipMark() error {
	if err := w.need(3); err != nil {
		return err
	}
	if bytes.HasPrefix(w.b[w.i:], []byte("\ufeff")) {
		w.i += 3
	}
	return nil
}

// typeColumn reports whether a header names the column of types: "Name@type", "Name @Type".
func typeColumn(header string) (of string, ok bool) {
	const suffix = "@type"
	n := len(header) - len(suffix)
	if n <= 0 || !strings.EqualFold(header[n:], suffix) {
		return "", false
	}
	return strings.TrimRight(header[:n], " \t"), true
}

// adoptKeys lets columns called "partition key" or "rowkey" be the keys where none has the exact name.
func (c *csvSource) adoptKeys() {
	for _, key := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
		exact := slices.ContainsFunc(c.order, func(col *column) bool { return col != nil && col.name == key })
		for i, col := range c.order {
			if !exact && col != nil && !c.cols.chosen(col) && strings.EqualFold(squeezed(col.name), key) {
				delete(c.cols.byName, col.name)
				c.order[i] = c.cols.named(key)
				break
			}
		}
	}
}

// squeezed returns a name without spaces, dashes and underscores.
func squeezed(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name)
}

// resume goes to the record at offset. Its line is counted from the beginning of the file.
func (c *csvSource) resume(offset int64) error {
	w := &c.w
	for w.offset(w.i) < offset {
		if w.i == len(w.b) {
			if ok, err := w.more(w.i); !ok {
				return err
			}
		}
		end := min(len(w.b), w.i+int(offset-w.offset(w.i)))
		for ; w.i < end; w.i++ {
			switch w.b[w.i] {
			case '\n':
				c.line++
			case '\r':
				if w.i+1 == len(w.b) {
					if _, err := w.more(w.i); err != nil {
						return err
					}
					end = min(len(w.b), w.i+int(offset-w.offset(w.i)))
				}
				if w.i+1 < len(w.b) && w.b[w.i+1] != '\n' {
					c.line++
				}
			}
		}
	}
	return nil
}

func (c *csvSource) next(r *row) error {
	for {
		r.line = c.line
		bad, err := c.record()
		r.end = c.w.offset(c.w.i)
		switch {
		case err == io.EOF && c.unended > 0:
			return &FileError{Line: c.unended, Offset: r.end, Truncated: true, Whole: true,
				Reason: "A quote that begins here is never closed: the row is refused, and the rows after it are read."}
		case err != nil:
			return err
		case bad != "":
			return &RowError{Reason: bad}
		case len(c.fields) == 1 && c.fields[0] == (field{}):
			continue
		case len(c.fields) != len(c.order):
			return &RowError{Reason: "The row has " + count(len(c.fields), "field") + "; the first line has " + strconv.Itoa(len(c.order)) + "."}
		}
		c.cols.begin()
		c.cells = c.cells[:0]
		for i := range c.fields {
			col, f := c.order[i], &c.fields[i]
			if col.note {
				if col.typeOf != nil && f.text != "" {
					col.typeOf.declare(c.cols.row, f.text)
					c.typings = true
				}
				continue
			}
			k := kindBare
			if f.quoted {
				k = kindQuoted
			}
			col.row, col.at = c.cols.row, len(c.cells)
			c.cells = append(c.cells, cell{col, f.text, k})
		}
		r.cells = c.cells
		return nil
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

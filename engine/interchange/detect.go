package interchange

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// foreign returns what the first bytes of a file that is no text are, "" for text.
func foreign(head []byte) string {
	var zeros [2]int // at even and at odd places: UTF-16 has those of its ASCII characters at the one or the other
	for i := 0; i < min(len(head), 64); i++ {
		if head[i] == 0 {
			zeros[i%2]++
		}
	}
	most, least := max(zeros[0], zeros[1]), min(zeros[0], zeros[1])
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")), len(head) >= 4 && most*5 >= min(len(head), 64)*2 && least*8 <= most:
		return "The file is UTF-16 text, as Excel writes it for “Unicode Text”. Save it as “CSV UTF-8” or convert it to UTF-8."
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "The file is a ZIP archive or an Excel workbook. Unpack it, or save the sheet as “CSV UTF-8”."
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")):
		return "The file is an Excel workbook. Save the sheet as “CSV UTF-8”."
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return "The file is compressed with gzip. Unpack it first."
	}
	return ""
}

// isControl reports whether a byte is a control character that text between separators does not have.
func isControl(c byte) bool { return c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f }

// noText reports whether the first bytes of a file are no text, although all of them are characters: every tenth or more is a
// control character.
func noText(head []byte) bool {
	head = head[:min(len(head), 4<<10)]
	controls := 0
	for _, c := range head {
		if isControl(c) {
			controls++
		}
	}
	return controls > 0 && controls*10 >= len(head)
}

// detect finds the layout of a file, by its content and then its name. w is at the first byte after a byte order mark.
func detect(w window, name string) (Layout, error) {
	name = strings.ToLower(name)
	c, err := w.peek()
	if err != nil {
		return Layout{}, err
	}
	switch c {
	case 0:
		for _, f := range [...]Format{Workspace, NDJSON} {
			if strings.HasSuffix(name, f.Info().Extension) || f == NDJSON && strings.HasSuffix(name, ".jsonl") {
				return Layout{Format: f}, nil
			}
		}
		return Layout{}, &FileError{Reason: "The file is empty."}
	case '{', '[':
		return detectJSON(w)
	}
	return detectCSV(w, name)
}

func detectJSON(w window) (Layout, error) {
	o, err := w.opening()
	if err != nil {
		return Layout{}, err
	}
	switch {
	case o.workspace:
		return Layout{Format: Workspace}, nil
	case o.azurite:
		return Layout{Format: AzuriteDB}, nil
	case o.service:
		return Layout{Format: ODataJSON}, nil
	}
	// Types beside the values make it a native file.
	r := Reader{o: ReaderOptions{Layout: Layout{Format: PlainJSON}}}
	s, err := r.begin(w, newColumns(nil, jsonNames))
	if err != nil {
		return Layout{}, err
	}
	for n := 0; n < sampleRows; n++ {
		err := s.next(&r.row)
		if _, ok := err.(*RowError); err != nil && !ok {
			break
		}
		if s.annotated() {
			if o.lines && !o.list {
				return Layout{Format: NDJSON}, nil
			}
			return Layout{Format: ODataJSON}, nil
		}
	}
	return Layout{Format: PlainJSON}, nil
}

// detectCSV finds the separator that splits the first lines into the same number of fields, and whether the first line names
// the columns.
func detectCSV(w window, name string) (Layout, error) {
	best, bestScore := Layout{Format: PlainCSV, Comma: ','}, 0
	var first []string
	var second []string
	for _, comma := range [...]byte{',', ';', '\t'} {
		rows, err := sampleRecords(w, comma)
		if err != nil {
			return Layout{}, err
		}
		if len(rows) == 0 {
			continue
		}
		same := 0
		for _, r := range rows {
			if len(r) == len(rows[0]) {
				same++
			}
		}
		score := same * 1000 / len(rows)
		switch {
		case len(rows[0]) == 1:
			score = 1
		case comma == '\t' && strings.HasSuffix(name, ".tsv"):
			score += 1000
		case comma != ',' && decimals(rows):
			score++ // a comma splits as evenly where it is in every number
		}
		score = score*100 + min(len(rows[0]), 99)
		if score > bestScore {
			best.Comma, bestScore, first, second = rune(comma), score, rows[0], nil
			if len(rows) > 1 {
				second = rows[1]
			}
		}
	}
	if first == nil {
		return Layout{}, &FileError{Reason: "The file holds no line of text that can be read as rows. It may be a picture, a program or another binary file, or text that is not UTF-8."}
	}
	for _, h := range first {
		if _, ok := typeColumn(strings.Trim(h, " \t")); ok {
			best.Format = TypedCSV
		}
	}
	keysOnly := len(first) == 3 && first[0] == filterlang.PartitionKey && first[1] == filterlang.RowKey && first[2] == filterlang.Timestamp
	if keysOnly || best.Format == TypedCSV {
		return Layout{Format: TypedCSV, Comma: best.Comma}, nil
	}
	if noText(w.b) && !slices.Contains(first, filterlang.PartitionKey) { // a value may be anything
		return Layout{}, &FileError{Reason: "The file is full of control characters, which rows of text do not have. It may be a picture, a program or another binary file."}
	}
	if best.Comma != ',' {
		for _, row := range [...][]string{first, second} {
			for i := range row {
				row[i] = dotted(row[i])
			}
		}
	}
	best.Header = isHeader(first, second)
	return best, nil
}

// sampleRecords returns the fields of the first rows. One that is not whole is left out.
func sampleRecords(w window, comma byte) ([][]string, error) {
	c := &csvSource{w: w, comma: comma, cols: newColumns(nil, csvNames)}
	var rows [][]string
	for len(rows) < 20 {
		bad, err := c.record()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if bad == notUTF8 && !slices.ContainsFunc(w.b, isControl) { // it is text all the same
			c.fromWindows()
			bad = ""
		}
		if bad != "" || len(c.fields) == 1 && c.fields[0] == (field{}) || len(rows) > 0 && c.w.offset(c.w.i) == w.size {
			if len(rows) == 0 && bad != "" {
				break
			}
			if c.w.offset(c.w.i) == w.size && len(rows) > 0 {
				break
			}
			continue
		}
		texts := make([]string, len(c.fields))
		for i, f := range c.fields {
			texts[i] = f.text
		}
		rows = append(rows, texts)
	}
	return rows, nil
}

// isHeader reports whether the first line looks like names: texts, none of them empty, a number or a date, unlike what
// follows. Where two are the same and none is a key, what follows must show that it is no text only.
func isHeader(first, second []string) bool {
	seen, repeated := map[string]bool{}, false
	for _, text := range first {
		text = strings.Trim(text, " \t")
		if text == "" || looks(text) != edm.String || !utf8.ValidString(text) || len(text) > 512 {
			return false
		}
		repeated = repeated || seen[text]
		seen[text] = true
	}
	if repeated && !seen[filterlang.PartitionKey] && !seen[filterlang.RowKey] {
		return slices.ContainsFunc(second, func(text string) bool { return looks(strings.Trim(text, " \t")) != edm.String })
	}
	return len(second) > 0 || len(first) > 1
}

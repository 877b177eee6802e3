package wire

import (
	"encoding/base64"
	"strings"

	"rangefinder/engine/interchange"
)

// CopyRows answers lines of a result as text for the clipboard.
var CopyRows = Read[CopyRequest, CopyReply]("copy")

// CopyRequest asks for lines of a result as text for the clipboard.
type CopyRequest struct {
	Result int
	First  int // line
	Last   int // line, inclusive
	Order  int `json:",omitempty"` // see SortReply
	// Format is "tsv", "rich" for TSV and an HTML table beside it, "json", or "cell" for one value whole.
	Format string
	// Columns are those of a table, in this order; nil for all of the result. JSON has whole entities.
	Columns []string `json:",omitempty"`
	Bare    bool     `json:",omitempty"` // a table without its header
	// Formulas leaves the first characters of TSV cells as they are, even those that a spreadsheet takes for a formula.
	Formulas bool
}

// CopyReply is the text, at most MaxCopy bytes of it.
type CopyReply struct {
	Text     string
	HTML     string `json:",omitempty"` // the same as a table, of "rich"
	Entities int
	Cut      bool // the rest was left out
}

// MaxCopy bounds what is put on the clipboard, in bytes.
const MaxCopy = 8 << 20

// TSV is a table that is on screen as text for the clipboard, as spreadsheets read it: no cell of it is run as a formula.
func TSV(lines [][]string) string {
	var text []byte
	for _, cells := range lines {
		for i, cell := range cells {
			if i > 0 {
				text = append(text, '\t')
			}
			text = AppendQuoted(text, interchange.Guard(cell), '\t')
		}
		text = append(text, '\r', '\n')
	}
	return string(text)
}

// TypedMark is the attribute of a copied table that holds its entities as NDJSON, in Base64: no browser changes that when it
// cleans the HTML of a clipboard.
const TypedMark = `data-rangefinder="`

// Pasted returns the entities of HTML that a copy of lines has put on the clipboard, as NDJSON, every value as it was; "" for HTML
// of other origin.
func Pasted(html string) string {
	head, _, _ := strings.Cut(html, "<tr") // further on are values
	_, rest, _ := strings.Cut(head, TypedMark)
	encoded, _, _ := strings.Cut(rest, `"`)
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return ""
	}
	return string(text)
}

// AppendQuoted appends a cell of a line of text, in quotes when it holds the separator, a quote or a line end.
func AppendQuoted(dst []byte, cell string, separator byte) []byte {
	quote := false
	for i := 0; i < len(cell) && !quote; i++ {
		switch cell[i] {
		case separator, '"', '\n', '\r':
			quote = true
		}
	}
	if !quote {
		return append(dst, cell...)
	}
	dst = append(dst, '"')
	for i := 0; i < len(cell); i++ {
		if cell[i] == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, cell[i])
	}
	return append(dst, '"')
}

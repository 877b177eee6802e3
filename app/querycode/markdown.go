package querycode

import (
	"strconv"
	"strings"
	"unicode"
)

// MaxRows is how many rows a page of Markdown has.
const MaxRows = 10

// Page is what a page of Markdown tells of a query.
type Page struct {
	Query
	Sentence string // what the plan does
	Result   string // what a run gave, "" before one
	Columns  []string
	Rows     [][]string // at most MaxRows are written
	Total    int        // rows of the result
	Link     string     // address that shows the query, "" for none
}

// Markdown returns a page for a pull request or a question. No character of a filter, a name or a value is read as Markdown or
// HTML: they are in a code block, whose fence is longer than any in them, or escaped.
func Markdown(p Page) string {
	var b strings.Builder
	b.WriteString("### " + escaped(p.Table) + "\n\n")
	filter := p.Filter
	if filter == "" {
		filter = "(no filter)"
	}
	b.WriteString(fenced(filter))
	if len(p.Select) > 0 {
		b.WriteString("\n\\$select: " + escaped(strings.Join(p.Select, ", ")) + "\n")
	}
	if p.pageSize() > 0 {
		b.WriteString("\n\\$top: " + strconv.Itoa(p.Top) + "\n")
	}
	b.WriteString("\n" + escaped(p.Sentence) + "\n")
	if p.Result != "" {
		b.WriteString("\n" + escaped(p.Result) + "\n")
	}
	if len(p.Columns) > 0 && len(p.Rows) > 0 {
		b.WriteByte('\n')
		row := func(cells []string) {
			for i := range p.Columns {
				cell := ""
				if i < len(cells) {
					cell = escaped(cells[i])
				}
				b.WriteString("| " + cell + " ")
			}
			b.WriteString("|\n")
		}
		row(p.Columns)
		b.WriteString(strings.Repeat("| --- ", len(p.Columns)) + "|\n")
		shown := p.Rows[:min(len(p.Rows), MaxRows)]
		for _, r := range shown {
			row(r)
		}
		if p.Total > len(shown) {
			b.WriteString("\n" + strconv.Itoa(len(shown)) + " of " + strconv.Itoa(p.Total) + " rows.\n")
		}
	}
	if p.Link != "" {
		b.WriteString("\n<" + strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\n", "%0A").Replace(p.Link) + ">\n")
	}
	return b.String()
}

// fenced returns a text as a block of code.
func fenced(text string) string {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\r", "\n"), "\ufffd")
	longest, run := 0, 0
	for _, r := range text {
		if r == '`' {
			run++
			longest = max(longest, run)
			continue
		}
		run = 0
	}
	fence := strings.Repeat("`", max(3, longest+1))
	return fence + "text\n" + text + "\n" + fence + "\n"
}

// escaped returns a text as one line of Markdown that shows it as it is, also where what is between two dollars is a formula.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\ufffd") {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '@': // mentions nobody
			b.WriteString("&#64;")
		case strings.ContainsRune("\\`*_[]#|~$", r), b.Len() == 0 && strings.ContainsRune("-+=", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r):
			b.WriteString("\ufffd")
		default:
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "://", "&#58;//") // an address is not made a link
}

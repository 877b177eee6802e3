package guide

import "strings"

// Block is a part of a text in the small subset of Markdown that the guide is written in: headings, paragraphs, lists, tables
// and code; and of code that is called index, which is a picture.
type Block struct {
	Kind  BlockKind
	Line  int            // of the text, from 0; an item of a list and a line of a table has one
	End   int            // the line after it
	Level int            // of a heading: 1 or 2
	Text  []TextSpan     // of a heading, a paragraph or, unformatted, code
	Items [][]TextSpan   // of a list
	Cells [][][]TextSpan // of a table: rows of cells, the first is the head
}

// BlockKind says what a block is.
type BlockKind uint8

// The kinds of block.
const (
	Paragraph BlockKind = iota
	Heading
	List
	Numbered
	TableBlock
	CodeBlock
	SourceBlock // where the facts of the block before it come from
	IndexBlock  // the picture of an index, whose filter can be edited
)

// TextSpan is a stretch of text. Of a link To is the page that it leads to.
type TextSpan struct {
	Text       string
	Code, Bold bool
	To         string
}

// ParseText reads a text. It never fails: what is not of the subset is text.
func ParseText(text string) []Block {
	var blocks []Block
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); {
		line := lines[i]
		block := Block{Line: i}
		switch {
		case strings.TrimSpace(line) == "":
			i++
			continue
		case strings.HasPrefix(line, "```"):
			var code []string
			for i++; i < len(lines) && !strings.HasPrefix(lines[i], "```"); i++ {
				code = append(code, lines[i])
			}
			i++
			if block.Kind, block.Text = CodeBlock, []TextSpan{{Text: strings.Join(code, "\n")}}; line == "```index" {
				block.Kind, block.Text = IndexBlock, nil
			}
		case strings.HasPrefix(line, "# "), strings.HasPrefix(line, "## "):
			head, title, _ := strings.Cut(line, " ")
			block.Kind, block.Level, block.Text = Heading, len(head), spans(title)
			i++
		case listItem(line) != "":
			if block.Kind = List; line[0] != '-' {
				block.Kind = Numbered
			}
			for ; i < len(lines) && listItem(lines[i]) != "" && (lines[i][0] == '-') == (block.Kind == List); i++ {
				block.Items = append(block.Items, spans(listItem(lines[i])))
			}
		case strings.HasPrefix(line, "|"):
			block.Kind = TableBlock
			for ; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
				if !strings.HasPrefix(lines[i], "| ---") {
					block.Cells = append(block.Cells, cells(lines[i]))
				}
			}
		case strings.HasPrefix(line, citation):
			block.Kind, block.Text = SourceBlock, spans(line)
			i++
		default:
			var words []string
			for ; i < len(lines) && strings.TrimSpace(lines[i]) != "" && (len(words) == 0 || !begins(lines[i])); i++ {
				words = append(words, strings.TrimSpace(lines[i]))
			}
			block.Text = spans(strings.Join(words, " "))
		}
		block.End = i
		if block.Kind != TableBlock || len(block.Cells) > 0 {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// citation begins a SourceBlock: one line, as in the text of a lesson.
const citation = "Source: "

// begins reports whether a line is the first of a block that needs no empty line before it.
func begins(line string) bool {
	return strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") || strings.HasPrefix(line, citation) || listItem(line) != ""
}

// listItem is the text of a line of a list, "" when it is none.
func listItem(line string) string {
	if item, ok := strings.CutPrefix(line, "- "); ok {
		return item
	}
	if len(line) > 3 && line[0] >= '1' && line[0] <= '9' && line[1:3] == ". " {
		return line[3:]
	}
	return ""
}

// cells splits a line of a table; a | inside `code` is part of it.
func cells(line string) (row [][]TextSpan) {
	line = strings.TrimSuffix(strings.TrimSpace(line)[1:], "|")
	begin, code := 0, false
	for i := 0; i <= len(line); i++ {
		switch {
		case i == len(line) || line[i] == '|' && !code:
			row = append(row, spans(strings.TrimSpace(line[begin:i])))
			begin = i + 1
		case line[i] == '`':
			code = !code
		}
	}
	return row
}

// spans reads `code`, **bold**, *bold* and [text](#page).
func spans(text string) (list []TextSpan) {
	plain := func(s string) {
		if s != "" {
			list = append(list, TextSpan{Text: s})
		}
	}
	for text != "" {
		i := strings.IndexAny(text, "`*[")
		if i < 0 {
			break
		}
		rest := text[i:]
		span, size := TextSpan{}, 0
		switch {
		case rest[0] == '`':
			if end := strings.IndexByte(rest[1:], '`'); end > 0 {
				span, size = TextSpan{Text: rest[1 : end+1], Code: true}, end+2
			}
		case rest[0] == '*':
			mark := "*"
			if strings.HasPrefix(rest, "**") {
				mark = "**"
			}
			if end := strings.Index(rest[len(mark):], mark); end > 0 && rest[len(mark)] != ' ' {
				span, size = TextSpan{Text: rest[len(mark) : len(mark)+end], Bold: true}, end+2*len(mark)
			}
		default:
			if name, to, ok := strings.Cut(rest[1:], "](#"); ok && !strings.Contains(name, "[") {
				if page, _, ok := strings.Cut(to, ")"); ok {
					span, size = TextSpan{Text: name, To: page}, len(name)+len(page)+5
				}
			}
		}
		if size == 0 {
			plain(text[:i+1])
			text = text[i+1:]
			continue
		}
		plain(text[:i])
		list = append(list, span)
		text = rest[size:]
	}
	plain(text)
	return list
}

package grid

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/interchange"
)

type (
	// CellsSet asks for other values of the cells of some lines and columns.
	CellsSet struct {
		First, Last int
		Columns     []string
		// Texts are the values: the only one of the only line is for all cells, else there is a line for each entity from First on. An
		// empty one, as nil for all, removes the property.
		Texts [][]string
		Rows  string // the same as it was pasted, which can be imported instead; "" for a single value
	}
	// RowsTaken imports rows that were pasted.
	RowsTaken struct{ Text string }
	// TakeRows gives the import a text.
	TakeRows struct{ Text string }
)

// deletes is what the Delete key asks for where cells are chosen: for the entities of lines that are selected or of a key's cell, else
// for the values of the cells.
func (m *Model) deletes(first, last, left, right int) page.Msg {
	names, r := m.Names(), m.Result
	switch {
	case right >= len(names):
		return nil
	case r.First <= first && first <= r.Last && r.First < r.Last, first == last && left == right && IsKey(names[left]):
		return LineDeletePressed{Line: first}
	}
	return CellsSet{First: first, Last: last, Columns: names[left : right+1]}
}

// Pasted is what a text that is pasted where cells are chosen asks for, nil where it is rows for the import: its first line names a key, or
// nothing but columns.
func (m *Model) Pasted(text string, first, last, left, right int) page.Msg {
	names, rows := m.Names(), cellsOf(text)
	head := rows[0]
	if right >= len(names) || slices.ContainsFunc(strings.FieldsFunc(strings.Join(head, "\t"), func(r rune) bool { return strings.ContainsRune("\t,;", r) }), namesKey) {
		return nil
	}
	if len(rows) > 1 && !slices.ContainsFunc(head, func(name string) bool {
		return !slices.ContainsFunc(m.Columns(), func(c wire.Column) bool { return c.Name == name })
	}) {
		return nil
	}
	set := CellsSet{First: first, Last: last, Columns: names[left : right+1], Texts: rows}
	if len(rows) == 1 && len(head) == 1 {
		return set
	}
	wide := 0
	for _, row := range rows {
		wide = max(wide, len(row))
		for i := range row {
			row[i] = interchange.Unguard(row[i]) // as copies of cells are
		}
	}
	set.Rows, set.Columns, set.Last = text, names[left:min(left+wide, len(names))], first
	if len(rows) > 1 {
		set.Last = m.Lines() - 1
	}
	return set
}

// namesKey reports whether a cell of a header is a key's.
func namesKey(cell string) bool {
	name := strings.NewReplacer(" ", "", "-", "", "_", "", `"`, "").Replace(cell)
	return strings.EqualFold(name, "PartitionKey") || strings.EqualFold(name, "RowKey")
}

// cellsOf reads a block of cells as spreadsheets copy it: tabs between cells, which are in quotes where they hold a tab, a quote or a line end.
func cellsOf(text string) (rows [][]string) {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for row := []string(nil); ; {
		cell, rest, ok := quoted(text)
		if !ok {
			end := strings.IndexAny(text, "\t\n")
			if end < 0 {
				end = len(text)
			}
			cell, rest = text[:end], text[end:]
		}
		row = append(row, cell)
		if rest == "" {
			return append(rows, row)
		}
		if rest[0] == '\n' {
			rows, row = append(rows, row), nil
		}
		text = rest[1:]
	}
}

// quoted reads a cell in quotes; ok is false for any other, which may begin with a quote of its own.
func quoted(text string) (cell, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", "", false
	}
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] != '"':
		case strings.HasPrefix(text[i+1:], `"`):
			i++
		default:
			rest = text[i+1:]
			return strings.ReplaceAll(text[1:i], `""`, `"`), rest, rest == "" || rest[0] == '\t' || rest[0] == '\n'
		}
	}
	return "", "", false
}

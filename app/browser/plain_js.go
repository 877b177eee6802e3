//go:build js && wasm

package browser

import (
	"strconv"
	"syscall/js"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// NewPlainTable makes a table of ordinary rows, which the browser's own search and a screen reader's own keys can go through.
func (p *Page) NewPlainTable(parentID, caption string, columns []port.Column) port.PlainTable {
	parent, ok := elementByID(parentID)
	if !ok {
		return plainTable{}
	}
	table := element("table", "plain")
	c := element("caption", "")
	c.Set("textContent", caption)
	head, body, line := element("thead", ""), element("tbody", ""), element("tr", "")
	for _, column := range columns {
		th := element("th", "")
		attr(th, "scope", "col")
		text := virtual.Text(port.Cell{Text: column.Name}, false)
		if column.Type != "" {
			text += " (" + column.Type + ")"
		}
		th.Set("textContent", text)
		line.Call("append", th)
	}
	head.Call("append", line)
	table.Call("append", c, head, body)
	parent.Call("replaceChildren", table)
	return plainTable{columns, body, c}
}

type plainTable struct {
	columns       []port.Column
	body, caption js.Value
}

func (t plainTable) Append(rows []port.Row) {
	if !t.body.Truthy() {
		return
	}
	for _, row := range rows {
		line := element("tr", "")
		if row.Kind == port.RowPageMarker {
			cell := element("td", "dim")
			attr(cell, "colspan", strconv.Itoa(len(t.columns)))
			cell.Set("textContent", row.Label)
			line.Call("append", cell)
			t.body.Call("append", line)
			continue
		}
		for _, c := range t.columns {
			value := port.Cell{Kind: port.CellMissing}
			if c.Cell < len(row.Cells) {
				value = row.Cells[c.Cell]
			}
			tag := "td"
			if c.Key {
				tag = "th"
			}
			cell := element(tag, "")
			if c.Key {
				attr(cell, "scope", "row")
			}
			text := virtual.Text(value, c.Key)
			if value.Kind == port.CellEmpty && !c.Key {
				text = "empty string"
			}
			if c.Mix != "" && value.TypeMark != "" {
				text = value.TypeMark + " " + text
			}
			if value.Kind != port.CellValue {
				cell.Set("className", "dim")
			}
			cell.Set("textContent", text)
			line.Call("append", cell)
		}
		t.body.Call("append", line)
	}
}

//go:build js && wasm

// Program puts an editor and a grid on a page, with made rows and a small completion, and logs what they say.
package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"rangefinder/app/browser"
	"rangefinder/app/port"
)

var answerAfter = 4 // ms; about what the worker takes for a window

func main() {
	if browser.IsWorker() {
		serve()
	}
	page := browser.NewPage()
	log := js.Global().Get("Array").New()
	js.Global().Set("events", log)
	say := func(format string, args ...any) { log.Call("push", fmt.Sprintf(format, args...)) }

	var editor port.Editor
	var grid port.Grid
	var remove func() // of the splitter
	destroy := func() {}
	begin := func() {
		var err error
		editor, err = page.NewEditor("editor", port.EditorOptions{Label: "Filter", Placeholder: "PartitionKey eq '…'"}, port.EditorEvents{
			OnChange: func(text string) { say("change %s", text) },
			OnRun:    func() { say("run") },
			Complete: complete,
		})
		must(err)

		grid, err = page.NewGrid("grid", port.GridOptions{Label: "Entities"}, port.GridEvents{
			OnNeed: func(first, count int) {
				later(answerAfter, func() { grid.SetRows(first, made(first, count)) })
			},
			OnSelect:      func(line, column int) { say("select %d %d", line, column) },
			OnSelectLines: func(first, last int) { say("lines %d %d", first, last) },
			OnCopyCells:   func(first, last, left, right int) { say("cells %d %d %d %d", first, last, left, right) },
			OnCopyLines: func(first, last int) {
				say("copy %d %d", first, last)
				page.CopyLater(func() (string, error) {
					time.Sleep(200 * time.Millisecond) // longer than a worker takes
					if first == 5 {
						return "", errors.New("the result is gone")
					}
					return fmt.Sprintf("lines %d to %d\n\tas text é", first, last), nil
				}, func(err error) { say("copied %v", err) })
			},
			OnOpen:   func(line int) { say("open %d", line) },
			OnDelete: func(first, last, left, right int) { say("delete %d-%d %d-%d", first, last, left, right) },
			OnEdit: func(line, column int, c port.Cell, typed bool) bool {
				say("edit %d %d %t", line, column, typed)
				return column > 1
			},
			OnEditText: func(text string) { say("text %s", text) },
			OnEditEnd: func(text string, how port.EditEnd) {
				say("end %s %d", text, how)
				if how != port.EditLeft && text == "wrong" {
					grid.EditNote("Rating", "no number", true)
				} else {
					grid.EndEdit()
				}
			},
			OnSort:         func(column int) { say("sort %d", column) },
			OnHeader:       func(column, _, _ int) { say("header %d", column) },
			OnColumnResize: func(column, width int) { say("width %d %d", column, width) },
		})
		must(err)
		grid.SetColumns([]port.Column{
			{Name: "PartitionKey", Key: true, Width: 150}, {Name: "RowKey", Cell: 1, Key: true, Width: 170},
			{Name: "Rating", Cell: 2, Type: "Double", AlignRight: true}, {Name: "ReleaseYear", Cell: 3, Mix: "Most often Int32, also String.", Type: "Int32+", Usual: "Int32"},
			{Name: "Language", Cell: 4, Type: "String"}, {Name: "Notes", Cell: 5, Type: "String"}, {Name: "Favorite", Cell: 6, Type: "Boolean"},
			{Name: "Seen", Cell: 7, Type: "DateTime"}, {Name: "Id", Cell: 8, Type: "Guid"}, {Name: "Timestamp", Cell: 9, Type: "DateTime"},
		})

		remove, err = page.Splitter("split", port.Splitter{Property: "--editor", Vertical: true, Min: 60, Max: 300, Size: 120,
			OnDone: func(size int) { say("split %d", size) }})
		must(err)
		destroy = func() {
			editor.Destroy()
			grid.Destroy()
			destroy = func() {}
		}
	}
	begin()

	tools := map[string]func(args []js.Value) any{
		"slow":    func(a []js.Value) any { answerAfter = a[0].Int(); return nil },
		"total":   func(a []js.Value) any { grid.SetTotal(a[0].Int(), a[1].Bool()); return nil },
		"select":  func(a []js.Value) any { grid.Select(a[0].Int(), a[1].Int()); return nil },
		"refresh": func([]js.Value) any { grid.Invalidate(); return nil },
		"dense":   func([]js.Value) any { grid.SetDensity(port.Compact); return nil },
		"focus":   func([]js.Value) any { grid.Focus(); return nil },
		"set":     func(a []js.Value) any { editor.SetText(a[0].String()); return nil },
		"replace": func(a []js.Value) any { editor.Replace(a[0].String()); return nil },
		"text":    func([]js.Value) any { return editor.Text() },
		"caret":   func(a []js.Value) any { editor.SetCursor(a[0].Int()); return nil },
		"edit":    func([]js.Value) any { editor.Focus(); return nil },
		"undo":    func([]js.Value) any { editor.Undo(); return nil },
		"mark": func([]js.Value) any {
			editor.SetMarks(marks(editor.Text()))
			return nil
		},
		"refuse": func(a []js.Value) any {
			editor.SetDiagnostics([]port.Diagnostic{{From: a[0].Int(), To: a[1].Int(), Severity: port.SeverityError,
				Message: "There is no operator ==. Write eq.", Actions: []port.Action{{Title: "Write eq", From: a[0].Int(), To: a[1].Int(), Text: "eq"}}}})
			return nil
		},
		"fetch": func(a []js.Value) any {
			url := a[0].String()
			go func() {
				data, err := page.Fetch(context.Background(), url, nil)
				say("fetch %q %v", data, err)
			}()
			return nil
		},
		"setting": func([]js.Value) any {
			page.SetSetting("a", "b")
			v, ok := page.Setting("a")
			page.RemoveSetting("a")
			_, still := page.Setting("a")
			return fmt.Sprintf("%s %v %v", v, ok, still)
		},
		"push":    func(a []js.Value) any { page.PushFragment(a[0].String()); return nil },
		"unsplit": func([]js.Value) any { remove(); return nil },
		"destroy": func([]js.Value) any { destroy(); return nil },
		// For the next test, as the page was when it came.
		"reset": func([]js.Value) any {
			destroy()
			remove()
			answerAfter = 4
			js.Global().Get("document").Get("activeElement").Call("blur")
			begin()
			log.Set("length", 0)
			return nil
		},
	}
	pipe, err := browser.Spawn(page.Asset("worker.js"), func(err error) { say("worker failed: %v", err) })
	must(err)
	pipe.Listen(func(message []byte) {
		if strings.HasPrefix(string(message), "file: ") || strings.HasPrefix(string(message), "account: ") {
			say("%s", message)
			return
		}
		say("worker %d %.20q", len(message), message)
	})
	maps.Copy(tools, fileTools(page, pipe.Send, say))
	maps.Copy(tools, accountTools(page, say))
	tools["send"] = func(a []js.Value) any { pipe.Send([]byte(a[0].String())); return nil }
	tools["stop"] = func([]js.Value) any { pipe.Close(); return nil }

	page.OnFragment(func(fragment string) { say("fragment %s", fragment) }, func(int) {})
	object := js.Global().Get("Object").New()
	for name, do := range tools {
		object.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return do(args) }))
	}
	js.Global().Set("ports", object)
	select {}
}

// serve is the worker: it answers each message with the same bytes backwards, and between "busy" and its answer it works,
// letting messages in, until it has heard another.
func serve() {
	pipe := browser.ParentPort()
	heard := make(chan []byte, 100)
	pipe.Listen(func(message []byte) { heard <- message })
	for message := range heard {
		if answer, ok := fileAnswer(string(message)); ok {
			pipe.Send([]byte(answer))
			continue
		}
		if source, ok := strings.CutPrefix(string(message), "account "); ok {
			pipe.Send([]byte("account: " + useAccount(source)))
			continue
		}
		if string(message) == "busy" {
			for len(heard) == 0 {
				must(browser.Yield(context.Background()))
			}
		}
		slices.Reverse(message)
		pipe.Send(message)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func later(ms int, do func()) {
	var f js.Func
	f = js.FuncOf(func(js.Value, []js.Value) any {
		f.Release()
		do()
		return nil
	})
	js.Global().Call("setTimeout", f, ms)
}

// made is what line n holds, so that a test can tell whether the right text is in the right place.
func made(first, count int) []port.Row {
	rows := make([]port.Row, count)
	for i := range rows {
		n := first + i
		if n%1000 == 999 {
			rows[i] = port.Row{Kind: port.RowPageMarker, Band: n / 700, Label: fmt.Sprintf("page %d · continues at %s/%07d · 999 entities", n/1000+2, partition(n+1), n+1)}
			continue
		}
		rows[i] = port.Row{Band: n / 700, Cells: []port.Cell{
			{Text: partition(n)}, {Text: fmt.Sprintf("%07d", n)}, {Text: fmt.Sprintf("%.1f", float64(n%50)/10)},
			year(n), language(n), notes(n), {Text: fmt.Sprint(n%3 == 0)},
			{Text: "2026-11-20 09:14:02.118Z"}, {Text: fmt.Sprintf("00000000-0000-0000-0000-%012d", n)}, {Text: "2026-11-20 09:14:02.118Z"},
		}}
		if n == 3 {
			rows[i].Cells[0] = port.Cell{Kind: port.CellEmpty}
			rows[i].Mark = port.MarkPending
		}
	}
	return rows
}

func partition(n int) string { return fmt.Sprintf("P%05d", n/700) }

func year(n int) port.Cell {
	if n%5 == 0 {
		return port.Cell{Text: "nineteen", TypeMark: "String"}
	}
	return port.Cell{Text: fmt.Sprint(1950 + n%70), TypeMark: "Int32"}
}

func language(n int) port.Cell {
	return []port.Cell{{Text: "English"}, {Kind: port.CellMissing}, {Kind: port.CellEmpty}, {Kind: port.CellNull}}[n%4]
}

func notes(n int) port.Cell {
	switch n % 7 {
	case 1:
		return port.Cell{Text: "<img src=x onerror=alert(1)><b>hostile</b>"}
	case 2:
		return port.Cell{Text: strings.Repeat("long ", 2000)}
	case 3:
		return port.Cell{Text: "two\nlines\tand \u202ereversed"}
	}
	return port.Cell{Text: fmt.Sprintf("note %d", n)}
}

func complete(text string, offset int, explicit bool) (from, to int, items []port.CompletionItem) {
	from = strings.LastIndexAny(text[:offset], " (") + 1
	typed := strings.ToLower(text[from:offset])
	if typed == "" && !explicit {
		return 0, 0, nil
	}
	for _, item := range []port.CompletionItem{
		{Label: "PartitionKey", Detail: "String · 100 %", Kind: "key"}, {Label: "RowKey", Detail: "String · 100 %", Kind: "key"},
		{Label: "Rating", Detail: "Double · 98 %", Kind: "property"}, {Label: "ReleaseYear", Detail: "Int32, String", Kind: "property"},
		{Label: "eq", Insert: "eq ", Detail: "equal", Kind: "operator"},
	} {
		if strings.HasPrefix(strings.ToLower(item.Label), typed) {
			items = append(items, item)
		}
	}
	return from, offset, items
}

var classes = map[string]string{"PartitionKey": "tok-key", "RowKey": "tok-key", "eq": "tok-op", "and": "tok-op", "gt": "tok-op", "ge": "tok-op", "Rating": "tok-prop"}

func marks(text string) []port.Mark {
	var out []port.Mark
	at := 0
	for word := range strings.SplitSeq(text, " ") {
		class := classes[word]
		switch {
		case strings.HasPrefix(word, "'"):
			class = "tok-str"
		case class == "":
			class = "tok-num"
		}
		out = append(out, port.Mark{From: at, To: at + len(word), Class: class})
		at += len(word) + 1
	}
	if i := strings.Index(text, " and Rating"); i > 0 {
		out = append(out, port.Mark{From: 0, To: i, Class: "key-range"}, port.Mark{From: i + 5, To: len(text), Class: "checked"})
	}
	return out
}

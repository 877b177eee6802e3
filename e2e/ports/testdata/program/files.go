//go:build js && wasm

package main

import (
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"
	"syscall/js"

	"rangefinder/app/browser"
	"rangefinder/app/port"
)

// fileTools are the page's tools for files. What the person gives is logged as "<how> <name> <size>", and the worker is asked
// to read each.
func fileTools(page *browser.Page, send func([]byte), say func(format string, args ...any)) map[string]func(args []js.Value) any {
	last := ""
	got := func(how string) func([]port.FileRef) {
		return func(files []port.FileRef) {
			for _, f := range files {
				last = f.Token
				say("%s %s %d", how, f.Name, f.Size)
				send([]byte("read " + f.Token))
			}
		}
	}
	removeDrop := page.OnDrop(func(inside bool) { say("over %v", inside) }, got("dropped"))
	removePaste := page.OnPaste(func(text, html string) { say("pasted text %q%s", text, html) }, got("pasted"))
	return map[string]func(args []js.Value) any{
		"choose": func([]js.Value) any { page.ChooseFiles(".txt,.csv", got("chosen")); return nil },
		"textFile": func(a []js.Value) any {
			got("made")([]port.FileRef{page.TextFile(a[0].String(), a[1].String())})
			return nil
		},
		"forget":  func([]js.Value) any { page.ForgetFile(last); return nil },
		"reread":  func([]js.Value) any { send([]byte("read " + last)); return nil },
		"write":   func(a []js.Value) any { send([]byte("write " + strconv.Itoa(a[0].Int()))); return nil },
		"save":    func(a []js.Value) any { page.Save(a[0].String(), a[1].String()); return nil },
		"release": func(a []js.Value) any { send([]byte("release " + a[0].String())); return nil },
		"deaf":    func([]js.Value) any { removeDrop(); removePaste(); return nil },
	}
}

// fileAnswer is what the worker answers to a message about files; ok is false for another message.
func fileAnswer(message string) (answer string, ok bool) {
	order, rest, _ := strings.Cut(message, " ")
	var files browser.Files
	switch order {
	case "read":
		f, err := files.Open(rest)
		if err != nil {
			return "file: " + err.Error(), true
		}
		sum := crc32.NewIEEE()
		n, err := io.CopyBuffer(sum, io.NewSectionReader(f, 0, f.Size()), make([]byte, 30_000))
		if err != nil {
			return "file: " + err.Error(), true
		}
		// A few bytes from the middle and beyond the end.
		part := make([]byte, 8)
		at, err := f.ReadAt(part, max(f.Size()-4, 0))
		return fmt.Sprintf("file: %s %d %08x %d %v", f.Name(), n, sum.Sum32(), at, err), true
	case "write":
		n, _ := strconv.Atoi(rest)
		sink, err := files.Create("text/plain")
		must(err)
		for i := range n {
			_, err := fmt.Fprintf(sink, "%09d\n", i)
			must(err)
		}
		url, err := sink.URL()
		must(err)
		return "file: " + url, true
	case "release":
		files.Release(rest)
		return "file: released", true
	}
	return "", false
}

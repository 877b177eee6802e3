package ports

import (
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"rangefinder/e2e/harness"
)

// numbered is a text of n lines of ten bytes.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%09d\n", i)
	}
	return b.String()
}

// onDisk writes a file for the browser to take.
func onDisk(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// read waits until the worker has read the whole of a file with that name and text.
func (p *page) read(how, name, text string) {
	p.t.Helper()
	p.wait("events.some((e) => e.startsWith('file: '))")
	events := eval[[]string](p, "events")
	p.do("events.length = 0")
	want := fmt.Sprintf("file: %s %d %08x %d EOF", name, len(text), crc32.ChecksumIEEE([]byte(text)), min(4, len(text)))
	if got := strings.Join(events, "\n"); !strings.Contains(got, fmt.Sprintf("%s %s %d", how, name, len(text))) || !strings.Contains(got, want) {
		p.t.Fatalf("said %q, want %q", events, want)
	}
}

func TestFiles_Choose(t *testing.T) {
	p := open(t, harness.View{})
	text := numbered(300_000) // three pieces
	path := onDisk(t, "Numbers.csv", text)
	chooser := make(chan *cdppage.EventFileChooserOpened, 1)
	err := p.p.Run(cdppage.SetInterceptFileChooserDialog(true), chromedp.ActionFunc(func(ctx context.Context) error {
		chromedp.ListenTarget(ctx, func(event any) {
			if e, ok := event.(*cdppage.EventFileChooserOpened); ok {
				chooser <- e
			}
		})
		if err := chromedp.Evaluate("ports.choose(), null", nil, gesture).Do(ctx); err != nil {
			return err
		}
		e := <-chooser
		if e.Mode != cdppage.FileChooserOpenedModeSelectMultiple {
			t.Errorf("the chooser is for %s", e.Mode)
		}
		return dom.SetFileInputFiles([]string{path}).WithBackendNodeID(e.BackendNodeID).Do(ctx)
	}))
	if err != nil {
		t.Fatal(err)
	}
	p.read("chosen", "Numbers.csv", text)

	// The reference stays until it is forgotten; a file that changed is told.
	p.do("ports.reread()")
	p.wait("events.length === 1")
	p.do("events.length = 0")
	if err := os.WriteFile(path, []byte("shorter"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.do("ports.reread()")
	p.wait("events.length === 1")
	if got := eval[string](p, "events.pop()"); !strings.Contains(got, "cannot be read") {
		t.Errorf("a changed file: %s", got)
	}
	p.do("ports.forget()")
	p.do("ports.reread()")
	p.said("file: the file is not here any more; choose it again")
}

func gesture(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithUserGesture(true) }

func TestFiles_TextFile(t *testing.T) {
	p := open(t, harness.View{})
	p.do(`ports.textFile("pasted.txt", "a\tb\r\né\n")`)
	p.read("made", "pasted.txt", "a\tb\r\né\n")
	p.do(`ports.textFile("empty", "")`)
	p.read("made", "empty", "")
}

func (p *page) drag(kind input.DispatchDragEventType, x, y float64, files ...string) {
	p.t.Helper()
	data := &input.DragData{Files: files, Items: []*input.DragDataItem{}, DragOperationsMask: 1}
	if len(files) == 0 {
		data.Items = append(data.Items, &input.DragDataItem{MimeType: "text/plain", Data: "text"})
	}
	if err := p.p.Run(input.DispatchDragEvent(kind, x, y, data)); err != nil {
		p.t.Fatal(err)
	}
}

// Files are taken wherever they are dropped, and the editor does not put their text into the filter.
func TestFiles_Drop(t *testing.T) {
	p := openAlone(t)
	text := numbered(100)
	path := onDisk(t, "Dropped.txt", text)
	p.do(`ports.set("A eq 1")`)
	at := eval[[]float64](p, `(({left, top}) => [left + 20, top + 10])(document.querySelector(".cm-content").getBoundingClientRect())`)
	p.drag(input.DragEnter, 5, 5, path)
	p.said("over true")
	p.drag(input.DragOver, at[0], at[1], path)
	p.drag(input.DragOver, at[0]+3, at[1], path)
	if events := eval[[]string](p, "events"); len(events) != 0 {
		t.Errorf("within the page: %q", events)
	}
	p.do(`document.querySelector(".cm-content").dispatchEvent(new DragEvent("dragleave", {dataTransfer: new DataTransfer(), bubbles: true}))`)
	p.said("over false")
	p.drag(input.DragEnter, at[0], at[1], path)
	p.drag(input.DragOver, at[0], at[1], path)
	p.said("over true")
	p.drag(input.Drop, at[0], at[1], path)
	p.wait("events.includes('over false')")
	p.read("dropped", "Dropped.txt", text)
	if got := eval[string](p, "ports.text()"); got != "A eq 1" {
		t.Errorf("the filter is %q", got)
	}
	p.do("ports.deaf()")
}

// paste dispatches what Ctrl+V does, at an element.
const paste = `((at, text, ...files) => {
	const data = new DataTransfer();
	if (text) data.setData("text/plain", text);
	for (const f of files) data.items.add(f);
	at.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
})`

func TestFiles_Paste(t *testing.T) {
	p := open(t, harness.View{})
	p.do(paste + `(document.body, "a\tb\n1\t2")`)
	p.said(`pasted text "a\tb\n1\t2"`)
	p.do(paste + `(document.body, "a\tb", new File(["x"], "picture.png", {type: "image/png"}))`)
	p.said(`pasted text "a\tb"`)
	p.do(paste + `(document.body, "file.csv", new File(["A,B"], "file.csv", {type: "text/csv"}))`)
	p.read("pasted", "file.csv", "A,B")
	p.do(paste + `(document.body, "", new File(["A,B"], "shot.png", {type: "image/png"}))`)
	p.read("pasted", "shot.png", "A,B")

	p.do(`document.querySelector(".cm-content").focus()`)
	p.do(paste + `(document.body, "while the editor has the focus")`)
	p.do(`document.querySelector("main").append(Object.assign(document.createElement("input"), {id: "field", ariaLabel: "A field"}))`)
	p.do(`document.activeElement.blur()`)
	p.do(paste + `(document.getElementById("field"), "into a field")`)
	p.do(paste + `(document.body, "")`)
	p.do(paste + `(document.body, "last")`)
	p.said(`pasted text "last"`)
}

// A file that the worker makes in pieces is whole at its address, and gone when it is released.
func TestFiles_Sink(t *testing.T) {
	p := open(t, harness.View{})
	const size = 3_000_010
	p.do(fmt.Sprintf("ports.write(%d)", size/10))
	p.wait("events.length === 1")
	url := strings.TrimPrefix(eval[string](p, "events.pop()"), "file: ")
	folder := t.TempDir()
	err := p.p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().Do(ctx)
		if err != nil {
			return err
		}
		allow := cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder)
		return allow.WithBrowserContextID(info.BrowserContextID).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}))
	if err != nil {
		t.Fatal(err)
	}
	p.do(fmt.Sprintf("ports.save(%q, 'Movies.ndjson')", url))
	// The browser writes to another name and renames the file when it is whole.
	path := filepath.Join(folder, "Movies.ndjson")
	for deadline := time.Now().Add(harness.Timeout); ; time.Sleep(20 * time.Millisecond) {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			break
		}
		if time.Now().After(deadline) {
			files, _ := os.ReadDir(folder)
			t.Fatalf("nothing was saved; there is %v", files)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != numbered(size/10) {
		t.Errorf("%d bytes were saved, want %d", len(text), size)
	}
	p.do(fmt.Sprintf("ports.release(%q)", url))
	p.said("file: released")
}

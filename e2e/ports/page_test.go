package ports

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestPage_Ports(t *testing.T) {
	p := openAlone(t)
	p.do(`ports.fetch("sample.json.gz")`)
	p.said(`fetch "[1,2]" <nil>`)
	p.do(`ports.fetch("https://example.com/x")`)
	p.said(`fetch "" fetch https://example.com/x: another origin; only files of this page can be read`)
	if got := eval[string](p, "ports.setting()"); got != "b true false" {
		t.Fatalf("settings: %s", got)
	}
	p.do(`ports.push("a=1")`)
	p.do(`ports.push("a=2")`)
	p.do(`history.back()`)
	p.said("fragment a=1")
	p.do(`history.forward()`)
	p.said("fragment a=2")
	p.do(`document.getElementById("split").focus()`)
	p.keys(kb.ArrowDown)
	p.said("split 136")
	p.wait(`getComputedStyle(document.documentElement).getPropertyValue("--editor") === "136px"`)
	p.do("ports.unsplit()")
	p.do("ports.destroy()")
	if n := eval[int](p, `document.querySelectorAll(".rf-grid, .cm-editor").length`); n != 0 {
		t.Fatalf("%d are left after Destroy", n)
	}
}

// Messages arrive whole and in order, those sent before the worker has started included, and one is heard while it works.
func TestWorker_Messages(t *testing.T) {
	p := openAlone(t)
	p.do(`ports.send("abc")`)
	p.said(`worker 3 "cba"`)
	p.do(`ports.send("x".repeat(3000000))`)
	p.said(`worker 3000000 "xxxxxxxxxxxxxxxxxxxx"`)
	p.do(`ports.send("busy")`)
	p.do(`ports.send("stop")`)
	p.wait("events.length === 2")
	if events := eval[[]string](p, "events"); events[0] != `worker 4 "ysub"` || events[1] != `worker 4 "pots"` {
		t.Fatalf("answers: %q", events)
	}
	p.do("ports.stop()")
}

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"rangefinder/app/sample"
)

// logLines is how many lines a log has that is measured.
const logLines = 1_000_000

// writeLog writes a log of that many lines, the day of a sample again and again.
func writeLog(path string) error {
	var day bytes.Buffer
	if err := sample.WriteLog(&day, sample.Logs[1].Name); err != nil {
		return err
	}
	lines := bytes.SplitAfter(bytes.TrimSpace(day.Bytes()), []byte("\n"))
	lines[len(lines)-1] = append(lines[len(lines)-1], '\n')
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	for i := range logLines {
		if _, err := w.Write(lines[i%len(lines)]); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}

// measureWorkload drops a log of a million lines on the page: how long until its shapes are on screen, the frames of the page meanwhile,
// and how much more memory the page and its worker had than before, at most.
func measureWorkload(p *playground) ([]row, error) {
	dir, err := os.MkdirTemp("", "rangefinder-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "million.log")
	if err := writeLog(path); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	v, err := p.visit()
	if err != nil {
		return nil, err
	}
	defer v.close()
	if err := v.Eval(`(() => { const e = document.createElement("input"); e.type = "file"; e.id = "bench-log"; document.body.append(e) })(), null`, nil); err != nil {
		return nil, err
	}
	if err := v.Run(chromedp.SetUploadFiles("#bench-log", []string{path}, chromedp.ByQuery)); err != nil {
		return nil, err
	}
	waitQuiet()
	before := v.resident("VmRSS:")
	v.forgetPeak()
	var read struct {
		Ms     float64
		Gaps   []float64
		Answer string
	}
	err = v.Eval(`globalThis.benched = null, bench.during(() => new Promise((done) => {
		const held = new DataTransfer(); held.items.add(document.querySelector("#bench-log").files[0])
		window.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true }))
		const look = () => document.querySelector("#work-log-0") ? done(document.querySelector("#work-log-0").innerText) : setTimeout(look, 20)
		look()
	})).then((r) => (benched = r)), null`, nil)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(time.Second) {
		var over bool
		if err := v.Eval(`benched !== null`, &over); err != nil {
			return nil, err
		}
		if over {
			break
		}
		if time.Now().After(end) {
			return nil, errors.New("the log is not read in five minutes")
		}
	}
	if err := v.Eval(`benched`, &read); err != nil {
		return nil, err
	}
	if want := "of 10 shapes"; !strings.Contains(read.Answer, want) {
		return nil, fmt.Errorf("the log is told as %q", read.Answer)
	}
	more := v.resident("VmHWM:") - before
	what := fmt.Sprintf("a log of 1,000,000 lines dropped on the page, %.0f MB of JSON", float64(info.Size())/1e6)
	return []row{
		{what: what + ", to its shapes", target: "40 s", ours: duration(read.Ms), met: read.Ms <= 40_000},
		{what: fmt.Sprintf("the page meanwhile, p95 of %d frames", len(read.Gaps)), target: "17 ms", ours: fmt.Sprintf("%s (most %s)", duration(quantile(read.Gaps, 0.95)), duration(quantile(read.Gaps, 1))), met: quantile(read.Gaps, 0.95) <= 17},
		{what: "memory of the page and its worker beyond what they had, at most", target: "200 MB", ours: fmt.Sprintf("%.0f MB (%.0f before)", more/1e6, before/1e6), met: more <= 200e6},
	}, nil
}

// renderers are the folders of the browser's processes that show pages.
func (v *visit) renderers() (folders []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline") // the pattern is well-formed
	for _, path := range all {
		folder := filepath.Dir(path)
		line, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(line), "--type=renderer") && below(filepath.Base(folder), os.Getpid()) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// resident is the memory in bytes of all of them, as /proc calls it.
func (v *visit) resident(name string) (sum float64) {
	for _, folder := range v.renderers() {
		text, _ := os.ReadFile(filepath.Join(folder, "status")) // a process that is gone has none
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) > 1 && f[0] == name {
				kib, _ := strconv.ParseFloat(f[1], 64)
				sum += kib * 1024
			}
		}
	}
	return sum
}

// forgetPeak has VmHWM begin anew.
func (v *visit) forgetPeak() {
	for _, folder := range v.renderers() {
		_ = os.WriteFile(filepath.Join(folder, "clear_refs"), []byte("5"), 0) // where it is not allowed, the peak is that of the start too
	}
}

package uitest

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// windows are the open windows of a browser, by name. A page is one until it is closed; loaded anew, it goes on with what the last
// one of its tab kept.
type windows struct {
	count int
	open  map[string]bool
}

// windowSlot is where a tab keeps the name of its window.
const windowSlot = "window"

// NewTab is another tab of the same browser: it has its tables, files and settings, and nothing that this tab keeps.
func (w *Workspace) NewTab() *Workspace {
	return &Workspace{DB: w.DB, Files: w.Files, Storage: w.Storage, Remotes: w.Remotes, Accounts: w.Accounts, Doer: w.Doer, Dark: w.Dark,
		settings: w.settings, windows: w.windows, heeds: w.heeds, kept: map[string]string{}}
}

func (d *document) Window() string {
	if d.window == "" {
		w := d.page.windows
		w.count++
		d.window, d.before = "window"+strconv.Itoa(w.count), d.Kept(windowSlot)
		d.Keep(windowSlot, d.window)
		w.open[d.window] = true
	}
	return d.window
}

func (d *document) KeepWindow(name, text string) {
	if key := name + "." + d.Window(); text == "" {
		d.RemoveSetting(key)
	} else {
		_ = d.SetSetting(key, text)
	}
}

func (d *document) LeftBehind(name string, found func(texts []string, forget func())) {
	others := maps.Clone(d.page.windows.open)
	delete(others, d.Window())
	if d.before != "" {
		if !others[d.before] {
			d.RemoveSetting(name + "." + d.before)
		}
		return
	}
	if len(others) > 0 {
		return
	}
	var keys, texts []string
	for _, key := range slices.Sorted(maps.Keys(d.page.settings)) {
		if strings.HasPrefix(key, name+".") && key != name+"."+d.Window() {
			keys, texts = append(keys, key), append(texts, d.page.settings[key])
		}
	}
	if len(keys) > 0 {
		d.NextFrame("left behind", func() { // later, as a browser does
			found(texts, func() {
				for _, key := range keys {
					d.RemoveSetting(key)
				}
			})
		})
	}
}

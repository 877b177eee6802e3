package uitest

import (
	"maps"
	"sync"
)

// heeds are the pages over a workspace, each a tab of the browser, that hear when another changes a setting.
type heeds struct {
	mu sync.Mutex
	by map[*document]func(key, value string)
}

// OnSetting implements port.Page; nil stops it.
func (d *document) OnSetting(changed func(key, value string)) func() {
	h := d.page.heeds
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by == nil {
		h.by = map[*document]func(key, value string){}
	}
	if h.by[d] = changed; changed == nil {
		delete(h.by, d)
	}
	return func() { d.OnSetting(nil) }
}

func (d *document) tellOthers(key, value string) {
	h := d.page.heeds
	h.mu.Lock()
	others := maps.Clone(h.by)
	h.mu.Unlock()
	delete(others, d)
	for changed := range maps.Values(others) {
		changed(key, value)
	}
}

package state

import (
	"strconv"
	"sync"
	"testing"
)

// Ensure that of texts that come faster than they are written the newest of each document is what stays, written last.
func TestLatest_NewestStays(t *testing.T) {
	var k latest
	var mu sync.Mutex
	stays := map[string]string{}
	writing, most := 0, 0
	for n := range 200 {
		k.keep("doc"+strconv.Itoa(n%3), strconv.Itoa(n), func(name, text string) {
			mu.Lock()
			writing++
			most = max(most, writing)
			mu.Unlock()
			mu.Lock()
			stays[name] = text
			writing--
			mu.Unlock()
		})
	}
	for over := false; !over; {
		k.mu.Lock()
		over = !k.busy
		k.mu.Unlock()
	}
	if most != 1 || stays["doc0"] != "198" || stays["doc1"] != "199" || stays["doc2"] != "197" {
		t.Errorf("what stays is %v, %d at once", stays, most)
	}
}

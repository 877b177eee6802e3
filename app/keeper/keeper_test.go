package keeper

import (
	"strconv"
	"sync"
	"testing"
)

// Ensure that of texts that come faster than they are written the newest of each document is what stays, written last.
func TestKeeper_NewestStays(t *testing.T) {
	var k Keeper
	var mu sync.Mutex
	stays := map[string]string{}
	writing, most := 0, 0
	for n := range 200 {
		k.Keep("doc"+strconv.Itoa(n%3), strconv.Itoa(n), func(name, text string) error {
			mu.Lock()
			writing++
			most = max(most, writing)
			mu.Unlock()
			mu.Lock()
			stays[name] = text
			writing--
			mu.Unlock()
			return nil
		}, func(string, error) {})
	}
	for over := false; !over; {
		k.mu.Lock()
		over = !k.busy
		k.mu.Unlock()
	}
	if left := k.Encode(); left != "" {
		t.Errorf("%s is not written", left)
	}
	if most != 1 || stays["doc0"] != "198" || stays["doc1"] != "199" || stays["doc2"] != "197" {
		t.Errorf("what stays is %v, %d at once", stays, most)
	}
}

// Ensure that a text that comes back while it is being written, as Undo brings it, is written once more and not as nothing.
func TestKeeper_TextComesBack(t *testing.T) {
	var k Keeper
	let, written := make(chan bool), make(chan string, 2)
	for n, text := range []string{"a", "b", "a"} {
		k.Keep("doc", text, func(_, text string) error {
			written <- text
			<-let
			return nil
		}, func(string, error) {})
		if n == 0 {
			<-written // it is being written
		}
	}
	close(let)
	if text := <-written; text != "a" {
		t.Errorf("%q is written", text)
	}
}

//go:build !js

package ui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Ensure that every message of messages.txt and of the scenes is one that the page has, with these fields.
func TestTrace_Lists(t *testing.T) {
	if *traceLists {
		writeLists(t)
	}
	w := &tracer{traced: &traced{}, t: t, types: messageTypes()}
	w.read()
	for _, name := range w.names {
		if err := put(reflect.New(w.types[name]).Elem(), invented(w.forms[name], 1, w.text)); err != nil {
			t.Errorf("messages.txt: %s: %v", name, err)
		}
	}
	for _, s := range w.scenes {
		for _, line := range s.lines {
			name, text, _ := strings.Cut(line, " ")
			if slices.Contains([]string{"wait", "rest", "press"}, name) {
				continue
			}
			if _, err := w.message(name, text); err != nil {
				t.Errorf("scenes.txt, %s: %v", s.name, err)
			}
		}
	}
}

// writeLists makes words.txt and messages.txt anew, which changes every walk.
func writeLists(t *testing.T) {
	var words, messages strings.Builder
	for _, word := range append(literals(t, "../shell"), literals(t, "../port")...) {
		if !strings.Contains(word, "guid") && !strings.ContainsAny(word, "{}<>") && len(word) > 1 {
			words.WriteString(strconv.Quote(word) + "\n")
		}
	}
	types := messageTypes()
	for _, msg := range sent {
		if name := bare(reflect.TypeOf(msg)); !slices.Contains([]string{"WorkerLost", "EngineCrashed", "Started", "Moved"}, name) {
			form, err := json.Marshal(formOf(types[name], 0))
			if err != nil {
				t.Fatal(err)
			}
			messages.WriteString(name + " " + string(form) + "\n")
		}
	}
	for name, text := range map[string]string{"words.txt": words.String(), "messages.txt": messages.String()} {
		if err := os.WriteFile(filepath.Join("testdata", "trace", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

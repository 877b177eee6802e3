package plan

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"rangefinder/app/wire"
)

func TestMap_Example(t *testing.T) {
	reply := func(keys ...string) *wire.MapReply {
		r := &wire.MapReply{}
		for _, key := range keys {
			r.Segments = append(r.Segments, wire.Segment{FirstKey: key, LastKey: key})
		}
		return r
	}
	inside := reply("Alien")
	inside.Inside, inside.Segments[0].PartitionKey = true, "SciFi"
	for _, c := range []struct {
		name string
		m    *Map
		want string
	}{
		{"before anything is drawn", nil, "…"},
		{"before the map came", &Map{}, "…"},
		{"a table without entities", &Map{Reply: reply()}, "…"},
		{"the first key", &Map{Reply: reply("Action", "Drama")}, "Action"},
		{"a quote is written as a filter has it", &Map{Reply: reply("O'Hara")}, "O''Hara"},
		{"a key that is too long gives way", &Map{Reply: reply("2026-11-26T03", "Drama")}, "Drama"},
		{"an empty key gives way", &Map{Reply: reply("", "Drama")}, "Drama"},
		{"a key that turns the text gives way", &Map{Reply: reply("a\u202eb", "Drama")}, "Drama"},
		{"no key can be shown", &Map{Reply: reply("a\nb")}, "…"},
		{"of one partition the segments are of RowKeys", &Map{Reply: inside}, "…"},
	} {
		if got := c.m.Example(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Ensure that a name stands below its own segment: that of a narrow one at the right end ends with it, and those beside it stay.
func TestMap_Labels(t *testing.T) {
	m := &Map{Hover: -1, Reply: &wire.MapReply{View: wire.Stretch{To: 1000}}}
	for i, key := range []string{"Action", "Comedy", "Crime", "SciFi", "Thriller", "War"} {
		ends := []int{0, 25, 500, 810, 855, 972, 1000}
		m.Reply.Segments = append(m.Reply.Segments, wire.Segment{FirstKey: key, LastKey: key, From: ends[i], To: ends[i+1]})
	}
	for _, c := range []struct {
		name     string
		from, to int
		hover    int
		want     string
	}{
		{"nothing is read", 0, 0, -1, "Comedy 2.5-50, Crime 50-81, SciFi 81-85.5, Thriller 85.5-97.2"},
		{"the last", 972, 1000, -1, "War 91.2-100 end, Comedy 2.5-50, Crime 50-81, SciFi 81-85.5, Thriller 85.5-91.2"},
		{"the first", 0, 25, -1, "Action 0-15.4, Crime 50-81, SciFi 81-85.5, Thriller 85.5-97.2"},
		{"the last, pointed at", 972, 1000, 5, "Comedy 2.5-50, Crime 50-81, War 60-100 end at"},
		{"one before it that is pointed at", 0, 0, 4, "Comedy 2.5-50, Crime 50-81, Thriller 57.2-97.2 end at"},
	} {
		m.Reads, m.Hover = []wire.Stretch{{From: c.from, To: c.to}}, c.hover
		var got []string
		for _, l := range m.labels() {
			text := fmt.Sprintf("%s %.4g-%.4g", l.text, l.x, l.x+l.w)
			if l.end {
				text += " end"
			}
			if l.at {
				text += " at"
			}
			got = append(got, text)
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

// Ensure that a match stands inside what is read also where its bucket begins before that.
func TestMap_TickInsideReads(t *testing.T) {
	m := &Map{Reply: &wire.MapReply{View: wire.Stretch{To: 1000}}, Reads: []wire.Stretch{{From: 174, To: 400}}, Ticks: make([]int, 10)}
	for i, want := range map[int][2]float64{1: {17.4, 2.6}, 2: {20, 10}, 3: {30, 10}, 7: {70, 10}} {
		if x, width := m.tick(i); math.Abs(x-want[0]) > 1e-9 || math.Abs(width-want[1]) > 1e-9 {
			t.Errorf("bucket %d stands at %v, %v wide, want %v", i, x, width, want)
		}
	}
}

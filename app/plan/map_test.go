package plan

import (
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

package keydesign

import (
	standard "crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"math"
	"strings"
	"testing"
	"time"

	"rangefinder/filterlang/edm"
)

var nan = math.NaN()

// Ensure that hashes are those of every other language's library.
func TestDigest_AsElsewhere(t *testing.T) {
	for n := range 200 {
		text := strings.Repeat("Grün", n/4) + "abc"[:n%4]
		want := standard.Sum256([]byte(text))
		if got := sha256(text); got != want {
			t.Fatalf("SHA-256 of %d bytes: %x, want %x", len(text), got, want)
		}
		h := fnv.New32a()
		h.Write([]byte(text))
		if got := fnv32(text); got != h.Sum32() {
			t.Fatalf("FNV-1a of %q: %d, want %d", text, got, h.Sum32())
		}
	}
	if got, want := hexadecimal("\x00\x7f\xff"), hex.EncodeToString([]byte("\x00\x7f\xff")); got != want {
		t.Error(got)
	}
	if got := guidOf("a"); got != "ca978112-ca1b-8dca-bac2-31b39a23dc4d" {
		t.Errorf("the Guid of a is %s", got)
	}
}

// Ensure that formats which claim to be in order are.
func TestFormat_Order(t *testing.T) {
	for text, want := range map[string]bool{
		"yyyy": true, "yyyy-MM": true, "yyyyMMddTHHmmss": true, "yyyy-Www": true, "yyyy-MM-dd HH": true,
		"MM": false, "MM-yyyy": false, "yyyy-dd": false, "yyyy-MM-ww": false, "yyyy-ww-MM": false, "HH:mm": false, "yyyyyyyy": false,
		"yyyy-ww-dd": false, "yyyy-MM-dd HH:mm:ss ww": false,
	} {
		parts, wrong := parseFormat(text)
		if wrong != "" {
			t.Fatal(wrong)
		}
		ok := ordered(parts)
		if ok != want {
			t.Errorf("%s: ordered is %v", text, ok)
		}
		if !ok {
			continue
		}
		at := time.Date(2007, 11, 28, 22, 58, 58, 0, time.UTC)
		before := edm.TicksOf(at)
		for range 5000 {
			at = at.Add(time.Duration(1+before%7) * 3571 * time.Second / 2)
			now := edm.TicksOf(at)
			a, b := format(before, parts, false), format(now, parts, false)
			x, y := format(before, parts, true), format(now, parts, true)
			if a > b || x < y || (a == b) != (x == y) || len(a) != len(b) {
				t.Fatalf("%s: %s then %s, inverted %s then %s", text, a, b, x, y)
			}
			before = now
		}
	}
}

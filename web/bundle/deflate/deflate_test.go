package deflate

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// Ensure that what the encoder makes is unpacked by others to the same bytes, and is smaller than what compress/gzip makes.
func TestGzip(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "static", "panels.css"))
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 5000)
	rng := rand.NewChaCha8([32]byte{})
	rng.Read(noise)
	far := append(append(bytes.Clone(noise[:100]), make([]byte, 32768-100)...), noise[:100]...) // a match at the greatest distance
	for name, data := range map[string][]byte{"empty": nil, "one": {7}, "zeros": make([]byte, 700000), "noise": noise, "far": far, "text": text} {
		got, err := Gzip(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r, err := gzip.NewReader(bytes.NewReader(got))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if back, err := io.ReadAll(r); err != nil || !bytes.Equal(back, data) {
			t.Errorf("%s: %d bytes back of %d, %v", name, len(back), len(data), err)
		}
		if name != "text" {
			continue
		}
		var usual bytes.Buffer
		w, _ := gzip.NewWriterLevel(&usual, gzip.BestCompression)
		w.Write(data)
		w.Close()
		t.Logf("%d bytes, compress/gzip %d", len(got), usual.Len())
		if 100*len(got) > 98*usual.Len() {
			t.Errorf("%s: %d bytes, compress/gzip makes %d", name, len(got), usual.Len())
		}
	}
}

// Ensure that any bytes come back.
func FuzzGzip(f *testing.F) {
	f.Add([]byte("abcabcabcabcabd"), 3)
	f.Add([]byte{0, 0, 0, 1, 0, 0, 0}, 1000)
	f.Fuzz(func(t *testing.T, data []byte, times int) {
		data = bytes.Repeat(data, 1+max(0, times)%100)
		if _, err := Gzip(data); err != nil {
			t.Fatal(err)
		}
	})
}

// Ensure that a code is complete and obeys its limit, also for frequencies that would want longer codes.
func TestCodeLengths_Limit(t *testing.T) {
	frequencies := make([]int, 40)
	a, b := 1, 1
	for i := range frequencies {
		frequencies[i] = a
		a, b = b, a+b
	}
	for _, limit := range []int{7, 15} {
		room := 0
		for _, l := range codeLengths(frequencies, limit) {
			if l < 1 || l > limit {
				t.Fatalf("a code of %d bits, at most %d are allowed", l, limit)
			}
			room += 1 << (limit - l)
		}
		if room != 1<<limit {
			t.Errorf("the codes take %d of %d", room, 1<<limit)
		}
	}
}

package interchange

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// seeds adds pieces of every format.
func seeds(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		f.Fatal("no samples", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for format := range formats {
			f.Add(data, byte(format))
		}
	}
	for _, data := range []string{
		"", "\ufeff", "[", "{", "[{}]", `[{"a":[[`, `{"value":[{` + keys + `,"A@odata.type":"Edm.Double","A":-0.0}]}`, "{" + keys + ",\"A\":\"\\ud83d\\ude00\"}\n{}\nx",
		`{"rangefinder.workspace":1}` + "\n" + `{"rangefinder.table":"T"}` + "\n{" + keys + "}\n" + `{"rangefinder.document":"d","text":"x"}` + "\n" + `{"rangefinder.end":true}`,
		`{"rangefinder.table":"0"}0` + "\n0", "PartitionKey,RowKey,A,A@type\r\n\"a\"\"b\",\"\r\n\",1,Edm.Int32\r\n", "a;b\r1;\"x\r\r\n", "a\tb\n\"\n",
		`{"collections":[{"name":"$TABLES_COLLECTION$","data":[{"account":"a","table":"t"}]},{"name":"a$t","data":[{"properties":{}},{"properties":{"PartitionKey":"p"},"RowKey":"r"}]}]}`,
		`{"collections":[{"name":"$TABLES_COLLECTION$","data":[{"account":"` + "\xd9" + `","table":"t"},{"account":"a","table":"t"}]},{"name":"a$t","data":[{"properties":{` + keys + `}}]}]}`,
	} {
		for format := range formats {
			f.Add([]byte(data), byte(format))
		}
	}
}

// Ensure that no file makes a Reader panic or loop; that offsets grow; and that, read again from any of them, the rest is the same.
func FuzzReader(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte, format byte) {
		o := ReaderOptions{Layout: Layout{Format: Format(format & 7), Header: format&8 != 0, Comma: rune(",;\t,"[format>>4&3])}}
		all := rowsOf(string(data), o)
		last := int64(0)
		for _, row := range all {
			if row.offset <= last || row.offset > int64(len(data)) {
				t.Fatalf("offset %d follows %d in a file of %d bytes", row.offset, last, len(data))
			}
			last = row.offset
			if !row.bad && !utf8.ValidString(row.text) {
				t.Fatalf("an entity holds what is not UTF-8: %q", row.text)
			}
		}
		if len(all) < 1 {
			return
		}
		at := all[int(format)*7%len(all)]
		o.Offset, o.Line = at.offset, at.line
		rest := all[int(format)*7%len(all)+1:]
		got := rowsOf(string(data), o)
		if len(got) != len(rest) {
			t.Fatalf("after %v come %v, want %v", at, got, rest)
		}
		for i := range got {
			if got[i] != rest[i] {
				t.Fatalf("after %v comes %v, want %v", at, got[i], rest[i])
			}
		}
	})
}

// Ensure that no file makes Inspect panic, and that what it finds can be read.
func FuzzInspect(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte, format byte) {
		l := Layout{Format: Format(format & 7)}
		found, err := Inspect(bytes.NewReader(data), int64(len(data)), "x.csv", l)
		if err != nil {
			if _, ok := err.(*FileError); !ok {
				t.Fatal(err)
			}
			return
		}
		r := NewReader(bytes.NewReader(data), int64(len(data)), ReaderOptions{Layout: found.Layout, Mapping: &Mapping{PartitionKey: found.PartitionKey, RowKey: found.RowKey}})
		var e Entity
		if err := r.Next(&e); err != nil && err != io.EOF {
			if fault, ok := err.(*FileError); ok && strings.Contains(fault.Reason, "template") {
				t.Fatalf("the keys proposed, %q and %q, are not templates: %v", found.PartitionKey, found.RowKey, err)
			}
		}
	})
}

// Ensure that any entity is written and read back equal by every native format.
func FuzzRoundTrip(f *testing.F) {
	f.Add("a", "b", "Name", "text", int64(1), 1.5)
	f.Add("", "'", "\u1FBC", "\x00\r\n\"", int64(-1<<63), -0.0)
	f.Fuzz(func(t *testing.T, pk, rk, name, value string, i int64, d float64) {
		if d != d {
			d = edm.NewDouble(d - d).Float()
		}
		s := fuzzTable(t, pk, rk, name, []edm.Value{edm.NewString(value), edm.NewInt64(i), edm.NewDouble(d), edm.NewBinary(value)})
		if s == nil {
			return
		}
		for _, format := range nativeFormats {
			data := export(t, s, WriterOptions{Format: format, Table: "Hazards", Columns: s.Columns()})
			found, err := Inspect(bytes.NewReader(data), int64(len(data)), "x"+format.Info().Extension, Layout{})
			if err != nil || found.Format != format {
				t.Fatalf("%s is taken for %v, %v", format, found, err)
			}
			got, end := read(t, data, ReaderOptions{Layout: found.Layout})
			if end != nil {
				t.Fatal(end)
			}
			sameLines(t, got, texts(s))
		}
	})
}

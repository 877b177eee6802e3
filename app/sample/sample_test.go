package sample

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// fileOf opens the data file of a sample in the sources, or nil.
func fileOf(t *testing.T, s Sample) io.Reader {
	t.Helper()
	if s.File == "" {
		return nil
	}
	b, err := os.ReadFile(filepath.Join("../../web/static", strings.TrimPrefix(s.File, "web/")))
	if err != nil {
		t.Fatal(err)
	}
	if len(b) != s.FileBytes {
		t.Errorf("the file has %d bytes, FileBytes says %d", len(b), s.FileBytes)
	}
	if len(b) >= 600_000 {
		t.Errorf("the file has %d bytes; samples stay under 600,000", len(b))
	}
	return bytes.NewReader(b)
}

type entity struct {
	table, pk, rk string
	properties    map[string]edm.Value
}

func (e entity) get(name string) edm.Value {
	switch name {
	case filterlang.PartitionKey:
		return edm.NewString(e.pk)
	case filterlang.RowKey:
		return edm.NewString(e.rk)
	case filterlang.Timestamp:
		return edm.NewDateTime(edm.MaxTicks)
	}
	return e.properties[name]
}

func loadAll(t *testing.T, s Sample) []entity {
	t.Helper()
	var all []entity
	err := s.Load(context.Background(), fileOf(t, s), func(table, pk, rk string, properties []engine.Property) error {
		m := make(map[string]edm.Value, len(properties))
		for _, p := range properties {
			m[p.Name] = p.Value
		}
		if len(m) != len(properties) {
			t.Fatalf("(%q, %q) has a property twice: %v", pk, rk, properties)
		}
		all = append(all, entity{table, pk, rk, m})
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	return all
}

// TestSamples_Load checks counts, order, keys and values of every sample against what the service accepts and what the sample
// says of itself.
func TestSamples_Load(t *testing.T) {
	seen := map[edm.Type]bool{}
	var odd struct{ quote, percent, unicode bool }
	for _, s := range Samples() {
		t.Run(s.Name, func(t *testing.T) {
			if s.Title == "" || s.Description == "" || s.Source == "" || s.Licence == "" {
				t.Error("the sample does not tell its title, description, source and licence")
			}
			counts := map[string]int{}
			last := map[string]string{}
			for _, e := range loadAll(t, s) {
				counts[e.table]++
				if err := errors.Join(engine.CheckTableName(e.table), engine.CheckKey("PartitionKey", e.pk), engine.CheckKey("RowKey", e.rk)); err != nil {
					t.Fatal(err)
				}
				key := edm.SortKey(e.pk, e.rk)
				if counts[e.table] > 1 && key <= last[e.table] {
					t.Fatalf("%s: (%q, %q) is not after the entity before it", e.table, e.pk, e.rk)
				}
				last[e.table] = key
				for name, v := range e.properties {
					seen[v.Type()] = true
					if err := engine.CheckPropertyName(name); err != nil {
						t.Fatal(err)
					}
					if ticks := v.Ticks(); v.Type() == edm.DateTime && (ticks < edm.MinTicks || ticks > edm.MaxTicks) {
						t.Fatalf("%s: %v", name, ticks)
					}
				}
				odd.quote = odd.quote || strings.Contains(e.rk, "'")
				odd.percent = odd.percent || strings.Contains(e.rk, "%")
				odd.unicode = odd.unicode || strings.ContainsFunc(e.rk, func(r rune) bool { return r > 0x2000 })
			}
			total := 0
			for _, table := range s.Tables {
				if counts[table.Name] != table.Entities {
					t.Errorf("%s has %d entities, the sample says %d", table.Name, counts[table.Name], table.Entities)
				}
				total += table.Entities
				delete(counts, table.Name)
			}
			if total != s.Entities || len(counts) > 0 {
				t.Errorf("%d entities, the sample says %d; unknown tables %v", total, s.Entities, counts)
			}
		})
	}
	for _, typ := range edm.Types {
		if !seen[typ] {
			t.Errorf("no sample has a %v", typ)
		}
	}
	if !odd.quote || !odd.percent || !odd.unicode {
		t.Errorf("some RowKey should have a quote, a per cent sign, a character far from ASCII: %+v", odd)
	}
}

// TestSamples_Queries checks that each example filter has the class that it advertises and finds something, but not all.
func TestSamples_Queries(t *testing.T) {
	for _, s := range Samples() {
		if n := len(s.Queries); n < 3 || n > 6 {
			t.Errorf("%s has %d example filters, want three to six", s.Name, n)
		}
		all := loadAll(t, s)
		for _, q := range s.Queries {
			t.Run(s.Name+"/"+q.Title, func(t *testing.T) {
				if !slices.ContainsFunc(s.Tables, func(i TableInfo) bool { return i.Name == q.Table }) {
					t.Fatalf("the sample has no table %q", q.Table)
				}
				filter, err := filterlang.Parse(q.Filter)
				if err != nil {
					t.Fatal(err)
				}
				if got := filterlang.NewPlan(filter).Class.Name(); got != q.Class {
					t.Errorf("class %s, want %s", got, q.Class)
				}
				found, of := 0, 0
				for _, e := range all {
					if e.table == q.Table {
						of++
						if filterlang.Eval(filter, e.get, filterlang.MatchOptions{}) {
							found++
						}
					}
				}
				if found == 0 || found == of {
					t.Errorf("finds %d of %d", found, of)
				}
			})
		}
	}
}

func fingerprint(t *testing.T, load func(Emit) error) string {
	t.Helper()
	h := sha256.New()
	var b []byte
	err := load(func(table, pk, rk string, properties []engine.Property) error {
		b = fmt.Appendf(b[:0], "%q %q %q", table, pk, rk)
		for _, p := range properties {
			b = fmt.Appendf(b, " %s %d %q", p.Name, p.Value.Type(), p.Value.Text())
			b = binary.LittleEndian.AppendUint64(b, uint64(p.Value.Int()))
		}
		h.Write(b)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

func TestSamples_Deterministic(t *testing.T) {
	for _, s := range Samples() {
		first := fingerprint(t, func(emit Emit) error { return s.Load(context.Background(), fileOf(t, s), emit) })
		again := fingerprint(t, func(emit Emit) error { return s.Load(context.Background(), fileOf(t, s), emit) })
		if first != again {
			t.Errorf("%s differs from one load to the next", s.Name)
		}
	}
}

func TestSample_Load_Stops(t *testing.T) {
	movies, _ := Find("Movies")
	stop := errors.New("stop")
	calls := 0
	err := movies.Load(context.Background(), nil, func(string, string, string, []engine.Property) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 {
		t.Errorf("error of emit: %v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls = 0
	err = movies.Load(ctx, nil, func(string, string, string, []engine.Property) error { calls++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || calls > 2000 {
		t.Errorf("cancelled: %v after %d calls", err, calls)
	}
	if _, ok := Find("Nothing"); ok {
		t.Error("Find finds Nothing")
	}
	if err := (Sample{Name: "Nothing"}).Load(context.Background(), nil, nil); err == nil {
		t.Error("an unknown sample loads")
	}
}

func TestSample_Load_BadFile(t *testing.T) {
	header := strings.Join(birdstrikeColumns, ",") + "\n"
	for name, data := range map[string]string{
		"empty":        "",
		"web page":     "<!doctype html><title>Not found</title>",
		"other header": "a,b,c\n1,2,3\n",
		"short line":   header + "a,b\n",
		"torn gzip":    "\x1f\x8b\x08\x00\x00",
		"not UTF-8":    header + strings.Repeat("\xff,", 13) + "1\n",
		"open quote":   header + "\"" + strings.Repeat("a,", 13) + "1\n",
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := Find("Birdstrikes")
			err := s.Load(context.Background(), strings.NewReader(data), func(string, string, string, []engine.Property) error { return nil })
			if _, ok := errors.AsType[*FileError](err); !ok {
				t.Errorf("got %v, want a FileError", err)
			}
		})
	}
	s, _ := Find("Flights")
	if _, ok := errors.AsType[*FileError](s.Load(context.Background(), nil, nil)); !ok {
		t.Error("a sample with a file loads without")
	}
}

func TestInfer(t *testing.T) {
	for cell, want := range map[string]edm.Value{
		"0": edm.NewInt32(0), "-19": edm.NewInt32(-19), "2147483648": edm.NewInt64(2147483648), "99999999999999999999": edm.NewString("99999999999999999999"),
		"2.0": edm.NewDouble(2), "-0.5": edm.NewDouble(-0.5), "007": edm.NewString("007"), "1.": edm.NewString("1."), "-": edm.NewString("-"),
		"1e3": edm.NewString("1e3"), "B-737": edm.NewString("B-737"), "1990-13-01": edm.NewString("1990-13-01"),
		"1970-01-01": edm.NewDateTime(621355968000000000), "2018-02-07T01:26:13.840Z": edm.NewDateTime(636535635738400000),
	} {
		if got := infer(cell); got != want {
			t.Errorf("%q: got %v %v, want %v %v", cell, got.Type(), got, want.Type(), want)
		}
	}
}

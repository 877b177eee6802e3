package codegen

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/keydesign"
	"rangefinder/filterlang/edm"
)

func design(t testing.TB, partition, row string) keydesign.Design {
	t.Helper()
	d, err := keydesign.ParseDesign(partition, row)
	if err != nil {
		t.Fatalf("%s | %s: %v", partition, row, err)
	}
	return d
}

type entity map[string]edm.Value

// plain is an entity for programs of other languages: each value with its type, as text.
func (e entity) plain() map[string][2]string {
	out := map[string][2]string{}
	for name, v := range e {
		text := v.Text()
		switch v.Type() {
		case edm.Int32, edm.Int64:
			text = strconv.FormatInt(v.Int(), 10)
		case edm.Double:
			text = strconv.FormatUint(math.Float64bits(v.Float()), 10)
		case edm.Boolean:
			text = strconv.FormatBool(v.Bool())
		case edm.DateTime:
			text = v.Ticks().String()
		case edm.Guid:
			text = v.UUID().String()
		case edm.Binary:
			text = fmt.Sprintf("%x", text)
		}
		out[name] = [2]string{v.Type().String(), text}
	}
	return out
}

// trial is a design and its indexes with the entities that they are tried on.
type trial struct {
	designs  []keydesign.Design
	types    func(string) []edm.Type
	entities []entity
}

// run is what a language's program prints for the designs and entities of all trials: the keys as JSON, or null where it fails.
type run func(t *testing.T, dir string, trials []trial) []byte

const seeds = 10

// trials are random designs with random entities, and the designs that matter with the values at which languages differ.
func trials(t *testing.T) []trial {
	w := &world{rand.New(rand.NewPCG(7, 7))}
	var all []trial
	var each trial
	for _, row := range []string{
		"{A}", "{A|lower}", "{A|upper}", "{A|pad(3)}", "{A|pad(20)}", "{A|date}", "{A|date(yyyy-MM-ddTHH:mm:ss;ww)}", "{A|ticks}", "{A|inverse}",
		"{A|inverse(yyyy,MM.dd~HH+mm_ssZww)}", "{A|hash(1)}", "{A|hash(16)}", "{A|hash(1000000)}", "{A|prefix(1)}", "{A|prefix(2)}", "{A|guid}", "{A|sha}",
		"{A|sha(7)}", "{A|pad(5)|inverse}", "{A|lower|date}", "{A|lower|inverse(yyyy)}", "{A|sha|ticks}", "{A|guid|upper|prefix(9)|inverse|pad(12)|sha|hash(99)|guid}",
	} {
		each.designs = append(each.designs, design(t, "p", row))
	}
	each.entities = []entity{{}, {"B": edm.NewInt32(1)}}
	for _, v := range corners() {
		each.entities = append(each.entities, entity{"A": v})
	}
	all = append(all, each)
	letters := trial{designs: []keydesign.Design{design(t, "{A|lower}", "{A|upper}")}}
	for r := rune(0x20); r < 0x1f000; r += 60 {
		var b strings.Builder
		for c := r; c < r+60; c++ {
			if c < 0xd800 || c >= 0xe000 {
				b.WriteRune(c)
			}
		}
		letters.entities = append(letters.entities, entity{"A": edm.NewString(strings.Map(known, b.String()))})
	}
	all = append(all, letters)
	for seed := range uint64(seeds) {
		w.Rand = rand.New(rand.NewPCG(seed, 1))
		var d trial
		for range 5 {
			d.designs = append(d.designs, design(t, w.template(), w.template()))
		}
		types := map[string][]edm.Type{}
		for _, name := range names {
			if w.IntN(2) == 0 {
				types[name] = edm.Types[w.IntN(len(edm.Types)):][:1]
			}
		}
		if w.IntN(2) == 0 {
			d.types = func(name string) []edm.Type { return types[name] }
		}
		for range 40 {
			e := entity{}
			for _, name := range append([]string{"PartitionKey", "RowKey"}, names...) {
				if v := any1(w, corners()...); w.IntN(6) > 0 {
					if v.Type() == edm.String || name != "PartitionKey" && name != "RowKey" {
						e[name] = v
					}
				}
				if d.types != nil && types[name] != nil && !e[name].IsZero() && e[name].Type() != types[name][0] {
					delete(e, name)
				}
			}
			d.entities = append(d.entities, e)
		}
		all = append(all, d)
	}
	return all
}

// known leaves out what Unicode 15 has no letter for, letters that got another case after it, and what no key holds.
func known(r rune) rune {
	if strings.ContainsRune("/\\#?\u019b\u0264\ua7d3\ua7d5", r) || !strconv.IsPrint(r) {
		return -1
	}
	return r
}

func any1[T any](w *world, from ...T) T { return from[w.IntN(len(from))] }

type world struct{ *rand.Rand }

// The names are such as languages and their objects have a meaning for.
var names = []string{"Channel", "__proto__", "constructor", "Größe", "class", "_", "partitionKeyOf", "a\u202eb"}

func (w *world) template() string {
	var b strings.Builder
	for range 1 + w.IntN(4) {
		b.WriteString(any1(w, "", "-", "_", `"`, "'", "`", "$1", "${x}"[:1], "{{", "}}", "%d", "\u2028", "\u202e", "é", "\U0001F600", "*", "'''", "coding:latin-1", "\u0600", "import os"))
		b.WriteString("{" + any1(w, append([]string{"PartitionKey", "RowKey"}, names...)...))
		for range any1(w, 0, 1, 1, 2, 3) {
			b.WriteString("|" + any1(w, "lower", "upper", "pad(3)", "pad(20)", "date", "date(yyyy-MM)", "date(yyyy-Www)", "ticks",
				"inverse", "inverse", "inverse(yyyy-MM)", "hash(3)", "hash(10)", "hash(1000)", "prefix(1)", "prefix(7)", "guid", "sha(2)", "sha"))
		}
		b.WriteString("}")
	}
	return b.String()
}

// corners are values at which languages differ, or might.
func corners() []edm.Value {
	date := func(text string) edm.Value {
		t, err := edm.ParseDateTime(text)
		if err != nil {
			panic(err)
		}
		return edm.NewDateTime(t)
	}
	values := []edm.Value{
		edm.NewBoolean(true), edm.NewBoolean(false),
		edm.NewInt32(0), edm.NewInt32(7), edm.NewInt32(-1), edm.NewInt32(math.MinInt32), edm.NewInt32(math.MaxInt32),
		edm.NewInt64(0), edm.NewInt64(999), edm.NewInt64(1000), edm.NewInt64(math.MinInt64), edm.NewInt64(math.MaxInt64), edm.NewInt64(1<<53 + 1),
		date("1601-01-01"), date("1969-12-31T23:59:59.9999999Z"), date("1970-01-01T00:00:00.0000001Z"), date("2000-02-29T12:00:00Z"),
		date("2007-12-31T23:59:58.5Z"), date("2008-12-31T00:00:00.1234567Z"), date("2008-10-31T01:02:03.04Z"), date("9999-12-31T23:59:59.9999999Z"),
		edm.NewGuid(edm.UUID{0xAB, 0xCD, 15: 0xEF}), edm.NewGuid(edm.UUID{}), edm.NewBinary(""), edm.NewBinary("\x00\x0f\xff"),
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1.5, 4.25, 100, 999.5, 1000, 0.1, 1e-5, 1e-6, 1e-7, 1.5e-10, 123456.789, 1e15, 1e16, 1.2345678901234567e15,
		1.2345678901234567e16, 1.2345678901234567e17, 1e20, 1e21, 1e22, 1e23, 1.5e300, -2.5e-300, 5e-324, math.MaxFloat64, math.Pi, 1 << 53, 9007199254740993,
		8.41e21, 2e-44, 5.684341886080802e-14, 2.2250738585072014e-308, 4.4501477170144023e-308, 9.5e-322, 1.7976931348623157e308, 6.0221407599999999e23, 37809403318392464, 18988931933172648, math.NaN(), math.Inf(1), math.Inf(-1)} {
		values = append(values, edm.NewDouble(f))
	}
	for _, s := range []string{"", "a", "Football", "ab", "abc", "0042", "2010-11-06", "Ünïcödé", "ΣΑΣ", "ὈΔΥΣΣΕΎΣ", "ß", "ŉ", "ᾳᾀᾈᾼ", "İIıi", "ſK", "ǆǅǄ",
		"\U00010400\U00010428", "\U0001F600", "é\U0001F600e\u0301", "\ufffd", "a/b", "a\tb", "a\u0085b", "#", "?", `\`, "a b", "٣", "x\u2028y",
		strings.Repeat("x", 512), strings.Repeat("x", 513), strings.Repeat("é", 512), strings.Repeat("\U0001F600", 256), strings.Repeat("\U0001F600", 257), "null", "undefined"} {
		values = append(values, edm.NewString(s))
	}
	return values
}

// differ runs the code of every trial in a language beside Design.Keys.
func differ(t *testing.T, l Language, tool string, run run) {
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("%s is not installed: the %s code was not run", tool, l)
	}
	all := trials(t)
	dir := t.TempDir()
	out := bufio.NewScanner(bytes.NewReader(run(t, dir, all)))
	out.Buffer(nil, 1<<20)
	wrong, made, failed := 0, 0, 0
	for _, d := range all {
		for _, design := range d.designs {
			for _, e := range d.entities {
				if !out.Scan() {
					t.Fatalf("the program ends early: %v", out.Err())
				}
				var got *[2]string
				if err := json.Unmarshal(out.Bytes(), &got); err != nil {
					t.Fatalf("%s: %v", out.Text(), err)
				}
				pk, rk, err := design.Keys(func(name string) edm.Value { return e[name] })
				switch {
				case err != nil && got == nil:
					failed++
				case err == nil && got != nil && *got == [2]string{pk, rk}:
					made++
				default:
					if wrong++; wrong < 10 {
						t.Errorf("%s | %s\n%v\nmakes %q, want %q %q, %v", design.Partition, design.Row, e.plain(), got, pk, rk, err)
					}
				}
			}
		}
	}
	t.Logf("%d keys made, %d refused, %d wrong", made, failed, wrong)
	if made < 1000 || failed < 700 {
		t.Errorf("only %d keys were made and %d refused", made, failed)
	}
}

func (d *trial) code(l Language) string { return Code(l, d.types, d.designs[0], d.designs[1:]...) }

// put writes a file of a program.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func putEntities(t *testing.T, dir string, trials []trial) {
	t.Helper()
	var lists [][]map[string][2]string
	for _, d := range trials {
		var list []map[string][2]string
		for _, e := range d.entities {
			list = append(list, e.plain())
		}
		lists = append(lists, list)
	}
	b, err := json.Marshal(lists)
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "entities.json", string(b))
}

func command(t *testing.T, dir, name string, arguments ...string) []byte {
	t.Helper()
	c := exec.Command(name, arguments...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "PYTHONIOENCODING=utf-8", "PYTHONDONTWRITEBYTECODE=1")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%.4000s", name, err, stderr.String())
	}
	return out
}

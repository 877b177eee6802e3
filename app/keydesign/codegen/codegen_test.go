package codegen

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
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
		1.2345678901234567e16, 1.2345678901234567e17, 1e20, 1e21, 1e22, 1e23, 1.5e300, -2.5e-300, 5e-324, math.MaxFloat64, math.Pi, 1 << 53, 9007199254740993, math.NaN(), math.Inf(1), math.Inf(-1)} {
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

// Ensure that the Go code makes the keys that the design makes, and refuses what it refuses, and is formatted as Go is.
func TestCode_Go(t *testing.T) {
	differ(t, Go, "go", func(t *testing.T, dir string, trials []trial) []byte {
		putEntities(t, dir, trials)
		put(t, dir, "go.mod", "module x\n\ngo 1.22\n")
		var imports, calls strings.Builder
		for i, d := range trials {
			code := d.code(Go)
			if formatted, err := format.Source([]byte(code)); err != nil || string(formatted) != code {
				t.Fatalf("not formatted: %v\n%s\nwant\n%s", err, code, formatted)
			}
			put(t, dir, fmt.Sprintf("k%d/keys.go", i), code)
			fmt.Fprintf(&imports, "\tk%d \"x/k%d\"\n", i, i)
			fmt.Fprintf(&calls, "\t{k%d.Keys", i)
			for n := range d.designs[1:] {
				fmt.Fprintf(&calls, ", k%d.Index%dKeys", i, n+1)
			}
			calls.WriteString("},\n")
		}
		put(t, dir, "main.go", strings.NewReplacer("IMPORTS", imports.String(), "CALLS", calls.String()).Replace(goProgram))
		return command(t, dir, "go", "run", ".")
	})
}

const goProgram = `package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
IMPORTS)

var keys = [][]func(map[string]any) (string, string, error){
CALLS}

func value(typ, s string) any {
	n, _ := strconv.ParseInt(s, 10, 64)
	switch typ {
	case "Int32":
		return int32(n)
	case "Int64":
		return n
	case "Double":
		b, _ := strconv.ParseUint(s, 10, 64)
		return math.Float64frombits(b)
	case "Boolean":
		return s == "true"
	case "DateTime":
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			panic(err)
		}
		return t.In(time.FixedZone("east", 5*3600))
	case "Guid":
		b, _ := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
		return [16]byte(b)
	case "Binary":
		b, _ := hex.DecodeString(s)
		return b
	}
	return s
}

func main() {
	text, err := os.ReadFile("entities.json")
	if err != nil {
		panic(err)
	}
	var lists [][]map[string][2]string
	if err := json.Unmarshal(text, &lists); err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for i, list := range lists {
		for _, of := range keys[i] {
			for _, e := range list {
				entity := map[string]any{}
				for name, v := range e {
					entity[name] = value(v[0], v[1])
				}
				if pk, rk, err := of(entity); err != nil {
					encoder.Encode(nil)
				} else {
					encoder.Encode([]string{pk, rk})
				}
			}
		}
	}
}
`

// Ensure the same of JavaScript.
func TestCode_JavaScript(t *testing.T) {
	differ(t, JavaScript, "node", func(t *testing.T, dir string, trials []trial) []byte {
		putEntities(t, dir, trials)
		for i, d := range trials {
			put(t, dir, fmt.Sprintf("k%d.mjs", i), d.code(JavaScript))
		}
		put(t, dir, "main.mjs", jsProgram)
		return command(t, dir, "node", "main.mjs")
	})
}

const jsProgram = `import { readFileSync } from "node:fs";

const bits = new DataView(new ArrayBuffer(8));

function value(type, s, odd) {
  switch (type) {
    case "Int32":
      return Number(s);
    case "Int64":
      return odd ? { type, value: s } : BigInt(s);
    case "Double":
      bits.setBigUint64(0, BigInt(s));
      return bits.getFloat64(0);
    case "Boolean":
      return s === "true";
    case "DateTime": // what a Date cannot hold stays text
      return /\.\d{4,}Z$/.test(s) || odd ? { type, value: s } : new Date(s);
    case "Guid":
      return { type, value: odd ? s.toUpperCase() : s };
    case "Binary":
      return Buffer.from(s, "hex");
  }
  return s;
}

const system = new Map([["PartitionKey", "partitionKey"], ["RowKey", "rowKey"]]);
const out = [];
let n = 0;
for (const [i, list] of JSON.parse(readFileSync("entities.json")).entries()) {
  const module = await import("./k" + i + ".mjs");
  for (let k = 0; module[k ? "index" + k + "Keys" : "keys"]; k++) {
    for (const e of list) {
      const entity = {};
      for (const [name, [type, s]] of Object.entries(e)) {
        Object.defineProperty(entity, system.get(name) ?? name, { value: value(type, s, n++ % 2), enumerable: true });
      }
      try {
        const { partitionKey, rowKey } = module[k ? "index" + k + "Keys" : "keys"](entity);
        out.push(JSON.stringify([partitionKey, rowKey]));
      } catch (e) {
        if (!(e instanceof TypeError)) throw e;
        out.push("null");
      }
    }
  }
}
process.stdout.write(out.join("\n"));
`

// Ensure the same of Python.
func TestCode_Python(t *testing.T) {
	differ(t, Python, "python3", func(t *testing.T, dir string, trials []trial) []byte {
		putEntities(t, dir, trials)
		for i, d := range trials {
			put(t, dir, fmt.Sprintf("k%d.py", i), d.code(Python))
		}
		put(t, dir, "main.py", pythonProgram)
		return command(t, dir, "python3", "main.py")
	})
}

const pythonProgram = `import importlib
import json
import re
import struct
import uuid
from datetime import datetime, timedelta, timezone
from typing import NamedTuple


class EntityProperty(NamedTuple):
    value: object
    edm_type: str


class TablesEntityDatetime(datetime):
    pass


def date_time(s, odd):
    whole = datetime.strptime(s[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    fraction = s[20:-1].ljust(7, "0")
    t = whole + timedelta(microseconds=int(fraction[:6]))
    if fraction[6] != "0" or odd and 1700 < t.year < 9000:
        sent = TablesEntityDatetime(t.year, t.month, t.day, t.hour, t.minute, t.second, t.microsecond, tzinfo=timezone.utc)
        sent.tables_service_value = s
        return sent
    return t.astimezone(timezone(timedelta(hours=-3))) if odd and t.year > 1601 else t


def value(kind, s, odd):
    if kind == "Int32":
        return int(s)
    if kind == "Int64":
        return EntityProperty(int(s), "Edm.Int64") if odd else int(s)
    if kind == "Double":
        return struct.unpack("d", struct.pack("Q", int(s)))[0]
    if kind == "Boolean":
        return s == "true"
    if kind == "DateTime":
        return date_time(s, odd)
    if kind == "Guid":
        return uuid.UUID(s)
    if kind == "Binary":
        return bytes.fromhex(s)
    return s


n = 0
for i, entities in enumerate(json.load(open("entities.json", encoding="utf-8"))):
    module = importlib.import_module(f"k{i}")
    for keys in [f for name, f in vars(module).items() if name.endswith("keys")]:
        for e in entities:
            entity = {}
            for name, (kind, s) in e.items():
                n += 1
                entity[name] = value(kind, s, n % 2)
            try:
                print(json.dumps(keys(entity)))
            except ValueError:
                print("null")
`

// Ensure that the code is what was looked at. The C# is not run here, for want of a compiler: this file is what was read.
func TestCode_Golden(t *testing.T) {
	blogs := func(property string) []edm.Type {
		if property == "CreatedOn" {
			return []edm.Type{edm.DateTime}
		}
		return []edm.Type{edm.String}
	}
	everything := design(t, "{A|lower|upper}\"\u2028$1{B|pad(3)|inverse|prefix(9)}{C|guid|sha(7)}", "{D|date(yyyy-Www)}{E|inverse(MM-dd)}{F|ticks}{G|inverse|hash(16)}{H|pad(4)|ticks}{I}")
	for _, l := range Languages {
		golden(t, "blogs-"+l.File(), Code(l, blogs, design(t, "{Channel}_{CreatedOn|inverse:yyyy-MM}", "{CreatedOn|inverse}"), design(t, "author", "{Author|lower}")))
		golden(t, "all-"+l.File(), Code(l, nil, everything))
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *rewrite {
		put(t, "testdata", name+".txt", got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is now\n%s", path, got)
	}
}

var rewrite = flag.Bool("rewrite", false, "write the golden files")

// Ensure that nothing but letters that print get into code, and no line of code comes from a stranger.
func FuzzCode(f *testing.F) {
	f.Add("{A}\u2028{B|lower}", "\u202e{Größe|date}")
	f.Add(`"+exec("{A|hash(3)}`, "*{{/")
	f.Fuzz(func(t *testing.T, partition, row string) {
		d, err := keydesign.ParseDesign(partition, row)
		if err != nil {
			return
		}
		for _, l := range Languages {
			code := Code(l, nil, d)
			for _, r := range code {
				if r != '\n' && r != '\t' && !strconv.IsPrint(r) {
					t.Fatalf("%s: the code has %q:\n%s", l, r, code)
				}
			}
			if l == Go {
				if _, err := format.Source([]byte(code)); err != nil {
					t.Fatalf("%v:\n%s", err, code)
				}
			}
		}
	})
}

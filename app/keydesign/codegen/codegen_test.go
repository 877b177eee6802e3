package codegen

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/keydesign"
	"rangefinder/filterlang/edm"
)

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

// Ensure that the code is what was looked at.
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

package codegen

import (
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

var javascript = language{
	name: "JavaScript", file: "keys.mjs",
	begin: func(w *writer) string {
		imports := ""
		for _, name := range w.used {
			if name == "import createHash" {
				imports = "import { createHash } from \"node:crypto\";\n\n"
			}
		}
		return imports + `// The keys of entities as @azure/data-tables has them: string, number, bigint, boolean, Date, Uint8Array, and { type, value }
// for a Guid, an Int64 and a DateTime of 100 ns. A property that is absent or null adds nothing to a key.
`
	},
	inStep: &javascriptInStep,
	keys:   "keys", index: "index$1Keys",
	comment: "\n// PartitionKey: $1\n// RowKey: $2\n",
	function: `export function $1(entity) {
  return {
    partitionKey: key($2),
    rowKey: key($3),
  };
}
`,
	partFunction: `
// $1
function $2(v) {
  if (v == null) return "";
$3  return $4;
}
`,
	partOf: "part$1",
	of:     "$1(own(entity, $2))",
	textOf: "text",
	dateOf: "  const t = dateTime(v);\n",
	date: func(pieces []piece) string {
		var terms []string
		for _, p := range pieces {
			if p.number == "" {
				terms = append(terms, strconv.Quote(p.text))
			} else {
				terms = append(terms, "digits("+p.number+", "+strconv.Itoa(p.digits)+")")
			}
		}
		return strings.Join(terms, " + ")
	},
	minus: " - ",
	units: pairs{
		{"yyyy", "t.getUTCFullYear()"}, {"MM", "(t.getUTCMonth() + 1)"}, {"dd", "t.getUTCDate()"}, {"HH", "t.getUTCHours()"},
		{"mm", "t.getUTCMinutes()"}, {"ss", "t.getUTCSeconds()"}, {"ww", "week(t)"},
	},
	steps: pairs{
		{"text", "text($1)"}, {"fail", "fail($1)"},
		{"ticks", "digits(ticks($1), 19)"}, {"inverseTicks", "digits(3155378975999999999n - ticks($1), 19)"},
		{"inverseOf", "inverseOf($1)"}, {"padNumber", "padNumber($1, $2)"}, {"padOf", "padOf($1, $2)"}, {"guidOf", "guidOf($1)"},
		{"lower", "lower($1)"}, {"upper", "upper($1)"}, {"pad", "pad($1, $2)"}, {"inverse", "inverse($1)"},
		{"hash", "hash($1, $2, $3)"}, {"prefix", "prefix($1, $2)"}, {"guid", "guid($1)"}, {"sha", "sha($1, $2)"},
	},
	small:  systemNames,
	escape: u8braces,
	helpers: []helper{
		{"key", []string{"fail", "own"}, `
// What the service does not take for a key is refused.
function key(s) {
  if (s.length > 512) fail("a key has at most 512 characters");
  if (/[\p{Cc}/\\#?]/u.test(s)) fail("a key holds no / \\ # ? and no control characters");
  return s;
}
`},
		{"own", nil, `
const own = (entity, name) => (Object.hasOwn(entity, name) ? entity[name] : undefined);
`},
		{"fail", nil, `
function fail(message) {
  throw new TypeError(message);
}
`},
		{"text", []string{"fail"}, `
function text(v) {
  if (v == null) return "";
$1  return fail("no key is made of this value here: " + v);
}
`},
		{"number", nil, `
// All digits, without an exponent.
function number(v) {
  if (!Number.isFinite(v)) return Number.isNaN(v) ? "NaN" : v > 0 ? "+Inf" : "-Inf";
  const [mantissa, exponent] = String(v).split("e");
  if (exponent === undefined) return mantissa;
  const figures = mantissa.replace(/[-.]/g, "");
  const point = Number(exponent) + 1;
  return (v < 0 ? "-" : "") + (point > 0 ? figures.padEnd(point, "0") : "0." + "0".repeat(-point) + figures);
}
`},
		{"digits", nil, `
const digits = (n, width) => String(n).padStart(width, "0");
`},
		{"date", []string{"digits", "dateTime"}, ""},
		{"dateTime", []string{"iso"}, `
const dateTime = (v) => new Date(iso(v).slice(0, 19) + "Z");
`},
		{"ww", nil, `
// Week 1 begins on the first of January.
function week(t) {
  const days = (Date.UTC(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate()) - Date.UTC(t.getUTCFullYear(), 0, 1)) / 86400000;
  return Math.floor(days / 7) + 1;
}
`},
		{"isDateTime", nil, `
const isDateTime = (v) => v instanceof Date || v.type === "DateTime";
`},
		{"iso", []string{"isDateTime", "fail"}, `
// A DateTime with seven decimals: 2010-11-06T12:00:00.0000000Z.
function iso(v) {
  if (!isDateTime(v)) fail("a DateTime is needed, not " + v);
  const s = v instanceof Date ? v.toISOString() : v.value;
  return s.slice(0, 19) + "." + s.slice(20, -1).padEnd(7, "0") + "Z";
}
`},
		{"ticks", []string{"iso", "digits"}, `
// Units of 100 ns since the year 1.
function ticks(v) {
  const s = iso(v);
  return 621355968000000000n + BigInt(Date.parse(s.slice(0, 19) + "Z")) * 10000n + BigInt(s.slice(20, 27));
}
`},
		{"inverseTicks", []string{"ticks"}, ""},
		{"inverseOf", []string{"inverseTicks", "inverse", "text"}, `
const inverseOf = (v) => (isDateTime(v) ? digits(3155378975999999999n - ticks(v), 19) : inverse(text(v)));
`},
		{"inverse", nil, `
const inverse = (s) => s.replace(/[0-9]/g, (d) => 9 - d);
`},
		{"padOf", []string{"padNumber", "pad"}, `
const padOf = (v, n) =>
  typeof v === "number" || typeof v === "bigint" || v.type === "Int64" ? padNumber(v, n) : pad(text(v), n);
`},
		{"padNumber", []string{"text"}, `
function padNumber(v, n) {
  const s = text(v);
  const whole = s.split(".")[0];
  if (whole.length > n || /[^0-9.]/.test(s)) fail("a number with at most " + n + " digits that is not negative is needed, not " + s);
  return "0".repeat(n - whole.length) + s;
}
`},
		{"pad", nil, `
const pad = (s, n) => "0".repeat(Math.max(0, n - Array.from(s).length)) + s;
`},
		{"lower", nil, `
// One character for one, whatever stands beside it.
const lower = (s) =>
  Array.from(s, (c) => {
    const l = c.toLowerCase();
    return l.length === c.length ? l : l[0] === "i" ? "i" : c;
  }).join("");
`},
		{"upper", nil, `
// One character for one: ß has no upper case, and the Greek letters with an iota below keep it.
const upper = (s) =>
  Array.from(s, (c) => {
    const u = c.toUpperCase();
    const n = c.codePointAt(0);
    if (u.length === c.length) return u;
    if (n >= 0x1f80 && n < 0x1fb0) return String.fromCodePoint(n | 8);
    return "\u1fb3\u1fc3\u1ff3".includes(c) ? String.fromCodePoint(n + 9) : c;
  }).join("");
`},
		{"prefix", nil, `
const prefix = (s, n) => Array.from(s).slice(0, n).join("");
`},
		{"hash", []string{"digits"}, `
// FNV-1a of 32 bits.
function hash(s, n, width) {
  let h = 2166136261;
  for (const b of new TextEncoder().encode(s)) h = Math.imul(h ^ b, 16777619);
  return digits((h >>> 0) % n, width);
}
`},
		{"sha", []string{"import createHash"}, `
const sha = (s, n) => createHash("sha256").update(s, "utf8").digest("hex").slice(0, n);
`},
		{"guidOf", []string{"guid", "text"}, `
const guidOf = (v) => (v.type === "Guid" ? text(v) : guid(text(v)));
`},
		{"guid", []string{"sha"}, `
// A Guid of version 8 that stands for a text.
function guid(s) {
  const h = sha(s, 32);
  const variant = "89ab"[parseInt(h[16], 16) & 3];
  return [h.slice(0, 8), h.slice(8, 12), "8" + h.slice(13, 16), variant + h.slice(17, 20), h.slice(20)].join("-");
}
`},
	},
	cases: []textCase{
		{1 << edm.String, nil, "  if (typeof v === \"string\") return v;\n"},
		{1<<edm.Int32 | 1<<edm.Double, []string{"number"}, "  if (typeof v === \"number\") return number(v);\n"},
		{1 << edm.Int64, nil, "  if (typeof v === \"bigint\") return String(v);\n  if (v.type === \"Int64\") return String(BigInt(v.value));\n"},
		{1 << edm.Boolean, nil, "  if (typeof v === \"boolean\") return String(v);\n"},
		{1 << edm.DateTime, []string{"iso"}, "  if (isDateTime(v)) return iso(v);\n"},
		{1 << edm.Guid, nil, "  if (v.type === \"Guid\") return v.value.toLowerCase();\n"},
		{1 << edm.Binary, []string{"digits"}, "  if (v instanceof Uint8Array) return Array.from(v, (b) => digits(b.toString(16), 2)).join(\"\");\n"},
	},
}

// u8braces is \u{…}.
func u8braces(r rune) string { return `\u{` + strconv.FormatInt(int64(r), 16) + "}" }

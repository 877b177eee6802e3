package codegen

import (
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

var python = language{
	name: "Python", file: "keys.py",
	begin: func(w *writer) string {
		begin := `"""The keys of entities as azure-data-tables has them: str, int, float, bool, datetime, UUID, bytes, and EntityProperty for an
Int64. A property that is absent or None adds nothing to a key."""
`
		imports := ""
		for _, line := range [...]string{"import hashlib", "import re", "from datetime import datetime, timezone", "from decimal import Decimal", "from uuid import UUID", "\nfrom azure.core import MatchConditions", "from azure.core.exceptions import HttpResponseError"} {
			for _, used := range w.used {
				if used == line {
					imports += line + "\n"
				}
			}
		}
		if imports != "" {
			begin += "\n" + imports
		}
		return begin
	},
	inStep: &pythonInStep,
	keys:   "keys", index: "index$1_keys",
	comment: "\n\n# PartitionKey: $1\n# RowKey: $2\n",
	function: `def $1(entity):
    return (
        _key($2),
        _key($3),
    )
`,
	partFunction: `

# $1
def $2(v):
    if v is None:
        return ""
$3    return $4
`,
	partOf: "_part$1",
	of:     "$1(entity.get($2))",
	textOf: "_text",
	dateOf: "    t = _date_time(v)\n",
	date: func(pieces []piece) string {
		var b strings.Builder
		for _, p := range pieces {
			if b.WriteString(p.text); p.number != "" {
				b.WriteString("{" + p.number + ":0" + strconv.Itoa(p.digits) + "d}")
			}
		}
		return `f"` + b.String() + `"`
	},
	minus: " - ",
	units: pairs{
		{"yyyy", "t.year"}, {"MM", "t.month"}, {"dd", "t.day"}, {"HH", "t.hour"}, {"mm", "t.minute"}, {"ss", "t.second"},
		{"ww", "((t.timetuple().tm_yday - 1) // 7 + 1)"},
	},
	steps: pairs{
		{"text", "_text($1)"}, {"fail", "_fail($1)"},
		{"ticks", `f"{_ticks($1):019d}"`}, {"inverseTicks", `f"{3155378975999999999 - _ticks($1):019d}"`},
		{"inverseOf", "_inverse_of($1)"}, {"padNumber", "_pad_number($1, $2)"}, {"padOf", "_pad_of($1, $2)"}, {"guidOf", "_guid_of($1)"},
		{"lower", "_lower($1)"}, {"upper", "_upper($1)"}, {"pad", `$1.rjust($2, "0")`}, {"inverse", "_inverse($1)"},
		{"hash", "_hash($1, $2, $3)"}, {"prefix", "$1[:$2]"}, {"guid", "_guid($1)"}, {"sha", "_sha($1, $2)"},
	},
	escape: u8,
	helpers: []helper{
		{"key", []string{"fail", "import re"}, `

# What the service does not take for a key is refused.
def _key(s):
    if len(s.encode("utf-16-le")) > 1024:
        _fail("a key has at most 512 characters")
    if re.search(r"[\x00-\x1f\x7f-\x9f/\\#?]", s):
        _fail("a key holds no / \\ # ? and no control characters")
    return s
`},
		{"fail", nil, `

def _fail(message):
    raise ValueError(message)
`},
		{"text", []string{"fail"}, `

def _text(v):
    if v is None:
        return ""
$1    _fail(f"no key is made of this value here: {v!r}")
`},
		{"number", []string{"from decimal import Decimal"}, `

# All digits, without an exponent.
def _number(v):
    if v != v:
        return "NaN"
    if v in (float("inf"), float("-inf")):
        return "+Inf" if v > 0 else "-Inf"
    return f"{Decimal(repr(v + 0.0)).normalize():f}"
`},
		{"date", []string{"dateTime"}, ""},
		{"dateTime", []string{"fail", "from datetime import datetime, timezone"}, `

def _date_time(v):
    if not isinstance(v, datetime):
        _fail(f"a DateTime is needed, not {v!r}")
    return v.astimezone(timezone.utc) if v.tzinfo else v.replace(tzinfo=timezone.utc)
`},
		{"iso", []string{"dateTime"}, `

# A DateTime with seven decimals; tables_service_value is what the service sent, of which a datetime keeps six.
def _iso(v):
    t = _date_time(v).replace(tzinfo=None).isoformat(timespec="microseconds")
    sent = getattr(v, "tables_service_value", None) or ""
    return t[:19] + "." + (sent[20:-1] or t[20:]).ljust(7, "0") + "Z"
`},
		{"ticks", []string{"iso"}, `

# Units of 100 ns since the year 1.
def _ticks(v):
    since = _date_time(v) - datetime(1, 1, 1, tzinfo=timezone.utc)
    return (since.days * 86400 + since.seconds) * 10_000_000 + int(_iso(v)[20:27])
`},
		{"inverseTicks", []string{"ticks"}, ""},
		{"inverseOf", []string{"inverseTicks", "inverse", "text"}, `

def _inverse_of(v):
    return f"{3155378975999999999 - _ticks(v):019d}" if isinstance(v, datetime) else _inverse(_text(v))
`},
		{"inverse", nil, `

def _inverse(s):
    return s.translate(str.maketrans("0123456789", "9876543210"))
`},
		{"padOf", []string{"padNumber"}, `

def _pad_of(v, n):
    number = isinstance(v, (int, float, tuple)) and not isinstance(v, bool)
    return _pad_number(v, n) if number else _text(v).rjust(n, "0")
`},
		{"padNumber", []string{"text"}, `

def _pad_number(v, n):
    s = _text(v)
    whole = s.partition(".")[0]
    if len(whole) > n or s.strip("0123456789."):
        _fail(f"a number with at most {n} digits that is not negative is needed, not {s}")
    return "0" * (n - len(whole)) + s
`},
		{"lower", nil, `

# One character for one, whatever stands beside it.
def _lower(s):
    return "".join("i" if c == "\u0130" else c.lower() for c in s)
`},
		{"upper", nil, `

# One character for one: ß has no upper case, and the Greek letters with an iota below keep it.
def _upper(s):
    def one(c):
        if len(c.upper()) == 1:
            return c.upper()
        if 0x1F80 <= ord(c) < 0x1FB0:
            return chr(ord(c) | 8)
        return chr(ord(c) + 9) if c in "\u1fb3\u1fc3\u1ff3" else c

    return "".join(map(one, s))
`},
		{"hash", nil, `

# FNV-1a of 32 bits.
def _hash(s, n, digits):
    h = 2166136261
    for b in s.encode():
        h = (h ^ b) * 16777619 & 0xFFFFFFFF
    return f"{h % n:0{digits}d}"
`},
		{"sha", []string{"import hashlib"}, `

def _sha(s, n):
    return hashlib.sha256(s.encode()).hexdigest()[:n]
`},
		{"guidOf", []string{"guid", "text"}, `

def _guid_of(v):
    return str(v) if isinstance(v, UUID) else _guid(_text(v))
`},
		{"guid", []string{"import hashlib", "from uuid import UUID"}, `

# A Guid of version 8 that stands for a text.
def _guid(s):
    g = bytearray(hashlib.sha256(s.encode()).digest()[:16])
    g[6] = g[6] & 0x0F | 0x80
    g[8] = g[8] & 0x3F | 0x80
    return str(UUID(bytes=bytes(g)))
`},
	},
	cases: []textCase{
		{1 << edm.String, nil, "    if isinstance(v, str):\n        return v\n"},
		{1 << edm.Boolean, nil, "    if isinstance(v, bool):\n        return \"true\" if v else \"false\"\n"},
		{1<<edm.Int32 | 1<<edm.Int64, nil, "    if isinstance(v, int) and not isinstance(v, bool):\n        return str(v)\n"},
		{1 << edm.Int64, nil, "    if isinstance(v, tuple):  # EntityProperty: a value and its type\n        return str(v[0])\n"},
		{1 << edm.Double, []string{"number"}, "    if isinstance(v, float):\n        return _number(v)\n"},
		{1 << edm.DateTime, []string{"iso"}, "    if isinstance(v, datetime):\n        return _iso(v)\n"},
		{1 << edm.Guid, []string{"from uuid import UUID"}, "    if isinstance(v, UUID):\n        return str(v)\n"},
		{1 << edm.Binary, nil, "    if isinstance(v, (bytes, bytearray)):\n        return v.hex()\n"},
	},
}

package codegen

import (
	"slices"
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

var golang = language{
	name: "Go", file: "keys.go",
	begin: func(w *writer) string {
		var imports []string
		for _, name := range w.used {
			if path, ok := strings.CutPrefix(name, "import "); ok {
				imports = append(imports, "\t"+strconv.Quote(path)+"\n")
			}
		}
		slices.Sort(imports)
		return `// Package keys makes the keys of entities. The values of an entity are string, int32, int64, float64, bool, time.Time, [16]byte
// for a Guid and []byte; a property that is absent or nil adds nothing to a key.
package keys

import (
` + strings.Join(imports, "") + ")\n"
	},
	inStep: &golangInStep,
	keys:   "Keys", index: "Index$1Keys",
	comment: "\n// $3 returns the keys\n//\n//\tPartitionKey $1\n//\tRowKey       $2\n",
	function: `func $1(entity map[string]any) (partitionKey, rowKey string, err error) {
	var m maker
	partitionKey = m.key($2)
	rowKey = m.key($3)
	return partitionKey, rowKey, m.err
}
`,
	partFunction: `
func (m *maker) $2(v any) string { // $1
	if v == nil {
		return ""
	}
$3	return $4
}
`,
	partOf: "part$1",
	of:     "m.$1(entity[$2])",
	textOf: "text",
	dateOf: "\tt := m.time(v)\n",
	date: func(pieces []piece) string {
		format, arguments := "", ""
		for _, p := range pieces {
			if format += p.text; p.number != "" {
				format += "%0" + strconv.Itoa(p.digits) + "d"
				arguments += ", " + p.number
			}
		}
		return `fmt.Sprintf("` + format + `"` + arguments + ")"
	},
	minus: "-",
	units: pairs{
		{"yyyy", "t.Year()"}, {"MM", "int(t.Month())"}, {"dd", "t.Day()"}, {"HH", "t.Hour()"}, {"mm", "t.Minute()"}, {"ss", "t.Second()"},
		{"ww", "week(t)"},
	},
	steps: pairs{
		{"text", "m.text($1)"}, {"fail", "m.fail($1)"},
		{"ticks", `fmt.Sprintf("%019d", m.ticks($1))`}, {"inverseTicks", `fmt.Sprintf("%019d", 3155378975999999999-m.ticks($1))`},
		{"inverseOf", "m.inverseOf($1)"}, {"padNumber", "m.padNumber($1, $2)"}, {"padOf", "m.padOf($1, $2)"}, {"guidOf", "m.guidOf($1)"},
		{"lower", "strings.ToLower($1)"}, {"upper", "strings.ToUpper($1)"}, {"pad", "pad($1, $2)"}, {"inverse", "inverse($1)"},
		{"hash", "hash($1, $2, $3)"}, {"prefix", "prefix($1, $2)"}, {"guid", "guid($1)"}, {"sha", "sha($1, $2)"},
	},
	escape: u8,
	helpers: []helper{
		{"key", []string{"fail", "import strings", "import unicode", "import unicode/utf16", "import unicode/utf8"}, `
// key refuses what the service does not take for a key.
func (m *maker) key(s string) string {
	switch {
	case len(utf16.Encode([]rune(s))) > 512:
		return m.fail("a key has at most 512 characters")
	case strings.ContainsAny(s, "/\\#?") || strings.ContainsFunc(s, unicode.IsControl) || !utf8.ValidString(s):
		return m.fail("a key holds no / \\ # ? and no control characters")
	}
	return s
}
`},
		{"fail", []string{"import fmt"}, `
// maker makes the parts of keys and keeps the first error.
type maker struct{ err error }

func (m *maker) fail(format string, arguments ...any) string {
	if m.err == nil {
		m.err = fmt.Errorf(format, arguments...)
	}
	return ""
}
`},
		{"text", []string{"fail"}, `
func (m *maker) text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
$1	}
	return m.fail("no key is made of a %T here", v)
}
`},
		{"date", []string{"dateTime"}, ""},
		{"dateTime", []string{"fail", "import time"}, `
func (m *maker) time(v any) time.Time {
	t, ok := v.(time.Time)
	if !ok {
		m.fail("a DateTime is needed, not %v", v)
	}
	return t.UTC()
}
`},
		{"ww", []string{"import time"}, `
// week is 1 from the first of January.
func week(t time.Time) int { return (t.YearDay()-1)/7 + 1 }
`},
		{"ticks", []string{"dateTime"}, `
// ticks are units of 100 ns since the year 1.
func (m *maker) ticks(v any) int64 {
	t := m.time(v)
	return 621355968000000000 + t.Unix()*10_000_000 + int64(t.Nanosecond()/100)
}
`},
		{"inverseTicks", []string{"ticks"}, ""},
		{"inverseOf", []string{"inverseTicks", "inverse", "text"}, `
func (m *maker) inverseOf(v any) string {
	if t, ok := v.(time.Time); ok {
		return fmt.Sprintf("%019d", 3155378975999999999-m.ticks(t))
	}
	return inverse(m.text(v))
}
`},
		{"inverse", []string{"import strings"}, `
func inverse(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0' + '9' - r
		}
		return r
	}, s)
}
`},
		{"padOf", []string{"padNumber", "pad"}, `
func (m *maker) padOf(v any, n int) string {
	switch v.(type) {
	case int32, int64, float64:
		return m.padNumber(v, n)
	}
	return pad(m.text(v), n)
}
`},
		{"padNumber", []string{"text", "import strings"}, `
func (m *maker) padNumber(v any, n int) string {
	s := m.text(v)
	whole, _, _ := strings.Cut(s, ".")
	if len(whole) > n || strings.Trim(s, "0123456789.") != "" {
		return m.fail("a number with at most %d digits that is not negative is needed, not %v", n, v)
	}
	return strings.Repeat("0", n-len(whole)) + s
}
`},
		{"pad", []string{"import strings", "import unicode/utf8"}, `
func pad(s string, n int) string {
	return strings.Repeat("0", max(0, n-utf8.RuneCountInString(s))) + s
}
`},
		{"lower", []string{"import strings"}, ""},
		{"upper", []string{"import strings"}, ""},
		{"prefix", nil, `
func prefix(s string, n int) string {
	r := []rune(s)
	return string(r[:min(n, len(r))])
}
`},
		{"hash", []string{"import fmt", "import hash/fnv"}, `
func hash(s string, n uint32, digits int) string {
	h := fnv.New32a()
	h.Write([]byte(s))
	return fmt.Sprintf("%0*d", digits, h.Sum32()%n)
}
`},
		{"sha", []string{"import crypto/sha256", "import fmt"}, `
func sha(s string, n int) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(s)))[:n]
}
`},
		{"guidOf", []string{"guid", "text"}, `
func (m *maker) guidOf(v any) string {
	if g, ok := v.([16]byte); ok {
		return m.text(g)
	}
	return guid(m.text(v))
}
`},
		{"guid", []string{"import crypto/sha256", "import fmt"}, `
// guid is a Guid of version 8 that stands for a text.
func guid(s string) string {
	g := sha256.Sum256([]byte(s))
	g[6], g[8] = g[6]&0x0f|0x80, g[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", g[:4], g[4:6], g[6:8], g[8:10], g[10:16])
}
`},
	},
	cases: []textCase{
		{1 << edm.String, nil, "\tcase string:\n\t\treturn v\n"},
		{1 << edm.Int32, []string{"import fmt"}, "\tcase int32:\n\t\treturn fmt.Sprint(v)\n"},
		{1 << edm.Int64, []string{"import fmt"}, "\tcase int64:\n\t\treturn fmt.Sprint(v)\n"},
		{1 << edm.Double, []string{"import strconv"}, "\tcase float64:\n\t\treturn strconv.FormatFloat(v+0, 'f', -1, 64) // + 0: there is one zero\n"},
		{1 << edm.Boolean, []string{"import fmt"}, "\tcase bool:\n\t\treturn fmt.Sprint(v)\n"},
		{1 << edm.DateTime, []string{"import time"}, "\tcase time.Time:\n\t\treturn v.UTC().Format(\"2006-01-02T15:04:05.0000000Z\")\n"},
		{1 << edm.Guid, []string{"import fmt"}, "\tcase [16]byte:\n\t\treturn fmt.Sprintf(\"%x-%x-%x-%x-%x\", v[:4], v[4:6], v[6:8], v[8:10], v[10:])\n"},
		{1 << edm.Binary, []string{"import fmt"}, "\tcase []byte:\n\t\treturn fmt.Sprintf(\"%x\", v)\n"},
	},
}

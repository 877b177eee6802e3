package codegen

import (
	"slices"
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

// What is written runs on .NET Core 3.1 and later: C# 8.
var csharp = language{
	name: "C#", file: "EntityKeys.cs",
	begin: func(w *writer) string {
		var using []string
		for _, name := range w.used {
			if space, ok := strings.CutPrefix(name, "using "); ok {
				using = append(using, space)
			}
		}
		slices.Sort(using)
		return "#nullable enable\nusing " + strings.Join(using, ";\nusing ") + `;

// The keys of entities such as Azure.Data.Tables.TableEntity. Values are string, int, long, double, bool, DateTimeOffset,
// DateTime, Guid and byte[]; a property that is absent or null adds nothing to a key.
public static class EntityKeys
{`
	},
	end:    "}\n",
	inStep: &csharpInStep,
	keys:   "Keys", index: "Index$1Keys",
	comment: "\n    // PartitionKey: $1\n    // RowKey: $2\n",
	function: `    public static (string PartitionKey, string RowKey) $1(IDictionary<string, object> entity) =>
        (Key($2),
         Key($3));
`,
	partFunction: `
    // $1
    static string $2(object? v)
    {
        if (v is null) return "";
$3        return $4;
    }
`,
	partOf: "Part$1",
	of:     "$1(Get(entity, $2))",
	textOf: "Text",
	dateOf: "        var t = Utc(v);\n",
	date: func(pieces []piece) string {
		var b strings.Builder
		for _, p := range pieces {
			if b.WriteString(p.text); p.number != "" {
				b.WriteString("{" + p.number + ":D" + strconv.Itoa(p.digits) + "}")
			}
		}
		return `$"` + b.String() + `"`
	},
	minus: " - ",
	units: pairs{
		{"yyyy", "t.Year"}, {"MM", "t.Month"}, {"dd", "t.Day"}, {"HH", "t.Hour"}, {"mm", "t.Minute"}, {"ss", "t.Second"},
		{"ww", "((t.DayOfYear - 1) / 7 + 1)"},
	},
	steps: pairs{
		{"text", "Text($1)"}, {"fail", "Fail($1)"},
		{"ticks", `Utc($1).Ticks.ToString("D19")`}, {"inverseTicks", `(DateTime.MaxValue.Ticks - Utc($1).Ticks).ToString("D19")`},
		{"inverseOf", "InverseOf($1)"}, {"padNumber", "PadNumber($1, $2)"}, {"padOf", "PadOf($1, $2)"}, {"guidOf", "GuidOf($1)"},
		{"lower", "Lower($1)"}, {"upper", "Upper($1)"}, {"pad", "Pad($1, $2)"}, {"inverse", "Inverse($1)"},
		{"hash", "Hash($1, $2, $3)"}, {"prefix", "Prefix($1, $2)"}, {"guid", "GuidFor($1)"}, {"sha", "Sha($1, $2)"},
	},
	escape: u8,
	helpers: []helper{
		{"key", []string{"using System", "using System.Collections.Generic", "using System.Linq"}, `
    static object? Get(IDictionary<string, object> entity, string name) => entity.TryGetValue(name, out var v) ? v : null;

    // What the service does not take for a key is refused.
    static string Key(string s)
    {
        if (s.Length > 512) throw new ArgumentException("A key has at most 512 characters.");
        if (s.Any(c => char.IsControl(c) || @"/\#?".Contains(c))) throw new ArgumentException(@"A key holds no / \ # ? and no control characters.");
        return s;
    }
`},
		{"fail", nil, `
    static string Fail(string message) => throw new ArgumentException(message);
`},
		{"text", nil, `
    static string Text(object? v) => v switch
    {
        null => "",
$1        _ => throw new ArgumentException($"No key is made of a {v.GetType()} here."),
    };
`},
		{"number", []string{"using System.Globalization"}, `
    // All digits, without an exponent.
    static string Number(double d)
    {
        if (!double.IsFinite(d)) return double.IsNaN(d) ? "NaN" : d > 0 ? "+Inf" : "-Inf";
        var text = Math.Abs(d).ToString("R", CultureInfo.InvariantCulture);
        // Half way to the next number .NET misses fewer figures, such as those of 1E+23.
        foreach (var format in new[] { "G15", "G16" })
        {
            var other = Math.Abs(d).ToString(format, CultureInfo.InvariantCulture);
            if (Figures(other) < Figures(text) && double.Parse(other, CultureInfo.InvariantCulture) == Math.Abs(d)) text = other;
        }
        var parts = text.Split('E');
        var sign = d < 0 ? "-" : "";
        if (parts.Length == 1) return sign + parts[0];
        var figures = parts[0].Replace(".", "");
        var point = int.Parse(parts[1], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture) + 1;
        if (point <= 0) return sign + "0." + new string('0', -point) + figures;
        return sign + (figures.Length > point ? figures.Insert(point, ".") : figures.PadRight(point, '0'));
    }

    static int Figures(string number) => number.Split('E')[0].Replace(".", "").Trim('0').Length;
`},
		{"date", []string{"dateTime"}, ""},
		{"dateTime", nil, `
    static DateTime Utc(object? v) => v switch
    {
        DateTimeOffset t => t.UtcDateTime,
        DateTime t => t.Kind == DateTimeKind.Local ? t.ToUniversalTime() : t,
        _ => throw new ArgumentException($"A DateTime is needed, not {v}."),
    };
`},
		{"ticks", []string{"dateTime"}, ""},
		{"inverseTicks", []string{"ticks"}, ""},
		{"inverseOf", []string{"inverseTicks", "inverse", "text"}, `
    static string InverseOf(object v) =>
        v is DateTimeOffset || v is DateTime ? (DateTime.MaxValue.Ticks - Utc(v).Ticks).ToString("D19") : Inverse(Text(v));
`},
		{"inverse", nil, `
    static string Inverse(string s) => string.Concat(s.Select(c => c >= '0' && c <= '9' ? (char)('0' + '9' - c) : c));
`},
		{"padOf", []string{"padNumber", "pad"}, `
    static string PadOf(object v, int n) => v is int || v is long || v is double ? PadNumber(v, n) : Pad(Text(v), n);
`},
		{"padNumber", []string{"text"}, `
    static string PadNumber(object v, int n)
    {
        var s = Text(v);
        var whole = s.Split('.')[0];
        if (whole.Length > n || s.Trim("0123456789.".ToCharArray()) != "")
            throw new ArgumentException($"A number with at most {n} digits that is not negative is needed, not {s}.");
        return new string('0', n - whole.Length) + s;
    }
`},
		{"pad", nil, `
    static string Pad(string s, int n) => new string('0', Math.Max(0, n - s.EnumerateRunes().Count())) + s;
`},
		{"lower", nil, `
    // .NET leaves out the letters that would become ASCII.
    static string Lower(string s) => s.ToLowerInvariant().Replace('\u0130', 'i').Replace('\u212A', 'k');
`},
		{"upper", nil, `
    // .NET leaves out the letters that would become ASCII.
    static string Upper(string s) => s.ToUpperInvariant().Replace('\u0131', 'I').Replace('\u017F', 'S');
`},
		{"prefix", nil, `
    static string Prefix(string s, int n) => string.Concat(s.EnumerateRunes().Take(n));
`},
		{"hash", []string{"using System.Text"}, `
    // FNV-1a of 32 bits.
    static string Hash(string s, uint n, int digits)
    {
        var h = 2166136261u;
        foreach (var b in Encoding.UTF8.GetBytes(s)) h = unchecked((h ^ b) * 16777619u);
        return (h % n).ToString("D" + digits);
    }
`},
		{"hex", nil, `
    static string Hex(byte[] b) => BitConverter.ToString(b).Replace("-", "").ToLowerInvariant();
`},
		{"digest", []string{"using System.Security.Cryptography", "using System.Text"}, `
    static byte[] Digest(string s)
    {
        using var sha = SHA256.Create();
        return sha.ComputeHash(Encoding.UTF8.GetBytes(s));
    }
`},
		{"sha", []string{"digest", "hex"}, `
    static string Sha(string s, int n) => Hex(Digest(s))[..n];
`},
		{"guidOf", []string{"guid", "text"}, `
    static string GuidOf(object v) => v is Guid ? Text(v) : GuidFor(Text(v));
`},
		{"guid", []string{"digest", "hex"}, `
    // A Guid of version 8 that stands for a text.
    static string GuidFor(string s)
    {
        var g = Digest(s);
        g[6] = (byte)(g[6] & 0x0F | 0x80);
        g[8] = (byte)(g[8] & 0x3F | 0x80);
        var h = Hex(g);
        return $"{h[..8]}-{h[8..12]}-{h[12..16]}-{h[16..20]}-{h[20..32]}";
    }
`},
	},
	cases: []textCase{
		{1 << edm.String, nil, "        string s => s,\n"},
		{1 << edm.Int32, []string{"using System.Globalization"}, "        int n => n.ToString(CultureInfo.InvariantCulture),\n"},
		{1 << edm.Int64, []string{"using System.Globalization"}, "        long n => n.ToString(CultureInfo.InvariantCulture),\n"},
		{1 << edm.Double, []string{"number"}, "        double d => Number(d),\n"},
		{1 << edm.Boolean, nil, "        bool b => b ? \"true\" : \"false\",\n"},
		{1 << edm.DateTime, []string{"dateTime", "using System.Globalization"}, "        _ when v is DateTimeOffset || v is DateTime => Utc(v).ToString(\"yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'\", CultureInfo.InvariantCulture),\n"},
		{1 << edm.Guid, nil, "        Guid g => g.ToString(\"D\"),\n"},
		{1 << edm.Binary, []string{"hex"}, "        byte[] b => Hex(b),\n"},
	},
}

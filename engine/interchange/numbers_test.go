package interchange

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that numbers with a decimal comma become Doubles where no comma separates columns, and that a column of what looks like numbers
// says why it stays String, with the first value that decides.
func TestInspect_Numbers(t *testing.T) {
	for _, test := range []struct {
		comma, values string // of a column, with | between them
		want          edm.Type
		why           string
	}{
		{";", "3,5|4|-0,25", edm.Double, "Double: “3,5” (line 2) has a decimal comma and is read as 3.5. Choose String to keep the text."},
		{"\t", "4||3,5", edm.Double, "Double: “3,5” (line 4) has a decimal comma and is read as 3.5. Choose String to keep the text."},
		{";", "1,234|0,500", edm.Double, "Double: “1,234” (line 2) has a decimal comma and is read as 1.234. Choose String to keep the text."},
		{";", "1,5E+07|2", edm.Double, "Double: “1,5E+07” (line 2) has a decimal comma and is read as 15000000. Choose String to keep the text."},
		{";", "1,234|12,500|7", edm.String, "String: “1,234” (line 2) can mean 1.234 or 1234. Choose Double to read 1.234."},
		{";", "3.5|3,5", edm.String, "String: “3,5” (line 3) has a decimal comma, and “3.5” (line 2) a decimal point."},
		{";", "3,5|1.234,50", edm.String, "String: “1.234,50” (line 3) has separators that are not read in numbers."},
		{";", "31|007|08", edm.String, "String: as a number, “007” (line 3) would become 7."},
		{";", "31|07,5", edm.String, "String: as a number, “07,5” (line 3) would become 7.5."},
		{",", "31|007", edm.String, "String: as a number, “007” (line 3) would become 7."},
		{",", "+49|30", edm.String, "String: as a number, “+49” (line 2) would become 49."},
		{",", ".5|.25", edm.String, "String: as a number, “.5” (line 2) would become 0.5."},
		{",", "9007199254740993|1.5", edm.String, "String: as a number, “9007199254740993” (line 2) would become 9.007199254740992E+15."},
		{",", "99999999999999999999999|1", edm.String, "String: as a number, “99999999999999999999999” (line 2) would become 1E+23."},
		{",", `"3,5"|4`, edm.String, "String: “3,5” (line 2) has separators that are not read in numbers."},
		{",", "007|Bond", edm.String, ""}, {";", "3,5|Bond", edm.String, ""}, {";", "a,b|c", edm.String, ""}, {";", "5 %|3 %", edm.String, ""},
		{";", "1|2", edm.Int32, ""}, {";", "1.5|2", edm.Double, ""}, {";", "|", edm.String, ""}, {";", "2014-05-07|2014-05-08", edm.DateTime, ""},
		{";", "31.12.2024", edm.String, "String: “31.12.2024” (line 2) is a date as day.month.year."},
		{",", "01/02/2025|3/4/2025", edm.String, "String: “01/02/2025” (line 2) can be a date as day/month/year or month/day/year, and no value tells which."},
		{",", "01/02/2025|31/1/2025", edm.String, "String: “01/02/2025” (line 2) is a date as day/month/year: “31/1/2025” (line 3) cannot be read otherwise."},
		{",", "12/31/2025 9:30 AM|1/2/2025", edm.String, "String: “12/31/2025 9:30 AM” (line 2) is a date as month/day/year."},
		{",", "2025/12/31 10:00:00|2025/1/1", edm.String, "String: “2025/12/31 10:00:00” (line 2) is a date as year/month/day."},
		{",", "31/12/2025|12/31/2025", edm.String, ""}, {",", "1/2/1600", edm.String, ""}, {",", "1/2/2025|soon", edm.String, ""}, {",", "2025-12-31 10:00:00", edm.DateTime, ""},
	} {
		data := "k" + test.comma + "v\n"
		for i, value := range strings.Split(test.values, "|") {
			data += "k" + strconv.Itoa(i) + test.comma + value + "\n"
		}
		found := inspectText(t, data, "x.csv")
		c := found.Tables[0].Columns[1]
		if c.Type != test.want || c.Why != test.why {
			t.Errorf("%q is %s: %q, want %s: %q", data, c.Type, c.Why, test.want, test.why)
		}
		o := ReaderOptions{Layout: found.Layout, Mapping: &Mapping{PartitionKey: "p", RowKey: "{k}", Columns: []ColumnMap{{Source: "v", Type: c.Type}}}}
		for _, row := range readShown(data, o) {
			if strings.HasPrefix(row, "bad") {
				t.Errorf("%q as %s: %s", data, c.Type, row)
			}
		}
	}
}

// Ensure that the texts of a column are dates in the forms that the data leaves, that they are read so, and that the odd ones among them are
// refused or left out as the mapping says.
func TestInspect_Dates(t *testing.T) {
	for _, x := range []struct {
		values, forms, odd, read string // read: as the first form, the odd ones left out
	}{
		{"03/04/2026|31/12/2026", "day/month/year", "", "2026-04-03T00:00:00Z 2026-12-31T00:00:00Z"},
		{"03/04/2026|12/31/2026", "month/day/year", "", "2026-03-04T00:00:00Z 2026-12-31T00:00:00Z"},
		{"03/04/2026|05/06/2026", "day/month/year month/day/year", "", "2026-04-03T00:00:00Z 2026-06-05T00:00:00Z"},
		{"2026/4/3 9:30 PM|2026/12/31", "year/month/day", "", "2026-04-03T21:30:00Z 2026-12-31T00:00:00Z"},
		{"2026-4-3|2026-12-31", "year-month-day", "", "2026-04-03T00:00:00Z 2026-12-31T00:00:00Z"},
		{"3.4.2026|31.12.2026|soon", "day.month.year", "soon on line 4", "2026-04-03T00:00:00Z 2026-12-31T00:00:00Z -"},
		{"31/12/2026|12/31/2026", "", "", ""},
		{"03/04/2026|31/12/2026|05/06/2026|12/31/2026", "String: “31/12/2026” (line 3) is a date only as day/month/year, “12/31/2026” (line 5) only as month/day/year.", "", ""}, {"3/4/2026|soon", "", "", ""}, {"1/2/1600|3/4/1600", "", "", ""},
	} {
		data := "k;v\n"
		for i, value := range strings.Split(x.values, "|") {
			data += "k" + strconv.Itoa(i) + ";" + value + "\n"
		}
		found := inspectText(t, data, "x.csv")
		c, odd := found.Tables[0].Columns[1], ""
		if c.Nearly != nil {
			odd = c.Nearly.Odd + " on line " + strconv.Itoa(c.Nearly.Line)
		}
		forms := strings.Join(c.Dates, " ")
		if c.Dates == nil {
			forms = c.Why
		}
		if forms != x.forms || odd != x.odd {
			t.Errorf("%s: dates as %q, odd %q, want %q, %q", x.values, forms, odd, x.forms, x.odd)
			continue
		}
		if c.Dates == nil {
			continue
		}
		for _, leave := range []bool{true, false} {
			m := &Mapping{PartitionKey: "p", RowKey: "{k}", Columns: []ColumnMap{{Source: "v", Type: edm.DateTime, Date: c.Dates[0], Leave: leave}}}
			r := NewReader(strings.NewReader(data), int64(len(data)), ReaderOptions{Layout: found.Layout, Mapping: m})
			var got []string
			for {
				var e Entity
				err := r.Next(&e)
				if err == io.EOF {
					break
				}
				text := "-"
				for _, p := range e.Properties {
					if p.Name == "v" {
						text = p.Value.Display()
					}
				}
				if err != nil {
					text = "refused"
				} else if (text == "-") != (e.Left == 1) {
					t.Errorf("%s: %d values left out of %s", x.values, e.Left, text)
				}
				got = append(got, text)
			}
			want := x.read
			if !leave {
				want = strings.ReplaceAll(x.read, " -", " refused")
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s, left out %v: %q, want %q", x.values, leave, got, want)
			}
		}
	}
}

// Ensure that any Doubles written with a decimal comma are read back equal in every bit, and that no other separator changes what is read.
func TestInspect_DecimalCommaRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 11))
	for range 300 {
		comma := []rune{';', '\t', ','}[r.IntN(3)]
		var want []float64
		var data strings.Builder
		fmt.Fprintf(&data, "k%cv\nk%c1.5\n", comma, comma)
		if comma != ',' {
			data.Reset()
			fmt.Fprintf(&data, "k%cv\nk%c1,5\n", comma, comma)
		}
		for range 1 + r.IntN(20) {
			f := (r.Float64() - 0.5) * math.Pow10(r.IntN(40)-20)
			if r.IntN(4) == 0 {
				f = float64(r.IntN(2000) - 1000)
			}
			text := strconv.FormatFloat(f, "fge"[r.IntN(3)], -1, 64)
			if comma != ',' {
				text = strings.Replace(text, ".", ",", 1)
			}
			want = append(want, f)
			fmt.Fprintf(&data, "k%c%s\n", comma, text)
		}
		found := inspectText(t, data.String(), "x.csv")
		c := found.Tables[0].Columns[1]
		if c.Type != edm.Double || found.Comma != comma {
			t.Fatalf("%q is %s (%q), separated by %q", data.String(), c.Type, c.Why, found.Comma)
		}
		o := ReaderOptions{Layout: found.Layout, Mapping: &Mapping{PartitionKey: "p", RowKey: "{#}", Columns: []ColumnMap{{Source: "v", Type: c.Type}}}}
		rows := NewReader(strings.NewReader(data.String()), int64(data.Len()), o)
		var got []float64
		for {
			var e Entity
			if err := rows.Next(&e); err != nil {
				break
			}
			got = append(got, e.Properties[1].Value.Float())
		}
		if len(got) == 0 || !reflect.DeepEqual(got[1:], want) {
			t.Fatalf("%q gives %v, want %v", data.String(), got, want)
		}
	}
}

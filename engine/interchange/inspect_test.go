package interchange

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

func inspectText(t *testing.T, data, name string) *Inspection {
	t.Helper()
	found, err := Inspect(strings.NewReader(data), int64(len(data)), name, Layout{})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Ensure that the format is found by the content first and the name second.
func TestInspect_Format(t *testing.T) {
	for _, test := range []struct {
		data, name string
		want       Layout
	}{
		{`{"value":[]}`, "x.csv", Layout{Format: ODataJSON}},
		{`{"odata.metadata":"x$metadata#T","value":[{` + keys + `}]}`, "", Layout{Format: ODataJSON}},
		{`[{` + keys + `,"A@odata.type":"Edm.Int64","A":"1"}]`, "", Layout{Format: ODataJSON}},
		{`[{` + keys + `}]`, "", Layout{Format: PlainJSON}},
		{"{" + keys + ",\"odata.etag\":\"x\"}\n{" + keys + "}", "", Layout{Format: NDJSON}},
		{"{" + keys + "}\n{" + keys + "}", "", Layout{Format: PlainJSON}},
		{"{\n" + keys + "}", "", Layout{Format: PlainJSON}},
		{"{\n" + keys + ",\"A@odata.type\":\"Edm.Guid\"\n}", "", Layout{Format: ODataJSON}},
		{`{"rangefinder.workspace":1}` + "\n", "", Layout{Format: Workspace}},
		{`{"filename":"x","collections":[]}`, "", Layout{Format: AzuriteDB}},
		{"", "x.ndjson", Layout{Format: NDJSON}},
		{"\ufeffPartitionKey;RowKey;A;A @Type\np;r;1;Int32", "", Layout{Format: TypedCSV, Comma: ';'}},
		{"PartitionKey,RowKey,Timestamp\n", "", Layout{Format: TypedCSV, Comma: ','}},
		{"a,b\n1,2\n", "", Layout{Format: PlainCSV, Comma: ',', Header: true}},
		{"a;b;c\n1;2,5;x\n3;4,0;y", "", Layout{Format: PlainCSV, Comma: ';', Header: true}},
		{"a\tb c\n1\t2,5\n", "", Layout{Format: PlainCSV, Comma: '\t', Header: true}},
		{"Oslo;3,5\nRom;4,5\n", "", Layout{Format: PlainCSV, Comma: ';'}},
		{"3,5;4,25\n1,5;-2,5\n", "", Layout{Format: PlainCSV, Comma: ';'}},
		{"3,5\tx\n1,5\ty\n", "", Layout{Format: PlainCSV, Comma: '\t'}},
		{"x,a;b\ny,c;d\n", "", Layout{Format: PlainCSV, Comma: ',', Header: true}},
		{"1,2\n3,4\n", "", Layout{Format: PlainCSV, Comma: ','}},
		{"a,a\nb,c\n", "", Layout{Format: PlainCSV, Comma: ','}},
		{"a,\nb,c\n", "", Layout{Format: PlainCSV, Comma: ','}},
		{"\"a,b\",\"c\nd\"\n1,2", "", Layout{Format: PlainCSV, Comma: ',', Header: true}},
		{"name,score,name\nAnna,2,Anna\nBerta,3,Berta\n", "", Layout{Format: PlainCSV, Comma: ',', Header: true}},
		{"Anna,Anna\nBerta,Berta\n", "", Layout{Format: PlainCSV, Comma: ','}},
		{"PartitionKey,RowKey,RowKey\na,b,c\n", "", Layout{Format: PlainCSV, Comma: ',', Header: true}},
		{"name\nAnna\nBerta\n", "", Layout{Format: PlainCSV, Comma: ',', Header: true}},
	} {
		if got := inspectText(t, test.data, test.name).Layout; got != test.want {
			t.Errorf("%q is %+v, want %+v", test.data, got, test.want)
		}
	}
}

// Ensure that what is no text says what it is and what to do.
func TestInspect_NoText(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"", "The file is empty."},
		{" \n", "The file is empty."},
		{"\xff\xfea\x00,\x00b\x00", "UTF-16"},
		{"\xfe\xff\x00a", "UTF-16"},
		{"a\x00,\x00b\x00\n\x00", "UTF-16"},
		{"PK\x03\x04xxxx", "Excel workbook"},
		{"\x1f\x8bxxxx", "gzip"},
		{"\x89PNG\r\n\x1a\n\xff\xfe\xfd", "no line of text"},
		{strings.Repeat("\x01\x02\x03,\x04\n", 20), "control characters"},
		{"\x00\x01\x02a", "control characters"},
		{"\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 60) + "a,b\n", "control characters"},
		{"SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20\x00\x00\x00\x0c\x00\x00\x00\x07", "control characters"},
	} {
		_, err := Inspect(strings.NewReader(test.data), int64(len(test.data)), "x.csv", Layout{})
		if e, ok := errors.AsType[*FileError](err); !ok || !strings.Contains(e.Reason, test.want) {
			t.Errorf("%q gives %v, want %s", test.data, err, test.want)
		}
	}
}

// Ensure that a column gets the narrowest type that all its values fit, and never one that loses something.
func TestInspect_Types(t *testing.T) {
	for _, test := range []struct {
		values string // of a column, with spaces between them
		want   edm.Type
	}{
		{"1 2 -3", edm.Int32}, {"1 3000000000", edm.Int64}, {"1 2.5", edm.Double}, {"1.0", edm.Double}, {"1e5 2", edm.Double}, {"007 1", edm.String},
		{"+1", edm.String}, {"-0 1", edm.Double}, {"9007199254740993 1.5", edm.String}, {"9223372036854775808", edm.String}, {"0.12345678901234567890", edm.String}, {"1e400", edm.String},
		{"1. 2", edm.String}, {"NaN 1.5 -Infinity", edm.Double}, {"1,5 2", edm.Double}, {"1,5 2.5", edm.String}, {"1.234,5 2,5", edm.String}, {"007,5 2,5", edm.String}, {"true False TRUE", edm.Boolean}, {"true 1", edm.String}, {"yes no", edm.String},
		{"2014-05-07 2014-05-07T08:20:53Z 2014-05-07T08:20:53.1234567+02:00", edm.DateTime}, {"2014-05-07T08:20:53.12345678Z", edm.String}, {"2014-13-07", edm.String},
		{"1500-01-01", edm.String}, {"07.05.2014", edm.String}, {"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2", edm.Guid}, {"AQIDBA==", edm.String}, {"1 x", edm.String},
	} {
		found := inspectText(t, "k;v;w\n"+strings.ReplaceAll("a;"+test.values, " ", ";x\na;")+";x\na;;x", "x.csv")
		c := found.Tables[0].Columns[1]
		if c.Type != test.want || c.Missing != 1 || c.Declared || found.Comma != ';' {
			t.Errorf("%s is %s (%d missing, %v), want %s", test.values, c.Type, c.Missing, c.Fits, test.want)
		}
	}
	found := inspectText(t, `[{"i":1,"j":1,"d":"2014-05-07T08:20:53Z","e":"2014-05-07","n":"5","b":true,"m":1,"g":"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"},{"j":1.5,"m":"x"}]`, "x.json")
	got := map[string]edm.Type{}
	for _, c := range found.Tables[0].Columns {
		got[c.Name] = c.Type
	}
	want := map[string]edm.Type{"i": edm.Int32, "j": edm.Double, "d": edm.DateTime, "e": edm.String, "n": edm.String, "b": edm.Boolean, "m": edm.NoType, "g": edm.Guid}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the types of JSON values are %v, want %v", got, want)
	}
	if fits := found.Tables[0].Columns[4].Fits; !reflect.DeepEqual(fits, []edm.Type{edm.String, edm.Int32, edm.Int64, edm.Double}) {
		t.Errorf("the JSON string \"5\" fits %v", fits)
	}
}

// Ensure that a file of any kind gets keys: by name, by an id, else a counter.
func TestInspect_Keys(t *testing.T) {
	for _, test := range []struct{ data, name, pk, rk string }{
		{"PartitionKey,RowKey,a\np,r,1\n", "Movies.csv", "", ""},
		{"partition key,ROW_KEY,a\np,r,1\n", "Movies.csv", "", ""},
		{`[{"partition key":"p","rowKey":"r"}]`, "", "{partition key}", "{rowKey}"},
		{"PK;RK;V\np;r1;1\np;r2;2\n", "Movies.csv", "{PK}", "{RK}"},
		{"v,rk,pk\n1,r,p\n", "Movies.csv", "{pk}", "{rk}"},
		{"pk,City\n1,Bonn\n2,Bonn\n3,Köln\n4,Köln\n", "x.csv", "{City}", "{#:6}"},
		{"PK,RK,a\np/1,r,1\n", "Movies.csv", "movies", "{#:6}"},
		{"partition_key,row_key,PK,RK\np,r,1,2\n", "Movies.csv", "", ""},
		{"a,b\n1,2\n", "Movies.csv", "movies", "{#:6}"},
		{"a,b\n1,2\n", "1.csv", "all", "{#:6}"},
		{"City,Customer ID\nBonn,a1\nBonn,a2\nKöln,a3\nKöln,a4\n", "x.csv", "{City}", "{Customer ID}"},
		{"City,id\nBonn,a/1\nBonn,a2\nKöln,a3\nKöln,a4\n", "x.csv", "{City}", "{#:6}"},
		{"OrderId,Status,CustomerId\n1,open,C1\n2,open,C2\n3,open,C1\n4,closed,C3\n", "orders.csv", "{CustomerId}", "{OrderId}"},
		{"OrderId,CustomerId\n1,42\n2,43\n3,42\n", "orders.csv", "{CustomerId}", "{OrderId}"},
		{"id,customerid,Amount\n1,42,1.5\n2,43,1.5\n3,42,2.5\n", "orders.csv", "{customerid}", "{id}"},
		{"id,paid,valid\n1,true,yes\n2,false,no\n3,true,maybe\n", "orders.csv", "orders", "{id}"},
		{"OrderId,CustomerId\n1,a/1\n2,b\n3,b\n", "orders.csv", "orders", "{OrderId}"},
		{"OrderId,Paid\n1,yes\n2,no\n3,yes\n4,no\n", "orders.csv", "orders", "{OrderId}"},
		{"DeviceId,SensorId,At\nd1,s1,1\nd1,s2,2\nd1,s1,3\nd2,s3,4\n", "m.csv", "{SensorId}", "{#:6}"},
		{"City,id\nBonn,a\nBonn,a\nKöln,a3\nKöln,a4\n", "x.csv", "{City}", "{#:6}"},
	} {
		found := inspectText(t, test.data, test.name)
		if found.PartitionKey != test.pk || found.RowKey != test.rk {
			t.Errorf("%q: keys %q, %q, want %q, %q", test.data, found.PartitionKey, found.RowKey, test.pk, test.rk)
		}
		o := ReaderOptions{Layout: found.Layout, Mapping: &Mapping{PartitionKey: found.PartitionKey, RowKey: found.RowKey}}
		for _, row := range readShown(test.data, o) {
			if strings.HasPrefix(row, "bad") {
				t.Errorf("with the keys proposed, %q gives %s", test.data, row)
			}
		}
	}
}

// Ensure that only a file of which nothing is read after a fault is told as broken: after a field without its end the rest is read.
func TestInspect_Broken(t *testing.T) {
	for data, want := range map[string]string{
		`[{"a":1},{"a":2},`:           "The file is cut short: the end of the list is missing.",
		"[\n{\"a\":1},\n{\"a\" 2}]":   "Element 2 (line 3, column 6): A colon is missing. The rest of the file cannot be read.",
		"a,b\n1,2\n\"3,4\n5,6\n7,8\n": "",
		"a,b\n1,2\n":                  "",
	} {
		if got := inspectText(t, data, "x"); got.Broken != want {
			t.Errorf("%q: broken %q, want %q (%q)", data, got.Broken, want, got.Notes)
		}
	}
}

// Ensure that what a file cannot give is said.
func TestInspect_Notes(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{`{"value":[{` + keys + `,"V":"5432873627392"}]}`, "no types beside its values (odata=nometadata)"},
		{`[{"a":{"b":1}},{"a":[]}]`, "“a” holds objects or arrays"},
		{`[{"id":1,"a":[1],"b":{"c":1}}]`, "“a” and “b” hold objects or arrays; an entity cannot"},
		{`[{"a":[],"b":[]},{"c":[]}]`, "“a”, “b” and “c” hold objects"},
		{`[{"a":[],"b":[],"c":[],"d":[],"e":[]}]`, "“a”, “b”, “c” and 2 more hold objects"},
		{`{"items":[{"a":1}],"next":1}`, "The rows are the list “items” of the file; what stands beside it is left out."},
		{`[{"a":1},{"a":2,}]`, "Element 2 (line 1, column 16): There is a comma after the last value, and JSON allows none before the closing brace. The rest of the file cannot be read."},
		{"\ufeff[{\"a\":1},\r\n {\"ü\":2},\r\n]", "Element 2 (line 2, column 9): There is a comma after the last element, and JSON allows none before the closing bracket."},
		{"{\n\"a\":1\n\"b\":2}", "Element 1 (line 3, column 1): A comma or a closing brace is missing. The rest of the file cannot be read."},
		{"First name,b\nx,1\n", "“First name” cannot be the name of a property; First_name is proposed."},
		{"a,b\n1,2\n1,2,3\n", "1 row of the 2 looked at will be refused. The first is line 3: The row has 3 fields; the first line has 2."},
		{"PartitionKey,RowKey,a\np,r,1\np,s/t,1\np,u,1,2\n", "2 rows of the 3 looked at will be refused. The first is line 3: "},
		{`[{"PartitionKey":"p","a":1},{` + keys + `}]`, "1 row of the 2 looked at will be refused. The first is "},
		{"PartitionKey,RowKey,a,a@type\np,r,1,Int32\np,s,x,Int32\n", "1 row of the 2 looked at will be refused. The first is line 3: It is not an Int32"},
		{"a,b\nM\xfcller,2\n", "not valid UTF-8"},
		{`[{` + keys + `},`, "The file is cut short"},
		{"OrderId,CustomerId\n1,42\n2,43\n3,42\n", "PartitionKey {CustomerId}: each value becomes a partition (2 for the 3 rows looked at), and its rows are read together."},
		{"OrderId,CustomerId\n1,42\n2,43\n3,42\n", "RowKey {OrderId}: every row looked at has a value of its own."},
		{"a,b\n1,2\n", "PartitionKey all: the same for every row, so there is one partition: no text column has values that repeat often enough to group rows."},
		{"a,city\n3,Rome\n4,Oslo\n5,Rome\n", "there is one partition: no text column has values that repeat often enough to group rows."}, // Rome is shared
		{"a,b\n1,2\n", "RowKey {#:6}: rows are numbered"},
		{`[{"x":1},{"x":"s"}]`, "“x” has values of several types, such as texts and numbers: each keeps its own."},
		{"Id,CustomerId\n1,C1\n2,C1\n3,\n4,C2\n5,C2\n", "PartitionKey all: the same for every row, so there is one partition: not every row has a CustomerId that can be a key."},
		{"A,B\n1,x\n2,y\n1,x\n", "The lines 2 and 4 are equal in every column. Numbered keys keep both."},
		{"A,B\n1,x\n2,y\n1,x\n2,y\n1,x\n", "3 of the rows looked at repeat an earlier row in every column, as line 4 repeats line 2. Numbered keys keep them all."},
		{`[{"a":1,"b":2},{"b":2,"a":1}]`, "The elements 1 and 2 are equal"},
		{"PartitionKey,RowKey,A,A@type\np,r,1,\n", "The type columns are empty, for example that of “A”"},
		{"PartitionKey,RowKey,A,A@type\np,r,1,Int32\np,s,2,\n", "Only some rows name a type, for example for “A”"},
	} {
		found := inspectText(t, test.data, "x")
		notes := strings.Join(append(append(found.KeyNotes, found.Notes...), found.Equal, found.Refused), "\n")
		if !strings.Contains(notes, test.want) {
			t.Errorf("%q gives the notes %q, want %q", test.data, notes, test.want)
		}
	}
}

// Ensure that a column of Strings says that all but a few of its values are of another type, or that all can be read as one although some are
// written otherwise.
func TestInspect_Nearly(t *testing.T) {
	for _, test := range []struct {
		values string // of a column, with spaces between them
		want   string
	}{
		{"1 2 n/a", "Int32: 2 of 3, n/a on line 4"}, {"1.5 x1.5 2 3 4", "Double: 4 of 5, x1.5 on line 3"}, {"1 2 x 4 5", "Int32: 4 of 5, x on line 4"}, {"1 2 3000000000 4 n/a", "Int64: 4 of 5, n/a on line 6"},
		{"9007199254740993 12 99999999999999999999 -1 3", "Int64: 4 of 5, 99999999999999999999 on line 4, a Double of 1E+20"},
		{"1 2 12345678901234567890 4 5 x", "Int32: 4 of 6, 12345678901234567890 on line 4"}, {"1.5 2 9007199254740993", "Double: 2 of 3, 9007199254740993 on line 4, a Double of 9.007199254740992E+15"},
		{"true false true FALSE maybe", "Boolean: 4 of 5, maybe on line 6"}, {"true false 1 true", "Boolean: 4 of 4, 1 on line 4, read as true"}, {"true false off true x 1", "Boolean: 5 of 6, x on line 6"},
		{"yes No NO", "Boolean: 3 of 3, yes on line 2, read as true"}, {"n y", "Boolean: 2 of 2, n on line 2, read as false"}, {"yes no maybe", "Boolean: 2 of 3, maybe on line 4"}, {"NO no NO SE", ""}, {"yes", ""}, {"no x", ""}, {"1 0", ""},
		{"2014-05-07 2014-05-08 20140509T1000 2014-05-10", "DateTime: 4 of 4, 20140509T1000 on line 4, read as 2014-05-09T10:00:00Z"}, {"2014-05-07 2014-05-08 2014-05-09 5 2014-05-10", "DateTime: 4 of 5, 5 on line 5"}, {"20140509T1000 20140509T1100 20140509T1200 2014-05-07", ""},
		{"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2 dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d3 dd3cb8f893b744e2b74ac0aa3b27a6d4", "Guid: 3 of 3, dd3cb8f893b744e2b74ac0aa3b27a6d4 on line 4, read as dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d4"}, {"d41d8cd98f00b204e9800998ecf8427e dd3cb8f893b744e2b74ac0aa3b27a6d4", ""},
		{"2014-05-07 2014-05-08 2014-05-09 2014-05-09 soon", "DateTime: 4 of 5, soon on line 6"},
		{"007 1 2 3 4", ""}, {"1 2 3 x y", ""}, {"a b c d 5", ""}, {"1 2 3 4 5", ""}, {"1 x", ""}, {"x", ""},
	} {
		var rows strings.Builder
		for i, value := range strings.Fields(test.values) {
			fmt.Fprintf(&rows, "a%d;%s\n", i, value)
		}
		got := ""
		if n := inspectText(t, "k;v\n"+rows.String(), "x.csv").Tables[0].Columns[1].Nearly; n != nil {
			got = fmt.Sprintf("%s: %d of %d, %s on line %d", n.Type, n.Fit, n.Values, n.Odd, n.Line)
			if n.Double != "" {
				got += ", a Double of " + n.Double
			}
			if n.Read != "" {
				got += ", read as " + n.Read
			}
			if all := slices.Contains(inspectText(t, "k;v\n"+rows.String(), "x.csv").Tables[0].Columns[1].Fits, n.Type); all != (n.Read != "") {
				t.Errorf("%s: every value fits %s: %v", test.values, n.Type, all)
			}
		}
		if got != test.want {
			t.Errorf("%s is nearly %q, want %q", test.values, got, test.want)
		}
	}
}

// Ensure that one odd text among the dates of JSON is told as it is in CSV, and that the texts of JSON are not taken for numbers and Booleans.
func TestInspect_NearlyInJSON(t *testing.T) {
	for _, test := range []struct{ values, want string }{
		{`"2014-05-07T08:20:53Z","2014-05-08T08:20:53Z","2014-05-09T08:20:53Z","soon"`, "DateTime: 3 of 4, soon in element 4"},
		{`"2014-05-07T08:20:53Z","2014-05-08T08:20:53Z","2014-05-09"`, "DateTime: 3 of 3, 2014-05-09 in element 3, read as 2014-05-09T00:00:00Z"},
		{`"1","2","3","x"`, ""}, {`"true","false","true","x"`, ""}, {`"yes","no","yes"`, ""},
	} {
		got := ""
		rows := `[{"v":` + strings.ReplaceAll(test.values, ",", `},{"v":`) + `}]`
		if n := inspectText(t, rows, "x.json").Tables[0].Columns[0].Nearly; n != nil {
			got = fmt.Sprintf("%s: %d of %d, %s in element %d", n.Type, n.Fit, n.Values, n.Odd, n.Line)
			if n.Read != "" {
				got += ", read as " + n.Read
			}
		}
		if got != test.want {
			t.Errorf("%s is nearly %q, want %q", test.values, got, test.want)
		}
	}
}

// Ensure that the types are those of the rows that will be kept: a row whose key is refused decides none, unless all are.
func TestInspect_RefusedRows(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"PartitionKey,RowKey,Qty\np,1,10\np,2,20\np,3#,many\n", "Int32 of [String Int32 Int64 Double], missing 0, 1 refused"},
		{"PartitionKey,RowKey,Qty\np/,1,many\np,2,20\np,3,30\n", "Int32 of [String Int32 Int64 Double], missing 0, 1 refused"},
		{"PartitionKey,RowKey,Qty\np,1,10\np,2,20\np,3,many\n", "String of [String], missing 0, 2 of 3 fit Int32"},
		{"PartitionKey,RowKey,Qty\np,1,10\np,2,20\np,3,many\np,4#,much\n", "String of [String], missing 0, 2 of 3 fit Int32, 1 refused"},
		{"PartitionKey,RowKey,Qty\np,1#,10\np,2#,20\np,3#,many\n", "String of [String], missing 0, 2 of 3 fit Int32, 3 refused"},
		{"PartitionKey,RowKey,Qty\np,1,10\np,2#,\n", "Int32 of [String Int32 Int64 Double], missing 1, 1 refused"},
		{"PartitionKey,Qty\np,10\np/,many\n", "Int32 of [String Int32 Int64 Double], missing 0, 1 refused"},
		{`[{"PartitionKey":"p","RowKey":"1","Qty":10},{"PartitionKey":"p","Qty":"many"}]`, "Int32 of [String Int32 Int64 Double], missing 0, 1 refused"},
	} {
		found := inspectText(t, test.data, "x.csv")
		c := found.Tables[0].Columns[len(found.Tables[0].Columns)-1]
		got := fmt.Sprintf("%s of %v, missing %d", c.Type, c.Fits, c.Missing)
		if c.Nearly != nil {
			got += fmt.Sprintf(", %d of %d fit %s", c.Nearly.Fit, c.Nearly.Values, c.Nearly.Type)
		}
		if found.Refused != "" {
			got += ", " + found.Refused[:1] + " refused"
		}
		if got != test.want || len(found.Notes) > 0 {
			t.Errorf("%q: %s %q, want %s", test.data, got, found.Notes, test.want)
		}
	}
}

// Ensure that a column which gives most rows a better PartitionKey is offered with the rows that it does not suit, and no other.
func TestInspect_Offer(t *testing.T) {
	for _, test := range []struct{ data, template, why string }{
		{"Id,CustomerId\n1,C1\n2,C1\n3,\n4,C2\n5,C2\n", "{CustomerId}", "{CustomerId} would keep rows with the same CustomerId together, but it is empty in line 4. Of the 5 rows looked at, 1 would have an empty PartitionKey."},
		{"Id,CustomerId\n1,C1\n2,C1\n3,c/07\n4,\n5,C2\n6,C2\n7,c/08\n8,C1\n9,C1\n", "{CustomerId}", "but it is empty in line 5, and “c/07” in line 4 cannot be a key, nor can those of 1 other row. Of the 9 rows looked at, 2 would be refused and 1 would have an empty PartitionKey."},
		{"Id,City\n1,Bonn\n2,Bonn\n3,Ulm\n4,Ulm\n5,\n6,\n", "{City}", "it is empty in 2 rows, first in line 6."},
		{`[{"id":1,"city":"Bonn"},{"id":2,"city":"Bonn"},{"id":3},{"id":4,"city":"Ulm"},{"id":5,"city":"Ulm"}]`, "{city}", "it is empty in 1 row. Of the 5 rows looked at, 1 would be refused."},
		{"Id,CustomerId\n1,C1\n2,C1\n3,C2\n", "", ""},
		{"Id,CustomerId\n1,C1\n2,\n3,\n4,C1\n", "", ""},
		{"Id,CustomerId\n1,C1\n2,C2\n3,\n4,C4\n", "", ""},
		{"Id,City,CustomerId\n1,Bonn,\n2,Bonn,C1\n3,Ulm,C1\n4,Ulm,C2\n", "", ""},
	} {
		found := inspectText(t, test.data, "x.csv")
		switch o := found.Offer; {
		case o == nil && test.template != "", o != nil && (o.Template != test.template || !strings.Contains(o.Why, test.why)):
			t.Errorf("%q: offered is %+v, want %s: %s", test.data, o, test.template, test.why)
		}
	}
}

// Ensure that declared types are told, mixed ones as such, table by table.
func TestInspect_Declared(t *testing.T) {
	found := inspectText(t, `{"rangefinder.workspace":1}`+"\n"+`{"rangefinder.table":"A"}`+"\n{"+keys+`,"M":1,"L@odata.type":"Edm.Int64","L":"1"}`+"\n{"+keys+`,"M":"x"}`+"\n"+
		`{"rangefinder.table":"B"}`+"\n"+`{"rangefinder.end":true}`, "")
	if len(found.Tables) != 2 || found.Tables[0].Name != "A" || found.Tables[1].Name != "B" || len(found.Tables[1].Columns) != 0 || !found.Whole || found.Rows != 2 {
		t.Fatalf("Inspect tells %+v", found)
	}
	m, l := found.Tables[0].Columns[2], found.Tables[0].Columns[3]
	if !m.Mixed || m.Type != edm.NoType || !m.Declared || fmt.Sprint(m.Examples) != "[1 x]" {
		t.Errorf("a mixed column is %+v", m)
	}
	if l.Mixed || l.Type != edm.Int64 || !l.Declared || l.Missing != 1 {
		t.Errorf("a declared column is %+v", l)
	}
}

// Ensure that Inspect reads the beginning of a large file only, and takes no row for bad that it cut itself.
func TestInspect_LargeFile(t *testing.T) {
	for _, test := range []struct{ format, head, row, tail string }{
		{"NDJSON", "", "{" + keys + `,"odata.etag":"x","A":"` + strings.Repeat("é", 1500) + "\"}\n", ""},
		{"OData JSON", `{"value":[{` + keys + `}`, ",{" + keys + `,"odata.etag":"x","A":"` + strings.Repeat("é", 1500) + "\"}", "]}"},
		{"CSV", "a,b\n", "1,\"" + strings.Repeat("é", 1500) + "\"\n", ""},
		{"typed CSV", "PartitionKey,RowKey,b,b@type\n", "p,r,\"" + strings.Repeat("\n", 3000) + "\",String\n", ""},
		{"workspace file", `{"rangefinder.workspace":1}` + "\n" + `{"rangefinder.table":"Abc"}` + "\n", "{" + keys + `,"A":"` + strings.Repeat("x", 3000) + "\"}\n", `{"rangefinder.end":true}`},
	} {
		t.Run(test.format, func(t *testing.T) {
			data := test.head + strings.Repeat(test.row, 3000) + test.tail
			file := &meter{Reader: strings.NewReader(data)}
			found, err := Inspect(file, int64(len(data)), "x", Layout{})
			if err != nil {
				t.Fatal(err)
			}
			if found.Format.String() != test.format || found.Whole || found.Rows < 300 || found.Size != int64(len(data)) {
				t.Errorf("Inspect tells %s, %d rows, whole %v", found.Format, found.Rows, found.Whole)
			}
			for _, n := range found.Notes {
				if !strings.HasPrefix(n, "Only the beginning") && !strings.Contains(n, "Numbered keys keep them all") {
					t.Errorf("a note on a good file: %s", n)
				}
			}
			if file.last > sampleBytes {
				t.Errorf("%d bytes were read", file.last)
			}
		})
	}
	long := "{" + keys + `,"odata.etag":"x","A":"` + strings.Repeat("x", 2*sampleBytes) + "\"}\n"
	if found := inspectText(t, long+long+long, ""); found.Format != NDJSON || found.Rows < 2 {
		t.Errorf("of long rows Inspect tells %s, %d rows", found.Format, found.Rows)
	}
}

// meter tells how far a file was read.
type meter struct {
	*strings.Reader
	last int64
}

func (m *meter) ReadAt(p []byte, off int64) (int, error) {
	m.last = max(m.last, off+int64(len(p)))
	return m.Reader.ReadAt(p, off)
}

func TestFileTable(t *testing.T) {
	for name, want := range map[string]string{
		"Movies.typed.csv": "Movies", "Movies (2).json": "Movies", "my-table_2.csv": "mytable2", "2024.csv": "", "C:\\x\\Abc.csv": "Abc", "a.csv": "", "Tables.csv": "",
		"myaccount_mytable_20140903T051850.8128447Z_0_0_C3040FE8.json": "mytable", strings.Repeat("x", 80): strings.Repeat("x", 63), "Größe.csv": "Gre",
	} {
		if got := fileTable(name); got != want {
			t.Errorf("fileTable(%q) = %q, want %q", name, got, want)
		}
	}
}

// Ensure that single control characters in text are told, and are no reason to refuse it; in our own files they are as they were.
func TestInspect_ControlCharacters(t *testing.T) {
	for _, test := range []struct {
		data string
		told bool
	}{
		{"name,text\nAnna,all of this is text with a bell\x07\nBerta,none\nCilly,and one more \x1b escape\n", true},
		{"name;text\nAnna;only\ttabs\n", false},
		{"PartitionKey,RowKey,A\np,r,\x01\x02\x03\x04\x05\x06\n", true},
		{"PartitionKey,RowKey,A,A@type\np,r,\x01\x02\x03\x04\x05,String\n", false},
		{"PartitionKey,RowKey,Timestamp,A,A@type\np,r,,\x01,Edm.String\n", false},
	} {
		found := inspectText(t, test.data, "x.csv")
		notes := strings.Join(found.Notes, " ")
		if told := strings.Contains(notes, "control characters"); told != test.told {
			t.Errorf("%q: %s, %q", test.data, found.Layout.Format.Info().Name, notes)
		}
	}
	if notes := strings.Join(inspectText(t, "name,text\nAnna,\x07 nothing else to be said of her\nBerta,\x07 and as little of her\n", "x.csv").Notes, " "); !strings.Contains(notes, "Values of 2") || !strings.Contains(notes, "text") {
		t.Errorf("told is %q", notes)
	}
}

// Ensure that CSV as Excel writes it on Windows is said not to be UTF-8, with names that can be read, and read whole as Windows-1252.
func TestInspect_Windows1252(t *testing.T) {
	for _, data := range []string{"Name;Gr\xf6\xdfe\nM\xfcller;5 \x80\nSchulz;7\n", "Name;Gr\xf6\xdfe\nM\xfcller;\"5 \"\"\x80\"\nB\xe4r;\x93x\x94\n"} {
		found := inspectText(t, data, "x.csv")
		if !found.Foreign || found.Windows1252 || len(found.Tables) != 1 || len(found.Tables[0].Columns) != 2 || found.Tables[0].Columns[1].Name != "Größe" {
			t.Fatalf("%q: %+v", data, found)
		}
		l := found.Layout
		l.Windows1252 = true
		again, err := Inspect(strings.NewReader(data), int64(len(data)), "x.csv", l)
		if err != nil || again.Foreign || !again.Windows1252 || again.Rows != 2 || again.Tables[0].Columns[0].Examples[0] != "Müller" {
			t.Errorf("%q as Windows-1252: %+v, %v", data, again, err)
		}
		var e Entity
		r := NewReader(strings.NewReader(data), int64(len(data)), ReaderOptions{Layout: l, Mapping: &Mapping{PartitionKey: "all", RowKey: "{Name}"}, Table: "T"})
		if err := r.Next(&e); err != nil || e.RowKey != "Müller" || !strings.HasSuffix(e.Properties[1].Value.Text(), "€") {
			t.Errorf("%q gives %+v, %v", data, e, err)
		}
	}
	if found := inspectText(t, "a,b\nMüller,2\n", "x.csv"); found.Foreign {
		t.Error("UTF-8 is said not to be")
	}
}

package interchange

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shown is an entity on one line: table/PartitionKey/RowKey and its properties as filter literals.
func shown(e *Entity) string {
	var b strings.Builder
	if e.Table != "" {
		b.WriteString(e.Table + ": ")
	}
	fmt.Fprintf(&b, "%s/%s", e.PartitionKey, e.RowKey)
	for _, p := range e.Properties {
		fmt.Fprintf(&b, " %s=%s", p.Name, p.Value.Literal())
	}
	return b.String()
}

// readShown reads a file to its end, one line for each row, mark and fault.
func readShown(data string, o ReaderOptions) []string {
	var out []string
	if o.Begin == nil {
		o.Begin = func(table string) error {
			out = append(out, "table "+table)
			return nil
		}
	}
	if o.Document == nil {
		o.Document = func(name, text string) error {
			out = append(out, fmt.Sprintf("document %s %q", name, text))
			return nil
		}
	}
	r := NewReader(strings.NewReader(data), int64(len(data)), o)
	for {
		var e Entity
		switch err := r.Next(&e).(type) {
		case nil:
			out = append(out, shown(&e))
		case *RowError:
			out = append(out, "bad "+err.Error())
		case *FileError:
			cut := "end "
			if err.Truncated {
				cut = "cut "
			}
			return append(out, cut+err.Error())
		default:
			if err == io.EOF {
				return out
			}
			return append(out, "stop "+err.Error())
		}
	}
}

func lines(t *testing.T, got []string, want ...string) {
	t.Helper()
	for i := range got {
		got[i] = cut(got[i], 1000)
	}
	if !slices.Equal(got, want) {
		t.Errorf("read\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// Ensure that the files of other programs are found out and read, type by type.
func TestReader_Samples(t *testing.T) {
	for _, test := range []struct {
		file   string
		layout Layout
		table  string
		want   []string
	}{
		{"Configuration.typed.csv", Layout{Format: TypedCSV, Comma: ','}, "Configuration", []string{
			"config/my_key Value='123456' Count=7",
			"otherconfig/my key Value='ABCDEF'",
		}},
		{"Movies.typed.csv", Layout{Format: TypedCSV, Comma: ','}, "Movies", []string{
			"Action, etc./Cop \"Out\" Title='two\nlines' Views=5432873627392L Rating=10.0 Seen=true Added=datetime'2014-05-07T08:20:53Z' " +
				"Id=guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2' Poster=X'01020304' Year=2010",
			"Action/Empty Title='' Rating=NaN Seen=false Poster=X''",
			"Action/Untyped Title='text' Views='42'",
		}},
		{"FirstRowOnly.typed.csv", Layout{Format: TypedCSV, Comma: '\t'}, "FirstRowOnly", []string{
			"1979671/1000 aggType=2 alarmStatus='' date='2025-09-22T09:45:35.2743359Z'",
			"1979671/11 aggType='4'",
			"1979671/155 aggType='2' alarmStatus='ACK'",
		}},
		{"myaccount_mytable_20140903T051850.8128447Z_0_0_C3040FE8.json", Layout{Format: ODataJSON}, "mytable", []string{
			"aa/1 Name='François' Age=39 Score=4.5 Seen=datetime'2014-05-07T08:20:53Z' Total=5432873627392L",
			"bb/2 Data=X'01020304'",
		}},
		{"__azurite_db_table__.json", Layout{Format: AzuriteDB}, "Movies", []string{
			"table Movies", "Movies: " + azuriteFirst, "Movies: " + azuriteSecond,
			"table Empty",
			"table secondMovies", "secondMovies: " + azuriteFirst, "secondMovies: " + azuriteSecond, "secondMovies: x/y A='b'",
			"table Extra", "Extra: " + azuriteFirst, "Extra: " + azuriteSecond, "Extra: x/y A='b'",
		}},
	} {
		t.Run(test.file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", test.file))
			if err != nil {
				t.Fatal(err)
			}
			found, err := Inspect(bytes.NewReader(data), int64(len(data)), test.file, Layout{})
			if err != nil {
				t.Fatal(err)
			}
			if found.Layout != test.layout || found.Tables[0].Name != test.table || !found.Whole || found.PartitionKey != "" || found.RowKey != "" {
				t.Errorf("Inspect tells %+v", found)
			}
			lines(t, readShown(string(data), ReaderOptions{Layout: found.Layout}), test.want...)
		})
	}
}

const (
	azuriteFirst = "Action/Cop Out Rating=4.0 Half=4.5 Seen=true Year=2010 Views=9223372036854775807L Poster=X'01020304' " +
		"Id=guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2' Added=datetime'2014-05-07T08:20:53.1234567Z' Title='Größe \"x\" 😀\nnew' Empty='' Nan=NaN Inf=-INF Blank=X''"
	azuriteSecond = "/ partitionkey='own' Whole=7 Str='2014-05-07' D2=1E+300"
)

const keys = `"PartitionKey":"p","RowKey":"r"`

// Ensure that each rule of a format holds on a literal sample, and that a bad row costs no good one.
func TestReader_Rules(t *testing.T) {
	for _, test := range []struct {
		name   string
		layout Layout
		data   string
		want   []string
	}{
		{"values without annotation", Layout{Format: NDJSON},
			`{` + keys + `,"S":"x","I":-5,"L":3000000000,"D":5.0,"E":5e3,"B":true,"N":null}`,
			[]string{"p/r S='x' I=-5 L=3000000000L D=5.0 E=5000.0 B=true"}},
		{"values with annotation", Layout{Format: NDJSON},
			`{` + keys + `,"L@odata.type":"Edm.Int64","L":"7","D@odata.type":"Edm.Double","D":5,"N@odata.type":"Edm.Double","N":"NaN","I@odata.type":"edm.int32","I":"42",` +
				`"G@odata.type":"Guid","G":"DD3CB8F8-93B7-44E2-B74A-C0AA3B27A6D2","S@odata.type":"Edm.String","S":"","Y@odata.type":"Edm.Binary","Y":""}`,
			[]string{"p/r L=7L D=5.0 N=NaN I=42 G=guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2' S='' Y=X''"}},
		{"an annotation after its value", Layout{Format: NDJSON}, `{"L":"7","L@odata.type":"Edm.Int64",` + keys + `}`, []string{"p/r L=7L"}},
		{"members of fullmetadata and the Timestamp", Layout{Format: NDJSON},
			`{"odata.type":"a.T","odata.id":"x","odata.etag":"W/\"e\"","odata.editLink":"y",` + keys + `,"Timestamp@odata.type":"Edm.DateTime","Timestamp":"2017-01-05T03:24:39Z","A":1}`,
			[]string{"p/r A=1"}},
		{"escapes", Layout{Format: NDJSON}, `{` + keys + `,"S":"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00\u0000é","\u0041":1}`,
			[]string{"p/r S='\"\\/\b\f\n\r\tA😀\x00é' A=1"}},
		{"bad lines between good ones", Layout{Format: NDJSON},
			"\ufeff{" + keys + "}\r\n\n{" + keys + ",}\n[1]\n{" + keys + `,"A":{}}` + "\n{" + keys + `,"A":1} x` + "\n{" + keys + `,"A":"\ud800"}` + "\n{" + keys + ",\"A\":\"\xff\"}\n{" + keys +
				",\"A\":01}\n{" + keys + `,"A":1,"A":2}` + "\n{" + keys + `,"A@odata.type":"Edm.Byte","A":1}` + "\n{" + keys + `,"A@odata.type":"Edm.Int32","A":"x"}` + "\n" +
				`{"RowKey":"r"}` + "\n{" + keys + "\n{" + keys + `,"A":99999999999999999999}` + "\n{" + keys + `,"A":"\x"}` + "\n{" + keys + `,"Z":1}`,
			[]string{"p/r",
				"bad line 3: There is a comma after the last value, and JSON allows none before the closing brace.",
				"bad line 4: The line is not a JSON object.",
				"bad line 5, A: An entity holds no objects and no arrays.",
				"bad line 6: Something follows the object on its line.",
				"bad line 7, A: The text holds half of a surrogate pair, which no entity can.",
				"bad line 8, A: The text is not valid UTF-8.",
				"bad line 9: A comma or a closing brace is missing.",
				"bad line 10, A: The name stands twice.",
				`bad line 11, A: "Edm.Byte" names no property type.`,
				"bad line 12, A: It is not an Int32.",
				"bad line 13, PartitionKey: The row has no PartitionKey.",
				"bad line 14: The line ends in the middle of an object.",
				"bad line 15, A: 99999999999999999999 is beyond the range of an Int64.",
				"bad line 16, A: A \\ in the text begins no escape that JSON has.",
				"p/r Z=1"}},
		{"a last line cut short", Layout{Format: NDJSON}, "{" + keys + "}\n{" + keys + `,"A":"b`,
			[]string{"p/r", "cut line 2: The file is cut short in the middle of an entity."}},
		{"a list with elements that are not entities", Layout{Format: ODataJSON},
			`{"odata.metadata":"https://a.table.core.windows.net/$metadata#T","x":[{"value":[1]}],"value":[{` + keys + `},7,{"RowKey":"r"},{` + keys + `,"A":[[{}]]},null, {` + keys + `,"A":1} ] ,"odata.nextLink":"x"}`,
			[]string{"p/r", "bad element 2: The element is not an object.", "bad element 3, PartitionKey: The row has no PartitionKey.",
				"bad element 4, A: An entity holds no objects and no arrays.", "bad element 5: The element is not an object.", "p/r A=1"}},
		{"a list with an element that is not JSON", Layout{Format: ODataJSON}, `[{` + keys + `},{` + keys + `,"A":},{` + keys + `}]`,
			[]string{"p/r", "end element 2 (line 1, column 73): A value is neither text in quotes, a number, true, false nor null. The rest of the file cannot be read."}},
		{"a list cut short in an entity", Layout{Format: ODataJSON}, `{"value":[{` + keys + `},{` + keys, []string{"p/r", "cut element 2: The file is cut short: the end of the list is missing."}},
		{"a list cut short between entities", Layout{Format: ODataJSON}, `{"value":[{` + keys + `}`, []string{"p/r", "cut element 1: The file is cut short: the end of the list is missing."}},
		{"a list within an object", Layout{Format: PlainJSON}, `{"count":2,"items":[{` + keys + `,"A":1},{` + keys + `}],"next":{}}` + "\n", []string{"p/r A=1", "p/r"}},
		{"a list within an object on several lines", Layout{Format: PlainJSON}, "{\n\"items\": [\n{" + keys + ",\"A\":1}\n],\n\"next\":1}", []string{"p/r A=1"}},
		{"entities with lists", Layout{Format: PlainJSON}, "{" + keys + ",\"A\":[{\"B\":1}]}\n{" + keys + ",\"A\":[{}]}\n", []string{`p/r A='[{"B":1}]'`, "p/r A='[{}]'"}},
		{"an entity with a list behind its properties", Layout{Format: PlainJSON}, "{" + keys + ",\"A\":1,\"B\":[{\"C\":1}]}", []string{`p/r A=1 B='[{"C":1}]'`}},
		{"an empty list", Layout{Format: ODataJSON}, `{"value":[]}`, nil},
		{"one entity as a service answers it", Layout{Format: ODataJSON}, "{\n\"odata.metadata\":\"x#T/@Element\",\n" + keys + ",\n\"A\":1\n}\n", []string{"p/r A=1"}},
		{"typed CSV", Layout{Format: TypedCSV}, "PartitionKey,RowKey,Timestamp,A,A@type,b , B @TYPE,E@type,E\np,r,,1,Edm.Int64,2,edm.double,string,\np,r,,,,,Int32,,\np,r,,x,,,Null,Binary,\n",
			[]string{"p/r A=1L b=2.0 E=''", "p/r", "p/r A='x' E=X''"}},
		{"CSV rows with a wrong number of fields or wrong quotes", Layout{Format: TypedCSV},
			"PartitionKey,RowKey,A,A@type\r\np,1,x\r\np,2,\"x\"y,\r\np,3,\"a\r\nb\",\r\np,4,5,Edm.Boolean\r\np,5,\xff,\r\np,6,1,2,3\r\n\r\np,7,5\" disk,",
			[]string{"bad line 2: The row has 3 fields; the first line has 4.", "bad line 3: Text follows a closing quote; a quote inside of a value is written twice.",
				"p/3 A='a\r\nb'", "bad line 6, A: It is not a Boolean: it is neither true nor false.", "bad line 7: The row is not valid UTF-8 text; save the file as CSV UTF-8.",
				"bad line 8: The row has 5 fields; the first line has 4.", "p/7 A='5\" disk'"}},
		{"CSV with a quote that is never closed", Layout{Format: PlainCSV, Header: true}, "PartitionKey,RowKey,A\rp,1,a\rp,2,\"b\rp,3,c",
			[]string{"p/1 A='a'", "bad line 3: A quote is never closed.", "p/3 A='c'", "cut line 3: A quote that begins here is never closed: the row is refused, and the rows after it are read."}},
		{"CSV with a quote too many", Layout{Format: PlainCSV}, "\"p,1\nColumn1,2\np,\"3\"\n",
			[]string{"bad line 1: Text follows a closing quote; a quote inside of a value is written twice.", "bad line 2, PartitionKey: The row has no PartitionKey.",
				"bad line 3, PartitionKey: The row has no PartitionKey."}},
		{"a header with a name twice", Layout{Format: PlainCSV, Header: true}, "PartitionKey,RowKey,A,,RowKey\np,1,a,b,2\n",
			[]string{"end The header names RowKey twice (columns 2 and 5). Rename one."}},
		{"values with a text twice", Layout{Format: PlainCSV}, "a,a\n", []string{"bad line 1, PartitionKey: The row has no PartitionKey."}},
		{"plain CSV", Layout{Format: PlainCSV, Comma: ';', Header: true},
			"Partition Key;row_key;A;B;C;D;E;F;G\np;r;007;1.0;5;3000000000;\"\";;'=1+1\np;r;TRUE;2014-05-07;-5;+5;1,5;'x;NaN\n",
			[]string{"p/r A='007' B=1.0 C=5 D=3000000000L E='' G='=1+1'", "p/r A=true B=datetime'2014-05-07T00:00:00Z' C=-5 D='+5' E='1,5' F='''x' G='NaN'"}},
		{"plain JSON", Layout{Format: PlainJSON}, `[{` + keys + `,"A":{"b":[1, 2]},"B":1.50,"C":12345678901234567890,"D":"2014-05-07T08:20:53Z","E":"2014-05-07","F":"5"}]`,
			[]string{`p/r A='{"b":[1, 2]}' B=1.5 C='12345678901234567890' D=datetime'2014-05-07T08:20:53Z' E='2014-05-07' F='5'`}},
		{"plain JSON, one object a line", Layout{Format: PlainJSON}, "{" + keys + "}\n{x\n{" + keys + ",\"A\":1}\n", []string{"p/r", "bad line 2: A name in quotes is missing.", "p/r A=1"}},
		{"a workspace file", Layout{Format: Workspace},
			`{"rangefinder.workspace":1}` + "\n" + `{"rangefinder.table":"Empty"}` + "\n" + `{"rangefinder.table":"T"}` + "\n{" + keys + "}\n<<<<<<< HEAD\n" + `{"rangefinder.document":"q","text":"a\nb"}` + "\n" + `{"rangefinder.end":true}` + "\n",
			[]string{"table Empty", "table T", "T: p/r", "bad line 5: The line marks a conflict of a merge in git: settle it first.", `document q "a\nb"`}},
		{"a workspace file cut short at the end of a line", Layout{Format: Workspace}, `{"rangefinder.workspace":1}` + "\n" + `{"rangefinder.table":"T"}` + "\n{" + keys + "}\n",
			[]string{"table T", "T: p/r", "cut line 3: The file is cut short: its last line is missing."}},
		{"a workspace file of the future", Layout{Format: Workspace}, `{"rangefinder.workspace":2}` + "\n",
			[]string{"end line 1: The file has the workspace format 2, which only a newer Rangefinder reads."}},
		{"no format", Layout{}, "x", []string{"end The format of the file is not known."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines(t, readShown(test.data, ReaderOptions{Layout: test.layout}), test.want...)
		})
	}
}

// Ensure that a reader tells of DateTimes that lost digits, of those of each entity by itself.
func TestReader_Cut(t *testing.T) {
	data := "PartitionKey,RowKey,A,A@type,B,B@type\n" +
		"p,1,2026-11-20T09:30:00.12345678Z,DateTime,2026-11-20 09:30:00.00000001,DateTime\n" +
		"p,2,2026-11-20T09:30:00.123456700Z,DateTime,2026-11-20T09:30:00.12345678Z,String\n"
	r := NewReader(strings.NewReader(data), int64(len(data)), ReaderOptions{Layout: Layout{Format: TypedCSV}})
	for _, want := range []int{2, 0} {
		var e Entity
		if err := r.Next(&e); err != nil || e.Cut != want {
			t.Errorf("%s: %d cut, %v; want %d", shown(&e), e.Cut, err, want)
		}
	}
}

// Ensure that a row of any length costs itself only.
func TestReader_LongRows(t *testing.T) {
	long := strings.Repeat("x", maxRow+readAhead)
	for _, test := range []struct {
		format Format
		data   string
		want   string
	}{
		{NDJSON, "{" + keys + "}\n{" + keys + `,"A":"` + long + "\"}\n{" + keys + ",\"B\":1}\n", "bad line 2: The line is longer than 4 MiB, which no entity is."},
		{ODataJSON, "[{" + keys + "},{" + keys + `,"A":"` + long + "\"},{" + keys + ",\"B\":1}]", "bad element 2: The element is longer than 4 MiB, which no entity is."},
		{TypedCSV, "PartitionKey,RowKey,B,B@type\np,r,,\np,r,\"" + long + "\np,r,1,Int32\n", "bad line 3: A quote is not closed within 4 MiB."},
	} {
		t.Run(test.format.String(), func(t *testing.T) {
			lines(t, readShown(test.data, ReaderOptions{Layout: Layout{Format: test.format}}), "p/r", test.want, "p/r B=1")
		})
	}
}

// Ensure that a Reader goes on exactly where another stopped, after every row, good or bad.
func TestReader_Resume_EveryRow(t *testing.T) {
	azurite, err := os.ReadFile("testdata/__azurite_db_table__.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		format Format
		data   string
	}{
		{NDJSON, "{" + keys + "}\r\n\n{\n{" + keys + ",\"A\":1}\nx\n{" + keys + ",\"B\":1}"},
		{ODataJSON, `{"a":1,"value":[ {` + keys + `} , 7,{` + keys + `,"A":1},{` + keys + `,"A":{}} , {` + keys + `,"B":1}],"z":1}`},
		{PlainJSON, "{\n" + keys + "}\n{" + keys + ",\"A\":1}, {" + keys + ",\"B\":1}"},
		{TypedCSV, "PartitionKey,RowKey,A,A@type\r\np,1,\"a\r\n\r\rb\nc\",\r\np,2\r\n\r\np,3,x,\r\rp,4,\"x\"y,\rp,5,5,Int32"},
		{PlainCSV, "p,1,\"a\nb\"\np,2\np,3,x\n"},
		{Workspace, `{"rangefinder.workspace":1}` + "\n" + `{"rangefinder.table":"A"}` + "\n{" + keys + "}\n{" + keys + ",\"A\":1}\n" + `{"rangefinder.table":"B"}` + "\n{" + keys + "}\n{\n{" + keys +
			",\"B\":1}\n" + `{"rangefinder.document":"q","text":""}` + "\n" + `{"rangefinder.end":true}`},
		{AzuriteDB, string(azurite)},
	} {
		t.Run(test.format.String(), func(t *testing.T) {
			o := ReaderOptions{Layout: Layout{Format: test.format}, Mapping: &Mapping{PartitionKey: "{#}", RowKey: "{#:3}"}}
			whole := rowsOf(test.data, o)
			for i, row := range whole {
				o.Offset, o.Line = row.offset, row.line
				counted := *o.Mapping
				counted.Counter = i + 1
				o.Mapping = &counted
				if rest := rowsOf(test.data, o); !slices.Equal(rest, whole[i+1:]) {
					t.Fatalf("after row %d (%v) come\n\t%v\nwant\n\t%v", i+1, row, rest, whole[i+1:])
				}
			}
			if len(whole) < 3 {
				t.Fatalf("only %d rows: %v", len(whole), whole)
			}
		})
	}
}

type placedRow struct {
	text   string
	line   int
	offset int64
	bad    bool
}

// rowsOf returns the rows of a file with their places.
func rowsOf(data string, o ReaderOptions) (out []placedRow) {
	r := NewReader(strings.NewReader(data), int64(len(data)), o)
	for {
		var e Entity
		switch err := r.Next(&e).(type) {
		case nil:
			out = append(out, placedRow{shown(&e), e.Line, e.Offset, false})
		case *RowError:
			out = append(out, placedRow{err.Table + " " + err.Error(), err.Line, err.Offset, true})
		default:
			return out
		}
	}
}

// Ensure that mappings rename, type and leave out columns, and that templates make keys.
func TestReader_Mapping(t *testing.T) {
	const data = "id,Name,Weight,When\n1,Anna,2,x\n2,,2.5,2014-05-07\n,Berta,3,2014-05-08\n"
	layout := Layout{Format: PlainCSV, Header: true}
	lines(t, readShown(data, ReaderOptions{Layout: layout, Table: "T", Mapping: &Mapping{
		Columns:      []ColumnMap{{Source: "id", Skip: true}, {Source: "Weight", Property: "Kilos", Type: 4}, {Source: "When", Type: 6}},
		PartitionKey: "{{x}}-{id}", RowKey: "{#:4}/{Name}", Counter: 7,
	}}), "bad line 2, When: It is not a DateTime: the date is not written YYYY-MM-DD.", "T: {x}-2/0008/ Kilos=2.5 When=datetime'2014-05-07T00:00:00Z'",
		"T: {x}-/0009/Berta Name='Berta' Kilos=3.0 When=datetime'2014-05-08T00:00:00Z'")
	lines(t, readShown("a,b\nx,y\n", ReaderOptions{Layout: layout, Mapping: &Mapping{
		Columns: []ColumnMap{{Source: "a", Property: "PartitionKey"}, {Source: "b", Property: "RowKey"}},
	}}), "x/y")
	lines(t, readShown(`{"a":5,"b":"7","c":true,"d":"AQI=","e":"x"}`, ReaderOptions{Layout: Layout{Format: NDJSON}, Mapping: &Mapping{
		Columns:      []ColumnMap{{Source: "a", Type: 1}, {Source: "b", Type: 3}, {Source: "c", Type: 1}, {Source: "d", Type: 8}},
		PartitionKey: "{a}", RowKey: "{b}",
	}}), "5/7 a='5' b=7L c='true' d=X'0102' e='x'")
	lines(t, readShown(`{"a":5}`, ReaderOptions{Layout: Layout{Format: NDJSON}, Mapping: &Mapping{PartitionKey: "{b}", RowKey: "1"}}),
		"bad line 1, PartitionKey: The row has no b, which its PartitionKey needs.")
	for _, bad := range []string{"{", "}", "{}", "{#:0}", "{#:x}"} {
		got := readShown(data, ReaderOptions{Layout: layout, Mapping: &Mapping{PartitionKey: bad}})
		if len(got) != 1 || !strings.HasPrefix(got[0], "end The template of the PartitionKey cannot be read: ") {
			t.Errorf("the template %q gives %q", bad, got)
		}
	}
	lines(t, readShown("k,r\na/b,1\na?b,1\na_b,1\na/b,1\na\x01b,2#\nc,2#\nc,2_\n\\,1\n", ReaderOptions{Layout: layout, Mapping: &Mapping{PartitionKey: "{k}", RowKey: "{r}", Mend: '_', Columns: []ColumnMap{{Source: "k", Skip: true}}}}),
		"a_b/1 r=1", "bad line 3, PartitionKey: After the replacement line 2 has the same keys, a_b / 1.", "bad line 4, RowKey: After the replacement line 2 has the same keys, a_b / 1.",
		"a_b/1 r=1", "a_b/2_ r='2#'", "c/2_ r='2#'", "bad line 8, RowKey: After the replacement line 7 has the same keys, c / 2_.", "_/1 r=1")
	guids := readShown("a\n1\n2\n", ReaderOptions{Layout: layout, Mapping: &Mapping{PartitionKey: "p", RowKey: "{guid}"}})
	if len(guids) != 2 || len(guids[0]) != len("p/dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2 a=1") || guids[0][:8] == guids[1][:8] {
		t.Errorf("{guid} gives %q", guids)
	}
}

// Ensure that nothing depends on where one block of a file ends and the next begins.
func TestReader_BlockBorders(t *testing.T) {
	whole := readAhead
	defer func() { readAhead = whole }()
	s := newHazards(5).snapshot(t, 6)
	files := map[string]ReaderOptions{
		"\ufeffPartitionKey,RowKey,A\r\np,1,\"a\r\n\r\rb\"\r\np,2\r\n\r\np,3,\"x\"y\r\np,4,\"\"\"\"\rp,5,x\n": {Layout: Layout{Format: PlainCSV, Header: true}},
		"p,1,\"a\np,2,b\r\np,3,\"c": {Layout: Layout{Format: PlainCSV}},
		`{"a":"\"}","value":[ {` + keys + `,"A":{"x":[true,null,-1.5e+3]}} ,7 , {` + keys + `,"A":"\ud83d\ude00é","B":12}]}`: {Layout: Layout{Format: ODataJSON}},
		"\ufeff{" + keys + "}\r\n{\n\n{" + keys + `,"A":1.5e3}`:                                                              {Layout: Layout{Format: NDJSON}},
	}
	for _, f := range nativeFormats {
		files[string(export(t, s, WriterOptions{Format: f, Columns: s.Columns()}))] = ReaderOptions{Layout: Layout{Format: f}}
	}
	azurite, err := os.ReadFile("testdata/__azurite_db_table__.json")
	if err != nil {
		t.Fatal(err)
	}
	files[string(azurite)] = ReaderOptions{Layout: Layout{Format: AzuriteDB}}
	for data, o := range files {
		readAhead = whole
		want := rowsOf(data, o)
		if len(want) < 2 {
			t.Fatalf("%s: only %d rows", o.Layout.Format, len(want))
		}
		for _, readAhead = range []int{1, 2, 3, 5, 8, 13, 64} {
			if len(data) > 100_000 && readAhead < 64 {
				continue
			}
			if got := rowsOf(data, o); !slices.Equal(got, want) {
				t.Fatalf("%s in blocks of %d bytes gives\n\t%.3000v\nwant\n\t%.3000v", o.Layout.Format, readAhead, got, want)
			}
		}
	}
}

package interchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// sample makes a table of literal entities, written at one moment.
func sample(t *testing.T, entities ...engine.BulkEntity) *engine.Snapshot {
	t.Helper()
	at := time.Date(2026, 11, 20, 9, 30, 0, 123456700, time.UTC)
	db := engine.Open(engine.Options{Now: func() time.Time { return at }})
	ctx := context.Background()
	if err := db.CreateTable(ctx, "Movies"); err != nil {
		t.Fatal(err)
	}
	if r, err := db.Bulk(ctx, "Movies", entities, engine.RefuseExisting); err != nil || len(r.Refused) > 0 {
		t.Fatal(err, r.Refused)
	}
	s, err := db.Snapshot("Movies")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func property(name string, v edm.Value) engine.Property { return engine.Property{Name: name, Value: v} }

func allTypes() []engine.BulkEntity {
	return []engine.BulkEntity{
		{PartitionKey: "Action", RowKey: "Cop \"Out\"", Properties: []engine.Property{
			property("Title", edm.NewString("a,b\nö\u2028")), property("Year", edm.NewInt32(-2010)), property("Views", edm.NewInt64(5432873627392)), property("Rating", edm.NewDouble(4.5)),
			property("Whole", edm.NewDouble(10)), property("Seen", edm.NewBoolean(true)), property("Added", edm.NewDateTime(635350476530000000)),
			property("Id", edm.NewGuid(edm.UUID{0xdd, 15: 0xd2})), property("Poster", edm.NewBinary("\x01\x02")),
		}},
		{PartitionKey: "=b", RowKey: "", Properties: []engine.Property{
			property("Title", edm.NewString("")), property("Rating", edm.NewDouble(math.NaN())), property("Whole", edm.NewDouble(math.Copysign(0, -1))),
		}},
		{PartitionKey: "c", RowKey: "-5", Properties: []engine.Property{property("Title", edm.NewString("-x")), property("Year", edm.NewInt32(-5))}},
	}
}

// Ensure that each format is written to the letter.
func TestWriter_Formats(t *testing.T) {
	s := sample(t, allTypes()...)
	const stamp = `"odata.etag":"W/\"datetime'2026-11-20T09%3A30%3A00.1234567Z'\"",`
	const time = `,"Timestamp":"2026-11-20T09:30:00.1234567Z"`
	first := `"Title":"a,b\nö\u2028","Year":-2010,"Views@odata.type":"Edm.Int64","Views":"5432873627392","Rating":4.5,"Whole@odata.type":"Edm.Double","Whole":10.0,"Seen":true,` +
		`"Added@odata.type":"Edm.DateTime","Added":"2014-05-07T08:20:53Z","Id@odata.type":"Edm.Guid","Id":"dd000000-0000-0000-0000-0000000000d2","Poster@odata.type":"Edm.Binary","Poster":"AQI="`
	second := `"Title":"","Rating@odata.type":"Edm.Double","Rating":"NaN","Whole@odata.type":"Edm.Double","Whole":-0.0`
	third := `"Title":"-x","Year":-5`
	entity := func(before, keys, between, rest string) string {
		return "{" + before + keys + between + "," + rest + "}"
	}
	const k1, k2, k3 = `"PartitionKey":"Action","RowKey":"Cop \"Out\""`, `"PartitionKey":"=b","RowKey":""`, `"PartitionKey":"c","RowKey":"-5"`
	for _, test := range []struct {
		o    WriterOptions
		want string
	}{
		{WriterOptions{Format: ODataJSON, Account: "acct"}, `{"odata.metadata":"https://acct.table.core.windows.net/$metadata#Movies","value":[` + "\n" +
			entity(stamp, k2, time, second) + ",\n" + entity(stamp, k1, time, first) + ",\n" + entity(stamp, k3, time, third) + "\n]}\n"},
		{WriterOptions{Format: NDJSON, Bare: true}, entity("", k2, "", second) + "\n" + entity("", k1, "", first) + "\n" + entity("", k3, "", third) + "\n"},
		{WriterOptions{Format: NDJSON, Project: true, Columns: []string{"Year", "Title", "PartitionKey", "None"}},
			"{" + stamp + k2 + time + `,"Title":""}` + "\n{" + stamp + k1 + time + `,"Year":-2010,"Title":"a,b\nö\u2028"}` + "\n{" + stamp + k3 + time + `,"Year":-5,"Title":"-x"}` + "\n"},
		{WriterOptions{Format: Workspace}, `{"rangefinder.workspace":1}` + "\n" + `{"rangefinder.table":"Movies"}` + "\n" + entity("", k2, "", second) + "\n" + entity("", k1, "", first) + "\n" +
			entity("", k3, "", third) + "\n" + `{"rangefinder.end":true}` + "\n"},
		{WriterOptions{Format: PlainJSON}, "[\n" + `{` + k2 + time + `,"Title":"","Rating":"NaN","Whole":-0.0},` + "\n" +
			`{` + k1 + time + `,"Title":"a,b\nö\u2028","Year":-2010,"Views":5432873627392,"Rating":4.5,"Whole":10.0,"Seen":true,"Added":"2014-05-07T08:20:53Z","Id":"dd000000-0000-0000-0000-0000000000d2","Poster":"AQI="},` + "\n" +
			`{` + k3 + time + `,"Title":"-x","Year":-5}` + "\n]\n"},
		{WriterOptions{Format: TypedCSV},
			"\"PartitionKey\",RowKey,Timestamp,Title,Title@type,Year,Year@type,Views,Views@type,Rating,Rating@type,Whole,Whole@type,Seen,Seen@type,Added,Added@type,Id,Id@type,Poster,Poster@type\r\n" +
				"\"'=b\",,2026-11-20T09:30:00.1234567Z,,Edm.String,,,,,NaN,Edm.Double,-0.0,Edm.Double,,,,,,,,\r\n" +
				"Action,\"Cop \"\"Out\"\"\",2026-11-20T09:30:00.1234567Z,\"a,b\nö\u2028\",Edm.String,-2010,Edm.Int32,5432873627392,Edm.Int64,4.5,Edm.Double,10.0,Edm.Double,true,Edm.Boolean," +
				"2014-05-07T08:20:53Z,Edm.DateTime,dd000000-0000-0000-0000-0000000000d2,Edm.Guid,AQI=,Edm.Binary\r\n" +
				"c,-5,2026-11-20T09:30:00.1234567Z,\"'-x\",Edm.String,-5,Edm.Int32,,,,,,,,,,,,,,\r\n"},
		{WriterOptions{Format: PlainCSV, Project: true, Columns: []string{"Year", "Title"}},
			"PartitionKey,RowKey,Timestamp,Year,Title\r\n\"'=b\",,2026-11-20T09:30:00.1234567Z,,\"\"\r\nAction,\"Cop \"\"Out\"\"\",2026-11-20T09:30:00.1234567Z,-2010,\"a,b\nö\u2028\"\r\n" +
				"c,-5,2026-11-20T09:30:00.1234567Z,-5,\"'-x\"\r\n"},
		{WriterOptions{Format: PlainCSV, Project: true, Formulas: true, Columns: []string{"Title"}},
			"PartitionKey,RowKey,Timestamp,Title\r\n=b,,2026-11-20T09:30:00.1234567Z,\"\"\r\nAction,\"Cop \"\"Out\"\"\",2026-11-20T09:30:00.1234567Z,\"a,b\nö\u2028\"\r\nc,-5,2026-11-20T09:30:00.1234567Z,-x\r\n"},
	} {
		t.Run(test.o.Format.String(), func(t *testing.T) {
			test.o.Table = "Movies"
			if test.o.Columns == nil {
				test.o.Columns = s.Columns()
			}
			if got := string(export(t, s, test.o)); got != test.want {
				t.Errorf("written\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Ensure that a whole workspace comes back: empty tables, documents, and the same bytes when it is written again.
func TestWriter_Workspace(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, WriterOptions{Format: Workspace})
	if err != nil {
		t.Fatal(err)
	}
	s := sample(t, allTypes()...)
	if err := w.Write(s.At(0)); err == nil {
		t.Error("an entity is written before any table")
	}
	if w, err = NewWriter(&b, WriterOptions{Format: Workspace}); err != nil {
		t.Fatal(err)
	}
	w.Table("Empty")
	w.Table("Movies")
	w.Write(s.At(2))
	w.Document("queries", "{\"a\":\n[\"\u2028\"]}")
	w.Document("x", "")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	lines(t, readShown(b.String(), ReaderOptions{Layout: Layout{Format: Workspace}}),
		"table Empty", "table Movies", "Movies: c/-5 Title='-x' Year=-5", "document queries \"{\\\"a\\\":\\n[\\\"\\u2028\\\"]}\"", `document x ""`)
	if err := w.Table("Late"); err == nil {
		t.Error("a table is written after the documents")
	}
}

// Ensure that a text that a spreadsheet takes for a formula is guarded, and comes back without its guard: from typed CSV always, from
// plain CSV when it is a String there.
func TestWriter_CSV_Guard(t *testing.T) {
	for text, want := range map[string]string{
		"=1": "\"'=1\"", "+x": "\"'+x\"", "-x": "\"'-x\"", "@x": "\"'@x\"", "\tx": "\"'\tx\"", "\rx": "\"'\rx\"", "\nx": "\"'\nx\"", "'=1": "\"''=1\"", "''@": "\"'''@\"", "'x": "'x", "'": "'", "-5": "-5", "-5.5e3": "-5.5e3",
		"+5": "\"'+5\"", "a=1": "a=1", "=\"": "\"'=\"\"\"", "＝1": "\"'＝1\"", "＋1": "\"'＋1\"", "－1": "\"'－1\"", "＠x": "\"'＠x\"", "'＝1": "\"''＝1\"", "！": "！", "\uff1c": "\uff1c", "\uf8ff": "\uf8ff", "'-5": "\"''-5\"",
	} {
		s := sample(t, engine.BulkEntity{PartitionKey: "p", RowKey: "r", Properties: []engine.Property{property("A", edm.NewString(text))}})
		for _, format := range []Format{PlainCSV, TypedCSV} {
			data := export(t, s, WriterOptions{Format: format, Columns: s.Columns()})
			end := map[Format]string{PlainCSV: "\r\n", TypedCSV: ",Edm.String\r\n"}[format]
			if _, row, _ := strings.Cut(string(data), "\r\n"); row != "p,r,2026-11-20T09:30:00.1234567Z,"+want+end {
				t.Errorf("%s: %q is written %q, want the cell %q", format, text, row, want)
			}
			o := ReaderOptions{Layout: Layout{Format: format, Header: true}}
			if format == PlainCSV {
				o.Mapping = &Mapping{Columns: []ColumnMap{{Source: "A", Type: edm.String}}}
			}
			got := readShown(string(data), o)
			if back := "p/r A=" + edm.NewString(text).Literal(); len(got) != 1 || got[0] != back {
				t.Errorf("%s: %q comes back as %q", format, text, got)
			}
		}
	}
}

// Ensure that typed CSV whose header does not say that it is guarded is taken as it is: a file of Storage Explorer, or one that was
// written so.
func TestReader_TypedCSV_Guard(t *testing.T) {
	for _, header := range []string{"PartitionKey,RowKey,Timestamp,A,A@type", `"PartitionKey","RowKey","Timestamp","A","A@type"`, `PartitionKey,"RowKey",Timestamp,A,A@type`} {
		got := readShown(header+"\n'=p,'@r,,'=1,Edm.String\n", ReaderOptions{Layout: Layout{Format: TypedCSV}})
		if want := "'=p/'@r A='''=1'"; len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	guarded := readShown("\ufeff\"PartitionKey\",RowKey,Timestamp,A,A@type,B,B@type\n'=p,'@r,,'=1,Edm.String,'-5,Int32\n", ReaderOptions{Layout: Layout{Format: TypedCSV}})
	if want := "=p/@r A='=1' B=-5"; len(guarded) != 1 || guarded[0] != want {
		t.Errorf("guarded: %q, want %q", guarded, want)
	}
	for seed := range uint64(20) {
		s := newHazards(seed).snapshot(t, 10)
		data := export(t, s, WriterOptions{Format: TypedCSV, Columns: s.Columns(), Formulas: true})
		got, err := read(t, data, ReaderOptions{Layout: Layout{Format: TypedCSV}})
		if err != nil {
			t.Fatal(err)
		}
		sameLines(t, got, texts(s))
	}
}

// Ensure that what the formats without types say they lose is what they lose: with the types chosen all the rest comes back.
func TestLosses(t *testing.T) {
	s := sample(t, append(allTypes(), engine.BulkEntity{PartitionKey: "d", RowKey: "d", Properties: []engine.Property{
		property("Title", edm.NewString("2014-05-07T08:20:53Z")), property("Year", edm.NewString("12")), property("title", edm.NewInt64(1<<60)),
	}})...)
	for _, f := range nativeFormats {
		if got := Losses(f, s); got != nil {
			t.Errorf("%s loses %v", f, got)
		}
	}
	for _, test := range []struct {
		format Format
		want   []string
	}{
		{PlainCSV, []string{
			`Title: 1 String such as "2014-05-07T08:20:53Z" looks like a DateTime: unless the type is chosen, it comes back as one.`,
			`Title: 1 empty String can no longer be told from missing ones once a spreadsheet has saved the file.`,
			`Year: It holds values of several types (Int32, String); in CSV they look alike, and a program that reads them has to choose one.`,
			`Year: 1 String such as "12" looks like an Int32: unless the type is chosen, it comes back as one.`,
			`Views: Nothing says that it is an Int64: numbers that fit come back as Int32 unless the type is chosen.`,
			`Rating: NaN and the infinities come back as String unless the type is chosen.`,
			`Poster: Its bytes are written in Base64 and come back as String unless the type is chosen.`,
			`title: It differs from Title only in case: many programs take the two for one.`,
			`title: Nothing says that it is an Int64: numbers that fit come back as Int32 unless the type is chosen.`,
			`title: 1 Int64 number beyond 9,007,199,254,740,992: spreadsheets and JavaScript round it.`,
		}},
		{PlainJSON, []string{
			`Title: 1 String such as "2014-05-07T08:20:53Z" looks like a DateTime: unless the type is chosen, it comes back as one.`,
			`Year: It holds values of several types (Int32, String); in JSON without types they look alike, and a program that reads them has to choose one.`,
			`Views: Nothing says that it is an Int64: numbers that fit come back as Int32 unless the type is chosen.`,
			`Rating: NaN and the infinities come back as String unless the type is chosen.`,
			`Poster: Its bytes are written in Base64 and come back as String unless the type is chosen.`,
			`title: It differs from Title only in case: many programs take the two for one.`,
			`title: Nothing says that it is an Int64: numbers that fit come back as Int32 unless the type is chosen.`,
			`title: 1 Int64 number beyond 9,007,199,254,740,992: spreadsheets and JavaScript round it.`,
		}},
	} {
		var got []string
		for _, l := range Losses(test.format, s) {
			got = append(got, l.Property+": "+l.Reason)
		}
		lines(t, got, test.want...)
	}
}

// Ensure that a plain file gives everything back once every column has its type.
func TestRoundTrip_PlainWithTypes(t *testing.T) {
	for seed := range uint64(40) {
		h := newHazards(seed)
		var entities []engine.BulkEntity
		types := []edm.Type{edm.String, edm.Int32, edm.Int64, edm.Double, edm.Boolean, edm.DateTime, edm.Guid, edm.Binary}
		var m Mapping
		for _, one := range types {
			m.Columns = append(m.Columns, ColumnMap{Source: "P" + one.String(), Type: one})
		}
		for i := range 20 {
			e := engine.BulkEntity{PartitionKey: h.key(), RowKey: h.key() + fmt.Sprint(i)}
			if len(e.RowKey) > 500 {
				e.RowKey = fmt.Sprint(i)
			}
			for range 6 {
				v := h.value()
				name := "P" + v.Type().String()
				taken := false
				for _, p := range e.Properties {
					taken = taken || p.Name == name
				}
				if !taken {
					e.Properties = append(e.Properties, property(name, v))
				}
			}
			entities = append(entities, e)
		}
		s := sample(t, entities...)
		for _, f := range []Format{PlainCSV, PlainJSON} {
			data := export(t, s, WriterOptions{Format: f, Columns: s.Columns()})
			got, end := read(t, data, ReaderOptions{Layout: Layout{Format: f, Header: true}, Mapping: &m})
			if end != nil {
				t.Fatal(end)
			}
			sameLines(t, got, texts(s))
		}
	}
}

// Ensure that a Writer refuses what it cannot write whole, and reports the error of what it writes to.
func TestWriter_Errors(t *testing.T) {
	for _, o := range []WriterOptions{{}, {Format: AzuriteDB}, {Format: TypedCSV}, {Format: PlainCSV}} {
		if _, err := NewWriter(&bytes.Buffer{}, o); err == nil {
			t.Errorf("%s without columns can be written", o.Format)
		}
	}
	s := sample(t, allTypes()...)
	w, _ := NewWriter(&bytes.Buffer{}, WriterOptions{Format: TypedCSV, Columns: []string{"Rating", "Title"}})
	if err := w.Write(s.At(1)); err == nil || !strings.Contains(err.Error(), "has no column") {
		t.Errorf("a property without a column gives %v", err)
	}
	full := errors.New("full")
	w, _ = NewWriter(failing{full}, WriterOptions{Format: NDJSON})
	var err error
	for n := 0; err == nil && n < 1000; n++ {
		err = w.Write(s.At(1))
	}
	if err != full || w.Close() != full {
		t.Errorf("a full disk gives %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error)               { return 0, f.err }
func (f failing) ReadAt(p []byte, off int64) (int, error) { return 0, f.err }

// Ensure that the errors of the file come through, and that a file that shrinks is cut short.
func TestReader_FileErrors(t *testing.T) {
	gone := errors.New("gone")
	for f := range formats {
		r := NewReader(failing{gone}, 1000, ReaderOptions{Layout: Layout{Format: Format(f)}})
		var e Entity
		if err := r.Next(&e); err != gone {
			t.Errorf("%s: a file that cannot be read gives %v", Format(f), err)
		}
	}
	if _, err := Inspect(failing{gone}, 1000, "x", Layout{}); err != gone {
		t.Errorf("Inspect of a file that cannot be read gives %v", err)
	}
	data := strings.Repeat("{"+keys+"}\n", 10)
	r := NewReader(strings.NewReader(data), int64(len(data))+100, ReaderOptions{Layout: Layout{Format: NDJSON}})
	for n := 0; ; n++ {
		var e Entity
		if err := r.Next(&e); err != nil {
			fault, ok := err.(*FileError)
			if n != 10 || !ok || !fault.Truncated {
				t.Errorf("a file that shrank gives %d entities, then %v", n, err)
			}
			break
		}
	}
}

// Ensure that the errors of Begin and Document end the reading.
func TestReader_CallbackErrors(t *testing.T) {
	stop := errors.New("stop")
	const data = `{"rangefinder.workspace":1}` + "\n" + `{"rangefinder.table":"T"}` + "\n" + `{"rangefinder.document":"d","text":"x"}` + "\n" + `{"rangefinder.end":true}`
	for i, o := range []ReaderOptions{{Begin: func(string) error { return stop }}, {Document: func(string, string) error { return stop }}} {
		o.Layout.Format = Workspace
		r := NewReader(strings.NewReader(data), int64(len(data)), o)
		var e Entity
		if err := r.Next(&e); err != stop {
			t.Errorf("callback %d: %v", i, err)
		}
		if err := r.Next(&e); err != stop {
			t.Errorf("callback %d, once more: %v", i, err)
		}
	}
}

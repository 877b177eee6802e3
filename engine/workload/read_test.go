package workload

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// Ensure that each kind of log gives the 40 shapes with exact counts, and that broken lines are counted, packed or not.
func TestRead_FortyShapes(t *testing.T) {
	all := requests(2000, 7)
	want := map[string]int{}
	for _, r := range all {
		want[string(r.operation)+"|"+r.table+"|"+r.text]++
	}
	if len(want) != 40 {
		t.Fatalf("%d shapes are generated", len(want))
	}
	for name, w := range writers {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			oneLine := name == "HAR" // one line has no place to go on after a broken element
			spoilt := w.write(&b, all, !oneLine)
			for _, data := range [][]byte{b.Bytes(), packed(b.Bytes())} {
				s, report := summarize(t, data)
				if report.Kind != w.kind || report.NotUnderstood != spoilt || report.Calls != len(all) {
					t.Errorf("%+v, want kind %s, %d calls, %d broken", report, w.kind, len(all), spoilt)
				}
				if !oneLine && (len(report.Examples) != maxExamples || report.Examples[0].Line == 0) {
					t.Errorf("examples %+v", report.Examples)
				}
				got := map[string]int{}
				for _, shape := range s.Shapes() {
					got[string(shape.Operation)+"|"+shape.Table+"|"+shape.Text] = shape.Calls
				}
				compareCounts(t, got, want, name == "access")
			}
		})
	}
}

// compareCounts compares calls by shape. An access log does not tell a merge from one that inserts.
func compareCounts(t *testing.T, got, want map[string]int, access bool) {
	t.Helper()
	for key, n := range want {
		other := key
		if access {
			other = strings.Replace(key, "merge|", "insert or merge|", 1)
		}
		if got[other] != n {
			t.Errorf("%s: %d calls, want %d", key, got[other], n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d shapes, want %d: %v", len(got), len(want), got)
	}
}

// Ensure that durations, sizes, status codes and rates come through every kind that has them.
func TestRead_Figures(t *testing.T) {
	all := requests(400, 3)
	for name, w := range writers {
		var b bytes.Buffer
		w.write(&b, all, false)
		s, _ := summarize(t, b.Bytes())
		in, out, bad, timed, wantIn, wantOut, wantBad := int64(0), int64(0), 0, 0, int64(0), int64(0), 0
		for _, shape := range s.Shapes() {
			in, out, bad, timed = in+shape.BytesIn, out+shape.BytesOut, bad+shape.Status[503], timed+shape.Timed
			if shape.PerHour < float64(shape.Calls)*9-1 || shape.PerHour > float64(shape.Calls)*9.1 {
				t.Errorf("%s: %g calls an hour of %d", name, shape.PerHour, shape.Calls)
			}
			if shape.Timed > 0 && (shape.P50 < 900*time.Microsecond || shape.P95 < shape.P50 || shape.P95 > 43*time.Millisecond) {
				t.Errorf("%s: p50 %v, p95 %v", name, shape.P50, shape.P95)
			}
		}
		for _, r := range all {
			wantIn, wantOut, wantBad = wantIn+int64(r.in), wantOut+int64(r.out), wantBad+btoi(r.status == 503)
		}
		if in > 0 && in != wantIn || out > 0 && out != wantOut || bad != wantBad || name != "access" && timed != len(all) {
			t.Errorf("%s: %d and %d bytes, want %d and %d; %d refused, want %d; %d timed", name, in, out, wantIn, wantOut, bad, wantBad, timed)
		}
	}
}

func TestRead_NoLog(t *testing.T) {
	for _, text := range []string{"", "hello\nworld\n", "\x00\x01\x02", "a,b,c\n1,2,3\n", `{"log":{}}`, `{"tables":[{"columns":`, `{"tables":[]}`, "<xml/>"} {
		if _, err := Read(strings.NewReader(text), func(*Call) {}); !errors.Is(err, ErrKind) {
			t.Errorf("%q: %v", text, err)
		}
	}
	cut := packed(bytes.Repeat([]byte("1.0;2026-\n"), 10_000))
	if _, err := Read(bytes.NewReader(cut[:len(cut)/2]), func(*Call) {}); err == nil || errors.Is(err, ErrKind) {
		t.Errorf("a cut gzip file: %v", err)
	}
}

// Ensure that lines of other services, and what is no request, are no calls and not broken.
func TestRead_Ignored(t *testing.T) {
	for name, text := range map[string]string{
		"analytics": `1.0;2011-08-09T18:02:40.6526789Z;CopyBlob;Success;202;13;13;authenticated;a;a;blob;"https://a.blob.core.windows.net/x";"/a/x";5;0;1.1.1.1:1;2014-02-14;538;0;261;0;0;;;;;;;;"c"` + "\n" +
			`1.0;2011-08-09T18:02:40.6526789Z;InsertEntity;Success;202;13;13;authenticated;a;a;table;"https://a.table.core.windows.net/Movies";"/a/x";5;1;1.1.1.1:1;2014-02-14;538;0;261;0;0;;;;;;;;"c"`,
		"har":     `{"log":{"entries":[{"startedDateTime":"2026-11-20T09:30:00Z","time":1,"request":{"method":"GET","url":"https://example.org/app.js","headers":[]},"response":{"status":200}},{"startedDateTime":"2026-11-20T09:30:00Z","time":1,"request":{"method":"GET","url":"https://a.blob.core.windows.net/x/y","headers":[]},"response":{"status":200}}]}}`,
		"access":  "Azurite Table service is starting at http://127.0.0.1:10002\nAzurite Table service successfully listens\n127.0.0.1 - - [20/Nov/2026:09:30:00 +0000] \"GET /devstoreaccount1/Movies HTTP/1.1\" 200 -\n",
		"azurite": "2026-11-20T09:30:00.123Z \t info: QueueGCManager:markSweep() Got referred extents\n2026-11-20T09:30:00.123Z 5 info: BlobStorageContextMiddleware: RequestMethod=GET RequestURL=http://127.0.0.1/devstoreaccount1/x RequestHeaders:{} ClientIP=::1\n",
	} {
		s, report := summarize(t, []byte(text))
		if want := btoi(name == "access"); report.Calls != want || report.NotUnderstood != 0 || report.Ignored != 2 || s.Calls() != want {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

// Ensure that an event hub's records, quoted line breaks and requests that never end are read.
func TestRead_Layouts(t *testing.T) {
	r := &requests(40, 1)[0]
	diagnostic := strings.TrimSpace(writers["diagnostic"].line(r, 0))
	azurite, _, _ := strings.Cut(writers["Azurite"].line(r, 0), "\n")
	csv := writers["csv"]
	for name, text := range map[string]string{
		"records": fmt.Sprintf("{\"records\":[%s,%s]}\n", diagnostic, diagnostic),
		"azurite": azurite + "\n" + strings.Replace(azurite, " 0 info", " 1 info", 1) + "\n",
		"console": "info: " + azurite[strings.Index(azurite, "TableStorage"):] + "\ninfo: EndMiddleware: End response. TotalTimeInMS=2 StatusCode=200 StatusMessage=OK\ninfo: " + azurite[strings.Index(azurite, "TableStorage"):] + "\n",
		"csv":     csv.head + strings.Replace(csv.line(r, 0), "t,", "\"a\nb\",", 1) + csv.line(r, 0),
		"tabs":    strings.ReplaceAll("\ufeffOperationName,Uri,StatusCode,TimeGenerated\nQueryEntities,https://a.table.core.windows.net/Movies(),200,2026-11-20T09:30:00Z\nQueryEntities,https://a.table.core.windows.net/Movies(),200,2026-11-20T09:30:00Z", ",", "\t"),
	} {
		s, report := summarize(t, []byte(text))
		if report.Calls != 2 || report.NotUnderstood != 0 || len(s.Shapes()) != 1 {
			t.Errorf("%s: %+v, %+v", name, report, s.Shapes())
		}
	}
}

// Ensure that what this project's --log says of the entities that were read ranks the shapes, though refused queries say nothing.
func TestRead_OwnMeasures(t *testing.T) {
	line := func(filter string, status int, rest string) string {
		return fmt.Sprintf(`{"time":"2026-11-20T09:30:00Z","method":"GET","path":"/Movies()","filter":%q,"status":%d,"bytes":5,"ms":0.5,"operation":"Query Entities"%s}`+"\n", filter, status, rest)
	}
	long := "A eq '" + strings.Repeat("x", ownFilter-len("A eq '"))
	s, report := summarize(t, []byte(line("Rating gt 4", 200, `,"plan":"full-scan","examined":5,"returned":1`)+line("PartitionKey eq 'a'", 200, `,"plan":"row-range","examined":900,"returned":2`)+
		line("startswith(A,'x')", 501, `,"code":"NotImplemented"`)+line(long, 200, `,"plan":"full-scan","examined":7,"returned":0`)+line(long, 503, `,"code":"ServerBusy"`)))
	want := `Movies|query|PartitionKey eq {String}|row-range|1|PartitionKey eq 'a'
Movies|query|(a filter of which the log has the beginning only)|full-scan|2|
Movies|query|Rating gt {Int32}|full-scan|1|Rating gt 4
Movies|query|startswith(A, {String})|refused|1|startswith(A,'x')
`
	if got := list(s); got != want || report.NotUnderstood != 0 {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestParseTarget(t *testing.T) {
	for _, test := range []struct{ url, want string }{
		{"https://a.table.core.windows.net/Movies()?$filter=A%20eq%201&$top=5&$select=A", "0 Movies false A eq 1 5 true false"},
		{"https://a.table.core.windows.net:443/Movies?%24filter=A+eq+%27x%2By%27", "0 Movies false A eq 'x+y' 0 false false"},
		{"http://127.0.0.1:10002/devstoreaccount1/Movies(PartitionKey='a/b',RowKey='%3F')", "0 Movies true  0 false false"},
		{"http://127.0.0.1:10002/devstoreaccount1-secondary/Movies%28PartitionKey%3D'a',RowKey%3D'b'%29", "0 Movies true  0 false false"},
		{"http://devstoreaccount1.localhost:10002/Movies()?NextPartitionKey=1!8", "0 Movies false  0 false true"},
		{"/devstoreaccount1/Tables('Movies')", "1  false  0 false false"},
		{"/devstoreaccount1/Movies?comp=acl", "1 Movies false  0 false false"},
		{"https://a.table.core.windows.net/?restype=service&comp=properties", "3  false  0 false false"},
		{"https://a.table.core.windows.net/$batch", "2  false  0 false false"},
		{"https://a.table.cosmos.azure.com/Movies", "0 Movies false  0 false false"},
		{"nowhere", ""}, {"https://a.table.core.windows.net/a-b", ""}, {"https://a.table.core.windows.net/Movies(Key='a')", ""},
		{"https://a.table.core.windows.net/Movies()?$filter=%zz", ""}, {"/" + strings.Repeat("x", maxURL), ""},
	} {
		got := ""
		if g, ok := parseTarget(test.url, false); ok {
			got = fmt.Sprintf("%d %s %v %s %d %v %v", g.kind, g.table, g.keys, g.filter, g.top, g.selects, g.continued)
		}
		if got != test.want {
			t.Errorf("%.80s: %q, want %q", test.url, got, test.want)
		}
	}
}

// Ensure that a log that was cut off says where it ends, and that what stands before that is counted, by the lines of its calls.
func TestRead_CutOff(t *testing.T) {
	all := requests(40, 5)
	for _, name := range []string{"json array", "json array, indented", "query API", "HAR", "HAR, indented"} {
		w := writers[name]
		var whole bytes.Buffer
		w.write(&whole, all, false)
		text := whole.String()
		var twentieth int // where the twentieth line begins
		for range 20 {
			twentieth += strings.Index(text[twentieth+1:], all[0].at.Format("2006-01-02T")) + 1
		}
		for _, cut := range []int{twentieth, twentieth + 50} {
			var s Summary
			report, err := Read(strings.NewReader(text[:cut]), s.Add)
			if !errors.Is(err, ErrCut) || report.Calls != 19 || s.Calls() != 19 || report.NotUnderstood != 1 || report.Examples[0].Reason != "the file ends within the element" {
				t.Errorf("%s: %v, %+v", name, err, report)
			}
			want := fmt.Sprintf("the file ends early, on line %d after %d bytes: its JSON does not end", 1+strings.Count(text[:cut], "\n"), cut)
			if err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
		first := w.line(&all[19], 19)
		between := strings.LastIndex(text[:twentieth], w.separator+first[:strings.IndexAny(first, "[{")+1])
		if report, err := Read(strings.NewReader(text[:between]), func(*Call) {}); !errors.Is(err, ErrCut) || report.Calls != 19 || report.NotUnderstood != 0 {
			t.Errorf("%s, between two elements: %v, %+v", name, err, report)
		}
		full := packed(whole.Bytes())
		if _, err := Read(bytes.NewReader(full[:len(full)-6]), func(*Call) {}); !errors.Is(err, ErrCut) || !strings.Contains(err.Error(), "unpacked bytes: the gzip in it does not end") {
			t.Errorf("%s, packed: %v", name, err)
		}
		full[len(full)-6] ^= 1
		if _, err := Read(bytes.NewReader(full), func(*Call) {}); err == nil || !strings.HasPrefix(err.Error(), "the gzip file is damaged, before") {
			t.Errorf("%s, another checksum: %v", name, err)
		}
	}
}

// Ensure that logs in UTF-16 and logs packed twice are read, and that a bomb of gzip is not unpacked for ever.
func TestRead_Wrapped(t *testing.T) {
	all := requests(40, 5)
	wide := func(text string, order binary.AppendByteOrder) []byte {
		var out []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
			out = order.AppendUint16(out, unit)
		}
		return out
	}
	for name, w := range writers {
		var b bytes.Buffer
		w.write(&b, all, false)
		for form, data := range map[string][]byte{
			"little-endian": wide(b.String(), binary.LittleEndian), "big-endian": wide(b.String(), binary.BigEndian),
			"packed twice": packed(packed(b.Bytes())), "packed, little-endian": packed(wide(b.String(), binary.LittleEndian)),
		} {
			if _, report := summarize(t, data); report.Calls != 40 || report.NotUnderstood != 0 {
				t.Errorf("%s, %s: %+v", name, form, report)
			}
		}
	}
	text := "OperationName,Uri,StatusCode,TimeGenerated\nQueryEntities,\"https://a.table.core.windows.net/Movies()?$filter=A eq '\U0001F600'\",200,2026-11-20T09:30:00Z\n"
	if s, _ := summarize(t, wide(text, binary.LittleEndian)); s.Shapes()[0].Example != "A eq '\U0001F600'" {
		t.Errorf("%+v", s.Shapes())
	}
	if _, err := Read(bytes.NewReader(packed(packed(packed(packed([]byte(text)))))), func(*Call) {}); err == nil || err.Error() != "the file is packed by gzip more than 3 times" {
		t.Errorf("%v", err)
	}
}

// Ensure that a line of CSV that was cut off within a quote takes no line with it.
func TestRead_CutQuote(t *testing.T) {
	w := writers["csv"]
	all := requests(40, 5)
	var b strings.Builder
	b.WriteString(w.head)
	for i := range all {
		line := w.line(&all[i], i)
		b.WriteString(line)
		if at := strings.LastIndexByte(line[:len(line)-1], '"'); i%4 == 1 {
			b.WriteString(line[:at-i] + "\r\n")
		}
	}
	if s, report := summarize(t, []byte(b.String())); report.Calls != 40 || s.Calls() != 40 || report.NotUnderstood != 10 {
		t.Errorf("%+v", report)
	}
}

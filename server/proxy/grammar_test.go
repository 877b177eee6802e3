package proxy

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// Ensure that each grammar takes the values that clients of the protocol send, writes them as they are meant, and takes no other.
func TestGrammar(t *testing.T) {
	const none = "\x00"
	for _, test := range []struct{ name, text, want string }{
		{"$filter", "PartitionKey eq 'O''Neil' and (Größe ge -1.5e+3 or not Seen)", "PartitionKey eq 'O''Neil' and (Größe ge -1.5e+3 or not Seen)"},
		{"$filter", "A eq datetime'2026-01-01T00:00:00Z'\r\nand B eq X'00ff'", "A eq datetime'2026-01-01T00:00:00Z'  and B eq X'00ff'"},
		{"$filter", "A eq 'two\r\nlines & more: ü'", "A eq 'two\r\nlines & more: ü'"},
		{"$filter", "A eq 'open", none},
		{"$filter", "A eq 1 & B", none},
		{"$filter", "A eq 1: DELETE http://h/x", none},
		{"$filter", "A eq 'x\x00'", none},
		{"$filter", "A eq '\u0085'", none},
		{"$select", "PartitionKey, Größe,*", "PartitionKey, Größe,*"},
		{"$select", "A\r\nB", none},
		{"$top", "1000", "1000"},
		{"$top", "", none},
		{"$top", "1?comp=acl", none},
		{"$top", "12345678901", none},
		{"$format", "application/json;odata=nometadata", "application/json;odata=nometadata"},
		{"$format", "application/json;odata=x", none},
		{"NextPartitionKey", "1!8!U21pdGg-", "1!8!U21pdGg-"},
		{"NextRowKey", "", ""},
		{"NextTableName", "a b", none},
		{"timeout", "30", "30"},
		{"timeout", "-1", none},
		{"Accept", "application/json;odata=minimalmetadata", "application/json;odata=minimalmetadata"},
		{"Accept", `Application/JSON; odata="FullMetadata"; charset=UTF-8;q=0.9, */*;q=0.1`, "application/json;odata=fullmetadata,*/*"},
		{"Accept", "application/json;boundary=zzz;--zzz", none},
		{"Accept", "DELETE http://h/x HTTP/1.1", none},
		{"Accept", "", none},
		{"Dataserviceversion", "3.0;", "3.0;"},
		{"Maxdataserviceversion", "3.0;NetFx", "3.0;NetFx"},
		{"Dataserviceversion", "3.0;DELETE", none},
		{"Dataserviceversion", "4.0", none},
		{"If-Match", "*", "*"},
		{"If-Match", `W/"datetime'2026-01-01T00%3A00%3A00.1234567Z'"`, `W/"datetime'2026-01-01T00%3A00%3A00.1234567Z'"`},
		{"If-None-Match", `"x"`, `"x"`},
		{"If-Match", `W/"a b"`, none},
		{"If-Match", `"a", "b"`, none},
		{"If-Match", `"`, none},
		{"If-Match", `W/`, none},
		{"If-Match", `"` + strings.Repeat("x", 300) + `"`, none},
		{"Prefer", "Return-No-Content", "return-no-content"},
		{"Prefer", "respond-async", none},
		{clientRequestID, "5b0a2c1e-1.2_x", "5b0a2c1e-1.2_x"},
		{clientRequestID, "a b", none},
		{clientRequestID, strings.Repeat("x", 129), none},
		{"X-Ms-Version", "2017-04-17", "2017-04-17"},
		{"X-Ms-Version", "2017-04-177", none},
	} {
		found := false
		for _, v := range append(options[:len(options):len(options)], headers...) {
			if v.name != test.name {
				continue
			}
			found = true
			got, ok := v.read(test.text)
			if !ok {
				got = none
			}
			if got != test.want {
				t.Errorf("%s %q: %q, want %q", test.name, test.text, got, test.want)
			}
		}
		if !found {
			t.Errorf("there is no %s", test.name)
		}
	}
}

// Ensure that the table in doc.go names every option and header that travels.
func TestGrammar_Documented(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(options[:len(options):len(options)], headers...) {
		found := false
		for line := range strings.Lines(string(text)) {
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "//\t"), " ")
			found = found || http.CanonicalHeaderKey(name) == v.name || name == v.name
		}
		if !found {
			t.Errorf("doc.go does not say what %s may be", v.name)
		}
	}
}

// Ensure that documents are written anew with what the protocol has in them, and refused with anything else.
func TestRewriteXML(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8"?>`
	for _, test := range []struct{ text, want string }{
		{"<?xml version=\"1.0\"?>\r\n<!-- c --><SignedIdentifiers>\n <SignedIdentifier a='b'><Id> a&lt;b </Id></SignedIdentifier>\n</SignedIdentifiers>\n", head + "<SignedIdentifiers><SignedIdentifier><Id>a&lt;b</Id></SignedIdentifier></SignedIdentifiers>"},
		{"\ufeff<SignedIdentifiers/>", head + "<SignedIdentifiers></SignedIdentifiers>"},
		{"<SignedIdentifiers></SignedIdentifiers><SignedIdentifiers/>", ""},
		{"<SignedIdentifiers>", ""},
		{"<StorageServiceProperties/>", ""},
		{"<SignedIdentifiers><SignedIdentifiers/></SignedIdentifiers>", ""},
		{"<SignedIdentifiers><script/></SignedIdentifiers>", ""},
		{"<SignedIdentifiers xmlns='x'/>", ""},
		{"<SignedIdentifiers><Id>a&#10;DELETE http://h/x</Id></SignedIdentifiers>", ""},
		{"<!DOCTYPE x [<!ENTITY y 'z'>]><SignedIdentifiers/>", ""},
		{"x<SignedIdentifiers/>", ""},
		{"", ""},
		{"<SignedIdentifiers>" + strings.Repeat("<Id>", 20) + strings.Repeat("</Id>", 20) + "</SignedIdentifiers>", ""},
	} {
		got, ok := rewriteXML([]byte(test.text), "SignedIdentifiers")
		if ok != (test.want != "") || ok && string(got) != test.want {
			t.Errorf("%q: %q %v, want %q", test.text, got, ok, test.want)
		}
	}
}

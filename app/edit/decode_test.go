package edit

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"rangefinder/filterlang/edm"
)

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// readings lists the readings of a value, one a line, with line breaks as spaces.
func readings(t edm.Type, text string) string {
	var b strings.Builder
	for _, d := range Decode(t, text) {
		b.WriteString(d.Title + ": " + strings.Join(strings.Fields(d.Text), " ") + "\n")
	}
	return b.String()
}

// Ensure that what is packed, signed, encoded or dated inside a text is read.
func TestDecode_Inside(t *testing.T) {
	part := base64.RawURLEncoding.EncodeToString
	jwt := part([]byte(`{"alg":"HS256"}`)) + "." + part([]byte(`{"sub":"1","iat":1700000000,"exp":1.7000036e9}`)) + ".c2ln"
	for name, c := range map[string]struct {
		t          edm.Type
		text, want string
	}{
		"gzip of JSON":   {edm.String, gzipped(`{"a":1}`), `gzip, unpacked, as JSON: { "a": 1 }`},
		"gzip of text":   {edm.String, gzipped("plain text, packed"), "gzip, unpacked, as text: plain text, packed"},
		"gzip of bytes":  {edm.String, gzipped("\x00\x01\x02"), "gzip, unpacked, as hex, 3 bytes: 0000 00 01 02 ..."},
		"gzip, cut":      {edm.String, gzipped(strings.Repeat("abcdefgh ", 9))[:32], "gzip: It is damaged or cut off after"},
		"JWT header":     {edm.String, jwt, `JWT, header: { "alg": "HS256" }`},
		"JWT claims":     {edm.String, "Bearer " + jwt, `JWT, claims; the signature is not checked: { "sub": "1", "iat": 1700000000, "exp": 1.7000036e9 }`},
		"JWT times":      {edm.String, jwt, "JWT, times: issued 2023-11-14T22:13:20Z expires 2023-11-14T23:13:20Z"},
		"date":           {edm.String, "2026-11-26T11:00:00+01:00", "As a DateTime: 2026-11-26T10:00:00Z\nTicks: 6393"},
		"date, no zone":  {edm.String, "2026-11-26", "As a DateTime, if it is UTC: 2026-11-26T00:00:00Z"},
		"URL-encoded":    {edm.String, "https%3A%2F%2Fexample.com%2Fa", "URL-decoded: https://example.com/a\nURL-decoded: URL, not a link: scheme https host example.com path /a"},
		"hex":            {edm.String, "48656c6c6f20776f726c64", "Hex, as text: Hello world"},
		"version 7":      {edm.Guid, "01936b2e-8c3a-7b5e-9f10-0123456789ab", "Time in the GUID, version 7: 2024-11-27T"},
		"version 1":      {edm.Guid, "c232ab00-9414-11ec-b3c8-9f6bdeced846", "Time in the GUID, version 1: 2022-02-22T19:22:22Z"},
		"version 6":      {edm.Guid, "1ec9414c-232a-6b00-b3c8-9f6bdeced846", "Time in the GUID, version 6: 2022-02-22T19:22:22Z"},
		"number in text": {edm.String, "log-638000000000000000-abc", "Ticks as a date: 2022-09-28T22:13:20Z"},
		"plain":          {edm.String, "Ab cd", "Length: 5 characters; nothing to decode\n"},
		"not ASCII":      {edm.String, "é", "Length: 1 character · 1 UTF-16 unit · 2 bytes as UTF-8"},
	} {
		if got := readings(c.t, c.text); !strings.Contains(got, c.want) {
			t.Errorf("%s reads as\n%s\nwant %s", name, got, c.want)
		}
	}
}

// Ensure that the digits of a GUID or a hash are not taken for a time, nor its bytes for a text.
func TestDecode_NotInside(t *testing.T) {
	for _, text := range []string{
		"01936b2e-8c3a-7b5e-9f10-0123456789ab", "order 01936b2e-8c3a-4b5e-9f10-0123456789ab", // its last digits are ten
		"d41d8cd98f001700000000e9800998ecf8427e00", "c9da6455-213d-42c9-9a79-3e9149a57833",
	} {
		if got := readings(edm.String, text); strings.Contains(got, "as a date") || strings.Contains(got, "Hex") {
			t.Errorf("%s reads as\n%s", text, got)
		}
	}
	for _, text := range []string{strings.Repeat("%25", 30_000), gzipped(gzipped("twice")), "eyJ.eyJ.x", "%zz", "1f8b", gzipped(strings.Repeat("0", 1<<22))} {
		begun := time.Now()
		if list := Decode(edm.String, text); time.Since(begun) > 5*time.Second || len(list) > 8 {
			t.Errorf("%.20s: %d readings after %v", text, len(list), time.Since(begun))
		}
	}
}

// Ensure that a line of a dump fits the inspector, of whatever length the bytes are.
func TestHexDump(t *testing.T) {
	got := hexDump("0123456789ab\x00\xff")
	want := "0000  30 31 32 33 34 35 36 37  01234567\n0008  38 39 61 62 00 ff        89ab.."
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, line := range strings.Split(hexDump(strings.Repeat("x", 3000)), "\n") {
		if len(line) > 40 {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
}

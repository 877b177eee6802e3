package tableauth

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzAuthorization holds that nothing but what the key signed is accepted, and that every refusal has a code of the protocol.
func FuzzAuthorization(f *testing.F) {
	for _, seed := range []string{"", "SharedKey devstoreaccount1:" + WellKnownKey, "SharedKeyLite devstoreaccount1-secondary:a", "SharedKey  a:b:c", "Bearer x", "sharedkey devstoreaccount1:\x00"} {
		f.Add(seed, "Fri, 20 Nov 2026 12:00:00 GMT", "/devstoreaccount1/Tables?comp=a")
	}
	f.Add("SharedKey devstoreaccount1:a=", "Friday, 20-Nov-26 12:00:00 GMT", "http://")
	v := verifier(f, WellKnownName)
	f.Fuzz(func(t *testing.T, header, date, uri string) {
		r := httptest.NewRequest("GET", "/devstoreaccount1/Tables", nil)
		r.RequestURI = uri
		_, r.URL.RawQuery, _ = strings.Cut(uri, "?")
		r.Header.Set("Authorization", header)
		r.Header.Set("X-Ms-Date", date)
		_, err := v.Verify(r)
		if err == nil {
			t.Fatalf("%q is accepted", header)
		}
		if err.Code.Status() == 0 || strings.Contains(err.Error(), WellKnownKey[:8]) {
			t.Fatalf("%q: %v", header, err)
		}
		if s, account, signature, ok := parseAuthorization(header); ok {
			again := s.String() + " " + account + ":" + signature
			if s2, a2, g2, ok := parseAuthorization(again); !ok || s2 != s || a2 != account || strings.TrimSpace(g2) != strings.TrimSpace(signature) {
				t.Fatalf("%q reads as %q", header, again)
			}
		}
	})
}

// FuzzSAS holds that no query is accepted that the key did not sign, and that what is encoded reads back.
func FuzzSAS(f *testing.F) {
	p := sasParameters{sv: "2019-02-02", tn: "Movies", sp: "raud", se: "2027-01-01T00:00:00Z", spk: "a+b", erk: "%", sip: "192.0.2.1-192.0.2.9", spr: "https"}
	f.Add(signedTable(Key{&secret{bytes: make([]byte, 32)}}, p))
	f.Add("sv=2019-02-02&ss=t&srt=sco&sp=rl&se=2027-01-01&sig=a")
	f.Add("sig=%zz&%73ig=a&&=&sv")
	v := verifier(f, WellKnownName)
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest("GET", "/devstoreaccount1/Tables", nil)
		r.URL.RawQuery = query
		if limit, err := v.Verify(r); err == nil {
			t.Fatalf("%q permits %+v", query, limit)
		}
		p, err := parseSAS(query)
		if err != nil {
			return
		}
		again, err := parseSAS(p.encode())
		again.has = p.has
		if err != nil || again != p {
			t.Fatalf("%q reads as %+v, then as %+v: %v", query, p, again, err)
		}
		parseAddresses(p.sip)
		parseSASTime(p.se)
	})
}

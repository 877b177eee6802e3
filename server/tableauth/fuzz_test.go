package tableauth

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
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

// FuzzComp holds that no signature covers a comp other than the one that the handler obeys: whatever the query, the handler
// works on the policies of a table or on the service only if the signature says so.
func FuzzComp(f *testing.F) {
	for _, seed := range []string{
		"", "comp=acl", "%63omp=acl", "%63%6F%6d%70=acl", "c%6Fmp=%61cl", "Comp=acl", "COMP=acl", "comp=&comp=acl", "comp=acl&comp=", "x;comp=acl", "x=1;comp=acl",
		"%26comp=acl", "&&comp=acl", "+comp=acl", "comp+=acl", "comp%00=acl", "%zz=1&comp=acl", "%zz&%63omp=acl", "comp=%zz", "comp", "%63omp",
		"restype=service&%63omp=properties", "%72estype=service&%63omp=stats", "restype=service&comp=properties",
	} {
		f.Add(seed)
	}
	var did string
	db := engine.Open(engine.Options{})
	handler := tablerest.NewHandler(db, tablerest.Options{Observe: func(o tablerest.Observation) { did = o.Operation }})
	if err := db.CreateTable(f.Context(), "Movies"); err != nil {
		f.Fatal(err)
	}
	v := verifier(f, WellKnownName)
	comps := map[string]string{ // by operation
		"Get Table ACL": "acl", "Set Table ACL": "acl", "Get Table Service Properties": "properties", "Set Table Service Properties": "properties",
		"Get Table Service Stats": "stats",
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, target := range []string{"GET /Movies", "PUT /Movies", "GET /", "PUT /"} {
			method, path, _ := strings.Cut(target, " ")
			for _, signed := range []string{"", "acl", "properties", "stats"} {
				for _, mode := range []scheme{sharedKey, sharedKeyLite} {
					r := httptest.NewRequest(method, "/devstoreaccount1"+path, nil)
					r.RequestURI = "/devstoreaccount1" + path
					if signed != "" {
						r.URL.RawQuery = url.Values{"comp": {signed}}.Encode()
					}
					key := wellKnownKey(t)
					sign(mode, r, WellKnownName, key, vectorTime)
					r.URL.RawQuery = query // what an attacker makes of it
					if _, err := v.Verify(r); err != nil {
						continue
					}
					did = ""
					r.URL.Path, r.RequestURI = path, path
					handler.ServeHTTP(httptest.NewRecorder(), r)
					if did != "" && comps[did] != signed {
						t.Fatalf("%s, signed as %v with comp=%q, does %q with ?%s", target, mode, signed, did, query)
					}
				}
			}
		}
	})
}

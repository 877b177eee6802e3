package connection

import (
	"net/http"
	"strings"
	"testing"

	"rangefinder/server/tableauth"
)

// testKey is a key of 64 bytes that nobody has.
const testKey = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldC1zZWNyZXQtMQ=="

const (
	testSig   = "cUyl3Qa8QUwd6f/7pMkLKe0S9ofjotPEM9CZEYgQ9B4="
	tableSAS  = "sv=2019-02-02&tn=Movies&sp=r&se=2027-01-01T00%3A00%3A00Z&sig=cUyl3Qa8QUwd6f%2F7pMkLKe0S9ofjotPEM9CZEYgQ9B4%3D"
	wholeSAS  = "?sv=2020-12-06&ss=bt&srt=sco&sp=rwlacud&se=2027-01-01T00:00:00Z&spr=https&sig=cUyl3Qa8QUwd6f/7pMkLKe0S9ofjotPEM9CZEYgQ9B4="
	cosmosURL = "https://x-1.table.cosmos.azure.com:443/"
)

// Ensure that every form of a connection string gives the account that it means.
func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, text                           string
		account, endpoint, secondary, auth   string
		table                                string
		local, cosmos, readOnly, entraScoped bool
	}{
		{name: "key", text: "DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=" + testKey + ";EndpointSuffix=core.windows.net",
			account: "acct", endpoint: "https://acct.table.core.windows.net", secondary: "https://acct-secondary.table.core.windows.net", auth: "SharedKeyLite"},
		{name: "defaults", text: "AccountName=acct;AccountKey=" + testKey,
			account: "acct", endpoint: "https://acct.table.core.windows.net", secondary: "https://acct-secondary.table.core.windows.net", auth: "SharedKeyLite"},
		{name: "names in any case, blanks, semicolons", text: " ; accountNAME = Acct ;ACCOUNTKEY=" + testKey + ";; defaultendpointsprotocol=HTTP;endpointSUFFIX=.core.chinacloudapi.cn;;\n",
			account: "acct", endpoint: "http://acct.table.core.chinacloudapi.cn", secondary: "http://acct-secondary.table.core.chinacloudapi.cn", auth: "SharedKeyLite"},
		{name: "endpoint wins", text: "DefaultEndpointsProtocol=http;AccountName=acct;AccountKey=" + testKey + ";EndpointSuffix=core.windows.net;TableEndpoint=https://tables.example/;BlobEndpoint=https://blobs.example;queueendpoint=q",
			account: "acct", endpoint: "https://tables.example", auth: "SharedKeyLite"},
		{name: "secondary", text: "AccountName=acct;AccountKey=" + testKey + ";TableEndpoint=https://a.example;TableSecondaryEndpoint=https://b.example/",
			account: "acct", endpoint: "https://a.example", secondary: "https://b.example", auth: "SharedKeyLite"},
		{name: "path style", text: "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;",
			account: "devstoreaccount1", endpoint: "http://127.0.0.1:10002/devstoreaccount1", auth: "SharedKeyLite", local: true},
		{name: "emulator", text: "UseDevelopmentStorage=true",
			account: "devstoreaccount1", endpoint: "http://127.0.0.1:10002/devstoreaccount1", secondary: "http://127.0.0.1:10002/devstoreaccount1-secondary", auth: "SharedKeyLite", local: true},
		{name: "emulator behind a proxy", text: "usedevelopmentstorage=True;DevelopmentStorageProxyUri=http://azurite;",
			account: "devstoreaccount1", endpoint: "http://azurite:10002/devstoreaccount1", secondary: "http://azurite:10002/devstoreaccount1-secondary", auth: "SharedKeyLite"},
		{name: "emulator behind a proxy with a port", text: "DevelopmentStorageProxyUri=http://[::1]:8888/;UseDevelopmentStorage=true",
			account: "devstoreaccount1", endpoint: "http://[::1]:10002/devstoreaccount1", secondary: "http://[::1]:10002/devstoreaccount1-secondary", auth: "SharedKeyLite", local: true},
		{name: "Cosmos DB", text: "DefaultEndpointsProtocol=https;AccountName=x-1;AccountKey=" + testKey + ";TableEndpoint=" + cosmosURL + ";",
			account: "x-1", endpoint: "https://x-1.table.cosmos.azure.com:443", auth: "SharedKeyLite", cosmos: true},
		{name: "SAS of a table", text: "TableEndpoint=https://acct.table.core.windows.net;SharedAccessSignature=" + tableSAS,
			account: "acct", endpoint: "https://acct.table.core.windows.net", auth: "SAS", table: "Movies", readOnly: true},
		{name: "SAS with a question mark, unencoded", text: "SharedAccessSignature=" + wholeSAS + ";TableEndpoint=http://127.0.0.1:10002/acct/",
			account: "acct", endpoint: "http://127.0.0.1:10002/acct", auth: "SAS", local: true},
		{name: "SAS by name", text: "AccountName=acct;SharedAccessSignature=" + wholeSAS,
			account: "acct", endpoint: "https://acct.table.core.windows.net", secondary: "https://acct-secondary.table.core.windows.net", auth: "SAS"},
		{name: "SAS address", text: "https://acct.table.core.windows.net/" + wholeSAS,
			account: "acct", endpoint: "https://acct.table.core.windows.net", auth: "SAS"},
		{name: "SAS address of a table", text: "https://acct.table.core.windows.net/movies?" + tableSAS,
			account: "acct", endpoint: "https://acct.table.core.windows.net", auth: "SAS", table: "Movies", readOnly: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			secondary := ""
			if a.Secondary != nil {
				secondary = a.Secondary.String()
			}
			if a.Name != test.account || a.URL() != test.endpoint || secondary != test.secondary || a.Auth() != test.auth || a.Table() != test.table {
				t.Errorf("%s at %s and %q by %s for %q", a.Name, a.URL(), secondary, a.Auth(), a.Table())
			}
			if a.IsLocal() != test.local || a.IsCosmos() != test.cosmos || a.ReadOnly() != test.readOnly {
				t.Errorf("local %v, Cosmos DB %v, read only %v", a.IsLocal(), a.IsCosmos(), a.ReadOnly())
			}
			for _, endpoint := range []string{a.URL(), secondary} {
				if endpoint == "" {
					continue
				}
				r, err := http.NewRequest("GET", endpoint+"/Tables", nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := a.Sign(r); err != nil {
					t.Errorf("a request to %s: %v", endpoint, err)
				}
			}
		})
	}
}

// Ensure that what is no connection is refused, that the error says what is wrong, and that no error holds a secret.
func TestParse_Errors(t *testing.T) {
	key := "AccountKey=" + testKey
	for _, test := range []struct{ name, text, want string }{
		{"nothing", " \n", "empty"},
		{"no pair", "AccountName=acct;" + testKey[:40], "part 2 of the connection string has no \"=\""},
		{"a key alone", testKey, "part 1 of the connection string has a name that none has"},
		{"a key on a line of its own", "AccountName=acct;AccountKey=\n" + testKey, "line break"},
		{"unknown name", "AcountName=acct;" + key, "AcountName, is none that it may have"},
		{"twice", "AccountName=acct;" + key + ";accountkey=" + testKey, "AccountKey is given twice"},
		{"no name", key, "AccountName is missing"},
		{"no name, endpoint", key + ";TableEndpoint=https://acct.table.core.windows.net", "AccountName is missing"},
		{"bad name", "AccountName=" + testKey[:30] + "/;" + key, "AccountName has to be"},
		{"name too short", "AccountName=ab;" + key, "AccountName has to be"},
		{"no secret", "AccountName=acct", "neither an AccountKey nor a SharedAccessSignature"},
		{"empty key", "AccountName=acct;AccountKey=;", "neither an AccountKey nor a SharedAccessSignature"},
		{"both", "AccountName=acct;" + key + ";SharedAccessSignature=" + tableSAS, "give one of the two"},
		{"key is not Base64", "AccountName=acct;AccountKey=" + testKey[:50] + "!", "AccountKey: the key is not Base64"},
		{"key too short", "AccountName=acct;AccountKey=c2VjcmV0", "AccountKey: the key has 6 bytes"},
		{"protocol", "AccountName=acct;DefaultEndpointsProtocol=ftp;" + key, "DefaultEndpointsProtocol is http or https"},
		{"suffix", "AccountName=acct;EndpointSuffix=x/y;" + key, "EndpointSuffix"},
		{"suffix with a query", "AccountName=acct;EndpointSuffix=x?y;" + key, "EndpointSuffix"},
		{"suffix with a user", "AccountName=acct;EndpointSuffix=x@evil.example;" + key, "EndpointSuffix"},
		{"endpoint without scheme", "AccountName=acct;TableEndpoint=acct.table.core.windows.net;" + key, "TableEndpoint"},
		{"endpoint of another scheme", "AccountName=acct;TableEndpoint=file:///etc/passwd;" + key, "TableEndpoint must begin with http:// or https://"},
		{"endpoint with a user", "AccountName=acct;TableEndpoint=https://u:p@acct.example;" + key, "TableEndpoint has a user"},
		{"endpoint with a query", "AccountName=acct;TableEndpoint=https://acct.example/?" + tableSAS + ";" + key, "TableEndpoint has a query"},
		{"endpoint with a fragment", "AccountName=acct;TableEndpoint=https://acct.example/#x;" + key, "TableEndpoint has a fragment"},
		{"endpoint without a host", "AccountName=acct;TableEndpoint=https:///x;" + key, "TableEndpoint names no valid host"},
		{"endpoint with a zone", "AccountName=acct;TableEndpoint=http://[fe80::1%25eth0]/x;" + key, "TableEndpoint names no valid host"},
		{"endpoint with dots", "AccountName=acct;TableEndpoint=https://acct.example/../x;" + key, "TableEndpoint has a path"},
		{"endpoint with two segments", "AccountName=acct;TableEndpoint=https://acct.example/x/y;" + key, "TableEndpoint has a path"},
		{"endpoint with an encoded slash", "AccountName=acct;TableEndpoint=https://acct.example/x%2fy;" + key, "TableEndpoint has a path"},
		{"bad secondary", "AccountName=acct;TableSecondaryEndpoint=x;" + key, "TableSecondaryEndpoint"},
		{"nameless endpoint", "TableEndpoint=http://10.0.0.1:10002;SharedAccessSignature=" + tableSAS, "give AccountName too"},
		{"nowhere", "SharedAccessSignature=" + tableSAS, "neither an AccountName nor a TableEndpoint"},
		{"emulator false", "UseDevelopmentStorage=false", "UseDevelopmentStorage is true"},
		{"emulator and key", "UseDevelopmentStorage=true;AccountName=acct;" + key, "says everything"},
		{"proxy alone", "DevelopmentStorageProxyUri=http://x", "belongs to UseDevelopmentStorage"},
		{"proxy with a path", "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://x/y", "DevelopmentStorageProxyUri has a path"},
		{"proxy no address", "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=x", "DevelopmentStorageProxyUri"},
		{"SAS without sig", "AccountName=acct;SharedAccessSignature=sv=2019-02-02&tn=Movies", "has no sig"},
		{"SAS without sv", "AccountName=acct;SharedAccessSignature=tn=Movies&sig=" + testSig, "has no sv"},
		{"SAS of blobs", "AccountName=acct;SharedAccessSignature=sv=2019-02-02&ss=b&sig=" + testSig, "not for tables"},
		{"SAS of neither", "AccountName=acct;SharedAccessSignature=sv=2019-02-02&sig=" + testSig, "neither of an account"},
		{"SAS twice", "AccountName=acct;SharedAccessSignature=" + tableSAS + "&sp=raud", "has sp twice"},
		{"SAS with an option", "AccountName=acct;SharedAccessSignature=" + tableSAS + "&$filter=x", "parameter that none has"},
		{"SAS with comp", "AccountName=acct;SharedAccessSignature=" + tableSAS + "&comp=acl", "parameter that none has"},
		{"SAS malformed", "AccountName=acct;SharedAccessSignature=sv=2019-02-02&tn=Movies&sig=%zz" + testSig, "sig of the shared access signature is not"},
		{"address without a signature", "https://acct.table.core.windows.net/", "Entra ID"},
		{"Cosmos DB's own API", "AccountEndpoint=https://x.documents.azure.com:443/;" + key, "API for Table"},
		{"too long", "AccountName=" + strings.Repeat("a", MaxString), "at most 8192"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse(test.text)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("%v; want %q", err, test.want)
			}
			for _, secret := range []string{testKey[:20], testSig[:20]} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error holds a secret: %v", err)
				}
			}
		})
	}
}

// Ensure that an account to sign in to is known by its address or by a string without a secret, and that the token is asked for
// what the service wants.
func TestParseEntra(t *testing.T) {
	for _, test := range []struct{ text, name, endpoint, scope string }{
		{"https://acct.table.core.windows.net", "acct", "https://acct.table.core.windows.net", "https://storage.azure.com/.default"},
		{"AccountName=acct", "acct", "https://acct.table.core.windows.net", "https://storage.azure.com/.default"},
		{"TableEndpoint=https://acct.table.core.chinacloudapi.cn/", "acct", "https://acct.table.core.chinacloudapi.cn", "https://storage.azure.com/.default"},
		{cosmosURL, "x-1", "https://x-1.table.cosmos.azure.com:443", "https://cosmos.azure.com/.default"},
		{"https://x.table.cosmos.azure.cn", "x", "", ""},
		{"https://xyz.table.cosmos.azure.cn", "xyz", "https://xyz.table.cosmos.azure.cn", "https://cosmos.azure.cn/.default"},
		{"https://xyz.table.cosmos.azure.us", "xyz", "https://xyz.table.cosmos.azure.us", "https://cosmos.azure.us/.default"},
		{"http://127.0.0.1:10002/acct", "acct", "http://127.0.0.1:10002/acct", "https://storage.azure.com/.default"},
		{"http://acct.table.core.windows.net", "", "", ""},
		{"AccountName=acct;AccountKey=" + testKey, "", "", ""},
		{"UseDevelopmentStorage=true", "", "", ""},
		{"https://acct.table.core.windows.net/?" + tableSAS, "", "", ""},
	} {
		a, err := ParseEntra(test.text, nil)
		if test.endpoint == "" {
			if err == nil || strings.Contains(err.Error(), testKey[:20]) || strings.Contains(err.Error(), testSig[:20]) {
				t.Errorf("%.20s: %v", test.text, err)
			}
			continue
		}
		if err != nil || a.Name != test.name || a.URL() != test.endpoint || a.Auth() != "Entra ID" || a.Credential.secret.entra.scope != test.scope {
			t.Errorf("%s: %s %v %v", test.text, a.Name, a.Endpoint, err)
		}
	}
}

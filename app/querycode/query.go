package querycode

import (
	"slices"
	"strconv"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// Query is what is written down. The filter has to be one that can be read.
type Query struct {
	Profile  filterlang.Profile
	Endpoint string // address of the account without a slash at the end, "" for one that is not known
	Table    string
	Filter   string
	Filters  []string // when there are several, they are asked instead of Filter, and their answers merged
	Select   []string
	Top      int // size of a page: 0 for the service's, engine.NoEntities for 0
	Limit    int // how many entities are wanted of all, 0 for all; it is Top, too: no page is larger
}

// Format is a way to write a query down.
type Format struct {
	ID     string
	Title  string
	Write  func(q Query) string
	note   string // what the reader has to know, one or two sentences
	cosmos string // the same for Azure Cosmos DB for Table; "" when it cannot be asked so
}

const (
	environment = "Set TABLES_ENDPOINT (https://ACCOUNT.table.core.windows.net) and TABLES_SAS (a signature without “?”)."
	connection  = "Set TABLES_CONNECTION_STRING, as the portal gives it: DefaultEndpointsProtocol=https;AccountName=ACCOUNT;AccountKey=KEY;TableEndpoint=https://ACCOUNT.table.cosmos.azure.com:443/;"
	signing     = "Set TABLES_ENDPOINT (https://ACCOUNT.table.cosmos.azure.com), TABLES_ACCOUNT and TABLES_KEY: Azure Cosmos DB has no shared access signatures."
)

// formats are all there are, in the order in which they are offered.
var formats = []Format{
	{"http", "HTTP", HTTP, "The request as this page's client sends it; the signature is added when it is sent.", "The request as this page's client sends it; the signature is added when it is sent."},
	{"url", "URL", URL, "The address alone, without a signature.", "The address alone, without a signature."},
	{"curl", "cURL", Curl, environment + " It prints the first page; x-ms-continuation-* headers tell of more.", signing + " Perl signs. It prints the first page; x-ms-continuation-* headers tell of more."},
	{"csharp", "C#", CSharp, environment + " Needs the package Azure.Data.Tables.", connection + " Needs the package Azure.Data.Tables."},
	{"go", "Go", Go, environment + " Needs github.com/Azure/azure-sdk-for-go/sdk/data/aztables.", connection + " Needs github.com/Azure/azure-sdk-for-go/sdk/data/aztables."},
	{"javascript", "JavaScript", JavaScript, environment + " Needs the package @azure/data-tables; save it as query.mjs.", connection + " Needs the package @azure/data-tables; save it as query.mjs."},
	{"python", "Python", Python, environment + " Needs the package azure-data-tables.", connection + " Needs the package azure-data-tables."},
	{"java", "Java", Java, environment + " Needs nothing but Java 11; save it as Query.java.", signing + " Needs nothing but Java 11; save it as Query.java."},
	{"az", "az", AzureCLI, "Set TABLES_ACCOUNT (the account's name) and TABLES_SAS (a signature without “?”).", ""},
}

// Formats are those in which a query of a profile can be written. The Azure CLI asks no entities of Azure Cosmos DB for Table.
func Formats(p filterlang.Profile) []Format {
	if p != filterlang.Cosmos {
		return formats
	}
	return slices.DeleteFunc(slices.Clone(formats), func(f Format) bool { return f.cosmos == "" })
}

// ReadsAll reports whether what is written reads all pages of a query that has no Limit, and not only the first.
func (f Format) ReadsAll() bool { return !slices.Contains([]string{"http", "url", "curl", "az"}, f.ID) }

// Note is what the reader of a query of a profile has to know.
func (f Format) Note(p filterlang.Profile) string {
	if p == filterlang.Cosmos {
		return f.cosmos
	}
	return f.note
}

// FormatOf returns the format of that name, the first when a query of the profile cannot be written so.
func FormatOf(id string, p filterlang.Profile) Format {
	list := Formats(p)
	for _, f := range list {
		if f.ID == id {
			return f
		}
	}
	return list[0]
}

// Request returns the request that this program sends for a query, without what signs it. Its error is a *engine.Error.
func (q Query) Request() (tablerest.Request, error) {
	c := tablerest.Client{URL: q.endpoint()}
	return c.QueryRequest(q.Table, engine.Query{Filter: q.Filter, Select: q.Select, Top: q.Top})
}

func (q Query) endpoint() string {
	if q.Endpoint == "" {
		if q.cosmos() {
			return "https://ACCOUNT.table.cosmos.azure.com"
		}
		return "https://ACCOUNT.table.core.windows.net"
	}
	return strings.TrimSuffix(q.Endpoint, "/")
}

// path is the request's URL from the table on, and the headers.
func (q Query) path() (path string, header []tablerest.Field) {
	q.Endpoint = "x:"
	r, err := q.Request()
	if err != nil {
		return "/" + q.Table + "()", nil
	}
	return strings.TrimPrefix(r.URL, "x:"), r.Header
}

// limited is a text with the number of entities that are wanted, "" when all are.
func (q Query) limited(before, after string) string {
	return when(q.Limit > 0, before+strconv.Itoa(q.Limit)+after)
}

// pageSize is $top as a program gives it, 0 for none: no client asks for pages of no entities.
func (q Query) pageSize() int { return max(q.Top, 0) }

// URL returns the address of the query.
func URL(q Query) string {
	if q.several() {
		return q.each(URL, "\n")
	}
	r, err := q.Request()
	if err != nil {
		return err.Error()
	}
	return r.URL
}

// HTTP returns the request as it goes over the line.
func HTTP(q Query) string {
	if q.several() {
		return q.each(HTTP, "\n")
	}
	r, err := q.Request()
	if err != nil {
		return err.Error()
	}
	_, rest, _ := strings.Cut(r.URL, "://")
	host, path, _ := strings.Cut(rest, "/")
	text := r.Method + " /" + path + " HTTP/1.1\nHost: " + host + "\n"
	for _, f := range r.Header {
		text += f.Name + ": " + f.Value + "\n"
	}
	return text
}

package querycode

import (
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Query is what is written down. The filter has to be one that can be read.
type Query struct {
	Endpoint string // address of the account without a slash at the end, "" for one that is not known
	Table    string
	Filter   string
	Filters  []string // when there are several, they are asked instead of Filter, and their answers merged
	Select   []string
	Top      int // size of a page: 0 for the service's, engine.NoEntities for 0
}

// Format is a way to write a query down.
type Format struct {
	ID    string
	Title string
	Note  string // what the reader has to know, one sentence
	Write func(q Query) string
}

const environment = "Set TABLES_ENDPOINT (https://ACCOUNT.table.core.windows.net) and TABLES_SAS (a signature without “?”)."

// Formats are all there are, in the order in which they are offered.
var Formats = []Format{
	{"http", "HTTP", "The request as this page's client sends it; the signature is added when it is sent.", HTTP},
	{"url", "URL", "The address alone, without a signature.", URL},
	{"curl", "cURL", environment + " It prints the first page; x-ms-continuation-* headers tell of more.", Curl},
	{"csharp", "C#", environment + " Needs the package Azure.Data.Tables.", CSharp},
	{"go", "Go", environment + " Needs github.com/Azure/azure-sdk-for-go/sdk/data/aztables.", Go},
	{"javascript", "JavaScript", environment + " Needs the package @azure/data-tables; save it as query.mjs.", JavaScript},
	{"python", "Python", environment + " Needs the package azure-data-tables.", Python},
	{"java", "Java", environment + " Needs nothing but Java 11; save it as Query.java.", Java},
	{"az", "az", "Set TABLES_ACCOUNT (the account's name) and TABLES_SAS (a signature without “?”).", AzureCLI},
}

// FormatOf returns the format of that name, the first when there is none.
func FormatOf(id string) Format {
	for _, f := range Formats {
		if f.ID == id {
			return f
		}
	}
	return Formats[0]
}

// Request returns the request that this program sends for a query, without what signs it. Its error is a *engine.Error.
func (q Query) Request() (tablerest.Request, error) {
	c := tablerest.Client{URL: q.endpoint()}
	return c.QueryRequest(q.Table, engine.Query{Filter: q.Filter, Select: q.Select, Top: q.Top})
}

func (q Query) endpoint() string {
	if q.Endpoint == "" {
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

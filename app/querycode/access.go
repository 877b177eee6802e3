package querycode

import (
	"strings"

	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// How a program reaches its account. Azure Table storage has shared access signatures, which open no more than they say. Azure Cosmos
// DB for Table has none: a program signs with the account's key, which it takes from the environment as well.

// cosmos reports whether the query is for an account of Azure Cosmos DB for Table.
func (q Query) cosmos() bool { return q.Profile == filterlang.Cosmos }

// join is what goes between a path and what a program adds to it: a signature, or where the next page begins.
func join(path string) string {
	if strings.Contains(path, "?") {
		return "&"
	}
	return "?"
}

// inOrder says what becomes of the answers of several queries.
func (q Query) inOrder() string {
	if q.cosmos() {
		return "Key ranges that are apart: each entity comes once, in any order."
	}
	return "Key ranges that are apart, in key order: one after the other, the answers are in key order."
}

// curlSigned is a command line whose request is signed by perl, so that the key is in no argument of a command.
func curlSigned(q Query) string {
	path, header := q.path()
	bare, _, _ := strings.Cut(path, "?")
	text := "date=$(LC_ALL=C TZ=GMT date '+%a, %d %b %Y %H:%M:%S GMT')\n" +
		"signature=$(date=\"$date\" path=" + shell(bare) + " perl -MMIME::Base64 -MDigest::SHA=hmac_sha256 -e '\n" +
		"  my ($base) = $ENV{TABLES_ENDPOINT} =~ m{^\\w+://[^/]+(.*)$};\n" +
		"  print encode_base64(hmac_sha256(\"GET\\n\\n\\n$ENV{date}\\n/$ENV{TABLES_ACCOUNT}$base$ENV{path}\", decode_base64($ENV{TABLES_KEY})), \"\")')\n" +
		"curl --globoff --fail-with-body --silent --show-error \\\n"
	for _, f := range header {
		text += "  --header " + shell(f.Name+": "+f.Value) + " \\\n"
	}
	return text + "  --header \"x-ms-date: $date\" \\\n  --header \"Authorization: SharedKey $TABLES_ACCOUNT:$signature\" \\\n" +
		`  "$TABLES_ENDPOINT"` + shell(path) + "\n"
}

// goClient makes client, and ends the program when that fails.
func (q Query) goClient() []string {
	failed := []string{"\tif err != nil {", "\t\tlog.Fatal(err)", "\t}"}
	if q.cosmos() {
		return append(append([]string{"\tservice, err := aztables.NewServiceClientFromConnectionString(os.Getenv(\"TABLES_CONNECTION_STRING\"), nil)"}, failed...),
			"\tclient := service.NewClient("+quoted(q.Table)+")")
	}
	return append([]string{"\tclient, err := aztables.NewClientWithNoCredential(os.Getenv(\"TABLES_ENDPOINT\")+" + quoted("/"+q.Table+"?") + "+os.Getenv(\"TABLES_SAS\"), nil)"}, failed...)
}

// javaScriptClient imports what is needed and makes client.
func (q Query) javaScriptClient() []string {
	if q.cosmos() {
		return []string{
			`import { TableClient } from "@azure/data-tables";`, " ",
			"const connection = process.env.TABLES_CONNECTION_STRING;",
			"const client = TableClient.fromConnectionString(connection, " + quoted(q.Table) + ", {",
			`  allowInsecureConnection: connection.includes("http://"), // an emulator's`, "});"}
	}
	return []string{
		`import { AzureSASCredential, TableClient } from "@azure/data-tables";`, " ",
		"const endpoint = process.env.TABLES_ENDPOINT;",
		"const client = new TableClient(endpoint, " + quoted(q.Table) + ", new AzureSASCredential(process.env.TABLES_SAS), {",
		`  allowInsecureConnection: endpoint.startsWith("http://"), // an emulator's`, "});"}
}

// pythonImports are the imports of a script, and pythonClient opens client for what is indented below it.
func (q Query) pythonImports() []string {
	return filled(when(!q.cosmos(), "from azure.core.credentials import AzureSasCredential"), "from azure.data.tables import TableClient")
}

func (q Query) pythonClient(indent string) []string {
	list := []string{"with TableClient(", "    endpoint=os.environ[\"TABLES_ENDPOINT\"],", "    table_name=" + quoted(q.Table) + ",", "    credential=AzureSasCredential(os.environ[\"TABLES_SAS\"]),", ") as client:"}
	if q.cosmos() {
		list = []string{"with TableClient.from_connection_string(", "    os.environ[\"TABLES_CONNECTION_STRING\"],", "    table_name=" + quoted(q.Table) + ",", ") as client:"}
	}
	for i := range list {
		list[i] = indent + list[i]
	}
	return list
}

// cSharpTable imports what is needed and makes table.
func (q Query) cSharpTable() []string {
	table := "var table = service.GetTableClient(" + quoted(q.Table) + ");"
	if q.cosmos() {
		return []string{"using Azure.Data.Tables;", " ",
			"var service = new TableServiceClient(Environment.GetEnvironmentVariable(\"TABLES_CONNECTION_STRING\"));", table}
	}
	return []string{"using Azure;", "using Azure.Data.Tables;", " ",
		"var service = new TableServiceClient(", "    new Uri(Environment.GetEnvironmentVariable(\"TABLES_ENDPOINT\")!),", "    new AzureSasCredential(Environment.GetEnvironmentVariable(\"TABLES_SAS\")!));", table}
}

// javaImports are the imports of a program that speaks HTTP itself.
func (q Query) javaImports(more ...string) []string {
	names := []string{"java.net.URI", "java.net.URLEncoder", "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse", "java.nio.charset.StandardCharsets"}
	if q.cosmos() {
		names = append(names, "java.time.ZoneOffset", "java.time.ZonedDateTime", "java.time.format.DateTimeFormatter")
	}
	if names = append(names, more...); q.cosmos() {
		names = append(names, "java.util.Base64", "java.util.Locale", "javax.crypto.Mac", "javax.crypto.spec.SecretKeySpec")
	}
	for i := range names {
		names[i] = "import " + names[i] + ";"
	}
	return names
}

// javaPath is the path of a program's requests. Where only so many entities are wanted, each request asks for those that are left.
func (q Query) javaPath() (path string, header []tablerest.Field) {
	if q.Limit > 0 {
		q.Top = 0
	}
	return q.path()
}

// javaLeft asks for the entities that are left, javaCounted counts those of an answer, and javaMore goes on while there are any.
func (q Query) javaLeft() string { return when(q.Limit > 0, "\"&$top=\" + left + ") }

func (q Query) javaCounted() string {
	return when(q.Limit > 0, "            left -= answer.body().split(\"\\\"RowKey\\\":\", -1).length - 1; // each entity has one, and no value holds a bare quote")
}

func (q Query) javaMore() string { return when(q.Limit > 0, "left > 0 && ") }

// javaAddress is the address of a path, which is an expression of the language.
func (q Query) javaAddress(path string) string {
	address := "System.getenv(\"TABLES_ENDPOINT\") + " + path
	if q.cosmos() {
		return address
	}
	return address + " + System.getenv(\"TABLES_SAS\")"
}

// javaRequest begins a request to an address, which is an expression of the language.
func (q Query) javaRequest(address string) string {
	if q.cosmos() {
		return "signed(URI.create(" + address + "))"
	}
	return "HttpRequest.newBuilder(URI.create(" + address + "))"
}

// javaSigned is the method that signs a request, nothing where a signature is a part of the address.
func (q Query) javaSigned() []string {
	if !q.cosmos() {
		return nil
	}
	return []string{
		"    static HttpRequest.Builder signed(URI address) {", "        try {",
		"            String date = DateTimeFormatter.ofPattern(\"EEE, dd MMM yyyy HH:mm:ss 'GMT'\", Locale.US).format(ZonedDateTime.now(ZoneOffset.UTC));",
		"            String account = System.getenv(\"TABLES_ACCOUNT\");",
		"            Mac mac = Mac.getInstance(\"HmacSHA256\");",
		"            mac.init(new SecretKeySpec(Base64.getDecoder().decode(System.getenv(\"TABLES_KEY\")), \"HmacSHA256\"));",
		"            byte[] hash = mac.doFinal((\"GET\\n\\n\\n\" + date + \"\\n/\" + account + address.getRawPath()).getBytes(StandardCharsets.UTF_8));",
		"            return HttpRequest.newBuilder(address)",
		"                .header(\"x-ms-date\", date)",
		"                .header(\"Authorization\", \"SharedKey \" + account + \":\" + Base64.getEncoder().encodeToString(hash));",
		"        } catch (java.security.GeneralSecurityException e) {", "            throw new IllegalStateException(e);", "        }", "    }", " "}
}

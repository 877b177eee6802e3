package querycode

import (
	"strconv"
	"strings"
)

// lines joins those that are not empty. A line of one space stands for an empty one.
func lines(list ...string) string {
	var b strings.Builder
	for _, l := range list {
		if l == "" {
			continue
		}
		b.WriteString(strings.TrimRight(l, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// when returns a text if there is something to say.
func when(say bool, text string) string {
	if !say {
		return ""
	}
	return text
}

// Curl returns a command line.
func Curl(q Query) string {
	if q.several() {
		return q.each(Curl, "")
	}
	if q.cosmos() {
		return curlSigned(q)
	}
	path, header := q.path()
	text := "curl --globoff --fail-with-body --silent --show-error \\\n"
	for _, f := range header {
		text += "  --header " + shell(f.Name+": "+f.Value) + " \\\n"
	}
	return text + `  "$TABLES_ENDPOINT"` + shell(path+join(path)) + `"$TABLES_SAS"` + "\n"
}

// AzureCLI returns a command line of the Azure CLI.
func AzureCLI(q Query) string {
	if q.several() {
		return q.each(AzureCLI, "")
	}
	text := "az storage entity query \\\n  --table-name " + shell(q.Table) + " \\\n"
	if q.Filter != "" {
		text += "  --filter " + shell(q.Filter) + " \\\n"
	}
	if len(q.Select) > 0 {
		text += "  --select"
		for _, name := range q.Select {
			text += " " + shell(name)
		}
		text += " \\\n"
	}
	if q.Top > 0 {
		text += "  --num-results " + strconv.Itoa(q.Top) + " \\\n"
	}
	return text + "  --account-name \"$TABLES_ACCOUNT\" \\\n  --sas-token \"$TABLES_SAS\" \\\n  --output json\n"
}

// Go returns a program for the Azure SDK for Go.
func Go(q Query) string {
	if q.several() {
		return goMerged(q)
	}
	text := []string{
		"package main", " ", "import (", "\t\"context\"", "\t\"fmt\"", "\t\"log\"", "\t\"os\"", " ",
		"\t\"github.com/Azure/azure-sdk-for-go/sdk/data/aztables\"", ")", " ",
		"func main() {"}
	return lines(append(append(text, q.goClient()...),
		when(q.Filter != "", "\tfilter := "+quoted(q.Filter)),
		when(len(q.Select) > 0, "\tnames := "+quoted(strings.Join(q.Select, ","))),
		when(q.pageSize() > 0, "\ttop := int32("+strconv.Itoa(q.pageSize())+")"),
		"\tpager := client.NewListEntitiesPager(&aztables.ListEntitiesOptions{"+strings.Join(filled(
			when(q.Filter != "", "Filter: &filter"), when(len(q.Select) > 0, "Select: &names"), when(q.pageSize() > 0, "Top: &top")), ", ")+"})",
		q.limited("\tleft := ", ""),
		"\tfor "+when(q.Limit > 0, "left > 0 && ")+"pager.More() { // a page may be empty and others follow",
		"\t\tpage, err := pager.NextPage(context.Background())",
		"\t\tif err != nil {", "\t\t\tlog.Fatal(err)", "\t\t}",
		"\t\tfor _, entity := range page.Entities"+q.goLeft("page.Entities")+" {", "\t\t\tfmt.Println(string(entity)) // JSON", when(q.Limit > 0, "\t\t\tleft--"), "\t\t}",
		"\t}", "}")...)
}

// goLeft cuts entities to those that are still wanted.
func (q Query) goLeft(entities string) string {
	return when(q.Limit > 0, "[:min(left, len("+entities+"))]")
}

// filled returns the texts that are not empty.
func filled(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// JavaScript returns a module for Node.js.
func JavaScript(q Query) string {
	if q.several() {
		return javaScriptMerged(q)
	}
	options := filled(when(q.Filter != "", "filter: "+quoted(q.Filter)), when(len(q.Select) > 0, "select: ["+list(q.Select)+"]"))
	each := "client.listEntities(" + when(len(options) > 0, "{ queryOptions: { "+strings.Join(options, ", ")+" } }") + ")"
	body := []string{"for await (const entity of " + each + ") {", "  console.log(JSON.stringify(entity));", "}"}
	pages := "for await (const page of " + each + ".byPage({ maxPageSize: " + strconv.Itoa(q.pageSize()) + " })) {"
	switch {
	case q.Limit > 0:
		body = []string{"const entities = [];", pages, "  entities.push(...page);", q.limited("  if (entities.length >= ", ") break;"), "}",
			q.limited("for (const entity of entities.slice(0, ", ")) console.log(JSON.stringify(entity));")}
	case q.pageSize() > 0:
		body = []string{pages, "  for (const entity of page) console.log(JSON.stringify(entity));", "}"}
	}
	return lines(append(q.javaScriptClient(), body...)...)
}

// Python returns a script.
func Python(q Query) string {
	if q.several() {
		return pythonMerged(q)
	}
	call := "client.list_entities("
	arguments := filled(when(len(q.Select) > 0, "select=["+list(q.Select)+"]"), when(q.pageSize() > 0, "results_per_page="+strconv.Itoa(q.pageSize())))
	if q.Filter != "" {
		call = "client.query_entities("
		arguments = append([]string{"query_filter=" + quoted(q.Filter)}, arguments...)
	}
	text := append(append(filled("import os", when(q.Limit > 0, "from itertools import islice"), " "), q.pythonImports()...), " ")
	text = append(text, q.pythonClient("")...)
	return lines(append(text, "    for entity in "+q.pythonFirst(call+strings.Join(arguments, ", ")+")")+":", "        print(dict(entity))")...)
}

// pythonFirst cuts what gives entities to those that are wanted; a page is asked for when its first entity is.
func (q Query) pythonFirst(entities string) string {
	if q.Limit == 0 {
		return entities
	}
	return q.limited("islice("+entities+", ", ")")
}

// CSharp returns a program of top-level statements.
func CSharp(q Query) string {
	if q.several() {
		return cSharpMerged(q)
	}
	arguments := filled(when(q.Filter != "", "filter: "+quoted(q.Filter)), when(q.pageSize() > 0, "maxPerPage: "+strconv.Itoa(q.pageSize())), when(len(q.Select) > 0, "select: new[] { "+list(q.Select)+" }"))
	return lines(append(append(q.cSharpTable(), " "),
		q.limited("var left = ", ";"),
		"await foreach (var entity in table.QueryAsync<TableEntity>("+strings.Join(arguments, ", ")+"))", "{",
		"    Console.WriteLine(string.Join(\", \", entity.Select(p => $\"{p.Key}={p.Value}\")));",
		when(q.Limit > 0, "    if (--left == 0) break;"), "}")...)
}

// Java returns a program that speaks HTTP itself and follows the continuation.
func Java(q Query) string {
	if q.several() {
		return javaMerged(q)
	}
	path, header := q.javaPath()
	text := append(append(q.javaImports(), " ", "public class Query {"), q.javaSigned()...)
	text = append(text, "    public static void main(String[] args) throws Exception {",
		"        String address = "+q.javaAddress(quoted(path+join(path)))+";",
		"        HttpClient client = HttpClient.newHttpClient();",
		q.limited("        int left = ", ";"),
		"        String next = \"\";",
		"        do { // a page may be empty and others follow",
		"            HttpRequest request = "+q.javaRequest("address + "+q.javaLeft()+"next"))
	for _, f := range header {
		text = append(text, "                .header("+quoted(f.Name)+", "+quoted(f.Value)+")")
	}
	return lines(append(text,
		"                .build();",
		"            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());",
		"            if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + \" \" + answer.body());",
		"            System.out.println(answer.body());",
		q.javaCounted(),
		"            next = \"\";",
		"            for (String key : new String[] {\"NextPartitionKey\", \"NextRowKey\"}) {",
		"                String token = answer.headers().firstValue(\"x-ms-continuation-\" + key).orElse(\"\");",
		"                if (!token.isEmpty()) next += \"&\" + key + \"=\" + URLEncoder.encode(token, StandardCharsets.UTF_8);",
		"            }",
		"        } while ("+q.javaMore()+"!next.isEmpty());", "    }", "}")...)
}
